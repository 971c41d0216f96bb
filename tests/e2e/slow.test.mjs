// Slow motion as a person sees it: the cycles come one by one, at their time, and the pictures with them.

import assert from 'node:assert/strict';
import { at, lab } from './gestures.mjs';

/** Notes each cycle that the page shows under the cursor, and when; and how often the picture of the strip was painted anew. */
function watch() {
  const where = document.querySelector('.where b');
  const canvas = document.querySelector('.strip canvas');
  const picture = () => canvas.getContext('2d').getImageData(0, 0, canvas.width, 1).data.join();
  const seen = { cycles: [], pictures: new Set() };
  new MutationObserver(() => {
    seen.cycles.push({ cycle: Number(where.textContent.replace(/\D/g, '')), now: performance.now() });
    requestAnimationFrame(() => seen.pictures.add(picture()));
  }).observe(where, { characterData: true, childList: true, subtree: true });
  window.seen = seen;
}

export const measured = ['slow_motion_shows_one_cycle_after_the_other_at_its_time'];

export const tests = {
  async slow_motion_shows_one_cycle_after_the_other_at_its_time(visit) {
    for (const [speed, rate] of [['1/s', 1], ['2/s', 2]]) {
      // Short enough that each cycle of the strip is some pixels wide.
      const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching' });
      await page.locator('.speed select').selectOption({ label: speed });
      await page.getByRole('button', { name: 'To the start' }).click();
      await at(page, 0);
      await page.evaluate(watch);
      await page.locator('#transport .run').click();
      await page.waitForTimeout(3000);
      await page.locator('#transport .run').click();
      const cycles = await page.evaluate(() => window.seen.cycles);
      const steps = cycles.map(({ cycle }) => cycle);
      // The press of the button is the first.
      const most = 1 + 3.5 * rate;
      assert.ok(steps.length >= 3 * rate && steps.length <= most, `${speed}: ${steps}`);
      assert.deepEqual(steps, steps.map((_, n) => n + 1), `${speed}: one by one`);
      const gaps = cycles.slice(2).map(({ now }, n) => now - cycles[n + 1].now);
      for (const gap of gaps) assert.ok(Math.abs(gap - 1000 / rate) < 250, `${speed}: ${gaps} ms`);
      assert.equal(await page.evaluate(() => window.seen.pictures.size), steps.length, `${speed}: the picture moves with each`);
      await page.close();
    }
  },
};
