// For test programs that never start a second thread: ThreadSanitizer has nothing to find in them,
// and leaves them out (test/CMakeLists.txt). Whoever starts one there is refused, so that this
// stays true.
#include <pthread.h>

#include <cerrno>

extern "C" int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) {
  return EPERM;
}
