// What is drawn over the 3-D view: colour legend, axes, picked point.
import type { Camera } from './camera';
import { color, type MapName } from './colors';
import { svg } from './dom';
import { displayUnit, niceTicks, num, tickText } from './units';

const BACKING = 90;  // width of what stands behind a legend, 'no value' the widest in it

export interface LegendContent {
  title: string; unit: string; low: number; high: number; map: MapName; missing: boolean; marks: boolean; relative: boolean;
}

/** `perNewton`: pixels of an arrow; 0: there are none. */
export function drawOverlay(root: SVGElement, w: number, h: number, camera: Camera, legend: LegendContent | null, marker: number[] | null,
  perNewton: number): void {
  root.textContent = '';
  root.setAttribute('viewBox', `0 0 ${w} ${h}`);
  drawAxes(root, h, camera);
  if (perNewton > 0) drawForceScale(root, h, perNewton);
  if (legend) (legend.marks ? drawMarks : drawLegend)(root, w, h, legend);
  if (marker) {
    svg(root, 'circle', { cx: marker[0], cy: marker[1], r: 7, fill: 'none', stroke: '#fff', 'stroke-width': 4 });
    svg(root, 'circle', { cx: marker[0], cy: marker[1], r: 7, fill: 'none', stroke: '#151A21', 'stroke-width': 2 });
  }
}

function drawAxes(root: SVGElement, h: number, camera: Camera): void {
  const [right, up, towards] = camera.axes(), at = [46, h - 46], length = 26;
  const order = [0, 1, 2].sort((a, b) => towards[a] - towards[b]);
  for (const k of order) {
    const x = at[0] + length * right[k], y = at[1] - length * up[k], far = Math.hypot(right[k], up[k]) > 0.25;
    svg(root, 'line', { x1: at[0], y1: at[1], x2: x, y2: y, stroke: 'var(--text-2)', 'stroke-width': 1.5, 'stroke-linecap': 'round' });
    if (far) svg(root, 'text', { x: at[0] + (length + 10) * right[k], y: at[1] - (length + 10) * up[k] + 4, 'text-anchor': 'middle' }, 'xyz'[k]);
  }
}

/** An arrow of a round force beside the axes. */
function drawForceScale(root: SVGElement, h: number, perNewton: number): void {
  const wanted = 70 / perNewton, decade = 10 ** Math.floor(Math.log10(wanted));
  const force = decade * (wanted >= 5 * decade ? 5 : wanted >= 2 * decade ? 2 : 1), length = force * perNewton;
  const x = 100, y = h - 22, u = displayUnit('N', force);
  svg(root, 'path', { d: `M${x} ${y}h${length}m-7 -4l7 4l-7 4`, fill: 'none', stroke: 'var(--force)', 'stroke-width': 2.5, class: 'force-scale' });
  svg(root, 'text', { x: x + length + 8, y: y + 4 }, `${num(force * u.factor)}\u202F${u.unit}`);
}

function drawLegend(root: SVGElement, w: number, h: number, l: LegendContent): void {
  const u = l.relative ? { unit: '', factor: 1 } : displayUnit(l.unit, Math.max(Math.abs(l.low), Math.abs(l.high)));
  const tall = Math.min(240, h * 0.48), x = w - BACKING + 6, y = Math.max(44, h * 0.16);
  const ticks = niceTicks(l.low * u.factor, l.high * u.factor, tall < 180 ? 4 : 6);
  drawBacking(root, x, y, tall + (l.missing ? 72 : 48));
  svg(root, 'text', { x, y: y - 14, class: 'lab strong' }, l.relative ? 'relative' : u.unit || shortened(l.title));
  const id = 'ramp', defs = svg(root, 'defs'), gradient = svg(defs, 'linearGradient', { id, x1: 0, y1: 1, x2: 0, y2: 0 });
  for (let k = 0; k <= 32; ++k) svg(gradient, 'stop', { offset: k / 32, 'stop-color': color(l.map, k / 32) });
  svg(root, 'rect', { x, y, width: 14, height: tall, rx: 2, fill: `url(#${id})` });
  for (const t of ticks) {
    const ty = y + tall * (1 - (t / u.factor - l.low) / (l.high - l.low));
    svg(root, 'line', { x1: x + 14, x2: x + 18, y1: ty, y2: ty, stroke: 'var(--text-3)' });
    svg(root, 'text', { x: x + 23, y: ty + 4 }, tickText(t, ticks));
  }
  if (l.missing) {
    svg(root, 'rect', { x, y: y + tall + 12, width: 14, height: 14, rx: 2, fill: 'url(#hatch)', stroke: 'var(--line)' });
    svg(root, 'text', { x: x + 20, y: y + tall + 23 }, 'no value');
  }
}

/** Nodes that belong to something and nodes that do not. */
function drawMarks(root: SVGElement, w: number, h: number, l: LegendContent): void {
  const x = w - BACKING + 6, y = Math.max(44, h * 0.16), entries: [string, string][] = [[color(l.map, 1), 'in it'], [color(l.map, 0), 'not']];
  drawBacking(root, x, y, 82);
  svg(root, 'text', { x, y: y - 14, class: 'lab strong' }, shortened(l.title.replace(/^set /, '')));
  entries.forEach(([fill, name], k) => {
    svg(root, 'rect', { x, y: y + 22 * k, width: 14, height: 14, rx: 2, fill });
    svg(root, 'text', { x: x + 20, y: y + 22 * k + 11 }, name);
  });
}

function drawBacking(root: SVGElement, x: number, y: number, height: number): void {
  svg(root, 'rect', { x: x - 12, y: y - 34, width: BACKING, height, rx: 8, class: 'backing', 'fill-opacity': '.72' });
}

const shortened = (title: string): string => title.length > 8 ? `${title.slice(0, 7)}…` : title;
