// Starts the worker of a machine out of the files beside it, with the front end that it asks. That one of them does not come up is an
// error of the worker, which the page hears.
//
// A worker that the page names `known` begins with a text of which the front end's answer is known (`known.bin`): it starts without the
// front end's program, which follows when the first picture is there. Who asks for something else before that waits for it.
importScripts("../front/front.js", "./worker.js");
const PROGRAM = "../front/front_bg.wasm";
const machine = fetch("./worker_bg.wasm");

const front = {
  ready: false,
  coming: undefined,
  /** Loads it beside what goes on. */
  load() {
    this.coming ??= lanescope_front({ module_or_path: PROGRAM }).then(() => { this.ready = true; });
    return this.coming;
  },
  /** Loads it before anything goes on. */
  loadNow() {
    const request = new XMLHttpRequest();
    request.open("GET", PROGRAM, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) {
      throw new Error("the front end did not come");
    }
    lanescope_front.initSync({ module: request.response });
    this.ready = true;
  },
};

const known = self.name === "known"
  ? fetch("../front/known.bin").then((file) => (file.ok ? file.arrayBuffer() : undefined))
  : undefined;
let answers;

/** What the machine's program asks. */
globalThis.lanescope_reader = {
  /** Answers that are known, as a file; nothing if the front end is there. */
  known: () => answers && new Uint8Array(answers),
  answer(question) {
    if (!front.ready) {
      front.loadNow();
    }
    return lanescope_front.answer(question);
  },
  /** The first picture is there. What does not come now is loaded when it is needed. */
  ahead() {
    front.load().catch(() => { front.coming = undefined; });
  },
};

(known ? known.then((file) => { answers = file; }) : front.load())
  .then(() => lanescope_worker({ module_or_path: machine }))
  .catch((error) => setTimeout(() => { throw error; }));
