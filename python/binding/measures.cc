#include <optional>
#include <string>
#include <vector>

#include "binding.h"

namespace dplda::python {
namespace {

// Looks at long work from Python: calls `show(text)`, and lets Ctrl-C through. What is raised there
// ends the work and is handed on with its result. Any thread may ask, one at a time.
class Listener {
 public:
  explicit Listener(py::object show) : show_(std::move(show)) {}

  Lookout lookout() {
    return [this](const std::string& text) {
      const py::gil_scoped_acquire lock;
      if (!raised_.is_none()) return true;
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (!text.empty()) show_(text);
      } catch (py::error_already_set& error) {
        raised_ = error.value();
        if (error.trace()) PyException_SetTraceback(raised_.ptr(), error.trace().ptr());
        return true;
      }
      return false;
    };
  }
  py::object raised() const { return raised_; }

 private:
  py::object show_;
  py::object raised_ = py::none();
};

// A result and what was raised meanwhile, or None.
template <class Result>
struct Heard {
  Result result;
  py::object raised;
};

template <class Work>
auto heard(py::object show, const Work& work) {
  Listener listener(std::move(show));
  std::optional<decltype(work(Lookout()))> result;
  {
    const py::gil_scoped_release unlocked;
    result.emplace(work(listener.lookout()));
  }
  return Heard<decltype(work(Lookout()))>{std::move(*result), listener.raised()};
}

}  // namespace

void add_measures(py::module_& module) {
  using HeardMeasured = Heard<Measured>;
  using HeardExperiments = Heard<Experiments>;
  py::class_<HeardMeasured>(module, "Measured")
      .def_property_readonly("json", [](const HeardMeasured& heard) { return heard.result.json; })
      .def_property_readonly("failure",
                             [](const HeardMeasured& heard) { return heard.result.failure; })
      .def_readonly("raised", &HeardMeasured::raised);
  py::class_<HeardExperiments>(module, "Experiments")
      .def_property_readonly(
          "figures",
          [](const HeardExperiments& heard) {
            py::list figures;
            for (const Experiments::Figure& figure : heard.result.figures)
              figures.append(py::make_tuple(figure.name, figure.finding, figure.note));
            return figures;
          })
      .def_property_readonly("report",
                             [](const HeardExperiments& heard) { return heard.result.report; })
      .def_readonly("raised", &HeardExperiments::raised);
  module.def(
      "audit",
      [](const Settings& settings, py::object show) {
        return heard(std::move(show),
                     [&](const Lookout& lookout) { return audit(settings, lookout); });
      },
      py::arg("settings"), py::arg("show"));
  module.def(
      "attack",
      [](const Documents& documents, const Settings& settings, py::object show) {
        return heard(std::move(show),
                     [&](const Lookout& lookout) { return attack(documents, settings, lookout); });
      },
      py::arg("documents"), py::arg("settings"), py::arg("show"));
  module.def(
      "experiment",
      [](const std::vector<std::string>& figures, const std::string& output,
         const Settings& settings, py::object show) {
        return heard(std::move(show), [&](const Lookout& lookout) {
          return experiment(figures, output, settings, lookout);
        });
      },
      py::arg("figures"), py::arg("output"), py::arg("settings"), py::arg("show"));
}

}  // namespace dplda::python
