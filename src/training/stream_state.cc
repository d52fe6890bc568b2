#include "training/stream_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "base/errors.h"
#include "base/file_modes.h"
#include "base/npz.h"

namespace dplda {
namespace {

constexpr std::string_view kStreamFormat = "dplda-stream";
constexpr int kStreamVersion = 2;

[[noreturn]] void refuse_stream(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{} is not the state of a stream: {}; start the stream again without `resume`", path, what));
}

// A file holds what the source wrote as a part of its own, not as text; null: nothing.
nlohmann::ordered_json source_to_json(const std::string& source) {
  return source.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json::parse(source);
}

std::string source_from_json(const nlohmann::ordered_json& json) {
  return json.is_null() ? "" : json.dump();
}

nlohmann::ordered_json description(const StreamState& state) {
  return {{"format", kStreamFormat},
          {"version", kStreamVersion},
          {"batches", state.batches},
          {"documents", state.documents},
          {"options", to_json(state.options)},
          {"origin", state.origin},
          {"run", state.run},
          {"source", source_to_json(state.source)},
          {"warning", "may hold counts of private documents: do not publish"}};
}

void check_finite(const HeldState::Array& array, const std::string& name) {
  if (array.dtype != npy_dtype<double>()) return;
  std::vector<double> values(array.bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
    refuse_stream(name, "its numbers are damaged");
}

// But for its arrays.
StreamState state_from(const nlohmann::ordered_json& meta, const std::string& name) {
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kStreamFormat)
    refuse_stream(name, "it is a file of another kind");
  if (!meta.contains("version") || meta["version"] != kStreamVersion)
    refuse_stream(name, "it was written by another version of dplda");
  try {
    StreamState state{.batches = meta.at("batches").get<std::uint64_t>(),
                      .documents = meta.at("documents").get<std::uint64_t>(),
                      .options = option_values_from_json(meta.at("options")),
                      .origin = meta.at("origin").get<std::string>(),
                      .run = meta.at("run").get<std::string>(),
                      .source = source_from_json(meta.at("source")),
                      .learnt = {}};
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    if (!meta["batches"].is_number_unsigned() || !meta["documents"].is_number_unsigned() ||
        state.batches > kMost || state.documents > kMost)
      refuse_stream(name, "its numbers are damaged");
    state.learnt.set_source(name);
    return state;
  } catch (const nlohmann::json::exception&) {
    refuse_stream(name, "its description is damaged");
  }
}

// How many bytes a number of a type takes; 0 for types that no state has.
std::size_t width_of(std::string_view dtype) {
  if (dtype == npy_dtype<double>() || dtype == npy_dtype<std::uint64_t>() ||
      dtype == npy_dtype<std::int64_t>())
    return 8;
  return dtype == npy_dtype<std::int32_t>() ? 4 : dtype == npy_dtype<std::uint8_t>() ? 1 : 0;
}

}  // namespace

void save_stream_state(const std::string& path, const StreamState& state) {
  AtomicFile file(path, kOwnerOnly);
  NpzWriter archive(file);
  archive.add_string("meta", description(state).dump());
  for (const auto& [name, array] : state.learnt.arrays())
    archive.add(name, array.dtype, {array.bytes.size() / width_of(array.dtype)}, array.bytes);
  archive.finish();
  file.commit();
}

StreamState load_stream_state(const std::string& path) {
  NpzReader archive(path);
  if (!archive.has("meta")) refuse_stream(path, "it is a file of another kind");
  StreamState state =
      state_from(nlohmann::ordered_json::parse(archive.string("meta"), nullptr, false), path);
  for (const std::string& name : archive.names()) {
    if (name == "meta") continue;
    const NpyArray& array = archive.array(name);
    if (width_of(array.dtype) == 0 || array.shape.size() != 1)
      refuse_stream(path, "its numbers are of another type");
    state.learnt.add(name, {array.dtype, {array.bytes.begin(), array.bytes.end()}});
    check_finite(state.learnt.arrays().at(name), path);
  }
  return state;
}

// The length of the description in eight bytes, the description, the arrays in its order.
std::string bytes_of(const StreamState& state) {
  nlohmann::ordered_json meta = description(state);
  meta["arrays"] = nlohmann::ordered_json::array();
  for (const auto& [name, array] : state.learnt.arrays())
    meta["arrays"].push_back(
        {{"name", name}, {"dtype", array.dtype}, {"bytes", array.bytes.size()}});
  const std::string text = meta.dump();
  const std::uint64_t size = text.size();
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
  for (const auto& [name, array] : state.learnt.arrays())
    bytes.append(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
  return bytes;
}

StreamState stream_state_from(std::string_view bytes) {
  const std::string name = "what was given";
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) refuse_stream(name, "it is too short");
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size > bytes.size()) refuse_stream(name, "it is cut off");
  const auto meta = nlohmann::ordered_json::parse(bytes.substr(0, size), nullptr, false);
  bytes.remove_prefix(size);
  StreamState state = state_from(meta, name);
  try {
    for (const auto& entry : meta.at("arrays")) {
      const auto length = entry.at("bytes").get<std::uint64_t>();
      const auto dtype = entry.at("dtype").get<std::string>();
      const std::size_t width = width_of(dtype);
      if (length > bytes.size()) refuse_stream(name, "it is cut off");
      if (width == 0 || length % width != 0) refuse_stream(name, "its numbers are of another type");
      const std::span<const std::byte> content = std::as_bytes(std::span(bytes.substr(0, length)));
      const auto array = entry.at("name").get<std::string>();
      state.learnt.add(array, {dtype, {content.begin(), content.end()}});
      check_finite(state.learnt.arrays().at(array), name);
      bytes.remove_prefix(length);
    }
  } catch (const nlohmann::json::exception&) {
    refuse_stream(name, "its description is damaged");
  }
  if (!bytes.empty()) refuse_stream(name, "it is cut off");
  return state;
}

}  // namespace dplda
