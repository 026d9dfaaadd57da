// The bar below the 3-D view: instants of a scene in time, else the share of the load or the phase of a mode.
import type { Frame, Scene } from './data';
import { $, clamp, make } from './dom';
import { deforms } from './field_values';

export class TimeBar {
  private bar = $<HTMLInputElement>('bar');
  private playing = false;
  phase = 1;  // share of the displacement shown, or of the period

  constructor(private scene: () => Scene, private frame: () => Frame | undefined, private moved: (instant: number | null) => void) {
    this.bar.oninput = () => { this.stop(); this.move(Number(this.bar.value)); };
    $('play').onclick = () => this.togglePlay();
  }

  get value(): number { return Number(this.bar.value); }

  setUp(instant: number): void {
    const scene = this.scene(), ticks = $('bar-ticks'), holder = this.bar.closest<HTMLElement>('.time')!;
    const steps = scene.kind === 'time' ? Math.max(1, scene.frames.length - 1) : 100, modes = scene.kind === 'modes';
    holder.hidden = scene.frames.length < (scene.kind === 'time' ? 2 : 1) || (scene.kind === 'static' && !deforms(scene));
    this.phase = modes ? 0.25 : 1;
    this.bar.max = String(steps);
    this.bar.value = String(scene.kind === 'time' ? instant : modes ? 25 : 100);
    const long = scene.frames.some(frame => frame.label.length > 11);  // names would run into each other
    ticks.textContent = '';
    const names: [number, string][] = modes ? [[0, '0°'], [0.25, '90°'], [0.5, '180°'], [0.75, '270°'], [1, '360°']]
      : scene.kind === 'static' ? [[0, 'unloaded'], [0.5, 'half'], [1, 'full load']]
        : [...new Set((long ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]).map(s => Math.round(s * (scene.frames.length - 1))))].map(k => [k / steps, scene.frames[k]?.label ?? '']);
    names.forEach(([at, label], k) => {
      const e = make('span', label, k && k < names.length - 1 ? 'opt' : '');
      if (k === 0) e.className = 'first'; else if (k === names.length - 1) e.className = 'last'; else e.style.left = `${100 * at}%`;
      ticks.appendChild(e);
    });
    this.show();
  }

  move(value: number): void {
    const top = Number(this.bar.max);
    this.bar.value = String(clamp(value, 0, top));
    const instant = this.scene().kind === 'time' ? Math.round(this.value) : null;
    if (instant === null) this.phase = this.value / top;
    this.moved(instant);
    this.show();
  }

  stop(): void { if (this.playing) this.togglePlay(); }
  togglePlay(): void {
    this.playing = !this.playing;
    const button = $<HTMLButtonElement>('play');
    button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    button.querySelector('use')!.setAttribute('href', this.playing ? '#i-pause' : '#i-play');
    const top = Number(this.bar.max), kind = this.scene().kind;
    const seconds = kind === 'time' ? clamp(top / 20, 2, 12) : kind === 'modes' ? 1.6 : 2.4;
    let last = performance.now(), at = this.value;
    const tick = (time: number): void => {
      if (!this.playing) return;
      at += (time - last) / 1000 / seconds * top;
      last = time;
      if (at > top) at = at % top;
      this.move(kind === 'time' ? Math.round(at) : at);
      requestAnimationFrame(tick);
    };
    if (this.playing) requestAnimationFrame(tick);
  }

  private show(): void {
    this.bar.style.setProperty('--p', `${100 * this.value / Number(this.bar.max)}%`);
    const label = this.frame()?.label ?? '', share = this.scene().kind === 'static' && this.phase < 1;
    $('bar-out').textContent = share ? `${label}, ${Math.round(100 * this.phase)}\u202F%` : label;
  }
}
