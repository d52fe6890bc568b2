// What a model says of itself as its file has it, for tests that look at it, or forge it.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

#include "lda/model.h"

namespace dplda::test {

inline nlohmann::ordered_json meta_of(const Model& model) { return to_json(model.meta()); }

// The same model that says something else of itself.
inline Model with_meta(const Model& model, const nlohmann::ordered_json& meta) {
  return Model({.vocabulary = model.vocabulary(),
                .phi = {model.phi().begin(), model.phi().end()},
                .prior = model.prior(),
                .prevalence = {model.prevalence().begin(), model.prevalence().end()},
                .coherence = {model.coherence().begin(), model.coherence().end()},
                .meta = model_meta_from_json(meta, model.vocabulary().origin())},
               "model");
}

}  // namespace dplda::test
