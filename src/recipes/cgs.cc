// cgs: plain collapsed Gibbs sampling. Protects nobody; the yardstick for the recipes that do.
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda {
namespace {

void account(const TrainOptions&, Ledger& ledger) {
  ledger.expose("the topic-word table of the model", "plain Gibbs sampling publishes exact counts");
  ledger.expose("prevalence, coherence and learnt priors in the model",
                "they are exact functions of the documents");
  ledger.expose("the topics of the tokens", "they are drawn from exact counts");
}

std::unique_ptr<Sampler> sampler(const TrainOptions& options, const Streams& streams,
                                 ThreadPool& pool) {
  return make_sampler(options.sampler, streams, pool);
}

}  // namespace

const Recipe kCgs = {.name = "cgs",
                     .summary = "plain collapsed Gibbs sampling, not private",
                     .account = account,
                     .sampler = sampler};

}  // namespace dplda
