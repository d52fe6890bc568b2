// dplda statement: what a run protected, in words for people who answer for the data.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/verb.h"
#include "base/errors.h"
#include "base/files.h"
#include "lda/model.h"
#include "training/model_privacy.h"

namespace dplda::cli {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw InputError(
      fmt::format("{} holds no privacy statement: give the report or the model of a run", path));
}

std::string statement_of_model(const std::string& path) {
  const Model model = Model::load(path);
  if (!states_privacy(model)) refuse(path);
  return statement_of(model);
}

// Of the record of a run (JSON), or a model (.npz).
std::string statement_at(const std::string& path) {
  const MappedFile file(path);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  if (text.substr(0, 2) == "PK") return statement_of_model(path);
  const auto record = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!record.is_object() || !record.contains("privacy")) refuse(path);
  return statement_of_record(record);
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
          .run = [file](const Given&) { fmt::print("{}", statement_at(*file)); }};
}

}  // namespace dplda::cli
