//! What scripts depend on: exit codes, the keys of the JSON object, what goes to which stream, and that a reader who
//! leaves early is no error.

#[cfg(unix)]
mod binary;
mod declared;
mod files;
mod folder;
mod harp;
mod harp_files;
mod mistakes;
mod pasted;
mod programs;
mod units;
mod verdicts;
mod wcet;
mod wrong;

use std::{fs, process::Stdio};

use folder::{Folder, SQUARE, square};

#[test]
fn compile_prints_each_form_and_ends_with_0() {
    let folder = square("compile_forms");
    for (emit, has) in [("ast", "kernel sq"), ("ir", "kernel sq("), ("asm", ".entry sq("), ("none", "")] {
        let (out, err) = folder.ends(0, &format!("compile sq.cl --emit {emit}"));
        assert!(out.starts_with(has) && err.is_empty(), "{emit}: {out}{err}");
        assert_eq!(out.is_empty(), has.is_empty());
    }
    let (out, _) = folder.ends(0, "compile sq.cl --kernel other --machine fermi");
    assert!(out.starts_with(".entry other("), "{out}");
    folder.ends(0, "compile sq.cl -D N=3 -DM --emit none");
}

#[test]
fn errors_end_with_1_and_a_sentence_on_standard_error() {
    let folder = square("errors");
    let cases = [
        ("compile broken.cl", "broken.cl:1:45"),
        ("compile binary.cl", "error"),
        ("compile missing.cl", "missing.cl: "),
        ("compile .", ".: "),
        ("compile sq.cl --kernel nosuch", "there is no kernel `nosuch`; there are sq, other"),
        ("compile sq.cl --machine nosuch", "there is no machine or preset `nosuch`; there are simt/teaching"),
        ("compile sq.cl -D 1x", "`-D 1x`"),
        ("compile gallery:nosuch", "the gallery has no `nosuch`; it has saxpy"),
        ("run broken.cl", "`y` is not declared"),
        ("run fault.cl", "byte 16 of `x`"),
        ("run sq.cl --set nosuch=1", "there is no setting `nosuch`"),
        ("run sq.cl --set cores", "write KEY=VALUE"),
        ("run sq.cl --set cores=-1", "cores"),
        ("run sq.cl --set cores=many", "cores"),
        ("run sq.cl --dump nosuch", "there is no buffer `nosuch`; there are x"),
        ("run sq.cl --json --dump x", "--dump x:FILE"),
        ("run sq.cl --dump x:no/such/folder", "no/such/folder: "),
        ("run sq.cl --launch missing.toml", "missing.toml: "),
        ("trace sq.cl --out a.txt", "--out must end in"),
        ("trace sq.cl --out no/such/a.json", "no/such/a.json: "),
        (
            "study sweep sq.cl setting=nosuch values=1,2",
            "there is no setting `nosuch` (`list settings --machine simt`",
        ),
        ("study sweep sq.cl setting=simd_widht values=4", "did you mean `simd_width`?"),
        (
            "study jitter sq.cl runs=2 setting=nosuch",
            "there is no setting `nosuch` (`list settings --machine simt`",
        ),
        (
            "study design sq.cl --machine sim_d nosuch=1",
            "study `design` takes no `nosuch`; it takes warp_lanes, ",
        ),
        ("study presets sq.cl machine=nosuch", "there is no machine `nosuch`"),
        ("study compare sq.cl presets=simt/nosuch", "there is no preset `simt/nosuch`; `list presets`"),
        ("study sweep sq.cl --set nosuch=1 setting=cores values=1", "there is no setting `nosuch`"),
        ("compare sq.cl --machine teaching --machine fermi,nosuch=1", "there is no setting `nosuch`"),
        ("open #1.xxx", "damaged"),
        ("open nothing", "link"),
        ("list ops --machine nosuch", "there is no machine `nosuch`"),
    ];
    for (line, has) in cases {
        let (_, err) = folder.ends(1, line);
        assert!(err.contains(has), "lanescope {line}: {err}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    let folder = square("command_line");
    let cases = [
        "",
        "nosuch",
        "run",
        "trace sq.cl",
        "compile sq.cl --emit nosuch",
        "list nosuch",
        "run sq.cl --max-seconds -1",
        "run sq.cl --max-seconds inf",
        "run sq.cl --max-cycles -5",
        "run sq.cl --max-memory x",
        "run sq.cl --limit cycles",
        "run sq.cl --limit cycles=x",
        "run sq.cl --limit patience=3",
    ];
    cases.iter().for_each(|line| assert!(!folder.ends(2, line).1.is_empty(), "{line}"));
}

#[test]
fn limits_end_with_3_and_their_name() {
    let folder = square("limits");
    let cases = [
        ("run endless.cl --max-cycles 1000", "cycles"),
        ("run endless.cl --max-cycles 1000", "and 3 more were at line 1"),
        ("run endless.cl --max-seconds 0.05", "max-seconds"),
        ("run endless.cl --functional --max-seconds 0.05", "max-seconds"),
        ("run sq.cl --max-memory 10", "memory_bytes"),
        ("trace endless.cl --max-cycles 100 --out t.csv", "cycles"),
        ("run endless.cl --limit cycles=1000", "cycles"),
        ("run endless.cl --functional --limit functional_instructions=1000", "functional_instructions"),
        ("run endless.cl --machine harp,divergence=profile --max-seconds 0.01", "max-seconds"),
        ("compile endless.cl --machine harp,divergence=profile --max-seconds 0.01", "max-seconds"),
        ("study policies endless.cl --machine harp,profile_steps=20000000 --max-seconds 0.01", "max-seconds"),
        (
            "run endless.cl --machine harp,divergence=profile --limit functional_instructions=1000",
            "the run that makes its profile passed limit `functional_instructions` (1000)",
        ),
        ("compile sq.cl --limit source_bytes=10", "source_bytes"),
        ("compile /dev/zero", "source_bytes"),
        ("compile sq.cl --limit ir_instructions=1", "ir_instructions"),
        ("run sq.cl --limit memory_bytes=10", "memory_bytes"),
        ("run sq.cl --limit work_items=1", "work_items"),
        ("run sq.cl --limit machine_bytes=1000", "machine_bytes"),
    ];
    for (line, has) in cases {
        let (_, err) = folder.ends(3, line);
        assert!(err.contains("limit") && err.contains(has), "lanescope {line}: {err}");
    }
    assert!(!folder.bytes("t.csv").is_empty(), "what was recorded is written nevertheless");
}

const KEYS: [&str; 18] = [
    "version",
    "machine",
    "preset",
    "settings",
    "kernel",
    "cycles",
    "seconds_simulated",
    "warp_instructions",
    "instructions",
    "counters",
    "lane_operations",
    "slots",
    "memory",
    "digest",
    "check",
    "wall_seconds",
    "halt",
    "complete",
];

#[test]
fn json_is_one_object_with_the_same_keys_for_every_run() {
    let folder = square("json");
    let timed = folder.json(0, "run sq.cl --json --check");
    let untimed = folder.json(0, "run sq.cl --json --check --functional");
    let stopped = folder.json(3, "run endless.cl --json --check --max-cycles 1000");
    for object in [&timed, &untimed, &stopped] {
        KEYS.iter().for_each(|key| assert!(object.get(key).is_some(), "no `{key}` in {object}"));
    }
    assert_eq!((&timed["machine"], &timed["preset"]), (&"simt".into(), &"simt/teaching".into()));
    assert_eq!(timed["kernel"], "sq");
    assert_eq!(timed["instructions"]["count"], timed["warp_instructions"]);
    assert_eq!(timed["instructions"]["unit"], "warp instructions");
    assert_eq!(timed["counters"], timed["memory"]);
    assert_eq!(timed["simt"]["counter_units"]["memory_bytes"], "bytes");
    assert!(untimed["counters"].is_null() && untimed["simt"]["counter_units"].is_null());
    assert_eq!(timed["simt"]["program"], untimed["simt"]["program"]);
    let stalls = timed["slots"]["stalls"].as_object().unwrap();
    let lost: u64 = stalls.values().map(|count| count.as_u64().unwrap()).sum();
    let slots = &timed["slots"];
    assert_eq!(lost + slots["issued"].as_u64().unwrap(), slots["total"].as_u64().unwrap());
    assert_eq!(slots["total"], timed["cycles"], "one scheduler: one slot in a cycle");
    let core = &slots["parts"][0];
    let scheduler = &core["parts"][0];
    assert_eq!((&core["name"], &scheduler["name"]), (&"core 0".into(), &"scheduler 0".into()));
    assert_eq!((&scheduler["takes"], &scheduler["causes"]), (&"instructions".into(), &core["causes"]));
    for checked in [&timed, &untimed] {
        assert_eq!((&checked["check"]["pass"], &checked["check"]["mismatches"]), (&true.into(), &0.into()));
    }
    assert_eq!(timed["digest"]["memory"], untimed["digest"]["memory"]);
    assert_eq!(timed["warp_instructions"], untimed["warp_instructions"]);
    assert!(untimed["cycles"].is_null() && stopped["halt"].as_str().unwrap().contains("cycles"));
    assert_eq!(stopped["cycles"], 1000);
    assert_eq!([&timed, &untimed, &stopped].map(|run| run["complete"] == true), [true, true, false]);
    let (text, _) = folder.ends(3, "run endless.cl --max-cycles 1000");
    let line =
        text.lines().find(|line| line.starts_with("not whole")).expect("the end of the recording is said");
    assert!(line.contains("limit `cycles` (1000)"), "{line}");
    assert!(!folder.ends(0, "run sq.cl").0.contains("not whole"));
    assert!(folder.json(0, "run sq.cl --json")["check"].is_null(), "only when asked for");
}

#[test]
fn dumps_are_numbers_or_bytes_of_the_result() {
    let launch =
        "global = 6\nlocal = 3\n[[arg]]\nname = 'x'\nfile = 'x.bin'\n[[arg]]\nname = 'n'\nvalue = 5\n";
    let x: Vec<u8> = (0..6).flat_map(|i| (i as f32 + 0.5).to_le_bytes()).collect();
    let folder = square("dumps");
    fs::write(folder.0.join("l.toml"), launch).unwrap();
    fs::write(folder.0.join("x.bin"), &x).unwrap();
    let expected = [0.25, 2.25, 6.25, 12.25, 20.25, 5.5f32];
    for mode in ["", "--functional"] {
        let line = format!("run sq.cl --launch l.toml {mode} --dump x --dump x:out.bin");
        let (out, _) = folder.ends(0, &line);
        let lines: Vec<&str> = out.lines().filter(|line| line.starts_with("x[")).collect();
        let wanted: Vec<String> =
            expected.iter().enumerate().map(|(i, value)| format!("x[{i}] = {value}")).collect();
        assert_eq!(lines, wanted);
        let bytes: Vec<u8> = expected.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(folder.bytes("out.bin"), bytes);
    }
}

#[test]
fn wrong_launch_files_say_what_is_wrong() {
    let folder = square("launches");
    let cases = [
        ("global = 0", "no size of a launch may be 0"),
        ("global = -4", "global"),
        ("global = [1, 2, 3, 4]", "one to three"),
        ("global = 10\nlocal = 4", "not a multiple"),
        ("global", "global"),
        ("local = 4", "global"),
        ("global = 4\n[[arg]]\nname = 'n'\nvalue = 99999999999", "outside"),
        ("global = 4\n[[arg]]\nname = 'n'\nvalue = 1.5", "whole number"),
        ("global = 4\n[[arg]]\nname = 'x'\nlen = 4\ninit = 'ones'", "`init = \"ones\"`"),
        ("global = 4\n[[arg]]\nname = 'x'\nfile = 'missing.bin'", "missing.bin"),
        ("global = 4\n[[arg]]\nname = 'x'\nlen = -1", "len"),
        ("global = 4\n[[arg]]\nname = 'n'\nvalue = nan", "NaN is no whole number"),
        ("global = 4\n[[arg]]\nname = 'n'\nvalue = 1\n[[arg]]\nname = 'n'\nvalue = 2", "`n` is given twice"),
        (
            "global = 4\n[[arg]]\nname = 'x'\nlen = 4\ninit = 'random'\nrange = [5, -5]",
            "no range from 5 to -5",
        ),
    ];
    for (text, has) in cases {
        fs::write(folder.0.join("wrong.toml"), text).unwrap();
        let (_, err) = folder.ends(1, "run sq.cl --launch wrong.toml");
        assert!(err.contains(has), "{text}: {err}");
    }
}

#[test]
fn what_is_wrong_with_the_command_line_is_said() {
    let folder = square("mistakes");
    let (_, err) = folder.ends(1, "run sq.cl --set warps_per_cor=4");
    assert!(err.contains("did you mean `warps_per_core`?"), "{err}");
    for value in ["0", "65", "-1", "abc", "4.5", ""] {
        let (_, err) = folder.ends(1, &format!("run sq.cl --set warp_size={value}"));
        assert!(err.contains("from 1 to 64") && err.contains(&format!("`{value}`")), "{err}");
    }
    let (_, err) = folder.ends(1, "run sq.cl --set policy=fast");
    assert!(err.contains("one of lrr, gto"), "{err}");
    fs::write(folder.0.join("many.toml"), "global = 4294967295\nlocal = 1").unwrap();
    let (_, err) = folder.ends(3, "run sq.cl --launch many.toml");
    assert!(err.contains("work_items"), "{err}");
    fs::write(
        folder.0.join("long.toml"),
        "global = 4\nlocal = 4\n[[arg]]\nname = 'x'\ntype = 'int'\nlen = 4611686018427387904",
    )
    .unwrap();
    let (_, err) = folder.ends(3, "run sq.cl --launch long.toml");
    assert!(err.contains("memory_bytes"), "{err}");
    fs::write(folder.0.join("less.toml"), "global = 4\nlocal = 4").unwrap();
    let (_, err) = folder.ends(0, "run sq.cl --launch less.toml");
    assert!(err.contains("note: the launch says nothing of argument"), "{err}");
    fs::write(folder.0.join("wide.cl"), [0xFF, 0xFE, b'v', 0]).unwrap();
    let (_, err) = folder.ends(1, "run wide.cl");
    assert!(err.contains("UTF-16"), "{err}");
}

/// A byte-order mark and the line ends of other systems change no result and no column.
#[test]
fn texts_of_other_editors_are_read() {
    let folder = square("editors");
    let text = "\u{FEFF}__kernel void k(__global int *x) {\r\n  x[get_global_id(0)] = oops;\r\n}\r\n";
    fs::write(folder.0.join("dos.cl"), text).unwrap();
    let (_, err) = folder.ends(1, "compile dos.cl");
    assert!(err.contains("dos.cl:2:25"), "{err}");
    fs::write(folder.0.join("dos.cl"), text.replace("oops", "1")).unwrap();
    folder.ends(0, "run dos.cl");
}

/// Every memory, out of its bounds and misaligned: the line, the work-item, the lane and what is near are named.
#[test]
fn accesses_that_cannot_be_done_are_named() {
    const KERNELS: &str = "__constant int tab[4] = {1, 2, 3, 4};
__kernel void priv(__global int *out, int n) { int a[4]; a[n + 9] = 1; out[get_global_id(0)] = a[n & 3]; }
__kernel void cons(__global int *out, int n) { out[get_global_id(0)] = tab[get_global_id(0) + n + 2]; }
__kernel void null(__global int *out, int n) { __global int *p = 0; out[get_global_id(0)] = p[n + 3]; }
__kernel void part(__global int *out, int n) { __local int t[4]; t[get_local_id(0) + n + 3] = 1; out[0] = t[0]; }
__kernel void glob(__global int *out, int n) { out[get_global_id(0) + n + 1] = 1; }
__kernel void oddg(__global int *out, int n) { *(__global int *)((__global char *)out + n + 1) = 1; }
__kernel void oddl(__global int *out, int n) { __local char t[64]; *(__local int *)(t + n + 2) = 1; out[0] = 1; }
";
    let folder = square("accesses");
    fs::write(folder.0.join("all.cl"), KERNELS).unwrap();
    let head = "global = 4\nlocal = 4\n[[arg]]\nname = 'n'\nvalue = 0\n";
    fs::write(folder.0.join("l.toml"), format!("{head}[[arg]]\nname = 'out'\nlen = 4")).unwrap();
    let cases = [
        ("priv", 2, 0, "write of 4 bytes out of bounds: private address 0x24"),
        ("cons", 3, 2, "read of 4 bytes out of bounds: constant address 0x10, byte 16 of `tab`"),
        ("null", 4, 0, "read of 4 bytes out of bounds: global address 0xc, 12 bytes from the null pointer"),
        ("part", 5, 1, "write of 4 bytes out of bounds: local address 0x10"),
        ("glob", 6, 3, "write of 4 bytes out of bounds: global address 0x10010, byte 16 of `out`"),
        ("oddg", 7, 0, "write of 4 bytes misaligned: global address 0x10001, byte 1 of `out`"),
        ("oddl", 8, 0, "write of 4 bytes misaligned: local address 0x2"),
    ];
    for (kernel, line, lane, sentence) in cases {
        for (mode, place) in [("", format!("warp 0 lane {lane}")), ("--functional", String::new())] {
            let (_, err) = folder.ends(1, &format!("run all.cl --kernel {kernel} --launch l.toml {mode}"));
            let item = format!("Work-item ({lane}, 0, 0)");
            for part in [sentence, &item, &place, &format!("all.cl:{line}:")] {
                assert!(err.contains(part), "{kernel}: no `{part}` in\n{err}");
            }
        }
    }
}

#[test]
fn a_link_opens_to_the_same_numbers() {
    let folder = square("links");
    let (link, _) = folder.ends(0, "link sq.cl --set cores=2 --page http://x/");
    assert!(link.starts_with("http://x/#5.") && link.ends_with('\n'), "{link}");
    let run = folder.json(0, "run sq.cl --set cores=2 --json");
    let opened = folder.json(0, &format!("open {} --json", link.trim()));
    for key in ["preset", "settings", "cycles", "slots", "digest"] {
        assert_eq!(run[key], opened[key], "{key}");
    }
    assert_eq!(folder.ends(0, &format!("open {} --source", link.trim())).0, SQUARE);
}

#[test]
fn lists_have_rows_in_every_style() {
    let folder = square("lists");
    for what in [
        "machines",
        "presets",
        "settings",
        "gallery",
        "ops",
        "directives",
        "operators",
        "causes",
        "events",
        "limits",
    ] {
        assert!(folder.ends(0, &format!("list {what}")).0.lines().count() > 1, "{what}");
        let rows = folder.json(0, &format!("list {what} --format json"));
        assert!(!rows.as_array().unwrap().is_empty(), "{what}");
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let folder = square("pipes");
    let lines = [
        "run gallery:saxpy",
        "run gallery:saxpy --json",
        "run sq.cl --dump x",
        "list settings",
        "list ops --format json",
        "compile sq.cl",
        "compile sq.cl --emit ast",
        "link sq.cl",
    ];
    for line in lines {
        let mut child = folder.command(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && err.is_empty(), "lanescope {line}: {:?} {err}", output.status);
    }
}

#[test]
fn messages_that_nobody_reads_keep_their_exit_code() {
    let folder = square("silent");
    for (line, code) in [("compile broken.cl", 1), ("run endless.cl --max-cycles 100", 3)] {
        let mut child = folder.command(line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "lanescope {line}");
    }
}

#[test]
fn several_kernels_have_rates_and_a_harmonic_mean() {
    let folder = square("rates");
    let line =
        "compare gallery:saxpy --also gallery:stencil2d --machine teaching --machine rvv/textbook --json";
    let table = folder.json(0, line);
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for machine in [0, 1] {
        let rate = |row: usize| rows[row]["values"][machine].as_f64().unwrap();
        let mean = 2.0 / (1.0 / rate(0) + 1.0 / rate(1));
        assert!((rate(2) - mean).abs() < 1e-9);
    }
}

#[test]
fn formulas_are_listed_and_worked_out() {
    let folder = square("model");
    let rows = folder.json(0, "model --format json");
    let clock = |row: &&serde_json::Value| row["number"] == "ghz" && row["formula"] == "throughput";
    let clock = rows.as_array().unwrap().iter().find(clock).unwrap();
    assert_eq!((&clock["unit"], &clock["default"]), (&"GHz".into(), &"1.5".into()));
    assert_eq!(clock["takes"], "a number above 0");
    let rows = folder.json(0, "model amdahl share=0.5 faster=2 --format json");
    assert_eq!(rows[0]["value"], "1.333");
    let cases = [
        ("model amdahl share=x", "KEY=VALUE"),
        ("model nothing", "there is no formula `nothing`; there are roofline"),
        ("model amdahl share=1.5", "`share` takes a number from 0 to 1, not 1.5"),
        ("model amdahl faster=0", "`faster` takes a number above 0, not 0"),
        ("model chimes lanes=0.5", "`lanes` takes a whole number from 1 on, not 0.5"),
        ("model little gbytes=inf", "`gbytes` takes a number above 0, not inf"),
    ];
    cases.iter().for_each(|(line, has)| assert!(folder.ends(1, line).1.contains(has), "{line}"));
}

#[test]
fn machines_are_compared_and_their_columns_agree_with_single_runs() {
    let folder = square("compare");
    let cycles =
        |machine: &str| folder.json(0, &format!("run sq.cl --machine {machine} --json"))["cycles"].as_f64();
    let table = folder.json(0, "compare sq.cl --machine teaching --machine fermi,cores=2 --json");
    assert_eq!(table["machines"][1], "simt/fermi,cores=2");
    let row = table["rows"].as_array().unwrap().iter().find(|row| row["id"] == "cycles").unwrap();
    assert_eq!(row["values"][0].as_f64(), cycles("teaching"));
    assert_eq!(row["values"][1].as_f64(), cycles("fermi --set cores=2"));
    assert!(folder.ends(1, "compare sq.cl --machine teaching").1.contains("at least twice"));
    // The study of the same machines has the same table; files of other programs have digits without groups.
    let two = "compare sq.cl --machine teaching --machine rvv/textbook";
    folder.ends(0, &format!("{two} --out table.csv"));
    folder.ends(0, "study compare sq.cl presets=simt/teaching,rvv/textbook --out study.csv");
    let read = |name: &str| String::from_utf8(folder.bytes(name)).unwrap();
    assert_eq!(read("table.csv"), read("study.csv"));
    assert!(
        read("table.csv").contains("number,simt/teaching,rvv/textbook,rvv/textbook / simt/teaching,unit")
    );
    assert!(!read("table.csv").contains('\u{202f}'));
    folder.ends(0, &format!("{two} --theme dark --out table.svg"));
    assert!(read("table.svg").starts_with("<svg") && read("table.svg").contains("Machines side by side"));
    assert!(folder.ends(1, "run sq.cl --machine teaching --machine fermi").1.contains("more than once"));
}

/// A file whose name a macro makes of what `-D` says is found, and so is what that one asks for; one that is found by two names is read once.
#[test]
fn files_are_found_by_names_that_macros_make_and_once_by_two_names() {
    let folder = Folder::new(
        "made-names",
        &[
            ("CL/main.cl", b"#include M2S(PATH/inc.h)\n__kernel void k(__global u32 *o) { o[get_global_id(0)] = TWO; }\n// lanescope: arg o [4]\n"),
            ("CL/inc.h", b"#include M2S(PATH/deep/two.h)\ntypedef uint u32;\n"),
            ("CL/deep/two.h", b"#define TWO 2\n"),
            ("sub/main.cu", b"#include \"c.cuh\"\n#include \"sub/c.cuh\"\n__global__ void k(int *o) { o[threadIdx.x] = f(1); }\n"),
            ("sub/c.cuh", b"#pragma once\n__device__ int f(int x) { return x + 1; }\n"),
            ("other/c.cuh", b"#pragma once\n__device__ int g(int x) { return x + 2; }\n"),
            ("sub/two.cu", b"#include \"c.cuh\"\n#include \"other/c.cuh\"\n__global__ void k(int *o) { o[threadIdx.x] = f(1) + g(1); }\n"),
        ],
    );
    let line = "compile CL/main.cl --machine simt/teaching -I . -D XM2S(x)=#x -D M2S(x)=XM2S(x) -D PATH=CL";
    let (_, err) = folder.ends(0, line);
    assert!(!err.contains("is not read"), "{err}");
    folder.ends(0, "compile sub/main.cu --machine simt/teaching -I .");
    folder.ends(0, "compile sub/two.cu --machine simt/teaching -I .");
}

/// Files that a text includes are found beside it and by -I; messages name them; a link holds them.
#[test]
fn included_files_are_read_and_named() {
    let folder = Folder::new(
        "includes",
        &[
            ("k.cl", b"#include \"lib/ops.h\"\n#include <cfg.h>\n/*\n#include \"none.h\"\n*/\n__kernel void k(__global int *x) { x[get_global_id(0)] = twice(N); }\n"),
            ("wrong.cl", b"#include \"lib/wrong.h\"\n__kernel void k(__global int *x) {\n x[0] = wrong(1); }\n"),
            ("fault.cl", b"#include \"lib/far.h\"\n__kernel void k(__global int *x) { far(x); }\n// lanescope: arg x [4]\n"),
            ("loop.cl", b"#include \"loop.cl\"\n__kernel void k(__global int *x) { x[0] = 1; }\n"),
            ("absent.cl", b"#include \"absent.h\"\n__kernel void k(__global int *x) { x[0] = 1; }\n"),
        ],
    );
    fs::create_dir_all(folder.0.join("lib/deep")).unwrap();
    fs::create_dir_all(folder.0.join("inc")).unwrap();
    let files = [
        (
            "lib/ops.h",
            "#pragma once\n#include \"deep/base.h\"\n#include \"ops.h\"\nint twice(int x) { return add(x, x); }\n",
        ),
        (
            "lib/deep/base.h",
            "#ifndef BASE\n#define BASE\n#include \"../deep/base.h\"\nint add(int a, int b) { return a + b; }\n#endif\n",
        ),
        ("lib/wrong.h", "// one\nint wrong(int x) {\n  return x + nothing;\n}\n"),
        ("lib/far.h", "\nvoid far(__global int *x) {\n    x[get_global_id(0) + 4] = 1;\n}\n"),
        ("inc/cfg.h", "#define N 21\n"),
    ];
    files.iter().for_each(|(name, text)| fs::write(folder.0.join(name), text).unwrap());
    let (out, _) = folder.ends(0, "run k.cl -I inc --check --dump x");
    assert!(out.contains("x[0] = 42") && out.contains("x[255] = 42"), "{out}");
    let (_, err) = folder.ends(1, "run k.cl");
    assert!(err.contains("k.cl:6:") && err.contains("`N` is not declared"), "{err}");
    let (_, err) = folder.ends(1, "compile wrong.cl");
    assert!(err.contains("lib/wrong.h:3:14"), "{err}");
    let (_, err) = folder.ends(1, "run fault.cl");
    assert!(err.contains("at line 3 of lib/far.h") && err.contains("lib/far.h:3:"), "{err}");
    let (_, err) = folder.ends(3, "run loop.cl");
    assert!(err.contains("include-depth"), "{err}");
    let (_, err) = folder.ends(0, "run absent.cl");
    assert!(err.contains("absent.cl:1:1") && err.contains("is not read"), "{err}");
    let (link, _) = folder.ends(0, "link k.cl -I inc");
    let (opened, _) = folder.ends(0, &format!("open {} --source", link.trim()));
    assert_eq!(opened.as_bytes(), folder.bytes("k.cl"));
    let _ = fs::remove_dir_all(folder.0.join("saved"));
    folder.ends(0, &format!("open {} --save saved", link.trim()));
    assert_eq!(folder.bytes("saved/lib/deep/base.h"), folder.bytes("lib/deep/base.h"));
    assert_eq!(folder.bytes("saved/cfg.h"), folder.bytes("inc/cfg.h"));
    let (_, err) = folder.ends(1, &format!("open {} --save saved", link.trim()));
    assert!(err.contains("saved"), "{err}");
    let (out, _) = folder.ends(0, &format!("open {} --check", link.trim()));
    assert!(out.contains("Equal to the reference"), "{out}");
}

/// What the chosen kernel does not use is a note, in the terminal too.
#[test]
fn a_kernel_runs_beside_one_that_cannot_be_compiled() {
    let text = b"typedef image3d_t picture;\n__kernel void bad(picture x) { x[0] = y; }\n__kernel void good(__global int *x) { x[get_global_id(0)] = 1; }\n";
    let folder = Folder::new("beside", &[("both.cl", text)]);
    let (_, err) = folder.ends(0, "run both.cl --kernel good --check");
    assert!(err.contains("note") && err.contains("Not used by `good`") && !err.contains("error"), "{err}");
    let (_, err) = folder.ends(1, "run both.cl --kernel bad");
    assert!(err.contains("error[unsupported::image]") && err.contains("both.cl:1:9"), "{err}");
}

/// A run that ends early says where it was.
#[test]
fn halts_and_limits_say_file_line_and_column() {
    let folder = square("places");
    let (_, err) = folder.ends(1, "run fault.cl");
    assert!(err.contains("fault.cl:2:36") && err.contains("at line 2: write of 4 bytes"), "{err}");
    let (_, err) = folder.ends(3, "run endless.cl --max-cycles 500");
    assert!(err.contains("limit: endless.cl:1:") && err.contains("at line 1."), "{err}");
}

#[test]
fn the_documentation_has_the_limits() {
    let folder = square("limits_table");
    let (table, _) = folder.ends(0, "list limits --format markdown");
    assert!(include_str!("../../../docs/limits.md").contains(&table), "docs/limits.md should have\n{table}");
}

/// A document from a link has the same limits as one from a file, and a machine that is too large says what to lower.
#[test]
fn links_are_opened_within_the_limits() {
    let folder = square("link_limits");
    let link = |line: &str| folder.ends(0, line).0.trim().to_string();
    let endless = link("link endless.cl");
    assert!(folder.ends(3, &format!("open {endless} --max-cycles 1000")).1.contains("`cycles` (1000)"));
    let large = "--machine textbook --set cores=64 --set vector_cache=16384 --set cache_line=8";
    let large = link(&format!("link sq.cl {large}"));
    let (_, err) = folder.ends(3, &format!("open {large}"));
    assert!(
        err.contains("limit `machine_bytes` is 1073741824")
            && err.contains("lower `cores` or `vector_cache`"),
        "{err}"
    );
    folder.ends(0, &format!("open {large} --source"));
}

/// Memory that is not there, and files without end.
#[test]
fn memory_beyond_what_can_be_had_ends_with_the_name_of_the_limit() {
    let folder = square("much_memory");
    let head = "global = 4\nlocal = 4\n[[arg]]\nname = 'n'\nvalue = 4\n[[arg]]\nname = 'x'\n";
    fs::write(folder.0.join("long.toml"), format!("{head}type = 'float'\nlen = {}", 1u64 << 48)).unwrap();
    fs::write(folder.0.join("zero.toml"), format!("{head}file = '/dev/zero'")).unwrap();
    fs::write(folder.0.join("large.toml"), format!("{head}file = 'large.bin'")).unwrap();
    fs::File::create(folder.0.join("large.bin")).unwrap().set_len(1 << 40).unwrap();
    let cases = [
        ("run sq.cl --launch long.toml", "limit `memory_bytes` is"),
        (
            "run sq.cl --launch long.toml --max-memory 10000000000000000000",
            "limit `memory_bytes` allows them",
        ),
        ("run sq.cl --launch zero.toml", "/dev/zero: it is too large for limit `memory_bytes`"),
        ("run sq.cl --launch large.toml", "large.bin: it is too large for limit `memory_bytes`"),
        ("run sq.cl --launch /dev/zero", "source_bytes"),
    ];
    cases.iter().for_each(|(line, has)| {
        let (_, err) = folder.ends(3, line);
        assert!(err.contains(has), "{line}: {err}");
    });
}

/// Which part of a kernel is packed, and why another is not, is printed wherever the kernel is.
#[test]
fn what_the_code_generator_says_is_printed() {
    let folder = Folder::new("facts", &[("sq.cl", SQUARE.as_bytes())]);
    let launch = "--kernel sq --machine";
    for (preset, words) in
        [("packed/avx2", "packed, 8 elements of 32 bits"), ("packed/mmx", "scalar: it computes with floats")]
    {
        let (_, err) = folder.ends(0, &format!("compile sq.cl {launch} {preset}"));
        assert!(err.contains("note: code between barriers, part 1: ") && err.contains(words), "{err}");
    }
}
