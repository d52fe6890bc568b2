// A verb of the command line as data: what it takes, and what it does. The parser, man pages and
// completions are all made of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/options.h"

namespace dplda::cli {

// Whether an option was given, by its name.
using Given = std::function<bool(const std::string&)>;

struct Verb {
  std::string name;
  std::string help;                            // one sentence without a full stop
  OptionTable arguments = {};                  // by place, their names in capitals
  OptionTable flags = {};                      // by name
  std::function<void(const Given&)> run = {};  // of those without verbs below
  std::vector<Verb> verbs = {};                // below it
};

// Each is declared in a file of its own, <verb>.cc, with what it does.
Verb attack_verb();
Verb attack_membership_verb();
Verb attack_topics_verb();
Verb audit_verb();
Verb bench_verb();
Verb completions_verb();
Verb evaluate_verb();
Verb experiment_verb();
Verb generate_verb();
Verb infer_verb();
Verb info_verb();
Verb ledger_verb();
Verb manual_verb();
Verb perturb_verb();
Verb plan_verb();
Verb prepare_verb();
Verb publish_verb();
Verb recover_verb();
Verb split_verb();
Verb statement_verb();
Verb topics_verb();
Verb train_verb();

}  // namespace dplda::cli
