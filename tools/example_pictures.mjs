#!/usr/bin/env node
// Makes the pictures of examples' READMEs from their pages: runs each at its own size, opens the page in headless
// Chromium, sets what is to be seen, and writes docs/pictures/NAME.png.
// Usage: tools/example_pictures.mjs [--runs FOLDER] [NAME ...]   (default: all; runs are kept in build/pictures)
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { choose, installedChromium, launch, quietPage, ready, settle } from './browser_kit.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const largest = 200_000, largest_page = 320_000;  // bytes of a picture

/** What is seen: the 3-D view, or the figure whose caption begins so. `at`: share of the time bar; `field`, `show`: by
 *  their names; `look`: azimuth and elevation in degrees; `scale`, `forces`, `cut`, `mesh`: as on the page. `of`: the
 *  example, where the picture has another name; `page`: the top of the whole page in this size, a point picked at this
 *  share of the view. */
const pictures = {
  'ball-bearing': { at: 0.6, look: [-75, 40] },
  'bolted-flange': { show: 'pull', field: 'displacement magnitude', at: 1, scale: 75, cut: 1 },
  bracket: { field: 'von Mises stress' },
  cantilever: { field: 'von Mises stress' },
  'cantilever-report': { of: 'cantilever', page: { width: 1280, height: 1120, pick: [0.12, 0.36] } },
  'ellipsoid-on-plane': { at: 0.3 },
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

function pageOf(name) {
  const folder = join(runs, name), page = join(folder, 'report.html');
  if (!existsSync(page)) {
    const done = spawnSync(join(root, 'build/bin/trunnion'), ['run', join('examples', name, `${name}.toml`), '--out', folder, '--quiet'], { cwd: root, stdio: 'inherit' });
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

/** Turns the view as a link would: azimuth and elevation are two of the numbers of `view`. */
async function look(page, [azimuth, elevation]) {
  await page.locator('#view').press('1');
  await page.waitForURL(url => url.hash.includes('view='));
  const state = new URLSearchParams(new URL(page.url()).hash.slice(1)), view = state.get('view').split(',');
  view[4] = azimuth * Math.PI / 180;
  view[5] = elevation * Math.PI / 180;
  state.set('view', view.join(','));
  await page.goto(`${page.url().split('#')[0]}#${state}`);
  await page.reload();
  await ready(page);
}

let failures = 0;
const browser = await launch(executablePath);
for (const [example, wanted] of Object.entries(pictures)) {
  if (args.length && !args.includes(example)) continue;
  const page = await quietPage(browser, (good, what) => { if (!good) { ++failures; console.log(`${example}: ${what}`); } },
    { viewport: wanted.page ?? { width: 900, height: 800 } });
  await page.goto(pathToFileURL(pageOf(wanted.of ?? example)).href + '#theme=light');
  await ready(page);
  let shot = page.locator('#stage-box');
  if (wanted.page) {
    const view = await page.locator('#view').boundingBox(), [right, down] = wanted.page.pick;
    await page.mouse.click(view.x + right * view.width, view.y + down * view.height);
    await page.mouse.move(5, 5);
    await page.evaluate(() => scrollTo(0, 0));
    shot = page;
  } else if (wanted.figure) {
    shot = page.locator('figure', { has: page.locator(`figcaption b:text-matches("^${wanted.figure}")`) }).first();
  } else {
    if (wanted.show) await name(page, 'show', wanted.show);
    if (wanted.field) await name(page, 'field', wanted.field);
    if (wanted.scale !== undefined) await choose(page, 'scale', String(wanted.scale));
    if (wanted.look) await look(page, wanted.look);
    if (wanted.cut !== undefined) await choose(page, 'cut', String(wanted.cut));
    if (wanted.mesh === false) await page.evaluate(() => document.getElementById('mesh').click());
    if (wanted.forces !== undefined) await choose(page, 'forces', String(wanted.forces));
    if (wanted.at !== undefined) {
      const top = Number(await page.locator('#bar').getAttribute('max'));
      await choose(page, 'bar', String(Math.round(wanted.at * top)));
    }
    await page.evaluate(() => document.getElementById('fit').click());
    await page.evaluate(() => { document.getElementById('stamp').hidden = true; });
  }
  await settle(page);
  const file = join(root, 'docs', 'pictures', `${example}.png`);
  await shot.screenshot({ path: file });
  const size = statSync(file).size;
  const most = wanted.page ? largest_page : largest;
  if (size > most) { ++failures; console.log(`${example}: ${size} bytes, more than ${most}`); }
  console.log(`${example}: ${Math.round(size / 1000)} kB`);
  await page.context().close();
}
await browser.close();
process.exit(failures ? 1 : 0);
