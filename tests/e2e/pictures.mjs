// Makes the pictures of the documents again: the page as README.md shows it, and for docs/diagram.md each machine at three zooms, in
// both themes, on a wide screen and on a phone.
//
//   cargo xtask serve & node tests/e2e/pictures.mjs
//
// They are looked at by people; no test compares them. Where Debian's pngquant is there, they take a third of the bytes.

import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const url = process.env.LANESCOPE_URL ?? 'http://127.0.0.1:8080/';
const executablePath = process.env.LANESCOPE_CHROMIUM ?? '/usr/bin/chromium';
const docs = new URL('../../docs/', import.meta.url).pathname;
const folder = `${docs}pictures/`;

// The page: name, and what it shows.
const PAGES = [
  ['page', 'ex=if_else&m=simt/teaching&cycle=152&view.panels=timeline%20lanes'],
  ['vector', 'ex=daxpy_vector&m=rvv/textbook-4-lanes&cycle=35&view.panels=convoys%20groups&view.window=0%2052'],
];

// Machine, kernel and preset, cycle, and the places to look into.
const MACHINES = [
  ['simt', 'ex=saxpy&m=simt/teaching', 112, { chip: '', core: 'core0', part: 'core0/l1' }],
  ['rvv', 'ex=spmv&m=rvv/sx-9', 160, { chip: '', core: 'core0', part: 'core0/cache' }],
  ['packed', 'ex=saxpy&m=packed/i7-960', 160, { chip: '', core: 'core1', part: 'core1/cache' }],
  ['sim_d', 'ex=saxpy&m=sim_d/author', 120, { chip: '', core: 'slot0' }],
  ['sim_d', 'ex=masked_steps&m=sim_d/author', 660, { part: 'slot0/masks' }],
  ['harp', 'ex=if_else&m=harp/harp32&set.cores=2&set.mem_model=fixed', 2937, { chip: '', core: 'core0', part: 'core0/warps/warp0' }],
];
// Higher than most, so that whole diagrams are in sight.
const SCREENS = [['wide', 1440, 1000], ['phone', 390, 1200]];

const smaller = (path) => spawnSync('pngquant', ['--force', '--skip-if-larger', '--ext', '.png', '64', path]);

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const [name, view] of PAGES) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}#${view}&theme=light`);
  await page.waitForFunction(() => /^(of|halted at) [\d\s\u202f]+$/.test(document.querySelector('.where small')?.textContent ?? ''));
  await page.locator('.cm-editor').waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${docs}images/${name}.png` });
  smaller(`${docs}images/${name}.png`);
  await context.close();
}
for (const [machine, run, cycle, zooms] of MACHINES) {
  for (const [level, zoom] of Object.entries(zooms)) {
    for (const theme of ['light', 'dark']) {
      for (const [screen, width, height] of SCREENS) {
        const context = await browser.newContext({ viewport: { width, height } });
        const page = await context.newPage();
        const view = `view.panels=diagram%20timeline&view.split=0&view.zoom=${encodeURIComponent(zoom)}`;
        await page.goto(`${url}#${run}&cycle=${cycle}&theme=${theme}&${view}`);
        const panel = page.locator('.panel').first();
        await panel.locator('canvas').waitFor();
        await page.waitForTimeout(1500);
        const name = `${machine}-${level}-${theme}-${screen}.png`;
        await panel.screenshot({ path: `${folder}${name}` });
        smaller(`${folder}${name}`);
        await context.close();
      }
    }
  }
}
await browser.close();
