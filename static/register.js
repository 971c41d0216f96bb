// Has the browser keep the page for visits without a network, once the first picture is there: so the workers of the other
// machines are loaded, too, while nobody waits for anything. The reduced page keeps nothing; and where the browser keeps
// nothing, the page works without.
if (!document.documentElement.hasAttribute("data-embed")) {
  const keep = async () => {
    try {
      await navigator.serviceWorker?.register("./offline.js");
    } catch (error) {
      console.info(`Lanescope is not kept for visits without a network: ${error.message}`);
    }
  };
  document.addEventListener("shown", keep, { once: true });
}
