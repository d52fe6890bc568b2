#include "lda/kernels/walk.h"

#include <algorithm>

namespace dplda {

WalkState::WalkState(TopicTable& table_in, const Prior& prior, std::span<const double> added)
    : table(table_in),
      beta(prior.beta),
      smoothing(table_in.words() * prior.beta),
      alpha(table_in.stride()),
      added_to_totals(table_in.stride()),
      counts(table_in.stride()),
      document(table_in.stride()),
      inverse(table_in.stride(), 1.0),
      next_inverse(table_in.stride(), 1.0),
      weights(table_in.stride()) {
  std::copy(prior.alpha.begin(), prior.alpha.end(), alpha.begin());
  std::copy(added.begin(), added.end(), added_to_totals.begin());
  for (std::size_t k = 0; k < table.topics(); ++k) {
    const auto total = static_cast<double>(table.totals()[k]);
    inverse[k] = 1.0 / ((total + added_to_totals[k]) + smoothing);
    next_inverse[k] = 1.0 / (((total + 1) + added_to_totals[k]) + smoothing);
  }
}

void walk_documents(Chain& chain, const RandomStreams& random, std::uint32_t sweep,
                    std::vector<std::uint64_t>& draws,
                    const std::function<void(const DocumentTokens&)>& draw) {
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const std::span<const std::uint32_t> words = chain.tokens.document(m);
    draws.resize((words.size() + 7) / 8 * 8);
    random.draws({.purpose = Purpose::kTopic, .sweep = sweep, .document = m}, draws);
    draw({.number = m,
          .words = words,
          .topics = std::span(chain.topics).subspan(chain.tokens.begin(m), words.size()),
          .draws = draws});
  }
}

}  // namespace dplda
