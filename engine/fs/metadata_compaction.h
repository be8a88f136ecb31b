// Rewrites a container's metadata file without the records of blocks that are gone.
#pragma once

#include <string>
#include <vector>

#include "engine/fs/block_record.h"
#include "engine/fs/container.h"

namespace engine {

// The file that is being written; a leftover of a crash is worthless.
inline std::string CompactionPath(const std::string& stem) { return Container::MetadataPath(stem) + ".tmp"; }

// Replaces the metadata of a container that nobody appends to by `creations`, ordered by time, then place. The file is
// written aside, synced and renamed, so a crash leaves either the file before or the file after. Updates *state.
Status CompactMetadata(const std::string& stem, std::vector<BlockRecord> creations, ContainerState* state);

}  // namespace engine
