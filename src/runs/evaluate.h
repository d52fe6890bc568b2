// How good a model is, on documents that it has not seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "eval/perplexity.h"

namespace dplda::runs {

struct EvaluateRequest {
  std::string model = {};
  std::string test = {};
  std::string train = {};   // where co-occurrences are counted; empty: in the test documents
  bool binary = false;      // every word of a document counts once
  std::int64_t words = 10;  // of each topic, for coherence
  std::int64_t threads = 0;
};

struct Evaluation {
  std::uint64_t documents = 0;
  std::uint64_t unknown_tokens = 0;  // outside the model's vocabulary
  Perplexity same_tokens = {};
  std::optional<Perplexity> completion = {};  // none where no document has a second token to score
  // Means over the topics; not finite where no topic has any.
  double npmi = 0;
  double u_mass = 0;
  double c_v = 0;
  double diversity = 0;
};

Evaluation evaluate(const EvaluateRequest& request);

}  // namespace dplda::runs
