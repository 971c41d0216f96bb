//! Builds the page: bundles of npm packages (esbuild), the page and its worker (trunk), the worker once more with SIMD,
//! and for `dist` the optimised and offline form.

use std::{fs, path::Path, time::Duration};

use crate::{
    offline, setup,
    shell::{Outcome, Shell, files_below, run_logged, say, tail, with_path},
    size,
};

const LIMIT: Duration = Duration::from_secs(30 * 60);
const WEB: &str = setup::WEB_TARGET;

/// What the browsers that we support have had since 2021; the plain build uses none of it.
const SIMD: &str = "-C target-feature=+simd128";

/// Inlines the smallest functions only: a third less code, a fifth slower.
const SMALL: &str = "-C llvm-args=-inline-threshold=10";

/// What rustc is told when wasm is built to be shipped.
pub fn flags(simd: bool) -> String {
    if simd { format!("{SIMD} {SMALL}") } else { SMALL.into() }
}

/// `cargo xtask dist`.
pub fn dist(shell: &Shell, _: &[String]) -> Outcome {
    setup::page(shell)?;
    let folder = shell.path("dist");
    build(shell, &folder, Finish::Ship)?;
    let size = size::measure(shell, &folder)?;
    say(&format!("dist/ holds {} files; {size}", files_below(&folder).len()));
    Ok(())
}

/// How far a build goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// For changing the page: compiles in a fraction of the time, runs several times slower.
    Quick,
    /// To look at, without the last optimisation.
    Develop,
    /// Optimised, and works offline.
    Ship,
}

/// Builds the page into `folder`.
pub fn build(shell: &Shell, folder: &Path, finish: Finish) -> Outcome {
    let log = shell.path("target/xtask/page.log");
    let _ = fs::remove_file(&log);
    let built = steps(shell, folder, finish, &log);
    built.map_err(|error| format!("{}\n\n{error}", tail(&log, 60)))
}

fn steps(shell: &Shell, folder: &Path, finish: Finish, log: &Path) -> Outcome {
    say("bundling the npm packages (esbuild)");
    bundle(shell, log)?;
    say("building the page and its worker (trunk)");
    let to = folder.to_string_lossy();
    let profile = if finish == Finish::Quick { "quick" } else { "wasm" };
    let mut command = shell.web("trunk", &["build", "--cargo-profile", profile, "--dist", &to]);
    if finish != Finish::Quick {
        command.env("RUSTFLAGS", flags(false));
    }
    run_logged(command, log, LIMIT)?;
    if finish == Finish::Quick {
        return same_worker_twice(folder);
    }
    say("building the worker with SIMD");
    simd_worker(shell, folder, log)?;
    if finish == Finish::Ship {
        say("optimising (wasm-opt)");
        optimise(shell, folder, log)?;
        offline::write(folder)?;
    }
    Ok(())
}

/// Every `static/bundles/NAME.js` becomes one file with all that it imports.
fn bundle(shell: &Shell, log: &Path) -> Outcome {
    let out = shell.path("target/bundles");
    let _ = fs::remove_dir_all(&out);
    with_path(&out, fs::create_dir_all(&out))?;
    let sources = shell.path("static/bundles");
    let entries: Vec<String> = files_below(&sources)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "js"))
        .map(|path| sources.join(path).to_string_lossy().into_owned())
        .collect();
    if entries.is_empty() {
        return Ok(());
    }
    let out = format!("--outdir={}", out.display());
    let mut arguments =
        vec!["--bundle", "--minify", "--format=esm", "--target=es2021", "--log-level=warning", &out];
    arguments.extend(entries.iter().map(String::as_str));
    run_logged(shell.command("node_modules/.bin/esbuild", &arguments), log, LIMIT)
}

/// `simd/` holds the same worker under the same names, compiled with 128-bit vectors.
fn simd_worker(shell: &Shell, folder: &Path, log: &Path) -> Outcome {
    let arguments = [
        "build",
        "--package",
        "lanescope-app",
        "--bin",
        "worker",
        "--profile",
        "wasm",
        "--target",
        WEB,
        "--offline",
    ];
    let mut command = shell.web("cargo", &arguments);
    command.env("RUSTFLAGS", flags(true));
    run_logged(command, log, LIMIT)?;
    let wasm = shell.web_target_dir().join(WEB).join("wasm/worker.wasm");
    let to = folder.join("simd");
    let (wasm, out) = (wasm.to_string_lossy(), to.to_string_lossy());
    let arguments =
        ["--target", "no-modules", "--no-typescript", "--out-dir", &out, "--out-name", "worker", &wasm];
    run_logged(shell.web("wasm-bindgen", &arguments), log, LIMIT)?;
    with_path(&to, fs::copy(folder.join("worker_loader.js"), to.join("worker_loader.js"))).map(drop)
}

/// The files of a worker, in `simd/` and beside it.
const WORKER: [&str; 3] = ["worker_loader.js", "worker.js", "worker_bg.wasm"];

/// Puts the plain worker where the page looks for the one with SIMD.
fn same_worker_twice(folder: &Path) -> Outcome {
    copy_worker(folder, &folder.join("simd"))
}

/// Copies both workers of the built page to where the tests in a browser find them.
pub fn lend_workers(page: &Path, to: &Path) -> Outcome {
    copy_worker(page, to)?;
    copy_worker(&page.join("simd"), &to.join("simd"))
}

fn copy_worker(from: &Path, to: &Path) -> Outcome {
    with_path(to, fs::create_dir_all(to))?;
    WORKER
        .iter()
        .try_for_each(|name| with_path(&from.join(name), fs::copy(from.join(name), to.join(name))).map(drop))
}

/// What rustc's wasm32 target assumes, and SIMD; everything newer would lock out browsers.
const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

fn optimise(shell: &Shell, folder: &Path, log: &Path) -> Outcome {
    for file in files_below(folder).iter().filter(|path| path.extension().is_some_and(|e| e == "wasm")) {
        let path = folder.join(file);
        let path = path.to_string_lossy();
        let arguments = ["-O3", "--strip-debug", "--strip-producers", &path, "-o", &path];
        let mut command = shell.command("node_modules/.bin/wasm-opt", FEATURES);
        command.args(arguments);
        run_logged(command, log, LIMIT)?;
    }
    Ok(())
}
