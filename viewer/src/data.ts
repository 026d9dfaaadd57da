// What the page carries: JSON that describes scenes, curves and matrices, and base64 arrays decoded when first needed.
export interface FieldInfo { name: string; unit: string; scale: string }
export interface BodyInfo {
  name: string; nodes: number; low: number[]; high: number[];
  positions: number; triangles: number; edges: number; features: number; labels: number;
}
/** What stands for a thing without a mesh; a force is an arrow of length one, stretched. */
export interface SymbolInfo extends BodyInfo { role: 'element' | 'force'; perLength: number }
export interface FieldData { name: string; low: number; high: number; data: number | null }
export interface BodyFrame {
  size?: number; displacement?: number | null; rotation?: number[]; translation?: number[]; fields: FieldData[];
}
export interface Frame { label: string; value: number; bodies: BodyFrame[]; symbols: number | null }
export interface Scene {
  name: string; title: string; detail: string; kind: 'static' | 'modes' | 'time'; suggested: number;
  over: string;  // label of the axis that its frames run over; '': time
  overUnit: string;  // its unit, which the page takes from the curves over it
  fields: FieldInfo[]; bodies: BodyInfo[]; symbols: SymbolInfo[]; frames: Frame[];
}
export interface Axis { label: string; unit: string; log: boolean }
export interface Series { name: string; x: number; y: number; reference: boolean; markers: boolean }
export interface Curve {
  title: string; kind: 'cartesian' | 'polar' | 'orbit'; x: Axis; y: Axis; series: Series[];
  limit: number | null; limitLabel: string;
  thinned: boolean;  // fewer points than were recorded
}
export interface MatrixInstant extends FieldData { time: number }
export interface Matrix {
  instants: MatrixInstant[];  // of a map that follows the time bar; else none
  title: string; rows: string[]; columns: string[]; rowPlaces: number | null; columnPlaces: number | null; rowUnit: string; columnUnit: string; rowGroups: string[]; columnGroups: string[]; values: number;
  unit: string; scale: string; limits: number[]; labels: string[]; nanLabel: string; sheet: boolean; marked: [number, number] | null;
}
export interface PageData {
  scenes: Scene[]; curves: Curve[]; matrices: Matrix[]; colors: { magnitude: string; signed: string };
}

export const json = <T>(id: string): T => JSON.parse(document.getElementById(id)!.textContent!) as T;

export function decode(base64: string): Uint8Array {
  const binary = atob(base64), bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; ++k) bytes[k] = binary.charCodeAt(k);
  return bytes;
}

const cache = new Map<number, Uint8Array>();
function blob(index: number): Uint8Array {
  let bytes = cache.get(index);
  if (!bytes) {
    const element = document.getElementById('b' + index)!;
    bytes = decode(element.textContent!);
    element.textContent = '';
    cache.set(index, bytes);
  }
  return bytes;
}
export const uint16 = (i: number): Uint16Array => { const b = blob(i); return new Uint16Array(b.buffer, 0, b.length / 2); };
export const int16 = (i: number): Int16Array => { const b = blob(i); return new Int16Array(b.buffer, 0, b.length / 2); };
export const uint32 = (i: number): Uint32Array => { const b = blob(i); return new Uint32Array(b.buffer, 0, b.length / 4); };
export const float32 = (i: number): Float32Array => { const b = blob(i); return new Float32Array(b.buffer, 0, b.length / 4); };

/** Values of a stored field at the nodes; NaN where not computed. */
export function fieldValues(field: FieldData, nodes: number): Float32Array {
  const out = new Float32Array(nodes);
  if (field.data === null) return out.fill(NaN);
  const bytes = blob(field.data), wide = bytes.length === 2 * nodes;
  const codes = wide ? new Uint16Array(bytes.buffer, 0, nodes) : bytes, top = wide ? 65535 : 255;
  const step = (field.high - field.low) / (top - 1);
  for (let k = 0; k < nodes; ++k) out[k] = codes[k] === top ? NaN : field.low + step * codes[k];
  return out;
}

/** Axes row by row and point of symbol k in a frame. */
export function symbolPlace(frame: Frame, k: number): { axes: number[]; point: number[] } | null {
  if (frame.symbols === null) return null;
  const numbers = float32(frame.symbols).subarray(12 * k, 12 * k + 12);
  return { axes: [...numbers.subarray(0, 9)], point: [...numbers.subarray(9, 12)] };
}
