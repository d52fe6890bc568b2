// The privacy statement of a run, for people who answer for the data.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dplda {

// From the privacy record of a report or a model (training/privacy_record.h). Throws InputError if
// it is none.
std::string statement_text(const nlohmann::ordered_json& record);

// A total as loss_to_json() writes it: "epsilon 8, pure [unit: word, view: topics+counts]". Figures
// are rounded up.
std::string total_text(const nlohmann::ordered_json& total);

// One sentence: what the run's total is, or that it protects nobody.
std::string statement_line(const nlohmann::ordered_json& record);

}  // namespace dplda
