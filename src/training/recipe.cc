#include "training/recipe.h"

#include <fmt/format.h>

#include <vector>

#include "base/errors.h"
#include "base/threads_option.h"
#include "lda/token_sequences.h"
namespace dplda {
namespace {

OptionTable first_options(RecipeOptions& o) {
  return {
      {.name = "recipe",
       .target = &o.recipe,
       .help = "how to train",
       .choices = {std::string(o.of().name)}},
      {.name = "topics",
       .target = &o.topics,
       .help = o.finds_topics() ? "number of topics; auto: as many as stand out from the noise"
                                : "number of topics",
       .least = o.finds_topics() ? 0.0 : 1.0,
       .most = double{kMaxTopics},
       .zero = "auto"},
      {.name = "sweeps",
       .target = &o.sweeps,
       .help = "sweeps over the corpus, or over each batch of a stream; hdp, doc: each is a "
               "release",
       .least = 0,
       .most = 1e9},
      {.name = "alpha",
       .target = &o.alpha,
       .help = "prior of a document's topics, per topic",
       .least = 1e-5,
       .most = 1e6},
  };
}

// Streams keep their state after every batch.
Option every_option(RecipeOptions& o) {
  return {.name = "every",
          .target = &o.every,
          .help = "sweeps between two checkpoints and, with `checkpoint`, between two charges",
          .least = 1,
          .most = 1e9,
          .idle_because =
              [&o] {
                return o.charges_sweeps() || !o.checkpoint.empty()
                           ? ""
                           : "there is no `checkpoint`, and the run charges nothing";
              },
          .affects_result = false};
}

OptionTable last_options(RecipeOptions& o) {
  OptionTable table = {
      {.name = "key-file",
       .target = &o.key_file,
       .help = "32 secret bytes; only an exact repetition of the run has the same noise again",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "seed",
       .target = &o.seed,
       .help = "public seed that makes the run repeatable; without it the operating system's "
               "randomness is used",
       .least = 0},
      threads_option(o.threads),
      {.name = "checkpoint",
       .target = &o.checkpoint,
       .help = "keep the run's state here, to resume it (streams: after every batch, by default "
               "beside the model)",
       .metavar = "FILE",
       .affects_result = false}};
  if (!o.of().stream) table.push_back(every_option(o));
  table.push_back({.name = "resume",
                   .target = &o.resume,
                   .help = "continue the run whose state is here",
                   .metavar = "FILE",
                   .affects_result = false});
  return table;
}

}  // namespace

TrainOptions::TrainOptions() : TrainOptions(recipes().front().options()) {}

TrainOptions options_for(const std::string& recipe) { return recipe_named(recipe).options(); }

OptionTable option_table(RecipeOptions& options) {
  OptionTable table = first_options(options);
  for (const OptionTable& part : {options.own(), last_options(options)})
    table.insert(table.end(), part.begin(), part.end());
  return table;
}

OptionTable option_table(TrainOptions& options) { return option_table(*options); }

void set_option(TrainOptions& options, const std::string& name, const std::string& text) {
  const OptionTable table = option_table(options);
  const Option* option = find_option(table, name);
  if (option == nullptr) {
    throw InputError(
        fmt::format("`{}` has no meaning for recipe {}; leave it out", name, options->recipe));
  }
  set_from_text(*option, text);
}

void refuse_idle(const TrainOptions& options,
                 const std::function<bool(const std::string&)>& given) {
  TrainOptions copy = options;
  for (const Option& option : option_table(copy)) {
    if (!given(option.name)) continue;
    const std::string why = why_idle(option);
    if (!why.empty())
      throw InputError(fmt::format("`{}` has no meaning {}; leave it out", option.name, why));
  }
}

TrainOptions without_idle(const TrainOptions& options) {
  TrainOptions copy = options;
  TrainOptions defaults = options->of().options();
  const OptionTable table = option_table(copy);
  const OptionTable standard = option_table(defaults);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!why_idle(table[i]).empty()) copy_value(standard[i], table[i]);
  }
  return copy;
}

OptionValues deciding_options(const TrainOptions& options) {
  TrainOptions copy = options;
  OptionTable deciding;
  for (const Option& option : option_table(copy)) {
    if (option.affects_result && why_idle(option).empty()) deciding.push_back(option);
  }
  return values_of(deciding);
}

OptionValues preset(const std::string& name, const std::string& recipe) {
  if (name == "paper") return recipe_named(recipe).paper();
  throw InputError(fmt::format("`preset` must be: paper; not '{}'", name));
}

}  // namespace dplda
