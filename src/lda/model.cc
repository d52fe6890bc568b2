#include "lda/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "base/errors.h"
#include "base/npz.h"
#include "base/version.h"

namespace dplda {
namespace {

constexpr int kVersion = 1;
constexpr std::string_view kFormat = "dplda-model";

[[noreturn]] void refuse(const std::string& source, std::string_view what) {
  throw InputError(fmt::format(
      "{} is not a usable model: {}; train it again or restore it from a copy", source, what));
}

// The named array as numbers of type T, with the wanted number of elements.
template <class T>
std::vector<T> numbers(NpzReader& archive, std::string_view name, std::uint64_t count) {
  const NpyArray& array = archive.array(name);
  if (array.dtype != npy_dtype<T>() || array.size() != count) {
    refuse(archive.path(), fmt::format("'{}' is {} x {}, not {} x {}", name, array.size(),
                                       array.dtype, count, npy_dtype<T>()));
  }
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

nlohmann::ordered_json read_meta(NpzReader& archive) {
  const auto foreign = [&]() -> InputError {
    return InputError(
        fmt::format("{} is not a dplda model; 'dplda train -o FILE' makes one", archive.path()));
  };
  if (!archive.has("meta") || !archive.has("phi")) throw foreign();
  auto meta = nlohmann::ordered_json::parse(archive.string("meta"), nullptr, false);
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kFormat) throw foreign();
  const auto origin = meta.find("vocabulary_origin");
  if (origin == meta.end() || !origin->is_string())
    refuse(archive.path(), "it does not say where its words come from");
  const auto version = meta.find("version");
  if (version == meta.end() || !version->is_number_integer())
    refuse(archive.path(), "it names no version");
  if (*version != kVersion) {
    throw InputError(
        fmt::format("{} is a model of version {}; this program reads version {}: use a newer dplda",
                    archive.path(), version->dump(), kVersion));
  }
  return meta;
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

Model::Model(Parts parts, const std::string& source) : parts_(std::move(parts)) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
  if (topics() == 0) refuse(source, "it has no topics");
  if (words() == 0) refuse(source, "it has no words");
  if (parts_.phi.size() != topics() * words())
    refuse(source, "phi does not fit its topics and words");
  if (!positive(parts_.prior.beta)) refuse(source, "beta is not a positive number");
  for (const double alpha : parts_.prior.alpha) {
    if (!positive(alpha)) refuse(source, "alpha is not a positive number");
  }
  for (std::size_t k = 0; k < topics(); ++k) {
    double sum = 0;
    for (const float p : topic(k)) {
      if (!(p >= 0 && p <= 1))
        refuse(source, fmt::format("topic {} holds something that is no probability", k));
      sum += static_cast<double>(p);
    }
    // Every entry is rounded to 24 bits: the sum is off by at most 2^-24 relatively, far less than
    // this.
    if (std::abs(sum - 1) > 1e-5) refuse(source, fmt::format("topic {} does not add up to 1", k));
  }
  for (const auto* per_topic : {&parts_.prevalence, &parts_.coherence}) {
    if (!per_topic->empty() && per_topic->size() != topics())
      refuse(source, "a figure per topic has the wrong size");
  }
  const std::optional<NoiseCheck>& check = parts_.meta.noise_check;
  if (check && check->checked && check->told_from_noise.size() != topics())
    refuse(source, "what it says of its topics and noise is damaged");
}

Model Model::load(const std::string& path) {
  NpzReader archive(path);
  Parts parts;
  const nlohmann::ordered_json meta = read_meta(archive);
  const NpyArray& phi = archive.array("phi");
  if (phi.shape.size() != 2) refuse(path, "phi is not a table");
  const std::uint64_t topics = phi.shape[0];
  const std::uint64_t words = phi.shape[1];
  if (topics > static_cast<std::uint64_t>(kMaxTopics)) refuse(path, "it has too many topics");
  parts.phi = numbers<float>(archive, "phi", topics * words);
  parts.prior.alpha = numbers<double>(archive, "alpha", topics);
  parts.prior.beta = numbers<double>(archive, "beta", 1)[0];
  if (archive.has("prevalence")) parts.prevalence = numbers<float>(archive, "prevalence", topics);
  if (archive.has("coherence")) parts.coherence = numbers<float>(archive, "coherence", topics);
  std::vector<std::string> vocabulary = archive.strings("vocabulary");
  if (vocabulary.size() != words) refuse(path, "its vocabulary does not fit phi");
  const VocabularyOrigin origin = [&] {
    try {
      const VocabularyOrigin named = origin_from_name(meta["vocabulary_origin"].get<std::string>());
      parts.meta = model_meta_from_json(meta, named);
      return named;
    } catch (const InputError& error) {
      refuse(path, error.what());
    }
  }();
  parts.vocabulary = Vocabulary(std::move(vocabulary), origin, path);
  return Model(std::move(parts), path);
}

void Model::save(const std::string& path) const {
  AtomicFile file(path);
  NpzWriter archive(file);
  nlohmann::ordered_json meta = {
      {"format", kFormat},
      {"version", kVersion},
      {"software",
       parts_.meta.software.empty() ? fmt::format("dplda {}", version()) : parts_.meta.software},
      {"vocabulary_origin", name_of(vocabulary().origin())}};
  meta.update(to_json(parts_.meta));
  archive.add_string("meta", meta.dump());
  archive.add("phi", npy_dtype<float>(), {topics(), words()}, bytes_of(parts_.phi));
  archive.add("alpha", npy_dtype<double>(), {topics()}, bytes_of(parts_.prior.alpha));
  archive.add("beta", npy_dtype<double>(), {}, std::as_bytes(std::span(&parts_.prior.beta, 1)));
  if (!prevalence().empty())
    archive.add("prevalence", npy_dtype<float>(), {topics()}, bytes_of(parts_.prevalence));
  if (!coherence().empty())
    archive.add("coherence", npy_dtype<float>(), {topics()}, bytes_of(parts_.coherence));
  archive.add_strings("vocabulary", vocabulary().words());
  archive.finish();
  file.commit();
}

Model Model::with_coherence(std::vector<float> coherence) && {
  parts_.coherence = std::move(coherence);
  return Model(std::move(parts_), "the trained model");
}

std::vector<std::uint32_t> Model::top_words(std::size_t topic_index, std::size_t count) const {
  const std::span<const float> probabilities = topic(topic_index);
  std::vector<std::uint32_t> ids(words());
  std::iota(ids.begin(), ids.end(), 0);
  count = std::min<std::size_t>(count, ids.size());
  const auto more_probable = [&](std::uint32_t a, std::uint32_t b) {
    return probabilities[a] != probabilities[b] ? probabilities[a] > probabilities[b] : a < b;
  };
  std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ids.end(),
                    more_probable);
  ids.resize(count);
  return ids;
}

std::vector<float> phi_from_counts(const TopicTable& table, double beta) {
  std::vector<float> phi(table.topics() * table.words());
  constexpr std::uint32_t kBlock = 16;  // words whose cells of one topic fill a line of the cache
  for (std::uint32_t first = 0; first < table.words(); first += kBlock) {
    const std::uint32_t end = std::min(table.words(), first + kBlock);
    for (std::size_t k = 0; k < table.topics(); ++k) {
      const double total = static_cast<double>(table.totals()[k]) + table.words() * beta;
      for (std::uint32_t word = first; word < end; ++word)
        phi[k * table.words() + word] = static_cast<float>((table.column(word)[k] + beta) / total);
    }
  }
  return phi;
}

std::vector<float> prevalence_from_counts(const TopicTable& table) {
  const auto totals = table.totals();
  const auto tokens =
      static_cast<double>(std::accumulate(totals.begin(), totals.end(), std::int64_t{0}));
  std::vector<float> result;
  for (const std::int64_t total : totals)
    result.push_back(static_cast<float>(static_cast<double>(total) / tokens));
  return result;
}

}  // namespace dplda
