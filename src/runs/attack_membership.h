// Membership inference as users ask for it: which documents was a model trained on?
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "attack/classifier_attack.h"
#include "attack/lira.h"
#include "base/options.h"
#include "runs/source.h"
#include "runs/watcher.h"
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

// Throws InputError if options were given that mean nothing: those of the other method, and those
// that keep a model's state, since the models of an attack are many and nobody's. `given`: whether
// an option was.
void refuse_idle(const MembershipRequest& request,
                 const std::function<bool(const std::string&)>& given);

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
  nlohmann::ordered_json record = {};
};

// Trains models that nobody keeps; nothing is released. Throws InputError where options, labels and
// documents do not go together, and Stopped if the watcher ended it before anything could be said.
MembershipOutcome attack_membership(const MembershipRequest& request, Watcher& watcher);

}  // namespace dplda::runs
