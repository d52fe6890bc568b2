#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "api/state.h"
#include "base/errors.h"
#include "base/threads.h"
#include "corpus/preparation_record.h"
#include "eval/perplexity.h"
#include "lda/inference.h"
#include "training/model_privacy.h"

namespace dplda {
namespace {

// The documents as the model knows words; with each word once, if that is how it learnt them.
Corpus seen_by(const Model& model, const Corpus& documents) {
  Corpus matched = matched_to(documents, model.vocabulary());
  return recorded_preparation(model.meta().preparation).options.binary ? binarised(matched)
                                                                       : std::move(matched);
}

Perplexity measured(const Model& model, const Corpus& documents, bool completion, int threads) {
  const Corpus seen = seen_by(model, documents);
  if (longest_document(seen) < (completion ? 2 : 1)) {
    throw InputError(
        completion ? "no document has two words that the model knows; nothing could be predicted"
                   : "the documents have no word that the model knows; nothing could be measured");
  }
  ThreadPool pool(thread_count(threads));
  return completion ? completion_perplexity(model, seen, pool) : perplexity(model, seen, pool);
}

// Throws InputError if the model has no privacy record.
const Model& stating(const Model& model) {
  if (!states_privacy(model))
    throw InputError("the model says nothing about privacy; it was made by something else");
  return model;
}

}  // namespace

TopicModel handle_of(Model model) {
  return TopicModel(std::make_unique<TopicModel::State>(TopicModel::State{std::move(model)}));
}

TopicModel::TopicModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
TopicModel::TopicModel(TopicModel&&) noexcept = default;
TopicModel& TopicModel::operator=(TopicModel&&) noexcept = default;
TopicModel::~TopicModel() = default;

TopicModel TopicModel::of(ModelParts parts) {
  const auto meta = nlohmann::ordered_json::parse(parts.meta_json, nullptr, false);
  if (!meta.is_object()) throw InputError("the meta of a model must be a JSON object");
  const VocabularyOrigin origin = origin_from_name(parts.word_origin);
  return handle_of(Model({.vocabulary = Vocabulary(std::move(parts.words), origin),
                          .phi = std::move(parts.phi),
                          .prior = {.alpha = std::move(parts.alpha), .beta = parts.beta},
                          .prevalence = std::move(parts.prevalence),
                          .coherence = std::move(parts.coherence),
                          .meta = model_meta_from_json(meta, origin)},
                         "the model"));
}

ModelParts TopicModel::parts() const {
  const Model& model = state_->model;
  return {.words = words(),
          .word_origin = std::string(name_of(model.vocabulary().origin())),
          .phi = {model.phi().begin(), model.phi().end()},
          .alpha = model.prior().alpha,
          .beta = model.prior().beta,
          .prevalence = {model.prevalence().begin(), model.prevalence().end()},
          .coherence = {model.coherence().begin(), model.coherence().end()},
          .meta_json = to_json(model.meta()).dump()};
}

TopicModel TopicModel::load(const std::string& path) { return handle_of(Model::load(path)); }
void TopicModel::save(const std::string& path) const { state_->model.save(path); }

std::size_t TopicModel::topics() const { return state_->model.topics(); }
const std::vector<std::string>& TopicModel::words() const {
  return state_->model.vocabulary().words();
}
std::span<const float> TopicModel::phi() const { return state_->model.phi(); }
std::span<const float> TopicModel::prevalence() const { return state_->model.prevalence(); }
std::span<const double> TopicModel::alpha() const { return state_->model.prior().alpha; }
double TopicModel::beta() const { return state_->model.prior().beta; }

std::vector<std::string> TopicModel::top_words(std::size_t topic, std::size_t count) const {
  if (topic >= topics())
    throw InputError(fmt::format("there is no topic {}; topics are 0 to {}", topic, topics() - 1));
  std::vector<std::string> words;
  for (const std::uint32_t id : state_->model.top_words(topic, count))
    words.push_back(state_->model.vocabulary().word(id));
  return words;
}

std::vector<float> TopicModel::infer(const Documents& documents, int threads) const {
  const Corpus seen = seen_by(state_->model, documents.state().corpus);
  std::vector<float> rows(seen.documents() * topics());
  ThreadPool pool(thread_count(threads));
  const FoldIn fold_in(state_->model, longest_document(seen), pool);
  infer_rows(fold_in, seen, 0, seen.documents(), pool, rows);
  return rows;
}

double TopicModel::perplexity(const Documents& documents, bool completion, int threads) const {
  return measured(state_->model, documents.state().corpus, completion, threads).value;
}

double TopicModel::log_likelihood(const Documents& documents, int threads) const {
  const Perplexity result = measured(state_->model, documents.state().corpus, false, threads);
  return -static_cast<double>(result.tokens) * std::log(result.value);
}

bool TopicModel::is_private() const {
  const auto record = sound_privacy_of(stating(state_->model));
  return record && record->is_private;
}
std::string TopicModel::statement() const { return statement_of(stating(state_->model)); }
std::string TopicModel::privacy_json() const {
  return to_json(privacy_of(stating(state_->model))).dump();
}
std::string TopicModel::meta_json() const { return to_json(state_->model.meta()).dump(); }

}  // namespace dplda
