#include "training/recomputed_privacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/errors.h"
#include "privacy/mechanisms.h"
#include "privacy/report_charges.h"
#include "privacy/run_mark.h"
#include "training/privacy_record.h"
#include "training/setup.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kFigures = {"pure_epsilon", "rho", "epsilon_at_delta", "judged_epsilon"};

// What another order of the same sums may lose.
constexpr double kClaimRounding = 1e-9;
constexpr std::uint64_t kMostReleases = std::uint64_t{1} << 40;

double number(const Json& figure) {
  if (figure == "infinite") return HUGE_VAL;
  return figure.get<double>();
}

[[noreturn]] void fail(const std::string& source, std::string_view what) {
  throw InputError(
      fmt::format("{} {}; it was changed or is damaged: train it again", source, what));
}

// The run, complete as it was.
RunSetup setup_of_model(const Json& meta, const std::string& source) {
  const auto recipe = meta.at("recipe").get<std::string>();
  TrainOptions options = options_for(recipe);
  const OptionTable table = option_table(options);
  OptionValues known;
  const OptionValues stated = option_values_from_json(meta.at("options"));
  for (const Option& option : table) {
    const std::string key = json_key(option);
    const OptionValue* value = option.affects_result ? stated.find(key) : nullptr;
    if (value != nullptr) known.set(key, *value);
  }
  set_values(table, known);
  if (options->recipe != recipe) fail(source, "names two recipes");
  // A model does not name the file.
  if (known.says("prior_public", true) || known.says("denoise", "bayes"))
    set_option(options, "prior", "the prior corpus");
  return setup_of(options);
}

// What a model of reports rests on: one report, whose parameters the stated releases hold.
std::vector<Charge> charges_of_report(const Json& releases, std::uint32_t words) {
  const Json& presence = releases.at(0).at("parameters");
  const Json& document = releases.at(2).at("parameters");
  const Mechanism mechanism = mechanism_from_json("randomized_response", presence);
  const bool capped = presence.at("bits").get<std::uint64_t>() > 1;
  const auto bits = std::min<std::uint64_t>(words, document.at("bits").get<std::uint64_t>());
  const std::uint64_t cap = !capped ? 0 : bits == words ? words - 1 : bits / 2;
  return report_charges(mechanism.loss.bit_threshold, words, static_cast<std::uint32_t>(cap), 1);
}

// What the run must have released, from its options and from what its vocabulary cost.
std::vector<Charge> least_releases(const Model& model, const Plan& plan, const Json& stated) {
  const Json& meta = model.meta();
  if (plan.view == View::kReport)
    return charges_of_report(stated.at("releases"), model.vocabulary().size());
  std::vector<Charge> charges = plan.whole(meta.at("sweeps").get<std::uint32_t>());
  const Preparation preparation = model.preparation();
  if (model.vocabulary().origin() == VocabularyOrigin::kPrivate && !preparation.owes_for_words())
    throw InputError("its private vocabulary has no cost");
  for (const std::string& entry : preparation.word_charges.value_or(std::vector<std::string>()))
    charges.push_back(entry_from_text(entry).charge);
  return charges;
}

bool same_kind(const Charge& a, const Charge& b) {
  return a.release == b.release && a.unit == b.unit && a.view == b.view &&
         a.mechanism.name == b.mechanism.name && a.mechanism.parameters == b.mechanism.parameters;
}

bool states(const Json& release, const Charge& charge) {
  return release.at("release") == charge.release && release.at("unit") == name_of(charge.unit) &&
         release.at("mechanism") == charge.mechanism.name &&
         release.at("parameters") == charge.mechanism.parameters &&
         release.value("view", std::string(name_of(charge.view))) == name_of(charge.view);
}

// The stated releases as a ledger of their own, each a run by itself so that none is taken for the
// repetition of another. A run that was resumed may have made more than it must.
Ledger ledger_of(const Json& releases, std::vector<Charge> least, std::vector<std::string>& runs,
                 const std::string& source) {
  Ledger ledger;
  for (const Json& release : releases) {
    const auto known = std::find_if(least.begin(), least.end(),
                                    [&](const Charge& charge) { return states(release, charge); });
    if (known == least.end()) fail(source, "names a release that its run does not make");
    Charge charge = *known;
    std::uint64_t needed = 0;
    for (const Charge& other : least) needed += same_kind(charge, other) ? other.count : 0;
    charge.first = 1;
    charge.count = release.at("count").get<std::uint64_t>();
    if (charge.count >= kMostReleases) fail(source, "names more releases than any run makes");
    if (charge.count < needed) fail(source, "names fewer releases than its run makes");
    std::erase_if(least, [&](const Charge& other) { return same_kind(charge, other); });
    runs.push_back(fmt::format("release {}", runs.size() + 1));
    ledger.charge(runs.back(), charge);
  }
  if (!least.empty()) fail(source, "does not name all releases that its run makes");
  return ledger;
}

enum class Others { kNone, kMayHaveAdded };

void check_total(const Json& stated, const Json& total, Others others, const std::string& source) {
  for (const char* fact : {"unit", "view", "delta"}) {
    if (stated.at(fact) != total.at(fact))
      fail(source, fmt::format("states its total for another {} than that of its run", fact));
  }
  for (const char* figure : kFigures) {
    if (!stated.contains(figure) && figure == std::string_view("judged_epsilon"))
      continue;  // an older model
    const double claimed = number(stated.at(figure));
    const double least = number(total.at(figure));
    if (!(claimed >= least * (1 - kClaimRounding)))
      fail(source, "states a lower total than that of the releases it names");
    if (others == Others::kNone && claimed > least * (1 + kClaimRounding))
      fail(source, "states a total that is not that of the releases it names");
  }
}

bool is_day(const std::string& text) {
  constexpr std::string_view kShape = "0000-00-00";
  return std::equal(
      text.begin(), text.end(), kShape.begin(), kShape.end(),
      [](char at, char shape) { return shape == '-' ? at == '-' : at >= '0' && at <= '9'; });
}

bool is_id(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Who counted, and until when.
void take_over_account(const Json& stated, Json& record, const std::string& source) {
  if (!stated.contains("account")) {  // reports, and older models
    if (stated.value("recorded", false)) record.erase("account");
    return;
  }
  const auto account = stated["account"].get<std::string>();
  if (account != "ledger" && account != "process" && account != "run")
    fail(source, "does not say who counted what was released");
  record["account"] = account;
  const auto take = [&](const char* key, bool (*sound)(const std::string&)) {
    if (!stated.contains(key)) return;
    const auto text = stated[key].get<std::string>();
    if (!sound(text)) fail(source, fmt::format("has no sound '{}' in its privacy record", key));
    record[key] = text;
  };
  take("known_on", is_day);
  take("lineage", is_id);
  if (stated.contains("restarted")) record["restarted"] = stated["restarted"].get<bool>();
  if (!stated.contains("runs")) return;  // an older model
  const auto runs = stated["runs"].get<std::vector<std::string>>();
  if (runs.empty() || !std::all_of(runs.begin(), runs.end(), is_run_mark))
    fail(source, "has no sound 'runs' in its privacy record");
  record["runs"] = runs;
}

// What only the stated record can tell.
void take_over(const Json& stated, Json& record, const std::string& source) {
  if (record.contains("recorded")) record["recorded"] = stated.at("recorded").get<bool>();
  take_over_account(stated, record, source);
  const Json& key = stated.at("key");
  if (record["key"] != "seed" && key != "seed") {
    if (key != "operating system" && key != "key file") fail(source, "names no key of a run");
    record["key"] = key;
  }
}

// Facts that follow from the model, in the words of the record.
void check_facts(const Json& stated, const Json& record, const std::string& source) {
  for (const char* key : {"private", "recipe", "exposures", "vocabulary", "key", "prior"}) {
    if (stated.value(key, Json()) != record.value(key, Json()))
      fail(source, fmt::format("does not agree with itself about '{}' in its privacy record", key));
  }
}

Json recomputed(const Model& model, const Json& stated, const std::string& source) {
  const RunSetup setup = setup_of_model(model.meta(), source);
  const Plan& plan = setup.plan;
  const WordsOnRecord words(model.vocabulary(), model.preparation());
  std::vector<std::string> runs;
  Ledger ledger =
      ledger_of(stated.at("releases"), least_releases(model, plan, stated), runs, source);
  for (const Exposure& exposure : plan.exposures) ledger.expose("run", exposure);
  if (words.origin == VocabularyOrigin::kData)
    ledger.expose("run", {"the words of the vocabulary", "the documents chose them"});
  Json record = privacy_record(setup, ledger, runs, words);
  take_over(stated, record, source);
  check_facts(stated, record, source);
  check_total(stated.at("run"), record.at("run"), Others::kNone, source);
  check_total(stated.at("data"), record.at("run"), Others::kMayHaveAdded, source);
  record["data"] = larger_total(record.at("run"), stated.at("data"));
  if (record.contains("units") != stated.contains("units"))
    fail(source, "does not say whether it rests on reports");
  for (std::size_t i = 0; record.contains("units") && i < record["units"].size(); ++i)
    check_total(stated.at("units").at(i), record["units"][i], Others::kNone, source);
  return record;
}

}  // namespace

Json larger_total(const Json& a, const Json& b) {
  Json larger = a;
  for (const char* figure : kFigures) {
    if (b.contains(figure) && number(b.at(figure)) > number(a.at(figure)))
      larger[figure] = b.at(figure);
  }
  return larger;
}

Json recomputed_privacy(const Model& model, const std::string& source) {
  try {
    return recomputed(model, model.meta().at("privacy"), source);
  } catch (const Json::exception&) {
    fail(source, "does not say what it released and what that cost");
  }
}

}  // namespace dplda
