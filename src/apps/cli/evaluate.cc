// dplda evaluate: how good a model is.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "apps/cli/cli.h"
#include "base/threads_option.h"
#include "corpus/prepare.h"
#include "eval/coherence.h"
#include "eval/perplexity.h"
#include "lda/inference.h"
#include "recipes/training.h"

namespace dplda::cli {
namespace {

struct EvaluateVerb : CLI::App {
  EvaluateVerb() : CLI::App("Measure a model: perplexity, coherence, diversity", "evaluate") {
    add_option("MODEL", model, "model file")->required();
    add_option(
        "TEST", test,
        "documents that the model has not seen: a corpus file, or any format that prepare reads")
        ->required();
    dplda::cli::add_options(*this, table());
    callback([this] { run(); });
  }

  OptionTable table() {
    return {{.name = "train",
             .target = &train,
             .help = "the corpus to count co-occurrences in, instead of TEST",
             .metavar = "CORPUS"},
            {.name = "binary", .target = &binary, .help = "count every word of a document once"},
            {.name = "words",
             .target = &words,
             .help = "words of each topic that coherence looks at",
             .least = 2,
             .most = 1000},
            {.name = "json", .target = &json, .help = "print JSON"},
            threads_option(threads)};
  }
  void run();

  std::string model;
  std::string test;
  std::string train;
  bool binary = false;
  bool json = false;
  std::int64_t words = 10;
  std::int64_t threads = 0;
};

nlohmann::ordered_json coherence_of(const Model& model, std::size_t words, const Corpus& reference,
                                    CoherenceMeasure measure) {
  const double mean = coherence(top_words(model, words), reference, measure).mean;
  return std::isfinite(mean) ? nlohmann::ordered_json(mean) : nlohmann::ordered_json(nullptr);
}

void EvaluateVerb::run() {
  check(table());
  const Model trained = Model::load(model);
  const auto preparation = trained.meta().value("preparation", nlohmann::ordered_json::object());
  std::uint64_t dropped = 0;
  Corpus held_out = open_corpus_for(test, trained.vocabulary(), preparation, &dropped);
  if (binary) held_out = binarised(held_out);
  std::optional<Corpus> counted;
  if (!train.empty()) counted = open_corpus_for(train, trained.vocabulary(), preparation);
  const Corpus& reference = counted ? *counted : held_out;

  ThreadPool pool(thread_count(threads));
  const Perplexity same = perplexity(trained, held_out, pool);
  nlohmann::ordered_json completion;  // null where no document has a second token to score
  if (longest_document(held_out) >= 2)
    completion = completion_perplexity(trained, held_out, pool).value;
  const auto top = static_cast<std::size_t>(words);
  const nlohmann::ordered_json result = {
      {"documents", held_out.documents()},
      {"tokens", same.tokens},
      {"tokens_not_in_vocabulary", dropped},
      {"perplexity", same.value},
      {"perplexity_completion", completion},
      {"npmi", coherence_of(trained, top, reference, CoherenceMeasure::kNpmi)},
      {"u_mass", coherence_of(trained, top, reference, CoherenceMeasure::kUMass)},
      {"c_v", coherence_of(trained, top, reference, CoherenceMeasure::kCv)},
      {"diversity", topic_diversity(top_words(trained, kDiversityWords))},
  };
  if (json) {
    fmt::print("{}\n", result.dump(2));
    return;
  }
  for (const auto& [key, value] : result.items()) {
    fmt::print("{:<26} {}\n", key,
               value.is_number_float() ? fmt::format("{:.4f}", value.get<double>()) : value.dump());
  }
}

}  // namespace

void add_evaluate(CLI::App& app) { app.add_subcommand(std::make_shared<EvaluateVerb>()); }

}  // namespace dplda::cli
