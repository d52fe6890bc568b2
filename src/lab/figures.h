// Every figure of the experiments: those of the paper's evaluation, and those that it lacks.
#pragma once

#include <span>
#include <string_view>

#include "figures/figure.h"
#include "lab/lab.h"

namespace dplda {

struct Experiment {
  std::string_view name;     // of the figure and its files
  std::string_view summary;  // one line, lower case, no full stop
  Figure (*draw)(Lab& lab);
};

// In the order of the report.
std::span<const Experiment> experiments();
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

}  // namespace dplda
