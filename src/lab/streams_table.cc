// What streams of perturbed reports teach, with and without a clean corpus to begin with
// (docs/results/crowdsourced.md).
#include <fmt/format.h>

#include <cmath>

#include "lab/figures.h"
#include "lab/table_parts.h"

namespace dplda {
namespace {

constexpr const char* kPaper = "--recipe online-lp --preset paper";
constexpr const char* kMoment = "--recipe online-lp --preset paper --denoise moment";
constexpr const char* kDefaults = "--recipe online-lp";
constexpr const char* kDocuments = "--recipe online --preset paper";

// Lines that begin with so many documents.
struct StreamLines {
  std::uint64_t prior;
  std::vector<GridLine> lines;
};

GridLine stream_line(const char* run, std::string flags, bool once, std::vector<double> epsilons) {
  return {run, std::move(flags), once, std::move(epsilons)};
}

std::vector<StreamLines> stream_lines_of_kos() {
  const std::string paper = kPaper;
  const std::string defaults = kDefaults;
  std::vector<StreamLines> all = {
      {500,
       {stream_line("paper", paper, false, {5, 3, 1}), stream_line("online", kDocuments, false, {}),
        stream_line("defaults", defaults, false, {5, 3, 1})}},
      {0,
       {stream_line("paper, moment", kMoment, false, {3, 1}),
        stream_line("online", kDocuments, false, {}),
        stream_line("defaults", defaults, false, {5, 3, 1})}}};
  for (const std::uint64_t prior : {50u, 100u, 200u, 1000u})
    all.push_back(
        {prior,
         {stream_line("paper", paper, true, {3}), stream_line("defaults", defaults, true, {3})}});
  all.push_back({500,
                 {stream_line("paper, batch 40", paper + " --batch 40", true, {3}),
                  stream_line("defaults, batch 40", defaults + " --batch 40", true, {3}),
                  stream_line("paper, batch 160", paper + " --batch 160", true, {3}),
                  stream_line("defaults, batch 160", defaults + " --batch 160", true, {3}),
                  stream_line("paper, batch 640", paper + " --batch 640", true, {3}),
                  stream_line("defaults, batch 640", defaults + " --batch 640", true, {3}),
                  stream_line("paper, lambda auto", paper + " --lambda auto", true, {3, 1}),
                  stream_line("paper, lambda 1", paper + " --lambda 1", true, {3, 1}),
                  stream_line("paper, omega .9", paper + " --omega 0.9", true, {1})}});
  return all;
}

std::vector<StreamLines> stream_lines_of_sotu() {
  return {{1000,
           {stream_line("paper", kPaper, true, {5, 3, 1}),
            stream_line("defaults", kDefaults, true, {5, 3, 1})}}};
}

// A quick look has few documents.
std::uint64_t prior_in(const TableCorpus& data, std::uint64_t prior) {
  return std::min(prior, data.train.documents() / 2);
}

Lab::SeededCell stream_of(const TableCorpus& data, const GridRun& run, std::uint64_t prior,
                          bool every = false) {
  return [&data, run, prior, every](std::int64_t seed) {
    TrainOptions options = run.options;
    options->seed = seed;
    return table_stream_cell(data, options, run.epsilon, prior_in(data, prior), every);
  };
}

double after_first(const nlohmann::ordered_json& result) {
  return result.at("batches").at(0).at("perplexity").get<double>();
}

std::vector<std::string> stream_row(Lab& lab, const TableCorpus& data, const GridRun& run,
                                    std::uint64_t prior) {
  const Lab::SeededCell cell = stream_of(data, run, prior);
  const auto over = [&](const Lab::Reading& what) { return lab.over(run.seeds, cell, what); };
  const Point alone = over(reading("prior", "perplexity"));
  const Point last = over(reading("last", "perplexity"));
  const double gain = 100 * (last.y / alone.y - 1);
  return {data.name,
          run.run,
          epsilon_text(run.epsilon),
          fmt::format("{}", prior_in(data, prior)),
          spread_text(alone),
          text_of(over(after_first).y),
          spread_text(last),
          std::isfinite(gain) ? fmt::format("{:+.1f}%", gain) : "-",
          text_of(over(reading("binary", "perplexity")).y),
          text_of(over(reading("last", "completion")).y),
          text_of(over(reading("cpu")).y)};
}

// Rows after the prior and after every batch of a run with seed 1.
void add_curve(Lab& lab, const TableCorpus& data, const GridRun& run, std::uint64_t prior,
               Table& table) {
  const nlohmann::ordered_json& result = lab.result(stream_of(data, run, prior, true)(1));
  const auto add = [&](const std::string& after, const nlohmann::ordered_json& quality) {
    table.rows.push_back({run.run, epsilon_text(run.epsilon), after,
                          text_of(quality.at("perplexity").get<double>()),
                          text_of(quality.at("completion").get<double>())});
  };
  if (result.is_null()) return;
  if (!result.at("prior").is_null()) add("the prior", result["prior"]);
  std::size_t number = 0;
  for (const auto& batch : result.at("batches")) add(fmt::format("batch {}", ++number), batch);
}

}  // namespace

Table streams_table(Lab& lab) {
  Table table{.title = "Learning from streams: perplexity on held-out documents",
              .header = {"corpus", "run", "epsilon of a bit (presence; report)", "prior", "alone",
                         "first", "last", "gain", "binary", "completion", "CPU seconds"},
              .note =
                  "prior: random training documents that are known from the beginning; the rest "
                  "is the stream, in batches of 160. Test documents with counts (mean, least "
                  "to most over the seeds): the prior alone, after the first batch, after the "
                  "last; then binarised and by completion. 1000 words, 50 topics. Without an "
                  "epsilon: documents as they are."};
  for (const TableCorpus* data : lab.table_corpora({"kos", "sotu"})) {
    for (const StreamLines& part :
         data->name == "sotu" ? stream_lines_of_sotu() : stream_lines_of_kos()) {
      for (const GridRun& run : runs_of(lab, part.lines))
        table.rows.push_back(stream_row(lab, *data, run, part.prior));
    }
  }
  return table;
}

Table stream_curves_table(Lab& lab) {
  Table table{
      .title = "Learning from streams: perplexity after every batch",
      .header = {"run", "epsilon of a bit (presence; report)", "after", "same", "completion"},
      .note =
          "KOS, test documents with counts; seed 1, batches of 160. Runs that begin "
          "with a prior of 500 documents have a row for it alone."};
  const std::vector<StreamLines> parts = {
      {500,
       {stream_line("paper", kPaper, true, {3}), stream_line("defaults", kDefaults, true, {3, 1}),
        stream_line("defaults, beta .01", "--recipe online-lp --beta 0.01", true, {3})}},
      {0,
       {stream_line("paper, moment", kMoment, true, {3}),
        stream_line("defaults", kDefaults, true, {3})}}};
  const TableCorpus& data = *lab.table_corpora({"kos"}).front();
  for (const StreamLines& part : parts) {
    for (const GridRun& run : runs_of(lab, part.lines))
      add_curve(lab, data, run, part.prior, table);
  }
  return table;
}

}  // namespace dplda
