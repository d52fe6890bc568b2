// Options that do nothing: refused by every front end, and never a difference between two runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/errors.h"
#include "reference/model_meta.h"
#include "reference/options.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"
#include "training/recipe.h"
#include "training/training.h"

namespace dplda {
namespace {

// A recipe with the options that make a mode of it, as a front end gives them.
struct Mode {
  std::string recipe;
  std::map<std::string, std::string> given = {};

  std::string name() const {
    std::string text = recipe;
    for (const auto& [flag, value] : given) text += " --" + flag + " " + value;
    return text;
  }
};

std::vector<Mode> modes() {
  return {
      {"cgs"},
      {"cgs", {{"sampler", "sequential"}}},
      {"cgs", {{"checkpoint", "file"}}},
      {"cgs", {{"optimize-alpha", "symmetric"}}},
      {"cgs", {{"optimize-alpha", "asymmetric"}, {"sampler", "sequential"}}},
      {"cdp", {{"epsilon-noise", "1"}}},
      {"cdp", {{"epsilon-noise", "1"}, {"noise", "laplace"}}},
      {"cdp", {{"noise", "none"}}},
      {"cdp-plus", {{"epsilon-noise", "1"}}},
      {"cdp-plus", {{"noise", "none"}}},
      {"hdp", {{"epsilon-noise", "1"}}},
      {"hdp", {{"target-epsilon", "100"}}},
      {"hdp", {{"noise", "none"}}},
      {"hdp", {{"sampler", "sequential"}, {"epsilon-noise", "1"}}},
      {"hdp", {{"sampler", "sequential"}, {"target-epsilon", "8"}}},
      {"hdp", {{"sampler", "sequential"}, {"epsilon-noise", "1"}, {"noise", "laplace"}}},
      {"hdp", {{"sampler", "sequential"}, {"noise", "none"}}},
      {"doc", {{"sigma", "300"}}},
      {"doc", {{"target-epsilon", "50"}}},
      {"doc", {{"noise", "none"}}},
      {"doc", {{"contribution", "drawn"}, {"sigma", "2"}}},
      {"doc", {{"contribution", "drawn"}, {"target-epsilon", "50"}}},
      {"doc", {{"contribution", "drawn"}, {"noise", "none"}}},
      {"lp"},
      {"lp", {{"denoise", "moment"}}},
      {"lp", {{"denoise", "moment"}, {"sampler", "sequential"}}},
      {"lp", {{"denoise", "bayes"}, {"prior", "prior"}}},
      {"online"},
      {"online", {{"prior", "prior"}}},
      {"online-lp"},
      {"online-lp", {{"prior", "prior"}}},
      {"online-lp", {{"denoise", "moment"}}},
      {"online-lp", {{"denoise", "moment"}, {"prior", "prior"}}},
      {"online-lp", {{"denoise", "bayes"}, {"prior", "prior"}}},
  };
}

const Option& named(const OptionTable& table, const std::string& name) {
  return *std::find_if(table.begin(), table.end(),
                       [&](const Option& option) { return option.name == name; });
}

TrainOptions with(TrainOptions options, const std::string& name, const std::string& value) {
  set_from_text(named(option_table(options), name), value);
  return options;
}

// The mode on a small scale.
TrainOptions options_of(const Mode& mode) {
  TrainOptions options = options_for(mode.recipe);
  options->noise_check = false;
  options->topics = 4;
  options->sweeps = 6;
  test::set_if_known(options, "optimize-every", 2);
  test::set_if_known(options, "optimize-after", 1);
  test::set_if_known(options, "inner-sweeps", 3);
  if (mode.recipe == "doc") test::set(options, "cap", 8);
  test::set_if_known(options, "average", 3);
  test::set_if_known(options, "prior-sweeps", 8);
  test::set_if_known(options, "batch", 250);
  options->threads = 1;
  options->seed = 3;
  for (const auto& [name, value] : mode.given) options = with(options, name, value);
  return options;
}

// Values that no mode has; where there is a choice, all of them are tried.
std::vector<std::string> others(const Option& option) {
  static const std::map<std::string, std::vector<std::string>> kOthers = {
      {"topics", {"3"}},
      {"sweeps", {"4"}},
      {"alpha", {"0.7"}},
      {"beta", {"0.3"}},
      {"optimize-every", {"1"}},
      {"optimize-after", {"3"}},
      {"target-epsilon", {"70"}},
      {"delta", {"1e-3"}},
      {"epsilon-noise", {"2"}},
      {"clip", {"3"}},
      {"sigma", {"500"}},
      {"cap", {"4"}},
      {"inner-sweeps", {"1"}},
      {"prior", {"prior", ""}},
      {"prior-public", {"true"}},
      {"prior-sweeps", {"3"}},
      {"omega", {"0.9"}},
      {"prior-sigma", {"40"}},
      {"batch", {"300"}},
      {"lambda", {"0.4", "auto"}},
      {"forget", {"30"}},
      {"idle", {"5"}},
      {"shrink", {"0.3", "9"}},
      {"shrink-phi", {"0.2", "9"}},
      {"average", {"1"}},
      {"beta-phi", {"0.4"}},
      {"monitor", {"true"}},
      {"key-file", {"key"}},
      {"seed", {"4"}},
      {"threads", {"2"}},
      {"noise-check", {"true"}},
      {"checkpoint", {"other"}},
      {"every", {"2"}},
      {"resume", {"state"}}};
  if (!choices_of(option).empty()) return choices_of(option);
  return kOthers.at(option.name);
}

// What they do is not seen in the model: how fast it comes, what is left beside it, when a stream
// ends, what is told of the run.
const std::set<std::string> kBesideTheModel = {"threads", "checkpoint", "every",    "resume",
                                               "idle",    "monitor",    "key-file", "noise-check"};

const Corpus& documents() {
  static const Corpus kDocuments = test::planted_corpus(2, 60, 25, 4);
  return kDocuments;
}

const Reports& reports() {
  static const Reports kReports = test::reports_of(test::planted_corpus(1, 750, 10, 4), 3, 1);
  return kReports;
}

Model stream_model(const TrainOptions& options) {
  const RunSetup setup = setup_of(options);
  const std::uint64_t batch = setup.stream.batch;
  std::vector<Corpus> batches;
  for (std::uint64_t first = 0; first < 750; first += batch)
    batches.push_back(test::planted_corpus(first, std::min(batch, 750 - first), 10, 4));
  test::MemorySource source = options->recipe == "online" ? test::MemorySource(std::move(batches))
                                                          : test::MemorySource(reports(), batch);
  StreamObserver observer;
  const Corpus* prior = setup.prior.given() ? &test::prior_corpus() : nullptr;
  return *train_stream(source, prior, options, observer).model;
}

Model model_of(TrainOptions options) {
  options->checkpoint.clear();
  const Recipe& recipe = recipe_named(options->recipe);
  if (recipe.stream) return stream_model(options);
  Observer observer;
  if (!recipe.reports) return train(documents(), options, observer).model;
  const Corpus* prior = setup_of(options).prior.given() ? &test::prior_corpus() : nullptr;
  return train(reports(), prior, options, observer).model;
}

// All of a model but the list of options, which names whatever counts.
std::string result_of(const TrainOptions& options) {
  const Model model = model_of(options);
  const std::vector<float> numbers = test::numbers_of(model);
  return std::string(reinterpret_cast<const char*>(numbers.data()),
                     numbers.size() * sizeof(float)) +
         test::meta_of(model).at("privacy").dump();
}

bool is_refused(const TrainOptions& options, const std::string& given) {
  try {
    refuse_idle(options, [&](const std::string& name) { return name == given; });
  } catch (const InputError&) {
    return true;
  }
  return false;
}

std::string all_of(const TrainOptions& options) {
  return to_json(setup_of(options).all_options).dump();
}

TEST(IdleOptions, AModeUsesAllThatItWasMadeWith) {
  for (const Mode& mode : modes()) {
    for (const auto& [name, value] : mode.given)
      EXPECT_FALSE(is_refused(options_of(mode), name)) << mode.name() << ": " << name;
  }
}

TEST(IdleOptions, WhatIsAcceptedChangesTheResult) {
  for (const Mode& mode : modes()) {
    const TrainOptions base = options_of(mode);
    const std::string result = result_of(base);
    TrainOptions copy = base;
    for (const Option& option : option_table(copy)) {
      if (option.name == "recipe" || kBesideTheModel.contains(option.name)) continue;
      bool changes = false;
      bool accepted = false;
      for (const std::string& value : others(option)) {
        const TrainOptions changed = with(base, option.name, value);
        if (value == value_as_text(option) || is_refused(changed, option.name)) continue;
        try {
          changes = changes || result_of(changed) != result;
          accepted = true;
        } catch (const InputError&) {  // the value contradicts the mode
        }
      }
      EXPECT_EQ(changes, accepted) << mode.name() << ": --" << option.name << " does nothing";
    }
  }
}

TEST(IdleOptions, WhatIsRefusedDoesNothingEvenIfItIsThere) {
  for (const Mode& mode : modes()) {
    const TrainOptions base = options_of(mode);
    TrainOptions copy = base;
    for (const Option& option : option_table(copy)) {
      if (option.name == "recipe") continue;
      for (const std::string& value : others(option)) {
        const TrainOptions forced = with(base, option.name, value);
        if (!is_refused(forced, option.name)) continue;
        // Runs of the same options are the same.
        EXPECT_EQ(all_of(forced), all_of(base)) << mode.name() << ": --" << option.name;
      }
    }
  }
}

TEST(IdleOptions, WhatCountsAsDifferentIsWhatIsAcceptedAndAffectsTheResult) {
  for (const Mode& mode : modes()) {
    TrainOptions options = without_idle(options_of(mode));
    options->complete();
    const OptionValues counted = setup_of(options).options;
    for (const Option& option : option_table(options)) {
      if (is_refused(options, option.name) || !option.affects_result) {
        EXPECT_FALSE(counted.contains(json_key(option))) << mode.name() << ": " << option.name;
      }
    }
  }
}

TEST(IdleOptions, UnderAKeyFileTheyMakeNoOtherRunAndAreChargedOnce) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "key", "0123456789abcdef0123456789abcdef");
  std::filesystem::permissions(directory / "key", std::filesystem::perms::owner_read);
  for (const Mode& mode :
       {Mode{"doc", {{"sigma", "300"}}}, Mode{"hdp", {{"epsilon-noise", "1"}}}}) {
    const std::string ledger = directory / (mode.recipe + ".ledger");
    TrainOptions base = options_of(mode);
    base->seed.reset();
    base->key_file = directory / "key";
    const auto run = [&](const TrainOptions& options) {
      Observer observer;
      const TrainResult result = train(documents(), options, observer, Ledger(ledger));
      return std::pair(test::numbers_of(result.model), result.ledger.entries().size());
    };
    const auto first = run(base);
    TrainOptions copy = base;
    for (const Option& option : option_table(copy)) {
      for (const std::string& value :
           option.name == "recipe" ? std::vector<std::string>() : others(option)) {
        const TrainOptions forced = with(base, option.name, value);
        if (!is_refused(forced, option.name)) continue;
        try {
          EXPECT_EQ(run(forced), first) << mode.name() << ": --" << option.name;
        } catch (const InputError&) {  // refused once more, before anything was charged
        }
      }
    }
    // What does something makes another run of it.
    EXPECT_GT(run(with(base, "alpha", "0.7")).second, first.second) << mode.name();
  }
}

TEST(IdleOptions, APresetSetsNone) {
  for (const Recipe& recipe : recipes()) {
    const OptionValues values = preset("paper", std::string(recipe.name));
    TrainOptions options = options_for(std::string(recipe.name));
    set_values(option_table(options), values);
    if (recipe.name == "online-lp")
      test::set(options, "prior", "prior");  // which --denoise bayes asks for
    for (const Option& option : option_table(options)) {
      if (!values.contains(json_key(option))) continue;
      EXPECT_FALSE(is_refused(options, option.name)) << recipe.name << ": " << option.name;
    }
  }
}

// What an option is unless it is given stands in the table; where the recipe works it out, in
// words.
TEST(Help, SaysWhatOptionsAreThatARecipeWorksOut) {
  std::set<std::string> checked;
  for (const Mode& mode : modes()) {
    TrainOptions standard = options_for(mode.recipe);
    for (const auto& [name, value] : mode.given) standard = with(standard, name, value);
    if (mode.given.contains("contribution")) test::set(standard, "cap", 8);
    if (mode.given.contains("target-epsilon")) continue;  // from which they may be anything
    const nlohmann::ordered_json settled = to_json(setup_of(standard).all_options);
    for (const Option& option : option_table(standard)) {
      const std::string text = option.help + " (default: " + option.shown_default + ")";
      if (!value_as_text(option).empty() || !settled.contains(json_key(option))) continue;
      if (!settled[json_key(option)].is_number()) continue;
      if (is_refused(standard, option.name)) continue;
      EXPECT_NE(text.find(settled[json_key(option)].dump()), std::string::npos)
          << mode.name() << ": --" << option.name << " " << text;
      checked.insert(option.name);
    }
  }
  EXPECT_EQ(checked, (std::set<std::string>{"beta", "omega"}));
}

}  // namespace
}  // namespace dplda
