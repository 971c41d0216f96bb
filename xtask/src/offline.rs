//! The offline form of the page: a service worker that keeps every file of one build together, so that the page opens
//! without a network and never mixes files of two builds. It comes after the first picture, and brings the workers of all
//! machines: so they are there before they are picked.

use std::{fs, path::Path};

use crate::shell::{Outcome, digest, files_below, with_path};

const NAME: &str = "offline.js";
/// Registers the service worker: a script of the page, by name and text.
const REGISTER: (&str, &str) = ("register.js", include_str!("../../static/register.js"));

/// Writes the service worker and has the page register it.
pub fn write(folder: &Path) -> Outcome {
    let page = folder.join("index.html");
    let text = with_path(&page, fs::read_to_string(&page))?;
    let (name, register) = REGISTER;
    let tag = format!("<script src=\"./{name}\" defer></script></head>");
    with_path(&page, fs::write(&page, text.replace("</head>", &tag)))?;
    with_path(folder, fs::write(folder.join(name), register))?;

    let mut bytes = Vec::new();
    let mut names = Vec::new();
    for file in files_below(folder).iter().filter(|file| *file != Path::new(NAME)) {
        bytes.extend(with_path(file, fs::read(folder.join(file)))?);
        names.push(file.to_string_lossy().replace('\\', "/"));
    }
    let worker = folder.join(NAME);
    with_path(&worker, fs::write(&worker, script(&names, digest(&bytes))))
}

fn script(names: &[String], version: u64) -> String {
    let list: Vec<String> = names.iter().map(|name| format!("  './{name}',\n")).collect();
    format!(
        "// Keeps the files of one build, so that the page works offline. Written by `cargo xtask dist`.
const VERSION = 'lanescope-{version:016x}';
const FILES = [\n  './',\n{}];

self.addEventListener('install', (event) => {{
  const requests = FILES.map((file) => new Request(file, {{ cache: 'reload' }}));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)));
}});

self.addEventListener('activate', (event) => {{
  const old = (names) => names.filter((name) => name.startsWith('lanescope-') && name !== VERSION);
  const clean = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  // The page that had it kept takes the files of other machines from here, too.
  event.waitUntil(clean.then(() => self.clients.claim()));
}});

self.addEventListener('fetch', (event) => {{
  if (event.request.method !== 'GET') return;
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, {{ ignoreSearch: true }}));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
}});
",
        list.concat()
    )
}
