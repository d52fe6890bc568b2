// What passes over documents: loading a corpus file, laying tokens out, inference.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/errors.h"
#include "base/simd.h"
#include "corpus/lda_generator.h"
#include "lab/speed/made_tokens.h"
#include "lab/speed/paths.h"
#include "lab/speed/sweep_run.h"
#include "lab/speed/temporary_path.h"
#include "lab/speed/textbook.h"
#include "lda/inference.h"

namespace dplda {
namespace {

void read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes(1 << 16);
  while (file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
  }
}

// One document after the other, all in one batch.
DocumentBatch batch_of(const TokenSequences& tokens) {
  DocumentBatch batch;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) batch.add(tokens.document(m), m);
  return batch;
}

Model model_of(const TokenSequences& tokens, std::int64_t topics) {
  const Chain chain = warmed_chain(tokens, topics, 10);
  const Prior prior{.alpha = std::vector<double>(static_cast<std::size_t>(topics), 0.1),
                    .beta = 0.01};
  return Model({.vocabulary = numbered_words(tokens.vocabulary()),
                .phi = phi_from_counts(chain.table, prior.beta),
                .prior = prior,
                .prevalence = {},
                .coherence = {},
                .meta = {}},
               "the model");
}

// The same shares on all instruction sets; and the textbook's, whose draws are others, in the mean
// over all documents.
void check_inference(const FoldIn& fold_in, const Model& model, const DocumentBatch& batch) {
  use_instruction_set("scalar");
  const std::vector<double> expected = fold_in.thetas(batch);
  use_instruction_set("best");
  if (fold_in.thetas(batch) != expected)
    throw SystemError("inference differs from one instruction set to another: not timed");
  const std::vector<double> textbook =
      textbook_thetas(model, batch, RandomStreams(key_from_seed(1)));
  const std::size_t topics = model.topics();
  for (std::size_t k = 0; k < topics; ++k) {
    double difference = 0;
    for (std::size_t i = k; i < expected.size(); i += topics)
      difference += expected[i] - textbook[i];
    if (std::abs(difference) / static_cast<double>(batch.size()) > 0.02)
      throw SystemError("inference finds other topic shares than the textbook: not timed");
  }
}

}  // namespace

std::vector<Measurement> load_speeds(const TokenSequences& tokens, const RaceLength& length) {
  const Corpus corpus = bags_of(tokens);
  const TemporaryPath file("loaded.npz");
  corpus.save(file.path());
  if (Corpus::load(file.path()).digest() != corpus.digest())
    throw SystemError("a corpus file is read back with other documents: not timed");
  ThreadPool pool(1);
  const RandomStreams random(key_from_seed(1));
  const std::vector<Contestant> contestants = {{[&](std::uint64_t times) {
                                                  for (std::uint64_t i = 0; i < times; ++i)
                                                    read_whole(file.path());
                                                },
                                                TimedBy::kProcessor},
                                               {[&](std::uint64_t times) {
                                                  for (std::uint64_t i = 0; i < times; ++i)
                                                    Corpus::load(file.path());
                                                },
                                                TimedBy::kProcessor},
                                               {[&](std::uint64_t times) {
                                                  for (std::uint64_t i = 0; i < times; ++i)
                                                    TokenSequences(corpus, random, pool);
                                                },
                                                TimedBy::kProcessor}};
  const std::vector<Timing> timings = race(contestants, length);
  const auto megabytes = static_cast<double>(std::filesystem::file_size(file.path())) / 1e6;
  const OptionValues settings = {{"documents", whole(tokens.documents())},
                                 {"words", tokens.vocabulary()},
                                 {"tokens", whole(tokens.tokens())}};
  const double million_tokens = static_cast<double>(tokens.tokens()) / 1e6;
  return {measured({.name = "load: a corpus file, checked",
                    .settings = settings,
                    .amount = megabytes,
                    .unit = "MB/s"},
                   timings[1], "reading its bytes", timings[0], megabytes),
          measured({.name = "load: a corpus file, checked",
                    .settings = settings,
                    .amount = million_tokens,
                    .unit = "Mtokens/s"},
                   timings[1]),
          measured({.name = "load: tokens in random order",
                    .settings = settings,
                    .amount = million_tokens,
                    .unit = "Mtokens/s"},
                   timings[2])};
}

std::vector<Measurement> inference_speeds(const TokenSequences& tokens, const RaceLength& length) {
  constexpr std::int64_t kTopics = 50;
  constexpr std::uint64_t kTokens = 20000;
  const Model model = model_of(tokens, kTopics);
  ThreadPool pool(1);
  const FoldIn fold_in(model, tokens.longest(), pool);
  const DocumentBatch batch = batch_of(first_documents(tokens, kTokens));
  check_inference(fold_in, model, batch);
  const RandomStreams random(key_from_seed(1));
  const std::vector<Contestant> contestants = {{[&](std::uint64_t times) {
                                                  for (std::uint64_t i = 0; i < times; ++i)
                                                    textbook_thetas(model, batch, random);
                                                },
                                                TimedBy::kProcessor},
                                               {[&](std::uint64_t times) {
                                                  for (std::uint64_t i = 0; i < times; ++i)
                                                    fold_in.thetas(batch);
                                                },
                                                TimedBy::kProcessor}};
  const std::vector<Timing> timings = race(contestants, length);
  const OptionValues settings = {{"topics", kTopics},
                                 {"words", tokens.vocabulary()},
                                 {"sweeps", FoldIn::kBurnIn + FoldIn::kAveraged}};
  const Rate documents{.name = "inference",
                       .settings = settings,
                       .amount = static_cast<double>(batch.size()),
                       .unit = "documents/s"};
  const Rate swept{.name = "inference",
                   .settings = settings,
                   .amount = static_cast<double>(batch.tokens()) / 1e6,
                   .unit = "Mtokens/s"};
  return {measured(documents, timings[1], "textbook fold-in", timings[0], documents.amount),
          measured(swept, timings[1], "textbook fold-in", timings[0], swept.amount)};
}

}  // namespace dplda
