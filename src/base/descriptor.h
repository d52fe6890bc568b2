// A file descriptor that closes itself, and the loops that read(2) and write(2) need. For the files
// of base/ only: everyone else uses base/files.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dplda {

class Descriptor {
 public:
  Descriptor() = default;
  // Takes ownership of what open(2) gave. Where that is the number of a standard stream, which its
  // starter had closed, another number takes its place: what is printed must not get into a file.
  explicit Descriptor(int opened);
  // One of the three standard streams, which stays open.
  static Descriptor standard(int number);
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  // Returns errno, 0 if all went well.
  int close();

 private:
  int number_ = -1;
};

// What errno says, as words that end a sentence: "No space left on device".
std::string reason(int error);

// Opens a file for reading. Throws InputError if it is missing, a directory or not readable.
Descriptor open_to_read(const std::string& path);

// Fills the front of `buffer` with what comes next and returns how much it was; 0 only at the end.
// Throws SystemError naming `name`.
std::size_t read_some(const Descriptor& from, std::span<char> buffer, const std::string& name);
// Returns errno, 0 if all was written.
int write_all(const Descriptor& to, std::string_view bytes);
int write_all_at(const Descriptor& to, std::uint64_t at, std::string_view bytes);

// Makes the entry of `path` in its directory durable: a new file is safe only then. Returns errno.
// A directory that may not be read cannot be synced: its files are there all the same, only a power
// cut right now might undo what was made or renamed.
int sync_directory_of(const std::string& path);

// A fresh hidden name beside `path`.
std::string temporary_name(const std::string& path);

// An open temporary file beside `path` with a hidden name of its own, which goes to *name.
// Returns a closed Descriptor and sets errno if there can be none.
Descriptor open_temporary(const std::string& path, unsigned mode, std::string* name);

}  // namespace dplda
