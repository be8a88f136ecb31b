// A table as the client knows it. Every write operation shares ownership of its table.
#pragma once

#include <string>
#include <utility>

#include "engine/row/partition.h"
#include "engine/row/schema.h"

namespace engine {

// Immutable.
class Table {
 public:
  Table(std::string name, Schema schema, PartitionSchema partitions)
      : name_(std::move(name)), schema_(std::move(schema)), partitions_(std::move(partitions)) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const PartitionSchema& partitions() const { return partitions_; }

 private:
  std::string name_;
  Schema schema_;
  PartitionSchema partitions_;
};

}  // namespace engine
