#include "training/document_batches.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"

namespace dplda {
namespace {

// The digest of all documents so far from that of those before.
std::string chained(const std::string& before, std::span<const std::int32_t> words,
                    std::span<const std::int32_t> counts) {
  Digest digest;
  digest.text(before);
  digest.number(words.size());
  digest.bytes(std::as_bytes(words));
  digest.bytes(std::as_bytes(counts));
  return digest.finish_hex();
}

}  // namespace

DocumentBatches::DocumentBatches(DocumentStream& documents, const Vocabulary& vocabulary,
                                 const Preparation& preparation, std::function<bool()> leaves_rest)
    : documents_(documents),
      vocabulary_(vocabulary),
      preparation_(preparation),
      leaves_rest_(std::move(leaves_rest)) {}

bool DocumentBatches::next(std::uint64_t size, StreamBatch& batch) {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> all_words;
  std::vector<std::int32_t> all_counts;
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  while (offsets.size() <= size && documents_.next(words, counts)) {
    all_words.insert(all_words.end(), words.begin(), words.end());
    all_counts.insert(all_counts.end(), counts.begin(), counts.end());
    offsets.push_back(static_cast<std::int64_t>(all_words.size()));
  }
  if (offsets.size() == 1) return false;
  if (offsets.size() <= size && leaves_rest_ && leaves_rest_()) return false;
  batch_.emplace(vocabulary_, std::move(offsets), std::move(all_words), std::move(all_counts),
                 preparation_, "a batch of the stream");
  batch.documents = &*batch_;
  return true;
}

std::string DocumentBatches::count() {
  for (std::uint64_t m = 0; m < batch_->documents(); ++m) {
    const Bag bag = batch_->document(m);
    chain_ = chained(chain_, bag.words, bag.counts);
  }
  counted_ += batch_->documents();
  return nlohmann::ordered_json({{"documents", counted_}, {"digest", chain_}}).dump();
}

void DocumentBatches::resume(const std::string& counted) {
  if (counted.empty()) return;  // before the first batch
  std::string digest;
  std::uint64_t expected = 0;
  try {
    const auto json = nlohmann::ordered_json::parse(counted);
    expected = json.at("documents").get<std::uint64_t>();
    digest = json.at("digest").get<std::string>();
  } catch (const nlohmann::json::exception&) {
    throw InputError("the state of the stream does not say what it counted; start it again");
  }
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  while (counted_ < expected && documents_.next(words, counts)) {
    chain_ = chained(chain_, words, counts);
    ++counted_;
  }
  if (counted_ < expected || chain_ != digest) {
    throw InputError(
        "the stream does not begin with the documents that were counted; resume it with the same "
        "documents in the same order, and new ones after them");
  }
}

}  // namespace dplda
