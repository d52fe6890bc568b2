#include "recipes/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/errors.h"
#include "base/file_modes.h"
#include "base/npz.h"

namespace dplda {
namespace {

constexpr std::string_view kCheckpointFormat = "dplda-checkpoint";
constexpr int kCheckpointVersion = 2;

[[noreturn]] void refuse_checkpoint(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{} is not a usable checkpoint: {}; start the run again without --resume", path, what));
}

template <class T>
std::vector<T> read(NpzReader& archive, std::string_view name) {
  const NpyArray& array = archive.array(name);
  if (array.dtype != npy_dtype<T>() || array.shape.size() != 1)
    refuse_checkpoint(archive.path(), fmt::format("'{}' is of another type", name));
  std::vector<T> values(array.size());
  if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

template <class T>
void write(NpzWriter& archive, std::string_view name, std::span<const T> values) {
  archive.add(name, npy_dtype<T>(), {values.size()}, std::as_bytes(values));
}

void check(const std::string& path, const Prior& prior, const std::vector<std::uint64_t>& offsets,
           const std::vector<std::uint32_t>& words, const std::vector<Topic>& topics,
           std::uint64_t vocabulary) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
  if (prior.alpha.empty() || !positive(prior.beta) ||
      !std::all_of(prior.alpha.begin(), prior.alpha.end(), positive)) {
    refuse_checkpoint(path, "its priors are damaged");
  }
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != words.size() ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    refuse_checkpoint(path, "its documents are damaged");
  }
  if (topics.size() != words.size()) refuse_checkpoint(path, "words and topics do not fit");
  if (std::any_of(words.begin(), words.end(), [&](std::uint32_t w) { return w >= vocabulary; }))
    refuse_checkpoint(path, "a word is out of range");
  if (std::any_of(topics.begin(), topics.end(), [&](Topic k) { return k >= prior.topics(); }))
    refuse_checkpoint(path, "a topic is out of range");
}

}  // namespace

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint,
                     const nlohmann::ordered_json& charges, std::span<const std::int64_t> kept) {
  const Chain& chain = checkpoint.chain;
  AtomicFile file(path, kOwnerOnly);
  NpzWriter archive(file);
  const nlohmann::ordered_json meta = {
      {"format", kCheckpointFormat},
      {"version", kCheckpointVersion},
      {"sweeps", checkpoint.sweeps},
      {"beta", checkpoint.prior.beta},
      {"vocabulary", chain.tokens.vocabulary()},
      {"corpus", checkpoint.corpus_digest},
      {"run", checkpoint.run},
      {"charges", charges},
      {"options", checkpoint.options},
      {"warning", "holds the topics of private tokens: do not publish"}};
  archive.add_string("meta", meta.dump());
  write<double>(archive, "alpha", checkpoint.prior.alpha);
  write<std::uint64_t>(archive, "offsets", chain.tokens.offsets());
  write<std::uint32_t>(archive, "words", chain.tokens.words());
  write<Topic>(archive, "topics", chain.topics);
  write<std::int64_t>(archive, "kept", kept);
  archive.finish();
  file.commit();
}

Checkpoint load_checkpoint(const std::string& path, std::uint32_t words_expected,
                           ThreadPool& pool) {
  NpzReader archive(path);
  if (!archive.has("meta")) refuse_checkpoint(path, "it has no description");
  const auto meta = nlohmann::ordered_json::parse(archive.string("meta"), nullptr, false);
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kCheckpointFormat)
    refuse_checkpoint(path, "it is a file of another kind");
  if (!meta.contains("version") || meta["version"] != kCheckpointVersion)
    refuse_checkpoint(path, "it was written by another version of dplda");
  try {
    Prior prior{.alpha = read<double>(archive, "alpha"), .beta = meta.at("beta").get<double>()};
    auto offsets = read<std::uint64_t>(archive, "offsets");
    auto words = read<std::uint32_t>(archive, "words");
    auto topics = read<Topic>(archive, "topics");
    const auto vocabulary = meta.at("vocabulary").get<std::uint32_t>();
    if (vocabulary != words_expected) refuse_checkpoint(path, "it was written for another corpus");
    check(path, prior, offsets, words, topics, vocabulary);
    const std::size_t count = prior.topics();
    Checkpoint checkpoint{
        .sweeps = meta.at("sweeps").get<std::uint32_t>(),
        .prior = std::move(prior),
        .options = meta.at("options"),
        .corpus_digest = meta.at("corpus").get<std::string>(),
        .run = meta.at("run").get<std::string>(),
        .charges = meta.at("charges"),
        .kept = read<std::int64_t>(archive, "kept"),
        .chain = {TokenSequences(std::move(offsets), std::move(words), vocabulary),
                  std::move(topics), TopicTable(count, vocabulary)}};
    checkpoint.chain.table.recount(checkpoint.chain.tokens, checkpoint.chain.topics, pool);
    return checkpoint;
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path, "its description is damaged");
  }
}

}  // namespace dplda
