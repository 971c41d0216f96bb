// The views of the vector machine and its lessons.

import assert from 'node:assert/strict';
import { SIZES, THEMES } from './visit.mjs';

const VIEWS = ['timeline', 'diagram', 'follow', 'convoys', 'groups', 'strips', 'vectors', 'banks', 'lanes', 'registers', 'memory', 'accesses', 'roofline'];
/** The views that are drawn. */
const PICTURES = ['timeline', 'diagram', 'convoys', 'groups', 'strips', 'banks', 'lanes', 'roofline'];
/** A document in which every view has something to show: the load/store unit is selected. */
const SPARSE = 'ex=sparse_add&m=rvv/textbook-8-banks&cycle=240&view.unit=1';

/** The page of a link, with its whole run known. */
async function lab(visit, fragment, options = {}) {
  const page = await visit.open({ fragment, ...options });
  await page.waitForFunction(() => /^of [\d\s\u202f]+$/.test(document.querySelector('.where small')?.textContent ?? ''));
  return page;
}

const panel = (page) => page.locator('.panel').first();

/** Opens a view in the first place. */
async function show(page, name) {
  await panel(page).locator(`[data-panel=${name}]`).click();
  await panel(page).locator(`[data-panel=${name}][aria-selected=true]`).waitFor();
}

const under = (page) => panel(page).locator('.under');

/** Waits until a view says something about the cursor. */
const says = (page, words) => under(page).filter({ hasText: words }).waitFor();

/** Colours of the first picture and how many pixels have them, as `r,g,b`. */
const colours = (page) =>
  panel(page).locator('canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const count = {};
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      const key = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      count[key] = (count[key] ?? 0) + 1;
    }
    return count;
  });

/** A colour token of the page as `r,g,b`. */
const token = (page, name) =>
  page.evaluate((name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join();
  }, name);

const cycle = async (page) => Number((await page.locator('.where b').first().innerText()).replace(/\D/g, ''));

/** The values of a row of the table of vector registers. */
const row = async (page, name) => {
  const line = panel(page).locator('table.values tbody tr', { has: page.locator('th', { hasText: name }) }).first();
  return line.locator('td').allInnerTexts();
};

/** Tests that measure time, and run alone. */
export const measured = ['the_page_never_blocks_while_vectors_run'];

export const tests = {
  async every_view_of_a_vector_machine_shows_something(visit) {
    const page = await lab(visit, SPARSE);
    for (const name of VIEWS) {
      await show(page, name);
      await page.waitForTimeout(200);
      assert.equal(await panel(page).locator('.empty').count(), 0, name);
      assert.ok((await panel(page).locator('.view').innerText()).length > 20, name);
      if (PICTURES.includes(name)) assert.ok(Object.keys(await colours(page)).length > 5, name);
    }
  },

  async memory_is_shown_as_what_it_is(visit) {
    const page = await lab(visit, 'ex=daxpy_vector&m=rvv/textbook-dram&cycle=100');
    await show(page, 'dram');
    await panel(page).locator('.under', { hasText: /\d+ commands/ }).waitFor();
    await show(page, 'banks');
    await panel(page).locator('.empty', { hasText: 'has no banks' }).waitFor();
    const other = await lab(visit, SPARSE);
    await show(other, 'dram');
    await panel(other).locator('.empty', { hasText: 'is not DRAM' }).waitFor();
  },

  async instructions_are_in_their_units_and_chained(visit) {
    const page = await lab(visit, 'ex=daxpy_vector&m=rvv/textbook&cycle=16&view.panels=convoys%20groups');
    // 12 cycles after the load began its first element is there: the multiply takes it.
    await says(page, 'load/store: vle64.v v0, (a1) (convoy 0); float multiply: vfmul.vf v8, v0, fa0 (convoy 0, chained)');
    // The selected unit is the front end, which has no elements: those of the unit behind it are shown.
    assert.equal(await page.locator('.panel').last().locator('.tools select').evaluate((list) => list.selectedOptions[0].text), 'load/store');
    const box = await panel(page).locator('canvas').boundingBox();
    await page.mouse.move(box.x + box.width * 0.17, box.y + 60);
    await page.locator('.code li.lit', { hasText: 'vle64.v v0' }).waitFor();
    await page.mouse.click(box.x + box.width * 0.17, box.y + 60);
    await page.locator('.inspector', { hasText: 'vle64.v v0' }).waitFor();
  },

  async elements_that_the_mask_switches_off_are_pale(visit) {
    const page = await lab(visit, 'ex=masked_subtract&m=rvv/textbook-4-lanes&cycle=46&view.panels=groups%20vectors&view.unit=2');
    const off = await token(page, '--lane-off');
    for (let at = 0; at < 30 && !/vfsub.*take part/.test(await under(page).innerText()); at++) {
      await page.keyboard.press('F9');
      await page.waitForTimeout(60);
    }
    // Every second element of x is 0.
    assert.match(await under(page).innerText(), /vfsub\.vv v8, v8, v16, v0\.t: elements \d+ to \d+ of 32, 2 of 4 take part/);
    assert.ok((await colours(page))[off] > 50);
    await page.locator('.panel .mask i.on').first().waitFor();
    assert.equal(await page.locator('.panel .mask i.on').count(), 16);
    // The numbers of these elements are struck out above the registers.
    assert.equal(await page.locator('.values thead th.off').count(), 16);
  },

  async vector_registers_are_read_with_any_width(visit) {
    const page = await lab(visit, 'ex=daxpy_vector&m=rvv/textbook&cycle=60&view.panels=vectors%20strips');
    // x is 0, 1, 2, …; the double 1.0 is 3ff0000000000000.
    assert.deepEqual((await row(page, 'v0')).slice(0, 3), ['0', '1', '2']);
    const read = async (width, radix, index, expected) => {
      await panel(page).getByLabel('Elements').selectOption(width);
      await panel(page).getByLabel('Numbers as').selectOption(radix);
      await page.waitForTimeout(100);
      assert.equal((await row(page, 'v0'))[index], expected, `${width} ${radix}`);
    };
    await read('64', 'hex', 1, '3ff0000000000000');
    await read('32', 'hex', 3, '3ff00000');
    await read('32', 'float', 3, '1.875');
    await read('16', 'hex', 7, '3ff0');
    await read('8', 'udec', 15, '63');
    await read('8', 'bin', 14, '11110000');
    assert.equal((await row(page, 'v0')).length, 64);
    await panel(page).getByRole('button', { name: 'Next page' }).click();
    await panel(page).getByText('elements 64 to 127 of 256').waitFor();
    // The choice is part of the link.
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.locator('#link').inputValue();
    const again = await lab(visit, link.split('#')[1]);
    assert.equal(await panel(again).getByLabel('Elements').inputValue(), '8');
  },

  async the_views_work_by_keyboard(visit) {
    const page = await lab(visit, 'ex=daxpy_vector&m=rvv/textbook&cycle=16&view.panels=convoys%20groups');
    const picture = panel(page).locator('canvas');
    await picture.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.locator('.inspector dd', { hasText: 'float add' }).first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('.where b').textContent === '17');
    const before = await picture.evaluate((canvas) => canvas.toDataURL());
    await page.keyboard.press('+');
    await page.waitForFunction((old) => document.querySelector('.panel canvas').toDataURL() !== old, before);
    assert.match(await picture.getAttribute('aria-label'), /Arrow keys/);
    const groups = page.locator('.panel').last();
    await groups.locator('.tools select').selectOption({ label: 'float multiply' });
    await groups.locator('.under', { hasText: 'vfmul.vf' }).waitFor();
  },

  async every_lesson_opens_by_its_address(visit) {
    const titles = ['Strip-mining', 'Chaining', 'Lanes', 'Banks and strides', 'Masks', 'Gather and scatter'];
    const names = ['strip-mining', 'chaining', 'lanes', 'banks', 'masks', 'gather-scatter'];
    for (const [at, name] of names.entries()) {
      const page = await lab(visit, `lesson=${name}`);
      assert.equal(await page.locator('.lesson h2').innerText(), `Lesson: ${titles[at]}`);
      // The question is in sight without scrolling, and the views show something.
      const [question, whole] = [await page.locator('.question').boundingBox(), await page.locator('.lesson').boundingBox()];
      assert.ok(question.y + question.height <= whole.y + whole.height + 1, name);
      assert.ok((await cycle(page)) > 0, name);
      await page.waitForTimeout(200);
      assert.equal(await page.locator('.panel .empty').count(), 0, name);
      await page.context().close();
    }
  },

  async questions_take_right_wrong_and_no_answers(visit) {
    const answers = {
      // Strips of 16 elements: 100 / 16, rounded up.
      'strip-mining': [7, 'more', 6],
      // Three strips of 8 groups and one of 1, three convoys each.
      lanes: [75, 'less', 96],
      // Two loads, a comparison and a store of 64, and half of the subtraction.
      masks: [288, 'less', 320],
      // A sweep: six banks of eight are visited first with 64.
      'enough-banks': [64, 'more', 32],
      // k, a, m and c.
      'gather-scatter': [256, 'more', 128],
    };
    for (const [name, [right, word, wrong]] of Object.entries(answers)) {
      const page = await lab(visit, `lesson=${name}`);
      const answer = async (typed, verdict) => {
        await page.locator('#answer').fill(String(typed));
        await page.keyboard.press('Enter');
        await page.locator(`.lesson .verdict.${verdict}`).waitFor();
        return page.locator('.lesson .verdict').innerText();
      };
      assert.match(await answer(wrong, 'bad'), new RegExp(word), name);
      assert.match(await answer('a few', 'bad'), /number/, name);
      assert.match(await answer(right, 'good'), /Right/, name);
      await page.context().close();
    }
  },

  async a_study_runs_beside_the_run_and_can_be_stopped(visit) {
    const page = await lab(visit, 'lesson=enough-banks&view.panels=sweep%20presets');
    const sweep = page.locator('.panel').first();
    const before = await cycle(page);
    await sweep.getByRole('button', { name: 'Run the study' }).click();
    await sweep.locator('.values tbody tr').nth(4).waitFor();
    await sweep.getByRole('button', { name: 'Run the study' }).waitFor();
    const stalls = await sweep.locator('.values tbody tr td:nth-child(4)').allInnerTexts();
    // With 64 banks a stride of 8 visits 8 of them, which is more than the 6 cycles for which a bank is busy.
    assert.deepEqual(stalls.map((n) => Number(n.replace(/\D/g, '')) > 0), [true, true, true, false, false]);
    assert.equal(await cycle(page), before);
    await sweep.getByLabel('values', { exact: true }).fill('8,none');
    await sweep.getByLabel('values', { exact: true }).press('Enter');
    await sweep.locator('.values td', { hasText: 'banks' }).first().waitFor();
    const presets = page.locator('.panel').last();
    await presets.getByRole('button', { name: 'Run the study' }).click();
    await presets.locator('.values tbody tr').first().waitFor();
    const stop = presets.getByRole('button', { name: 'Stop' });
    if (await stop.count()) await stop.click().catch(() => {});
    await presets.getByRole('button', { name: 'Run the study' }).waitFor();
  },

  async a_kernel_runs_on_both_machines_in_step(visit) {
    const page = await lab(visit, 'ex=saxpy&m=simt/teaching&vs=rvv/textbook');
    await page.waitForFunction(() => document.querySelectorAll('[data-row=cycles] td').length === 4);
    const shown = () => page.locator('.run-of .where b').evaluateAll((all) => all.map((each) => each.textContent));
    await page.getByLabel('Speed').selectOption({ label: '30/s' });
    await page.keyboard.press('F8');
    await page.waitForFunction(() => Number(document.querySelector('.where b').textContent) >= 20);
    await page.keyboard.press('F8');
    await page.waitForTimeout(300);
    const [own, other] = await shown();
    assert.ok(Number(own) >= 20 && own === other, `${own} ${other}`);
    for (const id of ['cycles', 'memory_bytes', 'slots.issued']) {
      assert.equal(await page.locator(`[data-row="${id}"]`).count(), 1, id);
    }
    await page.getByLabel('Keep step by').selectOption('share');
    await page.keyboard.press('End');
    const ends = await page.locator('[data-row=cycles] td').evaluateAll((all) => all.slice(0, 2).map((each) => each.textContent));
    await page.waitForFunction((ends) => {
      const at = [...document.querySelectorAll('.run-of .where b')].map((each) => each.textContent);
      return at[0] === ends[0] && at[1] === ends[1];
    }, ends);
  },

  async runs_are_compared_by_their_diagrams_which_play(visit) {
    const page = await lab(visit, 'ex=saxpy&m=packed/avx2&vs=rvv/textbook&vs=simt/teaching');
    await page.waitForFunction(() => document.querySelectorAll('[data-row=cycles] td').length === 6);
    await page.locator('.compare header select').first().selectOption('diagram');
    const high = () => page.locator('.run-of canvas').evaluateAll((all) => all.map((each) => each.clientHeight));
    await page.waitForFunction(() => [...document.querySelectorAll('.run-of canvas')].every((each) => each.clientHeight > 200));
    assert.equal((await high()).length, 3);
    const left = await page.locator('.run-of').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    assert.ok(left[0] < left[1] && left[1] < left[2], `${left}`);
    await page.keyboard.press('F8');
    await page.waitForFunction(() => Number(document.querySelector('.where b').textContent) >= 12);
    await page.keyboard.press('F8');
    await page.waitForTimeout(300);
    const shown = await page.locator('.run-of .where b').evaluateAll((all) => all.map((each) => each.textContent));
    assert.ok(Number(shown[0]) >= 12 && shown.every((each) => each === shown[0]), `${shown}`);
    await visit.picture(page, 'compare-diagrams');
  },

  async the_page_never_blocks_while_vectors_run(visit) {
    const page = await lab(visit, 'ex=mandelbrot&m=rvv/textbook-4-lanes&view.panels=convoys%20groups&view.window=0%20200');
    const longest = await visit.longest(page, async () => {
      await page.keyboard.press('F8');
      await page.waitForTimeout(1500);
      await page.keyboard.press('f');
      await page.waitForTimeout(700);
      await page.keyboard.press('End');
      await page.waitForTimeout(300);
    });
    assert.ok(longest > 0 && longest <= 50, `${longest} ms`);
  },
};

for (const theme of THEMES) {
  tests[`vector_views_are_accessible_${theme}`] = async (visit) => {
    const page = await lab(visit, SPARSE, { colorScheme: theme });
    for (const name of [...VIEWS, 'sweep']) {
      await show(page, name);
      await page.waitForTimeout(150);
      await visit.picture(page, `vector-${name}-${theme}`);
      assert.deepEqual(await visit.violations(page), [], name);
    }
  };

  for (const [size, viewport] of Object.entries(SIZES)) {
    tests[`vector_views_fit_without_scrolling_sideways_${theme}_${size}`] = async (visit) => {
      const page = await lab(visit, SPARSE, { colorScheme: theme, viewport });
      for (const name of [...VIEWS, 'sweep']) {
        await show(page, name);
        const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(inner <= outer, `${name}: ${inner} > ${outer}`);
      }
      await visit.picture(page, `vector-${theme}-${size}`);
    };
  }
}
