// The page as a whole: it opens from any path, offline, at every size and in both themes, and breaks no rule of
// accessibility.

import assert from 'node:assert/strict';
import { settled } from './gestures.mjs';
import { SIZES, THEMES } from './visit.mjs';

export const tests = {
  async opens_from_any_path(visit) {
    const page = await visit.open();
    assert.match(await page.title(), /Lanescope/);
  },

  async opens_without_a_network_after_the_first_visit(visit) {
    const context = await visit.profile();
    const first = await visit.open({ context });
    await first.evaluate(() => navigator.serviceWorker.ready);
    await first.close();
    await context.setOffline(true);
    await visit.open({ context });
  },

  // The first picture needs one machine; the others come while nobody waits.
  async a_machine_that_was_not_opened_is_there_without_a_network(visit) {
    const context = await visit.profile();
    const page = await visit.open({ context });
    await settled(page);
    assert.equal(page.workers().length, 1);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await context.setOffline(true);
    const before = await page.locator('.facts, .listing').first().innerText();
    await page.locator('.preset select').selectOption('rvv/textbook');
    await page.waitForFunction((old) => document.querySelector('.facts, .listing')?.innerText !== old, before);
    await settled(page);
    assert.equal(page.workers().length, 2);
    assert.equal(await page.locator('.awaited').innerText(), '');
  },

  // What the kernel that a page begins with comes to is shipped: its picture waits for no front end, and another kernel does.
  async the_first_picture_waits_for_no_front_end(visit) {
    const context = await visit.profile({ serviceWorkers: 'block' });
    let go;
    const held = new Promise((resolve) => { go = resolve; });
    let asked = 0;
    await context.route('**/front/front_bg.wasm', async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    const page = await visit.open({ context });
    await settled(page);
    const before = await page.locator('.where').first().innerText();
    await page.waitForFunction(() => document.querySelector('[data-panel]') !== null);
    await page.evaluate(() => { location.hash = 'ex=reduce_interleaved'; });
    await page.waitForFunction(() => location.hash === '');
    assert.equal(await page.locator('.where').first().innerText(), before);
    go();
    await page.waitForFunction((old) => document.querySelector('.where').innerText !== old, before);
    await settled(page);
    assert.ok(asked > 0, 'it was loaded');
  },

  async what_is_shown_stays_until_another_machine_is_loaded(visit) {
    const context = await visit.profile({ serviceWorkers: 'block' });
    let go;
    const held = new Promise((resolve) => { go = resolve; });
    await context.route('**/rvv/**', async (route) => { await held; await route.continue(); });
    const page = await visit.open({ context });
    await settled(page);
    const before = await page.locator('.where').first().innerText();
    await page.locator('.preset select').selectOption('rvv/textbook');
    await page.locator('.awaited', { hasText: 'Loading' }).waitFor();
    assert.ok((await page.locator('.where').first().innerText()).startsWith(before));
    assert.ok(await page.locator('[data-panel=stack]').count() > 0, 'the views of the machine that is shown');
    go();
    await page.locator('[data-panel=convoys]').first().waitFor();
    await settled(page);
    assert.equal(await page.locator('.awaited').innerText(), '');
  },

  // Words give way to symbols before anything would lie on something else; the way to the lessons keeps its name on a laptop.
  async the_parts_of_the_top_bar_do_not_overlap(visit) {
    const page = await visit.open({ viewport: { width: 1440, height: 900 } });
    await settled(page);
    for (const width of [761, 800, 1100, 1101, 1240, 1279, 1280, 1300, 1339, 1340, 1366, 1440, 1500, 1600, 1601, 1700, 1810, 1900, 1901, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const [where, more] = await Promise.all(['.where', '.more'].map((part) => page.locator(part).first().boundingBox()));
      const beside = where.x + where.width <= more.x || where.y + where.height <= more.y || more.y + more.height <= where.y;
      assert.ok(beside, `at ${width}: ${JSON.stringify({ where, more })}`);
      const named = await page.locator('.what button', { hasText: 'Lessons' }).locator('span').isVisible();
      assert.equal(named, width >= 1340, `at ${width} the name of the lessons`);
    }
  },
};

for (const theme of THEMES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    tests[`is_accessible_${theme}_${size}`] = async (visit) => {
      const page = await visit.open({ colorScheme: theme, viewport });
      await visit.picture(page, `page-${theme}-${size}`);
      assert.deepEqual(await visit.violations(page), []);
    };
  }
}
