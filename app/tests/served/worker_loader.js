// Stands where the page looks for its worker: runs the worker out of the program of the tests, which has a front end.
globalThis.lanescope_reader = { known() {}, ahead() {} };
import("/wasm-bindgen-test.js")
  .then(async (tests) => {
    await tests.default({ module_or_path: "/wasm-bindgen-test_bg.wasm" });
    tests.start_worker();
  })
  .catch((error) => setTimeout(() => { throw error; }));
