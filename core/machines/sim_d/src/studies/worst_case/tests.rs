//! What people see of the analysis: the chart of its phases, its graph, and many runs beside the bound.

use alloc::{string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    document::Limits,
    figure::{Form, bars::Style},
    files::Files,
    machines::studies::Analysis,
};

use super::{
    chart::chart,
    observed::{Observed, Wanted},
};
use crate::{
    asm::assemble,
    family::Begun,
    launch::{LaunchOptions, prepare},
    spec::Spec,
    timing::{settings::Settings, tests::kernels::text},
    wcet::{
        formulas::pair,
        picture::whole,
        report::Rule,
        tests::{kernels, report},
    },
};

/// Two groups of ComputePhiMag are all groups: the path goes from the upload to the bound, each phase where the one before it ends. The
/// phases of the machine are those of facts 15 with our costs, so that the end is checked against the formula alone.
#[test]
fn sd_95_the_critical_path_ends_with_the_bound() {
    let report = report(text("phi_mag"), [2048, 1], 1024, &Settings::default());
    assert_eq!(report.rule, Rule::Turns);
    let bars = chart(&report);
    let mut path: Vec<(u64, u64)> =
        bars.bars.iter().filter(|bar| bar.row == 2).map(|bar| (bar.from, bar.to)).collect();
    lanescope_parts::base::order::sort(&mut path);
    assert!(path.windows(2).all(|two| two[0].1 == two[1].0), "{path:?}");
    assert_eq!((path[0].0, path[0].1), (0, report.upload));
    assert_eq!(path.last().unwrap().1, report.bound);
    // One pair, from when its second group begins.
    let begins = report.upload + report.phases[0].cycles;
    assert_eq!((bars.grounds.len(), bars.grounds[0].from, bars.ground_name.as_str()), (1, begins, "pair"));
}

/// A ground between two others is as long as a pair of the formula (simd 7.7, step 7).
#[test]
fn sd_98_grounds_are_pairs_of_the_formula() {
    let report = report(text("relu"), [256, 256], 256, &Settings::default());
    let bars = chart(&report);
    assert_eq!((report.rule, bars.grounds.len()), (Rule::Turns, 2));
    assert_eq!(bars.grounds[0].to - bars.grounds[0].from, pair(&report.phases));
    assert_eq!(bars.grounds[0].to, bars.grounds[1].from);
    assert!(bars.bars.iter().all(|bar| matches!(bar.style, Style::Work { until, .. } if until == bar.to)));
}

/// Where groups may not take turns, one goes behind the other: the bound is a sum (facts 15; `Rule::Sum`).
#[test]
fn groups_behind_each_other_have_grounds_of_their_own() {
    let report = report(&kernels::depth2vertex(), [640, 480], 64, &Settings::default());
    assert_eq!(report.rule, Rule::Sum);
    let bars = chart(&report);
    assert_eq!(bars.ground_name, "group");
    assert_eq!(bars.grounds[0].to - bars.grounds[0].from, report.group);
}

/// A loop of four turns around a masked block: its header, the pops that the machine may put in, its request.
#[test]
fn sd_90_the_graph_is_shown_with_costs_stack_and_bounds() {
    let source = ".data\n0 0x0 1024 1\n.text\nj begin\nbegin:\nsmov s0, 4\nturn:\ncpush.if there\nadd v1, v1, v1\nitest.nz p0, v1\ncmask p0\n\
        add v2, v2, v2\nadd v2, v2, v2\ncpop\nthere:\nsisub s0, s0, 1\n#bound branchcycle 3 1\nsicj.nz turn, s0\nstglin v2, 0\nexit\n";
    let report = report(source, [1024, 1], 1024, &Settings::default());
    let (program, _) = assemble(source, Spec::default().options());
    let graph = whole(&program, &report);
    let lines = |wanted: &str| -> Vec<String> {
        let node = graph.nodes.iter().find(|node| node.lines[0].starts_with(wanted));
        node.unwrap_or_else(|| panic!("{wanted}: {graph:?}")).lines.clone()
    };
    let header = lines("002–005");
    assert!(header[0].ends_with("4 times on the longest way"), "{header:?}");
    assert_eq!(header[2], "stack: empty");
    assert!(
        header.iter().any(|line| line == "loop: branch 010: 3 taken, 1 not, from 0, says the program"),
        "{header:?}"
    );
    // Behind `cmask` there is one entry, and no work-item may be on: one pop, or the block.
    assert_eq!(lines("006–008")[2], "stack: run to 009");
    let labels: Vec<&str> = graph.edges.iter().map(|edge| edge.label.as_str()).collect();
    assert!(labels.iter().any(|label| label.starts_with("1 pop +")), "{labels:?}");
    let store = lines("011");
    assert!(
        store.last().unwrap().starts_with("at most ") && store[store.len() - 2].starts_with("stglin v2"),
        "{store:?}"
    );
    assert_eq!(graph.nodes.last().unwrap().lines, ["end of the group"]);
    assert!(
        labels.contains(&"stored +4") || labels.iter().any(|label| label.starts_with("stored")),
        "{labels:?}"
    );
}

fn observed(source: &str, size: [u32; 2], width: u32, wanted: Wanted) -> Observed {
    let spec = Spec::default();
    let (program, diagnostics) = assemble(source, spec.options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let chosen = LaunchOptions { size, width: Some(width), arguments: Vec::new() };
    let (launch, memory) =
        prepare(&program, &Files::one(source), &chosen, &spec, &Limits::default()).unwrap();
    Observed::new(Begun { program: Arc::new(program), launch, memory }, &spec, wanted).unwrap()
}

fn wanted(runs: u64, places: u64) -> Wanted {
    Wanted { runs, places, shuffle: true, seed: 3, turns: None, decisions: Vec::new() }
}

fn ended(mut study: Observed, budget: u64) -> Observed {
    loop {
        let steps = study.advance(budget).unwrap();
        if steps.done == steps.all {
            return study;
        }
    }
}

/// SD-97: no run of a few kernels is longer than its bound, wherever its buffers lie and whenever the refresh comes.
#[test]
fn no_observed_run_exceeds_the_bound() {
    let all = [
        (text("phi_mag"), [2048, 1], 1024, 24),
        (text("relu"), [256, 64], 256, 12),
        (text("vertex2normal"), [64, 96], 32, 6),
        (text("max_pool"), [55, 111], 32, 6),
        (text("depth2vertex"), [640, 32], 64, 8),
    ];
    for (source, size, width, runs) in all {
        let study = ended(observed(source, size, width, wanted(runs, 3)), 1 << 20);
        assert_eq!(study.done().len() as u64, runs);
        for one in study.done() {
            let cycles = *one.cycles.as_ref().unwrap();
            assert!(cycles > 0 && cycles <= one.bound, "{one:?}\n{source}");
        }
        let places: Vec<u64> = study.done().iter().map(|one| one.moved).collect();
        assert!(places[0] == 0 && places.iter().any(|moved| *moved > 0), "{places:?}");
        let numbers = study.numbers();
        let number = |name: &str| numbers.iter().find(|(known, _)| known == name).unwrap().1;
        assert_eq!((number("exceeded"), number("runs")), (0.0, runs as f64));
        assert!(number("least") <= number("mean") && number("mean") <= number("most"));
        assert!((number("tightness") - number("most") / number("bound")).abs() < 1e-12);
    }
}

#[test]
fn slices_of_runs_change_nothing() {
    let begun = || observed(text("phi_mag"), [2048, 1], 1024, wanted(6, 2));
    let (whole, sliced) = (ended(begun(), u64::MAX >> 8), ended(begun(), 97));
    assert_eq!(whole.done(), sliced.done());
    let figure = whole.figure();
    assert_eq!(figure, sliced.figure());
    let Form::Plot(plot) = &figure.parts[0].form else { panic!("columns") };
    let count: f64 = plot.series[0].points.iter().map(|point| point.1).sum();
    let numbers = whole.numbers();
    let number = |name: &str| numbers.iter().find(|(known, _)| known == name).unwrap().1;
    assert_eq!((count, plot.rules[0].at), (6.0, number("bound") - number("least")));
}

/// Data of which scalars are read stay as they are: a loop turns as often as they say.
#[test]
fn what_scalars_are_read_from_is_not_shuffled() {
    let source = ".data\n0 0x0 1024 1\n1 0x2000 4 1\n.text\nsldg s0, 1, 1\nturn:\nsisub s0, s0, 1\n#bound branchcycle 2 1\nsicj.g turn, s0\n\
        ldglin v0, 0\nstglin v0, 0\nexit\n";
    let spec = Spec::default();
    let (program, _) = assemble(source, spec.options());
    let words: Vec<u8> = [3u32, 900, 900, 900].iter().flat_map(|word| word.to_le_bytes()).collect();
    let argument = crate::launch::Argument::of_file(1, "turns", words);
    let chosen = LaunchOptions { size: [1024, 1], width: None, arguments: Vec::from([argument]) };
    let (launch, memory) =
        prepare(&program, &Files::one(source), &chosen, &spec, &Limits::default()).unwrap();
    let study =
        Observed::new(Begun { program: Arc::new(program), launch, memory }, &spec, wanted(16, 2)).unwrap();
    let study = ended(study, 1 << 20);
    assert!(study.done().iter().all(|one| one.cycles.as_ref().is_ok_and(|cycles| *cycles <= one.bound)));
}
