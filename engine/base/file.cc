#include "engine/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace engine {
namespace {

int OpenFlags(OpenMode mode) {
  switch (mode) {
    case OpenMode::kCreate:
      return O_CREAT | O_EXCL;
    case OpenMode::kTruncate:
      return O_CREAT | O_TRUNC;
    case OpenMode::kAppend:
      return 0;
  }
  return 0;
}

int OpenRetrying(const std::string& path, int flags) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

Status DescriptorSize(const std::string& path, int descriptor, std::uint64_t* size) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return PosixError(path, errno);
  *size = static_cast<std::uint64_t>(status.st_size);
  return Status::Ok();
}

Status FromCall(int result, const std::string& path) { return result == 0 ? Status::Ok() : PosixError(path, errno); }

}  // namespace

Status PosixError(const std::string& path, int error_number) {
  std::string message = path + ": " + std::generic_category().message(error_number);
  return error_number == ENOENT ? Status::NotFound(std::move(message)) : Status::IoError(std::move(message));
}

Status WritableFile::Open(const std::string& path, OpenMode mode, std::unique_ptr<WritableFile>* file) {
  const int descriptor = OpenRetrying(path, O_WRONLY | OpenFlags(mode));
  if (descriptor < 0) return PosixError(path, errno);
  file->reset(new WritableFile(path, descriptor, 0));
  return DescriptorSize(path, descriptor, &(*file)->size_);
}

WritableFile::~WritableFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// At an explicit offset, so that what a failed Append left behind is overwritten by the next.
Status WritableFile::Append(Slice bytes) { return WriteAt(size_, bytes); }

Status WritableFile::WriteAt(std::uint64_t offset, Slice bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return PosixError(path_, errno);
    offset += static_cast<std::uint64_t>(written);
    bytes = Slice(bytes.data() + written, bytes.size() - static_cast<std::size_t>(written));
  }
  size_ = std::max(size_, offset);
  return Status::Ok();
}

Status WritableFile::PunchHole(std::uint64_t offset, std::uint64_t length) const {
  const int result = ::fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                                 static_cast<off_t>(length));
  if (result == 0 || errno == EOPNOTSUPP) return Status::Ok();
  return PosixError(path_, errno);
}

Status WritableFile::Truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) return PosixError(path_, errno);
  size_ = size;
  return Status::Ok();
}

Status WritableFile::Sync() { return FromCall(::fdatasync(descriptor_), path_); }

Status WritableFile::Close() {
  // Linux releases the descriptor even when close() is interrupted, so it is never tried twice.
  const int descriptor = std::exchange(descriptor_, -1);
  return FromCall(::close(descriptor), path_);
}

Status RandomAccessFile::Open(const std::string& path, std::unique_ptr<RandomAccessFile>* file) {
  const int descriptor = OpenRetrying(path, O_RDONLY);
  if (descriptor < 0) return PosixError(path, errno);
  file->reset(new RandomAccessFile(path, descriptor));
  return Status::Ok();
}

RandomAccessFile::~RandomAccessFile() { ::close(descriptor_); }

Status RandomAccessFile::Read(std::uint64_t offset, std::size_t size, char* scratch, Slice* bytes) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(descriptor_, scratch + done, size - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return PosixError(path_, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  *bytes = Slice(scratch, done);
  return Status::Ok();
}

Status RandomAccessFile::Size(std::uint64_t* size) const { return DescriptorSize(path_, descriptor_, size); }

bool FileExists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

Status FileSize(const std::string& path, std::uint64_t* size) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return PosixError(path, errno);
  *size = static_cast<std::uint64_t>(status.st_size);
  return Status::Ok();
}

Status FileSizeOnDisk(const std::string& path, std::uint64_t* size) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return PosixError(path, errno);
  *size = static_cast<std::uint64_t>(status.st_blocks) * 512;  // the unit of st_blocks, whatever the file system's
  return Status::Ok();
}

Status ReadFile(const std::string& path, std::string* contents) {
  std::unique_ptr<RandomAccessFile> file;
  if (Status status = RandomAccessFile::Open(path, &file); !status.ok()) return status;
  std::uint64_t size = 0;
  if (Status status = file->Size(&size); !status.ok()) return status;
  contents->resize(size);
  Slice bytes;
  Status status = file->Read(0, size, contents->data(), &bytes);
  contents->resize(bytes.size());
  return status;
}

Status RenameFile(const std::string& from, const std::string& to) {
  return FromCall(::rename(from.c_str(), to.c_str()), from + " -> " + to);
}

Status TruncateFile(const std::string& path, std::uint64_t size) {
  return FromCall(::truncate(path.c_str(), static_cast<off_t>(size)), path);
}

Status RemoveFile(const std::string& path) { return FromCall(::unlink(path.c_str()), path); }

Status CreateDirectory(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST) return Status::Ok();
  return PosixError(path, errno);
}

Status ListDirectory(const std::string& path, std::vector<std::string>* names) {
  names->clear();
  std::error_code error;
  std::filesystem::directory_iterator entry(path, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    names->push_back(entry->path().filename().string());
  }
  if (error) return PosixError(path, error.value());
  std::sort(names->begin(), names->end());
  return Status::Ok();
}

Status SyncDirectory(const std::string& path) {
  const int descriptor = OpenRetrying(path, O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return PosixError(path, errno);
  Status status = FromCall(::fsync(descriptor), path);
  ::close(descriptor);
  return status;
}

}  // namespace engine
