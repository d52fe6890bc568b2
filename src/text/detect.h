// Which of the known formats a file has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dplda {

enum class InputFormat { kText, kCsv, kTsv, kNdjson, kUci, kLdaC, kMatrixMarket, kNpz };

// As --format spells it: text, csv, tsv, ndjson, uci, ldac, mtx, npz.
std::string_view name_of(InputFormat format);
// Throws InputError that lists the names for another one.
InputFormat format_from_name(std::string_view name);
std::vector<std::string> format_names();

// Whether documents are counts of words already, not text.
bool is_bags(InputFormat format);

// The format of the file with the first bytes `head` (decompressed; some thousands are plenty).
// `path` ("-": unknown) decides only where the content does not: between text and tables. A table
// without a telling name is known by its header, which has two fields or more, one of them
// `column`. Throws InputError for what is none of ours but looks like no text either: a JSON array.
InputFormat detect_format(std::string_view head, const std::string& path,
                          const std::string& column);

}  // namespace dplda
