// hdp: HDP-LDA, corrected. Every sweep releases the counts with fresh noise and draws topics from
// bounded functions of the release; protects single words even from those who see all topics
// (docs/internals/algorithms.md, "HDP-LDA"; docs/privacy/proofs.md, Theorem A).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/errors.h"
#include "lda/snapshot.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_laplace.h"
#include "recipes/literal_hdp.h"
#include "recipes/modes.h"
#include "recipes/registry.h"
#include "recipes/released_tables.h"
#include "recipes/training.h"

namespace dplda {
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

DiscreteLaplace noise_of(const TrainOptions& options) {
  return DiscreteLaplace(scale_for(*options.epsilon_noise));
}

// The soft threshold before the clip: the releases' own noise in view, which is public. Measured
// (docs/internals/algorithms.md, "HDP-LDA").
double shrink_of(const TrainOptions& options) {
  if (options.shrink) return *options.shrink;
  return options.noise == "none" ? 0.0 : std::max(2.0, 4.0 / *options.epsilon_noise);
}

// The same for the mean of the last releases, from which phi comes.
double phi_threshold_of(const TrainOptions& options) {
  if (options.shrink_phi) return *options.shrink_phi;
  return options.noise == "none" || options.shrink == 0.0
             ? 0.0
             : std::max(1.0, 2.0 / *options.epsilon_noise);
}

ClippedDraw draw_of(const TrainOptions& options) {
  return {options.clip, *options.beta, shrink_of(options)};
}

// The beta at which a draw has range h = 2 ln(1 + C / beta).
double beta_for(const TrainOptions& options, double range) {
  return options.clip / std::expm1(range / 2);
}

// The loss of a whole run with this noise and clipping, without shrinking, which costs nothing.
PrivacyLoss total_at(const TrainOptions& options, double epsilon_noise, double range) {
  const Mechanism table = discrete_laplace_mechanism(scale_for(epsilon_noise), kCellsMoved);
  const Mechanism draw = ClippedDraw(options.clip, beta_for(options, range), 0).mechanism();
  const auto sweeps = static_cast<std::uint64_t>(options.sweeps);
  return (sweeps + 1) * table.loss + sweeps * draw.loss;
}

// The largest epsilon of a release or a draw at which `within` still holds. Below the first, noise
// would have a scale that no table of counts survives; above the last, none at all.
template <class Within>
double largest(const TrainOptions& options, const Within& within) {
  double low = 1e-3;
  double high = 20;
  if (!within(low)) {
    throw InputError(fmt::format(
        "no noise meets a total epsilon of {} (unit: word, view: topics+counts) over {} sweeps; "
        "use fewer --sweeps or a larger --target-epsilon, or leave --epsilon-noise and --beta open",
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
void meet_target(TrainOptions& options) {
  const auto within = [&](double epsilon_noise, double range) {
    return epsilon_at(total_at(options, epsilon_noise, range), options.delta) <=
           *options.target_epsilon;
  };
  if (options.beta && options.epsilon_noise) {
    throw InputError(
        "--target-epsilon leaves nothing to work out when both --epsilon-noise and --beta are "
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

void resolve(TrainOptions& options) {
  if (options.noise != "discrete" && options.target_epsilon) {
    throw InputError(
        "--target-epsilon can be met with discrete noise only; leave out --noise or the target");
  }
  if (options.target_epsilon) meet_target(options);
  options.beta = options.beta.value_or(0.5);
  if (options.noise == "none" || options.epsilon_noise) return;
  throw InputError(
      "recipe hdp must know how private the run shall be: give --target-epsilon (the total) or "
      "--epsilon-noise (of each release)");
}

Plan plan(const TrainOptions& options) {
  if (is_literal_hdp(options)) return literal_hdp_plan(options);
  Plan plan{.unit = Unit::kWord, .view = View::kTopicsAndCounts};
  const Mechanism draw = draw_of(options).mechanism();
  plan.each_sweep = {{.release = "topics of all word occurrences",
                      .mechanism = draw,
                      .unit = plan.unit,
                      .view = plan.view}};
  if (options.noise == "none") {
    plan.exposures = {{"the topic-word tables", "--noise none releases exact counts"}};
    return plan;
  }
  if (options.noise == "laplace") {
    throw InputError(
        "hdp has continuous noise only as it was published: use --sampler sequential, or leave out "
        "--noise");
  }
  const Charge table{.release = kTableRelease,
                     .mechanism = noise_of(options).mechanism(kCellsMoved),
                     .unit = plan.unit,
                     .view = plan.view};
  plan.each_sweep.insert(plan.each_sweep.begin(), table);
  plan.at_end = {table};
  return plan;
}

class HdpMethod final : public Method {
 public:
  HdpMethod(const Workbench& bench, const TokenSequences& tokens)
      : bench_(bench),
        draw_(draw_of(bench.options)),
        released_(static_cast<std::size_t>(bench.options.topics), tokens.vocabulary()),
        mean_(released_.topics(), tokens.vocabulary()),
        alpha_(fractions_of(bench.options.alpha, released_.topics(), tokens.longest())),
        law_(tokens.vocabulary(), std::vector<std::uint64_t>(released_.topics(), 1),
             std::vector<std::uint64_t>(released_.topics(), 1), draw_.largest()),
        sweep_(kernel_of(bench.options)),
        longest_(tokens.longest()) {
    if (bench.options.noise == "discrete") noise_.emplace(noise_of(bench.options));
  }

  // S_i, weights from it alone, a snapshot sweep.
  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    release_table(chain.table, sweep);
    if (sweep > bench_.options.sweeps + 1 - bench_.options.average) mean_.add(released_);
    for_words(released_.words(), bench_.pool, [&](std::uint32_t word) {
      static thread_local std::vector<std::uint32_t> weights;
      weights.resize(released_.topics());
      draw_.weights(released_.column(word), weights);
      law_.set_column(word, weights);
    });
    set_factors(chain.table.totals(), prior);
    sweep_.set_law(law_, bench_.pool);
    sweep_.run(chain.tokens, chain.topics, bench_.streams,
               {.purpose = Purpose::kTopic, .sweep = sweep}, bench_.pool);
    chain.table.recount(chain.tokens, chain.topics, bench_.pool);
  }

  // S_{T+1}; phi from the mean of the last releases.
  Published publish(const Chain& chain, const Prior&, std::uint32_t sweeps) override {
    release_table(chain.table, sweeps + 1);
    mean_.add(released_);
    return published_from(thresholded(mean_, phi_threshold_of(bench_.options)), released_.topics(),
                          released_.words(), bench_.options.beta_phi);
  }

  // Lengths are public in this unit.
  TopiclessDocuments without_topics(const TokenSequences& tokens) const override {
    TopiclessDocuments documents{.frequencies = nearest_frequencies(word_sums(mean_)),
                                 .lengths = {}};
    if (!noise_) return documents;
    for (std::uint64_t m = 0; m < tokens.documents(); ++m)
      documents.lengths.push_back(tokens.length(m));
    return documents;
  }

  const TopicTable* released() const override { return &released_; }
  DrawLaw drawn_by() const override {
    const Rational scale = noise_ ? noise_->scale() : Rational{0, 1};
    return {.frozen = &law_,
            .noise_scale =
                static_cast<double>(scale.numerator) / static_cast<double>(scale.denominator)};
  }
  std::span<const std::int64_t> kept() const override { return mean_.sums(); }
  void keep(std::span<const std::int64_t> kept) override { mean_.set_sums(kept); }

 private:
  void release_table(const TopicTable& counts, std::uint32_t number) {
    release(counts, noise_, number, bench_.streams, bench_.pool, released_);
    witness_table(bench_, number, counts, released_);
  }

  // G_k = R_k (a1 n_m^k + a0) with whole R_k in proportion to 1 / (n_k + V beta): a function of
  // topics and lengths, which are public here.
  void set_factors(std::span<const std::int64_t> totals, const Prior& prior) {
    const std::size_t topics = totals.size();
    const double most = largest_ratio(topics);
    const auto denominator = [&](std::int64_t total) {
      return static_cast<double>(total) + law_.words() * prior.beta;
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
    const double narrow = std::floor(2147483647.0 / (factors * draw_.largest()));
    return std::min(std::max(narrow, kLeastRatio), std::floor(4294967295.0 / factors));
  }

  const Workbench bench_;
  std::optional<DiscreteLaplace> noise_;
  ClippedDraw draw_;
  TopicTable released_;
  ReleaseMean mean_;
  AlphaFractions alpha_;
  SnapshotLaw law_;
  SnapshotSweep sweep_;
  std::uint64_t longest_;
};

std::unique_ptr<Method> method(const Workbench& bench, const TokenSequences& tokens) {
  if (is_literal_hdp(bench.options)) return literal_hdp_method(bench, tokens);
  return std::make_unique<HdpMethod>(bench, tokens);
}

}  // namespace

const Recipe kHdpRecipe = {
    .name = "hdp",
    .summary =
        "HDP-LDA, corrected: protects single words, even where all topics "
        "are seen",
    .defaults =
        [] {
          return nlohmann::ordered_json{{"sweeps", 20}, {"average", 20}, {"every", 5}};
        },
    .resolve = resolve,
    .plan = plan,
    .method = method};

}  // namespace dplda
