// dplda attack: what somebody learns who sees more than he should.
#include "apps/cli/verb.h"

namespace dplda::cli {

Verb attack_verb() {
  return {.name = "attack",
          .help = "Measure what an attacker learns from a training run",
          .verbs = {attack_topics_verb(), attack_membership_verb()}};
}

}  // namespace dplda::cli
