// Readers of documents that are still text: lines, tables, JSON objects, directories of files,
// memory.
//
// All of them skip a byte order mark, take "\r\n" for "\n", and hand on valid UTF-8 only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/files.h"
#include "text/document_source.h"
#include "text/invalid_utf8.h"
#include "text/line_reader.h"
#include "text/peeked_source.h"

namespace dplda {

struct TextLimits {
  Choice<InvalidUtf8> invalid_utf8 = InvalidUtf8::kError;
  std::int64_t longest = kLongestLine;  // bytes of a line, a table's record or a document's file
};

// A document a line; an empty line is an empty document.
std::unique_ptr<TextSource> open_lines(std::unique_ptr<ByteSource> input, const TextLimits& limits);

// CSV and TSV: a header of column names, then a record a document, of which `column` is the text.
// Fields may be quoted ("" is a quote inside), and then hold separators and line ends. Empty lines
// are skipped. Throws InputError at once if there is no such column; its message names those there
// are.
std::unique_ptr<TextSource> open_table(std::unique_ptr<ByteSource> input, char separator,
                                       const std::string& column, const TextLimits& limits);

// NDJSON: an object a line, whose string `field` is the text. Empty lines are skipped.
std::unique_ptr<TextSource> open_ndjson(std::unique_ptr<ByteSource> input, const std::string& field,
                                        const TextLimits& limits);

// Every regular file below `directory`, a document each, in the order of their paths' bytes; each
// decompressed by its content. Throws InputError if the directory cannot be read.
std::unique_ptr<TextSource> open_directory(const std::string& directory, const TextLimits& limits,
                                           OnTaken on_taken = {});

// Texts in memory, which must outlive the source: a document each, whatever line ends they hold.
std::unique_ptr<TextSource> open_texts(std::span<const std::string> texts,
                                       const TextLimits& limits);

}  // namespace dplda
