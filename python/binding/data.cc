#include <string>
#include <string_view>

#include "binding.h"

namespace dplda::python {
namespace {

template <class T>
std::span<const T> span_of(const py::array_t<T, py::array::c_style>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

using Int32s = py::array_t<std::int32_t, py::array::c_style>;
using Int64s = py::array_t<std::int64_t, py::array::c_style>;

WordOrigin origin_of(bool is_public) {
  return is_public ? WordOrigin::kPublic : WordOrigin::kDocuments;
}

// Lists of words. No message shows what stands in them.
std::vector<std::vector<std::string>> tokens_of(const py::list& documents) {
  std::vector<std::vector<std::string>> tokens;
  for (const py::handle document : documents) {
    const std::string number = std::to_string(tokens.size() + 1);
    if (!py::isinstance<py::list>(document) && !py::isinstance<py::tuple>(document))
      throw InputError("document " + number + " is not a list of words, as the first one is");
    std::vector<std::string>& words = tokens.emplace_back();
    for (const py::handle word : document) {
      Py_ssize_t size = 0;
      const char* text =
          PyUnicode_Check(word.ptr()) ? PyUnicode_AsUTF8AndSize(word.ptr(), &size) : nullptr;
      if (text == nullptr) {
        PyErr_Clear();
        throw InputError("document " + number + " has a word that is no text");
      }
      words.emplace_back(text, static_cast<std::size_t>(size));
    }
  }
  return tokens;
}

}  // namespace

void add_data(py::module_& module) {
  py::class_<Documents>(
      module, "Documents",
      "Documents as bags of words: a corpus in memory, or one opened from a file.")
      .def_static(
          "open", [](const std::filesystem::path& path) { return Documents::open(path.string()); },
          py::arg("path"), py::call_guard<py::gil_scoped_release>(),
          "A corpus file, or any format that `dplda prepare` reads.")
      // Reads words and counts where they are.
      .def_static(
          "_over",
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
          "_of_tokens",
          [](const py::list& documents, std::vector<std::string> word_list, bool is_public) {
            return Documents::of_tokens(tokens_of(documents), std::move(word_list),
                                        origin_of(is_public));
          })
      .def("__len__", &Documents::size)
      .def_property_readonly("tokens", &Documents::tokens, "Words in all documents.")
      .def_property_readonly("words", &Documents::words, "The list of words.")
      .def_property_readonly("word_origin", &Documents::word_origin,
                             "Where the list came from: public, assumed-public, private, data.")
      .def("_rows",
           [](const py::object& self) {
             const DocumentRows rows = py::cast<const Documents&>(self).rows();
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
      .def(
          "save",
          [](const Documents& documents, const std::filesystem::path& path) {
            documents.save(path.string());
          },
          py::arg("path"), py::call_guard<py::gil_scoped_release>(),
          "Writes a corpus file, atomically.");
  py::class_<ReportSet>(module, "ReportSet")
      .def_static("open", &ReportSet::open, py::call_guard<py::gil_scoped_release>())
      .def_static("read",
                  [](const py::bytes& bytes) {
                    const std::string_view text(bytes);
                    const py::gil_scoped_release unlocked;
                    return ReportSet::read(text);
                  })
      .def("__len__", &ReportSet::size)
      .def_property_readonly("refused", &ReportSet::refused)
      .def_property_readonly("words", &ReportSet::words);
  module.def("perturb", [](const Documents& documents, const Settings& settings) {
    std::string bytes;
    {
      const py::gil_scoped_release unlocked;
      bytes = perturb(documents, settings);
    }
    return py::bytes(bytes);
  });
  module.def("report_cost", &report_cost);
}

}  // namespace dplda::python
