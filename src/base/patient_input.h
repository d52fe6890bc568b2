// Input from a sender that takes its time: whatever has come is read at once, and the wait for more
// can be ended.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/files.h"

namespace dplda {

// Opens `path` ("-": standard input). What may make a reader wait (a pipe, a terminal) is read as
// it comes: read() returns what is there without filling the buffer, and 0 at the end; while
// nothing is there it asks `stop`, if that is not empty, about ten times a second, and a true one
// is the end. Such input must not be compressed: its first bytes are an InputError then. A regular
// file is opened as open_input() does, and `stop` is never asked. Throws InputError if there is no
// such readable file. A named pipe that nobody has opened to write to yet is waited for in read().
std::unique_ptr<ByteSource> patient_input(const std::string& path, std::function<bool()> stop);

}  // namespace dplda
