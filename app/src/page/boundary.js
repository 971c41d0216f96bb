// The page's few calls that have no Rust binding: the bundles are loaded when they are needed.

/** Loads a bundle beside the page; the promise gives its exports. */
export function load(name) {
  return import(new URL(name, document.baseURI).href);
}

/** The bytes of a file beside the page. */
export async function bytes(name) {
  const answer = await fetch(new URL(name, document.baseURI).href);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Does this browser run WebAssembly with 128-bit vectors? (A function of one instruction, `i8x16.splat`.) */
export function hasSimd() {
  return WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
    ]),
  );
}

/** Tells the page's other scripts that the first picture is there. */
export function shown() {
  document.dispatchEvent(new Event("shown"));
}

/** Opens the list of a select; false where the browser cannot do so. */
export function showRows(select) {
  try {
    select.showPicker();
    return true;
  } catch {
    return false;
  }
}

/** Can this browser write a file on disk as it is made? */
export function canChoose() {
  return "showSaveFilePicker" in window;
}

/** Asks the person for a file on disk to write to. */
export function choose(name) {
  return window.showSaveFilePicker({ suggestedName: name });
}

/**
 * A file that is made piece by piece, in a worker of its own (`file_worker.js`), and offered to be saved when it is whole. `told`
 * is called with "taken" when a piece has its place, and once with "whole", "long" or the reason why it failed.
 */
export class Saving {
  constructor(name, handle, plain, limit, told) {
    this.worker = new Worker(new URL("file_worker.js", document.baseURI));
    this.worker.onmessage = ({ data: { taken, done, packed, long, failed } }) => {
      if (taken) return told("taken");
      this.stop();
      if (done) offer(packed ? `${name}.gz` : name, done);
      told(long ? "long" : (failed ?? "whole"));
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
      told(event.message ?? "file_worker.js does not load");
    };
    this.worker.postMessage({ handle, plain, limit });
  }

  add(bytes) {
    this.worker.postMessage(bytes.buffer, [bytes.buffer]);
  }

  end() {
    this.worker.postMessage(null);
  }

  stop() {
    this.worker.terminate();
  }
}

/** Offers a file to save. */
function offer(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * The files of a drop, with the folders in it walked, or of a field: a list of { name, bytes } with paths as names. It is
 * refused when there are more files or bytes than allowed.
 */
export async function readFiles(from, mostFiles, mostBytes) {
  // A drop is only readable until the event is over: everything is taken at once.
  const found = [];
  const folders = [];
  for (const item of from.items ?? []) {
    const entry = item.webkitGetAsEntry?.();
    const file = entry?.isDirectory ? null : item.getAsFile();
    if (entry?.isDirectory) folders.push(entry);
    if (file) found.push([file.name, file]);
  }
  if (!from.items) for (const file of from) found.push([file.webkitRelativePath || file.name, file]);
  const walk = async (entry) => {
    if (found.length > mostFiles) throw new Error("files");
    if (entry.isFile) {
      found.push([entry.fullPath.replace(/^\//, ""), await new Promise((done, fail) => entry.file(done, fail))]);
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (some.length === 0) return;
      for (const next of some) if (!next.name.startsWith(".")) await walk(next);
    }
  };
  for (const folder of folders) await walk(folder);
  if (found.length > mostFiles || found.reduce((sum, [, file]) => sum + file.size, 0) > mostBytes) throw new Error("size");
  return Promise.all(found.map(async ([name, file]) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}
