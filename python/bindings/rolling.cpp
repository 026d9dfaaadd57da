// python/bindings/rolling.cpp -- ball bearings over arrays of ring positions.
#include "bind.h"
#include "trunnion/rolling/five_dof.h"

namespace trunnion::python {
namespace {

template <class E>
E chosen(const std::string& key, const std::string& text, const std::vector<std::pair<std::string, E>>& choices) {
  std::string known;
  for (const auto& [name, value] : choices) {
    if (name == text) return value;
    known += (known.empty() ? "" : ", ") + name;
  }
  throw py::value_error(key + ": '" + text + "' must be one of " + known);
}

BallBearing ball_bearing(const py::dict& in) {
  BallBearing b;
  const Numbers number{in};
  b.balls = in["balls"].cast<int>();
  b.ball_diameter = number("ball_diameter");
  b.pitch_diameter = number("pitch_diameter");
  b.contact_angle = number("contact_angle");
  b.inner_groove_radius = number("inner_groove_radius");
  b.outer_groove_radius = number("outer_groove_radius");
  b.diametral_clearance = number("diametral_clearance");
  b.axial_preload = number("axial_preload");
  b.row_distance = number("row_distance");
  b.ring = {number("ring_young"), number("ring_poisson")};
  b.ball = {number("ball_young"), number("ball_poisson")};
  b.arrangement = chosen<Arrangement>("arrangement", in["arrangement"].cast<std::string>(),
                                      {{"single", Arrangement::single},
                                       {"back-to-back", Arrangement::back_to_back},
                                       {"face-to-face", Arrangement::face_to_face},
                                       {"tandem", Arrangement::tandem}});
  b.sum = chosen<BallBearing::Sum>("sum", in["sum"].cast<std::string>(),
                                   {{"integral", BallBearing::Sum::integral}, {"balls", BallBearing::Sum::balls}});
  b.angle = chosen<BallBearing::Angle>("angle", in["angle"].cast<std::string>(),
                                       {{"fixed", BallBearing::Angle::fixed}, {"free", BallBearing::Angle::free}});
  return b;
}

struct PreparedBearing {
  BallBearing design;
  FiveDofBearing law;
};

py::dict forces(const PreparedBearing& bearing, const Doubles& delta, const Doubles& cage) {
  const py::ssize_t n = rows_of(delta, 5);
  Doubles force({n, py::ssize_t{5}}), stiffness({n, py::ssize_t{5}, py::ssize_t{5}});
  Doubles energy(n), load(n), angle(n), zone(n);
  {
    double *f = force.mutable_data(), *k = stiffness.mutable_data(), *e = energy.mutable_data(),
           *q = load.mutable_data(), *a = angle.mutable_data(), *z = zone.mutable_data();
    const double *d = delta.data(), *c = cage.data();
    const py::gil_scoped_release release;
    for (py::ssize_t i = 0; i < n; ++i) {
      const FiveDofForce one =
          five_dof_force(bearing.law, Eigen::Map<const Vector5d>(d + 5 * i), Vector5d::Zero(), c[i]);
      Eigen::Map<Vector5d>(f + 5 * i) = one.force;
      Eigen::Map<Eigen::Matrix<double, 5, 5, Eigen::RowMajor>>(k + 25 * i) = one.stiffness;
      e[i] = one.stored_energy;
      q[i] = one.max_ball_load;
      a[i] = one.max_ball_angle;
      z[i] = one.load_zone;
    }
  }
  py::dict out;
  out["force"] = force;
  out["stiffness"] = stiffness;
  out["stored_energy"] = energy;
  out["max_ball_load"] = load;
  out["max_ball_angle"] = angle;
  out["load_zone"] = zone;
  return out;
}

Doubles loads(const PreparedBearing& bearing, const Doubles& delta, const Doubles& cage) {
  const py::ssize_t n = rows_of(delta, 5), rows = static_cast<py::ssize_t>(bearing.law.rows.size());
  Doubles out({n, rows, static_cast<py::ssize_t>(bearing.design.balls)});
  for (py::ssize_t i = 0; i < n; ++i) {
    const MatrixXd one = ball_loads(bearing.law, Eigen::Map<const Vector5d>(delta.data(i, 0)), Vector5d::Zero(),
                                    cage.data()[i], bearing.design.balls);
    std::copy(one.data(), one.data() + one.size(), out.mutable_data(i, 0, 0));
  }
  return out;
}

}  // namespace

void bind_rolling(py::module_& module) {
  py::class_<PreparedBearing>(module, "PreparedBearing")
      .def(py::init([](const py::dict& in) {
             const BallBearing design = ball_bearing(in);
             return PreparedBearing{design, five_dof_bearing(design)};
           }),
           py::arg("design"))
      .def_property_readonly("ball_stiffness", [](const PreparedBearing& b) { return ball_stiffness(b.design); })
      .def("force", &forces, py::arg("delta"), py::arg("cage"))
      .def("ball_loads", &loads, py::arg("delta"), py::arg("cage"))
      .def(
          "race_pressure",
          [](const PreparedBearing& b, const Doubles& load) {
            const RaceContacts contacts = race_contacts(b.design);
            Doubles out({load.size(), py::ssize_t{2}});
            for (py::ssize_t i = 0; i < load.size(); ++i) {
              const RacePressure p = race_pressure(contacts, load.data()[i]);
              out.mutable_at(i, 0) = p.inner;
              out.mutable_at(i, 1) = p.outer;
            }
            return out;
          },
          py::arg("load"))
      .def(
          "cage_speed",
          [](const PreparedBearing& b, double inner, double outer) { return cage_speed(b.design, inner, outer); },
          py::arg("inner"), py::arg("outer"));
}

}  // namespace trunnion::python
