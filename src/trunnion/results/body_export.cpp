#include "trunnion/results/body_export.h"

#include <fmt/format.h>

#include "trunnion/results/atomic_file.h"
#include "trunnion/results/hdf5_file.h"

namespace trunnion {

void write_linear_body(const LinearBody& body, const std::filesystem::path& path) {
  const std::filesystem::path temporary = temporary_name(path);
  {
    Hdf5File file(temporary, Hdf5File::Mode::create);
    file.set_attribute("/", "format", "trunnion linear body");
    file.set_attribute("/", "units", "SI: m, kg, s, N, rad");
    file.set_attribute("/", "equation",
                       "M x'' + D x' + K x = rows' f, u = rows x; z' = A z + B f, u = C z, z = (x, x')");
    const StateSpace s = state_space(body);
    for (const auto& [name, matrix] : {std::pair<const char*, const MatrixXd*>{"mass", &body.mass},
                                       {"damping", &body.damping},
                                       {"stiffness", &body.stiffness},
                                       {"rows", &body.rows},
                                       {"A", &s.a},
                                       {"B", &s.b},
                                       {"C", &s.c}})
      file.write(name, *matrix);
    file.write_texts("dof_names", body.dof_names);
    file.close();
  }
  publish(temporary, path);
}

void write_response_csv(const LinearBody& body, const VectorXd& frequency_hz, const std::filesystem::path& path) {
  std::string text = "frequency [Hz]";
  const Index n = body.rows.rows();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      text += fmt::format(",{0} per {1} (re),{0} per {1} (im)", body.dof_names[i], body.dof_names[j]);
  text += '\n';
  const std::vector<MatrixXcd> response = inertance(body, frequency_hz);
  for (Index line = 0; line < frequency_hz.size(); ++line) {
    text += fmt::format("{}", frequency_hz[line]);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        text += fmt::format(",{:.9e},{:.9e}", response[line](i, j).real(), response[line](i, j).imag());
    text += '\n';
  }
  write_file(path, text);
}

}  // namespace trunnion
