// Wakes the page: units, theme, diagrams, tables, then the 3-D view. Everything readable stands in the HTML already.
import { loadColors } from './colors';
import { float32, json, type Matrix, type PageData } from './data';
import { $, make, toolButton } from './dom';
import { addMatrixTools, drawMatrix, moveMatrix } from './matrix';
import { addParallelAxes } from './parallel';
import { addPlotTools, drawPlot, forgetZoom, moveCursor, zoomAxis, type Plot } from './plot';
import { plainNames } from './series_look';
import { spectrumPlot } from './spectrum';
import { Stage } from './stage';
import { addCopyButtons, markNumbers, rewriteNumbers } from './tables';
import { loadUnits, setSystem } from './units';

loadUnits(json('units-table'));
const data = json<PageData>('data');
loadColors(data.colors);
document.querySelectorAll('.js').forEach(e => e.removeAttribute('hidden'));

const saved = new URLSearchParams(location.hash.slice(1));
let stage: Stage | null = null;

// ---- diagrams
const plots: [HTMLElement, () => void][] = [];
const timePlots = new Map<HTMLElement, Plot>();  // their x is the time of the 3-D view
const overPlots = new Map<string, Map<HTMLElement, Plot>>([['', timePlots]]);  // or what else its scenes run over
for (const scene of data.scenes) {
  if (scene.over) overPlots.set(scene.over, new Map());
  scene.overUnit = data.curves.find(c => c.x.label === scene.over)?.x.unit ?? '';
}
document.querySelectorAll<HTMLElement>('[data-curve]').forEach(box => {
  const c = data.curves[Number(box.dataset.curve)];
  const names = plainNames(c.series.map(s => s.name));
  const plot: Plot = { ...c, series: c.series.map((s, k) => ({ ...s, name: names[k], x: float32(s.x), y: float32(s.y) })) };
  const over = c.x.unit === 's' && !overPlots.has(c.x.label) ? '' : c.x.label, linked = c.kind === 'cartesian' ? overPlots.get(over) : undefined;
  if (linked) {
    linked.set(box, plot);
    plot.onScrub = t => stage?.goTo(t, over);
    plot.onZoom = x => linked.forEach((other, there) => { if (there !== box) zoomAxis(there, other, x); });
  }
  let shown = plot;
  plots.push([box, () => drawPlot(box, shown)]);
  addPlotTools(box.closest('figure')!, box, () => shown);
  if (timePlots.has(box) && c.thinned) box.closest('figure')!.querySelector('figcaption')!.appendChild(make('span', 'Thinned for this page, so without a spectrum; the results file has all samples.'));
  else if (timePlots.has(box)) toolButton(box.closest('figure')!, 'Spectrum', tool => {
    const over = shown === plot ? spectrumPlot(plot) : null;
    shown = over ?? plot;
    tool.setAttribute('aria-pressed', String(shown !== plot));
    if (over) timePlots.delete(box); else timePlots.set(box, plot);
    forgetZoom(box);
    drawPlot(box, shown);
  });
});
const movingMaps = new Map<HTMLElement, Matrix>();
document.querySelectorAll<HTMLElement>('[data-matrix]').forEach(box => {
  const m = data.matrices[Number(box.dataset.matrix)];
  if (m.instants.length) movingMaps.set(box, m);
  plots.push([box, () => drawMatrix(box, m)]);
  addMatrixTools(box.closest('figure')!, m);
});
addCopyButtons();
markNumbers();
plots.push(...addParallelAxes());
const drawAll = (): void => plots.forEach(([, draw]) => draw());
let width = document.body.clientWidth;
new ResizeObserver(() => { if (width !== document.body.clientWidth) { width = document.body.clientWidth; drawAll(); stage?.refresh(); } }).observe(document.body);

function timeMoved(t: number | null, over: string): void {
  overPlots.forEach((list, axis) => list.forEach((_, plot) => moveCursor(plot, axis === over ? t : null)));
  movingMaps.forEach((m, box) => { if (moveMatrix(m, over ? null : t)) drawMatrix(box, m); });
}

// ---- theme and units
const root = document.documentElement, button = $<HTMLButtonElement>('theme');
let theme = saved.get('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
function setTheme(name: string): void {
  root.dataset.theme = name;
  button.textContent = name === 'dark' ? 'Light' : 'Dark';
  stage?.draw();
}
button.onclick = () => { theme = theme === 'dark' ? 'light' : 'dark'; setTheme(theme); remember(); };
addEventListener('beforeprint', () => { setTheme('light'); drawAll(); });
addEventListener('afterprint', () => { setTheme(theme); drawAll(); });
matchMedia('print').addEventListener('change', e => { setTheme(e.matches ? 'light' : theme); drawAll(); });

const units = $<HTMLSelectElement>('units');
function applyUnits(): void { setSystem(Number(units.value)); rewriteNumbers(); drawAll(); stage?.refresh(); }
units.onchange = () => { applyUnits(); remember(); };
if (saved.get('units') === '1') { units.value = '1'; applyUnits(); }
setTheme(theme);
drawAll();

// ---- the view is kept in the address, so that a reload or a link shows the same
let timer = 0;
function remember(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const state = new URLSearchParams();
    if (stage) state.set('view', stage.state());
    if (units.value !== '0') state.set('units', units.value);
    state.set('theme', theme);
    try { history.replaceState(null, '', '#' + state); } catch { /* some browsers refuse on pages from disk */ }
  }, 400);
}

// ---- section links follow the reading
const links = [...document.querySelectorAll<HTMLAnchorElement>('nav.toc a')];
const sections = links.map(a => document.querySelector(a.getAttribute('href')!));
addEventListener('scroll', () => {
  let current = 0;
  sections.forEach((s, k) => { if (s && s.getBoundingClientRect().top < 160) current = k; });
  links.forEach((a, k) => a.classList.toggle('on', k === current));
}, { passive: true });

// ---- 3-D, after the text is on the screen
if (data.scenes.length) requestAnimationFrame(() => setTimeout(() => {
  const box = $('stage-box');
  try {
    stage = new Stage(data.scenes, remember, timeMoved);
    const view = saved.get('view');
    if (view) stage.restore(view);
    box.classList.add('live');
    $('stamp').textContent = 'drag to turn';
    toolButton(box.closest('figure')!, 'PNG', () => stage?.png());
  } catch (problem) {
    $('stamp').textContent = 'This browser offers no WebGL 2: a prepared still picture is shown.';
    document.querySelectorAll('#stage .js').forEach(e => e.setAttribute('hidden', ''));
    if (!(problem instanceof Error && problem.message.startsWith('WebGL 2'))) throw problem;
  }
  root.dataset.ready = 'true';
}, 0));
else root.dataset.ready = 'true';
