// How the program ends, for whoever called it.
#pragma once

#include <array>
#include <string_view>

namespace dplda::cli {

enum ExitCode { kDone = 0, kMachine = 1, kInput = 2, kBudget = 3, kInUse = 4 };

struct ExitMeaning {
  ExitCode code;
  std::string_view meaning;
};

inline constexpr std::array kExitMeanings = {
    ExitMeaning{kDone, "all was done as asked for"},
    ExitMeaning{
        kMachine,
        "the machine failed (a full disk), an experiment was interrupted, or an audit failed"},
    ExitMeaning{kInput, "a flag or an input is not as it should be"},
    ExitMeaning{kBudget, "the privacy budget does not cover the run"},
    ExitMeaning{kInUse, "another process held the ledger for longer than --wait"}};

}  // namespace dplda::cli
