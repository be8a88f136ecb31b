// A small git repository in a folder of its own, for tests: made with the real git, gone at the end.
#pragma once

#include <string>
#include <vector>

namespace revisions::testing {

class SmallRepository {
 public:
  SmallRepository();
  ~SmallRepository();
  SmallRepository(const SmallRepository&) = delete;
  SmallRepository& operator=(const SmallRepository&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }      // everything, the checkout among it
  [[nodiscard]] std::string checkout() const { return folder_ + "/checkout"; }
  void write(const std::string& file, const std::string& text) const;      // in the checkout, executable
  std::string commit(const std::string& message) const;                    // everything; the commit's hash
  std::string git(const std::string& arguments) const;                     // what it prints, without the last newline
  // The state of the checkout, byte by byte: files with their times, index, HEAD, branches.
  [[nodiscard]] std::string fingerprint() const;

 private:
  std::string folder_;
};

// What a shell command prints; the test fails if it fails.
std::string shell(const std::string& command);
std::string content_of(const std::string& path);

}  // namespace revisions::testing
