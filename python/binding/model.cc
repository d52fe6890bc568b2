#include <memory>
#include <string>
#include <string_view>

#include "binding.h"

namespace dplda::python {
namespace {

py::tuple parts_of(const TopicModel& model) {
  const ModelParts parts = model.parts();
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
  if (parts.size() != 8) throw InputError("this is no pickled model of this version");
  return TopicModel::of({.words = py::cast<std::vector<std::string>>(parts[0]),
                         .word_origin = py::cast<std::string>(parts[1]),
                         .phi = values_of<float>(parts[2]),
                         .alpha = values_of<double>(parts[3]),
                         .beta = py::cast<double>(parts[4]),
                         .prevalence = values_of<float>(parts[5]),
                         .coherence = values_of<float>(parts[6]),
                         .meta_json = py::cast<std::string>(parts[7])});
}

}  // namespace

void add_model(py::module_& module) {
  py::class_<TopicModel>(module, "Model", "A trained model: what is published.")
      .def_static(
          "load", [](const std::filesystem::path& path) { return TopicModel::load(path.string()); },
          py::arg("path"), py::call_guard<py::gil_scoped_release>(), "Opens a model file.")
      .def(
          "save",
          [](const TopicModel& model, const std::filesystem::path& path) {
            model.save(path.string());
          },
          py::arg("path"), py::call_guard<py::gil_scoped_release>(),
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
      .def("_parts", &parts_of)
      .def_static("_of_parts", &model_of);
}

}  // namespace dplda::python
