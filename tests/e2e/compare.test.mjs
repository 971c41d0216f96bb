// Comparison of machines, and lessons.

import assert from 'node:assert/strict';
import { SIZES, THEMES } from './visit.mjs';

/** The page of a link, with its whole run known. */
async function open(visit, options) {
  const page = await visit.open(options);
  await page.locator('.run:not([disabled])').waitFor();
  return page;
}

/** Waits until so many runs that are compared came to their end. */
const whole = (page, count) => page.waitForFunction((wanted) => {
  const ends = [...document.querySelectorAll('.run-of .where small')];
  return ends.length === wanted && ends.every((end) => /^of [\d\s\u202f]+$/.test(end.textContent));
}, count);

const number = async (page, row, column) =>
  Number((await page.locator(`[data-row=${row}] td`).nth(column).innerText()).replace(/[^\d.]/g, ''));

const shown = (page) =>
  page.locator('.run-of .where b').evaluateAll((all) => all.map((each) => Number(each.textContent.replace(/\D/g, ''))));

export const tests = {
  async two_machines_are_compared_with_one_cursor(visit) {
    const page = await open(visit, { fragment: 'ex=transpose_naive&m=simt/teaching&vs=simt/fermi' });
    await page.locator('.compared').waitFor();
    await whole(page, 2);
    await page.waitForFunction(() => document.querySelectorAll('[data-row=cycles] td').length === 4);
    const [own, other] = [await number(page, 'cycles', 0), await number(page, 'cycles', 1)];
    assert.ok(own > 0 && other > 0 && own !== other, `${own} ${other}`);
    assert.ok(Math.abs((await number(page, 'cycles', 2)) - other / own) < 0.01);
    for (let n = 0; n < 7; n++) await page.keyboard.press('F9');
    await page.waitForFunction(() => [...document.querySelectorAll('.run-of .where b')].every((b) => b.textContent === '7'));
    await page.getByLabel('Keep step by').selectOption('share');
    await page.keyboard.press('End');
    await page.waitForFunction((ends) => {
      const at = [...document.querySelectorAll('.run-of .where b')].map((b) => Number(b.textContent.replace(/\D/g, '')));
      return at[0] === ends[0] && at[1] === ends[1];
    }, [own, other]);
    assert.deepEqual(await shown(page), [own, other]);
  },

  async machines_of_two_kinds_run_beside_each_other(visit) {
    const page = await open(visit, { fragment: 'ex=saxpy&m=simt/teaching&vs=rvv/textbook' });
    await whole(page, 2);
    assert.equal(page.workers().length, 2, 'a worker for each kind of machine');
    await page.waitForFunction(() => document.querySelectorAll('[data-row=cycles] td').length === 4);
    assert.notEqual(await number(page, 'cycles', 0), await number(page, 'cycles', 1));
  },

  async heads_of_three_machines_beside_each_other_show_all_that_they_say(visit) {
    for (const viewport of [SIZES.desktop, SIZES.tablet]) {
      const fragment = 'ex=matmul_tiled&m=packed/i7-960&vs=rvv/textbook-4-lanes&vs=simt/teaching&view.beside=diagram';
      const page = await open(visit, { fragment, viewport });
      await whole(page, 3);
      await page.keyboard.press('End');
      const heads = await page.locator('.run-of .head').evaluateAll((all) => all.map((head) => {
        const end = (each) => each.getBoundingClientRect().right;
        return Math.max(...[...head.querySelectorAll('.where *')].map(end)) - end(head);
      }));
      assert.equal(heads.length, 3);
      assert.ok(heads.every((over) => over <= 0), `${heads}`);
    }
  },

  async a_comparison_comes_back_from_its_link(visit) {
    const page = await open(visit);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('.compared').waitFor();
    const name = await page.locator('.run-of select').inputValue();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.locator('#link').inputValue();
    const again = await open(visit, { fragment: link.split('#')[1] });
    await again.locator('.compared').waitFor();
    assert.equal(await again.locator('.run-of select').inputValue(), name);
    await again.getByRole('button', { name: 'Stop comparing' }).click();
    await again.locator('.places').waitFor();
  },

  async a_lesson_opens_from_its_address_and_checks_the_answer_by_running(visit) {
    const page = await open(visit, { fragment: 'lesson=strip-mining' });
    await page.locator('.lesson').waitFor();
    assert.match(await page.locator('.lesson h2').innerText(), /Strip-mining/);
    const answer = async (typed, verdict) => {
      await page.locator('#answer').fill(typed);
      await page.getByRole('button', { name: 'Check by running' }).click();
      await page.locator(`.lesson .verdict.${verdict}`).waitFor();
    };
    await answer('4', 'bad');
    assert.match(await page.locator('.lesson .verdict').innerText(), /more/);
    // 100 elements in strips of 8 registers with 128 bits of 64-bit elements.
    await answer('7', 'good');
    await page.reload();
    await page.locator('.lesson').waitFor();
  },

  async lessons_are_listed(visit) {
    const page = await open(visit);
    await page.getByRole('button', { name: 'Lessons' }).click();
    await page.locator('[data-lesson=chaining]').click();
    await page.locator('.lesson').waitFor();
    await page.locator('[data-panel=convoys][aria-selected=true]').waitFor();
    assert.equal(await page.locator('[data-lesson]').count(), 0);
  },

  async comparisons_and_lessons_break_no_rule_of_accessibility(visit) {
    for (const [name, size] of Object.entries(SIZES)) {
      for (const fragment of ['ex=saxpy&vs=simt/fermi', 'lesson=chaining']) {
        // It follows the theme of the system while it is open.
        const page = await open(visit, { fragment, viewport: size });
        await page.locator('.compared, .lesson').first().waitFor();
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme });
          await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme);
          await page.waitForTimeout(300);
          assert.deepEqual(await visit.violations(page), [], `${fragment} ${name} ${theme}`);
          await visit.picture(page, `${fragment.replace(/\W/g, '-')}-${name}-${theme}`);
        }
        await page.context().close();
      }
    }
  },
};
