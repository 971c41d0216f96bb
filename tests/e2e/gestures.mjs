// What a person does in most visits: open the laboratory, read the cycle, paste a text, fill a field.

/** The page with its first kernel compiled and the whole run known. */
export async function lab(visit, options) {
  const page = await visit.open(options);
  await page.locator('.cm-editor').waitFor();
  await settled(page);
  return page;
}

/** Waits until the run is whole. */
export async function settled(page) {
  await page.waitForFunction(() => /^(of|halted at) [\d\s\u202f]+$/.test(document.querySelector('.where small')?.textContent ?? ''));
}

/** The cycle under the cursor. */
export const cycle = async (page) => Number((await page.locator('.where b').innerText()).replace(/\D/g, ''));
/** Cycles of the whole run. */
export const length = async (page) => Number((await page.locator('.where small').innerText()).replace(/\D/g, ''));

/** Waits until the cursor is at a cycle. */
export async function at(page, expected) {
  await page.waitForFunction(
    (wanted) => document.querySelector('.where b')?.textContent.replace(/\D/g, '') === String(wanted), expected,
  );
}

/** Puts a text into the editor as a paste does. */
export async function paste(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

/** Fills a field of the launch form. */
export async function fill(page, label, value) {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(String(value));
  await field.press('Tab');
}
