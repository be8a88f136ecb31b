// Finds out, from a container's metadata file, which blocks it has.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/fs/block_map.h"
#include "engine/fs/container.h"
#include "engine/fs/record_reader.h"

namespace engine {

enum class Replay {
  kRecordByRecord,  // two reads a record, as at the source
  kWholeFile,       // one read a file (MemoryRecordSource)
};

// What one pass over the records found.
struct ReplayedContainer {
  ContainerBlocks blocks;                                                // alive
  std::unordered_map<BlockId, BlockRecord, BlockIdHash> live_creations;  // their records, for compaction
  std::vector<BlockRecord> dead;                                         // creations that a deletion followed
  BlockId highest_id;                                                    // of all records, dead ones too
  ContainerState state;
  std::int64_t live_bytes = 0;  // rounded up to whole file-system blocks
  std::int64_t torn_bytes = 0;  // at the end of the metadata file, of an append that a crash cut off
};

// Applies records in order and refuses those that cannot be true: a negative or outlying range, an id that is null,
// created twice or deleted without being there. Knows nothing of files, so every case can be tested.
class RecordReplayer {
 public:
  // Blocks must end within `data_bytes`. `container` becomes the blocks'; it may be null if they are only counted.
  RecordReplayer(Container* container, std::int64_t data_bytes) : container_(container), data_bytes_(data_bytes) {}

  Status Apply(const BlockRecord& record);
  [[nodiscard]] ReplayedContainer& result() { return result_; }

 private:
  Status ApplyCreation(const BlockRecord& record);
  Status ApplyDeletion(const BlockRecord& record);

  Container* const container_;
  const std::int64_t data_bytes_;
  ReplayedContainer result_;
};

// Reads all of stem's records. A torn end is reported in torn_bytes, and nothing is changed; damage is Corruption; a
// header that is not all there is Incomplete.
Status ReplayContainer(const std::string& stem, Container* container, std::int64_t data_bytes, Replay replay,
                       ReplayedContainer* replayed);

}  // namespace engine
