// What a container's metadata file says: a header, then one record for each creation and deletion of a block.
//
//   file     "tandemlb"  version (4)  CRC-32C of the 12 bytes before (4)   then records
//   record   length (4)  CRC-32C of the length (4)  body (length)  CRC-32C of the body (4)
//   body     tagged fields in the wire format of Protocol Buffers; readers skip fields they do not know
//
// Integers outside the body are little-endian. A creation takes about 40 bytes, as at the source.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/slice.h"
#include "engine/base/status.h"
#include "engine/fs/block_id.h"

namespace engine {

enum class BlockOperation : std::uint32_t { kCreate = 1, kDelete = 2 };

struct BlockRecord {
  BlockOperation operation = BlockOperation::kCreate;
  BlockId id;
  std::uint64_t timestamp_us = 0;  // since 1970
  std::int64_t offset = 0;         // in the data file; creations only
  std::int64_t length = 0;         // in bytes; creations only

  bool operator==(const BlockRecord&) const = default;
};

inline constexpr std::size_t kMetadataHeaderBytes = 16;
inline constexpr std::size_t kRecordHeaderBytes = 8;   // length and its checksum
inline constexpr std::size_t kRecordTrailerBytes = 4;  // checksum of the body

std::string MetadataHeader();

// Incomplete if there are fewer bytes than a header has, or zeros only; Corruption if they are no header.
Status CheckMetadataHeader(Slice bytes);

// Appends the framed record.
void AppendBlockRecord(const BlockRecord& record, std::string* to);

// Corruption if a field is missing, cut off, or of an unknown operation.
Status ParseBlockRecord(Slice body, BlockRecord* record);

}  // namespace engine
