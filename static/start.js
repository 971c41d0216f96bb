// Starts the page's program.
import init from "./page.js";

await init();
