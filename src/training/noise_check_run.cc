#include "training/noise_check_run.h"

#include <fmt/format.h>

#include <cstdint>
#include <new>
#include <vector>

#include "base/random.h"
#include "corpus/preparation_record.h"
#include "training/noise_check.h"

namespace dplda {
namespace {

// Sweeps of made-up runs, as part of the run that they are made for.
class MadeUpRun final : public Observer {
 public:
  MadeUpRun(Observer& outer, std::uint64_t done, std::uint64_t of)
      : outer_(outer), done_(done), of_(of) {}

  void on_sweep(const Method&, std::uint32_t sweep) override {
    outer_.on_noise_check(done_ + sweep, of_);
  }
  bool stop() override { return stopped_ = stopped_ || outer_.stop(); }
  bool stopped() const { return stopped_; }

 private:
  Observer& outer_;
  std::uint64_t done_;
  std::uint64_t of_;
  bool stopped_ = false;
};

// The run on made-up documents or reports. REQUIRES: a key of its own.
Model made_up_model(const CheckedRun& run, const TopiclessDocuments& documents,
                    const RunSetup& setup, const MadeUpTraining& training, Observer& observer) {
  const RandomStreams coins(derived_key(*setup.run.key, "documents"));
  if (run.reports != nullptr)
    return training.on_reports(topicless_reports(*run.reports, coins, run.pool), setup, observer);
  return training.on_documents(made_up_corpus(documents, run.vocabulary, run.preparation, coins),
                               setup, observer);
}

// The same run under a key of its own, which nobody looks at.
RunSetup made_up_setup(const RunSetup& setup) {
  RunSetup made_up = setup;
  made_up.run.noise_check = false;
  made_up.monitored.reset();
  made_up.run.checkpoint = made_up.run.resume = made_up.run.key_file = "";
  made_up.run.seed.reset();
  made_up.options.erase("seed");
  return made_up;
}

// The same run, on documents without topics that look like these by what was released: nothing of
// it is charged, and its coins are its own.
NoiseCheck compared_with_noise(const CheckedRun& run, const Method& method,
                               const Published& published, const MadeUpTraining& training,
                               Observer& observer) {
  const RunOptions& options = run.setup.run;
  if (!options.noise_check) return unchecked_record("it was switched off");
  const auto topics = static_cast<std::size_t>(options.topics);
  if (!run.setup.unchecked.empty()) return unchecked_record(run.setup.unchecked);
  if (topics < 2) return unchecked_record("one topic is all words together");
  TopiclessDocuments documents = method.without_topics();
  if (run.reports == nullptr && documents.empty())
    return unchecked_record("there is no check for such a run");
  if (recorded_preparation(run.preparation).options.binary) documents.distinct = true;
  const auto sweeps = static_cast<std::uint64_t>(options.sweeps);
  const std::size_t runs = made_up_runs(topics);
  RunSetup setup = made_up_setup(run.setup);
  const std::size_t kinds = 1 + documents.other_lengths.size();
  std::vector<std::vector<double>> noise(kinds);
  for (std::size_t number = 1; number <= kinds * runs; ++number) {
    setup.run.key = derived_key(run.key, fmt::format("noise check {}", number));
    MadeUpRun watched(observer, (number - 1) * sweeps, kinds * runs * sweeps);
    const std::size_t kind = (number - 1) / runs;
    if (kind > 0) documents.lengths = documents.other_lengths[kind - 1];
    const Model model = made_up_model(run, documents, setup, training, watched);
    if (watched.stopped()) return unchecked_record("the check was interrupted");
    for (const double value : sharpness_of(model.phi(), model.prevalence()))
      noise[kind].push_back(value);
  }
  return noise_record(sharpness_of(published.phi, published.prevalence), noise);
}

}  // namespace

// A model that was paid for is not lost because there is no room for a second run.
NoiseCheck checked_against_noise(const CheckedRun& run, const Method& method,
                                 const Published& published, const MadeUpTraining& training,
                                 Observer& observer) {
  try {
    return compared_with_noise(run, method, published, training, observer);
  } catch (const std::bad_alloc&) {
    return unchecked_record("there was not enough memory");
  }
}

}  // namespace dplda
