// The colours and shapes of a drawing, light and dark. Series colours have a contrast of 3:1 or
// more on their ground and differ for people who do not see red, green or blue; text has 4.5:1.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace dplda {

inline constexpr int kColours = 8;

struct Palette {
  std::string_view paper;  // the ground of a drawing
  std::string_view ink;    // text
  std::string_view quiet;  // text that stands back
  std::string_view grid;
  std::string_view axis;
  std::string_view level;
  std::array<std::string_view, kColours> series;
};

const Palette& light_palette();
const Palette& dark_palette();

// Any number is a colour: 0..7 as they are, others go round.
int colour_index(int colour);

// An SVG path of the shape of a colour around 0,0, filled, about 8 units across.
std::string_view marker_path(int colour);

}  // namespace dplda
