#include "harness/measure/testing/program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <sstream>

#include "harness/model/error.h"

namespace harness::measure::testing {
namespace {

using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

// Files for the three streams, not pipes: nothing can block on a full one.
File temporary_file(const std::string& content = "") {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw Error("no temporary file can be made");
  std::fwrite(content.data(), 1, content.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string content;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) content.append(buffer, count);
  return content;
}

pid_t start(const std::vector<std::string>& argv, std::FILE* in, std::FILE* out, std::FILE* err) {
  std::vector<char*> pointers;
  for (const std::string& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(err), STDERR_FILENO);
  pid_t process = 0;
  const int failed = posix_spawn(&process, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw Error("the program " + argv[0] + " cannot be started");
  return process;
}

}  // namespace

ProgramResult run_program(const std::vector<std::string>& argv, const std::string& input) {
  const File in = temporary_file(input);
  const File out = temporary_file();
  const File err = temporary_file();
  const pid_t process = start(argv, in.get(), out.get(), err.get());
  int status = 0;
  waitpid(process, &status, 0);
  return {.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          .out = content_of(out.get()),
          .err = content_of(err.get())};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace harness::measure::testing
