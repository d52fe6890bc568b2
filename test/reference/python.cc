#include "reference/python.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dplda::test {

int python(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"/usr/bin/python3", "-c", script};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& argument : all) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  if (::posix_spawn(&child, pointers[0], nullptr, nullptr, pointers.data(), environ) != 0)
    return -1;
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace dplda::test
