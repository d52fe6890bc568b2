#include "training/model_privacy.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "privacy/statement.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// `owner`: what bears a privacy record, the description of a model or a report.
PrivacyRecord record_in(const Json& owner) {
  return privacy_record_from_json(owner.value("privacy", Json()));
}

bool interrupted(const Json& owner) {
  return owner.contains("interrupted") && owner["interrupted"] == true;
}

std::string interruption_in(const Json& owner) {
  if (!interrupted(owner)) return "";
  const bool counted = owner.contains("sweeps") && owner["sweeps"].is_number_unsigned();
  return fmt::format("The run was stopped {}before its last sweep.",
                     counted ? fmt::format("after sweep {}, ", owner["sweeps"].dump()) : "");
}

std::string statement_in(const Json& owner) {
  const std::string text = statement_text(record_in(owner));
  const std::string interruption = interruption_in(owner);
  return interruption.empty() ? text : fmt::format("{}Interrupted\n  {}\n", text, interruption);
}

}  // namespace

bool states_privacy(const Model& model) { return model.meta().contains("privacy"); }

PrivacyRecord privacy_of(const Model& model) { return record_in(model.meta()); }

std::optional<PrivacyRecord> sound_privacy_of(const Model& model) {
  try {
    return privacy_of(model);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

bool was_interrupted(const Model& model) { return interrupted(model.meta()); }
std::string interruption_text(const Model& model) { return interruption_in(model.meta()); }

std::string statement_of(const Model& model) { return statement_in(model.meta()); }
std::string statement_of_report(const Json& report) { return statement_in(report); }

}  // namespace dplda
