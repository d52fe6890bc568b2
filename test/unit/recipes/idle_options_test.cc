// Options that do nothing: refused by every front end, and never a difference between two runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "base/errors.h"
#include "recipes/lp.h"
#include "recipes/registry.h"
#include "recipes/training.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

// A recipe with the options that make a mode of it, as a front end gives them.
struct Mode {
  std::string recipe;
  std::map<std::string, std::string> given = {};

  std::string name() const {
    std::string text = recipe;
    for (const auto& [flag, value] : given) text += " --" + flag + " " + value;
    return text;
  }
};

std::vector<Mode> modes() {
  return {
      {"cgs"},
      {"cgs", {{"sampler", "sequential"}}},
      {"cgs", {{"checkpoint", "file"}}},
      {"cgs", {{"optimize-alpha", "symmetric"}}},
      {"cgs", {{"optimize-alpha", "asymmetric"}, {"sampler", "sequential"}}},
      {"cdp", {{"epsilon-noise", "1"}}},
      {"cdp", {{"epsilon-noise", "1"}, {"noise", "laplace"}}},
      {"cdp", {{"noise", "none"}}},
      {"cdp-plus", {{"epsilon-noise", "1"}}},
      {"cdp-plus", {{"noise", "none"}}},
      {"hdp", {{"epsilon-noise", "1"}}},
      {"hdp", {{"target-epsilon", "100"}}},
      {"hdp", {{"noise", "none"}}},
      {"hdp", {{"sampler", "sequential"}, {"epsilon-noise", "1"}}},
      {"hdp", {{"sampler", "sequential"}, {"target-epsilon", "8"}}},
      {"hdp", {{"sampler", "sequential"}, {"epsilon-noise", "1"}, {"noise", "laplace"}}},
      {"hdp", {{"sampler", "sequential"}, {"noise", "none"}}},
      {"doc", {{"sigma", "300"}}},
      {"doc", {{"target-epsilon", "50"}}},
      {"doc", {{"noise", "none"}}},
      {"doc", {{"contribution", "drawn"}, {"sigma", "2"}}},
      {"doc", {{"contribution", "drawn"}, {"target-epsilon", "50"}}},
      {"doc", {{"contribution", "drawn"}, {"noise", "none"}}},
      {"lp"},
      {"lp", {{"denoise", "moment"}}},
      {"lp", {{"denoise", "moment"}, {"sampler", "sequential"}}},
      {"lp", {{"denoise", "bayes"}, {"prior", "prior"}}},
      {"online"},
      {"online", {{"prior", "prior"}}},
      {"online-lp"},
      {"online-lp", {{"prior", "prior"}}},
      {"online-lp", {{"denoise", "moment"}}},
      {"online-lp", {{"denoise", "moment"}, {"prior", "prior"}}},
      {"online-lp", {{"denoise", "bayes"}, {"prior", "prior"}}},
  };
}

const Option& named(const OptionTable& table, const std::string& name) {
  return *std::find_if(table.begin(), table.end(),
                       [&](const Option& option) { return option.name == name; });
}

TrainOptions with(TrainOptions options, const std::string& name, const std::string& value) {
  set_from_text(named(option_table(options), name), value);
  return options;
}

// The mode on a small scale.
TrainOptions options_of(const Mode& mode) {
  TrainOptions options = options_for(mode.recipe);
  options.noise_check = false;
  options.topics = 4;
  options.sweeps = 6;
  options.optimize_every = 2;
  options.optimize_after = 1;
  options.inner_sweeps = 3;
  if (mode.recipe == "doc") options.cap = 8;
  options.average = 3;
  options.prior_sweeps = 8;
  options.batch = 250;
  options.threads = 1;
  options.seed = 3;
  for (const auto& [name, value] : mode.given) options = with(options, name, value);
  return options;
}

// Values that no mode has; where there is a choice, all of them are tried.
std::vector<std::string> others(const Option& option) {
  static const std::map<std::string, std::vector<std::string>> kOthers = {
      {"topics", {"3"}},
      {"sweeps", {"4"}},
      {"alpha", {"0.7"}},
      {"beta", {"0.3"}},
      {"optimize-every", {"1"}},
      {"optimize-after", {"3"}},
      {"target-epsilon", {"70"}},
      {"delta", {"1e-3"}},
      {"epsilon-noise", {"2"}},
      {"clip", {"3"}},
      {"sigma", {"500"}},
      {"cap", {"4"}},
      {"inner-sweeps", {"1"}},
      {"prior", {"prior", ""}},
      {"prior-public", {"true"}},
      {"prior-sweeps", {"3"}},
      {"omega", {"0.9"}},
      {"prior-sigma", {"40"}},
      {"batch", {"300"}},
      {"lambda", {"0.4", "auto"}},
      {"forget", {"30"}},
      {"idle", {"5"}},
      {"shrink", {"0.3", "9"}},
      {"shrink-phi", {"0.2", "9"}},
      {"average", {"1"}},
      {"beta-phi", {"0.4"}},
      {"monitor", {"true"}},
      {"key-file", {"key"}},
      {"seed", {"4"}},
      {"threads", {"2"}},
      {"noise-check", {"true"}},
      {"checkpoint", {"other"}},
      {"every", {"2"}},
      {"resume", {"state"}}};
  if (!option.choices.empty()) return option.choices;
  return kOthers.at(option.name);
}

// What they do is not seen in the model: how fast it comes, what is left beside it, when a stream
// ends, what is told of the run.
const std::set<std::string> kBesideTheModel = {"threads", "checkpoint", "every",    "resume",
                                               "idle",    "monitor",    "key-file", "noise-check"};

const Corpus& documents() {
  static const Corpus kDocuments = test::planted_corpus(2, 60, 25, 4);
  return kDocuments;
}

const Reports& reports() {
  static const Reports kReports = test::reports_of(test::planted_corpus(1, 750, 10, 4), 3, 1);
  return kReports;
}

Model stream_model(const TrainOptions& options) {
  const auto batch = static_cast<std::uint64_t>(options.batch);
  std::vector<Corpus> batches;
  for (std::uint64_t first = 0; first < 750; first += batch)
    batches.push_back(test::planted_corpus(first, std::min(batch, 750 - first), 10, 4));
  test::MemorySource source = options.recipe == "online" ? test::MemorySource(std::move(batches))
                                                         : test::MemorySource(reports(), batch);
  StreamObserver observer;
  const Corpus* prior = options.prior.empty() ? nullptr : &test::prior_corpus();
  return *train_stream(source, prior, options, observer).model;
}

Model model_of(TrainOptions options) {
  options.checkpoint.clear();
  const Recipe& recipe = recipe_named(options.recipe);
  if (recipe.stream != nullptr) return stream_model(options);
  Observer observer;
  if (!recipe.reports) return train(documents(), options, observer).model;
  const Corpus* prior = options.prior.empty() ? nullptr : &test::prior_corpus();
  const Corpus rebuilt = rebuilt_corpus(reports(), prior, resolved(options));
  return train(rebuilt, reports(), options, observer).model;
}

// All of a model but the list of options, which names whatever counts.
std::string result_of(const TrainOptions& options) {
  const Model model = model_of(options);
  const std::vector<float> numbers = test::numbers_of(model);
  return std::string(reinterpret_cast<const char*>(numbers.data()),
                     numbers.size() * sizeof(float)) +
         model.meta().at("privacy").dump();
}

bool is_refused(const TrainOptions& options, const std::string& given) {
  try {
    refuse_idle(options, [&](const std::string& name) { return name == given; });
  } catch (const InputError&) {
    return true;
  }
  return false;
}

std::string all_of(TrainOptions options) { return to_json(option_table(options)).dump(); }

TEST(IdleOptions, AModeUsesAllThatItWasMadeWith) {
  for (const Mode& mode : modes()) {
    for (const auto& [name, value] : mode.given)
      EXPECT_FALSE(is_refused(options_of(mode), name)) << mode.name() << ": " << name;
  }
}

TEST(IdleOptions, WhatIsAcceptedChangesTheResult) {
  for (const Mode& mode : modes()) {
    const TrainOptions base = options_of(mode);
    const std::string result = result_of(base);
    TrainOptions copy = base;
    for (const Option& option : option_table(copy)) {
      if (option.name == "recipe" || kBesideTheModel.contains(option.name)) continue;
      bool changes = false;
      bool accepted = false;
      for (const std::string& value : others(option)) {
        const TrainOptions changed = with(base, option.name, value);
        if (value == value_as_text(option) || is_refused(changed, option.name)) continue;
        try {
          changes = changes || result_of(changed) != result;
          accepted = true;
        } catch (const InputError&) {  // the value contradicts the mode
        }
      }
      EXPECT_EQ(changes, accepted) << mode.name() << ": --" << option.name << " does nothing";
    }
  }
}

TEST(IdleOptions, WhatIsRefusedDoesNothingEvenIfItIsThere) {
  for (const Mode& mode : modes()) {
    const TrainOptions base = options_of(mode);
    TrainOptions copy = base;
    for (const Option& option : option_table(copy)) {
      if (option.name == "recipe") continue;
      for (const std::string& value : others(option)) {
        const TrainOptions forced = with(base, option.name, value);
        if (!is_refused(forced, option.name)) continue;
        // Runs of the same options are the same.
        EXPECT_EQ(all_of(resolved(forced)), all_of(resolved(base)))
            << mode.name() << ": --" << option.name;
      }
    }
  }
}

TEST(IdleOptions, WhatCountsAsDifferentIsWhatIsAcceptedAndAffectsTheResult) {
  for (const Mode& mode : modes()) {
    TrainOptions options = resolved(options_of(mode));
    const nlohmann::ordered_json counted = affecting_options(options, false);
    for (const Option& option : option_table(options)) {
      if (is_refused(options, option.name) || !option.affects_result) {
        EXPECT_FALSE(counted.contains(json_key(option))) << mode.name() << ": " << option.name;
      }
    }
  }
}

TEST(IdleOptions, UnderAKeyFileTheyMakeNoOtherRunAndAreChargedOnce) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "key", "0123456789abcdef0123456789abcdef");
  std::filesystem::permissions(directory / "key", std::filesystem::perms::owner_read);
  for (const Mode& mode :
       {Mode{"doc", {{"sigma", "300"}}}, Mode{"hdp", {{"epsilon-noise", "1"}}}}) {
    const std::string ledger = directory / (mode.recipe + ".ledger");
    TrainOptions base = options_of(mode);
    base.seed.reset();
    base.key_file = directory / "key";
    const auto run = [&](const TrainOptions& options) {
      Observer observer;
      const TrainResult result = train(documents(), options, observer, Ledger(ledger));
      return std::pair(test::numbers_of(result.model), result.ledger.entries().size());
    };
    const auto first = run(base);
    TrainOptions copy = base;
    for (const Option& option : option_table(copy)) {
      for (const std::string& value :
           option.name == "recipe" ? std::vector<std::string>() : others(option)) {
        const TrainOptions forced = with(base, option.name, value);
        if (!is_refused(forced, option.name)) continue;
        try {
          EXPECT_EQ(run(forced), first) << mode.name() << ": --" << option.name;
        } catch (const InputError&) {  // refused once more, before anything was charged
        }
      }
    }
    // What does something makes another run of it.
    EXPECT_GT(run(with(base, "alpha", "0.7")).second, first.second) << mode.name();
  }
}

TEST(IdleOptions, APresetSetsNone) {
  for (const Recipe& recipe : recipes()) {
    const nlohmann::ordered_json values = preset("paper", std::string(recipe.name));
    TrainOptions options = options_for(std::string(recipe.name));
    from_json(option_table(options), values);
    if (recipe.name == "online-lp") options.prior = "prior";  // which --denoise bayes asks for
    for (const Option& option : option_table(options)) {
      if (!values.contains(json_key(option))) continue;
      EXPECT_FALSE(is_refused(options, option.name)) << recipe.name << ": " << option.name;
    }
  }
}

// "hdp, doc --noise none: 5" in parentheses.
struct Claim {
  std::vector<std::string> names;
  std::map<std::string, std::string> given;
  std::string value;

  bool speaks_of(const Mode& mode) const {
    if (std::find(names.begin(), names.end(), mode.recipe) == names.end()) return false;
    return std::all_of(given.begin(), given.end(), [&](const auto& each) {
      TrainOptions options = options_of(mode);
      return value_as_text(named(option_table(options), each.first)) == each.second;
    });
  }
};

std::vector<std::string> found_in(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    all.push_back(at->str(at->size() > 1 ? 1 : 0));
  return all;
}

std::vector<Claim> claims_of(const Option& option) {
  std::vector<Claim> claims;
  for (const std::string& text : found_in(option.help, R"(\(([^()]*)\))")) {
    static const std::regex kClaim(
        R"(([a-z-]+(?:, [a-z-]+)*)((?: --[a-z-]+ [a-z]+)*): ([0-9.]+|sequential|snapshot)(?=[,; ]|$))");
    for (std::sregex_iterator at(text.begin(), text.end(), kClaim), end; at != end; ++at) {
      Claim claim{.names = found_in(at->str(1), "[a-z-]+"), .given = {}, .value = at->str(3)};
      const std::vector<std::string> flags = found_in(at->str(2), "--([a-z-]+) [a-z]+");
      const std::vector<std::string> values = found_in(at->str(2), "--[a-z-]+ ([a-z]+)");
      for (std::size_t i = 0; i < flags.size(); ++i) claim.given[flags[i]] = values[i];
      claims.push_back(claim);
    }
  }
  return claims;
}

// What the help says that an option is unless it is given; the most special claim holds. Empty:
// nothing.
std::string said(const Option& option, const Mode& mode, const std::string& shown) {
  std::string value = shown;
  std::size_t special = 0;
  for (const Claim& claim : claims_of(option)) {
    if (claim.names == std::vector<std::string>{"default"} && special == 0) value = claim.value;
    if (!claim.speaks_of(mode) || claim.given.size() + 1 < special) continue;
    value = claim.value;
    special = claim.given.size() + 1;
  }
  return value;
}

TEST(Help, SaysTheDefaultsThatEveryRecipeHas) {
  TrainOptions plain;
  const OptionTable shown = option_table(plain);
  std::size_t checked = 0;
  for (const Mode& mode : modes()) {
    TrainOptions standard = options_for(mode.recipe);
    for (const auto& [name, value] : mode.given) standard = with(standard, name, value);
    if (mode.given.contains("contribution")) standard.cap = 8;
    TrainOptions complete = resolved(standard);
    for (const Option& option : option_table(standard)) {
      if (mode.given.contains(option.name) || option.name == "recipe") continue;
      if (option.name == "cap" || is_refused(standard, option.name)) continue;
      // What the recipe leaves open is worked out when it runs; from a target it may be anything.
      std::string value = value_as_text(option);
      const bool open = value.empty() && !claims_of(option).empty();
      if (open) value = value_as_text(named(option_table(complete), option.name));
      if (open && (value.empty() || standard.target_epsilon)) continue;
      EXPECT_EQ(said(option, mode, value_as_text(named(shown, option.name))), value)
          << mode.name() << ": --" << option.name;
      checked += claims_of(option).empty() ? 0 : 1;
    }
  }
  EXPECT_GT(checked, 100U);  // the claims are found
}

}  // namespace
}  // namespace dplda
