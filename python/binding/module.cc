#include <exception>
#include <string>
#include <vector>

#include "apps/cli/program.h"
#include "binding.h"
#include "words.h"

namespace dplda::python {
namespace {

void add_errors(py::module_& module) {
  static const py::exception<BudgetExhausted> exhausted(module, "BudgetExhausted",
                                                        PyExc_RuntimeError);
  static const py::exception<FileInUse> in_use(module, "FileInUse", PyExc_TimeoutError);
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const InputError& error) {
      PyErr_SetString(PyExc_ValueError, in_python(error.what()).c_str());
    } catch (const BudgetExhausted& error) {
      PyErr_SetString(exhausted.ptr(), in_python(error.what()).c_str());
    } catch (const FileInUse& error) {
      PyErr_SetString(in_use.ptr(), in_python(error.what()).c_str());
    } catch (const SystemError& error) {
      PyErr_SetString(PyExc_OSError, in_python(error.what()).c_str());
    }
  });
}

int run_program(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"dplda"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  argv.push_back(nullptr);
  const py::gil_scoped_release unlocked;
  return cli::run(static_cast<int>(argv.size() - 1), argv.data());
}

}  // namespace

PYBIND11_MODULE(_dplda, module) {
  module.doc() = "The library's public face; use the package dplda.";
  module.attr("__version__") = std::string(dplda::version());
  add_errors(module);
  add_words(module);
  add_settings(module);
  add_data(module);
  add_model(module);
  add_training(module);
  add_measures(module);
  module.def("run", &run_program, py::arg("arguments"),
             "The command line: takes its arguments, prints, returns its exit code.");
}

}  // namespace dplda::python
