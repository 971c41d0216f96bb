// Runs the measuring program that was compiled to wasm: node bench/node.mjs FILE.wasm

import { readFile } from 'node:fs/promises';

let memory;
const host = {
  seconds: () => performance.now() / 1000,
  print: (text, bytes) => console.log(new TextDecoder().decode(new Uint8Array(memory.buffer, text, bytes))),
};
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { host });
memory = instance.exports.memory;
instance.exports.main(0, 0);
