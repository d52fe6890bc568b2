#include "lab/figures.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "base/errors.h"

namespace dplda {
namespace {

constexpr std::array kExperiments = {
    Experiment{"topic-attack", "words guessed from their topics", topic_attack_figure},
    Experiment{"topic-posterior", "the same as probabilities", topic_posterior_figure},
    Experiment{"hdp-perplexity", "HDP-LDA, CDP-LDA+ and no privacy", hdp_figure},
    Experiment{"lp-perplexity", "LP-LDA and CDP-LDA", lp_figure},
    Experiment{"classifier-attack", "membership through a classifier", classifier_attack_figure},
    Experiment{"stream-batches", "streams by batches", stream_batches_figure},
    Experiment{"stream-prior", "streams by the size of the prior", stream_prior_figure},
    Experiment{"stream-batch-size", "streams by the size of a batch", stream_batch_size_figure},
    Experiment{"total-epsilon", "perplexity by the total, all recipes", total_epsilon_figure},
    Experiment{"corpus-size", "document-level epsilon by corpus size", corpus_size_figure},
    Experiment{"lira", "membership by likelihood ratios", lira_figure},
    Experiment{"exact-attack", "the exact attacker by the total", exact_attack_figure},
    Experiment{"choosing", "table: quality of every recipe by corpus size", choosing_table},
    Experiment{"choosing-seconds", "table: time of the same runs", choosing_seconds_table},
    Experiment{"document-level", "table: doc on real and generated corpora", document_level_table},
    Experiment{"hdp-budget", "table: hdp under a total, by sweeps", hdp_budget_table},
    Experiment{"noise-check", "table: topics told from noise", noise_check_table},
    Experiment{"reports", "table: learning from perturbed reports", reports_table},
    Experiment{"streams", "table: learning from streams of them", streams_table},
    Experiment{"stream-curves", "table: the same after every batch", stream_curves_table},
};

constexpr std::size_t kFigures = 12;
static_assert(!kExperiments[kFigures - 1].is_table() && kExperiments[kFigures].is_table());

}  // namespace

std::variant<Figure, Table> Experiment::made(Lab& lab) const {
  return std::visit([&](auto* one) -> std::variant<Figure, Table> { return one(lab); }, make);
}

std::span<const Experiment> experiments() { return kExperiments; }

std::span<const Experiment> figure_experiments() { return experiments().first(kFigures); }

const Experiment& experiment_named(std::string_view name) {
  std::string known;
  for (const Experiment& experiment : kExperiments) {
    if (experiment.name == name) return experiment;
    known += fmt::format("{}, ", experiment.name);
  }
  throw InputError(
      fmt::format("there is no experiment '{}'; choose one of: {}all, tables", name, known));
}

}  // namespace dplda
