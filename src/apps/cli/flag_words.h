// Options in sentences as the command line spells them: --seed, --noise none.
#pragma once

#include <string>
#include <string_view>

namespace dplda::cli {

// A text of the library (base/option_words.h) for somebody who types flags.
std::string with_flags(std::string_view text);

}  // namespace dplda::cli
