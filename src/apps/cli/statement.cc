// dplda statement: what a run protected, in words for people who answer for the data.
#include "privacy/statement.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/verb.h"
#include "base/errors.h"
#include "base/files.h"
#include "lda/model.h"
#include "training/privacy_record.h"

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

}  // namespace

Verb statement_verb() {
  const auto file = std::make_shared<std::string>();
  return {.name = "statement",
          .help = "Say what a run protected, against whom and how strongly",
          .arguments = {{.name = "FILE",
                         .target = file.get(),
                         .help = "report (.json) or model (.npz) of a run",
                         .required = true}},
          .run = [file](const Given&) { fmt::print("{}", statement_of(owner_of(*file))); }};
}

}  // namespace dplda::cli
