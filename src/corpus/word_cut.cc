#include "corpus/word_cut.h"

#include <algorithm>

namespace dplda {
namespace {

bool differs(const OptionValues& options, const char* key, double plain) {
  const OptionValue* value = options.find(key);
  return value != nullptr && !(number_of(*value) == plain);  // what is no number differs, too
}

// What the options of the last preparation did.
WordCut cut_of_options(const OptionValues& options, bool with_noise) {
  if (differs(options, "min_df", 0) || differs(options, "max_df", 1)) return WordCut::kExactly;
  if (!differs(options, "max_words", 0)) return WordCut::kNone;
  return with_noise ? WordCut::kWithNoise : WordCut::kExactly;
}

// What this preparation and those before it left on record.
WordCut cut_on_record(const Preparation& preparation) {
  return preparation.cut.value_or(preparation.word_charges ? WordCut::kWithNoise : WordCut::kNone);
}

}  // namespace

WordCut word_cut(VocabularyOrigin origin, const Preparation& preparation) {
  if (!preparation.options && origin == VocabularyOrigin::kData) return WordCut::kExactly;
  const bool with_noise = origin == VocabularyOrigin::kPrivate;
  const WordCut cut =
      std::max(with_noise ? WordCut::kWithNoise : WordCut::kNone, cut_on_record(preparation));
  return preparation.options ? std::max(cut, cut_of_options(*preparation.options, with_noise))
                             : cut;
}

WordCut word_cut(const Corpus& corpus) {
  return word_cut(corpus.vocabulary().origin(), corpus.preparation());
}

VocabularyOrigin claimed_origin(VocabularyOrigin origin, const Preparation& preparation) {
  const bool stated = origin == VocabularyOrigin::kAssumedPublic;
  return !stated && word_cut(origin, preparation) == WordCut::kExactly ? VocabularyOrigin::kData
                                                                       : origin;
}

VocabularyOrigin claimed_origin(const Corpus& corpus) {
  return claimed_origin(corpus.vocabulary().origin(), corpus.preparation());
}

}  // namespace dplda
