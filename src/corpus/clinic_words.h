// The word lists and sentence templates of the synthetic clinic notes: what each planted condition
// talks about, and how each author writes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace dplda {

// What a phrase of a condition says. The order is the order in which a note mentions them.
enum class ClinicKind { kSymptom, kFinding, kTest, kDiagnosis, kDrug };
inline constexpr std::size_t kClinicKinds = 5;

// A planted condition. phrases[kind] lists its phrases of that kind with their integer weights:
// "9 wheezing; 6 chest tightness". Lower-case ASCII letters and blanks, so that the tokenizer gives
// these very words; a stop word inside a phrase is no word of the condition.
struct ClinicCondition {
  std::string_view name;
  std::array<std::string_view, kClinicKinds> phrases;
};

// Sentences about phrases of one kind; every {} stands for a phrase. Each list that
// is not empty holds a sentence with a single {}, so that any number of phrases can be told.
struct ClinicSentences {
  std::span<const std::string_view> told;     // the condition's phrases
  std::span<const std::string_view> denied;   // the same, negated; may be empty
  std::span<const std::string_view> renewed;  // phrases that the note mentioned before
};

// How one group of authors writes. Openings, remarks and closings hold no {}.
struct ClinicStyle {
  std::string_view name;
  unsigned weight;     // share of the notes, in percent
  bool sentence_case;  // sentences begin with a capital
  // All three by kind: before the phrases of a kind (may be empty), about them, after them.
  std::array<std::string_view, kClinicKinds> headings;
  std::array<ClinicSentences, kClinicKinds> sentences;
  std::array<std::span<const std::string_view>, kClinicKinds> remarks;
  std::span<const std::string_view> openings;
  std::span<const std::string_view> closings;
};

std::span<const ClinicCondition> clinic_conditions();
std::span<const ClinicStyle> clinic_styles();

}  // namespace dplda
