#include "results/store/sqlite_errors.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>

namespace results::store {
namespace {

// The disk can run out under the database, its log or the log's index, and each has a code of its own.
bool out_of_space(int code, int system_error) {
  return (code & 0xFF) == SQLITE_FULL || system_error == ENOSPC || system_error == EDQUOT;
}

std::string why(int system_error, const std::string& message) {
  return system_error != 0 ? std::strerror(system_error) : message;
}

}  // namespace

std::string sentence_for(const std::string& path, int code, int system_error, const std::string& message) {
  const std::string store = "the store " + path;
  if (out_of_space(code, system_error)) {
    return store + " cannot grow because its disk is full; what was saved before is safe, free some space and go on";
  }
  switch (code & 0xFF) {
    case SQLITE_NOTADB:
      return path + " is not a store (it is not an SQLite database); name another file with --store";
    case SQLITE_CORRUPT:
      return store + " is damaged (" + message + "); keep a copy of it and go on with a backup or another --store";
    case SQLITE_READONLY:
      return store + " is read-only; allow writing to the file and its folder, or name another file with --store";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store + " is locked by another process that is writing to it; wait until it is done and try again";
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return store + " cannot be opened: " + why(system_error, message) + "; check the path and its permissions";
    case SQLITE_IOERR:
      return store + " cannot be read or written: " + why(system_error, message) + "; check the disk it is on";
    case SQLITE_TOOBIG:
      return store + " cannot take a value of this size: " + message;
    default:
      return store + " refused a statement: " + message;
  }
}

}  // namespace results::store
