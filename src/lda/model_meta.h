// What a model says of itself beside its numbers: how it was made, and of what.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/option_values.h"
#include "corpus/preparation.h"

namespace dplda {

// Which topics can be told from noise (training/noise_check.h), or why nobody knows.
struct NoiseCheck {
  bool checked = false;
  std::string reason = {};                 // if it was not
  std::vector<bool> told_from_noise = {};  // if it was: of every topic
  std::vector<double> sharpness = {};      // of every topic
  double threshold = 0;                    // above which a topic is told
  double false_alarm_rate = 0;             // the chance of a topic of noise to be above that
  std::uint64_t made_up_runs = 0;

  bool operator==(const NoiseCheck&) const = default;
};

struct ModelMeta {
  std::string recipe = {};  // empty: not known
  OptionValues options = {};
  // What it learnt from: sweeps over all documents, or batches of documents or reports.
  std::optional<std::uint64_t> sweeps = {};
  std::optional<std::uint64_t> batches = {};
  std::optional<std::uint64_t> reports = {};
  std::optional<std::uint64_t> documents = {};
  bool interrupted = false;
  std::optional<NoiseCheck> noise_check = {};  // none: no noise was added
  std::string privacy = {};  // a record as it stands in a file, which privacy/ reads; empty: none
  Preparation preparation = {};
  std::string software = {};  // that wrote its file; empty: it has none
  // Members of its file that are none of these, by their path: "options.note".
  std::vector<std::string> foreign = {};

  bool operator==(const ModelMeta&) const = default;
};

// As a file has it (docs/use/formats.md, "Model"), without what says that it is such a file, and
// without what is foreign.
nlohmann::ordered_json to_json(const NoiseCheck& check);
nlohmann::ordered_json to_json(const ModelMeta& meta);
// What stands there, beside a vocabulary of that origin. Throws InputError if it is damaged.
ModelMeta model_meta_from_json(const nlohmann::ordered_json& json, VocabularyOrigin origin);

}  // namespace dplda
