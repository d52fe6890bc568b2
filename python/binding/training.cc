#include <optional>
#include <string_view>

#include "binding.h"

namespace dplda::python {
namespace {

// Looks after a run from Python: calls `callback(done, total)`, and lets Ctrl-C through. Whatever
// is raised there ends the run with a usable model and is handed on with it.
class Watcher {
 public:
  explicit Watcher(py::object callback) : callback_(std::move(callback)) {}

  Watch watch() {
    return [this](const Progress& progress) {
      const py::gil_scoped_acquire lock;
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        return !callback_.is_none() &&
               py::cast<bool>(py::bool_(callback_(progress.done, progress.total)));
      } catch (py::error_already_set& error) {
        raised_ = error.value();
        if (error.trace()) PyException_SetTraceback(raised_.ptr(), error.trace().ptr());
        return true;
      }
    };
  }
  py::object raised() const { return raised_; }

 private:
  py::object callback_;
  py::object raised_ = py::none();
};

// (model, sweeps, what was raised meanwhile or None, why a checkpoint could not be written or "",
// which ledger was charged where it is not the one to expect or "")
template <class Data>
py::tuple fit_to(const Data& data, const Settings& settings, py::object callback) {
  Watcher watcher(std::move(callback));
  std::optional<Fitted> fitted;
  {
    const py::gil_scoped_release unlocked;
    fitted.emplace(fit(data, settings, watcher.watch()));
  }
  return py::make_tuple(py::cast(std::move(fitted->model)), fitted->sweeps, watcher.raised(),
                        fitted->checkpoint_failure, fitted->ledger_notice);
}

template <class Data>
py::object learn(StreamFit& stream, const Data& data, py::object callback) {
  Watcher watcher(std::move(callback));
  {
    const py::gil_scoped_release unlocked;
    stream.learn(data, watcher.watch());
  }
  return watcher.raised();
}

}  // namespace

void add_training(py::module_& module) {
  module.def("fit", &fit_to<Documents>, py::arg("documents"), py::arg("settings"),
             py::arg("callback") = py::none());
  module.def("fit", &fit_to<ReportSet>, py::arg("reports"), py::arg("settings"),
             py::arg("callback") = py::none());
  py::class_<StreamFit>(module, "StreamFit")
      .def(py::init<Settings>(), py::arg("settings"))
      .def(py::init([](const Settings& settings, const py::bytes& state) {
             return StreamFit(settings, std::string_view(state));
           }),
           py::arg("settings"), py::arg("state"))
      .def("learn", &learn<Documents>, py::arg("documents"), py::arg("callback") = py::none())
      .def("learn", &learn<ReportSet>, py::arg("reports"), py::arg("callback") = py::none())
      .def_property_readonly("batches", &StreamFit::batches)
      .def_property_readonly("documents", &StreamFit::documents)
      .def_property_readonly(
          "model", [](const StreamFit& stream) { return TopicModel::of(stream.model().parts()); })
      .def("state", [](const StreamFit& stream) { return py::bytes(stream.state_bytes()); });
}

}  // namespace dplda::python
