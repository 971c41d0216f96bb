// The page as a whole: it opens from any path, offline, at every size and in both themes, and breaks no rule of
// accessibility.

import assert from 'node:assert/strict';
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
