// lp: its options, and what it makes of reports before it learns from them.
#pragma once

#include <optional>

#include "collect/reports.h"
#include "corpus/corpus.h"
#include "recipes/denoising.h"
#include "training/method.h"

namespace dplda {

struct LpOptions final : OptionsOf<LpOptions> {
  LpOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  void complete() override;
  RunSetup setup() const override;

  std::optional<double> beta;
  Choice<Sampling> sampler = Sampling::kSnapshot;
  Choice<KernelChoice> kernel = KernelChoice::kAuto;
  DenoisingOptions reports;
};

// The corpus that the reports are taken for. `prior`: over the reports' vocabulary, for
// --denoise bayes; otherwise null.
Corpus rebuilt_corpus(const Reports& reports, const Corpus* prior, const FrequencyEstimate& how,
                      const RandomStreams& random, ThreadPool& pool);

}  // namespace dplda
