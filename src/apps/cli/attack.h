// The attacks of `dplda attack`, each a file of its own.
#pragma once

#include <CLI/CLI.hpp>

namespace dplda::cli {

void add_attack_topics(CLI::App& attack);
void add_attack_membership(CLI::App& attack);

}  // namespace dplda::cli
