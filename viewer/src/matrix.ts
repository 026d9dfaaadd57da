// Matrices as colour maps: classes in flat colours with the worst one hatched, or a continuous map with a legend.
import { color, mapOf, rgb, type MapName } from './colors';
import { fieldValues, float32, type Matrix, type MatrixInstant } from './data';
import { clamp, csvCell, download, make, short, slug, svg, toggleTable, toolButton } from './dom';
import { displayUnit, niceCeil, fixed, niceTicks, num, text, tickText } from './units';

const classOf = (m: Matrix, v: number): number => { let k = 0; while (k < m.limits.length && v >= m.limits[k]) ++k; return k; };
const classPlace = (m: Matrix, k: number): number => 0.06 + 0.94 * k / m.limits.length;
const classColor = (m: Matrix, k: number): string => color('magnitude', classPlace(m, k));

interface Scale { fill: (v: number) => string; rgba: (v: number) => number[]; top: number; map: ReturnType<typeof mapOf> }
function scaleOf(m: Matrix, values: Float32Array): Scale {
  let low = 0, high = 0;
  for (const v of values) if (Number.isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
  const map = mapOf(m.scale, low), top = niceCeil(Math.max(-low, high));
  const place = (v: number): [MapName, number] => m.limits.length ? ['magnitude', classPlace(m, classOf(m, v))] : [map, map === 'signed' ? (v / top + 1) / 2 : v / top];
  return { fill: v => color(...place(v)), rgba: v => [...rgb(...place(v)), 255], top, map };
}

/** Which instant of each moving map is shown; none yet: the still one. */
const shownInstant = new WeakMap<Matrix, number>();

function valuesOf(m: Matrix): Float32Array {
  const at = m.instants[shownInstant.get(m) ?? -1];
  return at ? fieldValues(at, m.rows.length * m.columns.length) : float32(m.values);
}

/** Takes a moving map to the instant nearest to t [s]; whether it has to be drawn anew. Other stages leave it alone. */
export function moveMatrix(m: Matrix, t: number | null): boolean {
  const n = m.instants.length;
  if (!n || t === null) return false;
  const slack = 1e-6 * Math.abs(m.instants[n - 1].time - m.instants[0].time);
  if (t < m.instants[0].time - slack || t > m.instants[n - 1].time + slack) return false;
  let best = 0;
  m.instants.forEach((at, k) => { if (Math.abs(at.time - t) < Math.abs(m.instants[best].time - t)) best = k; });
  if (shownInstant.get(m) === best) return false;
  shownInstant.set(m, best);
  return true;
}

/** Pixels as an image; the canvas is told to stay off the graphics card, which would hand each picture back slowly. */
function pictureOf(pixels: ImageData): string {
  const canvas = make('canvas');
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  canvas.getContext('2d', { willReadFrequently: true })!.putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}

/** Lengths of runs of equal group names: [name, first, count]. */
function runs(groups: string[]): [string, number, number][] {
  const out: [string, number, number][] = [];
  groups.forEach((g, k) => { const last = out[out.length - 1]; if (last && last[0] === g) ++last[2]; else out.push([g, k, 1]); });
  return out;
}

/** Names of rows or columns; places are told in the units chosen, all with as many decimals as their step needs. */
function namesOf(names: string[], places: number | null, si: string): string[] {
  if (places === null) return names;
  const at = float32(places), u = displayUnit(si, at.reduce((top, v) => Math.max(top, Math.abs(v)), 0));
  const step = at.length > 1 ? Math.abs(at[at.length - 1] - at[0]) * u.factor / (at.length - 1) : Math.abs(at[0] * u.factor);
  const decimals = clamp(Math.ceil(-Math.log10(step || 1)), 0, 6);
  return Array.from(at, v => fixed(v * u.factor, decimals) + (u.unit ? ' ' + u.unit : ''));
}
/** The same map with its names as they are read now. */
const named = (m: Matrix): Matrix => ({ ...m, rows: namesOf(m.rows, m.rowPlaces, m.rowUnit), columns: namesOf(m.columns, m.columnPlaces, m.columnUnit) });

export function drawMatrix(box: HTMLElement, given: Matrix): void {
  const m = named(given);
  box.textContent = '';
  const values = valuesOf(given), rows = m.rows.length, columns = m.columns.length, scale = scaleOf(m, values);
  const w = Math.max(220, box.clientWidth), names = Math.min(110, 14 + 6.6 * Math.max(0, ...m.rows.map(r => r.length)));
  const rowRuns = runs(m.rowGroups), columnRuns = runs(m.columnGroups);
  const fit = Math.floor((names - 14) / 6.6 + 1e-6), left = names + (rowRuns.length ? 22 : 0), head = 22 + (columnRuns.length ? 18 : 0);
  const longest = Math.max(0, ...m.columns.map(c => c.length));
  const room = (w - left - 4) / columns, cell = m.sheet ? Math.min(26, room) : Math.max(4, Math.min(26, Math.floor(room)));
  // Places in two different units have no true proportions: the map fills its diagram.
  const tall = m.rowPlaces !== null && m.columnPlaces !== null && m.rowUnit !== m.columnUnit ? 0.6 * cell * columns / rows : cell;
  const turned = !m.sheet && longest * 6.6 > cell, top = turned ? head - 22 + Math.min(90, 10 + 6.6 * longest) : head;
  const gap = (groups: string[], k: number): number => { let g = 0; for (let i = 1; i <= k; ++i) if (groups.length && groups[i] !== groups[i - 1]) g += 3; return g; };
  const x0 = left + Math.max(0, (w - left - cell * columns - gap(m.columnGroups, columns - 1)) / 2) * 0.5;
  const X = (j: number): number => x0 + cell * j + gap(m.columnGroups, j), Y = (i: number): number => top + tall * i + gap(m.rowGroups, i);
  const h = Y(rows - 1) + tall + 4;
  const root = svg(box, 'svg', { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': m.title });
  const thinRows = Math.ceil((m.sheet ? 28 : 14) / tall), thinColumns = Math.ceil((turned ? 14 : Math.max(14, longest * 6.6 + (m.sheet ? 16 : 0))) / cell);
  m.rows.forEach((name, i) => { if (i % thinRows === 0) svg(root, 'text', { x: x0 - 8, y: Y(i) + tall / 2 + 4, 'text-anchor': 'end' }, short(name, fit)); });
  m.columns.forEach((name, j) => {
    if (j % thinColumns) return;
    const x = X(j) + cell / 2;
    svg(root, 'text', turned ? { x: x + 4, y: top - 6, transform: `rotate(-90 ${x + 4} ${top - 6})` } : { x, y: top - 6, 'text-anchor': 'middle' }, short(name, turned ? 13 : name.length));
  });
  for (const [name, k, n] of rowRuns) { const y = (Y(k) + Y(k + n - 1) + tall) / 2, x = x0 - names - 2; svg(root, 'text', { x, y, 'text-anchor': 'middle', class: 't3', transform: `rotate(-90 ${x} ${y})` }, short(name, Math.floor(n * cell / 6.6))); }
  for (const [name, k, n] of columnRuns) svg(root, 'text', { x: (X(k) + X(k + n - 1) + cell) / 2, y: 12, 'text-anchor': 'middle', class: 't3' }, short(name, Math.floor(n * cell / 6.6)));
  const used = new Set<number>();
  let missing = false;
  const inner = cell > 8 ? cell - 1.5 : cell, big = m.sheet || rows * columns > 6000;
  const sheet = big ? new ImageData(columns, rows) : null;
  for (let i = 0; i < rows; ++i) for (let j = 0; j < columns; ++j) {
    const v = values[i * columns + j], nan = Number.isNaN(v), k = nan ? -1 : classOf(m, v);
    if (nan) missing = true; else used.add(k);
    if (sheet) { if (!nan) sheet.data.set(scale.rgba(v), 4 * (i * columns + j)); continue; }
    const at = { x: X(j), y: Y(i), width: inner, height: inner, rx: cell > 8 ? 2 : 0 };
    const e = svg(root, 'rect', { ...at, fill: nan ? 'url(#hatch)' : scale.fill(v) });
    svg(e, 'title', {}, `${m.rows[i]}, ${m.columns[j]}: ${nan ? m.nanLabel : text(v, m.unit, 5, scale.top)}`);
    if (m.limits.length && k === 0) svg(root, 'rect', { ...at, fill: 'url(#hatch-dark)', 'pointer-events': 'none' });
  }
  if (sheet) svg(root, 'image', { href: pictureOf(sheet), x: X(0), y: Y(0), width: cell * columns, height: tall * rows, preserveAspectRatio: 'none', style: m.sheet && !m.limits.length ? '' : 'image-rendering:pixelated' });
  if (sheet) readCells(root, w, (x, y) => {
    const j = Math.floor((x - X(0)) / cell), i = Math.floor((y - Y(0)) / tall);
    if (i < 0 || j < 0 || i >= rows || j >= columns) return null;
    const v = values[i * columns + j];
    return `${m.rows[i]}, ${m.columns[j]}: ${Number.isNaN(v) ? m.nanLabel : text(v, m.unit, 4, scale.top)}`;
  });
  if (m.marked) svg(root, 'rect', { x: X(m.marked[1]) - 0.5, y: Y(m.marked[0]) - 0.5, width: inner + 1, height: (tall === cell ? inner : tall) + 1, rx: 2, fill: 'none', stroke: 'var(--text)', 'stroke-width': 2 });
  box.appendChild(legend(m, scale, used, missing, values, given.instants[shownInstant.get(given) ?? -1]));
}

/** Cells of a picture are too many for a title each: the pointer reads them. */
function readCells(root: SVGElement, w: number, read: (x: number, y: number) => string | null): void {
  const group = svg(root, 'g', { 'pointer-events': 'none', class: 'reading' });
  root.addEventListener('pointermove', e => {
    const r = root.getBoundingClientRect(), x = e.clientX - r.left, y = e.clientY - r.top, said = read(x, y);
    group.textContent = '';
    if (said === null) return;
    const wide = 7 * said.length + 14, left = clamp(x + 12, 0, Math.max(0, w - wide)), top = y > 34 ? y - 34 : y + 14;
    svg(group, 'rect', { x: left, y: top, width: wide, height: 24, rx: 6, fill: 'var(--surface)', stroke: 'var(--line)' });
    svg(group, 'text', { x: left + 7, y: top + 16 }, said);
  });
  root.addEventListener('pointerleave', () => { group.textContent = ''; });
}

function legend(m: Matrix, scale: Scale, used: Set<number>, missing: boolean, values: Float32Array, instant?: MatrixInstant): HTMLElement {
  const out = make('div', '', 'legend');
  const entry = (background: string, label: string, border = ''): void => {
    const span = make('span'), i = make('i');
    i.style.background = background;
    if (border) i.style.border = border;
    span.append(i, label);
    out.appendChild(span);
  };
  if (m.limits.length) for (let k = m.limits.length; k >= 0; --k) {
    const plain = classColor(m, k);
    if (used.has(k)) entry(k ? plain : `repeating-linear-gradient(45deg,${plain} 0 3px,color-mix(in srgb,${plain} 60%,#fff) 3px 5px)`, m.labels[k] ?? '');
  } else {
    const u = displayUnit(m.unit, scale.top), bar = make('span', '', 'ramp'), low = scale.map === 'signed' ? -scale.top : 0;
    const stops = Array.from({ length: 17 }, (_, k) => color(scale.map, k / 16)).join(',');
    const strip = make('b');
    strip.style.background = `linear-gradient(90deg,${stops})`;
    bar.appendChild(strip);
    const ticks = niceTicks(low * u.factor, scale.top * u.factor, 4);
    for (const t of ticks) { const s = make('em', tickText(t, ticks)); s.style.left = `${100 * (t / u.factor - low) / (scale.top - low)}%`; bar.appendChild(s); }
    out.appendChild(bar);
    if (u.unit) out.appendChild(make('span', u.unit));
  }
  if (instant) out.appendChild(make('span', `at ${text(instant.time, 's', 4, Math.max(...m.instants.map(at => at.time)))}`));
  if (missing) entry('repeating-linear-gradient(45deg,var(--line) 0 2px,var(--surface) 2px 5px)', m.nanLabel);
  if (m.marked) entry('none', text(values[m.marked[0] * m.columns.length + m.marked[1]], m.unit, 4, scale.top), '2px solid var(--text)');
  return out;
}

export function addMatrixTools(figure: Element, given: Matrix): void {
  toolButton(figure, 'CSV', () => {
    const m = named(given);
    const values = valuesOf(given), n = m.columns.length;
    const lines = [['', ...m.columns], ...m.rows.map((r, i) => [r, ...Array.from(values.subarray(i * n, i * n + n), v => Number.isNaN(v) ? '' : String(v))])];
    download(slug(m.title) + '.csv', 'text/csv', lines.map(l => l.map(csvCell).join(',')).join('\n') + '\n');
  });
  toolButton(figure, 'Table', button => toggleTable(figure, button, () => {
    const m = named(given);
    const values = valuesOf(given), n = m.columns.length, u = displayUnit(m.unit, scaleOf(m, values).top), unit = u.unit ? ` [${u.unit}]` : '';
    return [[unit.trim(), ...m.columns], ...m.rows.map((r, i) => [r, ...Array.from(values.subarray(i * n, i * n + n), v => Number.isNaN(v) ? m.nanLabel : num(v * u.factor, 4))])];
  }));
}
