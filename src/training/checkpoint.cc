#include "training/checkpoint.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "base/file_modes.h"

namespace dplda {
namespace {

constexpr std::string_view kCheckpointFormat = "dplda-checkpoint";
constexpr int kCheckpointVersion = 3;

[[noreturn]] void refuse_checkpoint(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{} is not a usable checkpoint: {}; start the run again without `resume`", path, what));
}

}  // namespace

std::optional<StateArray> ArchivedState::find(std::string_view name) const {
  if (!archive_.has(name)) return std::nullopt;
  const NpyArray& array = archive_.array(name);
  if (array.shape.size() != 1) return std::nullopt;
  return StateArray{array.dtype, array.bytes};
}

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint,
                     std::uint32_t vocabulary, const Method& method) {
  AtomicFile file(path, kOwnerOnly);
  NpzWriter archive(file);
  nlohmann::ordered_json charges = nlohmann::ordered_json::array();
  for (const LedgerEntry& entry : checkpoint.charges) charges.push_back(to_json(entry));
  const nlohmann::ordered_json meta = {
      {"format", kCheckpointFormat},
      {"version", kCheckpointVersion},
      {"sweeps", checkpoint.sweeps},
      {"vocabulary", vocabulary},
      {"corpus", checkpoint.corpus_digest},
      {"run", checkpoint.run},
      {"charges", std::move(charges)},
      {"options", to_json(checkpoint.options)},
      {"warning", "holds the topics of private tokens: do not publish"}};
  archive.add_string("meta", meta.dump());
  StateArchive state(archive);
  method.save(state);
  archive.finish();
  file.commit();
}

OpenCheckpoint open_checkpoint(const std::string& path, std::uint32_t words) {
  auto state = std::make_unique<ArchivedState>(NpzReader(path));
  if (!state->archive().has("meta")) refuse_checkpoint(path, "it has no description");
  const auto meta = nlohmann::ordered_json::parse(state->archive().string("meta"), nullptr, false);
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kCheckpointFormat)
    refuse_checkpoint(path, "it is a file of another kind");
  if (!meta.contains("version") || meta["version"] != kCheckpointVersion)
    refuse_checkpoint(path, "it was written by another version of dplda");
  try {
    if (meta.at("vocabulary").get<std::uint32_t>() != words)
      refuse_checkpoint(path, "it was written for another corpus");
    if (!meta.at("charges").is_array())
      refuse_checkpoint(path, "it does not say what its state cost");
    std::vector<LedgerEntry> charges;
    for (const auto& entry : meta.at("charges")) charges.push_back(entry_from_json(entry));
    return {.checkpoint = {.sweeps = meta.at("sweeps").get<std::uint32_t>(),
                           .options = option_values_from_json(meta.at("options")),
                           .corpus_digest = meta.at("corpus").get<std::string>(),
                           .run = meta.at("run").get<std::string>(),
                           .charges = std::move(charges)},
            .state = std::move(state)};
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path, "its description is damaged");
  }
}

}  // namespace dplda
