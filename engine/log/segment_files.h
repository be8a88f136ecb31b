// The names of a log's segments in its directory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/status.h"

namespace engine {

std::string SegmentPath(const std::string& directory, std::uint64_t sequence);  // "DIRECTORY/wal-000000001"

// The sequence numbers of the segments there are, growing. Other files are left out. Corruption if one in between is
// missing.
Status ListSegments(const std::string& directory, std::vector<std::uint64_t>* sequences);

}  // namespace engine
