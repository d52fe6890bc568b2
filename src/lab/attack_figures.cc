// Figures of the topic-based attack.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/figure_parts.h"
#include "lab/figures.h"
#include "training/plan.h"

namespace dplda {
namespace {

struct Attacked {
  const char* name;
  Colour colour;
  TrainOptions options;
};

std::vector<Attacked> attacked_methods(const Lab& lab) {
  return {{"plain", kPlain, plain_options(lab)},
          {"CDP-LDA+, scale 1", kCdp, noisy_options(lab, NoiseTimes::kEverySweep, 1)},
          {"HDP-LDA, h = 10", kHdp, bare_hdp_options(lab, 1)}};
}

std::uint64_t tokens(const Lab& lab) { return lab.pick<std::uint64_t>(200, 100); }

Lab::SeededCell attack_of(const Lab& lab, const Dataset& data, const TrainOptions& options) {
  return [&data, options, count = tokens(lab)](std::int64_t seed) {
    return topic_attack_cell(data, seeded(options, seed), count);
  };
}

std::vector<std::size_t> drawn_sweeps(std::size_t last) {
  std::vector<std::size_t> sweeps = {1, 2, 5, 10, 15, 20, 30, 40, 60, 80, 100, 125, 150, 175, 200};
  std::erase_if(sweeps, [&](std::size_t sweep) { return sweep > last; });
  return sweeps;
}

Lab::Reading percent_at(const std::string& key, std::size_t sweep) {
  return [key, sweep](const nlohmann::ordered_json& result) {
    return 100 * result.at(key).at(sweep - 1).get<double>();
  };
}

Series curve(Lab& lab, const Dataset& data, const Attacked& method, const std::string& key,
             bool exact) {
  Series series{.name = fmt::format("{}: {}", method.name, exact ? "exact attacker" : "paper's"),
                .colour = method.colour,
                .stroke = exact ? Stroke::kDashed : Stroke::kSolid,
                .points = {}};
  const Lab::SeededCell cell = attack_of(lab, data, method.options);
  for (const std::size_t sweep : drawn_sweeps(static_cast<std::size_t>(method.options->sweeps)))
    series.points.push_back(
        lab.over_seeds(static_cast<double>(sweep), cell, percent_at(key, sweep)));
  return series;
}

std::vector<Panel> panels(Lab& lab, const std::string& suffix, const char* axis) {
  std::vector<Panel> panels;
  for (const Dataset* data : lab.corpora()) {
    Panel panel = empty_panel(data->title, {.label = "sweeps seen"},
                              {.label = axis, .least = 0, .most = 100});
    for (const Attacked& method : attacked_methods(lab)) {
      panel.series.push_back(curve(lab, *data, method, "published" + suffix, false));
      panel.series.push_back(curve(lab, *data, method, "exact" + suffix, true));
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

std::string method_note(const Lab& lab) {
  return fmt::format(
      "{} word occurrences, 50 topics, alpha 1. HDP-LDA: every release costs epsilon 1, every draw "
      "at most h = 10 (unit: word, view: topics+counts), nothing shrunk. CDP-LDA+: Laplace noise "
      "of scale 1, which protects no topics. The exact attacker uses the distribution from which "
      "topics were drawn, and of the releases nothing more than that. {}",
      tokens(lab), seeds_text(lab));
}

constexpr const char* kClaim =
    "The attack's accuracy rises sharply with the iterations for plain Gibbs sampling and for "
    "CDP-LDA+ at epsilon 1, while HDP-LDA defends even at a limit of 10 per sweep.";

// What the claim comes to: the conclusion first, then the numbers.
void judge(Lab& lab, Figure& figure) {
  figure.claim = kClaim;
  figure.note = method_note(lab);
  const double last = lab.pick(200, 60);
  double worst_published = 0;
  double least_plain = 100;
  double worst_exact = 0;
  std::string numbers;
  for (const Panel& panel : figure.panels) {
    const auto end = [&](std::size_t series) { return at(panel.series[series], last); };
    numbers += fmt::format(
        " {}, after {} sweeps: the paper's attacker reaches {:.0f}% for plain sampling, {:.0f}% "
        "for "
        "CDP-LDA+ and {:.0f}% for HDP-LDA; the exact attacker {:.0f}%, {:.0f}% and {:.0f}%.",
        panel.title, last, end(0), end(2), end(4), end(1), end(3), end(5));
    worst_published = std::max(worst_published, end(4));
    least_plain = std::min({least_plain, end(0), end(2)});
    worst_exact = std::max(worst_exact, end(5));
  }
  constexpr double kDefended = 33;  // percent: guesses that are mostly wrong
  if (least_plain < kDefended) {
    figure.verdict = Verdict::kPartly;
    figure.finding = "The attack does not reach every method that should be open to it.";
  } else if (worst_published >= kDefended) {
    figure.verdict = Verdict::kFailed;
    figure.finding = "HDP-LDA does not keep out even the paper's attacker.";
  } else if (worst_exact >= kDefended) {
    figure.verdict = Verdict::kPartly;
    figure.finding =
        "At h = 10 per sweep the defence holds against the paper's attacker only: an attacker who "
        "knows the sampling distribution does better.";
  } else {
    figure.verdict = Verdict::kHeld;
    figure.finding = "HDP-LDA keeps out both attackers.";
  }
  figure.finding += numbers;
}

}  // namespace

Figure topic_attack_figure(Lab& lab) {
  Figure figure{.name = "topic-attack", .title = "Words guessed from their topics"};
  figure.panels = panels(lab, "", "words guessed (%)");
  judge(lab, figure);
  return figure;
}

Figure topic_posterior_figure(Lab& lab) {
  Figure figure{.name = "topic-posterior",
                .title = "Probability of the true word, which the paper calls accuracy"};
  figure.panels = panels(lab, "_posterior", "probability of the true word (%)");
  judge(lab, figure);
  return figure;
}

Figure exact_attack_figure(Lab& lab) {
  Figure figure{.name = "exact-attack",
                .title = "What a total protects from an attacker who knows the distributions"};
  for (const Dataset* data : lab.corpora()) {
    Panel panel = empty_panel(
        data->title,
        {.label = "total epsilon (unit: word, view: topics+counts)", .logarithmic = true},
        {.label = "words guessed (%)", .least = 0, .most = 100});
    panel.series = {{.name = "draws and releases", .colour = kHdp, .points = {}},
                    {.name = "draws alone", .colour = kPlain, .points = {}},
                    {.name = "paper's attacker", .colour = kCdp, .points = {}}};
    for (const double total : {1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0}) {
      HdpOptions options;
      options.topics = 50;
      options.target_epsilon = total;
      const auto sweeps = static_cast<std::size_t>(options.sweeps);
      const Lab::SeededCell cell = attack_of(lab, *data, options);
      const char* keys[] = {"full", "exact", "published"};
      for (std::size_t i = 0; i < panel.series.size(); ++i)
        panel.series[i].points.push_back(lab.over_seeds(total, cell, percent_at(keys[i], sweeps)));
    }
    const auto reached = [&](double total) {
      return fmt::format("{:.0f}% and {:.0f}% at {:g}", at(panel.series[0], total),
                         at(panel.series[1], total), total);
    };
    figure.finding +=
        fmt::format("{}: {}, {}, {}. ", data->title, reached(10), reached(30), reached(100));
    figure.panels.push_back(std::move(panel));
  }
  figure.finding =
      "Words guessed by an attacker who knows the distributions of draws and noise and all other "
      "words, from draws and releases and from the draws alone, by the total epsilon (unit: word, "
      "view: topics+counts). " +
      figure.finding + "The releases tell more than the draws.";
  figure.note = fmt::format(
      "HDP-LDA with its defaults (20 sweeps, 50 topics), noise and draws fitted to the total at "
      "delta 1e-6; {} word occurrences. {}",
      tokens(lab), seeds_text(lab));
  return figure;
}

}  // namespace dplda
