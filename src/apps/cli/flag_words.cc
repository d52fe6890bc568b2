#include "apps/cli/flag_words.h"

#include "base/option_words.h"

namespace dplda::cli {

std::string with_flags(std::string_view text) {
  return with_options(text, [](std::string_view name, std::string_view value) {
    std::string flag = "--" + std::string(name);
    if (!value.empty()) flag.append(" ").append(value);
    return flag;
  });
}

}  // namespace dplda::cli
