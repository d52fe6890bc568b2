#include "privacy/statement.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/errors.h"
#include "privacy/guarantee.h"
#include "privacy/large_delta.h"
#include "privacy/strength.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// Four digits, rounded up; what exceeds them by less than a millionth of the last is passed over.
std::string figure_text(double value) {
  if (!std::isfinite(value)) return "infinite";
  if (value == 0) return "0";
  const double step = std::pow(10, std::floor(std::log10(value)) - 3);
  return fmt::format("{:.10g}", std::ceil(value / step - 1e-6) * step);
}

// Whether the epsilon at a delta says more than the pure one, in the digits that are shown.
bool delta_helps(const Json& total) {
  const double pure = figure_of(total.at("pure_epsilon"));
  const double at_delta = figure_of(total.at("epsilon_at_delta"));
  return at_delta < pure && figure_text(at_delta) != figure_text(pure);
}

// The best epsilon of a total.
double best_epsilon(const Json& total) {
  return figure_of(total.at(delta_helps(total) ? "epsilon_at_delta" : "pure_epsilon"));
}

// How far conclusions may hang on what is protected: the beginning of a sentence about it.
std::string_view dependence(Strength strength) {
  switch (strength) {
    case Strength::kStrong:
      return "  Whatever is concluded from what was released would have been concluded with nearly "
             "the\n"
             "  same probability had the data differed in";
    case Strength::kModerate:
      return "  Whatever is concluded from what was released would have been concluded with a "
             "similar\n"
             "  probability had the data differed in";
    case Strength::kWeak:
      return "  What is concluded from what was released may have been much less probable had the "
             "data\n"
             "  differed in";
    case Strength::kTooWeak:
    case Strength::kUnbounded:
      break;
  }
  return "  What is concluded from what was released may be altogether different had the data "
         "differed\n"
         "  in";
}

// What a delta means that is more than a formality.
std::string large_delta_text(double delta) {
  if (!(delta > kLargestDelta)) return "";
  return fmt::format(
      "  The delta is large: {} anything may be given away, whole documents included.\n",
      delta > 0.5 ? "in most runs"
                  : fmt::format("in one of {:.0f} runs", std::floor(1 / delta + 1e-9)));
}

// What the verdict rests on, where that is not the figure that was just quoted.
std::string judged_text(const Json& total) {
  const double epsilon = judged_epsilon(total);
  if (epsilon <= best_epsilon(total)) return "";
  return std::isfinite(epsilon)
             ? fmt::format(" (judged by epsilon {} at delta {:g})", figure_text(epsilon),
                           kJudgedDelta)
             : fmt::format(" (no bound holds at delta {:g}, by which strength is judged)",
                           kJudgedDelta);
}

// `run`: the run's own total.
std::string plain_words(const Json& total, const Json& run) {
  const double epsilon = best_epsilon(total);
  if (!std::isfinite(epsilon))
    return "  No bound holds: treat the model as if it showed the documents.\n";
  const Unit unit = unit_from_name(total.at("unit").get<std::string>());
  const double delta = delta_helps(total) ? total.at("delta").get<double>() : 0;
  const Strength strength = strength_of(total);
  std::string text = fmt::format(
      "{} {}:\n"
      "  no conclusion is more than {} times as likely with it as without{}.\n"
      "  This is {}{}.\n",
      dependence(strength), meaning_of(unit),
      epsilon < 20 ? figure_text(std::exp(epsilon)) : fmt::format("e^{}", figure_text(epsilon)),
      delta > 0 ? fmt::format(", but for a probability of {:g}", delta) : "", text_of(strength),
      judged_text(total));
  text += large_delta_text(delta);
  if (unit == Unit::kWord) {
    text += fmt::format(
        "  That a document is there, and how long it is, is not hidden at all. All its words "
        "replaced by others:\n"
        "  pure epsilon {} for one of 10 words, {} for one of 100 (pure epsilon times the number "
        "of words, rho\n"
        "  times its square; an epsilon at a delta may grow faster than the number of words). "
        "Whoever wants\n"
        "  whole documents protected should use recipe doc.\n",
        figure_text(10 * figure_of(run.at("pure_epsilon"))),
        figure_text(100 * figure_of(run.at("pure_epsilon"))));
  }
  return text;
}

// Words that whoever prepared the data calls public, though the documents chose them.
bool cut_though_public(const Json& record) { return record.contains("vocabulary_cut"); }

std::string_view vocabulary_text(const Json& record) {
  const std::string origin = record.at("vocabulary").get<std::string>();
  if (cut_though_public(record)) {
    return "The words were stated to be public by whoever prepared the data, although they were "
           "chosen by\n"
           "    the documents' own frequencies, which no figure here covers: a single document may "
           "decide\n"
           "    whether a word is in the vocabulary, and with it whether all others keep that "
           "word.";
  }
  if (origin == "public") return "The vocabulary is a public list.";
  if (origin == "private")
    return "The vocabulary was chosen from the documents with noise, which is charged.";
  if (origin == "assumed-public")
    return "The vocabulary was stated to be public by whoever prepared the data; this was not "
           "checked.";
  return "The vocabulary was chosen from the documents without protection.";
}

std::string_view key_text(const std::string& key) {
  if (key == "key file") return "The key file is secret and stays so.";
  if (key == "seed") return "The seed is known: every draw can be repeated by anyone.";
  return "The randomness of the operating system is good, and nobody saw the key.";
}

bool of_reports(const Json& record) { return record.contains("units"); }

// What a server that need not be trusted leaves to its contributors.
std::string report_assumptions(const Json& record) {
  const std::string origin = record.at("vocabulary").get<std::string>();
  return fmt::format(
      "  - {}\n{}"
      "  - Every contributor sent one report, made as the format says with randomness of its own "
      "that\n"
      "    nobody saw. Whoever sends several about the same document adds them up, in a ledger of "
      "its\n"
      "    own ('dplda perturb --ledger').\n"
      "  - That a contributor takes part at all, and when, is not hidden.\n",
      origin == "private" ? "The vocabulary was chosen privately from other documents, which paid "
                            "for it; that cost is not in these figures."
                          : vocabulary_text(record),
      record.contains("prior")
          ? "  - The documents of the prior corpus were stated to be public by "
            "whoever trained; this was not checked.\n"
          : "");
}

std::string assumptions(const Json& record) {
  if (of_reports(record)) return report_assumptions(record);
  std::string text = fmt::format("  - {}\n  - {}\n", vocabulary_text(record),
                                 key_text(record.at("key").get<std::string>()));
  if (record.contains("run") && record["run"].at("unit") == "word") {
    text +=
        "  - The number of documents, their lengths after preparation, and which words fell "
        "outside\n"
        "    the vocabulary are public.\n";
    if (record.at("vocabulary") == "private") {
      text +=
          "  - The words that are compared were both chosen for the vocabulary, or both left out; "
          "or "
          "the\n"
          "    documents were prepared with a word that stands for all others.\n";
    }
  }
  text +=
      "  - Whether a run went on or was stopped did not hang on anything that the documents "
      "decide.\n"
      "  - Documents that dplda cannot recognise as the same, because they were edited or counted "
      "by\n    others, are charged to the same ledger.\n";
  if (!record.value("recorded", true)) {
    text += "  - No ledger was kept: other releases of the same data are not counted.\n";
  }
  if (record.value("restarted", false)) {
    text +=
        "  - The first ledger of these data was lost: what was released before is not known, and "
        "not\n    counted.\n";
  }
  return text +
         "  - Nobody measures how long the run took, or sees the curator's report, checkpoints, "
         "the\n"
         "    topic shares of single documents, or quality figures on the protected documents.\n";
}

std::string exposures(const Json& record) {
  std::string text;
  for (const Json& exposure : record.at("exposures")) {
    text += fmt::format("  - {}: {}\n", exposure.at("release").get<std::string>(),
                        exposure.at("reason").get<std::string>());
  }
  if (cut_though_public(record)) {
    text +=
        "  - which words are frequent enough to be in the vocabulary, unless they were public "
        "before\n"
        "    (see the assumptions)\n";
  }
  return text.empty() ? "  nothing\n" : text;
}

// Each report's loss by unit. It holds whatever else the model shows.
std::string strength_of_reports(const Json& record) {
  std::string text = "  Each report, by itself:\n";
  for (const Json& unit : record.at("units")) {
    // A report is sent in any case: a document is not added, it is another one.
    const Unit name = unit_from_name(unit.at("unit").get<std::string>());
    text += fmt::format(
        "  - {}: {}.\n", total_text(unit),
        name == Unit::kDocument ? "the whole document replaced by any other" : meaning_of(name));
  }
  const Json& presence = record.at("units").at(0);
  const Json& document = record.at("units").at(2);
  return text + "In plain words\n" + plain_words(presence, presence) +
         fmt::format("  That was about a single word. For the whole document ({}) this is {}.\n",
                     total_text(document), text_of(strength_of(document)));
}

// What the total of the data counts.
std::string known_text(const Json& record) {
  const std::string account = record.value("account", "ledger");
  if (account == "process")
    return "All private fits of this process, which may not be all there is";
  if (account == "run") return "This run alone, since no ledger was kept";
  return record.contains("known_on") ? fmt::format("All that was known of these data on {}",
                                                   record["known_on"].get<std::string>())
                                     : "All that is known of these data";
}

std::string protection(const Json& record) {
  const Json& run = record.at("run");
  const bool is_private = record.at("private").get<bool>();
  std::string text = fmt::format("What is protected\n  {}.\nAgainst whom\n  {}.\n",
                                 meaning_of(unit_from_name(run.at("unit").get<std::string>())),
                                 meaning_of(view_from_name(run.at("view").get<std::string>())));
  text += "What was released\n";
  for (const Json& release : record.at("releases")) {
    // A report stands there once for each unit.
    if (of_reports(record) && release.at("unit") != run.at("unit")) continue;
    text += fmt::format("  - {} x {} ({})\n", release.at("count").get<std::int64_t>(),
                        release.at("release").get<std::string>(),
                        release.at("mechanism").get<std::string>());
  }
  if (!is_private) {
    text += "  - the model\n";
  } else if (record.contains("prior")) {
    text += "  - the model, which is made from these and from documents that are public\n";
  } else {
    text += "  - the model, which is made from these alone\n";
  }
  text += "How strongly\n";
  if (of_reports(record)) return text + strength_of_reports(record);
  text += fmt::format(
      "  This run: {}.\n",
      is_private ? total_text(run) : "NOT PRIVATE, epsilon infinite: see \"What was exposed\"");
  text += fmt::format("  {}: {}.\n", known_text(record), total_text(record.at("data")));
  return text + "In plain words\n" + plain_words(record.at("data"), run) +
         (cut_though_public(record)
              ? "  None of this covers which words are in the vocabulary: see what was exposed.\n"
              : "");
}

}  // namespace

std::string total_text(const Json& total) {
  const double pure = figure_of(total.at("pure_epsilon"));
  const double at_delta = figure_of(total.at("epsilon_at_delta"));
  std::string text = std::isfinite(pure) ? fmt::format("epsilon {}, pure", figure_text(pure)) : "";
  if (std::isfinite(at_delta) && delta_helps(total)) {
    text += fmt::format("{}epsilon {} at delta {:g} (rho {})", text.empty() ? "" : "; or ",
                        figure_text(at_delta), total.at("delta").get<double>(),
                        figure_text(figure_of(total.at("rho"))));
  }
  if (text.empty()) text = "epsilon infinite";
  return fmt::format("{} [unit: {}, view: {}]", text, total.at("unit").get<std::string>(),
                     total.at("view").get<std::string>());
}

std::string statement_text(const Json& record) {
  try {
    std::string text =
        fmt::format("Privacy statement (recipe {})\n", record.at("recipe").get<std::string>());
    if (!record.at("private").get<bool>()) {
      text +=
          of_reports(record)
              ? "NOT PRIVATE: some documents are exposed (see below); what is stated here holds "
                "for reports alone.\n"
              : "NOT PRIVATE: because of what was exposed (see below) nothing here is a "
                "guarantee.\n";
    }
    if (record.contains("run")) {
      text += protection(record);
    } else {
      text +=
          "What is protected\n  Nothing: this recipe is not private. For every unit (word, "
          "presence, "
          "document) and every\n  view the total epsilon is infinite.\n";
    }
    text += "What was exposed\n" + exposures(record);
    for (const Json& remark : record.at("remarks"))
      text += fmt::format("Remark\n  {}\n", remark.get<std::string>());
    return text + "Under which assumptions\n" + assumptions(record);
  } catch (const Json::exception&) {
    throw InputError(
        "there is no privacy statement in it: it is no report or model of dplda, or one of an "
        "older version");
  }
}

std::string statement_line(const Json& record) {
  if (record.at("private").get<bool>() && record.contains("run")) {
    return total_text(record.at("data")) +
           (cut_though_public(record) ? "; the words, which the documents' own frequencies chose, "
                                        "are not covered: they were stated to be public"
                                      : "");
  }
  std::string text = "NOT PRIVATE: nothing protects ";
  const Json& exposures = record.at("exposures");
  for (std::size_t i = 0; i < exposures.size(); ++i) {
    if (i > 0) text += i + 1 == exposures.size() ? " and " : ", ";
    text += exposures[i].at("release").get<std::string>();
  }
  return text +
         "; for every unit (word, presence, document) and every view the total epsilon is "
         "infinite.";
}

}  // namespace dplda
