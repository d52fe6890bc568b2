// Topic shares of documents under a model, written row by row.
#pragma once

#include <cstdint>
#include <string>

#include "runs/watcher.h"

namespace dplda::runs {

struct InferRequest {
  std::string model = {};
  std::string documents = {};  // a corpus file, or anything that can be prepared
  std::string output = {};     // .npz, else CSV; "-": CSV to standard output
  std::int64_t threads = 0;
};

struct InferOutcome {
  std::uint64_t documents = 0;
  std::size_t topics = 0;
  std::uint64_t unknown_tokens = 0;  // outside the model's vocabulary
};

// Memory holds some thousand rows, whatever the number of documents.
InferOutcome infer(const InferRequest& request, Watcher& watcher);

}  // namespace dplda::runs
