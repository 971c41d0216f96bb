//! `cargo xtask bench`: speed, each number beside its target and beside the ceiling. The measuring program is a package
//! of its own (`bench/`) that runs natively and, compiled to wasm, in Node.js.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    page, setup,
    shell::{self, Outcome, Shell, say},
};

const WEB: &str = setup::WEB_TARGET;

/// Names a file that the measuring program adds its numbers to.
const RECORD: &str = "LANESCOPE_BENCH_RECORD";

/// Numbers by name and unit.
type Numbers = Vec<(String, f64)>;

/// A build of the measuring program: its name, how it is started, and where its numbers go.
struct Build {
    name: &'static str,
    start: Vec<String>,
    file: PathBuf,
}

/// Measures natively, in wasm, or both; a word after that chooses measurements by their names.
///
/// Each measurement is taken in one build after another, so that a drift of the machine's speed does not look like a
/// difference between builds. Numbers stay in `target/bench`: wasm alone is compared with the native ones of before.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (native, wasm, wanted) = match arguments[..] {
        [] => (true, true, ""),
        ["--native", ref rest @ ..] => (true, false, rest.first().copied().unwrap_or_default()),
        ["--wasm", ref rest @ ..] => (false, true, rest.first().copied().unwrap_or_default()),
        [wanted] if !wanted.starts_with('-') => (true, true, wanted),
        _ => return Err("it takes --native or --wasm, and a part of the names of measurements".into()),
    };
    let folder = shell.target_dir().join("bench");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut builds = Vec::new();
    if native {
        builds.push(natively(shell, &folder)?);
    }
    if wasm {
        setup::node(shell)?;
        builds.push(in_node(shell, &folder, "simd128", &page::flags())?);
    }
    measure(shell, &builds, wanted)?;
    let base = numbers(&folder.join("native.tsv"));
    builds.iter().filter(|build| build.name != "native").for_each(|build| compare(build, &base));
    Ok(())
}

fn natively(shell: &Shell, folder: &Path) -> Result<Build, String> {
    say("building the measuring program");
    shell::run(shell.command("cargo", &["build", "--release", "--package", "lanescope-bench"]))?;
    let program = shell.target_dir().join("release/lanescope-bench");
    Ok(Build { name: "native", start: vec![path(&program)], file: folder.join("native.tsv") })
}

fn in_node(shell: &Shell, folder: &Path, name: &'static str, flags: &str) -> Result<Build, String> {
    say(&format!("building the measuring program for wasm ({name})"));
    let arguments = ["build", "--package", "lanescope-bench", "--profile", "wasm", "--target", WEB];
    let mut command = shell.web("cargo", &arguments);
    let target = shell.web_target_dir().join("bench").join(name);
    command.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", &target);
    shell::run(command)?;
    let wasm = target.join(WEB).join("wasm/lanescope-bench.wasm");
    let start = vec!["node".into(), "bench/node.mjs".into(), path(&wasm)];
    Ok(Build { name, start, file: folder.join(format!("{name}.tsv")) })
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Build {
    /// The program with an argument.
    fn command(&self, shell: &Shell, argument: &str) -> Command {
        let words: Vec<&str> = self.start.iter().map(String::as_str).chain([argument]).collect();
        let mut command = shell.command(words[0], &words[1..]);
        command.env(RECORD, &self.file);
        command
    }
}

/// Takes the wanted measurements, each in every build.
fn measure(shell: &Shell, builds: &[Build], wanted: &str) -> Outcome {
    let Some(first) = builds.first() else { return Ok(()) };
    let names = first.command(shell, "--names").output().map_err(|error| error.to_string())?;
    for build in builds {
        // What is not there needs no removing.
        let _ = fs::remove_file(&build.file);
    }
    shell::run(first.command(shell, "--head"))?;
    let names = String::from_utf8_lossy(&names.stdout).into_owned();
    for name in names.lines().filter(|name| name.contains(wanted)) {
        builds.iter().try_for_each(|build| shell::run(build.command(shell, &format!("={name}"))))?;
    }
    Ok(())
}

/// The numbers of a file; none if there is no file.
fn numbers(file: &Path) -> Numbers {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(number).collect()
}

fn number(line: &str) -> Option<(String, f64)> {
    let (name, value) = line.rsplit_once('\t')?;
    Some((name.replace('\t', ", "), value.parse().ok()?))
}

/// Prints what wasm reaches of what was measured natively, and what it must reach.
fn compare(build: &Build, native: &Numbers) {
    println!("\n{:<60}{:>10}{:>8}  verdict", format!("wasm ({}) : native", build.name), "ratio", "must");
    for (name, here) in &numbers(&build.file) {
        let Some((_, there)) = native.iter().find(|(known, _)| known == name) else { continue };
        let ratio = if name.ends_with(", ms") { there / here } else { here / there };
        let must = must(name);
        let verdict = match must {
            Some(must) if ratio < must => "BELOW",
            Some(_) => "met",
            None => "",
        };
        let must = must.map(|must| must.to_string()).unwrap_or_default();
        println!("{name:<60}{ratio:>10.2}{must:>8}  {verdict}");
    }
}

/// The share of the native speed that wasm must reach; waits and ceilings have none.
fn must(name: &str) -> Option<f64> {
    match name.split([':', ',']).next()? {
        "functional" => Some(0.5),
        "timing" | "DRAM" => Some(0.7),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_name_with_its_unit_and_a_number() {
        assert_eq!(number("DRAM: linear\trequests\t2.5"), Some(("DRAM: linear, requests".into(), 2.5)));
        assert_eq!(number("nothing"), None);
    }

    #[test]
    fn every_kind_of_row_has_its_share() {
        let shares = ["functional: saxpy, elements", "timing, 1 core: saxpy", "DRAM: linear", "compile, ms"];
        assert_eq!(shares.map(must), [Some(0.5), Some(0.7), Some(0.7), None]);
    }
}
