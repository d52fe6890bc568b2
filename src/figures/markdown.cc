#include "figures/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "figures/page_parts.h"

namespace dplda {
namespace {

// Text that Markdown takes as it is.
std::string plain(std::string_view text) {
  std::string safe;
  for (const char byte : text) {
    if (std::string_view("\\`*_[]<>|#").find(byte) != std::string_view::npos) safe += '\\';
    safe += byte == '\n' ? ' ' : byte;
  }
  return safe;
}

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  return size >= 100  ? fmt::format("{:.0f}", value)
         : size >= 10 ? fmt::format("{:.1f}", value)
                      : fmt::format("{:.3g}", value);
}

std::string cell_at(const Series& series, double x) {
  for (const Point& point : series.points) {
    if (point.x != x) continue;
    if (!(point.low < point.high)) return number(point.y);
    return fmt::format("{} ({} to {})", number(point.y), number(point.low), number(point.high));
  }
  return "";
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += fmt::format(" {} |", cell);
  return line + "\n";
}

// Curves of very many points are for the CSV.
constexpr std::size_t kMostRows = 30;

std::string panel_table(const Panel& panel) {
  std::set<double> places;
  for (const Series& series : panel.series) {
    for (const Point& point : series.points) places.insert(point.x);
  }
  std::string text = fmt::format("<details><summary>{}: {} by {}</summary>\n\n", plain(panel.title),
                                 plain(panel.y.label), plain(panel.x.label));
  if (places.size() > kMostRows) {
    text += "Too many points for a table; they are in the CSV of the figure.\n";
  } else {
    text += "| |";
    for (const Series& series : panel.series) text += fmt::format(" {} |", plain(series.name));
    text += "\n|---|";
    for (std::size_t i = 0; i < panel.series.size(); ++i) text += "---|";
    for (const double x : places) {
      text += fmt::format("\n| {} |", number(x));
      for (const Series& series : panel.series) text += fmt::format(" {} |", cell_at(series, x));
    }
    text += "\n";
  }
  for (const Level& level : panel.levels)
    text += fmt::format("\n{}: {}\n", plain(level.name), number(level.y));
  return text + "\n</details>\n";
}

}  // namespace

std::string markdown(const Figure& figure, std::string_view image) {
  std::string text =
      fmt::format("### {}\n\n![{}]({})\n\n", plain(figure.title), plain(figure.title), image);
  if (!figure.claim.empty()) text += fmt::format("**The paper.** {}\n\n", plain(figure.claim));
  const std::string_view verdict = words_for(figure.verdict).words;
  text += figure.verdict == Verdict::kOurs
              ? fmt::format("**Here.** {}\n\n", plain(figure.finding))
              : fmt::format("**Here: {}.** {}\n\n", verdict, plain(figure.finding));
  text += fmt::format("{}\n\n", plain(figure.note));
  for (const Panel& panel : figure.panels) text += panel_table(panel);
  return text + "\n";
}

std::string markdown(const Table& table) {
  std::string text = fmt::format("### {}\n\n{}|", plain(table.title), line_of(table.header));
  for (std::size_t i = 0; i < table.header.size(); ++i) text += "---|";
  text += '\n';
  for (const std::vector<std::string>& row : table.rows) text += line_of(row);
  return text + fmt::format("\n{}\n", plain(table.note));
}

std::string aligned(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& cell : table.header) widths.push_back(cell.size());
  for (const std::vector<std::string>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string padded;
    for (std::size_t i = 0; i < row.size(); ++i)
      padded += fmt::format("{:<{}}  ", row[i], widths[i]);
    padded.resize(padded.find_last_not_of(' ') + 1);
    return padded + "\n";
  };
  std::string text = table.title + "\n" + line(table.header);
  for (const std::vector<std::string>& row : table.rows) text += line(row);
  return text + fmt::format("({})\n", table.note);
}

}  // namespace dplda
