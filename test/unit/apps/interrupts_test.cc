#include "apps/cli/interrupts.h"

#include <gtest/gtest.h>

#include <csignal>

namespace dplda::cli {
namespace {

using Handler = void (*)(int);

volatile std::sig_atomic_t others = 0;

void count(int) { others = others + 1; }

// Sets a handler as another program might, and what stood before it afterwards.
class Installed {
 public:
  Installed(int signal, Handler handler) : signal_(signal) {
    struct sigaction action = {};
    action.sa_handler = handler;
    sigaction(signal, &action, &before_);
  }
  ~Installed() { sigaction(signal_, &before_, nullptr); }
  Installed(const Installed&) = delete;
  Installed& operator=(const Installed&) = delete;

 private:
  int signal_;
  struct sigaction before_ = {};
};

Handler handler_of(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

TEST(Interrupts, TheFirstIsSeenAndTheSecondIsForWhoeverStoodThereBefore) {
  const Installed host(SIGINT, count);
  others = 0;
  const Interrupts interrupts;
  EXPECT_FALSE(Interrupts::seen());
  std::raise(SIGINT);
  EXPECT_TRUE(Interrupts::seen());
  EXPECT_EQ(Interrupts::signal(), SIGINT);
  EXPECT_EQ(Interrupted::exit_code(), 130);
  EXPECT_EQ(others, 0);
  std::raise(SIGINT);
  EXPECT_EQ(others, 1);
}

TEST(Interrupts, HandlersThatStoodBeforeArePutBack) {
  const Installed host(SIGTERM, count);
  { const Interrupts untouched; }
  EXPECT_EQ(handler_of(SIGTERM), count);
  {
    const Interrupts interrupts;
    std::raise(SIGTERM);
  }
  EXPECT_EQ(handler_of(SIGTERM), count);
}

TEST(Interrupts, WhatIsIgnoredStaysIgnored) {
  const Installed nohup(SIGHUP, SIG_IGN);
  {
    const Interrupts interrupts;
    EXPECT_EQ(handler_of(SIGHUP), SIG_IGN);
    std::raise(SIGHUP);
    EXPECT_FALSE(Interrupts::seen());
  }
  EXPECT_EQ(handler_of(SIGHUP), SIG_IGN);
}

TEST(Interrupts, ASecondRunIsNotStoppedByTheFirstOnesInterrupt) {
  const Installed host(SIGINT, count);
  {
    const Interrupts first;
    std::raise(SIGINT);
  }
  EXPECT_TRUE(Interrupts::seen());  // what it stopped may still be told
  const Interrupts second;
  EXPECT_FALSE(Interrupts::seen());
}

}  // namespace
}  // namespace dplda::cli
