// Snowball's stemmers, by language.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace dplda {

class Stemmer {
 public:
  // `language` as Snowball names it: "english". Throws InputError with the names there are.
  explicit Stemmer(const std::string& language);

  // The stem of a folded word, valid until the next call; the word itself where nothing would be
  // left of it. Not thread-safe.
  std::string_view stem(std::string_view word);

  // The languages there are.
  static std::vector<std::string> languages();

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

}  // namespace dplda
