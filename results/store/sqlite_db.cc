#include "results/store/sqlite_db.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "harness/model/error.h"
#include "results/store/sqlite_errors.h"

namespace results::store {
namespace {

class SqliteRow : public Row {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : statement_(statement) {}
  [[nodiscard]] bool is_null(int column) const override {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
  }
  [[nodiscard]] std::int64_t integer(int column) const override { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] double real(int column) const override { return sqlite3_column_double(statement_, column); }
  [[nodiscard]] std::string_view text(int column) const override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, size(column));
  }
  [[nodiscard]] std::string_view blob(int column) const override {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, size(column));
  }

 private:
  [[nodiscard]] std::size_t size(int column) const {
    return static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  }
  sqlite3_stmt* statement_;
};

// Binds one value; its bytes must outlive the statement's run, which they do: query() holds them.
struct Bind {
  sqlite3_stmt* statement;
  int index;

  int operator()(std::monostate) const { return sqlite3_bind_null(statement, index); }
  int operator()(std::int64_t value) const { return sqlite3_bind_int64(statement, index, value); }
  int operator()(double value) const { return sqlite3_bind_double(statement, index, value); }
  int operator()(const std::string& text) const {
    return sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  int operator()(const Blob& blob) const {
    return sqlite3_bind_blob64(statement, index, blob.bytes.data(), blob.bytes.size(), SQLITE_STATIC);
  }
};

// Leaves a cached statement ready for its next use, whichever way its run ends: an open read would hold up the log.
struct ResetOnExit {
  sqlite3_stmt* statement;
  ~ResetOnExit() {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }
};

int bind(sqlite3_stmt* statement, const std::vector<Value>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    // SQLite numbers $1, $2 by first appearance in the text, not by their number.
    const int index = sqlite3_bind_parameter_index(statement, std::string("$").append(std::to_string(i + 1)).c_str());
    if (index == 0) continue;  // a value the statement does not mention
    const int code = std::visit(Bind{statement, index}, values[i].variant());
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

constexpr const char* kInMemory = ":memory:";

bool is_missing(const std::string& path) {
  std::error_code error;
  return !std::filesystem::exists(path, error) && !error;
}

// SQLite would open a device, and leave a journal beside it.
bool is_special(const std::string& path) {
  std::error_code unreadable;
  const bool regular = std::filesystem::is_regular_file(path, unreadable);
  return !regular && !unreadable;
}

bool is_on_writable_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  return access(folder.c_str(), W_OK) == 0;
}

// The file: form of a path, in which '?' and '#' would end it and '%' starts an escape.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char letter : std::filesystem::absolute(path).string()) {
    if (letter == '?' || letter == '#' || letter == '%') {
      constexpr char kDigits[] = "0123456789ABCDEF";
      uri += {'%', kDigits[(letter >> 4) & 0xF], kDigits[letter & 0xF]};
    } else {
      uri += letter;
    }
  }
  return uri + "?immutable=1";
}

// The folder that the file lies in, and none above it: a mistyped path would be made whole.
void make_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return;
  if (folder.has_parent_path() && is_missing(folder.parent_path())) {
    throw harness::Error("there is no folder " + folder.parent_path().string() + " to make the store " + path +
                         " in; make it, or name another file with --store");
  }
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error) {
    throw harness::Error("the folder of the store " + path + " cannot be made: " + error.message() +
                         "; name another file with --store");
  }
}

}  // namespace

void SqliteDb::CloseConnection::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
void SqliteDb::FinalizeStatement::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

SqliteDb::SqliteDb(std::string path, Access access, std::chrono::milliseconds patience)
    : path_(std::move(path)), patience_(patience) {
  if (std::filesystem::is_directory(path_)) {
    throw harness::Error(path_ + " is a folder, and a store is a file; name a file with --store");
  }
  if (!is_missing(path_) && is_special(path_)) {
    throw harness::Error(path_ + " is a device, a pipe or a socket, and a store is a file; name a file with --store");
  }
  if (access == Access::ReadWrite) {
    open_for_writing();
  } else {
    open_for_reading();
  }
}

void SqliteDb::open_for_writing() {
  make_folder_of(path_);
  // SQLite tries to read what it cannot make, and then says that there is no such file.
  if (path_ != kInMemory && is_missing(path_) && !is_on_writable_folder(path_)) {
    throw harness::Error("the folder of the store " + path_ +
                         " is read-only; allow writing to it, or name another file with --store");
  }
  open_with(path_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  // SQLite opens a file that cannot be written for reading, and says so only later.
  if (sqlite3_db_readonly(connection_.get(), "main") == 1) {
    throw harness::Error(sentence_for(path_, SQLITE_READONLY, 0, ""));
  }
  configure();
  use_write_ahead_log();
  execute("PRAGMA synchronous = NORMAL");  // no fsync per commit: with the log, only power failure can undo a commit
}

void SqliteDb::open_for_reading() {
  if (is_missing(path_)) {
    throw harness::Error("there is no store at " + path_ + " yet; `tandem run` makes one, --store names another");
  }
  open_with(path_, SQLITE_OPEN_READONLY);
  configure();
  execute("PRAGMA query_only = ON");
  try {
    (void)has_any_table();
  } catch (const harness::Error&) {
    // A log needs a shared index beside the file. In a folder that nobody here can write, with no log to replay,
    // the file alone is the whole store.
    const bool no_log = is_missing(path_ + "-wal");
    if (!no_log || is_on_writable_folder(path_)) throw;
    statements_.clear();
    open_with(immutable_uri(path_), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    configure();
    (void)has_any_table();
  }
}

void SqliteDb::open_with(const std::string& name, int flags) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) fail();
}

void SqliteDb::configure() {
  sqlite3_extended_result_codes(connection_.get(), 1);
  sqlite3_busy_timeout(connection_.get(), static_cast<int>(patience_.count()));
  execute("PRAGMA foreign_keys = ON");
}

void SqliteDb::use_write_ahead_log() {
  // Two processes that open a fresh file together can each hold what the other waits for; SQLite then answers "busy"
  // at once instead of waiting. Whoever comes second finds the log already in use.
  const auto deadline = std::chrono::steady_clock::now() + patience_;
  while (sqlite3_exec(connection_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr) != SQLITE_OK) {
    const bool busy = sqlite3_errcode(connection_.get()) == SQLITE_BUSY;
    if (!busy || std::chrono::steady_clock::now() > deadline) fail();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

sqlite3_stmt* SqliteDb::prepared(std::string_view sql) {
  if (const auto found = statements_.find(sql); found != statements_.end()) return found->second.get();
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) fail();
  statements_.emplace(sql, statement);
  return statement;
}

void SqliteDb::query(std::string_view sql, const std::vector<Value>& values, const RowReader& show) {
  sqlite3_stmt* statement = prepared(sql);
  const ResetOnExit reset{statement};
  if (bind(statement, values) != SQLITE_OK) fail();
  const SqliteRow row(statement);
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) show(row);
  if (code != SQLITE_DONE) fail();
}

void SqliteDb::run_script(std::string_view sql) {
  if (sqlite3_exec(connection_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void SqliteDb::begin(Access access) {
  // IMMEDIATE: waits for the other writer here, and not in the middle, where waiting could be for ever.
  execute(access == Access::ReadWrite ? "BEGIN IMMEDIATE" : "BEGIN");
}

void SqliteDb::commit() { execute("COMMIT"); }

void SqliteDb::rollback() noexcept {
  // A full disk may have rolled back already.
  if (sqlite3_get_autocommit(connection_.get()) == 0) {
    sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

std::vector<std::string> SqliteDb::faults() {
  std::vector<std::string> found;
  query("PRAGMA integrity_check", {}, [&](const Row& row) {
    if (row.text(0) != "ok") found.emplace_back(row.text(0));
  });
  query("PRAGMA foreign_key_check", {}, [&](const Row& row) {
    found.push_back("row " + std::to_string(row.integer(1)) + " of " + std::string(row.text(0)) + " belongs to a " +
                    std::string(row.text(2)) + " that is not there");
  });
  return found;
}

void SqliteDb::copy_to(const std::string& path) {
  if (!is_missing(path)) throw harness::Error("there is a file " + path + " already; name another one for the copy");
  make_folder_of(path);
  try {
    query("VACUUM INTO $1", {path}, [](const Row&) {});
  } catch (const harness::Error& error) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);  // half a copy is no copy
    throw error.with_context("copying to " + path);
  }
}

bool SqliteDb::has_table(std::string_view table) {
  bool found = false;
  query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", {table}, [&](const Row&) { found = true; });
  return found;
}

bool SqliteDb::has_any_table() {
  bool found = false;
  query("SELECT 1 FROM sqlite_master WHERE type = 'table' LIMIT 1", {}, [&](const Row&) { found = true; });
  return found;
}

void SqliteDb::fail() const {
  sqlite3* connection = connection_.get();
  throw harness::Error(sentence_for(path_, sqlite3_extended_errcode(connection), sqlite3_system_errno(connection),
                                    sqlite3_errmsg(connection)));
}

}  // namespace results::store
