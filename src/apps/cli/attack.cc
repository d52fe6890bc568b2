// dplda attack: what somebody learns who sees more than he should.
#include "apps/cli/attack.h"

#include <memory>

#include "apps/cli/cli.h"

namespace dplda::cli {

void add_attack(CLI::App& app) {
  CLI::App* attack =
      app.add_subcommand("attack", "Measure what an attacker learns from a training run");
  attack->require_subcommand(1);
  add_attack_topics(*attack);
  add_attack_membership(*attack);
}

}  // namespace dplda::cli
