// Makes the pictures of docs/diagram.md again: each machine at three zooms, in both themes, on a wide screen and on a phone.
//
//   cargo xtask serve & node tests/e2e/pictures.mjs
//
// They are looked at by people; no test compares them. Where Debian's pngquant is there, they take a third of the bytes.

import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const url = process.env.LANESCOPE_URL ?? 'http://127.0.0.1:8080/';
const executablePath = process.env.LANESCOPE_CHROMIUM ?? '/usr/bin/chromium';
const folder = new URL('../../docs/pictures/', import.meta.url).pathname;

// Machine, kernel and preset, cycle, and the places to look into.
const MACHINES = [
  ['simt', 'ex=saxpy&m=simt/teaching', 112, ['', 'core0', 'core0/l1']],
  ['rvv', 'ex=spmv&m=rvv/sx-9', 160, ['', 'core0', 'core0/cache']],
  ['packed', 'ex=saxpy&m=packed/i7-960', 160, ['', 'core1', 'core1/cache']],
  ['sim_d', 'ex=saxpy&m=sim_d/author', 120, ['', 'slot0']],
];
// Higher than most, so that whole diagrams are in sight.
const SCREENS = [['wide', 1440, 1000], ['phone', 390, 1200]];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const [machine, run, cycle, zooms] of MACHINES) {
  for (const [at, zoom] of zooms.entries()) {
    for (const theme of ['light', 'dark']) {
      for (const [screen, width, height] of SCREENS) {
        const context = await browser.newContext({ viewport: { width, height } });
        const page = await context.newPage();
        const view = `view.panels=diagram%20timeline&view.split=0&view.zoom=${encodeURIComponent(zoom)}`;
        await page.goto(`${url}#${run}&cycle=${cycle}&theme=${theme}&${view}`);
        const panel = page.locator('.panel').first();
        await panel.locator('canvas').waitFor();
        await page.waitForTimeout(1500);
        const name = `${machine}-${['chip', 'core', 'part'][at]}-${theme}-${screen}.png`;
        await panel.screenshot({ path: `${folder}${name}` });
        spawnSync('pngquant', ['--force', '--skip-if-larger', '--ext', '.png', '48', `${folder}${name}`]);
        await context.close();
      }
    }
  }
}
await browser.close();
