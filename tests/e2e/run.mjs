// Runs the end-to-end tests: every `*.test.mjs` of this folder, in Chromium, against the built page.
//
//   LANESCOPE_URL=http://127.0.0.1:8080/ LANESCOPE_CHROMIUM=/usr/bin/chromium node tests/e2e/run.mjs [WORD]
//
// LANESCOPE_TERMINAL is the command line, whose files are compared with those of the page (default: target/debug/lanescope).
//
// A test that fails is tried once more: a browser on a busy machine may be late. Both tries are reported.
//
// A test file exports an object `tests`: name -> async function of a `Visit`. With WORD only tests whose name contains it
// run. The last line has the form that cargo's test runner prints.

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
let passed = 0;
const failed = [];
const unsteady = [];

/** One try of a test, in a visit of its own. True if it passed. */
async function runs(name, test) {
  const visit = new Visit(browser, url, pictures);
  const start = performance.now();
  const error = await Promise.resolve(test(visit)).then(() => visit.complaints(), (error) => error);
  await visit.close();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`test ${name} ... ${error ? 'FAILED' : 'ok'} (${seconds} s)`);
  if (error) console.log(error.stack ?? String(error));
  if (error && visit.complaints()) console.log(`the page said: ${visit.complaints()}`);
  return !error;
}

for (const file of files) {
  const { tests } = await import(new URL(file, here));
  for (const [name, test] of Object.entries(tests)) {
    if (!name.includes(word)) continue;
    if (await runs(name, test)) {
      passed += 1;
    } else if (await runs(name, test)) {
      passed += 1;
      unsteady.push(name);
    } else {
      failed.push(name);
    }
  }
}
await browser.close();
if (unsteady.length) console.log(`\npassed at the second try only, which is a defect to look for: ${unsteady.join(', ')}`);
console.log(`\ntest result: ${failed.length ? 'FAILED' : 'ok'}. ${passed} passed; ${failed.length} failed;`);
process.exit(failed.length ? 1 : 0);
