// Whether two built programs are the same bytes.
#pragma once

#include <atomic>
#include <string>

#include "revisions/build_cache.h"

namespace revisions {

// A digest of a program of the tree (path relative to it) with the shared libraries of the tree that it loads. Equal
// digests mean that what runs is the same. Empty where that cannot be told: a script runs whatever it names.
std::string program_identity(const BuiltRevision& built, const std::string& program, const std::atomic<bool>& interrupted);

}  // namespace revisions
