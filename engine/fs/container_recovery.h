// Opens one container as a crash may have left it: decides what its two files mean, cuts a torn end, removes what holds
// nothing, compacts and punches what holds too much.
#pragma once

#include <memory>
#include <string>

#include "engine/fs/container.h"
#include "engine/fs/container_replay.h"
#include "engine/fs/open_report.h"

namespace engine {

struct RecoveryOptions {
  ContainerOptions container;
  Replay replay = Replay::kRecordByRecord;
  double live_ratio_to_compact = 0.50;  // of a full container's creations; at or below it the metadata is rewritten
  double excess_space_ratio = 1.10;     // disk space over live bytes; above it, deleted blocks are punched again
};

struct RecoveredContainer {
  std::unique_ptr<Container> container;  // null: there is nothing to use, and the files are gone if they may be changed
  ReplayedContainer replayed;
};

// The files' combinations and what they mean:
//
//   metadata \ data      missing      empty        with bytes
//   missing              -            unfinished   NotFound: the metadata is lost
//   header not complete  unfinished   unfinished   Incomplete
//   no live blocks       unfinished   as read      as read
//   live blocks          NotFound     as read      as read
//
// "As read": records that point beyond the data's end are Corruption. Adds to *report what it found.
Status RecoverContainer(const std::string& stem, const RecoveryOptions& options, FileCache* files,
                        RecoveredContainer* recovered, OpenReport* report);

}  // namespace engine
