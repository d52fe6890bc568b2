// A recipe is one file: here it is, with options of its own, and the loop runs it like any other.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "lda/model.h"
#include "reference/model_meta.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "training/recipe.h"
#include "training/training.h"

namespace dplda {

extern const Recipe kStillRecipe;

namespace {

// Topics as they were dealt at the beginning, every so many of the sweeps dealt anew.
class StillMethod final : public ChainMethod {
 public:
  StillMethod(const Workbench& bench, std::uint32_t deal_every, Chain chain)
      : ChainMethod(std::move(chain), flat_prior(bench.run, 0.5)),
        bench_(bench),
        every_(deal_every) {}

  void sweep(std::uint32_t sweep) override {
    if (sweep % every_ != 0) return;
    std::rotate(chain_.topics.begin(), chain_.topics.begin() + 1, chain_.topics.end());
    bench_.backend.recount(chain_);
  }
  Published publish(std::uint32_t) override {
    return {phi_from_counts(chain_.table, prior_.beta), prevalence_from_counts(chain_.table)};
  }

 private:
  const Workbench bench_;
  std::uint32_t every_;
};

struct StillOptions final : OptionsOf<StillOptions> {
  StillOptions() { recipe = kStillRecipe.name; }
  const Recipe& of() const override { return kStillRecipe; }
  OptionTable own() override {
    return {{.name = "deal-every",
             .target = &deal_every,
             .help = "sweeps between two deals",
             .least = 1}};
  }
  void complete() override {
    if (deal_every > sweeps) throw InputError("`deal-every` is above `sweeps`");
  }
  RunSetup setup() const override {
    RunSetup setup{.plan = {.exposures = {{"the table", "it holds exact counts"}}}, .beta = 0.5};
    setup.on_documents = [every = static_cast<std::uint32_t>(deal_every)](
                             const Workbench& bench, Chain chain) -> std::unique_ptr<Method> {
      return std::make_unique<StillMethod>(bench, every, std::move(chain));
    };
    return setup;
  }

  std::int64_t deal_every = 2;
};

}  // namespace

const Recipe kStillRecipe = {.name = "still",
                             .summary = "topics as they were dealt",
                             .options = [] { return TrainOptions(StillOptions()); },
                             .paper = [] { return OptionValues(); }};

namespace {

TEST(OwnRecipe, IsTrainedWithItsOptionsAndRecordsThem) {
  const Corpus corpus = test::planted_corpus(2, 20, 10, 4);
  StillOptions options;
  options.topics = 3;
  options.sweeps = 4;
  options.seed = 1;
  options.deal_every = 3;
  Observer observer;
  const TrainResult result = train(corpus, options, observer);
  EXPECT_EQ(result.model.topics(), 3U);
  EXPECT_EQ(test::meta_of(result.model).at("recipe"), "still");
  EXPECT_EQ(test::meta_of(result.model).at("options").at("deal_every"), 3);
  EXPECT_TRUE(result.ledger.exposed());
  options.deal_every = 5;
  EXPECT_THROW(train(corpus, options, observer), InputError);
  options.deal_every = 0;
  EXPECT_THROW(train(corpus, options, observer), InputError);
}

}  // namespace
}  // namespace dplda
