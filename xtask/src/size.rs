//! The size budget of the page: wasm before compression, and everything that a first visit loads, compressed.

use std::{fmt, fs, path::Path, process::Stdio};

use crate::shell::{Outcome, Shell, files_below, with_path};

/// No wasm file is larger, before compression.
pub const WASM: u64 = 3_000_000;
/// All that a first visit loads, compressed: every machine is in the one worker (`docs/decisions/0006-simd-worker.md`), and the
/// forms of pictures are in the worker, which answers with figures, and in the page, which draws them
/// (`docs/decisions/0014-figures.md`); studies run there, too (`docs/decisions/0018-first-load.md`).
pub const FIRST_LOAD: u64 = 1_690_000;

/// What was measured, in bytes.
pub struct Size {
    /// The largest wasm file.
    wasm: u64,
    /// Everything that a browser with SIMD loads, compressed with gzip.
    first_load: u64,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kilo = |bytes: u64| bytes / 1000;
        write!(
            f,
            "largest wasm {} kB of {} kB, first load {} kB of {} kB compressed",
            kilo(self.wasm),
            kilo(WASM),
            kilo(self.first_load),
            kilo(FIRST_LOAD)
        )
    }
}

/// Measures a built page.
pub fn measure(shell: &Shell, folder: &Path) -> Result<Size, String> {
    let mut size = Size { wasm: 0, first_load: 0 };
    for file in files_below(folder) {
        let path = folder.join(&file);
        if file.extension().is_some_and(|extension| extension == "wasm") {
            size.wasm = size.wasm.max(with_path(&path, fs::metadata(&path))?.len());
        }
        if !is_fallback(&file) {
            size.first_load += compressed(shell, &path)?;
        }
    }
    Ok(size)
}

/// Is it within the budget?
pub fn check(size: &Size) -> Outcome {
    if size.wasm <= WASM && size.first_load <= FIRST_LOAD {
        Ok(())
    } else {
        Err(format!("over budget: {size}"))
    }
}

/// The plain worker is loaded only by browsers without SIMD, and those do not load the other.
fn is_fallback(file: &Path) -> bool {
    ["worker.js", "worker_bg.wasm", "worker_loader.js"].iter().any(|name| file == Path::new(name))
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

    #[test]
    fn the_budget_includes_its_edge() {
        assert!(check(&Size { wasm: WASM, first_load: FIRST_LOAD }).is_ok());
        assert!(check(&Size { wasm: WASM + 1, first_load: 0 }).is_err());
        assert!(check(&Size { wasm: 0, first_load: FIRST_LOAD + 1 }).is_err());
    }
}
