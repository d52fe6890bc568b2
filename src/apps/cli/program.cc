#include "apps/cli/program.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "apps/cli/exit_codes.h"
#include "apps/cli/flag_words.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/parser.h"
#include "apps/cli/progress.h"
#include "base/errors.h"

namespace dplda::cli {
namespace {

int failed(ExitCode code, const std::exception& error) {
  tell(fmt::format("dplda: {}\n", with_flags(error.what())));
  return code;
}

}  // namespace

Verb program() {
  Verb program{.name = "dplda", .help = "dplda: topic models that keep their authors' secrets"};
  program.verbs = {generate_verb(),   prepare_verb(),  split_verb(),       info_verb(),
                   perturb_verb(),    plan_verb(),     train_verb(),       topics_verb(),
                   infer_verb(),      evaluate_verb(), recover_verb(),     statement_verb(),
                   publish_verb(),    ledger_verb(),   audit_verb(),       attack_verb(),
                   experiment_verb(), bench_verb(),    completions_verb(), manual_verb()};
  std::vector<std::string>& names = program.verbs.back().arguments.front().choices;
  for (const Verb& verb : program.verbs) names.push_back(verb.name);
  return program;
}

int run(int argc, const char* const* argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is a full disk: said, not died of
  try {
    parse_and_run(program(), argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw SystemError("standard output could not be written in full");
    }
    return kDone;
  } catch (const InputError& error) {
    return failed(kInput, error);
  } catch (const BudgetExhausted& error) {
    return failed(kBudget, error);
  } catch (const FileInUse& error) {
    return failed(kInUse, error);
  } catch (const Interrupted& error) {
    tell(fmt::format("dplda: {}\n", error.what()));
    return Interrupted::exit_code();
  } catch (const std::bad_alloc&) {
    tell(fmt::format("dplda: out of memory\n"));
    return kMachine;
  } catch (const std::exception& error) {
    return failed(kMachine, error);
  }
}

}  // namespace dplda::cli
