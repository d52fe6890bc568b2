// The numbers of a figure, or the cells of a table, for other programs.
#pragma once

#include <string>

#include "figures/figure.h"

namespace dplda {

// Columns panel,series,x,y,low,high, a line a point, lines ended by a line feed, fields quoted as
// in RFC 4180. All points, also those that cannot be drawn, with as many digits as read back the
// same double; low and high are y where there is no spread. A level is a series whose x, low and
// high are empty.
std::string csv(const Figure& figure);

// The header and the rows, quoted in the same way.
std::string csv(const Table& table);

}  // namespace dplda
