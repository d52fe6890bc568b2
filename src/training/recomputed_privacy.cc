#include "training/recomputed_privacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "privacy/mechanisms.h"
#include "privacy/report_charges.h"
#include "privacy/run_mark.h"
#include "training/model_privacy.h"
#include "training/run_privacy.h"
#include "training/setup.h"

namespace dplda {
namespace {

constexpr std::array kFigures = {&StatedTotal::pure_epsilon, &StatedTotal::rho,
                                 &StatedTotal::epsilon_at_delta};

// What another order of the same sums may lose.
constexpr double kClaimRounding = 1e-9;
constexpr std::string_view kSilent = "does not say what it released and what that cost";
constexpr std::uint64_t kMostReleases = std::uint64_t{1} << 40;

[[noreturn]] void fail(const std::string& source, std::string_view what) {
  throw InputError(
      fmt::format("{} {}; it was changed or is damaged: train it again", source, what));
}

// The run, complete as it was.
RunSetup setup_of_model(const ModelMeta& meta, const std::string& source) {
  TrainOptions options = options_for(meta.recipe);
  const OptionTable table = option_table(options);
  OptionValues known;
  for (const Option& option : table) {
    const std::string key = json_key(option);
    const OptionValue* value = option.affects_result ? meta.options.find(key) : nullptr;
    if (value != nullptr) known.set(key, *value);
  }
  set_values(table, known);
  if (options->recipe != meta.recipe) fail(source, "names two recipes");
  // A model does not name the file.
  if (known.says("prior_public", true) || known.says("denoise", "bayes"))
    set_option(options, "prior", "the prior corpus");
  return setup_of(options);
}

// What a model of reports rests on: one report, whose parameters the stated releases hold.
std::vector<Charge> charges_of_report(const std::vector<StatedRelease>& releases,
                                      std::uint32_t words, const std::string& source) {
  if (releases.size() < 3) fail(source, kSilent);
  const Mechanism presence = mechanism_from("randomized_response", releases[0].parameters);
  const auto* document_bits = std::get_if<std::uint64_t>(releases[2].parameters.find("bits"));
  if (document_bits == nullptr) fail(source, kSilent);
  const bool capped = presence.parameters.count("bits") > 1;
  const auto bits = std::min<std::uint64_t>(words, *document_bits);
  const std::uint64_t cap = !capped ? 0 : bits == words ? words - 1 : bits / 2;
  return report_charges(presence.loss.bit_threshold, words, static_cast<std::uint32_t>(cap), 1);
}

std::uint32_t sweeps_of(const ModelMeta& meta, const std::string& source) {
  if (!meta.sweeps || *meta.sweeps > std::numeric_limits<std::uint32_t>::max())
    fail(source, kSilent);
  return static_cast<std::uint32_t>(*meta.sweeps);
}

// What the run must have released, from its options and from what its vocabulary cost.
std::vector<Charge> least_releases(const Model& model, const Plan& plan,
                                   const PrivacyRecord& stated, const std::string& source) {
  const ModelMeta& meta = model.meta();
  if (plan.view == View::kReport)
    return charges_of_report(stated.releases, model.vocabulary().size(), source);
  std::vector<Charge> charges = plan.whole(sweeps_of(meta, source));
  const Preparation& preparation = meta.preparation;
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

bool states(const StatedRelease& release, const Charge& charge) {
  return release.release == charge.release && release.unit == charge.unit &&
         release.mechanism == charge.mechanism.name &&
         release.parameters == charge.mechanism.parameters &&
         release.view.value_or(charge.view) == charge.view;
}

// The stated releases as a ledger of their own, each a run by itself so that none is taken for the
// repetition of another. A run that was resumed may have made more than it must.
Ledger ledger_of(const std::vector<StatedRelease>& releases, std::vector<Charge> least,
                 std::vector<std::string>& runs, const std::string& source) {
  Ledger ledger;
  for (const StatedRelease& release : releases) {
    const auto known = std::find_if(least.begin(), least.end(),
                                    [&](const Charge& charge) { return states(release, charge); });
    if (known == least.end()) fail(source, "names a release that its run does not make");
    Charge charge = *known;
    std::uint64_t needed = 0;
    for (const Charge& other : least) needed += same_kind(charge, other) ? other.count : 0;
    charge.first = 1;
    charge.count = release.count;
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

void check_figure(double claimed, double least, Others others, const std::string& source) {
  if (!(claimed >= least * (1 - kClaimRounding)))
    fail(source, "states a lower total than that of the releases it names");
  if (others == Others::kNone && claimed > least * (1 + kClaimRounding))
    fail(source, "states a total that is not that of the releases it names");
}

void check_total(const StatedTotal& stated, const StatedTotal& total, Others others,
                 const std::string& source) {
  const auto check_fact = [&](bool same, const char* fact) {
    if (!same)
      fail(source, fmt::format("states its total for another {} than that of its run", fact));
  };
  check_fact(stated.unit == total.unit, "unit");
  check_fact(stated.view == total.view, "view");
  check_fact(stated.delta == total.delta, "delta");
  for (const auto figure : kFigures) check_figure(stated.*figure, total.*figure, others, source);
  if (stated.judged_epsilon)  // not in an older model
    check_figure(*stated.judged_epsilon, *total.judged_epsilon, others, source);
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
void take_over_account(const StatedAccount& stated, StatedAccount& account,
                       const std::string& source) {
  account.recorded = stated.recorded;
  if (!stated.counter) {  // an older model
    if (stated.recorded) account.counter.reset();
    account.restarted = stated.restarted;
    return;
  }
  const auto check_sound = [&](bool sound, const char* key) {
    if (!sound) fail(source, fmt::format("has no sound '{}' in its privacy record", key));
  };
  check_sound(!stated.known_on || is_day(*stated.known_on), "known_on");
  check_sound(!stated.lineage || is_id(*stated.lineage), "lineage");
  check_sound(std::all_of(stated.runs.begin(), stated.runs.end(), is_run_mark), "runs");
  account = stated;
}

// What only the stated record can tell.
void take_over(const PrivacyRecord& stated, PrivacyRecord& record, const std::string& source) {
  if (record.account) {
    if (!stated.account) fail(source, "does not say whether a ledger was kept");
    take_over_account(*stated.account, *record.account, source);
  }
  if (record.key != StatedKey::kSeed && stated.key != StatedKey::kSeed) record.key = stated.key;
}

// Facts that follow from the model, in the words of the record.
void check_facts(const PrivacyRecord& stated, const PrivacyRecord& record,
                 const std::string& source) {
  const auto check_fact = [&](bool same, const char* key) {
    if (!same)
      fail(source, fmt::format("does not agree with itself about '{}' in its privacy record", key));
  };
  check_fact(stated.is_private == record.is_private, "private");
  check_fact(stated.recipe == record.recipe, "recipe");
  check_fact(stated.exposures == record.exposures, "exposures");
  check_fact(stated.words == record.words, "vocabulary");
  check_fact(stated.key == record.key, "key");
  check_fact(stated.prior_public == record.prior_public, "prior");
}

// The record of a run that released what the stated one names.
PrivacyRecord worked_out(const Model& model, const PrivacyRecord& stated,
                         const std::string& source) {
  const RunSetup setup = setup_of_model(model.meta(), source);
  const Plan& plan = setup.plan;
  const WordsOnRecord words(model.vocabulary(), model.meta().preparation);
  std::vector<std::string> runs;
  Ledger ledger =
      ledger_of(stated.releases, least_releases(model, plan, stated, source), runs, source);
  for (const Exposure& exposure : plan.exposures) ledger.expose("run", exposure);
  if (words.origin == VocabularyOrigin::kData)
    ledger.expose("run", {"the words of the vocabulary", "the documents chose them"});
  return privacy_of_run(setup, ledger, runs, words);
}

PrivacyRecord recomputed(const Model& model, const PrivacyRecord& stated,
                         const std::string& source) {
  PrivacyRecord record = worked_out(model, stated, source);
  take_over(stated, record, source);
  check_facts(stated, record, source);
  if (!stated.run || !record.run) fail(source, kSilent);
  check_total(*stated.run, *record.run, Others::kNone, source);
  check_total(*stated.data, *record.run, Others::kMayHaveAdded, source);
  record.data = larger_total(*record.run, *stated.data);
  if (record.of_reports() != stated.of_reports())
    fail(source, "does not say whether it rests on reports");
  for (std::size_t i = 0; i < record.units.size(); ++i)
    check_total(stated.units[i], record.units[i], Others::kNone, source);
  return record;
}

// What the model says, sound or refused.
PrivacyRecord stated_by(const Model& model, const std::string& source) {
  std::optional<PrivacyRecord> stated = sound_privacy_of(model);
  if (!stated) fail(source, kSilent);
  return std::move(*stated);
}

}  // namespace

StatedTotal larger_total(const StatedTotal& a, const StatedTotal& b) {
  StatedTotal larger = a;
  for (const auto figure : kFigures) larger.*figure = std::max(a.*figure, b.*figure);
  // An older record does not say what its total comes to at the delta that totals are judged at;
  // what is stated at a larger one is no answer.
  if (a.judged_epsilon && b.judged_epsilon) {
    larger.judged_epsilon = std::max(*a.judged_epsilon, *b.judged_epsilon);
  } else if (larger != a) {
    larger.judged_epsilon.reset();
  }
  return larger;
}

PrivacyRecord recomputed_privacy(const Model& model, const std::string& source) {
  return recomputed(model, stated_by(model, source), source);
}

}  // namespace dplda
