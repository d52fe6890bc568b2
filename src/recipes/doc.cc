// doc: document-level LDA. Every round each document works out the shares of the topics in its
// words from what was released so far and adds them, in whole numbers of bounded length, to a table
// that is released with Gaussian noise. Protects whole documents; topics stay hidden
// (docs/internals/algorithms.md, "Document-level LDA"; docs/privacy/proofs.md, Theorem B).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/errors.h"
#include "base/steady_math.h"
#include "lda/soft_counts.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/modes.h"
#include "recipes/noisiest_length.h"
#include "recipes/registry.h"
#include "recipes/release_filter.h"
#include "recipes/released_tables.h"
#include "recipes/sampled_doc.h"
#include "recipes/soft_method.h"
#include "recipes/training.h"

namespace dplda {
namespace {

// The length B of a document's contribution: fine enough that rounding down loses little.
constexpr std::uint32_t kBound = 1000;
// More drawn words than this in a document would drown every count in noise.
constexpr std::int64_t kMostWords = 1000000;
constexpr const char* kTotalsRelease = "word totals with noise";
// What the word totals get of the whole rho.
constexpr double kTotalsShare = 0.05;
// Smoothing of a cell, relative to B.
constexpr double kSmoothing = 0.0014;
// How unlike the topics are at first: words times an exponential variable to this power.
constexpr double kUnlike = 0.3;

bool soft(const TrainOptions& options) { return !draws_contributions(options); }

std::uint64_t squared_length(const TrainOptions& options) {
  return soft(options) ? std::uint64_t{kBound} * kBound : static_cast<std::uint64_t>(options.cap);
}

std::uint64_t tables_of(const TrainOptions& options) {
  return static_cast<std::uint64_t>(options.sweeps) + (soft(options) ? 0 : 1);
}

Rational variance_of(const TrainOptions& options) {
  return rational_at_least(*options.sigma * *options.sigma);
}

// Such that the totals cost kTotalsShare of the whole.
Rational totals_variance_of(const TrainOptions& options) {
  const double tables = std::max(1.0, static_cast<double>(options.sweeps));
  return rational_at_least(*options.sigma * *options.sigma * (1 - kTotalsShare) / kTotalsShare /
                           tables);
}

Plan plan(const TrainOptions& options) {
  Plan plan{.unit = Unit::kDocument, .view = View::kCounts};
  if (options.noise != "discrete") {
    plan.exposures = {
        {"the topic-word tables", options.noise == "none"
                                      ? "--noise none releases exact counts"
                                      : "recipe doc has no continuous noise; nothing is added"}};
    return plan;
  }
  const auto charge = [&](const char* release, const Rational& variance) {
    return Charge{.release = release,
                  .mechanism = discrete_gaussian_mechanism(variance, squared_length(options)),
                  .unit = plan.unit,
                  .view = plan.view};
  };
  plan.each_sweep = {charge(kTableRelease, variance_of(options))};
  if (soft(options)) {
    plan.at_start = {charge(kTotalsRelease, totals_variance_of(options))};
  } else {
    plan.at_end = plan.each_sweep;
  }
  return plan;
}

// The noise that makes a run cost the target: rho is in proportion to 1 / sigma^2.
void meet_target(TrainOptions& options) {
  const double rho = rho_for(*options.target_epsilon, options.delta);
  const double tables =
      static_cast<double>(tables_of(options)) / (soft(options) ? 1 - kTotalsShare : 1);
  double sigma = std::sqrt(tables * static_cast<double>(squared_length(options)) / (2 * rho));
  if (!(sigma > 0x1p-4 && sigma < 0x1p19)) {
    throw InputError(fmt::format(
        "--target-epsilon {:g} (unit: document, view: counts) asks for noise of standard deviation "
        "{:.3g}, which is {}",
        *options.target_epsilon, sigma,
        sigma < 1 ? "none; choose a smaller target"
                  : "more than any count survives; choose a "
                    "larger target or fewer --sweeps"));
  }
  // What is charged is rounded up: a little more noise makes room for it.
  const auto within = [&] {
    options.sigma = sigma;
    const PrivacyLoss loss = plan(options).total(static_cast<std::uint32_t>(options.sweeps));
    return epsilon_at(loss, options.delta) <= *options.target_epsilon;
  };
  while (!within()) sigma *= 1 + 1e-8;
}

void resolve(TrainOptions& options) {
  options.beta = options.beta.value_or(0.01);
  if (soft(options) && options.sweeps < 1)
    throw InputError("recipe doc needs at least one of --sweeps: each is a release");
  if (!soft(options) && options.cap > kMostWords)
    throw InputError("--contribution drawn needs a --cap on the words of a document, such as 60");
  if (options.noise == "laplace")
    throw InputError("recipe doc has discrete noise only: its proof needs it; leave out --noise");
  if (options.noise == "none" && options.target_epsilon)
    throw InputError("without noise no --target-epsilon can be met; leave one of the two out");
  if (options.noise == "none") {
    options.sigma = 1;  // of no noise; what bounds the totals from below
    return;
  }
  if (options.target_epsilon && options.sigma)
    throw InputError("give --target-epsilon or --sigma, not both: either decides the other");
  if (options.target_epsilon) meet_target(options);
  if (options.sigma) return;
  throw InputError(
      "recipe doc must know how private the run shall be: give --target-epsilon (the total, with "
      "--delta) or --sigma (the noise of each cell)");
}

// How far the estimate is believed when shares are worked out from it: less where it is noisier, by
// the run's own total, which is public.
double temper_of(const TrainOptions& options) {
  const Plan whole = plan(options);
  if (!whole.charges()) return 1;
  const double epsilon =
      epsilon_at(whole.total(static_cast<std::uint32_t>(options.sweeps)), options.delta);
  const double temper =
      std::clamp(0.85 + 0.08 * steady_log(std::clamp(epsilon, 1e-3, 1e3)), 0.7, 1.0);
  return std::round(1000 * temper) / 1000;  // epsilon's last digits are the C library's
}

class DocMethod final : public SoftMethod {
 public:
  DocMethod(const Workbench& bench, const TokenSequences& documents)
      : bench_(bench),
        words_(documents.vocabulary()),
        topics_(static_cast<std::size_t>(bench.options.topics)),
        weights_(topics_, words_),
        released_(topics_, words_),
        temper_(temper_of(bench.options)) {
    if (bench.options.noise != "discrete") return;
    noise_.emplace(variance_of(bench.options));
    totals_noise_.emplace(totals_variance_of(bench.options));
  }

  void sweep(Chain& chain, const Prior& prior, std::uint32_t round) override {
    if (round == 1) {
      release_totals(chain.tokens);
      spread_topics();
    } else {
      weigh();
    }
    const std::vector<std::int64_t> table = with_noise(
        bounded_soft_counts(chain.tokens, weights_, prior.alpha[0], bench_.options.inner_sweeps,
                            kBound, bench_.pool, chain.topics),
        topics_, noise_, round);
    filter_->add(std::vector<double>(table.begin(), table.end()));
    show(table);
    chain.table.recount(chain.tokens, chain.topics, bench_.pool);  // what observers look at
  }

  // Made of the releases so far; nothing more is released.
  Published publish(const Chain&, const Prior&, std::uint32_t) override {
    std::vector<double> expected;
    return published_from(filter_->estimate(expected, bench_.pool), topics_, words_,
                          kSmoothing * kBound);
  }

  const TopicTable* released() const override { return &released_; }
  const SoftWeights& weights() const override { return weights_; }

  // The totals are B sqrt n for a document of n words, whatever words it has.
  TopiclessDocuments without_topics(const TokenSequences&) const override {
    TopiclessDocuments documents{
        .frequencies = nearest_frequencies(totals_), .lengths = {}, .distinct = true};
    const double sum = std::accumulate(totals_.begin(), totals_.end(), 0.0);
    const std::uint64_t length = noisiest_length(bench_.options);
    if (sum > 0) {
      documents.lengths =
          equal_lengths(sum / kBound * std::sqrt(static_cast<double>(length)), length);
      documents.other_lengths =
          uneven_lengths(bench_.options, sum / kBound,
                         [](std::uint64_t words) { return std::sqrt(static_cast<double>(words)); });
    }
    return documents;
  }

  // The variance, the totals and the average, as bits.
  std::span<const std::int64_t> kept() const override {
    kept_.clear();
    if (!filter_) return kept_;
    const auto note = [&](double value) { kept_.push_back(std::bit_cast<std::int64_t>(value)); };
    note(filter_->average_variance());
    for (const double total : totals_) note(total);
    for (const double cell : filter_->average()) note(cell);
    return kept_;
  }
  void keep(std::span<const std::int64_t> kept) override {
    if (kept.size() != 1 + words_ + words_ * topics_)
      throw InputError("the checkpoint does not hold what recipe doc needs; start the run again");
    std::vector<double> values;
    values.reserve(kept.size());
    for (const std::int64_t bits : kept) values.push_back(std::bit_cast<double>(bits));
    const auto totals = values.begin() + 1;
    const auto average = totals + static_cast<std::ptrdiff_t>(words_);
    start_filter({totals, average});
    filter_->restore({average, values.end()}, values[0]);
  }

 private:
  double noise_variance() const {
    return bench_.options.noise == "discrete" ? variance_of(bench_.options).value() : 1.0;
  }

  // Whole counts plus fresh noise, release `number`; REQUIRES that it was charged.
  std::vector<std::int64_t> with_noise(std::vector<std::int64_t> counts, std::size_t columns,
                                       const std::optional<DiscreteGaussian>& noise,
                                       std::uint32_t number) const {
    if (!noise) return counts;
    const std::vector<std::int64_t> exact =
        bench_.witness != nullptr ? counts : std::vector<std::int64_t>();
    for_words(words_, bench_.pool, [&](std::uint32_t word) {
      std::vector<std::int32_t> row(columns);
      noise->draw(row, bench_.streams,
                  {.purpose = Purpose::kNoise, .sweep = number, .document = word});
      for (std::size_t k = 0; k < columns; ++k) counts[word * columns + k] += row[k];
    });
    if (bench_.witness != nullptr) {
      bench_.witness->on_release({.name = number == 0 ? kTotalsRelease : kTableRelease,
                                  .number = std::max(number, 1U),
                                  .columns = columns,
                                  .cells = counts,
                                  .counts = TrueCounts(exact)});
    }
    return counts;
  }

  // What everybody may see, for those who look on; cut to 32 bits.
  void show(const std::vector<std::int64_t>& table) {
    for (std::uint32_t word = 0; word < words_; ++word) {
      for (std::size_t k = 0; k < topics_; ++k) {
        released_.column(word)[k] = static_cast<std::int32_t>(
            std::clamp<std::int64_t>(table[word * topics_ + k], INT32_MIN, INT32_MAX));
      }
    }
  }

  // Number 0: the totals have a release number of their own.
  void release_totals(const TokenSequences& documents) {
    const std::vector<std::int64_t> released =
        with_noise(bounded_word_totals(documents, kBound), 1, totals_noise_, 0);
    start_filter({released.begin(), released.end()});
  }

  void start_filter(std::vector<double> totals) {
    totals_ = std::move(totals);
    const double least = std::sqrt(totals_variance_of(bench_.options).value());
    likely_totals_ = totals_;
    for (double& total : likely_totals_) total = std::max(total, least);
    filter_.emplace(topics_, likely_totals_, noise_variance());
  }

  // F in proportion to the totals, each cell times a random factor: coins that see no data.
  void spread_topics() {
    std::vector<double> cells(words_ * topics_);
    for (std::uint32_t word = 0; word < words_; ++word) {
      Stream coins(bench_.streams, Purpose::kInitialTopic, 1, word);
      for (std::size_t k = 0; k < topics_; ++k) {
        const double exponential = -steady_log(1 - coins.uniform() * 0.999999);
        cells[word * topics_ + k] =
            likely_totals_[word] * steady_exp(kUnlike * steady_log(std::max(exponential, 1e-12)));
      }
    }
    set_weights(cells);
  }

  // F from the estimate, tempered towards independence.
  void weigh() {
    std::vector<double> expected;
    std::vector<double> cells = filter_->estimate(expected, bench_.pool);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] += kSmoothing * kBound;
      if (temper_ < 1) cells[i] *= steady_exp((temper_ - 1) * steady_log(cells[i] / expected[i]));
    }
    set_weights(cells);
  }

  void set_weights(const std::vector<double>& cells) {
    std::vector<double> totals(topics_);
    for (std::size_t i = 0; i < cells.size(); ++i) totals[i % topics_] += cells[i];
    for (std::uint32_t word = 0; word < words_; ++word) {
      const std::span<float> column = weights_.column(word);
      for (std::size_t k = 0; k < topics_; ++k)
        column[k] = static_cast<float>(cells[word * topics_ + k] / totals[k]);
    }
  }

  const Workbench bench_;
  std::uint32_t words_;
  std::size_t topics_;
  SoftWeights weights_;
  TopicTable released_;
  double temper_;
  std::optional<DiscreteGaussian> noise_;
  std::optional<DiscreteGaussian> totals_noise_;
  std::vector<double> totals_;         // as released
  std::vector<double> likely_totals_;  // at least one standard deviation of their noise
  std::optional<ReleaseFilter> filter_;
  mutable std::vector<std::int64_t> kept_;
};

std::unique_ptr<Method> method(const Workbench& bench, const TokenSequences& documents) {
  if (!soft(bench.options)) return sampled_doc_method(bench, documents);
  return std::make_unique<DocMethod>(bench, documents);
}

nlohmann::ordered_json defaults() {
  return {{"topics", 30}, {"sweeps", 25}, {"average", 3}, {"every", 5}};
}

}  // namespace

const Recipe kDocRecipe = {
    .name = "doc",
    .summary = "document-level LDA: protects whole documents, topics stay hidden",
    .defaults = defaults,
    .resolve = resolve,
    .plan = plan,
    .method = method,
    .distinct = true};

}  // namespace dplda
