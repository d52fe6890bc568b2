#include "lda/model_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/errors.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// What says that a file is a model's, and is written and checked with it.
constexpr std::array<std::string_view, 4> kOfTheFile = {"format", "version", "software",
                                                        "vocabulary_origin"};

NoiseCheck noise_check_from_json(const Json& json) {
  try {
    NoiseCheck check{.checked = json.at("checked").get<bool>()};
    if (!check.checked) {
      check.reason = json.at("reason").get<std::string>();
      return check;
    }
    check.told_from_noise = json.at("told_from_noise").get<std::vector<bool>>();
    if (json.contains("sharpness")) json["sharpness"].get_to(check.sharpness);
    check.threshold = json.value("threshold", 0.0);
    check.false_alarm_rate = json.value("false_alarm_rate", 0.0);
    check.made_up_runs = json.value("made_up_runs", std::uint64_t{0});
    return check;
  } catch (const nlohmann::json::exception&) {
    throw InputError("what it says of its topics and noise is damaged");
  }
}

std::optional<std::uint64_t> number_at(const Json& json, const char* key) {
  if (!json.contains(key)) return std::nullopt;
  if (!json[key].is_number_unsigned())
    throw InputError(fmt::format("its number of {} is damaged", key));
  return json[key].get<std::uint64_t>();
}

// The members of `all` that `known` lacks. The privacy record is not looked into.
void find_foreign(const Json& all, const Json& known, const std::string& path,
                  std::vector<std::string>& found) {
  for (const auto& [key, value] : all.items()) {
    if (!known.contains(key)) {
      found.push_back(path + key);
    } else if (value.is_object() && known[key].is_object() && key != "privacy") {
      find_foreign(value, known[key], path + key + ".", found);
    }
  }
}

std::vector<std::string> foreign_in(Json all, const Json& known) {
  for (const std::string_view key : kOfTheFile) all.erase(std::string(key));
  std::vector<std::string> found;
  find_foreign(all, known, "", found);
  return found;
}

}  // namespace

Json to_json(const NoiseCheck& check) {
  if (!check.checked) return {{"checked", false}, {"reason", check.reason}};
  return {{"checked", true},
          {"told_from_noise", check.told_from_noise},
          {"sharpness", check.sharpness},
          {"threshold", check.threshold},
          {"false_alarm_rate", check.false_alarm_rate},
          {"made_up_runs", check.made_up_runs}};
}

Json to_json(const ModelMeta& meta) {
  Json json = Json::object();
  const auto add = [&](const char* key, const std::optional<std::uint64_t>& number) {
    if (number) json[key] = *number;
  };
  if (!meta.recipe.empty()) json["recipe"] = meta.recipe;
  json["options"] = to_json(meta.options);
  add("sweeps", meta.sweeps);
  add("batches", meta.batches);
  add("reports", meta.reports);
  add("documents", meta.documents);
  if (meta.interrupted) json["interrupted"] = true;
  if (meta.noise_check) json["noise_check"] = to_json(*meta.noise_check);
  if (!meta.privacy.empty()) json["privacy"] = Json::parse(meta.privacy);
  json["preparation"] = to_json(meta.preparation);
  return json;
}

ModelMeta model_meta_from_json(const Json& json, VocabularyOrigin origin) {
  if (!json.is_object()) throw InputError("what it says of itself is damaged");
  ModelMeta meta{.sweeps = number_at(json, "sweeps"),
                 .batches = number_at(json, "batches"),
                 .reports = number_at(json, "reports"),
                 .documents = number_at(json, "documents"),
                 .interrupted = json.contains("interrupted") && json["interrupted"] == true};
  const auto text_at = [&](const char* key) {
    return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
  };
  meta.recipe = text_at("recipe");
  meta.software = text_at("software");
  if (json.contains("options")) meta.options = option_values_from_json(json["options"]);
  if (json.contains("noise_check")) meta.noise_check = noise_check_from_json(json["noise_check"]);
  if (json.contains("privacy")) meta.privacy = json["privacy"].dump();
  if (json.contains("preparation"))
    meta.preparation = preparation_from_json(json["preparation"], origin);
  meta.foreign = foreign_in(json, to_json(meta));
  return meta;
}

}  // namespace dplda
