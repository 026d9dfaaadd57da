#include "trunnion/results/matrix_market.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>

#include "trunnion/base/error.h"
#include "trunnion/mesh/file_text.h"
#include "trunnion/results/atomic_file.h"

namespace trunnion {
namespace {

constexpr Index most_entries = 25'000'000;  // 5000 x 5000, 0.2 GB; a reduced model has far fewer

enum class Symmetry { general, symmetric, skew };

struct Header {
  bool dense = false;
  Symmetry symmetry = Symmetry::general;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : file_(file), in_(std::string(text)) {}

  Header header() {
    next_line("the line '%%MatrixMarket matrix ...'");
    std::string text = line_;
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    std::istringstream words(text);
    std::string mark, object, form, field, symmetry;
    words >> mark >> object >> form >> field >> symmetry;
    if (mark != "%%matrixmarket" || object != "matrix") fail("is not a Matrix Market file: '%%MatrixMarket matrix'");
    if (form != "array" && form != "coordinate") fail(fmt::format("form '{}'; known: array, coordinate", form));
    if (field != "real" && field != "integer" && field != "double")
      fail(fmt::format("field '{}'; known: real, integer", field));
    Header header;
    header.dense = form == "array";
    if (symmetry == "symmetric")
      header.symmetry = Symmetry::symmetric;
    else if (symmetry == "skew-symmetric")
      header.symmetry = Symmetry::skew;
    else if (symmetry != "general")
      fail(fmt::format("symmetry '{}'; known: general, symmetric, skew-symmetric", symmetry));
    return header;
  }

  /// The numbers of the next line that is no comment.
  template <std::size_t N>
  std::array<double, N> numbers(const char* what) {
    do next_line(what);
    while (line_.empty() || line_[0] == '%' || line_.find_first_not_of(" \t\r") == std::string::npos);
    std::array<double, N> out{};
    const char *at = line_.data(), *end = line_.data() + line_.size();
    for (double& value : out) {
      while (at < end && std::isspace(static_cast<unsigned char>(*at))) ++at;
      if (at < end && *at == '+') ++at;
      const auto [stop, error] = std::from_chars(at, end, value);
      if (error != std::errc()) fail(fmt::format("'{}' where {} is expected", line_, what));
      at = stop;
    }
    return out;
  }

  [[noreturn]] void fail(const std::string& why) const { throw InputError(SourceLocation{file_, row_, 0}, why); }

 private:
  void next_line(const char* what) {
    ++row_;
    if (!std::getline(in_, line_)) fail(fmt::format("the file ends where {} is expected", what));
  }

  std::string file_, line_;
  std::istringstream in_;
  int row_ = 0;
};

void place(MatrixXd& matrix, Index i, Index j, double value, Symmetry symmetry) {
  matrix(i, j) = value;
  if (symmetry == Symmetry::general || i == j) return;
  matrix(j, i) = symmetry == Symmetry::symmetric ? value : -value;
}

}  // namespace

MatrixXd read_matrix_market(const std::filesystem::path& path) {
  const FileText file(path.string());
  return parse_matrix_market(file.text(), path.string());
}

MatrixXd parse_matrix_market(std::string_view text, const std::string& name) {
  Reader reader(text, name);
  const Header header = reader.header();
  Index rows = 0, cols = 0, entries = 0;
  const auto whole = [&](double value) {
    if (!(value == std::floor(value) && std::abs(value) < 1e15)) reader.fail(fmt::format("{} is no count", value));
    return Index(value);
  };
  if (header.dense) {
    const auto size = reader.numbers<2>("rows and columns");
    rows = whole(size[0]);
    cols = whole(size[1]);
  } else {
    const auto size = reader.numbers<3>("rows, columns and entries");
    rows = whole(size[0]);
    cols = whole(size[1]);
    entries = whole(size[2]);
  }
  // Not more than the file can hold: a dense matrix has a line per number, an empty one no size.
  const Index fits = header.dense ? Index(text.size()) * (header.symmetry == Symmetry::general ? 1 : 2) : most_entries;
  if (rows < 1 || cols < 1 || entries < 0 || rows > std::min(most_entries, fits) / cols)
    reader.fail(fmt::format("a matrix of {} x {} is not for this reader", rows, cols));
  if (header.symmetry != Symmetry::general && rows != cols)
    reader.fail(fmt::format("a symmetric matrix of {} x {} is not square", rows, cols));
  MatrixXd matrix = MatrixXd::Zero(rows, cols);
  if (header.dense) {
    for (Index j = 0; j < cols; ++j)
      for (Index i = header.symmetry == Symmetry::general ? 0 : j + (header.symmetry == Symmetry::skew ? 1 : 0);
           i < rows; ++i)
        place(matrix, i, j, reader.numbers<1>("a number")[0], header.symmetry);
    return matrix;
  }
  for (Index k = 0; k < entries; ++k) {
    const auto entry = reader.numbers<3>("row, column and value");
    const Index i = whole(entry[0]) - 1, j = whole(entry[1]) - 1;
    if (i < 0 || i >= rows || j < 0 || j >= cols)
      reader.fail(fmt::format("entry ({}, {}) lies outside a matrix of {} x {}", i + 1, j + 1, rows, cols));
    place(matrix, i, j, entry[2], header.symmetry);
  }
  return matrix;
}

void write_matrix_market(const MatrixXd& matrix, const std::filesystem::path& path) {
  const bool symmetric = matrix.rows() == matrix.cols() && matrix == matrix.transpose();
  std::string text = fmt::format("%%MatrixMarket matrix array real {}\n{} {}\n", symmetric ? "symmetric" : "general",
                                 matrix.rows(), matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j)
    for (Index i = symmetric ? j : 0; i < matrix.rows(); ++i) text += fmt::format("{}\n", matrix(i, j));
  write_file(path, text);
}

}  // namespace trunnion
