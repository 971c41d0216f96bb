// Nothing on the page moves, hides or stays behind on its own: what scrolls, what a field holds, what the bar has room for,
// what the inspector tells of.

import assert from 'node:assert/strict';
import { at, cycle, fill, lab, length, paste, settled } from './gestures.mjs';
import { SIZES, THEMES } from './visit.mjs';

/** A laptop at 200 %: half of the pixels each way. */
const ZOOMED = { width: 720, height: 450 };

/** Lines above and below the kernel, so that the text has something to scroll. */
const TALL = `${'// a line of a long introduction\n'.repeat(80)}
__kernel void tall(__global float *x, const int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < n; k++)
        x[i] = x[i] * 0.5f + 1.0f;
}
${'// a line of a long epilogue\n'.repeat(40)}`;

/** Waits for arithmetic nearly all the time, which takes no time to simulate. */
// 256 groups of equal work, for a minute or more.
const GROUPS = `// lanescope: global 4096
// lanescope: local 16
// lanescope: arg x [4096] zeros
__kernel void groups(__global int *x) { int s = 0; for (int a = 0; a < 20000; a++) s += s ^ a; x[get_global_id(0)] = s; }
`;

const LONG = `
// lanescope: global 1
// lanescope: local 1
// lanescope: arg x [262144]
__kernel void chase(__global int *x)
{
    int at = 0;
    for (int k = 0; k < 100000; k++)
        at = (at + x[at] + 1237) & 262143;
    x[0] = at;
}`;

const FAULTY = `
__kernel void faulty(__global int *x)
{
    int i = get_global_id(0);
    x[i - 1000000] = 1;
}`;

const good = (page) => page.locator('.kernel .verdict.good').waitFor();

/** Where the page and the text of its kernel are scrolled to. */
const scrolled = (page) =>
  page.evaluate(() => ({ page: scrollY, text: document.querySelector('.cm-scroller').scrollTop }));

export const tests = {
  async loading_stepping_and_playing_scroll_the_text_and_never_the_page(visit) {
    for (const viewport of [SIZES.phone, ZOOMED]) {
      const page = await lab(visit, { viewport });
      await paste(page, TALL);
      await good(page);
      await page.locator('h1').click();
      const bottom = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        return scrollY;
      });
      assert.ok(bottom > 400, `${bottom}`);
      for (let n = 1; n <= 12; n++) await page.keyboard.press('F9');
      await at(page, 12);
      await page.keyboard.press('F8');
      await page.waitForFunction(() => Number(document.querySelector('.where b').textContent) > 14);
      await page.keyboard.press('F8');
      await page.waitForTimeout(200);
      const place = await scrolled(page);
      // The document may have grown or shrunk by a line of the inspector.
      assert.ok(Math.abs(place.page - bottom) < 120, `${viewport.width}: ${place.page}, not ${bottom}`);
      assert.ok(place.text > 900, `the line of the warp shows: ${place.text}`);
      await page.evaluate(() => scrollTo(0, 0));
      await page.reload();
      await page.locator('.cm-editor').waitFor();
      await settled(page);
      await page.waitForTimeout(200);
      const again = await scrolled(page);
      assert.equal(again.page, 0, 'loading');
      assert.ok(again.text > 900, `the kernel shows: ${again.text}`);
    }
  },

  async a_lesson_opens_without_the_answer_to_the_last_one(visit) {
    const page = await visit.open({ fragment: 'lesson=strip-mining' });
    await page.locator('#answer').fill('4');
    await page.getByRole('button', { name: 'Check by running' }).click();
    await page.locator('.lesson .verdict.bad').waitFor();
    await page.getByRole('button', { name: 'Next lesson' }).click();
    await page.locator('.lesson h2', { hasText: 'Chaining' }).waitFor();
    assert.equal(await page.locator('#answer').inputValue(), '');
    assert.equal(await page.locator('.lesson .verdict').innerText(), '');
  },

  async a_cycle_to_go_to_takes_the_place_of_the_old_one(visit) {
    const page = await lab(visit);
    await page.keyboard.press('F10');
    await at(page, 10);
    await page.keyboard.press('g');
    await page.locator('#cycle:focus').waitFor();
    await page.keyboard.type('42');
    await page.keyboard.press('Enter');
    await at(page, 42);
    // Nor does a run that plays behind the dialog take the number away.
    await page.keyboard.press('F8');
    await page.keyboard.press('g');
    await page.locator('#cycle:focus').waitFor();
    await page.waitForTimeout(500);
    await page.keyboard.type('30', { delay: 200 });
    assert.equal(await page.locator('#cycle').inputValue(), '30');
  },

  async buttons_beside_each_other_have_signs_of_their_own(visit) {
    const page = await lab(visit);
    for (const bar of ['.top', '.panel >> nth=0', '.kernel > header']) {
      const signs = await page.locator(bar).first().locator('button svg.icon path').evaluateAll(
        (all) => all.map((path) => path.getAttribute('d')),
      );
      assert.equal(new Set(signs).size, signs.length, bar);
    }
  },

  async help_stays_in_the_window_while_a_run_can_be_stopped(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/fermi' });
    await paste(page, TALL);
    await good(page);
    await fill(page, 'n value', 1_000_000);
    await good(page);
    const edges = (names) => page.evaluate((names) => names.map((name) => {
      const { left, right } = document.querySelector(`.top [aria-label=${name}]`).getBoundingClientRect();
      return { name, left, right };
    }), names);
    for (const width of [390, 761, 900, 1024, 1101, 1161, 1280, 1366, 1431, 1440, 1561, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      await page.locator('.transport .run').focus();
      const before = await edges(['Help', 'Stop', 'Step']);
      await page.keyboard.press('End');
      await page.locator('.transport [aria-label=Stop]:not([disabled])').waitFor();
      const during = await edges(['Help', 'Stop', 'Step']);
      await page.keyboard.press('Escape');
      await page.locator('.transport [aria-label=Stop][disabled]').waitFor();
      during.forEach((now, at) => {
        assert.ok(now.left >= 0 && now.right <= width, `${now.name} ends at ${now.right} of ${width}`);
        // The number of the cycle beside it may have grown.
        assert.ok(Math.abs(now.left - before[at].left) < 24 || now.name === 'Help', `${now.name} at ${width} moved`);
      });
    }
  },

  async tabs_beyond_an_edge_cast_a_shadow_there(visit) {
    for (const colorScheme of THEMES) {
      const page = await lab(visit, { viewport: SIZES.phone, colorScheme });
      const tabs = page.locator('.panel .tabs').first();
      await tabs.scrollIntoViewIfNeeded();
      const scroll = (left) => tabs.evaluate((row, left) => row.scrollTo({ left, behavior: 'instant' }), left);
      // A few pixels at an edge, above the words.
      const edge = async (right) => {
        const { x, y, width } = await tabs.boundingBox();
        return page.screenshot({ clip: { x: Math.ceil(right ? x + width - 5 : x + 1), y: Math.ceil(y) + 1, width: 4, height: 3 } });
      };
      const room = await tabs.evaluate((row) => row.scrollWidth - row.clientWidth);
      assert.ok(room > 40, `${room}`);
      await scroll(0);
      const begin = [await edge(false), await edge(true)];
      await scroll(room);
      const end = [await edge(false), await edge(true)];
      assert.ok(begin[0].equals(end[1]), 'nothing is beyond the ends of the row');
      assert.ok(!begin[1].equals(end[1]) && !end[0].equals(begin[0]), 'and something before them');
    }
  },

  async numbers_of_the_launch_are_shown_with_all_their_digits(visit) {
    for (const viewport of Object.values(SIZES)) {
      const page = await lab(visit, { viewport });
      for (const [label, value] of [['Global x', 4096], ['x elements', 1048576], ['Local x', 128]]) await fill(page, label, value);
      const cut = () => page.locator('.launch input[type=number]').evaluateAll((all) => all.filter((field) => {
        const probe = document.createElement('span');
        probe.style.font = getComputedStyle(field).font;
        probe.style.fontVariantNumeric = getComputedStyle(field).fontVariantNumeric;
        probe.style.position = 'absolute';
        probe.textContent = field.value;
        document.body.append(probe);
        const style = getComputedStyle(field);
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const wide = probe.getBoundingClientRect().width;
        probe.remove();
        return wide > room;
      }).map((field) => `${field.ariaLabel}: ${field.value}`));
      assert.deepEqual(await cut(), []);
      await page.getByLabel('Global x', { exact: true }).fill('16777216');
      assert.deepEqual(await cut(), [], 'while it is typed');
    }
  },

  async the_next_stall_is_explained_after_an_edit(visit) {
    const page = await lab(visit);
    await paste(page, TALL);
    await good(page);
    await settled(page);
    await page.locator('.inspector dt', { hasText: 'Line' }).waitFor();
    await page.locator('.transport').getByRole('button', { name: 'Next event: Stall' }).click();
    await page.waitForFunction(() => Number(document.querySelector('.where b').textContent) > 0);
    await page.locator('.inspector dt', { hasText: 'Why' }).waitFor();
    // It is the unit that stalls: the cause is one of waiting.
    const why = await page.locator('.inspector dd b').first().innerText();
    assert.match(why, /waits|busy|full|barrier|contention|walk|throttled|replay/, why);
  },

  async a_halt_leads_to_its_line_and_a_fault_to_its_preset(visit) {
    const page = await lab(visit);
    await paste(page, `${'// far above\n'.repeat(60)}${FAULTY}${'\n// far below'.repeat(60)}`);
    const verdict = page.locator('.verdict.bad', { hasText: 'halted in cycle' });
    await verdict.waitFor();
    const halt = page.locator('.problems li.error', { hasText: 'The run halted' });
    await halt.waitFor();
    await settled(page);
    await page.waitForTimeout(500);
    // The cursor is there, and the inspector speaks of who did it.
    const where = Number((await verdict.innerText()).replace(/\D/g, ''));
    await at(page, where);
    await page.locator('.inspector dt', { hasText: /^Lane$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#transport').getByRole('button', { name: 'To the start' }).click();
    await at(page, 0);
    await halt.getByRole('button', { name: 'Go to where it halted' }).click();
    await at(page, where);
    assert.match(await halt.locator('code').first().innerText(), /^65:/);
    await page.locator('.cm-scroller').evaluate((text) => { text.scrollTop = 0; });
    await halt.getByRole('button').first().click();
    await page.locator('.cm-line.cm-lit', { hasText: 'x[i - 1000000] = 1;' }).waitFor();
    // The line is in sight.
    await page.waitForFunction(() => {
      const [line, text] = ['.cm-line.cm-lit', '.cm-scroller'].map((name) => document.querySelector(name)?.getBoundingClientRect());
      return line && line.top >= text.top && line.bottom <= text.bottom;
    });
    // A group that is too large for the teaching machine.
    await paste(page, '__kernel void large(__global int *x) { x[get_global_id(0)] = 1; }');
    await good(page);
    await fill(page, 'Global x', 1024);
    await fill(page, 'Local x', 1024);
    const fault = page.locator('.problems li.error', { hasText: 'Fermi-like' });
    await fault.waitFor();
    assert.doesNotMatch(await fault.innerText(), /simt\/fermi/);
    await visit.picture(page, 'fault-with-a-preset');
    await fault.getByRole('button', { name: 'Use Fermi-like' }).click();
    // The buffer has the elements of the text before, so that the run may halt; the machine is the one that was asked for.
    await page.locator('.kernel .verdict.good').or(page.locator('.kernel .verdict', { hasText: 'halted' })).waitFor();
    await settled(page);
    assert.equal(await page.locator('.preset select').inputValue(), 'simt/fermi');
  },

  async a_pasted_text_brings_its_machine_and_begins_at_its_start(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching&cycle=60' });
    await at(page, 60);
    await paste(page, `// lanescope: machine simt/fermi\n${TALL}`);
    await good(page);
    await settled(page);
    assert.equal(await page.locator('.preset select').inputValue(), 'simt/fermi');
    assert.equal(await cycle(page), 0);
  },

  async a_small_kernel_on_a_large_machine_fills_its_strip(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/fermi' });
    await fill(page, 'Global x', 32);
    await good(page);
    await settled(page);
    const height = await page.locator('.strip canvas').evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(canvas.width >> 1, 0, 1, canvas.height);
      let painted = 0;
      for (let at = 3; at < data.length; at += 4) painted += data[at] === 255;
      return painted;
    });
    assert.ok(height >= 20, `${height} pixels`);
    await page.getByRole('button', { name: 'To the end', exact: true }).click();
    await at(page, await length(page));
    await page.locator('.stalls h2 small', { hasText: 'have no work in this run' }).waitFor();
    // The shares are of all slots of the machine; the last row is their sum.
    const shares = (await page.locator('.stalls tbody tr td:last-child').allInnerTexts()).map(parseFloat);
    const sum = shares.slice(0, -1).reduce((sum, share) => sum + share, 0);
    assert.ok(shares.at(-1) === 100 && Math.abs(sum - 100) < 1, shares.join(' '));
    await visit.picture(page, 'strip-small-kernel');
  },

  async how_long_the_rest_takes_is_said_on_the_strip_and_moves_nothing(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching' });
    await paste(page, GROUPS);
    await good(page);
    const box = () => page.locator('.strip canvas').first().boundingBox();
    const before = await box();
    const said = page.locator('.strip .to-go', { hasText: /^The rest takes about \d+ (s|min)\.$/ });
    await said.waitFor({ timeout: 60_000 });
    assert.deepEqual(await box(), before);
    await visit.picture(page, 'to-go');
    assert.deepEqual(await visit.violations(page), []);
  },

  async a_recording_that_ended_early_says_so(visit) {
    const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching&set.int_latency=1000&set.branch_latency=1000' });
    await paste(page, LONG);
    await good(page);
    await page.locator('.recorded', { hasText: /First 2\d\s\d\d\d\s\d\d\d cycles recorded; the run goes on/ }).waitFor({ timeout: 180_000 });
    assert.match(await page.locator('.strip').getAttribute('aria-label'), /First/);
    assert.match(await page.locator('.stalls h2').innerText(), /in the first 2\d/);
    assert.equal(await page.getByText('in the whole run').count(), 0);
    await visit.picture(page, 'recorded-in-part');
    assert.deepEqual(await visit.violations(page), []);
    const before = await length(page);
    await page.getByRole('button', { name: 'Simulate to the end' }).click();
    await page.waitForFunction((old) => Number(document.querySelector('.where small').textContent.replace(/\D/g, '')) > old, before, { timeout: 60_000 });
    await page.keyboard.press('Escape');
  },
};
