// Polar plots and orbits: round diagrams about an origin. Drag a box to zoom, double click resets, the pointer reads the
// nearest point.
import { short, svg } from './dom';
import { drawPlot, halo, type Plot, type PlotSeries } from './plot';
import { seriesLook } from './series_look';
import { displayUnit, niceTicks, num, tickText } from './units';

interface Place { x: number; y: number; half: number }  // middle and half width of what is shown, SI
const zoomed = new WeakMap<Element, Place>();

export function drawDisc(box: HTMLElement, p: Plot): void {
  const w = Math.max(200, box.clientWidth), h = Math.min(Number(box.dataset.h) || 384, w + 10);
  const root = svg(box, 'svg', { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': p.title });
  const cx = w / 2, cy = h / 2, r = Math.min(w, h) / 2 - 30, polar = p.kind === 'polar';
  const flat = (s: PlotSeries, k: number): [number, number] => polar ? [s.y[k] * Math.cos(s.x[k]), s.y[k] * Math.sin(s.x[k])] : [s.x[k], s.y[k]];
  let size = 0;
  for (const s of p.series) for (let k = 0; k < s.x.length; ++k) { const q = Math.hypot(...flat(s, k)); if (Number.isFinite(q)) size = Math.max(size, q); }
  if (p.limit !== null) size = Math.max(size, p.limit);
  const view = zoomed.get(box), u = displayUnit(p.y.unit, size);
  const whole = niceTicks(0, size * u.factor, 3).filter(v => v > 0);
  const shown: Place = view ?? { x: 0, y: 0, half: Math.max(size, (whole[whole.length - 1] ?? 1) / u.factor) };
  const farthest = Math.hypot(shown.x, shown.y) + shown.half * Math.SQRT2, scale = r / shown.half;
  const rings = view ? niceTicks(0, farthest * u.factor, 3 * farthest / shown.half).filter(v => v > 0 && v < farthest * u.factor) : whole;
  const X = (x: number): number => cx + (x - shown.x) * scale, Y = (y: number): number => cy - (y - shown.y) * scale;
  const id = 'disc' + Math.random().toString(36).slice(2), ink = svg(root, 'g', view ? { 'clip-path': `url(#${id})` } : {});
  svg(svg(root, 'clipPath', { id }), 'rect', { x: 0, y: 0, width: w, height: h });
  for (const v of rings) svg(ink, 'circle', { cx: X(0), cy: Y(0), r: v / u.factor * scale, fill: 'none', stroke: 'var(--line)' });
  const reach = view ? farthest * scale : r;
  for (let a = 0; a < 360; a += 30) svg(ink, 'line', { x1: X(0), y1: Y(0), x2: X(0) + reach * Math.cos(a * Math.PI / 180), y2: Y(0) - reach * Math.sin(a * Math.PI / 180), stroke: 'var(--line-2)' });
  if (p.limit !== null) svg(ink, 'circle', { cx: X(0), cy: Y(0), r: p.limit * scale, fill: 'none', stroke: 'var(--watch)', 'stroke-dasharray': '5 4' });
  const look = seriesLook(p.series);
  p.series.forEach((s, k) => {
    const style = look.styles[k];
    let d = '', pen = false;
    for (let i = 0; i < s.x.length; ++i) {
      const q = flat(s, i);
      if (!Number.isFinite(q[0] + q[1])) { pen = false; continue; }
      d += (pen ? 'L' : 'M') + X(q[0]).toFixed(1) + ' ' + Y(q[1]).toFixed(1);
      pen = true;
    }
    svg(ink, 'path', { d, fill: 'none', stroke: style.color, 'stroke-width': style.width, 'stroke-dasharray': style.dash, 'stroke-linejoin': 'round' });
    if (p.series.length > 1) svg(root, 'text', { x: 2, y: h - 6 - 17 * k, class: 'lab', style: `fill:${style.color};${halo}` }, s.name);
  });
  rings.forEach((v, k) => {
    const x = X(0.574 * v / u.factor), y = Y(-0.819 * v / u.factor) + 4;
    if (x > 0 && x < w && y > 10 && y < h) svg(root, 'text', { x, y, 'text-anchor': 'middle', class: 't3', style: halo }, tickText(v, rings) + (k === rings.length - 1 && u.unit ? '\u202F' + u.unit : ''));
  });
  if (polar && !view) for (const a of [0, 90, 180, 270]) svg(root, 'text', { x: cx + (r + 16) * Math.cos(a * Math.PI / 180), y: cy - (r + 14) * Math.sin(a * Math.PI / 180) + 4, 'text-anchor': 'middle' }, a + '°');
  if (!polar) { svg(root, 'text', { x: cx + r + 4, y: cy + 4 }, p.x.label); svg(root, 'text', { x: cx, y: cy - r - 10, 'text-anchor': 'middle' }, p.y.label); }
  interact(box, p, root, { shown, scale, cx, cy, X, Y, flat, polar, factor: u.factor, unit: u.unit, w, h });
}

interface Frame {
  shown: Place; scale: number; cx: number; cy: number; X: (x: number) => number; Y: (y: number) => number;
  flat: (s: PlotSeries, k: number) => [number, number]; polar: boolean; factor: number; unit: string; w: number; h: number;
}

function interact(box: HTMLElement, p: Plot, root: SVGElement, f: Frame): void {
  const group = svg(root, 'g', { 'pointer-events': 'none', class: 'reading' });
  const place = (e: PointerEvent): [number, number] => { const b = root.getBoundingClientRect(); return [e.clientX - b.left, e.clientY - b.top]; };
  let start: [number, number] | null = null;
  root.addEventListener('pointerdown', e => { if (e.button === 0) { start = place(e); root.setPointerCapture(e.pointerId); } });
  root.addEventListener('pointermove', e => {
    const at = place(e);
    group.textContent = '';
    if (start) {
      svg(group, 'rect', { x: Math.min(at[0], start[0]), y: Math.min(at[1], start[1]), width: Math.abs(at[0] - start[0]), height: Math.abs(at[1] - start[1]), fill: 'var(--accent)', 'fill-opacity': 0.12, stroke: 'var(--accent)' });
      return;
    }
    let gap = 40, found: { s: PlotSeries; k: number; x: number; y: number } | null = null;
    for (const s of p.series) for (let k = 0; k < s.x.length; ++k) {
      const q = f.flat(s, k), x = f.X(q[0]), y = f.Y(q[1]), d = Math.hypot(x - at[0], y - at[1]);
      if (d < gap) { gap = d; found = { s, k, x, y }; }
    }
    if (!found) return;
    const { s, k, x, y } = found, unit = f.unit ? '\u202F' + f.unit : '';
    const said = f.polar ? `${num(((s.x[k] * 180 / Math.PI) % 360 + 360) % 360, 4)}°: ${num(s.y[k] * f.factor, 4)}${unit}`
      : `${p.x.label} ${num(s.x[k] * f.factor, 4)}${unit}, ${p.y.label} ${num(s.y[k] * f.factor, 4)}${unit}`;
    const line = (s.name ? short(s.name, 24) + ', ' : '') + said, wide = 7 * line.length + 14, left = Math.max(0, Math.min(x + 10, f.w - wide)), top = y > 40 ? y - 36 : y + 12;
    svg(group, 'circle', { cx: x, cy: y, r: 4, fill: 'var(--text)', stroke: 'var(--surface)', 'stroke-width': 2 });
    svg(group, 'rect', { x: left, y: top, width: wide, height: 24, rx: 6, fill: 'var(--surface)', stroke: 'var(--line)' });
    svg(group, 'text', { x: left + 7, y: top + 16 }, line);
  });
  root.addEventListener('pointerleave', () => { if (!start) group.textContent = ''; });
  root.addEventListener('pointerup', e => {
    const from = start, to = place(e);
    start = null;
    group.textContent = '';
    if (!from || Math.max(Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])) < 6) return;
    const half = Math.max(Math.abs(from[0] - to[0]) / f.w, Math.abs(from[1] - to[1]) / f.h) * Math.min(f.w, f.h) / 2 / f.scale;
    zoomed.set(box, { x: f.shown.x + ((from[0] + to[0]) / 2 - f.cx) / f.scale, y: f.shown.y - ((from[1] + to[1]) / 2 - f.cy) / f.scale, half });
    drawPlot(box, p);
  });
  root.addEventListener('dblclick', () => { zoomed.delete(box); drawPlot(box, p); });
}
