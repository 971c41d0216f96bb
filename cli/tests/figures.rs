//! `lanescope figure` and `list panels`: every panel of every machine can be had as an image and as numbers, and the numbers
//! agree with those of the run.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::Value;

fn lanescope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lanescope")).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = lanescope(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn failed(arguments: &[&str]) -> (Option<i32>, String) {
    let output = lanescope(arguments);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Ids of the panels of a machine.
fn panels(machine: &str) -> Vec<String> {
    let list = printed(&["list", "panels", "--machine", machine, "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_str(&list).unwrap();
    rows.iter().map(|row| row["id"].as_str().unwrap().to_string()).collect()
}

/// The file that a figure is written to.
fn written(test: &str, ending: &str, arguments: &[&str]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.{ending}"));
    let out = ["--out", path.to_str().unwrap()];
    printed(&[&["figure"][..], arguments, &out].concat());
    fs::read_to_string(path).unwrap()
}

/// The value of an attribute, the first of its name.
fn attribute<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
    text[start..].split('"').next().unwrap()
}

#[test]
fn every_panel_is_listed_and_drawn() {
    for (machine, file) in
        [("simt", "gallery:nested"), ("rvv", "gallery:daxpy_vector"), ("packed", "gallery:saxpy")]
    {
        let ids = panels(machine);
        assert!(ids.len() > 10, "{ids:?}");
        for id in &ids {
            let arguments =
                [file, "--machine", machine, "--panel", id, "--cycles", "20..90", "--theme", "dark"];
            let image = written("drawn", "svg", &arguments);
            assert!(image.starts_with("<svg ") && image.ends_with("</svg>\n"), "{id}");
            let width: f64 = attribute(&image, "width").parse().unwrap();
            assert!(width >= 960.0, "{id}: {width} pixels");
            // Boxes are not cut, however wide a graph is.
            for rect in image.lines().filter(|line| line.starts_with("<rect x=")) {
                let side = |name| attribute(rect, name).parse::<f64>().unwrap();
                assert!(side("x") + side("width") <= width + 1.0, "{id}: {rect} in {width}");
            }
            assert!(image.contains("fill=\"#14181e\""), "{id}: the ground of the dark theme");
            assert!(!printed(&[&["figure"][..], &arguments].concat()).trim().is_empty(), "{id}");
        }
    }
}

#[test]
fn the_issues_of_the_timeline_are_the_instructions_of_the_run() {
    let file = ["gallery:saxpy", "--machine", "simt/teaching"];
    let run: Value = serde_json::from_str(&printed(&[&["run"][..], &file, &["--json"]].concat())).unwrap();
    let whole = [&file[..], &["--panel", "timeline", "--width", "4096"]].concat();
    let numbers = written("timeline", "csv", &whole);
    let issued = numbers.lines().skip(1).filter(|line| line.contains(",issued,")).count();
    assert_eq!(issued as u64, run["warp_instructions"].as_u64().unwrap());
    let counters =
        written("counters", "csv", &[&file[..], &["--panel", "counters", "--cycle", "0"]].concat());
    assert!(counters.is_empty(), "nothing is counted before the first cycle");
    let end = run["cycles"].as_u64().unwrap().to_string();
    let counters =
        written("counters", "csv", &[&file[..], &["--panel", "counters", "--cycle", &end]].concat());
    assert!(counters.lines().any(|line| line.starts_with(&format!("cycles,{end},"))), "{counters}");
}

#[test]
fn memory_is_found_by_the_name_of_the_buffer() {
    let file = ["gallery:saxpy", "--panel", "memory", "--cycle", "0"];
    let of = |name: &str, radix: &str| {
        written("memory", "csv", &[&file[..], &["--memory", name, "--radix", radix]].concat())
    };
    let plain = of("x", "auto");
    assert!(plain.starts_with("element,+0,+1,"), "{plain}");
    assert_ne!(plain, of("x", "hex"));
    assert_ne!(plain, of("y", "auto"));
}

#[test]
fn what_is_wrong_is_said_by_name() {
    let file = ["figure", "gallery:saxpy", "--machine", "simt/teaching"];
    let with = |more: &[&str]| failed(&[&file[..], more].concat());
    let (code, message) = with(&["--panel", "convoys"]);
    assert_eq!(code, Some(1));
    assert!(message.contains("no panel `convoys`") && message.contains("timeline"), "{message}");
    let (code, message) = with(&["--panel", "sweep"]);
    assert!(code == Some(1) && message.contains("lanescope study sweep"), "{message}");
    for (more, words) in [
        (&["--unit", "99"][..], "units 0 to"),
        (&["--cycle", "99999"], "--cycle 99999"),
        (&["--cycles", "99999..100000"], "the run ends before"),
        (&["--memory", "z", "--panel", "memory"], "no buffer `z`"),
        (&["--radix", "roman"], "one of auto"),
        (&["--out", "x.png"], ".svg or .csv"),
        (&["--width", "7", "--out", "x.svg"], "64 to 16384"),
        (&["--time", "days", "--out", "x.svg"], "core, dram, ns"),
    ] {
        let panel: &[&str] = if more.contains(&"--panel") { &[] } else { &["--panel", "timeline"] };
        let (code, message) = with(&[panel, more].concat());
        assert!(code == Some(1) && message.contains(words), "{more:?}: {message}");
    }
    for more in [&["--cycles", "9..9"], &["--cycles", "9"], &["--bits", "7"]] {
        assert_eq!(with(&[&["--panel", "timeline"][..], &more[..]].concat()).0, Some(2), "{more:?}");
    }
}

#[test]
fn a_study_has_the_numbers_of_its_runs() {
    let cycles = |width: &str| {
        let run = ["run", "gallery:saxpy", "--machine", "simt/teaching", "--set", width, "--json"];
        let run: Value = serde_json::from_str(&printed(&run)).unwrap();
        run["cycles"].to_string()
    };
    let sweep =
        ["study", "sweep", "gallery:saxpy", "--machine", "simt/teaching", "setting=simd_width", "values=4,8"];
    let text = printed(&sweep);
    for width in ["4", "8"] {
        let line = text.lines().find(|line| line.starts_with(&format!("{width} "))).unwrap();
        assert_eq!(line.split_whitespace().nth(1), Some(&*cycles(&format!("simd_width={width}"))), "{text}");
    }
    let (code, unknown) = failed(&[&sweep[..], &["measure=colour"]].concat());
    assert!(code == Some(1) && unknown.contains("no run has a number `colour`"), "{unknown}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sweep.svg");
    printed(&[&sweep[..], &["--out", path.to_str().unwrap()]].concat());
    assert!(fs::read_to_string(path).unwrap().contains("simd_width"));
    let ids = printed(&["list", "studies"]);
    assert!(["sweep", "presets", "compare"].iter().all(|id| ids.contains(id)), "{ids}");
    let (code, message) = failed(&["study", "nothing", "gallery:saxpy"]);
    assert!(code == Some(1) && message.contains("no study `nothing`"), "{message}");
}

/// A decision that nobody takes would change nothing without a word; what is wrong is said once, not as a picture too.
#[test]
fn a_study_takes_its_own_decisions_and_says_what_is_wrong_once() {
    let study = |more: &[&str]| {
        let on = ["gallery:matmul_tiled", "--machine", "sim_d/author"];
        failed(&[&["study"], &more[..1], &on, &more[1..]].concat())
    };
    let (code, message) = study(&["orders", "--choice", "bound@3=4"]);
    assert!(code == Some(1) && message.contains("`orders` takes no decision"), "{message}");
    let (code, message) = study(&["wcet", "--choice", "colour@3=4"]);
    assert!(
        code == Some(1) && message.contains("takes only decisions bound: there is no `colour`"),
        "{message}"
    );
    let wrong = ["study", "requests", "gallery:matmul_tiled", "--machine", "sim_d/author", "line=9999"];
    let output = lanescope(&wrong);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn sums_are_of_the_whole_run_unless_a_cycle_is_given() {
    let base = ["figure", "gallery:saxpy", "--machine", "simt/teaching", "--panel"];
    let numbers = lanescope(&["run", "gallery:saxpy", "--machine", "simt/teaching", "--json"]);
    let end = serde_json::from_slice::<Value>(&numbers.stdout).unwrap()["cycles"].as_u64().unwrap();
    for (panel, cycle) in [("roofline", end), ("counters", end), ("lanes", end / 2)] {
        let text = printed(&[&base[..], &[panel]].concat());
        assert!(text.ends_with(&format!("cycle {cycle} of {end}\n")), "{panel}: {text}");
    }
    let text = printed(&[&base[..], &["roofline", "--cycle", "9"]].concat());
    assert!(text.ends_with(&format!("cycle 9 of {end}\n")), "{text}");
    let image =
        written("whole", "svg", &["gallery:saxpy", "--machine", "simt/teaching", "--panel", "roofline"]);
    assert!(image.contains(&format!("Cycle {end}.")), "{image}");
}
