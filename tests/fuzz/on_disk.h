#pragma once
// fuzz/on_disk.h -- for readers that want a file: the input under a name of this process, gone with it.

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace trunnion::fuzz {

class OnDisk {
 public:
  explicit OnDisk(const std::string& name)
      : folder_(std::filesystem::temp_directory_path() / ("trunnion-fuzz-" + std::to_string(::getpid()))),
        path_(folder_ / name),
        own_(folder_ / *std::filesystem::path(name).begin()) {
    std::filesystem::create_directories(path_.parent_path());
  }
  OnDisk(const OnDisk&) = delete;
  OnDisk& operator=(const OnDisk&) = delete;
  ~OnDisk() {
    std::error_code ignored;
    std::filesystem::remove_all(own_, ignored);
    std::filesystem::remove(folder_, ignored);  // the last one of the process
  }
  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& hold(std::string_view text) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << text;
    return path_;
  }
  std::string text() const {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path folder_, path_, own_;
};

/// An HDF5 file of ours as others would have written it: so damage comes as far as HDF5 and what is read through it.
inline std::string_view without_seal(std::string_view text) { return text.substr(0, text.rfind("\ntrunnion-crc32 ")); }

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace trunnion::fuzz
