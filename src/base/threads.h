// A pool of threads that lives across calls. Work is split by index, never by thread, so results do
// not depend on how many threads there are.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dplda {

class ThreadPool {
 public:
  // `threads` >= 1 workers, the calling thread among them. Throws SystemError if the system does
  // not give that many.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls work(index, worker) once for every index below `count`, worker in [0, threads()), and
  // returns when all are done. Indices are handed out in ascending order. The first exception is
  // thrown again here, after the others ended. Not re-entrant; one caller at a time.
  void for_each(std::size_t count, const std::function<void(std::size_t index, int worker)>& work);

 private:
  void join();
  void work_until_done(int worker);
  void loop(int worker);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t, int)>* work_ = nullptr;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t busy_ = 0;
  std::size_t generation_ = 0;
  bool stop_ = false;
  std::exception_ptr error_;
  std::vector<std::thread> workers_;
};

// The number of threads that an option asks for: 0 means all cores.
int thread_count(std::int64_t threads);

}  // namespace dplda
