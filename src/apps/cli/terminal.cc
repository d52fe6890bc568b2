#include "apps/cli/terminal.h"

#include <fmt/format.h>

#include "apps/cli/flag_words.h"
#include "base/time_text.h"
#include "lda/likelihood.h"

namespace dplda::cli {
namespace {

std::string text_of(const Quality& quality) {
  if (!quality.same_tokens) return "";
  return fmt::format(
      ", perplexity {:.1f}{}", quality.same_tokens->value,
      quality.completion ? fmt::format(" (completion {:.1f})", quality.completion->value) : "");
}

}  // namespace

void Terminal::tell(const runs::Notice& notice) {
  if (quiet_ && notice.kind == runs::Notice::Kind::kNote) return;
  progress_.finish();
  cli::tell(with_flags(notice.text) + "\n");
}

bool TrainTerminal::stop() {
  if (!Interrupts::seen()) return false;
  terminal_.progress().say(sweeps_ > 0
                               ? "interrupted: keeping the model of the sweeps so far"
                               : "interrupted: what was learnt is kept; go on with --resume");
  return true;
}

void TrainTerminal::on_start(const Method& method, std::uint32_t done, std::uint32_t sweeps) {
  interrupts_.emplace();
  first_ = done;
  sweeps_ = sweeps;
  start_ = Clock::now();
  const TokenSequences* documents = method.documents();
  const std::string data =
      documents == nullptr
          ? fmt::format("{} bits of reports", method.visited())
          : fmt::format("{} documents, {} words, {} tokens", documents->documents(),
                        documents->vocabulary(), documents->tokens());
  const std::size_t topics = method.prior().topics();
  terminal_.progress().say(
      fmt::format("training: {}, {}, {} sweeps{}", data,
                  topics == 0 ? "topics to be found" : fmt::format("{} topics", topics), sweeps,
                  done > 0 ? fmt::format(", resumed after sweep {}", done) : ""));
}

void TrainTerminal::on_sweep(const Method& method, std::uint32_t sweep) {
  if (shown_.quiet || (!due() && sweep != sweeps_)) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double swept = sweep - first_;
  show(sweep, sweeps_,
       fmt::format("sweep {}/{}  {}{:.1f} million {}/s  {} left", sweep, sweeps_,
                   shown_.likelihood
                       ? fmt::format("log-likelihood {:.4f} per token  ",
                                     log_likelihood_per_token(*method.chain(), method.prior()))
                       : "",
                   swept * static_cast<double>(method.visited()) / seconds / 1e6,
                   method.documents() == nullptr ? "bits" : "tokens",
                   duration_text(seconds / swept * (sweeps_ - sweep))));
}

void TrainTerminal::on_noise_check(std::uint64_t done, std::uint64_t of) {
  if (shown_.quiet || (!due() && done != of)) return;
  show(static_cast<double>(done), static_cast<double>(of),
       fmt::format("checking topics against noise: sweep {}/{}", done, of));
}

void TrainTerminal::on_stream(std::uint64_t batches, std::uint64_t documents) {
  Progress& progress = terminal_.progress();
  if (batches > 0)
    progress.say(fmt::format("resumed after batch {} ({} {})", batches, documents, shown_.noun));
  if (!shown_.waits_at.empty())
    progress.say(fmt::format("waiting for {} in {} (Ctrl-C ends)", shown_.noun, shown_.waits_at));
}

void TrainTerminal::on_prior(const Quality& quality) {
  terminal_.progress().say(fmt::format("prior corpus learnt{}", text_of(quality)));
}

void TrainTerminal::on_batch(std::uint64_t number, std::uint64_t size, const Quality& quality) {
  if (shown_.quiet) return;
  const std::string text =
      fmt::format("batch {}: {} {}{}", number, size, shown_.noun, text_of(quality));
  // Every batch is worth a line where something was measured, or on a terminal.
  if (quality.same_tokens) {
    terminal_.progress().say(text);
  } else if (due()) {
    show(0, 0, text);
  }
}

}  // namespace dplda::cli
