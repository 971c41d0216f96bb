// A worker that comes up and breaks at the first question.
importScripts("../worker_loader.js");
self.addEventListener("message", () => {
  throw new Error("broken by a test");
});
