// dplda split: a corpus file into one to train on and one to test with.
#include "corpus/split.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "corpus/prepare.h"

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
    if (outputs[0] == outputs[1]) throw InputError("-o needs two different files");
    const Corpus whole = open_corpus(corpus);
    const Split split = first ? split_at(whole.documents(), *first)
                              : split_at_random(whole.documents(), *fraction, seed);
    const Corpus train = selected(whole, split.train);
    const Corpus test = selected(whole, split.test);
    train.save(outputs[0]);
    try {
      test.save(outputs[1]);
    } catch (...) {
      std::error_code ignored;
      std::filesystem::remove(outputs[0], ignored);
      throw;
    }
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
