// Tables are plain HTML; script copies them as CSV and rewrites their numbers when the units change.
import { csvCell, toolButton } from './dom';
import { columnText, displayUnit, num, text } from './units';

export function rewriteNumbers(): void {
  document.querySelectorAll<HTMLElement>('span[data-v]').forEach(e => {
    const v = Number(e.dataset.v), si = e.dataset.u ?? '';
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
