// Parallel projection that turns about a point with one axis upright.
export type Vec3 = [number, number, number];

export class Camera {
  azimuth = -Math.PI / 3;
  elevation = 25 * Math.PI / 180;
  center: Vec3 = [0, 0, 0];
  height = 1;  // world length over the height of the view
  radius = 1;  // everything lies within it

  /** Rows: right, up, towards the viewer. */
  axes(): [Vec3, Vec3, Vec3] {
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    return [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]];
  }
  turn(dx: number, dy: number): void {
    this.azimuth -= dx;
    this.elevation = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.elevation + dy));
  }
  /** Moves the scene by pixels of a view that is `pixels` high. */
  shift(dx: number, dy: number, pixels: number): void {
    const [r, u] = this.axes(), k = this.height / pixels;
    for (let i = 0; i < 3; ++i) this.center[i] += -dx * k * r[i] + dy * k * u[i];
  }
  /** To clip space, column-major as WebGL wants it. */
  matrix(aspect: number): Float32Array {
    const [r, u, t] = this.axes(), c = this.center, depth = 4 * this.radius;
    const sx = 2 / (this.height * aspect), sy = 2 / this.height, sz = -1 / depth;
    const dot = (a: Vec3): number => a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
    return new Float32Array([r[0] * sx, u[0] * sy, t[0] * sz, 0, r[1] * sx, u[1] * sy, t[1] * sz, 0,
      r[2] * sx, u[2] * sy, t[2] * sz, 0, -dot(r) * sx, -dot(u) * sy, -dot(t) * sz, 1]);
  }
  /** World point to pixels (x right, y down) and nearness. */
  project(p: ArrayLike<number>, width: number, height: number): Vec3 {
    const [r, u, t] = this.axes(), d = [p[0] - this.center[0], p[1] - this.center[1], p[2] - this.center[2]];
    const k = height / this.height, on = (a: Vec3): number => a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
    return [width / 2 + k * on(r), height / 2 - k * on(u), on(t)];
  }
}
