#include "runs/evaluate.h"

#include "base/threads.h"
#include "corpus/prepare.h"
#include "eval/coherence.h"
#include "lda/inference.h"
#include "lda/model.h"

namespace dplda::runs {

Evaluation evaluate(const EvaluateRequest& request) {
  const Model model = Model::load(request.model);
  const Preparation& preparation = model.meta().preparation;
  Evaluation found;
  Corpus held_out =
      open_corpus_for(request.test, model.vocabulary(), preparation, &found.unknown_tokens);
  if (request.binary) held_out = binarised(held_out);
  std::optional<Corpus> counted;
  if (!request.train.empty())
    counted = open_corpus_for(request.train, model.vocabulary(), preparation);
  const Corpus& reference = counted ? *counted : held_out;

  ThreadPool pool(thread_count(request.threads));
  found.documents = held_out.documents();
  found.same_tokens = perplexity(model, held_out, pool);
  if (longest_document(held_out) >= 2)
    found.completion = completion_perplexity(model, held_out, pool);
  const auto top = top_words(model, static_cast<std::size_t>(request.words));
  found.npmi = coherence(top, reference, CoherenceMeasure::kNpmi).mean;
  found.u_mass = coherence(top, reference, CoherenceMeasure::kUMass).mean;
  found.c_v = coherence(top, reference, CoherenceMeasure::kCv).mean;
  found.diversity = topic_diversity(top_words(model, kDiversityWords));
  return found;
}

}  // namespace dplda::runs
