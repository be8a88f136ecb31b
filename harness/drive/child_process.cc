#include "harness/drive/child_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "harness/model/error.h"

extern char** environ;  // NOLINT: POSIX declares no header for it

namespace harness::drive {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// A killed process is gone in well under a millisecond; one that hangs in the kernel (a dead network disk) is left to
// init rather than waited for.
constexpr std::chrono::seconds kKillPatience{5};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

// Everything the child needs, laid out beforehand: between vfork() and exec it may call nothing that allocates.
struct Prepared {
  const char* program;
  char* const* argv;
  char* const* environment;
  std::array<int, 3> descriptors;
  cpu_set_t cpus;
  pid_t parent;
};

// dup2() onto itself would leave close-on-exec set, and an earlier dup2() may overwrite a later one's source: so each
// is first moved out of the way.
bool set_descriptors(const std::array<int, 3>& descriptors) {
  std::array<int, 3> moved{};
  for (std::size_t i = 0; i < 3; ++i) {
    moved[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, 3);
    if (moved[i] < 0) return false;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (dup2(moved[i], static_cast<int>(i)) < 0) return false;
  }
  return true;
}

// Runs in the child, on the parent's memory. Returns the error of what failed.
int become(const Prepared& prepared) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != prepared.parent) return ESRCH;  // the driver died before the line above
  if (sched_setaffinity(0, sizeof prepared.cpus, &prepared.cpus) != 0) return errno;
  if (!set_descriptors(prepared.descriptors)) return errno;
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);  // nothing else is passed on; a kernel before 5.11 may pass on more
  for (const int signal : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(prepared.program, prepared.argv, prepared.environment);
  return errno;
}

// vfork() rather than fork(): the driver's size does not matter, and a failed exec can report by plain memory.
// posix_spawn() can neither pin nor set the parent-death signal.
[[gnu::noinline]] pid_t vfork_and_exec(const Prepared& prepared, int* error) {
  const pid_t pid = vfork();
  if (pid == 0) {
    *error = become(prepared);
    _exit(127);
  }
  if (pid < 0) *error = errno;
  return pid;
}

std::string reason(const std::string& program, int error) {
  std::error_code ignored;
  if (error == EACCES && std::filesystem::is_regular_file(program, ignored)) return "it is not executable";
  if (error == EACCES && std::filesystem::is_directory(program, ignored)) return "it is a directory";
  if (error == ENOEXEC) return "it is not a program this machine can execute";
  return std::strerror(error);
}

pid_t start_child(const ChildStart& start) {
  const std::vector<char*> argv = pointers(start.argv);
  const std::vector<char*> environment = pointers(start.environment);
  Prepared prepared{.program = start.program.c_str(),
                    .argv = argv.data(),
                    .environment = environment.data(),
                    .descriptors = {start.standard_input, start.standard_output, start.standard_error},
                    .cpus = {},
                    .parent = getpid()};
  CPU_ZERO(&prepared.cpus);
  for (const int cpu : start.cpus) CPU_SET(cpu, &prepared.cpus);
  // No handler of the driver may run in the child while it borrows the driver's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0;
  const pid_t pid = vfork_and_exec(prepared, &error);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error == 0) return pid;
  if (pid > 0) waitpid(pid, nullptr, 0);
  throw Error("cannot start " + start.program + ": " + reason(start.program, error));
}

// glibc 2.36 declares pidfd_open() for C only.
int open_process(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

int milliseconds_left(steady_clock::time_point deadline) {
  const nanoseconds left = deadline - steady_clock::now();
  constexpr nanoseconds kLongest = std::chrono::hours(1);  // poll() counts in int milliseconds
  return static_cast<int>(
      std::chrono::ceil<std::chrono::milliseconds>(std::clamp(left, nanoseconds(0), kLongest)).count());
}

bool is_executable_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

// Without reaping it: what the kernel knows of it can still be read.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

// The second number of schedstat (kernel documentation, scheduler/sched-stats).
double queue_time_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/schedstat");
  double run_time = 0;
  double queue_time = 0;
  file >> run_time >> queue_time;
  return file ? queue_time : 0;
}

}  // namespace

ChildProcess::ChildProcess(const ChildStart& start) : pid_(start_child(start)), end_(open_process(pid_)) {
  if (end_.is_open()) return;
  const int error = errno;
  kill();
  throw Error(std::string("cannot watch a process that was started: ") + std::strerror(error));
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), end_(std::move(other.end_)), ended_(std::move(other.ended_)) {}

ChildProcess::~ChildProcess() { kill(); }

std::optional<ChildEnd> ChildProcess::wait(nanoseconds timeout) {
  const auto deadline = steady_clock::now() + timeout;
  while (!ended_ && pid_ > 0) {
    ChildEnd end;
    if (has_ended(pid_)) {
      end.queue_time = queue_time_of(pid_);
      wait4(pid_, &end.status, 0, &end.usage);
      end.seen = steady_clock::now();
      ended_ = end;
    } else if (steady_clock::now() >= deadline) {
      break;
    } else {
      pollfd ended{.fd = end_.number(), .events = POLLIN, .revents = 0};
      poll(&ended, 1, milliseconds_left(deadline));
    }
  }
  return ended_;
}

void ChildProcess::kill() {
  if (ended_ || pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  wait(kKillPatience);
}

std::string describe_end(int status) {
  if (WIFEXITED(status)) return "ended with exit status " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return "was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

std::string seconds_text(nanoseconds time) {
  std::ostringstream out;
  out << std::setprecision(3) << std::chrono::duration<double>(time).count() << " s";
  return out.str();
}

std::string find_program(const std::string& name) {
  if (name.empty()) throw Error("cannot start a program: its name is empty");
  if (name.find('/') != std::string::npos) {
    if (!std::filesystem::exists(name)) throw Error("cannot start " + name + ": there is no such file");
    return std::filesystem::absolute(name).lexically_normal();
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const std::string candidate = std::filesystem::absolute(folder.empty() ? "." : folder) / name;
    if (is_executable_file(candidate)) return candidate;
  }
  throw Error("cannot start " + name + ": there is no such program in PATH");
}

std::string lengthened_path(const std::string& path, std::size_t length) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || path.size() >= length) return path;
  return path.substr(0, slash) + std::string(length - path.size() + 1, '/') + path.substr(slash + 1);
}

std::vector<std::string> inherited_environment() {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) out.emplace_back(*entry);
  return out;
}

std::string padding_variable(std::size_t bytes) { return "TANDEM_PADDING=" + std::string(bytes, 'x'); }

}  // namespace harness::drive
