#include "corpus/clinic.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "corpus/clinic_words.h"
#include "corpus/misspelling.h"
#include "text/stop_words.h"
#include "text/tokenizer.h"

namespace dplda {

namespace {

struct Phrase {
  std::string_view text;
  ClinicKind kind;
  std::uint64_t weights_up_to;  // of this phrase and those before it
};

// A condition's phrases, drawn by weight.
struct Condition {
  std::string_view name;
  std::vector<Phrase> phrases;

  explicit Condition(const ClinicCondition& listed) : name(listed.name) {
    std::uint64_t total = 0;
    for (std::size_t kind = 0; kind < kClinicKinds; ++kind) {
      std::string_view rest = listed.phrases[kind];
      while (!rest.empty()) {
        const std::string_view entry = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(rest.size(), entry.size() + 2));
        unsigned weight = 0;
        const char* end = std::from_chars(entry.data(), entry.data() + entry.size(), weight).ptr;
        const auto blank = static_cast<std::size_t>(end - entry.data());
        total += weight;
        phrases.push_back({entry.substr(blank + 1), static_cast<ClinicKind>(kind), total});
      }
    }
  }

  const Phrase& draw(RandomStream& stream) const {
    const std::uint64_t x = stream.below(phrases.back().weights_up_to);
    return *std::upper_bound(
        phrases.begin(), phrases.end(), x,
        [](std::uint64_t at, const Phrase& p) { return at < p.weights_up_to; });
  }
};

// What one note says about one kind of phrase. A phrase that is drawn again is told as such and
// never denied, so that the note does not contradict itself; a third time is not told.
struct Section {
  std::vector<std::string_view> told, denied, renewed;
};
using Sections = std::array<Section, kClinicKinds>;

// How many sentences are looked at before one is chosen.
constexpr unsigned kTries = 4;

constexpr unsigned kDeniedPercent = 25;

// True with probability percent/100.
bool happens(RandomStream& stream, unsigned percent) { return stream.below(100) < percent; }

template <class T>
const T& any_of(std::span<const T> list, RandomStream& stream) {
  return list[stream.below(list.size())];
}

template <class T>
void shuffle(std::vector<T>& list, RandomStream& stream) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[stream.below(i)]);
}

std::size_t slots(std::string_view sentence) {
  return static_cast<std::size_t>(std::count(sentence.begin(), sentence.end(), '{'));
}

// Adds `weight` to every word of a text that is no stop word.
void add_words(std::string_view text, double weight, std::map<std::string, double>& weights) {
  const auto stop_words = english_stop_words();
  Tokenizer().cut(text, [&](std::string_view word) {
    if (!std::binary_search(stop_words.begin(), stop_words.end(), word))
      weights[std::string(word)] += weight;
  });
}

class NoteWriter {
 public:
  NoteWriter() {
    for (const ClinicCondition& listed : clinic_conditions()) conditions_.emplace_back(listed);
    uses_.resize(clinic_styles().size());
  }

  // The note that this stream of draws makes; valid until the next call.
  ClinicNote write(RandomStream& stream);
  PlantedTopics topics() const;

 private:
  bool used(std::string_view sentence) const {
    return std::find(written_.begin(), written_.end(), sentence) != written_.end();
  }
  Sections draw_sections(RandomStream& stream);
  void write_section(ClinicKind kind, Section& section, bool remark, RandomStream& stream);
  void write_phrases(std::span<const std::string_view> sentences,
                     std::span<const std::string_view> phrases, RandomStream& stream);
  void write_sentence(std::string_view sentence, std::span<const std::string_view> phrases,
                      RandomStream& stream);

  std::vector<Condition> conditions_;
  std::string note_;
  std::vector<std::string_view> written_;  // its sentences
  std::vector<std::string_view> about_;    // the names of its conditions
  const ClinicStyle* style_ = nullptr;
  // By style: how often each sentence was written.
  std::vector<std::map<std::string_view, std::uint64_t>> uses_;
};

// One to three conditions, the first with most of the phrases.
Sections NoteWriter::draw_sections(RandomStream& stream) {
  std::vector<std::size_t> order(conditions_.size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
  shuffle(order, stream);
  constexpr unsigned kShares[3][3] = {{100, 100, 100}, {70, 100, 100}, {60, 85, 100}};
  const std::uint64_t x = stream.below(100);
  const std::size_t others = x < 50 ? 0 : x < 83 ? 1 : 2;
  const auto& shares = kShares[others];
  about_.clear();
  for (std::size_t c = 0; c <= others; ++c) about_.push_back(conditions_[order[c]].name);

  Sections sections;
  std::vector<const Phrase*> seen;
  const std::uint64_t phrases = 14 + stream.below(17);
  for (std::uint64_t i = 0; i < phrases; ++i) {
    const std::uint64_t y = stream.below(100);
    const std::size_t which = y < shares[0] ? 0 : y < shares[1] ? 1 : 2;
    seen.push_back(&conditions_[order[which]].draw(stream));
  }
  const auto times = [&](const Phrase* phrase, auto end) {
    return std::count_if(seen.begin(), end,
                         [&](const Phrase* p) { return p->text == phrase->text; });
  };
  for (auto phrase = seen.begin(); phrase != seen.end(); ++phrase) {
    Section& section = sections[static_cast<std::size_t>((*phrase)->kind)];
    const bool can_be_denied = (*phrase)->kind <= ClinicKind::kFinding;
    const auto before = times(*phrase, phrase);
    if (before == 1) section.renewed.push_back((*phrase)->text);
    if (before > 0) continue;
    const bool denied =
        can_be_denied && times(*phrase, seen.end()) == 1 && happens(stream, kDeniedPercent);
    (denied ? section.denied : section.told).push_back((*phrase)->text);
  }
  // Something else is ruled out.
  if (happens(stream, 25)) {
    const Phrase& phrase = conditions_[order[3]].draw(stream);
    if (phrase.kind <= ClinicKind::kFinding)
      sections[static_cast<std::size_t>(phrase.kind)].denied.push_back(phrase.text);
  }
  return sections;
}

const ClinicStyle* draw_style(RandomStream& stream) {
  std::uint64_t x = stream.below(100);
  const ClinicStyle* style = clinic_styles().data();
  while (x >= style->weight) x -= (style++)->weight;
  return style;
}

ClinicNote NoteWriter::write(RandomStream& stream) {
  note_.clear();
  written_.clear();
  const ClinicStyle* first = style_ = draw_style(stream);
  // Most notes are taken over by a second author at some section, and some are brief: authors and
  // the amount of filler vary within a style, or else filler could not be told from conditions.
  const ClinicStyle* second = draw_style(stream);
  const std::size_t from = happens(stream, 80) ? 1 + stream.below(kClinicKinds - 1) : kClinicKinds;

  Sections sections = draw_sections(stream);
  const bool brief = happens(stream, 40);
  const unsigned remarks = brief ? 0 : 20 + static_cast<unsigned>(stream.below(60));
  if (!brief) write_sentence(any_of(style_->openings, stream), {}, stream);
  for (std::size_t kind = 0; kind < kClinicKinds; ++kind) {
    if (kind == from) style_ = second;
    write_section(static_cast<ClinicKind>(kind), sections[kind], happens(stream, remarks), stream);
  }
  if (!brief) write_sentence(any_of(style_->closings, stream), {}, stream);
  return {.text = note_, .style = first->name, .conditions = about_};
}

void NoteWriter::write_section(ClinicKind kind, Section& section, bool remark,
                               RandomStream& stream) {
  const auto at = static_cast<std::size_t>(kind);
  const std::string_view heading = style_->headings[at];
  if (!heading.empty()) {
    note_.append(note_.empty() ? "" : " ").append(heading);
    ++uses_[static_cast<std::size_t>(style_ - clinic_styles().data())][heading];
  }
  const bool empty = section.told.empty() && section.denied.empty() && section.renewed.empty();
  const ClinicSentences& sentences = style_->sentences[at];
  write_phrases(sentences.told, section.told, stream);
  write_phrases(sentences.renewed, section.renewed, stream);
  write_phrases(sentences.denied, section.denied, stream);
  if (remark || (empty && !heading.empty()))
    write_sentence(any_of(style_->remarks[at], stream), {}, stream);
}

// As many sentences as it takes, none twice in a note where that can be had.
void NoteWriter::write_phrases(std::span<const std::string_view> sentences,
                               std::span<const std::string_view> phrases, RandomStream& stream) {
  while (!phrases.empty()) {
    std::string_view best;
    // Of a few that fit, the longest of those that the note has not used.
    for (unsigned tries = 0; tries < kTries || best.empty(); ++tries) {
      const std::string_view sentence = any_of(sentences, stream);
      if (slots(sentence) > phrases.size()) continue;
      const auto merit = [this](std::string_view s) { return used(s) ? 0 : slots(s); };
      if (best.empty() || merit(sentence) > merit(best)) best = sentence;
    }
    write_sentence(best, phrases.first(slots(best)), stream);
    phrases = phrases.subspan(slots(best));
  }
}

void NoteWriter::write_sentence(std::string_view sentence,
                                std::span<const std::string_view> phrases, RandomStream& stream) {
  ++uses_[static_cast<std::size_t>(style_ - clinic_styles().data())][sentence];
  written_.push_back(sentence);
  if (!note_.empty()) note_ += ' ';
  const std::size_t start = note_.size();
  for (const std::string_view phrase : phrases) {
    const std::size_t slot = sentence.find('{');
    note_.append(sentence.substr(0, slot));
    append_misspelt(phrase, stream, note_);
    sentence.remove_prefix(slot + 2);
  }
  note_.append(sentence).append(".");
  char& first = note_[start];
  if (style_->sentence_case && first >= 'a' && first <= 'z')
    first = static_cast<char>(first - 'a' + 'A');
}

PlantedTopics NoteWriter::topics() const {
  PlantedTopics topics;
  for (const Condition& condition : conditions_) {
    std::map<std::string, double> weights;
    std::uint64_t before = 0;
    for (const Phrase& phrase : condition.phrases) {
      add_words(phrase.text, static_cast<double>(phrase.weights_up_to - before), weights);
      before = phrase.weights_up_to;
    }
    topics.push_back(
        planted_topic(std::string(condition.name), false, {weights.begin(), weights.end()}));
  }
  for (std::size_t style = 0; style < uses_.size(); ++style) {
    if (uses_[style].empty()) continue;
    std::map<std::string, double> weights;
    for (const auto& [sentence, times] : uses_[style])
      add_words(sentence, static_cast<double>(times), weights);
    topics.push_back(planted_topic("filler, " + std::string(clinic_styles()[style].name), true,
                                   {weights.begin(), weights.end()}));
  }
  return topics;
}

}  // namespace

OptionTable option_table(ClinicOptions& options) {
  return {
      {.name = "documents", .target = &options.documents, .help = "number of notes", .least = 1},
      {.name = "seed",
       .target = &options.seed,
       .help = "the same seed gives the same notes",
       .least = 0}};
}

PlantedTopics generate_clinic(const ClinicOptions& options,
                              const std::function<void(const ClinicNote& note)>& on_note) {
  ClinicOptions checked = options;
  check(option_table(checked));
  const RandomStreams random(key_from_seed(static_cast<std::uint64_t>(options.seed)));
  NoteWriter writer;
  for (std::int64_t m = 0; m < options.documents; ++m) {
    RandomStream stream(random, Purpose::kSynthetic, 0, static_cast<std::uint64_t>(m));
    on_note(writer.write(stream));
  }
  return writer.topics();
}

}  // namespace dplda
