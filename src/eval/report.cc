#include "eval/report.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/version.h"

namespace dplda {
namespace {

nlohmann::ordered_json or_null(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json value_or_null(const std::optional<Perplexity>& perplexity) {
  return perplexity ? nlohmann::ordered_json(perplexity->value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json inherent(const TrainResult& result) {
  if (!result.inherent) return nullptr;
  return {{"notice",
           "Depends on the data, guarantees nothing, not for publication (unit: word, view: "
           "topics+counts)."},
          {"epsilon_by_sweep", result.inherent->sweeps},
          {"total", result.inherent->total}};
}

double rate(double amount, double seconds) { return seconds > 0 ? amount / seconds : 0; }

}  // namespace

nlohmann::ordered_json training_report(const Corpus& corpus, const TrainOptions& options,
                                       const TrainResult& result, const Quality& quality) {
  TrainOptions copy = options;
  const double drawn = static_cast<double>(corpus.tokens()) * result.swept_here;
  return {
      {"format", "dplda-report"},
      {"version", 1},
      {"software", fmt::format("dplda {}", version())},
      {"notice",
       "For the curator only, not for publication: holds figures that depend on the data."},
      {"recipe", options.recipe},
      {"options", to_json(option_table(copy))},
      {"corpus",
       {{"documents", corpus.documents()},
        {"words", corpus.words()},
        {"tokens", corpus.tokens()},
        {"digest", corpus.digest()},
        {"vocabulary_origin", name_of(corpus.vocabulary().origin())}}},
      {"sweeps", result.sweeps},
      {"interrupted", result.interrupted},
      {"quality",
       {{"perplexity", value_or_null(quality.same_tokens)},
        {"perplexity_completion", value_or_null(quality.completion)},
        {"npmi", or_null(quality.npmi)},
        {"diversity", or_null(quality.diversity)}}},
      {"timing",
       {{"seconds", result.seconds},
        {"tokens_per_second", rate(drawn, result.loop_seconds)},
        {"sampling_tokens_per_second", rate(drawn, result.sampling_seconds)},
        {"threads", thread_count(options.threads)}}},
      {"inherent_privacy", inherent(result)},
      {"privacy", result.model.meta().at("privacy")},
      {"ledger", result.ledger.to_json(options.delta)},
  };
}

void write_json(const std::string& path, const nlohmann::ordered_json& json) {
  AtomicFile file(path);
  file.write(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  file.commit();
}

}  // namespace dplda
