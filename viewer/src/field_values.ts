// Numbers of a colour field at the nodes of a scene's bodies, and the legend they ask for.
import { mapOf, type MapName } from './colors';
import * as data from './data';
import { displayUnit, niceCeil } from './units';

export interface Range { low: number; high: number; map: MapName; missing: boolean; marks: boolean }
export const MOVED = 'Displacement';

/** Numbers of a field at every node of body b in a frame; null: this body has none. */
export function fieldOf(scene: data.Scene, frame: data.Frame, b: number, name: string): Float32Array | null {
  const state = frame.bodies[b], n = scene.bodies[b].nodes;
  if (name === MOVED) {
    const out = new Float32Array(n);
    if (typeof state.displacement !== 'number') return out;
    const u = data.int16(state.displacement), k = (state.size ?? 0) / 32767;
    for (let i = 0; i < n; ++i) out[i] = k * Math.hypot(u[3 * i], u[3 * i + 1], u[3 * i + 2]);
    return out;
  }
  const field = state.fields.find(f => f.name === name);
  return field ? data.fieldValues(field, n) : null;
}

export const unitOf = (scene: data.Scene, field: string): string => {
  const info = scene.fields.find(f => f.name === field);
  return info ? info.unit : 'm';
};

/** Legend: rounded, from 0 or symmetric; over all instants of a scene in time or on request, else of what is shown. */
export function rangeOf(scene: data.Scene, field: string, values: Float32Array[], allFrames: boolean): Range {
  let low = 0, high = 0, missing = false, marks = unitOf(scene, field) === '';
  const info = scene.fields.find(f => f.name === field), relative = scene.kind === 'modes';
  for (const v of values) for (const x of v) {
    if (Number.isNaN(x)) missing = true; else { low = Math.min(low, x); high = Math.max(high, x); marks &&= x === 0 || x === 1; }
  }
  if (scene.kind === 'time' || allFrames)
    for (const frame of scene.frames) for (const b of frame.bodies) {
      const f = b.fields.find(g => g.name === field);
      if (f) { low = Math.min(low, f.low); high = Math.max(high, f.high); }
      if (field === MOVED) high = Math.max(high, b.size ?? 0);
    }
  const map = mapOf(info?.scale ?? 'magnitude', low), size = Math.max(-low, high), unit = displayUnit(info?.unit ?? 'm', size);
  const top = relative ? size || 1 : niceCeil(size * unit.factor) / unit.factor;
  return { low: map === 'signed' ? -top : 0, high: top, map, missing, marks: marks && scene.kind === 'static' && high === 1 };
}

/** Whether anything in the scene is displaced: a model before it is solved stands as it was given. */
export const deforms = (scene: data.Scene): boolean => scene.frames.some(f => f.bodies.some(b => (b.size ?? 0) > 0));

/** Box of everything but force arrows over all frames, undeformed but moved with the bodies. */
export function boxOf(scene: data.Scene): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const frames = scene.frames.length ? scene.frames : [{ bodies: scene.bodies.map(() => ({ fields: [] })), symbols: null, label: '', value: 0 } as data.Frame];
  const take = (b: data.BodyInfo, R = [1, 0, 0, 0, 1, 0, 0, 0, 1], p = [0, 0, 0]): void => {
    for (let corner = 0; corner < 8; ++corner) {
      const x = [0, 1, 2].map(a => (corner >> a & 1 ? b.high : b.low)[a]);
      for (let a = 0; a < 3; ++a) {
        const v = p[a] + R[3 * a] * x[0] + R[3 * a + 1] * x[1] + R[3 * a + 2] * x[2];
        low[a] = Math.min(low[a], v);
        high[a] = Math.max(high[a], v);
      }
    }
  };
  for (const frame of frames) {
    scene.bodies.forEach((b, k) => take(b, frame.bodies[k].rotation, frame.bodies[k].translation));
    scene.symbols.forEach((b, k) => {
      const place = b.role === 'element' && data.symbolPlace(frame, k);
      if (place) take(b, place.axes, place.point);
    });
  }
  return low.every(Number.isFinite) && high.every(Number.isFinite) ? { low, high } : { low: [-0.5, -0.5, -0.5], high: [0.5, 0.5, 0.5] };
}
