// What a person brings and takes: files, macros, parts of other pages; and what happens when they change their mind or
// something breaks.

import assert from 'node:assert/strict';
import { at, cycle, fill, lab, length, paste, settled } from './gestures.mjs';
import { THEMES } from './visit.mjs';

const LONG = `
__kernel void spin(__global float *x, const int n)
{
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum = sum * 0.5f + x[(get_global_id(0) + k) & 63];
    x[get_global_id(0) & 63] = sum;
}`;

const good = (page) => page.locator('.kernel .verdict.good').waitFor();

/** Tests that measure time, and run alone. */
export const measured = [
  'a_long_run_stops_within_a_tenth_of_a_second',
  'the_page_never_blocks_while_a_large_machine_runs',
];

export const tests = {
  async a_kernel_file_opens_and_undo_brings_the_old_text_back(visit) {
    const page = await lab(visit);
    const before = await page.locator('.cm-content').innerText();
    const buffer = Buffer.from('__global__ void mine(int *p) { p[threadIdx.x] = 7; }\n');
    await page.locator('.kernel input[type=file]').setInputFiles({ name: 'mine.cu', mimeType: 'text/plain', buffer });
    await page.locator('.cm-content', { hasText: 'mine' }).waitFor();
    await good(page);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.cm-content', { hasText: 'saxpy' }).waitFor();
    assert.equal(await page.locator('.cm-content').innerText(), before);
  },

  async a_file_that_is_dropped_on_the_page_opens(visit) {
    const page = await lab(visit);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['__kernel void dropped(__global int *p) { p[get_global_id(0)] = 1; }'], 'd.cl'));
      const event = (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event('dragover'));
      document.body.dispatchEvent(event('drop'));
    });
    await page.locator('.cm-content', { hasText: 'dropped' }).waitFor();
    await good(page);
  },

  async a_file_fills_a_buffer_of_a_chosen_type(visit) {
    const page = await lab(visit);
    await page.getByLabel('x Contents').selectOption({ label: 'file' });
    const buffer = Buffer.from(new Int32Array([1, 2, 3, 40]).buffer);
    await page.getByLabel('x file').setInputFiles({ name: 'x.bin', mimeType: 'application/octet-stream', buffer });
    await page.getByLabel('x type of the elements').selectOption('i32');
    await page.locator('.panel').first().locator('[data-panel=memory]').click();
    await page.locator('.panel').first().locator('.values td', { hasText: /^40$/ }).first().waitFor();
  },

  async a_macro_from_outside_makes_a_kernel_compile(visit) {
    const page = await lab(visit);
    await paste(page, '__kernel void k(__global int *p) { p[get_global_id(0)] = SIZE; }');
    await page.locator('.kernel .verdict.bad').waitFor();
    await fill(page, 'Macro 1, as NAME=VALUE', 'SIZE=12');
    await good(page);
    assert.equal(await page.getByLabel('Macro 1, as NAME=VALUE').inputValue(), 'SIZE=12');
    await page.getByLabel('fuse a*b+c').check();
    await good(page);
  },

  async going_back_in_time_returns_to_where_a_jump_began(visit) {
    const page = await lab(visit);
    await page.keyboard.press('F10');
    await at(page, 10);
    await page.keyboard.press('g');
    await page.locator('#cycle').fill('90');
    await page.keyboard.press('Enter');
    await at(page, 90);
    await page.keyboard.press('Backspace');
    await at(page, 10);
    await page.keyboard.press('Shift+Backspace');
    await at(page, 90);
  },

  async a_wait_is_explained_down_to_the_memory_request(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&cycle=70' });
    await at(page, 70);
    const reason = page.locator('.inspector .reason').first();
    await reason.waitFor();
    assert.match(await reason.innerText(), /It needs %r\d+, which \d{3} ld\.global\.f32.* in line 15 will write\..*outstanding: 0x/);
    await reason.locator('.thing').first().click();
    await page.locator('.code li.lit', { hasText: 'ld.global.f32' }).waitFor();
  },

  async an_instruction_is_explained_and_can_be_looked_up(visit) {
    const page = await lab(visit);
    await page.locator('.code li', { hasText: 'ld.global.f32' }).first().hover();
    await page.locator('.isa-help', { hasText: 'd = memory at a + offset' }).waitFor();
    await page.getByRole('button', { name: 'All instructions' }).click();
    await page.getByLabel('Find an instruction').fill('square root');
    await page.locator('.isa dt', { hasText: 'sqrt' }).first().waitFor();
    assert.ok((await page.locator('.isa dt').count()) <= 3);
  },

  async a_part_of_another_page_leads_to_the_whole_one(visit) {
    const context = await visit.profile();
    const own = await lab(visit, { context });
    await paste(own, '__kernel void own(__global int *p) { p[get_global_id(0)] = 5; }');
    await good(own);
    await own.waitForTimeout(600);
    const part = await visit.open({ context, fragment: 'ex=saxpy&embed=1&theme=dark&cycle=40' });
    await at(part, 40);
    assert.equal(await part.locator('.launch').count(), 0);
    assert.equal(await part.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await part.keyboard.press('F9');
    await at(part, 41);
    const opening = context.waitForEvent('page');
    await part.getByRole('link', { name: 'Open in Lanescope' }).click();
    const opened = await opening;
    await at(opened, 41);
    await opened.locator('.launch').waitFor();
    await opened.close();
    await part.close();
    await own.reload();
    await own.locator('.cm-content', { hasText: 'own' }).waitFor();
  },

  async what_is_typed_into_a_field_stays_while_the_run_plays(visit) {
    const page = await lab(visit);
    const field = page.getByLabel('Global x', { exact: true });
    await page.keyboard.press('F8');
    await field.selectText();
    // The page is drawn anew with each cycle, eight times a second.
    await page.keyboard.type('4096', { delay: 300 });
    assert.equal(await field.inputValue(), '4096');
    assert.ok((await cycle(page)) > 4);
    const before = await length(page);
    await field.press('Tab');
    await page.waitForFunction((old) => {
      const run = document.querySelector('.where small').textContent;
      return !/so far/.test(run) && Number(run.replace(/\D/g, '')) > old;
    }, before);
    assert.equal(await field.inputValue(), '4096');
  },

  async a_long_run_stops_within_a_tenth_of_a_second(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/fermi' });
    await paste(page, LONG);
    await good(page);
    await fill(page, 'n value', 1_000_000);
    await fill(page, 'Global x', 4096);
    // The short run of the text before is known to its end; this one never is.
    await page.waitForFunction(() => /so far/.test(document.querySelector('.where small')?.textContent ?? ''));
    await good(page);
    const times = [];
    while (times.length < 20 && !(times.at(-1) <= 100)) {
      // In a field of the form the key would move the caret.
      await page.locator('.transport .run').focus();
      await page.keyboard.press('End');
      await page.locator('.transport [aria-label=Stop]:not([disabled])').waitFor();
      await page.waitForTimeout(300);
      times.push(await page.evaluate(() => new Promise((done) => {
        const stop = () => document.querySelector('.transport [aria-label=Stop]');
        const start = performance.now();
        stop().click();
        const look = () => (stop().disabled ? done(performance.now() - start) : setTimeout(look, 1));
        look();
      })));
    }
    // The best of a few: other work on the machine only makes it longer.
    assert.ok(times.at(-1) <= 100, `${times.map(Math.round)} ms`);
    assert.ok((await cycle(page)) > 0);
  },

  async the_page_never_blocks_while_a_large_machine_runs(visit) {
    const page = await lab(visit, { fragment: 'ex=matmul_tiled&m=simt/fermi' });
    const longest = await visit.longest(page, async () => {
      await page.keyboard.press('F8');
      await page.waitForTimeout(1500);
      await page.keyboard.press('End');
      await page.waitForTimeout(500);
    });
    assert.ok(longest > 0 && longest <= 50, `${longest} ms`);
  },

  async a_broken_worker_is_replaced_and_nothing_is_lost(visit) {
    const page = await lab(visit);
    await paste(page, '__kernel void kept(__global int *p) { p[get_global_id(0)] = 3; }');
    await good(page);
    const [worker] = page.workers();
    await worker.evaluate(() => void setTimeout(() => { throw new Error('broken by a test'); }));
    await page.locator('.notice.bad', { hasText: 'started again' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await good(page);
    await settled(page);
    assert.match(await page.locator('.cm-content').innerText(), /kept/);
    assert.equal(page.workers().length, 1);
    visit.forgive(/broken by a test/);
  },
};

for (const theme of THEMES) {
  tests[`help_and_parts_are_accessible_${theme}`] = async (visit) => {
    const page = await lab(visit, { colorScheme: theme });
    for (const name of ['About this view', 'All instructions']) {
      await page.getByRole('button', { name }).first().click();
      await page.locator('dialog[open]').waitFor();
      assert.deepEqual(await visit.violations(page), [], name);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    const part = await visit.open({ fragment: `ex=saxpy&embed=1&theme=${theme}&cycle=40` });
    await at(part, 40);
    await visit.picture(part, `embed-${theme}`);
    assert.deepEqual(await visit.violations(part), []);
  };
}
