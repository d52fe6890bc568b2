#include "runs/membership.h"

#include <algorithm>
#include <cmath>

namespace dplda::runs {

OptionTable option_table(MembershipRequest& request) {
  const std::vector<std::string> lira = {"lira"};
  const std::vector<std::string> classifier = {"classifier"};
  return {
      {.name = "method",
       .target = &request.method,
       .help = "lira: likelihood ratios of the model itself; classifier: the paper's, through "
               "the confidence of a classifier of the documents",
       .choices = {"lira", "classifier"}},
      {.name = "shadows",
       .target = &request.shadows,
       .help = "lira: models to train, each on a random half of the documents, each attacked "
               "with the others as shadows (default: 64); classifier: models of the attacker's "
               "own, on other documents (default: 4)",
       .least = 1,
       .most = 1e5},
      {.name = "documents",
       .target = &request.documents,
       .help = "lira: use only that many of the first documents; 0 means all",
       .least = 0,
       .only_for = lira},
      {.name = "spread",
       .target = &request.spread,
       .help = "lira: whether each document has a variance of its own",
       .choices = {"per-document", "pooled"},
       .only_for = lira},
      {.name = "json",
       .target = &request.record,
       .help = "write the result as JSON; -: to standard output, instead of the table",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "labels",
       .target = &request.labels,
       .help = "the class of each document, such as its author: one line a document",
       .metavar = "FILE",
       .only_for = classifier,
       .affects_result = false},
      {.name = "label-column",
       .target = &request.label_column,
       .help = "the tab-separated field of a line that is the label",
       .least = 1,
       .most = 1000,
       .only_for = classifier},
      {.name = "features",
       .target = &request.features,
       .help = "what the classifier is trained on: the topic shares of documents as they are, or "
               "of what the recipe saw of them (lp: reports; cdp: noisy topic counts)",
       .choices = {"clean", "sanitised", "both"},
       .only_for = classifier},
      {.name = "epsilon",
       .target = &request.epsilon,
       .help = "lp: epsilon of each bit of a report (unit: presence, view: report)",
       .least = 0x1p-10,
       .most = 40,
       .only_for = classifier},
      {.name = "classifier",
       .target = &request.classifier.classifier.kind,
       .help = "logistic regression over topic shares, or one that is made to overfit by random "
               "features of them",
       .choices = {"logistic", "overfitted"},
       .only_for = classifier},
      {.name = "regularisation",
       .target = &request.classifier.classifier.regularisation,
       .help = "weight of the classifier's squared weights; small ones overfit",
       .least = 1e-9,
       .most = 1e9,
       .only_for = classifier},
      {.name = "random-features",
       .target = &request.classifier.classifier.random_features,
       .help = "how many, for `classifier overfitted`",
       .least = 1,
       .most = 1e5,
       .only_for = classifier},
      {.name = "members",
       .target = &request.classifier.members,
       .help = "documents that a model is trained on; 0: a quarter of the corpus",
       .least = 0,
       .most = 1e9,
       .only_for = classifier},
      {.name = "targets",
       .target = &request.classifier.targets,
       .help = "models that are attacked",
       .least = 1,
       .most = 1e6,
       .only_for = classifier},
  };
}

std::optional<double> DocumentClaim::most(double false_positives) const {
  if (!epsilon) return std::nullopt;
  return std::min(1.0, std::exp(*epsilon) * false_positives + delta);
}

}  // namespace dplda::runs
