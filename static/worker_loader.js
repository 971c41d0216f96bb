// Starts the worker of a machine out of the files beside it, with the front end that it asks. That one of them does not come up is an
// error of the worker, which the page hears.
importScripts("../front/front.js", "./worker.js");
const machine = fetch("./worker_bg.wasm");
lanescope_front({ module_or_path: "../front/front_bg.wasm" })
  .then(() => lanescope_worker({ module_or_path: machine }))
  .catch((error) => setTimeout(() => { throw error; }));
