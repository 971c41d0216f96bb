// Puts the pieces of a file together, beside the page: packing gigabytes takes minutes, in which the page must not wait.
//
// The first message says where the file goes: { handle, plain, limit }. With a handle of a file on disk everything is packed
// into that as it comes. Without one a short file stays as it is; one of more than `plain` bytes is packed, what is there of it
// already too, if the browser can; and one that is then longer than `limit` bytes is left off. After it come pieces
// (ArrayBuffer), and null for the end.
//
// What it says: { taken: true } for each piece when the next one may come, and at the end { done: Blob or null, packed },
// { long: true }, or { failed: text }.

// Bytes that are kept together: browsers keep large pieces outside of memory.
const PIECE = 1 << 20;

const canPack = typeof CompressionStream === "function";

/** What is made of the pieces: parts in the browser's memory, or a file on disk. */
class Sink {
  parts = [];
  size = 0;
  long = false;
  #some = [];
  #length = 0;

  constructor(file, limit) {
    Object.assign(this, { file, limit });
  }

  async write(bytes) {
    this.size += bytes.byteLength;
    if (this.file) return this.file.write(bytes);
    this.long = this.size > this.limit;
    if (this.long) throw new Error("it is too long");
    this.#some.push(bytes);
    this.#length += bytes.byteLength;
    if (this.#length >= PIECE) this.#keep();
  }

  async close() {
    if (this.file) return this.file.close();
    this.#keep();
  }

  #keep() {
    this.parts.push(new Blob(this.#some));
    this.#some = [];
    this.#length = 0;
  }
}

/** Packs what is written to it into a sink. */
class Packer {
  constructor(sink) {
    const stream = new CompressionStream("gzip");
    this.into = stream.writable.getWriter();
    this.done = stream.readable.pipeTo(new WritableStream(sink));
    // Where the sink fails, writing fails; this one is only asked at the end.
    this.done.catch(() => {});
  }

  async write(bytes) {
    await this.into.ready;
    await this.into.write(new Uint8Array(bytes));
  }

  async close() {
    await this.into.close();
    await this.done;
  }
}

let sink, packer, plain, limit;

async function begin(where) {
  ({ plain, limit } = where);
  sink = new Sink(await where.handle?.createWritable(), limit);
  packer = where.handle ? new Packer(sink) : null;
}

async function add(bytes) {
  await (packer ?? sink).write(bytes);
  if (!packer && canPack && sink.size > plain) {
    await sink.close();
    const before = sink.parts;
    sink = new Sink(null, limit);
    packer = new Packer(sink);
    for (const part of before) await packer.write(await part.arrayBuffer());
  }
  postMessage({ taken: true });
}

async function end() {
  await (packer ?? sink).close();
  postMessage({ done: sink.file ? null : new Blob(sink.parts), packed: packer !== null });
}

// One after the other; after something that failed nothing is done.
let last = Promise.resolve();
onmessage = ({ data }) => {
  const step = data === null ? end : data instanceof ArrayBuffer ? () => add(data) : () => begin(data);
  last = last.then(step);
  last.catch((error) => {
    const { message, name } = error ?? {};
    postMessage(sink?.long ? { long: true } : { failed: message || name || String(error) });
    close();
  });
};
