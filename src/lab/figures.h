// Every experiment: the figures of the paper's evaluation, those that it lacks, and the tables that
// pages of docs/ show.
#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "figures/figure.h"
#include "lab/lab.h"

namespace dplda {

struct Experiment {
  using Draw = Figure (*)(Lab& lab);
  using Tabulate = Table (*)(Lab& lab);

  std::string_view name;     // of its files
  std::string_view summary;  // one line, lower case, no full stop
  std::variant<Draw, Tabulate> make;

  constexpr bool is_table() const { return std::holds_alternative<Tabulate>(make); }
  std::variant<Figure, Table> made(Lab& lab) const;
};

// Figures in the order of the report, then tables.
std::span<const Experiment> experiments();
// The figures among them.
std::span<const Experiment> figure_experiments();
// Throws InputError naming those that there are.
const Experiment& experiment_named(std::string_view name);

// The paper's.
Figure topic_attack_figure(Lab& lab);
Figure topic_posterior_figure(Lab& lab);
Figure hdp_figure(Lab& lab);
Figure lp_figure(Lab& lab);
Figure classifier_attack_figure(Lab& lab);
Figure stream_batches_figure(Lab& lab);
Figure stream_prior_figure(Lab& lab);
Figure stream_batch_size_figure(Lab& lab);
// Ours.
Figure total_epsilon_figure(Lab& lab);
Figure corpus_size_figure(Lab& lab);
Figure exact_attack_figure(Lab& lab);
Figure lira_figure(Lab& lab);
// Tables.
Table choosing_table(Lab& lab);
Table choosing_seconds_table(Lab& lab);
Table document_level_table(Lab& lab);
Table hdp_budget_table(Lab& lab);
Table noise_check_table(Lab& lab);
Table reports_table(Lab& lab);
Table streams_table(Lab& lab);
Table stream_curves_table(Lab& lab);

}  // namespace dplda
