//! Studies that run a launch in several ways, against single runs and single bounds.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_core::{
    document::{Document, Limits, MachineChoice},
    figure::Form,
    gallery,
    session::{Session, studies::Study},
};

use crate::{dram::settings::DramPart, timing::upload};

/// A loop of 24 turns over 2,048 work-items.
const LOOP: &str = "// lanescope: global 2048\n// lanescope: local 1\n// lanescope: arg out [2048]\n// lanescope: arg n 24\n\
    __kernel void k(__global int *out, int n) {\n\
    int i = get_global_id(0), s = i; for (int j = 0; j < n; j++) s = (s ^ (s >> 3)) * 3 + j; out[i] = s; }";

/// Columns and rows that are no multiples of a group's.
const EDGES: &str = "// lanescope: global 100 50\n// lanescope: local 1 1\n// lanescope: arg out [5000]\n\
    __kernel void k(__global int *out) {\n\
    int i = get_global_id(1) * 100 + get_global_id(0); out[i] = i * i + 3; }";

fn document(text: &str, changes: &[(&str, &str)]) -> Document {
    let changes = changes.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect();
    Document::new(text.into(), MachineChoice { preset: "sim_d/author".into(), changes })
}

fn study(id: &str, document: &Document, inputs: &[(&str, &str)]) -> Study {
    let inputs: Vec<(String, String)> =
        inputs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let mut study =
        Study::new(id, document, &inputs, Limits::default()).unwrap_or_else(|why| panic!("{why}"));
    while !study.advance(1 << 16).complete() {}
    study
}

fn number(study: &Study, name: &str) -> u64 {
    let numbers = study.numbers();
    let found = numbers.iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("{name}: {numbers:?} {:?}", study.answer())).1 as u64
}

/// The cycles of a run.
fn cycles(text: &str, changes: &[(&str, &str)]) -> u64 {
    let mut session = Session::open(document(text, changes), Limits::default());
    session.start().unwrap_or_else(|found| panic!("{found:?}"));
    let status = session.advance(u64::MAX, u64::MAX);
    assert!(status.complete && status.halt.is_none());
    session.totals().unwrap().cycles
}

/// SD-103: loops as they are and whole have the cycles and bounds of single runs, under each policy; turns that divide 24 lie between,
/// five do not divide it.
#[test]
fn sd_103_loops_in_several_ways_beside_each_other() {
    let found = study("unrolling", &document(LOOP, &[]), &[("together", "2, 5, 8")]);
    let policies = [
        ("as_set", &[][..]),
        ("as_access", &[("scratchpad_phases", "as-access"), ("pairwise", "on")][..]),
        ("as_compute", &[("scratchpad_phases", "as-compute"), ("pairwise", "on")][..]),
    ];
    for (policy, changes) in policies {
        for (way, unrolling) in [("loops", "off"), ("whole", "on")] {
            let changes: Vec<_> = changes.iter().copied().chain([("unrolling", unrolling)]).collect();
            let of = |what: &str| number(&found, &format!("{way}_{policy}_{what}"));
            assert_eq!(of("cycles"), cycles(LOOP, &changes), "{way} {policy}");
            let bound = number(&study("wcet", &document(LOOP, &changes), &[]), "bound");
            assert_eq!(of("bound"), bound, "{way} {policy}");
            assert!(of("cycles") <= bound);
        }
    }
    for (way, changes) in [
        ("turns_2", &[("unrolling", "together"), ("turns_together", "2")][..]),
        ("turns_8", &[("unrolling", "together"), ("turns_together", "8")][..]),
        ("whole", &[("unrolling", "whole")][..]),
    ] {
        assert_eq!(
            number(&found, &format!("{way}_as_set_cycles")),
            cycles(LOOP, changes),
            "a person sets {way}"
        );
    }
    let of = |what: &str| {
        ["loops", "turns_2", "turns_8", "whole"].map(|way| number(&found, &format!("{way}_{what}")))
    };
    let less = |list: [u64; 4]| list.windows(2).all(|two| two[1] < two[0]);
    assert!(less(of("as_set_cycles")) && less(of("as_set_bound")), "{:?}", found.numbers());
    let [loops, two, eight, whole] = of("instructions");
    assert!(loops < two && two < eight && eight < whole);
    let figure = found.figure();
    assert!(figure.remark.contains("5 turns together: "), "{}", figure.remark);
    assert_eq!(figure.parts[1].form.table().rows.len(), 4);
}

/// SD-103, simd 5.3: a turn that is written out saves the control of this loop: two scalars that wait for each other, the branch that is
/// not taken, a copy, and the jump (facts 6.2, 6.4). A group that is alone takes so much less, but for a longer upload and a cycle that
/// its store may wait for an edge of the other clock.
#[test]
fn sd_103_a_turn_that_is_written_out_saves_its_control() {
    let alone = LOOP.replace("2048", "1024");
    for stages in [3, 5] {
        let changes = [("execute_stages", &*stages.to_string())];
        let found = study("unrolling", &document(&alone, &changes), &[("together", "2, 3, 4, 6, 8, 12")]);
        let run = |way: &str| {
            let of = |what: &str| number(&found, &format!("{way}_{what}"));
            of("as_set_cycles") - upload::cycles(of("instructions") as usize, DramPart::Ddr4_3200X16)
        };
        let control = 2 * (stages + 1) + 1 + 1 + (stages + 2);
        for together in [2, 3, 4, 6, 8, 12] {
            let written_out = 24 - 24 / together;
            let saved = run("loops") - run(&format!("turns_{together}"));
            let expected = written_out * control;
            assert!(saved.abs_diff(expected) <= 1, "{stages} stages, {together} turns: {saved}, {expected}");
        }
    }
}

/// SD-103: what has no loops, and programs by hand, are said.
#[test]
fn sd_103_what_cannot_be_written_out_is_said() {
    let found = study("unrolling", &document(EDGES, &[]), &[]);
    assert_eq!(found.figure().parts[1].form.table().rows.len(), 1);
    assert!(found.figure().remark.contains("whole loops: "), "{}", found.figure().remark);
    let by_hand = gallery::document("sim_d_phi_mag").unwrap();
    let why = study("unrolling", &by_hand, &[]).answer().and_then(Result::err).unwrap();
    assert!(why.contains("by hand"), "{why}");
    let why = study("unrolling", &document(LOOP, &[]), &[("together", "1")])
        .answer()
        .and_then(Result::err)
        .unwrap();
    assert!(why.contains("from 2 to 64"), "{why}");
}

/// SD-110: each combination has the cycles of a single run, the last setting changing fastest; units for reciprocals follow the lanes.
#[test]
fn sd_110_combinations_of_settings_are_single_runs() {
    let inputs = [
        ("warp_lanes", "64, 256"),
        ("decoder", "one-stage three-stage"),
        ("execute_stages", ""),
        ("part", "ddr4-3200-x16,ddr4-1866-x16"),
    ];
    let found = study("design", &document(LOOP, &[]), &inputs);
    let mut least = u64::MAX;
    for lanes in ["64", "256"] {
        for decoder in ["one-stage", "three-stage"] {
            for part in ["ddr4-3200-x16", "ddr4-1866-x16"] {
                let units = if lanes == "64" { "16" } else { "64" };
                let changes =
                    [("warp_lanes", lanes), ("special_units", units), ("decoder", decoder), ("part", part)];
                let alone = cycles(LOOP, &changes);
                assert_eq!(number(&found, &format!("{lanes}/{decoder}/{part}")), alone);
                least = least.min(alone);
            }
        }
    }
    assert_eq!((number(&found, "least"), found.numbers().len()), (least, 9));
    let tables: Vec<usize> = found.figure().parts.iter().map(|part| part.form.table().rows.len()).collect();
    assert_eq!((tables[0], tables[2]), (6, 8));
    let Form::Plot(plot) = &found.figure().parts[1].form else { panic!("it is no plot") };
    // Lanes from left to right, a colour for each decoder: the first point of each place is named.
    let labels: Vec<&str> = plot.series.iter().flat_map(|one| &one.labels).map(|(_, name)| &**name).collect();
    assert_eq!(labels, ["one-stage", "one-stage", "three-stage", "three-stage"]);
    assert_eq!(plot.x.names, ["64", "256"]);
}

#[test]
fn sd_110_what_is_no_design_is_said() {
    let none = ["warp_lanes", "decoder", "execute_stages"].map(|name| (name, ""));
    let many: String = (3..=32).map(|stages| format!("{stages} ")).collect();
    let lanes = "32 64 128 256 512 1024 32 64 128 256";
    let wrong: [(&[(&str, &str)], &str); 4] = [
        (&none, "Enter values"),
        (&[("warp_lanes", "48")], "power of two"),
        (&[("decoder", "two-stage")], "decoder"),
        (&[("warp_lanes", lanes), ("execute_stages", &many)], "256 combinations"),
    ];
    for (inputs, said) in wrong {
        let answer = study("design", &document(LOOP, &[]), inputs).answer();
        let why = answer.and_then(Result::err).unwrap_or_else(|| panic!("{said}"));
        assert!(why.contains(said), "{why}");
    }
}

/// SD-06: of a launch of 100 x 50 in groups of 128 x 8 all rows are cut, which leaves all warps but those of the last two rows; by 100
/// work-items of a row seven warps of eight are enough.
#[test]
fn sd_06_warps_of_a_launch_that_is_run() {
    let changes = [("group_shape", "usual")];
    let found = study("trimming", &document(EDGES, &changes), &[]);
    let of = |name: &str| number(&found, name);
    assert_eq!(of("cycles"), cycles(EDGES, &changes));
    assert_eq!([of("warps"), of("warps_linear"), of("warps_compacted")], [7 * 8, 6 * 8 + 2, 6 * 7 + 2]);
    let left = |warps: u64| of("cycles") as f64 - of("vector_cycles") as f64 * (56 - warps) as f64 / 56.0;
    assert_eq!([of("cycles_linear"), of("cycles_compacted")], [left(50) as u64, left(44) as u64]);
    assert_eq!(found.figure().parts.len(), 3);
}

/// What is compared stands on the axis by its names.
#[test]
fn axes_of_studies_have_names() {
    let names = |found: &Study| found.figure().plot().map(|plot| plot.x.names.clone());
    let design = study(
        "design",
        &document(LOOP, &[]),
        &[("warp_lanes", ""), ("decoder", "one-stage, three-stage"), ("execute_stages", "")],
    );
    assert_eq!(names(&design), Some(["one-stage", "three-stage"].map(String::from).to_vec()));
    let unrolling = study("unrolling", &document(LOOP, &[]), &[("together", "2")]);
    let ways = ["loops as they are", "2 turns together", "whole loops"];
    assert_eq!(names(&unrolling), Some(ways.map(String::from).to_vec()));
}
