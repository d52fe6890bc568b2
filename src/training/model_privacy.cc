#include "training/model_privacy.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "privacy/statement.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

std::string interruption(bool interrupted, const std::optional<std::uint64_t>& sweeps) {
  if (!interrupted) return "";
  return fmt::format("The run was stopped {}before its last sweep.",
                     sweeps ? fmt::format("after sweep {}, ", *sweeps) : "");
}

std::string statement_with(const PrivacyRecord& record, const std::string& interruption) {
  const std::string text = statement_text(record);
  return interruption.empty() ? text : fmt::format("{}Interrupted\n  {}\n", text, interruption);
}

}  // namespace

bool states_privacy(const Model& model) { return !model.meta().privacy.empty(); }

PrivacyRecord privacy_of(const Model& model) {
  return privacy_record_from_text(model.meta().privacy);
}

std::optional<PrivacyRecord> sound_privacy_of(const Model& model) {
  try {
    return privacy_of(model);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

bool was_interrupted(const Model& model) { return model.meta().interrupted; }

std::string interruption_text(const Model& model) {
  return interruption(model.meta().interrupted, model.meta().sweeps);
}

std::string statement_of(const Model& model) {
  return statement_with(privacy_of(model), interruption_text(model));
}

std::string statement_of_record(const Json& record) {
  std::optional<std::uint64_t> sweeps;
  if (record.contains("sweeps") && record["sweeps"].is_number_unsigned())
    sweeps = record["sweeps"].get<std::uint64_t>();
  const bool interrupted = record.contains("interrupted") && record["interrupted"] == true;
  return statement_with(privacy_record_from_json(record.value("privacy", Json())),
                        interruption(interrupted, sweeps));
}

}  // namespace dplda
