#include "recipes/stream_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/errors.h"
#include "base/npz.h"

namespace dplda {
namespace {

constexpr std::string_view kFormat = "dplda-stream";
constexpr int kVersion = 1;

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{} is not the state of a stream: {}; start the stream again without --resume", path, what));
}

}  // namespace

void save_stream_state(const std::string& path, const StreamState& state) {
  AtomicFile file(path, 0600);
  NpzWriter archive(file);
  const nlohmann::ordered_json meta = {{"format", kFormat},
                                       {"version", kVersion},
                                       {"batches", state.batches},
                                       {"documents", state.documents},
                                       {"options", state.options},
                                       {"origin", state.origin},
                                       {"run", state.run},
                                       {"source", state.source},
                                       {"warning",
                                        "may hold counts of private documents: do not "
                                        "publish"}};
  archive.add_string("meta", meta.dump());
  archive.add("kept", npy_dtype<double>(), {state.kept.size()},
              std::as_bytes(std::span(state.kept)));
  archive.finish();
  file.commit();
}

StreamState load_stream_state(const std::string& path) {
  NpzReader archive(path);
  if (!archive.has("meta") || !archive.has("kept")) refuse(path, "it is a file of another kind");
  const auto meta = nlohmann::ordered_json::parse(archive.string("meta"), nullptr, false);
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kFormat)
    refuse(path, "it is a file of another kind");
  if (!meta.contains("version") || meta["version"] != kVersion)
    refuse(path, "it was written by another version of dplda");
  const NpyArray& kept = archive.array("kept");
  if (kept.dtype != npy_dtype<double>() || kept.shape.size() != 1)
    refuse(path, "its numbers are of another type");
  try {
    StreamState state{.batches = meta.at("batches").get<std::uint64_t>(),
                      .documents = meta.at("documents").get<std::uint64_t>(),
                      .options = meta.at("options"),
                      .origin = meta.at("origin").get<std::string>(),
                      .run = meta.at("run").get<std::string>(),
                      .source = meta.at("source"),
                      .kept = std::vector<double>(kept.size())};
    if (!state.kept.empty()) std::memcpy(state.kept.data(), kept.bytes.data(), kept.bytes.size());
    if (!std::all_of(state.kept.begin(), state.kept.end(),
                     [](double value) { return std::isfinite(value); }))
      refuse(path, "its numbers are damaged");
    return state;
  } catch (const nlohmann::json::exception&) {
    refuse(path, "its description is damaged");
  }
}

}  // namespace dplda
