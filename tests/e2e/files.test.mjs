// A program of several files: tabs above the editor, what is said about each, and links that hold them all.

import assert from 'node:assert/strict';
import { lab, settled } from './gestures.mjs';

const MAIN = '#include "lib/twice.h"\n__kernel void k(__global int *x) { x[get_global_id(0)] = twice(get_global_id(0)); }\n';
const TWICE = 'int twice(int x) { return x * 2; }\n';

const good = (page) => page.locator('.kernel .verdict.good').waitFor();
const tab = (page, name) => page.locator('.files [role=tab]', { hasText: name });
const open = (page, name) => page.locator('.files [role=tab][aria-selected=true]', { hasText: name }).waitFor();

/** Drops files of these names and texts on the page. */
const drop = (page, files) => page.evaluate((files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
  for (const kind of ['dragover', 'drop']) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }
}, files);

/** A page with `k.cl` and `lib/twice.h`. (Only a folder brings names with folders; here the file gets its name by hand.) */
async function program(visit) {
  const page = await lab(visit);
  await drop(page, [['k.cl', MAIN], ['twice.h', TWICE]]);
  await tab(page, 'twice.h').click();
  await page.locator('.files').getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of the file').fill('lib/twice.h');
  await page.getByLabel('Name of the file').press('Enter');
  await good(page);
  await settled(page);
  return page;
}

export const tests = {
  async files_have_tabs_and_their_own_undo(visit) {
    const page = await program(visit);
    await open(page, 'lib/twice.h');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('// here');
    await tab(page, 'k.cl').click();
    await page.locator('.cm-content', { hasText: '__kernel' }).waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('// there');
    await tab(page, 'lib/twice.h').click();
    await page.locator('.cm-content', { hasText: '// here' }).click();
    await page.keyboard.press('Control+Z');
    await page.waitForFunction(() => !document.querySelector('.cm-content').textContent.includes('// here'));
    await tab(page, 'k.cl').click();
    await page.locator('.cm-content', { hasText: '// there' }).waitFor();
    await good(page);
  },

  async a_mistake_names_its_file_and_opens_its_tab(visit) {
    const page = await program(visit);
    await tab(page, 'lib/twice.h').click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('int twice(int x) {\n  return y;\n}\n');
    await page.locator('.kernel .verdict.bad').waitFor();
    await tab(page, 'k.cl').click();
    const problem = page.locator('.problems li.error').first();
    assert.match(await problem.innerText(), /lib\/twice\.h:2:/);
    await problem.getByRole('button').first().click();
    await open(page, 'lib/twice.h');
  },

  async a_link_holds_every_file_and_the_open_tab(visit) {
    const page = await program(visit);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.locator('#link').inputValue();
    const other = await visit.open({ fragment: new URL(link).hash.slice(1) });
    await other.locator('.cm-editor').waitFor();
    await open(other, 'lib/twice.h');
    await tab(other, 'k.cl').waitFor();
    await good(other);
  },
};
