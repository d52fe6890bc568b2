// online: O-LDA over batches of documents as they are. Protects nobody.
#include "recipes/online.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors.h"
#include "base/steady_math.h"
#include "lda/samplers.h"
#include "recipes/denoising.h"
#include "training/prior_documents.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kOnlineRecipe;

namespace {

// Where lambda is learnt, the first batch begins with the paper's.
constexpr double kFirstLambda = 0.5;

class OnlineMethod final : public StreamMethod {
 public:
  OnlineMethod(const StreamBench& bench, const OnlineRun& run) : topics_(bench, run) {}

  void begin(const Corpus& prior, const RandomStreams& random) override {
    topics_.begin(prior, random);
  }
  void learn(const StreamBatch& batch, const RandomStreams& random) override {
    topics_.learn(*batch.documents, random);
  }
  Published publish() const override { return topics_.publish(); }
  void save(StateWriter& state) const override { topics_.save(state); }
  void restore(const StateReader& state) override { topics_.restore(state); }

 private:
  OnlineTopics topics_;
};

Plan plan_of(const PriorDocuments& prior) {
  Plan plan{.exposures = {
                {"the topic-word table of the model after every batch", "it holds exact counts"},
                {"the topics of the tokens", "they are drawn from exact counts"}}};
  for (Exposure& exposure : prior_exposures(prior)) plan.exposures.push_back(std::move(exposure));
  return plan;
}

}  // namespace

std::optional<double> lambda_of(const std::string& text) {
  if (text == "auto") return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= 0 && value <= 1))
    throw InputError(fmt::format("`lambda` must be a number from 0 to 1, or auto; not '{}'", text));
  return value;
}

OnlineTopics::OnlineTopics(const StreamBench& bench, const OnlineRun& run)
    : bench_(bench),
      run_(run),
      prior_(flat_prior(bench.run, run.beta)),
      lambda_(run.lambda.value_or(kFirstLambda)),
      base_(prior_.topics(), bench.words, prior_.beta),
      last_(prior_.topics(), bench.words) {}

void OnlineTopics::begin(const Corpus& prior, const RandomStreams& random) {
  Chain chain = started_chain(TokenSequences(prior, random, bench_.backend.pool()),
                              bench_.run.topics, random, bench_.backend);
  const auto sampler = make_sampler(run_.sampling, random, bench_.backend.pool());
  for (std::uint32_t sweep = 1; sweep <= run_.prior_sweeps; ++sweep)
    sampler->sweep(chain, prior_, sweep);
  last_ = std::move(chain.table);
  beta_ = base_;
}

// The paper: beta^l = beta^{l-1} + lambda N^{l-1}. With --forget what exceeds beta is scaled down.
PriorTable OnlineTopics::prior_with(double lambda) const {
  PriorTable table = base_;
  table.add(last_, lambda);
  if (!run_.forget) return table;
  const double learnt = table.total() - prior_.beta * static_cast<double>(table.topics()) *
                                            static_cast<double>(table.words());
  if (learnt <= *run_.forget) return table;
  const double factor = *run_.forget / learnt;
  PriorTable bounded(table.topics(), table.words(), prior_.beta * (1 - factor));
  table.scale(factor);
  bounded.add(table);
  return bounded;
}

bool OnlineTopics::redraw_lambda(const Chain& chain, PriorTable& beta, RandomStream& coins) {
  const double proposal = coins.uniform();
  const double chance = coins.uniform();
  PriorTable other = prior_with(proposal);
  const double gain = log_probability(other, chain.table) - log_probability(beta, chain.table);
  if (gain < 0 && (gain < -700 || chance >= steady_exp(gain))) return false;
  lambda_ = proposal;
  beta = std::move(other);
  return true;
}

void OnlineTopics::sample(Chain& chain, const RandomStreams& random) {
  PriorTable& beta = *beta_;
  auto sampler = make_sampler_under(beta, run_.sampling, random, bench_.backend.pool());
  RandomStream coins(random, Purpose::kLambda);
  const auto sweeps = static_cast<std::uint32_t>(bench_.run.sweeps);
  for (std::uint32_t sweep = 1; sweep <= sweeps; ++sweep) {
    sampler->sweep(chain, prior_, sweep);
    // Topics settle first: a lambda that fits random topics is none.
    if (!run_.lambda && sweep > sweeps / 2 && redraw_lambda(chain, beta, coins))
      sampler = make_sampler_under(beta, run_.sampling, random, bench_.backend.pool());
  }
}

void OnlineTopics::learn(const Corpus& batch, const RandomStreams& random) {
  learn(TokenSequences(batch, random, bench_.backend.pool()), random);
}

void OnlineTopics::learn(const WordSets& batch, const RandomStreams& random) {
  learn(tokens_of(batch), random);
}

void OnlineTopics::learn(TokenSequences tokens, const RandomStreams& random) {
  beta_ = prior_with(lambda_);
  Chain chain = started_chain(std::move(tokens), bench_.run.topics, random, bench_.backend);
  sample(chain, random);
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

// beta^l of a batch that was learnt is base.
void OnlineTopics::save(StateWriter& state) const {
  std::vector<double> base;
  std::vector<std::int32_t> last;
  for (std::uint32_t word = 0; word < base_.words(); ++word) {
    for (const double cell : base_.column(word)) base.push_back(cell);
    for (const std::int32_t count : last_.column(word)) last.push_back(count);
  }
  state.put_one("lambda", lambda_);
  state.put("base", base);
  state.put("last", last);
}

void OnlineTopics::restore(const StateReader& state) {
  const std::size_t topics = prior_.topics();
  const std::vector<double> base = state.get<double>("base", topics * bench_.words);
  const std::vector<std::int32_t> last = state.get<std::int32_t>("last", base.size());
  const auto lambda = state.get_one<double>("lambda");
  if (!(lambda >= 0 && lambda <= 1) ||
      !std::all_of(base.begin(), base.end(), [](double cell) { return cell > 0; }) ||
      !std::all_of(last.begin(), last.end(), [](std::int32_t count) { return count >= 0; }))
    state.refuse("its numbers are damaged");
  lambda_ = lambda;
  base_ = PriorTable(topics, bench_.words, 0.0);
  base_.add(base, 1.0);
  std::fill(last_.totals().begin(), last_.totals().end(), 0);
  for (std::uint32_t word = 0; word < bench_.words; ++word) {
    for (std::size_t k = 0; k < topics; ++k) {
      last_.column(word)[k] = last[word * topics + k];
      last_.totals()[k] += last[word * topics + k];
    }
  }
  beta_ = base_;
}

OptionTable BatchOptions::table() {
  return {{.name = "batch",
           .target = &batch,
           .help = "documents or reports of a batch",
           .least = 1,
           .most = 1e9},
          {.name = "lambda",
           .target = &lambda,
           .help = "weight with which a batch's counts join the prior of the next, from 0 to 1, or "
                   "auto",
           .metavar = "NUMBER|auto"},
          {.name = "forget",
           .target = &forget,
           .help = "tokens that all the past counts for at most (default: no limit)",
           .least = 0,
           .most = 1e15,
           .above_least = true},
          {.name = "idle",
           .target = &idle,
           .help = "a directory as a stream ends when nothing new came for that many seconds; "
                   "below 0: never",
           .least = -1,
           .most = 1e9,
           .affects_result = false}};
}

StreamSettings BatchOptions::stream() const {
  return {.batch = static_cast<std::uint64_t>(batch), .idle = idle};
}

OnlineRun online_run(double beta, Sampling sampling, std::int64_t prior_sweeps,
                     const BatchOptions& batches) {
  return {.beta = beta,
          .sampling = sampling,
          .prior_sweeps = static_cast<std::uint32_t>(prior_sweeps),
          .lambda = lambda_of(batches.lambda),
          .forget = batches.forget};
}

OptionValues paper_stream_settings() {
  OptionValues values = paper_settings(50);
  values.set("lambda", "0.5");
  values.set("sampler", "sequential");
  return values;
}

Option prior_sweeps_option(std::int64_t& sweeps, std::function<std::string()> idle) {
  return {.name = "prior-sweeps",
          .target = &sweeps,
          .help = "sweeps over the documents of `prior` before the stream",
          .least = 1,
          .most = 1e6,
          .idle_because = std::move(idle)};
}

OnlineOptions::OnlineOptions() {
  recipe = kOnlineRecipe.name;
  sweeps = 50;
}

const Recipe& OnlineOptions::of() const { return kOnlineRecipe; }

OptionTable OnlineOptions::own() {
  OptionTable table = {beta_option(beta, "0.01"), sampler_option(sampler), prior_option(prior),
                       prior_sweeps_option(prior_sweeps, unless([this] { return !prior.empty(); },
                                                                "there is no `prior` corpus"))};
  for (Option& option : batches.table()) table.push_back(std::move(option));
  return table;
}

void OnlineOptions::complete() {
  beta = beta.value_or(0.01);
  lambda_of(batches.lambda);
}

RunSetup OnlineOptions::setup() const {
  const PriorDocuments documents{.path = prior};
  RunSetup setup{
      .plan = plan_of(documents), .beta = *beta, .prior = documents, .stream = batches.stream()};
  const OnlineRun run = online_run(*beta, sampler, prior_sweeps, batches);
  setup.on_stream = [run](const StreamBench& bench) -> std::unique_ptr<StreamMethod> {
    return std::make_unique<OnlineMethod>(bench, run);
  };
  return setup;
}

const Recipe kOnlineRecipe = {
    .name = "online",
    .summary = "O-LDA: batch by batch over a stream of documents, not private",
    .options = [] { return TrainOptions(OnlineOptions()); },
    .paper = [] { return paper_stream_settings(); },
    .stream = true};

}  // namespace dplda
