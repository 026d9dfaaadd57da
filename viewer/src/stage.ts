// The 3-D view with its controls: which result, which colour, how much deformation, which instant, which point.
import { Camera } from './camera';
import { mapOf, type MapName } from './colors';
import * as data from './data';
import { $, clamp, cssVar, download, make } from './dom';
import { drawOverlay, type LegendContent } from './legend';
import { drawPlot } from './plot';
import { nodePlace, pick, Renderer, type Hit } from './renderer';
import { displayUnit, niceCeil, num, text } from './units';

interface Range { low: number; high: number; map: MapName; missing: boolean }
const MOVED = 'Displacement';

export class Stage {
  private camera = new Camera();
  private faceOn = false;
  private renderer: Renderer;
  private scene = 0;
  private frame = 0;
  private field = '';
  private scale = 1;
  private scaleMemory = 0;
  private phase = 1;          // share of the displacement shown, or place on the time bar
  private cutAxis = -1;
  private cutSign = 1;        // which side is taken away: the one that faces the viewer when the cut is made
  private mesh = true;
  private isolines = false;
  private allFrames = false;  // one legend for all load cases
  private picked: Hit | null = null;
  private playing = false;
  private values: Float32Array[] = [];
  private range: Range = { low: 0, high: 1, map: 'magnitude', missing: false };
  private scheduled = false;
  private low = [0, 0, 0];
  private high = [0, 0, 0];

  constructor(private scenes: data.Scene[], private changed: () => void, private timeMoved: (t: number | null) => void) {
    this.renderer = new Renderer($<HTMLCanvasElement>('view'));
    this.fillPickers();
    this.listen();
    // Of a run in stages over time the last one is what it was made for.
    this.openScene(scenes[0].kind === 'time' ? scenes.map(scene => scene.kind).lastIndexOf('time') : 0, 0);
    new ResizeObserver(() => this.draw()).observe($('stage-box'));
  }

  private get now(): data.Scene { return this.scenes[this.scene]; }
  private get current(): data.Frame | undefined { return this.now.frames[this.frame]; }
  private get relative(): boolean { return this.now.kind === 'modes'; }

  // ---- what can be chosen

  private fillPickers(): void {
    const show = $<HTMLSelectElement>('show');
    this.scenes.forEach((scene, s) => {
      const group = make('optgroup');
      group.label = scene.name;
      const entries = scene.kind === 'time' || !scene.frames.length ? [{ label: scene.name }] : scene.frames;
      entries.forEach((frame, f) => { const o = make('option', frame.label); o.value = `${s}.${f}`; group.appendChild(o); });
      show.appendChild(group);
    });
    show.onchange = () => { const [s, f] = show.value.split('.').map(Number); this.openScene(s, f); this.changed(); };
  }

  /** Shows frame f of scene s; camera and colour stay where they make sense. */
  openScene(s: number, f: number): void {
    const other = s !== this.scene || !this.renderer.bodies.length;
    this.scene = clamp(s, 0, this.scenes.length - 1);
    this.frame = clamp(f, 0, Math.max(0, this.now.frames.length - 1));
    if (other) {
      this.renderer.setBodies(this.now.bodies);
      this.picked = null;
      this.measure();
      this.firstLook();
      this.fillFields();
      this.scale = this.relative ? 0.08 : this.now.suggested;
      this.stop();
      this.fit();
    }
    this.phase = 1;
    $<HTMLSelectElement>('show').value = this.now.kind === 'time' ? `${this.scene}.0` : `${this.scene}.${this.frame}`;
    $('stage-title').textContent = this.now.title;
    this.setUpBar();
    this.showScale();
    this.load();
  }

  private fillFields(): void {
    const select = $<HTMLSelectElement>('field'), names = this.now.fields.map(f => f.name);
    if (this.now.frames.some(f => f.bodies.some(b => (b.size ?? 0) > 0))) names.push(MOVED);
    select.textContent = '';
    for (const n of [...names, 'none']) select.appendChild(make('option', n));
    if (!names.includes(this.field)) this.field = names[0] ?? 'none';
    select.value = this.field;
    select.onchange = () => { this.field = select.value; this.load(); this.changed(); };
  }

  /** Plane bodies are seen face-on, others from above and aside; a view that was turned stays within its kind. */
  private firstLook(): void {
    const plane = this.high[2] - this.low[2] < 1e-6 * this.size;
    if (plane === this.faceOn) return;
    this.faceOn = plane;
    this.camera.azimuth = plane ? -Math.PI / 2 : -Math.PI / 3;
    this.camera.elevation = plane ? Math.PI / 2 : 25 * Math.PI / 180;
  }

  /** Box of everything over all frames, undeformed but moved with the bodies. */
  private measure(): void {
    this.low = [Infinity, Infinity, Infinity];
    this.high = [-Infinity, -Infinity, -Infinity];
    const frames = this.now.frames.length ? this.now.frames : [{ bodies: this.now.bodies.map(() => ({ fields: [] })) as data.BodyFrame[] }];
    for (const frame of frames) this.now.bodies.forEach((b, k) => {
      const R = frame.bodies[k].rotation ?? [1, 0, 0, 0, 1, 0, 0, 0, 1], p = frame.bodies[k].translation ?? [0, 0, 0];
      for (let corner = 0; corner < 8; ++corner) {
        const x = [0, 1, 2].map(a => (corner >> a & 1 ? b.high : b.low)[a]);
        for (let a = 0; a < 3; ++a) {
          const v = p[a] + R[3 * a] * x[0] + R[3 * a + 1] * x[1] + R[3 * a + 2] * x[2];
          this.low[a] = Math.min(this.low[a], v);
          this.high[a] = Math.max(this.high[a], v);
        }
      }
    });
  }
  private get size(): number { return Math.hypot(...this.high.map((v, k) => v - this.low[k])) || 1; }

  // ---- from page data to the card

  /** Numbers of the chosen field at every node of body b in a frame; null: this body has none. */
  private fieldOf(frame: data.Frame, b: number, name: string): Float32Array | null {
    const state = frame.bodies[b], n = this.now.bodies[b].nodes;
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

  /** Legend: rounded, from 0 or symmetric; over all instants of a scene in time, else of this frame. */
  private findRange(): Range {
    let low = 0, high = 0, missing = false;
    const info = this.now.fields.find(f => f.name === this.field);
    for (const v of this.values) for (const x of v) {
      if (Number.isNaN(x)) missing = true; else { low = Math.min(low, x); high = Math.max(high, x); }
    }
    if (this.now.kind === 'time' || this.allFrames)
      for (const frame of this.now.frames) for (const b of frame.bodies) {
        const f = b.fields.find(g => g.name === this.field);
        if (f) { low = Math.min(low, f.low); high = Math.max(high, f.high); }
        if (this.field === MOVED) high = Math.max(high, b.size ?? 0);
      }
    const map = mapOf(info?.scale ?? 'magnitude', low), size = Math.max(-low, high), unit = displayUnit(info?.unit ?? 'm', size);
    const top = this.relative ? size || 1 : niceCeil(size * unit.factor) / unit.factor;
    return { low: map === 'signed' ? -top : 0, high: top, map, missing };
  }

  private load(): void {
    const frame = this.current;
    this.values = [];
    this.renderer.bodies.forEach((b, k) => {
      const state = frame?.bodies[k];
      const displacement = typeof state?.displacement === 'number' ? data.int16(state.displacement) : null;
      this.renderer.setDisplacement(b, displacement, state?.rotation, state?.translation);
      const values = frame && this.field !== 'none' ? this.fieldOf(frame, k, this.field) : null;
      this.values.push(values ?? new Float32Array(b.info.nodes).fill(NaN));
    });
    this.range = this.findRange();
    const { low, high } = this.range;
    this.renderer.bodies.forEach((b, k) => this.renderer.setValues(b, this.values[k].map(v => (v - low) / (high - low))));
    this.showPicked();
    this.listFrames();
    this.timeMoved(this.now.kind === 'time' && frame ? frame.value : null);
    this.draw();
  }
  /** The instant nearest to t [s], where this scene has instants. */
  goTo(t: number): void {
    if (this.now.kind !== 'time') return;
    let best = 0;
    this.now.frames.forEach((f, k) => { if (Math.abs(f.value - t) < Math.abs(this.now.frames[best].value - t)) best = k; });
    this.stop();
    this.moveBar(best);
  }

  // ---- drawing

  draw(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => { this.scheduled = false; this.paint(); });
  }

  private plane(): [number, number, number, number] | null {
    if (this.cutAxis < 0) return null;
    const at = Number($<HTMLInputElement>('cut-at').value) / 100, n: [number, number, number] = [0, 0, 0];
    n[this.cutAxis] = this.cutSign;
    return [...n, this.cutSign * (this.low[this.cutAxis] + at * (this.high[this.cutAxis] - this.low[this.cutAxis]))];
  }

  private paint(): void {
    const box = $('stage-box'), canvas = this.renderer.canvas, w = box.clientWidth, h = box.clientHeight;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    this.renderer.bodies.forEach((b, k) => {
      const size = this.current?.bodies[k].size ?? 0;
      b.amplitude = size * this.factor();
    });
    const rgb = (name: string): number[] => { const v = parseInt(cssVar(name).slice(1), 16); return [v >> 16, v >> 8 & 255, v & 255].map(c => c / 255); };
    this.renderer.draw(this.camera, { colored: this.field !== 'none', map: this.range.map, mesh: this.mesh, isolines: this.isolines,
      plane: this.plane(), steel: rgb('--steel'), hatch: rgb('--line'), ink: rgb('--edge') });
    let marker: number[] | null = null;
    if (this.picked) marker = this.camera.project(nodePlace(this.renderer.bodies[this.picked.body], this.picked.node), w, h);
    const info = this.now.fields.find(f => f.name === this.field);
    const legend: LegendContent | null = this.field === 'none' ? null : { title: this.field, unit: info ? info.unit : 'm',
      low: this.relative ? (this.range.low < 0 ? -1 : 0) : this.range.low, high: this.relative ? 1 : this.range.high,
      map: this.range.map, missing: this.range.missing, relative: this.relative };
    drawOverlay($<SVGElement>('overlay'), w, h, this.camera, legend, marker);
  }

  /** World displacement per unit of the stored one, at this moment. */
  private factor(): number {
    if (this.now.kind === 'time') return this.scale;
    if (!this.relative) return this.scale * this.phase;
    let largest = 0;
    for (const b of this.current?.bodies ?? []) largest = Math.max(largest, b.size ?? 0);
    return largest > 0 ? this.scale * this.size / largest * Math.sin(this.phase * 2 * Math.PI) : 0;
  }

  // ---- deformation, time, section

  private showScale(): void {
    const slider = $<HTMLInputElement>('scale');
    slider.value = String(this.relative ? clamp(this.scale / 0.25 * 100, 0, 100)
      : this.scale === 0 ? 0 : clamp(50 + 25 * Math.log10(this.scale / this.now.suggested), 1, 100));
    $('scale-out').textContent = this.relative ? `${num(100 * this.scale, 2)}\u202F%` : `× ${num(this.scale)}`;
    const parts = [this.now.detail, this.relative ? '' : this.scale === 1 ? 'true scale' : `deformation × ${num(this.scale)}`];
    $('stage-detail').textContent = parts.filter(Boolean).join('; ');
  }
  setScale(value: number): void { this.scale = value; this.showScale(); this.draw(); this.changed(); }

  private setUpBar(): void {
    const bar = $<HTMLInputElement>('bar'), ticks = $('bar-ticks'), holder = bar.closest<HTMLElement>('.time')!;
    const steps = this.now.kind === 'time' ? Math.max(1, this.now.frames.length - 1) : 100;
    holder.hidden = this.now.frames.length < (this.now.kind === 'time' ? 2 : 1);
    bar.max = String(steps);
    bar.value = String(this.now.kind === 'time' ? this.frame : this.relative ? 25 : 100);
    if (this.relative) this.phase = 0.25;
    ticks.textContent = '';
    const names: [number, string][] = this.relative ? [[0, '0°'], [0.25, '90°'], [0.5, '180°'], [0.75, '270°'], [1, '360°']]
      : this.now.kind === 'static' ? [[0, 'unloaded'], [0.5, 'half'], [1, 'full load']]
        : [...new Set([0, 0.25, 0.5, 0.75, 1].map(s => Math.round(s * (this.now.frames.length - 1))))].map(k => [k / steps, this.now.frames[k]?.label ?? '']);
    names.forEach(([at, label], k) => {
      const e = make('span', label, k && k < names.length - 1 ? 'opt' : '');
      if (k === 0) e.className = 'first'; else if (k === names.length - 1) e.className = 'last'; else e.style.left = `${100 * at}%`;
      ticks.appendChild(e);
    });
    this.showBar();
  }
  private showBar(): void {
    const bar = $<HTMLInputElement>('bar');
    bar.style.setProperty('--p', `${100 * Number(bar.value) / Number(bar.max)}%`);
    const label = this.current?.label ?? '';
    $('bar-out').textContent = this.now.kind === 'static' && this.phase < 1 ? `${label}, ${Math.round(100 * this.phase)}\u202F%` : label;
  }
  private moveBar(value: number): void {
    const bar = $<HTMLInputElement>('bar'), top = Number(bar.max);
    bar.value = String(clamp(value, 0, top));
    if (this.now.kind === 'time') { this.frame = Math.round(Number(bar.value)); this.load(); } else this.phase = Number(bar.value) / top;
    this.showBar();
    this.draw();
  }

  private stop(): void { if (this.playing) this.togglePlay(); }
  togglePlay(): void {
    this.playing = !this.playing;
    const button = $<HTMLButtonElement>('play');
    button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    button.querySelector('use')!.setAttribute('href', this.playing ? '#i-pause' : '#i-play');
    const bar = $<HTMLInputElement>('bar'), top = Number(bar.max);
    const seconds = this.now.kind === 'time' ? clamp(top / 20, 2, 12) : this.relative ? 1.6 : 2.4;
    let last = performance.now(), at = Number(bar.value);
    const tick = (time: number): void => {
      if (!this.playing) return;
      at += (time - last) / 1000 / seconds * top;
      last = time;
      if (at > top) at = at % top;
      this.moveBar(this.now.kind === 'time' ? Math.round(at) : at);
      requestAnimationFrame(tick);
    };
    if (this.playing) requestAnimationFrame(tick);
  }

  private setCut(axis: number): void {
    this.cutAxis = axis;
    if (axis >= 0) this.cutSign = this.camera.axes()[2][axis] < 0 ? -1 : 1;
    $<HTMLSelectElement>('cut').value = axis < 0 ? '' : String(axis);
    $('cut-at').hidden = axis < 0;
    this.draw();
  }

  // ---- looking around

  fit(): void {
    // The legend takes the right of the view: the body stands in the middle of the rest.
    const box = $('stage-box'), h = Math.max(1, box.clientHeight), legend = this.field === 'none' ? 0 : 96;
    const aspect = Math.max(0.2, (box.clientWidth - legend) / h), [r, u] = this.camera.axes();
    this.camera.center = [0, 1, 2].map(k => (this.low[k] + this.high[k]) / 2) as [number, number, number];
    this.camera.radius = this.size;
    const half = this.high.map((v, k) => (v - this.low[k]) / 2);
    const reach = (a: number[]): number => Math.abs(a[0]) * half[0] + Math.abs(a[1]) * half[1] + Math.abs(a[2]) * half[2];
    this.camera.height = 2.2 * Math.max(reach(u) + 0.04 * this.size, (reach(r) + 0.03 * this.size) / aspect, 1e-12);
    this.camera.shift(-legend / 2, 0, h);
    this.draw();
  }
  private look(azimuth: number, elevation: number): void { this.camera.azimuth = azimuth; this.camera.elevation = elevation; this.fit(); this.changed(); }

  private listen(): void {
    const canvas = this.renderer.canvas, box = $('stage-box');
    const fingers = new Map<number, [number, number]>();
    let moved = 0, spread = 0, shifting = false;
    canvas.oncontextmenu = e => e.preventDefault();
    canvas.onpointerdown = e => {
      canvas.setPointerCapture(e.pointerId);
      fingers.set(e.pointerId, [e.clientX, e.clientY]);
      moved = 0;
      spread = 0;
      shifting = e.button === 2 || e.button === 1 || e.shiftKey;
    };
    canvas.onpointermove = e => {
      const was = fingers.get(e.pointerId);
      if (!was) return;
      const dx = e.clientX - was[0], dy = e.clientY - was[1];
      moved += Math.abs(dx) + Math.abs(dy);
      fingers.set(e.pointerId, [e.clientX, e.clientY]);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()], d = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (spread) this.camera.height *= spread / Math.max(1, d);
        spread = d;
        this.camera.shift(dx / 2, dy / 2, box.clientHeight);
      } else if (shifting) this.camera.shift(dx, dy, box.clientHeight);
      else this.camera.turn(dx / 160, dy / 160);
      this.draw();
    };
    const release = (e: PointerEvent): void => {
      if (!fingers.delete(e.pointerId)) return;
      spread = 0;
      if (e.type === 'pointerup' && moved < 5 && e.button === 0) this.pickAt(e.offsetX, e.offsetY);
      else this.changed();
    };
    canvas.onpointerup = release;
    canvas.onpointercancel = release;
    canvas.addEventListener('wheel', e => {
      e.preventDefault();
      const k = Math.exp(clamp(e.deltaY, -200, 200) / 500), w = box.clientWidth, h = box.clientHeight;
      this.camera.shift((w / 2 - e.offsetX) * (1 - 1 / k) * -1, (h / 2 - e.offsetY) * (1 - 1 / k) * -1, h);
      this.camera.height *= k;
      this.draw();
      this.changed();
    }, { passive: false });
    $<HTMLInputElement>('scale').oninput = e => {
      const v = Number((e.target as HTMLInputElement).value);
      this.setScale(this.relative ? 0.25 * v / 100 : v === 0 ? 0 : rounded(this.now.suggested * 10 ** ((v - 50) / 25)));
    };
    $<HTMLInputElement>('bar').oninput = e => { this.stop(); this.moveBar(Number((e.target as HTMLInputElement).value)); };
    $('play').onclick = () => this.togglePlay();
    $<HTMLSelectElement>('cut').onchange = e => { const v = (e.target as HTMLSelectElement).value; this.setCut(v === '' ? -1 : Number(v)); };
    $('cut-at').oninput = () => this.draw();
    $('fit').onclick = () => this.fit();
    $('mesh').onclick = () => { this.mesh = !this.mesh; $('mesh').setAttribute('aria-pressed', String(this.mesh)); this.draw(); };
    addEventListener('keydown', e => this.key(e));
  }

  private key(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY)$/.test(target.tagName)) return;
    const bar = $<HTMLInputElement>('bar'), step = this.now.kind === 'time' ? 1 : 2, by = (n: number): void => { this.stop(); this.moveBar(Number(bar.value) + n * step * (e.shiftKey ? 10 : 1)); };
    const fields = $<HTMLSelectElement>('field');
    const actions: Record<string, () => void> = {
      ' ': () => this.togglePlay(), ArrowRight: () => by(1), ArrowLeft: () => by(-1),
      f: () => this.fit(), 1: () => this.look(-Math.PI / 2, 0), 3: () => this.look(0, 0), 7: () => this.look(-Math.PI / 2, Math.PI / 2),
      x: () => this.setCut(this.cutAxis < 0 ? 0 : -1), i: () => { this.isolines = !this.isolines; this.draw(); },
      d: () => { const old = this.scale; this.setScale(old ? 0 : this.scaleMemory || this.now.suggested); this.scaleMemory = old; },
      c: () => { fields.selectedIndex = (fields.selectedIndex + 1) % fields.options.length; this.field = fields.value; this.load(); },
      p: () => this.pickAt($('stage-box').clientWidth / 2, $('stage-box').clientHeight / 2),
      Escape: () => { this.picked = null; this.showPicked(); this.draw(); },
    };
    const onStage = target === this.renderer.canvas;
    if (onStage) { actions.Home = () => { this.stop(); this.moveBar(0); }; actions.End = () => { this.stop(); this.moveBar(Infinity); }; }
    const action = actions[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!action || (e.key.startsWith('Arrow') && !onStage)) return;
    e.preventDefault();
    action();
  }

  // ---- picked point

  private pickAt(x: number, y: number): void {
    const box = $('stage-box'), hit = pick(this.renderer, this.camera, x, y, box.clientWidth, box.clientHeight, this.plane());
    if (hit) this.picked = hit;
    this.showPicked();
    this.draw();
    this.changed();
  }

  private extreme(sign: number): Hit | null {
    let best: Hit | null = null, top = -Infinity;
    this.values.forEach((values, body) => { for (let node = 0; node < values.length; ++node) if (sign * values[node] > top) { top = sign * values[node]; best = { body, node }; } });
    return best;
  }
  private said(value: number, name: string): string {
    const info = this.now.fields.find(f => f.name === name);
    if (this.relative) return num(value / (Math.max(-this.range.low, this.range.high) || 1));
    return text(value, info ? info.unit : 'm');
  }
  private label(hit: Hit): string { return `node ${data.uint32(this.now.bodies[hit.body].labels)[hit.node]}`; }

  showPicked(): void {
    const list = $('pick-list'), row = (name: string, value: string, action?: () => void): void => {
      const term = make('dt', name), detail = make('dd', action ? '' : value);
      if (action) { const b = make('button', value, 'link'); b.type = 'button'; b.onclick = action; detail.appendChild(b); }
      list.append(term, detail);
    };
    list.textContent = '';
    const frame = this.current;
    if (!this.picked || !frame) {
      $('pick-title').textContent = this.field === 'none' ? 'No colour chosen' : `Largest and smallest: ${this.field}`;
      $('pick-detail').textContent = 'Click a point to see its values.';
      if (this.field !== 'none') for (const [name, sign] of [['Largest', 1], ['Smallest', -1]] as const) {
        const hit = this.extreme(sign);
        if (hit) row(`${name}, ${this.label(hit)}`, this.said(this.values[hit.body][hit.node], this.field), () => { this.picked = hit; this.showPicked(); this.draw(); });
      }
      this.drawHistory(null);
      return;
    }
    const { body, node } = this.picked, b = this.now.bodies[body];
    $('pick-title').textContent = `Picked point: ${this.label(this.picked)}`;
    const place = [0, 1, 2].map(k => b.low[k] + (b.high[k] - b.low[k]) * this.renderer.bodies[body].positions[3 * node + k] / 65535);
    $('pick-detail').textContent = `${b.name}; ${place.map((v, k) => 'xyz'[k] + ' = ' + text(v, 'm', 4, this.size)).join(', ')}; ${frame.label}`;
    const names = [...frame.bodies[body].fields.map(f => f.name)];
    for (const name of names) {
      const v = this.fieldOf(frame, body, name)![node];
      row(name, Number.isNaN(v) ? 'not computed' : this.relative ? this.relativeText(frame, name, v) : this.said(v, name));
    }
    if (typeof frame.bodies[body].displacement === 'number') {
      const u = data.int16(frame.bodies[body].displacement as number), size = frame.bodies[body].size ?? 0;
      ['x', 'y', 'z'].forEach((axis, k) => row(`Displacement ${axis}`, this.relative ? num(u[3 * node + k] / 32767) : text(size * u[3 * node + k] / 32767, 'm')));
    }
    const spoken = this.values[body][node];
    $('speak').textContent = `${this.label(this.picked)}, ${this.field} ${Number.isNaN(spoken) ? 'not computed' : this.said(spoken, this.field)}`;
    this.drawHistory(this.picked);
  }
  /** Load cases or modes of this scene, each with its largest value: a click shows it. */
  private listFrames(): void {
    const box = $('frame-list'), scene = this.now;
    box.textContent = '';
    if (scene.kind === 'time' || scene.frames.length < 2) return;
    const heads = make('tr'), table = make('table'), body = make('tbody');
    heads.append(make('th', scene.kind === 'modes' ? 'Mode' : 'Load case'), make('th', this.relative || this.field === 'none' ? '' : `Largest ${this.field}`));
    scene.frames.forEach((frame, k) => {
      const row = make('tr', '', k === this.frame ? 'hi' : ''), name = make('td'), button = make('button', frame.label, 'link');
      button.type = 'button';
      button.onclick = () => { this.openScene(this.scene, k); this.changed(); };
      name.appendChild(button);
      let top = 0;
      for (const b of frame.bodies) for (const f of b.fields) if (f.name === this.field) top = Math.max(top, f.high, -f.low);
      if (this.field === MOVED) frame.bodies.forEach((_, b) => { for (const v of this.fieldOf(frame, b, MOVED) ?? []) top = Math.max(top, v); });
      row.append(name, make('td', this.relative || this.field === 'none' ? '' : this.said(top, this.field)));
      body.appendChild(row);
    });
    const head = make('thead');
    head.appendChild(heads);
    table.append(head, body);
    box.appendChild(table);
    if (this.relative || this.field === 'none') return;
    const same = make('button', this.allFrames ? 'Own legend for each load case' : 'One legend for all load cases', 'link small');
    same.type = 'button';
    same.onclick = () => { this.allFrames = !this.allFrames; this.load(); };
    box.appendChild(same);
  }
  private relativeText(frame: data.Frame, name: string, value: number): string {
    let top = 0;
    for (const b of frame.bodies) { const f = b.fields.find(g => g.name === name); if (f) top = Math.max(top, -f.low, f.high); }
    return num(top > 0 ? value / top : 0);
  }

  /** The chosen field at the picked point over instants or load cases. */
  private drawHistory(hit: Hit | null): void {
    const box = $('pick-plot'), frames = this.now.frames, info = this.now.fields.find(f => f.name === this.field);
    box.textContent = '';
    if (!hit || this.relative || frames.length < 2 || this.field === 'none') return;
    const x = frames.map((f, k) => this.now.kind === 'time' ? f.value : k), y = frames.map(f => this.fieldOf(f, hit.body, this.field)?.[hit.node] ?? NaN);
    const few = frames.length <= 6 && this.now.kind === 'static';
    drawPlot(box, { title: this.field, kind: 'cartesian', x: { label: this.now.kind === 'time' ? 'time' : 'load case', unit: this.now.kind === 'time' ? 's' : '', log: false },
      y: { label: this.field, unit: info ? info.unit : 'm', log: false }, limit: null, limitLabel: '', cursor: x[this.frame],
      series: [{ name: '', x, y, reference: false, markers: this.now.kind === 'static', line: !few }], xTicks: few ? frames.map((f, k) => [k, f.label]) : undefined,
      onScrub: v => { if (this.now.kind === 'time') this.goTo(v); else this.openScene(this.scene, Math.round(v)); } });
  }

  // ---- state that a link can carry

  state(): string {
    const c = this.camera, r = (v: number): string => String(Number(v.toPrecision(5)));
    return [this.scene, this.frame, this.now.fields.findIndex(f => f.name === this.field), r(this.scale), r(c.azimuth), r(c.elevation), r(c.height), ...c.center.map(r)].join(',');
  }
  restore(text_: string): void {
    const v = text_.split(',').map(Number);
    if (v.length !== 10 || v.some(n => !Number.isFinite(n)) || !this.scenes[v[0]]) return;
    this.openScene(v[0], v[1]);
    const field = this.now.fields[v[2]]?.name;
    if (field) { this.field = field; $<HTMLSelectElement>('field').value = field; this.load(); }
    this.scale = v[3];
    Object.assign(this.camera, { azimuth: v[4], elevation: v[5], height: v[6], center: [v[7], v[8], v[9]] });
    this.showScale();
    this.draw();
  }
  png(): void {
    this.paint();
    this.renderer.canvas.toBlob(b => { if (b) download('view.png', 'image/png', b); });
  }
  refresh(): void { this.showScale(); this.showPicked(); this.listFrames(); this.draw(); }
}

/** Two digits are enough for a factor of exaggeration. */
const rounded = (v: number): number => Number(v.toPrecision(2));
