// doc: document-level LDA. Every round each document works out the shares of the topics in its
// words from what was released so far and adds them, in whole numbers of bounded length, to a table
// that is released with Gaussian noise. Protects whole documents; topics stay hidden
// (docs/internals/algorithms.md, "Document-level LDA"; docs/privacy/proofs.md, Theorem B).
#include "recipes/doc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/errors.h"
#include "base/steady_math.h"
#include "privacy/bounded_part.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/kept_words.h"
#include "recipes/noisiest_length.h"
#include "recipes/release_filter.h"
#include "recipes/released_tables.h"
#include "recipes/sampled_doc.h"
#include "recipes/soft_method.h"
#include "training/recipe.h"
#include "training/soft_counts.h"

namespace dplda {

extern const Recipe kDocRecipe;

namespace {

// The length B of a document's contribution: fine enough that rounding down loses little.
constexpr std::uint32_t kBound = 1000;
constexpr BoundedPart kPart(kBound);
// More drawn words than this in a document would drown every count in noise.
constexpr std::int64_t kMostWords = 1000000;
constexpr const char* kTotalsRelease = "word totals with noise";
// What the word totals get of the whole rho.
constexpr double kTotalsShare = 0.05;
// Smoothing of a cell, relative to B.
constexpr double kSmoothing = 0.0014;
// How unlike the topics are at first: words times an exponential variable to this power.
constexpr double kUnlike = 0.3;

std::uint64_t cap_of(const DocOptions& options) { return static_cast<std::uint64_t>(options.cap); }

// What the squares of a document's part sum to at most.
std::uint64_t squared_length(const DocOptions& options) {
  return options.soft() ? kPart.squares() : KeptWords(cap_of(options)).most();
}

std::uint64_t tables_of(const DocOptions& options) {
  return static_cast<std::uint64_t>(options.sweeps) + (options.soft() ? 0 : 1);
}

Rational variance_of(double sigma) { return rational_at_least(sigma * sigma); }

// Such that the totals cost kTotalsShare of the whole.
Rational totals_variance_of(double sigma, std::int64_t sweeps) {
  const double tables = std::max(1.0, static_cast<double>(sweeps));
  return rational_at_least(sigma * sigma * (1 - kTotalsShare) / kTotalsShare / tables);
}

// Of noise of that standard deviation.
Plan plan_of(const DocOptions& options, double sigma) {
  Plan plan{.unit = Unit::kDocument, .view = View::kCounts};
  if (options.noise == Noise::kNone) {
    plan.exposures = {{"the topic-word tables", "exact counts are released, without noise"}};
    return plan;
  }
  const auto charge = [&](const char* release, const Rational& variance) {
    return Charge{.release = release,
                  .mechanism = discrete_gaussian_mechanism(variance, squared_length(options)),
                  .unit = plan.unit,
                  .view = plan.view};
  };
  plan.each_sweep = {charge(kTableRelease, variance_of(sigma))};
  if (options.soft()) {
    plan.at_start = {charge(kTotalsRelease, totals_variance_of(sigma, options.sweeps))};
  } else {
    plan.at_end = plan.each_sweep;
  }
  return plan;
}

double epsilon_of(const DocOptions& options, double sigma) {
  const Plan plan = plan_of(options, sigma);
  return epsilon_at(plan.total(static_cast<std::uint32_t>(options.sweeps)), options.delta);
}

// The noise that makes a run cost the target: rho is in proportion to 1 / sigma^2.
double sigma_for_target(const DocOptions& options) {
  const double target = *options.target_epsilon;
  const double rho = rho_for(target, options.delta);
  const double tables =
      static_cast<double>(tables_of(options)) / (options.soft() ? 1 - kTotalsShare : 1);
  double sigma = std::sqrt(tables * static_cast<double>(squared_length(options)) / (2 * rho));
  if (!(sigma > 0x1p-4 && sigma < 0x1p19)) {
    throw InputError(fmt::format(
        "`target-epsilon {:g}` (unit: document, view: counts) asks for noise of standard deviation "
        "{:.3g}, which is {}",
        target, sigma,
        sigma < 1 ? "none; choose a smaller target"
                  : "more than any count survives; choose a "
                    "larger target or fewer `sweeps`"));
  }
  // What is charged is rounded up: a little more noise makes room for it.
  while (epsilon_of(options, sigma) > target) sigma *= 1 + 1e-8;
  return sigma;
}

// How far the estimate is believed when shares are worked out from it: less where it is noisier, by
// the run's own total, which is public.
double temper_of(const DocOptions& options) {
  if (options.noise == Noise::kNone) return 1;
  const double epsilon = epsilon_of(options, *options.sigma);
  const double temper =
      std::clamp(0.85 + 0.08 * steady_log(std::clamp(epsilon, 1e-3, 1e3)), 0.7, 1.0);
  return std::round(1000 * temper) / 1000;  // epsilon's last digits are the C library's
}

class DocMethod final : public SoftMethod {
 public:
  DocMethod(const Workbench& bench, const DocRun& run, Chain chain)
      : SoftMethod(std::move(chain), flat_prior(bench.run, run.beta)),
        bench_(bench),
        run_(run),
        words_(chain_.tokens.vocabulary()),
        topics_(prior_.topics()),
        weights_(topics_, words_),
        released_(topics_, words_) {
    if (!run.noisy) return;
    noise_.emplace(run.variance);
    totals_noise_.emplace(run.totals_variance);
  }

  void sweep(std::uint32_t round) override {
    if (round == 1) {
      release_totals();
      spread_topics();
    } else {
      weigh();
    }
    const std::vector<std::int64_t> table = with_noise(
        bench_.backend.soft_counts(
            chain_.tokens, weights_,
            {.part = kPart, .alpha = prior_.alpha[0], .inner = run_.inner_sweeps}, chain_.topics),
        topics_, noise_, round);
    filter_->add(std::vector<double>(table.begin(), table.end()));
    show(table, released_);
    bench_.backend.recount(chain_);  // what observers look at
  }

  // Made of the releases so far; nothing more is released.
  Published publish(std::uint32_t) override {
    std::vector<double> expected;
    return published_from(filter_->estimate(expected, bench_.backend.pool()), topics_, words_,
                          kSmoothing * kBound);
  }

  const TopicTable* released() const override { return &released_; }
  const SoftWeights& weights() const override { return weights_; }

  // The totals are B sqrt n for a document of n words, whatever words it has.
  TopiclessDocuments without_topics() const override {
    TopiclessDocuments documents{
        .frequencies = nearest_frequencies(totals_), .lengths = {}, .distinct = true};
    const double sum = std::accumulate(totals_.begin(), totals_.end(), 0.0);
    const std::uint64_t length = noisiest_length(bench_.run, run_.cap);
    if (sum > 0) {
      documents.lengths =
          equal_lengths(sum / kBound * std::sqrt(static_cast<double>(length)), length);
      documents.other_lengths =
          uneven_lengths(bench_.run.alpha, run_.cap, sum / kBound,
                         [](std::uint64_t words) { return std::sqrt(static_cast<double>(words)); });
    }
    return documents;
  }

  void save(StateWriter& state) const override {
    ChainMethod::save(state);
    if (!filter_) return;
    state.put_one("average_variance", filter_->average_variance());
    state.put("totals", totals_);
    state.put("average", filter_->average());
  }
  void restore(const StateReader& state) override {
    ChainMethod::restore(state);
    start_filter(state.get<double>("totals", words_));
    filter_->restore(state.get<double>("average", words_ * topics_),
                     state.get_one<double>("average_variance"));
  }

 private:
  // Whole counts plus fresh noise, release `number`; REQUIRES that it was charged.
  std::vector<std::int64_t> with_noise(std::vector<std::int64_t> counts, std::size_t columns,
                                       const std::optional<DiscreteGaussian>& noise,
                                       std::uint32_t number) const {
    if (!noise) return counts;
    const std::vector<std::int64_t> exact =
        bench_.witness != nullptr ? counts : std::vector<std::int64_t>();
    bench_.backend.release(counts, columns, *noise, number, bench_.random);
    if (bench_.witness != nullptr) {
      bench_.witness->on_release({.name = number == 0 ? kTotalsRelease : kTableRelease,
                                  .number = std::max(number, 1U),
                                  .columns = columns,
                                  .cells = counts,
                                  .counts = TrueCounts(exact)});
    }
    return counts;
  }

  // Number 0: the totals have a release number of their own.
  void release_totals() {
    const std::vector<std::int64_t> released =
        with_noise(bench_.backend.word_totals(chain_.tokens, kPart), 1, totals_noise_, 0);
    start_filter({released.begin(), released.end()});
  }

  void start_filter(std::vector<double> totals) {
    totals_ = std::move(totals);
    const double least = std::sqrt(run_.totals_variance.value());
    likely_totals_ = totals_;
    for (double& total : likely_totals_) total = std::max(total, least);
    filter_.emplace(topics_, likely_totals_, run_.noisy ? run_.variance.value() : 1.0);
  }

  // F in proportion to the totals, each cell times a random factor: coins that see no data.
  void spread_topics() {
    std::vector<double> cells(words_ * topics_);
    for (std::uint32_t word = 0; word < words_; ++word) {
      RandomStream coins(bench_.random, Purpose::kInitialTopic, 1, word);
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
    std::vector<double> cells = filter_->estimate(expected, bench_.backend.pool());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] += kSmoothing * kBound;
      if (run_.temper < 1)
        cells[i] *= steady_exp((run_.temper - 1) * steady_log(cells[i] / expected[i]));
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
  const DocRun run_;
  std::uint32_t words_;
  std::size_t topics_;
  SoftWeights weights_;
  TopicTable released_;
  std::optional<DiscreteGaussian> noise_;
  std::optional<DiscreteGaussian> totals_noise_;
  std::vector<double> totals_;         // as released
  std::vector<double> likely_totals_;  // at least one standard deviation of their noise
  std::optional<ReleaseFilter> filter_;
};

}  // namespace

DocRun doc_run(const DocOptions& options) {
  const double sigma = *options.sigma;
  return {
      .variance = variance_of(sigma),
      .totals_variance = totals_variance_of(sigma, options.sweeps),
      .noisy = options.noise != Noise::kNone,
      .sweeps = options.sweeps,
      .cap = cap_of(options),
      .inner_sweeps = options.inner_sweeps,
      .temper = options.soft() ? temper_of(options) : 1,
      .sigma = sigma,
      .beta = *options.beta,
      .average = options.releases.average,
      .threshold = options.releases.shrink.value_or(kDrawnThreshold),
      .phi_threshold = options.releases.shrink_phi.value_or(kDrawnThreshold),
      .kernel = kernel_for(options.kernel, static_cast<std::size_t>(options.topics), kMostDense)};
}

DocOptions::DocOptions() {
  recipe = kDocRecipe.name;
  topics = 30;
  sweeps = 25;
  every = 5;
  releases.average = 3;
}

const Recipe& DocOptions::of() const { return kDocRecipe; }

OptionTable DocOptions::own() {
  constexpr const char* kNeedsDrawn =
      "phi is not made of the mean of releases, which needs `contribution drawn`";
  const auto drawn = [this] { return !soft(); };
  const auto noisy = [this] { return noise != Noise::kNone; };
  Option of_beta = beta_option(beta, "0.01");
  of_beta.idle_because = unless(drawn, "`contribution soft` smooths by a constant of its own");
  Option of_kernel = kernel_option(kernel);
  of_kernel.idle_because = unless(drawn,
                                  "it applies only to snapshot sweeps over drawn topics, which "
                                  "need `contribution drawn`");
  Option of_delta = delta_option(*this);
  of_delta.idle_because = unless(noisy, "the run has no total to state");
  OptionTable table = {
      of_beta,
      of_kernel,
      target_epsilon_option(target_epsilon, "unit: document, view: counts"),
      of_delta,
      noise_option(noise),
      {.name = "sigma",
       .target = &sigma,
       .help = "standard deviation of the noise of each cell; a document's whole contribution has "
               "length 1000, or the root of `cap` if drawn",
       .least = 0.0625,
       .most = 524288,
       .idle_because = unless(noisy, kNoNoise)},
      {.name = "contribution",
       .target = &contribution,
       .help = "soft: shares of the topics, of bounded length; drawn: one topic per word, needs "
               "`cap`"},
      {.name = "cap",
       .target = &cap,
       .help = "distinct words kept of a document, chosen at random",
       .least = 1,
       .most = 1e9},
      {.name = "inner-sweeps",
       .target = &inner_sweeps,
       .help = "sweeps of a document's topics between two releases, at no cost",
       .least = 1,
       .most = 1e6}};
  const auto idle_threshold = [this] {
    return soft() ? kNeedsDrawn : noise == Noise::kNone ? kNoNoise : "";
  };
  for (Option& option : releases.table("standard deviations of the noise", idle_threshold,
                                       unless(drawn, kNeedsDrawn)))
    table.push_back(std::move(option));
  table.push_back(noise_check_option(*this));
  return table;
}

void DocOptions::complete() {
  beta = beta.value_or(0.01);
  if (soft() && sweeps < 1)
    throw InputError("recipe doc needs at least one of `sweeps`: each is a release");
  if (!soft() && cap > kMostWords)
    throw InputError("`contribution drawn` needs a `cap` on the words of a document, such as 60");
  if (noise == Noise::kLaplace)
    throw InputError("recipe doc has discrete noise only: its proof needs it; leave out `noise`");
  if (noise == Noise::kNone && target_epsilon)
    throw InputError("without noise no `target-epsilon` can be met; leave one of the two out");
  if (noise == Noise::kNone) {
    sigma = 1;  // of no noise; what bounds the totals from below
  } else if (target_epsilon && sigma) {
    throw InputError("give `target-epsilon` or `sigma`, not both: either decides the other");
  } else if (target_epsilon) {
    sigma = sigma_for_target(*this);
  } else if (!sigma) {
    throw InputError(
        "recipe doc must know how private the run shall be: give `target-epsilon` (the total, with "
        "`delta`) or `sigma` (the noise of each cell)");
  }
  target_epsilon.reset();  // what it asked for stands in sigma now
  if (!soft()) kernel = settled(kernel, topics, kMostDense);
}

RunSetup DocOptions::setup() const {
  const DocRun run = doc_run(*this);
  RunSetup setup{.plan = plan_of(*this, *sigma),
                 .beta = run.beta,
                 .states_total = run.noisy,
                 .kept = KeptWords(run.cap),
                 .unchecked = run.noisy ? "" : "no noise was added",
                 .measured = soft()};
  setup.on_documents = [run, is_soft = soft()](const Workbench& bench,
                                               Chain chain) -> std::unique_ptr<Method> {
    if (!is_soft) return sampled_doc_method(bench, run, std::move(chain));
    return std::make_unique<DocMethod>(bench, run, std::move(chain));
  };
  return setup;
}

const Recipe kDocRecipe = {
    .name = "doc",
    .summary = "document-level LDA: protects whole documents, topics stay hidden",
    .options = [] { return TrainOptions(DocOptions()); },
    .paper =
        [] {
          OptionValues values = paper_settings();
          values.erase("beta");  // it does nothing there
          return values;
        }};

}  // namespace dplda
