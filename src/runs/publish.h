// Publishing a private model as users ask for it.
#pragma once

#include <string>
#include <vector>

namespace dplda::runs {

struct PublishRequest {
  std::string model = {};
  std::string output = {};     // the stripped model; empty: it is only looked at
  std::string statement = {};  // the privacy statement as text; empty: it is not written
  std::string ledger = {};     // empty: the one that the model was charged to, where it is known
  bool force = false;          // a model that was paid for may be overwritten
};

struct PublishOutcome {
  std::vector<std::string> removed;  // what had to go, or would have to
  std::string summary;               // what the model protects, in one line
  std::string noise;  // which topics can be told from noise, in a sentence; empty: nobody looked
  bool ledger_known = true;  // false: the total is what was known when the model was made
};

// Throws InputError unless the model is that of a private run and states what it cost.
PublishOutcome publish(const PublishRequest& request);

}  // namespace dplda::runs
