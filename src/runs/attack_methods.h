// The two methods of a membership attack; attack_membership() chooses.
#pragma once

#include "corpus/corpus.h"
#include "runs/membership.h"
#include "runs/record_file.h"
#include "runs/watcher.h"

namespace dplda::runs {

// Throw InputError for options that do not fit the method: before any data is read.
void check_lira(const MembershipRequest& request);
void check_classifier(const MembershipRequest& request);

// The record goes to `file`. REQUIRE: they were checked.
MembershipOutcome lira_attack(const MembershipRequest& request, const Corpus& corpus,
                              RecordFile& file, Watcher& watcher);
MembershipOutcome classifier_attack(const MembershipRequest& request, const Corpus& corpus,
                                    RecordFile& file, Watcher& watcher);

}  // namespace dplda::runs
