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
};

}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

const Experiment& experiment_named(std::string_view name) {
  std::string known;
  for (const Experiment& experiment : kExperiments) {
    if (experiment.name == name) return experiment;
    known += fmt::format("{}, ", experiment.name);
  }
  throw InputError(fmt::format("there is no experiment '{}'; choose one of: {}all", name, known));
}

}  // namespace dplda
