"""The clearance of a ball bearing against its largest ball load and stiffness, with the kernel alone."""
import numpy as np

from trunnion import rolling

load = 2000.0  # [N] on the inner ring, along y
print("clearance   displacement   largest ball   balls that carry")
for clearance in np.array([-5e-6, 0.0, 5e-6, 10e-6, 20e-6]):
    bearing = rolling.BallBearing(balls=9, ball_diameter=7.9375e-3, pitch_diameter=39e-3,
                                  diametral_clearance=clearance)
    x = np.array([0.0, 0.5 * max(clearance, 0.0) + 1e-6, 0.0, 0.0, 0.0])
    for _ in range(50):  # Newton on the one coordinate that moves
        found = bearing.force(x)
        step = (load - found.force[1]) / found.stiffness[1, 1]
        x[1] += step
        if abs(step) < 1e-15:
            break
    carrying = np.count_nonzero(bearing.ball_loads(x) > 0)
    print(f"{1e6 * clearance:6.1f} um   {1e6 * x[1]:9.2f} um   {found.max_ball_load:9.0f} N   {carrying:6d}")
