#include "runs/train_request.h"

namespace dplda::runs {

void check(const TrainRequest& request) {
  dplda::check(request.options);
  dplda::check(request.ledger);
  check_deltas(request.options->delta, request.ledger);
}

}  // namespace dplda::runs
