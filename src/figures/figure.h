// A figure as data: curves in panels, what they show and how that compares with what was claimed.
// It knows neither topics nor privacy; svg.h, csv.h and page.h make files of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dplda {

// A point with its spread. There is none unless low < high; a point that is not finite, or not
// positive on a logarithmic axis, is left out of the drawing.
struct Point {
  double x = 0;
  double y = 0;
  double low = 0;
  double high = 0;
};

enum class Stroke { kSolid, kDashed };

// A curve through its points, in their order.
struct Series {
  std::string name = {};
  int colour = 0;  // 0..7: the same thing has the same colour in every figure
  Stroke stroke = Stroke::kSolid;
  std::vector<Point> points = {};
};

// A horizontal line: a floor, a bound, what no privacy reaches.
struct Level {
  std::string name = {};
  double y = 0;
};

// The range is that of the data unless it is given. Limits that leave no range, or that are not
// positive on a logarithmic axis, are ignored.
struct Axis {
  std::string label = {};
  bool logarithmic = false;
  std::optional<double> least = {};
  std::optional<double> most = {};
};

struct Panel {
  std::string title = {};
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  std::vector<Level> levels = {};
};

// Of what was claimed elsewhere; kOurs: nobody claimed anything.
enum class Verdict { kHeld, kPartly, kFailed, kOurs };

struct Figure {
  std::string name = {};  // the stem of its files: hdp-perplexity
  std::string title = {};
  std::string claim = {};    // what the paper says, one sentence; may be empty
  std::string finding = {};  // what was seen here, with numbers
  Verdict verdict = Verdict::kOurs;
  std::string note = {};  // how it was measured, small print
  std::vector<Panel> panels = {};
};

struct Table {
  std::string title = {};
  std::vector<std::string> header = {};
  std::vector<std::vector<std::string>> rows = {};
  std::string note = {};
};

}  // namespace dplda
