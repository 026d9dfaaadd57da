#!/usr/bin/env node
// Opens report pages in headless Chromium and uses them as a reader would: no message on the console, no request, the
// 3-D view draws, the time bar moves bodies, colors switch, a point can be picked, a diagram zooms.
// Usage: tools/check_pages.mjs [--symbols] FOLDER ...   (each holds a report.html; a screenshot is left beside it)
//   --symbols   joints, bearings or forces must be seen and can be switched off
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { choose, installedChromium, launch, pixels, quietPage, ready } from './browser_kit.mjs';

const executablePath = installedChromium();
if (!executablePath) {
  console.error('check_pages: no Chromium on this machine; `tools/setup test` installs it (package chromium)');
  process.exit(1);
}
const folders = process.argv.slice(2).filter(word => word !== '--symbols'), wantsSymbols = process.argv.includes('--symbols');
if (!folders.length) {
  console.error('check_pages: name folders that hold a report.html');
  process.exit(1);
}
let failures = 0;
const browser = await launch(executablePath);

/** A study, or a comparison of runs, has none. */
const hasBodies = folder => {
  const model = join(folder, 'model.toml');
  return existsSync(model) && /^\[\[(flexible_body|rigid_body|gear)\]\]|^(flexible_body|rigid_body|gear) *=/m.test(readFileSync(model, 'utf8'));
};

async function check(folder) {
  const expect = (good, what) => { if (!good) { ++failures; console.log(`FAILED: ${folder}: ${what}`); } };
  const page = await quietPage(browser, expect);
  await page.goto(pathToFileURL(resolve(folder, 'report.html')).href);
  await ready(page);
  await page.screenshot({ path: join(folder, 'report.png'), fullPage: true });
  if (await page.locator('#view').count()) {
    const first = await pixels(page);
    expect(first.colors > 50, `the 3-D view has ${first.colors} colors`);
    if (wantsSymbols) {
      await page.click('#symbols');
      const bare = (await pixels(page)).hash;
      await page.click('#symbols');
      const again = (await pixels(page)).hash;
      expect(bare !== first.hash && again === first.hash, 'the button of symbols takes them away and brings them back');
    }
    const last = await page.locator('#bar').evaluate(bar => bar.offsetParent ? bar.max : '0');
    if (Number(last) > 0) {
      await choose(page, 'bar', String(Math.ceil(Number(last) / 3)));
      expect((await pixels(page)).hash !== first.hash, 'the time bar moves the bodies');
    }
    const fields = await page.locator('#field option').evaluateAll(all => all.map(o => o.value));
    if (fields.length > 1) {
      const pictures = new Set();
      for (const field of fields.slice(0, 6)) {
        await choose(page, 'field', field);
        pictures.add((await pixels(page)).hash);
      }
      expect(pictures.size > 1, 'colors change the picture');
    }
    const box = await page.locator('#view').boundingBox();
    let picked = false;
    for (let k = 0; k < 81 && !picked; ++k) {  // wherever the body is
      await page.mouse.click(box.x + box.width * (1 + k % 9) / 10, box.y + box.height * (1 + Math.floor(k / 9)) / 10);
      picked = /^Picked point/.test(await page.textContent('#pick-title'));
    }
    expect(picked, 'a point can be picked');
  } else {
    expect(!hasBodies(folder), 'its model has bodies, but there is no 3-D view');
  }
  const plot = page.locator('[data-curve] svg').first();
  if (await plot.count()) {
    await plot.scrollIntoViewIfNeeded();
    const before = await plot.innerHTML(), at = await plot.boundingBox();
    await page.mouse.move(at.x + 0.4 * at.width, at.y + 0.4 * at.height);
    await page.mouse.down();
    await page.mouse.move(at.x + 0.7 * at.width, at.y + 0.8 * at.height, { steps: 3 });
    await page.mouse.up();
    await page.mouse.move(5, 5);
    expect(await page.locator('[data-curve] svg').first().innerHTML() !== before, 'a box zooms the first diagram');
  }
  await page.context().close();
}

for (const folder of folders) await check(folder);
await browser.close();
console.log(failures ? `${failures} failed` : `check_pages: ${folders.length} pages are well`);
process.exit(failures ? 1 : 0);
