// Stands where the page looks for the editor: has the methods of `static/bundles/editor.js`, keeps what it is told in
// `told`, and lets a test do what a hand does.

/** What the page has said, in order: the name of a method and its arguments. */
export const told = [];

export function mount(parent, name, text, label, events) {
  parent.textContent = text;
  told.push(["mount", name, text, label, Object.keys(events).sort()]);
  const keep = (name) => (...values) => void told.push([name, ...values]);
  const names = ["show", "setDiagnostics", "setLinks", "setLines", "reveal", "goTo", "top"];
  parent.addEventListener("typed", () => events.onChange("k.cl", "typed text"));
  parent.addEventListener("pointed", () => [3, -1].forEach(events.onHover));
  parent.addEventListener("moved", () => events.onLine(5));
  return Object.fromEntries(names.map((name) => [name, keep(name)]));
}
