#include "collect/report_refusals.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace dplda {

namespace {

struct Reason {
  std::string_view name;
  std::uint64_t ReportRefusals::*count;
  std::string_view words;
};

constexpr std::array kReasons = {
    Reason{"damaged", &ReportRefusals::damaged, "damaged"},
    Reason{"vocabulary", &ReportRefusals::vocabulary, "for another vocabulary"},
    Reason{"parameters", &ReportRefusals::parameters, "with other parameters"},
    Reason{"size", &ReportRefusals::size, "of the wrong size"},
    Reason{"implausible", &ReportRefusals::implausible, "with an implausible number of ones"},
    Reason{"foreign", &ReportRefusals::foreign, "gaps with foreign bytes"},
    Reason{"cut_short", &ReportRefusals::cut_short, "cut short"},
    Reason{"header", &ReportRefusals::header, "differing headers"},
    Reason{"duplicate", &ReportRefusals::duplicate, "sent twice"},
    Reason{"already_counted", &ReportRefusals::already_counted, "counted before"},
};

}  // namespace

std::uint64_t ReportRefusals::sum() const {
  std::uint64_t sum = 0;
  for (const Reason& reason : kReasons) sum += this->*reason.count;
  return sum;
}

ReportRefusals& ReportRefusals::operator+=(const ReportRefusals& other) {
  for (const Reason& reason : kReasons) this->*reason.count += other.*reason.count;
  return *this;
}

nlohmann::ordered_json to_json(const ReportRefusals& refusals) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Reason& reason : kReasons) json[std::string(reason.name)] = refusals.*reason.count;
  return json;
}

std::string refusals_text(const ReportRefusals& refusals) {
  std::string text;
  for (const Reason& reason : kReasons) {
    if (refusals.*reason.count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", refusals.*reason.count, reason.words);
  }
  return text;
}

}  // namespace dplda
