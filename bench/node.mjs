// The wasm half: times each case of the measuring program in Node.js and prints it beside its target.
// node bench/node.mjs PATH/lanescope_bench.wasm [WORD…]
import { readFile } from "node:fs/promises";

const LONG = 0.3;
const ROUNDS = 3;
const [path, ...only] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(path), {});
const bench = instance.exports;

function label(index) {
  const bytes = new Uint8Array(bench.memory.buffer, bench.text(index), bench.text_len(index));
  return new TextDecoder().decode(bytes).split("\t");
}

function rate(index) {
  let best = 0;
  for (let scale = 1, rounds = 0; rounds < ROUNDS; ) {
    const start = performance.now();
    const work = bench.run(index, scale);
    const seconds = (performance.now() - start) / 1000;
    best = Math.max(best, work / seconds);
    if (seconds < LONG && scale < 1 << 24) scale *= 2;
    else rounds += 1;
  }
  return best;
}

console.log(`${"case (wasm)".padEnd(44)} ${"rate".padStart(12)} ${"unit".padEnd(22)} ${"/must".padStart(8)}`);
for (let index = 0; index < bench.count(); index++) {
  const [name, unit] = label(index);
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const measured = rate(index);
  const must = bench.must(index);
  const ratio = must > 0 ? (measured / must).toFixed(2) : "-";
  console.log(`${name.padEnd(44)} ${measured.toExponential(3).padStart(12)} ${unit.padEnd(22)} ${ratio.padStart(8)}`);
}
