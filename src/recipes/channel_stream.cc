#include "recipes/channel_stream.h"

#include <algorithm>
#include <vector>

#include "lda/prior_table.h"
#include "lda/samplers.h"
#include "recipes/channel_fit.h"

namespace dplda {
namespace {

// A stream without a prior corpus begins with so many reports, fitted together with so many sweeps.
constexpr std::uint64_t kFirstReports = 480;
constexpr std::uint32_t kFirstSweeps = 100;
// Of the sweeps over a batch, so much is averaged; of those over a prior corpus, so much.
constexpr double kAveragedOfBatch = 2.0 / 3;
constexpr double kAveragedOfPrior = 1.0 / 4;
// No document has more tokens.
constexpr double kMostTokens = 1e12;
// How far the uncertainty of a word's topic discounts what is new about it.
constexpr double kKappa = 0.5;
// The model is smoothed less than what batches are seen through.
constexpr double kPublishedSmoothing = 0.3;

std::uint32_t averaged_of(std::uint32_t sweeps, double part) {
  return std::max(1U, static_cast<std::uint32_t>(part * sweeps + 0.5));  // NOLINT
}

class ChannelStream final : public StreamMethod {
 public:
  ChannelStream(const StreamBench& bench, const OnlineRun& run)
      : bench_(bench),
        run_(run),
        topics_(static_cast<std::size_t>(bench.run.topics)),
        weight_(*run.lambda),
        table_(topics_ * bench.words),
        first_(bench.words) {}

  void begin(const Corpus& prior, const RandomStreams& random) override;
  void learn(const StreamBatch& batch, const RandomStreams& random) override;
  Published publish() const override;
  void save(StateWriter& state) const override;
  void restore(const StateReader& state) override;

 private:
  double sum() const;
  std::vector<double> phi(double beta) const;
  void learn_first(const WordSets& reports, const RandomStreams& random);
  // Adds what is new in the reports, seen through `phi`, K rows of V.
  void add_news(const WordSets& reports, std::span<const double> phi, DocumentRates rates,
                std::uint32_t first_sweep, const RandomStreams& random);
  void forget();

  const StreamBench bench_;
  const OnlineRun run_;
  std::size_t topics_;
  double weight_;
  bool begun_ = false;         // the table is more than a guess of the first reports
  double length_ = 0;          // tokens of a document
  std::vector<double> table_;  // K rows of V; news may take a cell below 0
  WordSets first_;             // reports held until there are enough to begin with
};

double ChannelStream::sum() const {
  double total = 0;
  for (const double cell : table_) total += std::max(cell, 0.0);
  return total;
}

// max(0, table) + beta, normalised topic by topic.
std::vector<double> ChannelStream::phi(double beta) const {
  std::vector<double> phi(table_.size());
  for (std::size_t k = 0; k < topics_; ++k) {
    double total = 0;
    for (std::size_t i = k * bench_.words; i < (k + 1) * bench_.words; ++i)
      total += phi[i] = std::max(table_[i], 0.0) + beta;
    for (std::size_t i = k * bench_.words; i < (k + 1) * bench_.words; ++i) phi[i] /= total;
  }
  return phi;
}

// Plain sampling; the table is the mean of the last sweeps' counts.
void ChannelStream::begin(const Corpus& prior, const RandomStreams& random) {
  Chain chain = started_chain(TokenSequences(prior, random, bench_.backend.pool()),
                              bench_.run.topics, random, bench_.backend);
  const Prior priors = flat_prior(bench_.run, run_.beta);
  const auto sampler = make_sampler(run_.sampling, random, bench_.backend.pool());
  const std::uint32_t sweeps = run_.prior_sweeps;
  const std::uint32_t averaged = averaged_of(sweeps, kAveragedOfPrior);
  for (std::uint32_t sweep = 1; sweep <= sweeps; ++sweep) {
    sampler->sweep(chain, priors, sweep);
    if (sweep + averaged <= sweeps) continue;
    for (std::uint32_t word = 0; word < bench_.words; ++word) {
      for (std::size_t k = 0; k < topics_; ++k)
        table_[k * bench_.words + word] += static_cast<double>(chain.table.column(word)[k]);
    }
  }
  for (double& cell : table_) cell /= averaged;
  length_ = static_cast<double>(prior.tokens()) / static_cast<double>(prior.documents());
  begun_ = true;
}

// Until there are enough reports to begin with, all of them are fitted anew.
void ChannelStream::learn_first(const WordSets& reports, const RandomStreams& random) {
  for (std::uint64_t m = 0; m < reports.documents(); ++m) first_.append(reports.row(m));
  ChannelFit fit(first_, *bench_.channel, topics_, bench_.run.alpha, run_.beta, random,
                 bench_.backend);
  for (std::uint32_t sweep = 1; sweep <= kFirstSweeps; ++sweep) fit.sweep(sweep);
  length_ = fit.length();
  // Of what was fitted, only what the bits said counts.
  std::fill(table_.begin(), table_.end(), 0.0);
  add_news(first_, fit.phi(), fit.rates(), kFirstSweeps, random);
  begun_ = first_.documents() >= kFirstReports;
  if (begun_) first_ = WordSets(bench_.words);
}

void ChannelStream::add_news(const WordSets& reports, std::span<const double> phi,
                             DocumentRates rates, std::uint32_t first_sweep,
                             const RandomStreams& random) {
  ChannelPhi seen_through(topics_, bench_.words);
  seen_through.set(phi);
  const auto sweeps = static_cast<std::uint32_t>(bench_.run.sweeps);
  const std::uint32_t averaged = averaged_of(sweeps, kAveragedOfBatch);
  std::vector<double> news(table_.size());
  for (std::uint32_t sweep = 1; sweep <= sweeps; ++sweep) {
    const ChannelSweep how{.flip = bench_.channel->flip, .sweep = first_sweep + sweep, .inner = 1};
    const std::vector<double> here =
        bench_.backend.channel_news(reports, seen_through, how, kKappa, rates, random);
    if (sweep + averaged <= sweeps) continue;
    for (std::size_t i = 0; i < news.size(); ++i) news[i] += here[i];
  }
  for (std::size_t i = 0; i < news.size(); ++i) table_[i] += weight_ * news[i] / averaged;
}

void ChannelStream::learn(const StreamBatch& batch, const RandomStreams& random) {
  if (!begun_) return learn_first(*batch.reports, random);
  forget();
  add_news(*batch.reports, phi(run_.beta),
           DocumentRates(batch.size(), topics_, bench_.run.alpha, length_), 0, random);
}

void ChannelStream::forget() {
  if (!run_.forget) return;
  const double total = sum();
  if (total <= *run_.forget) return;
  for (double& cell : table_) cell *= *run_.forget / total;
}

Published ChannelStream::publish() const {
  const std::vector<double> smoothed = phi(kPublishedSmoothing * run_.beta);
  std::vector<float> prevalence(topics_);
  const double total = sum() + run_.beta * static_cast<double>(table_.size());
  for (std::size_t k = 0; k < topics_; ++k) {
    double mine = run_.beta * bench_.words;
    for (std::size_t i = k * bench_.words; i < (k + 1) * bench_.words; ++i)
      mine += std::max(table_[i], 0.0);
    prevalence[k] = static_cast<float>(mine / total);
  }
  return {std::vector<float>(smoothed.begin(), smoothed.end()), std::move(prevalence)};
}

void ChannelStream::save(StateWriter& state) const {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t m = 0; m < first_.documents(); ++m) {
    for (const std::uint64_t bits : first_.row(m)) rows.push_back(bits);
  }
  state.put_one("begun", static_cast<std::uint8_t>(begun_));
  state.put_one("length", length_);
  state.put("table", table_);
  state.put("first_reports", rows);
}

void ChannelStream::restore(const StateReader& state) {
  const std::size_t stride = first_.stride();
  begun_ = state.get_one<std::uint8_t>("begun") != 0;
  length_ = state.get_one<double>("length");
  table_ = state.get<double>("table", table_.size());
  const auto rows = state.get<std::uint64_t>("first_reports");
  if (rows.size() % stride != 0 || rows.size() / stride >= kFirstReports)
    state.refuse("its reports are of another size");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t first = i % stride * 64;  // the word of the lowest bit
    const std::size_t left = first < bench_.words ? bench_.words - first : 0;
    if (left < 64 && rows[i] >> left != 0) state.refuse("its reports are damaged");
  }
  if (begun_ && !(length_ > 0 && length_ <= kMostTokens && rows.empty()))
    state.refuse("its numbers are damaged");
  first_ = WordSets(bench_.words);
  for (std::size_t i = 0; i < rows.size(); i += stride)
    first_.append(std::span(rows).subspan(i, stride));
}

}  // namespace

std::unique_ptr<StreamMethod> channel_stream(const StreamBench& bench, const OnlineRun& run) {
  return std::make_unique<ChannelStream>(bench, run);
}

}  // namespace dplda
