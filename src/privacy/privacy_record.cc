#include "privacy/privacy_record.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/errors.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;
using Counter = StatedAccount::Counter;

template <class T, std::size_t N>
using Names = std::array<std::pair<T, std::string_view>, N>;

constexpr Names<Counter, 3> kCounters = {
    {{Counter::kLedger, "ledger"}, {Counter::kProcess, "process"}, {Counter::kRun, "run"}}};
constexpr Names<StatedWords, 4> kWords = {{{StatedWords::kData, "data"},
                                           {StatedWords::kPublic, "public"},
                                           {StatedWords::kPrivate, "private"},
                                           {StatedWords::kAssumedPublic, "assumed-public"}}};
constexpr Names<StatedKey, 3> kKeys = {{{StatedKey::kSeed, "seed"},
                                        {StatedKey::kKeyFile, "key file"},
                                        {StatedKey::kOperatingSystem, "operating system"}}};
constexpr std::size_t kUnitsOfReports = 3;

[[noreturn]] void refuse(std::string_view key) {
  throw InputError(fmt::format("its privacy record is damaged: '{}' makes no sense", key));
}

template <class T, std::size_t N>
std::string_view name_in(const Names<T, N>& names, T value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return {};
}

template <class T, std::size_t N>
T value_at(const Json& json, const char* key, const Names<T, N>& names) {
  for (const auto& [value, name] : names) {
    if (json.at(key) == name) return value;
  }
  refuse(key);
}

// The elements of a list, each read by `read`.
template <class T>
std::vector<T> list_at(const Json& json, const char* key, T (*read)(const Json&)) {
  if (!json.at(key).is_array()) refuse(key);
  std::vector<T> list;
  for (const Json& each : json.at(key)) list.push_back(read(each));
  return list;
}

std::string text_from_json(const Json& json) { return json.get<std::string>(); }

std::optional<std::string> text_if_any(const Json& json, const char* key) {
  return json.contains(key) ? std::optional(text_from_json(json.at(key))) : std::nullopt;
}

StatedRelease release_from_json(const Json& json) {
  StatedRelease release{.release = json.at("release").get<std::string>(),
                        .mechanism = json.at("mechanism").get<std::string>(),
                        .parameters = {}};
  release.parameters = parameters_from_json(release.mechanism, json.at("parameters"));
  const Json& count = json.at("count");
  if (!count.is_number_integer() || count < 0) refuse("count");
  release.count = count.get<std::uint64_t>();
  if (const auto unit = text_if_any(json, "unit")) release.unit = unit_from_name(*unit);
  if (const auto view = text_if_any(json, "view")) release.view = view_from_name(*view);
  return release;
}

Exposure exposure_from_json(const Json& json) {
  return {.release = json.at("release").get<std::string>(),
          .reason = json.at("reason").get<std::string>()};
}

void add_account(const StatedAccount& account, Json& json) {
  json["recorded"] = account.recorded;
  if (account.counter) json["account"] = name_in(kCounters, *account.counter);
  if (account.known_on) json["known_on"] = *account.known_on;
  if (account.lineage) json["lineage"] = *account.lineage;
  if (account.restarted) json["restarted"] = true;
}

std::optional<StatedAccount> account_from_json(const Json& json) {
  if (!json.contains("recorded")) {
    for (const char* key : {"account", "known_on", "lineage", "restarted", "runs"})
      if (json.contains(key)) refuse(key);
    return std::nullopt;
  }
  StatedAccount account{.recorded = json.at("recorded").get<bool>(),
                        .known_on = text_if_any(json, "known_on"),
                        .lineage = text_if_any(json, "lineage"),
                        .restarted = json.value("restarted", false)};
  if (json.contains("account")) account.counter = value_at(json, "account", kCounters);
  if (account.counter && account.recorded != (account.counter == Counter::kLedger))
    refuse("recorded");
  if (json.contains("runs")) {
    account.runs = list_at(json, "runs", text_from_json);
    if (account.runs.empty()) refuse("runs");
  }
  return account;
}

PrivacyRecord read(const Json& json) {
  PrivacyRecord record{.is_private = json.at("private").get<bool>(),
                       .recipe = json.at("recipe").get<std::string>(),
                       .account = account_from_json(json),
                       .exposures = list_at(json, "exposures", exposure_from_json),
                       .remarks = list_at(json, "remarks", text_from_json),
                       .words = value_at(json, "vocabulary", kWords),
                       .words_cut = json.contains("vocabulary_cut"),
                       .key = value_at(json, "key", kKeys),
                       .prior_public = json.contains("prior")};
  if (!json.contains("run")) {
    // Nothing was released under a guarantee: then there is nothing to account for, either.
    for (const char* key : {"data", "releases", "units", "recorded"})
      if (json.contains(key)) refuse("run");
    return record;
  }
  record.run = total_from_json(json.at("run"));
  record.data = total_from_json(json.at("data"));
  record.releases = list_at(json, "releases", release_from_json);
  if (json.contains("units")) {
    record.units = list_at(json, "units", total_from_json);
    if (record.units.size() != kUnitsOfReports) refuse("units");
  }
  return record;
}

}  // namespace

Json to_json(const std::vector<StatedRelease>& releases) {
  Json list = Json::array();
  for (const StatedRelease& each : releases) {
    Json release = {{"release", each.release}, {"count", each.count}};
    if (each.unit) release["unit"] = name_of(*each.unit);
    if (each.view) release["view"] = name_of(*each.view);
    release["mechanism"] = each.mechanism;
    release["parameters"] = to_json(each.parameters);
    list.push_back(std::move(release));
  }
  return list;
}

Json to_json(const std::vector<Exposure>& exposures) {
  Json list = Json::array();
  for (const Exposure& exposure : exposures)
    list.push_back({{"release", exposure.release}, {"reason", exposure.reason}});
  return list;
}

Json to_json(const PrivacyRecord& record) {
  Json json = {{"private", record.is_private}, {"recipe", record.recipe}};
  if (record.run) json["run"] = to_json(*record.run);
  if (record.data) json["data"] = to_json(*record.data);
  for (const StatedTotal& unit : record.units) json["units"].push_back(to_json(unit));
  if (record.account) add_account(*record.account, json);
  if (record.run) json["releases"] = to_json(record.releases);
  if (record.account && !record.account->runs.empty()) json["runs"] = record.account->runs;
  json["exposures"] = to_json(record.exposures);
  json["remarks"] = record.remarks;
  json["vocabulary"] = name_in(kWords, record.words);
  if (record.words_cut) json["vocabulary_cut"] = "by exact frequencies";
  json["key"] = name_in(kKeys, record.key);
  if (record.prior_public) json["prior"] = "stated to be public";
  return json;
}

PrivacyRecord privacy_record_from_json(const Json& json) {
  try {
    return read(json);
  } catch (const Json::exception&) {
    throw InputError(
        "there is no privacy statement in it: it is no report or model of dplda, or one of an "
        "older version");
  }
}

std::string to_text(const PrivacyRecord& record) { return to_json(record).dump(); }

PrivacyRecord privacy_record_from_text(const std::string& text) {
  return privacy_record_from_json(Json::parse(text, nullptr, false));
}

}  // namespace dplda
