// Starts the worker of a machine out of the files beside it. That it does not come up is an error of the worker, which the
// page hears.
importScripts("./worker.js");
wasm_bindgen({ module_or_path: "./worker_bg.wasm" }).catch((error) => setTimeout(() => { throw error; }));
