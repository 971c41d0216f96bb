//! `cargo xtask bench`: speed, each number beside its target and beside the ceiling. The measuring program is a package
//! of its own (`bench/`) that runs natively and, compiled to wasm, in Node.js.

use std::{fs, path::Path, process::Command};

use crate::{
    setup,
    shell::{self, Outcome, Shell, say},
};

const WEB: &str = setup::WEB_TARGET;

/// Names a file that the measuring program adds its numbers to.
const RECORD: &str = "LANESCOPE_BENCH_RECORD";

/// Numbers by name and unit.
type Numbers = Vec<(String, f64)>;

/// Runs the native part, the wasm parts, or all; a word after that chooses measurements by their names. Numbers stay in
/// `target/bench`, so that wasm can be compared with what was measured natively before.
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
    let natively = folder.join("native.tsv");
    if native {
        let mut arguments = vec!["run", "--release", "--quiet", "--package", "lanescope-bench"];
        arguments.extend(["--", wanted].iter().filter(|_| !wanted.is_empty()));
        recorded(shell.command("cargo", &arguments), &natively)?;
    }
    if wasm {
        setup::page(shell)?;
        let base = numbers(&natively);
        for (name, flags) in [("simd128", "-C target-feature=+simd128"), ("plain", "")] {
            let file = folder.join(format!("{name}.tsv"));
            in_node(shell, name, flags, wanted, &file)?;
            compare(name, &base, &numbers(&file));
        }
    }
    Ok(())
}

fn in_node(shell: &Shell, name: &str, flags: &str, wanted: &str, file: &Path) -> Outcome {
    say(&format!("building the measuring program for wasm ({name})"));
    let arguments = ["build", "--package", "lanescope-bench", "--profile", "wasm", "--target", WEB];
    let mut command = shell.web("cargo", &arguments);
    let target = shell.web_target_dir();
    command.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", target.join("bench").join(name));
    shell::run(command)?;
    let wasm = target.join("bench").join(name).join(WEB).join("wasm/lanescope-bench.wasm");
    recorded(shell.command("node", &["bench/node.mjs", &wasm.to_string_lossy(), wanted]), file)
}

/// Runs a measuring program that writes its numbers to a new file.
fn recorded(mut command: Command, file: &Path) -> Outcome {
    // What is not there needs no removing.
    let _ = fs::remove_file(file);
    command.env(RECORD, file);
    shell::run(command)
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
fn compare(build: &str, native: &Numbers, wasm: &Numbers) {
    println!("\n{:<60}{:>10}{:>8}  verdict", format!("wasm ({build}) : native"), "ratio", "must");
    for (name, here) in wasm {
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
