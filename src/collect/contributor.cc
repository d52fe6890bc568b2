#include "collect/contributor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "base/key_file.h"
#include "base/threads.h"
#include "base/threads_option.h"
#include "base/version.h"
#include "collect/report_writer.h"
#include "corpus/prepare.h"
#include "corpus/word_cut.h"
#include "corpus/word_sets.h"
#include "privacy/budget_options.h"
#include "privacy/kept_words.h"
#include "privacy/large_delta.h"
#include "privacy/report_charges.h"
#include "privacy/stated_total.h"
#include "privacy/statement.h"
#include "text/word_list.h"

namespace dplda {

namespace {

constexpr std::uint64_t kReportsAtOnce = 1024;
constexpr std::size_t kMostAtOnce = std::size_t{16} << 20;  // bytes of their bits

const ContributorOptions& checked(const ContributorOptions& options) {
  check(options);
  return options;
}

// docs/internals/algorithms.md, "Keys": only an exact repetition has the same key again.
Key contributor_key(const Corpus& corpus, const ContributorOptions& options) {
  ContributorOptions copy = options;
  OptionTable table = option_table(copy);
  std::erase_if(table, [](const Option& option) { return !option.affects_result; });
  return run_key(
      options.seed, kept_key(options.key, options.key_file),
      fmt::format("dplda {} perturb\n{}\n{}", version(), options.keyed() ? corpus.digest() : "",
                  to_json(values_of(table)).dump()));
}

// A bit must depend on its own document alone.
void refuse_left_out(const Corpus& corpus, const std::string& name) {
  if (word_cut(corpus) == WordCut::kNone) return;
  throw InputError(fmt::format(
      "{}: which words its documents have left was decided by all of them together; prepare the "
      "documents themselves with `vocab`",
      name));
}

[[noreturn]] void refuse_shown_words(const std::string& name) {
  throw InputError(fmt::format(
      "the words of {} were chosen from its documents, and reports would show them: name a public "
      "list with `vocab`, or prepare the corpus with `vocab` or `assume-public-vocab`",
      name));
}

// Calls take(id, bits) for every report in its order, and pause(reports so far) now and then.
template <class Take, class Pause>
void each_report(const Contributor& contributor, std::uint64_t documents, int threads,
                 const Take& take, const Pause& pause) {
  const std::size_t stride = bit_words(contributor.header().parameters.words);
  const std::uint64_t at_once =
      std::clamp<std::uint64_t>(kMostAtOnce / (8 * stride), 1, kReportsAtOnce);
  std::vector<std::uint64_t> bits(at_once * stride);
  std::vector<ReportId> ids(at_once);
  ThreadPool pool(threads);
  for (std::uint64_t first = 0; first < documents; first += at_once) {
    const std::uint64_t count = std::min(at_once, documents - first);
    pool.for_each(count, [&](std::size_t i, int) {
      contributor.perturbed(first + i, std::span(bits).subspan(i * stride, stride));
      ids[i] = contributor.id(first + i);
    });
    for (std::uint64_t i = 0; i < count; ++i)
      take(ids[i], std::span<const std::uint64_t>(bits).subspan(i * stride, stride));
    pause(first + count);
  }
}

}  // namespace

OptionTable option_table(ContributorOptions& o) {
  return {
      {.name = "epsilon",
       .target = &o.epsilon,
       .help = "epsilon of each bit: what a report costs for one word present or absent (unit: "
               "presence, view: report); under a cap twice that",
       .least = 0x1p-10,
       .most = 40},
      {.name = "cap",
       .target = &o.cap,
       .help = "keep so many distinct words of a document, drawn at random; 0 keeps all",
       .least = 0,
       .most = 0x1p31 - 1},
      {.name = "vocab",
       .target = &o.vocab,
       .help = "a public word list, one word a line, in place of the corpus's vocabulary",
       .metavar = "FILE",
       .affects_result = false},  // the corpus's digest holds the words
      {.name = "ledger",
       .target = &o.ledger,
       .help = "the account of the one contributor whose documents these are: what it sent over "
               "time adds up there; without it nothing is charged, and the cost is told per report",
       .metavar = "FILE",
       .affects_result = false},
      budget_epsilon_option(
          o.budget_epsilon,
          "send nothing if all that stands in `ledger` would pass this epsilon (unit: "
          "`budget-unit`, views: all together)"),
      budget_delta_option(o.budget_delta, "1e-6"),
      {.name = "budget-unit",
       .target = &o.budget_unit,
       .help = "whom that budget protects (view: report)",
       .choices = {"presence", "word", "document"},
       .affects_result = false},
      large_delta_option(o.large_delta),
      wait_option(o.wait),
      {.name = "key-file",
       .target = &o.key_file,
       .help = "32 secret bytes; only an exact repetition has the same reports again",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "seed",
       .target = &o.seed,
       .help = "public seed that makes the reports repeatable, for tests: they protect nobody and "
               "say so",
       .least = 0},
      threads_option(o.threads),
  };
}

void check(const ContributorOptions& options) {
  ContributorOptions copy = options;
  check(option_table(copy));
  if (!options.epsilon)
    throw InputError("say how much a bit may tell with `epsilon`, such as `epsilon 3`");
  if (options.seed && options.keyed())
    throw InputError("give `seed` or `key-file`, not both: either is the run's key");
  if (options.seed && !options.ledger.empty()) {
    throw InputError(
        "reports whose `seed` is known protect nobody and have no `ledger`; leave out `seed`, or "
        "use `key-file`");
  }
  if (options.ledger.empty() && options.budget_epsilon)
    throw InputError("a budget is kept in a ledger: name the contributor's own with `ledger`");
  check_delta("`budget-delta`", options.budget_delta.value_or(0), options.large_delta);
  if (options.budget_unit != "presence" && !options.budget_epsilon)
    throw InputError("`budget-unit` says nothing without `budget-epsilon`");
  if (options.budget_delta && !options.budget_epsilon)
    throw InputError("`budget-delta` says nothing without `budget-epsilon`");
}

Ledger open_contributor_account(const ContributorOptions& options) {
  Ledger account(options.ledger, options.wait);
  set_budget(account, unit_from_name(options.budget_unit), options.budget_epsilon,
             options.budget_delta, kJudgedDelta);
  return account;
}

Corpus open_contributions(const std::string& path, const ContributorOptions& options) {
  if (!is_corpus_file(path)) {
    Corpus corpus = open_corpus(path, PrepareOptions{.vocab = options.vocab});
    if (corpus.vocabulary().origin() != VocabularyOrigin::kData) return corpus;
  } else {
    Corpus corpus = Corpus::load(path);
    if (!options.vocab.empty()) return contributions_in_list(corpus, options.vocab, path);
    check_contributions(corpus, options, path);
    return corpus;
  }
  refuse_shown_words(path);
}

Corpus contributions_in_list(const Corpus& corpus, const std::string& list,
                             const std::string& name) {
  refuse_left_out(corpus, name);
  const WordList words = read_word_list(list);
  return matched_to(corpus, Vocabulary(words.words, VocabularyOrigin::kPublic, words.source));
}

void check_contributions(const Corpus& corpus, const ContributorOptions& options,
                         const std::string& name) {
  if (corpus.vocabulary().origin() == VocabularyOrigin::kData) refuse_shown_words(name);
  // Reports whose seed is known say themselves that they protect nobody.
  if (!options.seed || claimed_origin(corpus) == VocabularyOrigin::kData)
    refuse_left_out(corpus, name);
}

Contributor::Contributor(const Corpus& corpus, const ContributorOptions& options)
    : corpus_(corpus),
      response_(checked(options).epsilon.value()),
      header_(report_header(response_.threshold(), static_cast<std::uint32_t>(options.cap),
                            options.seed ? kSeedKnown : 0, corpus.vocabulary())),
      random_(contributor_key(corpus, options)),
      run_(run_name(random_.key())) {
  if (corpus.vocabulary().origin() == VocabularyOrigin::kPrivate) {
    throw InputError(
        "the words of the corpus were chosen from all of its documents together, which no single "
        "contributor could do; give the list to contributors, who use it with `vocab`");
  }
}

std::vector<Charge> Contributor::charges() const {
  return report_charges(header_.parameters.threshold, header_.parameters.words,
                        header_.parameters.cap, corpus_.documents());
}

void Contributor::kept_words(std::uint64_t m, std::span<std::uint64_t> kept) const {
  const std::span<const std::int32_t> words = corpus_.document(m).words;
  const std::uint32_t cap = header_.parameters.cap;
  if (cap == 0) return set_words(kept, words);
  set_words(kept, KeptWords(cap).first_of(words, random_, m));
}

void Contributor::perturbed(std::uint64_t m, std::span<std::uint64_t> bits) const {
  kept_words(m, bits);
  response_.perturb(bits, random_, {.purpose = Purpose::kReport, .document = m});
  const std::uint32_t used = header_.parameters.words % 64;
  if (used != 0) bits.back() &= (std::uint64_t{1} << used) - 1;
}

ReportId Contributor::id(std::uint64_t m) const {
  std::array<std::uint64_t, 8> draws;
  random_.draws({.purpose = Purpose::kReportId, .document = m}, draws);
  ReportId id;
  std::memcpy(id.data(), draws.data(), id.size());
  return id;
}

std::string report_cost_text(const ReportParameters& parameters) {
  if ((parameters.flags & kSeedKnown) != 0) {
    return "NOT PRIVATE: the seed is known, so that every flip can be undone; for every unit "
           "(word, "
           "presence, document) the epsilon of a report is infinite [view: report]\n";
  }
  std::string text;
  for (const Charge& charge :
       report_charges(parameters.threshold, parameters.words, parameters.cap, 1)) {
    text += fmt::format(
        "each report: {}\n",
        total_text(stated_total(charge.mechanism.loss, charge.unit, charge.view, kJudgedDelta)));
  }
  return text;
}

void charge_reports(const Contributor& contributor, Ledger& ledger) {
  if ((contributor.header().parameters.flags & kSeedKnown) != 0)
    throw InputError("reports whose seed is known protect nobody: they have no ledger");
  ledger.charge_all(contributor.run(), contributor.charges());
}

Reports held_reports(const Contributor& contributor, std::uint64_t documents) {
  const ReportHeader& header = contributor.header();
  Reports reports{.parameters = header.parameters,
                  .vocabulary = header.vocabulary,
                  .bits = WordSets(header.vocabulary.size()),
                  .refusals = {},
                  .digest = {}};
  reports.bits.reserve(documents);
  std::vector<std::uint64_t> row(reports.bits.stride());
  for (std::uint64_t m = 0; m < documents; ++m) {
    contributor.perturbed(m, row);
    reports.bits.append(row);
  }
  return reports;
}

void write_reports(const Contributor& contributor, std::uint64_t documents, int threads,
                   AtomicFile& file, const ContributorProgress& progress) {
  ReportWriter writer(file, contributor.header());
  each_report(
      contributor, documents, threads,
      [&](const ReportId& id, std::span<const std::uint64_t> bits) { writer.write(id, bits); },
      [&](std::uint64_t reports) {
        if (!file.can_patch()) file.flush();
        if (progress) progress(reports);
      });
}

std::string report_bytes(const Contributor& contributor, std::uint64_t documents, int threads) {
  std::string bytes = header_record(contributor.header());
  each_report(
      contributor, documents, threads,
      [&](const ReportId& id, std::span<const std::uint64_t> bits) {
        append_report(bytes, contributor.header(), id, bits);
      },
      [](std::uint64_t) {});
  return bytes;
}

}  // namespace dplda
