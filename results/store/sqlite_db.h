// A store in one SQLite file. The only user of sqlite3.h.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "results/store/db.h"

struct sqlite3;
struct sqlite3_stmt;

namespace results::store {

class SqliteDb : public Db {
 public:
  // Write-ahead log: readers and the writer do not wait for each other, and what was committed outlives the process.
  // ReadWrite makes the file and its folder if need be. ReadOnly also works on a medium that cannot be written.
  // `patience`: how long a statement waits for another process's lock. Ours last a millisecond or so each.
  SqliteDb(std::string path, Access access, std::chrono::milliseconds patience = std::chrono::seconds(5));

  void query(std::string_view sql, const std::vector<Value>& values, const RowReader& show) override;
  void run_script(std::string_view sql) override;
  void begin(Access access) override;
  void commit() override;
  void rollback() noexcept override;
  [[nodiscard]] std::vector<std::string> faults() override;
  void copy_to(const std::string& path) override;
  [[nodiscard]] const std::string& name() const override { return path_; }
  [[nodiscard]] bool has_table(std::string_view table) override;
  [[nodiscard]] bool has_any_table() override;

 private:
  struct CloseConnection {
    void operator()(sqlite3* connection) const;
  };
  struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

  void open_for_writing();
  void open_for_reading();
  void open_with(const std::string& name, int flags);
  void configure();
  void use_write_ahead_log();
  sqlite3_stmt* prepared(std::string_view sql);
  [[noreturn]] void fail() const;  // throws the connection's last error as a sentence

  std::string path_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<sqlite3, CloseConnection> connection_;
  std::map<std::string, Statement, std::less<>> statements_;  // closed before the connection
};

}  // namespace results::store
