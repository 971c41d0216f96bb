//! The worked examples of the thesis (simd 9).

use alloc::{sync::Arc, vec::Vec};

use super::super::{
    formulas::{self, Refresh},
    graph::{EdgeKind, GraphKind, graph},
    issue::{Pending, Rules},
    loops::Loops,
    marks::{Given, Marks, Outcomes},
    phases::{Phase, Resource},
    unroll::Dag,
};
use crate::{
    asm::assemble,
    isa::Program,
    spec::Spec,
    timing::settings::{Decoder, Settings},
};

/// That of DDR4-3200AA.
const REFRESH: Refresh = Refresh::new(560, 12_480, 1600);

fn program(text: &str) -> Arc<Program> {
    let (program, diagnostics) = assemble(&alloc::format!(".text\n{text}"), Spec::default().options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    Arc::new(program)
}

/// A row: groups, upload, a group, its DRAM, pairs as access and as compute, what stands alone; LB, UB, bounds.
type Row = (u64, u64, u64, Option<u64>, [u64; 2], u64, Option<u64>, u64, [u64; 2]);

#[test]
fn simd_9_7_published_totals() {
    let rows: [Row; 6] = [
        (2, 49, 689, Some(635), [1270; 2], 18, Some(1669), 1777, [1687; 2]),
        (480, 56, 2560, Some(2308), [4660; 2], 18, Some(1_160_046), 1_286_606, [1_171_324; 2]),
        (256, 61, 2786, None, [4053, 4217], 18, Some(373_469), 746_877, [543_363, 565_405]),
        (300, 80, 3537, None, [5491, 5260], 121, Some(555_830), 1_111_230, [862_701, 826_301]),
        (3136, 61, 12_934, None, [19_738, 23_292], 18, None, 42_466_835, [32_403_513, 38_237_985]),
        (229, 61, 49_594, Some(49_275), [98_550; 2], 49_594, Some(11_814_286), 11_890_837, [11_814_605; 2]),
    ];
    for (groups, upload, group, dram, pairs, edge, lower, upper, bounds) in rows {
        let halves = groups.div_ceil(2) * group;
        let busiest = dram.map_or(0, |dram| groups * dram).max(halves) + upload;
        assert_eq!(REFRESH.inflated(groups * group + upload), upper);
        lower.into_iter().for_each(|lower| assert_eq!(REFRESH.inflated(busiest), lower));
        for (pair, bound) in pairs.into_iter().zip(bounds) {
            assert_eq!(REFRESH.inflated(groups / 2 * pair + edge + upload), bound);
        }
    }
}

fn phases(list: &[(Resource, u64)]) -> Vec<Phase> {
    list.iter().map(|(resource, cycles)| Phase { resource: *resource, cycles: *cycles, pc: 0 }).collect()
}

#[test]
fn simd_9_7_compute_phi_mag_in_full() {
    let (c, d) = (Resource::Compute, Resource::Dram);
    let list = phases(&[(c, 18), (d, 205), (c, 10), (d, 205), (c, 26), (d, 225)]);
    assert_eq!((formulas::sum(&list), formulas::pair(&list), formulas::edge(&list, 2)), (689, 1270, 18));
    assert_eq!(REFRESH.inflated(formulas::interleaved(&list, 2) + 49), 1687);
    assert_eq!(formulas::extremes(&list, 2, 49, &REFRESH)[..2], [1777, 1669]);
    assert_eq!(formulas::single(&list, 2, 49, &REFRESH), 1777);
}

#[test]
fn simd_9_13_refresh_inflation() {
    assert_eq!([7450, 7451].map(|cycles| REFRESH.inflated(cycles)), [7800, 8151]);
}

/// The first decode edge of each instruction, and the phase up to the first commit behind its request or jump.
fn issued(text: &str, lanes: u32, units: u32, decoder: Decoder, stages: u32) -> (Vec<u64>, u64) {
    let settings = Settings {
        warp_lanes: lanes,
        special_units: units,
        decoder,
        execute_stages: stages,
        ..Settings::default()
    };
    let rules = Rules::machine(&settings);
    let (mut edge, mut pending, mut edges) = (0, Pending::default(), Vec::new());
    for one in &program(text).instructions {
        let (first, end) = rules.issue(one, edge, &mut pending);
        (edge, _) = (end, edges.push(first));
    }
    (edges, edge + rules.commit + 2)
}

/// The issue edges of a text's instructions, and what the phase costs.
type Issued<'a> = (&'a [u64], u64);

#[test]
fn simd_9_9_pipeline_costs() {
    let (one, three) = (Decoder::OneStage, Decoder::ThreeStage);
    let pipelines = [(128, 32, three, 5), (256, 64, three, 6), (128, 32, one, 3)];
    let table: [(&str, [Issued; 3]); 4] = [
        ("ldglin v0, 0\n", [(&[0], 10), (&[0], 11), (&[0], 6)]),
        (
            "mul v0, v1, v1\nmad v2, v1, v1, v0\nstglin v2, 0\n",
            [(&[0, 8, 16], 26), (&[0, 7, 11], 22), (&[0, 8, 16], 22)],
        ),
        // Ours of a jump reads its scalar as the second source, an edge later: here it is the first of another instruction.
        (
            "siadd s0, s1, 1\nsisub s2, s0, 1\nsineg s3, s2\n",
            [(&[0, 8, 16], 26), (&[0, 9, 18], 29), (&[0, 4, 8], 14)],
        ),
        ("sin v0, v1\nstglin v0, 0\n", [(&[0, 32], 42), (&[0, 16], 27), (&[0, 32], 38)]),
    ];
    for (text, row) in table {
        for ((lanes, units, decoder, stages), (edges, cost)) in pipelines.into_iter().zip(row) {
            assert_eq!(issued(text, lanes, units, decoder, stages), (edges.to_vec(), cost), "{text} {lanes}");
        }
    }
}

#[test]
fn simd_9_14_a_loop_is_unrolled() {
    let text = "nop\nagain:\nnop\n#bound branchcycle 3 1 0\nsicj.ez again, s0\nnop\nexit\n";
    let program = program(text);
    let graph = graph(&program, GraphKind::Author).unwrap();
    let loops = Loops::new(&graph, &program).unwrap();
    let marks = Marks::new(&program, &graph, &loops, &Given::default()).unwrap();
    let dag = Dag::new(&program, &graph, &loops, &marks).unwrap();
    let cost = |node: u32, edge: u32| {
        let back = u64::from(graph.edges[edge as usize].way == EdgeKind::Jumps) * 9;
        [20, 26, 12][node as usize] + back
    };
    let (cycles, way) = dag.longest(cost).unwrap();
    assert_eq!((cycles, way.len(), dag.vertices.len()), (163, 6, 6));
}

#[test]
fn simd_9_14_an_annotation_counts_encounters() {
    let outcomes = Outcomes::of(255, 1, 255).unwrap();
    let not: Vec<u32> = (0..600).filter(|encounter| !outcomes.is_taken(*encounter)).collect();
    assert_eq!(not, [0, 256, 512]);
    let seven = Outcomes::of(7, 1, 0).unwrap();
    assert_eq!((0..16).map(|at| seven.is_taken(at)).filter(|taken| !taken).count(), 2);
    assert!((0..7).all(|at| seven.is_taken(at)) && !seven.is_taken(7));
}
