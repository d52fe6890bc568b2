// Corpora drawn from the LDA model itself: what a topic model finds in one can be compared with
// what was put there (docs/use/synthetic.md).
#pragma once

#include <cstdint>
#include <string>

#include "base/options.h"
#include "corpus/document_spool.h"
#include "corpus/planted_topics.h"
#include "text/vocabulary.h"

namespace dplda {

struct LdaOptions {
  std::int64_t documents = 10000;
  std::int64_t words = 5000;
  std::int64_t topics = 20;
  std::int64_t tokens = 100;  // of every document
  bool distinct = false;      // `tokens` different words a document
  double alpha = 0.1;
  double beta = 0.1;
  double zipf = 1;
  std::int64_t seed = 1;
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(LdaOptions& options);

// Topic k's word distribution is drawn from a Dirichlet distribution around word frequencies q_t
// proportional to 1 / (t + 1)^zipf, with parameters beta V q_t: beta is their mean. Row-major,
// topics x words. Repeatable with the same mathematical library.
std::vector<double> draw_topics(const LdaOptions& options);

// A document's topic shares are drawn from the symmetric Dirichlet distribution with parameter
// alpha, then each token's topic from these and its word from the topic. With `distinct`, words are
// drawn until `tokens` different ones have come. Document m is a function of the options' seed and
// of m. `phi` is what draw_topics gave. Memory: 8 bytes a word and topic beside `phi` and what the
// spool holds. Throws InputError where the topics of a document do not hold enough words.
void draw_documents(const LdaOptions& options, std::span<const double> phi, DocumentSpool& spool);

// "w00001", "w00002", ...: public, for nobody wrote them.
Vocabulary numbered_words(std::int64_t words);

PlantedTopics planted_topics(std::span<const double> phi, const Vocabulary& vocabulary);

// All of it: writes a corpus file to `path` in bounded memory, and returns what draw_topics gave.
std::vector<double> generate_lda(const LdaOptions& options, const std::string& path);

}  // namespace dplda
