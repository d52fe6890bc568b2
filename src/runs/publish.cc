#include "runs/publish.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/errors.h"
#include "base/files.h"
#include "base/paths.h"
#include "lda/noise_marks.h"
#include "privacy/statement.h"
#include "training/custody.h"
#include "training/model_privacy.h"
#include "training/publication.h"

namespace dplda::runs {
namespace {

void refuse_confusion(const PublishRequest& request) {
  for (const std::string& path : {request.output, request.statement}) {
    if (!path.empty() && resolved_path(path) == resolved_path(request.model))
      throw InputError(fmt::format("'{}' is the model itself; name another file", path));
  }
  if (!request.output.empty() && !request.statement.empty() &&
      resolved_path(request.output) == resolved_path(request.statement))
    throw InputError("`output` and `statement` must be different files");
}

}  // namespace

PublishOutcome publish(const PublishRequest& request) {
  refuse_confusion(request);
  if (!request.output.empty() && !request.force) refuse_to_replace_paid(request.output, false);
  const Model model = Model::load(request.model);
  const std::optional<Ledger> account = ledger_of(model, request.model, request.ledger);
  const Publication ready = publication(model, request.model, account ? &*account : nullptr);
  const std::string text = statement_of(ready.model);
  if (!request.output.empty()) ready.model.save(request.output);
  if (!request.statement.empty()) {
    AtomicFile out(request.statement);
    out.write(text);
    out.commit();
  }
  const PrivacyRecord record = privacy_of(ready.model);
  return {.removed = ready.removed,
          .summary = statement_line(record),
          .noise = ready.model.meta().noise_check.has_value() ? noise_sentence(ready.model) : "",
          .ledger_known = account || !record.account || !record.account->lineage};
}

}  // namespace dplda::runs
