#include "trunnion/run/sweep_processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <deque>
#include <fstream>
#include <thread>

#include "trunnion/base/error.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/results/atomic_file.h"

namespace trunnion {
namespace {

constexpr int kAttempts = 2;
constexpr int kNotStarted = 127;  // what a shell, too, says of a program that cannot be started

struct Attempt {
  std::size_t index = 0;
  int number = 1;
};

struct Child {
  Attempt attempt;
  pid_t process = -1;
  Stopwatch watch;
};

std::filesystem::path said_file(const PlannedCase& one) { return one.folder / "case.stderr"; }

std::string take_said(const PlannedCase& one) {
  std::ifstream stream(said_file(one), std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  std::error_code ignored;
  std::filesystem::remove(said_file(one), ignored);
  return text;
}

/// Only calls that are safe between fork and exec: other threads of the parent may hold locks.
[[noreturn]] void become(char* const* arguments, int said, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNotStarted);  // the parent died before the line above
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(said, STDERR_FILENO);
  execv(arguments[0], arguments);
  _exit(kNotStarted);
}

Child start(const PlannedCase& one, Attempt attempt, const std::filesystem::path& program) {
  make_folder(one.folder);
  forget_outcome(one);
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), one.arguments.begin(), one.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int said = open(said_file(one).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (said < 0)
    throw InputError(fmt::format("{}: cannot be written ({})", said_file(one).string(), std::strerror(errno)));
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) become(arguments.data(), said, parent);
  close(said);
  if (process < 0) throw InputError(fmt::format("no process could be started ({})", std::strerror(errno)));
  return {attempt, process, {}};
}

void stop(std::vector<Child>& children) {
  for (const Child& child : children) kill(child.process, SIGINT);
  for (const Child& child : children) waitpid(child.process, nullptr, 0);
  children.clear();
}

}  // namespace

void run_in_processes(const std::vector<PlannedCase>& plan, const std::vector<std::size_t>& todo,
                      const std::filesystem::path& program, int jobs, Observer& observer, const CaseEnded& ended) {
  std::deque<Attempt> waiting;
  for (const std::size_t index : todo) waiting.push_back({index, 1});
  std::vector<Child> running;
  try {
    while (!waiting.empty() || !running.empty()) {
      check_cancelled(observer);
      while (!waiting.empty() && static_cast<int>(running.size()) < jobs) {
        const Attempt next = waiting.front();
        waiting.pop_front();
        running.push_back(start(plan[next.index], next, program));
      }
      std::vector<Child> left;
      for (const Child& child : running) {
        int status = 0;
        if (waitpid(child.process, &status, WNOHANG) == 0) {
          left.push_back(child);
          continue;
        }
        const PlannedCase& one = plan[child.attempt.index];
        const std::string said = take_said(one);
        // A child that heard a signal and stopped did not end by itself either.
        const int heard = WIFEXITED(status) && WEXITSTATUS(status) > 128 ? WEXITSTATUS(status) - 128 : 0;
        const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : heard;
        if (WIFEXITED(status) && WEXITSTATUS(status) == kNotStarted)
          throw InputError(fmt::format("sweep: the program '{}' cannot be started", program.string()));
        if (signal == 0) {
          ended(child.attempt.index, outcome_of(WEXITSTATUS(status), said, child.watch.seconds()));
        } else if (child.attempt.number < kAttempts) {
          observer.warn(
              fmt::format("case {}: its process was killed by signal {}; it is tried once more", one.name, signal));
          waiting.push_back({child.attempt.index, child.attempt.number + 1});
        } else {
          ended(child.attempt.index,
                {false,
                 fmt::format("its process was killed by signal {}, {} times; 'trunnion check' says how much memory the "
                             "model needs",
                             signal, kAttempts),
                 child.watch.seconds()});
        }
      }
      running.swap(left);
      if (!running.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  } catch (...) {
    stop(running);
    throw;
  }
}

}  // namespace trunnion
