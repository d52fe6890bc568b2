// dplda: topic models that keep their authors' secrets. This header is the whole public face of the
// library: documents in, a model out, and what that cost the people in the documents.
//
//   dplda::Settings settings("doc");
//   settings.set("topics", 20).set("target-epsilon", 3).set("ledger", "notes.ledger");
//   const dplda::Documents notes = dplda::Documents::open("notes.npz");
//   const dplda::TopicModel model = dplda::fit(notes, settings).model;
//   std::cout << model.statement();
//
// Options have the names, defaults and meanings of the command line's flags (docs/use/cpp.md).
// Objects can be moved and are used by one thread at a time; const functions may be called from
// several. Nothing here prints or exits: failures are the exceptions of dplda/errors.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dplda/errors.h"
#include "dplda/export.h"

namespace dplda {

// "0.1.0".
DPLDA_API std::string_view version();

// ---- What there is to choose -------------------------------------------------------------------

struct RecipeDescription {
  std::string name;     // "hdp"
  std::string summary;  // one line
  bool reports;         // learns from reports of contributors
  bool stream;          // learns batch by batch
};
DPLDA_API std::vector<RecipeDescription> recipe_descriptions();

struct OptionDescription {
  enum class Kind { kSwitch, kWholeNumber, kNumber, kText };

  std::string name;  // "target-epsilon"
  Kind kind = Kind::kText;
  bool optional = false;             // may be left without a value
  std::string value;                 // the present one as text; empty: none
  std::string help;                  // one line
  std::vector<std::string> choices;  // empty: any
};

// How to train, to perturb or to measure.
class DPLDA_API Settings {
 public:
  // The defaults of a recipe. Throws InputError naming the recipes that there are.
  explicit Settings(std::string_view recipe);
  // Those of a contributor, for perturb().
  static Settings for_reports();
  // Those of audit(), of experiment(), and of attack() on models of a recipe; `kind`: "membership"
  // or "topics".
  static Settings for_audit();
  static Settings for_experiment();
  static Settings for_attack(std::string_view kind, std::string_view recipe);
  Settings(const Settings& other);
  Settings& operator=(const Settings& other);
  Settings(Settings&&) noexcept;
  Settings& operator=(Settings&&) noexcept;
  ~Settings();

  // Sets an option, from text as a flag would bring it. Throws InputError if the recipe has no
  // option of that name, or the text is not of its type; ranges are checked when it is used.
  Settings& set(std::string_view name, std::string_view value);
  Settings& set(std::string_view name, const char* value);
  Settings& set(std::string_view name, bool value);
  Settings& set(std::string_view name, int value);
  Settings& set(std::string_view name, std::int64_t value);
  Settings& set(std::string_view name, double value);
  // A secret key in memory, in place of the option key-file. Throws InputError if all its bytes are
  // equal.
  Settings& set_key(std::span<const std::uint8_t, 32> key);
  // Settings by the name of a preset ("paper"); what was or is set by name wins over it.
  Settings& set_preset(std::string_view preset);

  // Every option there is, with its present value.
  std::vector<OptionDescription> options() const;

  struct [[gnu::visibility("hidden")]] State;
  const State& state() const { return *state_; }

 private:
  Settings();

  std::unique_ptr<State> state_;
};

// What a run would release and what that costs; needs no data.
struct CostPlan {
  std::string text;  // for people
  std::string json;  // docs/use/formats.md
  bool is_private;
};
// Throws InputError if the settings contradict one another.
DPLDA_API CostPlan plan(const Settings& settings);

// ---- Documents and reports ---------------------------------------------------------------------

// Where a list of words came from decides what may be claimed for a model that shows it.
enum class WordOrigin {
  kDocuments,  // chosen from the documents themselves: no model that shows them is private
  kPublic,     // stated by the caller to be public
};

// Documents in compressed rows: document m has words[i] counts[i] times, for i from offsets[m] to
// before offsets[m + 1].
struct DocumentRows {
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> words;   // ascending in each document
  std::span<const std::int32_t> counts;  // at least 1
};

// Documents as bags of words. Immutable.
class DPLDA_API Documents {
 public:
  // A corpus file, or any format that `dplda prepare` reads. Its ledger is the file beside it
  // unless the settings name another.
  static Documents open(const std::string& path);
  // Over words and counts that the caller keeps until the last use. Data in memory have no ledger
  // unless the settings name one. Throws InputError if the rows are not as DocumentRows says.
  static Documents over(std::vector<std::int64_t> offsets, std::span<const std::int32_t> words,
                        std::span<const std::int32_t> counts, std::vector<std::string> word_list,
                        WordOrigin origin);
  // The same rows, owned.
  static Documents of(std::vector<std::int64_t> offsets, std::vector<std::int32_t> words,
                      std::vector<std::int32_t> counts, std::vector<std::string> word_list,
                      WordOrigin origin);
  // From documents as lists of words. Words outside the list are left out; with an empty one all
  // words that occur are taken, in ascending order, which are kDocuments: it throws InputError if
  // they are stated to be public.
  static Documents of_tokens(const std::vector<std::vector<std::string>>& documents,
                             std::vector<std::string> word_list, WordOrigin origin);
  Documents(Documents&&) noexcept;
  Documents& operator=(Documents&&) noexcept;
  ~Documents();

  std::uint64_t size() const;
  std::uint64_t tokens() const;
  const std::vector<std::string>& words() const;
  // "public", "assumed-public", "private" or "data".
  std::string word_origin() const;
  DocumentRows rows() const;
  // The same documents expressed in another list of words; what they are charged to stays. Throws
  // InputError for a public list if which words they have left was decided by all of them together:
  // no list undoes that.
  Documents matched_to(std::vector<std::string> word_list, WordOrigin origin) const;
  // Writes a corpus file, atomically.
  void save(const std::string& path) const;

  struct [[gnu::visibility("hidden")]] State;
  explicit Documents(std::unique_ptr<State> state);
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// Perturbed reports of contributors. Immutable.
class DPLDA_API ReportSet {
 public:
  static ReportSet open(const std::string& path);
  // From the bytes of a stream of reports (docs/use/reports.md).
  static ReportSet read(std::string_view bytes);
  ReportSet(ReportSet&&) noexcept;
  ReportSet& operator=(ReportSet&&) noexcept;
  ~ReportSet();

  std::uint64_t size() const;
  std::uint64_t refused() const;  // damaged, foreign or implausible ones
  const std::vector<std::string>& words() const;

  struct [[gnu::visibility("hidden")]] State;
  explicit ReportSet(std::unique_ptr<State> state);
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// The reports of documents, one each, as the bytes of a stream, ready to be sent.
// `settings`: Settings::for_reports(), with an epsilon. Throws InputError if the words were chosen
// from the documents.
DPLDA_API std::string perturb(const Documents& documents, const Settings& settings);
// What one report costs its contributor, one line per unit.
DPLDA_API std::string report_cost(const ReportSet& reports);

// ---- Models ------------------------------------------------------------------------------------

// Everything that a model is made of.
struct ModelParts {
  std::vector<std::string> words;
  std::string word_origin;    // as Documents::word_origin()
  std::vector<float> phi;     // topics x words
  std::vector<double> alpha;  // one per topic
  double beta = 0;
  std::vector<float> prevalence;  // one per topic, or empty
  std::vector<float> coherence;   // one per topic, or empty
  std::string meta_json;
};

// What was learnt. Immutable.
class DPLDA_API TopicModel {
 public:
  // Throws InputError unless the parts fit one another and the rows of phi are probabilities.
  static TopicModel of(ModelParts parts);
  ModelParts parts() const;
  static TopicModel load(const std::string& path);
  // Writes a model file, atomically.
  void save(const std::string& path) const;
  TopicModel(TopicModel&&) noexcept;
  TopicModel& operator=(TopicModel&&) noexcept;
  ~TopicModel();

  std::size_t topics() const;
  const std::vector<std::string>& words() const;
  std::span<const float> phi() const;         // topics x words: a row sums to 1
  std::span<const float> prevalence() const;  // of each topic; empty: not known
  std::span<const double> alpha() const;      // of each topic
  double beta() const;
  // A topic's most probable words.
  std::vector<std::string> top_words(std::size_t topic, std::size_t count) const;

  // Topic shares, documents x topics: each row sums to 1. Words are matched by spelling. What it
  // says of a document is as private as the document. `threads`: 0 means all cores.
  std::vector<float> infer(const Documents& documents, int threads = 0) const;
  // How well it predicts documents; `completion`: half of each document from the other half. Throws
  // InputError if they have no word of the model, or none to predict.
  double perplexity(const Documents& documents, bool completion = false, int threads = 0) const;
  // The log-likelihood of all their words given each document's own topic shares. Throws as above.
  double log_likelihood(const Documents& documents, int threads = 0) const;

  // Whether the run protected anyone, and the statement for people who answer for the data.
  bool is_private() const;
  std::string statement() const;
  // The same as a record (docs/use/formats.md, "The privacy record").
  std::string privacy_json() const;
  // How it was made: recipe, options, sweeps.
  std::string meta_json() const;

  struct [[gnu::visibility("hidden")]] State;
  explicit TopicModel(std::unique_ptr<State> state);
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// ---- Training ----------------------------------------------------------------------------------

// How far a run is: sweeps over documents, or documents of a stream.
struct Progress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};
// Called after every sweep, or every batch of a stream, from the thread that called; true ends the
// run there, with a usable model.
using Watch = std::function<bool(const Progress& progress)>;

struct Fitted {
  TopicModel model;
  std::uint64_t sweeps = 0;  // done
  bool interrupted = false;  // by the watch, or because a checkpoint could not be written:
  std::string checkpoint_failure = {};  // the reason then; the model is good, and was paid for
  std::string ledger_notice = {};       // where it was charged, if that is not the place to expect
};

// Learns topics. Every release is charged before it is made. Throws BudgetExhausted before anything
// is released that the budget does not cover, InputError for settings or data that do not fit.
DPLDA_API Fitted fit(const Documents& documents, const Settings& settings, const Watch& watch = {});
// The same from reports, for recipes that learn from those.
DPLDA_API Fitted fit(const ReportSet& reports, const Settings& settings, const Watch& watch = {});

// Learns from batches as they come: recipes online (documents) and online-lp (reports).
class DPLDA_API StreamFit {
 public:
  explicit StreamFit(Settings settings);
  // Goes on from what state_bytes() of another gave, under the same settings.
  StreamFit(Settings settings, std::string_view state_bytes);
  StreamFit(StreamFit&&) noexcept;
  StreamFit& operator=(StreamFit&&) noexcept;
  ~StreamFit();

  // Learns all of them now, in batches of the option `batch`, the last of which may be smaller.
  // Words must be those of the first call. Returns false if the watch ended it between batches.
  // Throws InputError if another thread is learning here, too.
  bool learn(const Documents& documents, const Watch& watch = {});
  bool learn(const ReportSet& reports, const Watch& watch = {});

  std::uint64_t batches() const;
  std::uint64_t documents() const;  // or reports
  // Of what was learnt last. Throws InputError if this object has learnt nothing yet.
  const TopicModel& model() const;
  // For recipe online it holds counts of the documents: as private as they are.
  std::string state_bytes() const;

  struct [[gnu::visibility("hidden")]] State;

 private:
  std::unique_ptr<State> state_;
};

// ---- Measuring ---------------------------------------------------------------------------------

// Looks at long work. It is told how far that is, now and then and by any thread but one at a time;
// an empty text says nothing new. True ends the work at its next safe place.
using Lookout = std::function<bool(const std::string& text)>;

struct Measured {
  std::string
      json;  // the record (docs/use/formats.md); empty: it was ended too early to say anything
  std::string failure;  // audit: the claim that was refuted, or the mistake that was not caught
  bool interrupted = false;  // by the lookout
};

// Tries to refute what the mechanisms claim. `settings`: Settings::for_audit().
DPLDA_API Measured audit(const Settings& settings, const Lookout& lookout = {});
// What somebody learns about these documents from models of them, which nobody keeps. `settings`:
// Settings::for_attack(). Throws InputError for settings or data that do not fit.
DPLDA_API Measured attack(const Documents& documents, const Settings& settings,
                          const Lookout& lookout = {});

struct Experiments {
  struct Figure {
    std::string name;
    std::string finding;  // what it shows, in a sentence
    std::string note;     // what was measured
  };
  std::vector<Figure> figures;
  std::string report;        // the path of a page
  bool interrupted = false;  // the same call goes on from there
};

// Does the published experiments again. `figures`: names, or "all"; `output`: a directory;
// `settings`: Settings::for_experiment().
DPLDA_API Experiments experiment(const std::vector<std::string>& figures, const std::string& output,
                                 const Settings& settings, const Lookout& lookout = {});

}  // namespace dplda
