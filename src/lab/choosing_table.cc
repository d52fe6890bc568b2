// How good every recipe is by the size of the corpus, and how long it takes: the tables of
// docs/use/choosing-a-recipe.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "collect/contributor.h"
#include "lab/figures.h"
#include "lab/table_parts.h"
#include "privacy/stated_total.h"
#include "privacy/statement.h"
#include "training/setup.h"

namespace dplda {
namespace {

// A run is better than one topic by this factor, or it does not help: less goes with a recovery
// that is hardly better, either.
constexpr double kHelps = 0.95;
constexpr double kGood = 0.9;  // mean cosine

struct ChoosingRun {
  const char* flags;
  double bits = 0;  // epsilon of a bit of reports; 0: from the documents
  bool one_topic = false;
};

constexpr std::array kRuns = {
    ChoosingRun{"--topics 1 --sweeps 1", 0, true},
    ChoosingRun{"--recipe cgs"},
    ChoosingRun{"--recipe doc --target-epsilon 8"},
    ChoosingRun{"--recipe doc --target-epsilon 3"},
    ChoosingRun{"--recipe doc --target-epsilon 1"},
    ChoosingRun{"--recipe hdp --epsilon-noise 1"},
    ChoosingRun{"--recipe hdp --target-epsilon 100"},
    // Few sweeps are best there: `dplda experiment hdp-budget`.
    ChoosingRun{"--recipe hdp --target-epsilon 20 --sweeps 5"},
    ChoosingRun{"--recipe lp", 4},
    ChoosingRun{"--recipe lp", 2},
    ChoosingRun{"--recipe lp", 1},
};

// Medians over the seeds.
struct Measured {
  int runs = 0;
  double completion = std::nan("");
  double recovery = std::nan("");  // NaN: nothing was planted
  double seconds = std::nan("");
};

std::vector<const TableCorpus*> columns(Lab& lab) {
  std::vector<std::string> names = {"notes-250", "notes-500"};
  if (!lab.quick()) {
    names.insert(names.end(),
                 {"notes-1000", "notes-2000", "notes-5000", "notes-20000", "notes-100000", "kos"});
  }
  return lab.those_there(names);
}

// How often: once where there is no chance, or a run is slow; never where it takes minutes, or is
// known: KOS from reports is in the table of reports, and with 20,000 notes epsilon 8 is near plain
// training already.
std::int64_t seeds_of(const Lab& lab, const ChoosingRun& run, const TableCorpus& data) {
  const bool large = data.train.documents() >= 100'000;
  const bool too_slow = data.train.documents() >= 20'000 || data.name == "kos";
  if (run.bits > 0) return too_slow ? 0 : 1;
  if (large && std::string_view(run.flags).ends_with("--target-epsilon 8")) return 0;
  return run.one_topic || large || lab.quick() ? 1 : lab.seeds();
}

TrainOptions options_of(const ChoosingRun& run, const std::string& corpus) {
  const char* topics = run.one_topic ? "" : corpus == "kos" ? " --topics 30" : " --topics 24";
  return asked(std::string(run.flags) + topics);
}

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

Measured measured(Lab& lab, const ChoosingRun& run, const TableCorpus& data) {
  std::vector<double> completion;
  std::vector<double> recovery;
  std::vector<double> seconds;
  for (std::int64_t seed = 1; seed <= seeds_of(lab, run, data); ++seed) {
    TrainOptions options = options_of(run, data.name);
    options->seed = seed;
    const auto epsilon = run.bits > 0 ? std::optional<double>(run.bits) : std::nullopt;
    const nlohmann::ordered_json& result = lab.result(table_cell(data, options, epsilon));
    if (result.is_null()) continue;
    completion.push_back(result.at("completion"));
    seconds.push_back(result.at("cpu"));
    if (result.contains("recovery")) recovery.push_back(result.at("recovery"));
  }
  return {.runs = static_cast<int>(completion.size()),
          .completion = median(completion),
          .recovery = median(recovery),
          .seconds = median(seconds)};
}

std::string label_of(const ChoosingRun& run) {
  if (run.one_topic) return "one topic: `--topics 1`";
  if (run.bits > 0) return fmt::format("`perturb --epsilon {:g}`, then `{}`", run.bits, run.flags);
  const std::string flags = fmt::format("`{}`", run.flags);
  return asked(run.flags)->recipe == "cgs" ? "plain: " + flags : flags;
}

// What a run costs without a public seed, with its unit and view.
std::string total_of(const ChoosingRun& run, const TableCorpus& notes) {
  if (run.bits > 0) {
    ContributorOptions options;
    options.epsilon = run.bits;
    const std::string all = report_cost_text(Contributor(notes.train, options).header().parameters);
    const std::string_view before = "each report: ";
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = all.find('\n', at);
      const std::string line = all.substr(at, end - at);
      if (line.find("unit: presence") != std::string::npos) return line.substr(before.size());
      at = end + 1;
    }
  }
  const RunSetup setup = setup_of(options_of(run, notes.name));
  if (!setup.plan.charges()) return "none: protects nobody";
  return total_text(stated_total(setup.total(), setup.plan.unit, setup.plan.view, setup.run.delta));
}

bool helps(const Measured& run, const Measured& one_topic) {
  return run.completion < kHelps * one_topic.completion;
}

std::string quality_text(const Measured& run, const Measured& one_topic, bool is_one_topic) {
  if (run.runs == 0) return "-";
  std::string text = fmt::format("{:.0f}", run.completion);
  if (!is_one_topic && !helps(run, one_topic)) text = fmt::format("**{}**", text);
  if (std::isfinite(run.recovery)) text += fmt::format(" / {:.2f}", run.recovery);
  return text + (run.runs == 1 ? " *" : "");
}

// One row of the grid: what a run reached on every corpus.
using Row = std::vector<Measured>;

// The least number of notes from which on all that were tried pass.
template <class Passes>
std::string since(const std::vector<const TableCorpus*>& corpora, const Row& row,
                  const Passes& passes) {
  std::string least = "-";
  for (std::size_t c = corpora.size(); c-- > 0;) {
    if (!corpora[c]->planted || row[c].runs == 0) continue;
    if (!passes(c)) break;
    least = fmt::format("{}", corpora[c]->train.documents());
  }
  return least;
}

std::vector<Row> all_measured(Lab& lab, const std::vector<const TableCorpus*>& corpora) {
  std::vector<Row> rows;
  for (const ChoosingRun& run : kRuns) {
    Row row;
    for (const TableCorpus* data : corpora) row.push_back(measured(lab, run, *data));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Table choosing_table(Lab& lab) {
  const std::vector<const TableCorpus*> corpora = columns(lab);
  Table table{.title = "How good every recipe is, by the size of the corpus",
              .header = {"run", "total", "helps from", "good from"},
              .note =
                  "Perplexity by completion / mean cosine with what was planted. Bold: less "
                  "than 5% better than one topic. Medians; a star marks one seed, a dash a run "
                  "that was not made. delta 1e-6."};
  for (const TableCorpus* data : corpora) table.header.push_back(data->title);
  const std::vector<Row> rows = all_measured(lab, corpora);
  for (std::size_t r = 0; r < kRuns.size(); ++r) {
    const Row& row = rows[r];
    std::vector<std::string> cells = {
        label_of(kRuns[r]), total_of(kRuns[r], *corpora.front()),
        since(corpora, row, [&](std::size_t c) { return helps(row[c], rows[0][c]); }),
        since(corpora, row, [&](std::size_t c) { return row[c].recovery >= kGood; })};
    for (std::size_t c = 0; c < corpora.size(); ++c)
      cells.push_back(quality_text(row[c], rows[0][c], kRuns[r].one_topic));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table choosing_seconds_table(Lab& lab) {
  const std::vector<const TableCorpus*> corpora = columns(lab);
  Table table{.title = "How long every recipe takes, by the size of the corpus",
              .header = {"seconds of one core"},
              .note =
                  "CPU time of training with the check against noise; medians. Epsilons: doc: unit "
                  "document, view counts; hdp: unit word, view topics+counts; perturb: unit "
                  "presence, view report."};
  for (const TableCorpus* data : corpora) table.header.push_back(data->title);
  const std::vector<Row> rows = all_measured(lab, corpora);
  for (std::size_t r = 0; r < kRuns.size(); ++r) {
    std::vector<std::string> cells = {label_of(kRuns[r])};
    for (const Measured& run : rows[r]) {
      cells.push_back(run.runs == 0      ? "-"
                      : run.seconds < 10 ? fmt::format("{:.2g}", run.seconds)
                                         : fmt::format("{:.0f}", run.seconds));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace dplda
