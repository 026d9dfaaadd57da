#!/usr/bin/env node
// Makes pictures of examples' READMEs and of tutorials from their pages: runs each at its own size, opens the page in
// headless Chromium, sets what is to be seen, and writes docs/pictures/NAME.png. Those of studies and of runs that take
// long are not made here: they were taken from the pages of the runs that their READMEs tell of.
// Usage: tools/example_pictures.mjs [--runs FOLDER] [NAME ...]   (default: all; runs are kept in build/pictures)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { choose, installedChromium, launch, quietPage, ready, settle } from './browser_kit.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const largest = 200_000, largest_page = 320_000, largest_tiles = 450_000;  // bytes of a picture

// Sizes of the gear pair at which the solved mesh itself is drawn, and its lines can be told apart.
const coarse_gears = ['flank_size=0.005 in', 'bulk_size=0.018 in'];
/** What is seen: the 3-D view, or the figure whose caption begins so.
 *  `at`: share of the time bar; `field`, `show`: by their names; `look`: azimuth and elevation in degrees; `near`: height
 *  of what is seen and its middle [m]; `zoom`: turns of the wheel `towards` this share of the view; `bodies`: no others
 *  are drawn; `scale`, `forces`, `cut`, `mesh`: as on the page.
 *  `of`: the example, where the picture has another name; `tutorial`: the page of docs/tutorials whose model it is; `run`:
 *  the name of a run of its own, with `set`; `section`: of the page, where figures of several are called alike; `page`:
 *  the top of the whole page in this size, a point picked at this share of the view; `tiles`: several in one picture. */
const pictures = {
  'ball-bearing': { at: 0.6, look: [-75, 40] },
  'bolted-flange': { show: 'pull', field: 'displacement magnitude', at: 1, scale: 75, cut: 1 },
  bracket: { field: 'von Mises stress' },
  cantilever: { field: 'von Mises stress' },
  'cantilever-report': { of: 'cantilever', page: { width: 1280, height: 1120, pick: [0.12, 0.36] } },
  'cranktrain-orbit': { of: 'cranktrain', figure: 'Orbit of the journal in big end 1' },
  'ellipsoid-on-plane': { at: 0.3 },
  'gear-pair': { field: 'von Mises stress', at: 0.5, forces: 20, mesh: false, zoom: 5, towards: [0.44, 0.48] },
  'gear-pair-figures': { of: 'gear-pair', tiles: [
    { run: 'gear-pair-mesh', set: coarse_gears, field: 'none', at: 0.5, scale: 0, forces: 0 },
    { run: 'gear-pair-mesh', set: coarse_gears, field: 'none', at: 0.5, scale: 0, forces: 0, look: [-90, 90],
      near: [0.009, 0.0254, 0, 0] },
    { section: 'loaded', figure: 'Candidate pairs' }, { section: 'frictionless', figure: 'Input torque' },
    { section: 'light', figure: 'Transmission error' }, { section: 'frictionless', figure: 'Load of a tooth pair' }] },
  'helical-pair-face-factor': { of: 'helical-pair', figure: 'Face load factor over torque' },
  'helical-pair-pattern': { of: 'helical-pair', section: 'misaligned', figure: 'Contact pattern' },
  'journal-ehd': { figure: "Pressure above the surroundings, 'big end' at 0.08" },
  'journal-film': { at: 0.5, field: 'film pressure' },
  'own-mesh-fan': { of: 'fan', tutorial: 'own-mesh', at: 0.62, look: [-50, 20], scale: 70, zoom: 2, mesh: false },
  'press-fit-pressure': { of: 'press-fit', figure: "Pressure, after 'bend'" },
  'pressed-cylinder-friction': { of: 'pressed-cylinder', figure: 'Friction stress' },
  'pressed-sphere': { show: 'step 2', field: 'von Mises stress' },
  rotor: { figure: 'Campbell diagram' },
  'run-up-orders': { of: 'run-up', figure: 'Orders of measure.sway over speed' },
  'shaft-in-bore': { show: 'step 2', scale: 0 },
  'slider-crank': { at: 0.35 },
  'thrust-bearing-crank-557': { of: 'thrust-bearing', bodies: ['crank'], field: 'displacement magnitude', scale: 100, at: 9 / 11, look: [-80, 8], mesh: false },
  'thrust-bearing-crank-660': { of: 'thrust-bearing', bodies: ['crank'], field: 'displacement magnitude', scale: 100, at: 1, look: [-80, 8], mesh: false },
  'thrust-pads': { of: 'thrust', tutorial: 'thrust-bearing', figure: 'Pressure above the surroundings' },
  'webbed-gear': { look: [-90, 60], mesh: false },
};

const args = process.argv.slice(2), at = args.indexOf('--runs');
const runs = resolve(at < 0 ? join(root, 'build', 'pictures') : args.splice(at, 2)[1]);
const unknown = args.filter(name => !pictures[name]);
if (unknown.length) { console.error(`example_pictures: there is none of ${unknown.join(', ')}; known: ${Object.keys(pictures).join(', ')}`); process.exit(1); }
const executablePath = installedChromium();
if (!executablePath) { console.error('example_pictures: no Chromium on this machine; `tools/setup test` installs it'); process.exit(1); }

const trunnion = (...words) => {
  const done = spawnSync(join(root, 'build/bin/trunnion'), words, { cwd: root, stdio: 'inherit' });
  if (done.status) throw new Error(`trunnion ${words.join(' ')} failed`);
};

/** Writes the model of a tutorial, and what its blocks make of Gmsh scripts, into `folder`. */
function modelOf(tutorial, name, folder) {
  mkdirSync(folder, { recursive: true });
  const blocks = [...readFileSync(join(root, 'docs', 'tutorials', `${tutorial}.md`), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  for (const [, kind, text] of blocks) {
    if (kind === 'toml' && text.startsWith(`# ${name}.toml`)) writeFileSync(join(folder, `${name}.toml`), text);
    if (kind === 'sh' && text.includes(`${name}.geo`)) spawnSync('bash', ['-ec', text.replace(/^trunnion .*$/gm, '')], { cwd: folder, stdio: 'inherit' });
  }
  return join(folder, `${name}.toml`);
}

function pageOf(name, wanted) {
  const run = wanted.run ?? name, folder = join(runs, run), page = join(folder, 'report.html');
  if (!existsSync(page)) {
    const model = wanted.tutorial ? modelOf(wanted.tutorial, name, join(runs, `${run}-model`)) : join('examples', name, `${name}.toml`);
    trunnion('run', model, '--out', folder, '--quiet', ...(wanted.set ?? []).flatMap(change => ['--set', change]));
  }
  return wanted.bodies ? withBodies(page, wanted.bodies) : page;
}

/** A copy of the page whose view has these bodies alone. */
function withBodies(file, names) {
  const copy = file.replace(/\.html$/, `-${names.join('-')}.html`), [, begin, text, end] =
    readFileSync(file, 'utf8').match(/^(.*<script[^>]* id="data"[^>]*>)(.*?)(<\/script>.*)$/s);
  const data = JSON.parse(text);
  for (const scene of data.scenes) {
    const kept = scene.bodies.map(b => names.includes(b.name));
    const chosen = list => list.filter((_, k) => kept[k]);
    scene.bodies = chosen(scene.bodies);
    for (const frame of scene.frames) { frame.bodies = chosen(frame.bodies); frame.symbols = null; }
    scene.symbols = [];
  }
  writeFileSync(copy, begin + JSON.stringify(data).replaceAll('<', '\\u003c') + end);
  return copy;
}

/** Sets a list of the page to the entry that is called so. */
const name = (page, id, label) => page.evaluate(([id, label]) => {
  const list = document.getElementById(id), entry = [...list.options].find(o => o.textContent === label);
  if (!entry) throw new Error(`${id} has no '${label}' but ${[...list.options].map(o => o.textContent).join(', ')}`);
  list.value = entry.value;
  list.dispatchEvent(new Event('change'));
}, [id, label]);

/** Sets the last numbers of `view`, as a link would: azimuth, elevation, then height and center of what is seen. */
async function look(page, values) {
  await page.locator('#view').press('1');
  await page.waitForURL(url => url.hash.includes('view='));
  const state = new URLSearchParams(new URL(page.url()).hash.slice(1)), view = state.get('view').split(',');
  view.splice(4, values.length, ...values);
  state.set('view', view.join(','));
  await page.goto(`${page.url().split('#')[0]}#${state}`);
  await page.reload();
  await ready(page);
}

let failures = 0;
const browser = await launch(executablePath);

/** The picture of one part of a page. */
async function shot(title, example, wanted) {
  const page = await quietPage(browser, (good, what) => { if (!good) { ++failures; console.log(`${title}: ${what}`); } },
    { viewport: wanted.page ?? { width: 900, height: 800 } });
  await page.goto(pathToFileURL(pageOf(example, wanted)).href + '#theme=light');
  await ready(page);
  let part = page.locator('#stage-box');
  if (wanted.page) {
    const view = await page.locator('#view').boundingBox(), [right, down] = wanted.page.pick;
    await page.mouse.click(view.x + right * view.width, view.y + down * view.height);
    await page.mouse.move(5, 5);
    await page.evaluate(() => scrollTo(0, 0));
    part = page;
  } else if (wanted.figure) {
    const within = wanted.section ? page.locator('section', { has: page.locator(`h2:text-is("${wanted.section}")`) }) : page;
    part = within.locator('figure', { has: page.locator(`figcaption b:text-matches("^${wanted.figure}")`) }).first();
  } else {
    if (wanted.show) await name(page, 'show', wanted.show);
    if (wanted.scale !== undefined) await choose(page, 'scale', String(wanted.scale));
    if (wanted.look) await look(page, [...wanted.look.map(degrees => degrees * Math.PI / 180), ...(wanted.near ?? [])]);
    if (wanted.field) await name(page, 'field', wanted.field);
    if (wanted.cut !== undefined) await choose(page, 'cut', String(wanted.cut));
    if (wanted.mesh === false) await page.evaluate(() => document.getElementById('mesh').click());
    if (wanted.forces !== undefined) await choose(page, 'forces', String(wanted.forces));
    if (wanted.at !== undefined) {
      const top = Number(await page.locator('#bar').getAttribute('max'));
      await choose(page, 'bar', String(Math.round(wanted.at * top)));
    }
    if (!wanted.near) await page.evaluate(() => document.getElementById('fit').click());
    if (wanted.zoom) {
      await page.locator('#stage-box').scrollIntoViewIfNeeded();
      const view = await page.locator('#view').boundingBox(), [right, down] = wanted.towards ?? [0.5, 0.5];
      await page.mouse.move(view.x + right * view.width, view.y + down * view.height);
      for (let k = 0; k < wanted.zoom; ++k) await page.mouse.wheel(0, -120);
    }
    await page.evaluate(() => { document.getElementById('stamp').hidden = true; });
  }
  await settle(page);
  const picture = await part.screenshot();
  await page.context().close();
  return picture;
}

/** Pictures in rows of two. */
async function tiled(pictures) {
  const page = await browser.newPage({ viewport: { width: 1240, height: 800 } });
  const images = pictures.map(picture => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  await page.setContent(`<body style="margin:0;background:#f5f7f9;display:grid;grid-template-columns:1fr 1fr;gap:12px;padding:12px;
    align-items:start;width:1216px"><style>img{width:100%}</style>${images.join('')}</body>`);
  await settle(page);
  const picture = await page.locator('body').screenshot();
  await page.close();
  return picture;
}

for (const [title, wanted] of Object.entries(pictures)) {
  if (args.length && !args.includes(title)) continue;
  const example = wanted.of ?? title;
  const tiles = [];
  for (const tile of wanted.tiles ?? [wanted]) tiles.push(await shot(title, example, tile));
  const picture = wanted.tiles ? await tiled(tiles) : tiles[0];
  writeFileSync(join(root, 'docs', 'pictures', `${title}.png`), picture);
  const most = wanted.tiles ? largest_tiles : wanted.page ? largest_page : largest;
  if (picture.length > most) { ++failures; console.log(`${title}: ${picture.length} bytes, more than ${most}`); }
  console.log(`${title}: ${Math.round(picture.length / 1000)} kB`);
}
await browser.close();
process.exit(failures ? 1 : 0);
