// The privacy statement of a run, for people who answer for the data.
#pragma once

#include <string>

#include "privacy/privacy_record.h"

namespace dplda {

std::string statement_text(const PrivacyRecord& record);

// "epsilon 8, pure [unit: word, view: topics+counts]". Figures are rounded up.
std::string total_text(const StatedTotal& total);

// One sentence: what the run's total is, or that it protects nobody.
std::string statement_line(const PrivacyRecord& record);

}  // namespace dplda
