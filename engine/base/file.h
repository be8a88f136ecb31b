// The engine's one door to the file system. Every failure names the path and what the system said; a missing file is
// NotFound, everything else IoError. No buffering: one Append is one write, so callers gather what belongs together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/slice.h"
#include "engine/base/status.h"

namespace engine {

enum class OpenMode {
  kCreate,    // the file must not exist yet
  kTruncate,  // whatever was there is gone
  kAppend,    // the file must exist; writing continues at its end
};

// A file that grows at its end. One thread at a time.
class WritableFile {
 public:
  static Status Open(const std::string& path, OpenMode mode, std::unique_ptr<WritableFile>* file);
  ~WritableFile();  // closes; an error of that close is lost, so call Close() where it matters
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;

  // Either all bytes are in the file (if not yet on the disk), or an error, and then any part of them may be at its
  // end; size() still says where they began, for Truncate(size()).
  Status Append(Slice bytes);
  // As Append, but at `offset`, which may lie beyond the end: the gap is a hole that reads as zeros.
  Status WriteAt(std::uint64_t offset, Slice bytes);
  Status Truncate(std::uint64_t size);  // shorter: cuts; longer: a hole at the end
  // Gives the disk space of a range back; it reads as zeros then. Any thread. Fine where the file system cannot do it.
  Status PunchHole(std::uint64_t offset, std::uint64_t length) const;
  Status Sync();   // returns when the bytes and the length are on the disk
  Status Close();  // the file may not be used afterwards

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  WritableFile(std::string path, int descriptor, std::uint64_t size)
      : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

  const std::string path_;
  int descriptor_;
  std::uint64_t size_;
};

// A file that is read at any place. Any number of threads.
class RandomAccessFile {
 public:
  static Status Open(const std::string& path, std::unique_ptr<RandomAccessFile>* file);
  ~RandomAccessFile();
  RandomAccessFile(const RandomAccessFile&) = delete;
  RandomAccessFile& operator=(const RandomAccessFile&) = delete;

  // Reads up to `size` bytes at `offset` into `scratch`, which *bytes then points to. Fewer only at the end of the
  // file.
  Status Read(std::uint64_t offset, std::size_t size, char* scratch, Slice* bytes) const;
  Status Size(std::uint64_t* size) const;  // asks the system, since others may append

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  RandomAccessFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  const std::string path_;
  const int descriptor_;
};

[[nodiscard]] bool FileExists(const std::string& path);
Status FileSize(const std::string& path, std::uint64_t* size);
Status FileSizeOnDisk(const std::string& path, std::uint64_t* size);  // without its holes
Status ReadFile(const std::string& path, std::string* contents);
Status RenameFile(const std::string& from, const std::string& to);  // replaces `to` in one step
Status TruncateFile(const std::string& path, std::uint64_t size);
Status RemoveFile(const std::string& path);
Status CreateDirectory(const std::string& path);  // fine if it is there already; its parent must exist
Status ListDirectory(const std::string& path, std::vector<std::string>* names);  // sorted, without "." and ".."
Status SyncDirectory(const std::string& path);  // makes creations, renames and removals in it durable

// IoError or NotFound: "PATH: No such file or directory".
Status PosixError(const std::string& path, int error_number);

}  // namespace engine
