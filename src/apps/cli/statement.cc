// dplda statement: what a run protected, in words for people who answer for the data.
#include "privacy/statement.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/files.h"
#include "lda/model.h"
#include "recipes/privacy_record.h"

namespace dplda::cli {
namespace {

// What bears a privacy record: a report (JSON), or the description of a model (.npz).
nlohmann::ordered_json owner_of(const std::string& path) {
  const MappedFile file(path);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  nlohmann::ordered_json owner = text.substr(0, 2) == "PK"
                                     ? Model::load(path).meta()
                                     : nlohmann::ordered_json::parse(text, nullptr, false);
  if (!owner.is_object() || !owner.contains("privacy")) {
    throw InputError(
        fmt::format("{} holds no privacy statement: give the report or the model of a run", path));
  }
  return owner;
}

struct StatementVerb : CLI::App {
  StatementVerb()
      : CLI::App("Say what a run protected, against whom and how strongly", "statement") {
    add_option("FILE", file, "report (.json) or model (.npz) of a run")->required();
    callback([this] { fmt::print("{}", statement_of(owner_of(file))); });
  }

  std::string file;
};

}  // namespace

void add_statement(CLI::App& app) { app.add_subcommand(std::make_shared<StatementVerb>()); }

}  // namespace dplda::cli
