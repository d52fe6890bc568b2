#include "reference/release_law.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "privacy/rational.h"
#include "training/method.h"

namespace dplda::test {
namespace {

// A fixed key's draw is off by more with a probability of 2e-9.
constexpr double kErrors = 6;
// How exactly the variance must be the charged one.
constexpr double kVarianceError = 0.01;
constexpr const char* kTopicsRelease = "topics of all word occurrences";

std::string text_of(const ReleaseId& id) { return fmt::format("{} {}", id.first, id.second); }

double parameter(const Mechanism& mechanism, const char* name) {
  return rational_from_text(mechanism.parameters.text(name)).value();
}

std::int64_t squares_of(const Mechanism& mechanism) {
  return static_cast<std::int64_t>(mechanism.parameters.count("squares"));
}

// The counts of a chain's topics, word by word.
std::vector<std::int64_t> drawn_counts(const Chain& chain) {
  const std::size_t topics = chain.table.topics();
  std::vector<std::int64_t> cells(topics * chain.tokens.vocabulary());
  for (std::size_t j = 0; j < chain.topics.size(); ++j)
    ++cells[chain.tokens.words()[j] * topics + chain.topics[j]];
  return cells;
}

// Of every document the largest whole number c with n c^2 <= 1000^2 min(1, n / shortest) for each
// of its n words.
std::vector<std::int64_t> even_counts(const TokenSequences& documents, std::int64_t shortest) {
  std::vector<std::int64_t> cells(documents.vocabulary());
  for (std::uint64_t m = 0; m < documents.documents(); ++m) {
    std::int64_t part = 0;
    const auto words = static_cast<std::int64_t>(documents.length(m));
    while (shortest * words * (part + 1) * (part + 1) <= 1000 * 1000 * std::min(words, shortest))
      ++part;
    for (const std::uint32_t word : documents.document(m)) cells[word] += part;
  }
  return cells;
}

// For words i < j, row by row: of every document that has both, the largest whole number c with
// c^2 n (n - 1) / 2 <= B^2 min(1, n / 20).
std::vector<std::int64_t> pair_counts_of(const TokenSequences& documents, std::int64_t squares) {
  const std::size_t words = documents.vocabulary();
  std::vector<std::vector<std::int64_t>> table(words, std::vector<std::int64_t>(words));
  for (std::uint64_t m = 0; m < documents.documents(); ++m) {
    const auto n = static_cast<std::int64_t>(documents.length(m));
    std::int64_t part = 0;
    while (n > 1 && 20 * (part + 1) * (part + 1) * (n * (n - 1) / 2) <=
                        squares * std::min<std::int64_t>(n, 20))
      ++part;
    for (const std::uint32_t i : documents.document(m))
      for (const std::uint32_t j : documents.document(m)) table[i][j] += part;
  }
  std::vector<std::int64_t> cells;
  for (std::size_t i = 0; i < words; ++i)
    for (std::size_t j = i + 1; j < words; ++j) cells.push_back(table[i][j]);
  return cells;
}

// Of cells i and i + lag, for those i that `counts` allows; their mean is zero.
template <class Counts>
double lagged(const ReleaseNoise& noise, std::size_t lag, const Counts& counts) {
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i + lag < noise.cells.size(); ++i) {
    squares += static_cast<double>(noise.cells[i]) * noise.cells[i];
    if (counts(i)) products += static_cast<double>(noise.cells[i]) * noise.cells[i + lag];
  }
  return products / squares;
}

}  // namespace

double charged_variance(const Mechanism& mechanism) {
  if (mechanism.name == "discrete_laplace") {
    const double q = std::exp(-1 / parameter(mechanism, "scale"));
    return 2 * q / ((1 - q) * (1 - q));
  }
  EXPECT_TRUE(mechanism.name == "discrete_gaussian" || mechanism.name == "bounded_gaussian");
  // From a parameter of 1 on, the noise's variance is below it by less than 1e-6 of itself.
  EXPECT_GE(parameter(mechanism, "variance"), 1);
  return parameter(mechanism, "variance");
}

std::map<ReleaseId, Mechanism> charged_releases(const std::string& ledger) {
  std::map<ReleaseId, Mechanism> charged;
  const Ledger read = Ledger::read(ledger);
  for (const LedgerEntry& entry : read.entries()) {
    const Charge& charge = entry.charge;
    for (std::uint64_t number = charge.first; number < charge.first + charge.count; ++number) {
      if (entry.kind == LedgerEntry::Kind::kCharge)
        charged[{charge.release, number}] = charge.mechanism;
      if (entry.kind == LedgerEntry::Kind::kUnmade) charged.erase({charge.release, number});
    }
  }
  return charged;
}

void ReleaseRecorder::expect_all_charges_made() const {
  const std::map<ReleaseId, Mechanism> charged = charged_releases(path_);
  for (const auto& [id, times] : made_) EXPECT_EQ(times, 1) << text_of(id);
  for (const auto& [id, mechanism] : charged)
    EXPECT_TRUE(made_.contains(id)) << text_of(id) << " was charged and never made";
  EXPECT_EQ(made_.size(), charged.size());
}

void ReleaseRecorder::on_start(const Method& method, std::uint32_t done, std::uint32_t) {
  chain_ = method.chain();
  documents_ = method.documents();
  sweep_ = done;
}

void ReleaseRecorder::expect_charged(const ReleaseId& id) {
  EXPECT_TRUE(charged_releases(path_).contains(id))
      << text_of(id) << " was made before it was charged";
  ++made_[id];
}

void ReleaseRecorder::expect_true_counts(const Release& release) const {
  const std::span<const std::int64_t> cells = CountsInspector::cells(release.counts);
  const std::vector<std::int64_t> given(cells.begin(), cells.end());
  const auto charged = charged_releases(path_);
  const ReleaseId id{release.name, release.number};
  const bool drawn = charged.count({"word totals with noise", 1}) == 0;
  const std::size_t words = documents_->vocabulary();
  if (release.name == "pairs of words with noise") {
    // In a metric, where the diagonal is released, too, privacy/pair_metric_test.cc checks them.
    if (given.size() != words * (words - 1) / 2) return;
    EXPECT_EQ(given, pair_counts_of(*documents_, squares_of(charged.at(id))));
  } else if (drawn) {
    EXPECT_EQ(given, drawn_counts(*chain_)) << release.name << " " << release.number;
  } else if (release.columns == 1) {
    // Shares of one topic are even up to the last digit, which may cost a document one.
    const bool weighed = charged.at(id).name == "bounded_gaussian";
    const std::vector<std::int64_t> even = even_counts(*documents_, weighed ? 20 : 1);
    const std::int64_t lost = release.name == "word totals with noise"
                                  ? 0
                                  : static_cast<std::int64_t>(documents_->documents());
    ASSERT_EQ(given.size(), even.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
      ASSERT_LE(given[i], even[i]) << release.name << " " << release.number;
      ASSERT_GE(given[i], even[i] - std::min(lost, even[i])) << release.name;
    }
  }
}

void ReleaseRecorder::on_release(const Release& release) {
  const ReleaseId id{release.name, release.number};
  expect_charged(id);
  expect_true_counts(release);
  const std::span<const std::int64_t> counts = CountsInspector::cells(release.counts);
  ASSERT_EQ(counts.size(), release.cells.size());
  ReleaseNoise& noise = noise_[id];
  noise = {.columns = release.columns, .cells = {}};
  squares_[id] = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    noise.cells.push_back(static_cast<std::int32_t>(release.cells[i] - counts[i]));
    squares_[id] += static_cast<double>(counts[i] * counts[i]);
  }
  last_table_.assign(release.cells.begin(), release.cells.end());
}

// What is seen of a sweep is what was released in it, and bounded weights of that.
void ReleaseRecorder::on_draws(const Method& method) {
  const TopicTable& seen = *method.released();
  const SnapshotLaw* law = method.drawn_by().frozen;
  double least = HUGE_VAL;
  double most = 0;
  for (std::uint32_t word = 0; word < seen.words(); ++word) {
    for (std::size_t k = 0; k < seen.topics(); ++k) {
      ASSERT_EQ(seen.column(word)[k], last_table_[word * seen.topics() + k]);
      if (law == nullptr) continue;
      const double weight = law->weight(word, k);
      least = std::min(least, weight);
      most = std::max(most, weight);
    }
  }
  if (law == nullptr) return;
  const ReleaseId id{kTopicsRelease, sweep_ + 1};
  expect_charged(id);
  const Mechanism charged = charged_releases(path_)[id];
  ASSERT_EQ(charged.name, "clipped_draw");
  EXPECT_GE(least, static_cast<double>(charged.parameters.count("smallest")));
  EXPECT_LE(most, static_cast<double>(charged.parameters.count("largest")));
}

void ReleaseRecorder::on_sweep(const Method&, std::uint32_t sweep) { sweep_ = sweep; }

void expect_noise_as_charged(const ReleaseNoise& noise, const Mechanism& charged,
                             const std::string& name) {
  const auto n = static_cast<double>(noise.cells.size());
  const double variance = charged_variance(charged);
  // (mean fourth power / variance^2 - 1) / n is the squared standard error of the mean square: 2
  // for Gaussian noise, and at most 5 + 1 / variance for Laplace noise.
  const double fourth = charged.name == "discrete_laplace" ? 5 + 1 / variance : 2;
  ASSERT_GE(kVarianceError, kErrors * std::sqrt(fourth / n)) << name << ": too few cells";
  double sum = 0;
  double squares = 0;
  for (const std::int32_t cell : noise.cells) {
    sum += cell;
    squares += static_cast<double>(cell) * cell;
  }
  EXPECT_NEAR(squares / n / variance, 1, kVarianceError) << name;
  EXPECT_LE(std::abs(sum / n), kErrors * std::sqrt(variance / n)) << name;
  const double most = kErrors / std::sqrt(n / 2);
  if (noise.columns > 1) {
    const auto same_word = [&](std::size_t i) { return (i + 1) % noise.columns != 0; };
    EXPECT_LE(std::abs(lagged(noise, 1, same_word)), most) << name;
  }
  EXPECT_LE(std::abs(lagged(noise, noise.columns, [](std::size_t) { return true; })), most) << name;
}

double correlation(const ReleaseNoise& a, const ReleaseNoise& b) {
  const bool same = a.columns == b.columns;
  const std::size_t count = same ? a.cells.size() : a.cells.size() / a.columns;
  EXPECT_EQ(count, same ? b.cells.size() : b.cells.size() / b.columns);
  double products = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = a.cells[same ? i : i * a.columns];
    const double y = b.cells[same ? i : i * b.columns];
    products += x * y;
    squares_a += x * x;
    squares_b += y * y;
  }
  return products / std::sqrt(squares_a * squares_b);
}

void expect_unrelated(const ReleaseNoise& a, const ReleaseNoise& b, const std::string& name) {
  const bool same = a.columns == b.columns;
  const std::size_t count = same ? a.cells.size() : a.cells.size() / a.columns;
  // Written so that NaN, where there is no noise, fails.
  EXPECT_TRUE(std::abs(correlation(a, b)) <= kErrors / std::sqrt(static_cast<double>(count)))
      << name << ": " << correlation(a, b);
}

}  // namespace dplda::test
