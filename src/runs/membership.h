// What users ask of membership inference and what they get, whichever method it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attack/classifier_attack.h"
#include "attack/lira.h"
#include "base/options.h"
#include "runs/source.h"
#include "training/training.h"

namespace dplda::runs {

struct MembershipRequest {
  Source input = {};
  TrainOptions options = {};
  std::string method = "lira";
  std::optional<std::int64_t> shadows = {};
  std::string record = {};  // as JSON; "-": standard output; empty: it is not written
  // lira:
  std::int64_t documents = 0;  // 0: all
  std::string spread = "per-document";
  // classifier:
  std::string labels = {};
  std::int64_t label_column = 1;
  std::string features = "both";
  std::optional<double> epsilon = {};
  ClassifierAttackOptions classifier = {};
};

// Those beside the training's; `only_for` names the methods. Bound to `request`, which must outlive
// the table.
OptionTable option_table(MembershipRequest& request);

// What the recipe claims for whole documents; no epsilon where it claims nothing for them.
struct DocumentClaim {
  std::string text;
  std::optional<double> epsilon = {};
  double delta = 0;

  // The most true positives that it allows at a rate of false ones.
  std::optional<double> most(double false_positives) const;
};

struct LiraOutcome {
  LiraResult result;
  DocumentClaim claim;
  std::uint64_t documents = 0;
  std::size_t models = 0;
};

struct ClassifierOutcome {
  struct Row {
    std::string features;
    ClassifierAttackResult result;
  };
  std::vector<Row> rows;
  std::string cost;  // of each model or report, in lines
  std::int64_t targets = 0;
};

struct MembershipOutcome {
  // One of the two, by the method.
  std::optional<LiraOutcome> lira = {};
  std::optional<ClassifierOutcome> classifier = {};
  bool interrupted = false;  // with the figures of the models until then
  std::string record = {};   // as JSON, in one line
};

}  // namespace dplda::runs
