#include "trunnion/results/hdf5_file.h"

#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>

#include "trunnion/base/error.h"
#include "trunnion/results/file_seal.h"

namespace trunnion {
namespace {

/// Closes an HDF5 identifier of any kind.
class Handle {
 public:
  explicit Handle(hid_t id = -1) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) H5Idec_ref(id_);
  }
  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
};

/// Failures become our exceptions: HDF5's own trace to the terminal is switched off for the time of a call.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw InputError(fmt::format("{}: {}", file.string(), what));
}

std::string last_reason() { return std::generic_category().message(errno); }

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.get(), size);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

Handle with_parents() {
  Handle list(H5Pcreate(H5P_LINK_CREATE));
  H5Pset_create_intermediate_group(list.get(), 1);
  return list;
}

Handle ordered_groups() {
  Handle list(H5Pcreate(H5P_GROUP_CREATE));
  H5Pset_link_creation_order(list.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  return list;
}

Handle space_of(const Shape& shape) {
  if (shape.empty()) return Handle(H5Screate(H5S_SCALAR));
  const std::vector<hsize_t> extent(shape.begin(), shape.end());
  return Handle(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr));
}

std::uint64_t count(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

/// Chunks hold whole rows; a row of a stacked array is a frame, which is what a reader takes at a time.
void set_chunks(hid_t list, const Shape& shape, std::size_t item) {
  if (shape.size() < 2 || count(shape) == 0) return;
  constexpr std::uint64_t target = 1U << 20U;
  std::vector<hsize_t> chunk(shape.begin(), shape.end());
  const std::uint64_t row = std::max<std::uint64_t>(1, count(shape) / shape[0] * item);
  chunk[0] = std::clamp<std::uint64_t>(target / row, 1, shape[0]);
  H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data());
}

Shape shape_of(hid_t space) {
  Shape shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  std::vector<hsize_t> extent(shape.size());
  if (!shape.empty()) H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  std::ranges::copy(extent, shape.begin());
  return shape;
}

void make_parents(hid_t file, const std::string& path) {
  const auto cut = path.rfind('/');
  if (cut == std::string::npos || cut == 0) return;
  const std::string parent = path.substr(0, cut);
  make_parents(file, parent);
  if (H5Lexists(file, parent.c_str(), H5P_DEFAULT) > 0) return;
  const Handle group(H5Gcreate2(file, parent.c_str(), H5P_DEFAULT, ordered_groups().get(), H5P_DEFAULT));
}

void write_array(const std::filesystem::path& file, hid_t id, const std::string& path, const void* values, hid_t type,
                 std::size_t item, const Shape& shape) {
  const QuietErrors quiet;
  make_parents(id, path);
  const Handle list(H5Pcreate(H5P_DATASET_CREATE));
  set_chunks(list.get(), shape, item);
  const Handle space = space_of(shape);
  const Handle set(H5Dcreate2(id, path.c_str(), type, space.get(), H5P_DEFAULT, list.get(), H5P_DEFAULT));
  if (!set.valid()) fail(file, fmt::format("cannot create '{}' (name taken, or the disk is full)", path));
  if (count(shape) > 0 && H5Dwrite(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
    fail(file, fmt::format("cannot write '{}'; is the disk full?", path));
}

/// How many numbers a reader may take memory for: no more than the file can hold, or the machine
/// where the numbers lie in other files, whatever its header says.
std::uint64_t checked_count(const std::filesystem::path& file, hid_t set, const Shape& shape, const std::string& path) {
  constexpr double best_compression = 1032;  // of deflate
  const Handle list(H5Dget_create_plist(set)), type(H5Dget_type(set));
  const auto item = static_cast<double>(std::max<std::size_t>(1, H5Tget_size(type.get())));
  double held = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (H5Pget_layout(list.get()) != H5D_VIRTUAL) {
    const Handle holder(H5Iget_file_id(set));  // another file, where the path is a link to it
    hsize_t size = 0;
    H5Fget_filesize(holder.get(), &size);
    held = static_cast<double>(std::min<hsize_t>(H5Dget_storage_size(set), size));
    if (H5Pget_nfilters(list.get()) > 0) held *= best_compression;
  }
  double wanted = 1;
  for (const std::uint64_t extent : shape) wanted *= static_cast<double>(extent);
  if (wanted * item > held)
    fail(file, fmt::format("'{}' claims {:.3g} entries, more than the file holds: it is damaged", path, wanted));
  return count(shape);
}

template <class T>
Array<T> read_array(const std::filesystem::path& file, hid_t id, const std::string& path, hid_t type) {
  const QuietErrors quiet;
  const Handle set(H5Dopen2(id, path.c_str(), H5P_DEFAULT));
  if (!set.valid()) fail(file, fmt::format("holds no array '{}'", path));
  Array<T> array{shape_of(Handle(H5Dget_space(set.get())).get()), {}};
  array.values.resize(checked_count(file, set.get(), array.shape, path));
  if (!array.values.empty() && H5Dread(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, array.values.data()) < 0)
    fail(file, fmt::format("cannot read '{}': no numbers, or the file is damaged", path));
  return array;
}

std::string trimmed(std::string text) {
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace

std::string link_name(std::string_view name) {
  std::string link(name);
  std::ranges::replace(link, '/', '_');
  std::erase(link, '\0');
  return link.empty() || link == "." || link == ".." ? "_" : link;
}

// HDF5 1.10 crashes at exit after a failed write: a new file is collected in memory and written by ourselves.
constexpr std::size_t memory_step = std::size_t{1} << 20;

Hdf5File::Hdf5File(const std::filesystem::path& path, Mode mode) : path_(path) {
  const QuietErrors quiet;
  if (mode == Mode::create) {
    const Handle list(H5Pcreate(H5P_FILE_CREATE));
    H5Pset_link_creation_order(list.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    if (!std::ofstream(path, std::ios::binary))
      fail(path_, fmt::format("cannot be created ({}). Check the folder's permissions.", last_reason()));
    const Handle access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_fapl_core(access.get(), memory_step, false);
    id_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, list.get(), access.get());
    if (id_ < 0) fail(path_, "cannot be created");
    collects_ = true;
  } else {
    if (!std::filesystem::exists(path)) fail(path_, "there is no such file");
    if (check_seal(path) == Seal::broken) fail(path_, "is damaged: its content does not fit its checksum");
    id_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (id_ < 0) fail(path_, "is no readable HDF5 file");
  }
}

Hdf5File::Hdf5File(Hdf5File&& other) noexcept
    : path_(std::move(other.path_)), id_(std::exchange(other.id_, -1)), collects_(other.collects_) {}

Hdf5File::~Hdf5File() {
  const QuietErrors quiet;
  if (id_ >= 0) H5Fclose(id_);
}

void Hdf5File::close() {
  const QuietErrors quiet;
  std::vector<char> image;
  if (collects_) {
    H5Fflush(id_, H5F_SCOPE_LOCAL);
    const ssize_t size = H5Fget_file_image(id_, nullptr, 0);
    image.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    if (image.empty() || H5Fget_file_image(id_, image.data(), image.size()) != size) fail(path_, "cannot be completed");
  }
  H5Fclose(std::exchange(id_, -1));
  if (!collects_) return;
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  const std::string seal = seal_of({image.data(), image.size()});
  file.write(image.data(), static_cast<std::streamsize>(image.size()));
  file.write(seal.data(), static_cast<std::streamsize>(seal.size()));
  const std::string reason = file ? "" : last_reason();
  file.close();
  if (!file)
    fail(path_, fmt::format("cannot be completed; is the disk full? ({})", reason.empty() ? last_reason() : reason));
}

void Hdf5File::make_group(const std::string& path) { make_parents(id_, path + "/"); }

void Hdf5File::write(const std::string& path, std::span<const double> values, const Shape& shape) {
  write_array(path_, id_, path, values.data(), H5T_NATIVE_DOUBLE, sizeof(double), shape);
}
void Hdf5File::write(const std::string& path, std::span<const std::int32_t> values, const Shape& shape) {
  write_array(path_, id_, path, values.data(), H5T_NATIVE_INT32, sizeof(std::int32_t), shape);
}
void Hdf5File::write(const std::string& path, std::span<const std::int64_t> values, const Shape& shape) {
  write_array(path_, id_, path, values.data(), H5T_NATIVE_INT64, sizeof(std::int64_t), shape);
}
void Hdf5File::write(const std::string& path, const MatrixXd& matrix) {
  const MatrixXd transposed = matrix.transpose();
  write(path, std::span<const double>(transposed.data(), static_cast<std::size_t>(transposed.size())),
        {static_cast<std::uint64_t>(matrix.rows()), static_cast<std::uint64_t>(matrix.cols())});
}
void Hdf5File::write(const std::string& path, double value) { write(path, std::span<const double>(&value, 1), {}); }

void Hdf5File::write_text(const std::string& path, std::string_view text) {
  const std::string filled = text.empty() ? std::string(1, '\0') : std::string(text);
  write_array(path_, id_, path, filled.data(), text_type(filled.size()).get(), filled.size(), {});
}

void Hdf5File::write_texts(const std::string& path, const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string block;
  for (const std::string& text : texts) block.append(text).append(width - text.size(), '\0');
  write_array(path_, id_, path, block.data(), text_type(width).get(), width, {texts.size()});
}

void Hdf5File::write_virtual(const std::string& path, const std::vector<VirtualPiece>& pieces) {
  if (pieces.empty()) return;
  const QuietErrors quiet;
  make_parents(id_, path);
  Shape whole = pieces.front().shape;
  whole[0] = 0;
  for (const VirtualPiece& piece : pieces) whole[0] += piece.shape[0];
  const Handle space = space_of(whole);
  const Handle list(H5Pcreate(H5P_DATASET_CREATE));
  const double missing = std::numeric_limits<double>::quiet_NaN();
  H5Pset_fill_value(list.get(), H5T_NATIVE_DOUBLE, &missing);
  std::vector<hsize_t> start(whole.size(), 0);
  for (const VirtualPiece& piece : pieces) {
    const std::vector<hsize_t> extent(piece.shape.begin(), piece.shape.end());
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr);
    H5Pset_virtual(list.get(), space.get(), piece.file.c_str(), piece.dataset.c_str(), space_of(piece.shape).get());
    start[0] += extent[0];
  }
  H5Sselect_all(space.get());
  const Handle set(H5Dcreate2(id_, path.c_str(), H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT, list.get(), H5P_DEFAULT));
  if (!set.valid()) fail(path_, fmt::format("cannot create '{}'", path));
}

void Hdf5File::link_external(const std::string& path, const std::string& file, const std::string& target) {
  const QuietErrors quiet;
  make_parents(id_, path);
  if (H5Lcreate_external(file.c_str(), target.c_str(), id_, path.c_str(), with_parents().get(), H5P_DEFAULT) < 0)
    fail(path_, fmt::format("cannot link '{}'", path));
}

void Hdf5File::set_attribute(const std::string& path, const std::string& key, std::string_view text) {
  const QuietErrors quiet;
  const std::string filled = text.empty() ? std::string(1, '\0') : std::string(text);
  const Handle type = text_type(filled.size());
  const Handle object(H5Oopen(id_, path.c_str(), H5P_DEFAULT));
  const Handle attribute(
      H5Acreate2(object.get(), key.c_str(), type.get(), space_of({}).get(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid() || H5Awrite(attribute.get(), type.get(), filled.data()) < 0)
    fail(path_, fmt::format("cannot write attribute '{}' of '{}'", key, path));
}

void Hdf5File::set_attribute(const std::string& path, const std::string& key, double value) {
  const QuietErrors quiet;
  const Handle object(H5Oopen(id_, path.c_str(), H5P_DEFAULT));
  const Handle attribute(
      H5Acreate2(object.get(), key.c_str(), H5T_NATIVE_DOUBLE, space_of({}).get(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid() || H5Awrite(attribute.get(), H5T_NATIVE_DOUBLE, &value) < 0)
    fail(path_, fmt::format("cannot write attribute '{}' of '{}'", key, path));
}

bool Hdf5File::has(const std::string& path) const {
  const QuietErrors quiet;
  for (std::size_t cut = path.find('/', 1);; cut = path.find('/', cut + 1)) {
    if (H5Lexists(id_, path.substr(0, cut).c_str(), H5P_DEFAULT) <= 0) return false;
    if (cut == std::string::npos) break;
  }
  return H5Oexists_by_name(id_, path.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5File::children(const std::string& path) const {
  const QuietErrors quiet;
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* child, const H5L_info_t*, void* list) {
    static_cast<std::vector<std::string>*>(list)->emplace_back(child);
    return herr_t{0};
  };
  if (H5Literate_by_name(id_, path.c_str(), H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, add, &names, H5P_DEFAULT) < 0) {
    names.clear();  // a group that another program made keeps no order of creation
    if (H5Literate_by_name(id_, path.c_str(), H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names, H5P_DEFAULT) < 0)
      fail(path_, fmt::format("holds no group '{}'", path));
  }
  return names;
}

Array<double> Hdf5File::read_doubles(const std::string& path) const {
  return read_array<double>(path_, id_, path, H5T_NATIVE_DOUBLE);
}
Array<std::int64_t> Hdf5File::read_integers(const std::string& path) const {
  return read_array<std::int64_t>(path_, id_, path, H5T_NATIVE_INT64);
}
MatrixXd Hdf5File::read_matrix(const std::string& path) const {
  const Array<double> array = read_doubles(path);
  if (array.shape.size() != 2) fail(path_, fmt::format("'{}' is no matrix", path));
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      array.values.data(), static_cast<Index>(array.shape[0]), static_cast<Index>(array.shape[1]));
}
double Hdf5File::read_double(const std::string& path) const {
  const Array<double> array = read_doubles(path);
  if (array.values.size() != 1) fail(path_, fmt::format("'{}' is no single number", path));
  return array.values.front();
}

std::vector<std::string> Hdf5File::read_texts(const std::string& path) const {
  const QuietErrors quiet;
  const Handle set(H5Dopen2(id_, path.c_str(), H5P_DEFAULT));
  if (!set.valid()) fail(path_, fmt::format("holds no text '{}'", path));
  const Handle type(H5Dget_type(set.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0)
    fail(path_, fmt::format("'{}' is no text", path));
  const std::size_t width = H5Tget_size(type.get());
  const std::uint64_t entries = checked_count(path_, set.get(), shape_of(Handle(H5Dget_space(set.get())).get()), path);
  std::string block(width * entries, '\0');
  if (entries > 0 && H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, block.data()) < 0)
    fail(path_, fmt::format("cannot read '{}'", path));
  std::vector<std::string> texts;
  texts.reserve(entries);
  for (std::uint64_t k = 0; k < entries; ++k) texts.push_back(trimmed(block.substr(k * width, width)));
  return texts;
}

std::string Hdf5File::read_text(const std::string& path) const {
  const std::vector<std::string> texts = read_texts(path);
  return texts.empty() ? std::string() : texts.front();
}

std::string Hdf5File::text_attribute(const std::string& path, const std::string& key) const {
  const QuietErrors quiet;
  const Handle attribute(H5Aopen_by_name(id_, path.c_str(), key.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid()) fail(path_, fmt::format("'{}' has no attribute '{}'", path, key));
  const Handle type(H5Aget_type(attribute.get()));
  std::string text(H5Tget_size(type.get()), '\0');
  if (H5Tget_class(type.get()) != H5T_STRING || H5Aread(attribute.get(), type.get(), text.data()) < 0)
    fail(path_, fmt::format("attribute '{}' of '{}' is no text", key, path));
  return trimmed(text);
}

double Hdf5File::number_attribute(const std::string& path, const std::string& key) const {
  const QuietErrors quiet;
  const Handle attribute(H5Aopen_by_name(id_, path.c_str(), key.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  double value = 0;
  if (!attribute.valid() || H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &value) < 0)
    fail(path_, fmt::format("'{}' has no number '{}'", path, key));
  return value;
}

}  // namespace trunnion
