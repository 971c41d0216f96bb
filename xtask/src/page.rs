//! Builds the page: bundles of npm packages (esbuild), the catalogue (a native program that has all machines), the programs
//! ([`crate::programs`]), the folder ([`crate::assemble`]), and for `dist` the optimised and offline form.

use std::{fs, path::Path, process::Command, thread, time::Duration};

use crate::{
    offline,
    programs::{FRONT, PAGE, Programs, Wanted},
    setup,
    shell::{Outcome, Shell, files_below, run_logged, say, tail, with_path},
    size,
};

const LIMIT: Duration = Duration::from_secs(30 * 60);

/// Where the catalogue and its parts are written.
const LISTS: &str = "target/workers";
/// What the build of the page says.
const LOG: &str = "target/xtask/page.log";

/// The file of the catalogue, beside the page.
pub const CATALOG: &str = "catalog.bin";
/// The part of it that is loaded first.
pub const BRIEF: &str = "first.bin";
/// The part of it that is loaded first if the address names a kernel or a lesson.
pub const LINKED: &str = "linked.bin";
/// What the front end says of the kernel that a page begins with, a file beside the front end.
pub const KNOWN: &str = "known.bin";

/// What a worker may use: 128-bit vectors, which every browser has had since 2023 (`docs/decisions/0006-simd-worker.md`).
pub const SIMD: &str = "-C target-feature=+simd128";

/// Inlines the smallest functions only: for the page, which simulates nothing. What is compiled for size keeps the lower thresholds that
/// LLVM has for it, here and in [`flags`]; an `-inline-threshold` would hold for all.
pub const SMALL: &str = "-C llvm-args=-inlinedefault-threshold=10";

/// How much a function may cost, as LLVM counts, to be inlined in a worker (`docs/decisions/0025-small-workers.md`). The usual
/// threshold, 225, makes a quarter more code.
const INLINED: u32 = 80;

/// What rustc is told when a worker is built to be shipped, or a program with all machines.
pub fn flags() -> String {
    format!("{SIMD} -C llvm-args=-inlinedefault-threshold={INLINED}")
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
    /// To look at: compiled in a fraction of the time, somewhat slower and twice as large.
    Develop,
    /// Optimised, and works offline.
    Ship,
}

/// Builds the page into `folder`.
pub fn build(shell: &Shell, folder: &Path, finish: Finish) -> Outcome {
    let log = shell.path(LOG);
    let _ = fs::remove_file(&log);
    let built = steps(shell, folder, finish, &log);
    built.map_err(|error| with_tail(&log, &error))
}

/// An error behind the end of the log that tells of it.
fn with_tail(log: &Path, error: &str) -> String {
    format!("{}\n\n{error}", tail(log, 60))
}

fn steps(shell: &Shell, folder: &Path, finish: Finish, log: &Path) -> Outcome {
    bundle(shell, log)?;
    let machines = list(shell, finish)?;
    let programs = Programs::new(shell, &machines, finish);
    compile(&programs, &|_| true, log)?;
    fill(shell, &programs, folder, &|_| true)?;
    if finish == Finish::Ship {
        run_logged(minify(shell, folder), log, LIMIT)?;
        offline::write(folder)?;
    }
    Ok(())
}

/// Builds the page with the worker of its first document alone, so that it can be looked at, and tells all machines; the workers of the
/// others [`grow`] adds.
pub fn begin(shell: &Shell, folder: &Path, finish: Finish) -> Result<Vec<String>, String> {
    let log = shell.path(LOG);
    let _ = fs::remove_file(&log);
    let first = [size::FIRST.to_string()];
    let programs = Programs::new(shell, &first, finish);
    let steps = || {
        bundle(shell, &log)?;
        // One is compiled for this machine, the others for a browser: neither keeps two processors busy all the time.
        let (machines, compiled) = thread::scope(|scope| {
            let shell = shell.clone();
            let machines = scope.spawn(move || list(&shell, finish));
            let compiled = compile(&programs, &|_| true, &log);
            (machines.join().unwrap_or_else(|_| Err("a thread of the build broke".into())), compiled)
        });
        compiled?;
        let machines = machines?;
        fill(shell, &programs, folder, &|_| true)?;
        Ok(machines)
    };
    steps().map_err(|error: String| with_tail(&log, &error))
}

/// Adds the workers of the other machines to a page.
pub fn grow(shell: &Shell, folder: &Path, finish: Finish, machines: &[String]) -> Outcome {
    let log = shell.path(LOG);
    let programs = Programs::new(shell, machines, finish);
    let others = |name: &str| ![PAGE, FRONT, size::FIRST].contains(&name);
    compile(&programs, &others, &log).map_err(|error| with_tail(&log, &error))?;
    programs.install(folder, &others)
}

/// Builds those of the programs that are wanted.
fn compile(programs: &Programs<'_>, wanted: Wanted<'_>, log: &Path) -> Outcome {
    say(&format!("building the programs: {}", programs.names(wanted).join(", ")));
    programs.commands(wanted).into_iter().try_for_each(|command| run_logged(command, log, LIMIT))
}

/// Puts the programs that are wanted and the catalogue into the page's folder.
fn fill(shell: &Shell, programs: &Programs<'_>, folder: &Path, wanted: Wanted<'_>) -> Outcome {
    programs.install(folder, wanted)?;
    let lists = shell.path(LISTS);
    let copied = |name: &str, folder: &Path| {
        with_path(&lists, fs::copy(lists.join(name), folder.join(name))).map(drop)
    };
    [CATALOG, BRIEF, LINKED].iter().try_for_each(|name| copied(name, folder))?;
    copied(KNOWN, &folder.join(FRONT))
}

/// Writes the catalogue and its parts, and tells the ids of the machines.
///
/// Where the page is only looked at, nothing else needs the native core: then this program is compiled in the time that its one short
/// run is worth. A check needs the core as its tests have it anyhow.
fn list(shell: &Shell, finish: Finish) -> Result<Vec<String>, String> {
    say("listing machines, kernels and lessons");
    let folder = shell.path(LISTS);
    with_path(&folder, fs::create_dir_all(&folder))?;
    let plain = unoptimised_core(shell)?;
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    let files = [CATALOG, BRIEF, LINKED, KNOWN].map(|name| folder.join(name));
    let catalog = shell.built_with("--bin", "catalog", if finish == Finish::Ship { &[] } else { &plain })?;
    let output = Command::new(catalog).args(files).output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect()),
        false => Err(format!("no catalogue: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The crates of the core, as the workspace lists them.
fn core_crates(shell: &Shell) -> Result<Vec<String>, String> {
    let manifest = shell.path("Cargo.toml");
    let text = with_path(&manifest, fs::read_to_string(&manifest))?;
    let name = |line: &str| Some(line.split_once(" = { path")?.0.to_string());
    Ok(text.lines().filter(|line| line.starts_with("lanescope-")).filter_map(name).collect())
}

/// What cargo is told so that the core is compiled without optimisation.
pub fn unoptimised_core(shell: &Shell) -> Result<Vec<String>, String> {
    let plain = |name: &String| ["--config".into(), format!("profile.dev.package.{name}.opt-level=0")];
    Ok(core_crates(shell)?.iter().flat_map(plain).collect())
}

/// Every `static/bundles/NAME.js` becomes one file with all that it imports.
fn bundle(shell: &Shell, log: &Path) -> Outcome {
    say("bundling the npm packages (esbuild)");
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

/// Takes comments and spaces out of all scripts and styles of a page.
fn minify(shell: &Shell, folder: &Path) -> Command {
    let out = format!("--outdir={}", folder.display());
    let base = format!("--outbase={}", folder.display());
    let options = ["--minify", "--target=es2022", "--log-level=warning", "--allow-overwrite", &out, &base];
    let mut command = shell.command("node_modules/.bin/esbuild", &options);
    let is_text = |path: &Path| path.extension().is_some_and(|ending| ending == "js" || ending == "css");
    let files = files_below(folder).into_iter().filter(|path| is_text(path));
    command.args(files.map(|path| folder.join(path)));
    command
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

/// What wasm-opt is told for a worker: no function moves into another any more. rustc has inlined what pays, and a browser inlines
/// again; so it is as fast and 0.4 % smaller. And local variables that never hold something at once become one (0.1 %). `-O3` would make
/// it 0.5 % smaller again, in twice the time.
pub const FOR_SPEED: &[&str] = &[
    "-O2",
    "--always-inline-max-function-size=1",
    "--flexible-inline-max-function-size=8",
    "--one-caller-inline-max-function-size=0",
    "--coalesce-locals-learning",
];

/// What wasm-opt is told for the page's program.
pub const FOR_SIZE: &[&str] = &["-Oz"];

/// What it is told for both, at last: what makes a file compress better and changes nothing else. Functions whose names are near each
/// other are alike, and gzip sees no further back than 32 kB; that an address is aligned is a hint that no browser on today's processors
/// uses; and the local variables that are used most have the same small numbers in all functions.
const FOR_GZIP: &[&str] = &["--dealign", "--reorder-locals", "--reorder-functions-by-name"];

/// Optimises a wasm file in its place.
///
/// The lowest 1,024 bytes of memory are the end of the stack, which the linker puts first: nothing but a stack that is about to
/// overflow is there. So a constant part of an address may become a part of the access (0.8 % of a worker).
pub fn optimise(shell: &Shell, file: &Path, how: &[&str]) -> Command {
    let mut command = shell.command("node_modules/.bin/wasm-opt", FEATURES);
    command.arg("--low-memory-unused").args(how).args(FOR_GZIP);
    command.args(["--strip-debug", "--strip-producers"]);
    command.arg(file).arg("-o").arg(file);
    command
}
