// What the verbs of the command line share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "base/options.h"

namespace dplda::cli {

// Declares every option of the table as a flag of `app`, with its help, range and default.
void add_options(CLI::App& app, const OptionTable& table);

// Writes to standard error; what cannot be written there is nobody's loss.
void tell(const std::string& text);

// Each verb adds its subcommand and what it does. One file a verb: <verb>.cc.
void add_generate(CLI::App& app);
void add_prepare(CLI::App& app);
void add_split(CLI::App& app);
void add_info(CLI::App& app);
void add_perturb(CLI::App& app);
void add_plan(CLI::App& app);
void add_train(CLI::App& app);
void add_topics(CLI::App& app);
void add_infer(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_recover(CLI::App& app);
void add_statement(CLI::App& app);
void add_publish(CLI::App& app);
void add_ledger(CLI::App& app);
void add_audit(CLI::App& app);
void add_attack(CLI::App& app);
void add_experiment(CLI::App& app);
void add_bench(CLI::App& app);
void add_completions(CLI::App& app);
void add_manual(CLI::App& app);

}  // namespace dplda::cli
