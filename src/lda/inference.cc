#include "lda/inference.h"

#include <algorithm>
#include <numeric>

#include "lda/kernels/dense.h"

namespace dplda {
namespace {

constexpr std::uint64_t kDocumentsPerBatch = 64;

// A batch's documents, the longest first.
class BatchQueue final : public SweepQueue {
 public:
  BatchQueue(const DocumentBatch& documents, std::span<Topic> topics)
      : documents_(documents), topics_(topics), order_(documents.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return documents.length(a) > documents.length(b);
    });
  }

  void rewind() { next_ = 0; }

  bool next(SweepDocument& document) override {
    if (next_ == order_.size()) return false;
    const std::size_t index = order_[next_++];
    document = {.words = documents_.document(index),
                .topics = topics_.subspan(documents_.begin(index), documents_.length(index)),
                .number = documents_.number(index)};
    return true;
  }

 private:
  const DocumentBatch& documents_;
  std::span<Topic> topics_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

}  // namespace

FoldIn::FoldIn(const Model& model, std::uint64_t longest, ThreadPool& pool)
    : model_(model),
      law_(model.prior(), model.words(), longest),
      random_(derived_key(Key{}, "dplda fold-in")) {
  law_.set_phi(model.phi(), pool);
}

std::vector<double> FoldIn::thetas(const DocumentBatch& documents) const {
  const std::size_t topics = model_.topics();
  std::vector<Topic> drawn(documents.tokens());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    RandomStream initial(random_, Purpose::kFoldInInitialTopic, 0, documents.number(i));
    for (std::size_t j = 0; j < documents.length(i); ++j)
      drawn[documents.begin(i) + j] = static_cast<Topic>(initial.below(topics));
  }
  std::vector<double> result(documents.size() * topics);
  DenseScratch scratch(law_.law());
  BatchQueue queue(documents, drawn);
  for (std::uint32_t sweep = 1; sweep <= kBurnIn + kAveraged; ++sweep) {
    queue.rewind();
    dense_sweep(law_.law(), SumWidth::kWide, queue, random_,
                {.purpose = Purpose::kFoldInTopic, .sweep = sweep}, scratch);
    if (sweep <= kBurnIn) continue;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (std::size_t j = 0; j < documents.length(i); ++j)
        result[i * topics + drawn[documents.begin(i) + j]] += 1;
    }
  }
  const Prior& prior = model_.prior();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const double total = static_cast<double>(documents.length(i)) + prior.alpha_sum();
    for (std::size_t k = 0; k < topics; ++k) {
      double& share = result[i * topics + k];
      share = (share / kAveraged + prior.alpha[k]) / total;
    }
  }
  return result;
}

void infer_rows(const FoldIn& fold_in, const Corpus& documents, std::uint64_t first,
                std::uint64_t count, ThreadPool& pool, std::span<float> rows) {
  if (count == 0) return;
  const std::size_t topics = rows.size() / count;
  pool.for_each((count + kDocumentsPerBatch - 1) / kDocumentsPerBatch, [&](std::size_t b, int) {
    DocumentBatch batch;
    std::vector<std::uint32_t> tokens;
    for (std::uint64_t i = b * kDocumentsPerBatch;
         i < std::min(count, (b + 1) * kDocumentsPerBatch); ++i) {
      expand(documents.document(first + i), tokens);
      batch.add(tokens, first + i);
    }
    const std::vector<double> thetas = fold_in.thetas(batch);
    std::transform(thetas.begin(), thetas.end(),
                   rows.begin() + static_cast<std::ptrdiff_t>(b * kDocumentsPerBatch * topics),
                   [](double share) { return static_cast<float>(share); });
  });
}

void expand(const Bag& bag, std::vector<std::uint32_t>& tokens) {
  tokens.clear();
  for (std::size_t i = 0; i < bag.words.size(); ++i) {
    tokens.insert(tokens.end(), static_cast<std::size_t>(bag.counts[i]),
                  static_cast<std::uint32_t>(bag.words[i]));
  }
}

std::uint64_t longest_document(const Corpus& corpus) {
  std::uint64_t longest = 0;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    longest = std::max(longest, corpus.document(m).tokens());
  return longest;
}

}  // namespace dplda
