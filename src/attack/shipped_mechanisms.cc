#include "attack/shipped_mechanisms.h"

#include <cmath>
#include <memory>
#include <optional>

#include "attack/cap_attacks.h"
#include "attack/doc_attack.h"
#include "attack/moments_attack.h"
#include "attack/report_attack.h"
#include "attack/soft_doc_attack.h"
#include "attack/sweep_attacks.h"
#include "attack/table_attack.h"
#include "attack/targeted_attacks.h"
#include "privacy/randomized_response.h"
#include "privacy/report_charges.h"

namespace dplda {
namespace {

// Where a mechanism has no pure epsilon, its claim is tried at this delta: small ones would take
// more runs than one can wait for to tell anything.
constexpr double kAuditDelta = 1e-3;
// Runs of rows that work out shares of topics.
constexpr std::uint64_t kSlowRuns = 200'000;

AuditCase response_case() {
  const RandomizedResponse response(1);
  return {.mechanism = "randomized response",
          .neighbours = "one bit differs",
          .claim = claim_of(response.mechanism(1).loss, 0, Unit::kPresence, View::kReport),
          .attack = [response] {
            return std::make_unique<ReportAttack>(response, std::vector<std::uint64_t>{1},
                                                  std::vector<std::uint64_t>{0});
          }};
}

// Of 192 words 20 are kept, and none of them is in both documents: 40 bits differ, in the first
// word of the row and in the last. At this delta the claim is the exact one of that many bits.
AuditCase report_case() {
  const RandomizedResponse response(0.2);
  const std::vector<Charge> charges = report_charges(response.threshold(), 192, 20, 1);
  return {.mechanism = "randomized response, a capped report",
          .neighbours = "a document replaced: 40 of 192 bits differ",
          .claim = claim_of(charges.back().mechanism.loss, kAuditDelta, charges.back().unit,
                            charges.back().view),
          .attack = [response] {
            return std::make_unique<ReportAttack>(
                response, std::vector<std::uint64_t>{0xfffff, 0, 0},
                std::vector<std::uint64_t>{0x3ff0000000000000, 0, 0xffc0000000000000});
          }};
}

AuditCase laplace_cell_case() {
  const DiscreteLaplace noise({1, 1});
  return {.mechanism = "discrete Laplace noise",
          .neighbours = "one count differs by one",
          .claim = claim_of(noise.mechanism(1).loss, 0, Unit::kWord, View::kCounts),
          .attack = [noise] {
            return std::make_unique<TableAttack<DiscreteLaplace>>(noise, table_of(std::array{1}),
                                                                  table_of(std::array{0}));
          }};
}

AuditCase laplace_table_case() {
  const DiscreteLaplace noise({2, 1});
  return {.mechanism = "discrete Laplace noise on a table",
          .neighbours = "a word replaced: two counts differ by one",
          .claim = claim_of(noise.mechanism(2).loss, 0, Unit::kWord, View::kCounts),
          .attack = [noise] {
            return std::make_unique<TableAttack<DiscreteLaplace>>(noise, table_of(std::array{1, 0}),
                                                                  table_of(std::array{0, 1}));
          }};
}

AuditCase gaussian_case() {
  const DiscreteGaussian noise({9, 4});
  return {.mechanism = "discrete Gaussian noise",
          .neighbours = "one count differs by one",
          .claim = claim_of(noise.mechanism(1).loss, kAuditDelta, Unit::kDocument, View::kCounts),
          .attack = [noise] {
            return std::make_unique<TableAttack<DiscreteGaussian>>(noise, table_of(std::array{1}),
                                                                   table_of(std::array{0}));
          }};
}

// The replaced token's topic is the one that its document hardly has, and its old word and its new
// one stand for different topics in the release.
AuditCase draw_case(Kernel kernel) {
  const ClippedDraw draw(1, 1, 0);
  return {.mechanism = kernel == Kernel::kDense ? "bounded draw, dense kernel"
                                                : "bounded draw, sparse kernel",
          .neighbours = "a word replaced; topics seen, release given",
          .claim = claim_of(draw.mechanism().loss, 0, Unit::kWord, View::kTopicsAndCounts),
          .attack = [draw, kernel] {
            TopicTable released(2, 3);
            released.column(0)[0] = 1;
            released.column(1)[1] = 1;
            SnapshotLaw law(3, {1, 1}, {1, 1}, draw.largest());
            set_columns(law, draw, released);
            return std::make_unique<DrawAttack>(std::move(law), lonely_token(20), kernel);
          }};
}

AuditCase hdp_case(bool publishes) {
  const HdpOptions options = hdp_audit_options(0.5);
  const Plan plan = plan_of(options);
  return {
      .mechanism = publishes ? "hdp, a run of one sweep with its model" : "hdp, one sweep",
      .neighbours = "a word replaced; releases and topics seen, 20 related tokens",
      .claim = claim_of(publishes ? plan.whole(1) : plan.sweeps(1, 1), 0),
      .attack = [=] { return std::make_unique<HdpAttack>(options, lonely_token(20), publishes); }};
}

AuditCase reused_noise_case() {
  const HdpOptions options = hdp_audit_options(0.5);
  return {
      .mechanism = "hdp, two sweeps: is noise reused?",
      .neighbours = "a word replaced; two releases and topics seen",
      .claim = claim_of(plan_of(options).sweeps(1, 2), 0),
      .attack = [=] { return std::make_unique<ReusedNoiseAttack>(options, lonely_token(20), 2); },
      .targeted = true};
}

AuditCase true_count_case() {
  const HdpOptions options = hdp_audit_options(0.5);
  return {
      .mechanism = "hdp, one sweep: are true counts used?",
      .neighbours = "a word replaced; release and topics seen, 20 related tokens",
      .claim = claim_of(plan_of(options).sweeps(1, 1), 0),
      .attack = [=] { return std::make_unique<TrueCountAttack>(options, lonely_token(20), false); },
      .targeted = true};
}

AuditCase doc_case(std::int64_t topics) {
  const DocOptions options = doc_audit_options(topics, 2, 4, topics == 1 ? 6 : 2);
  const Plan plan = plan_of(options);
  return {.mechanism = topics == 1 ? "doc, drawn, a run of two rounds with its model"
                                   : "doc, drawn, first release, topics hidden",
          .neighbours = "a document of 4 words added; releases seen",
          .claim = claim_of(topics == 1 ? plan.whole(2) : plan.sweeps(1, 1), kAuditDelta),
          .attack = [=] { return std::make_unique<DocAttack>(options, added_document(4)); }};
}

AuditCase soft_doc_case(std::int64_t topics) {
  const DocOptions options = soft_doc_audit_options(topics, 2, 1500);
  return {
      .mechanism = topics == 1 ? "doc, soft, a run of two rounds"
                               : "doc, soft, a run of two rounds, three topics",
      .neighbours = "a document of 4 words added; word totals and tables seen",
      .claim = claim_of(plan_of(options).whole(2), kAuditDelta),
      .attack =
          [=] { return std::make_unique<SoftDocAttack>(options, added_document(4), true, true); },
      .quick_runs = 20'000,
      .full_runs = kSlowRuns};
}

// The word totals of a run of one round have 19 times the variance of its table.
AuditCase word_totals_case() {
  const DocOptions options = soft_doc_audit_options(1, 1, 300);
  return {
      .mechanism = "doc, soft, word totals",
      .neighbours = "a document of 4 words added; word totals seen",
      .claim = claim_of(plan_of(options).at_start, kAuditDelta),
      .attack =
          [=] { return std::make_unique<SoftDocAttack>(options, added_document(4), true, false); },
      .quick_runs = 20'000,
      .full_runs = kSlowRuns};
}

AuditCase reused_doc_noise_case() {
  const DocOptions options = soft_doc_audit_options(2, 3, 1500);
  return {.mechanism = "doc, soft, three rounds: is noise reused?",
          .neighbours = "a document of 4 words added; word totals and tables seen",
          .claim = claim_of(plan_of(options).whole(3), kAuditDelta),
          .attack =
              [=] { return std::make_unique<ReusedDocNoiseAttack>(options, added_document(4), 3); },
          .quick_runs = 20'000,
          .full_runs = kSlowRuns,
          .targeted = true};
}

AuditCase capped_doc_case() {
  const DocOptions options = doc_audit_options(1, 2, 4, 4);
  return {.mechanism = "doc, drawn, documents capped",
          .neighbours = "a document of 6 words added, cap 4; releases seen",
          .claim = claim_of(plan_of(options).whole(2), kAuditDelta),
          .attack = [=] { return std::make_unique<CappedDocAttack>(options, 6); },
          .quick_runs = 20'000};
}

AuditCase moments_case(bool public_text) {
  const MomentsOptions options = moments_audit_options(1800, public_text);
  const std::optional<TextPair> texts =
      public_text ? std::optional<TextPair>(same_text()) : std::nullopt;
  return {
      .mechanism = public_text ? "moments, a run of one table, with public text"
                               : "moments, a run of one table",
      .neighbours = "a document of 20 words added; totals, pairs and table seen",
      .claim = claim_of(plan_of(options).sweeps(1, 1), kAuditDelta),
      .attack = [=] { return std::make_unique<MomentsAttack>(options, full_document(), texts); },
      .quick_runs = 10'000,
      .full_runs = 50'000};
}

// Of three words two are kept, so that two reports differ in four bits before they are perturbed.
AuditCase contributor_case() {
  constexpr double kEpsilon = 1;
  const std::vector<Charge> charges = ContributorAttack::charges(kEpsilon, 2, 3);
  return {.mechanism = "perturb, a report with its cap",
          .neighbours = "a document of 3 words replaced, cap 2; report seen",
          .claim = claim_of({charges.back()}, kAuditDelta),
          .attack = [=] { return std::make_unique<ContributorAttack>(kEpsilon, 2, 3); },
          .quick_runs = 20'000};
}

// Words about the threshold, where one document more shows most often.
AuditCase vocabulary_case() {
  constexpr std::uint64_t kCap = 8;
  const PrivateWords chooser = PrivateWords::with_loss(4, kAuditDelta, kCap);
  const auto others = static_cast<std::uint32_t>(chooser.threshold()) - 2;
  return {.mechanism = "private vocabulary",
          .neighbours = "a document of 9 words added, cap 8; words seen",
          .claim = claim_of(chooser.mechanism().loss, kAuditDelta, Unit::kDocument, View::kCounts),
          .attack = [=] { return std::make_unique<VocabularyAttack>(chooser, kCap, 9, others); },
          .quick_runs = 20'000};
}

}  // namespace

std::vector<AuditCase> shipped_mechanisms() {
  return {response_case(),
          report_case(),
          laplace_cell_case(),
          laplace_table_case(),
          gaussian_case(),
          draw_case(Kernel::kDense),
          draw_case(Kernel::kSparse),
          hdp_case(false),
          hdp_case(true),
          reused_noise_case(),
          true_count_case(),
          soft_doc_case(1),
          soft_doc_case(3),
          word_totals_case(),
          reused_doc_noise_case(),
          moments_case(false),
          moments_case(true),
          doc_case(1),
          capped_doc_case(),
          contributor_case(),
          vocabulary_case(),
          doc_case(2)};
}

}  // namespace dplda
