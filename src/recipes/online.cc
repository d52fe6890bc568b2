// online: O-LDA over batches of documents as they are. Protects nobody.
#include "recipes/online.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors.h"
#include "base/steady_math.h"
#include "recipes/lp.h"
#include "recipes/registry.h"
#include "recipes/stream.h"
#include "recipes/training.h"

namespace dplda {
namespace {

// Where lambda is learnt, the first batch begins with the paper's.
constexpr double kFirstLambda = 0.5;

double lambda_of(const TrainOptions& options) {
  if (options.lambda == "auto") return kFirstLambda;
  char* end = nullptr;
  const double value = std::strtod(options.lambda.c_str(), &end);
  if (options.lambda.empty() || *end != '\0' || !(value >= 0 && value <= 1)) {
    throw InputError(
        fmt::format("--lambda must be a number from 0 to 1, or auto; not '{}'", options.lambda));
  }
  return value;
}

class OnlineMethod final : public StreamMethod {
 public:
  explicit OnlineMethod(const StreamBench& bench) : topics_(bench) {}

  void begin(const Corpus& prior, const Streams& streams) override {
    topics_.begin(prior, streams);
  }
  void learn(const StreamBatch& batch, const Streams& streams) override {
    topics_.learn(*batch.documents, streams);
  }
  Published publish() const override { return topics_.publish(); }
  std::vector<double> kept() const override { return topics_.kept(); }
  void keep(std::span<const double> kept) override { topics_.keep(kept); }

 private:
  OnlineTopics topics_;
};

Plan plan(const TrainOptions& options) {
  Plan plan{.exposures = {
                {"the topic-word table of the model after every batch", "it holds exact counts"},
                {"the topics of the tokens", "they are drawn from exact counts"}}};
  for (Exposure& exposure : prior_exposures(options)) plan.exposures.push_back(std::move(exposure));
  return plan;
}

}  // namespace

void check_lambda(const TrainOptions& options) { lambda_of(options); }

OnlineTopics::OnlineTopics(const StreamBench& bench)
    : bench_(bench),
      prior_{.alpha = std::vector<double>(static_cast<std::size_t>(bench.options.topics),
                                          bench.options.alpha),
             .beta = *bench.options.beta},
      learns_lambda_(bench.options.lambda == "auto"),
      lambda_(lambda_of(bench.options)),
      base_(prior_.topics(), bench.words, prior_.beta),
      last_(prior_.topics(), bench.words) {}

void OnlineTopics::begin(const Corpus& prior, const Streams& streams) {
  Chain chain = started_chain(TokenSequences(prior, streams, bench_.pool), bench_.options.topics,
                              streams, bench_.pool);
  const auto sampler = make_sampler(bench_.options.sampler, streams, bench_.pool);
  const auto sweeps = static_cast<std::uint32_t>(bench_.options.prior_sweeps);
  for (std::uint32_t sweep = 1; sweep <= sweeps; ++sweep) sampler->sweep(chain, prior_, sweep);
  last_ = std::move(chain.table);
  beta_ = base_;
}

// The paper: beta^l = beta^{l-1} + lambda N^{l-1}. With --forget what exceeds beta is scaled down.
PriorTable OnlineTopics::prior_with(double lambda) const {
  PriorTable table = base_;
  table.add(last_, lambda);
  if (!bench_.options.forget) return table;
  const double learnt = table.total() - prior_.beta * static_cast<double>(table.topics()) *
                                            static_cast<double>(table.words());
  if (learnt <= *bench_.options.forget) return table;
  const double factor = *bench_.options.forget / learnt;
  PriorTable bounded(table.topics(), table.words(), prior_.beta * (1 - factor));
  table.scale(factor);
  bounded.add(table);
  return bounded;
}

bool OnlineTopics::redraw_lambda(const Chain& chain, PriorTable& beta, Stream& coins) {
  const double proposal = coins.uniform();
  const double chance = coins.uniform();
  PriorTable other = prior_with(proposal);
  const double gain = log_probability(other, chain.table) - log_probability(beta, chain.table);
  if (gain < 0 && (gain < -700 || chance >= steady_exp(gain))) return false;
  lambda_ = proposal;
  beta = std::move(other);
  return true;
}

void OnlineTopics::sample(Chain& chain, const Streams& streams) {
  PriorTable& beta = *beta_;
  auto sampler = make_sampler_under(beta, bench_.options.sampler, streams, bench_.pool);
  Stream coins(streams, Purpose::kLambda);
  const auto sweeps = static_cast<std::uint32_t>(bench_.options.sweeps);
  for (std::uint32_t sweep = 1; sweep <= sweeps; ++sweep) {
    sampler->sweep(chain, prior_, sweep);
    // Topics settle first: a lambda that fits random topics is none.
    if (learns_lambda_ && sweep > sweeps / 2 && redraw_lambda(chain, beta, coins))
      sampler = make_sampler_under(beta, bench_.options.sampler, streams, bench_.pool);
  }
}

void OnlineTopics::learn(const Corpus& batch, const Streams& streams) {
  learn(TokenSequences(batch, streams, bench_.pool), streams);
}

void OnlineTopics::learn(const WordSets& batch, const Streams& streams) {
  learn(tokens_of(batch), streams);
}

void OnlineTopics::learn(TokenSequences tokens, const Streams& streams) {
  beta_ = prior_with(lambda_);
  Chain chain = started_chain(std::move(tokens), bench_.options.topics, streams, bench_.pool);
  sample(chain, streams);
  base_ = *beta_;
  last_ = std::move(chain.table);
}

Published OnlineTopics::publish() const {
  const PriorTable& beta = beta_ ? *beta_ : base_;
  std::vector<float> prevalence(beta.topics());
  double sum = beta.total();
  for (const std::int64_t total : last_.totals()) sum += static_cast<double>(total);
  for (std::size_t k = 0; k < prevalence.size(); ++k) {
    prevalence[k] =
        static_cast<float>((beta.totals()[k] + static_cast<double>(last_.totals()[k])) / sum);
  }
  return {phi_under(beta, last_), std::move(prevalence)};
}

// lambda, then base and last, word by word. beta^l of a batch that was learnt is base.
std::vector<double> OnlineTopics::kept() const {
  std::vector<double> kept = {lambda_};
  for (std::uint32_t word = 0; word < base_.words(); ++word) {
    for (const double cell : base_.column(word)) kept.push_back(cell);
    for (const std::int32_t count : last_.column(word)) kept.push_back(count);
  }
  return kept;
}

void OnlineTopics::keep(std::span<const double> kept) {
  const std::size_t topics = prior_.topics();
  if (kept.size() != 1 + 2 * topics * bench_.words)
    throw InputError("the state of the stream is of another size; start the stream again");
  lambda_ = kept[0];
  if (!(lambda_ >= 0 && lambda_ <= 1))
    throw InputError("the state of the stream is damaged; start the stream again");
  base_ = PriorTable(topics, bench_.words, 0.0);
  std::vector<double> cells(topics * bench_.words);
  std::fill(last_.totals().begin(), last_.totals().end(), 0);
  for (std::uint32_t word = 0; word < bench_.words; ++word) {
    const std::span<const double> both = kept.subspan(1 + word * 2 * topics, 2 * topics);
    std::copy_n(both.begin(), topics, cells.begin() + static_cast<std::ptrdiff_t>(word * topics));
    for (std::size_t k = 0; k < topics; ++k) {
      const double count = both[topics + k];
      if (!(count >= 0 && count <= 2147483647.0 && both[k] > 0))
        throw InputError("the state of the stream is damaged; start the stream again");
      last_.column(word)[k] = static_cast<std::int32_t>(count);
      last_.totals()[k] += static_cast<std::int32_t>(count);
    }
  }
  base_.add(cells, 1.0);
  beta_ = base_;
}

const Recipe kOnlineRecipe = {
    .name = "online",
    .summary = "O-LDA: batch by batch over a stream of documents, not private",
    .defaults =
        [] {
          return nlohmann::ordered_json{{"sweeps", 50}};
        },
    .resolve =
        [](TrainOptions& options) {
          options.beta = options.beta.value_or(0.01);
          check_lambda(options);
        },
    .plan = plan,
    .method = nullptr,
    .stream = [](const StreamBench& bench) -> std::unique_ptr<StreamMethod> {
      return std::make_unique<OnlineMethod>(bench);
    }};

}  // namespace dplda
