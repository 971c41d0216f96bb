//! Builds the workers: one program for each machine, compiled for every browser and once more with SIMD.
//!
//! A worker's files lie in a folder that is named as its machine; its `simd/` holds the same files, compiled with 128-bit
//! vectors. The page finds them by these names.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    page::{self, Finish},
    setup,
    shell::{Outcome, Shell, with_path},
};

/// The files of a worker.
pub const FILES: [&str; 3] = ["worker_loader.js", "worker.js", "worker_bg.wasm"];

/// The folder below a worker's own that holds it with vectors.
pub const SIMD: &str = "simd";

/// The workers of some machines, built outside of the page's folder: its own builder clears that.
pub struct Workers<'a> {
    shell: &'a Shell,
    machines: &'a [String],
    finish: Finish,
}

impl<'a> Workers<'a> {
    /// Of these machines, for a page that goes so far.
    pub fn new(shell: &'a Shell, machines: &'a [String], finish: Finish) -> Workers<'a> {
        Workers { shell, machines, finish }
    }

    /// What is run, in this order, for all workers of one kind. The two kinds share no file: they may be built at once.
    pub fn commands(&self, simd: bool) -> Vec<Command> {
        self.machines.iter().flat_map(|machine| self.build(machine, simd)).collect()
    }

    /// Puts what was built into the page's folder. A quick page has no workers of their own for browsers with SIMD.
    pub fn install(&self, folder: &Path) -> Outcome {
        let loader = self.shell.path("static/worker_loader.js");
        for machine in self.machines {
            for simd in [false, true] {
                let built = self.folder(machine, simd && self.finish != Finish::Quick);
                with_path(&loader, fs::copy(&loader, built.join(FILES[0])))?;
                copy(&built, &place(&folder.join(machine), simd))?;
            }
        }
        Ok(())
    }

    fn build(&self, machine: &str, simd: bool) -> Vec<Command> {
        let target = self.shell.web_target_dir();
        let target = if simd { target.join(SIMD) } else { target };
        let profile = if self.finish == Finish::Quick { "quick" } else { "wasm" };
        let arguments = ["build", "--package", "lanescope-app", "--bin", "worker", "--offline"];
        let mut cargo = self.shell.web("cargo", &arguments);
        cargo.args(["--no-default-features", "--features", machine, "--profile", profile]);
        cargo.args(["--target", setup::WEB_TARGET]).env("CARGO_TARGET_DIR", &target);
        if self.finish != Finish::Quick {
            cargo.env("RUSTFLAGS", page::flags(Some(machine), simd));
        }
        let wasm = target.join(setup::WEB_TARGET).join(profile).join("worker.wasm");
        let out = self.folder(machine, simd);
        let mut bind = self.shell.web("wasm-bindgen", &["--target", "no-modules", "--no-typescript"]);
        bind.arg("--out-dir").arg(&out).args(["--out-name", "worker"]).arg(wasm);
        let mut commands = vec![cargo, bind];
        if self.finish == Finish::Ship {
            commands.push(page::optimise(self.shell, &out.join(FILES[2]), page::FOR_SPEED));
        }
        commands
    }

    fn folder(&self, machine: &str, simd: bool) -> PathBuf {
        place(&self.shell.path("target/workers").join(machine), simd)
    }
}

/// Copies the workers of the built page, and its catalogue, to where the tests in a browser find them.
pub fn lend(page: &Path, to: &Path) -> Outcome {
    for machine in with_path(page, fs::read_dir(page))?.flatten().map(|entry| entry.file_name()) {
        let folder = page.join(&machine);
        if folder.join(FILES[2]).is_file() {
            for simd in [false, true] {
                copy(&place(&folder, simd), &place(&to.join(&machine), simd))?;
            }
        }
    }
    with_path(to, fs::copy(page.join(page::CATALOG), to.join(page::CATALOG))).map(drop)
}

fn place(folder: &Path, simd: bool) -> PathBuf {
    if simd { folder.join(SIMD) } else { folder.to_path_buf() }
}

fn copy(from: &Path, to: &Path) -> Outcome {
    with_path(to, fs::create_dir_all(to))?;
    FILES
        .iter()
        .try_for_each(|name| with_path(&from.join(name), fs::copy(from.join(name), to.join(name))).map(drop))
}
