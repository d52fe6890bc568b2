#include "corpus/preparation.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/errors.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCut = "words_left_out_by_frequency";  // keys of the file
constexpr const char* kStopWords = "stop_word_list";
constexpr const char* kWordCharges = "vocabulary_charges";
constexpr const char* kNoisy = "with noise";

[[noreturn]] void fail_damaged(const char* what) {
  throw InputError(fmt::format("the record of how the text was prepared is damaged: {}", what));
}

// Older files say `true` of either kind; of what nobody understands the worst is assumed.
WordCut cut_from_json(const Json& value, VocabularyOrigin origin) {
  const bool noisy = value == kNoisy || (value == true && origin == VocabularyOrigin::kPrivate);
  return noisy ? WordCut::kWithNoise : WordCut::kExactly;
}

// An option that is null is none of a preparation's: nobody knows what it was.
OptionValues options_from_json(const Json& object) {
  for (const auto& [key, value] : object.items())
    if (value.is_null()) fail_damaged("an option has no value");
  return option_values_from_json(object);
}

std::vector<std::string> words_from_json(const Json& list) {
  const auto is_text = [](const Json& word) { return word.is_string(); };
  if (!list.is_array() || !std::all_of(list.begin(), list.end(), is_text))
    fail_damaged("its stop words are no list of words");
  return list.get<std::vector<std::string>>();
}

std::vector<std::string> charges_from_json(const Json& list) {
  if (!list.is_array()) fail_damaged("what its words cost is no list");
  std::vector<std::string> charges;
  for (const Json& charge : list) charges.push_back(charge.dump());
  return charges;
}

}  // namespace

Json to_json(const Preparation& preparation) {
  Json json = Json::object();
  if (!preparation.format.empty()) json["format"] = preparation.format;
  if (preparation.options) json["options"] = to_json(*preparation.options);
  if (!preparation.generated.empty()) json["generated"] = to_json(preparation.generated);
  if (preparation.reports) json["reports"] = *preparation.reports;
  if (preparation.cut.value_or(WordCut::kNone) != WordCut::kNone)
    json[kCut] = preparation.cut == WordCut::kExactly ? "exactly" : kNoisy;
  if (preparation.stop_words) json[kStopWords] = *preparation.stop_words;
  if (preparation.word_charges) {
    json[kWordCharges] = Json::array();
    for (const std::string& charge : *preparation.word_charges)
      json[kWordCharges].push_back(Json::parse(charge));
  }
  if (!preparation.lineage.empty()) json["lineage"] = preparation.lineage;
  return json;
}

Preparation preparation_from_json(const Json& json, VocabularyOrigin origin) {
  Preparation preparation;
  const auto read = [&](const char* key, auto&& take) {
    if (json.is_object() && json.contains(key)) take(json[key]);
  };
  read("format", [&](const Json& value) {
    if (value.is_string()) preparation.format = value.get<std::string>();
  });
  read("options", [&](const Json& value) {
    if (value.is_object()) preparation.options = options_from_json(value);
  });
  read("generated", [&](const Json& value) {
    if (value.is_object()) preparation.generated = option_values_from_json(value);
  });
  read("reports", [&](const Json& value) {
    if (value.is_number_unsigned()) preparation.reports = value.get<std::uint64_t>();
  });
  read(kCut, [&](const Json& value) { preparation.cut = cut_from_json(value, origin); });
  read(kStopWords, [&](const Json& value) { preparation.stop_words = words_from_json(value); });
  read(kWordCharges,
       [&](const Json& value) { preparation.word_charges = charges_from_json(value); });
  read("lineage", [&](const Json& value) {
    if (!value.is_string()) fail_damaged("it names no ledger");
    preparation.lineage = value.get<std::string>();
  });
  return preparation;
}

}  // namespace dplda
