// The 3-D view with its controls: which result, which colour, how much deformation, which section.
import { Camera } from './camera';
import * as data from './data';
import { $, clamp, cssVar, download, make } from './dom';
import { boxOf, deforms, fieldOf, MOVED, rangeOf, unitOf, type Range } from './field_values';
import { drawOverlay, type LegendContent } from './legend';
import { standalone } from './plot';
import { steer } from './pointer';
import { nodePlace, pick, Renderer, type Hit } from './renderer';
import { SidePanel } from './side_panel';
import { TimeBar } from './time_bar';
import { num } from './units';

export class Stage {
  private camera = new Camera();
  private faceOn = false;
  private renderer: Renderer;
  private scene = 0;
  private frame = 0;
  private field = '';
  private scale = 1;
  private scaleMemory = 0;
  private cutAxis = -1;
  private cutSign = 1;        // which side is taken away: the one that faces the viewer when the cut is made
  private mesh = true;
  private symbols = true;
  private forces = 1;         // length of arrows, as a factor; 0: none
  private isolines = false;
  private allFrames = false;  // one legend for all load cases
  private picked: Hit | null = null;
  private lastPick: { x: number; y: number; layer: number } | null = null;
  private values: Float32Array[] = [];
  private range: Range = { low: 0, high: 1, map: 'magnitude', missing: false, marks: false };
  private scheduled = false;
  private low = [0, 0, 0];
  private high = [0, 0, 0];
  private bar = new TimeBar(() => this.now, () => this.current, instant => { if (instant !== null) { this.frame = instant; this.load(); } this.draw(); });
  private panel = new SidePanel(() => ({ scene: this.now, frame: this.frame, field: this.field, values: this.values, range: this.range,
    allFrames: this.allFrames, size: this.size, picked: this.picked, place: hit => this.place(hit) }), {
    pick: hit => { this.picked = hit; this.panel.showPicked(); this.draw(); },
    openFrame: k => { this.openScene(this.scene, k); this.changed(); },
    goTo: t => this.goTo(t),
    toggleLegend: () => { this.allFrames = !this.allFrames; this.load(); },
  });

  constructor(private scenes: data.Scene[], private changed: () => void, private timeMoved: (t: number | null, over: string) => void) {
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
      this.renderer.setBodies(this.now.bodies, this.now.symbols);
      $('symbols').hidden = !this.now.symbols.some(s => s.role === 'element');
      $('forces').closest('label')!.hidden = !this.now.symbols.some(s => s.role === 'force');
      this.picked = null;
      Object.assign(this, boxOf(this.now));
      this.firstLook();
      this.fillFields();
      this.scale = this.relative ? 0.08 : this.now.suggested;
      this.bar.stop();
      this.fit();
    }
    $<HTMLSelectElement>('show').value = this.now.kind === 'time' ? `${this.scene}.0` : `${this.scene}.${this.frame}`;
    $('stage-title').textContent = this.now.title;
    this.bar.setUp(this.frame);
    this.showScale();
    this.load();
  }

  private fillFields(): void {
    const select = $<HTMLSelectElement>('field'), names = this.now.fields.map(f => f.name);
    if (deforms(this.now)) names.push(MOVED);
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

  private get size(): number { return Math.hypot(...this.high.map((v, k) => v - this.low[k])) || 1; }

  // ---- from page data to the card

  private load(): void {
    const frame = this.current;
    this.values = [];
    this.renderer.bodies.forEach((b, k) => {
      const state = frame?.bodies[k];
      const displacement = typeof state?.displacement === 'number' ? data.int16(state.displacement) : null;
      this.renderer.setDisplacement(b, displacement, state?.rotation, state?.translation);
      const values = frame && this.field !== 'none' ? fieldOf(this.now, frame, k, this.field) : null;
      this.values.push(values ?? new Float32Array(b.info.nodes).fill(NaN));
    });
    this.renderer.symbols.forEach((b, k) => {
      const place = frame && data.symbolPlace(frame, k);
      this.renderer.setDisplacement(b, null, place?.axes, place?.point);
    });
    this.range = rangeOf(this.now, this.field, this.values, this.allFrames);
    const { low, high } = this.range;
    this.renderer.bodies.forEach((b, k) => this.renderer.setValues(b, this.values[k].map(v => (v - low) / (high - low))));
    this.panel.showPicked();
    this.panel.listFrames();
    this.timeMoved(this.now.kind === 'time' && frame ? frame.value : null, this.now.over);
    this.draw();
  }
  /** The instant nearest to t [s], where this scene has instants. */
  goTo(t: number, over = this.now.over): void {
    if (this.now.kind !== 'time' || this.now.over !== over) return;
    let best = 0;
    this.now.frames.forEach((f, k) => { if (Math.abs(f.value - t) < Math.abs(this.now.frames[best].value - t)) best = k; });
    this.bar.stop();
    this.bar.move(best);
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
      plane: this.plane(), steel: rgb('--steel'), hatch: rgb('--line'), ink: rgb('--edge'),
      symbols: this.symbols, forces: this.forces, elementInk: rgb('--symbol'), forceInk: rgb('--force') });
    let marker: number[] | null = null;
    if (this.picked) marker = this.camera.project(this.pickedPlace(this.picked), w, h);
    const legend: LegendContent | null = this.field === 'none' ? null : { title: this.field, unit: unitOf(this.now, this.field),
      low: this.relative ? (this.range.low < 0 ? -1 : 0) : this.range.low, high: this.relative ? 1 : this.range.high,
      map: this.range.map, missing: this.range.missing, marks: this.range.marks, relative: this.relative };
    drawOverlay($<SVGElement>('overlay'), w, h, this.camera, legend, marker, this.forces * h / this.camera.height / (this.perLength || Infinity));
  }
  /** Newtons per metre of the arrows; 0: none whose size is known. */
  private get perLength(): number { return this.now.symbols.find(s => s.perLength > 0)?.perLength ?? 0; }

  private pickedPlace(hit: Hit): number[] {
    if (hit.symbol === undefined) return nodePlace(this.renderer.bodies[hit.body], hit.node);
    return [...this.renderer.symbols[hit.symbol].translation];
  }

  /** World displacement per unit of the stored one, at this moment. */
  private factor(): number {
    if (this.now.kind === 'time') return this.scale;
    if (!this.relative) return this.scale * this.bar.phase;
    let largest = 0;
    for (const b of this.current?.bodies ?? []) largest = Math.max(largest, b.size ?? 0);
    return largest > 0 ? this.scale * this.size / largest * Math.sin(this.bar.phase * 2 * Math.PI) : 0;
  }

  // ---- deformation, section

  private showScale(): void {
    const slider = $<HTMLInputElement>('scale'), still = !this.relative && !deforms(this.now);
    slider.closest('label')!.hidden = still;
    slider.value = String(this.relative ? clamp(this.scale / 0.25 * 100, 0, 100)
      : this.scale === 0 ? 0 : clamp(50 + 25 * Math.log10(this.scale / this.now.suggested), 1, 100));
    $('scale-out').textContent = this.relative ? `${num(100 * this.scale, 2)}\u202F%` : `× ${num(this.scale)}`;
    const parts = [this.now.detail, this.relative || still ? '' : this.scale === 1 ? 'true scale' : `deformation × ${num(this.scale)}`];
    $('stage-detail').textContent = parts.filter(Boolean).join('; ');
  }
  setScale(value: number): void { this.scale = value; this.showScale(); this.draw(); this.changed(); }

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
    steer(this.renderer.canvas, $('stage-box'), this.camera,
      { moved: () => this.draw(), settled: () => this.changed(), clicked: (x, y) => this.pickAt(x, y) });
    $<HTMLInputElement>('scale').oninput = e => {
      const v = Number((e.target as HTMLInputElement).value);
      this.setScale(this.relative ? 0.25 * v / 100 : v === 0 ? 0 : rounded(this.now.suggested * 10 ** ((v - 50) / 25)));
    };
    $<HTMLSelectElement>('cut').onchange = e => { const v = (e.target as HTMLSelectElement).value; this.setCut(v === '' ? -1 : Number(v)); };
    $('cut-at').oninput = () => this.draw();
    $('fit').onclick = () => this.fit();
    $('mesh').onclick = () => { this.mesh = !this.mesh; $('mesh').setAttribute('aria-pressed', String(this.mesh)); this.draw(); };
    $('symbols').onclick = () => { this.symbols = !this.symbols; $('symbols').setAttribute('aria-pressed', String(this.symbols)); this.draw(); };
    $<HTMLInputElement>('forces').oninput = e => {
      const v = Number((e.target as HTMLInputElement).value);
      this.forces = v === 0 ? 0 : 10 ** ((v - 50) / 50);
      this.draw();
    };
    addEventListener('keydown', e => this.key(e));
  }

  private key(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY)$/.test(target.tagName)) return;
    const step = this.now.kind === 'time' ? 1 : 2, go = (to: number): void => { this.bar.stop(); this.bar.move(to); };
    const by = (n: number): void => go(this.bar.value + n * step * (e.shiftKey ? 10 : 1));
    const fields = $<HTMLSelectElement>('field');
    const actions: Record<string, () => void> = {
      ' ': () => this.bar.togglePlay(), ArrowRight: () => by(1), ArrowLeft: () => by(-1),
      f: () => this.fit(), 1: () => this.look(-Math.PI / 2, 0), 3: () => this.look(0, 0), 7: () => this.look(-Math.PI / 2, Math.PI / 2),
      x: () => this.setCut(this.cutAxis < 0 ? 0 : -1), i: () => { this.isolines = !this.isolines; this.draw(); },
      d: () => { const old = this.scale; this.setScale(old ? 0 : this.scaleMemory || this.now.suggested); this.scaleMemory = old; },
      c: () => { fields.selectedIndex = (fields.selectedIndex + 1) % fields.options.length; this.field = fields.value; this.load(); },
      p: () => this.pickAt($('stage-box').clientWidth / 2, $('stage-box').clientHeight / 2),
      Escape: () => { this.picked = null; this.panel.showPicked(); this.draw(); },
    };
    const onStage = target === this.renderer.canvas;
    if (onStage) { actions.Home = () => go(0); actions.End = () => go(Infinity); }
    const action = actions[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!action || (e.key.startsWith('Arrow') && !onStage)) return;
    e.preventDefault();
    action();
  }

  // ---- picked point

  private pickAt(x: number, y: number): void {
    const box = $('stage-box'), met = pick(this.renderer, this.camera, x, y, box.clientWidth, box.clientHeight, this.plane(),
      { symbols: this.symbols, forces: this.forces });
    // A second click on the same place goes on to what stands behind.
    const again = met.length > 1 && this.lastPick && Math.hypot(x - this.lastPick.x, y - this.lastPick.y) < 3;
    const layer = again ? (this.lastPick!.layer + 1) % met.length : 0;
    this.lastPick = { x, y, layer };
    if (met.length) this.picked = met[layer];
    this.panel.showPicked();
    this.draw();
    this.changed();
  }

  private place({ body, node }: Hit): number[] {
    const b = this.now.bodies[body], at = this.renderer.bodies[body].positions;
    return [0, 1, 2].map(k => b.low[k] + (b.high[k] - b.low[k]) * at[3 * node + k] / 65535);
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
  /** The view with its legend and axes, on the color of the card. */
  async png(): Promise<void> {
    this.paint();
    const view = this.renderer.canvas, out = make('canvas'), drawing = new Image();
    out.width = view.width;
    out.height = view.height;
    drawing.src = 'data:image/svg+xml,' + encodeURIComponent(standalone($<SVGElement>('overlay')));
    await drawing.decode();
    const g = out.getContext('2d')!;
    g.fillStyle = cssVar('--surface');
    g.fillRect(0, 0, out.width, out.height);
    g.drawImage(view, 0, 0);
    g.drawImage(drawing, 0, 0, out.width, out.height);
    out.toBlob(b => { if (b) download('view.png', 'image/png', b); });
  }
  refresh(): void { this.showScale(); this.panel.showPicked(); this.panel.listFrames(); this.draw(); }
}

/** Two digits are enough for a factor of exaggeration. */
const rounded = (v: number): number => Number(v.toPrecision(2));
