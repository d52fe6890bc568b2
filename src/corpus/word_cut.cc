#include "corpus/word_cut.h"

#include <algorithm>

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCut = "words_left_out_by_frequency";  // the key of the record
constexpr const char* kExact = "exactly";
constexpr const char* kNoisy = "with noise";

bool differs(const Json& options, const char* key, double plain) {
  return options.contains(key) &&
         !(options[key].is_number() && options[key].get<double>() == plain);
}

// What the options of the last preparation did.
WordCut cut_of_options(const Json& options, bool with_noise) {
  if (differs(options, "min_df", 0) || differs(options, "max_df", 1)) return WordCut::kExactly;
  if (!differs(options, "max_words", 0)) return WordCut::kNone;
  return with_noise ? WordCut::kWithNoise : WordCut::kExactly;
}

// What this preparation and those before it left on record.
WordCut cut_on_record(const Json& record, bool with_noise) {
  if (record.contains("vocabulary_charges") && !record.contains(kCut)) return WordCut::kWithNoise;
  if (!record.contains(kCut)) return WordCut::kNone;
  // Older files say `true` of either kind.
  const bool noisy = record[kCut] == kNoisy || (record[kCut] == true && with_noise);
  return noisy ? WordCut::kWithNoise : WordCut::kExactly;
}

}  // namespace

WordCut word_cut(VocabularyOrigin origin, const Json& record) {
  const bool described =
      record.is_object() && record.contains("options") && record["options"].is_object();
  if (!described && origin == VocabularyOrigin::kData) return WordCut::kExactly;
  const bool with_noise = origin == VocabularyOrigin::kPrivate;
  WordCut cut = with_noise ? WordCut::kWithNoise : WordCut::kNone;
  if (record.is_object()) cut = std::max(cut, cut_on_record(record, with_noise));
  return described ? std::max(cut, cut_of_options(record["options"], with_noise)) : cut;
}

WordCut word_cut(const Corpus& corpus) {
  return word_cut(corpus.vocabulary().origin(), corpus.preparation());
}

void record_cut(Json& preparation, WordCut cut) {
  if (cut != WordCut::kNone) preparation[kCut] = cut == WordCut::kExactly ? kExact : kNoisy;
}

VocabularyOrigin claimed_origin(VocabularyOrigin origin, const Json& preparation) {
  const bool stated = origin == VocabularyOrigin::kAssumedPublic;
  return !stated && word_cut(origin, preparation) == WordCut::kExactly ? VocabularyOrigin::kData
                                                                       : origin;
}

VocabularyOrigin claimed_origin(const Corpus& corpus) {
  return claimed_origin(corpus.vocabulary().origin(), corpus.preparation());
}

}  // namespace dplda
