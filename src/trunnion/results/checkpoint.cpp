#include "trunnion/results/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/results/file_seal.h"
#include "trunnion/results/whole_hdf5.h"

namespace trunnion {

namespace {

MatrixXd pack(const Configuration& x) {  // 12 numbers per body: origin and axes
  MatrixXd out(12, static_cast<Index>(x.R.size()));
  for (std::size_t b = 0; b < x.R.size(); ++b) {
    out.col(static_cast<Index>(b)).head<3>() = x.R[b];
    out.col(static_cast<Index>(b)).tail<9>() = x.A[b].reshaped();
  }
  return out;
}

Configuration unpack(const MatrixXd& frames, const VectorXd& q) {
  Configuration x;
  for (Index b = 0; b < frames.cols(); ++b) {
    x.R.emplace_back(frames.col(b).head<3>());
    x.A.emplace_back(frames.col(b).tail<9>().reshaped(3, 3));
  }
  x.q = q;
  return x;
}

void write_vector(Hdf5File& file, const std::string& path, const std::vector<double>& values) {
  file.write(path, values, {values.size()});
}
std::vector<double> read_vector(const Hdf5File& file, const std::string& path) {
  return file.read_doubles(path).values;
}
void write_vector(Hdf5File& file, const std::string& path, const VectorXd& v) {
  file.write(path, std::span<const double>(v.data(), static_cast<std::size_t>(v.size())),
             {static_cast<std::uint64_t>(v.size())});
}
VectorXd read_eigen(const Hdf5File& file, const std::string& path) {
  const std::vector<double> values = read_vector(file, path);
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

void write_configuration(Hdf5File& file, const std::string& path, const Configuration& x) {
  const MatrixXd frames = pack(x);
  write_vector(file, path + "/frames", std::vector<double>(frames.data(), frames.data() + frames.size()));
  write_vector(file, path + "/modal", x.q);
}
Configuration read_configuration(const Hdf5File& file, const std::string& path) {
  const std::vector<double> frames = read_vector(file, path + "/frames");
  return unpack(Eigen::Map<const MatrixXd>(frames.data(), 12, static_cast<Index>(frames.size() / 12)),
                read_eigen(file, path + "/modal"));
}

// The vectors of a State and the names they are stored under: one list for writing and reading.
template <class S, class Visit>
void visit_vectors(S& s, Visit&& visit) {
  visit("v", s.v);
  visit("a", s.a);
  visit("a_aux", s.a_aux);
  visit("jerk", s.jerk);
  visit("lambda", s.lambda);
  visit("coordinate", s.coordinate);
  visit("row_offset", s.row_offset);
  visit("element_work", s.element_work);
}
template <class S, class Visit>
void visit_numbers(S& s, Visit&& visit) {
  visit("t", s.t);
  visit("supplied_work", s.supplied_work);
  visit("dissipated_work", s.dissipated_work);
  visit("step", s.step);
  visit("previous_step", s.previous_step);
  visit("balance/start", s.book.start);
  visit("balance/largest", s.book.largest);
  visit("balance/flowed", s.book.flowed);
  visit("balance/worst", s.book.worst);
  visit("balance/opening", s.book.opening);
  visit("balance/opening_rate", s.book.opening_rate);
  visit("balance/steps", s.book.steps);
  visit("balance/rejected", s.book.rejected);
  visit("balance/iterations", s.book.iterations);
  visit("balance/factorizations", s.book.factorizations);
  visit("balance/events", s.book.events);
}

void write_histories(Hdf5File& file, const std::string& path, const std::vector<History>& list) {
  file.write(path + "/histories", static_cast<double>(list.size()));
  for (std::size_t f = 0; f < list.size(); ++f) write_vector(file, fmt::format("{}/history/{}", path, f), list[f]);
}

std::size_t read_count(const Hdf5File& file, const std::string& path) {
  constexpr double most = 1e6;
  const double value = file.read_double(path);
  if (!(value >= 0 && value <= most && value == std::floor(value)))
    throw InputError(fmt::format("'{}' is {}, which is no count", path, value));
  return static_cast<std::size_t>(value);
}

std::vector<History> read_histories(const Hdf5File& file, const std::string& path) {
  std::vector<History> list(read_count(file, path + "/histories"));
  for (std::size_t f = 0; f < list.size(); ++f) list[f] = read_vector(file, fmt::format("{}/history/{}", path, f));
  return list;
}

void write_state(Hdf5File& file, const State& s) {
  write_configuration(file, "state", s.x);
  visit_vectors(s, [&](const char* name, const VectorXd& v) { write_vector(file, fmt::format("state/{}", name), v); });
  visit_numbers(s, [&](const char* name, double v) { file.write(fmt::format("state/{}", name), v); });
  write_vector(file, "state/row_active", std::vector<double>(s.row_active.begin(), s.row_active.end()));
  file.write_text("state/stage", s.stage);
  write_histories(file, "state", s.history);
}

State read_state(const Hdf5File& file) {
  State s;
  s.x = read_configuration(file, "state");
  visit_vectors(s, [&](const char* name, VectorXd& v) { v = read_eigen(file, fmt::format("state/{}", name)); });
  visit_numbers(s, [&](const char* name, double& v) { v = file.read_double(fmt::format("state/{}", name)); });
  for (const double active : read_vector(file, "state/row_active")) s.row_active.push_back(active != 0);
  s.stage = file.read_text("state/stage");
  s.history = read_histories(file, "state");
  return s;
}

void write_record(Hdf5File& file, const TimeRecord& r) {
  write_vector(file, "record/t", r.t);
  write_vector(file, "record/pending", r.pending);
  file.write("record/columns", static_cast<double>(r.columns.size()));
  for (std::size_t c = 0; c < r.columns.size(); ++c) {
    const std::string path = fmt::format("record/column/{}", c);
    file.write_texts(path + "/names", {r.columns[c].name, r.columns[c].group, r.columns[c].unit});
    write_vector(file, path + "/values", r.columns[c].values);
  }
  file.write("record/snapshots", static_cast<double>(r.snapshots.size()));
  for (std::size_t k = 0; k < r.snapshots.size(); ++k) {
    const std::string path = fmt::format("record/snapshot/{}", k);
    file.write(path + "/t", r.snapshots[k].t);
    write_configuration(file, path, r.snapshots[k].x);
    write_histories(file, path, r.snapshots[k].history);
  }
}

TimeRecord read_record(const Hdf5File& file) {
  TimeRecord r;
  r.t = read_vector(file, "record/t");
  if (file.has("record/pending")) r.pending = read_vector(file, "record/pending");
  const auto columns = read_count(file, "record/columns");
  for (std::size_t c = 0; c < columns; ++c) {
    const std::string path = fmt::format("record/column/{}", c);
    const std::vector<std::string> names = file.read_texts(path + "/names");
    if (names.size() != 3) throw InputError(fmt::format("'{}' has {} texts, must be 3", path, names.size()));
    r.columns.push_back({names.at(0), names.at(1), names.at(2), read_vector(file, path + "/values")});
  }
  const auto snapshots = read_count(file, "record/snapshots");
  for (std::size_t k = 0; k < snapshots; ++k) {
    const std::string path = fmt::format("record/snapshot/{}", k);
    r.snapshots.push_back({file.read_double(path + "/t"), read_configuration(file, path), read_histories(file, path)});
  }
  return r;
}

bool same_sizes(const Configuration& a, const Configuration& b) {
  return a.R.size() == b.R.size() && a.q.size() == b.q.size();
}

/// What keeps a run from going on from here, compared with the state that the mechanism starts in; empty: nothing.
std::string misfit(const Checkpoint& c, const State& start) {
  const State& s = c.state;
  std::string problem;
  std::vector<std::pair<Index, bool>> vectors;  // size, all finite
  visit_vectors(s, [&](const char*, const VectorXd& v) { vectors.emplace_back(v.size(), v.allFinite()); });
  std::size_t k = 0;
  visit_vectors(start, [&](const char* name, const VectorXd& v) {
    const auto [size, finite] = vectors[k++];
    if (size != v.size()) problem = fmt::format("{} has {} entries, not {}", name, size, v.size());
    if (!finite) problem = fmt::format("{} has an entry that is not finite", name);
  });
  visit_numbers(s, [&](const char* name, double v) {
    if (!std::isfinite(v)) problem = fmt::format("{} is {}", name, v);
  });
  if (!same_sizes(s.x, start.x)) problem = "it has other bodies or modes";
  if (s.row_active.size() != start.row_active.size()) problem = "it has other joints";
  if (s.history.size() != start.history.size()) problem = "it has other forces";
  const auto outside = [](const Configuration& x) {
    return !x.q.allFinite() || std::ranges::any_of(x.R, [](const Vector3d& r) { return !r.allFinite(); }) ||
           std::ranges::any_of(x.A, [](const Matrix3d& a) { return !a.allFinite(); });
  };
  if (outside(s.x)) problem = "a position is not finite";
  for (const TimeColumn& column : c.record.columns)
    if (column.values.size() > c.record.t.size())
      problem = fmt::format("curve '{}' is longer than its times", column.name);
  if (c.record.t.empty() || !std::ranges::is_sorted(c.record.t)) problem = "its times do not grow, or it has none";
  for (const Snapshot& picture : c.record.snapshots)
    if (!same_sizes(picture.x, start.x) || picture.history.size() > start.history.size())
      problem = "a picture has other bodies or forces";
  return problem;
}

}  // namespace

void write_checkpoint(const Checkpoint& c, const std::filesystem::path& path) {
  write_whole_hdf5(path, [&](Hdf5File& file) {
    file.write_text("input_hash", c.input_hash);
    file.write("finished", c.finished ? 1.0 : 0.0);
    write_state(file, c.state);
    write_record(file, c.record);
  });
}

std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path, const Mechanism& m,
                                          const std::string& input_hash) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown) && !unknown) return {};
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}: {}; run without --restart to begin anew", path.string(), why));
  };
  Checkpoint c;
  try {
    if (check_seal(path) != Seal::sound) throw InputError("it is damaged, or another program has changed it");
    const Hdf5File file(path, Hdf5File::Mode::read);
    c.input_hash = file.read_text("input_hash");
    if (c.input_hash == input_hash) {
      c.finished = file.read_double("finished") != 0;
      c.state = read_state(file);
      c.record = read_record(file);
    }
  } catch (const InputError& error) {
    refuse(fmt::format("this checkpoint cannot be read ({})", error.what()));
  }
  if (c.input_hash != input_hash)
    refuse("this checkpoint belongs to another state of the model (its inputs have changed since)");
  if (const std::string problem = misfit(c, initial_state(m)); !problem.empty())
    refuse(fmt::format("this checkpoint does not fit the mechanism: {}", problem));
  return c;
}

}  // namespace trunnion
