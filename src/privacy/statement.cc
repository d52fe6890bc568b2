#include "privacy/statement.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "privacy/guarantee.h"
#include "privacy/large_delta.h"
#include "privacy/strength.h"

namespace dplda {
namespace {

// Four digits, rounded up; what exceeds them by less than a millionth of the last is passed over.
std::string figure_text(double value) {
  if (!std::isfinite(value)) return "infinite";
  if (value == 0) return "0";
  const double step = std::pow(10, std::floor(std::log10(value)) - 3);
  return fmt::format("{:.10g}", std::ceil(value / step - 1e-6) * step);
}

// Whether the epsilon at a delta says more than the pure one, in the digits that are shown.
bool delta_helps(const StatedTotal& total) {
  return total.epsilon_at_delta < total.pure_epsilon &&
         figure_text(total.epsilon_at_delta) != figure_text(total.pure_epsilon);
}

// The best epsilon of a total.
double best_epsilon(const StatedTotal& total) {
  return delta_helps(total) ? total.epsilon_at_delta : total.pure_epsilon;
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
std::string judged_text(const StatedTotal& total) {
  const double epsilon = judged_epsilon(total);
  if (epsilon <= best_epsilon(total)) return "";
  return std::isfinite(epsilon)
             ? fmt::format(" (judged by epsilon {} at delta {:g})", figure_text(epsilon),
                           kJudgedDelta)
             : fmt::format(" (no bound holds at delta {:g}, by which strength is judged)",
                           kJudgedDelta);
}

// `run`: the run's own total.
std::string plain_words(const StatedTotal& total, const StatedTotal& run) {
  const double epsilon = best_epsilon(total);
  if (!std::isfinite(epsilon))
    return "  No bound holds: treat the model as if it showed the documents.\n";
  const double delta = delta_helps(total) ? total.delta : 0;
  const Strength strength = strength_of(total);
  std::string text = fmt::format(
      "{} {}:\n"
      "  no conclusion is more than {} times as likely with it as without{}.\n"
      "  This is {}{}.\n",
      dependence(strength), meaning_of(total.unit),
      epsilon < 20 ? figure_text(std::exp(epsilon)) : fmt::format("e^{}", figure_text(epsilon)),
      delta > 0 ? fmt::format(", but for a probability of {:g}", delta) : "", text_of(strength),
      judged_text(total));
  text += large_delta_text(delta);
  if (total.unit == Unit::kWord) {
    text += fmt::format(
        "  That a document is there, and how long it is, is not hidden at all. All its words "
        "replaced by others:\n"
        "  pure epsilon {} for one of 10 words, {} for one of 100 (pure epsilon times the number "
        "of words, rho\n"
        "  times its square; an epsilon at a delta may grow faster than the number of words). "
        "Whoever wants\n"
        "  whole documents protected should use recipe doc.\n",
        figure_text(10 * run.pure_epsilon), figure_text(100 * run.pure_epsilon));
  }
  return text;
}

std::string_view vocabulary_text(const PrivacyRecord& record) {
  if (record.words_cut) {
    return "The words were stated to be public by whoever prepared the data, although they were "
           "chosen by\n"
           "    the documents' own frequencies, which no figure here covers: a single document may "
           "decide\n"
           "    whether a word is in the vocabulary, and with it whether all others keep that "
           "word.";
  }
  switch (record.words) {
    case StatedWords::kPublic:
      return "The vocabulary is a public list.";
    case StatedWords::kPrivate:
      return "The vocabulary was chosen from the documents with noise, which is charged.";
    case StatedWords::kAssumedPublic:
      return "The vocabulary was stated to be public by whoever prepared the data; this was not "
             "checked.";
    case StatedWords::kData:
      break;
  }
  return "The vocabulary was chosen from the documents without protection.";
}

std::string_view key_text(StatedKey key) {
  switch (key) {
    case StatedKey::kKeyFile:
      return "The key file is secret and stays so.";
    case StatedKey::kSeed:
      return "The seed is known: every draw can be repeated by anyone.";
    case StatedKey::kOperatingSystem:
      break;
  }
  return "The randomness of the operating system is good, and nobody saw the key.";
}

// What a server that need not be trusted leaves to its contributors.
std::string report_assumptions(const PrivacyRecord& record) {
  return fmt::format(
      "  - {}\n{}"
      "  - Every contributor sent one report, made as the format says with randomness of its own "
      "that\n"
      "    nobody saw. Whoever sends several about the same document adds them up, in a ledger of "
      "its\n"
      "    own ('dplda perturb --ledger').\n"
      "  - That a contributor takes part at all, and when, is not hidden.\n",
      record.words == StatedWords::kPrivate
          ? "The vocabulary was chosen privately from other documents, which paid "
            "for it; that cost is not in these figures."
          : vocabulary_text(record),
      record.prior_public ? "  - The documents of the prior corpus were stated to be public by "
                            "whoever trained; this was not checked.\n"
                          : "");
}

std::string assumptions(const PrivacyRecord& record) {
  if (record.of_reports()) return report_assumptions(record);
  std::string text = fmt::format("  - {}\n  - {}\n", vocabulary_text(record), key_text(record.key));
  if (record.prior_public) {
    text +=
        "  - Other documents, which the run learnt from, too, were stated to be public by whoever\n"
        "    trained; this was not checked.\n";
  }
  if (record.run && record.run->unit == Unit::kWord) {
    text +=
        "  - The number of documents, their lengths after preparation, and which words fell "
        "outside\n"
        "    the vocabulary are public.\n";
    if (record.words == StatedWords::kPrivate) {
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
  if (record.account && !record.account->recorded) {
    text += "  - No ledger was kept: other releases of the same data are not counted.\n";
  }
  if (record.account && record.account->restarted) {
    text +=
        "  - The first ledger of these data was lost: what was released before is not known, and "
        "not\n    counted.\n";
  }
  return text +
         "  - Nobody measures how long the run took, or sees the curator's report, checkpoints, "
         "the\n"
         "    topic shares of single documents, or quality figures on the protected documents.\n";
}

std::string exposures(const PrivacyRecord& record) {
  std::string text;
  for (const Exposure& exposure : record.exposures)
    text += fmt::format("  - {}: {}\n", exposure.release, exposure.reason);
  if (record.words_cut) {
    text +=
        "  - which words are frequent enough to be in the vocabulary, unless they were public "
        "before\n"
        "    (see the assumptions)\n";
  }
  return text.empty() ? "  nothing\n" : text;
}

// Each report's loss by unit. It holds whatever else the model shows.
std::string strength_of_reports(const PrivacyRecord& record) {
  std::string text = "  Each report, by itself:\n";
  for (const StatedTotal& total : record.units) {
    // A report is sent in any case: a document is not added, it is another one.
    text += fmt::format("  - {}: {}.\n", total_text(total),
                        total.unit == Unit::kDocument ? "the whole document replaced by any other"
                                                      : meaning_of(total.unit));
  }
  const StatedTotal& presence = record.units.front();
  const StatedTotal& document = record.units.back();
  return text + "In plain words\n" + plain_words(presence, presence) +
         fmt::format("  That was about a single word. For the whole document ({}) this is {}.\n",
                     total_text(document), text_of(strength_of(document)));
}

// What the total of the data counts.
std::string known_text(const PrivacyRecord& record) {
  const StatedAccount account = record.account.value_or(StatedAccount{});
  if (account.counter == StatedAccount::Counter::kProcess)
    return "All private fits of this process, which may not be all there is";
  if (account.counter == StatedAccount::Counter::kRun)
    return "This run alone, since no ledger was kept";
  return account.known_on ? fmt::format("All that was known of these data on {}", *account.known_on)
                          : "All that is known of these data";
}

std::string protection(const PrivacyRecord& record) {
  const StatedTotal& run = *record.run;
  std::string text = fmt::format("What is protected\n  {}.\nAgainst whom\n  {}.\n",
                                 meaning_of(run.unit), meaning_of(run.view));
  text += "What was released\n";
  for (const StatedRelease& release : record.releases) {
    // A report stands there once for each unit.
    if (record.of_reports() && release.unit != run.unit) continue;
    text += fmt::format("  - {} x {} ({})\n", release.count, release.release, release.mechanism);
  }
  if (!record.is_private) {
    text += "  - the model\n";
  } else if (record.prior_public) {
    text += "  - the model, which is made from these and from documents that are public\n";
  } else {
    text += "  - the model, which is made from these alone\n";
  }
  text += "How strongly\n";
  if (record.of_reports()) return text + strength_of_reports(record);
  text +=
      fmt::format("  This run: {}.\n",
                  record.is_private ? total_text(run)
                                    : "NOT PRIVATE, epsilon infinite: see \"What was exposed\"");
  text += fmt::format("  {}: {}.\n", known_text(record), total_text(*record.data));
  return text + "In plain words\n" + plain_words(*record.data, run) +
         (record.words_cut
              ? "  None of this covers which words are in the vocabulary: see what was exposed.\n"
              : "");
}

}  // namespace

std::string total_text(const StatedTotal& total) {
  std::string text = std::isfinite(total.pure_epsilon)
                         ? fmt::format("epsilon {}, pure", figure_text(total.pure_epsilon))
                         : "";
  if (std::isfinite(total.epsilon_at_delta) && delta_helps(total)) {
    text += fmt::format("{}epsilon {} at delta {:g} (rho {})", text.empty() ? "" : "; or ",
                        figure_text(total.epsilon_at_delta), total.delta, figure_text(total.rho));
  }
  if (text.empty()) text = "epsilon infinite";
  return fmt::format("{} [unit: {}, view: {}]", text, name_of(total.unit), name_of(total.view));
}

std::string statement_text(const PrivacyRecord& record) {
  std::string text = fmt::format("Privacy statement (recipe {})\n", record.recipe);
  if (!record.is_private) {
    text += record.of_reports()
                ? "NOT PRIVATE: some documents are exposed (see below); what is stated here holds "
                  "for reports alone.\n"
                : "NOT PRIVATE: because of what was exposed (see below) nothing here is a "
                  "guarantee.\n";
  }
  if (record.run) {
    text += protection(record);
  } else {
    text +=
        "What is protected\n  Nothing: this recipe is not private. For every unit (word, "
        "presence, "
        "document) and every\n  view the total epsilon is infinite.\n";
  }
  text += "What was exposed\n" + exposures(record);
  for (const std::string& remark : record.remarks) text += fmt::format("Remark\n  {}\n", remark);
  return text + "Under which assumptions\n" + assumptions(record);
}

std::string statement_line(const PrivacyRecord& record) {
  if (record.is_private && record.data) {
    return total_text(*record.data) +
           (record.words_cut ? "; the words, which the documents' own frequencies chose, "
                               "are not covered: they were stated to be public"
                             : "");
  }
  std::string text = "NOT PRIVATE: nothing protects ";
  for (std::size_t i = 0; i < record.exposures.size(); ++i) {
    if (i > 0) text += i + 1 == record.exposures.size() ? " and " : ", ";
    text += record.exposures[i].release;
  }
  return text +
         "; for every unit (word, presence, document) and every view the total epsilon is "
         "infinite.";
}

}  // namespace dplda
