#include "eval/perplexity.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "lda/inference.h"

namespace dplda {
namespace {

constexpr std::uint64_t kDocumentsPerPiece = 64;

struct Score {
  double log_likelihood = 0;
  std::uint64_t tokens = 0;
};

double log_likelihood(const Model& model, std::span<const std::uint32_t> tokens,
                      std::span<const double> theta) {
  double sum = 0;
  for (const std::uint32_t word : tokens) {
    double probability = 0;
    for (std::size_t k = 0; k < theta.size(); ++k) {
      probability += theta[k] * static_cast<double>(model.phi()[k * model.words() + word]);
    }
    sum += std::log(probability);
  }
  return sum;
}

// Splits a document's tokens into those that theta is learnt from (left in place) and those that
// are scored.
using Divide = void (*)(std::vector<std::uint32_t>& tokens, std::vector<std::uint32_t>& scored,
                        std::uint64_t document);

void same_tokens(std::vector<std::uint32_t>& tokens, std::vector<std::uint32_t>& scored,
                 std::uint64_t) {
  scored = tokens;
}

void even_and_odd(std::vector<std::uint32_t>& tokens, std::vector<std::uint32_t>& scored,
                  std::uint64_t document) {
  const RandomStreams random(derived_key(Key{}, "dplda completion"));
  RandomStream stream(random, Purpose::kCompletionOrder, 0, document);
  for (std::size_t i = tokens.size(); i > 1; --i) std::swap(tokens[i - 1], tokens[stream.below(i)]);
  scored.clear();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i % 2 == 0) {
      tokens[kept++] = tokens[i];
    } else {
      scored.push_back(tokens[i]);
    }
  }
  tokens.resize(kept);
}

Perplexity score(const Model& model, const Corpus& test, ThreadPool& pool, Divide divide) {
  if (!(test.vocabulary() == model.vocabulary())) {
    throw InputError(
        "the test corpus has another vocabulary than the model; match it to the model first");
  }
  const FoldIn fold_in(model, longest_document(test), pool);
  std::vector<Score> scores(test.documents());
  const std::size_t pieces = (test.documents() + kDocumentsPerPiece - 1) / kDocumentsPerPiece;
  pool.for_each(pieces, [&](std::size_t piece, int) {
    std::vector<std::uint32_t> tokens;
    std::vector<std::vector<std::uint32_t>> scored;
    DocumentBatch batch;
    const std::uint64_t end = std::min(test.documents(), (piece + 1) * kDocumentsPerPiece);
    for (std::uint64_t m = piece * kDocumentsPerPiece; m < end; ++m) {
      expand(test.document(m), tokens);
      divide(tokens, scored.emplace_back(), m);
      batch.add(tokens, m);
    }
    const std::vector<double> thetas = fold_in.thetas(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (scored[i].empty()) continue;
      const auto theta = std::span(thetas).subspan(i * model.topics(), model.topics());
      scores[batch.number(i)] = {log_likelihood(model, scored[i], theta), scored[i].size()};
    }
  });
  Score sum;  // in document order, so that the last bit does not depend on the threads
  for (const Score& one : scores) {
    sum.log_likelihood += one.log_likelihood;
    sum.tokens += one.tokens;
  }
  if (sum.tokens == 0)
    throw InputError("the test corpus has no tokens to score in the model's vocabulary");
  return {std::exp(-sum.log_likelihood / static_cast<double>(sum.tokens)), sum.tokens};
}

}  // namespace

Perplexity perplexity(const Model& model, const Corpus& test, ThreadPool& pool) {
  return score(model, test, pool, same_tokens);
}

Perplexity completion_perplexity(const Model& model, const Corpus& test, ThreadPool& pool) {
  return score(model, test, pool, even_and_odd);
}

}  // namespace dplda
