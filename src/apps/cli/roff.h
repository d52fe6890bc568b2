// Text as troff reads it, in the words of man(7).
#pragma once

#include <string>
#include <string_view>

namespace dplda::cli {

// Any text, as it stands: nothing in it is taken for a request or an escape, and hyphens are those
// that can be typed. In lines of at most 78 bytes where it has spaces, the last one ended.
std::string roff_text(std::string_view text);

// The same in one line without its end, for headings and inside of others.
std::string roff_word(std::string_view text);
std::string roff_bold(std::string_view text);
std::string roff_italic(std::string_view text);

}  // namespace dplda::cli
