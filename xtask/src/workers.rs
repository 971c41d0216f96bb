//! Builds the workers: one program for each machine, compiled with 128-bit vectors (`docs/decisions/0006-simd-worker.md`).
//!
//! A worker's files lie in a folder that is named as its machine. The page finds them by this name.

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

/// Where the second of two builds that run at once keeps what it compiled.
const SECOND: &str = "second";

/// Which machines' workers are wanted.
pub type Wanted<'a> = &'a dyn Fn(&str) -> bool;

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

    /// What is run to build those of the workers that are wanted, as two lists that share no file: they may run at once. If all are
    /// wanted the first is the shorter one, if one is: the page is built beside it. A machine's place is always the same, so that what
    /// is compiled for one page serves the next.
    pub fn commands(&self, wanted: Wanted<'_>) -> [Vec<Command>; 2] {
        let target = self.shell.web_target_dir();
        let places = [target.join(SECOND), target];
        let mut lists = [Vec::new(), Vec::new()];
        for (place, machine) in self.machines.iter().enumerate().filter(|(_, machine)| wanted(machine)) {
            lists[1 - place % 2].extend(self.build(machine, &places[place % 2]));
        }
        lists
    }

    /// Puts those that are wanted into the page's folder.
    pub fn install(&self, folder: &Path, wanted: Wanted<'_>) -> Outcome {
        let loader = self.shell.path("static/worker_loader.js");
        self.machines.iter().filter(|machine| wanted(machine)).try_for_each(|machine| {
            let built = self.folder(machine);
            with_path(&loader, fs::copy(&loader, built.join(FILES[0])))?;
            copy(&built, &folder.join(machine))
        })
    }

    fn build(&self, machine: &str, target: &Path) -> Vec<Command> {
        let profile = if self.finish == Finish::Quick { "quick" } else { "wasm" };
        let arguments = ["build", "--package", "lanescope-app", "--bin", "worker", "--offline"];
        let mut cargo = self.shell.web("cargo", &arguments);
        cargo.args(["--no-default-features", "--features", machine, "--profile", profile]);
        cargo.args(["--target", setup::WEB_TARGET]).env("CARGO_TARGET_DIR", target);
        cargo.env("RUSTFLAGS", if self.finish == Finish::Quick { page::SIMD.into() } else { page::flags() });
        let wasm = target.join(setup::WEB_TARGET).join(profile).join("worker.wasm");
        let out = self.folder(machine);
        let mut bind = self.shell.web("wasm-bindgen", &["--target", "no-modules", "--no-typescript"]);
        bind.arg("--out-dir").arg(&out).args(["--out-name", "worker"]).arg(wasm);
        let mut commands = vec![cargo, bind];
        if self.finish == Finish::Ship {
            commands.push(page::optimise(self.shell, &out.join(FILES[2]), page::FOR_SPEED));
        }
        commands
    }

    fn folder(&self, machine: &str) -> PathBuf {
        self.shell.path("target/workers").join(machine)
    }
}

/// Copies the workers of the built page, and its catalogue, to where the tests in a browser find them.
pub fn lend(page: &Path, to: &Path) -> Outcome {
    for machine in with_path(page, fs::read_dir(page))?.flatten().map(|entry| entry.file_name()) {
        let folder = page.join(&machine);
        if folder.join(FILES[2]).is_file() {
            copy(&folder, &to.join(&machine))?;
        }
    }
    with_path(to, fs::copy(page.join(page::CATALOG), to.join(page::CATALOG))).map(drop)
}

/// Each file is there as a whole or not at all: the page may be in use.
fn copy(from: &Path, to: &Path) -> Outcome {
    with_path(to, fs::create_dir_all(to))?;
    FILES.iter().try_for_each(|name| {
        let part = to.join(format!("{name}.part"));
        with_path(&from.join(name), fs::copy(from.join(name), &part))?;
        with_path(&part, fs::rename(&part, to.join(name)))
    })
}
