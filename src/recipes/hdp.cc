// hdp: HDP-LDA, corrected. Every sweep releases the counts with fresh noise and draws topics from
// bounded functions of the release; protects single words even from those who see all topics
// (docs/internals/algorithms.md, "HDP-LDA"; docs/privacy/proofs.md, Theorem A).
#include "recipes/hdp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors.h"
#include "lda/snapshot.h"
#include "recipes/literal_hdp.h"
#include "recipes/released_tables.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kHdpRecipe;

namespace {

// A word replaced moves two cells by one each: noise of scale 2 / eps_L costs eps_L.
constexpr std::uint64_t kCellsMoved = 2;

// The largest R_k is at least this where alpha and the longest document leave room for it: a topic
// a hundred times as large as the smallest has its R_k to 10%.
constexpr double kLeastRatio = 1000;

// alpha must not take the bits that R_k needs: it is rounded by up to this, relatively, to leave
// them. What does not go so takes all bits.
constexpr double kAlphaError = 0.01;

AlphaFractions fractions_of(double alpha, std::size_t topics, std::uint64_t longest) {
  const std::vector<double> all(topics, alpha);
  const double room = kLeastRatio * (static_cast<double>(longest + SnapshotLaw::kSlack) +
                                     std::ceil(alpha * static_cast<double>(topics)));
  if (room < 0x1p40) {
    AlphaFractions result = alpha_fractions(all, static_cast<std::uint64_t>(room));
    const double used =
        static_cast<double>(result.numerators[0]) / static_cast<double>(result.denominator);
    if (std::abs(used / alpha - 1) <= kAlphaError) return result;
  }
  return alpha_fractions(all, longest);
}

Rational scale_for(double epsilon_noise) {
  const Rational epsilon = rational_at_most(epsilon_noise);
  return {kCellsMoved * epsilon.denominator, epsilon.numerator};
}

// The soft threshold before the clip: the releases' own noise in view, which is public. Measured
// (docs/internals/algorithms.md, "HDP-LDA").
double shrink_of(const HdpOptions& options) {
  if (options.releases.shrink) return *options.releases.shrink;
  return options.noise == Noise::kNone ? 0.0 : std::max(2.0, 4.0 / *options.epsilon_noise);
}

// The same for the mean of the last releases, from which phi comes.
double phi_threshold_of(const HdpOptions& options) {
  if (options.releases.shrink_phi) return *options.releases.shrink_phi;
  return options.noise == Noise::kNone || options.releases.shrink == 0.0
             ? 0.0
             : std::max(1.0, 2.0 / *options.epsilon_noise);
}

// The beta at which a draw has range h = 2 ln(1 + C / beta).
double beta_for(const HdpOptions& options, double range) {
  return options.clip / std::expm1(range / 2);
}

// The loss of a whole run with this noise and clipping, without shrinking, which costs nothing.
PrivacyLoss total_at(const HdpOptions& options, double epsilon_noise, double range) {
  const Mechanism table = discrete_laplace_mechanism(scale_for(epsilon_noise), kCellsMoved);
  const Mechanism draw = ClippedDraw(options.clip, beta_for(options, range), 0).mechanism();
  const auto sweeps = static_cast<std::uint64_t>(options.sweeps);
  return (sweeps + 1) * table.loss + sweeps * draw.loss;
}

// The largest epsilon of a release or a draw at which `within` still holds. Below the first, noise
// would have a scale that no table of counts survives; above the last, none at all.
template <class Within>
double largest(const HdpOptions& options, const Within& within) {
  double low = 1e-3;
  double high = 20;
  if (!within(low)) {
    throw InputError(fmt::format(
        "no noise meets a total epsilon of {} (unit: word, view: topics+counts) over {} sweeps; "
        "use fewer `sweeps` or a larger `target-epsilon`, or leave `epsilon-noise` and `beta` open",
        *options.target_epsilon, options.sweeps));
  }
  for (int i = 0; i < 50; ++i) {
    const double middle = std::sqrt(low * high);
    (within(middle) ? low : high) = middle;
  }
  return low;
}

// --target-epsilon: what is given stays, the rest of the budget goes to what is not; where neither
// noise nor beta is given, a release and a draw cost the same, eps_L = h.
void meet_target(HdpOptions& options) {
  const auto within = [&](double epsilon_noise, double range) {
    return epsilon_at(total_at(options, epsilon_noise, range), options.delta) <=
           *options.target_epsilon;
  };
  if (options.beta && options.epsilon_noise) {
    throw InputError(
        "`target-epsilon` leaves nothing to work out when both `epsilon-noise` and `beta` are "
        "given; leave one of the three out");
  }
  if (options.beta) {
    const double range = 2 * std::log1p(options.clip / *options.beta);
    options.epsilon_noise = largest(options, [&](double e) { return within(e, range); });
  } else if (options.epsilon_noise) {
    options.beta = beta_for(
        options, largest(options, [&](double h) { return within(*options.epsilon_noise, h); }));
  } else {
    const double both = largest(options, [&](double x) { return within(x, x); });
    options.epsilon_noise = both;
    options.beta = beta_for(options, both);
  }
}

Plan plan_of(const HdpRun& run) {
  Plan plan{.unit = Unit::kWord, .view = View::kTopicsAndCounts};
  plan.each_sweep = {{.release = "topics of all word occurrences",
                      .mechanism = run.draw.mechanism(),
                      .unit = plan.unit,
                      .view = plan.view}};
  if (!run.noise) {
    plan.exposures = {{"the topic-word tables", "exact counts are released, without noise"}};
    return plan;
  }
  const Charge table{.release = kTableRelease,
                     .mechanism = run.noise->mechanism(kCellsMoved),
                     .unit = plan.unit,
                     .view = plan.view};
  plan.each_sweep.insert(plan.each_sweep.begin(), table);
  plan.at_end = {table};
  return plan;
}

class HdpMethod final : public ReleasingMethod {
 public:
  HdpMethod(const Workbench& bench, const HdpRun& run, Chain chain)
      : ReleasingMethod(bench, std::move(chain), flat_prior(bench.run, run.beta)),
        run_(run),
        alpha_(fractions_of(bench.run.alpha, released_.topics(), chain_.tokens.longest())),
        law_(released_.words(), std::vector<std::uint64_t>(released_.topics(), 1),
             std::vector<std::uint64_t>(released_.topics(), 1), run.draw.largest()),
        sweep_(run.kernel),
        longest_(chain_.tokens.longest()) {
    check_alpha(bench.run.alpha, longest_);
  }

  // S_i, weights from it alone, a snapshot sweep.
  void sweep(std::uint32_t sweep) override {
    release_table(sweep);
    if (sweep > bench_.run.sweeps + 1 - run_.average) mean_.add(released_);
    for_words(released_.words(), bench_.backend.pool(), [&](std::uint32_t word) {
      static thread_local std::vector<std::uint32_t> weights;
      weights.resize(released_.topics());
      run_.draw.weights(released_.column(word), weights);
      law_.set_column(word, weights);
    });
    set_factors(chain_.table.totals());
    sweep_.set_law(law_, bench_.backend.pool());
    bench_.backend.draw(sweep_, chain_.tokens, chain_.topics, bench_.random,
                        {.purpose = Purpose::kTopic, .sweep = sweep});
    bench_.backend.recount(chain_);
  }

  // S_{T+1}; phi from the mean of the last releases.
  Published publish(std::uint32_t sweeps) override {
    release_table(sweeps + 1);
    mean_.add(released_);
    return published_from(thresholded(mean_, run_.phi_threshold), released_.topics(),
                          released_.words(), run_.beta_phi);
  }

  // Lengths are public in this unit.
  TopiclessDocuments without_topics() const override {
    TopiclessDocuments documents{.frequencies = nearest_frequencies(word_sums(mean_)),
                                 .lengths = {}};
    if (!run_.noise) return documents;
    for (std::uint64_t m = 0; m < chain_.tokens.documents(); ++m)
      documents.lengths.push_back(chain_.tokens.length(m));
    return documents;
  }

  DrawLaw drawn_by() const override {
    const Rational scale = run_.noise ? run_.noise->scale() : Rational{0, 1};
    return {.frozen = &law_,
            .noise_scale =
                static_cast<double>(scale.numerator) / static_cast<double>(scale.denominator)};
  }

 private:
  void release_table(std::uint32_t number) { release_counts(run_.noise, number); }

  // G_k = R_k (a1 n_m^k + a0) with whole R_k in proportion to 1 / (n_k + V beta): a function of
  // topics and lengths, which are public here.
  void set_factors(std::span<const std::int64_t> totals) {
    const std::size_t topics = totals.size();
    const double most = largest_ratio(topics);
    const auto denominator = [&](std::int64_t total) {
      return static_cast<double>(total) + law_.words() * prior_.beta;
    };
    const double least = denominator(*std::min_element(totals.begin(), totals.end()));
    std::vector<std::uint64_t> base(topics);
    std::vector<std::uint64_t> step(topics);
    for (std::size_t k = 0; k < topics; ++k) {
      const auto ratio = static_cast<std::uint64_t>(
          std::max(1.0, std::floor(most * least / denominator(totals[k]))));
      base[k] = ratio * alpha_.numerators[0];
      step[k] = ratio * alpha_.denominator;
    }
    law_.set_factors(base, step);
    law_.check_range(longest_);
  }

  // The largest R_k: as large as sums of 31 bits allow, the fastest, as long as that leaves it
  // kLeastRatio; then documents that are too long for them take wider sums. Never more than the
  // draw's 32-bit factors allow.
  double largest_ratio(std::size_t topics) const {
    const double factors = static_cast<double>(alpha_.denominator) *
                               static_cast<double>(longest_ + SnapshotLaw::kSlack) +
                           static_cast<double>(alpha_.numerators[0]) * static_cast<double>(topics);
    const double narrow = std::floor(2147483647.0 / (factors * run_.draw.largest()));
    return std::min(std::max(narrow, kLeastRatio), std::floor(4294967295.0 / factors));
  }

  const HdpRun run_;
  AlphaFractions alpha_;
  SnapshotLaw law_;
  SnapshotSweep sweep_;
  std::uint64_t longest_;
};

LiteralHdpRun literal_hdp_run(const HdpOptions& options) {
  return {.beta = *options.beta,
          .clip = options.clip,
          .noise = options.noise,
          .epsilon_noise = options.noise == Noise::kNone ? 0 : *options.epsilon_noise,
          .accumulate = options.noise_update == NoiseUpdate::kAccumulate,
          .sweeps = options.sweeps};
}

}  // namespace

HdpRun hdp_run(const HdpOptions& options) {
  std::optional<DiscreteLaplace> noise;
  if (options.noise == Noise::kDiscrete) noise.emplace(scale_for(*options.epsilon_noise));
  return {.beta = *options.beta,
          .noise = std::move(noise),
          .draw = {options.clip, *options.beta, shrink_of(options)},
          .phi_threshold = phi_threshold_of(options),
          .average = options.releases.average,
          .beta_phi = options.beta_phi,
          .kernel = kernel_for(options.kernel, static_cast<std::size_t>(options.topics),
                               kMostDenseBounded)};
}

HdpOptions::HdpOptions() {
  recipe = kHdpRecipe.name;
  sweeps = 20;
  every = 5;
  releases.average = 20;
}

const Recipe& HdpOptions::of() const { return kHdpRecipe; }

OptionTable HdpOptions::own() {
  const auto private_runs = unless([this] { return !as_published(); },
                                   "phi is not made of the mean of releases, which needs "
                                   "`sampler snapshot`");
  const auto noisy = unless([this] { return noise != Noise::kNone; }, kNoNoise);
  OptionTable table = {
      beta_option(beta, "0.5, or from the target: part of the privacy of a draw"),
      sampler_option(sampler),
      kernel_option(kernel),
      target_epsilon_option(target_epsilon, "unit: word, view: topics+counts"),
      delta_option(*this),
      epsilon_noise_option(epsilon_noise,
                           "epsilon of each release (unit: word, view: topics+counts)"),
      noise_option(noise),
      {.name = "noise-update",
       .target = &noise_update,
       .help = "with `sampler sequential`: fresh noise in each sweep, or piled up",
       .idle_because = unless([this] { return as_published() && noise != Noise::kNone; },
                              "it is how `sampler sequential` adds noise")},
      {.name = "clip",
       .target = &clip,
       .help = "a count above this counts as this in a draw",
       .least = 0,
       .most = 1e9,
       .above_least = true}};
  table[2].idle_because =
      unless([this] { return !as_published(); },
             "it applies only to snapshot sweeps over drawn topics; this run has none");
  table[4].idle_because =
      unless([this] { return noise != Noise::kNone && (!as_published() || target_epsilon); },
             "the run has no total to state");
  table[5].idle_because = noisy;
  for (Option& option : releases.table("counts", private_runs, private_runs))
    table.push_back(std::move(option));
  table.push_back({.name = "beta-phi",
                   .target = &beta_phi,
                   .help = "smoothing of phi, per word",
                   .least = 1e-9,
                   .most = 1e6,
                   .idle_because = private_runs});
  table.push_back(noise_check_option(*this));
  table.push_back({.name = "monitor",
                   .target = &monitor,
                   .help = "with `sampler sequential`: report the inherent privacy of the paper's "
                           "theorems; no guarantee",
                   .affects_result = false});
  return table;
}

void HdpOptions::complete() {
  if (noise != Noise::kDiscrete && target_epsilon) {
    throw InputError(
        "`target-epsilon` can be met with discrete noise only; leave out `noise` or the target");
  }
  if (noise == Noise::kLaplace && !as_published()) {
    throw InputError(
        "hdp has continuous noise only as it was published: use `sampler sequential`, or leave out "
        "`noise`");
  }
  if (monitor && !as_published()) {
    throw InputError(
        "`monitor` watches draws from counts that change in place: use it with `recipe cgs`, or "
        "with hdp `sampler sequential`");
  }
  if (target_epsilon) meet_target(*this);
  target_epsilon.reset();  // what it asked for stands in the others now
  beta = beta.value_or(0.5);
  if (noise != Noise::kNone && !epsilon_noise) {
    throw InputError(
        "recipe hdp must know how private the run shall be: give `target-epsilon` (the total) or "
        "`epsilon-noise` (of each release)");
  }
  if (!as_published()) kernel = settled(kernel, topics, kMostDenseBounded);
}

RunSetup HdpOptions::setup() const {
  RunSetup setup{.beta = *beta, .states_total = noise != Noise::kNone && !as_published()};
  if (monitor) setup.monitored = clip;
  if (noise == Noise::kNone) setup.unchecked = "no noise was added";
  if (as_published()) return as_published_setup(std::move(setup), literal_hdp_run(*this));
  const HdpRun run = hdp_run(*this);
  setup.plan = plan_of(run);
  setup.on_documents = [run](const Workbench& bench, Chain chain) -> std::unique_ptr<Method> {
    return std::make_unique<HdpMethod>(bench, run, std::move(chain));
  };
  return setup;
}

const Recipe kHdpRecipe = {.name = "hdp",
                           .summary =
                               "HDP-LDA, corrected: protects single words, even where all topics "
                               "are seen",
                           .options = [] { return TrainOptions(HdpOptions()); },
                           .paper = [] { return paper_settings(); }};

}  // namespace dplda
