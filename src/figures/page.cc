#include "figures/page.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <string_view>

#include "figures/markup.h"
#include "figures/page_parts.h"
#include "figures/page_style.h"

namespace dplda {
namespace {

// Names for links within the page, each used once.
class Anchors {
 public:
  std::string make(std::string_view prefix, std::string_view name) {
    std::string stem(prefix);
    for (const char byte : name) {
      const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                         (byte >= '0' && byte <= '9');
      if (plain) stem += byte;
      if (!plain && stem.back() != '-') stem += '-';
    }
    std::string anchor = stem;
    for (int i = 2; !used_.insert(anchor).second; ++i) anchor = fmt::format("{}-{}", stem, i);
    return anchor;
  }

 private:
  std::set<std::string> used_;
};

struct Body {
  std::string contents;  // entries of the table of contents
  std::string sections;
  std::array<int, 4> verdicts{};
};

std::string contents_entry(const Figure& figure, std::string_view anchor) {
  const VerdictWords& words = words_for(figure.verdict);
  return fmt::format(
      "<li><span class=\"mark {}\" role=\"img\" aria-label=\"{}\" title=\"{}\">{}</span>"
      "<a href=\"#{}\">{}</a></li>\n",
      words.style, words.words, words.words, words.mark, anchor, escaped(figure.title));
}

// Appends blocks to the body; figures also to the contents.
struct BlockWriter {
  Body& body;
  Anchors& anchors;
  std::string& entries;

  void operator()(const Paragraph& paragraph) {
    body.sections += "<p>" + escaped(paragraph.text) + "</p>\n";
  }
  void operator()(const Preformatted& text) {
    body.sections += "<pre tabindex=\"0\">" + escaped(text.text) + "</pre>\n";
  }
  void operator()(const Table& table) { body.sections += table_html(table); }
  void operator()(const Figure& figure) {
    const std::string anchor = anchors.make("figure-", figure.name);
    body.sections += figure_html(figure, anchor);
    entries += contents_entry(figure, anchor);
    ++body.verdicts[static_cast<std::size_t>(figure.verdict)];
  }
};

Body body_of(const Page& page) {
  Body body;
  Anchors anchors;
  for (const Section& section : page.sections) {
    const std::string anchor = anchors.make("section-", section.heading);
    std::string entries;
    body.sections += fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n",
                                 anchor, escaped(section.heading));
    for (const Block& block : section.blocks)
      std::visit(BlockWriter{body, anchors, entries}, block);
    body.sections += "</section>\n";
    body.contents +=
        fmt::format("<li><a href=\"#{}\">{}</a>{}</li>\n", anchor, escaped(section.heading),
                    entries.empty() ? "" : "\n<ul>\n" + entries + "</ul>");
  }
  return body;
}

std::string tally(const Body& body) {
  std::string text;
  for (std::size_t i = 0; i < body.verdicts.size(); ++i) {
    if (body.verdicts[i] == 0) continue;
    const VerdictWords& words = words_for(static_cast<Verdict>(i));
    text += fmt::format("<li class=\"badge {}\"><span aria-hidden=\"true\">{}</span> {} {}</li>\n",
                        words.style, words.mark, body.verdicts[i], words.words);
  }
  return text.empty() ? "" : "<ul class=\"tally\">\n" + text + "</ul>\n";
}

std::string navigation(const Body& body) {
  if (body.contents.empty()) return "";
  return "<nav aria-label=\"Contents\">\n" + tally(body) + "<ul class=\"contents\">\n" +
         body.contents + "</ul>\n</nav>\n";
}

std::string paragraph(std::string_view tag, const std::string& text) {
  return text.empty() ? "" : fmt::format("<{}>{}</p>\n", tag, escaped(text));
}

}  // namespace

std::string html(const Page& page) {
  const Body body = body_of(page);
  const std::string title = escaped(page.title);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<div class=\"page\">\n",
      title, page_style());
  text += fmt::format(
      "<header>\n<h1>{}</h1>\n<button id=\"theme\" type=\"button\" hidden=\"hidden\">Dark</button>"
      "\n{}{}</header>\n<main>\n{}</main>\n",
      title, paragraph("p class=\"lead\"", page.lead), navigation(body), body.sections);
  if (!page.footer.empty()) text += "<footer>\n" + paragraph("p", page.footer) + "</footer>\n";
  return text + fmt::format("</div>\n<script>{}</script>\n</body>\n</html>\n", theme_script());
}

}  // namespace dplda
