// Files of long runs: packed on the way, with the bytes that the terminal writes.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lab, paste, settled } from './gestures.mjs';

const terminal = process.env.LANESCOPE_TERMINAL ?? new URL('../../target/debug/lanescope', import.meta.url).pathname;

/** A run whose file has some 20 MB: more than the page writes as it is. */
const LONG = `// lanescope: global 32
// lanescope: local 32
// lanescope: arg x [32] iota(0, 1)
__kernel void spin(__global float *x)
{
    float sum = 0.0f;
    for (int k = 0; k < 3000; k++)
        sum = sum * 0.5f + x[(get_global_id(0) + k) & 31];
    x[get_global_id(0)] = sum;
}
`;

/** The button of a format for the whole run. */
async function whole(page, format) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  return page.locator('dialog[open]').getByRole('group', { name: 'The whole run', exact: true }).getByRole('button', { name: format, exact: true });
}

async function spinning(visit) {
  const page = await lab(visit, { fragment: 'ex=saxpy&m=simt/teaching' });
  await paste(page, LONG);
  await page.locator('.kernel .verdict.good').waitFor();
  await page.waitForFunction(() => Number(document.querySelector('.where small')?.textContent.replace(/\D/g, '')) > 20_000);
  await settled(page);
  return page;
}

export const tests = {
  async a_long_run_is_saved_packed_with_the_terminals_bytes(visit) {
    const page = await spinning(visit);
    const button = await whole(page, 'Chrome JSON');
    const download = page.waitForEvent('download');
    await button.click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'lanescope.json.gz');
    const packed = await readFile(await file.path());
    const bytes = gunzipSync(packed);
    assert.ok(bytes.length > 1 << 24 && packed.length < bytes.length / 5, `${packed.length} of ${bytes.length}`);
    const folder = await mkdtemp(join(tmpdir(), 'lanescope-'));
    try {
      await writeFile(join(folder, 'spin.cl'), LONG);
      const arguments_ = ['trace', join(folder, 'spin.cl'), '--machine', 'simt/teaching', '--out', join(folder, 'run.json.gz')];
      execFileSync(terminal, arguments_, { stdio: 'ignore' });
      assert.ok(gunzipSync(await readFile(join(folder, 'run.json.gz'))).equals(bytes), 'not what the terminal writes');
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async a_long_file_can_be_left_off_and_the_page_goes_on(visit) {
    const page = await spinning(visit);
    const button = await whole(page, 'Chrome JSON');
    await button.click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await dialog.locator('progress').waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await dialog.getByRole('group', { name: 'The whole run', exact: true }).getByRole('button', { name: 'CSV', exact: true }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^lanescope\.csv(\.gz)?$/);
  },

  async a_file_is_written_to_disk_as_it_is_made(visit) {
    const context = await visit.profile();
    // The browser's own dialog cannot be answered here: a file of the page's private folder takes its place.
    await context.addInitScript(() => {
      window.showSaveFilePicker = async ({ suggestedName }) => {
        if (window.refuses) throw new DOMException('The user aborted a request.', 'AbortError');
        const folder = await navigator.storage.getDirectory();
        return folder.getFileHandle(suggestedName, { create: true });
      };
    });
    const page = await lab(visit, { context, fragment: 'ex=saxpy&m=simt/teaching' });
    const button = await whole(page, 'CSV');
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Write to a file on disk').check();
    await page.evaluate(() => { window.refuses = true; });
    await button.click();
    await dialog.locator('progress').waitFor({ state: 'detached' });
    assert.deepEqual((await page.locator('.notice').allInnerTexts()).filter((text) => text.trim()), [], 'nothing is said of a choice that was not made');
    await page.evaluate(() => { window.refuses = false; });
    await button.click();
    const text = () => page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle('lanescope.csv.gz').catch(() => null);
      const file = await handle?.getFile();
      if (!file?.size) return '';
      return new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
    });
    let lines = [];
    for (let n = 0; n < 100 && lines.length < 2; n++) {
      await page.waitForTimeout(50);
      lines = (await text()).split('\n');
    }
    assert.equal(lines[0], 'unit,name,from,to,cause,pc,lanes,instruction');
    assert.ok(lines.length > 10 && lines.at(-1) === '', 'it is whole');
    await dialog.locator('progress').waitFor({ state: 'detached' });
  },
};
