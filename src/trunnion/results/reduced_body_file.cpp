#include "trunnion/results/reduced_body_file.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/results/file_seal.h"
#include "trunnion/results/trial_read.h"
#include "trunnion/results/whole_hdf5.h"

namespace trunnion {
namespace {

constexpr const char* format_name = "trunnion reduced body";
constexpr double format_version = 7;

/// One description of the layout serves both directions: Out writes what it is shown, In fills it.
class Out {
 public:
  explicit Out(Hdf5File& file) : file_(file) {}
  static constexpr bool reading = false;

  template <class Derived>
  void matrix(const std::string& path, const Eigen::PlainObjectBase<Derived>& m) {
    file_.write(path, MatrixXd(m));
  }
  void number(const std::string& path, double value) { file_.write(path, value); }
  void count(const std::string& path, Index value) { file_.write(path, double(value)); }
  void flag(const std::string& path, bool value) { file_.write(path, value ? 1.0 : 0.0); }
  void text(const std::string& path, const std::string& value) { file_.write_text(path, value); }
  void texts(const std::string& path, const std::vector<std::string>& values) { file_.write_texts(path, values); }
  template <class T>
  void integers(const std::string& path, const std::vector<T>& values) {
    const std::vector<std::int64_t> wide(values.begin(), values.end());
    file_.write(path, std::span<const std::int64_t>(wide), {wide.size()});
  }
  void triangles(const std::string& path, const std::vector<std::array<std::int32_t, 3>>& list) {
    const std::span<const std::int32_t> flat(list.empty() ? nullptr : list.front().data(), 3 * list.size());
    file_.write(path, flat, {list.size(), 3});
  }
  template <class T>
  std::size_t list(const std::string& path, const std::vector<T>& items) {
    file_.make_group(path);
    file_.write(path + "/count", double(items.size()));
    return items.size();
  }

 private:
  Hdf5File& file_;
};

class In {
 public:
  explicit In(const Hdf5File& file) : file_(file) {}
  static constexpr bool reading = true;

  template <class Derived>
  void matrix(const std::string& path, Eigen::PlainObjectBase<Derived>& m) {
    MatrixXd read = file_.read_matrix(path);
    if ((Derived::RowsAtCompileTime != Eigen::Dynamic && read.rows() != Derived::RowsAtCompileTime) ||
        (Derived::ColsAtCompileTime != Eigen::Dynamic && read.cols() != Derived::ColsAtCompileTime))
      throw InputError(
          fmt::format("'{}' is {} x {}, not of the size that belongs there", path, read.rows(), read.cols()));
    m.derived() = read;
  }
  void number(const std::string& path, double& value) { value = file_.read_double(path); }
  void count(const std::string& path, Index& value) { value = Index(file_.read_double(path)); }
  void flag(const std::string& path, bool& value) { value = file_.read_double(path) != 0; }
  void text(const std::string& path, std::string& value) { value = file_.read_text(path); }
  void texts(const std::string& path, std::vector<std::string>& values) { values = file_.read_texts(path); }
  template <class T>
  void integers(const std::string& path, std::vector<T>& values) {
    const auto read = file_.read_integers(path);
    values.assign(read.values.begin(), read.values.end());
  }
  void triangles(const std::string& path, std::vector<std::array<std::int32_t, 3>>& list) {
    const auto read = file_.read_integers(path);
    list.resize(read.values.size() / 3);
    for (std::size_t i = 0; i < 3 * list.size(); ++i) list[i / 3][i % 3] = std::int32_t(read.values[i]);
  }
  template <class T>
  std::size_t list(const std::string& path, std::vector<T>& items) {
    items.resize(std::size_t(file_.read_double(path + "/count")));
    return items.size();
  }

 private:
  const Hdf5File& file_;
};

template <class Direction, class Rows>
void node_rows(Direction& io, const std::string& path, Rows& rows) {
  io.text(path + "/name", rows.name);
  io.matrix(path + "/position", rows.position);
  io.matrix(path + "/translation", rows.translation);
  io.triangles(path + "/triangles", rows.triangles);
}

template <class Direction, class Invariants>
void invariants(Direction& io, const std::string& path, Invariants& inv) {
  io.number(path + "/I1", inv.I1);
  io.matrix(path + "/I2", inv.I2);
  io.matrix(path + "/I3", inv.I3);
  io.matrix(path + "/I4", inv.I4);
  io.matrix(path + "/I6", inv.I6);
  io.matrix(path + "/I7", inv.I7);
  // I5, I8 and I9 as one matrix each: blocks side by side (j), and below each other (k of I9).
  const Index n = inv.I6.rows();
  MatrixXd i5(3, n * n), i8(3, 3 * n), i9(3 * n, 3 * n);
  if constexpr (!Direction::reading)
    for (Index j = 0; j < n; ++j) {
      i5.middleCols(n * j, n) = inv.I5[j];
      i8.template middleCols<3>(3 * j) = inv.I8[j];
      for (Index k = 0; k < n; ++k) i9.template block<3, 3>(3 * j, 3 * k) = inv.I9[j][k];
    }
  io.matrix(path + "/I5", i5);
  io.matrix(path + "/I8", i8);
  io.matrix(path + "/I9", i9);
  if constexpr (Direction::reading) {
    if (i5.cols() != n * n || i8.cols() != 3 * n || i9.rows() != 3 * n || i9.cols() != 3 * n)
      throw InputError("the inertia invariants do not fit together in size");
    inv.I5.assign(n, Matrix3Xd::Zero(3, n));
    inv.I8.assign(n, Matrix3d::Zero());
    inv.I9.assign(n, std::vector<Matrix3d>(n, Matrix3d::Zero()));
    for (Index j = 0; j < n; ++j) {
      inv.I5[j] = i5.middleCols(n * j, n);
      inv.I8[j] = i8.template middleCols<3>(3 * j);
      for (Index k = 0; k < n; ++k) inv.I9[j][k] = i9.template block<3, 3>(3 * j, 3 * k);
    }
  }
}

template <class Direction, class Matrices>
void matrices(Direction& io, const std::string& path, Matrices& list) {
  for (std::size_t i = 0, n = io.list(path, list); i < n; ++i) io.matrix(fmt::format("{}/{}", path, i), list[i]);
}

/// A sparse matrix as its entries: row, column, value.
template <class Direction, class Sparse>
void sparse(Direction& io, const std::string& path, Sparse& m) {
  MatrixXd entries(m.nonZeros(), 3);
  Index rows = m.rows(), cols = m.cols();
  if constexpr (!Direction::reading) {
    Index k = 0;
    for (Index c = 0; c < m.outerSize(); ++c)
      for (SparseMatrix::InnerIterator it(m, c); it; ++it)
        entries.row(k++) << double(it.row()), double(it.col()), it.value();
  }
  io.count(path + "/rows", rows);
  io.count(path + "/columns", cols);
  io.matrix(path + "/entries", entries);
  if constexpr (Direction::reading) {
    std::vector<Eigen::Triplet<double, std::int32_t>> triplets;
    for (Index k = 0; k < entries.rows(); ++k) {
      const auto row = std::int32_t(entries(k, 0)), col = std::int32_t(entries(k, 1));
      if (row < 0 || row >= rows || col < 0 || col >= cols)
        throw InputError(fmt::format("'{}' has an entry outside of its {} x {}", path, rows, cols));
      triplets.emplace_back(row, col, entries(k, 2));
    }
    m.resize(rows, cols);
    m.setFromTriplets(triplets.begin(), triplets.end());
  }
}

template <class Direction, class Law>
void fit_law(Direction& io, const std::string& path, Law& law) {
  io.number(path + "/stiffness", law.stiffness);
  io.number(path + "/exponent", law.exponent);
  io.number(path + "/smoothing", law.smoothing);
  io.number(path + "/friction", law.friction);
  io.number(path + "/sliding", law.sliding);
  io.number(path + "/weakening", law.weakening);
  io.number(path + "/elastic_slip", law.elastic_slip);
}

template <class Direction, class Rows>
void fit_rows(Direction& io, const std::string& path, Rows& fit) {
  io.text(path + "/name", fit.name);
  io.matrix(path + "/position", fit.position);
  io.matrix(path + "/normal", fit.normal);
  io.matrix(path + "/t1", fit.t1);
  io.matrix(path + "/t2", fit.t2);
  io.matrix(path + "/area", fit.area);
  io.matrix(path + "/clearance", fit.clearance);
  io.matrix(path + "/interference", fit.interference);
  io.matrix(path + "/rows", fit.rows);
  fit_law(io, path + "/law", fit.law);
  io.integers(path + "/nodes", fit.nodes);
  sparse(io, path + "/to_nodes", fit.to_nodes);
  io.integers(path + "/cubature_points", fit.cubature_points);
  io.matrix(path + "/cubature_areas", fit.cubature_areas);
  io.matrix(path + "/growth", fit.growth);
}

/// Rows of share, usage and indicated error.
template <class Direction, class List>
void reach(Direction& io, const std::string& path, List& list) {
  MatrixXd table(Index(list.size()), 3);
  for (std::size_t k = 0; k < list.size(); ++k) table.row(Index(k)) << list[k].share, list[k].usage, list[k].indicated;
  io.matrix(path, table);
  if constexpr (Direction::reading)
    for (Index k = 0; k < table.rows(); ++k) list.push_back({table(k, 0), table(k, 1), table(k, 2)});
}

template <class Direction, class Record>
void fit_record(Direction& io, const std::string& path, Record& r) {
  io.count(path + "/points", r.points);
  io.count(path + "/shrink_vectors", r.shrink_vectors);
  io.count(path + "/normal", r.normal);
  io.count(path + "/tangential", r.tangential);
  io.count(path + "/enriched", r.enriched);
  io.number(path + "/indicated", r.indicated);
  io.count(path + "/cubature_points", r.cubature_points);
  io.number(path + "/cubature_misfit", r.cubature_misfit);
  io.number(path + "/cubature_error", r.cubature_error);
  io.number(path + "/cubature_largest", r.cubature_largest);
  io.count(path + "/cubature_states", r.cubature_states);
  io.matrix(path + "/relative_hz", r.relative_hz);
  io.number(path + "/elastic_hz", r.elastic_hz);
  io.number(path + "/spring_translation", r.spring_translation);
  io.number(path + "/spring_rotation", r.spring_rotation);
  io.texts(path + "/held", r.held);
  io.number(path + "/mean_pressure", r.mean_pressure);
  io.number(path + "/least_pressure", r.least_pressure);
  io.number(path + "/largest_pressure", r.largest_pressure);
  io.number(path + "/shrink_residual", r.shrink_residual);
  io.count(path + "/shrink_solves", r.shrink_solves);
  io.number(path + "/shrink_wall_s", r.shrink_wall_s);
  io.number(path + "/joined_wall_s", r.joined_wall_s);
  io.number(path + "/modes_wall_s", r.modes_wall_s);
  io.number(path + "/reach_wall_s", r.reach_wall_s);
  io.number(path + "/cubature_wall_s", r.cubature_wall_s);
  reach(io, path + "/reach", r.reach);
}

template <class Direction, class Record>
void reduction_record(Direction& io, const std::string& path, Record& r) {
  io.text(path + "/method", r.method);
  io.text(path + "/selection", r.selection);
  io.count(path + "/full_dofs", r.full_dofs);
  io.count(path + "/constraint_modes", r.constraint_modes);
  io.count(path + "/interface_dofs", r.interface_dofs);
  io.count(path + "/normal_modes", r.normal_modes);
  io.count(path + "/vectors_kept", r.vectors_kept);
  io.count(path + "/static_modes", r.static_modes);
  io.count(path + "/modes_computed", r.modes_computed);
  io.integers(path + "/kept_modes", r.kept_modes);
  io.matrix(path + "/fixed_hz", r.fixed_hz);
  io.matrix(path + "/pseudo_hz", r.pseudo_hz);
  io.matrix(path + "/share", r.share);
  io.matrix(path + "/share_translation", r.share_translation);
  io.matrix(path + "/share_rotation", r.share_rotation);
  io.matrix(path + "/distribution", r.distribution);
  io.texts(path + "/dof_names", r.dof_names);
  io.number(path + "/completeness", r.completeness);
  io.number(path + "/completeness_with_vectors", r.completeness_with_vectors);
  io.number(path + "/residual", r.residual);
  io.flag(path + "/certified", r.certified);
  io.number(path + "/certified_below", r.certified_below);
  io.number(path + "/reduction_wall_s", r.reduction_wall_s);
  io.number(path + "/certificate_wall_s", r.certificate_wall_s);
  io.number(path + "/factor_bytes", r.factor_bytes);
  io.count(path + "/solves", r.solves);
  fit_record(io, path + "/fits", r.fits);
  io.texts(path + "/warnings", r.warnings);
}

template <class Direction, class Record>
void quality_record(Direction& io, const std::string& path, Record& q) {
  io.flag(path + "/computed", q.computed);
  io.text(path + "/reason", q.reason);
  io.number(path + "/band_hz", q.band_hz);
  io.matrix(path + "/lines_hz", q.lines_hz);
  io.texts(path + "/dof_names", q.dof_names);
  io.matrix(path + "/frac", q.frac);
  io.matrix(path + "/error", q.error);
  io.number(path + "/frac_min", q.frac_min);
  io.number(path + "/frac_mean", q.frac_mean);
  io.number(path + "/frf_error_max", q.frf_error_max);
  io.number(path + "/interface_error", q.interface_error);
  io.count(path + "/pairs_counted", q.pairs_counted);
  io.count(path + "/worst_row", q.worst_row);
  io.count(path + "/worst_column", q.worst_column);
  io.matrix(path + "/worst_reference", q.worst_reference);
  io.matrix(path + "/worst_reduced", q.worst_reduced);
  io.matrix(path + "/drive_reference", q.drive_reference);
  io.matrix(path + "/drive_reduced", q.drive_reduced);
  io.count(path + "/drive_dof", q.drive_dof);
  io.matrix(path + "/sampled_hz", q.sampled_hz);
  io.matrix(path + "/sampled_residual", q.sampled_residual);
  io.count(path + "/reference_order", q.reference_order);
  io.number(path + "/reference_error", q.reference_error);
  io.count(path + "/reference_solves", q.reference_solves);
  io.count(path + "/reference_solves_limit", q.reference_solves_limit);
  io.matrix(path + "/mac", q.mac);
  io.matrix(path + "/reduced_hz", q.reduced_hz);
  io.matrix(path + "/reference_hz", q.reference_hz);
  io.count(path + "/modes_matched", q.modes_matched);
  io.number(path + "/frequency_difference_max", q.frequency_difference_max);
  io.number(path + "/wall_s", q.wall_s);
}

template <class Direction, class Body>
void layout(Direction& io, Body& body) {
  io.text("name", body.name);
  io.text("content_hash", body.content_hash);
  io.text("reference_condition", body.reference_condition);
  io.matrix("mass", body.mass);
  io.matrix("stiffness", body.stiffness);
  io.matrix("damping", body.damping);
  io.matrix("frequency", body.frequency);
  invariants(io, "invariants", body.invariants);
  for (std::size_t i = 0, n = io.list("interfaces", body.interfaces); i < n; ++i) {
    const std::string path = fmt::format("interfaces/{}", i);
    io.text(path + "/name", body.interfaces[i].name);
    io.matrix(path + "/position", body.interfaces[i].position);
    io.matrix(path + "/translation", body.interfaces[i].translation);
    io.matrix(path + "/rotation", body.interfaces[i].rotation);
    io.matrix(path + "/translation2", body.interfaces[i].translation2);
    io.matrix(path + "/rotation2", body.interfaces[i].rotation2);
  }
  node_rows(io, "display", body.display);
  for (std::size_t i = 0, n = io.list("surfaces", body.surfaces); i < n; ++i)
    node_rows(io, fmt::format("surfaces/{}", i), body.surfaces[i]);
  for (std::size_t i = 0, n = io.list("stress", body.stress); i < n; ++i) {
    const std::string path = fmt::format("stress/{}", i);
    io.text(path + "/name", body.stress[i].name);
    io.integers(path + "/nodes", body.stress[i].nodes);
    io.matrix(path + "/stress", body.stress[i].stress);
  }
  for (std::size_t i = 0, n = io.list("lumped", body.lumped); i < n; ++i) {
    const std::string path = fmt::format("lumped/{}", i);
    io.text(path + "/interface", body.lumped[i].interface);
    io.matrix(path + "/inertia", body.lumped[i].inertia);
  }
  matrices(io, "stiffening/spin", body.stiffening.spin);
  matrices(io, "stiffening/linear", body.stiffening.linear);
  matrices(io, "stiffening/angular", body.stiffening.angular);
  for (std::size_t i = 0, n = io.list("fits", body.fits); i < n; ++i)
    fit_rows(io, fmt::format("fits/{}", i), body.fits[i]);
  reduction_record(io, "record", body.record);
  quality_record(io, "quality", body.quality);
}

ReducedBody read_body(const std::filesystem::path& path) {
  const Hdf5File file(path, Hdf5File::Mode::read);
  std::string format;
  double version = 0;
  try {
    format = file.text_attribute("/", "format");
    version = file.number_attribute("/", "version");
  } catch (const Error&) {
    format.clear();
  }
  if (format != format_name)
    throw InputError(fmt::format("{} is not a reduced body; 'trunnion reduce' writes such files", path.string()));
  if (version > format_version)
    throw InputError(fmt::format("{} was written by a later version (layout {}, this program knows {})", path.string(),
                                 version, format_version));
  if (version < format_version)
    throw InputError(fmt::format("{} was written by an earlier version (layout {}, now {}); reduce the body again",
                                 path.string(), version, format_version));
  ReducedBody body;
  try {
    In in(file);
    layout(in, body);
    validate(body);
  } catch (const Error& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.what()));
  }
  return body;
}

}  // namespace

void write_reduced_body(const ReducedBody& body, const std::filesystem::path& path) {
  write_whole_hdf5(path, [&](Hdf5File& file) {
    file.set_attribute("/", "format", format_name);
    file.set_attribute("/", "version", format_version);
    file.set_attribute("/", "units", "SI: m, kg, s, N, Pa, rad; frequencies in Hz");
    Out out(file);
    layout(out, body);
  });
}

ReducedBody read_reduced_body(const std::filesystem::path& path) {
  try_reading(path, [&] { read_body(path); });
  return read_body(path);
}

std::optional<std::string> reduced_body_hash(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    if (check_seal(path) != Seal::sound) return std::nullopt;
    return Hdf5File(path, Hdf5File::Mode::read).read_text("content_hash");
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace trunnion
