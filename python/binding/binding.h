// The one binding: the library's public face (dplda/dplda.h) and the command line, as the Python
// module dplda._dplda. What is pleasant to use is written in Python on top of it.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "dplda/dplda.h"

namespace dplda::python {

namespace py = pybind11;

// Without a copy: the array keeps the object alive that owns the memory, and cannot be written to.
template <class T>
py::array view(std::span<const T> values, std::vector<py::ssize_t> shape, py::handle owner) {
  py::array_t<T> array(std::move(shape), values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// Each adds its part of the module.
void add_words(py::module_& module);
void add_settings(py::module_& module);
void add_data(py::module_& module);
void add_model(py::module_& module);
void add_training(py::module_& module);
void add_measures(py::module_& module);

}  // namespace dplda::python
