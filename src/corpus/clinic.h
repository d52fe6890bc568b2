// Synthetic clinic notes: short texts about a dozen planted conditions, by authors of several
// styles. Nobody's data: every note is made from the lists of clinic_words.h
// (docs/use/synthetic.md).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "base/options.h"
#include "corpus/planted_topics.h"

namespace dplda {

struct ClinicOptions {
  std::int64_t documents = 5000;
  std::int64_t seed = 1;
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(ClinicOptions& options);

// A note and what is true of it. Valid while the callback runs that it is handed to.
struct ClinicNote {
  std::string_view text;  // without a line break
  // Whose author begins the note; another may take over.
  std::string_view style;
  // The names of the conditions that it is about, one to three; the first is expected to have most
  // of what is said.
  std::span<const std::string_view> conditions;
};

// Calls on_note for every note in order. Note m is a function of the seed
// and of m alone, made by integer arithmetic: the same bytes on any machine. Returns what was
// planted: one topic a condition (its phrases' weights, word by word) and one filler topic for each
// style that occurs (how often its other words were written), both without English stop words.
PlantedTopics generate_clinic(const ClinicOptions& options,
                              const std::function<void(const ClinicNote& note)>& on_note);

}  // namespace dplda
