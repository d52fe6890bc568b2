// The errors that the library throws: they are part of its public face.
#pragma once

#include "dplda/errors.h"
