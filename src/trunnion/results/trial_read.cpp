#include "trunnion/results/trial_read.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>

#include "trunnion/base/error.h"
#include "trunnion/results/file_seal.h"

namespace trunnion {
namespace {

[[noreturn]] void read_and_leave(const std::function<void()>& read, unsigned patience) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGALRM, SIGINT, SIGTERM})
    std::signal(signal, SIG_DFL);
  if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
  ::alarm(patience);
  try {
    read();
  } catch (const std::exception&) {
    ::_exit(0);  // the reader will say it again
  }
  ::_exit(0);
}

}  // namespace

unsigned reading_patience(const std::filesystem::path& path) {
  constexpr unsigned least = 5;      // [s]
  constexpr double slowest = 10e6;   // [byte/s]
  constexpr double longest = 86400;  // [s]
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  return unknown ? least : least + unsigned(std::min(double(size) / slowest, longest));
}

void read_in_child(const std::filesystem::path& path, const std::function<void()>& read, unsigned patience) {
  const pid_t child = ::fork();
  if (child == 0) read_and_leave(read, patience);
  if (child < 0) return;  // no process to be had: the file is read unprotected
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    throw InputError(
        fmt::format("{}: is damaged: the HDF5 library is still busy with it after {} s", path.string(), patience));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw InputError(fmt::format("{}: is damaged: the HDF5 library breaks down on it", path.string()));
}

void try_reading(const std::filesystem::path& path, const std::function<void()>& read) {
  if (!std::filesystem::is_regular_file(path) || check_seal(path) != Seal::none) return;
  read_in_child(path, read, reading_patience(path));
}

}  // namespace trunnion
