// Preloaded before the program: a disk that gets full, a folder that cannot be written, a file that cannot be read.
// Works for any user and needs no mount.
//   TRUNNION_FAULT_FOLDER    only paths that begin with this are at fault
//   TRUNNION_FAULT_BYTES     so many bytes can be written below it, then ENOSPC
//   TRUNNION_FAULT_ERRNO     instead: nothing below it can be made, opened for writing, or renamed (30 = EROFS)
//   TRUNNION_FAULT_READ      instead: nothing below it can be opened at all (13 = EACCES)
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool below(const char* path) {
  char absolute[4096];
  if (path[0] != '/' && getcwd(absolute, sizeof absolute)) {
    std::strncat(absolute, "/", sizeof absolute - std::strlen(absolute) - 1);
    std::strncat(absolute, path, sizeof absolute - std::strlen(absolute) - 1);
    path = absolute;
  }
  const char* folder = setting("TRUNNION_FAULT_FOLDER");
  return *folder && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool refused(const char* path, bool writes) {
  const int any = std::atoi(setting("TRUNNION_FAULT_READ")), write = std::atoi(setting("TRUNNION_FAULT_ERRNO"));
  const int reason = any ? any : writes ? write : 0;
  if (reason == 0 || !below(path)) return false;
  errno = reason;
  return true;
}

/// How many of `wanted` bytes still fit on the disk.
size_t room(int file, size_t wanted) {
  if (!*setting("TRUNNION_FAULT_BYTES")) return wanted;
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return wanted;
  path[length] = '\0';
  if (!below(path)) return wanted;
  static std::atomic<long> left{std::atol(setting("TRUNNION_FAULT_BYTES"))};
  long before = left.load();
  long taken = 0;
  do {
    taken = before < long(wanted) ? before : long(wanted);
  } while (!left.compare_exchange_weak(before, before - taken));
  return size_t(taken);
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool writing(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }

int open_next(const char* name, const char* path, int flags, mode_t mode) {
  return refused(path, writing(flags)) ? -1 : next<int(const char*, int, mode_t)>(name)(path, flags, mode);
}

FILE* fopen_next(const char* name, const char* path, const char* mode) {
  return refused(path, std::strpbrk(mode, "wa+") != nullptr) ? nullptr
                                                             : next<FILE*(const char*, const char*)>(name)(path, mode);
}

mode_t mode_of(int flags, va_list rest) { return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0; }

}  // namespace

extern "C" {

ssize_t write(int file, const void* data, size_t size) {
  const size_t fits = room(file, size);
  if (size > 0 && fits == 0) return errno = ENOSPC, -1;
  return next<ssize_t(int, const void*, size_t)>("write")(file, data, fits);
}

ssize_t writev(int file, const iovec* parts, int count) {
  size_t size = 0;
  for (int k = 0; k < count; ++k) size += parts[k].iov_len;
  const size_t fits = room(file, size);
  if (size > 0 && fits == 0) return errno = ENOSPC, -1;
  if (fits == size) return next<ssize_t(int, const iovec*, int)>("writev")(file, parts, count);
  const size_t first = parts[0].iov_len < fits ? parts[0].iov_len : fits;
  return next<ssize_t(int, const void*, size_t)>("write")(file, parts[0].iov_base, first);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_next("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_next("open64", path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) { return fopen_next("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return fopen_next("fopen64", path, mode); }

int mkdir(const char* path, mode_t mode) {
  return refused(path, true) ? -1 : next<int(const char*, mode_t)>("mkdir")(path, mode);
}

int rename(const char* from, const char* to) {
  return refused(to, true) ? -1 : next<int(const char*, const char*)>("rename")(from, to);
}

int unlink(const char* path) { return refused(path, true) ? -1 : next<int(const char*)>("unlink")(path); }
int remove(const char* path) { return refused(path, true) ? -1 : next<int(const char*)>("remove")(path); }
}
