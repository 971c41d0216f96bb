// Runs the measuring program that was compiled to wasm: node bench/node.mjs FILE.wasm [ARGUMENT]
// Numbers are also added to the file that LANESCOPE_BENCH_RECORD names, if it names one.

import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const [, , file, argument = ''] = process.argv;
const record = process.env.LANESCOPE_BENCH_RECORD;

let memory;
const text = (at, bytes) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, bytes));
const host = {
  seconds: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  print: (at, bytes) => console.log(text(at, bytes)),
  note: (at, bytes) => record && appendFileSync(record, text(at, bytes)),
  character: (at) => argument.codePointAt(at) ?? 0,
};
const { instance } = await WebAssembly.instantiate(await readFile(file), { host });
memory = instance.exports.memory;
instance.exports.main(0, 0);
