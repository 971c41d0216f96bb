// A worker of another build: the page does not know its words.
const words = new Uint8Array([255, 255, 255]).buffer;
postMessage(words, [words]);
