// dplda split: a corpus file into one to train on and one to test with.
#include "corpus/split.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/verb.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "base/paths.h"
#include "corpus/prepare.h"
#include "training/custody.h"
#include "training/publication.h"

namespace dplda::cli {

namespace {

struct SplitFlags {
  std::string corpus;
  std::vector<std::string> outputs;
  std::optional<std::int64_t> first;
  std::optional<double> fraction;
  std::int64_t seed = 1;

  OptionTable table();
};

OptionTable SplitFlags::table() {
  return {{.name = "output",
           .target = &outputs,
           .help = "files to write: TRAIN TEST",
           .metavar = "FILE",
           .letter = 'o',
           .required = true,
           .values = 2},
          {.name = "first", .target = &first, .help = "train on the first N documents", .least = 0},
          {.name = "fraction",
           .target = &fraction,
           .help = "train on a random part of the documents",
           .metavar = "F",
           .excludes = {"first"}},
          {.name = "seed",
           .target = &seed,
           .help = "seed of the random part",
           .least = 0,
           .excludes = {"first"}}};
}

void split(SplitFlags& flags) {
  check(flags.table());
  if (!flags.first && !flags.fraction) throw InputError("give --first N or --fraction F");
  const std::string first_file = resolved_path(flags.outputs[0]);
  const std::string second_file = resolved_path(flags.outputs[1]);
  for (const std::string& output : flags.outputs) refuse_to_replace_paid(output);
  if (first_file == second_file) throw InputError("-o needs two different files");
  const std::string corpus = resolved_path(flags.corpus);
  if (corpus == first_file || corpus == second_file)
    throw InputError("-o names the corpus itself; name other files");
  // Both are opened before either is written: the two appear together or not at all.
  AtomicFile train(flags.outputs[0], kOwnerOnly);
  AtomicFile test(flags.outputs[1], kOwnerOnly);
  const Corpus whole = with_lineage(open_corpus(flags.corpus), flags.corpus);
  const Split parts = flags.first
                          ? split_at(whole.documents(), static_cast<std::uint64_t>(*flags.first))
                          : split_at_random(whole.documents(), *flags.fraction,
                                            static_cast<std::uint64_t>(flags.seed));
  selected(whole, parts.train).write(train);
  selected(whole, parts.test).write(test);
  train.commit();
  test.commit();
}

}  // namespace

Verb split_verb() {
  const auto flags = std::make_shared<SplitFlags>();
  return {.name = "split",
          .help = "Part a corpus into train and test documents",
          .arguments = {{.name = "CORPUS",
                         .target = &flags->corpus,
                         .help = "corpus file",
                         .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given&) { split(*flags); }};
}

}  // namespace dplda::cli
