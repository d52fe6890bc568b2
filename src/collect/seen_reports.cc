#include "collect/seen_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "base/paths.h"

namespace dplda {
namespace {

std::string digest_of(std::span<const std::byte> bytes) {
  Digest digest;
  digest.bytes(bytes);
  return digest.finish_hex();
}

[[noreturn]] void refuse_ids(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{} {}: without it reports could be counted twice; restore it, or start the stream again "
      "without `resume`",
      path, what));
}

}  // namespace

// ReportId is an array of bytes, so any address serves.
std::span<const ReportId> SeenReports::Run::ids() const {
  const std::span<const std::byte> bytes = file.bytes();
  return {reinterpret_cast<const ReportId*>(bytes.data()), bytes.size() / sizeof(ReportId)};
}

SeenReports::SeenReports(std::string prefix) : prefix_(std::move(prefix)) {}

SeenReports::SeenReports(std::string prefix, const nlohmann::ordered_json& saved)
    : prefix_(std::move(prefix)) {
  try {
    next_ = saved.at("next").get<std::uint64_t>();
    for (const auto& json : saved.at("files")) {
      const std::string file = path(json.at("number").get<std::uint64_t>());
      if (!std::filesystem::exists(file)) refuse_ids(file, "is missing");
      Run run{.number = json.at("number").get<std::uint64_t>(),
              .digest = json.at("digest").get<std::string>(),
              .file = MappedFile(path(json.at("number").get<std::uint64_t>()))};
      if (run.file.bytes().size() % sizeof(ReportId) != 0 ||
          digest_of(run.file.bytes()) != run.digest)
        refuse_ids(path(run.number), "is damaged");
      runs_.push_back(std::move(run));
    }
  } catch (const nlohmann::json::exception&) {
    refuse_ids(prefix_, "does not say which reports it counted");
  }
  sweep_up();
}

std::string SeenReports::path(std::uint64_t number) const {
  return fmt::format("{}.ids-{}", prefix_, number);
}

bool SeenReports::contains(const ReportId& id) const {
  return std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) {
    const std::span<const ReportId> ids = run.ids();
    return std::binary_search(ids.begin(), ids.end(), id);
  });
}

std::uint64_t SeenReports::size() const {
  std::uint64_t size = 0;
  for (const Run& run : runs_) size += run.ids().size();
  return size;
}

SeenReports::Run SeenReports::written(std::uint64_t number, std::span<const ReportId> a,
                                      std::span<const ReportId> b) const {
  AtomicFile file(path(number), kOwnerOnly);
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const bool from_left = right == b.end() || (left != a.end() && *left < *right);
    file.write(std::as_bytes(std::span(from_left ? *left++ : *right++)));
  }
  file.commit();
  Run run{.number = number, .digest = {}, .file = MappedFile(path(number))};
  run.digest = digest_of(run.file.bytes());
  return run;
}

void SeenReports::add(std::vector<ReportId> ids) {
  if (ids.empty()) return;
  std::sort(ids.begin(), ids.end());
  Run run = written(next_++, ids, {});
  while (!runs_.empty() && runs_.back().ids().size() < 2 * run.ids().size()) {
    run = written(next_++, runs_.back().ids(), run.ids());
    runs_.pop_back();
  }
  runs_.push_back(std::move(run));
}

nlohmann::ordered_json SeenReports::saved() const {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const Run& run : runs_) files.push_back({{"number", run.number}, {"digest", run.digest}});
  return {{"next", next_}, {"files", std::move(files)}};
}

void SeenReports::sweep_up() const {
  const std::string name = std::filesystem::path(prefix_).filename().string() + ".ids-";
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory_of(prefix_), ignored)) {
    const std::string file = entry.path().filename().string();
    const std::string number = file.starts_with(name) ? file.substr(name.size()) : "";
    if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) continue;
    const bool counts = std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) {
      return number == std::to_string(run.number);
    });
    if (!counts) std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace dplda
