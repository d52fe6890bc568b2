#include "eval/run_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/version.h"
#include "eval/coherence.h"
#include "training/model_privacy.h"

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

// What every record of a run begins with.
nlohmann::ordered_json heading(const TrainOptions& options) {
  TrainOptions copy = options;
  return {{"format", "dplda-report"},
          {"version", 1},
          {"software", fmt::format("dplda {}", version())},
          {"notice",
           "For the curator only, not for publication: holds figures that depend on the data."},
          {"recipe", options->recipe},
          {"options", to_json(values_of(option_table(copy)))}};
}

nlohmann::ordered_json noise_check_of(const Model& model) {
  const std::optional<NoiseCheck>& check = model.meta().noise_check;
  return check ? to_json(*check) : nlohmann::ordered_json(nullptr);
}

double rate(double amount, double seconds) { return seconds > 0 ? amount / seconds : 0; }

}  // namespace

nlohmann::ordered_json summary_of(const Corpus& corpus) {
  return {{"documents", corpus.documents()},
          {"words", corpus.words()},
          {"tokens", corpus.tokens()},
          {"digest", corpus.digest()},
          {"vocabulary_origin", name_of(corpus.vocabulary().origin())}};
}

nlohmann::ordered_json summary_of(const Reports& reports) {
  return {{"documents", reports.bits.documents()},
          {"words", reports.bits.words()},
          {"digest", reports.digest},
          {"vocabulary_origin", name_of(reports.vocabulary.origin())}};
}

nlohmann::ordered_json training_record(nlohmann::ordered_json data, const TrainOptions& options,
                                       const TrainResult& result, const Quality& quality) {
  const double drawn = static_cast<double>(result.visited) * result.swept_here;
  nlohmann::ordered_json json = heading(options);
  json.update(nlohmann::ordered_json{
      {"corpus", std::move(data)},
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
        {"threads", thread_count(options->threads)}}},
      {"inherent_privacy", inherent(result)},
      {"noise_check", noise_check_of(result.model)},
      {"privacy", to_json(privacy_of(result.model))},
      {"ledger", result.ledger.to_json(options->delta)},
  });
  return json;
}

nlohmann::ordered_json perplexities(const Quality& quality) {
  return {{"perplexity", value_or_null(quality.same_tokens)},
          {"perplexity_completion", value_or_null(quality.completion)}};
}

nlohmann::ordered_json stream_record(const TrainOptions& options, const StreamResult& result,
                                     const ReportRefusals* refusals, const Quality& quality,
                                     const std::optional<Quality>& prior) {
  nlohmann::ordered_json json = heading(options);
  json.update(nlohmann::ordered_json{
      {"batches", result.batches},
      {"documents", result.documents},
      {"batches_of_this_run", result.batches_here},
      {"documents_of_this_run", result.documents_here},
      {"quality", perplexities(quality)},
      {"quality_of_prior", prior ? perplexities(*prior) : nlohmann::ordered_json(nullptr)},
      {"seconds", result.seconds},
      {"noise_check", noise_check_of(*result.model)},
      {"privacy", to_json(privacy_of(*result.model))}});
  if (refusals != nullptr) json["refused"] = to_json(*refusals);
  return json;
}

double add_coherence(TrainResult& result, const Corpus& training) {
  const Coherence npmi = coherence(top_words(result.model), training);
  if (result.ledger.exposed()) {
    result.model = std::move(result.model).with_coherence({npmi.topics.begin(), npmi.topics.end()});
  }
  return npmi.mean;
}

std::string file_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void write_json(const std::string& path, const nlohmann::ordered_json& json, unsigned mode) {
  AtomicFile file(path, mode);
  file.write(file_text(json));
  file.commit();
}

}  // namespace dplda
