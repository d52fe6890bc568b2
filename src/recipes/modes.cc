#include "recipes/modes.h"

#include "recipes/training.h"

namespace dplda {
namespace {

bool learns_from_reports(const TrainOptions& o) {
  return o.recipe == "lp" || o.recipe == "online-lp";
}

bool private_hdp(const TrainOptions& o) { return o.recipe == "hdp" && !is_literal_hdp(o); }

}  // namespace

bool draws_contributions(const TrainOptions& o) {
  return o.recipe == "doc" && o.contribution == "drawn";
}

bool is_literal_hdp(const TrainOptions& o) {
  return o.recipe == "hdp" && o.sampler == "sequential";
}

bool adds_noise(const TrainOptions& o) {
  const bool may = o.recipe == "hdp" || o.recipe == "doc" || o.recipe.starts_with("cdp");
  return may && o.noise != "none";
}

bool averages_releases(const TrainOptions& o) { return private_hdp(o) || draws_contributions(o); }

bool charges_sweeps(const TrainOptions& o) {
  return private_hdp(o) || (o.recipe == "doc" && adds_noise(o));
}

bool uses_delta(const TrainOptions& o) {
  if (learns_from_reports(o)) return true;
  return adds_noise(o) && (charges_sweeps(o) || o.target_epsilon);
}

bool learns_through_channel(const TrainOptions& o) {
  return learns_from_reports(o) && o.denoise == "channel";
}

bool expects_words(const TrainOptions& o) { return learns_from_reports(o) && o.denoise == "bayes"; }

bool takes_prior(const TrainOptions& o) {
  return o.recipe == "online" || o.recipe == "online-lp" || expects_words(o);
}

bool has_prior(const TrainOptions& o) { return takes_prior(o) && !o.prior.empty(); }

bool samples_corpus(const TrainOptions& o) {
  return !learns_through_channel(o) || (o.recipe == "online-lp" && has_prior(o));
}

}  // namespace dplda
