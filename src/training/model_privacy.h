// What a model says of its run's privacy, and whether the run went to its end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "lda/model.h"
#include "privacy/privacy_record.h"

namespace dplda {

// Whether the model has a privacy record, sound or not.
bool states_privacy(const Model& model);
// Its privacy record. Throws InputError if there is none, or it is damaged.
PrivacyRecord privacy_of(const Model& model);
// The same; none where that throws.
std::optional<PrivacyRecord> sound_privacy_of(const Model& model);

// Whether its run was stopped before its last sweep, and a sentence about that; empty if it was
// not.
bool was_interrupted(const Model& model);
std::string interruption_text(const Model& model);

// The privacy statement, with that sentence. Throws InputError if there is no sound record.
std::string statement_of(const Model& model);
// The same from the record of a run (eval/run_record.h).
std::string statement_of_record(const nlohmann::ordered_json& record);

}  // namespace dplda
