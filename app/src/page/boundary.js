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

/** Offers bytes as a file to save. */
export function save(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
