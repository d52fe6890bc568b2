// dplda perturb: documents in, perturbed reports out, before they leave the house.
#include <fmt/format.h>

#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/progress.h"
#include "base/errors.h"
#include "base/threads.h"
#include "collect/contributor.h"
#include "privacy/large_delta.h"
#include "privacy/statement.h"
#include "recipes/account.h"
#include "text/word_list.h"

namespace dplda::cli {
namespace {

struct Perturb : CLI::App {
  Perturb();

  void tell_cost(const ReportHeader& header) const;
  void tell_account(const Ledger& account) const;
  void tell_left_out(std::uint32_t words) const;
  void write(const Contributor& contributor, std::uint64_t documents, AtomicFile& file) const;
  void run();

  std::string corpus;
  std::string output;
  bool quiet = false;
  ContributorOptions options;
};

Perturb::Perturb()
    : CLI::App(
          "Turn documents into perturbed reports, one each, for a collector that nobody has to "
          "trust",
          "perturb") {
  add_option("CORPUS", corpus, "the documents: a corpus file, or any format that prepare reads")
      ->required();
  add_option("-o,--output", output, "reports to write (.dpr); -: standard output, as they come")
      ->type_name("FILE")
      ->required();
  dplda::cli::add_options(*this, option_table(options));
  add_flag("--quiet", quiet, "say nothing but what the reports cost");
  callback([this] { run(); });
}

void Perturb::tell_cost(const ReportHeader& header) const {
  tell(report_cost_text(header.parameters));
  if (options.ledger.empty() && (header.parameters.flags & kSeedKnown) == 0)
    tell("nothing is charged; what one person sends in several reports adds up (--ledger)\n");
}

void Perturb::tell_account(const Ledger& account) const {
  const nlohmann::ordered_json record = account.to_json(kJudgedDelta);
  for (const auto& total : record.at("totals"))
    tell(fmt::format("this contributor in all: {}\n", total_text(total)));
  if (account.exposed()) {
    tell(
        "this contributor in all: NOT PRIVATE: something was exposed; for every unit (word, "
        "presence, document) and every view the total epsilon is infinite\n");
  }
}

// Whoever collects must have the same words: it matters that a list was not taken whole.
void Perturb::tell_left_out(std::uint32_t words) const {
  if (options.vocab.empty() || options.vocab == "-") return;
  const std::size_t listed = read_word_list(options.vocab).words.size();
  if (listed == words) return;
  tell(fmt::format(
      "{} entries of {} are not one word of text, or another one's again, and were left out\n",
      listed - words, options.vocab));
}

void Perturb::write(const Contributor& contributor, std::uint64_t documents,
                    AtomicFile& file) const {
  Progress progress(quiet);
  write_reports(contributor, documents, thread_count(options.threads), file,
                [&](std::uint64_t reports) {
                  if (!progress.due()) return;
                  progress.show(static_cast<double>(reports), static_cast<double>(documents),
                                fmt::format("{} of {} reports", reports, documents));
                });
  file.commit();
  progress.finish();
}

void Perturb::run() {
  check(options);
  refuse_named_twice({}, {corpus, options.vocab, options.key_file, options.ledger, output},
                     "corpus, word list, key, ledger and reports");
  std::optional<Ledger> account;
  if (!options.ledger.empty()) account.emplace(open_contributor_account(options));
  const Corpus documents = open_contributions(corpus, options);
  check_reported(options.ledger, holdings_of(corpus, documents), options.wait);
  const Contributor contributor(documents, options);
  const ReportHeader& header = contributor.header();
  // Even when quiet: nobody sends a report without having seen its cost.
  tell_cost(header);
  AtomicFile file(output);
  if (account) {
    charge_reports(contributor, *account);
    tell_account(*account);
  }
  try {
    write(contributor, documents.documents(), file);
  } catch (const SystemError&) {
    // A file that does not appear was not sent; what went down a pipe may have been, and under a
    // secret key an exact repetition may rest on this charge.
    if (account && file.can_patch() && !options.keyed()) {
      for (const Charge& charge : contributor.charges()) account->unmade(contributor.run(), charge);
    }
    throw;
  }
  if (!quiet) {
    tell_left_out(documents.words());
    tell(fmt::format("{}: {} reports of {} words ({})\n",
                     output == "-" ? "standard output" : output, documents.documents(),
                     documents.words(), name_of(documents.vocabulary().origin())));
  }
}

}  // namespace

void add_perturb(CLI::App& app) { app.add_subcommand(std::make_shared<Perturb>()); }

}  // namespace dplda::cli
