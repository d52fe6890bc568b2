// The record of how a corpus was prepared, which it and its models carry along: enough to cut new
// text in the same way.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "corpus/prepare.h"
#include "text/detect.h"
#include "text/lexicon.h"

namespace dplda {

// The key of the record that names the ledger of the documents by its id.
inline constexpr const char* kLineage = "lineage";

// How `options` say that text is cut. Throws InputError if their file of stop words cannot be read.
TextRules text_rules(const PrepareOptions& options);

// The record of a preparation of documents of that format with these options and rules. It names no
// local file, and holds the stop words of one, which may be gone by the time that new text comes.
// If `input`, the first of the inputs, is a corpus file, what its own record says of its text and
// its words is kept. What reads a record is in prepare.h.
nlohmann::ordered_json preparation_record(const std::string& input, const PrepareOptions& options,
                                          const TextRules& rules, InputFormat format);

}  // namespace dplda
