#include "base/key_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <memory>

#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

namespace fs = std::filesystem;

std::string refusal(const std::string& path) {
  return test::input_error([&] { key_from_file(path); });
}

TEST(KeyFile, ItsBytesAreTheKey) {
  const test::TemporaryDirectory directory;
  test::write_key(directory / "key", 'a');
  const Key key = key_from_file(directory / "key");
  EXPECT_EQ(std::string(key.begin(), key.end()), test::read_file(directory / "key"));
}

TEST(KeyFile, OneThatOthersMayReadOrWriteIsRefusedWithTheRemedy) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "key";
  test::write_key(path);
  for (const fs::perms open : {fs::perms::group_read, fs::perms::group_write,
                               fs::perms::others_read, fs::perms::others_write}) {
    fs::permissions(path, open, fs::perm_options::add);
    EXPECT_NE(refusal(path).find("chmod 600 " + path), std::string::npos);
    fs::permissions(path, open, fs::perm_options::remove);
    EXPECT_EQ(refusal(path), "");
  }
}

TEST(KeyFile, EqualBytesAreNoSecret) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "key";
  for (const char byte : {'\0', 'k', '\xff'}) {
    test::write_key(path);
    test::write_file(path, std::string(32, byte));
    EXPECT_NE(refusal(path).find("all its bytes are equal"), std::string::npos);
  }
}

TEST(KeyFile, WhatHoldsAnotherNumberOfBytesIsNoKeyFile) {
  const test::TemporaryDirectory directory;
  for (const std::size_t size : {0, 31, 33}) {
    test::write_file(directory / "key", std::string(size, 'k'));
    EXPECT_NE(refusal(directory / "key").find("must hold 32 bytes"), std::string::npos);
  }
  EXPECT_NE(refusal(directory / "absent").find("absent"), std::string::npos);
  EXPECT_NE(refusal(directory.path()), "");
}

TEST(Key, IsOverwrittenWhenItGoes) {
  alignas(Key) std::array<std::uint8_t, sizeof(Key)> place;
  place.fill(1);
  Key* const key = std::construct_at(reinterpret_cast<Key*>(place.data()), random_key());
  EXPECT_NE(*key, Key());
  std::destroy_at(key);
  // What is left, looked at from outside the object's life.
  const volatile std::uint8_t* left = place.data();
  for (std::size_t i = 0; i < place.size(); ++i) EXPECT_EQ(left[i], 0) << i;
}

// The name stands in ledgers; what was drawn under the key follows from the key alone.
TEST(RunName, ShowsNothingOfTheKeyAndIsTheSameForNoOther) {
  Key key = key_from_seed(1);
  const std::string name = run_name(key);
  EXPECT_EQ(name.size(), 32u);
  std::string digits;
  for (const std::uint8_t byte : key) digits += fmt::format("{:02x}", byte);
  for (std::size_t i = 0; i + 8 <= digits.size(); i += 2)
    EXPECT_EQ(name.find(digits.substr(i, 8)), std::string::npos) << i;
  EXPECT_EQ(run_name(key), name);
  for (std::size_t i = 0; i < key.size(); ++i) {
    Key other = key;
    other[i] ^= 1;
    EXPECT_NE(run_name(other), name) << i;
  }
}

}  // namespace
}  // namespace dplda
