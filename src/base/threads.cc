#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/errors.h"

namespace dplda {

ThreadPool::ThreadPool(int threads) {
  try {
    for (int worker = 1; worker < threads; ++worker) {
      workers_.emplace_back([this, worker] { loop(worker); });
    }
  } catch (const std::system_error&) {
    const std::size_t started = workers_.size() + 1;
    join();
    throw SystemError(
        fmt::format("the system gives no more than {} of {} threads; ask for fewer with `threads`",
                    started, threads));
  }
}

ThreadPool::~ThreadPool() { join(); }

int thread_count(std::int64_t threads) {
  if (threads > 0) return static_cast<int>(threads);
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void ThreadPool::join() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t, int)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    next_ = 0;
    busy_ = workers_.size() + 1;
    error_ = nullptr;
    ++generation_;
  }
  wake_.notify_all();
  work_until_done(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  if (error_) std::rethrow_exception(error_);
}

void ThreadPool::loop(int worker) {
  std::size_t seen = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stop_ || generation_ != seen; });
      if (stop_) return;
      seen = generation_;
    }
    work_until_done(worker);
  }
}

void ThreadPool::work_until_done(int worker) {
  std::unique_lock lock(mutex_);
  while (next_ < count_) {
    const std::size_t index = next_++;
    lock.unlock();
    try {
      (*work_)(index, worker);
    } catch (...) {
      lock.lock();
      if (!error_) error_ = std::current_exception();
      next_ = count_;
      continue;
    }
    lock.lock();
  }
  if (--busy_ == 0) done_.notify_all();
}

}  // namespace dplda
