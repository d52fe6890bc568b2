#include "attack/doc_attack.h"

#include <cmath>
#include <numeric>

#include "attack/likelihood.h"

namespace dplda {

DocAttack::DocAttack(const DocOptions& options, const DocumentPair& pair)
    : rig_(options, pair.with, pair.without),
      noise_(rational_at_least(*options.sigma * *options.sigma)),
      words_(pair.words) {}

// Words are independent: with the document, one of a word's cells, all equally likely, is higher by
// one.
double DocAttack::release_ratio_of(const TopicTable& released) const {
  double ratio = 0;
  for (const std::uint32_t word : words_) {
    double mean = 0;
    for (const std::int32_t cell : released.column(word))
      mean += std::exp(log_weight(noise_, cell - 1) - log_weight(noise_, cell));
    ratio += std::log(mean / static_cast<double>(released.topics()));
  }
  return ratio;
}

double DocAttack::score(Side side, const Key& key) {
  rig_.set_key(key);
  rig_.start(side,
             initial_topics(rig_.tokens(side), rig_.run().topics, rig_.random(), rig_.pool()));
  double ratio = release_ratio_of(rig_.sweep(side, 1));
  if (rig_.run().topics > 1) return ratio;
  const auto rounds = static_cast<std::uint32_t>(rig_.run().sweeps);
  for (std::uint32_t round = 2; round <= rounds; ++round)
    ratio += release_ratio_of(rig_.sweep(side, round));
  return ratio + release_ratio_of(rig_.publish(side, rounds));
}

DocOptions soft_doc_audit_options(std::int64_t topics, std::int64_t rounds, double sigma) {
  DocOptions options;
  options.topics = topics;
  options.sweeps = rounds;
  options.sigma = sigma;
  options.inner_sweeps = 1;
  options.threads = 1;
  options.complete();
  return options;
}

DocumentPair added_document(std::uint32_t words) {
  // Words 0 and 1 are the other document's.
  std::vector<std::uint32_t> with(words + 2);
  std::iota(with.begin(), with.end(), 0u);
  return {TokenSequences({0, 2, words + 2}, with, words + 2),
          TokenSequences({0, 2}, {0, 1}, words + 2),
          {with.begin() + 2, with.end()}};
}

DocOptions doc_audit_options(std::int64_t topics, std::int64_t rounds, std::int64_t cap,
                             double sigma) {
  DocOptions options;
  options.contribution = Contribution::kDrawn;
  options.topics = topics;
  options.sweeps = rounds;
  options.cap = cap;
  options.sigma = sigma;
  options.alpha = 1;
  options.inner_sweeps = 1;
  options.threads = 1;
  options.complete();
  return options;
}

}  // namespace dplda
