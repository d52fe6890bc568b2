#include "recipes/stream_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "base/errors.h"
#include "base/file_modes.h"
#include "base/npz.h"

namespace dplda {
namespace {

constexpr std::string_view kStreamFormat = "dplda-stream";
constexpr int kStreamVersion = 1;

[[noreturn]] void refuse_state(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{} is not the state of a stream: {}; start the stream again without --resume", path, what));
}

nlohmann::ordered_json description(const StreamState& state) {
  return {{"format", kStreamFormat},
          {"version", kStreamVersion},
          {"batches", state.batches},
          {"documents", state.documents},
          {"options", state.options},
          {"origin", state.origin},
          {"run", state.run},
          {"source", state.source},
          {"warning", "may hold counts of private documents: do not publish"}};
}

StreamState state_from(std::string_view description, std::span<const std::byte> kept,
                       const std::string& name) {
  const auto meta = nlohmann::ordered_json::parse(description, nullptr, false);
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kStreamFormat)
    refuse_state(name, "it is a file of another kind");
  if (!meta.contains("version") || meta["version"] != kStreamVersion)
    refuse_state(name, "it was written by another version of dplda");
  try {
    StreamState state{.batches = meta.at("batches").get<std::uint64_t>(),
                      .documents = meta.at("documents").get<std::uint64_t>(),
                      .options = meta.at("options"),
                      .origin = meta.at("origin").get<std::string>(),
                      .run = meta.at("run").get<std::string>(),
                      .source = meta.at("source"),
                      .kept = std::vector<double>(kept.size() / sizeof(double))};
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    if (!meta["batches"].is_number_unsigned() || !meta["documents"].is_number_unsigned() ||
        state.batches > kMost || state.documents > kMost)
      refuse_state(name, "its numbers are damaged");
    if (!state.kept.empty()) std::memcpy(state.kept.data(), kept.data(), kept.size());
    if (!std::all_of(state.kept.begin(), state.kept.end(),
                     [](double value) { return std::isfinite(value); }))
      refuse_state(name, "its numbers are damaged");
    return state;
  } catch (const nlohmann::json::exception&) {
    refuse_state(name, "its description is damaged");
  }
}

}  // namespace

void save_stream_state(const std::string& path, const StreamState& state) {
  AtomicFile file(path, kOwnerOnly);
  NpzWriter archive(file);
  archive.add_string("meta", description(state).dump());
  archive.add("kept", npy_dtype<double>(), {state.kept.size()},
              std::as_bytes(std::span(state.kept)));
  archive.finish();
  file.commit();
}

StreamState load_stream_state(const std::string& path) {
  NpzReader archive(path);
  if (!archive.has("meta") || !archive.has("kept"))
    refuse_state(path, "it is a file of another kind");
  const NpyArray& kept = archive.array("kept");
  if (kept.dtype != npy_dtype<double>() || kept.shape.size() != 1)
    refuse_state(path, "its numbers are of another type");
  return state_from(archive.string("meta"), kept.bytes, path);
}

// The length of the description in eight bytes, the description, the numbers.
std::string bytes_of(const StreamState& state) {
  const std::string text = description(state).dump();
  const std::uint64_t size = text.size();
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
  bytes.append(reinterpret_cast<const char*>(state.kept.data()),
               state.kept.size() * sizeof(double));
  return bytes;
}

StreamState stream_state_from(std::string_view bytes) {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) refuse_state("what was given", "it is too short");
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size > bytes.size() || (bytes.size() - size) % sizeof(double) != 0)
    refuse_state("what was given", "it is cut off");
  return state_from(bytes.substr(0, size), std::as_bytes(std::span(bytes.substr(size))),
                    "what was given");
}

}  // namespace dplda
