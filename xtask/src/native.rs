//! The native tests of the whole workspace: built by cargo, then run here, as many programs at once as there are processors.
//!
//! Cargo runs one test program after the other, and the end of each, when its longest test runs alone, leaves a processor idle. Here
//! each program has one thread, and the next one starts where one ends. Everything else is as cargo does it: a program runs in the
//! folder of its package, and all run even if one fails. Doc tests there are none.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use crate::{
    count,
    shell::{Outcome, Shell, run_logged, say, with_path},
    timings,
};

/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How many of the slowest tests are named.
const SLOWEST: usize = 10;

/// What a machine's own tests may take, in seconds of one processor (tests of all machines are programs of their own).
const OF_A_MACHINE: f64 = 60.0;

/// Programs with so many tests that they start first, or they would end last, alone.
const FIRST: &[&str] = &["machines", "lanescope_sim_d"];

/// A test program.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    path: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
}

/// Builds and runs all tests; what they print is appended to `log`, program by program.
pub fn run(shell: &Shell, log: &Path) -> Outcome {
    let start = Instant::now();
    let programs = build(shell, log)?;
    if programs.is_empty() {
        return Err("cargo names no test program".into());
    }
    say(&format!("{:>6.1} s  compiling", start.elapsed().as_secs_f64()));
    timings::say_by_crate(shell);
    let rest = Mutex::new(programs.into_iter());
    let hands = thread::available_parallelism().map_or(1, usize::from);
    let runs: Vec<Ran> = thread::scope(|scope| {
        let hands: Vec<_> = (0..hands).map(|_| scope.spawn(|| work(&rest, log))).collect();
        hands.into_iter().flat_map(|hand| hand.join().unwrap_or_else(|_| vec![Ran::broken()])).collect()
    });
    report(&runs);
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let slowest = count::slowest(&text, SLOWEST);
    slowest.iter().for_each(|(seconds, name)| say(&format!("{seconds:>6.1} s  {name}")));
    let failed: Vec<String> = runs.into_iter().flat_map(|ran| ran.failed).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// How a program ended.
struct Ran {
    name: String,
    seconds: f64,
    of_a_machine: bool,
    failed: Vec<String>,
}

impl Ran {
    fn broken() -> Ran {
        let failed = vec!["a thread of the check broke, with the tests that it had".into()];
        Ran { name: String::new(), seconds: 0.0, of_a_machine: false, failed }
    }
}

/// Prints the seconds of each program that takes one or more, and which machine takes more than it may.
fn report(runs: &[Ran]) {
    let mut slow: Vec<&Ran> = runs.iter().filter(|ran| ran.seconds >= 1.0).collect();
    slow.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    let words: Vec<String> = slow.iter().map(|ran| format!("{} {:.0}", ran.name, ran.seconds)).collect();
    say(&format!("seconds by program: {}", words.join(", ")));
    for ran in slow.iter().filter(|ran| ran.of_a_machine && ran.seconds > OF_A_MACHINE) {
        say(&format!(
            "{} takes more than the {OF_A_MACHINE} s that the tests of a machine may take",
            ran.name
        ));
    }
}

/// Runs programs until none is left.
fn work(rest: &Mutex<impl Iterator<Item = Program>>, log: &Path) -> Vec<Ran> {
    let next = || rest.lock().ok().and_then(|mut rest| rest.next());
    let mut runs = Vec::new();
    while let Some(program) = next() {
        let own = log.with_file_name(format!("{}.log", program.file()));
        let _ = fs::remove_file(&own);
        let start = Instant::now();
        let mut failed: Vec<String> = run_logged(program.command(), &own, LIMIT).err().into_iter().collect();
        let seconds = start.elapsed().as_secs_f64();
        failed.extend(append(&own, log).err());
        let of_a_machine = program.folder.parent().is_some_and(|folder| folder.ends_with("core/machines"));
        runs.push(Ran { name: program.name(), seconds, of_a_machine, failed });
    }
    runs
}

impl Program {
    fn file(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Its name without what cargo puts behind it.
    fn name(&self) -> String {
        let file = self.file();
        file.rsplit_once('-').map_or(file.as_str(), |(name, _)| name).into()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        // Seconds of each test are an unstable option of the standard test runner.
        command.args(["--test-threads=1", "-Z", "unstable-options", "--report-time"]);
        command.env("RUSTC_BOOTSTRAP", "1").current_dir(&self.folder);
        command
    }
}

/// Moves a program's output to the end of the log of all.
fn append(own: &Path, log: &Path) -> Outcome {
    use std::io::Write;
    let text = with_path(own, fs::read(own))?;
    let _ = fs::remove_file(own);
    let mut file = with_path(log, fs::File::options().create(true).append(true).open(log))?;
    with_path(log, file.write_all(&text))
}

/// Has cargo build all test programs.
fn build(shell: &Shell, log: &Path) -> Result<Vec<Program>, String> {
    let messages = log.with_extension("json");
    with_path(&messages, fs::create_dir_all(messages.parent().unwrap_or(Path::new("."))))?;
    let arguments =
        ["test", "--workspace", "--no-run", "--timings", "--message-format=json-render-diagnostics"];
    let mut command = shell.command("cargo", &arguments);
    let out = with_path(&messages, fs::File::create(&messages))?;
    let errors = with_path(log, fs::File::options().create(true).append(true).open(log))?;
    let status = command.stdin(Stdio::null()).stdout(out).stderr(errors).status();
    if !status.map_err(|error| error.to_string())?.success() {
        return Err("the tests do not compile".into());
    }
    let text = with_path(&messages, fs::read_to_string(&messages))?;
    let mut programs: Vec<Program> = text.lines().filter_map(program).collect();
    let place =
        |program: &Program| FIRST.iter().position(|first| program.name() == *first).unwrap_or(FIRST.len());
    programs.sort_by_key(place);
    Ok(programs)
}

/// The test program that one of cargo's messages tells of.
fn program(message: &str) -> Option<Program> {
    let text = |key: &str| {
        let from = message.find(&format!("\"{key}\":\""))? + key.len() + 4;
        Some(PathBuf::from(&message[from..from + message[from..].find('"')?]))
    };
    let (_, profile) = message.split_once("\"profile\":{")?;
    let (profile, _) = profile.split_once('}')?;
    let folder = text("manifest_path")?.parent()?.to_path_buf();
    if !profile.contains("\"test\":true") {
        return None;
    }
    Some(Program { path: text("executable")?, folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_found_among_what_cargo_tells() {
        let artifact = |test: bool, executable: &str| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/p/core/Cargo.toml\",\"target\":{{\"test\":true}},\
                 \"profile\":{{\"opt_level\":\"3\",\"test\":{test}}},\"executable\":{executable},\"fresh\":true}}"
            )
        };
        let found = Program { path: "/p/target/core-1".into(), folder: "/p/core".into() };
        assert_eq!(program(&artifact(true, "\"/p/target/core-1\"")), Some(found));
        assert_eq!(program(&artifact(true, "null")), None);
        assert_eq!(program(&artifact(false, "\"/p/target/lanescope\"")), None);
    }
}
