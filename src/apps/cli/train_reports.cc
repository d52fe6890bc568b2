// dplda train on reports: a file of perturbed documents in, a model out.
#include <fmt/format.h>

#include "apps/cli/cli.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/progress.h"
#include "apps/cli/train_request.h"
#include "base/errors.h"
#include "eval/coherence.h"
#include "recipes/account.h"
#include "recipes/lp.h"
#include "recipes/training.h"

namespace dplda::cli {
namespace {

Reports read_with_progress(const TrainRequest& request) {
  Progress progress(request.quiet);
  Reports reports = read_reports(request.input, [&](std::uint64_t, std::uint64_t count) {
    if (progress.due()) progress.show(0, 0, fmt::format("reading reports: {}", count));
  });
  progress.finish();
  if (reports.bits.documents() == 0) {
    throw InputError(
        fmt::format("{} holds no usable report{}", request.input,
                    reports.refusals.sum() == 0
                        ? ""
                        : fmt::format(" (refused: {})", refusals_text(reports.refusals))));
  }
  if (reports.refusals.sum() > 0)
    tell(fmt::format("refused reports: {}\n", refusals_text(reports.refusals)));
  return reports;
}

}  // namespace

void train_on_reports(const TrainRequest& request) {
  const TrainOptions& options = request.options();
  check_outputs(request, options.checkpoint);
  const Plan plan = plan_of(options);
  check_report_account(options, request.ledger_options, plan);
  Reports reports = read_with_progress(request);
  const nlohmann::ordered_json preparation = report_preparation();
  const std::optional<Corpus> prior =
      open_prior(request.options(), reports.vocabulary, preparation);
  const std::optional<Corpus> held_out = open_test(request, reports.vocabulary, preparation);
  if (prior && plan.exposes())
    tell_ledger(request, holdings_of(options.prior, *prior), options.checkpoint);
  Ledger ledger =
      open_prior_account(options, request.ledger_options, plan, prior ? &*prior : nullptr);
  // What the prior says is part of what is learnt from.
  if (prior) reports.digest += prior->digest();

  const Corpus rebuilt = rebuilt_corpus(reports, prior ? &*prior : nullptr, resolved(options));
  const auto watcher = sweep_watcher(request.quiet, false);
  std::optional<Interrupts> interrupts(std::in_place);
  const TrainResult result = train(rebuilt, reports, options, *watcher, std::move(ledger));
  interrupts.reset();

  result.model.save(request.output);
  const Quality quality = measured(request, result.model, held_out);
  if (!request.report.empty()) {
    nlohmann::ordered_json json = training_report(rebuilt, options, result, quality);
    json["reports"] = {{"accepted", reports.bits.documents()},
                       {"refused", to_json(reports.refusals)}};
    write_json(request.report, json);
  }
  if (!request.quiet) {
    print_model(request, result);
    print_summary(request, result.model, quality);
  }
  warn_of_noise(request, result.model);
  check_end(request, result);
}

}  // namespace dplda::cli
