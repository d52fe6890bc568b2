#include "reference/sample_page.h"

#include <cmath>
#include <limits>

namespace dplda::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Series falling(std::string name, int colour, Stroke stroke, double height, double speed) {
  Series series{.name = std::move(name), .colour = colour, .stroke = stroke};
  for (const double x : {0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0}) {
    const double y = 430 + height * std::exp(-speed * x);
    const double spread = 6 + 0.05 * (y - 430);
    series.points.push_back({x, y, y - spread, y + spread});
  }
  return series;
}

Panel perplexity(std::string title, double height) {
  return {.title = std::move(title),
          .x = {.label = "privacy loss ε of a sweep (word, release)"},
          .y = {.label = "perplexity on test documents"},
          .series = {falling("HDP-LDA", 0, Stroke::kSolid, height, 0.5),
                     falling("HDP-LDA, no shrinking", 0, Stroke::kDashed, height * 0.8, 0.2),
                     falling("CDP-LDA", 1, Stroke::kSolid, height * 1.5, 0.7),
                     falling("CDP-LDA+", 2, Stroke::kSolid, height * 1.2, 0.9)},
          .levels = {{"no topics at all", 781}, {"no privacy", 429}}};
}

Panel loss_by_sweeps() {
  Panel panel{.title = "What the sweeps add up to",
              .x = {.label = "sweeps", .logarithmic = true},
              .y = {.label = "total ε (word, all releases)", .logarithmic = true}};
  const char* const names[] = {"basic", "advanced", "concentrated", "HDP",
                               "LP",    "online",   "doc",          "plain"};
  for (int colour = 0; colour < 8; ++colour) {
    Series series{.name = names[colour], .colour = colour};
    for (double x = 1; x <= 1000; x *= std::sqrt(10.0))
      series.points.push_back({x, (colour + 1) * 0.01 * std::pow(x, 1.0 - 0.06 * colour)});
    panel.series.push_back(series);
  }
  return panel;
}

Panel long_trace() {
  Panel panel{.title = "Log-likelihood while training",
              .x = {.label = "sweep"},
              .y = {.label = "log-likelihood a token"}};
  for (int colour : {3, 5}) {
    Series series{.name = colour == 3 ? "snapshot sampler" : "sequential sampler",
                  .colour = colour};
    for (int i = 0; i <= 200; ++i)
      series.points.push_back(
          {double(i), -7.2 - 1.4 * std::exp(-i / (10.0 * colour)) + 0.01 * std::sin(i * 1.7)});
    panel.series.push_back(series);
  }
  return panel;
}

Panel rates(std::string title) {
  return {.title = std::move(title),
          .x = {.label = "false positive rate", .logarithmic = true, .least = 1e-3, .most = 1.0},
          .y = {.label = "true positive rate", .logarithmic = true, .least = 1e-3, .most = 1.0},
          .series = {{.name = "attack on the model",
                      .colour = 6,
                      .points = {{0.001, 0.01, 0.006, 0.017},
                                 {0.01, 0.06, 0.05, 0.07},
                                 {0.1, 0.3, 0.28, 0.32},
                                 {1, 1}}},
                     {.name = "guessing",
                      .colour = 7,
                      .stroke = Stroke::kDashed,
                      .points = {{0.0001, 0.0001}, {0.001, 0.001}, {1, 1}}}}};
}

Figure figure(std::string name, std::string title, Verdict verdict, std::vector<Panel> panels) {
  return {.name = std::move(name),
          .title = std::move(title),
          .claim = verdict == Verdict::kOurs
                       ? ""
                       : "The private model comes close to the plain one once ε exceeds 5.",
          .finding =
              "At ε = 5 the perplexity is 462 ± 8, against 429 without privacy and 781 "
              "without topics; CDP-LDA reaches 445.",
          .verdict = verdict,
          .note = "Invented numbers. Mean of 5 seeds; the bands go from the least to the greatest.",
          .panels = std::move(panels)};
}

}  // namespace

Figure sample_figure() {
  return figure("hdp-perplexity", "Perplexity falls as the budget grows", Verdict::kHeld,
                {perplexity("KOS", 500), perplexity("NIPS", 300), perplexity("Enron", 700)});
}

Figure odd_figure() {
  Panel empty{.title = "Nothing", .x = {.label = "x"}, .y = {.label = "y"}};
  Panel one{.title = "One point",
            .y = {.logarithmic = true},
            .series = {{.name = "alone", .colour = 4, .points = {{1e-7, 3e7, 1e7, 9e7}}},
                       {.name = "nothing at all", .colour = 5}}};
  Panel equal{.title = "Equal values",
              .y = {.label = "always 0.125", .least = 5.0, .most = 5.0},
              .series = {{.name = "flat", .colour = -3, .points = {{2, 0.125}, {2, 0.125}}}}};
  Panel wild{.title = "A <title> & \"quotes\" that is much too long for one line of a panel",
             .x = {.label = "with -1, 0 and <inf>", .logarithmic = true},
             .y = {.label = "with not-a-number", .logarithmic = true, .least = -1.0},
             .series = {{.name = "a name of a series so long that it has to go on in another line "
                                 "of the legend & <b>",
                         .colour = 99,
                         .points = {{-1, 5},
                                    {0, 5},
                                    {1, kNan},
                                    {kInfinity, 1},
                                    {10, 5, -3, 8},
                                    {100, 50, 40, kInfinity},
                                    {1000, 1e-9}}}},
             .levels = {{"below <zero>", -4}, {"bad bytes \xff\x01", kInfinity}}};
  return figure("odd <name>", "Odd <panels> & \"quotes\"", Verdict::kFailed,
                {empty, one, equal, wild});
}

Page sample_page() {
  const Table table{
      .title = "Floors",
      .header = {"corpus", "documents", "words", "unigram perplexity", "plain LDA", "source"},
      .rows = {{"KOS", "3,000", "6,906", "781", "429 ± 3", "the entries of a blog, <2004>"},
               {"NIPS", "1,350", "12,419", "891", "612 ± 5", "papers of a conference"},
               {"Enron", "8,000", "28,102", "766", "–"}},
      .note = "Binary documents."};
  return {
      .title = "Topic models under differential privacy: what was found",
      .lead =
          "Seven figures of the paper, measured again. Most of what it says of quality held; "
          "what it says of its attacker holds against that attacker only.",
      .sections =
          {{.heading = "Quality",
            .blocks = {Paragraph{"How much worse topics become when noise protects the words of a "
                                 "document, in three corpora."},
                       sample_figure(), table,
                       figure("sweeps", "What many sweeps cost", Verdict::kOurs,
                              {loss_by_sweeps()})}},
           {.heading = "Attacks & defences",
            .blocks = {figure("rates", "The attack finds members", Verdict::kPartly,
                              {rates("KOS, K = 50"), long_trace()}),
                       odd_figure()}},
           {.heading = "How to repeat it",
            .blocks = {Preformatted{
                "dplda prepare --input docword.kos.txt.gz --output kos.npz\n"
                "dplda train --recipe hdp kos.npz --epsilon 1 # <and> so on"}}}},
      .footer = "Made by dplda. All numbers on this page are invented."};
}

}  // namespace dplda::test
