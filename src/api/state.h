// What stands behind the handles of the public face.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/options.h"
#include "collect/contributor.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "dplda/dplda.h"
#include "lda/model.h"
#include "runs/attack_membership.h"
#include "runs/attack_topics.h"
#include "runs/audit.h"
#include "runs/experiment.h"
#include "training/ledger_options.h"
#include "training/training.h"

namespace dplda {

struct Settings::State {
  enum class Use { kTraining, kReports, kAudit, kTopicAttack, kMembershipAttack, kExperiment };

  // The options that mean something here, bound to this object.
  OptionTable table();
  // Throws InputError unless they are for that use, and if options of training were set that mean
  // nothing.
  void check_use(Use wanted) const;
  // What the settings are for, as a sentence says it.
  std::string owner() const;
  bool trains() const {
    return use == Use::kTraining || use == Use::kTopicAttack || use == Use::kMembershipAttack;
  }

  Use use = Use::kTraining;
  TrainOptions training = {};  // of attacks, too
  LedgerOptions ledger = {};
  ContributorOptions contributor = {};
  runs::AuditRequest audit = {};
  runs::TopicAttackRequest topic_attack = {};
  runs::MembershipRequest membership = {};
  runs::ExperimentRequest experiment = {};
  std::set<std::string> given = {};  // options that were set by name
};

struct Documents::State {
  runs::Source source() const { return {.path = path, .corpus = &corpus}; }

  Corpus corpus;
  std::string path = {};  // empty: in memory
};

struct ReportSet::State {
  Reports reports;
  std::string path = {};
};

struct TopicModel::State {
  Model model;
};

TopicModel handle_of(Model model);

}  // namespace dplda
