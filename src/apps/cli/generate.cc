// dplda generate: synthetic corpora with planted topics, for demonstrations and tests.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "base/errors.h"
#include "base/files.h"
#include "corpus/clinic.h"
#include "corpus/lda_generator.h"
#include "training/publication.h"

namespace dplda::cli {

namespace {

// Above this many numbers the planted topics are written only where asked for.
constexpr std::int64_t kMostPlanted = 10'000'000;

struct ClinicFlags {
  std::string output;
  std::string topics_out;
  std::string labels_out;
  ClinicOptions options;

  OptionTable table();
};

OptionTable ClinicFlags::table() {
  OptionTable table = {
      {.name = "output",
       .target = &output,
       .help = "text to write, one note per line; -: standard output",
       .metavar = "FILE",
       .letter = 'o',
       .required = true},
      {.name = "topics-out",
       .target = &topics_out,
       .help = "what was planted, as JSON [default: beside the output; none for -]",
       .metavar = "FILE"},
      {.name = "labels",
       .target = &labels_out,
       .help = "what each note is, one line per note: its first author's style, a tab, its main "
               "condition [default: not written]",
       .metavar = "FILE"}};
  for (Option& option : option_table(options)) table.push_back(std::move(option));
  return table;
}

void generate_notes(ClinicFlags& flags) {
  check(flags.table());
  const auto& [output, _, labels_out, options] = flags;
  std::string& topics_out = flags.topics_out;
  if (topics_out.empty() && output != "-") topics_out = planted_topics_path(output);
  if (topics_out == output) throw InputError("--topics-out and -o name the same file");
  if (!labels_out.empty() && (labels_out == output || labels_out == topics_out)) {
    throw InputError(fmt::format("--labels and {} name the same file",
                                 labels_out == output ? "-o" : "--topics-out"));
  }
  refuse_to_replace_paid(output);
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

Verb clinic_verb() {
  const auto flags = std::make_shared<ClinicFlags>();
  return {.name = "clinic",
          .help = "Write invented clinic notes about a dozen conditions",
          .flags = flags->table(),
          .run = [flags](const Given&) { generate_notes(*flags); }};
}

struct LdaFlags {
  std::string output;
  std::string topics_out;
  LdaOptions options;

  OptionTable table();
};

OptionTable LdaFlags::table() {
  OptionTable table = {
      {.name = "output",
       .target = &output,
       .help = "corpus file to write (.npz)",
       .metavar = "FILE",
       .letter = 'o',
       .required = true},
      {.name = "topics-out",
       .target = &topics_out,
       .help = fmt::format("what was planted, as JSON [default: beside the output, up to {} "
                           "million words x topics]",
                           kMostPlanted / 1'000'000),
       .metavar = "FILE"}};
  for (Option& option : option_table(options)) table.push_back(std::move(option));
  return table;
}

void generate_from_model(LdaFlags& flags) {
  check(flags.table());
  const LdaOptions& options = flags.options;
  const std::string& output = flags.output;
  std::string& topics_out = flags.topics_out;
  if (output == "-") throw InputError("-o: a corpus file cannot go to standard output");
  const bool fits = options.words <= kMostPlanted / options.topics;
  if (topics_out.empty() && fits) topics_out = planted_topics_path(output);
  if (topics_out == output) throw InputError("--topics-out and -o name the same file");
  std::optional<AtomicFile> topics;
  if (!topics_out.empty()) topics.emplace(topics_out);
  refuse_to_replace_paid(output);
  const std::vector<double> phi = generate_lda(options, output);
  if (!topics) {
    tell("The planted topics are large and were not written; --topics-out FILE does it.\n");
    return;
  }
  write_planted_topics(planted_topics(phi, numbered_words(options.words)), *topics);
  topics->commit();
}

Verb lda_verb() {
  const auto flags = std::make_shared<LdaFlags>();
  return {.name = "lda",
          .help = "Draw a corpus from the LDA model itself",
          .flags = flags->table(),
          .run = [flags](const Given&) { generate_from_model(*flags); }};
}

}  // namespace

Verb generate_verb() {
  return {.name = "generate",
          .help = "Make a synthetic corpus with planted topics",
          .verbs = {clinic_verb(), lda_verb()}};
}

}  // namespace dplda::cli
