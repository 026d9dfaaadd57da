// Opens the pages that test_browser.cpp wrote in headless Chromium and behaves like a reader.
// Usage: node browser.mjs FOLDER CHROMIUM; prints one line per failed expectation, exit status 1 when there is any.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { choose, launch, pixels, quietPage, ready, settle } from '../../tools/browser_kit.mjs';

const [folder, executablePath] = process.argv.slice(2);
const url = name => pathToFileURL(join(folder, name)).href;
let failures = 0;
const expect = (good, what) => { if (!good) { ++failures; console.log('FAILED: ' + what); } };

const browser = await launch(executablePath);

async function open(name, options = {}, prepare = null, fragment = '') {
  const page = await quietPage(browser, (good, what) => expect(good, `${name}: ${what}`),
    { viewport: { width: options.width ?? 1440, height: 900 }, colorScheme: options.theme ?? 'light', javaScriptEnabled: options.script ?? true });
  if (prepare) await page.addInitScript(prepare);
  await page.goto(url(name) + fragment);
  if (options.script ?? true) await ready(page);
  return page;
}

/** Nothing wider than the page, no text below 12 px. */
async function layout(page, what) {
  const found = await page.evaluate(() => {
    const small = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      const e = n.parentElement;
      if (!n.data.trim() || !e.checkVisibility() || e.closest('script,style')) continue;
      if (parseFloat(getComputedStyle(e).fontSize) < 12) small.push(n.data.trim());
    }
    return { wide: document.documentElement.scrollWidth - innerWidth, small };
  });
  expect(found.wide <= 0, `${what}: page is ${found.wide} px too wide`);
  expect(found.small.length === 0, `${what}: text below 12 px: ${found.small.join(' | ')}`);
}

// ---- every width, both themes
for (const [width, theme] of [[1440, 'light'], [1440, 'dark'], [1024, 'dark'], [390, 'light'], [390, 'dark']]) {
  const page = await open('sample.html', { width, theme });
  const shown = await pixels(page);
  expect(shown.colors > 200, `${width} ${theme}: 3-D view has ${shown.colors} colours`);
  expect(shown.share > 0.03, `${width} ${theme}: 3-D view covers ${shown.share}`);
  expect(await page.evaluate(() => document.documentElement.dataset.theme) === theme, `${width}: opens ${theme}`);
  await layout(page, `${width} ${theme}`);
  await page.screenshot({ path: join(folder, `sample-${width}-${theme}.png`), fullPage: true });
  await page.context().close();
}

// ---- the controls of the 3-D view
{
  const page = await open('sample.html');
  let last = await pixels(page);
  const changes = async (what, action) => { await action(); const now = await pixels(page); expect(now.hash !== last.hash, `${what} changes the picture`); last = now; };
  await changes('load case', () => choose(page, 'show', '0.1'));
  await changes('scale', () => choose(page, 'scale', '80'));
  await changes('time bar', () => choose(page, 'bar', '40'));
  await changes('colour', () => choose(page, 'field', 'Displacement'));
  await changes('mode', () => choose(page, 'show', '1.2'));
  await changes('section', () => choose(page, 'cut', '0'));
  await changes('mesh lines', () => page.click('#mesh'));
  const box = await page.locator('#view').boundingBox();
  await changes('drag', async () => {
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 380, box.y + 240, { steps: 3 });
    await page.mouse.up();
  });
  await changes('wheel', () => page.mouse.wheel(0, -300));
  await page.focus('#view');
  await changes('key 7', () => page.keyboard.press('7'));
  await changes('key C', () => page.keyboard.press('c'));
  await changes('key D', () => page.keyboard.press('d'));
  await page.keyboard.press('d');
  await page.keyboard.press('x');
  await changes('play', async () => { await page.keyboard.press(' '); await page.waitForTimeout(250); await page.keyboard.press(' '); });
  await choose(page, 'show', '0.0');
  await page.keyboard.press('f');
  await settle(page);
  const view = await page.locator('#view').boundingBox();
  await page.mouse.click(view.x + view.width * 0.46, view.y + view.height * 0.5);
  expect(/^Picked point: node \d+/.test(await page.textContent('#pick-title')), 'a click picks a node');
  expect(/MPa|kPa/.test(await page.textContent('#pick-list')), 'the picked node shows its stress');
  await page.locator('#stage').screenshot({ path: join(folder, 'picked.png') });
  await page.waitForTimeout(600);
  const link = new URL(page.url()).hash;
  expect(link.includes('view='), 'the address carries the view');
  const again = await open('sample.html', {}, null, link);
  expect(await again.inputValue('#show') === '0.0', 'a link restores the load case');
  await again.context().close();

  // units, diagrams, tables
  const headline = await page.textContent('h1');
  await page.selectOption('#units', '1');
  expect((await page.textContent('.figs')).includes('in'), 'inches on request');
  expect(/\d\u202Fin/.test(await page.textContent('h1')) && !/\d\u202Fmm/.test(await page.textContent('h1')), 'the headline follows the units');
  await page.selectOption('#units', '0');
  expect(await page.textContent('h1') === headline, 'and comes back as it was written');
  const plot = page.locator('[data-curve] svg').first();
  await plot.scrollIntoViewIfNeeded();
  const before = await plot.textContent(), at = await plot.boundingBox();
  await page.mouse.move(at.x + 100, at.y + 60);
  await page.mouse.down();
  await page.mouse.move(at.x + 260, at.y + 180, { steps: 3 });
  await page.mouse.up();
  const zoomed = page.locator('[data-curve] svg').first();
  await page.mouse.move(5, 5);
  expect(await zoomed.textContent() !== before, 'a box zooms the diagram');
  await zoomed.dblclick();
  await page.mouse.move(5, 5);
  expect(await page.locator('[data-curve] svg').first().textContent() === before, 'a double click resets it');
  expect(await page.locator('[data-matrix] rect').count() > 100, 'the matrix is drawn');
  const table = page.locator('figure', { has: page.locator('table') }).last();
  await table.hover();
  await table.getByRole('button', { name: 'Copy CSV' }).click();
  const copied = table.getByRole('button', { name: 'Copied' }).waitFor({ timeout: 5000 }).then(() => true, () => false);
  expect(await copied, 'a table copies as CSV');

  // paper
  await page.emulateMedia({ media: 'print' });
  await settle(page);
  await page.pdf({ path: join(folder, 'sample.pdf'), format: 'A4', preferCSSPageSize: true, printBackground: true });
  await page.setViewportSize({ width: 700, height: 990 });
  await page.screenshot({ path: join(folder, 'sample-print.png'), fullPage: true });
  expect(await page.locator('.tools').isHidden(), 'no controls on paper');
  expect(await page.evaluate(() => document.documentElement.dataset.theme) === 'light', 'paper is light');
  await page.context().close();
}

// ---- bodies that move
{
  const page = await open('moving.html', { theme: 'dark' });
  const first = await pixels(page);
  await choose(page, 'bar', '4');
  const second = await pixels(page);
  expect(first.hash !== second.hash, 'the time bar moves the bodies');
  const cursor = () => page.locator('[data-curve] line[stroke="var(--text)"]').first().getAttribute('x1');
  const there = await cursor();
  await choose(page, 'bar', '8');
  expect(Number(await cursor()) > Number(there) + 50, 'the time bar moves the cursor of curves over time');
  const plot = await page.locator('[data-curve] svg').first().boundingBox();
  await page.locator('[data-curve] svg').first().click({ position: { x: plot.width / 2, y: 120 } });
  expect(/^[4-7]$/.test(await page.inputValue('#bar')), 'a click on a curve over time moves the time bar');
  await page.screenshot({ path: join(folder, 'moving.png') });

  // time axes zoom together; the spectrum of a curve; orbits are read and zoomed
  const curveBox = k => page.locator(`[data-curve="${k}"]`);
  const drawn = k => curveBox(k).textContent();
  const dragBox = async (k, from, to) => {
    await curveBox(k).scrollIntoViewIfNeeded();
    const at = await curveBox(k).boundingBox();
    await page.mouse.move(at.x + from[0], at.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(at.x + to[0], at.y + to[1], { steps: 3 });
    await page.mouse.up();
    await page.mouse.move(5, 5);
  };
  const full = await drawn(1);
  await dragBox(0, [120, 60], [260, 180]);
  expect(await drawn(1) !== full, 'a zoom of one curve over time zooms the others');
  await curveBox(0).locator('svg').dblclick();
  await page.mouse.move(5, 5);
  expect(await drawn(1) === full, 'a double click resets all of them');
  const figure = page.locator('figure', { has: curveBox(1) });
  await figure.hover();
  await figure.getByRole('button', { name: 'Spectrum' }).click();
  expect(/frequency/.test(await drawn(1)), 'a curve over time has its spectrum');
  await figure.getByRole('button', { name: 'Table' }).click();
  const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const number = text => Number(text.replace(/\u202F/g, '').replace(/(?:(\S+) × )?10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, m, e) => `${m ?? 1}e-${[...e].map(c => raised.indexOf(c)).join('')}`));
  const peaks = (await figure.locator('.plot-table tbody tr').evaluateAll(rows => rows.map(r => [...r.cells].map(c => c.textContent)))).map(r => r.map(number));
  const amplitude = f => peaks.find(([x]) => x === f)?.[1];
  expect(Math.abs(amplitude(50) - 3e-3) < 3e-5 && Math.abs(amplitude(120) - 1e-3) < 2e-5, `spectrum has ${amplitude(50)} at 50 Hz and ${amplitude(120)} at 120 Hz`);
  expect(amplitude(80) < 1e-5, `spectrum has ${amplitude(80)} at 80 Hz`);
  await figure.getByRole('button', { name: 'Table' }).click();
  await page.screenshot({ path: join(folder, 'spectrum.png'), fullPage: true });
  await figure.getByRole('button', { name: 'Spectrum' }).click();
  expect(await drawn(1) === full, 'the curve comes back');
  const orbit = await drawn(2);
  await curveBox(2).scrollIntoViewIfNeeded();
  const round = await curveBox(2).boundingBox();
  await page.mouse.move(round.x + round.width / 2, round.y + round.height / 4 + 12);
  expect(/^x .*, y .*[mµ]m$/.test(await curveBox(2).locator('.reading').textContent()), 'an orbit is read at the pointer');
  await dragBox(2, [round.width / 2 - 60, 40], [round.width / 2 + 60, 160]);
  expect(await drawn(2) !== orbit, 'a box zooms an orbit');
  await curveBox(2).locator('svg').dblclick();
  await page.mouse.move(5, 5);
  expect(await drawn(2) === orbit, 'a double click resets the orbit');
  const turned = await drawn(3);
  expect(/90°/.test(turned) && /2\s?000\sN/.test(turned), 'a polar plot has its angles and its unit');
  expect(await curveBox(3).locator('circle[stroke="var(--watch)"]').count() === 1, 'a limit of a polar plot is a ring');
  const drawnRound = await curveBox(3).locator('path[fill=none]').evaluate(e => { const at = e.getBBox(); return at.width > 100 && Math.abs(at.width - at.height) < 0.02 * at.width; });
  expect(drawnRound, 'a load of constant size is a circle');
  await curveBox(3).scrollIntoViewIfNeeded();
  const dial = await curveBox(3).boundingBox();
  const size = await curveBox(3).locator('path[fill=none]').evaluate(e => e.getBBox().width / 2);
  await page.mouse.move(dial.x + dial.width / 2, dial.y + dial.height / 2 - size);
  const polarReading = await curveBox(3).locator('.reading').textContent();
  expect(/^(shaft, )?(8[89]|9[012])(\.\d+)?°: 1\s?500\sN$/.test(polarReading), `a polar plot is read at the pointer: ${polarReading}`);
  await dragBox(3, [dial.width / 2 - 60, 40], [dial.width / 2 + 60, 160]);
  expect(await drawn(3) !== turned, 'a box zooms a polar plot');
  await curveBox(3).locator('svg').dblclick();
  await page.mouse.move(5, 5);
  expect(await drawn(3) === turned, 'a double click resets the polar plot');
  await curveBox(3).screenshot({ path: join(folder, 'polar.png') });
  const [saved] = await Promise.all([page.waitForEvent('download'),
    page.locator('#stage figure').first().hover().then(() => page.locator('#stage').getByRole('button', { name: 'PNG' }).click())]);
  await saved.saveAs(join(folder, 'view.png'));

  // symbols and forces
  await choose(page, 'field', 'none');
  let last = await pixels(page);
  const changes = async (what, action) => { await action(); const now = await pixels(page); expect(now.hash !== last.hash, `${what} changes the picture`); last = now; };
  await changes('the button of symbols', () => page.click('#symbols'));
  await changes('the button of symbols, again', () => page.click('#symbols'));
  await changes('longer arrows', () => choose(page, 'forces', '90'));
  expect(await page.locator('.force-scale').count() === 1 && /\u202Fk?N/.test(await page.textContent('#overlay')), 'an arrow tells the scale of forces');
  await changes('no arrows', () => choose(page, 'forces', '0'));
  expect(await page.locator('.force-scale').count() === 0, 'no scale without arrows');
  await choose(page, 'forces', '50');
  await page.evaluate(() => { location.hash = ''; });
  const found = await page.evaluate(async () => {
    // Search the view for the arrow: a click on it names it.
    const view = document.getElementById('view'), box = view.getBoundingClientRect();
    for (let y = 20; y < box.height - 20; y += 6) for (let x = 20; x < box.width - 20; x += 6) {
      const at = { clientX: box.left + x, clientY: box.top + y, pointerId: 1, button: 0, bubbles: true };
      view.setPointerCapture = () => {};
      view.dispatchEvent(new PointerEvent('pointerdown', at));
      view.dispatchEvent(new PointerEvent('pointerup', at));
      const title = document.getElementById('pick-title').textContent;
      if (title === 'Picked: force in joint pin') return document.getElementById('pick-list').textContent;
    }
    return null;
  });
  expect(found !== null && /^Force[\d.\u202F]+k?N/.test(found), 'a click on an arrow tells its force');
  expect(await page.locator('#pick-plot path').count() > 0, 'the force of a picked arrow has its curve');
  const layers = await page.evaluate(() => {
    // A symbol over a body: clicks on the same place name the one and the other in turn.
    const view = document.getElementById('view'), box = view.getBoundingClientRect(), title = document.getElementById('pick-title');
    const click = (x, y) => {
      const at = { clientX: box.left + x, clientY: box.top + y, pointerId: 1, button: 0, bubbles: true };
      view.dispatchEvent(new PointerEvent('pointerdown', at));
      view.dispatchEvent(new PointerEvent('pointerup', at));
      return /^Picked point/.test(title.textContent);
    };
    for (let y = 20; y < box.height - 20; y += 6) for (let x = 20; x < box.width - 20; x += 6) {
      click(1, 1);
      const kinds = [click(x, y), click(x, y), click(x, y)];
      if (kinds[0] !== kinds[1]) return kinds[2] === kinds[0];
    }
    return false;
  });
  expect(layers, 'a second click goes on to what stands behind');
  await page.screenshot({ path: join(folder, 'forces.png') });
  await page.context().close();
}

// ---- a sweep: pictures and curves over what is varied follow each other, curves over time stay alone
{
  const page = await open('swept.html');
  const cursor = k => page.locator(`[data-curve="${k}"] line[stroke="var(--text)"]`).first();
  await choose(page, 'bar', '4');
  const there = await cursor(0).getAttribute('x1');
  await choose(page, 'bar', '8');
  expect(Number(await cursor(0).getAttribute('x1')) > Number(there) + 50, 'the bar moves the cursor of curves over what is varied');
  expect(await cursor(1).getAttribute('visibility') === 'hidden', 'a curve over time has no cursor in a sweep');
  const plot = await page.locator('[data-curve="0"] svg').boundingBox();
  await page.locator('[data-curve="0"] svg').click({ position: { x: plot.width / 2, y: 120 } });
  expect(/^[4-7]$/.test(await page.inputValue('#bar')), 'a click on a curve over what is varied moves the bar');
  await page.locator('#pick-list button').first().click();
  expect(/turn, °/.test(await page.textContent('#pick-plot')), 'the course of a point lies over what is varied, with its unit');
  await page.context().close();
}

// ---- a scene of one instant, and many maps of surfaces
{
  const page = await open('sheets.html');
  await choose(page, 'show', '0.0');
  expect(await page.locator('.time').isHidden(), 'a scene of one instant has no time bar');
  expect((await pixels(page)).colors > 10, 'a scene of one instant is drawn');
  await choose(page, 'show', '1.0');
  expect(await page.locator('.time').isVisible(), 'a scene over time has its bar');
  expect(await page.locator('[data-matrix] image').count() === 60, 'each map of a surface is a picture');
  const cut = await page.locator('[data-matrix] text').evaluateAll(all => all.map(e => e.textContent).filter(name => name.endsWith('…')));
  expect(cut.length === 0, `names of rows are cut though there is room: ${cut.slice(0, 3).join(' ')}`);
  const spread = await page.locator('[data-matrix] image').last().evaluate(async e => {
    const picture = new Image();
    picture.src = e.getAttribute('href');
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.width; canvas.height = picture.height;
    const g = canvas.getContext('2d');
    g.drawImage(picture, 0, 0);
    return new Set(new Uint32Array(g.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
  });
  expect(spread > 50, 'a map of a surface shows its colors');
  const sheet = page.locator('[data-matrix="60"]');
  await sheet.scrollIntoViewIfNeeded();
  const place = await sheet.boundingBox();
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 3);
  expect(/^\d+\.\d mm, \d+: [\d.]+\u202F(MPa|kPa)$/.test(await sheet.locator('.reading').textContent()), 'a map of a surface is read at the pointer');
  const picture = () => sheet.locator('image').getAttribute('href'), readout = () => sheet.locator('.legend').textContent();
  await choose(page, 'bar', '0');
  const early = [await picture(), await readout()];
  await choose(page, 'bar', '5');
  expect(await picture() !== early[0] && await readout() !== early[1] && /at /.test(early[1]), 'a map over time follows the time bar');
  const map = page.locator('figure', { has: sheet });
  await map.getByRole('button', { name: 'Table' }).click();
  expect(await map.locator('.plot-table tbody tr').count() === 84, 'a map of a surface has a table of its rows');
  await page.context().close();
}

// ---- a study: kinds of cases that share a name before or behind a comma share a color or a dash; names of axes keep apart
{
  const page = await open('study.html');
  const curve = page.locator('[data-curve] svg').first();
  const lines = await curve.locator('path[fill=none]').evaluateAll(all => all.map(e => [e.getAttribute('stroke'), e.getAttribute('stroke-dasharray')]));
  expect(new Set(lines.map(([color]) => color)).size === 3 && new Set(lines.map(([, dash]) => dash)).size === 3, `eight kinds have three colors and three dashes: ${lines.join(' ')}`);
  expect(new Set(lines.map(l => l.join())).size === 8, 'no two kinds look alike');
  const words = await curve.textContent();
  for (const name of ['joined', 'two sets', 'one set', 'with friction', 'not rigid']) expect(words.split(name).length === 2, `'${name}' stands once in the legend`);
  const names = await page.locator('.parallel text.lab').evaluateAll(all => all.map(e => { const at = e.getBoundingClientRect(); return [at.left, at.right, at.top, at.bottom]; }));
  expect(names.length === 12, `${names.length} axes have names`);
  names.forEach(([left, right, top, bottom], k) => names.slice(k + 1).forEach(other =>
    expect(right <= other[0] || other[1] <= left || bottom <= other[2] + 4 || other[3] <= top + 4, `the name of axis ${k} covers another one`)));
  await page.screenshot({ path: join(folder, 'study.png'), fullPage: true });
  await page.context().close();
}

// ---- a section through a closed body is a face of its own
{
  const page = await open('sample.html');
  await choose(page, 'show', '0.0');
  await choose(page, 'field', 'none');
  await choose(page, 'cut', '0');
  await settle(page);
  const share = await page.evaluate(() => {
    const view = document.getElementById('view'), copy = document.createElement('canvas');
    copy.width = view.width; copy.height = view.height;
    const g = copy.getContext('2d');
    g.drawImage(view, 0, 0);
    const data = g.getImageData(0, 0, copy.width, copy.height).data;
    const steel = parseInt(getComputedStyle(document.documentElement).getPropertyValue('--steel').trim().slice(1), 16);
    const wanted = [steel >> 16, steel >> 8 & 255, steel & 255].map(c => 0.9 * c);
    let met = 0, drawn = 0;
    for (let k = 0; k < data.length; k += 4) {
      if (data[k + 3] > 250) ++drawn;
      if (wanted.every((c, i) => Math.abs(c - data[k + i]) < 1.5)) ++met;
    }
    return met / drawn;
  });
  expect(share > 0.02, `the face of a section takes ${share} of what is drawn`);
  await page.locator('#stage').screenshot({ path: join(folder, 'section.png') });
  await page.context().close();
}

// ---- tables without a mouse
{
  const page = await open('sample.html', {}, () => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.copied = text; } } });
  });
  const reached = async wanted => {
    for (let k = 0; k < 200; ++k) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(wanted)) return true;
    }
    return false;
  };
  expect(await reached(() => document.activeElement.textContent === 'Copy CSV'), 'the Tab key comes to the button of a table');
  const becomes = async wanted => {  // what the page lets no polling script wait for
    for (let k = 0; k < 50; ++k) {
      if (await page.evaluate(wanted)) return true;
      await page.waitForTimeout(100);
    }
    return false;
  };
  expect(await becomes(() => getComputedStyle(document.activeElement.closest('.figtools')).opacity === '1'), 'the button that has the focus is seen');
  const first = await page.evaluate(() => [...document.activeElement.closest('figure').querySelector('table').rows[0].cells].map(e => /[",]/.test(e.textContent) ? `"${e.textContent.replaceAll('"', '""')}"` : e.textContent).join(','));
  await page.keyboard.press('Enter');
  await becomes(() => window.copied !== undefined);
  expect((await page.evaluate(() => window.copied ?? '')).startsWith(first), 'Enter copies the table as CSV');
  expect(await reached(() => document.activeElement.matches('.scroll[role=region]')), 'the table itself is reached, to be scrolled');
  expect(await page.evaluate(() => [...document.querySelectorAll('th')].every(e => e.scope === 'col')), 'every heading says that it heads a column');
  const figure = page.locator('figure', { has: page.locator('[data-curve]') }).first();
  const tool = figure.getByRole('button', { name: 'Table' });
  await tool.focus();
  await page.keyboard.press('Enter');
  expect(await figure.locator('.plot-table th[scope=col]').count() > 1, 'a table made on request has headings, too');
  expect(await figure.locator('.plot-table').getAttribute('aria-label') !== null, 'and a name');
  await page.context().close();
}

// ---- names from files are text
{
  const page = await open('hostile.html', { width: 1024 });
  await choose(page, 'show', '1.1');
  await page.waitForTimeout(100);
  expect(await page.evaluate(() => window.hacked === undefined), 'a hostile name ran a script');
  expect(await page.locator('img[src=x]').count() === 0, 'a hostile name became an element');
  expect((await page.textContent('.model')).includes('onerror'), 'the hostile name is shown as text');
  await layout(page, 'hostile');
  await page.screenshot({ path: join(folder, 'hostile.png'), fullPage: true });
  await page.context().close();
}

// ---- without WebGL, and without any script
{
  const page = await open('sample.html', {}, () => { HTMLCanvasElement.prototype.getContext = () => null; });
  expect((await page.textContent('#stamp')).includes('still picture'), 'no WebGL is said');
  expect(await page.locator('.still').isVisible(), 'the still picture stands in');
  await page.locator('#stage').screenshot({ path: join(folder, 'still.png') });
  await page.context().close();
  const plain = await open('sample.html', { script: false });
  expect(await plain.locator('h1').isVisible() && await plain.locator('table').first().isVisible(), 'text and tables need no script');
  expect(await plain.locator('.still').evaluate(e => e.naturalWidth) === 1120, 'the still picture is there without script');
  await plain.context().close();
}

await browser.close();
console.log(failures ? `${failures} failed` : 'all good');
process.exit(failures ? 1 : 0);
