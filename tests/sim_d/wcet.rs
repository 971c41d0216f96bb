//! Random kernels as source text on machines that bound the time of a launch before it runs: no run is longer than its bound. A
//! second's worth here, more with `cargo xtask fuzz`.

use lanescope_core::session::{
    Session,
    studies::{Data, Study},
    vocabulary::*,
};
use lanescope_tests::{fuzz, random, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
/// More turns than any loop of theirs makes, for those of which the compiler knows nothing.
const TURNS: &str = "5";
/// Settings: where groups wait for each other, the pipeline, the refresh's phase.
const CHANGES: &[&[(&str, &str)]] = &[
    &[],
    &[("pairwise", "on"), ("decoder", "three-stage"), ("refresh_start", "6000")],
    &[("scratchpad_phases", "as-access"), ("warp_lanes", "64"), ("part", "ddr4-1866-x16")],
    &[("scratchpad_phases", "as-compute"), ("execute_stages", "7"), ("refresh_start", "333")],
    &[("part", "ddr4-3200-x8"), ("scratchpad_bus", "4")],
];

/// The document of a seed.
fn document(seed: u64) -> Document {
    let mut document = runs::document(&random::words(seed), "sim_d/author");
    let changes = CHANGES[seed as usize % CHANGES.len()];
    let long = ("instruction_memory".to_string(), "65536".to_string());
    let changes = changes.iter().map(|(id, value)| (id.to_string(), value.to_string()));
    document.machine.changes = [long].into_iter().chain(changes).collect();
    document
}

/// Cycles and bound of a seed's text; nothing if one of both cannot be found.
fn compared(seed: u64) -> Option<(u64, u64)> {
    let document = document(seed);
    let mut session = Session::open(document.clone(), Limits::default());
    session.start().ok()?;
    let status = session.advance(CYCLES, CYCLES);
    let cycles = session.totals().filter(|_| status.complete && status.halt.is_none())?.cycles;
    let inputs = [("turns".to_string(), TURNS.to_string())];
    let mut study = Study::new("wcet", &document, &inputs, Limits::default()).expect("the machine has it");
    while !study.advance(1 << 20).complete() {}
    let bound = study.numbers().into_iter().find(|(name, _)| name == "bound");
    if bound.is_none() && std::env::var_os("LANESCOPE_SHOW").is_some() {
        println!("seed {seed}: {:?}", study.answer().and_then(Result::err));
    }
    bound.map(|(_, bound)| (cycles, bound as u64))
}

#[test]
fn no_run_of_a_random_kernel_exceeds_its_bound() {
    let (mut known, mut tightest) = (0, 0.0f64);
    let tried = fuzz::seeds(|seed| {
        let Some((cycles, bound)) = compared(seed) else { return };
        known += 1;
        tightest = tightest.max(cycles as f64 / bound as f64);
        assert!(cycles <= bound, "seed {seed}: {cycles} cycles, bound {bound}\n{}", random::words(seed));
    });
    println!("{known} of {tried} are bounded; the tightest bound is reached to {tightest:.3}");
    assert!(known > 0, "of {tried}");
}

/// Loop bounds of a compiled kernel may use the launch's scalar arguments: what is not known without them is then.
#[test]
fn sd_91_the_compiler_bounds_loops_by_arguments_of_the_launch() {
    let text = "// lanescope: global 2048\n// lanescope: arg out [2048]\n// lanescope: arg n 12\n\
        __kernel void k(__global int *out, int n) { int i = get_global_id(0), s = 0; for (int j = 0; j < n; j++) s += j * i; out[i] = s; }";
    let bound = |n: u32| {
        let text = text.replace("arg n 12", &format!("arg n {n}"));
        let document = runs::document(&text, "sim_d/author");
        let mut session = Session::open(document.clone(), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{found:?}"));
        let frontier = session.advance(CYCLES, CYCLES).frontier;
        let mut study = Study::new("wcet", &document, &[], Limits::default()).unwrap();
        while !study.advance(1 << 20).complete() {}
        let numbers = study.numbers();
        let bound = numbers.iter().find(|(name, _)| name == "bound");
        let bound = bound.unwrap_or_else(|| panic!("{:?}", study.answer())).1 as u64;
        assert!(frontier <= bound, "{frontier} {bound}");
        bound
    };
    assert!(bound(24) > bound(12));
}

/// A decision about a line bounds a loop of which nothing else is known.
#[test]
fn a_decision_about_a_line_bounds_a_loop() {
    let text = "// lanescope: global 1024\n// lanescope: arg out [1024]\n\
        __kernel void k(__global int *out) {\nint i = get_global_id(0), s = 0;\n\
        for (int j = 0; j < (i & 7); j++) s += j;\nout[i] = s; }";
    let mut document = runs::document(text, "sim_d/author");
    let ended = |document: &Document| {
        let mut study = Study::new("wcet", document, &[], Limits::default()).unwrap();
        while !study.advance(1 << 20).complete() {}
        study
    };
    let error = ended(&document).answer().unwrap().unwrap_err();
    assert!(error.starts_with("line 5: ") && error.contains("how often"), "{error}");
    let decide =
        |value: &str| Choice { id: "bound".into(), file: String::new(), line: 5, value: value.into() };
    document.choices.push(decide("8"));
    let eight = ended(&document).numbers();
    document.choices[0] = decide("9");
    let nine = ended(&document).numbers();
    let bound = |numbers: &[(String, f64)]| numbers.iter().find(|(name, _)| name == "bound").unwrap().1;
    assert!(bound(&nine) > bound(&eight));
}

/// A copy whose refresh comes at another moment: the bound holds for all of them, or for the one that is set, be it to what it is
/// without that; `phase` says which.
#[test]
fn sd_97_the_answer_says_for_which_phase_of_the_refresh_it_holds() {
    let text = ".data\n0 0x0 1024 1 n\n1 0x10000 1024 1 n\n.text\nldglin v0,0\nstglin v0,1\nexit\n";
    let document = |start: Option<u32>| {
        let changes = start.map(|start| ("refresh_start".to_string(), start.to_string()));
        let machine = MachineChoice { preset: "sim_d/author".into(), changes: changes.into_iter().collect() };
        let launch = Launch { global: [1024, 1, 1], local: [1024, 1, 1], ..Launch::default() };
        Document { language: Language::Assembly, launch: Some(launch), ..Document::new(text.into(), machine) }
    };
    let cycles = |start: u32| {
        let mut session = Session::open(document(Some(start)), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{found:?}"));
        session.advance(CYCLES, CYCLES);
        session.totals().unwrap().cycles
    };
    let answer = |start: Option<u32>| {
        let mut study = Study::new("wcet", &document(start), &[], Limits::default()).unwrap();
        while !study.advance(1 << 20).complete() {}
        let answer = study.answer().unwrap().unwrap_or_else(|error| panic!("{error}"));
        let data = |name: &str| answer.iter().find(|(known, _)| known == name).unwrap().1.clone();
        let Data::Number(bound) = data("bound") else { panic!("{answer:?}") };
        (bound, data("phase"))
    };
    let (every, phase) = answer(None);
    assert_eq!(phase, Data::Text("all".into()));
    assert_eq!(cycles(12_400), 820);
    for start in [0, 1, 6000, 12_400, 12_478, 12_479, 12_480, 15_000] {
        let (one, phase) = answer(Some(start));
        assert_eq!(phase, Data::Number(start.into()));
        assert!(cycles(start) <= one && one <= every, "{start}: {} {one} {every}", cycles(start));
    }
    // With the counter at its beginning no refresh falls into the run.
    assert!(answer(Some(0)).0 < every);
}
