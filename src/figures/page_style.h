// The style and the one small script of a page.
#pragma once

#include <string>
#include <string_view>

namespace dplda {

// Everything within <style>: colours light and dark, layout, drawings, print. Holds no < and no &.
std::string page_style();

// Lets the reader choose between light and dark; the page does without. Holds no < and no &.
std::string_view theme_script();

}  // namespace dplda
