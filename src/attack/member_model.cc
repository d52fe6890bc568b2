#include "attack/member_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/errors.h"
#include "collect/contributor.h"
#include "lda/channel_topics.h"
#include "lda/inference.h"
#include "recipes/channel_fit.h"
#include "recipes/noise_offsets.h"

namespace dplda {
namespace {

// Seeds of options are not negative.
std::int64_t seed_of(const RandomStreams& random, std::uint64_t number) {
  return static_cast<std::int64_t>(
      random.draw({.purpose = Purpose::kMembership, .position = number}) >> 1);
}

Reports sent_reports(const Corpus& documents, double epsilon, std::int64_t seed) {
  ContributorOptions options;
  options.epsilon = epsilon;
  options.seed = seed;
  return held_reports(Contributor(documents, options), documents.documents());
}

bool is_cdp(const std::string& recipe) { return recipe == "cdp" || recipe == "cdp-plus"; }

}  // namespace

bool has_sanitised_shares(const std::string& recipe) {
  return recipe == "cgs" || recipe == "lp" || is_cdp(recipe);
}

MemberModel::MemberModel(const Corpus& corpus, std::span<const std::uint64_t> members,
                         const TrainOptions& options, double epsilon, const Key& key)
    : corpus_(corpus),
      members_(members.begin(), members.end()),
      random_(derived_key(key, "dplda member model")) {
  TrainOptions own = options;
  own->seed = seed_of(random_, 0);
  own->threads = 1;
  own->noise_check = false;
  check(own);
  setup_ = setup_of(own);
  if (setup_.on_stream || setup_.prior.given()) {
    throw InputError(fmt::format(
        "recipe {} cannot be attacked here: models that begin with a prior corpus or learn from a "
        "stream have members of more than one kind",
        own->recipe));
  }
  if (const auto* lp = own.as<LpOptions>()) lp_ = *lp;
  if (const auto* cdp = own.as<CdpOptions>()) cdp_ = *cdp;
  const Corpus documents = selected(corpus, members);
  Observer nobody;
  if (setup_.on_reports) {
    reports_ = sent_reports(documents, epsilon, seed_of(random_, 1));
    model_ = train(*reports_, nullptr, setup_, nobody).model;
  } else {
    model_ = train(documents, setup_, nobody).model;
  }
}

FeatureTable MemberModel::folded_in(const Corpus& corpus, std::span<const std::uint64_t> documents,
                                    std::span<const std::uint64_t> numbers) const {
  ThreadPool pool(1);
  const FoldIn fold_in(*model_, longest_document(corpus), pool);
  DocumentBatch batch;
  std::vector<std::uint32_t> tokens;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    expand(corpus.document(documents[i]), tokens);
    batch.add(tokens, numbers[i]);
  }
  return {.columns = model_->topics(), .values = fold_in.thetas(batch)};
}

FeatureTable MemberModel::shares(std::span<const std::uint64_t> documents) const {
  return folded_in(corpus_, documents, documents);
}

// Topic rates of the reports under phi, averaged as a fold-in is.
FeatureTable MemberModel::channel_shares() const {
  constexpr int kInner = 4;
  ThreadPool pool(1);
  const Channel channel(reports_->parameters.threshold);
  const std::size_t topics = model_->topics();
  // Knows how long documents are, as their reports tell.
  OnePart part;
  CpuBackend backend(pool, part);
  const ChannelFit fit(reports_->bits, channel, topics, setup_.run.alpha, setup_.beta, random_,
                       backend);
  DocumentRates rates = fit.rates();
  ChannelPhi phi(topics, model_->words());
  phi.set(std::vector<double>(model_->phi().begin(), model_->phi().end()));
  FeatureTable shares{.columns = topics, .values = std::vector<double>(rates.values.size())};
  for (std::uint32_t sweep = 1; sweep <= FoldIn::kBurnIn + FoldIn::kAveraged; ++sweep) {
    channel_counts(reports_->bits, phi, {.flip = channel.flip, .sweep = sweep, .inner = kInner},
                   rates, random_, pool);
    if (sweep <= FoldIn::kBurnIn) continue;
    for (std::size_t i = 0; i < rates.values.size(); ++i) shares.values[i] += rates.values[i];
  }
  for (std::size_t m = 0; m < shares.rows(); ++m) {
    const std::span<double> row = shares.row(m);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& share : row) share /= sum;
  }
  return shares;
}

// Topic counts with the noise of the recipe; negative ones count as 0.
FeatureTable MemberModel::noisy_shares() const {
  FeatureTable noisy = shares(members_);
  if (cdp_->noise == Noise::kNone) return noisy;
  const OffsetNoise noise(cdp_->noise, 1 / *cdp_->epsilon_noise);
  const Prior& prior = model_->prior();
  std::vector<double> offsets(noisy.columns);
  for (std::size_t m = 0; m < noisy.rows(); ++m) {
    const std::span<double> row = noisy.row(m);
    const double total = static_cast<double>(corpus_.document(members_[m]).tokens());
    noise.document(m, 0, random_, 1, offsets);
    double sum = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const double count = row[k] * (total + prior.alpha_sum()) - prior.alpha[k] + offsets[k];
      row[k] = std::max(count, 0.0) + prior.alpha[k];
      sum += row[k];
    }
    for (double& share : row) share /= sum;
  }
  return noisy;
}

FeatureTable MemberModel::sanitised_shares() const {
  if (cdp_) return noisy_shares();
  if (!reports_) return shares(members_);
  if (lp_->reports.through_channel()) return channel_shares();
  ThreadPool pool(1);
  const Corpus rebuilt =
      rebuilt_corpus(*reports_, nullptr, frequency_estimate(lp_->reports),
                     RandomStreams(training_key(setup_, reports_->digest)), pool);
  std::vector<std::uint64_t> rows(members_.size());
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  return folded_in(rebuilt, rows, members_);
}

}  // namespace dplda
