// The seam between the store and a database: statements with $1, $2, ... placeholders, and transactions.
// The store's SQL is written once, in what SQLite and PostgreSQL have in common.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/store/access.h"

namespace results::store {

struct Blob {
  std::string bytes;
};

// A value to bind to a placeholder. Text is made valid UTF-8 without NUL on the way in (PostgreSQL takes nothing else).
class Value {
 public:
  using Variant = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

  Value(int value) : value_(std::int64_t{value}) {}                           // NOLINT: conversions are the point
  Value(std::int64_t value) : value_(value) {}                                // NOLINT
  Value(std::uint64_t value) : value_(std::bit_cast<std::int64_t>(value)) {}  // NOLINT: keeps the bits
  Value(double value) : value_(value) {}                                      // NOLINT
  Value(std::string_view text);                                               // NOLINT
  Value(const std::string& text) : Value(std::string_view(text)) {}           // NOLINT
  Value(const char* text) : Value(std::string_view(text)) {}                  // NOLINT
  Value(Blob blob) : value_(std::move(blob)) {}                               // NOLINT
  Value(const std::optional<double>& value);                                  // NOLINT: absent is NULL
  Value(const std::optional<int>& value);                                     // NOLINT
  Value(const std::optional<std::string>& text);                              // NOLINT

  [[nodiscard]] const Variant& variant() const { return value_; }

 private:
  Variant value_;
};

// One row of an answer. Views are valid only while the row is shown.
class Row {
 public:
  virtual ~Row() = default;
  [[nodiscard]] virtual bool is_null(int column) const = 0;
  [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
  [[nodiscard]] virtual double real(int column) const = 0;
  [[nodiscard]] virtual std::string_view text(int column) const = 0;
  [[nodiscard]] virtual std::string_view blob(int column) const = 0;
};

using RowReader = std::function<void(const Row&)>;

// One connection, used by one thread. Everything throws harness::Error with a sentence that names the store, but
// rollback.
class Db {
 public:
  virtual ~Db() = default;

  // Runs one statement and shows each row of its answer. `show` must not run the same statement again.
  virtual void query(std::string_view sql, const std::vector<Value>& values, const RowReader& show) = 0;
  // Runs any number of statements without placeholders: a migration.
  virtual void run_script(std::string_view sql) = 0;

  // ReadOnly: every statement sees the same moment. ReadWrite: there is no other writer until the end.
  virtual void begin(Access access) = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;

  // Looking after it: a sentence for each damage that the database itself can find, and a compact copy in a new file.
  [[nodiscard]] virtual std::vector<std::string> faults() = 0;
  virtual void copy_to(const std::string& path) = 0;

  // The store as a person named it, for messages.
  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual bool has_table(std::string_view table) = 0;
  [[nodiscard]] virtual bool has_any_table() = 0;

  void execute(std::string_view sql, const std::vector<Value>& values = {}) {
    query(sql, values, [](const Row&) {});
  }
};

// Commits when told to, otherwise nothing has happened.
class Transaction {
 public:
  Transaction(Db& db, Access access) : db_(db) { db_.begin(access); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (!committed_) db_.rollback();
  }
  void commit() {
    db_.commit();
    committed_ = true;
  }

 private:
  Db& db_;
  bool committed_ = false;
};

}  // namespace results::store
