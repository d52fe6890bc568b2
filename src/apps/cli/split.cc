// dplda split: a corpus file into one to train on and one to test with.
#include "corpus/split.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "corpus/prepare.h"
#include "recipes/custody.h"

namespace dplda::cli {

namespace {

struct SplitVerb : CLI::App {
  SplitVerb() : CLI::App("Part a corpus into train and test documents", "split") {
    add_option("CORPUS", corpus, "corpus file")->required();
    add_option("-o,--output", outputs, "files to write: TRAIN TEST")
        ->required()
        ->expected(2)
        ->type_name("FILE");
    auto* first_option =
        add_option("--first", first, "train on the first N documents")->type_name("N");
    add_option("--fraction", fraction, "train on a random part of the documents")
        ->type_name("F")
        ->excludes(first_option);
    add_option("--seed", seed, "seed of the random part [default: 1]")
        ->type_name("N")
        ->excludes(first_option);
    callback([this] { run(); });
  }

  void run() const {
    if (!first && !fraction) throw InputError("give --first N or --fraction F");
    const std::string first_file = resolved_path(outputs[0]);
    const std::string second_file = resolved_path(outputs[1]);
    if (first_file == second_file) throw InputError("-o needs two different files");
    if (resolved_path(corpus) == first_file || resolved_path(corpus) == second_file)
      throw InputError("-o names the corpus itself; name other files");
    // Both are opened before either is written: the two appear together or not at all.
    AtomicFile train(outputs[0], kOwnerOnly);
    AtomicFile test(outputs[1], kOwnerOnly);
    const Corpus whole = with_lineage(open_corpus(corpus), corpus);
    const Split split = first ? split_at(whole.documents(), *first)
                              : split_at_random(whole.documents(), *fraction, seed);
    selected(whole, split.train).write(train);
    selected(whole, split.test).write(test);
    train.commit();
    test.commit();
  }

  std::string corpus;
  std::vector<std::string> outputs;
  std::optional<std::uint64_t> first;
  std::optional<double> fraction;
  std::uint64_t seed = 1;
};

}  // namespace

void add_split(CLI::App& app) { app.add_subcommand(std::make_shared<SplitVerb>()); }

}  // namespace dplda::cli
