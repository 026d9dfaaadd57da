// Small helpers; text always goes in as text.
const NS = 'http://www.w3.org/2000/svg';
const MOST_ROWS = 500;
type Attributes = Record<string, string | number>;

export const $ = <T extends Element = HTMLElement>(id: string): T => document.getElementById(id) as unknown as T;

export function svg(parent: Element, tag: string, attributes: Attributes = {}, content?: string): SVGElement {
  const e = document.createElementNS(NS, tag);
  for (const key in attributes) e.setAttribute(key, String(attributes[key]));
  if (content !== undefined) e.textContent = content;
  parent.appendChild(e);
  return e;
}

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, content = '', className = ''): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  if (content) e.textContent = content;
  if (className) e.className = className;
  return e;
}

export function download(name: string, type: string, content: BlobPart): void {
  const a = make('a');
  a.href = URL.createObjectURL(new Blob([content], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

/** Buttons at the right of a figure's caption, made once. */
export function toolButton(figure: Element, label: string, action: (button: HTMLButtonElement) => void): void {
  const caption = figure.querySelector('figcaption');
  if (!caption) return;
  let bar = caption.querySelector('.figtools');
  if (!bar) bar = caption.appendChild(make('span', '', 'figtools'));
  const button = make('button', label);
  button.type = 'button';
  button.onclick = () => action(button);
  bar.appendChild(button);
}

export function columnHead(text: string): HTMLTableCellElement {
  const e = make('th', text);
  e.scope = 'col';
  return e;
}

/** Shows the numbers of a figure below it, or takes them away: the first row names the columns. */
export function toggleTable(figure: Element, button: HTMLButtonElement, rows: () => string[][]): void {
  const old = figure.querySelector('.plot-table');
  button.setAttribute('aria-pressed', String(!old));
  if (old) { old.remove(); return; }
  const holder = make('div', '', 'scroll plot-table'), table = make('table'), head = make('thead'), body = make('tbody'), all = rows();
  all.slice(0, MOST_ROWS + 1).forEach((row, k) => {
    const line = make('tr');
    row.forEach(cell => line.appendChild(k ? make('td', cell) : columnHead(cell)));
    (k ? body : head).appendChild(line);
  });
  table.append(head, body);
  holder.appendChild(table);
  // As tables of the page: reached and scrolled by keyboard, named for those who hear it.
  holder.tabIndex = 0;
  holder.setAttribute('role', 'region');
  holder.setAttribute('aria-label', `Numbers: ${figure.querySelector('figcaption b')?.textContent ?? ''}`);
  if (all.length > MOST_ROWS + 1) holder.appendChild(make('p', `The first ${MOST_ROWS} of ${all.length - 1} rows; CSV has all of them.`));
  figure.appendChild(holder);
}

export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40) || 'figure';

const defused = (text: string): string => /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? "'" + text : text;
export const csvCell = (text: string): string => {
  const safe = defused(text);
  return /[",\r\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
};

export const cssVar = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export const clamp = (x: number, a: number, b: number): number => Math.min(b, Math.max(a, x));
export const short = (text: string, letters: number): string => text.length <= letters ? text : text.slice(0, Math.max(1, letters - 1)) + '…';
