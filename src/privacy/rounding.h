// Rounding of figures that must never be below what was proved.
#pragma once

namespace dplda {

// x and a little more: pays for the rounding of the few operations that led to x.
double rounded_up(double x);

}  // namespace dplda
