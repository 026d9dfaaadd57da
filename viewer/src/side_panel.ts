// Beside the 3-D view: the picked point with its values and its history, or the extremes, and the list of load cases.
import * as data from './data';
import { $, columnHead, make } from './dom';
import { fieldOf, MOVED, unitOf, type Range } from './field_values';
import { drawPlot } from './plot';
import type { Hit } from './renderer';
import { num, text } from './units';

/** What is shown at this moment. */
export interface Shown {
  scene: data.Scene; frame: number; field: string; values: Float32Array[]; range: Range; allFrames: boolean;
  size: number;                                  // of everything [m]
  picked: Hit | null;
  place(hit: Hit): number[];                     // of a node, undeformed [m]
}
export interface PanelActions { pick(hit: Hit): void; openFrame(k: number): void; goTo(t: number): void; toggleLegend(): void }

export class SidePanel {
  constructor(private shown: () => Shown, private actions: PanelActions) {}

  showPicked(): void {
    const s = this.shown(), frame = s.scene.frames[s.frame] as data.Frame | undefined;
    $('pick-list').textContent = '';
    if (!s.picked || !frame) {
      this.showExtremes(s);
      $('pick-plot').textContent = '';
      return;
    }
    if (s.picked.symbol !== undefined) { this.showSymbol(s, frame, s.picked.symbol); return; }
    const { body, node } = s.picked, b = s.scene.bodies[body], relative = s.scene.kind === 'modes';
    $('pick-title').textContent = `Picked point: ${label(s, s.picked)}`;
    $('pick-detail').textContent = `${b.name}; ${s.place(s.picked).map((v, k) => 'xyz'[k] + ' = ' + text(v, 'm', 4, s.size)).join(', ')}; ${frame.label}`;
    for (const { name } of frame.bodies[body].fields) {
      const v = fieldOf(s.scene, frame, body, name)![node];
      row(name, Number.isNaN(v) ? 'not computed' : relative ? relativeText(frame, name, v) : said(s, v, name));
    }
    if (typeof frame.bodies[body].displacement === 'number') {
      const u = data.int16(frame.bodies[body].displacement as number), size = frame.bodies[body].size ?? 0;
      ['x', 'y', 'z'].forEach((axis, k) => row(`Displacement ${axis}`, relative ? num(u[3 * node + k] / 32767) : text(size * u[3 * node + k] / 32767, 'm')));
    }
    const spoken = s.values[body][node];
    $('speak').textContent = `${label(s, s.picked)}, ${s.field} ${Number.isNaN(spoken) ? 'not computed' : said(s, spoken, s.field)}`;
    this.drawHistory(s, s.picked);
  }

  /** A joint, bearing or force: its name, where it is, and of a force its size over time. */
  private showSymbol(s: Shown, frame: data.Frame, k: number): void {
    const symbol = s.scene.symbols[k], at = data.symbolPlace(frame, k);
    $('pick-title').textContent = `Picked: ${symbol.name}`;
    $('pick-detail').textContent = at ? `${at.point.map((v, i) => 'xyz'[i] + ' = ' + text(v, 'm', 4, s.size)).join(', ')}; ${frame.label}` : frame.label;
    $('pick-plot').textContent = '';
    $('speak').textContent = symbol.name;
    if (symbol.role !== 'force' || !(symbol.perLength > 0)) return;
    const force = (f: data.Frame): number[] => { const a = data.symbolPlace(f, k)!.axes; return [0, 3, 6].map(i => a[i] * symbol.perLength); };
    const now = force(frame), size = Math.hypot(...now);
    row('Force', text(size, 'N'));
    now.forEach((v, i) => row(`Force ${'xyz'[i]}`, text(v, 'N', 3, size)));
    $('speak').textContent = `${symbol.name}, ${text(size, 'N')}`;
    this.drawCurve(s, symbol.name, 'N', s.scene.frames.map(f => Math.hypot(...force(f))));
  }

  private showExtremes(s: Shown): void {
    $('pick-title').textContent = s.field === 'none' ? 'No colour chosen' : s.range.marks ? s.field : `Largest and smallest: ${s.field}`;
    $('pick-detail').textContent = 'Click a point to see its values; click again for what stands behind.';
    if (s.field === 'none' || s.range.marks) return;
    for (const [name, sign] of [['Largest', 1], ['Smallest', -1]] as const) {
      const hit = extreme(s.values, sign);
      if (hit) row(`${name}, ${label(s, hit)}`, said(s, s.values[hit.body][hit.node], s.field), () => this.actions.pick(hit));
    }
  }

  /** Load cases or modes of this scene, each with its largest value: a click shows it. */
  listFrames(): void {
    const s = this.shown(), box = $('frame-list'), bare = s.scene.kind === 'modes' || s.field === 'none';
    box.textContent = '';
    if (s.scene.kind === 'time' || s.scene.frames.length < 2) return;
    const heads = make('tr'), table = make('table'), body = make('tbody');
    heads.append(columnHead(s.scene.kind === 'modes' ? 'Mode' : 'Load case'));
    if (!bare) heads.append(columnHead(`Largest ${s.field}`));
    s.scene.frames.forEach((frame, k) => {
      const line = make('tr', '', k === s.frame ? 'hi' : ''), name = make('td'), button = make('button', frame.label, 'link');
      button.type = 'button';
      button.onclick = () => this.actions.openFrame(k);
      name.appendChild(button);
      let top = 0;
      for (const b of frame.bodies) for (const f of b.fields) if (f.name === s.field) top = Math.max(top, f.high, -f.low);
      if (s.field === MOVED) frame.bodies.forEach((_, b) => { for (const v of fieldOf(s.scene, frame, b, MOVED) ?? []) top = Math.max(top, v); });
      line.append(name);
      if (!bare) line.append(make('td', said(s, top, s.field)));
      body.appendChild(line);
    });
    const head = make('thead');
    head.appendChild(heads);
    table.append(head, body);
    box.appendChild(table);
    if (bare) return;
    const same = make('button', s.allFrames ? 'Own legend for each load case' : 'One legend for all load cases', 'link small');
    same.type = 'button';
    same.onclick = () => this.actions.toggleLegend();
    box.appendChild(same);
  }

  /** The chosen field at the picked point over instants or load cases. */
  private drawHistory(s: Shown, hit: Hit): void {
    if (s.field === 'none') { $('pick-plot').textContent = ''; return; }
    this.drawCurve(s, s.field, unitOf(s.scene, s.field), s.scene.frames.map(f => fieldOf(s.scene, f, hit.body, s.field)?.[hit.node] ?? NaN));
  }

  private drawCurve(s: Shown, title: string, unit: string, y: number[]): void {
    const box = $('pick-plot'), { frames, kind } = s.scene, time = kind === 'time';
    box.textContent = '';
    if (kind === 'modes' || frames.length < 2) return;
    const x = frames.map((f, k) => time ? f.value : k);
    const few = frames.length <= 6 && kind === 'static';
    drawPlot(box, { title, kind: 'cartesian', x: { label: time ? s.scene.over || 'time' : 'load case', unit: time ? s.scene.over ? s.scene.overUnit : 's' : '', log: false },
      y: { label: title, unit, log: false }, limit: null, limitLabel: '', cursor: x[s.frame],
      series: [{ name: '', x, y, reference: false, markers: kind === 'static', line: !few }], xTicks: few ? frames.map((f, k) => [k, f.label]) : undefined,
      onScrub: v => { if (time) this.actions.goTo(v); else this.actions.openFrame(Math.round(v)); } });
  }
}

function row(name: string, value: string, action?: () => void): void {
  const term = make('dt', name), detail = make('dd', action ? '' : value);
  if (action) { const b = make('button', value, 'link'); b.type = 'button'; b.onclick = action; detail.appendChild(b); }
  $('pick-list').append(term, detail);
}

function extreme(values: Float32Array[], sign: number): Hit | null {
  let best: Hit | null = null, top = -Infinity;
  values.forEach((list, body) => { for (let node = 0; node < list.length; ++node) if (sign * list[node] > top) { top = sign * list[node]; best = { body, node }; } });
  return best;
}

const label = (s: Shown, hit: Hit): string => `node ${data.uint32(s.scene.bodies[hit.body].labels)[hit.node]}`;

function said(s: Shown, value: number, name: string): string {
  if (s.scene.kind === 'modes') return num(value / (Math.max(-s.range.low, s.range.high) || 1));
  return text(value, unitOf(s.scene, name));
}

function relativeText(frame: data.Frame, name: string, value: number): string {
  let top = 0;
  for (const b of frame.bodies) { const f = b.fields.find(g => g.name === name); if (f) top = Math.max(top, -f.low, f.high); }
  return num(top > 0 ? value / top : 0);
}
