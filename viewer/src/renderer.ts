// Draws bodies with WebGL 2: positions and displacements stay small integers on the card, the shape is
// X + amplitude * u there, colour is looked up per pixel so that bands of the map are true everywhere.
import type { Camera } from './camera';
import { colorTable, type MapName } from './colors';
import * as data from './data';

const transform = `
uniform mat4 viewProjection; uniform mat3 rotation; uniform vec3 translation, low, span; uniform float amplitude;
in vec3 position, displacement; out vec3 world;
vec4 placed() { world = rotation * (low + span * position + amplitude * displacement) + translation; return viewProjection * vec4(world, 1.0); }`;

const surfaceVertex = `#version 300 es
${transform}
in float value; out float t; out float missing;
void main() { gl_Position = placed(); missing = value < -1e29 ? 1.0 : 0.0; t = missing > 0.5 ? 0.0 : value; }`;

const surfaceFragment = `#version 300 es
precision highp float;
uniform sampler2D map; uniform vec4 plane; uniform vec3 light, steel, hatch; uniform bool colored, cutting, isolines; uniform float ratio;
in vec3 world; in float t; in float missing; out vec4 color;
void main() {
  if (cutting && dot(plane.xyz, world) > plane.w) discard;
  vec3 n = normalize(cross(dFdx(world), dFdy(world)));
  float lit = abs(dot(n, light));
  vec3 base;
  if (cutting && !gl_FrontFacing) { color = vec4(steel * 0.62, 1.0); return; }
  if (!colored) base = steel * (0.66 + 0.34 * lit);
  else if (missing > 0.001) base = mod(gl_FragCoord.x + gl_FragCoord.y, 9.0 * ratio) < 3.0 * ratio ? hatch : steel;
  else {
    base = texture(map, vec2((clamp(t, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb * (0.85 + 0.15 * lit);
    if (isolines) { float s = t * 10.0, w = fwidth(s); if (w > 0.0 && abs(fract(s + 0.5) - 0.5) < w * 0.8 && s > 0.2 && s < 9.8) base *= 0.55; }
  }
  color = vec4(base, 1.0);
}`;

// Symbols have one color; where a body hides them they show through it faintly.
const symbolFragment = `#version 300 es
precision highp float;
uniform vec4 plane, ink; uniform vec3 light; uniform bool cutting; in vec3 world; out vec4 color;
void main() {
  if (cutting && dot(plane.xyz, world) > plane.w) discard;
  float lit = abs(dot(normalize(cross(dFdx(world), dFdy(world))), light));
  color = vec4(ink.rgb * (0.75 + 0.25 * lit) * ink.a, ink.a);
}`;

const edgeVertex = `#version 300 es
${transform}
void main() { gl_Position = placed(); gl_Position.z -= 0.0004; }`;

const edgeFragment = `#version 300 es
precision highp float;
uniform vec4 plane, ink; uniform bool cutting; in vec3 world; out vec4 color;
void main() { if (cutting && dot(plane.xyz, world) > plane.w) discard; color = vec4(ink.rgb * ink.a, ink.a); }`;

// A section of a closed body is one plane face, hatched as on drawings.
const capVertex = `#version 300 es
uniform mat4 viewProjection; in vec3 position; void main() { gl_Position = viewProjection * vec4(position, 1.0); gl_Position.z -= 0.0002; }`;

const capFragment = `#version 300 es
precision highp float;
uniform vec3 steel, hatch; uniform float ratio, turn; out vec4 color;
void main() {
  float across = gl_FragCoord.x + turn * gl_FragCoord.y;
  color = vec4(mod(across, 11.0 * ratio) < 1.6 * ratio ? hatch : steel, 1.0);
}`;

/** One body on the card, and what the processor needs to pick in it. */
export interface GpuBody {
  info: data.BodyInfo;
  triangles: Uint32Array;
  positions: Uint16Array;
  displacement: Int16Array | null;
  amplitude: number;              // world length of displacement code 1.0, times scale and phase
  rotation: number[]; translation: number[];
  vao: WebGLVertexArrayObject; edgeVao: WebGLVertexArrayObject;
  displacementBuffer: WebGLBuffer; valueBuffer: WebGLBuffer;
  edges: number;
  closed?: boolean;               // found when first cut
}
export interface Look {
  colored: boolean; map: MapName; mesh: boolean; isolines: boolean;
  plane: [number, number, number, number] | null;
  steel: number[]; hatch: number[]; ink: number[];
  symbols: boolean; forces: number;   // whether elements are drawn, and how long arrows are (0: not at all)
  elementInk: number[]; forceInk: number[];
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export class Renderer {
  readonly gl: WebGL2RenderingContext;
  bodies: GpuBody[] = [];
  symbols: GpuBody[] = [];
  private symbol: WebGLProgram;
  private surface: WebGLProgram;
  private edge: WebGLProgram;
  private cap: WebGLProgram;
  private capVao: WebGLVertexArrayObject;
  private capBuffer: WebGLBuffer;
  private texture: WebGLTexture;
  private mapName = '';

  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true, alpha: true, stencil: true });
    if (!gl) throw new Error('WebGL 2 is not available');
    this.gl = gl;
    this.surface = this.program(surfaceVertex, surfaceFragment);
    this.edge = this.program(edgeVertex, edgeFragment);
    this.symbol = this.program(edgeVertex, symbolFragment);
    this.cap = this.program(capVertex, capFragment);
    this.capVao = gl.createVertexArray()!;
    this.capBuffer = gl.createBuffer()!;
    gl.bindVertexArray(this.capVao);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.capBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
    gl.bindVertexArray(null);
    this.texture = gl.createTexture()!;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
  }

  private program(vertex: string, fragment: string): WebGLProgram {
    const gl = this.gl, program = gl.createProgram()!;
    for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(type)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'shader');
      gl.attachShader(program, shader);
    }
    ['position', 'displacement', 'value'].forEach((name, k) => gl.bindAttribLocation(program, k, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'link');
    return program;
  }

  /** Replaces the bodies; their frames follow by setFrame. */
  setBodies(infos: data.BodyInfo[], symbols: data.SymbolInfo[]): void {
    const gl = this.gl;
    for (const b of [...this.bodies, ...this.symbols]) {
      gl.deleteVertexArray(b.vao); gl.deleteVertexArray(b.edgeVao);
      gl.deleteBuffer(b.displacementBuffer); gl.deleteBuffer(b.valueBuffer);
    }
    this.bodies = this.upload(infos);
    this.symbols = this.upload(symbols);
  }

  private upload(infos: data.BodyInfo[]): GpuBody[] {
    const gl = this.gl;
    return infos.map(info => {
      const positions = data.uint16(info.positions), triangles = data.uint32(info.triangles), edges = data.uint32(info.edges);
      const buffer = (target: number, content: ArrayBufferView | number): WebGLBuffer => {
        const b = gl.createBuffer()!;
        gl.bindBuffer(target, b);
        if (typeof content === 'number') gl.bufferData(target, content, gl.DYNAMIC_DRAW);
        else gl.bufferData(target, content, gl.STATIC_DRAW);
        return b;
      };
      const vao = gl.createVertexArray()!, edgeVao = gl.createVertexArray()!;
      gl.bindVertexArray(vao);
      const positionBuffer = buffer(gl.ARRAY_BUFFER, positions);
      const displacementBuffer = buffer(gl.ARRAY_BUFFER, 6 * info.nodes), valueBuffer = buffer(gl.ARRAY_BUFFER, 4 * info.nodes);
      for (const target of [vao, edgeVao]) {
        gl.bindVertexArray(target);
        gl.bindBuffer(gl.ARRAY_BUFFER, positionBuffer);
        gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 3, gl.UNSIGNED_SHORT, true, 6, 0);
        gl.bindBuffer(gl.ARRAY_BUFFER, displacementBuffer);
        gl.enableVertexAttribArray(1); gl.vertexAttribPointer(1, 3, gl.SHORT, true, 6, 0);
        buffer(gl.ELEMENT_ARRAY_BUFFER, target === vao ? triangles : edges);
      }
      gl.bindVertexArray(vao);
      gl.bindBuffer(gl.ARRAY_BUFFER, valueBuffer);
      gl.enableVertexAttribArray(2); gl.vertexAttribPointer(2, 1, gl.FLOAT, false, 4, 0);
      gl.bindVertexArray(null);
      return { info, triangles, positions, displacement: null, amplitude: 0, rotation: identity, translation: [0, 0, 0],
        vao, edgeVao, displacementBuffer, valueBuffer, edges: edges.length };
    });
  }

  setDisplacement(b: GpuBody, displacement: Int16Array | null, rotation?: number[], translation?: number[]): void {
    const gl = this.gl;
    b.displacement = displacement;
    b.rotation = rotation ?? identity;
    b.translation = translation ?? [0, 0, 0];
    gl.bindBuffer(gl.ARRAY_BUFFER, b.displacementBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, displacement ?? new Int16Array(3 * b.info.nodes));
  }

  /** Colour coordinates 0 to 1; NaN is hatched. */
  setValues(b: GpuBody, t: Float32Array | null): void {
    const gl = this.gl, sent = new Float32Array(b.info.nodes);
    for (let k = 0; k < sent.length; ++k) sent[k] = t && !Number.isNaN(t[k]) ? t[k] : -1e30;
    gl.bindBuffer(gl.ARRAY_BUFFER, b.valueBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, sent);
  }

  draw(camera: Camera, look: Look): void {
    const gl = this.gl, w = this.canvas.width, h = this.canvas.height;
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (this.mapName !== look.map) {
      const rgb = colorTable(look.map), rgba = new Uint8Array(1024);
      for (let k = 0; k < 256; ++k) rgba.set([rgb[3 * k], rgb[3 * k + 1], rgb[3 * k + 2], 255], 4 * k);
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
      this.mapName = look.map;
    }
    const matrix = camera.matrix(w / h), [right, up, towards] = camera.axes();
    const light = [0, 1, 2].map(k => -0.35 * right[k] + 0.45 * up[k] + 0.82 * towards[k]);
    const common = (program: WebGLProgram, b: GpuBody): ((name: string) => WebGLUniformLocation | null) => {
      const at = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
      gl.uniformMatrix4fv(at('viewProjection'), false, matrix);
      gl.uniformMatrix3fv(at('rotation'), true, b.rotation);
      gl.uniform3fv(at('translation'), b.translation);
      gl.uniform3fv(at('low'), b.info.low);
      gl.uniform3fv(at('span'), b.info.high.map((v, k) => v - b.info.low[k]));
      gl.uniform1f(at('amplitude'), b.amplitude);
      gl.uniform1i(at('cutting'), look.plane ? 1 : 0);
      gl.uniform4fv(at('plane'), look.plane ?? [0, 0, 0, 0]);
      return at;
    };
    gl.useProgram(this.surface);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    gl.disable(gl.BLEND);
    for (const b of this.bodies) {
      const at = common(this.surface, b);
      gl.uniform3fv(at('light'), light);
      gl.uniform3fv(at('steel'), look.steel);
      gl.uniform3fv(at('hatch'), look.hatch);
      gl.uniform1i(at('colored'), look.colored ? 1 : 0);
      gl.uniform1i(at('isolines'), look.isolines ? 1 : 0);
      gl.uniform1f(at('ratio'), Math.max(1, w / Math.max(1, this.canvas.clientWidth)));
      gl.bindVertexArray(b.vao);
      gl.drawElements(gl.TRIANGLES, b.triangles.length, gl.UNSIGNED_INT, 0);
    }
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (look.plane) this.drawCaps(camera, look, look.plane, matrix, common);
    gl.useProgram(this.edge);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const b of this.bodies) {
      const at = common(this.edge, b);
      gl.bindVertexArray(b.edgeVao);
      const features = 2 * b.info.features;
      gl.uniform4fv(at('ink'), [...look.ink, 0.6]);
      gl.drawElements(gl.LINES, features, gl.UNSIGNED_INT, 0);
      if (look.mesh && b.edges > features) {
        // Dense meshes would drown in their own lines: they fade where elements are a few pixels wide.
        const size = Math.hypot(...b.info.high.map((v, k) => v - b.info.low[k]));
        const pixels = size / Math.sqrt(b.edges / 6) / camera.height * h;
        gl.uniform4fv(at('ink'), [...look.ink, 0.26 * Math.min(1, pixels / 14)]);
        gl.drawElements(gl.LINES, b.edges - features, gl.UNSIGNED_INT, 4 * features);
      }
    }
    if (look.symbols || look.forces > 0) this.drawSymbols(look, light, common);
    gl.bindVertexArray(null);
  }

  /** Closes what a section opens: along a line of sight a closed body is left as often as entered, unless the plane
   * has taken one of the two away, and there the plane lies inside it. */
  private drawCaps(camera: Camera, look: Look, plane: [number, number, number, number], matrix: Float32Array,
    common: (program: WebGLProgram, b: GpuBody) => (name: string) => WebGLUniformLocation | null): void {
    const gl = this.gl, ratio = Math.max(1, this.canvas.width / Math.max(1, this.canvas.clientWidth));
    const n = plane.slice(0, 3), axis = n.findIndex(v => v !== 0), far = 4 * camera.radius + 4 * camera.height;
    const middle = camera.center.map((v, k) => k === axis ? plane[3] * n[k] : v);
    const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]].flatMap(([s, t]) => middle.map((v, k) => k === axis ? v : v + far * (k === (axis + 1) % 3 ? s : t)));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.capBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.DYNAMIC_DRAW);
    gl.enable(gl.STENCIL_TEST);
    this.bodies.forEach((b, k) => {
      b.closed ??= isClosed(b);
      if (!b.closed) return;
      gl.clear(gl.STENCIL_BUFFER_BIT);
      gl.useProgram(this.surface);
      common(this.surface, b);
      gl.colorMask(false, false, false, false);
      gl.depthMask(false);
      gl.disable(gl.DEPTH_TEST);
      gl.stencilFunc(gl.ALWAYS, 0, 255);
      gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.KEEP, gl.DECR_WRAP);
      gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.KEEP, gl.INCR_WRAP);
      gl.bindVertexArray(b.vao);
      gl.drawElements(gl.TRIANGLES, b.triangles.length, gl.UNSIGNED_INT, 0);
      gl.colorMask(true, true, true, true);
      gl.depthMask(true);
      gl.enable(gl.DEPTH_TEST);
      gl.stencilFunc(gl.NOTEQUAL, 0, 255);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
      gl.useProgram(this.cap);
      const at = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(this.cap, name);
      gl.uniformMatrix4fv(at('viewProjection'), false, matrix);
      gl.uniform3fv(at('steel'), look.steel.map(v => v * 0.9));
      gl.uniform3fv(at('hatch'), look.steel.map(v => v * 0.62));
      gl.uniform1f(at('ratio'), ratio);
      gl.uniform1f(at('turn'), k % 2 ? -1 : 1);
      gl.bindVertexArray(this.capVao);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    });
    gl.disable(gl.STENCIL_TEST);
  }

  /** First where bodies hide them, faintly, then what is in sight. */
  private drawSymbols(look: Look, light: number[], common: (program: WebGLProgram, b: GpuBody) => (name: string) => WebGLUniformLocation | null): void {
    const gl = this.gl;
    gl.useProgram(this.symbol);
    for (const hidden of [true, false]) {
      gl.depthFunc(hidden ? gl.GREATER : gl.LEQUAL);
      gl.depthMask(!hidden);
      for (const b of this.symbols) {
        const force = isForce(b);
        if (force ? look.forces === 0 : !look.symbols) continue;
        const at = common(this.symbol, force ? { ...b, rotation: b.rotation.map(v => v * look.forces) } : b);
        gl.uniform3fv(at('light'), light);
        gl.uniform4fv(at('ink'), [...(force ? look.forceInk : look.elementInk), hidden ? 0.45 : 1]);
        gl.bindVertexArray(b.vao);
        gl.drawElements(gl.TRIANGLES, b.triangles.length, gl.UNSIGNED_INT, 0);
      }
    }
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
  }
}

/** Whether every edge is met once in either sense, corners told apart by their places: sums of what edges are hashed to
 * cancel then. */
function isClosed(b: GpuBody): boolean {
  const place = new Int32Array(b.info.nodes), p = b.positions, t = b.triangles;
  for (let k = 0; k < place.length; ++k) place[k] = Math.imul(Math.imul(Math.imul(p[3 * k] + 1, 73856093) ^ p[3 * k + 1], 19349663) ^ p[3 * k + 2], 83492791);
  let sum = 0;
  const edge = (i: number, j: number): void => {
    const low = Math.min(i, j), hash = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ Math.imul(Math.max(i, j), 0x297a2d39);
    sum = i < j ? (sum + hash) | 0 : i > j ? (sum - hash) | 0 : sum;
  };
  for (let k = 0; k < t.length; k += 3) {
    edge(place[t[k]], place[t[k + 1]]);
    edge(place[t[k + 1]], place[t[k + 2]]);
    edge(place[t[k + 2]], place[t[k]]);
  }
  return sum === 0;
}

export const isForce = (b: GpuBody): boolean => (b.info as data.SymbolInfo).role === 'force';

/** Current place of a node [m]. */
export function nodePlace(b: GpuBody, node: number, out: number[] = [0, 0, 0]): number[] {
  const x = [0, 0, 0];
  for (let k = 0; k < 3; ++k) {
    x[k] = b.info.low[k] + (b.info.high[k] - b.info.low[k]) * b.positions[3 * node + k] / 65535;
    if (b.displacement) x[k] += b.amplitude * b.displacement[3 * node + k] / 32767;
  }
  const R = b.rotation, p = b.translation;
  for (let k = 0; k < 3; ++k) out[k] = p[k] + R[3 * k] * x[0] + R[3 * k + 1] * x[1] + R[3 * k + 2] * x[2];
  return out;
}

/** A node of a body, or a symbol. */
export interface Hit { body: number; node: number; symbol?: number }

/** What a line of sight through pixel (px, py) first meets of bodies and of symbols, the nearer one first: a symbol
 * inside a body shines through it, but stands behind it. */
export function pick(renderer: Renderer, camera: Camera, px: number, py: number, width: number, height: number,
  plane: [number, number, number, number] | null, shown: { symbols: boolean; forces: number }): Hit[] {
  const visible = renderer.symbols.map((b, k) => ({ b, k })).filter(({ b }) => isForce(b) ? shown.forces > 0 : shown.symbols);
  const drawn = visible.map(({ b }) => isForce(b) ? { ...b, rotation: b.rotation.map(v => v * shown.forces) } : b);
  const symbol = nearestHit(drawn, camera, px, py, width, height, plane);
  const body = nearestHit(renderer.bodies, camera, px, py, width, height, plane);
  const met: (Hit & { depth: number })[] = [];
  if (body) met.push(body);
  if (symbol) met.push({ body: -1, node: symbol.node, symbol: visible[symbol.body].k, depth: symbol.depth });
  return met.sort((a, b) => b.depth - a.depth);
}

function nearestHit(bodies: GpuBody[], camera: Camera, px: number, py: number, width: number, height: number,
  plane: [number, number, number, number] | null): (Hit & { depth: number }) | null {
  let best: (Hit & { depth: number }) | null = null, nearest = -Infinity;
  const at = [0, 0, 0];
  bodies.forEach((b, body) => {
    const n = b.info.nodes, screen = new Float32Array(3 * n), beyond = new Uint8Array(n);
    for (let k = 0; k < n; ++k) {
      nodePlace(b, k, at);
      screen.set(camera.project(at, width, height), 3 * k);
      if (plane) beyond[k] = plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] > plane[3] ? 1 : 0;
    }
    for (let k = 0; k < b.triangles.length; k += 3) {
      const i = 3 * b.triangles[k], j = 3 * b.triangles[k + 1], l = 3 * b.triangles[k + 2];
      const ax = screen[i] - px, ay = screen[i + 1] - py, bx = screen[j] - px, by = screen[j + 1] - py;
      const cx = screen[l] - px, cy = screen[l + 1] - py;
      const u = bx * cy - by * cx, v = cx * ay - cy * ax, w = ax * by - ay * bx;
      if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) continue;
      const sum = u + v + w;
      if (sum === 0) continue;
      const depth = (u * screen[i + 2] + v * screen[j + 2] + w * screen[l + 2]) / sum;
      const corner = u >= v && u >= w ? i : v >= w ? j : l;
      if (depth > nearest && !beyond[corner / 3]) { nearest = depth; best = { body, node: corner / 3, depth }; }
    }
  });
  return best;
}
