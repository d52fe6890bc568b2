#include "lda/parts.h"

namespace dplda {

void sum_over(Parts& parts, TopicTable& table) {
  parts.sum(table.cells());
  parts.sum(table.totals());
}

}  // namespace dplda
