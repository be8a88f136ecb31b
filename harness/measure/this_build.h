// The build of the running program.
#pragma once

#include "harness/model/build.h"

namespace harness::measure {

// Everything but sha256, which the driver computes from the program file.
Build this_build();

}  // namespace harness::measure
