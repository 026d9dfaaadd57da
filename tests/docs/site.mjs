// Opens every page of the built documentation site in headless Chromium: nothing is asked of another host, no formula is
// left as it was typed, no page is wider than a phone or a desk screen, pictures are there.
// Usage: node site.mjs FOLDER; prints one line per failed expectation, exit status 1 when there is any.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedChromium, launch, quietPage } from '../../tools/browser_kit.mjs';

const folder = process.argv[2];
const chromium = installedChromium();
if (!chromium) { console.log('no Chromium on this machine'); process.exit(0); }
let failures = 0, name = '';
const expect = (good, what) => { if (!good) { ++failures; console.log(`FAILED: ${name}: ${what}`); } };

const browser = await launch(chromium);
const page = await quietPage(browser, expect);
const pages = readdirSync(folder, { recursive: true }).filter(file => file.endsWith('.html') && file !== '404.html');
let equations = 0;
for (name of pages) {
  await page.goto(pathToFileURL(join(folder, name)).href);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over <= 0, `${over} px too wide at ${width} px`);
  }
  const found = await page.evaluate(() => {
    const text = document.querySelector('.document').cloneNode(true);
    text.querySelectorAll('code').forEach(e => e.remove());
    return { raw: text.textContent.match(/\$\$|\\tag|\\frac|formulaplace/)?.[0],
      equations: document.querySelectorAll('.equation .number').length,
      flat: [...document.querySelectorAll('.equation math')].filter(e => e.getBoundingClientRect().height < 10).length,
      lost: [...document.images].filter(e => !e.naturalWidth).map(e => e.getAttribute('src')) };
  });
  expect(!found.raw, `'${found.raw}' is left of a formula`);
  expect(!found.flat, `${found.flat} equations without height`);
  expect(!found.lost.length, `pictures are missing: ${found.lost}`);
  equations += found.equations;
}
name = 'site';
expect(pages.length > 30, `only ${pages.length} pages`);
expect(equations > 50, `only ${equations} numbered equations`);
await browser.close();
console.log(failures ? `${failures} failed` : `all good, ${pages.length} pages, ${equations} equations`);
process.exit(failures ? 1 : 0);
