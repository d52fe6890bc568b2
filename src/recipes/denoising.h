// What is made of reports before topics are learnt: the options that lp and online-lp share, and
// the estimates of word frequencies (docs/internals/algorithms.md, "Reports").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "collect/estimates.h"
#include "corpus/corpus.h"
#include "corpus/word_sets.h"
#include "recipes/shared_options.h"

namespace dplda {

enum class Denoising {
  kChannel,  // learn through the known noise
  kMoment,   // rebuild a corpus first, as published
  kBayes     // the same, with what was expected in view
};

template <>
struct ChoiceNames<Denoising> {
  static constexpr std::array<std::pair<std::string_view, Denoising>, 3> kNames = {
      {{"channel", Denoising::kChannel},
       {"moment", Denoising::kMoment},
       {"bayes", Denoising::kBayes}}};
};

struct DenoisingOptions {
  Choice<Denoising> denoise = Denoising::kChannel;
  std::string prior;
  bool prior_public = false;
  std::optional<double> omega;
  std::optional<double> prior_sigma;

  bool through_channel() const { return denoise == Denoising::kChannel; }
  bool expects_words() const { return denoise == Denoising::kBayes; }
  PriorDocuments documents() const { return {.path = prior, .is_public = prior_public}; }

  Option denoise_option();
  Option prior_public_option(std::function<std::string()> idle);
  OptionTable bayes_options();  // omega and prior-sigma
  // Throws InputError if they contradict one another or leave too much open.
  void complete();
};

Option prior_option(std::string& prior);

// How word frequencies are estimated, with nothing left open.
struct FrequencyEstimate {
  bool bayes = false;
  double omega = 0;                   // the weight of what was expected
  std::optional<double> prior_sigma;  // in place of omega: how far it is trusted, in documents
};

// REQUIRES: complete() was called.
FrequencyEstimate frequency_estimate(const DenoisingOptions& options);

// How many of the documents of `prior` have each word, scaled to a number of documents: what is
// expected of as many reports.
std::vector<double> expected_frequencies(const Corpus& prior, std::uint64_t documents);

// How many documents have each word. REQUIRES: `expected` has a number for every word where the
// estimate is bayes.
std::vector<double> estimated_frequencies(const WordSets& reports, Channel channel,
                                          const FrequencyEstimate& how,
                                          std::span<const double> expected, ThreadPool& pool);

}  // namespace dplda
