// The two continuous maps, tabulated by the program; they never change with the theme.
import { decode } from './data';
import { clamp } from './dom';

export type MapName = 'magnitude' | 'signed' | 'reversed';
const tables: Record<string, Uint8Array> = {};

export function loadColors(colors: { magnitude: string; signed: string }): void {
  tables.magnitude = decode(colors.magnitude);
  tables.signed = decode(colors.signed);
  const m = tables.magnitude, r = new Uint8Array(768);
  for (let k = 0; k < 256; ++k) r.set(m.subarray(3 * (255 - k), 3 * (255 - k) + 3), 3 * k);
  tables.reversed = r;
}
export const colorTable = (name: MapName): Uint8Array => tables[name];
export function rgb(name: MapName, t: number): Uint8Array {
  const k = 3 * Math.round(255 * clamp(t, 0, 1));
  return tables[name].subarray(k, k + 3);
}
export const color = (name: MapName, t: number): string => `rgb(${rgb(name, t).join(',')})`;
/** Which map a field takes, given the numbers in it. */
export function mapOf(scale: string, low: number): MapName {
  if (scale === 'small-is-bright') return 'reversed';
  if (scale === 'signed' || (scale === 'automatic' && low < 0)) return 'signed';
  return 'magnitude';
}
