// Marks what the shared library shows to the world; everything else in it is hidden.
#pragma once

#define DPLDA_API __attribute__((visibility("default")))
