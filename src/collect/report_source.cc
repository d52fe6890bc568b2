#include "collect/report_source.h"

#include "base/errors.h"

namespace dplda {

void check_row(const Report& report, const WordSets& sets) {
  const std::size_t in_last = sets.words() % 64;
  const bool fits =
      report.bits.size() == sets.stride() && (in_last == 0 || report.bits.back() >> in_last == 0);
  if (!fits) throw InputError("a report from this source is not made for its header");
}

}  // namespace dplda
