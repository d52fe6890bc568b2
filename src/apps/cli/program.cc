#include "apps/cli/program.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "apps/cli/cli.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/interrupts.h"
#include "base/errors.h"
#include "base/version.h"

namespace dplda::cli {
namespace {

// CLI11 would only say that a verb is missing.
void check_verb(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::string verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == argv[1]) return;
    verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
  }
  throw InputError(fmt::format("there is no verb '{}'; choose one of: {}", argv[1], verbs));
}

int failed(ExitCode code, const std::exception& error) {
  tell(fmt::format("dplda: {}\n", error.what()));
  return code;
}

}  // namespace

void add_verbs(CLI::App& app) {
  add_generate(app);
  add_prepare(app);
  add_split(app);
  add_info(app);
  add_perturb(app);
  add_plan(app);
  add_train(app);
  add_topics(app);
  add_infer(app);
  add_evaluate(app);
  add_recover(app);
  add_statement(app);
  add_publish(app);
  add_ledger(app);
  add_audit(app);
  add_attack(app);
  add_experiment(app);
  add_bench(app);
  add_completions(app);
  add_manual(app);  // the last: it names all of them
}

int run(int argc, const char* const* argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is a full disk: said, not died of
  CLI::App app{"dplda: topic models that keep their authors' secrets"};
  app.set_version_flag("--version", std::string("dplda ") + std::string(version()));
  app.require_subcommand(1);
  app.fallthrough(false);
  add_verbs(app);
  try {
    check_verb(app, argc, argv);
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw SystemError("standard output could not be written in full");
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
