// Looks on at a run through `trunnion view` in headless Chromium until the page has been loaded anew by itself with more
// pictures than before, while the run goes on.
// Usage: node live.mjs ADDRESS CHROMIUM [SCREENSHOT]; prints JSON: what was on the page each time it was loaded.
import { launch, settle } from '../../tools/browser_kit.mjs';

const [address, executablePath, screenshot] = process.argv.slice(2);
const patience = 120000;
const browser = await launch(executablePath);
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const problems = [], seen = [];  // script errors; pages
page.on('pageerror', e => problems.push(e.message));
await page.goto(address);
const begin = Date.now();
let last = null, taken = false;
while (Date.now() - begin < patience) {
  const frame = page.frames().find(f => f.url().endsWith('/page'));
  let now = null;
  try {
    now = await frame?.evaluate(() => document.documentElement.dataset.ready !== 'true' ? null : {
      loaded: performance.timeOrigin, chips: document.querySelector('.chips').textContent,
      scenes: JSON.parse(document.getElementById('data').textContent).scenes.map(s => s.frames.length),
      status: [...document.querySelectorAll('#balances figure:last-child tbody tr')].map(row => row.lastElementChild.textContent) });
  } catch { /* the frame was just loaded anew */ }
  if (now && now.loaded !== last) {
    last = now.loaded;
    seen.push(now);
    if (screenshot && !taken && now.scenes.length && now.chips.includes('Running')) {
      taken = true;
      await settle(frame);
      await page.screenshot({ path: screenshot });
    }
    const before = seen.at(-2), grown = before && before.scenes.length === now.scenes.length && now.scenes.at(-1) > before.scenes.at(-1);
    if (grown && now.chips.includes('Running')) break;
  }
  await page.waitForTimeout(50);
}
await browser.close();
console.log(JSON.stringify({ problems, seen }));
