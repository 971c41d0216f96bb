// Pictures of every view for people to look at: each panel and study of each machine beside a run that fits it, on each size of
// screen, in both themes, and sheets with many of them side by side. No test compares them.
//
//   cargo xtask serve & node tests/e2e/looks.mjs [WORD]
//
// With WORD only what has it in its name is visited, and only if it begins with the name of a machine, `page` or `lesson`:
// `sim_d-phases`, `page-home`. The pictures go to target/looks/.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { settled } from './gestures.mjs';
import { SIZES, THEMES } from './visit.mjs';

const url = process.env.LANESCOPE_URL ?? 'http://127.0.0.1:8080/';
const executablePath = process.env.LANESCOPE_CHROMIUM ?? '/usr/bin/chromium';
const folder = process.env.LANESCOPE_LOOKS ?? new URL('../../target/looks/', import.meta.url).pathname;
const word = process.argv[2] ?? '';

// What each machine runs, and what it runs for panels that need another program, cycle or unit to have something to show.
const MACHINES = {
  simt: {
    run: 'ex=saxpy&m=simt/teaching&cycle=112',
    stack: 'ex=nested&m=simt/teaching&cycle=160',
    lanes: 'ex=if_else&m=simt/teaching&cycle=152',
    accesses: 'ex=transpose_naive&m=simt/teaching&cycle=120',
    roofline: 'ex=matmul_tiled&m=simt/teaching&cycle=900',
  },
  rvv: {
    run: 'ex=daxpy_vector&m=rvv/textbook-4-lanes&cycle=60&view.unit=1',
    banks: 'ex=column_scale&m=rvv/textbook-4-lanes&cycle=120&view.unit=1',
    dram: 'ex=spmv&m=rvv/sx-9&cycle=160',
    accesses: 'ex=column_scale&m=rvv/textbook-4-lanes&cycle=120&view.unit=2',
    diagram: 'ex=spmv&m=rvv/sx-9&cycle=160',
  },
  packed: {
    run: 'ex=packed_blend&m=packed/i7-960&cycle=60',
    tiles: 'ex=packed_tiles&m=packed/amx&cycle=60',
    dram: 'ex=saxpy&m=packed/i7-960&cycle=160',
    diagram: 'ex=saxpy&m=packed/i7-960&cycle=160',
  },
  sim_d: {
    run: 'ex=sim_d_depth_to_vertex&m=sim_d/author&cycle=400',
    sequencer: 'ex=phased_laplace&m=sim_d/author&cycle=200',
    snoop: 'ex=phased_gather&m=sim_d/author&cycle=310',
    masks: 'ex=masked_steps&m=sim_d/author&cycle=600',
    shapes: 'ex=phased_laplace&m=sim_d/author&cycle=200',
    follow: 'ex=phased_laplace&m=sim_d/author&cycle=60',
  },
};

/** Does anybody want this picture? */
const wanted = (name) => name.includes(word);

/** Opens a page of its own and waits until its run is whole. */
async function open(size, fragment) {
  const context = await browser.newContext({ viewport: SIZES[size] });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`${fragment}: ${error}`));
  await page.goto(`${url}#${fragment}`);
  await page.locator('.cm-editor').waitFor();
  await settled(page).catch(() => console.log(`${fragment}: the run does not end`));
  return page;
}

/** Runs the study of a panel, if it is one. */
async function study(panel) {
  const begin = panel.getByRole('button', { name: 'Run the study' });
  if (!(await begin.count())) return;
  await begin.click();
  await panel.page().waitForTimeout(300);
  await panel.locator('progress').waitFor({ state: 'detached', timeout: 120_000 }).catch(() => console.log('a study goes on'));
}

const taken = new Map();

/** Keeps a picture, and notes it for the sheet of its machine, size and theme. */
async function keep(what, name, sheet) {
  const path = `${folder}${name}.png`;
  await what.screenshot({ path });
  taken.set(sheet, [...(taken.get(sheet) ?? []), path]);
}

/** Every panel of a machine. */
async function panels(machine, size, theme) {
  const { run, ...others } = MACHINES[machine];
  const rest = `theme=${theme}&view.split=0`;
  let page = await open(size, `${run}&${rest}`);
  const ids = await page.locator('.panel [data-panel]').evaluateAll((tabs) => tabs.map((tab) => tab.dataset.panel));
  const visits = ids.filter((id) => wanted(`${machine}-${id}-${theme}-${size}`));
  // Panels of the common run first: it is opened once.
  for (const id of visits.sort((a, b) => (a in others) - (b in others))) {
    if (id in others) {
      await page.context().close();
      page = await open(size, `${others[id]}&${rest}`);
    }
    await page.locator(`[data-panel="${id}"]`).first().click();
    await page.waitForTimeout(900);
    const panel = page.locator('.panel').first();
    await study(panel);
    await page.waitForTimeout(200);
    await keep(panel, `${machine}-${id}-${theme}-${size}`, `${machine}-${theme}-${size}`);
  }
  await page.context().close();
}

// Whole pages: name, address, and what is pressed before the picture is taken.
const DIALOGS = ['Gallery', 'Settings', 'Lessons', 'Share', 'Commands', 'Help'];
const PAGES = [
  ['home', ''],
  ...DIALOGS.map((name) => [`dialog-${name.toLowerCase()}`, '', name]),
  ['dialog-about', '', 'About this view'],
  ['embed', 'ex=saxpy&embed=1&cycle=40'],
  ['compare', 'ex=saxpy&m=packed/i7-960&vs=rvv/textbook-4-lanes&vs=simt/teaching&cycle=60'],
  ['compare-diagrams', 'ex=saxpy&m=packed/i7-960&vs=rvv/textbook-4-lanes&vs=simt/teaching&cycle=60&view.beside=diagram'],
  ['compare-four', 'ex=saxpy&m=packed/i7-960&vs=rvv/textbook-4-lanes&vs=simt/teaching&vs=sim_d/author&cycle=60&view.beside=diagram'],
];

/** A whole page. */
async function whole([name, fragment, press], size, theme) {
  if (!wanted(`page-${name}-${theme}-${size}`)) return;
  const page = await open(size, `${fragment}&theme=${theme}`);
  if (press) await page.getByRole('button', { name: press, exact: true }).first().click();
  await page.waitForTimeout(1200);
  await keep(page, `page-${name}-${theme}-${size}`, `page-${theme}-${size}`);
  await page.context().close();
}

/** Every lesson as it opens. */
async function lessons(size, theme) {
  const names = (await readFile(new URL('../../core/lessons/order.txt', import.meta.url), 'utf8')).trim().split(/\s+/);
  for (const name of names.filter((name) => wanted(`lesson-${name}-${theme}-${size}`))) {
    const page = await open(size, `lesson=${name}&theme=${theme}`);
    await page.waitForTimeout(1200);
    await keep(page, `lesson-${name}-${theme}-${size}`, `lesson-${theme}-${size}`);
    await page.context().close();
  }
}

/** One picture of many. */
async function sheet(name, paths) {
  const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
  const figures = await Promise.all(paths.map(async (path) => {
    const data = (await readFile(path)).toString('base64');
    return `<figure><figcaption>${path.split('/').at(-1)}</figcaption><img src="data:image/png;base64,${data}"></figure>`;
  }));
  const width = name.endsWith('phone') ? 390 : 780;
  await page.setContent(`<style>body{margin:0;display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}
    figure{margin:0}img{width:${width}px;border:1px solid red}</style>${figures.join('')}`);
  await page.screenshot({ path: `${folder}sheet-${name}.png`, fullPage: true });
  await page.context().close();
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const size of Object.keys(SIZES)) {
  for (const theme of THEMES) {
    const some = (kind) => !word || word.startsWith(kind);
    for (const machine of Object.keys(MACHINES).filter(some)) await panels(machine, size, theme);
    for (const page of some('page') ? PAGES : []) await whole(page, size, theme);
    if (some('lesson')) await lessons(size, theme);
  }
}
for (const [name, paths] of taken) await sheet(name, paths);
await browser.close();
