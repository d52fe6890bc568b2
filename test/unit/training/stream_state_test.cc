#include "training/stream_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "base/errors.h"
#include "reference/archives.h"
#include "reference/options.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::MemorySource;
using test::run;
using test::source_of;
using test::StopAfterBatches;
using test::stream_options;
using test::Way;
using test::ways;

// One after the other, in the order of their names.
std::size_t numbers_in(const HeldState& state) {
  std::size_t numbers = 0;
  for (const auto& [name, array] : state.arrays()) {
    if (array.dtype == "<f8") numbers += array.bytes.size() / sizeof(double);
  }
  return numbers;
}

// Changes one of the real numbers that a state keeps.
void set_number(HeldState& state, std::size_t index, double number) {
  for (const auto& [name, array] : state.arrays()) {
    if (array.dtype != "<f8") continue;
    const std::size_t size = array.bytes.size() / sizeof(double);
    if (index >= size) {
      index -= size;
      continue;
    }
    HeldState::Array changed = array;
    std::memcpy(changed.bytes.data() + index * sizeof(double), &number, sizeof number);
    state.add(name, changed);
    return;
  }
}

class States : public testing::Test {
 protected:
  // A state after two batches.
  StreamState saved(const Way& way) {
    options = stream_options(way);
    options->checkpoint = path;
    MemorySource source = source_of(way);
    StopAfterBatches observer(2);
    run(way, source, options, observer);
    options->resume = path;
    return load_stream_state(path);
  }

  test::TemporaryDirectory directory;
  std::string path = directory / "state";
  TrainOptions options;
};

TEST_F(States, OfAnotherStreamOrOtherOptionsAreRefused) {
  const Way& way = ways()[4];
  const StreamState state = saved(way);
  const auto refused = [&](auto change) {
    TrainOptions other = options;
    change(other);
    EXPECT_THROW(run(way, other), InputError);
  };
  refused([](TrainOptions& o) { o->topics = 5; });
  refused([](TrainOptions& o) { o->seed = 9; });
  refused([](TrainOptions& o) { test::set(o, "lambda", "0.5"); });
  Way without = way;
  without.prior = false;
  EXPECT_THROW(run(without, options), InputError);
  MemorySource other(test::reports_of(test::planted_corpus(1, 200, 10, 4), 2, 1), 100);
  StreamObserver observer;
  EXPECT_THROW(run(way, other, options, observer), InputError);
  EXPECT_NO_THROW(run(way, options));
}

TEST_F(States, HoldWhatTheSourceWroteAsItWroteIt) {
  for (const char* source :
       {"", "3", R"({"documents":2,"digest":"a","next":18446744073709551615})"}) {
    StreamState state;
    state.source = source;
    EXPECT_EQ(stream_state_from(bytes_of(state)).source, source);
    save_stream_state(path, state);
    EXPECT_EQ(load_stream_state(path).source, source);
  }
  EXPECT_NE(bytes_of(StreamState()).find(R"("source":null)"), std::string::npos);
}

TEST_F(States, ThatAreDamagedOrNoneAreRefused) {
  const Way& way = ways()[8];
  const StreamState state = saved(way);
  const std::string bytes = test::read_file(path);
  for (std::size_t size = 0; size < bytes.size(); size += 61) {
    test::write_file(path, bytes.substr(0, size));
    EXPECT_THROW(load_stream_state(path), InputError) << size;
  }
  for (const double number :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    StreamState broken = state;
    set_number(broken.learnt, numbers_in(broken.learnt) - 1, number);
    save_stream_state(path, broken);
    EXPECT_THROW(load_stream_state(path), InputError);
  }
  for (const auto& [name, array] : state.learnt.arrays()) {
    StreamState broken = state;
    HeldState::Array shorter = array;
    shorter.bytes.resize(shorter.bytes.size() / 16 * 8);
    broken.learnt.add(name, shorter);
    save_stream_state(path, broken);
    EXPECT_THROW(run(way, options), InputError) << name;
  }
  MemorySource source = source_of(way);
  StreamObserver observer;
  TrainOptions fresh = stream_options(way);
  run(way, source, fresh, observer).model->save(path);
  EXPECT_THROW(load_stream_state(path), InputError);
  EXPECT_THROW(load_stream_state(directory / "missing"), InputError);
  save_stream_state(path, state);
  EXPECT_EQ(load_stream_state(path).learnt.arrays(), state.learnt.arrays());
}

// Numbers that no stream has: refused, or a model all the same; never something else.
TEST_F(States, WithStrangeNumbersAreRefusedOrGoOn) {
  for (const Way& way : ways()) {
    const StreamState state = saved(way);
    options->checkpoint.clear();
    for (const double number : {-1.0, 0.0, 1e-300, 1e300, -1e300}) {
      for (const std::size_t i : {std::size_t{0}, std::size_t{1}, numbers_in(state.learnt) / 2,
                                  numbers_in(state.learnt) - 1}) {
        StreamState strange = state;
        set_number(strange.learnt, i, number);
        save_stream_state(path, strange);
        MemorySource source = source_of(way);
        StopAfterBatches observer(1);
        try {
          run(way, source, options, observer);
        } catch (const InputError& error) {
          EXPECT_EQ(std::string(error.what()).find("the trained model"), std::string::npos)
              << way.name << " " << i << " " << number << ": " << error.what();
        }
      }
    }
  }
}

TEST_F(States, OfAnotherVersionAreRefused) {
  const auto write = [&](int version) {
    const std::string meta =
        R"({"format": "dplda-stream", "version": )" + std::to_string(version) +
        R"(, "batches": 1, "documents": 5, "options": {}, "origin": "", "run": "", "source": 1})";
    const std::string type = "|S" + std::to_string(meta.size());
    test::write_file(
        path, test::zip_file({{"meta.npy", test::npy_file(type, "()", meta)},
                              {"kept.npy", test::npy_numbers("<f8", std::vector<double>{1, 2})}}));
  };
  write(2);
  EXPECT_EQ(load_stream_state(path).learnt.get<double>("kept"), (std::vector<double>{1, 2}));
  write(1);
  EXPECT_THROW(load_stream_state(path), InputError);
}

}  // namespace
}  // namespace dplda
