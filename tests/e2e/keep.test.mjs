// What the page may do: what it loads and runs, what it keeps in the browser, and that it works where nothing is kept.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { at, lab, paste, settled } from './gestures.mjs';

const OWN = '__kernel void own(__global int *p) { p[get_global_id(0)] = 5; }';

/** Has every page of a profile note what breaks its rules. */
async function watched(context) {
  await context.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`));
  });
}

/** Has every page of a profile count how often it asks for something that the browser keeps. */
async function counted(context) {
  await context.addInitScript(() => {
    window.asked = [];
    const note = (object, name) => {
      const { get, value, ...rest } = Object.getOwnPropertyDescriptor(object, name);
      const noted = (inner) => function (...values) {
        window.asked.push(`${name} ${values.join(' ')}`);
        return inner.apply(this, values);
      };
      Object.defineProperty(object, name, get ? { ...rest, get: noted(get) } : { ...rest, value: noted(value) });
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) note(window, name);
    note(Document.prototype, 'cookie');
    note(ServiceWorkerContainer.prototype, 'register');
  });
}

/** What a person does in a visit that uses most of the page. */
async function busy(page) {
  await page.keyboard.press('F10');
  await paste(page, '__kernel void k(__global int *p) { p[get_global_id(0)] = y; }');
  await page.locator('.kernel .verdict.bad').waitFor();
  await page.locator('.cm-lint-marker-error').hover();
  await page.locator('.cm-tooltip').waitFor();
  await paste(page, OWN);
  await page.locator('.kernel .verdict.good').waitFor();
  await settled(page);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+f');
  await page.locator('.cm-panel').waitFor();
  await page.keyboard.press('Escape');
  for (const name of ['Share', 'Gallery', 'Settings']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await page.keyboard.press('End');
  await page.waitForTimeout(600);
}

export const tests = {
  async a_whole_visit_stays_within_the_pages_own_rules(visit) {
    const context = await visit.profile();
    await watched(context);
    const page = await lab(visit, { context });
    await busy(page);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    const part = await visit.open({ context, fragment: 'ex=saxpy&embed=1&theme=dark&cycle=40' });
    await at(part, 40);
    assert.deepEqual(await part.evaluate(() => window.violations), []);
  },

  async the_rules_hold_with_and_without_the_servers_header(visit) {
    for (const header of [true, false]) {
      const context = await visit.profile({ serviceWorkers: 'block' });
      await watched(context);
      const policies = [];
      await context.route('**/*', async (route) => {
        const response = await route.fetch();
        const { 'content-security-policy': policy, ...headers } = response.headers();
        policies.push(policy);
        await route.fulfill({ response, headers: header ? response.headers() : headers });
      });
      const page = await lab(visit, { context });
      const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      assert.ok(policies.length > 5);
      for (const policy of policies) assert.equal(policy, meta.trim().replace(/\s+/g, ' '));
      assert.match(meta, /script-src 'self' 'wasm-unsafe-eval';/);
      assert.deepEqual(await page.evaluate(() => window.violations), []);

      const ran = await page.evaluate(async () => {
        const run = [];
        window.note = (what) => run.push(what);
        const script = document.createElement('script');
        script.textContent = "window.note('an inline script')";
        document.head.append(script);
        const button = document.createElement('button');
        button.setAttribute('onclick', "window.note('an inline handler')");
        button.click();
        const foreign = document.createElement('script');
        foreign.src = 'data:text/javascript,window.note("a script from elsewhere")';
        document.head.append(foreign);
        // A timer: what a test runs itself may make code of texts.
        setTimeout(() => new Function("window.note('a text')")());
        try { await fetch('https://example.invalid/'); run.push('another host'); } catch { /* refused */ }
        await new Promise((done) => setTimeout(done, 200));
        return run;
      });
      assert.deepEqual(ran, []);
      const refused = (await page.evaluate(() => window.violations)).map((text) => text.split(' ')[0]);
      for (const directive of ['script-src-elem', 'script-src-attr', 'script-src', 'connect-src']) {
        assert.ok(refused.includes(directive), `${directive} in ${refused}`);
      }
      visit.forgive(/Content Security Policy|Evaluating a string as JavaScript/);
    }
  },

  async a_reduced_page_never_touches_what_the_browser_keeps(visit) {
    const context = await visit.profile();
    const own = await lab(visit, { context });
    await paste(own, OWN);
    await own.locator('.kernel .verdict.good').waitFor();
    await own.waitForTimeout(600);
    const kept = () => own.evaluate(() => JSON.stringify({ ...localStorage }));
    const before = await kept();
    await counted(context);

    const part = await visit.open({ context, fragment: 'ex=saxpy&embed=1&cycle=40' });
    await at(part, 40);
    await part.evaluate(() => void (location.hash = 'ex=histogram&embed=1&cycle=7'));
    await at(part, 7);
    await part.locator('.cm-content', { hasText: 'histogram' }).waitFor();
    // The jump to a part of the page is no address of a document.
    await part.evaluate(() => void (location.hash = 'transport'));
    await part.waitForFunction(() => /embed=1/.test(location.hash));
    assert.equal(await part.locator('.launch').count(), 0);
    await paste(part, '__kernel void other(__global int *p) { p[get_global_id(0)] = 6; }');
    await part.locator('.kernel .verdict.good').waitFor();
    await part.waitForTimeout(600);
    await part.reload();
    await at(part, 7);
    assert.deepEqual(await part.evaluate(() => window.asked), []);
    assert.equal(await kept(), before);

    // The whole page does ask: the count counts.
    const whole = await visit.open({ context });
    assert.ok((await whole.evaluate(() => window.asked)).length > 0);
    await whole.close();
    await part.close();
    await own.reload();
    await own.locator('.cm-content', { hasText: 'own' }).waitFor();
  },

  async a_reduced_page_whose_address_becomes_a_whole_one_keeps_the_persons_work(visit) {
    const context = await visit.profile();
    const own = await lab(visit, { context });
    await paste(own, OWN);
    await own.locator('.kernel .verdict.good').waitFor();
    await own.waitForTimeout(600);
    await own.close();
    const part = await visit.open({ context, fragment: 'ex=saxpy&embed=1' });
    await settled(part);
    await part.evaluate(() => void (location.hash = 'ex=saxpy&cycle=3'));
    await part.locator('.launch').waitFor();
    await part.waitForTimeout(600);
    const recent = await part.evaluate(() => JSON.parse(localStorage.getItem('lanescope.recent')).length);
    assert.equal(recent, 1);
  },

  async the_page_works_in_a_browser_that_forbids_storage(visit) {
    const folder = await mkdtemp(join(tmpdir(), 'lanescope-'));
    await mkdir(join(folder, 'Default'));
    // The setting "block all cookies", which forbids everything that a site keeps.
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
    const executablePath = process.env.LANESCOPE_CHROMIUM ?? '/usr/bin/chromium';
    const context = await chromium.launchPersistentContext(folder, {
      executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'],
    });
    context.setDefaultTimeout(10_000);
    try {
      const page = await lab(visit, { context });
      const asked = await page.evaluate(() => { try { return typeof localStorage; } catch (error) { return error.name; } });
      assert.equal(asked, 'SecurityError');
      await page.locator('.notice.bad', { hasText: 'keeps nothing' }).waitFor();
      await page.locator('.notice button').click();
      await busy(page);
      // It is said once.
      assert.equal(await page.locator('.notice', { hasText: 'keeps nothing' }).count(), 0);
      await page.reload();
      await settled(page);
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
