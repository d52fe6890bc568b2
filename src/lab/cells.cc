#include "lab/cells.h"

#include <numeric>
#include <utility>

#include "attack/topic_attack.h"
#include "base/threads.h"
#include "corpus/document_spool.h"
#include "corpus/lda_generator.h"
#include "eval/perplexity.h"
#include "lab/cell_parts.h"
#include "recipes/hdp.h"

namespace dplda {
namespace {

constexpr std::uint64_t kTestOfGenerated = 500;
constexpr std::uint64_t kAttackSeed = 1;

// One that all sizes share the beginning of.
LdaOptions generated_options(std::uint64_t documents) {
  return {.documents = static_cast<std::int64_t>(documents),
          .words = 1000,
          .topics = 20,
          .tokens = 40,
          .distinct = true,
          .alpha = 0.1,
          .zipf = 1,
          .seed = 7};
}

}  // namespace

nlohmann::ordered_json identity_of(const char* kind, const std::string& data,
                                   const TrainOptions& options) {
  return {{"kind", kind}, {"data", data}, {"options", to_json(setup_of(options).options)}};
}

TrainOptions on_one_thread(TrainOptions options) {
  options->threads = 1;
  options->noise_check = false;
  return options;
}

double training_cost(const Corpus& corpus, const TrainOptions& options) {
  const std::string& recipe = options->recipe;
  const auto* hdp = options.as<HdpOptions>();
  const bool in_place = recipe.starts_with("cdp") || (hdp != nullptr && hdp->as_published());
  const double nanoseconds = in_place ? 250 : recipe == "doc" ? 600 : 80;
  const double noise = recipe == "cgs" ? 0 : 20e-9 * corpus.words();
  return static_cast<double>(options->sweeps) *
             (static_cast<double>(corpus.tokens()) * nanoseconds * 1e-9 +
              noise * static_cast<double>(options->topics)) +
         0.1;
}

Corpus documents_from(const Corpus& corpus, std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> documents(last - first);
  std::iota(documents.begin(), documents.end(), first);
  return selected(corpus, documents);
}

Corpus drawn_corpus(const LdaOptions& options) {
  LdaOptions copy = options;
  DocumentSpool spool;
  draw_documents(options, draw_topics(options), spool);
  Renumbering same;
  same.new_ids.resize(static_cast<std::size_t>(options.words));
  std::iota(same.new_ids.begin(), same.new_ids.end(), 0);
  return build_corpus(spool, same, numbered_words(options.words),
                      {.generated = values_of(option_table(copy))}, "generated documents");
}

nlohmann::ordered_json quality_of(const Model& model, const Corpus& test) {
  ThreadPool pool(1);
  return {{"perplexity", perplexity(model, test, pool).value},
          {"completion", completion_perplexity(model, test, pool).value}};
}

namespace {

nlohmann::ordered_json trained(const Corpus& train_on, const Corpus& test,
                               const TrainOptions& options, const Stop& stop) {
  StoppableRun observer(stop);
  const TrainResult result = train(train_on, on_one_thread(options), observer);
  return result.interrupted ? nullptr : quality_of(result.model, test);
}

}  // namespace

Cell training_cell(const Dataset& data, const TrainOptions& options) {
  return {.identity = identity_of("train", data.digest, options),
          .cost = training_cost(data.train, options),
          .work = [&data, options](const Stop& stop) {
            return trained(data.train, data.test, options, stop);
          }};
}

Cell topic_attack_cell(const Dataset& data, const TrainOptions& options, std::uint64_t tokens) {
  nlohmann::ordered_json identity = identity_of("topic attack", data.digest, options);
  identity["tokens"] = tokens;
  if (options->recipe == "hdp") identity["attackers"] = "published, exact, full";
  const double attack = static_cast<double>(tokens) * static_cast<double>(options->sweeps) *
                        data.train.words() * static_cast<double>(options->topics) * 1e-9;
  return {.identity = std::move(identity),
          .cost = training_cost(data.train, options) + attack,
          .work = [&data, options, tokens](const Stop&) {
            TopicAttack attacker(tokens, kAttackSeed);
            train(data.train, on_one_thread(options), attacker);
            nlohmann::ordered_json result = nlohmann::ordered_json::object();
            for (const TopicAttackPoint& point : attacker.points()) {
              result["published"].push_back(point.published.accuracy);
              result["published_posterior"].push_back(point.published.posterior);
              result["exact"].push_back(point.exact.accuracy);
              result["exact_posterior"].push_back(point.exact.posterior);
              result["full"].push_back(point.full.accuracy);
            }
            return result;
          }};
}

Cell generated_cell(std::uint64_t documents, const TrainOptions& options) {
  const LdaOptions lda = generated_options(documents + kTestOfGenerated);
  LdaOptions copy = lda;
  nlohmann::ordered_json identity = identity_of("generated", "", options);
  identity["lda"] = to_json(values_of(option_table(copy)));
  const double tokens = static_cast<double>(documents) * 40;
  return {.identity = std::move(identity),
          .cost = tokens * static_cast<double>(options->sweeps) * 4e-7 + 1,
          .work = [lda, options, documents](const Stop& stop) {
            const Corpus corpus = drawn_corpus(lda);
            // Tests come first, so that all sizes have the same.
            const Corpus test = documents_from(corpus, 0, kTestOfGenerated);
            const Corpus train_on =
                documents_from(corpus, kTestOfGenerated, kTestOfGenerated + documents);
            return trained(train_on, test, options, stop);
          }};
}

}  // namespace dplda
