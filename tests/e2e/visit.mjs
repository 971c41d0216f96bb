// One person's visit to the page: a browser profile of its own that notes every error the page reports.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The sizes that the page is made for. */
export const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

export const THEMES = ['light', 'dark'];

export class Visit {
  #browser;
  #contexts = [];
  #errors = [];

  constructor(browser, url, pictures) {
    this.#browser = browser;
    this.url = url;
    this.pictures = pictures;
  }

  /** A new browser profile: nothing stored in it. */
  async profile(options = {}) {
    const context = await this.#browser.newContext({ viewport: SIZES.desktop, ...options });
    context.setDefaultTimeout(30_000);
    this.#contexts.push(context);
    return context;
  }

  /** Opens the page (with `fragment` after the #) and waits until it shows something. */
  async open({ fragment = '', context, ...options } = {}) {
    const page = await (context ?? (await this.profile(options))).newPage();
    page.on('pageerror', (error) => this.#errors.push(error));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(new Error(`console: ${message.text()}`));
    });
    page.on('request', (request) => {
      const wanted = request.url();
      if (!/^(data|blob):/.test(wanted) && new URL(wanted).origin !== new URL(this.url).origin) {
        this.#errors.push(new Error(`asks another origin: ${wanted}`));
      }
    });
    await page.goto(fragment ? `${this.url}#${fragment}` : this.url);
    await page.locator('main').waitFor();
    return page;
  }

  /** Rules of accessibility that the page breaks, as text. */
  async violations(page) {
    await page.evaluate(axe);
    // What is in order is not listed: to name each element of it takes half of the time.
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'], preload: false }));
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' ')}`);
  }

  /** Milliseconds of the longest task of the page's main thread while `work` goes on: processor time, so that a busy
   *  machine does not count against the page. */
  async longest(page, work) {
    await this.#browser.startTracing(page, { categories: ['toplevel'] });
    await work();
    const { traceEvents } = JSON.parse((await this.#browser.stopTracing()).toString());
    const thread = ({ pid, tid }) => `${pid}:${tid}`;
    const main = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map(thread));
    const tasks = traceEvents.filter((e) => e.name === 'ThreadControllerImpl::RunTask' && main.has(thread(e)));
    return Math.max(0, ...tasks.map((e) => (e.tdur ?? e.dur ?? 0) / 1000));
  }

  /** Keeps a picture for people to look at. */
  async picture(page, name) {
    await page.screenshot({ path: `${this.pictures}${name}.png` });
  }

  /** Forgets errors that a test has caused on purpose. */
  forgive(pattern) {
    this.#errors = this.#errors.filter((error) => !pattern.test(error.message));
  }

  /** An error if the page reported any. */
  complaints() {
    return this.#errors[0];
  }

  async close() {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}
