#include "figures/page_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "figures/markup.h"
#include "figures/svg.h"

namespace dplda {
namespace {

// "12", "−0.5", "≥ 3", "1.2 ± 0.1", "87%": it starts as a number does and has few other words.
bool looks_like_number(std::string_view cell) {
  for (const std::string_view sign :
       {"\u2212", "\u2265", "\u2264", "\u00b1", "\u221e", "-", "+", "<", ">", "~", "$", " "})
    while (cell.starts_with(sign)) {
      if (sign == "\u221e") return true;
      cell.remove_prefix(sign.size());
    }
  if (cell.empty() || cell.size() > 24) return false;
  return std::isdigit(static_cast<unsigned char>(cell.front())) != 0 || cell == "not a number";
}

std::size_t columns_of(const Table& table) {
  std::size_t columns = table.header.size();
  for (const auto& row : table.rows) columns = std::max(columns, row.size());
  return columns;
}

std::string_view cell_of(const std::vector<std::string>& row, std::size_t column) {
  return column < row.size() ? std::string_view(row[column]) : std::string_view();
}

// Columns in which every cell that is not empty looks like a number, and some does.
std::vector<bool> number_columns(const Table& table) {
  std::vector<bool> numbers(columns_of(table));
  for (std::size_t column = 0; column < numbers.size(); ++column) {
    bool any = false, all = true;
    for (const auto& row : table.rows) {
      const std::string_view cell = cell_of(row, column);
      if (cell.empty() || cell == "-" || cell == "\u2013") continue;
      any = true;
      all = all && looks_like_number(cell);
    }
    numbers[column] = any && all;
  }
  return numbers;
}

std::string row_html(const std::vector<std::string>& row, const std::vector<bool>& numbers,
                     bool header) {
  std::string text = "<tr>";
  for (std::size_t column = 0; column < numbers.size(); ++column) {
    const bool heading = header || column == 0;
    text += fmt::format("<{0}{1}{2}>{3}</{0}>", heading ? "th" : "td",
                        header        ? " scope=\"col\""
                        : column == 0 ? " scope=\"row\""
                                      : "",
                        numbers[column] ? " class=\"number\"" : "", escaped(cell_of(row, column)));
  }
  return text + "</tr>\n";
}

// Every point of a figure, as a table.
Table data_table(const Figure& figure) {
  Table table{.header = {"panel", "series", "x", "y", "low", "high"}};
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        const bool spread = point.low < point.high;
        table.rows.push_back({panel.title, series.name, shown(point.x), shown(point.y),
                              spread ? shown(point.low) : "", spread ? shown(point.high) : ""});
      }
    for (const Level& level : panel.levels)
      table.rows.push_back({panel.title, level.name, "", shown(level.y), "", ""});
  }
  if (figure.panels.size() > 1) return table;
  table.header.erase(table.header.begin());
  for (auto& row : table.rows) row.erase(row.begin());
  return table;
}

std::string scrolling_table(const Table& table, std::string_view name) {
  const std::vector<bool> numbers = number_columns(table);
  std::string text = fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table>\n",
      escaped(name));
  if (!table.title.empty()) text += fmt::format("<caption>{}</caption>\n", escaped(table.title));
  if (!table.header.empty())
    text += "<thead>" + row_html(table.header, numbers, true) + "</thead>\n";
  text += "<tbody>\n";
  for (const auto& row : table.rows) text += row_html(row, numbers, false);
  return text + "</tbody></table></div>\n";
}

std::string said(const Figure& figure) {
  std::string text;
  if (!figure.claim.empty())
    text += fmt::format("<dt>The paper</dt><dd>{}</dd>\n", escaped(figure.claim));
  if (!figure.finding.empty())
    text += fmt::format("<dt>Here</dt><dd>{}</dd>\n", escaped(figure.finding));
  return text.empty() ? "" : "<dl class=\"said\">\n" + text + "</dl>\n";
}

std::string_view grid_class(std::size_t panels) {
  return panels == 1 ? "one" : panels == 2 || panels == 4 ? "two" : "three";
}

std::string note_html(const std::string& note) {
  return note.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
}

}  // namespace

const VerdictWords& words_for(Verdict verdict) {
  static constexpr std::array<VerdictWords, 4> kWords{{{"held", "\u2713", "held"},
                                                       {"partly", "\u25d0", "in part"},
                                                       {"failed", "\u2715", "did not hold"},
                                                       {"ours", "\u25cb", "not in the paper"}}};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::string table_html(const Table& table) {
  return "<div class=\"card\">\n" +
         scrolling_table(table, table.title.empty() ? "Table" : table.title) +
         note_html(table.note) + "</div>\n";
}

std::string figure_html(const Figure& figure, std::string_view anchor) {
  const VerdictWords& words = words_for(figure.verdict);
  std::string panels;
  for (const Panel& panel : figure.panels) panels += "<div>" + inline_svg(panel) + "</div>\n";
  const Table data = data_table(figure);
  std::string text = fmt::format(
      "<figure class=\"card{}\" id=\"{}\">\n<figcaption>\n<div class=\"head\"><h3>{}</h3>"
      "<span class=\"badge {}\"><span aria-hidden=\"true\">{}</span> {}</span></div>\n{}"
      "</figcaption>\n",
      figure.panels.size() == 1 ? " single" : "", anchor, escaped(figure.title), words.style,
      words.mark, words.words, said(figure));
  if (!panels.empty())
    text += fmt::format("<div class=\"panels {}\">\n{}</div>\n", grid_class(figure.panels.size()),
                        panels);
  text += note_html(figure.note);
  if (!data.rows.empty())
    text += "<details><summary>The numbers</summary>\n" +
            scrolling_table(data, "The numbers of: " + figure.title) + "</details>\n";
  return text + "</figure>\n";
}

}  // namespace dplda
