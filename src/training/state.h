// The state of a run as named arrays: what a method writes down to be continued later, and reads
// back. The same for checkpoints, streams on disk and streams in memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/npz.h"

namespace dplda {

class StateWriter {
 public:
  virtual ~StateWriter() = default;
  template <class T>
  void put(std::string_view name, std::span<const T> values) {
    write(name, npy_dtype<T>(), std::as_bytes(values), values.size());
  }
  template <class T>
  void put(std::string_view name, const std::vector<T>& values) {
    put(name, std::span<const T>(values));
  }
  template <class T>
  void put_one(std::string_view name, const T& value) {
    put(name, std::span<const T>(&value, 1));
  }

 private:
  virtual void write(std::string_view name, std::string_view dtype,
                     std::span<const std::byte> bytes, std::size_t size) = 0;
};

struct StateArray {
  std::string_view dtype;
  std::span<const std::byte> bytes;
};

class StateReader {
 public:
  virtual ~StateReader() = default;
  // What it is called in messages: a file, as a rule.
  virtual const std::string& source() const = 0;
  bool has(std::string_view name) const { return find(name).has_value(); }
  // Throws InputError if there is no such array, or it is of another type.
  template <class T>
  std::vector<T> get(std::string_view name) const {
    const std::optional<StateArray> array = find(name);
    if (!array || array->dtype != npy_dtype<T>()) refuse_missing(name);
    std::vector<T> values(array->bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), array->bytes.data(), array->bytes.size());
    return values;
  }
  // The same, if it is not of that size.
  template <class T>
  std::vector<T> get(std::string_view name, std::size_t size) const {
    std::vector<T> values = get<T>(name);
    if (values.size() != size) refuse_size(name);
    return values;
  }
  template <class T>
  T get_one(std::string_view name) const {
    return get<T>(name, 1).front();
  }
  // Throws InputError: what it holds can be no state of such a run.
  [[noreturn]] void refuse(std::string_view what) const;

 private:
  virtual std::optional<StateArray> find(std::string_view name) const = 0;
  [[noreturn]] void refuse_missing(std::string_view name) const;
  [[noreturn]] void refuse_size(std::string_view name) const;
};

// In memory.
class HeldState final : public StateWriter, public StateReader {
 public:
  struct Array {
    std::string dtype;
    std::vector<std::byte> bytes;

    bool operator==(const Array&) const = default;
  };

  const std::string& source() const override { return source_; }
  void set_source(std::string source) { source_ = std::move(source); }
  const std::map<std::string, Array, std::less<>>& arrays() const { return arrays_; }
  void add(std::string name, Array array) { arrays_[std::move(name)] = std::move(array); }
  void clear() { arrays_.clear(); }

 private:
  void write(std::string_view name, std::string_view dtype, std::span<const std::byte> bytes,
             std::size_t size) override;
  std::optional<StateArray> find(std::string_view name) const override;

  std::string source_ = "the state";
  std::map<std::string, Array, std::less<>> arrays_;
};

}  // namespace dplda
