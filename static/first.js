// What must be known before the first picture: whether this is the reduced page, the theme, and which part of the catalogue the
// program will ask for, which comes at the same time as the program. The reduced page stands on
// other people's pages and does not look at what the browser keeps; a browser that keeps nothing throws when it is asked.
{
  const root = document.documentElement;
  const parts = location.hash.slice(1).split("&").map((part) => part.split("="));
  const last = (name, fits) => parts.filter(([key, value]) => key === name && fits(value)).at(-1)?.[1];
  root.toggleAttribute("data-embed", (last("embed", (on) => on !== undefined) ?? "0") !== "0");
  const kept = () => {
    try {
      return root.hasAttribute("data-embed") ? "" : (localStorage.getItem("lanescope.theme") ?? "");
    } catch {
      return "";
    }
  };
  const wish = last("theme", (theme) => theme === "dark" || theme === "light") ?? kept().replaceAll('"', "");
  const dark = wish === "dark" || (wish !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  const named = parts.some(([key]) => key === "ex" || key === "lesson");
  const catalogue = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: named ? "./linked.bin" : "./first.bin" };
  document.head.append(Object.assign(document.createElement("link"), catalogue));
}
