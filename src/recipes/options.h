// What is asked of a run: a recipe and its options, as they were given. Each recipe declares its
// own beside its code; what all of them have is declared here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "base/options.h"
#include "base/random.h"

namespace dplda {

struct Recipe;
struct RunSetup;

// What every recipe has.
struct RunOptions {
  std::string recipe;  // its name
  std::int64_t topics = 50;
  std::int64_t sweeps = 200;
  double alpha = 0.1;
  double delta = 1e-6;  // at which epsilon is stated; an option where a recipe has a total
  std::optional<std::int64_t> seed;
  std::string key_file;
  std::optional<Key> key;  // a secret key in memory, in place of a file's
  std::int64_t threads = 0;
  std::string checkpoint;
  std::int64_t every = 50;
  std::string resume;
  bool noise_check = true;  // an option of private recipes

  // Whether a secret key makes the run repeatable for whoever has it.
  bool keyed() const { return key || !key_file.empty(); }
};

// A recipe's own options beside those: the base of one struct per recipe.
class RecipeOptions : public RunOptions {
 public:
  virtual ~RecipeOptions() = default;

  virtual const Recipe& of() const = 0;
  // Declares its own, bound to this object, in the order in which they are shown.
  virtual OptionTable own() = 0;
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
  TrainOptions();  // those of the first recipe
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

// The defaults of a recipe. Throws InputError if there is none of that name.
TrainOptions options_for(const std::string& recipe);

// Bound to `options`, which must outlive the table; those that all recipes have around the recipe's
// own.
OptionTable option_table(RecipeOptions& options);
OptionTable option_table(TrainOptions& options);

// Sets one of them from text. Throws InputError if the recipe has no such option.
void set_option(TrainOptions& options, const std::string& name, const std::string& text);

// Throws InputError if a value is out of its range or options contradict one another.
void check(const TrainOptions& options);

// Throws InputError if options were given that do nothing together with the others. `given`:
// whether an option was.
void refuse_idle(const TrainOptions& options, const std::function<bool(const std::string&)>& given);

// The same with the recipe's defaults for all options that do nothing in the run's mode.
TrainOptions without_idle(const TrainOptions& options);

// The options that decide a run's result, as they are; those that do nothing in its mode left out.
nlohmann::ordered_json deciding_options(const TrainOptions& options);

// The settings of a named preset ("paper") for a recipe as JSON for from_json(); throws InputError
// for an unknown name.
nlohmann::ordered_json preset(const std::string& name, const std::string& recipe);

}  // namespace dplda
