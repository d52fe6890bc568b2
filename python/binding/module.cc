// The one binding: the library's public face (dplda/dplda.h) and the command line, as the Python
// module dplda._dplda. What is pleasant to use is written in Python on top of it.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/program.h"
#include "dplda/dplda.h"

namespace py = pybind11;

namespace {

using dplda::Documents;
using dplda::Settings;
using dplda::TopicModel;

// Without a copy: the array keeps the object alive that owns the memory, and cannot be written to.
template <class T>
py::array view(std::span<const T> values, std::vector<py::ssize_t> shape, py::handle owner) {
  py::array_t<T> array(std::move(shape), values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <class T>
std::span<const T> span_of(const py::array_t<T, py::array::c_style>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

// Looks after a run from Python: calls `callback(done, total)`, and lets Ctrl-C through. Whatever
// is raised there ends the run with a usable model and is handed on with it.
class Watcher {
 public:
  explicit Watcher(py::object callback) : callback_(std::move(callback)) {}

  dplda::Watch watch() {
    return [this](const dplda::Progress& progress) {
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

// (model, sweeps, interrupted, what was raised meanwhile or None)
template <class Data>
py::tuple fit(const Data& data, const Settings& settings, py::object callback) {
  Watcher watcher(std::move(callback));
  std::optional<dplda::Fitted> fitted;
  {
    const py::gil_scoped_release unlocked;
    fitted.emplace(dplda::fit(data, settings, watcher.watch()));
  }
  return py::make_tuple(py::cast(std::move(fitted->model)), fitted->sweeps, fitted->interrupted,
                        watcher.raised());
}

template <class Data>
py::object learn(dplda::StreamFit& stream, const Data& data, py::object callback) {
  Watcher watcher(std::move(callback));
  {
    const py::gil_scoped_release unlocked;
    stream.learn(data, watcher.watch());
  }
  return watcher.raised();
}

void add_errors(py::module_& module) {
  static const py::exception<dplda::BudgetExhausted> exhausted(module, "BudgetExhausted",
                                                               PyExc_RuntimeError);
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const dplda::InputError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const dplda::BudgetExhausted& error) {
      PyErr_SetString(exhausted.ptr(), error.what());
    } catch (const dplda::SystemError& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    }
  });
}

void add_settings(py::module_& module) {
  using Kind = dplda::OptionDescription::Kind;
  py::enum_<Kind>(module, "Kind")
      .value("switch", Kind::kSwitch)
      .value("whole_number", Kind::kWholeNumber)
      .value("number", Kind::kNumber)
      .value("text", Kind::kText);
  py::class_<dplda::OptionDescription>(module, "OptionDescription")
      .def_readonly("name", &dplda::OptionDescription::name)
      .def_readonly("kind", &dplda::OptionDescription::kind)
      .def_readonly("optional", &dplda::OptionDescription::optional)
      .def_readonly("value", &dplda::OptionDescription::value)
      .def_readonly("help", &dplda::OptionDescription::help)
      .def_readonly("choices", &dplda::OptionDescription::choices);
  py::class_<dplda::RecipeDescription>(module, "RecipeDescription")
      .def_readonly("name", &dplda::RecipeDescription::name)
      .def_readonly("summary", &dplda::RecipeDescription::summary)
      .def_readonly("reports", &dplda::RecipeDescription::reports)
      .def_readonly("stream", &dplda::RecipeDescription::stream);
  module.def("recipes", &dplda::recipe_descriptions);
  py::class_<Settings>(module, "Settings")
      .def(py::init<std::string_view>(), py::arg("recipe"))
      .def_static("for_reports", &Settings::for_reports)
      .def("set", [](Settings& settings, std::string_view name,
                     std::string_view value) { settings.set(name, value); })
      .def("set_key",
           [](Settings& settings, const py::bytes& key) {
             const std::string_view bytes(key);
             if (bytes.size() != 32)
               throw dplda::InputError(
                   "a key must be 32 secret bytes, as secrets.token_bytes(32) makes them");
             std::array<std::uint8_t, 32> copy{};
             std::copy(bytes.begin(), bytes.end(), copy.begin());
             settings.set_key(copy);
           })
      .def("set_preset",
           [](Settings& settings, std::string_view name) { settings.set_preset(name); })
      .def("options", &Settings::options);
  py::class_<dplda::CostPlan>(module, "CostPlan")
      .def_readonly("text", &dplda::CostPlan::text)
      .def_readonly("json", &dplda::CostPlan::json)
      .def_readonly("is_private", &dplda::CostPlan::is_private);
  module.def("plan", &dplda::plan);
}

using Int32s = py::array_t<std::int32_t, py::array::c_style>;
using Int64s = py::array_t<std::int64_t, py::array::c_style>;

dplda::WordOrigin origin_of(bool is_public) {
  return is_public ? dplda::WordOrigin::kPublic : dplda::WordOrigin::kDocuments;
}

void add_data(py::module_& module) {
  py::class_<Documents>(
      module, "Documents",
      "Documents as bags of words: a corpus in memory, or one opened from a file.")
      .def_static("open", &Documents::open, py::arg("path"),
                  py::call_guard<py::gil_scoped_release>(),
                  "A corpus file, or any format that `dplda prepare` reads.")
      // Reads words and counts where they are.
      .def_static(
          "over",
          [](const Int64s& offsets, const Int32s& words, const Int32s& counts,
             std::vector<std::string> word_list, bool is_public) {
            const auto rows = span_of(offsets);
            return Documents::over({rows.begin(), rows.end()}, span_of(words), span_of(counts),
                                   std::move(word_list), origin_of(is_public));
          },
          py::arg("offsets"), py::arg("words").noconvert(), py::arg("counts").noconvert(),
          py::arg("word_list"), py::arg("is_public"), py::keep_alive<0, 2>(),
          py::keep_alive<0, 3>())
      .def_static(
          "of_tokens",
          [](const std::vector<std::vector<std::string>>& documents,
             std::vector<std::string> word_list, bool is_public) {
            return Documents::of_tokens(documents, std::move(word_list), origin_of(is_public));
          },
          py::arg("documents"), py::arg("word_list"), py::arg("is_public"))
      .def("__len__", &Documents::size)
      .def_property_readonly("tokens", &Documents::tokens, "Words in all documents.")
      .def_property_readonly("words", &Documents::words, "The list of words.")
      .def_property_readonly("word_origin", &Documents::word_origin,
                             "Where the list came from: public, assumed-public, private, data.")
      .def("_rows",
           [](const py::object& self) {
             const dplda::DocumentRows rows = py::cast<const Documents&>(self).rows();
             const auto pairs = static_cast<py::ssize_t>(rows.words.size());
             return py::make_tuple(
                 view(rows.offsets, {static_cast<py::ssize_t>(rows.offsets.size())}, self),
                 view(rows.words, {pairs}, self), view(rows.counts, {pairs}, self));
           })
      .def(
          "matched_to",
          [](const Documents& documents, std::vector<std::string> word_list, bool is_public) {
            return documents.matched_to(std::move(word_list), origin_of(is_public));
          },
          py::arg("words"), py::arg("assume_public_vocab") = false,
          "The same documents in another list of words.")
      .def("save", &Documents::save, py::arg("path"), py::call_guard<py::gil_scoped_release>(),
           "Writes a corpus file, atomically.");
  py::class_<dplda::ReportSet>(module, "ReportSet")
      .def_static("open", &dplda::ReportSet::open, py::call_guard<py::gil_scoped_release>())
      .def_static("read",
                  [](const py::bytes& bytes) {
                    const std::string_view text(bytes);
                    const py::gil_scoped_release unlocked;
                    return dplda::ReportSet::read(text);
                  })
      .def("__len__", &dplda::ReportSet::size)
      .def_property_readonly("refused", &dplda::ReportSet::refused)
      .def_property_readonly("words", &dplda::ReportSet::words);
  module.def("perturb", [](const Documents& documents, const Settings& settings) {
    std::string bytes;
    {
      const py::gil_scoped_release unlocked;
      bytes = dplda::perturb(documents, settings);
    }
    return py::bytes(bytes);
  });
  module.def("report_cost", &dplda::report_cost);
}

py::tuple parts_of(const TopicModel& model) {
  const dplda::ModelParts parts = model.parts();
  const auto bytes = [](const auto& values) {
    return py::bytes(reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(values[0]));
  };
  return py::make_tuple(parts.words, parts.word_origin, bytes(parts.phi), bytes(parts.alpha),
                        parts.beta, bytes(parts.prevalence), bytes(parts.coherence),
                        parts.meta_json);
}

template <class T>
std::vector<T> values_of(const py::handle& bytes) {
  const auto text = py::cast<std::string_view>(bytes);
  std::vector<T> values(text.size() / sizeof(T));
  std::copy_n(text.data(), values.size() * sizeof(T), reinterpret_cast<char*>(values.data()));
  return values;
}

TopicModel model_of(const py::tuple& parts) {
  if (parts.size() != 8) throw dplda::InputError("this is no pickled model of this version");
  return TopicModel::of({.words = py::cast<std::vector<std::string>>(parts[0]),
                         .word_origin = py::cast<std::string>(parts[1]),
                         .phi = values_of<float>(parts[2]),
                         .alpha = values_of<double>(parts[3]),
                         .beta = py::cast<double>(parts[4]),
                         .prevalence = values_of<float>(parts[5]),
                         .coherence = values_of<float>(parts[6]),
                         .meta_json = py::cast<std::string>(parts[7])});
}

void add_model(py::module_& module) {
  py::class_<TopicModel>(module, "Model", "A trained model: what is published.")
      .def_static("load", &TopicModel::load, py::arg("path"),
                  py::call_guard<py::gil_scoped_release>(), "Opens a model file.")
      .def("save", &TopicModel::save, py::arg("path"), py::call_guard<py::gil_scoped_release>(),
           "Writes a model file, atomically.")
      .def_property_readonly("topics", &TopicModel::topics)
      .def_property_readonly("words", &TopicModel::words)
      .def_property_readonly(
          "phi",
          [](const py::object& self) {
            const auto& model = py::cast<const TopicModel&>(self);
            return view(model.phi(),
                        {static_cast<py::ssize_t>(model.topics()),
                         static_cast<py::ssize_t>(model.words().size())},
                        self);
          },
          "Word probabilities, topics x words; a view that cannot be written to.")
      .def_property_readonly("prevalence",
                             [](const py::object& self) {
                               const auto shares = py::cast<const TopicModel&>(self).prevalence();
                               return view(shares, {static_cast<py::ssize_t>(shares.size())}, self);
                             })
      .def_property_readonly("alpha",
                             [](const py::object& self) {
                               const auto alpha = py::cast<const TopicModel&>(self).alpha();
                               return view(alpha, {static_cast<py::ssize_t>(alpha.size())}, self);
                             })
      .def_property_readonly("beta", &TopicModel::beta)
      .def("top_words", &TopicModel::top_words, py::arg("topic"), py::arg("count") = 10)
      .def(
          "infer",
          [](const TopicModel& model, const Documents& documents, int threads) {
            auto rows = std::make_unique<std::vector<float>>();
            {
              const py::gil_scoped_release unlocked;
              *rows = model.infer(documents, threads);
            }
            float* data = rows->data();
            const py::capsule owner(
                rows.release(), [](void* held) { delete static_cast<std::vector<float>*>(held); });
            return py::array_t<float>({static_cast<py::ssize_t>(documents.size()),
                                       static_cast<py::ssize_t>(model.topics())},
                                      data, owner);
          },
          py::arg("documents"), py::arg("threads") = 0)
      .def("perplexity", &TopicModel::perplexity, py::arg("documents"),
           py::arg("completion") = false, py::arg("threads") = 0,
           py::call_guard<py::gil_scoped_release>())
      .def("log_likelihood", &TopicModel::log_likelihood, py::arg("documents"),
           py::arg("threads") = 0, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("is_private", &TopicModel::is_private)
      .def_property_readonly("statement", &TopicModel::statement)
      .def_property_readonly("privacy_json", &TopicModel::privacy_json)
      .def_property_readonly("meta_json", &TopicModel::meta_json)
      .def(py::pickle(&parts_of, &model_of));
}

void add_training(py::module_& module) {
  module.def("fit", &fit<Documents>, py::arg("documents"), py::arg("settings"),
             py::arg("callback") = py::none());
  module.def("fit", &fit<dplda::ReportSet>, py::arg("reports"), py::arg("settings"),
             py::arg("callback") = py::none());
  py::class_<dplda::StreamFit>(module, "StreamFit")
      .def(py::init<Settings>(), py::arg("settings"))
      .def(py::init([](const Settings& settings, const py::bytes& state) {
             return dplda::StreamFit(settings, std::string_view(state));
           }),
           py::arg("settings"), py::arg("state"))
      .def("learn", &learn<Documents>, py::arg("documents"), py::arg("callback") = py::none())
      .def("learn", &learn<dplda::ReportSet>, py::arg("reports"), py::arg("callback") = py::none())
      .def_property_readonly("batches", &dplda::StreamFit::batches)
      .def_property_readonly("documents", &dplda::StreamFit::documents)
      .def_property_readonly(
          "model",
          [](const dplda::StreamFit& stream) { return TopicModel::of(stream.model().parts()); })
      .def("state", [](const dplda::StreamFit& stream) { return py::bytes(stream.state_bytes()); });
}

int run_program(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"dplda"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  argv.push_back(nullptr);
  const py::gil_scoped_release unlocked;
  return dplda::cli::run(static_cast<int>(argv.size() - 1), argv.data());
}

}  // namespace

PYBIND11_MODULE(_dplda, module) {
  module.doc() = "The library's public face; use the package dplda.";
  module.attr("__version__") = std::string(dplda::version());
  add_errors(module);
  add_settings(module);
  add_data(module);
  add_model(module);
  add_training(module);
  module.def("run", &run_program, py::arg("arguments"),
             "The command line: takes its arguments, prints, returns its exit code.");
}
