// The same for a browser with 128-bit vectors.
importScripts("../worker_loader.js");
