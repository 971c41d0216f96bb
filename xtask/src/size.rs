//! The size budget of the page: wasm before compression, and what is loaded, compressed.
//!
//! Until the first picture a browser loads the page's files, a part of the catalogue, the front end and the worker of one machine; the editor
//! and the whole catalogue are loaded after it, and the workers of other machines when they are picked. Two first visits count: one without
//! a link, which has the machine of the gallery's first kernel, and one with a link, which may have any machine.

use std::{fmt, fs, path::Path, process::Stdio};

use crate::{
    page::{BRIEF, CATALOG, KNOWN, LINKED},
    programs::{FRONT, FRONT_SCRIPT},
    shell::{Outcome, Shell, files_below, with_path},
};

/// All that is loaded until the first picture, compressed (`docs/decisions/0034-bytes-are-enough.md`).
pub const FIRST_PICTURE: u64 = 1_280_000;
/// The same for a visit with a link, which may be to the machine that takes most. (1,800 kB until kernels could include what samples of CUDA
/// do, and the largest worker had grown with its levels of caches: bytes are enough.)
pub const LINKED_PICTURE: u64 = 1_840_000;
/// The front end, compressed (`docs/decisions/0037-front-end-beside.md`). (420 kB until it knew packs of parameters.)
pub const FRONT_END: u64 = 440_000;
/// A worker, compressed: wasm and what starts it.
pub const WORKER: u64 = 1_000_000;
/// No wasm file is larger, before compression.
pub const WASM: u64 = 2_800_000;

/// The machine of the gallery's first kernel.
pub const FIRST: &str = "simt";

/// Files that are loaded when the first picture is there: the editor, the whole catalogue, what writes files of a run, and what
/// keeps the page for visits without a network.
const LATER: [&str; 5] = ["editor.js", CATALOG, "file_worker.js", "register.js", "offline.js"];

/// What was measured, in bytes. All but `wasm` are compressed with gzip.
#[derive(Default)]
pub struct Size {
    /// The largest wasm file.
    wasm: u64,
    /// The page's files until the first picture, without a part of the catalogue.
    page: u64,
    /// The part of the catalogue for a visit without a link.
    brief: u64,
    /// The part of the catalogue for a visit with a link.
    linked: u64,
    /// The page's other files.
    later: u64,
    /// What the front end says of the text that a page begins with, and the script that will start it.
    known: u64,
    /// The front end's program, which every worker asks.
    front: u64,
    /// The worker of each machine.
    workers: Vec<(String, u64)>,
}

impl Size {
    fn largest_worker(&self) -> u64 {
        self.workers.iter().map(|(_, size)| *size).max().unwrap_or(0)
    }

    /// The front end is not in it (`docs/decisions/0041-known-answers.md`). `None` if there is no worker of the first machine.
    fn first_picture(&self) -> Option<u64> {
        let (_, worker) = self.workers.iter().find(|(machine, _)| machine == FIRST)?;
        Some(self.page + self.brief + self.known + worker)
    }

    /// The first picture of a visit with a link, to the machine that takes most.
    fn linked_picture(&self) -> u64 {
        self.page + self.linked + self.known + self.front + self.largest_worker()
    }

    fn sum(&self) -> u64 {
        self.page
            + self.brief
            + self.linked
            + self.later
            + self.known
            + self.front
            + self.workers.iter().map(|(_, size)| size).sum::<u64>()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kilo = |bytes: u64| bytes.div_ceil(1000);
        let workers: Vec<String> =
            self.workers.iter().map(|(machine, size)| format!("{machine} {} kB", kilo(*size))).collect();
        write!(
            f,
            "largest wasm {} kB of {} kB; compressed: until the first picture {} kB of {} kB, with a link at most {} kB of {} kB \
             (the page {} kB, and {} or {} kB of the catalogue), later {} kB, the front end {} kB of {} kB, workers {} of {} kB each, all {} kB",
            kilo(self.wasm),
            kilo(WASM),
            kilo(self.first_picture().unwrap_or(0)),
            kilo(FIRST_PICTURE),
            kilo(self.linked_picture()),
            kilo(LINKED_PICTURE),
            kilo(self.page),
            kilo(self.brief),
            kilo(self.linked),
            kilo(self.later),
            kilo(self.front),
            kilo(FRONT_END),
            workers.join(", "),
            kilo(WORKER),
            kilo(self.sum()),
        )
    }
}

/// Measures a built page.
pub fn measure(shell: &Shell, folder: &Path) -> Result<Size, String> {
    let mut size = Size::default();
    for file in files_below(folder) {
        let path = folder.join(&file);
        if file.extension().is_some_and(|extension| extension == "wasm") {
            size.wasm = size.wasm.max(with_path(&path, fs::metadata(&path))?.len());
        }
        let compressed = compressed(shell, &path)?;
        let parts: Vec<&str> = file.iter().filter_map(|part| part.to_str()).collect();
        match parts[..] {
            [BRIEF] => size.brief += compressed,
            [LINKED] => size.linked += compressed,
            [name] if LATER.contains(&name) => size.later += compressed,
            [_] | ["snippets", ..] => size.page += compressed,
            [FRONT, KNOWN | FRONT_SCRIPT] => size.known += compressed,
            [FRONT, _] => size.front += compressed,
            [machine, _] => match size.workers.iter_mut().find(|(known, _)| known == machine) {
                Some((_, known)) => *known += compressed,
                None => size.workers.push((machine.into(), compressed)),
            },
            _ => return Err(format!("{}: whose is it?", path.display())),
        }
    }
    Ok(size)
}

/// Is it within the budget?
pub fn check(size: &Size) -> Outcome {
    let within = size.wasm <= WASM
        && size.first_picture().is_some_and(|size| size <= FIRST_PICTURE)
        && size.linked_picture() <= LINKED_PICTURE
        && size.front <= FRONT_END
        && size.largest_worker() <= WORKER;
    if within { Ok(()) } else { Err(format!("over budget: {size}")) }
}

/// Length after gzip, the compression that every static host has.
fn compressed(shell: &Shell, path: &Path) -> Result<u64, String> {
    let program = "process.stdout.write(String(require('zlib').gzipSync(require('fs').readFileSync(process.argv[1]), {level: 9}).length))";
    let output =
        shell.command("node", &["-e", program, &path.to_string_lossy()]).stderr(Stdio::inherit()).output();
    let text = String::from_utf8_lossy(&with_path(path, output)?.stdout).into_owned();
    text.parse().map_err(|_| format!("cannot compress {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(page: u64, workers: &[u64]) -> Size {
        let named = workers.iter().zip([FIRST, "other"]).map(|(size, name)| (name.to_string(), *size));
        Size { wasm: WASM, page, workers: named.collect(), ..Size::default() }
    }

    #[test]
    fn the_budget_includes_its_edge() {
        let page = FIRST_PICTURE - WORKER;
        assert!(check(&size(page, &[WORKER, WORKER])).is_ok());
        assert!(check(&size(page + 1, &[WORKER, 1])).is_err());
        let brief = Size { brief: 1, ..size(page, &[WORKER, WORKER]) };
        assert!(check(&brief).is_err(), "what every visit without a link loads counts");
        assert!(
            check(&Size { brief: 1, ..size(page, &[1, WORKER]) }).is_ok(),
            "another machine than the first"
        );
        let spare = LINKED_PICTURE - FIRST_PICTURE - FRONT_END;
        let link = |linked| check(&Size { linked, front: FRONT_END, ..size(page, &[1, WORKER]) });
        assert!(link(spare).is_ok());
        assert!(link(spare + 1).is_err(), "a link to any machine");
        assert!(check(&size(0, &[1, WORKER + 1])).is_err());
        assert!(check(&Size { front: FRONT_END, ..size(0, &[1]) }).is_ok());
        assert!(check(&Size { front: FRONT_END + 1, ..size(0, &[1]) }).is_err());
        let front = Size { front: 1, ..size(page, &[WORKER, 1]) };
        assert!(check(&front).is_ok(), "the first picture needs no front end");
        let known = Size { known: 1, ..size(page, &[WORKER, 1]) };
        assert!(check(&known).is_err(), "but its answer");
        assert!(check(&Size { wasm: WASM + 1, ..size(0, &[1]) }).is_err());
        assert!(check(&size(0, &[])).is_err(), "a worker is missing");
    }

    #[test]
    fn the_sum_counts_every_worker() {
        assert_eq!(size(5, &[7, 11]).sum(), 23);
    }
}
