//! Runs programs: from the root of the project, with its own tools first in `PATH`, with progress lines, logs and
//! time limits.

use std::{
    cell::{Cell, RefCell},
    ffi::OsString,
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// What a chore ends with; the error is a sentence for the person.
pub type Outcome = Result<(), String>;

/// How cargo builds what is used once: without caches for the next build; without line numbers in backtraces, which are three quarters
/// of each of the many programs with tests (where a test fails, its message says without them); and each crate as one unit of code,
/// which other crates are compiled beside: a tenth less to compile, and tests of the machines take a fifth less than with units that
/// are joined again.
const ONCE: &[(&str, &str)] = &[
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "none"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
];

/// Where and with what programs run.
#[derive(Clone)]
pub struct Shell {
    /// The project's folder.
    pub root: PathBuf,
    /// Environment of everything that compiles to wasm, once setup has decided on a toolchain.
    web: RefCell<Vec<(&'static str, OsString)>>,
    /// Is what is built used for one check and then thrown away?
    once: Cell<bool>,
}

impl Shell {
    /// At the root of this project.
    pub fn new() -> Shell {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_path_buf();
        Shell { root, web: RefCell::default(), once: Cell::new(false) }
    }

    /// A path of the project.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The folder where installed tools live.
    pub fn tools(&self) -> PathBuf {
        self.path("target/tools")
    }

    /// A program, run natively.
    pub fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).env("PATH", self.search_path(None));
        if self.once.get() {
            command.envs(ONCE.iter().copied());
        }
        command
    }

    /// A program that compiles to wasm, or calls one that does.
    pub fn web(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = self.command(program, arguments);
        command.envs(self.web.borrow().iter().map(|(name, value)| (*name, value.clone())));
        command
    }

    /// Has cargo build for one check alone.
    pub fn build_once(&self) {
        self.once.set(true);
    }

    /// Decides on the toolchain for wasm; see [`crate::setup`].
    pub fn use_for_web(&self, environment: Vec<(&'static str, OsString)>) {
        *self.web.borrow_mut() = environment;
    }

    /// Was another toolchain than the person's own chosen for wasm?
    pub fn web_is_set(&self) -> bool {
        !self.web.borrow().is_empty()
    }

    /// Where cargo puts wasm.
    pub fn web_target_dir(&self) -> PathBuf {
        let chosen =
            self.web.borrow().iter().find(|(name, _)| *name == "CARGO_TARGET_DIR").map(|(_, dir)| dir.into());
        chosen.unwrap_or_else(|| self.target_dir())
    }

    /// Where cargo puts native programs.
    pub fn target_dir(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.path("target"), |dir| self.root.join(dir))
    }

    /// Builds a program of the workspace (`--bin` or `--example`, and its name) and tells where it is.
    ///
    /// It is built as a part of the whole: chosen by its package it would have other features of shared dependencies, and the
    /// core would be compiled once more for it, which takes minutes.
    pub fn built(&self, kind: &str, name: &str) -> Result<PathBuf, String> {
        self.built_with(kind, name, &[])
    }

    /// The same with more arguments for cargo.
    pub fn built_with(&self, kind: &str, name: &str, more: &[&str]) -> Result<PathBuf, String> {
        let mut command = self.command("cargo", &["build", "--quiet", "--workspace", kind, name]);
        command.args(more);
        let output = command.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let folder = if kind == "--example" { "debug/examples" } else { "debug" };
        Ok(self.target_dir().join(folder).join(name))
    }

    /// `PATH` with the project's tools in front, and `first` before them.
    pub fn search_path(&self, first: Option<&Path>) -> OsString {
        let old = std::env::var_os("PATH").unwrap_or_default();
        let front = first.map(Path::to_path_buf).into_iter();
        let all = front.chain([self.tools().join("bin")]).chain(std::env::split_paths(&old));
        std::env::join_paths(all).unwrap_or(old)
    }

    /// The full path of a program in `PATH`.
    pub fn find(&self, program: &str) -> Option<PathBuf> {
        std::env::split_paths(&self.search_path(None))
            .map(|folder| folder.join(program))
            .find(|path| path.is_file())
    }

    /// Standard output of a program, trimmed; `None` if it is not there or fails.
    pub fn ask(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let output = self.command(program, arguments).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    }
}

/// Says what is about to happen.
pub fn say(text: &str) {
    println!("    {text}");
    let _ = std::io::stdout().flush();
}

/// Runs a program whose output the person sees.
pub fn run(mut command: Command) -> Outcome {
    let status = command.status().map_err(|error| format!("cannot start {}: {error}", show(&command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", show(&command))) }
}

/// Runs a program for at most `limit`, its output (both kinds, in order) going to the end of a file.
pub fn run_logged(mut command: Command, log: &Path, limit: Duration) -> Outcome {
    let mut file = open_log(log)?;
    let _ = writeln!(file, "$ {}", show(&command));
    let copy = file.try_clone().map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(copy)
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", show(&command)))?;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(_)) => return Err(format!("{} failed", show(&command))),
            Ok(None) if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "{} took more than {} s and was stopped",
                    show(&command),
                    limit.as_secs()
                ));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(20)),
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn open_log(log: &Path) -> Result<File, String> {
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    File::options().create(true).append(true).open(log).map_err(|error| format!("{}: {error}", log.display()))
}

/// Seconds of processor time of all programs that were run from here and have ended, where the system tells (Linux does). With the
/// time on the clock they say how many processors the check kept busy.
pub fn processor_seconds() -> Option<f64> {
    /// Of `/proc/self/stat` behind the program's name: time of children that were waited for, in their own code and in the system.
    const OF_CHILDREN: [usize; 2] = [13, 14];
    /// Ticks in a second: the same on every Linux that Rust runs on.
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let values: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = OF_CHILDREN.iter().map(|at| values.get(*at)?.parse::<f64>().ok()).sum::<Option<f64>>()?;
    Some(ticks / TICKS)
}

/// The last lines of a log.
pub fn tail(log: &Path, lines: usize) -> String {
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

fn show(command: &Command) -> String {
    let parts = std::iter::once(command.get_program()).chain(command.get_args());
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Every file below a folder, sorted, as paths relative to it.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                found.push(relative.to_path_buf());
            }
        }
    }
    found.sort();
    found
}

/// A 64-bit FNV-1a digest: to see whether a file has changed, not to protect anything.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// `path: error` as a sentence.
pub fn with_path<T>(path: &Path, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}
