#include "trunnion/results/file_seal.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr std::string_view mark = "\ntrunnion-crc32 ";
constexpr std::size_t seal_size = mark.size() + 9;
constexpr std::size_t block = std::size_t{1} << 20;

uLong add_to(uLong sum, std::string_view text) {
  for (; !text.empty(); text.remove_prefix(std::min(block, text.size())))
    sum = crc32(sum, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(std::min(block, text.size())));
  return sum;
}

std::string seal_with(uLong sum) { return fmt::format("{}{:08x}\n", mark, sum); }

}  // namespace

std::string seal_of(std::string_view content) { return seal_with(add_to(crc32(0, nullptr, 0), content)); }

Seal check_seal(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0)
    throw InputError(
        fmt::format("{}: cannot be read ({})", path.string(), std::generic_category().message(errno ? errno : EIO)));
  if (size < static_cast<std::streamoff>(seal_size)) return Seal::none;
  std::string seal(seal_size, '\0');
  file.seekg(size - static_cast<std::streamoff>(seal_size));
  file.read(seal.data(), static_cast<std::streamsize>(seal_size));
  if (!file || !seal.starts_with(mark)) return Seal::none;
  file.seekg(0);
  std::vector<char> buffer(block);
  uLong sum = crc32(0, nullptr, 0);
  for (auto left = static_cast<std::size_t>(size) - seal_size; left > 0;) {
    const std::size_t part = std::min(left, block);
    file.read(buffer.data(), static_cast<std::streamsize>(part));
    if (!file) return Seal::broken;
    sum = add_to(sum, {buffer.data(), part});
    left -= part;
  }
  return seal == seal_with(sum) ? Seal::sound : Seal::broken;
}

}  // namespace trunnion
