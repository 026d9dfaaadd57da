// What tests of pages share: a headless Chromium, a page that reports every message and request, and a fingerprint of
// what the 3-D view shows.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const viewer = join(dirname(fileURLToPath(import.meta.url)), '..', 'viewer', 'package.json');

/** Where Chromium is on this machine; undefined: nowhere. */
export const installedChromium = () =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export function launch(executablePath) {
  const { chromium } = createRequire(viewer)('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-component-update', '--hide-scrollbars'] });
}

/** A page that expects silence on the console and no request but for itself; `expect(good, what)`. */
export async function quietPage(browser, expect, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.on('console', m => expect(!['error', 'warning'].includes(m.type()), `console says ${m.text()}`));
  page.on('pageerror', e => expect(false, `script error ${e.message}`));
  page.on('request', r => expect(/^(file|data|blob):/.test(r.url()), `asks for ${r.url()}`));
  return page;
}

export const ready = page => page.waitForSelector('html[data-ready=true]', { timeout: 60000 });

export const settle = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Distinct colors of the 3-D canvas, a fingerprint of them, and the share of it that is drawn on. */
export async function pixels(page) {
  await settle(page);
  return page.evaluate(() => {
    const view = document.getElementById('view'), copy = document.createElement('canvas');
    copy.width = view.width; copy.height = view.height;
    const g = copy.getContext('2d');
    g.drawImage(view, 0, 0);
    const data = new Uint32Array(g.getImageData(0, 0, copy.width, copy.height).data.buffer);
    let hash = 0, drawn = 0;
    for (const v of data) { hash = (Math.imul(hash, 31) + v) | 0; if (v) ++drawn; }
    return { colors: new Set(data).size, hash, share: drawn / data.length };
  });
}

/** Sets a slider or a list as a hand would. */
export const choose = (page, id, value) => page.evaluate(([id, value]) => {
  const e = document.getElementById(id);
  e.value = value;
  e.dispatchEvent(new Event('input'));
  e.dispatchEvent(new Event('change'));
}, [id, value]);
