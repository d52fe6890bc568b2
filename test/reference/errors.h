// Errors as strings, for tests.
#pragma once

#include <string>

#include "base/errors.h"

namespace dplda::test {

// The message of the Error that `run` throws; empty if it throws none.
template <class Error, class Run>
std::string message_of(Run&& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// The same of an InputError.
template <class Run>
std::string input_error(Run&& run) {
  return message_of<InputError>(run);
}

}  // namespace dplda::test
