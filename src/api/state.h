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
#include "recipes/ledger_options.h"
#include "recipes/training.h"

namespace dplda {

struct Settings::State {
  // The options that mean something here, bound to this object.
  OptionTable table();
  // Options and whether they fit one another, for training. Throws InputError.
  TrainOptions checked_training() const;

  bool of_contributor = false;
  TrainOptions training = {};
  LedgerOptions ledger = {};
  ContributorOptions contributor = {};
  std::set<std::string> given = {};  // options that were set by name
};

struct Documents::State {
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
