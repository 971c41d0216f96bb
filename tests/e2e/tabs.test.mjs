// Several tabs of one browser: each has its own document, and none is lost.

import assert from 'node:assert/strict';
import { lab, paste } from './gestures.mjs';

const kernel = (name) => `__kernel void ${name}(__global int *p) { p[get_global_id(0)] = 1; }`;

/** A tab with a kernel of this name, saved. */
async function tab(visit, context, name) {
  const page = await lab(visit, { context });
  await paste(page, kernel(name));
  await page.locator('.kernel .verdict.good').waitFor();
  await page.waitForTimeout(700);
  return page;
}

const shows = (page, name) => page.locator('.cm-content', { hasText: `void ${name}` }).waitFor();

const earlier = async (page) => {
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('button', { name: 'Earlier documents' }).click();
  return page.locator('.cards code').allInnerTexts();
};

export const tests = {
  async two_tabs_keep_their_own_documents(visit) {
    const context = await visit.profile();
    const first = await tab(visit, context, 'first');
    const second = await tab(visit, context, 'second');
    await first.reload();
    await shows(first, 'first');
    await second.reload();
    await shows(second, 'second');
    assert.ok((await earlier(first)).some((text) => text.includes('second')));
  },

  async a_new_tab_begins_with_the_last_document_and_changes_only_its_copy(visit) {
    const context = await visit.profile();
    const first = await tab(visit, context, 'first');
    const second = await lab(visit, { context });
    await shows(second, 'first');
    await paste(second, kernel('other'));
    await second.locator('.kernel .verdict.good').waitFor();
    await second.waitForTimeout(700);
    await first.reload();
    await shows(first, 'first');
  },

  async a_document_of_a_closed_tab_comes_back(visit) {
    const context = await visit.profile();
    const first = await tab(visit, context, 'first');
    await first.close();
    const second = await tab(visit, context, 'second');
    await second.close();
    const third = await lab(visit, { context });
    await shows(third, 'second');
    assert.ok((await earlier(third)).some((text) => text.includes('first')));
    await third.locator('.cards button', { hasText: 'first' }).click();
    await shows(third, 'first');
  },

  async a_duplicated_tab_is_a_tab_of_its_own(visit) {
    const context = await visit.profile();
    const first = await tab(visit, context, 'first');
    // A browser that duplicates a tab copies what is stored for it alone.
    const name = await first.evaluate(() => sessionStorage.getItem('lanescope.tab'));
    const copy = await context.newPage();
    await copy.addInitScript((name) => {
      if (!sessionStorage.getItem('lanescope.tab')) sessionStorage.setItem('lanescope.tab', name);
    }, name);
    await copy.goto(visit.url);
    await shows(copy, 'first');
    await paste(copy, kernel('copied'));
    await copy.locator('.kernel .verdict.good').waitFor();
    await copy.waitForTimeout(700);
    await first.reload();
    await shows(first, 'first');
    await copy.reload();
    await shows(copy, 'copied');
  },

  async many_tabs_leave_a_bounded_number_of_documents_and_lose_none(visit) {
    const context = await visit.profile();
    const names = Array.from({ length: 11 }, (_, n) => `kernel_${String.fromCharCode(97 + n)}`);
    for (const name of names) await (await tab(visit, context, name)).close();
    const last = await tab(visit, context, 'last');
    const kept = await last.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lanescope.tab.')).length);
    assert.ok(kept <= 8, `${kept}`);
    const texts = await earlier(last);
    for (const name of names) assert.ok(texts.some((text) => text.includes(name)), name);
  },

  async the_document_of_an_older_release_is_still_there(visit) {
    const context = await visit.profile();
    const page = await tab(visit, context, 'former');
    const link = await page.evaluate(() => {
      const key = Object.keys(localStorage).find((key) => key.startsWith('lanescope.tab.'));
      return JSON.parse(localStorage.getItem(key)).link;
    });
    const other = await visit.profile();
    await other.addInitScript((link) => localStorage.setItem('lanescope.document', JSON.stringify(link)), link);
    await shows(await lab(visit, { context: other }), 'former');
  },
};
