// SI numbers as people read them; the table of units comes with the page. Mirrors report/display_units.cpp.
type Step = [from: number, unit: string, factor: number];
type Row = [si: string, usual: number, metric: Step[], inch: Step[]];

let table: Row[] = [];
let system = 0;

export const loadUnits = (rows: Row[]): void => { table = rows; };
export const setSystem = (k: number): void => { system = k; };

/** Whether numbers stand in the units that sentences are written in. */
export const isUsual = (): boolean => system === 0;

export interface Unit { unit: string; factor: number }

/** The usual unit for numbers up to `size` (SI). */
export function displayUnit(si: string, size: number): Unit {
  const row = table.find(r => r[0] === si);
  if (!row) return { unit: si, factor: 1 };
  const magnitude = Number.isFinite(size) && size !== 0 ? Math.abs(size) : row[1];
  let best: Step = row[2 + system as 2 | 3][0];
  for (const step of row[2 + system as 2 | 3]) if (magnitude >= step[0]) best = step;
  return { unit: best[1], factor: best[2] };
}

/** Units of the first system that another one stands for in the second, as they are written in sentences. */
export function switchedUnits(): Map<string, { si: string; factor: number }> {
  const out = new Map<string, { si: string; factor: number }>();
  for (const [si, , metric, inch] of table) for (const [, unit, factor] of metric) {
    if (inch.some(step => step[1] === unit)) continue;
    out.set(unit, { si, factor });
    if (unit.includes('µ')) out.set(unit.replace('µ', 'u'), { si, factor });
  }
  return out;
}

const THIN = '\u202F';
const grouped = (plain: string): string => {
  const [whole, part] = plain.replace('-', '').split('.');
  return (plain.startsWith('-') ? '\u2212' : '') + whole.replace(/\B(?=(\d{3})+$)/g, THIN) + (part ? '.' + part : '');
};
const raised = (n: number): string => String(n).replace('-', '⁻').replace(/\d/g, d => '⁰¹²³⁴⁵⁶⁷⁸⁹'[+d]);

/** A number with so many decimals. */
export const fixed = (value: number, decimals: number): string => grouped(value.toFixed(decimals)).replace(/^\u2212(0(\.0+)?)$/, '$1');

export function num(value: number, digits = 3): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '\u2212∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 10 ** (digits + 3)) return grouped(value.toFixed(0));
  if (size < 1e-3 || size >= 1e7) {
    let exponent = Math.floor(Math.log10(size)), mantissa = value / 10 ** exponent;
    if (Math.abs(mantissa) >= 10 - 0.5 * 10 ** (2 - digits)) { mantissa = Math.sign(value); ++exponent; }
    const text = Number.isInteger(mantissa) ? mantissa.toFixed(0) : mantissa.toFixed(digits - 2);
    return (text === '1' ? '' : grouped(text) + ' × ') + '10' + raised(exponent);
  }
  return grouped(value.toFixed(Math.max(0, digits - 1 - Math.floor(Math.log10(size * (1 + 1e-12))))));
}

/** Number and unit as one text, the unit chosen for `size` (the number itself by default). */
export function text(value: number, si: string, digits = 3, size = value): string {
  const u = displayUnit(si, size);
  return num(value * u.factor, digits) + (u.unit ? (u.unit === '°' ? '' : THIN) + u.unit : '');
}

/** Ticks on 1-2-5 steps that cover [low, high], four to seven of them. */
export function niceTicks(low: number, high: number, wanted = 5): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const raw = span / wanted, decade = 10 ** Math.floor(Math.log10(raw));
  const step = decade * ([1, 2, 5, 10].find(s => s * decade >= raw * 0.999) ?? 10);
  const out: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; ++k) out.push(k * step);
  return out;
}

/** Smallest round number not below `value`. */
export function niceCeil(value: number): number {
  if (!(value > 0)) return 1;
  const decade = 10 ** Math.floor(Math.log10(value));
  return decade * ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(s => s * decade >= value * (1 - 1e-9)) ?? 10);
}

/** Tick labels share the number of decimals that their step needs. */
export function tickText(value: number, ticks: number[]): string {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(value) || 1;
  const largest = Math.max(...ticks.map(Math.abs));
  if (largest > 0 && (largest < 1e-3 || largest >= 1e6)) return num(Math.abs(value) < step * 1e-6 ? 0 : value, 2);
  return grouped(value.toFixed(Math.max(0, -Math.floor(Math.log10(step * 1.0001))))).replace(/^\u2212(0(\.0+)?)$/, '$1');
}

/** A column of numbers with as many decimals as four digits of its largest need; a wide spread keeps digits instead. */
export function columnText(values: number[]): string[] {
  const sizes = values.filter(v => Number.isFinite(v) && v !== 0).map(Math.abs), top = Math.max(0, ...sizes), low = Math.min(top, ...sizes);
  if (values.every(v => !Number.isFinite(v) || Number.isInteger(v)) || top === 0 || top >= 1e7 || low < 1e-3 * top || low < 1e-3)
    return values.map(v => num(v, 4));
  // Shares close to one (FRAC) get the digits that tell them from it.
  const gap = Math.min(1, ...values.filter(v => v > 0.99 && v < 1).map(v => 1 - v));
  const crowded = gap < 1 ? Math.min(8, 1 + Math.ceil(-Math.log10(gap))) : 0;
  const decimals = Math.max(0, crowded, 3 - Math.floor(Math.log10(top * (1 + 1e-12))));
  return values.map(v => Number.isFinite(v) ? grouped(v.toFixed(decimals)) : num(v));
}
