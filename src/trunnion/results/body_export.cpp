#include "trunnion/results/body_export.h"

#include <fmt/format.h>

#include "trunnion/reduction/body_response.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/foreign_body_file.h"
#include "trunnion/results/whole_hdf5.h"

namespace trunnion {
namespace {

/// inertance_real, inertance_imag: lines x dofs x dofs.
void write_responses(Hdf5File& file, const VectorXd& frequency_hz, const std::vector<MatrixXcd>& response, Index dofs) {
  std::vector<double> real, imaginary;
  for (const MatrixXcd& h : response)
    for (Index i = 0; i < dofs; ++i)
      for (Index j = 0; j < dofs; ++j) {
        real.push_back(h(i, j).real());
        imaginary.push_back(h(i, j).imag());
      }
  const Shape shape{std::uint64_t(frequency_hz.size()), std::uint64_t(dofs), std::uint64_t(dofs)};
  file.write("frequency", frequency_hz);
  file.write("inertance_real", std::span<const double>(real), shape);
  file.write("inertance_imag", std::span<const double>(imaginary), shape);
}

std::string matrix_csv(const MatrixXd& matrix) {
  std::string text;
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j)
      text += fmt::format("{}{}", matrix(i, j), j + 1 == matrix.cols() ? '\n' : ',');
  return text;
}

std::string response_csv(const std::vector<std::string>& dofs, const VectorXd& frequency_hz,
                         const std::vector<MatrixXcd>& response) {
  std::string text = "frequency [Hz]";
  for (const std::string& out : dofs)
    for (const std::string& in : dofs) text += fmt::format(",{0} per {1} (re),{0} per {1} (im)", out, in);
  text += '\n';
  for (Index line = 0; line < frequency_hz.size(); ++line) {
    text += fmt::format("{}", frequency_hz[line]);
    for (const std::complex<double>& h : response[line].transpose().reshaped())
      text += fmt::format(",{:.9e},{:.9e}", h.real(), h.imag());
    text += '\n';
  }
  return text;
}

}  // namespace

std::vector<std::string> export_body(const ReducedBody& body, const VectorXd& frequency_hz,
                                     const std::filesystem::path& folder) {
  make_folder(folder);
  const LinearBody linear = linear_body(body);
  const StateSpace s = state_space(linear);
  const std::vector<MatrixXcd> response = inertance(linear, frequency_hz);
  const ForeignModel model = foreign_model(body);
  write_whole_hdf5(folder / "linear.h5", [&](Hdf5File& file) {
    file.set_attribute("/", "format", "trunnion linear body");
    file.set_attribute("/", "units", "SI: m, kg, s, N, rad");
    file.set_attribute("/", "equation",
                       "M x'' + D x' + K x = S' f, u = S x; z' = A z + B f, u = C z, z = (x, x'); S: shapes");
    for (const auto& [name, matrix] : {std::pair<const char*, const MatrixXd*>{"mass", &linear.mass},
                                       {"damping", &linear.damping},
                                       {"stiffness", &linear.stiffness},
                                       {"shapes", &linear.rows},
                                       {"A", &s.a},
                                       {"B", &s.b},
                                       {"C", &s.c}})
      file.write(name, *matrix);
    file.write("nodes", node_table(model));
    file.write_texts("dof_names", linear.dof_names);
    write_responses(file, frequency_hz, response, linear.rows.rows());
  });
  write_file(folder / "A.csv", matrix_csv(s.a));
  write_file(folder / "B.csv", matrix_csv(s.b));
  write_file(folder / "C.csv", matrix_csv(s.c));
  write_file(folder / "responses.csv", response_csv(linear.dof_names, frequency_hz, response));
  write_foreign_model(model, folder);
  return {"linear.h5", "A.csv",       "B.csv",         "C.csv",      "responses.csv",
          "mass.mtx",  "damping.mtx", "stiffness.mtx", "shapes.mtx", "nodes.mtx"};
}

}  // namespace trunnion
