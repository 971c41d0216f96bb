// Runs the end-to-end tests: every `*.test.mjs` of this folder, in Chromium, against the built page.
//
//   LANESCOPE_URL=http://127.0.0.1:8080/ LANESCOPE_CHROMIUM=/usr/bin/chromium node tests/e2e/run.mjs [WORD]
//
// LANESCOPE_TERMINAL is the command line, whose files are compared with those of the page (default: target/debug/lanescope).
//
// Three tests run at once, those that measure time alone. A test that fails is tried once more, alone: a browser on a busy
// machine may be late. Both tries are reported.
//
// A test file exports an object `tests`: name -> async function of a `Visit`, and may export `measured`: the names of those that
// measure time. With WORD only tests whose name contains it run. The last line has the form that cargo's test runner prints.

import { mkdir, readdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { Visit } from './visit.mjs';

const url = process.env.LANESCOPE_URL ?? 'http://127.0.0.1:8080/';
const executablePath = process.env.LANESCOPE_CHROMIUM ?? '/usr/bin/chromium';
const word = process.argv[2] ?? '';
const here = new URL('.', import.meta.url);
const pictures = new URL('../../target/e2e/', import.meta.url).pathname;

// Chromium looks for nothing outside this machine, and runs as root in a container.
const args = [
  '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-quic',
];

await mkdir(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath, args });
const files = (await readdir(here)).filter((name) => name.endsWith('.test.mjs')).sort();

/** How many tests run at once. */
const AT_ONCE = 3;

/** One try of a test, in a visit of its own. True if it passed. */
async function runs({ name, test }) {
  const visit = new Visit(browser, url, pictures);
  const start = performance.now();
  const error = await Promise.resolve().then(() => test(visit)).then(() => visit.complaints(), (error) => error);
  await visit.close();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`test ${name} ... ${error ? 'FAILED' : 'ok'} (${seconds} s)`);
  if (error) console.log(error.stack ?? String(error));
  if (error && visit.complaints()) console.log(`the page said: ${visit.complaints()}`);
  return !error;
}

/** Runs tests, so many at once, and gives those that failed. */
async function all(wanted, atOnce) {
  const rest = [...wanted];
  const failed = [];
  const hand = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) if (!(await runs(one))) failed.push(one);
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return failed;
}

const beside = [];
const alone = [];
for (const file of files) {
  const { tests, measured = [] } = await import(new URL(file, here));
  for (const [name, test] of Object.entries(tests)) {
    if (name.includes(word)) (measured.includes(name) ? alone : beside).push({ name, test });
  }
}
const once = [...(await all(beside, AT_ONCE)), ...(await all(alone, 1))];
const failed = (await all(once, 1)).map(({ name }) => name);
const unsteady = once.map(({ name }) => name).filter((name) => !failed.includes(name));
const passed = beside.length + alone.length - failed.length;
await browser.close();
if (unsteady.length) console.log(`\npassed at the second try only, which is a defect to look for: ${unsteady.join(', ')}`);
console.log(`\ntest result: ${failed.length ? 'FAILED' : 'ok'}. ${passed} passed; ${failed.length} failed;`);
process.exit(failed.length ? 1 : 0);
