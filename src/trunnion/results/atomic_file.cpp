#include "trunnion/results/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <system_error>
#include <utility>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int reason) {
  throw InputError(
      fmt::format("cannot write {}: {}. Check the folder's permissions and free space, or choose another "
                  "one with --out.",
                  path.string(), std::generic_category().message(reason)));
}

/// An open file descriptor; the temporary file goes away again unless it was kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(fs::path path)
      : path_(std::move(path)), handle_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (handle_ >= 0) {
      ::close(handle_);
      ::unlink(path_.c_str());
    }
  }
  bool open() const { return handle_ >= 0; }
  bool write(std::string_view content) const {
    while (!content.empty()) {
      const ssize_t done = ::write(handle_, content.data(), content.size());
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      content.remove_prefix(static_cast<std::size_t>(done));
    }
    return true;
  }
  bool keep() {
    const int handle = std::exchange(handle_, -1);
    return ::close(handle) == 0;
  }

 private:
  fs::path path_;
  int handle_;
};

void sync(const fs::path& path, int flags, const fs::path& blamed) {
  const int handle = ::open(path.c_str(), flags | O_CLOEXEC);
  if (handle < 0) fail(blamed, errno);
  const int failed = ::fsync(handle);
  const int reason = errno;
  ::close(handle);
  // Some file systems refuse fsync on a folder or a pipe (EINVAL): the rename is still atomic there.
  if (failed != 0 && reason != EINVAL) fail(blamed, reason);
}

}  // namespace

fs::path temporary_name(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.{}.tmp", path.filename().string(), ::getpid());
}

void remove_leftovers(const fs::path& folder, Writers now) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string stem = entry.path().stem().string();  // ".results.h5.1234" of ".results.h5.1234.tmp"
    if (entry.path().extension() != ".tmp" || !stem.starts_with('.')) continue;
    const std::string_view digits = std::string_view(stem).substr(stem.rfind('.') + 1);
    pid_t writer = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), writer);
    if (error != std::errc() || end != digits.data() + digits.size() || writer <= 0) continue;
    const bool alive = now == Writers::others && (::kill(writer, 0) == 0 || errno != ESRCH);
    if (!alive) fs::remove(entry.path(), ignored);
  }
}

void make_folder(const fs::path& folder) {
  std::error_code reason;
  if (!folder.empty()) fs::create_directories(folder, reason);
  if (reason)
    throw InputError(fmt::format("cannot make the folder {}: {}. Choose another one with --out.", folder.string(),
                                 reason.message()));
}

void publish(const fs::path& temporary, const fs::path& path) {
  sync(temporary, O_RDONLY, path);
  if (::rename(temporary.c_str(), path.c_str()) != 0) fail(path, errno);
  const fs::path folder = path.parent_path();
  sync(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY, path);
}

void write_file(const fs::path& path, std::string_view content) {
  const fs::path temporary = temporary_name(path);
  try {
    TemporaryFile file(temporary);
    if (!file.open() || !file.write(content) || !file.keep()) fail(path, errno);
    publish(temporary, path);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

}  // namespace trunnion
