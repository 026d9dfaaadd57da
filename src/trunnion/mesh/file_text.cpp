#include "trunnion/mesh/file_text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

[[noreturn]] void fail(const std::string& path, const char* reason) {
  throw InputError({path}, fmt::format("cannot be read: {}", reason));
}

}  // namespace

FileText::FileText(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, std::strerror(errno));
  struct stat info {};
  const bool known = ::fstat(file, &info) == 0;
  if (!known || !S_ISREG(info.st_mode)) {
    ::close(file);
    fail(path, known ? "it is not a regular file" : std::strerror(errno));
  }
  size_ = std::size_t(info.st_size);
  void* mapped = size_ == 0 ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (mapped == MAP_FAILED) fail(path, std::strerror(error));
  if (mapped != nullptr) ::madvise(mapped, size_, MADV_SEQUENTIAL);
  data_ = static_cast<const char*>(mapped);
}

FileText::~FileText() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace trunnion
