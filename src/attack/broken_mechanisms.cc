#include "attack/broken_mechanisms.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "attack/cap_attacks.h"
#include "attack/charged_noise.h"
#include "attack/doc_attack.h"
#include "attack/in_place_attack.h"
#include "attack/likelihood.h"
#include "attack/moments_attack.h"
#include "attack/report_attack.h"
#include "attack/soft_doc_attack.h"
#include "attack/sweep_attacks.h"
#include "attack/table_attack.h"
#include "attack/targeted_attacks.h"
#include "privacy/bounded_pairs.h"

namespace dplda {
namespace {

std::function<std::unique_ptr<Attack>()> laplace_attack(Rational scale, const TopicTable& first,
                                                        const TopicTable& second) {
  return [=] {
    return std::make_unique<TableAttack<DiscreteLaplace>>(DiscreteLaplace(scale), first, second);
  };
}

// Charged as scale 1/2: an epsilon at which a few per cent show soonest.
AuditCase too_little_noise() {
  return {
      .mechanism = "discrete Laplace noise, 5% too little",
      .neighbours = "one count differs by one",
      .claim = claim_of(DiscreteLaplace({1, 2}).mechanism(1).loss, 0, Unit::kWord, View::kCounts),
      .attack = laplace_attack({95, 200}, table_of(std::array{1}), table_of(std::array{0})),
      .quick_runs = 300'000};
}

// The published baselines: noise for one count moved, where a word moves two.
AuditCase half_the_noise() {
  return {
      .mechanism = "Lap(1/epsilon) for Lap(2/epsilon)",
      .neighbours = "a word replaced: two counts differ by one",
      .claim = claim_of(DiscreteLaplace({2, 1}).mechanism(2).loss, 0, Unit::kWord, View::kCounts),
      .attack = laplace_attack({1, 1}, table_of(std::array{1, 0}), table_of(std::array{0, 1}))};
}

AuditCase too_few_flips() {
  const RandomizedResponse response(1);
  const auto broken =
      RandomizedResponse::with_threshold(response.threshold() - response.threshold() / 20);
  return {.mechanism = "randomized response, 5% too few flips",
          .neighbours = "one bit differs",
          .claim = claim_of(response.mechanism(1).loss, 0, Unit::kPresence, View::kReport),
          .attack =
              [broken] {
                return std::make_unique<ReportAttack>(broken, std::vector<std::uint64_t>{1},
                                                      std::vector<std::uint64_t>{0});
              },
          .quick_runs = 200'000};
}

// The attacker who knows the key runs the mechanism on both data sets and compares.
class SeedKnownAttack final : public Attack {
 public:
  explicit SeedKnownAttack(const DiscreteLaplace& noise) : noise_(noise) {}

  double score(Side side, const Key& key) override {
    const std::int32_t seen = output(side, key);
    const bool first = seen == output(Side::kFirst, key);
    const bool second = seen == output(Side::kSecond, key);
    return first == second ? 0 : first ? kCertain : -kCertain;
  }

 private:
  std::int32_t output(Side side, const Key& key) const {
    std::int32_t noise = 0;
    noise_.draw({&noise, 1}, RandomStreams(key), {.purpose = Purpose::kNoise, .sweep = 1});
    return noise + (side == Side::kFirst ? 1 : 0);
  }

  DiscreteLaplace noise_;
};

AuditCase seed_known() {
  const DiscreteLaplace noise({1, 1});
  return {.mechanism = "discrete Laplace noise, seed known",
          .neighbours = "one count differs by one",
          .claim = claim_of(noise.mechanism(1).loss, 0, Unit::kWord, View::kCounts),
          .attack = [noise] { return std::make_unique<SeedKnownAttack>(noise); }};
}

// One document, whose tokens are swept in the order of their words: the replaced token, first with
// its old word, comes last with its new one. All start with topic 0, and the others lean to topic
// 1: what the token finds in its document hangs on when its turn comes.
AuditCase word_sorted_sweep() {
  constexpr std::size_t kOthers = 10;
  const ClippedDraw draw(1, 1, 0);
  return {.mechanism = "bounded draw, tokens sorted by word",
          .neighbours = "a word replaced; topics seen, 10 other tokens",
          .claim = claim_of(draw.mechanism().loss, 0, Unit::kWord, View::kTopicsAndCounts),
          .attack = [draw] {
            TopicTable released(2, 3);
            released.column(0)[0] = 1;
            released.column(1)[1] = 1;
            released.column(2)[1] = 1;
            SnapshotLaw law(3, {1, 1}, {1, 1}, draw.largest());
            set_columns(law, draw, released);
            std::vector<std::uint32_t> first(kOthers + 1, 1);
            std::vector<std::uint32_t> second = first;
            first.front() = 0;
            second.back() = 2;
            std::vector<std::size_t> order(kOthers + 1);
            std::iota(order.begin() + 1, order.end(), std::size_t{0});
            order.front() = kOthers;
            std::vector<Topic> start(kOthers + 1, 0);
            const std::vector<std::uint64_t> offsets = {0, kOthers + 1};
            return std::make_unique<DrawAttack>(std::move(law),
                                                WordPair{TokenSequences(offsets, first, 3),
                                                         TokenSequences(offsets, second, 3), start},
                                                order);
          }};
}

// Weights of clip(S, -beta/2, C) + beta with beta = C = 1, over the denominator 2: from 1 to 4.
AuditCase low_clip() {
  return {.mechanism = "bounded draw, clipped at -beta/2",
          .neighbours = "a word replaced; topics seen, release given",
          .claim = claim_of(ClippedDraw(1, 1, 0).mechanism().loss, 0, Unit::kWord,
                            View::kTopicsAndCounts),
          .attack = [] {
            SnapshotLaw law(3, {1, 1}, {1, 1}, 4);
            for (std::uint32_t word = 0; word < 3; ++word) {
              for (std::size_t k = 0; k < 2; ++k) {
                const int released = word == k ? 1 : -1;
                law.set_weight(word, k,
                               static_cast<std::uint32_t>(std::clamp(2 * released, -1, 2) + 2));
              }
            }
            return std::make_unique<DrawAttack>(std::move(law), lonely_token(20));
          }};
}

// The exact table of the end is seen where one with noise was charged.
class ExactModelAttack final : public Attack {
 public:
  ExactModelAttack(const HdpOptions& options, const WordPair& pair)
      : rig_(options, pair.first, pair.second),
        start_(pair.start),
        counts_{rig_.counts(Side::kFirst, start_), rig_.counts(Side::kSecond, start_)} {}

  double score(Side side, const Key& key) override {
    rig_.set_key(key);
    rig_.start(side, start_);
    const TopicTable& seen = rig_.publish(side, 1);
    const auto same = [&](const TopicTable& counts) {
      for (std::uint32_t word = 0; word < counts.words(); ++word) {
        if (!std::ranges::equal(seen.column(word), counts.column(word))) return false;
      }
      return true;
    };
    return same(counts_[0]) ? kCertain : same(counts_[1]) ? -kCertain : 0;
  }

 private:
  MethodRig rig_;
  std::vector<Topic> start_;
  std::array<TopicTable, 2> counts_;
};

AuditCase exact_model() {
  HdpOptions options = hdp_audit_options(0.5);
  const Plan plan = plan_of(options);
  options.noise = Noise::kNone;
  return {.mechanism = "hdp, model without noise",
          .neighbours = "a word replaced; the model's table seen",
          .claim = claim_of(plan.end(1), 0),
          .attack = [options] {
            return std::make_unique<ExactModelAttack>(options, lonely_token(20));
          }};
}

AuditCase reused_noise() {
  const HdpOptions options = hdp_audit_options(0.5);
  return {
      .mechanism = "hdp, the same noise twice",
      .neighbours = "a word replaced; two releases and topics seen",
      .claim = claim_of(plan_of(options).sweeps(1, 2), 0),
      .attack =
          [options] { return std::make_unique<ReusedNoiseAttack>(options, lonely_token(20), 1); },
      .quick_runs = 20'000};
}

AuditCase draws_from_true_counts() {
  const HdpOptions options = hdp_audit_options(0.5);
  return {.mechanism = "hdp, topics drawn from true counts",
          .neighbours = "a word replaced; release and topics seen, 20 related tokens",
          .claim = claim_of(plan_of(options).sweeps(1, 1), 0),
          .attack = [options] {
            return std::make_unique<TrueCountAttack>(options, lonely_token(20), true);
          }};
}

// A document of four times the words that were charged for.
AuditCase no_cap() {
  constexpr std::uint32_t kCap = 4;
  const DocOptions options = doc_audit_options(1, 2, kCap, 6);
  return {.mechanism = "doc, documents not capped",
          .neighbours = "a document of 16 words added, cap 4; releases seen",
          .claim = claim_of(plan_of(options).whole(2), 1e-3),
          .attack =
              [options] { return std::make_unique<DocAttack>(options, added_document(4 * kCap)); },
          .quick_runs = 20'000};
}

AuditCase reused_doc_noise() {
  const DocOptions options = soft_doc_audit_options(2, 3, 1500);
  return {.mechanism = "doc, soft, the same noise twice",
          .neighbours = "a document of 4 words added; word totals and tables seen",
          .claim = claim_of(plan_of(options).whole(3), 1e-3),
          .attack =
              [options] {
                return std::make_unique<ReusedDocNoiseAttack>(options, added_document(4), 2);
              },
          .quick_runs = 5'000,
          .full_runs = 100'000};
}

// One document, which adds the same to so many cells where pairs of words are released.
AuditCase pairs_case(std::string mechanism, std::string neighbours, std::size_t cells,
                     std::uint64_t words) {
  MomentsOptions options = moments_audit_options(1800, false);
  options.shortest = 1;
  const Charge charge = plan_of(options).at_start.back();
  const BoundedPairs part(static_cast<std::uint32_t>(std::lround(charged_length(charge))), 1);
  const std::vector<std::int32_t> with(cells, static_cast<std::int32_t>(part.of_pair(words)));
  const TopicTable first = table_of(with);
  const TopicTable second(1, first.words());
  return {.mechanism = std::move(mechanism),
          .neighbours = std::move(neighbours),
          .claim = claim_of({charge}, 1e-3),
          .attack =
              [=] {
                return std::make_unique<TableAttack<DiscreteGaussian>>(charged_noise(charge), first,
                                                                       second);
              },
          .quick_runs = 50'000,
          .full_runs = 200'000};
}

// Every pair counts what it does in a document of 3 words: 28 cells, of which 3 are charged for.
AuditCase unscaled_pairs() {
  return pairs_case("moments, long documents not scaled down",
                    "a document of 8 words added; pairs seen", 28, 3);
}

// Two words are one pair; with itself each of them is a cell more.
AuditCase pairs_with_diagonal() {
  return pairs_case("moments, words paired with themselves, uncharged",
                    "a document of 2 words added; pairs seen", 3, 2);
}

// The metric is made of the documents that it shall protect: what one of them changes in it shows
// in the parts of all others.
AuditCase metric_of_protected_documents() {
  const MomentsOptions options = moments_audit_options(1800, true);
  return {.mechanism = "moments, the documents as their own public text",
          .neighbours = "a document of 5 words added to 40 of 3; totals, pairs and table seen",
          .claim = claim_of(plan_of(options).sweeps(1, 1), 1e-3),
          .attack =
              [options] {
                const DocumentPair pair = telling_document();
                return std::make_unique<MomentsAttack>(options, pair,
                                                       TextPair{pair.with, pair.without});
              },
          .quick_runs = 5'000,
          .full_runs = 20'000};
}

// All words of a document count where two were charged for.
AuditCase vocabulary_without_cap() {
  constexpr std::uint32_t kWords = 64;
  const PrivateWords chooser = PrivateWords::with_loss(2, 1e-3, 2);
  const auto others = static_cast<std::uint32_t>(chooser.threshold()) - 1;
  return {
      .mechanism = "private vocabulary, documents not capped",
      .neighbours = "a document of 64 words added, cap 2; words seen",
      .claim = claim_of(chooser.mechanism().loss, 1e-3, Unit::kDocument, View::kCounts),
      .attack = [=] { return std::make_unique<VocabularyAttack>(chooser, kWords, kWords, others); },
      .quick_runs = 20'000,
      .full_runs = 200'000};
}

}  // namespace

std::vector<AuditCase> broken_mechanisms() {
  return {too_little_noise(),
          too_few_flips(),
          half_the_noise(),
          seed_known(),
          in_place_sweep(),
          word_sorted_sweep(),
          low_clip(),
          exact_model(),
          reused_noise(),
          draws_from_true_counts(),
          no_cap(),
          reused_doc_noise(),
          unscaled_pairs(),
          pairs_with_diagonal(),
          metric_of_protected_documents(),
          vocabulary_without_cap()};
}

}  // namespace dplda
