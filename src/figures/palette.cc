#include "figures/palette.h"

namespace dplda {

const Palette& light_palette() {
  static constexpr Palette kPalette{.paper = "#ffffff",
                                    .ink = "#1c2126",
                                    .quiet = "#59626c",
                                    .grid = "#e7eaed",
                                    .axis = "#a3abb3",
                                    .level = "#59626c",
                                    .series = {"#265dd6", "#9e2800", "#006d44", "#78339b",
                                               "#a8821a", "#0296c4", "#e44486", "#324048"}};
  return kPalette;
}

const Palette& dark_palette() {
  static constexpr Palette kPalette{.paper = "#16191d",
                                    .ink = "#e8ebee",
                                    .quiet = "#a4aeb8",
                                    .grid = "#282d33",
                                    .axis = "#5a636d",
                                    .level = "#a4aeb8",
                                    .series = {"#7b90d8", "#e7713e", "#7fc98e", "#7f5fd5",
                                               "#efc148", "#49d6f3", "#cb5799", "#eeeff2"}};
  return kPalette;
}

int colour_index(int colour) { return (colour % kColours + kColours) % kColours; }

std::string_view marker_path(int colour) {
  static constexpr std::array<std::string_view, kColours> kPaths{
      "M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0z",  // disc
      "M-3.4-3.4h6.8v6.8h-6.8z",                           // square
      "M0-4.6L4.4 3.2H-4.4z",                              // triangle
      "M0-4.9L4.9 0L0 4.9L-4.9 0z",                        // diamond
      "M0 4.6L4.4-3.2H-4.4z",                              // triangle, down
      "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",             // plus
      "M0-5.2L1.4-1.9L4.9-1.6L2.3.7L3.1 4.2L0 2.4L-3.1 4.2L-2.3.7L-4.9-1.6L-1.4-1.9z",  // star
      "M-4.2-2.1L-2.1-4.2L0-2.1L2.1-4.2L4.2-2.1L2.1 0L4.2 2.1L2.1 4.2L0 2.1L-2.1 4.2L-4.2 2.1"
      "L-2.1 0z"};  // cross
  return kPaths[static_cast<std::size_t>(colour_index(colour))];
}

}  // namespace dplda
