#include "training/publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/errors.h"
#include "privacy/ledger.h"
#include "privacy/mechanisms.h"
#include "privacy/run_mark.h"
#include "training/model_privacy.h"
#include "training/recomputed_privacy.h"
#include "training/training.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// Copies the members of `from` that `allowed` names; notes the others.
template <class Allowed>
Json only(const Json& from, const std::string& where, const Allowed& allowed,
          std::vector<std::string>& removed) {
  Json kept = Json::object();
  if (!from.is_object()) return kept;
  for (const auto& [key, value] : from.items()) {
    if (allowed(key)) {
      kept[key] = value;
    } else {
      removed.push_back(fmt::format("{}.{}", where, key));
    }
  }
  return kept;
}

// A member that should be an object; an empty one if it is not there.
Json object_at(const Json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_object() ? json[key]
                                                                         : Json::object();
}

template <std::size_t N>
auto one_of(const std::array<std::string_view, N>& names) {
  return [&names](const std::string& key) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
}

// How text is cut into words, which inference needs; no choice of it was made by looking at the
// documents but by whoever prepared them.
// A list of stop words of one's own (names, say) stays: nobody knows what is in it.
constexpr std::array<std::string_view, 4> kPreparation = {"format", "options", "vocabulary_charges",
                                                          "words_left_out_by_frequency"};
constexpr std::array<std::string_view, 17> kPreparationOptions = {"format",
                                                                  "column",
                                                                  "stop_words",
                                                                  "stem",
                                                                  "min_length",
                                                                  "binary",
                                                                  "other_word",
                                                                  "max_words",
                                                                  "invalid_utf8",
                                                                  "max_line",
                                                                  "min_df",
                                                                  "max_df",
                                                                  "private_vocab",
                                                                  "vocab_epsilon",
                                                                  "vocab_delta",
                                                                  "vocab_cap",
                                                                  "assume_public_vocab"};
constexpr std::array<std::string_view, 13> kMeta = {
    "format",      "version", "software",    "vocabulary_origin", "recipe",  "options",    "sweeps",
    "interrupted", "privacy", "preparation", "batches",           "reports", "noise_check"};
// Made of the releases alone (training/noise_check.h).
constexpr std::array<std::string_view, 7> kNoiseCheck = {
    "checked",   "reason",           "told_from_noise", "sharpness",
    "threshold", "false_alarm_rate", "made_up_runs"};
constexpr std::array<std::string_view, 18> kPrivacy = {
    "private",        "recipe",  "run",        "data",    "recorded",  "releases",
    "exposures",      "remarks", "vocabulary", "key",     "units",     "prior",
    "vocabulary_cut", "account", "known_on",   "lineage", "restarted", "runs"};

// As privacy_of_run() states them: with their unit and view.
std::vector<Charge> charges_of(const std::vector<StatedRelease>& releases) {
  std::vector<Charge> charges;
  for (const StatedRelease& release : releases) {
    charges.push_back({.release = release.release,
                       .mechanism = mechanism_from(release.mechanism, release.parameters),
                       .unit = release.unit.value(),
                       .view = release.view.value(),
                       .count = release.count});
  }
  return charges;
}

// The names of the runs in a ledger that the marks are of.
std::vector<std::string> runs_in(const Ledger& ledger, const std::vector<std::string>& run_marks) {
  std::vector<std::string> runs;
  for (const LedgerEntry& entry : ledger.entries()) {
    if (std::find(runs.begin(), runs.end(), entry.run) != runs.end()) continue;
    if (std::any_of(run_marks.begin(), run_marks.end(),
                    [&](const std::string& mark) { return is_mark_of(mark, entry.run); }))
      runs.push_back(entry.run);
  }
  return runs;
}

// What a ledger holds of the model's own runs. Of an older model, which does not say which they
// are, every release of any run may be one of them, unless the ledger was lost and started again.
std::vector<Charge> possibly_own(const Ledger& ledger, const StatedAccount& account) {
  if (!account.runs.empty()) return ledger.standing_of(runs_in(ledger, account.runs));
  if (ledger.restarted() && !account.restarted) return {};
  return ledger.standing();
}

// Whether the ledger counts the model's own releases: one that was cut off may lack any of them.
bool holds(const Ledger& ledger, const std::vector<Charge>& own, const StatedAccount& account) {
  const std::vector<Charge> standing = possibly_own(ledger, account);
  return std::all_of(own.begin(), own.end(), [&](const Charge& charge) {
    std::uint64_t count = 0;
    for (const Charge& other : standing) {
      if (other.release == charge.release && other.mechanism.name == charge.mechanism.name &&
          other.mechanism.parameters == charge.mechanism.parameters)
        count += other.count;
    }
    return count >= charge.count;
  });
}

// What is known of the data by now, in place of what was known when the model was made.
void state_by(const Ledger& ledger, PrivacyRecord& record, const std::string& source) {
  if (!record.account || record.account->lineage != ledger.lineage()) {
    throw InputError(
        fmt::format("{} was not charged to that ledger; name its own with `ledger`", source));
  }
  if (ledger.exposed()) {
    throw InputError(fmt::format(
        "the ledger says that something about the data of {} was exposed; no model of them is "
        "private any more",
        source));
  }
  const Unit unit = record.run->unit;
  const View view = record.run->view;
  PrivacyLoss total = ledger.total(unit, view);
  const std::vector<Charge> own = charges_of(record.releases);
  if (!holds(ledger, own, *record.account)) {
    for (const Charge& charge : own) total = total + loss_in(charge, unit, view);
  }
  record.data = larger_total(*record.data, stated_total(total, unit, view, record.run->delta));
  record.account->known_on = today();
  if (ledger.restarted()) record.account->restarted = true;
}

// The model at `path` if it was charged for.
std::optional<Model> paid_model(const std::string& path) {
  std::optional<Model> model;
  try {
    if (path != "-") model = Model::load(path);
  } catch (const InputError&) {
    return std::nullopt;  // nothing, or something else
  }
  if (!model || !states_privacy(*model)) return std::nullopt;
  // Models of reports were paid for by contributors, and can be learnt again from the reports. What
  // a damaged record was about nobody knows.
  const std::optional<PrivacyRecord> record = sound_privacy_of(*model);
  const bool paid =
      !record || (record->is_private && !record->of_reports() && !record->releases.empty());
  return paid ? std::move(model) : std::nullopt;
}

}  // namespace

Publication publication(const Model& model, const std::string& source, const Ledger* ledger) {
  if (!states_privacy(model)) {
    throw InputError(
        fmt::format("{} does not say what it protects; train it again before publishing", source));
  }
  if (const auto stated = sound_privacy_of(model); stated && !stated->is_private) {
    std::string exposed;
    for (const Exposure& exposure : stated->exposures)
      exposed += fmt::format("{}{}", exposed.empty() ? "" : ", ", exposure.release);
    throw InputError(
        fmt::format("{} is not private (it exposes: {}); it must not be published as if it were",
                    source, exposed));
  }
  PrivacyRecord record = recomputed_privacy(model, source);
  if (ledger != nullptr) state_by(*ledger, record, source);
  if (!std::isfinite(record.data->epsilon_at_delta)) {
    throw InputError(fmt::format(
        "{} has no finite total at its delta; it must not be published as if it were private",
        source));
  }
  Publication result{model, {}};
  std::vector<std::string>& removed = result.removed;
  for (const std::string& member : model.meta().foreign)
    removed.push_back(fmt::format("meta.{}", member));
  const Json meta = to_json(model.meta());
  TrainOptions options = options_for(model.meta().recipe);
  std::vector<std::string> known;
  for (const Option& option : option_table(options)) {
    if (option.affects_result) known.push_back(json_key(option));
  }
  Json kept = only(meta, "meta", one_of(kMeta), removed);
  kept["options"] = only(
      object_at(meta, "options"), "meta.options",
      [&](const std::string& key) {
        return std::find(known.begin(), known.end(), key) != known.end();
      },
      removed);
  if (meta.contains("noise_check"))
    kept["noise_check"] =
        only(meta["noise_check"], "meta.noise_check", one_of(kNoiseCheck), removed);
  only(meta.at("privacy"), "meta.privacy", one_of(kPrivacy), removed);
  kept["privacy"] = to_json(record);
  const Json preparation = object_at(meta, "preparation");
  kept["preparation"] = only(preparation, "meta.preparation", one_of(kPreparation), removed);
  kept["preparation"]["options"] =
      only(object_at(preparation, "options"), "meta.preparation.options",
           one_of(kPreparationOptions), removed);
  if (!model.coherence().empty()) removed.emplace_back("coherence on the training documents");
  ModelMeta published = model_meta_from_json(kept, model.vocabulary().origin());
  published.software = model.meta().software;
  result.model = Model({.vocabulary = model.vocabulary(),
                        .phi = {model.phi().begin(), model.phi().end()},
                        .prior = model.prior(),
                        .prevalence = {model.prevalence().begin(), model.prevalence().end()},
                        .coherence = {},
                        .meta = std::move(published)},
                       source);
  return result;
}

void refuse_to_replace_paid(const std::string& path, bool resumed) {
  const std::optional<Model> model = paid_model(path);
  if (!model || (resumed && was_interrupted(*model))) return;
  throw InputError(fmt::format(
      "{} is the model of a private run, and what it cost is not given back: name another file "
      "with `output`, or overwrite it with `force`",
      path));
}

void refuse_to_replace_paid(const std::string& path) {
  if (!paid_model(path)) return;
  throw InputError(fmt::format(
      "{} is the model of a private run, and what it cost is not given back: name another file "
      "with `output`, or remove it first",
      path));
}

}  // namespace dplda
