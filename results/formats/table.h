// A table for a terminal: cells aligned by display width, columns as wide as their widest cell.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace results::formats {

enum class Align { Left, Right };

struct TableColumn {
  int gap = 2;  // blanks before it
  Align align = Align::Left;
  int least = 0;  // width, for a heading that must fit
};

// `paint` is applied after padding, so that what colours a cell does not count as text.
struct TableCell {
  TableCell(std::string text) : text(std::move(text)) {}  // NOLINT: most cells are plain
  TableCell(const char* text) : text(text) {}             // NOLINT
  TableCell(std::string text, std::function<std::string(const std::string&)> paint)
      : text(std::move(text)), paint(std::move(paint)) {}

  std::string text;
  std::function<std::string(const std::string& padded)> paint;  // absent: plain
};

class Table {
 public:
  Table(std::vector<TableColumn> columns, int width) : columns_(std::move(columns)), width_(width) {}

  // One cell a column. A first cell that would push the row beyond the table's width gets a line of its own above it.
  void add_row(std::vector<TableCell> cells);
  // Headings: a text that fits its column is aligned with it, a longer one runs over the next ones.
  void add_heading(const std::vector<std::string>& texts);

  [[nodiscard]] std::string text() const;  // every line ended by '\n', no blank at a line's end

 private:
  enum class Kind { Row, Heading };
  struct Line {
    Kind kind;
    std::vector<TableCell> cells;
  };

  [[nodiscard]] std::vector<int> column_widths() const;
  [[nodiscard]] std::string row_text(const Line& line, const std::vector<int>& widths) const;
  [[nodiscard]] std::string heading_text(const Line& line, const std::vector<int>& widths) const;

  std::vector<TableColumn> columns_;
  int width_;
  std::vector<Line> lines_;
};

}  // namespace results::formats
