// A recipe is a choice of parts for the one training loop. Each is a file of its own, which
// declares its options; what all of them have is declared here. What is asked of a run is a value
// over the options of its recipe.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/options.h"
#include "training/run_options.h"

namespace dplda {

struct Recipe;
struct RunSetup;

// A recipe's own options beside those: the base of one struct per recipe.
class RecipeOptions : public RunOptions {
 public:
  virtual ~RecipeOptions() = default;

  virtual const Recipe& of() const = 0;
  // Declares its own, bound to this object, in the order in which they are shown.
  virtual OptionTable own() = 0;
  // Whether it can find out how many topics there are, where `topics` is 0.
  virtual bool finds_topics() const { return false; }
  // Whether sweeps release something that a ledger is charged with.
  virtual bool charges_sweeps() const { return false; }
  // Fills in what was left open: targets become noise, "auto" becomes a choice. Throws InputError
  // if the options contradict one another or leave open what the recipe must know.
  virtual void complete() = 0;
  // The run with nothing left open; RunOptions and records are setup_of()'s business. REQUIRES:
  // complete() was called.
  virtual RunSetup setup() const = 0;
  virtual std::unique_ptr<RecipeOptions> copy() const = 0;

 protected:
  RecipeOptions() = default;
  RecipeOptions(const RecipeOptions&) = default;
  RecipeOptions& operator=(const RecipeOptions&) = default;
};

// What the structs of recipes derive from, themselves as `Own`.
template <class Own>
class OptionsOf : public RecipeOptions {
 public:
  std::unique_ptr<RecipeOptions> copy() const final {
    return std::make_unique<Own>(static_cast<const Own&>(*this));
  }
};

// The options of whichever recipe: a value.
class TrainOptions {
 public:
  TrainOptions();                             // those of the first recipe
  TrainOptions(const RecipeOptions& options)  // NOLINT(google-explicit-constructor)
      : own_(options.copy()) {}
  TrainOptions(const TrainOptions& other) : own_(other.own_->copy()) {}
  TrainOptions(TrainOptions&&) noexcept = default;
  TrainOptions& operator=(const TrainOptions& other) {
    own_ = other.own_->copy();
    return *this;
  }
  TrainOptions& operator=(TrainOptions&&) noexcept = default;
  ~TrainOptions() = default;

  RecipeOptions* operator->() { return own_.get(); }
  const RecipeOptions* operator->() const { return own_.get(); }
  RecipeOptions& operator*() { return *own_; }
  const RecipeOptions& operator*() const { return *own_; }

  // As the struct of a recipe; null if they are of another one.
  template <class Own>
  Own* as() {
    return dynamic_cast<Own*>(own_.get());
  }
  template <class Own>
  const Own* as() const {
    return dynamic_cast<const Own*>(own_.get());
  }

 private:
  std::unique_ptr<RecipeOptions> own_;
};

struct Recipe {
  std::string_view name;
  std::string_view summary;
  // Its options with their defaults.
  TrainOptions (*options)();
  // The settings of the published experiments.
  OptionValues (*paper)();
  // Whether it learns from reports of contributors, not from documents as they are.
  bool reports = false;
  // Whether it learns batch by batch.
  bool stream = false;
};

std::span<const Recipe> recipes();
// Throws InputError naming the recipes that there are.
const Recipe& recipe_named(std::string_view name);

// The defaults of a recipe. Throws InputError if there is none of that name.
TrainOptions options_for(const std::string& recipe);

// Bound to `options`, which must outlive the table; those that all recipes have around the recipe's
// own.
OptionTable option_table(RecipeOptions& options);
OptionTable option_table(TrainOptions& options);

// Sets one of them from text. Throws InputError if the recipe has no such option.
void set_option(TrainOptions& options, const std::string& name, const std::string& text);

// Throws InputError if options were given that do nothing together with the others. `given`:
// whether an option was.
void refuse_idle(const TrainOptions& options, const std::function<bool(const std::string&)>& given);

// The same with the recipe's defaults for all options that do nothing in the run's mode.
TrainOptions without_idle(const TrainOptions& options);

// The options that decide a run's result, as they are; those that do nothing in its mode left out.
OptionValues deciding_options(const TrainOptions& options);

// The settings of a named preset ("paper") for a recipe; throws InputError for an unknown name.
OptionValues preset(const std::string& name, const std::string& recipe);

}  // namespace dplda
