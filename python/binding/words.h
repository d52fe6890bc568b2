// What the library's options are called in Python, alone and in sentences (base/option_words.h).
#pragma once

#include <string>
#include <string_view>

namespace dplda::python {

// "target-epsilon": target_epsilon, "topics": n_components.
std::string keyword_of(std::string_view option);
// The other way.
std::string option_of(std::string_view keyword);
// A message or a help text of the library: `seed` is random_state there, `noise none` noise="none".
std::string in_python(std::string_view text);

}  // namespace dplda::python
