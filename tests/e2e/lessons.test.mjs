// Each lesson with every question that asks for a number, answered wrong and right, and what helps. Answers are those that
// the texts lead to; the lessons' own tests derive them.

import assert from 'node:assert/strict';
import { SIZES } from './visit.mjs';

/** The answers to a lesson's questions in order; null where something is to be built. */
const ANSWERS = {
  'warps': [12, 4 * 19 * 8, null],
  'divergence': [4, 3, null],
  'nested-divergence': [4, 3, null],
  'coalescing': [36, 288, null],
  'bank-conflicts': [64, 32, null],
  'occupancy': [2, 50, null],
  'caches': [64, 16, null],
  'atomics-barriers': [8, 32, null],
  'strip-mining': [7],
  'lanes': [75],
  'masks': [288],
  'enough-banks': [64],
  'gather-scatter': [256],
  'packed-width': [126],
  'packed-remainders': [13],
  'packed-branches': [32],
  'packed-growth': [10],
  'warps-and-vectors': [8, 6, null],
  'wider': [50, 12, null],
};

/** The text of a lesson fits its box, or scrolls in it alone. */
async function fits(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(over <= 0, `${name}: the page is ${over} pixels too wide`);
  const box = await page.locator('.lesson').boundingBox();
  assert.ok(box.width > 0 && box.height > 0, `${name}: the lesson has a box`);
}

/** Answers one question wrong and right. */
async function answer(page, name, right) {
  const verdict = page.locator('.lesson .verdict');
  if (right === null) {
    await page.getByRole('button', { name: 'Check what I built' }).click();
    await page.locator('.lesson .verdict.bad').waitFor();
    assert.notEqual(await page.locator('.lesson .help').innerText(), '', `${name}: a hint`);
    return;
  }
  for (const [typed, said] of [[String(right * 2 + 1), 'bad'], [String(right), 'good']]) {
    await page.locator('#answer').fill(typed);
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.locator(`.lesson .verdict.${said}`).waitFor();
    assert.notEqual(await page.locator('.lesson .help').innerText(), '', `${name}: ${await verdict.innerText()}`);
  }
}

async function lesson(page, name, answers) {
  for (const [at, right] of answers.entries()) {
    if (answers.length > 1) {
      await page.locator('.lesson .question [role=group] button').nth(at).click();
    }
    await answer(page, `${name} ${at + 1}`, right);
  }
}

const each = Object.entries(ANSWERS).map(([name, answers]) => [
  `lesson_${name.replaceAll('-', '_')}_helps_after_wrong_and_right_answers`,
  async (visit) => {
    const page = await visit.open({ fragment: `lesson=${name}` });
    await page.locator('.lesson').waitFor();
    await fits(page, name);
    await lesson(page, name, answers);
  },
]);

export const tests = {
  ...Object.fromEntries(each),

  async what_was_answered_is_kept_until_one_starts_over(visit) {
    const page = await visit.open({ fragment: 'lesson=divergence' });
    await page.locator('#answer').fill('4');
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.locator('.lesson .verdict.good').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Question 1, done' }).waitFor();
    await page.getByRole('button', { name: 'Lessons' }).click();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.locator('[data-lesson=divergence]').click();
    await page.getByRole('button', { name: 'Question 1', exact: true }).waitFor();
  },

  async the_run_that_answered_opens_and_the_verdict_stays(visit) {
    const page = await visit.open({ fragment: 'lesson=coalescing' });
    await page.locator('#answer').fill('36');
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.getByRole('button', { name: 'Show that run' }).click();
    await page.locator('[data-panel=accesses][aria-selected=true]').waitFor();
    await page.locator('.lesson .verdict.good').waitFor();
  },

  async lessons_fit_a_phone(visit) {
    const page = await visit.open({ fragment: 'lesson=occupancy', viewport: SIZES.phone });
    await page.locator('.lesson').waitFor();
    await fits(page, 'occupancy');
  },
};
