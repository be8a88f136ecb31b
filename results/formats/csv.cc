#include "results/formats/csv.h"

namespace results::formats {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<CsvRow> rows() {
    while (at_ < text_.size()) read_row();
    return std::move(rows_);
  }

 private:
  void read_row() {
    CsvRow row;
    bool more = true;
    while (more) {
      row.push_back(at_ < text_.size() && text_[at_] == '"' ? quoted_cell() : plain_cell());
      more = at_ < text_.size() && text_[at_] == ',';
      if (at_ < text_.size()) ++at_;  // the comma or the line's end
    }
    if (row.size() > 1 || !row[0].empty()) rows_.push_back(std::move(row));
  }

  std::string plain_cell() {
    const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
    std::string cell(text_.substr(at_, end - at_));
    if (cell.ends_with('\r')) cell.pop_back();
    at_ = end;
    return cell;
  }

  std::string quoted_cell() {
    std::string cell;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] != '"') {
        cell.push_back(text_[at_]);
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cell.push_back('"');
        ++at_;
      } else {
        ++at_;
        break;
      }
    }
    return cell + plain_cell();  // what stands between the quote and the comma
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<CsvRow> rows_;
};

}  // namespace

std::vector<CsvRow> csv_rows(std::string_view text) { return Reader(text).rows(); }

std::string csv_text_cell(std::string_view text) {
  std::string cell;
  if (!text.empty() && std::string_view("=+-@\t\r\n").find(text[0]) != std::string_view::npos) cell = "'";
  cell += text;
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char letter : cell) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

}  // namespace results::formats
