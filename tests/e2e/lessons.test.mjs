// Each lesson with every question that asks for a number, answered wrong and right, and what helps. Answers are those that
// the texts lead to; the lessons' own tests derive them.

import assert from 'node:assert/strict';
import { at, cycle, fill, settled } from './gestures.mjs';
import { SIZES } from './visit.mjs';

/** The answers to a lesson's questions in order; where something is to be built, the settings that build it, or a local size. */
const ANSWERS = {
  'warps': [12, 4 * 19 * 8, { warps_per_core: 4 }],
  'divergence': [4, 3, { warp_size: 1, warps_per_core: 16 }],
  'nested-divergence': [4, 3, { push_order: 'majority-first' }],
  'coalescing': [36, 288, { line_bytes: 128 }],
  'bank-conflicts': [64, 32, { shared_banks: 32 }],
  'occupancy': [2, 50, { warps_per_core: 12, groups_per_core: 6 }],
  'caches': [64, 16, { l1_kb: 0 }],
  'atomics-barriers': [8, 32, { local: 32 }],
  'strip-mining': [7],
  'chaining': [3 * (44 + 39 + 38 + 44) + (16 + 11 + 10 + 16)],
  'banks': [256],
  'lanes': [75],
  'masks': [288],
  'enough-banks': [64],
  'gather-scatter': [256],
  'packed-width': [126],
  'packed-remainders': [13],
  'packed-branches': [32],
  'packed-growth': [10],
  'phases': [87 + 8 * (2 * 318 + 350)],
  'closed-page': [24],
  'tile-requests': [4 * (8 * 66 * 18 + 256 * 32)],
  'indexed-transfers': [64 + 16 + 1024],
  'slot-policies': [4 * (2 * 261 + 10 * 22 + 2 * 219)],
  'worst-case': [49 + 6 + 4 * 205 + 2 * 225],
  'warps-and-vectors': [8, 6, { warp_size: 16 }],
  'wider': [50, 12, { warp_size: 16 }],
};

/** The text of a lesson fits its box, or scrolls in it alone. */
async function fits(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(over <= 0, `${name}: the page is ${over} pixels too wide`);
  const box = await page.locator('.lesson').boundingBox();
  assert.ok(box.width > 0 && box.height > 0, `${name}: the lesson has a box`);
  const cut = await page.locator('.lesson .words').evaluate((words) => words.scrollWidth - words.clientWidth);
  assert.ok(cut <= 0, `${name}: ${cut} pixels of the text are cut off`);
}

/** Sets what is asked for: settings of the machine, or the local size of the launch. */
async function build(page, values) {
  if (values.local) {
    await page.getByRole('button', { name: 'Launch', exact: true }).click();
    await fill(page, 'Local x', values.local);
    return;
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const [id, value] of Object.entries(values)) {
    const field = page.locator(`#set-${id}`);
    if (await field.evaluate((element) => element.tagName) === 'SELECT') {
      await field.selectOption(value);
    } else {
      await field.fill(String(value));
      await field.press('Tab');
    }
  }
  await page.keyboard.press('Escape');
}

/** Answers one question wrong and right. */
async function answer(page, name, right) {
  const verdict = page.locator('.lesson .verdict');
  if (typeof right === 'object') {
    await page.getByRole('button', { name: 'Check what I built' }).click();
    await page.locator('.lesson .verdict.bad').waitFor();
    assert.notEqual(await page.locator('.lesson .help').innerText(), '', `${name}: a hint`);
    await build(page, right);
    await page.getByRole('button', { name: 'Check what I built' }).click();
    await page.locator('.lesson .verdict.good').waitFor();
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
    await page.locator('dialog').getByRole('button', { name: 'Start over' }).click();
    await page.locator('#keep-all:focus').waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.locator('#first-lesson:focus').waitFor();
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

  async focus_goes_to_a_lesson_that_opens_and_by_a_key_to_the_answer(visit) {
    const page = await visit.open({ fragment: 'lesson=divergence' });
    const focused = (id) => page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
    await focused('lesson-title');
    await page.keyboard.press('q');
    await focused('answer');
  },

  async the_focus_goes_on_where_a_person_does(visit) {
    const page = await visit.open({ fragment: 'lesson=divergence' });
    const focused = (id) => page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
    const check = page.getByRole('button', { name: 'Check by running' });
    await page.locator('#answer').fill('9');
    await check.click();
    await page.locator('.lesson .verdict.bad').waitFor();
    await focused('answer');
    await page.locator('#answer').fill('4');
    await check.click();
    await page.locator('.lesson .verdict.good').waitFor();
    await focused('show-run');
    // Starting over asks first, and what was answered stays if one is not sure.
    const lesson = page.locator('.lesson');
    await page.getByRole('button', { name: 'Question 2' }).click();
    await lesson.getByRole('button', { name: 'Start over' }).click();
    await focused('keep-lesson');
    await lesson.getByRole('button', { name: 'Keep' }).click();
    await focused('start-over-lesson');
    await page.getByRole('button', { name: 'Question 1, done' }).waitFor();
    await lesson.getByRole('button', { name: 'Start over' }).click();
    await lesson.getByRole('button', { name: 'Forget', exact: true }).click();
    await focused('answer');
    await page.locator('.question [aria-current=true][aria-label="Question 1"]').waitFor();
    assert.equal(await page.locator('#answer').inputValue(), '');
    await page.reload();
    await page.getByRole('button', { name: 'Question 1', exact: true }).waitFor();
    await lesson.getByRole('button', { name: 'Close' }).click();
    await focused('lessons');
  },

  /** What was typed, the verdict and the hint are there again; so they are in a lesson that is opened again. */
  async a_question_is_found_again_as_it_was_left(visit) {
    const page = await visit.open({ fragment: 'lesson=coalescing' });
    await page.locator('#answer').fill('5');
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.locator('.lesson .verdict.bad').waitFor();
    const hint = await page.locator('.lesson .help').innerText();
    await page.getByRole('button', { name: 'Question 2' }).click();
    assert.equal(await page.locator('.lesson .help').innerText(), '');
    const asItWas = async () => {
      await page.locator('.lesson .verdict.bad').waitFor();
      assert.equal(await page.locator('#answer').inputValue(), '5');
      assert.equal(await page.locator('.lesson .help').innerText(), hint);
    };
    await page.getByRole('button', { name: 'Question 1' }).click();
    await asItWas();
    await page.locator('.lesson').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Lessons' }).click();
    await page.locator('[data-lesson=coalescing]').click();
    await asItWas();
  },

  /** Back closes a lesson that was opened by a button, and what was written beside it stays. */
  async back_closes_a_lesson_and_forward_opens_its_text_again(visit) {
    const page = await visit.open({ fragment: 'ex=saxpy' });
    await settled(page);
    const open = async (name) => {
      await page.getByRole('button', { name: 'Lessons' }).click();
      await page.locator(`[data-lesson=${name}]`).click();
      await page.locator('.lesson').waitFor();
    };
    const closed = () => page.locator('.lesson').waitFor({ state: 'detached' });
    await open('divergence');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('// my own line\n');
    await page.goBack();
    await closed();
    await page.locator('.cm-content', { hasText: 'my own line' }).waitFor();
    await page.goForward();
    await page.locator('.lesson h2', { hasText: 'Divergence' }).waitFor();
    await page.locator('.cm-content', { hasText: 'my own line' }).waitFor();
    // One lesson after another is one entry, and closing takes it away.
    await page.getByRole('button', { name: 'Next lesson' }).click();
    await page.locator('.lesson h2', { hasText: 'Nested' }).waitFor();
    await page.locator('.lesson').getByRole('button', { name: 'Close' }).click();
    await closed();
    await page.waitForFunction(() => history.state === '');
    await open('warps');
    assert.equal(await page.evaluate(() => history.state), 'warps');
    // A target on the page closes nothing.
    await page.evaluate(() => { location.hash = 'transport'; });
    await page.waitForTimeout(300);
    await page.locator('.lesson').waitFor();
    await page.goBack();
    await page.locator('.lesson').waitFor();
    await page.goBack();
    await closed();
  },

  async the_line_of_a_scene_is_marked(visit) {
    const page = await visit.open({ fragment: 'lesson=divergence' });
    await page.locator('#answer').fill('4');
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.getByRole('button', { name: 'Show that run' }).click();
    await page.locator('.cm-line.cm-lit', { hasText: 'if (v & 1)' }).waitFor();
  },

  async what_comes_next_is_found_by_a_key_and_in_the_menu(visit) {
    const page = await visit.open({ fragment: 'lesson=bank-conflicts' });
    await settled(page);
    for (const [key, name] of [['x', 'Next bank conflict'], ['r', 'Next row miss of DRAM'], ['b', 'Next begin or end of a wait at a barrier']]) {
      await page.keyboard.press('Home');
      await at(page, 0);
      await page.keyboard.press(key);
      await page.waitForFunction(() => document.querySelector('.where b')?.textContent.replace(/\D/g, '') !== '0');
      const found = await cycle(page);
      await page.keyboard.press('Home');
      await at(page, 0);
      const menu = page.locator('select.jumps');
      const option = await menu.locator('option', { hasText: name }).getAttribute('value');
      await menu.selectOption(option);
      await at(page, found);
      await page.locator('#lesson-title').focus();
    }
  },

  /** What is built begins with the lesson's document, not with the run that another question was shown. */
  async a_build_begins_with_the_lesson_behind_a_run_that_was_shown(visit) {
    const page = await visit.open({ fragment: 'lesson=coalescing' });
    await page.locator('.lesson .question [role=group] button').nth(1).click();
    await page.locator('#answer').fill('288');
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.getByRole('button', { name: 'Show that run' }).click();
    await page.locator('.lesson .question [role=group] button').nth(2).click();
    await build(page, { line_bytes: 128 });
    await page.getByRole('button', { name: 'Check what I built' }).click();
    await page.locator('.lesson .verdict.good').waitFor();
    // The verdict ends with what it judged.
    await build(page, { line_bytes: 32 });
    await page.locator('.lesson .verdict.good').waitFor({ state: 'detached' });
  },

  async lessons_fit_a_phone(visit) {
    for (const name of ['occupancy', 'warps', 'caches']) {
      const page = await visit.open({ fragment: `lesson=${name}`, viewport: SIZES.phone });
      await page.locator('.lesson').waitFor();
      await fits(page, name);
      await page.close();
    }
  },

  /** With little height, a laptop's page enlarged or a phone on its side: the text scrolls in its box, and one can answer. */
  async lessons_fit_a_low_window(visit) {
    for (const viewport of [{ width: 960, height: 600 }, { width: 844, height: 390 }]) {
      for (const name of ['occupancy', 'bank-conflicts', 'packed-remainders']) {
        const page = await visit.open({ fragment: `lesson=${name}`, viewport });
        const size = `${name} at ${viewport.width} x ${viewport.height}`;
        await page.locator('.lesson').waitFor();
        await fits(page, size);
        const words = page.locator('.lesson .words');
        const [shown, all] = await words.evaluate((element) => [element.clientHeight, element.scrollHeight]);
        assert.ok(shown >= 80, `${size}: ${shown} pixels of the text show`);
        assert.ok(all > shown, `${size}: the text is longer than its box`);
        await page.locator('#answer').fill('1');
        await page.getByRole('button', { name: 'Check by running' }).click();
        await page.locator('.lesson .verdict.bad').waitFor();
        // Nothing lies over the field and the button.
        for (const one of [page.locator('#answer'), page.getByRole('button', { name: 'Check by running' })]) {
          await one.scrollIntoViewIfNeeded();
          const free = await one.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          });
          assert.ok(free, `${size}: it can be reached`);
        }
        await page.close();
      }
    }
  },
};
