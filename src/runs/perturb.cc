#include "runs/perturb.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/errors.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/threads.h"
#include "privacy/large_delta.h"
#include "privacy/statement.h"
#include "text/word_list.h"
#include "training/account.h"
#include "training/ledger_index.h"

namespace dplda::runs {
namespace {

// The documents in words that may be shown: those that were opened for it, or those held.
class Contributions {
 public:
  Contributions(const Source& source, const ContributorOptions& options) : held_(source.corpus) {
    const std::string name = source.path.empty() ? "the documents" : source.path;
    if (held_ == nullptr) {
      own_.emplace(open_contributions(source.path, options));
    } else if (!options.vocab.empty()) {
      own_.emplace(contributions_in_list(*held_, options.vocab, name));
    } else {
      check_contributions(*held_, options, name);
    }
  }
  const Corpus& corpus() const { return own_ ? *own_ : *held_; }

 private:
  std::optional<Corpus> own_;
  const Corpus* held_;
};

std::string without_line_feed(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

void tell_cost(const ReportHeader& header, const ContributorOptions& options, Watcher& watcher) {
  watcher.tell({Notice::Kind::kCost, without_line_feed(report_cost_text(header.parameters))});
  if (options.ledger.empty() && (header.parameters.flags & kSeedKnown) == 0) {
    watcher.tell(
        {Notice::Kind::kCost,
         "nothing is charged; what one person sends in several reports adds up (`ledger`)"});
  }
}

void tell_account(const Ledger& account, Watcher& watcher) {
  for (const StatedTotal& total : account.stated_totals(kJudgedDelta))
    watcher.tell(
        {Notice::Kind::kCost, fmt::format("this contributor in all: {}", total_text(total))});
  if (!account.exposed()) return;
  watcher.tell(
      {Notice::Kind::kCost,
       "this contributor in all: NOT PRIVATE: something was exposed; for every unit (word, "
       "presence, document) and every view the total epsilon is infinite"});
}

// Whoever collects must have the same words: it matters that a list was not taken whole.
void tell_left_out(const ContributorOptions& options, std::uint32_t words, Watcher& watcher) {
  if (options.vocab.empty() || options.vocab == "-") return;
  const std::size_t listed = read_word_list(options.vocab).words.size();
  if (listed == words) return;
  watcher.tell(
      {Notice::Kind::kNote,
       fmt::format(
           "{} entries of {} are not one word of text, or another one's again, and were left out",
           listed - words, options.vocab)});
}

void write(const Contributor& contributor, std::uint64_t documents, int threads, AtomicFile& file,
           Watcher& watcher) {
  write_reports(contributor, documents, threads, file, [&](std::uint64_t reports) {
    if (!watcher.due()) return;
    watcher.show(static_cast<double>(reports), static_cast<double>(documents),
                 fmt::format("{} of {} reports", reports, documents));
  });
  file.commit();
}

}  // namespace

PerturbOutcome perturb(const PerturbRequest& request, Watcher& watcher) {
  const ContributorOptions& options = request.options;
  check(options);
  refuse_named_twice(
      {}, {request.input.path, options.vocab, options.key_file, options.ledger, request.output},
      "corpus, word list, key, ledger and reports");
  std::optional<Ledger> account;
  if (!options.ledger.empty()) account.emplace(open_contributor_account(options));
  const Contributions input(request.input, options);
  const Corpus& documents = input.corpus();
  const Holdings holdings = holdings_of(request.input.path, documents);
  check_reported(options.ledger, holdings, options.wait);
  const Contributor contributor(documents, options);
  tell_cost(contributor.header(), options, watcher);
  std::optional<AtomicFile> file;
  if (!request.output.empty()) file.emplace(request.output);
  if (account) {
    name_documents(holdings, *account);
    remember_ledger(options.ledger);
    charge_reports(contributor, *account);
    tell_account(*account, watcher);
  }
  PerturbOutcome outcome{.reports = documents.documents(),
                         .words = documents.words(),
                         .origin = documents.vocabulary().origin()};
  const int threads = thread_count(options.threads);
  if (!file) {
    outcome.bytes = report_bytes(contributor, documents.documents(), threads);
    return outcome;
  }
  try {
    write(contributor, documents.documents(), threads, *file, watcher);
  } catch (const SystemError&) {
    // A file that does not appear was not sent; what went down a pipe may have been, and under a
    // secret key an exact repetition may rest on this charge.
    if (account && file->can_patch() && !options.keyed()) {
      for (const Charge& charge : contributor.charges()) account->unmade(contributor.run(), charge);
    }
    throw;
  }
  tell_left_out(options, documents.words(), watcher);
  return outcome;
}

}  // namespace dplda::runs
