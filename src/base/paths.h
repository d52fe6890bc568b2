// Names of files: which directory they are in, and whether two of them are one file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dplda {

// The directory part of a path, "." if it has none.
std::string directory_of(const std::string& path);

// The one path of a file, however it was named: absolute, links followed as far as it exists.
std::string resolved_path(const std::string& path);

// Throws InputError if a file that is written is named for something else, too. Empty paths and "-"
// are passed over; what is only read may be named twice. `all`: what has files here, for the
// sentence ("corpus, ledger and model").
void refuse_named_twice(const std::vector<std::string>& read,
                        const std::vector<std::string>& written, std::string_view all);

}  // namespace dplda
