// dplda generate: synthetic corpora with planted topics, for demonstrations and tests.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/files.h"
#include "corpus/clinic.h"
#include "corpus/lda_generator.h"

namespace dplda::cli {

namespace {

// Above this many numbers the planted topics are written only where asked for.
constexpr std::int64_t kMostPlanted = 10'000'000;

struct ClinicVerb : CLI::App {
  ClinicVerb() : CLI::App("Write invented clinic notes about a dozen conditions", "clinic") {
    add_option("-o,--output", output, "text to write, a note a line; -: standard output")
        ->required()
        ->type_name("FILE");
    add_option("--topics-out", topics_out,
               "what was planted, as JSON [default: beside the output; none for -]")
        ->type_name("FILE");
    add_option("--labels", labels_out,
               "what each note is, a line a note: its first author's style, a tab, its main "
               "condition [default: not written]")
        ->type_name("FILE");
    add_options(*this, option_table(options));
    callback([this] { run(); });
  }

  void run() {
    check(option_table(options));
    if (topics_out.empty() && output != "-") topics_out = planted_topics_path(output);
    if (topics_out == output) throw InputError("--topics-out and -o name the same file");
    if (!labels_out.empty() && (labels_out == output || labels_out == topics_out)) {
      throw InputError(fmt::format("--labels and {} name the same file",
                                   labels_out == output ? "-o" : "--topics-out"));
    }
    AtomicFile file(output);
    std::optional<AtomicFile> topics, labels;
    if (!topics_out.empty()) topics.emplace(topics_out);
    if (!labels_out.empty()) labels.emplace(labels_out);
    const PlantedTopics planted = generate_clinic(options, [&](const ClinicNote& note) {
      file.write(note.text);
      file.write("\n");
      if (labels) labels->write(fmt::format("{}\t{}\n", note.style, note.conditions.front()));
    });
    if (topics) write_planted_topics(planted, *topics);
    file.commit();
    if (topics) topics->commit();
    if (labels) labels->commit();
  }

  std::string output;
  std::string topics_out;
  std::string labels_out;
  ClinicOptions options;
};

struct LdaVerb : CLI::App {
  LdaVerb() : CLI::App("Draw a corpus from the LDA model itself", "lda") {
    add_option("-o,--output", output, "corpus file to write (.npz)")->required()->type_name("FILE");
    add_option(
        "--topics-out", topics_out,
        fmt::format("what was planted, as JSON [default: beside the output, up to {} million "
                    "words x topics]",
                    kMostPlanted / 1'000'000))
        ->type_name("FILE");
    add_options(*this, option_table(options));
    callback([this] { run(); });
  }

  void run() {
    check(option_table(options));
    if (output == "-") throw InputError("-o: a corpus file cannot go to standard output");
    const bool fits = options.words <= kMostPlanted / options.topics;
    if (topics_out.empty() && fits) topics_out = planted_topics_path(output);
    if (topics_out == output) throw InputError("--topics-out and -o name the same file");
    std::optional<AtomicFile> topics;
    if (!topics_out.empty()) topics.emplace(topics_out);
    const std::vector<double> phi = generate_lda(options, output);
    if (!topics) {
      tell(fmt::format(
          "The planted topics are large and were not written; --topics-out FILE does it.\n"));
    } else {
      write_planted_topics(planted_topics(phi, numbered_words(options.words)), *topics);
      topics->commit();
    }
  }

  std::string output;
  std::string topics_out;
  LdaOptions options;
};

}  // namespace

void add_generate(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("generate", "Make a synthetic corpus with planted topics");
  verb->require_subcommand(1);
  verb->add_subcommand(std::make_shared<ClinicVerb>());
  verb->add_subcommand(std::make_shared<LdaVerb>());
}

}  // namespace dplda::cli
