// The contributor's side of local privacy: documents become perturbed reports before they leave the
// house (docs/use/reports.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/options.h"
#include "base/random.h"
#include "collect/report_format.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "privacy/ledger.h"
#include "privacy/randomized_response.h"

namespace dplda {

struct ContributorOptions {
  std::optional<double> epsilon;         // of one bit; must be given
  std::int64_t cap = 0;                  // distinct words of a document; 0: all
  std::string vocab;                     // a word list that is public
  std::string ledger;                    // the contributor's own account; empty: none is kept
  std::optional<double> budget_epsilon;  // of that account in all
  std::optional<double> budget_delta;    // empty: that at which costs are stated
  std::string budget_unit = "presence";
  bool large_delta = false;  // a budget's delta above kLargestDelta is wanted
  double wait = Ledger::kWait;
  std::string key_file;
  std::optional<Key> key;  // a secret key in memory, in place of a file's
  std::optional<std::int64_t> seed;
  std::int64_t threads = 0;

  bool keyed() const { return key || !key_file.empty(); }
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(ContributorOptions& options);

// Throws InputError if a value is missing or out of its range, or options contradict one another.
void check(const ContributorOptions& options);

// The documents at `path` (anything that can be trained on) in a vocabulary that may be shown: the
// list of --vocab, or that of a corpus file. Throws InputError if the words were chosen from the
// documents.
Corpus open_contributions(const std::string& path, const ContributorOptions& options);

// The documents of a corpus in the words of a public list. Throws as below, but for where the
// corpus' own words came from.
Corpus contributions_in_list(const Corpus& corpus, const std::string& list,
                             const std::string& name);

// Throws InputError, calling the documents `name`, if what a report of one of them shows would
// depend on the others. With a public seed, where no report is private, words that were stated to
// be public may have been cut by frequency.
void check_contributions(const Corpus& corpus, const ContributorOptions& options,
                         const std::string& name);

// Makes the reports of a corpus. Immutable; thread-safe.
class Contributor {
 public:
  // Throws InputError for options that check() refuses, a bad key file or a vocabulary that cannot
  // be shown. REQUIRES: `corpus` outlives this.
  Contributor(const Corpus& corpus, const ContributorOptions& options);

  const ReportHeader& header() const { return header_; }
  // The name of the run in a ledger: the same for an exact repetition under a key file.
  const std::string& run() const { return run_; }
  // What sending all reports costs; nothing is protected where the seed is known.
  std::vector<Charge> charges() const;

  // The words of document m that are kept under the cap, as bits. REQUIRES: kept.size() ==
  // bit_words(V).
  void kept_words(std::uint64_t m, std::span<std::uint64_t> kept) const;
  // The bits that are sent for document m. REQUIRES: as above.
  void perturbed(std::uint64_t m, std::span<std::uint64_t> bits) const;
  ReportId id(std::uint64_t m) const;

 private:
  const Corpus& corpus_;
  RandomizedResponse response_;
  ReportHeader header_;
  RandomStreams random_;
  std::string run_;
};

// What one report costs its contributor, a line for each unit.
std::string report_cost_text(const ReportParameters& parameters);

// The contributor's own account, with its budget. REQUIRES: options.ledger names one.
Ledger open_contributor_account(const ContributorOptions& options);

// Charges what sending costs. Throws as Ledger does, and InputError if the seed is known.
void charge_reports(const Contributor& contributor, Ledger& ledger);

// The same reports in memory, for experiments where contributors and collector are one process.
// They have no digest.
Reports held_reports(const Contributor& contributor, std::uint64_t documents);

// Called now and then with the number of reports written.
using ContributorProgress = std::function<void(std::uint64_t reports)>;

// Writes the header and a report for every document, in their order; commit() is left to the
// caller. The same bytes for any number of threads. What is no regular file gets its reports as
// they come.
void write_reports(const Contributor& contributor, std::uint64_t documents, int threads,
                   AtomicFile& file, const ContributorProgress& progress = {});
// The same bytes, in memory.
std::string report_bytes(const Contributor& contributor, std::uint64_t documents, int threads);

}  // namespace dplda
