// dplda: topic models that keep their authors' secrets. The command line.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/version.h"

namespace {

enum ExitCode { kDone = 0, kMachine = 1, kInput = 2, kBudget = 3 };

// CLI11 would only say that a verb is missing.
void check_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::string verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == argv[1]) return;
    verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
  }
  throw dplda::InputError(fmt::format("there is no verb '{}'; choose one of: {}", argv[1], verbs));
}

int failed(ExitCode code, const std::exception& error) {
  dplda::cli::tell(fmt::format("dplda: {}\n", error.what()));
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is a full disk: said, not died of
  CLI::App app{"dplda: topic models that keep their authors' secrets"};
  app.set_version_flag("--version", std::string("dplda ") + std::string(dplda::version()));
  app.require_subcommand(1);
  app.fallthrough(false);
  dplda::cli::add_generate(app);
  dplda::cli::add_prepare(app);
  dplda::cli::add_split(app);
  dplda::cli::add_info(app);
  dplda::cli::add_perturb(app);
  dplda::cli::add_plan(app);
  dplda::cli::add_train(app);
  dplda::cli::add_topics(app);
  dplda::cli::add_infer(app);
  dplda::cli::add_evaluate(app);
  dplda::cli::add_recover(app);
  dplda::cli::add_statement(app);
  dplda::cli::add_publish(app);
  dplda::cli::add_ledger(app);
  dplda::cli::add_audit(app);
  dplda::cli::add_attack(app);
  dplda::cli::add_experiment(app);
  dplda::cli::add_bench(app);

  try {
    check_verb(app, argc, argv);
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw dplda::SystemError("standard output could not be written in full");
    }
    return kDone;
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    std::string verbs;
    for (const CLI::App* verb = &app; !verb->get_subcommands().empty();) {
      verb = verb->get_subcommands().front();
      verbs += verb->get_name() + " ";
    }
    fmt::print(stderr, "dplda: {}; run 'dplda {}--help' for the options\n", error.what(), verbs);
    return kInput;
  } catch (const dplda::InputError& error) {
    return failed(kInput, error);
  } catch (const dplda::BudgetExhausted& error) {
    return failed(kBudget, error);
  } catch (const std::bad_alloc&) {
    dplda::cli::tell(fmt::format("dplda: out of memory\n"));
    return kMachine;
  } catch (const std::exception& error) {
    return failed(kMachine, error);
  }
}
