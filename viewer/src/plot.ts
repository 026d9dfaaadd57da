// Diagrams as SVG at their real width: text keeps its size on every screen. Drag a box to zoom, double click resets.
import { clamp, csvCell, download, short, slug, svg, toggleTable, toolButton } from './dom';
import { drawDisc } from './disc';
import { seriesLook, type LegendEntry, type Look } from './series_look';
import { displayUnit, niceTicks, num, tickText } from './units';

export interface PlotSeries { name: string; x: ArrayLike<number>; y: ArrayLike<number>; reference: boolean; markers: boolean; line?: boolean }
export interface PlotAxis { label: string; unit: string; log: boolean }
export interface Plot {
  title: string; kind: 'cartesian' | 'polar' | 'orbit'; x: PlotAxis; y: PlotAxis; series: PlotSeries[];
  limit: number | null; limitLabel: string;
  cursor?: number;                 // vertical line at this x (SI)
  onScrub?: (x: number) => void;   // a click or drag with Shift moves the time
  xTicks?: [number, string][];     // named places, one apart, instead of numbers
  onZoom?: (x: [number, number] | null) => void;  // others over the same axis follow; null: all of it again
}
interface Window2 { x: [number, number]; y: [number, number] }

export const halo = 'paint-order:stroke;stroke:var(--surface);stroke-width:4px;stroke-linejoin:round';
const zoomed = new WeakMap<Element, Window2>();
const picked = new WeakMap<Element, number>();  // the coloured one of many curves
const movers = new WeakMap<Element, (x: number | null) => void>();

/** Puts the dashed line of the shared time at x (SI), or takes it away. */
export const moveCursor = (box: Element, x: number | null): void => movers.get(box)?.(x);

interface LegendPlace { x: number; row: number }

/** Names side by side in as many rows as the width asks for. */
function legendPlaces(entries: LegendEntry[], left: number, right: number): LegendPlace[] {
  let x = left, row = 0;
  return entries.map(e => {
    const wide = 40 + 6.8 * Math.min(24, e.name.length);
    if (x > left && x + wide > right) { x = left; ++row; }
    const place = { x, row };
    x += wide;
    return place;
  });
}

/** In a crowded diagram a click on a name brings its curve forward. */
function drawLegend(box: HTMLElement, p: Plot, root: SVGElement, entries: LegendEntry[], places: LegendPlace[]): void {
  entries.forEach(({ name, style, pick }, k) => {
    const { x, row } = places[k], y = 28 + 18 * row;
    const entry = svg(root, 'g', pick === undefined ? {} : { role: 'button', tabindex: 0, style: 'cursor:pointer', 'aria-label': `Bring ${name} forward` });
    svg(entry, 'line', { x1: x, x2: x + 18, y1: y, y2: y, stroke: style.color, 'stroke-width': style.width, 'stroke-dasharray': style.dash });
    svg(entry, 'text', { x: x + 23, y: y + 4, class: 'lab', style: `fill:${style.color}` }, short(name, 24));
    if (pick === undefined) return;
    const choose = (): void => { picked.set(box, pick); drawPlot(box, p); };
    entry.addEventListener('pointerdown', e => { e.stopPropagation(); choose(); });
    entry.addEventListener('keydown', e => { if ((e as KeyboardEvent).key === 'Enter') choose(); });
  });
}

const range = (values: number[], log: boolean): [number, number] => {
  const good = values.filter(v => Number.isFinite(v) && (!log || v > 0));
  if (!good.length) return log ? [0.1, 1] : [0, 1];
  let low = Infinity, high = -Infinity;
  for (const v of good) { low = Math.min(low, v); high = Math.max(high, v); }
  if (log) return [10 ** Math.floor(Math.log10(low) + 1e-9), 10 ** Math.ceil(Math.log10(high) - 1e-9)].map((v, k, a) => k && v === a[0] ? v * 10 : v) as [number, number];
  return low === high ? [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5] : [low, high];
};

/** Whole extent of the data; y takes in zero when that costs little, and ends on a tick. */
function extent(p: Plot): Window2 {
  const xs: number[] = [], ys: number[] = [];
  for (const s of p.series) for (let k = 0; k < s.x.length; ++k) if (Number.isFinite(s.y[k])) { xs.push(s.x[k]); ys.push(s.y[k]); }
  if (p.limit !== null) ys.push(p.limit);
  const x = range(xs, p.x.log), y = range(ys, p.y.log);
  if (p.xTicks) { x[0] -= 0.4; x[1] += 0.4; }
  if (!p.y.log) {
    if (y[0] > 0 && y[0] < 0.6 * y[1]) y[0] = 0;
    if (y[1] < 0 && y[1] > 0.6 * y[0]) y[1] = 0;
    const t = niceTicks(y[0], y[1]), step = t.length > 1 ? t[1] - t[0] : 1;
    y[0] = Math.floor(y[0] / step + 1e-6) * step;
    y[1] = Math.ceil(y[1] / step - 1e-6) * step;
  }
  return { x, y };
}

const decades = (low: number, high: number): number[] => {
  const out: number[] = [];
  for (let e = Math.ceil(Math.log10(low) - 1e-9); e <= Math.log10(high) + 1e-9; ++e) out.push(10 ** e);
  const every = Math.ceil(out.length / 7);
  return out.length < 2 ? niceTicks(low, high) : out.filter((_, k) => k % every === 0);
};

/** More than two points a pixel column become the smallest and largest of it. */
function path(s: PlotSeries, X: (v: number) => number, Y: (v: number) => number, left: number, right: number): string {
  let d = '', pen = false, column = -1, low = 0, high = 0, last = 0, many = s.x.length > 3 * (right - left);
  const put = (x: number, y: number): void => { d += (pen ? 'L' : 'M') + x.toFixed(1) + ' ' + clamp(y, -1e5, 1e5).toFixed(1); pen = true; };
  const flush = (): void => { if (column >= 0) { put(column, low); put(column, high); put(column, last); column = -1; } };
  for (let k = 0; k < s.x.length; ++k) {
    const x = X(s.x[k]), y = Y(s.y[k]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) { flush(); pen = false; continue; }
    if (!many) { put(x, y); continue; }
    const c = Math.round(x);
    if (c !== column) { flush(); column = c; low = high = y; }
    low = Math.min(low, y); high = Math.max(high, y); last = y;
  }
  flush();
  return d;
}

export function drawPlot(box: HTMLElement, p: Plot): void {
  box.textContent = '';
  if (p.kind === 'cartesian') cartesian(box, p); else drawDisc(box, p);
}

function cartesian(box: HTMLElement, p: Plot): void {
  const w = Math.max(200, box.clientWidth), view = zoomed.get(box) ?? extent(p), look = seriesLook(p.series, picked.get(box));
  const size = (r: [number, number]): number => Math.max(Math.abs(r[0]), Math.abs(r[1]));
  const ux = displayUnit(p.x.unit, size(view.x)), uy = displayUnit(p.y.unit, size(view.y));
  const heading = (a: PlotAxis, unit: string): string => short(a.label, Math.floor(w / 9)) + (unit ? ', ' + unit : '');
  const lx = p.x.log ? Math.log10 : (v: number): number => v, ly = p.y.log ? Math.log10 : (v: number): number => v;
  const named = p.series.length > 1, ends = named && w > 520 && p.series.length <= 4;
  const endWidth = ends ? Math.min(w * 0.3, 16 + 6.6 * Math.max(...p.series.map(s => s.name.length))) : 0;
  const rows = named && !ends;
  const shown = (values: number[], f: number, log: boolean, v: number): string => log ? num(v * f) : tickText(v * f, values.map(t => t * f));
  const yTicks = p.y.log ? decades(view.y[0], view.y[1]) : niceTicks(view.y[0] * uy.factor, view.y[1] * uy.factor).map(v => v / uy.factor);
  const yLabels = yTicks.map(v => shown(yTicks, uy.factor, p.y.log, v));
  const left = clamp(16 + 7 * Math.max(...yLabels.map(l => l.length)), 40, 96);
  const places = rows ? legendPlaces(look.legend, left, w - 16) : [], legendRows = rows ? 1 + places[places.length - 1].row : 0;
  const m = { l: left, r: 16 + endWidth, t: 26 + (rows ? 4 + 18 * legendRows : 0), b: 42 };
  const h = (Number(box.dataset.h) || 300) + 18 * Math.max(0, legendRows - 1);
  const X = (v: number): number => m.l + (lx(v) - lx(view.x[0])) / (lx(view.x[1]) - lx(view.x[0])) * (w - m.l - m.r);
  const Y = (v: number): number => h - m.b - (ly(v) - ly(view.y[0])) / (ly(view.y[1]) - ly(view.y[0])) * (h - m.t - m.b);
  const root = svg(box, 'svg', { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': p.title, tabindex: 0 });
  const clip = 'clip' + Math.random().toString(36).slice(2);
  svg(svg(root, 'clipPath', { id: clip }), 'rect', { x: m.l, y: m.t - 2, width: w - m.l - m.r, height: h - m.t - m.b + 4 });

  yTicks.forEach((v, k) => {
    svg(root, 'line', { x1: m.l, x2: w - m.r, y1: Y(v), y2: Y(v), stroke: Math.abs(v) < 1e-12 * size(view.y) ? 'var(--line)' : 'var(--line-2)' });
    svg(root, 'text', { x: m.l - 8, y: Y(v) + 4, 'text-anchor': 'end' }, yLabels[k]);
  });
  const xTicks = p.xTicks ? p.xTicks.map(t => t[0]) : p.x.log ? decades(view.x[0], view.x[1])
    : niceTicks(view.x[0] * ux.factor, view.x[1] * ux.factor, w < 420 ? 4 : 6).map(v => v / ux.factor);
  xTicks.forEach((v, k) => {
    const x = X(v), edge = x > w - m.r - 14;
    svg(root, 'line', { x1: x, x2: x, y1: h - m.b, y2: h - m.b + 4, stroke: 'var(--text-3)' });
    svg(root, 'text', { x: edge && !endWidth ? w - 2 : x, y: h - m.b + 18, 'text-anchor': edge && !endWidth ? 'end' : 'middle' },
      p.xTicks ? short(p.xTicks[k][1], Math.floor((w - m.l - m.r) / xTicks.length / 7)) : shown(xTicks, ux.factor, p.x.log, v));
  });
  svg(root, 'line', { x1: m.l, x2: w - m.r, y1: h - m.b, y2: h - m.b, stroke: 'var(--text-3)' });
  svg(root, 'text', { x: w - m.r, y: h - 4, 'text-anchor': 'end', class: 't3' }, heading(p.x, ux.unit));
  svg(root, 'text', { x: 0, y: 12, class: 't3' }, heading(p.y, uy.unit));

  const ink = svg(root, 'g', { 'clip-path': `url(#${clip})` });
  if (p.limit !== null) {
    svg(ink, 'line', { x1: m.l, x2: w - m.r, y1: Y(p.limit), y2: Y(p.limit), stroke: 'var(--watch)', 'stroke-dasharray': '5 4' });
    const below = Y(p.limit) < m.t + 18;
    svg(ink, 'text', { x: m.l + 8, y: Y(p.limit) + (below ? 15 : -6), style: `fill:var(--watch);${halo}` },
      `${p.limitLabel} ${num(p.limit * uy.factor)}${uy.unit ? '\u202F' + uy.unit : ''}`.trim());
  }
  const labels: { y: number; name: string; color: string }[] = [];
  if (rows) drawLegend(box, p, root, look.legend, places);
  const front = picked.get(box);
  const order = p.series.map((_, k) => k).sort((a, b) => Number(a === front) - Number(b === front));
  order.forEach(k => {
    const s = p.series[k], style = look.styles[k];
    if (s.line !== false) svg(ink, 'path', { d: path(s, X, Y, m.l, w - m.r), fill: 'none', stroke: style.color, 'stroke-width': style.width, 'stroke-dasharray': style.dash, 'stroke-linejoin': 'round' });
    if (s.markers) for (let i = 0; i < s.x.length && i < 400; ++i) if (Number.isFinite(s.y[i]))
      svg(ink, 'circle', { cx: X(s.x[i]), cy: Y(s.y[i]), r: 3.2, fill: style.color, stroke: 'var(--surface)', 'stroke-width': 1.2 });
    if (ends) {
      let i = s.x.length - 1;
      while (i > 0 && !(Number.isFinite(s.y[i]) && s.x[i] <= view.x[1])) --i;
      labels.push({ y: clamp(Y(s.y[i]), m.t + 6, h - m.b), name: s.name, color: style.color });
    }
  });
  labels.sort((a, b) => a.y - b.y);
  for (let k = 1; k < labels.length; ++k) labels[k].y = Math.max(labels[k].y, labels[k - 1].y + 15);
  for (const l of labels) svg(root, 'text', { x: w - m.r + 8, y: l.y + 4, class: 'lab', style: `fill:${l.color}` }, short(l.name, Math.floor((endWidth - 8) / 6.2)));
  const cursor = svg(ink, 'line', { y1: m.t, y2: h - m.b, stroke: 'var(--text)', 'stroke-dasharray': '3 3' });
  movers.set(box, x => {
    p.cursor = x ?? undefined;
    cursor.setAttribute('visibility', x === null ? 'hidden' : 'visible');
    if (x !== null) for (const end of ['x1', 'x2']) cursor.setAttribute(end, String(X(x)));
  });
  moveCursor(box, p.cursor ?? null);
  interact(box, p, root, view, { look, X, Y, m, w, h, lx, ly, ux: ux.factor, uy: uy.factor, uxName: ux.unit, uyName: uy.unit });
}

interface Frame {
  look: Look;
  X: (v: number) => number; Y: (v: number) => number; m: { l: number; r: number; t: number; b: number }; w: number; h: number;
  lx: (v: number) => number; ly: (v: number) => number; ux: number; uy: number; uxName: string; uyName: string;
}

/** Reading under the pointer, box zoom, reset. */
function interact(box: HTMLElement, p: Plot, root: SVGElement, view: Window2, f: Frame): void {
  const group = svg(root, 'g', { 'pointer-events': 'none' });
  const inverse = (pixel: number, a: number, b: number, r: [number, number], log: boolean): number => {
    const s = (pixel - a) / (b - a), l = log ? Math.log10 : (v: number): number => v, e = l(r[0]) + s * (l(r[1]) - l(r[0]));
    return log ? 10 ** e : e;
  };
  const toX = (px: number): number => inverse(px, f.m.l, f.w - f.m.r, view.x, p.x.log);
  const toY = (py: number): number => inverse(py, f.h - f.m.b, f.m.t, view.y, p.y.log);
  const place = (e: PointerEvent): [number, number] => { const r = root.getBoundingClientRect(); return [clamp(e.clientX - r.left, f.m.l, f.w - f.m.r), clamp(e.clientY - r.top, f.m.t, f.h - f.m.b)]; };
  let start: [number, number] | null = null;
  root.addEventListener('pointerdown', e => { if (e.button === 0) { start = place(e); root.setPointerCapture(e.pointerId); } });
  root.addEventListener('pointermove', e => {
    const at = place(e);
    group.textContent = '';
    if (start) {
      svg(group, 'rect', { x: Math.min(at[0], start[0]), y: Math.min(at[1], start[1]), width: Math.abs(at[0] - start[0]), height: Math.abs(at[1] - start[1]), fill: 'var(--accent)', 'fill-opacity': 0.12, stroke: 'var(--accent)' });
      return;
    }
    const x = toX(at[0]);
    svg(group, 'line', { x1: at[0], x2: at[0], y1: f.m.t, y2: f.h - f.m.b, stroke: 'var(--text-3)', 'stroke-dasharray': '2 3' });
    const lines = [`${short(p.x.label, 30)} ${num(x * f.ux, 4)} ${f.uxName}`];
    p.series.forEach((s, k) => {
      let best = -1, gap = Infinity;
      for (let i = 0; i < s.x.length; ++i) { const d = Math.abs(f.lx(s.x[i]) - f.lx(x)); if (d < gap && Number.isFinite(s.y[i])) { gap = d; best = i; } }
      if (best < 0) return;
      svg(group, 'circle', { cx: f.X(s.x[best]), cy: f.Y(s.y[best]), r: 4, fill: f.look.styles[k].color, stroke: 'var(--surface)', 'stroke-width': 2 });
      if (lines.length < 8) lines.push(`${s.name ? short(s.name, 30) + ' ' : ''}${num(s.y[best] * f.uy, 4)} ${f.uyName}`);
    });
    const wide = 7 * Math.max(...lines.map(l => l.length)) + 14, left = at[0] + wide + 14 > f.w ? at[0] - wide - 10 : at[0] + 10;
    svg(group, 'rect', { x: left, y: f.m.t, width: wide, height: 17 * lines.length + 8, rx: 6, fill: 'var(--surface)', stroke: 'var(--line)' });
    lines.forEach((l, k) => svg(group, 'text', { x: left + 7, y: f.m.t + 17 + 17 * k }, l));
  });
  root.addEventListener('pointerleave', () => { if (!start) group.textContent = ''; });
  root.addEventListener('pointerup', e => {
    const from = start, to = place(e);
    start = null;
    group.textContent = '';
    if (!from) return;
    if (Math.abs(from[0] - to[0]) < 6 || Math.abs(from[1] - to[1]) < 6) { p.onScrub?.(toX(to[0])); return; }
    const order = (a: number, b: number): [number, number] => a < b ? [a, b] : [b, a];
    const x = order(toX(from[0]), toX(to[0]));
    zoomed.set(box, { x, y: order(toY(from[1]), toY(to[1])) });
    drawPlot(box, p);
    p.onZoom?.(x);
  });
  root.addEventListener('dblclick', () => { zoomed.delete(box); drawPlot(box, p); p.onZoom?.(null); });
}

/** For a diagram that takes the place of another one. */
export const forgetZoom = (box: Element): void => { zoomed.delete(box); };

/** Shows a stretch of x, or all of it, and as much of y as there is in it. */
export function zoomAxis(box: HTMLElement, p: Plot, x: [number, number] | null): void {
  if (x) {
    const within = p.series.map(s => {
      const keep = Array.from(s.x, (_, k) => k).filter(k => s.x[k] >= x[0] && s.x[k] <= x[1]);
      return { ...s, x: keep.map(k => s.x[k]), y: keep.map(k => s.y[k]) };
    });
    zoomed.set(box, { x, y: extent({ ...p, series: within }).y });
  } else zoomed.delete(box);
  drawPlot(box, p);
}

/** CSV in SI, the picture as SVG, and the numbers as a table for those who cannot see it. `shown`: what the box holds at
 *  the moment. */
export function addPlotTools(figure: Element, box: HTMLElement, shown: () => Plot): void {
  const rows = (): string[][] => {
    const p = shown();
    const head: string[] = [], longest = Math.max(0, ...p.series.map(s => s.x.length)), unit = (a: PlotAxis): string => a.unit ? ` [${a.unit}]` : '';
    for (const s of p.series) head.push(p.x.label + unit(p.x), (s.name || p.y.label) + unit(p.y));
    const out = [head];
    for (let k = 0; k < longest; ++k) out.push(p.series.flatMap(s => k < s.x.length ? [String(s.x[k]), String(s.y[k])] : ['', '']));
    return out;
  };
  toolButton(figure, 'CSV', () => download(slug(shown().title) + '.csv', 'text/csv', rows().map(r => r.map(csvCell).join(',')).join('\n') + '\n'));
  toolButton(figure, 'SVG', () => download(slug(shown().title) + '.svg', 'image/svg+xml', standalone(box.querySelector('svg')!)));
  toolButton(figure, 'Table', button => toggleTable(figure, button, () => {
    const [head, ...body] = rows();
    return [head, ...body.map(r => r.map(c => c === '' ? '' : num(Number(c), 4)))];
  }));
}

/** A copy of the drawing with its colours written out, so that it stands outside the page. */
export function standalone(source: SVGElement): string {
  const copy = source.cloneNode(true) as SVGElement;
  const place = source.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(place.width));
  copy.setAttribute('height', String(place.height));
  const from = [source, ...source.querySelectorAll<SVGElement>('*')], to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((e, k) => {
    const s = getComputedStyle(e);
    to[k].setAttribute('style', `fill:${s.fill};stroke:${s.stroke};font:${s.fontWeight} ${s.fontSize} sans-serif`);
  });
  return new XMLSerializer().serializeToString(copy);
}
