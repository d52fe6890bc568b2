#include "text/stemmer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libstemmer.h>

#include <algorithm>
#include <new>

#include "base/errors.h"

namespace dplda {

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

std::vector<std::string> Stemmer::languages() {
  std::vector<std::string> names;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  std::sort(names.begin(), names.end());
  return names;
}

Stemmer::Stemmer(const std::string& language)
    : stemmer_(sb_stemmer_new(language.c_str(), nullptr)) {
  if (stemmer_ != nullptr) return;
  throw InputError(fmt::format("`stem`: there is no stemmer for '{}'; choose none or one of {}",
                               language, fmt::join(languages(), ", ")));
}

std::string_view Stemmer::stem(std::string_view word) {
  const sb_symbol* stemmed =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  const int length = sb_stemmer_length(stemmer_.get());
  if (length == 0) return word;
  return {reinterpret_cast<const char*>(stemmed), static_cast<std::size_t>(length)};
}

}  // namespace dplda
