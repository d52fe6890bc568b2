// Opens whatever the user names: a file of any known format, a directory, standard input; and texts
// in memory.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "text/detect.h"
#include "text/document_source.h"
#include "text/peeked_source.h"
#include "text/text_readers.h"

namespace dplda {

// How documents are read.
struct DocumentRules {
  std::string format = "auto";  // or a name of format_names()
  std::string column = "text";  // of csv and tsv, or the field of ndjson
  // Of bags: the file that names the ids, one word a line; empty: found beside the file.
  std::string word_list;
  TextLimits limits;
};

// Either text or bags is set.
struct OpenedDocuments {
  InputFormat format = InputFormat::kText;
  std::unique_ptr<TextSource> text;
  std::unique_ptr<BagSource> bags;
};

// `path` "-" is standard input. Throws InputError if the path cannot be read or its format and
// `rules` do not fit.
OpenedDocuments open_documents(const std::string& path, const DocumentRules& rules,
                               const OnTaken& on_taken = {});

// The same of a stream that is open already; `path` is where it comes from.
OpenedDocuments open_documents(std::unique_ptr<PeekedSource> input, const std::string& path,
                               const DocumentRules& rules);

// Texts in memory, which must outlive what is opened. Throws InputError unless the rules' format is
// auto or text.
OpenedDocuments open_documents(std::span<const std::string> texts, const DocumentRules& rules);

}  // namespace dplda
