#include "trunnion/solvers/rotor_states.h"

#include <Eigen/Geometry>
#include <cmath>
#include <map>

#include "trunnion/math/rotations.h"
#include "trunnion/solvers/ground_view.h"

namespace trunnion {

namespace {

constexpr double bent = 1e-6;  // deflection across the axis, over the size of the body

double fastest_of(const std::vector<Rotor>& rotors) {
  double fastest = 0;
  for (const Rotor& rotor : rotors) fastest = std::max(fastest, std::abs(rotor.speed));
  return fastest;
}

void add_block(const MatrixXd& block, Index row, Index column, std::vector<Eigen::Triplet<double>>& out) {
  for (Index j = 0; j < block.cols(); ++j)
    for (Index i = 0; i < block.rows(); ++i) out.emplace_back(row + i, column + j, block(i, j));
}

SparseMatrix square(Index n, const std::vector<Eigen::Triplet<double>>& entries) {
  SparseMatrix out(n, n);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

class Whirl final : public RotorState {
 public:
  Whirl(const Mechanism& m, const std::vector<Rotor>& rotors, Configuration rest)
      : m_(m), rest_(std::move(rest)), fastest_(fastest_of(rotors)) {
    // Bodies that do not turn go round with the rotor; with several of them there is no saying with which.
    const Vector3d around = rotors.size() == 1 ? Vector3d(rotors[0].speed * rotors[0].axis) : Vector3d::Zero();
    parts_.assign(m.bodies.size(), {false, Vector3d::Zero(), around});
    for (const Rotor& rotor : rotors)
      for (const Index b : rotor.bodies) parts_[b] = {true, rotor.point, rotor.speed * rotor.axis};
  }

  void prescribe(State& s) const override {
    s.v.setZero();
    s.a.setZero();
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      const Part& part = parts_[b];
      const Index k = m_.first_velocity[b];
      const Vector3d &R = s.x.R[b], w = angular_velocity(b, s.x);
      s.v.segment<3>(k) = part.W.cross(R - center(b));
      s.v.segment<3>(k + 3) = s.x.A[b].transpose() * w;
      s.a.segment<3>(k) = part.W.cross(s.v.segment<3>(k));
      s.a.segment<3>(k + 3) = s.x.A[b].transpose() * part.W.cross(w);
    }
  }

  void tangents(const State& s, SparseMatrix& v_x, SparseMatrix& a_x) const override {
    std::vector<Eigen::Triplet<double>> v, a;
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      const Part& part = parts_[b];
      const Index k = m_.first_velocity[b];
      const Matrix3d& A = s.x.A[b];
      const Matrix3d turn = skew(part.W);
      add_block(turn, k, k, v);
      add_block(turn * turn, k, k, a);
      // w = W - E W with E = A A_rest' where the body does not turn: dw = (E W) x (A dtheta).
      const Vector3d w = angular_velocity(b, s.x);
      const Matrix3d dw = part.turns ? Matrix3d::Zero() : Matrix3d(skew(part.W - w) * A);
      add_block(A.transpose() * dw + skew(A.transpose() * w), k + 3, k + 3, v);
      add_block(A.transpose() * turn * dw + skew(A.transpose() * part.W.cross(w)), k + 3, k + 3, a);
    }
    v_x = square(m_.num_velocities, v);
    a_x = square(m_.num_velocities, a);
  }

  Configuration turned_on(const State& s) const override {
    Configuration out = s.x;
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      const Matrix3d Q = rotation_exp(parts_[b].W / fastest_);
      out.R[b] = center(b) + Q * (s.x.R[b] - center(b));
      out.A[b] = parts_[b].turns ? Matrix3d(Q * s.x.A[b])
                                 : Matrix3d(Q * s.x.A[b] * rest_.A[b].transpose() * Q.transpose() * rest_.A[b]);
    }
    return out;
  }

 private:
  struct Part {
    bool turns = false;
    Vector3d point = Vector3d::Zero(), W = Vector3d::Zero();
  };
  const Vector3d& center(std::size_t b) const { return parts_[b].turns ? parts_[b].point : rest_.R[b]; }
  Vector3d angular_velocity(std::size_t b, const Configuration& x) const {
    const Vector3d& W = parts_[b].W;
    return parts_[b].turns ? W : Vector3d(W - x.A[b] * (rest_.A[b].transpose() * W));
  }
  const Mechanism& m_;
  const Configuration rest_;
  double fastest_;
  std::vector<Part> parts_;
};

class Standing final : public RotorState {
 public:
  Standing(const Mechanism& m, const std::vector<Rotor>& rotors) : m_(m), fastest_(fastest_of(rotors)) {
    for (const Rotor& rotor : rotors)
      for (const Index b : rotor.bodies) {
        const BodyAxis own = axis_of(m, rotor, b);
        parts_[b] = {std::abs(rotor.speed) * own.axis, own.point, std::abs(rotor.speed),
                     turn_of_modes(m.bodies[b], own.point, own.axis)};
      }
  }

  void prescribe(State& s) const override {
    s.v.setZero();
    s.a.setZero();
    for (const auto& [b, part] : parts_) {
      const Index k = m_.first_velocity[b], n = m_.bodies[b].num_modes();
      const auto q = s.x.q.segment(m_.first_mode[b], n);
      const Vector3d rate = part.w.cross(part.point);
      s.v.segment<3>(k) = -s.x.A[b] * rate;
      s.v.segment<3>(k + 3) = part.w;
      s.v.segment(k + 6, n) = -part.speed * part.G * q;
      s.a.segment<3>(k) = -s.x.A[b] * part.w.cross(rate);
      s.a.segment(k + 6, n) = part.speed * part.speed * part.G * (part.G * q);
    }
  }

  void tangents(const State& s, SparseMatrix& v_x, SparseMatrix& a_x) const override {
    std::vector<Eigen::Triplet<double>> v, a;
    for (const auto& [b, part] : parts_) {
      const Index k = m_.first_velocity[b];
      const Vector3d rate = part.w.cross(part.point);
      add_block(s.x.A[b] * skew(rate), k, k + 3, v);
      add_block(s.x.A[b] * skew(part.w.cross(rate)), k, k + 3, a);
      add_block(-part.speed * part.G, k + 6, k + 6, v);
      add_block(part.speed * part.speed * part.G * part.G, k + 6, k + 6, a);
    }
    v_x = square(m_.num_velocities, v);
    a_x = square(m_.num_velocities, a);
  }

  Configuration turned_on(const State& s) const override {
    Configuration out = s.x;
    for (const auto& [b, part] : parts_) {
      const double phi = part.speed / fastest_;
      out.A[b] = s.x.A[b] * rotation_exp(part.w / fastest_);
      out.R[b] = s.x.R[b] + (s.x.A[b] - out.A[b]) * part.point;
      auto q = out.q.segment(m_.first_mode[b], m_.bodies[b].num_modes());
      const VectorXd Gq = part.G * q;
      q += -std::sin(phi) * Gq + (1 - std::cos(phi)) * part.G * Gq;
    }
    return out;
  }

 private:
  struct Part {
    Vector3d w, point;  // body frame
    double speed = 0;
    MatrixXd G;
  };
  const Mechanism& m_;
  double fastest_;
  std::map<Index, Part> parts_;
};

}  // namespace

std::unique_ptr<RotorState> whirling(const Mechanism& m, const std::vector<Rotor>& rotors, Configuration rest) {
  return std::make_unique<Whirl>(m, rotors, std::move(rest));
}

std::unique_ptr<RotorState> standing(const Mechanism& m, const std::vector<Rotor>& rotors) {
  return std::make_unique<Standing>(m, rotors);
}

bool is_bent(const Mechanism& m, const State& s, const std::vector<Rotor>& rotors) {
  for (const Rotor& rotor : rotors)
    for (const Index b : rotor.bodies) {
      const Body& body = m.bodies[b];
      if (body.num_modes() == 0) continue;
      const BodyAxis own = axis_of(m, rotor, b);
      double size = 0;
      for (const InterfaceRows& at : body.interfaces) size = std::max(size, (at.position - own.point).norm());
      const VectorXd Gq = turn_of_modes(body, own.point, own.axis) * s.x.q.segment(m.first_mode[b], body.num_modes());
      for (const InterfaceRows& at : body.interfaces)
        if ((at.translation * Gq).norm() > bent * size) return true;
    }
  return false;
}

}  // namespace trunnion
