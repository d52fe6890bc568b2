#include "lab/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

#include "attack/labels.h"
#include "base/digest.h"
#include "base/errors.h"
#include "base/random.h"
#include "corpus/clinic.h"
#include "corpus/prepare.h"
#include "corpus/word_choice.h"
#include "lab/cell_parts.h"

namespace dplda {
namespace {

constexpr std::uint64_t kVocabularyWords = 1000;
constexpr std::string_view kLabelled = "victorian";  // has an author for every document
constexpr std::uint64_t kQuickTrain = 1000;
constexpr std::uint64_t kQuickTest = 200;
constexpr std::int64_t kClinicSeed = 7;
constexpr std::uint64_t kClinicTrain = 3000;
constexpr std::uint64_t kClinicTest = 500;

// A real corpus: where its file may be, and how the paper divides it.
struct Known {
  const char* name;
  const char* title;
  std::array<const char*, 2> stems;  // folder and file, the better one first
  std::uint64_t train;
  std::uint64_t test;
  std::uint64_t prior;
};

constexpr std::array kKnown = {
    Known{"kos", "KOS", {"kos/docword.kos", ""}, 3000, 430, 500},
    Known{"nips", "NIPS", {"nips/docword.nips", ""}, 1350, 150, 200},
    Known{
        "enron", "Enron", {"enron/docword.enron", "enron-ham/docword.enronham"}, 8000, 2000, 1000},
    Known{"victorian", "Victorian novels", {"victorian/docword.victorian2", ""}, 1350, 450, 0},
};

const Known* known(const std::string& name) {
  const auto* found = std::find_if(kKnown.begin(), kKnown.end(),
                                   [&](const Known& one) { return one.name == name; });
  return found == kKnown.end() ? nullptr : found;
}

// Documents as sets of the words that most of them have.
Corpus with_most_frequent_words(const Corpus& corpus) {
  std::vector<std::uint64_t> frequencies(corpus.words());
  for (const std::int32_t word : corpus.all().words) ++frequencies[static_cast<std::size_t>(word)];
  const std::vector<std::string_view> names(corpus.vocabulary().words().begin(),
                                            corpus.vocabulary().words().end());
  WordChoice choice = choose_words(names, frequencies, corpus.documents(),
                                   {.max_words = kVocabularyWords}, WordOrder::kGiven);
  const Vocabulary vocabulary(std::move(choice.words), VocabularyOrigin::kAssumedPublic);
  return binarised(matched_to(corpus, vocabulary));
}

// labels.NAME.txt for docword.NAME.txt.gz.
std::string labels_beside(std::string path) {
  path.replace(path.rfind("docword"), std::string_view("docword").size(), "labels");
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  return path;
}

std::string digest_of(const Corpus& corpus, std::uint64_t train,
                      const std::vector<std::uint32_t>& labels) {
  Digest digest;
  digest.text(corpus.digest());
  digest.number(train);
  for (const std::uint32_t label : labels) digest.number(label);
  return digest.finish_hex();
}

std::unique_ptr<Dataset> divided(std::string name, std::string title, Corpus all,
                                 std::uint64_t train, std::uint64_t prior,
                                 std::vector<std::uint32_t> labels) {
  Corpus first = documents_from(all, 0, train);
  Corpus rest = documents_from(all, train, all.documents());
  std::string digest = digest_of(all, train, labels);
  return std::make_unique<Dataset>(Dataset{std::move(name), std::move(title), std::move(all),
                                           std::move(first), std::move(rest), prior,
                                           std::move(labels), std::move(digest)});
}

// Documents that come author by author, or mailbox by mailbox: in a random order, the same for
// everyone.
std::vector<std::uint64_t> shuffled(std::uint64_t documents) {
  std::vector<std::uint64_t> order(documents);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const RandomStreams random(key_from_seed(0));
  RandomStream stream(random, Purpose::kSplit);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.below(i)]);
  return order;
}

std::unique_ptr<Dataset> clinic(bool quick) {
  const std::uint64_t train = quick ? kQuickTrain : kClinicTrain;
  const std::uint64_t documents = train + (quick ? kQuickTest : kClinicTest);
  std::vector<std::string> notes;
  std::map<std::string, std::uint32_t, std::less<>> styles;
  std::vector<std::uint32_t> labels;
  generate_clinic(
      {.documents = static_cast<std::int64_t>(documents), .seed = kClinicSeed},
      [&](const ClinicNote& note) {
        notes.emplace_back(note.text);
        const auto style = std::string(note.style);
        labels.push_back(
            styles.emplace(style, static_cast<std::uint32_t>(styles.size())).first->second);
      });
  Corpus corpus = with_most_frequent_words(prepared_texts(notes, {}));
  return divided("clinic", "Clinic notes (invented)", std::move(corpus), train, train / 6,
                 std::move(labels));
}

}  // namespace

std::string Shelf::path_of(const std::string& name) const {
  const Known* one = known(name);
  if (one == nullptr || directory_.empty()) return "";
  for (const std::string stem : one->stems) {
    if (stem.empty()) continue;
    for (const std::string& place : {stem, stem.substr(stem.find('/') + 1)}) {
      for (const char* ending : {".txt.gz", ".txt"}) {
        std::string path = directory_ + "/" + place + ending;
        if (std::filesystem::exists(path)) return path;
      }
    }
  }
  return "";
}

bool Shelf::has(const std::string& name) const {
  if (name == "clinic") return true;
  const std::string path = path_of(name);
  return !path.empty() && (name != kLabelled || std::filesystem::exists(labels_beside(path)));
}

std::vector<std::string> Shelf::present(const std::vector<std::string>& names) const {
  std::vector<std::string> there;
  for (const std::string& name : names) {
    if (has(name)) there.push_back(name);
  }
  if (there.empty()) there.emplace_back("clinic");
  return there;
}

std::unique_ptr<Dataset> Shelf::open(const std::string& name) const {
  if (name == "clinic") return clinic(quick_);
  const std::string path = path_of(name);
  if (path.empty()) {
    throw InputError(fmt::format(
        "there is no corpus {} below '{}'; docs/results/results.md says where it comes from", name,
        directory_));
  }
  const Known& one = *known(name);
  Corpus whole = open_corpus(path);
  const std::uint64_t wanted = one.train + one.test;
  if (whole.documents() < wanted) {
    throw InputError(fmt::format("{} has {} documents where {} are needed; is the file whole?",
                                 path, whole.documents(), wanted));
  }
  const bool stand_in = path.find("enronham") != std::string::npos;
  std::vector<std::uint32_t> labels;
  if (stand_in || name == kLabelled) {
    const std::vector<std::uint64_t> order = shuffled(whole.documents());
    if (name == kLabelled) {
      const Labels read = read_labels(labels_beside(path), whole.documents());
      for (const std::uint64_t m : order) labels.push_back(read.classes[m]);
    }
    whole = selected(whole, order);
  }
  const std::string title = stand_in ? "Enron mails (stand-in)" : one.title;
  Corpus used = with_most_frequent_words(documents_from(whole, 0, wanted));
  labels.resize(labels.empty() ? 0 : wanted);
  if (!quick_) return divided(name, title, std::move(used), one.train, one.prior, labels);
  // The same words, so that a few documents show what all do.
  const std::uint64_t train = std::min(one.train, kQuickTrain);
  std::vector<std::uint64_t> few(train + std::min(one.test, kQuickTest));
  std::iota(few.begin(), few.begin() + static_cast<std::ptrdiff_t>(train), std::uint64_t{0});
  std::iota(few.begin() + static_cast<std::ptrdiff_t>(train), few.end(), one.train);
  std::vector<std::uint32_t> few_labels;
  for (const std::uint64_t m : few) {
    if (!labels.empty()) few_labels.push_back(labels[m]);
  }
  return divided(name, title, selected(used, few), train, train / 6, few_labels);
}

const Dataset& Shelf::get(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Dataset>& dataset = opened_[name];
  if (!dataset) dataset = open(name);
  return *dataset;
}

const TableCorpus& Shelf::of_table(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<TableCorpus>& corpus = of_tables_[name];
  if (!corpus) corpus = open_table_corpus(directory_, name, quick_);
  return *corpus;
}

bool Shelf::has_for_table(const std::string& name) const {
  return name.starts_with("notes-") || name.starts_with("lda-") ||
         !table_corpus_path(directory_, name).empty();
}

}  // namespace dplda
