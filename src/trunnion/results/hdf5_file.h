#pragma once
// results/hdf5_file.h -- the little of HDF5 that result files need, behind values and exceptions.
// Paths inside a file are "group/subgroup/name"; groups on the way are made when something is written.
// Arrays are row-major as in NumPy: an Eigen matrix 3 x N (column-major) is the array N x 3 in the same memory.
// The serial HDF5 library is not re-entrant: use it from one thread at a time.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

using Shape = std::vector<std::uint64_t>;

template <class T>
struct Array {
  Shape shape;
  std::vector<T> values;
};

/// One piece of a virtual array: rows [first, first + shape[0]) of the whole lie in another file.
struct VirtualPiece {
  std::string file;     ///< relative to the folder of the file that holds the virtual array
  std::string dataset;  ///< path inside it
  Shape shape;
};

/// A name that HDF5 takes as one link: '/' becomes '_', and "", "." and ".." become "_".
std::string link_name(std::string_view name);

class Hdf5File {
 public:
  enum class Mode { create, read };
  Hdf5File(const std::filesystem::path& path, Mode mode);
  Hdf5File(Hdf5File&& other) noexcept;
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;
  Hdf5File& operator=(Hdf5File&&) = delete;
  ~Hdf5File();
  /// Writes all to disk and closes; throws InputError when the disk is full. The destructor does it without a word.
  void close();

  void make_group(const std::string& path);
  /// Chunked by rows of the first dimension (about 1 MB a chunk) when there is more than one.
  void write(const std::string& path, std::span<const double> values, const Shape& shape);
  void write(const std::string& path, std::span<const std::int32_t> values, const Shape& shape);
  void write(const std::string& path, std::span<const std::int64_t> values, const Shape& shape);
  void write(const std::string& path, const MatrixXd& matrix);  ///< as rows x cols, i.e. transposed in memory
  void write(const std::string& path, double value);
  void write_text(const std::string& path, std::string_view text);
  void write_texts(const std::string& path, const std::vector<std::string>& texts);
  void write_virtual(const std::string& path, const std::vector<VirtualPiece>& pieces);  ///< doubles, stacked
  void link_external(const std::string& path, const std::string& file, const std::string& target);
  void set_attribute(const std::string& path, const std::string& key, std::string_view text);  ///< path "/": the file
  void set_attribute(const std::string& path, const std::string& key, double value);

  bool has(const std::string& path) const;
  std::vector<std::string> children(const std::string& path) const;  ///< in the order they were made
  Array<double> read_doubles(const std::string& path) const;
  Array<std::int64_t> read_integers(const std::string& path) const;
  MatrixXd read_matrix(const std::string& path) const;
  double read_double(const std::string& path) const;
  std::string read_text(const std::string& path) const;
  std::vector<std::string> read_texts(const std::string& path) const;
  std::string text_attribute(const std::string& path, const std::string& key) const;
  double number_attribute(const std::string& path, const std::string& key) const;

 private:
  std::filesystem::path path_;
  std::int64_t id_ = -1;
  bool collects_ = false;  ///< a new file: in memory until close()
};

}  // namespace trunnion
