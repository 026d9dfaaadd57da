// Tables are plain HTML; script copies them as CSV and rewrites their numbers when the units change.
import { csvCell, make, toolButton } from './dom';
import { columnText, displayUnit, isUsual, num, switchedUnits, text } from './units';

export function rewriteNumbers(): void {
  document.querySelectorAll<HTMLElement>('span[data-v]').forEach(e => {
    const v = Number(e.dataset.v), si = e.dataset.u ?? '';
    if (e.dataset.list) {
      const list = e.dataset.list.split(',').map(Number), u = displayUnit(si, Math.max(...list.map(Math.abs)));
      e.textContent = isUsual() ? e.dataset.text! : `(${list.map(x => num(x * u.factor, 4)).join(', ')}) ${u.unit}`;
      return;
    }
    if (e.dataset.text && isUsual()) { e.textContent = e.dataset.text; return; }
    if (!e.dataset.split) { e.textContent = text(v, si, Number(e.dataset.d) || 3); return; }
    const u = displayUnit(si, v), small = e.querySelector('small')!;
    e.firstChild!.textContent = num(v * u.factor);
    small.textContent = u.unit;
  });
  document.querySelectorAll('table').forEach(table => {
    table.querySelectorAll('th').forEach((th, column) => {
      const u = displayUnit(th.dataset.u ?? '', Number(th.dataset.max)), shown = th.querySelector('.u');
      if (shown) shown.textContent = ', ' + u.unit;
      const cells = Array.from(table.tBodies[0]?.rows ?? [], row => row.cells[column]).filter(td => td?.dataset.v !== undefined);
      columnText(cells.map(td => Number(td.dataset.v) * u.factor)).forEach((shown_, k) => { cells[k].textContent = shown_; });
    });
  });
}

/** Numbers with a unit inside sentences, with as many digits as were written; code and names are left alone. */
export function markNumbers(): void {
  const units = switchedUnits(), names = [...units.keys()].sort((a, b) => b.length - a.length).map(u => u.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const number = /([\u2212-]?\d[\d\u202F]*(?:\.\d+)?)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.source, raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const one = `(?<![\\w.])${number}`, list = '\\(((?:[\u2212-]?\\d[\\d.]*, )+[\u2212-]?\\d[\\d.]*)\\)';
  const pattern = new RegExp(`(?:${one}|${list})[ \u202F](${names.join('|')})(?![\\w²³/^·])`, 'g');
  const texts: Text[] = [];
  document.querySelectorAll('h1, .lede, .vlist, dd.k, figcaption span').forEach(e => {
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement!.closest('code, [data-v], .figtools')) texts.push(node as Text);
  });
  for (const node of texts) {
    const content = node.data, pieces: Node[] = [];
    let end = 0;
    for (const m of content.matchAll(pattern)) {
      const unit = units.get(m[4])!, plain = (m[1] ?? '0').replace(/\u202F/g, '').replace('\u2212', '-');
      const power = m[2] ? Number([...m[2]].map(c => c === '⁻' ? '-' : raised.indexOf(c)).join('')) : 0;
      const span = make('span', m[0]);
      span.dataset.v = String(Number(plain) * 10 ** power / unit.factor);
      span.dataset.u = unit.si;
      span.dataset.d = String(Math.max(3, plain.replace(/^-?0*\.?0*|\./g, '').length));
      span.dataset.text = m[0];
      if (m[3]) span.dataset.list = m[3].split(', ').map(x => String(Number(x.replace('\u2212', '-')) / unit.factor)).join(',');
      pieces.push(document.createTextNode(content.slice(end, m.index)), span);
      end = m.index! + m[0].length;
    }
    if (pieces.length) node.replaceWith(...pieces, content.slice(end));
  }
}

function csv(table: HTMLTableElement): string {
  const factors = Array.from(table.querySelectorAll('th'), th => displayUnit(th.dataset.u ?? '', Number(th.dataset.max)).factor);
  return Array.from(table.rows, row => Array.from(row.cells, (cell, k) =>
    csvCell(cell.dataset.v !== undefined ? String(Number((Number(cell.dataset.v) * factors[k]).toPrecision(12))) : cell.textContent!.trim())).join(',')).join('\n') + '\n';
}

export function addCopyButtons(): void {
  document.querySelectorAll('figure table').forEach(table => {
    toolButton(table.closest('figure')!, 'Copy CSV', async button => {
      const content = csv(table as HTMLTableElement);
      try { await navigator.clipboard.writeText(content); } catch { copyBySelection(content); }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy CSV'; }, 2500);
    });
  });
}

/** Pages opened from disk may not use the clipboard directly in every browser. */
function copyBySelection(content: string): void {
  const area = document.createElement('textarea');
  area.value = content;
  document.body.appendChild(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
