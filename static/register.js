// Has the browser keep the page for visits without a network. The reduced page keeps nothing; and where the browser keeps
// nothing, the page works without.
if (!document.documentElement.hasAttribute("data-embed")) {
  (async () => {
    try {
      await navigator.serviceWorker?.register("./offline.js");
    } catch (error) {
      console.info(`Lanescope is not kept for visits without a network: ${error.message}`);
    }
  })();
}
