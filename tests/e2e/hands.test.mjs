// Hands that do anything: nonsense in fields, keys in any order, machines changed while they run. Nothing breaks, and what comes after
// works as ever.

import assert from 'node:assert/strict';
import { at, lab, length, settled } from './gestures.mjs';

const good = (page) => page.locator('.kernel .verdict.good').waitFor();

/** The same numbers in every run of the tests. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
}

const KEYS = ['F8', 'F9', 'F10', 'Escape', 'End', 'Home', 's', 'n', 'b', 'm', 'd', 'c', 'Backspace', '+', '-', 'f', 'u', 'j', 'k', ']', '[', 'Control+Enter', 'Shift+F9'];
const NONSENSE = ['', '-1', '99999999999999999999', 'abc', '1e308', '½', '<b>'];

export const tests = {
  async a_storm_of_keys_and_machines_leaves_a_page_that_works(visit) {
    const page = await lab(visit, { fragment: 'ex=matmul_tiled&m=simt/fermi' });
    const next = numbers(7);
    await page.locator('.transport .run').focus();
    for (let n = 0; n < 120; n++) await page.keyboard.press(KEYS[next(KEYS.length)]);
    const preset = page.locator('.bar select, header select').first();
    const all = await preset.locator('option').evaluateAll((options) => options.map((option) => option.value));
    for (let n = 0; n < 15; n++) {
      await preset.selectOption(all[next(all.length)]);
      await page.keyboard.press(['Escape', 'F8', 'F9'][next(3)]);
    }
    for (let n = 0; n < 6; n++) await page.locator('.transport button').nth(n).dblclick({ timeout: 1000 }).catch(() => {});
    await page.keyboard.press('Escape');
    await preset.selectOption('simt/teaching');
    await good(page);
    await page.keyboard.press('Escape');
    await page.locator('.transport .run').focus();
    await page.keyboard.press('Home');
    await at(page, 0);
    await page.keyboard.press('F9');
    await at(page, 1);
  },

  async nonsense_in_a_field_of_the_launch_does_no_harm(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching' });
    const before = await length(page);
    const fields = page.locator('.launch input:visible:not([type=checkbox]):not([type=file])');
    for (let n = 0; n < await fields.count(); n++) {
      const field = fields.nth(n);
      const value = await field.inputValue();
      for (const nonsense of NONSENSE) {
        // A field of a number takes no letters.
        await field.fill(nonsense, { timeout: 1000 }).catch(() => {});
        await field.press('Tab');
      }
      await field.fill(value);
      await field.press('Tab');
    }
    await good(page);
    await settled(page);
    assert.equal(await length(page), before);
  },

  async a_cycle_behind_the_end_leads_to_the_end(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching' });
    const end = await length(page);
    for (const [typed, cycle] of [['1e2', 100], ['99999999999999999999999', end]]) {
      await page.locator('.transport .run').focus();
      await page.keyboard.press('g');
      await page.locator('#cycle').fill(typed);
      await page.keyboard.press('Enter');
      await at(page, cycle);
    }
  },
};
