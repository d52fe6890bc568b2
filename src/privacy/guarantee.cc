#include "privacy/guarantee.h"

#include <fmt/format.h>

#include <array>

#include "base/errors.h"

namespace dplda {
namespace {

template <class T>
struct Row {
  T value;
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array kUnits = {
    Row<Unit>{Unit::kWord, "word",
              "one word occurrence of the prepared documents, replaced by another word of the "
              "vocabulary"},
    Row<Unit>{Unit::kPresence, "presence",
              "one word being present or absent in one contributor's document"},
    Row<Unit>{Unit::kDocument, "document", "one whole document, added or removed"},
};

constexpr std::array kViews = {
    Row<View>{View::kTopicsAndCounts, "topics+counts",
              "someone who sees every released table and model and, of the runs that show topics "
              "(recipe hdp), the topic of every word occurrence after every sweep"},
    Row<View>{View::kCounts, "counts",
              "someone who sees every released table and the model, but not the topics of the word "
              "occurrences"},
    Row<View>{View::kReport, "report", "someone who sees everything that a contributor sends"},
};

template <class T, std::size_t N>
const Row<T>& row_of(const std::array<Row<T>, N>& rows, T value) {
  return rows[static_cast<std::size_t>(value)];
}

template <class T, std::size_t N>
T value_of(const std::array<Row<T>, N>& rows, std::string_view name, std::string_view what) {
  for (const Row<T>& row : rows) {
    if (row.name == name) return row.value;
  }
  throw InputError(fmt::format("there is no {} called '{}'", what, name));
}

}  // namespace

std::string_view name_of(Unit unit) { return row_of(kUnits, unit).name; }
std::string_view name_of(View view) { return row_of(kViews, view).name; }
Unit unit_from_name(std::string_view name) { return value_of(kUnits, name, "privacy unit"); }
View view_from_name(std::string_view name) { return value_of(kViews, name, "privacy view"); }
std::string_view meaning_of(Unit unit) { return row_of(kUnits, unit).meaning; }
std::string_view meaning_of(View view) { return row_of(kViews, view).meaning; }

}  // namespace dplda
