// Cases of a study as lines over parallel axes, one axis per column of its table. Drag along an axis to keep the cases
// between two values; a click on an axis frees it.
import { color } from './colors';
import { clamp, make, short, svg } from './dom';
import { num } from './units';

interface Column { name: string; values: number[]; low: number; high: number }
type Range = [number, number];

const MOST = 12;  // axes that fit side by side: more are chosen from

/** Columns of numbers that change from row to row. */
export function columnsOf(table: HTMLTableElement): Column[] {
  const rows = Array.from(table.tBodies[0]?.rows ?? []);
  return Array.from(table.tHead?.rows[0]?.cells ?? [], (head, k) => {
    const values = rows.map(row => row.cells[k]?.dataset.v === undefined ? NaN : Number(row.cells[k].dataset.v));
    const good = values.filter(Number.isFinite);
    return { name: head.textContent!.trim(), values, low: Math.min(...good), high: Math.max(...good) };
  }).filter(c => c.high > c.low);
}

class ParallelAxes {
  private readonly kept = new Map<number, Range>();
  private chosen = -1;

  constructor(private readonly box: HTMLElement, private readonly said: HTMLElement, private readonly names: string[],
              private columns: Column[]) {}

  show(columns: Column[]): void {
    this.columns = columns;
    this.kept.clear();
    this.chosen = -1;
    this.draw();
  }

  private passes(row: number): boolean {
    return [...this.kept].every(([k, [low, high]]) => { const v = this.columns[k].values[row]; return v >= low && v <= high; });
  }

  /** Of names, one below the other: many side by side need three, or those at the ends run into the next. */
  private rows(): number { return this.columns.length > 6 ? 3 : 2; }

  draw(): void {
    const w = Math.max(320, this.box.clientWidth), rows = this.rows(), h = 290 + 15 * rows, top = 26 + 15 * rows, bottom = h - 28, left = 40, right = w - 60;
    const n = this.columns.length, X = (k: number): number => left + (right - left) * k / Math.max(1, n - 1);
    const Y = (c: Column, v: number): number => bottom - (bottom - top) * (v - c.low) / (c.high - c.low);
    this.box.textContent = '';
    const root = svg(this.box, 'svg', { width: w, height: h, role: 'img', 'aria-label': `${this.names.length} cases over ${n} axes; the table above holds the numbers` });
    const last = this.columns[n - 1], shown = this.names.map((_, row) => row).filter(row => this.passes(row));
    const line = (row: number, look: Record<string, string | number>): void => {
      let d = '', pen = false;
      this.columns.forEach((c, k) => {
        if (!Number.isFinite(c.values[row])) { pen = false; return; }
        d += (pen ? 'L' : 'M') + X(k).toFixed(1) + ' ' + Y(c, c.values[row]).toFixed(1);
        pen = true;
      });
      const path = svg(root, 'path', { d, fill: 'none', ...look });
      path.addEventListener('pointerenter', () => { if (this.passes(row)) this.choose(row); });
    };
    this.names.forEach((_, row) => { if (!this.passes(row)) line(row, { stroke: 'var(--line)', 'stroke-width': 1 }); });
    for (const row of shown) {
      const share = (last.values[row] - last.low) / (last.high - last.low);  // the ends of the map would be lost on white or black
      line(row, { stroke: Number.isFinite(share) ? color('magnitude', 0.2 + 0.65 * share) : 'var(--s0)', 'stroke-width': 1.6, opacity: shown.length > 60 ? 0.6 : 0.9 });
    }
    if (this.chosen >= 0) line(this.chosen, { stroke: 'var(--accent)', 'stroke-width': 3.5 });
    this.columns.forEach((c, k) => this.axis(root, c, k, X(k), top, bottom, (right - left) / Math.max(1, n - 1)));
    this.said.textContent = this.chosen >= 0 ? `Case ${this.names[this.chosen]}: ` + this.columns.map(c => `${c.name} ${num(c.values[this.chosen])}`).join(', ')
      : this.kept.size ? `${shown.length} of ${this.names.length} cases` : 'Drag along an axis to keep cases, point at a line to read it';
  }

  private axis(root: SVGElement, c: Column, k: number, x: number, top: number, bottom: number, gap: number): void {
    svg(root, 'line', { x1: x, x2: x, y1: top, y2: bottom, stroke: 'var(--text-3)' });
    const n = this.columns.length, anchor = k === 0 ? 'start' : k === n - 1 ? 'end' : 'middle';  // nothing is cut at the ends
    const name = svg(root, 'text', { x: k === 0 ? 4 : k === n - 1 ? x + 56 : x, y: top - 2 - 15 * (this.rows() - k % this.rows()), 'text-anchor': anchor, class: 'lab' }, short(c.name, Math.max(6, Math.floor(gap / 3.6))));
    svg(name, 'title', {}, c.name);
    svg(root, 'text', { x, y: top - 4, 'text-anchor': 'middle', class: 'tick' }, num(c.high));
    svg(root, 'text', { x, y: bottom + 16, 'text-anchor': 'middle', class: 'tick' }, num(c.low));
    const value = (y: number): number => c.low + (c.high - c.low) * clamp((bottom - y) / (bottom - top), 0, 1);
    const place = (v: number): number => bottom - (bottom - top) * (v - c.low) / (c.high - c.low);
    const range = this.kept.get(k);
    if (range) svg(root, 'rect', { x: x - 7, width: 14, y: place(range[1]), height: Math.max(2, place(range[0]) - place(range[1])), fill: 'var(--accent)', opacity: 0.25 });
    const handle = svg(root, 'rect', { x: x - 12, width: 24, y: top, height: bottom - top, fill: 'transparent', style: 'cursor:row-resize;touch-action:none' });
    handle.addEventListener('pointerdown', down => {
      const from = down as PointerEvent, origin = root.getBoundingClientRect().top, start = from.clientY - origin;
      const end = (up: PointerEvent): void => {
        removeEventListener('pointerup', end);
        const stop = up.clientY - origin, a = value(start), b = value(stop);
        if (Math.abs(stop - start) < 4) this.kept.delete(k); else this.kept.set(k, [Math.min(a, b), Math.max(a, b)]);
        this.chosen = -1;
        this.draw();
      };
      addEventListener('pointerup', end);
    });
  }

  private choose(row: number): void {
    if (row === this.chosen) return;
    this.chosen = row;
    this.draw();
  }
}

/** Boxes to choose axes by, where there are too many: at first what is varied (it stands in front) and the last results. */
function addChoice(figure: HTMLElement, columns: Column[], axes: ParallelAxes): Column[] {
  const shown = new Set([...columns.slice(0, MOST / 2), ...columns.slice(-MOST / 2)]);
  const details = make('details', '', 'axis-choice'), summary = make('summary');
  const list = (): Column[] => columns.filter(c => shown.has(c));
  const tell = (): void => { summary.textContent = `${shown.size} of ${columns.length} columns are shown: choose`; };
  details.appendChild(summary);
  for (const c of columns) {
    const label = make('label'), box = make('input');
    box.type = 'checkbox';
    box.checked = shown.has(c);
    box.onchange = () => {
      if (box.checked) shown.add(c); else shown.delete(c);
      if (shown.size < 2) { shown.add(c); box.checked = true; }
      tell();
      axes.show(list());
    };
    label.append(box, ' ' + c.name);
    details.appendChild(label);
  }
  tell();
  figure.appendChild(details);
  return list();
}

/** Below every table of a study with three cases or more; returns what draws them. */
export function addParallelAxes(): [HTMLElement, () => void][] {
  const out: [HTMLElement, () => void][] = [];
  const studies = Array.from(document.querySelectorAll('main section')).filter(s => s.querySelector('h2')?.textContent === 'Study');
  studies.flatMap(s => Array.from(s.querySelectorAll('table'))).forEach(table => {
    const columns = columnsOf(table), rows = Array.from(table.tBodies[0]?.rows ?? []);
    if (columns.length < 2 || rows.length < 3) return;
    const figure = make('figure', '', 'c12'), caption = make('figcaption'), box = make('div', '', 'plot parallel');
    const said = make('span');
    caption.append(make('b', 'All cases over parallel axes'), said);
    figure.append(caption, box);
    table.closest('figure')!.after(figure);
    const axes = new ParallelAxes(box, said, rows.map(row => row.cells[0].textContent!.trim()), columns);
    if (columns.length > MOST) axes.show(addChoice(figure, columns, axes));
    out.push([box, () => axes.draw()]);
  });
  return out;
}
