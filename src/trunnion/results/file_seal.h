#pragma once
// results/file_seal.h -- a checksum behind the end of the HDF5 files we write, so that damage is found before the HDF5
// library, which trusts what it reads, comes to it. HDF5 does not look behind its own end, and a file that another
// program changes loses its seal.

#include <filesystem>
#include <string>
#include <string_view>

namespace trunnion {

enum class Seal { none, sound, broken };

/// What is to be written behind `content`.
std::string seal_of(std::string_view content);

/// Reads the whole file. Throws InputError when it cannot be read.
Seal check_seal(const std::filesystem::path& path);

}  // namespace trunnion
