// The modes of the recipes: what a run does as far as its options decide it. The option table asks
// them which options mean something.
#pragma once

namespace dplda {

struct TrainOptions;

// doc: documents add one drawn topic for each word, not shares of all topics.
bool draws_contributions(const TrainOptions& options);
// hdp as it was published, on counts that change in place.
bool is_literal_hdp(const TrainOptions& options);
// Whether noise is added to counts.
bool adds_noise(const TrainOptions& options);
// Whether phi is made of the mean of the last releases.
bool averages_releases(const TrainOptions& options);
// Whether sweeps release something that a ledger is charged with.
bool charges_sweeps(const TrainOptions& options);
// Whether epsilon is stated at a delta, or worked out from a total at one.
bool uses_delta(const TrainOptions& options);
// Whether reports are learnt from through the known noise, or rebuilt with what was expected.
bool learns_through_channel(const TrainOptions& options);
bool expects_words(const TrainOptions& options);
// Whether a --prior corpus would be used, and whether there is one.
bool takes_prior(const TrainOptions& options);
bool has_prior(const TrainOptions& options);
// Whether a plain corpus is sampled, so that --sampler says how.
bool samples_corpus(const TrainOptions& options);

}  // namespace dplda
