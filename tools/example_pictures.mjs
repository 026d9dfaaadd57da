#!/usr/bin/env node
// Makes the pictures of examples' READMEs from their pages: runs each at its own size, opens the page in headless
// Chromium, sets what is to be seen, and writes docs/pictures/NAME.png.
// Usage: tools/example_pictures.mjs [--runs FOLDER] [NAME ...]   (default: all; runs are kept in build/pictures)
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { choose, installedChromium, launch, quietPage, ready, settle } from './browser_kit.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const largest = 200_000, largest_page = 320_000;  // bytes of a picture

/** What is seen: the 3-D view, or the figure whose caption begins so. `at`: share of the time bar; `field`, `show`: by
 *  their names; `look`: azimuth and elevation in degrees; `near`: height of what is seen and its middle [m]; `scale`,
 *  `forces`, `cut`, `mesh`: as on the page. `of`: the example, where the picture has another name; `run`: the name of a
 *  run of its own, with `set`; `section`: of the page, where figures of several are called alike; `page`: the top of the
 *  whole page in this size, a point picked at this share of the view; `tiles`: several of these in one picture. */
// Sizes of the gear pair at which the solved mesh itself is drawn, and its lines can be told apart.
const coarse_gears = ['flank_size=0.005 in', 'bulk_size=0.018 in'];
const pictures = {
  'ball-bearing': { at: 0.6, look: [-75, 40] },
  'bolted-flange': { show: 'pull', field: 'displacement magnitude', at: 1, scale: 75, cut: 1 },
  bracket: { field: 'von Mises stress' },
  cantilever: { field: 'von Mises stress' },
  'cantilever-report': { of: 'cantilever', page: { width: 1280, height: 1120, pick: [0.12, 0.36] } },
  'ellipsoid-on-plane': { at: 0.3 },
  'gear-pair-figures': { of: 'gear-pair', tiles: [
    { run: 'gear-pair-mesh', set: coarse_gears, at: 0.5, scale: 0, forces: 0 },
    { run: 'gear-pair-mesh', set: coarse_gears, at: 0.5, scale: 0, forces: 0, near: [0.0115, 0.0254, 0] },
    { section: 'loaded', figure: 'Candidate pairs' }, { section: 'frictionless', figure: 'Input torque' },
    { section: 'light', figure: 'Transmission error' }, { section: 'frictionless', figure: 'Load of a tooth pair' }] },
  'gear-whine-error': { of: 'gear-whine', figure: 'XX' },
  'helical-pair-face-factor': { of: 'helical-pair', figure: 'Face load factor over torque' },
  'helical-pair-pattern': { of: 'helical-pair', section: 'misaligned', figure: 'Contact pattern' },
  'journal-ehd': { figure: "Pressure above the surroundings, 'big end' at 0.08" },
  'journal-film': { at: 0.5, field: 'film pressure' },
  'pressed-sphere': { show: 'step 2', field: 'von Mises stress' },
  rotor: { figure: 'Campbell diagram' },
  'shaft-in-bore': { show: 'step 2', scale: 0 },
  'slider-crank': { at: 0.35 },
  'webbed-gear': { look: [-90, 60], mesh: false },
};

const args = process.argv.slice(2), at = args.indexOf('--runs');
const runs = resolve(at < 0 ? join(root, 'build', 'pictures') : args.splice(at, 2)[1]);
const unknown = args.filter(name => !pictures[name]);
if (unknown.length) { console.error(`example_pictures: there is none of ${unknown.join(', ')}; known: ${Object.keys(pictures).join(', ')}`); process.exit(1); }
const executablePath = installedChromium();
if (!executablePath) { console.error('example_pictures: no Chromium on this machine; `tools/setup test` installs it'); process.exit(1); }

function pageOf(name, wanted) {
  const folder = join(runs, wanted.run ?? name), page = join(folder, 'report.html');
  if (!existsSync(page)) {
    const done = spawnSync(join(root, 'build/bin/trunnion'), ['run', join('examples', name, `${name}.toml`), '--out', folder, '--quiet', ...(wanted.set ?? []).flatMap(change => ['--set', change])], { cwd: root, stdio: 'inherit' });
    if (done.status) throw new Error(`${name}: the run failed`);
  }
  return page;
}

/** Sets a list of the page to the entry that is called so. */
const name = (page, id, label) => page.evaluate(([id, label]) => {
  const list = document.getElementById(id), entry = [...list.options].find(o => o.textContent === label);
  if (!entry) throw new Error(`${id} has no '${label}' but ${[...list.options].map(o => o.textContent).join(', ')}`);
  list.value = entry.value;
  list.dispatchEvent(new Event('change'));
}, [id, label]);

/** Changes numbers of `view`, from `first` on, as a link would: azimuth and elevation are 4 and 5, height and center of
 *  what is seen 6 to 9. */
async function look(page, first, values) {
  await page.locator('#view').press('1');
  await page.waitForURL(url => url.hash.includes('view='));
  const state = new URLSearchParams(new URL(page.url()).hash.slice(1)), view = state.get('view').split(',');
  view.splice(first, values.length, ...values);
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
    if (wanted.field) await name(page, 'field', wanted.field);
    if (wanted.scale !== undefined) await choose(page, 'scale', String(wanted.scale));
    if (wanted.look) await look(page, 4, wanted.look.map(degrees => degrees * Math.PI / 180));
    if (wanted.cut !== undefined) await choose(page, 'cut', String(wanted.cut));
    if (wanted.mesh === false) await page.evaluate(() => document.getElementById('mesh').click());
    if (wanted.forces !== undefined) await choose(page, 'forces', String(wanted.forces));
    if (wanted.at !== undefined) {
      const top = Number(await page.locator('#bar').getAttribute('max'));
      await choose(page, 'bar', String(Math.round(wanted.at * top)));
    }
    await page.evaluate(() => document.getElementById('fit').click());
    if (wanted.near) await look(page, 6, [...wanted.near, 0]);
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
  const most = wanted.page || wanted.tiles ? largest_page : largest;
  if (picture.length > most) { ++failures; console.log(`${title}: ${picture.length} bytes, more than ${most}`); }
  console.log(`${title}: ${Math.round(picture.length / 1000)} kB`);
}
await browser.close();
process.exit(failures ? 1 : 0);
