#include <cstdint>
#include <span>
#include <string_view>

#include "binding.h"

namespace dplda::python {

void add_settings(py::module_& module) {
  using Kind = OptionDescription::Kind;
  py::enum_<Kind>(module, "Kind")
      .value("switch", Kind::kSwitch)
      .value("whole_number", Kind::kWholeNumber)
      .value("number", Kind::kNumber)
      .value("text", Kind::kText);
  py::class_<OptionDescription>(module, "OptionDescription")
      .def_readonly("name", &OptionDescription::name)
      .def_readonly("kind", &OptionDescription::kind)
      .def_readonly("optional", &OptionDescription::optional)
      .def_readonly("value", &OptionDescription::value)
      .def_readonly("help", &OptionDescription::help)
      .def_readonly("choices", &OptionDescription::choices);
  py::class_<RecipeDescription>(module, "RecipeDescription")
      .def_readonly("name", &RecipeDescription::name)
      .def_readonly("summary", &RecipeDescription::summary)
      .def_readonly("reports", &RecipeDescription::reports)
      .def_readonly("stream", &RecipeDescription::stream);
  module.def("recipes", &recipe_descriptions);
  py::class_<Settings>(module, "Settings")
      .def(py::init<std::string_view>(), py::arg("recipe"))
      .def_static("for_reports", &Settings::for_reports)
      .def_static("for_audit", &Settings::for_audit)
      .def_static("for_experiment", &Settings::for_experiment)
      .def_static("for_attack", &Settings::for_attack, py::arg("kind"), py::arg("recipe"))
      .def("set", [](Settings& settings, std::string_view name,
                     std::string_view value) { settings.set(name, value); })
      .def(
          "set_key",
          [](Settings& settings, const py::buffer& key) {  // read where it is: no copy stays behind
            const py::buffer_info bytes = key.request();
            if (bytes.itemsize != 1 || bytes.size != 32)
              throw InputError(
                  "a key must be 32 secret bytes, as secrets.token_bytes(32) makes them");
            settings.set_key(
                std::span<const std::uint8_t, 32>(static_cast<const std::uint8_t*>(bytes.ptr), 32));
          })
      .def("set_preset",
           [](Settings& settings, std::string_view name) { settings.set_preset(name); })
      .def("options", &Settings::options);
  py::class_<CostPlan>(module, "CostPlan")
      .def_readonly("text", &CostPlan::text)
      .def_readonly("json", &CostPlan::json)
      .def_readonly("is_private", &CostPlan::is_private);
  module.def("plan", &plan);
}

}  // namespace dplda::python
