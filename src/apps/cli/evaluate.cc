// dplda evaluate: how good a model is.
#include "runs/evaluate.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/verb.h"
#include "base/threads_option.h"

namespace dplda::cli {
namespace {

struct EvaluateFlags {
  runs::EvaluateRequest request;
  bool json = false;

  OptionTable table() {
    return {{.name = "train",
             .target = &request.train,
             .help = "the corpus to count co-occurrences in, instead of TEST",
             .metavar = "CORPUS"},
            {.name = "binary",
             .target = &request.binary,
             .help = "count every word of a document once"},
            {.name = "words",
             .target = &request.words,
             .help = "words of each topic that coherence looks at",
             .least = 2,
             .most = 1000},
            {.name = "json", .target = &json, .help = "print JSON"},
            threads_option(request.threads)};
  }
};

nlohmann::ordered_json or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json as_json(const runs::Evaluation& found) {
  return {{"documents", found.documents},
          {"tokens", found.same_tokens.tokens},
          {"tokens_not_in_vocabulary", found.unknown_tokens},
          {"perplexity", found.same_tokens.value},
          {"perplexity_completion", or_null(found.completion ? found.completion->value : NAN)},
          {"npmi", or_null(found.npmi)},
          {"u_mass", or_null(found.u_mass)},
          {"c_v", or_null(found.c_v)},
          {"diversity", found.diversity}};
}

void evaluate(EvaluateFlags& flags) {
  check(flags.table());
  const nlohmann::ordered_json result = as_json(runs::evaluate(flags.request));
  if (flags.json) {
    fmt::print("{}\n", result.dump(2));
    return;
  }
  for (const auto& [key, value] : result.items()) {
    fmt::print("{:<26} {}\n", key,
               value.is_number_float() ? fmt::format("{:.4f}", value.get<double>()) : value.dump());
  }
}

}  // namespace

Verb evaluate_verb() {
  const auto flags = std::make_shared<EvaluateFlags>();
  return {.name = "evaluate",
          .help = "Measure a model: perplexity, coherence, diversity",
          .arguments = {{.name = "MODEL",
                         .target = &flags->request.model,
                         .help = "model file",
                         .required = true},
                        {.name = "TEST",
                         .target = &flags->request.test,
                         .help = "documents that the model has not seen: a corpus file, or any "
                                 "format that prepare reads",
                         .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given&) { evaluate(*flags); }};
}

}  // namespace dplda::cli
