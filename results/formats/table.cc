#include "results/formats/table.h"

#include <algorithm>
#include <utility>

#include "results/formats/display.h"

namespace results::formats {
namespace {

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string blanks(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

}  // namespace

void Table::add_row(std::vector<TableCell> cells) { lines_.push_back({Kind::Row, std::move(cells)}); }
void Table::add_heading(const std::vector<std::string>& texts) {
  lines_.push_back({Kind::Heading, {texts.begin(), texts.end()}});
}

std::vector<int> Table::column_widths() const {
  std::vector<int> widths;
  for (const TableColumn& column : columns_) widths.push_back(column.least);
  for (const auto& [kind, cells] : lines_) {
    if (kind == Kind::Heading) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i].text));
  }
  int others = 0;
  for (std::size_t i = 1; i < widths.size(); ++i) others += columns_[i].gap + widths[i];
  widths.front() = std::min(widths.front(), std::max(width_ - others, 0));
  return widths;
}

std::string Table::row_text(const Line& line, const std::vector<int>& widths) const {
  std::string out;
  for (std::size_t i = 0; i < line.cells.size(); ++i) {
    const TableCell& cell = line.cells[i];
    if (i > 0) out += blanks(columns_[i].gap);
    if (i == 0 && display_width(cell.text) > widths[0]) {
      out = cell.text + "\n" + blanks(widths[0]);
      continue;
    }
    std::string padded =
        columns_[i].align == Align::Left ? padded_right(cell.text, widths[i]) : padded_left(cell.text, widths[i]);
    out += cell.paint ? cell.paint(padded) : padded;
  }
  return without_trailing_blanks(std::move(out));
}

std::string Table::heading_text(const Line& line, const std::vector<int>& widths) const {
  std::string out;
  int start = 0;
  for (std::size_t i = 0; i < line.cells.size(); ++i) {
    const std::string& text = line.cells[i].text;
    start += i == 0 ? 0 : columns_[i].gap;
    if (!text.empty()) {
      if (!out.empty() && display_width(out) >= start) out += "  ";  // the one before ran into this column
      out = padded_right(std::move(out), start) +
            (columns_[i].align == Align::Left ? text : padded_left(text, widths[i]));
    }
    start += widths[i];
  }
  return without_trailing_blanks(std::move(out));
}

std::string Table::text() const {
  const std::vector<int> widths = column_widths();
  std::string out;
  for (const Line& line : lines_) out += line.kind == Kind::Row ? row_text(line, widths) : heading_text(line, widths);
  return out;
}

}  // namespace results::formats
