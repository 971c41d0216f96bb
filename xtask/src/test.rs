//! `cargo xtask test`: every check, in two lists of stages beside each other, from cheap to dear, each with one closing line.
//!
//! The output of a stage goes to `target/xtask/test/STAGE.log` and is shown when the stage fails. The last line is
//! `N passed, N failed`: the tests that the runners counted, and each failed stage that counted none.

use std::{
    fs,
    path::PathBuf,
    process::Command,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crate::{
    assemble, browser,
    count::{self, Count},
    r#gen, links, native,
    page::{self, Finish},
    setup::{self, Route},
    shell::{self, Outcome, Shell, files_below, run_logged, tail},
    size,
};

/// Lines about failed tests that are shown.
const MOST_FAILURE_LINES: usize = 300;

const LIMIT: Duration = Duration::from_secs(30 * 60);

/// A stage: its name, one that it waits for, and what it does.
struct Stage {
    name: &'static str,
    behind: Option<&'static str>,
    run: fn(&Run) -> Outcome,
}

impl Stage {
    const fn new(name: &'static str, run: fn(&Run) -> Outcome) -> Stage {
        Stage { name, behind: None, run }
    }

    /// The same behind another stage, which may be in the other list.
    const fn behind(self, stage: &'static str) -> Stage {
        Stage { behind: Some(stage), ..self }
    }
}

/// What the others stand on.
const SETUP: Stage = Stage::new("setup", |run| setup::everything(run.shell));

/// The stage with the native tests.
const NATIVE: &str = "native";

/// Two lists of stages that run at once, since the linkers of the page leave processors idle. The visits of a browser, several at a time,
/// wait for the native tests: beside them a page may take longer than a visit waits.
const LANES: [&[Stage]; 2] = [
    &[
        Stage::new("fmt", format),
        Stage::new("clippy", clippy),
        Stage::new("docs", docs),
        Stage::new(NATIVE, |run| native::run(run.shell, &run.log)),
        Stage::new("no_std", no_std),
    ],
    &[
        Stage::new("page", build_page),
        Stage::new("trunk", trunk),
        Stage::new("size", page_size),
        Stage::new("wasm", browser::inside),
        Stage::new("e2e", browser::visits).behind(NATIVE),
    ],
];

/// All stages.
fn stages() -> impl Iterator<Item = &'static Stage> {
    std::iter::once(&SETUP).chain(LANES.into_iter().flatten())
}

/// A running stage.
pub struct Run<'a> {
    /// What runs its commands.
    pub shell: &'a Shell,
    /// What they say.
    pub log: PathBuf,
}

impl Run<'_> {
    /// Runs a command of the stage.
    pub fn logged(&self, command: Command) -> Outcome {
        run_logged(command, &self.log, LIMIT)
    }

    fn cargo(&self, arguments: &[&str]) -> Outcome {
        self.logged(self.shell.command("cargo", arguments))
    }
}

/// What has no compiler to find the marks of a merge that was not finished.
const TEXTS: &[&str] = &["docs", "tests", "static", "core"];

/// Rust as rustfmt has it, and no text with the marks of a merge that was not finished.
fn format(run: &Run<'_>) -> Outcome {
    let marked = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines().any(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "))
    };
    let below = TEXTS.iter().map(|folder| run.shell.path(folder));
    let mut files =
        below.flat_map(|folder| files_below(&folder).into_iter().map(move |path| folder.join(path)));
    if let Some(path) = files.find(marked) {
        return Err(format!("{} has the marks of a merge that was not finished", path.display()));
    }
    run.cargo(&["fmt", "--all", "--check"])
}

/// Which stages run.
struct Choice {
    keep_going: bool,
    only: Vec<String>,
}

/// Runs the stages.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    let choice = choose(arguments)?;
    let wanted = |stage: &&Stage| choice.only.is_empty() || choice.only.iter().any(|o| o == stage.name);
    let (start, before) = (Instant::now(), shell::processor_seconds());
    let stages = stages().filter(wanted).map(|stage| stage.name).collect();
    let check = Check { keep_going: choice.keep_going, stages, ..Check::default() };
    check.lane(shell, std::iter::once(&SETUP).filter(wanted));
    thread::scope(|scope| {
        for lane in LANES {
            let (shell, check) = (shell.clone(), &check);
            scope.spawn(move || check.lane(&shell, lane.iter().filter(wanted)));
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let busy =
        shell::processor_seconds().zip(before).map(|(after, before)| (after - before) / seconds.max(0.1));
    let busy = busy.map_or(String::new(), |busy| format!("  {busy:.1} processors"));
    println!("{:<15} {seconds:>7.1} s{busy}", "all");
    let Sum { count, failed, .. } = check.sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} passed, {} failed", count.passed, count.failed);
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// What the stages of a check have in common.
#[derive(Default)]
struct Check {
    keep_going: bool,
    /// The stages that are wanted.
    stages: Vec<&'static str>,
    sum: Mutex<Sum>,
    /// A stage has ended.
    ended: Condvar,
}

/// What came of the stages that have ended.
#[derive(Default)]
struct Sum {
    count: Count,
    ended: Vec<&'static str>,
    failed: Vec<&'static str>,
}

impl Check {
    /// Runs stages in their order until one fails, here or beside.
    fn lane<'a>(&self, shell: &Shell, stages: impl Iterator<Item = &'a Stage>) {
        for stage in stages {
            self.wait_for(stage.behind);
            if !self.keep_going && !self.locked().failed.is_empty() {
                return;
            }
            let ended = run_stage(shell, stage);
            // What a stage says stays together.
            let mut sum = self.locked();
            print!("{}", ended.text);
            sum.count += ended.count;
            sum.ended.push(stage.name);
            if !ended.passed {
                sum.failed.push(stage.name);
                sum.count.failed += u64::from(ended.count.failed == 0);
            }
            self.ended.notify_all();
        }
    }

    /// Waits until a stage has ended, if it is wanted at all and none has failed that ends the check.
    fn wait_for(&self, stage: Option<&str>) {
        let Some(stage) = stage.filter(|name| self.stages.contains(name)) else { return };
        let waits = |sum: &mut Sum| !sum.ended.contains(&stage) && (self.keep_going || sum.failed.is_empty());
        drop(self.ended.wait_while(self.locked(), waits));
    }

    fn locked(&self) -> MutexGuard<'_, Sum> {
        self.sum.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn choose(arguments: &[String]) -> Result<Choice, String> {
    let mut choice = Choice { keep_going: false, only: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--keep-going" => choice.keep_going = true,
            "--only" => choice.only.push(stage_name(rest.next())?),
            other => return Err(format!("`{other}`? It takes --keep-going and --only STAGE")),
        }
    }
    Ok(choice)
}

fn stage_name(name: Option<&String>) -> Result<String, String> {
    let known = |name: &&String| stages().any(|stage| stage.name == *name);
    let names: Vec<&str> = stages().map(|stage| stage.name).collect();
    name.filter(known).cloned().ok_or_else(|| format!("--only takes one of {}", names.join(", ")))
}

/// How a stage ended, and what is printed of it.
struct Ended {
    passed: bool,
    count: Count,
    text: String,
}

fn run_stage(shell: &Shell, stage: &Stage) -> Ended {
    let log = shell.path(&format!("target/xtask/test/{}.log", stage.name));
    let _ = fs::remove_file(&log);
    let run = Run { shell, log };
    let start = Instant::now();
    let outcome = (stage.run)(&run);
    let seconds = start.elapsed().as_secs_f64();
    let said =
        fs::read(&run.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let count = count::tests(&said);
    let mut text = String::new();
    if let Err(error) = &outcome {
        // In a long log the reason is far from the end, and who reads may see the end only.
        let failures = count::failures(&said).into_iter().take(MOST_FAILURE_LINES).map(String::from);
        let lines = std::iter::once(tail(&run.log, 200)).chain(failures).chain([error.clone()]);
        lines.for_each(|line| text += &format!("{line}\n"));
    }
    let word = if outcome.is_ok() { "ok" } else { "FAILED" };
    let tests = match count.passed + count.failed {
        0 => String::new(),
        tests => format!("  {tests} tests"),
    };
    text += &format!("{:<8} {word:<6} {seconds:>7.1} s{tests}\n", stage.name);
    Ended { passed: outcome.is_ok(), count, text }
}

fn clippy(run: &Run) -> Outcome {
    setup::page(run.shell)?;
    let deny = ["--all-targets", "--", "-D", "warnings"];
    run.cargo(&[&["clippy", "--workspace", "--exclude", "lanescope-app"], &deny[..]].concat())?;
    // Debian's compiler has no clippy of its own: there the page is read as a native program.
    let target: &[&str] = match setup::web_route(run.shell) {
        Route::Own => &["--target", setup::WEB_TARGET],
        Route::Debian => &[],
    };
    run.cargo(&[&["clippy", "--package", "lanescope-app"], target, &deny[..]].concat())
}

/// Generated tables are up to date, links lead somewhere, and the API documentation builds without a warning.
fn docs(run: &Run) -> Outcome {
    links::check(run.shell)?;
    r#gen::check(run.shell)?;
    let mut command = run.shell.command("cargo", &["doc", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run.logged(command)
}

/// The core compiles for a target that has no `std` to fall back on.
fn no_std(run: &Run) -> Outcome {
    let arguments = ["check", "--package", "lanescope-core", "--target", "wasm32v1-none"];
    match setup::bare_target(run.shell)? {
        Route::Own => run.cargo(&arguments),
        Route::Debian => {
            let mut command = run.shell.command("/usr/bin/cargo", &arguments);
            command.arg("-Zbuild-std=core,alloc").env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_TARGET_DIR", run.shell.path("target/web"));
            run.logged(command)
        }
    }
}

fn build_page(run: &Run) -> Outcome {
    setup::page(run.shell)?;
    page::build(run.shell, &run.shell.path("dist"), Finish::Ship)
}

/// `trunk build` makes the same folder of the page's own part as our builder does, but for how its text is laid out.
fn trunk(run: &Run) -> Outcome {
    let [ours, theirs] = ["target/trunk/ours", "target/trunk/theirs"].map(|folder| run.shell.path(folder));
    let to = theirs.to_string_lossy();
    let mut command = run.shell.web("trunk", &["build", "--cargo-profile", "page", "--dist", &to]);
    command.env("RUSTFLAGS", page::SMALL);
    run.logged(command)?;
    // The program is trunk's own in both: ours has been optimised by now.
    assemble::assemble(&run.shell.root, &theirs, &ours)?;
    assemble::compare(&ours, &theirs)
}

fn page_size(run: &Run) -> Outcome {
    let size = size::measure(run.shell, &run.shell.path("dist"))?;
    shell::say(&size.to_string());
    size::check(&size)
}
