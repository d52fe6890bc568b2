// Topic shares of new documents under a fixed model: Gibbs sampling with phi held still
// ("fold-in"). Deterministic: its draws come from a stream that is the same for everyone
// (docs/internals/algorithms.md, "Inference").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/corpus.h"
#include "lda/model.h"
#include "lda/snapshot_law.h"

namespace dplda {

// Documents that are folded in together.
class DocumentBatch {
 public:
  // `number`: of the document in its corpus, part of its stream positions.
  void add(std::span<const std::uint32_t> tokens, std::uint64_t number) {
    words_.insert(words_.end(), tokens.begin(), tokens.end());
    offsets_.push_back(words_.size());
    numbers_.push_back(number);
  }

  std::size_t size() const { return numbers_.size(); }
  std::size_t tokens() const { return words_.size(); }
  std::size_t begin(std::size_t index) const { return offsets_[index]; }
  std::size_t length(std::size_t index) const { return offsets_[index + 1] - offsets_[index]; }
  std::span<const std::uint32_t> document(std::size_t index) const {
    return std::span(words_).subspan(begin(index), length(index));
  }
  std::uint64_t number(std::size_t index) const { return numbers_[index]; }

 private:
  std::vector<std::uint32_t> words_;
  std::vector<std::size_t> offsets_ = {0};
  std::vector<std::uint64_t> numbers_;
};

class FoldIn {
 public:
  static constexpr std::uint32_t kBurnIn = 20;
  static constexpr std::uint32_t kAveraged = 20;

  // For documents of up to `longest` tokens. The model must outlive it.
  FoldIn(const Model& model, std::uint64_t longest, ThreadPool& pool);

  // theta_m^k = (mean of n_m^k + alpha_k) / (N_m + sum of alpha) over the averaged sweeps, document
  // by document. Thread-safe. Faster for sixteen documents or more at once; none depends on the
  // others.
  std::vector<double> thetas(const DocumentBatch& documents) const;

 private:
  const Model& model_;
  PlainLaw law_;
  RandomStreams random_;
};

// theta of documents first..first+count-1 of a corpus, row by row into `rows`. REQUIRES:
// rows.size() is count times the model's topics; no document is longer than `fold_in` was made for.
void infer_rows(const FoldIn& fold_in, const Corpus& documents, std::uint64_t first,
                std::uint64_t count, ThreadPool& pool, std::span<float> rows);

// A bag's tokens one by one, words ascending.
void expand(const Bag& bag, std::vector<std::uint32_t>& tokens);

// The longest document, in tokens.
std::uint64_t longest_document(const Corpus& corpus);

}  // namespace dplda
