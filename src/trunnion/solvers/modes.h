#pragma once
// solvers/modes.h -- eigenvalues of small motions about a state: s = -zeta w0 + i w, with whirl of spinning bodies.
//   (s^2 M + s D + K) z = 0                                                           (theory/solvers.md, Eq. 3.5)

#include <complex>

#include "trunnion/base/progress.h"
#include "trunnion/solvers/linearize.h"

namespace trunnion {

enum class Whirl { none, forward, backward };

struct ComplexMode {
  std::complex<double> s;  ///< in the view of the linear system: from the bodies, or from the ground [1/s]
  double frequency = 0;    ///< |Im s|/(2 pi) there [Hz]
  double damping = 0;      ///< -Re s/|s|
  Whirl whirl = Whirl::none;
  double fixed_frequency = 0;  ///< of a whirling mode as seen from the ground [Hz]; else the frequency
  Eigen::VectorXcd shape;      ///< num_velocities, world increments; largest entry 1
  bool reversed = false;  ///< seen from the ground its shape is the conjugate: it goes backward in the turning axes,
                          ///< but slower than they turn
  Index line = -1;        ///< in a Campbell diagram: the same at all speeds
};

/// Modes with Im s >= 0, ascending by |Im s|; `count` <= 0: all.
std::vector<ComplexMode> complex_modes(const Mechanism& mechanism, const State& state, Index count = 0);
/// Of a system that was linearised about this state.
std::vector<ComplexMode> complex_modes(const Mechanism& mechanism, const State& state, const LinearSystem& linear,
                                       Index count = 0);

struct CampbellPoint {
  double speed = 0;  ///< [rad/s]
  std::vector<ComplexMode> modes;
  std::string caution;  ///< of the linear system there
};

/// All modes about the steady state at each speed of one motion, which must drive an angle; those of one line belong
/// together (mode_lines.h). Where pairs are in doubt speeds are put in between, for the `watched` lowest modes; 0: for
/// all.
std::vector<CampbellPoint> campbell(const Mechanism& mechanism, const State& state, const std::string& motion,
                                    const VectorXd& speeds, Index watched, Observer& observer = silent_observer());

/// Response of a marker's motion to a harmonic wrench, or to a motion that shakes: one 6-vector per frequency, (dr,
/// dpsi) in world axes. `linear` sees the bodies from the ground if it can (linearize with in.shaken_row).
struct ResponseInput {
  Index load_marker = -1, response_marker = -1;
  Vector6d wrench = Vector6d::Zero();  ///< world axes [N, N m]
  Index shaken_row = -1;               ///< constraint row that is shaken instead
  double shake = 0;                    ///< its amplitude [m or rad]
  VectorXd frequencies;                ///< [Hz]
};
Eigen::Matrix<std::complex<double>, 6, Eigen::Dynamic> frequency_response(const Mechanism& mechanism,
                                                                          const State& state,
                                                                          const LinearSystem& linear,
                                                                          const ResponseInput& input);

}  // namespace trunnion
