// dplda: topic models that keep their authors' secrets. The command line.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/version.h"

namespace {

enum ExitCode { kDone = 0, kMachine = 1, kInput = 2, kBudget = 3 };

int failed(ExitCode code, const std::exception& error) {
  fmt::print(stderr, "dplda: {}\n", error.what());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"dplda: topic models that keep their authors' secrets"};
  app.set_version_flag("--version", std::string("dplda ") + std::string(dplda::version()));
  app.require_subcommand(1);
  app.fallthrough(false);
  dplda::cli::add_generate(app);
  dplda::cli::add_prepare(app);
  dplda::cli::add_split(app);
  dplda::cli::add_info(app);
  dplda::cli::add_train(app);
  dplda::cli::add_topics(app);
  dplda::cli::add_infer(app);
  dplda::cli::add_evaluate(app);
  dplda::cli::add_recover(app);

  try {
    app.parse(argc, argv);
    return kDone;
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    fmt::print(
        stderr, "dplda: {}\nRun 'dplda {}--help' for the options.\n", error.what(),
        app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ");
    return kInput;
  } catch (const dplda::InputError& error) {
    return failed(kInput, error);
  } catch (const dplda::BudgetExhausted& error) {
    return failed(kBudget, error);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "dplda: out of memory\n");
    return kMachine;
  } catch (const std::exception& error) {
    return failed(kMachine, error);
  }
}
