// The option table of training and its presets.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/errors.h"
#include "base/key_file.h"
#include "base/threads_option.h"
#include "base/version.h"
#include "recipes/modes.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda {
namespace {

// Raised whenever the bits of anything that is drawn change, or which options make another run of
// it: under a key file another build must not take another run for a repetition, which costs
// nothing.
constexpr int kDraws = 3;

// Recipes whose snapshots are swept by a kernel of their choice.
const std::vector<std::string> kWithKernel = {"cgs", "hdp", "lp", "doc"};

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) names.emplace_back(recipe.name);
  return names;
}

// For Option::idle_because: `why`, wherever `active` does not hold.
template <class Active>
std::function<std::string()> unless(const TrainOptions& options, Active active, const char* why) {
  return [&options, active, why] { return std::string(active(options) ? "" : why); };
}

constexpr const char* kNoNoise = "--noise none adds no noise";
constexpr const char* kOfBayes = "it belongs to --denoise bayes";
constexpr const char* kNoReleases =
    "phi is not made of the mean of releases (doc: needs --contribution drawn; hdp: --sampler "
    "snapshot)";

// Thresholds of doc are multiples of the noise's standard deviation.
std::string why_no_threshold(const TrainOptions& o) {
  if (!averages_releases(o)) return kNoReleases;
  return o.recipe == "doc" && !adds_noise(o) ? kNoNoise : "";
}

}  // namespace

OptionTable option_table(TrainOptions& o) {
  return {
      {.name = "recipe", .target = &o.recipe, .help = "how to train", .choices = recipe_names()},
      {.name = "topics",
       .target = &o.topics,
       .help = "number of topics (doc: 30)",
       .least = 1,
       .most = double{kMaxTopics}},
      {.name = "sweeps",
       .target = &o.sweeps,
       .help = "sweeps over the corpus (hdp: 20, doc: 25; each is a release), or over each batch "
               "of a stream (online: 50, online-lp: 30)",
       .least = 0,
       .most = 1e9},
      {.name = "alpha",
       .target = &o.alpha,
       .help = "prior of a document's topics, per topic",
       .least = 1e-5,
       .most = 1e6},
      {.name = "beta",
       .target = &o.beta,
       .help = "prior of a topic's words, per word; hdp: part of the privacy of a draw (default: "
               "0.01; hdp: 0.5, or from the target, online-lp --denoise channel: 0.1)",
       .least = 1e-9,
       .most = 1e6,
       .only_for = {"cgs", "hdp", "cdp", "cdp-plus", "doc", "lp", "online", "online-lp"},
       .idle_because = unless(
           o, [](const auto& now) { return now.recipe != "doc" || draws_contributions(now); },
           "--contribution soft smooths by a constant of its own")},
      {.name = "sampler",
       .target = &o.sampler,
       .help =
           "sequential: counts change as it goes; snapshot: frozen during a sweep, uses all cores "
           "(online-lp: sequential)",
       .choices = {"sequential", "snapshot"},
       .only_for = {"cgs", "hdp", "lp", "online", "online-lp"},
       .idle_because = unless(o, samples_corpus, "--denoise channel samples no plain corpus")},
      {.name = "kernel",
       .target = &o.kernel,
       .help = "of snapshot sweeps; dense: weighs all topics; sparse: those in which a word stands "
               "out; auto: sparse above 400 topics, hdp above 2000",
       .choices = {"auto", "dense", "sparse"},
       .only_for = kWithKernel,
       .idle_because =
           unless(o, sweeps_snapshots,
                  "it applies only to snapshot sweeps over drawn topics; this run has none (doc: "
                  "needs --contribution drawn; lp: --denoise moment or bayes)")},
      {.name = "optimize-alpha",
       .target = &o.optimize_alpha,
       .help = "learn alpha while training",
       .choices = {"none", "symmetric", "asymmetric"},
       .only_for = {"cgs"}},
      {.name = "optimize-every",
       .target = &o.optimize_every,
       .help = "sweeps between two updates of alpha",
       .least = 1,
       .most = 1e9,
       .only_for = {"cgs"},
       .idle_because = unless(
           o, [](const auto& now) { return now.optimize_alpha != "none"; },
           "there is no --optimize-alpha")},
      {.name = "optimize-after",
       .target = &o.optimize_after,
       .help = "sweeps before the first update of alpha",
       .least = 0,
       .most = 1e9,
       .only_for = {"cgs"},
       .idle_because = unless(
           o, [](const auto& now) { return now.optimize_alpha != "none"; },
           "there is no --optimize-alpha")},
      {.name = "target-epsilon",
       .target = &o.target_epsilon,
       .help =
           "the run's total epsilon, from which noise and clipping are worked out (hdp: unit word, "
           "view topics+counts; doc: unit document, view counts)",
       .least = 0,
       .most = 1e6,
       .above_least = true,
       .only_for = {"hdp", "doc"}},
      {.name = "delta",
       .target = &o.delta,
       .help = "the total delta at which epsilon is stated",
       .least = 0,
       .most = 1,
       .above_least = true,
       .below_most = true,
       .only_for = {"hdp", "doc", "lp", "online-lp"},
       .idle_because = unless(o, uses_delta, "the run has no total to state")},
      {.name = "epsilon-noise",
       .target = &o.epsilon_noise,
       .help = "hdp: epsilon of each release (unit: word, view: topics+counts); cdp, cdp-plus: "
               "noise of "
               "scale 1/epsilon, which protects nobody",
       .least = 1e-5,
       .most = 1000,
       .only_for = {"hdp", "cdp", "cdp-plus"},
       .idle_because = unless(o, adds_noise, kNoNoise)},
      {.name = "noise",
       .target = &o.noise,
       .help = "discrete: exact, in whole numbers; laplace: as published, not safe; none: not "
               "private",
       .choices = {"discrete", "laplace", "none"},
       .only_for = {"hdp", "doc", "cdp", "cdp-plus"}},
      {.name = "noise-update",
       .target = &o.noise_update,
       .help = "hdp --sampler sequential: fresh noise in each sweep, or piled up",
       .choices = {"fresh", "accumulate"},
       .only_for = {"hdp"},
       .idle_because = unless(
           o, [](const auto& now) { return is_literal_hdp(now) && adds_noise(now); },
           "it is how --sampler sequential adds noise")},
      {.name = "clip",
       .target = &o.clip,
       .help = "hdp: a count above this counts as this in a draw",
       .least = 0,
       .most = 1e9,
       .above_least = true,
       .only_for = {"hdp"}},
      {.name = "sigma",
       .target = &o.sigma,
       .help =
           "doc: standard deviation of the noise of each cell; a document's whole contribution has "
           "length 1000, or the root of --cap if drawn",
       .least = 0.0625,
       .most = 524288,
       .only_for = {"doc"},
       .idle_because = unless(o, adds_noise, kNoNoise)},
      {.name = "contribution",
       .target = &o.contribution,
       .help = "doc: soft: shares of the topics, of bounded length; drawn: one topic a word, needs "
               "--cap",
       .choices = {"soft", "drawn"},
       .only_for = {"doc"}},
      {.name = "cap",
       .target = &o.cap,
       .help = "doc: distinct words kept of a document, chosen at random",
       .least = 1,
       .most = 1e9,
       .only_for = {"doc"}},
      {.name = "inner-sweeps",
       .target = &o.inner_sweeps,
       .help = "doc: sweeps of a document's topics between two releases, at no cost",
       .least = 1,
       .most = 1e6,
       .only_for = {"doc"}},
      {.name = "denoise",
       .target = &o.denoise,
       .help = "lp, online-lp: channel: learn through the known noise; moment, bayes: rebuild a "
               "corpus first, as published",
       .choices = {"channel", "moment", "bayes"},
       .only_for = {"lp", "online-lp"}},
      {.name = "prior",
       .target = &o.prior,
       .help = "a corpus of unperturbed documents to begin with",
       .metavar = "CORPUS",
       .only_for = {"lp", "online", "online-lp"},
       .idle_because =
           unless(o, takes_prior, "recipe lp uses a --prior corpus for --denoise bayes only"),
       .affects_result = false},
      {.name = "prior-public",
       .target = &o.prior_public,
       .help = "the documents of --prior are public: nothing in them needs protection",
       .only_for = {"lp", "online-lp"},
       .idle_because = unless(o, has_prior, "there is no --prior corpus")},
      {.name = "prior-sweeps",
       .target = &o.prior_sweeps,
       .help = "sweeps over the documents of --prior before the stream",
       .least = 1,
       .most = 1e6,
       .only_for = {"online", "online-lp"},
       .idle_because = unless(o, has_prior, "there is no --prior corpus")},
      {.name = "omega",
       .target = &o.omega,
       .help = "--denoise bayes: weight of the expected frequency of a word (default: 0.4)",
       .least = 0,
       .most = 1,
       .only_for = {"lp", "online-lp"},
       .idle_because = unless(o, expects_words, kOfBayes)},
      {.name = "prior-sigma",
       .target = &o.prior_sigma,
       .help = "--denoise bayes: standard deviation of the expected frequency, in documents of a "
               "batch, in place of --omega",
       .least = 0,
       .most = 1e9,
       .above_least = true,
       .only_for = {"lp", "online-lp"},
       .idle_because = unless(o, expects_words, kOfBayes)},
      {.name = "mu-update",
       .target = &o.mu_update,
       .help = "--denoise bayes: what a batch expects: the mean of the last expectation and the "
               "last estimate, or the last estimate",
       .choices = {"mean", "previous"},
       .only_for = {"online-lp"},
       .idle_because = unless(o, expects_words, kOfBayes)},
      {.name = "batch",
       .target = &o.batch,
       .help = "documents or reports of a batch",
       .least = 1,
       .most = 1e9,
       .only_for = {"online", "online-lp"}},
      {.name = "lambda",
       .target = &o.lambda,
       .help =
           "weight with which a batch's counts join the prior of the next, from 0 to 1, or auto",
       .metavar = "NUMBER|auto",
       .only_for = {"online", "online-lp"}},
      {.name = "forget",
       .target = &o.forget,
       .help = "tokens that all the past counts for at most (default: no limit)",
       .least = 0,
       .most = 1e15,
       .above_least = true,
       .only_for = {"online", "online-lp"}},
      {.name = "idle",
       .target = &o.idle,
       .help = "a directory as a stream ends when nothing new came for that many seconds; below 0: "
               "never",
       .least = -1,
       .most = 1e9,
       .only_for = {"online", "online-lp"},
       .affects_result = false},
      {.name = "shrink",
       .target = &o.shrink,
       .help =
           "hdp, doc --contribution drawn: soft threshold on releases before topics are drawn, in "
           "counts, doc: in standard deviations of the noise (default: by the noise)",
       .least = 0,
       .only_for = {"hdp", "doc"},
       .idle_because = [&o] { return why_no_threshold(o); }},
      {.name = "shrink-phi",
       .target = &o.shrink_phi,
       .help = "hdp, doc --contribution drawn: soft threshold on the mean of the last releases, in "
               "counts, doc: in standard deviations of its noise (default: by the noise)",
       .least = 0,
       .only_for = {"hdp", "doc"},
       .idle_because = [&o] { return why_no_threshold(o); }},
      {.name = "average",
       .target = &o.average,
       .help =
           "hdp, doc --contribution drawn: how many of the last releases phi is made of (hdp: 20, "
           "doc: 3)",
       .least = 1,
       .most = 1e9,
       .only_for = {"hdp", "doc"},
       .idle_because = unless(o, averages_releases, kNoReleases)},
      {.name = "beta-phi",
       .target = &o.beta_phi,
       .help = "hdp: smoothing of phi, per word",
       .least = 1e-9,
       .most = 1e6,
       .only_for = {"hdp"},
       .idle_because = unless(o, averages_releases, kNoReleases)},
      {.name = "noise-check",
       .target = &o.noise_check,
       .help =
           "tell which topics stand out from noise, by the same run on made-up documents; costs "
           "time, no privacy",
       .only_for = {"hdp", "doc", "lp"},
       .affects_result = false},
      {.name = "monitor",
       .target = &o.monitor,
       .help =
           "cgs, hdp --sampler sequential: report the inherent privacy of the paper's theorems; no "
           "guarantee",
       .only_for = {"cgs", "hdp"},
       .affects_result = false},
      {.name = "key-file",
       .target = &o.key_file,
       .help = "32 secret bytes; only an exact repetition of the run has the same noise again",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "seed",
       .target = &o.seed,
       .help = "public seed that makes the run repeatable; without it the operating system's "
               "randomness is used",
       .least = 0},
      threads_option(o.threads),
      {.name = "checkpoint",
       .target = &o.checkpoint,
       .help = "keep the run's state here, to resume it (streams: after every batch, by default "
               "beside the model)",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "every",
       .target = &o.every,
       .help = "sweeps between two checkpoints and, with --checkpoint, between two charges (hdp, "
               "doc: 5)",
       .least = 1,
       .most = 1e9,
       .only_for = {"cgs", "hdp", "doc", "cdp", "cdp-plus", "lp"},
       .idle_because = unless(
           o, [](const auto& now) { return charges_sweeps(now) || !now.checkpoint.empty(); },
           "there is no --checkpoint, and the run charges nothing"),
       .affects_result = false},
      {.name = "resume",
       .target = &o.resume,
       .help = "continue the run whose state is here",
       .metavar = "FILE",
       .affects_result = false},
  };
}

TrainOptions options_for(const std::string& recipe) {
  TrainOptions options;
  from_json(option_table(options), recipe_named(recipe).defaults());
  options.recipe = recipe;
  return options;
}

void check(const TrainOptions& options) {
  TrainOptions copy = options;
  check(option_table(copy));
  if (options.seed && options.keyed()) {
    throw InputError("give --seed or --key-file, not both: either is the run's key");
  }
  const Plan plan = plan_of(options);
  if (!plan.each_sweep.empty() && options.optimize_alpha != "none") {
    throw InputError(fmt::format(
        "--optimize-alpha reads the documents' topics, which recipe {} protects; leave it out",
        options.recipe));
  }
  if (options.monitor && (plan.charges() || options.recipe.starts_with("cdp"))) {
    throw InputError(
        "--monitor watches draws from counts that change in place: use it with --recipe cgs, or "
        "with hdp --sampler sequential");
  }
}

TrainOptions without_idle(const TrainOptions& options) {
  TrainOptions copy = options;
  TrainOptions defaults = options_for(options.recipe);
  const OptionTable table = option_table(copy);
  const OptionTable standard = option_table(defaults);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!why_idle(table, table[i]).empty()) copy_value(standard[i], table[i]);
  }
  return copy;
}

nlohmann::ordered_json affecting_options(const TrainOptions& options, bool without_sweeps) {
  TrainOptions copy = options;
  const OptionTable table = option_table(copy);
  OptionTable affecting;
  for (const Option& option : table) {
    if (!option.affects_result || (without_sweeps && option.name == "sweeps")) continue;
    if (why_idle(table, option).empty()) affecting.push_back(option);
  }
  return to_json(affecting);
}

bool sweeps_snapshots(const TrainOptions& options) {
  if (options.recipe == "doc") return draws_contributions(options);
  if (learns_through_channel(options)) return false;
  return options.sampler == "snapshot" &&
         std::find(kWithKernel.begin(), kWithKernel.end(), options.recipe) != kWithKernel.end();
}

Kernel kernel_of(const TrainOptions& options) {
  return kernel_named(options.kernel, static_cast<std::size_t>(options.topics),
                      options.recipe == "hdp" ? kMostDenseBounded : kMostDense);
}

Key training_key(const TrainOptions& options, const std::string& digest) {
  return run_key(options.seed, kept_key(options.key, options.key_file),
                 fmt::format("dplda {} train, draws {}\n{}\n{}", version(), kDraws, digest,
                             affecting_options(options, false).dump()));
}

nlohmann::ordered_json preset(const std::string& name, const std::string& recipe) {
  if (name == "paper") {
    nlohmann::ordered_json values = {
        {"topics", 50}, {"alpha", 1.0}, {"beta", 0.01}, {"sweeps", 200}};
    if (recipe == "doc") values.erase("beta");  // it does nothing there
    if (recipe == "lp") {
      values["denoise"] = "moment";
      values["sampler"] = "sequential";
    }
    if (recipe_named(recipe).stream != nullptr) {
      values["sweeps"] = 50;
      values["lambda"] = "0.5";
      values["sampler"] = "sequential";
    }
    if (recipe == "online-lp") values["denoise"] = "bayes";
    return values;
  }
  throw InputError(fmt::format("--preset must be: paper; not '{}'", name));
}

}  // namespace dplda
