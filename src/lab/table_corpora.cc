#include "lab/table_corpora.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/errors.h"
#include "corpus/clinic.h"
#include "corpus/prepare.h"
#include "lab/cell_parts.h"

namespace dplda {
namespace {

constexpr std::uint64_t kQuickTableTrain = 500;
constexpr std::uint64_t kQuickTableTest = 200;
constexpr std::uint64_t kGeneratedTrain = 200'000;
constexpr std::uint64_t kGeneratedTest = 1000;
constexpr std::string_view kNotes = "notes-";

// A real corpus: its folder and file, and how many of its documents are trained on.
struct RealCorpus {
  std::string_view name;
  const char* title;
  const char* file;
  std::uint64_t train;
};

constexpr std::array kRealCorpora = {
    RealCorpus{"kos", "KOS", "docword.kos.txt.gz", 3000},
    RealCorpus{"enron-ham", "Enron mails", "docword.enronham.txt.gz", 12500},
    RealCorpus{"nips", "NIPS", "docword.nips.txt.gz", 1350},
    RealCorpus{"sotu", "State of the Union", "docword.sotu.txt.gz", 7000},
    RealCorpus{"victorian", "Victorian novels", "docword.victorian2.txt.gz", 1600},
};

std::string digest_of(const TableCorpus& corpus) {
  Digest digest;
  digest.text(corpus.train.digest());
  digest.text(corpus.test.digest());
  if (corpus.counted) digest.text(corpus.counted->digest());
  return digest.finish_hex();
}

std::unique_ptr<TableCorpus> finished(TableCorpus corpus) {
  corpus.digest = digest_of(corpus);
  return std::make_unique<TableCorpus>(std::move(corpus));
}

std::unique_ptr<TableCorpus> open_real(const std::string& path, const RealCorpus& real,
                                       bool quick) {
  const PrepareOptions options = {.max_words = 1000, .assume_public_vocab = true};
  const Corpus counts = open_corpus(path, options);
  if (counts.documents() <= real.train) {
    throw InputError(
        fmt::format("{} has {} documents where more than {} are needed; is the file "
                    "whole?",
                    path, counts.documents(), real.train));
  }
  const std::uint64_t train = quick ? std::min(real.train, kQuickTableTrain) : real.train;
  const std::uint64_t last =
      quick ? std::min(counts.documents(), real.train + kQuickTableTest) : counts.documents();
  Corpus held_out = documents_from(counts, real.train, last);
  Corpus sets = binarised(held_out);
  return finished({.name = std::string(real.name),
                   .title = fmt::format("{} ({})", real.title, train),
                   .train = binarised(documents_from(counts, 0, train)),
                   .test = std::move(sets),
                   .counted = std::move(held_out)});
}

std::unique_ptr<TableCorpus> draw_lda(const std::string& name, bool quick) {
  const std::uint64_t train = quick ? kQuickTableTrain : kGeneratedTrain;
  const Corpus all = drawn_corpus({.documents = static_cast<std::int64_t>(train + kGeneratedTest),
                                   .words = 2000,
                                   .topics = 20,
                                   .tokens = 40,
                                   .distinct = true,
                                   .alpha = 0.1,
                                   .zipf = name == "lda-flat" ? 0.0 : 1.0,
                                   .seed = 7});
  return finished({.name = name,
                   .title = name,
                   .train = documents_from(all, 0, train),
                   .test = documents_from(all, train, all.documents())});
}

// What was planted in other notes than those that are trained on or tested with.
PlantedTopics planted_elsewhere() {
  return generate_clinic({.documents = 5000, .seed = 1000}, [](const ClinicNote&) {});
}

// The public list: the planted words of letters alone.
Vocabulary words_of(const PlantedTopics& planted) {
  std::set<std::string> words;
  for (const PlantedTopic& topic : planted) {
    for (const auto& [word, probability] : topic.words) {
      const bool letters = std::all_of(word.begin(), word.end(),
                                       [](char byte) { return byte >= 'a' && byte <= 'z'; });
      if (letters && word != "version") words.insert(word);
    }
  }
  return {std::vector<std::string>(words.begin(), words.end()), VocabularyOrigin::kPublic};
}

Corpus notes_in(const Vocabulary& vocabulary, std::int64_t seed, std::int64_t documents) {
  std::vector<std::string> notes;
  generate_clinic({.documents = documents, .seed = seed},
                  [&](const ClinicNote& note) { notes.emplace_back(note.text); });
  return matched_to(prepared_texts(notes, {}), vocabulary);
}

std::unique_ptr<TableCorpus> generate_notes(const std::string& name) {
  std::int64_t number = 0;
  const std::string_view digits = std::string_view(name).substr(kNotes.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  PlantedTopics planted = planted_elsewhere();
  const Vocabulary vocabulary = words_of(planted);
  Corpus held_out = notes_in(vocabulary, 8, 1000);
  Corpus sets = binarised(held_out);
  return finished({.name = name,
                   .title = fmt::format("{} notes", number),
                   .train = binarised(notes_in(vocabulary, 7, number)),
                   .test = std::move(sets),
                   .counted = std::move(held_out),
                   .planted = std::move(planted)});
}

const RealCorpus* real_corpus(const std::string& name) {
  const auto* found = std::find_if(kRealCorpora.begin(), kRealCorpora.end(),
                                   [&](const RealCorpus& one) { return one.name == name; });
  return found == kRealCorpora.end() ? nullptr : found;
}

}  // namespace

std::string table_corpus_path(const std::string& directory, const std::string& name) {
  const RealCorpus* real = real_corpus(name);
  if (real == nullptr || directory.empty()) return "";
  std::string path = fmt::format("{}/{}/{}", directory, name, real->file);
  return std::filesystem::exists(path) ? path : "";
}

std::unique_ptr<TableCorpus> open_table_corpus(const std::string& directory,
                                               const std::string& name, bool quick) {
  if (name.starts_with(kNotes)) return generate_notes(name);
  if (name.starts_with("lda-")) return draw_lda(name, quick);
  const std::string path = table_corpus_path(directory, name);
  if (path.empty()) {
    throw InputError(fmt::format(
        "there is no corpus {} below '{}'; docs/results/results.md says where it comes from", name,
        directory));
  }
  return open_real(path, *real_corpus(name), quick);
}

}  // namespace dplda
