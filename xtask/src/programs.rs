//! Builds the programs of the page: its own, the front end, and the worker of each machine, which asks it. Workers are compiled with
//! 128-bit vectors (`docs/decisions/0006-simd-worker.md`).
//!
//! The files of the page's own lie in its folder, those of each other in a folder of its own: `front`, or one that is named as the machine. The page finds a worker by this name, and
//! the worker finds the front end beside its own folder (`docs/decisions/0037-front-end-beside.md`).

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    assemble::assemble,
    page::{self, Finish},
    setup,
    shell::{Outcome, Shell, with_path},
};

/// The page's own program.
pub const PAGE: &str = "page";

/// The folder of the front end.
pub const FRONT: &str = "front";

/// The files of a worker.
pub const WORKER: [&str; 3] = ["worker_loader.js", "worker.js", "worker_bg.wasm"];

/// The script that starts the front end.
pub const FRONT_SCRIPT: &str = "front.js";

/// The files of the front end.
const FRONT_FILES: [&str; 2] = [FRONT_SCRIPT, "front_bg.wasm"];

/// Which programs are wanted, by name.
pub type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// Is it a file of one of the programs?
pub fn has(file: &str) -> bool {
    WORKER.iter().chain(&FRONT_FILES).any(|of| file == *of)
}

/// The page's own program, the front end and the workers of some machines, built outside of the page's folder, which is made anew with the
/// first.
pub struct Programs<'a> {
    shell: &'a Shell,
    names: Vec<&'a str>,
    finish: Finish,
}

impl<'a> Programs<'a> {
    /// With the workers of these machines, for a page that goes so far.
    pub fn new(shell: &'a Shell, machines: &'a [String], finish: Finish) -> Programs<'a> {
        let names = [PAGE, FRONT].into_iter().chain(machines.iter().map(String::as_str)).collect();
        Programs { shell, names, finish }
    }

    /// The names of those that are wanted.
    pub fn names(&self, wanted: Wanted<'_>) -> Vec<&'a str> {
        self.names.iter().copied().filter(|name| wanted(name)).collect()
    }

    /// What is run to build those that are wanted, in this order: what programs have in common is compiled once.
    pub fn commands(&self, wanted: Wanted<'_>) -> Vec<Command> {
        self.names(wanted).into_iter().flat_map(|name| self.build(name)).collect()
    }

    /// Puts those that are wanted into the page's folder, which is made anew if the page's own is one of them.
    pub fn install(&self, folder: &Path, wanted: Wanted<'_>) -> Outcome {
        let loader = self.shell.path("static/worker_loader.js");
        self.names(wanted).into_iter().try_for_each(|name| {
            let built = self.folder(name);
            if name == PAGE {
                return assemble(&self.shell.root, &built, folder);
            }
            if name != FRONT {
                with_path(&loader, fs::copy(&loader, built.join(WORKER[0])))?;
            }
            copy(&built, &folder.join(name))
        })
    }

    fn build(&self, name: &str) -> Vec<Command> {
        let target = self.shell.web_target_dir();
        let bin = if [PAGE, FRONT].contains(&name) { name } else { "worker" };
        // Of what is shipped, page and front end are small: they simulate nothing.
        let (profile, flags, how) = match (self.finish, name) {
            (Finish::Quick, _) => ("quick", page::SIMD.into(), page::FOR_SPEED),
            (Finish::Develop, _) => ("look", page::SIMD.into(), page::FOR_SPEED),
            (Finish::Ship, PAGE | FRONT) => ("page", page::SMALL.into(), page::FOR_SIZE),
            (Finish::Ship, _) => ("wasm", page::flags(), page::FOR_SPEED),
        };
        let arguments = ["build", "--package", "lanescope-app", "--bin", bin, "--offline"];
        let mut cargo = self.shell.web("cargo", &arguments);
        cargo.args(["--no-default-features", "--features", name, "--profile", profile]);
        cargo.args(["--target", setup::WEB_TARGET]).env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", flags);
        let wasm = target.join(setup::WEB_TARGET).join(profile).join(bin).with_extension("wasm");
        let out = self.folder(name);
        if name == PAGE {
            // Scripts that an earlier program brought along have other names.
            let _ = fs::remove_dir_all(&out);
        }
        // Both programs of a worker live in one scope, each with a name of its own.
        let global = format!("lanescope_{bin}");
        let mut bind = self.shell.web("wasm-bindgen", &["--no-typescript"]);
        match name {
            PAGE => bind.args(["--target", "web"]),
            _ => bind.args(["--target", "no-modules", "--no-modules-global", &global]),
        };
        bind.arg("--out-dir").arg(&out).args(["--out-name", bin]).arg(wasm);
        let mut commands = vec![cargo, bind];
        if self.finish == Finish::Ship {
            commands.push(page::optimise(self.shell, &out.join(format!("{bin}_bg.wasm")), how));
        }
        commands
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.shell.path("target/workers").join(name)
    }
}

/// Copies the programs of the built page, and its catalogue, to where the tests in a browser find them.
pub fn lend(page: &Path, to: &Path) -> Outcome {
    for name in with_path(page, fs::read_dir(page))?.flatten().map(|entry| entry.file_name()) {
        let folder = page.join(&name);
        if folder.join(WORKER[2]).is_file() || name == FRONT {
            copy(&folder, &to.join(&name))?;
        }
    }
    with_path(to, fs::copy(page.join(page::CATALOG), to.join(page::CATALOG))).map(drop)
}

/// Each file is there as a whole or not at all: the page may be in use.
fn copy(from: &Path, to: &Path) -> Outcome {
    with_path(to, fs::create_dir_all(to))?;
    let files: &[&str] = if to.ends_with(FRONT) { &FRONT_FILES } else { &WORKER };
    files.iter().try_for_each(|name| {
        let part = to.join(format!("{name}.part"));
        with_path(&from.join(name), fs::copy(from.join(name), &part))?;
        with_path(&part, fs::rename(&part, to.join(name)))
    })
}
