#include "revisions/testing/small_repository.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT: mkdtemp() is POSIX

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace revisions::testing {

namespace fs = std::filesystem;

std::string shell(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> piece{};
  for (std::size_t size = 0; (size = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;) text.append(piece.data(), size);
  EXPECT_EQ(pclose(pipe), 0) << command;
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

SmallRepository::SmallRepository() : folder_(::testing::TempDir() + "/tandem-repository-XXXXXX") {
  EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  folder_ = fs::canonical(folder_).string();
  shell("git init --quiet --initial-branch=main " + checkout());
  git("config user.name tester");
  git("config user.email tester@example.invalid");
}

SmallRepository::~SmallRepository() { fs::remove_all(folder_); }

void SmallRepository::write(const std::string& file, const std::string& text) const {
  const fs::path path = fs::path(checkout()) / file;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add);
}

std::string SmallRepository::commit(const std::string& message) const {
  git("add --all");
  git("commit --quiet --allow-empty -m '" + message + "'");
  return git("rev-parse HEAD");
}

std::string SmallRepository::git(const std::string& arguments) const {
  return shell("git -C " + checkout() + " " + arguments);
}

std::string SmallRepository::fingerprint() const {
  return shell("cd " + checkout() +
               " && find . -path ./.git -prune -o -type f -printf '%p %T@ %m ' -exec sha256sum {} \\;"
               " && sha256sum .git/index .git/HEAD && stat -c %Y.%y .git/index && git for-each-ref");
}

}  // namespace revisions::testing
