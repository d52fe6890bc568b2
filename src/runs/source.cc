#include "runs/source.h"

#include "corpus/prepare.h"

namespace dplda::runs {

OpenSource::OpenSource(const Source& source) : held_(source.corpus) {
  if (held_ == nullptr) opened_.emplace(open_corpus(source.path));
  holdings_ = holdings_of(source.path, corpus());
}

}  // namespace dplda::runs
