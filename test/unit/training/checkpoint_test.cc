#include "training/checkpoint.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/errors.h"
#include "base/files.h"
#include "base/npz.h"
#include "reference/observers.h"
#include "unit/training/private_runs.h"

namespace dplda {
namespace {

using test::key_file;
using test::run;
using test::small_corpus;
using test::small_options;

// The same noise over the topics of another run would show both tables.
TEST(PrivateTraining, ACheckpointOfAnotherKeyIsRefusedUnderAKeyFile) {
  const test::TemporaryDirectory directory;
  TrainOptions options = small_options("hdp");
  options->checkpoint = directory / "state";
  run(small_corpus(), options);
  options->resume = options->checkpoint;
  options->checkpoint.clear();
  options->key_file = key_file(directory);
  EXPECT_THROW(run(small_corpus(), options), InputError);
}

// Nor by a detour: begun under the key file, gone on under another key, taken back.
TEST(PrivateTraining, ACheckpointThatWentOnUnderAnotherKeyIsRefusedUnderAKeyFile) {
  const test::TemporaryDirectory directory;
  TrainOptions first = small_options("hdp");
  first->every = 4;
  first->key_file = key_file(directory);
  first->checkpoint = directory / "one";
  {
    test::StopAfter observer(4);
    train(small_corpus(), first, observer);
  }
  TrainOptions second = small_options("hdp");
  second->every = 4;
  second->resume = directory / "one";
  second->checkpoint = directory / "two";
  {
    test::StopAfter observer(8);
    train(small_corpus(), second, observer);
  }
  TrainOptions third = first;
  third->checkpoint.clear();
  third->resume = directory / "two";
  EXPECT_THROW(run(small_corpus(), third), InputError);
}

std::vector<std::string> names_in(const std::string& path) { return NpzReader(path).names(); }

// Leaves nothing of an array (0), half of it (1), or all but a number (2).
void cut_array(const std::string& path, const std::string& name, std::size_t left) {
  NpzReader archive(path);
  AtomicFile file(path, 0600);
  NpzWriter copy(file);
  for (const std::string& each : archive.names()) {
    const NpyArray& array = archive.array(each);
    const std::uint64_t size = array.size();
    const std::uint64_t kept = each != name ? size
                               : left == 0  ? 0
                               : left == 1  ? size / 2
                                            : size - 1;
    if (each == "meta") {
      copy.add_string(each, archive.string(each));
    } else if (kept > 0 || left > 0 || each != name) {
      copy.add(each, array.dtype, {kept}, array.bytes.first(array.bytes.size() / size * kept));
    }
  }
  copy.finish();
  file.commit();
}

TEST(PrivateTraining, ACheckpointWithoutWhatTheRecipeKeptIsRefused) {
  const test::TemporaryDirectory directory;
  for (const char* recipe : {"hdp", "doc", "drawn", "accumulate"}) {
    TrainOptions options = small_options(recipe);
    options->checkpoint = directory / "state";
    {
      test::StopAfter observer(9);
      train(small_corpus(), options, observer);
    }
    options->resume = options->checkpoint;
    options->checkpoint.clear();
    const std::string whole = test::read_file(options->resume);
    for (const std::string& name : names_in(options->resume)) {
      if (name == "meta") continue;
      for (const std::size_t left : {0, 1, 2}) {
        cut_array(options->resume, name, left);
        EXPECT_THROW(run(small_corpus(), options), InputError) << recipe << " " << name;
        test::write_file(options->resume, whole);
      }
    }
    EXPECT_NO_THROW(run(small_corpus(), options)) << recipe;
  }
}

}  // namespace
}  // namespace dplda
