// Document-level privacy against the number of documents.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "lab/figure_parts.h"
#include "lab/figures.h"
#include "recipes/doc.h"

namespace dplda {
namespace {

// The smallest epsilon at which half of what plain sampling gains over one topic is gained, between
// the points that were measured on a logarithmic scale; NaN if none of them reaches it.
double half_gain(const std::vector<Point>& by_epsilon, double plain, double one_topic) {
  const double wanted = (plain + one_topic) / 2;
  for (std::size_t i = 0; i < by_epsilon.size(); ++i) {
    const Point& here = by_epsilon[i];
    if (!(here.y <= wanted)) continue;
    if (i == 0) return here.x;
    const Point& before = by_epsilon[i - 1];
    const double share = (before.y - wanted) / (before.y - here.y);
    return before.x * std::pow(here.x / before.x, share);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

Lab::SeededCell on_generated(std::uint64_t documents, TrainOptions options) {
  options->topics = options->topics == 1 ? 1 : 20;
  return [documents, options](std::int64_t seed) {
    return generated_cell(documents, seeded(options, seed));
  };
}

CgsOptions plain_of(std::int64_t topics) {
  CgsOptions options;
  options.topics = topics;
  options.sweeps = topics == 1 ? 1 : 100;
  return options;
}

}  // namespace

Figure corpus_size_figure(Lab& lab) {
  Figure figure{.name = "corpus-size", .title = "How many documents a document-level total needs"};
  const auto sizes = lab.pick<std::vector<std::uint64_t>>({1000, 4000, 16000, 64000}, {1000, 4000});
  const auto grid = lab.pick<std::vector<double>>({0.5, 1, 2, 4, 8, 16}, {1, 4, 16});
  Panel quality = empty_panel(
      "Perplexity", {.label = "documents (epsilon: document; counts)", .logarithmic = true},
      {.label = "perplexity by completion"});
  Panel needed =
      empty_panel("Epsilon for half of the gain", {.label = "documents", .logarithmic = true},
                  {.label = "epsilon (unit: document, view: counts)", .logarithmic = true});
  Series plain{.name = "plain", .colour = kPlain, .points = {}};
  Series one{.name = "one topic", .colour = kBound, .stroke = Stroke::kDashed, .points = {}};
  Series half{.name = "doc", .colour = kDoc, .points = {}};
  std::vector<Series> shown;
  const std::vector<double> drawn = {1, 4, 16};
  const Colour colours[] = {kCdp, kHdp, kLp};
  for (std::size_t i = 0; i < drawn.size(); ++i)
    shown.push_back(
        {.name = fmt::format("doc, epsilon {:g}", drawn[i]), .colour = colours[i], .points = {}});
  const Lab::Reading completion = reading("completion");
  for (const std::uint64_t size : sizes) {
    const auto x = static_cast<double>(size);
    plain.points.push_back(lab.over_seeds(x, on_generated(size, plain_of(20)), completion));
    one.points.push_back(lab.over_seeds(x, on_generated(size, plain_of(1)), completion));
    std::vector<Point> by_epsilon;
    for (const double epsilon : grid) {
      DocOptions options;
      options.target_epsilon = epsilon;
      const Point point = lab.over_seeds(x, on_generated(size, options), completion);
      by_epsilon.push_back({epsilon, point.y, point.low, point.high});
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (drawn[i] == epsilon) shown[i].points.push_back(point);
      }
    }
    const double epsilon = half_gain(by_epsilon, plain.points.back().y, one.points.back().y);
    half.points.push_back({x, epsilon, epsilon, epsilon});
    figure.finding += fmt::format(
        "{} documents: plain {:.0f}, one topic {:.0f}, {}. ", size, plain.points.back().y,
        one.points.back().y,
        std::isnan(epsilon)       ? "half of the gain at none of these epsilons"
        : epsilon <= grid.front() ? fmt::format("half of the gain at {:g} or below", grid.front())
                                  : fmt::format("half of the gain from {:.2g} on", epsilon));
  }
  quality.series = std::move(shown);
  quality.series.push_back(std::move(plain));
  quality.series.push_back(std::move(one));
  needed.series = {std::move(half)};
  figure.panels = {std::move(quality), std::move(needed)};
  figure.note = fmt::format(
      "Documents of 40 distinct words drawn from an LDA model (1000 words, 20 topics, frequencies "
      "by Zipf's law), 500 others to test with. doc: totals at delta 1e-6 (unit: document, view: "
      "counts). Half of the gain: halfway between one topic and plain sampling, between measured "
      "points. {}",
      seeds_text(lab));
  return figure;
}

}  // namespace dplda
