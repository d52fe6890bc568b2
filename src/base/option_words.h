// Options named in sentences. Code that does not know who reads a message or a help text names an
// option in backticks, with its value if there is one: "leave out `seed`", "use `noise none`". Each
// front end spells it in the words of its users: --seed, --noise none; random_state, noise="none".
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dplda {

// `value` is empty where the option is named alone.
using OptionSpelling = std::function<std::string(std::string_view name, std::string_view value)>;

// The text with every option in it as `spell` has it. What else stands in backticks is left alone:
// a name is lower-case letters, digits and single dashes between them.
std::string with_options(std::string_view text, const OptionSpelling& spell);

}  // namespace dplda
