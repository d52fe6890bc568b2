// moments: topics from one release of pairs of words, sharpened by a few tables. Protects whole
// documents; every document's part of each release has a bounded length, and what becomes of the
// releases costs nothing (docs/internals/algorithms.md, "Moments"; docs/privacy/proofs.md, Theorem
// D).
#include "recipes/moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/errors.h"
#include "lda/moment_fit.h"
#include "lda/public_metric.h"
#include "lda/public_words.h"
#include "privacy/bounded_pairs.h"
#include "privacy/bounded_part.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/kept_words.h"
#include "privacy/pair_metric.h"
#include "recipes/exponential_mixture.h"
#include "recipes/released_tables.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kMomentsRecipe;

namespace {

// The lengths of a document's part in a table or the totals, and in the pairs at most.
constexpr std::uint32_t kTableBound = 1000;
constexpr BoundedPart kTablePart(kTableBound);
constexpr std::uint32_t kMostPairBound = 1 << 17;
constexpr const char* kWordRelease = "word totals with noise";
constexpr const char* kPairRelease = "pairs of words with noise";
// What each gets of the whole rho.
constexpr double kTotalsShare = 0.10;
constexpr double kPairsShare = 0.37;
constexpr double kTablesShare = 1 - kTotalsShare - kPairsShare;
// Noise can be drawn up to this deviation.
constexpr double kMostDeviation = 0x1p20;
// Public directions that words go together in.
constexpr std::size_t kDirections = 80;
// Pairs that noise is drawn for at once.
constexpr std::size_t kPairColumns = 256;
// A cell of a table is a mixture of exponentials whose means are these multiples of what the pairs
// say, which is at least a part of what independence of word and topic gives.
constexpr std::array kRatios = {0.1, 0.4, 0.8, 1.25, 2.5, 6.0};
constexpr double kLeastExpected = 0.05;
constexpr double kLeastShare = 0.05;
constexpr double kLeastCell = 0.02;
// What the model is published with: more even than what tables are made with.
constexpr double kPublishedAlpha = 0.2;

// A run with nothing left open.
struct MomentsRun {
  Rational totals_variance = {1, 1};
  Rational pair_variance = {1, 1};
  Rational table_variance = {1, 1};
  std::uint32_t pair_bound = 1;
  std::uint32_t shortest = 1;
  std::int64_t inner_sweeps = 1;
  bool in_metric = false;  // of public text
};

// The whole rho of a run whose tables have that noise.
double whole_rho(double sigma, std::int64_t tables) {
  return static_cast<double>(tables) * kTableBound * kTableBound / (2 * sigma * sigma) /
         kTablesShare;
}

// Public text weighs documents by its own measure, whatever their length.
std::uint32_t shortest_of(const MomentsOptions& options) {
  return options.public_text.empty() ? static_cast<std::uint32_t>(options.shortest) : 1;
}

BoundedPairs plain_part(const MomentsOptions& options, std::uint32_t bound) {
  return {bound, shortest_of(options)};
}

// What a document moves in the totals and in the pairs.
MovedSquares moved_in_words(const MomentsOptions& options) {
  return plain_part(options, kTableBound).moved_in_words(PairMetric::kMostWords);
}
MovedSquares moved_in_pairs(const MomentsOptions& options, std::uint32_t bound) {
  if (!options.public_text.empty()) return PairMetric::moved(bound);
  return plain_part(options, bound).moved_in_pairs(PairMetric::kMostWords);
}

MomentsRun run_of(const MomentsOptions& options, double sigma) {
  const double rho = whole_rho(sigma, options.sweeps);
  MomentsRun run{.shortest = shortest_of(options),
                 .inner_sweeps = options.inner_sweeps,
                 .in_metric = !options.public_text.empty()};
  run.table_variance = rational_at_least(sigma * sigma);
  run.totals_variance = rational_at_least(kTablePart.squares() / (2 * rho * kTotalsShare));
  const auto deviation = [&](std::uint32_t bound) {
    return std::sqrt(static_cast<double>(moved_in_pairs(options, bound).added) /
                     (2 * rho * kPairsShare));
  };
  run.pair_bound = kMostPairBound;
  while (run.pair_bound > 1 && deviation(run.pair_bound) > kMostDeviation) run.pair_bound /= 2;
  const double least = deviation(run.pair_bound);
  run.pair_variance = rational_at_least(least * least);
  return run;
}

Plan plan_of(const MomentsOptions& options, double sigma) {
  const MomentsRun run = run_of(options, sigma);
  Plan plan{.unit = Unit::kDocument, .view = View::kCounts};
  const auto charge = [&](const char* release, Mechanism mechanism) {
    return Charge{.release = release,
                  .mechanism = std::move(mechanism),
                  .unit = plan.unit,
                  .view = plan.view};
  };
  plan.at_start = {
      charge(kWordRelease,
             bounded_gaussian_mechanism(run.totals_variance, moved_in_words(options))),
      charge(kPairRelease, bounded_gaussian_mechanism(run.pair_variance,
                                                      moved_in_pairs(options, run.pair_bound)))};
  plan.each_sweep = {
      charge(kTableRelease, discrete_gaussian_mechanism(run.table_variance, kTablePart.squares()))};
  return plan;
}

double sigma_for_target(const MomentsOptions& options) {
  const double target = *options.target_epsilon;
  const double rho = rho_for(target, options.delta);
  double sigma = std::sqrt(static_cast<double>(options.sweeps) * kTableBound * kTableBound /
                           (2 * rho * kTablesShare));
  if (!(sigma > 1 && sigma < 0x1p19)) {
    throw InputError(fmt::format(
        "`target-epsilon {:g}` (unit: document, view: counts) asks for noise of standard deviation "
        "{:.3g}, which is {}",
        target, sigma,
        sigma < 1 ? "none; choose a smaller target"
                  : "more than any count survives; choose a larger target or fewer `sweeps`"));
  }
  const auto epsilon_of = [&](double noise) {
    return epsilon_at(plan_of(options, noise).total(static_cast<std::uint32_t>(options.sweeps)),
                      options.delta);
  };
  // What is charged is rounded up: a little more noise makes room for it.
  while (epsilon_of(sigma) > target) sigma *= 1 + 1e-8;
  return sigma;
}

class MomentsMethod final : public Method {
 public:
  MomentsMethod(const Workbench& bench, const MomentsRun& run, TokenSequences tokens)
      : bench_(bench),
        run_(run),
        tokens_(std::move(tokens)),
        words_(tokens_.vocabulary()),
        prior_{.alpha = {}, .beta = 0.01},
        table_noise_(run.table_variance) {
    if (words_ > PairMetric::kMostWords) refuse_words();
    if (!run.in_metric) {
      metric_ = plain_metric(words_);
      return;
    }
    if (bench_.public_text == nullptr)
      throw InputError("`public-text` is for training alone; leave it out here");
    ThreadPool& pool = bench_.backend.pool();
    PublicMetric metric = public_metric(public_words(*bench_.public_text, kDirections, pool), pool);
    metric_ = std::move(metric.metric);
    pair_metric_.emplace(words_, std::move(metric.whole), run.pair_bound, pool);
  }

  void sweep(std::uint32_t round) override {
    if (round == 1) {
      release_totals();
      release_pairs();
      fit();
    }
    release_table(round);
  }

  // Made of the releases so far; nothing more is released.
  Published publish(std::uint32_t) override {
    Published published{std::vector<float>(phi_.cells().begin(), phi_.cells().end()), {}};
    const std::vector<double> shares = topic_totals();
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (const double share : shares)
      published.prevalence.push_back(static_cast<float>(share / sum));
    return published;
  }

  std::uint64_t visited() const override { return tokens_.tokens(); }
  const TokenSequences* documents() const override { return &tokens_; }
  const Prior& prior() const override { return prior_; }

  const TopicTable* released() const override { return released_ ? &*released_ : nullptr; }

  void save(StateWriter& state) const override {
    state.put("totals", totals_);
    state.put("pairs", pairs_);
    state.put_one("tables", tables_);
    state.put("mean", mean_);
  }
  void restore(const StateReader& state) override {
    totals_ = state.get<std::int64_t>("totals", words_);
    pairs_ = state.get<std::int64_t>(
        "pairs", std::size_t{words_} * (pair_metric_ ? words_ + 1 : words_ - 1) / 2);
    fit();
    tables_ = state.get_one<std::int64_t>("tables");
    mean_ = state.get<double>("mean", std::size_t{words_} * topics());
    learn();
  }

 private:
  [[noreturn]] void refuse_words() const {
    throw InputError(
        fmt::format("`public-text` decides on at most {} words, and there are {}: "
                    "prepare the corpus with a smaller `max-words`",
                    PairMetric::kMostWords, words_));
  }

  std::size_t topics() const { return start_.rows(); }

  // Counts plus fresh noise. `number`: of the noise, which no other release has; `charged_as`: of
  // the release; REQUIRES that it was charged. `columns`: cells that the noise is drawn for at
  // once.
  void add_noise(std::vector<std::int64_t>& cells, std::size_t columns,
                 const DiscreteGaussian& noise, const char* name, std::uint32_t number,
                 std::uint32_t charged_as) const {
    const std::size_t size = cells.size();
    const std::vector<std::int64_t> exact =
        bench_.witness != nullptr ? cells : std::vector<std::int64_t>();
    cells.resize((size + columns - 1) / columns * columns);
    bench_.backend.release(cells, columns, noise, number, bench_.random);
    cells.resize(size);
    if (bench_.witness == nullptr) return;
    bench_.witness->on_release({.name = name,
                                .number = charged_as,
                                .columns = size / words_ * words_ == size ? size / words_ : 1,
                                .cells = cells,
                                .counts = TrueCounts(exact)});
  }

  void release_totals() {
    const WordLists lists(tokens_);
    const BoundedPairs part(kTableBound, run_.shortest);
    std::vector<std::int64_t> weights(lists.documents());
    for (std::size_t m = 0; m < weights.size(); ++m)
      weights[m] = static_cast<std::int64_t>(part.of_word(lists.document(m).size()));
    totals_ = bench_.backend.word_sums(lists, weights);
    add_noise(totals_, 1, DiscreteGaussian(run_.totals_variance), kWordRelease, 0, 1);
  }

  // Of all parts together: their sums must fit (privacy/pair_metric.h).
  void check_documents(std::uint64_t here) const {
    std::array<std::int64_t, 1> all = {static_cast<std::int64_t>(here)};
    bench_.backend.parts().sum(all);
    if (static_cast<std::uint64_t>(all[0]) <= PairMetric::kMostDocuments) return;
    throw InputError(fmt::format("`public-text` can decide on at most {} documents; leave it out",
                                 PairMetric::kMostDocuments));
  }

  std::vector<std::int64_t> pair_weights(const WordLists& lists) const {
    if (pair_metric_) check_documents(lists.documents());
    const BoundedPairs plain(run_.pair_bound, run_.shortest);
    std::vector<std::int64_t> weights(lists.documents());
    bench_.backend.pool().for_each(weights.size(), [&](std::size_t m, int) {
      const auto words = lists.document(m);
      weights[m] = pair_metric_ ? pair_metric_->of_document(words)
                                : static_cast<std::int64_t>(plain.of_pair(words.size()));
    });
    return weights;
  }

  // In a metric a triangle from the diagonal on, otherwise from beside it.
  std::size_t first_column(std::size_t row) const { return pair_metric_ ? row : row + 1; }

  void release_pairs() {
    const WordLists lists(tokens_);
    const std::vector<std::int64_t> sums = bench_.backend.pair_sums(lists, pair_weights(lists));
    if (pair_metric_) {
      pairs_ = pair_metric_->triangle(sums, bench_.backend.pool());
    } else {
      pairs_.clear();
      for (std::size_t i = 0; i < words_; ++i)
        for (std::size_t j = first_column(i); j < words_; ++j)
          pairs_.push_back(sums[i * words_ + j]);
    }
    add_noise(pairs_, kPairColumns, DiscreteGaussian(run_.pair_variance), kPairRelease,
              static_cast<std::uint32_t>(bench_.run.sweeps) + 1, 1);
  }

  NoisyMoments moments() const {
    const double bound = run_.pair_bound;
    NoisyMoments result{Matrix(words_, words_), std::sqrt(run_.pair_variance.value()) / bound,
                        std::vector<double>(words_),
                        run_.totals_variance.value() / (double{kTableBound} * kTableBound)};
    std::size_t next = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      result.totals[i] = static_cast<double>(totals_[i]) / kTableBound;
      for (std::size_t j = first_column(i); j < words_; ++j) {
        const double scale = i == j ? PairMetric::kDiagonalDivisor : 1;
        result.pairs(i, j) = result.pairs(j, i) =
            static_cast<double>(pairs_[next++]) / bound * scale;
      }
    }
    return result;
  }

  void fit() {
    std::optional<std::size_t> wanted;
    if (bench_.run.topics > 0) wanted = static_cast<std::size_t>(bench_.run.topics);
    MomentFit found = fit_moments(moments(), metric_, wanted, bench_.backend.pool());
    frequencies_ = std::move(found.frequencies);
    start_ = std::move(found.phi);
    phi_ = start_;
    prior_.alpha.assign(topics(), kPublishedAlpha);
    mean_.assign(std::size_t{words_} * topics(), 0.0);
    tables_ = 0;
  }

  void release_table(std::uint32_t round) {
    SoftWeights weights(topics(), words_);
    for (std::uint32_t word = 0; word < words_; ++word)
      for (std::size_t k = 0; k < topics(); ++k)
        weights.column(word)[k] = static_cast<float>(phi_(k, word));
    std::vector<Topic> likely(tokens_.tokens());
    std::vector<std::int64_t> table = bench_.backend.soft_counts(
        tokens_, weights,
        {.part = kTablePart, .alpha = bench_.run.alpha, .inner = run_.inner_sweeps}, likely);
    add_noise(table, topics(), table_noise_, kTableRelease, round, round);
    released_.emplace(topics(), words_);
    show(table, *released_);
    ++tables_;
    for (std::size_t i = 0; i < mean_.size(); ++i)
      mean_[i] += (static_cast<double>(table[i]) - mean_[i]) / static_cast<double>(tables_);
    learn();
  }

  // What each topic has in the mean of the tables, not below a part of an even share.
  std::vector<double> topic_totals() const {
    std::vector<double> totals(topics());
    for (std::size_t i = 0; i < mean_.size(); ++i) totals[i % topics()] += mean_[i];
    const double sum = std::accumulate(totals.begin(), totals.end(), 0.0);
    const double least =
        std::max(kLeastShare * sum / static_cast<double>(topics()), 1e-6 * kTableBound);
    for (double& total : totals) total = std::max(total, least);
    return totals;
  }

  // Topics as the tables have them, around what the pairs say.
  void learn() {
    const std::vector<double> totals = topic_totals();
    std::vector<double> expected(mean_.size());
    for (std::size_t word = 0; word < words_; ++word)
      for (std::size_t k = 0; k < topics(); ++k)
        expected[word * topics() + k] =
            totals[k] * std::max(start_(k, word), kLeastExpected * frequencies_[word]);
    const double variance = table_noise_.variance().value() / static_cast<double>(tables_);
    const std::vector<double> means =
        posterior_means(mean_, variance, expected, kRatios, words_, bench_.backend.pool());
    for (std::size_t k = 0; k < topics(); ++k) {
      double sum = 0;
      for (std::size_t word = 0; word < words_; ++word)
        sum += phi_(k, word) =
            std::max(means[word * topics() + k], kLeastCell * frequencies_[word] * totals[k]);
      for (double& cell : phi_.row(k)) cell /= sum;
    }
  }

  const Workbench bench_;
  const MomentsRun run_;
  TokenSequences tokens_;
  std::uint32_t words_;
  Prior prior_;
  MomentMetric metric_;
  std::optional<PairMetric> pair_metric_;
  DiscreteGaussian table_noise_;
  // As released:
  std::vector<std::int64_t> totals_;
  std::vector<std::int64_t> pairs_;  // a triangle, row by row
  std::vector<double> mean_;         // of the tables, word by word
  std::int64_t tables_ = 0;
  std::optional<TopicTable> released_;  // the last of them
  // Made of them:
  std::vector<double> frequencies_;
  Matrix start_;  // topics by the pairs
  Matrix phi_;    // by all
};

}  // namespace

MomentsOptions::MomentsOptions() {
  recipe = kMomentsRecipe.name;
  topics = 0;
  sweeps = 4;
  every = 1;
}

const Recipe& MomentsOptions::of() const { return kMomentsRecipe; }

OptionTable MomentsOptions::own() {
  return {target_epsilon_option(target_epsilon, "unit: document, view: counts"),
          delta_option(*this),
          {.name = "sigma",
           .target = &sigma,
           .help = "standard deviation of the noise of each cell of a table, to which a document "
                   "adds a length of 1000; the noise of the other releases follows from it",
           .least = 1,
           .most = 524288},
          {.name = "public-text",
           .target = &public_text,
           .help = "documents that nobody needs to protect, of the same language: they decide what "
                   "the releases tell most about",
           .metavar = "FILE",
           .nameless = true},
          {.name = "shortest",
           .target = &shortest,
           .help = "documents of fewer words than this count for less",
           .least = 1,
           .most = 10000,
           .idle_because = unless([this] { return public_text.empty(); },
                                  "`public-text` weighs documents by its own measure")},
          {.name = "inner-sweeps",
           .target = &inner_sweeps,
           .help = "sweeps of a document's topics for a table, at no cost",
           .least = 1,
           .most = 1e6}};
}

void MomentsOptions::complete() {
  if (sweeps < 1)
    throw InputError("recipe moments needs at least one of `sweeps`: each is a table");
  if (target_epsilon && sigma)
    throw InputError("give `target-epsilon` or `sigma`, not both: either decides the other");
  if (target_epsilon) {
    sigma = sigma_for_target(*this);
  } else if (!sigma) {
    throw InputError(
        "recipe moments must know how private the run shall be: give `target-epsilon` (the total, "
        "with `delta`) or `sigma` (the noise of each cell)");
  }
  target_epsilon.reset();  // what it asked for stands in sigma now
}

RunSetup MomentsOptions::setup() const {
  RunSetup setup{.plan = plan_of(*this, *sigma),
                 .states_total = true,
                 .kept = KeptWords(1000000000),
                 .unchecked = "the number of topics is what stands out from the noise"};
  setup.public_text = {public_text};
  setup.on_tokens = [run = run_of(*this, *sigma)](const Workbench& bench, TokenSequences tokens) {
    return std::make_unique<MomentsMethod>(bench, run, std::move(tokens));
  };
  return setup;
}

const Recipe kMomentsRecipe = {
    .name = "moments",
    .summary = "topics from pairs of words: protects whole documents, finds their number itself",
    .options = [] { return TrainOptions(MomentsOptions()); },
    .paper =
        [] {
          OptionValues values = paper_settings(4);
          values.erase("beta");
          return values;
        }};

}  // namespace dplda
