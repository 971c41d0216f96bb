//! Blocks, the graph with its stacks, loops, and what is refused with its place.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    machines::studies::Decision,
    source::{Diagnostic, LineIndex, Span},
};

use super::super::{
    blocks::{Block, blocks},
    graph::{EdgeKind, Entry, GraphKind, Mask, graph},
    loops::Loops,
    marks::{Given, Marks},
    plan::Plan,
};
use crate::{asm::assemble, exec::Launch, isa::Program, rules::Behaviour, spec::Spec};

fn program(text: &str) -> Program {
    let source = alloc::format!(".data\n0 0 1024 8\n.text\n{text}");
    let (program, diagnostics) = assemble(&source, Spec::default().options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    program
}

/// The code and the line of the text, counted from 1, of what is wrong with a program.
fn mistake(text: &str, decisions: &[Decision]) -> (String, u32) {
    let program = program(text);
    let launch = Launch { size: [1024, 1], width: 1024 };
    let error: Diagnostic = Plan::new(
        alloc::sync::Arc::new(program),
        launch,
        &Spec::default(),
        &Given { decisions, ..Given::default() },
    )
    .unwrap_err();
    let source = alloc::format!(".data\n0 0 1024 8\n.text\n{text}");
    let line = if error.span().is_none() { 0 } else { LineIndex::new(&source).line(error.span().start) + 1 };
    (error.code.into_owned(), line)
}

#[test]
fn sd_89_blocks_end_at_requests_control_and_masks() {
    let text = "smov s0, 1\nldglin v0, 0\nadd v1, v0, v0\ncpush.if far\nitest.ez p0, v1\ncmask p0\nadd v1, v1, v1\ncpop\n\
        far:\nstglin v1, 0\nexit\n";
    let list = blocks(&program(text));
    let ends: Vec<(u32, u32)> = list.iter().map(|Block { first, last }| (*first, *last)).collect();
    assert_eq!(ends, [(0, 1), (2, 5), (6, 7), (8, 8), (9, 9)], "a push ends nothing");
}

#[test]
fn sd_90_pops_that_the_machine_puts_in_are_edges_to_every_entry() {
    let text = "cpush.if far\ncpush.brk near\nnop\nitest.ez p0, v1\nbrk p0\nadd v1, v1, v1\ncpop\n\
        near:\nadd v2, v2, v2\ncpop\nfar:\nexit\n";
    let program = program(text);
    let graph = graph(&program, GraphKind::Author).unwrap();
    let edges: Vec<(usize, Option<usize>, EdgeKind)> =
        graph.edges.iter().map(|edge| (edge.from, edge.to, edge.way)).collect();
    for edge in [
        (0, Some(1), EdgeKind::Falls),
        (0, Some(3), EdgeKind::Pops(2)),
        (0, Some(2), EdgeKind::Pops(1)),
        (1, Some(2), EdgeKind::Jumps),
        (2, Some(3), EdgeKind::Jumps),
        (3, None, EdgeKind::Exits),
    ] {
        assert!(edges.contains(&edge), "{edge:?} {edges:?}");
    }
    assert_eq!(edges.len(), 6);
    let entries = [Entry { at: 9, mask: Mask::Run }, Entry { at: 7, mask: Mask::Break }];
    assert_eq!(graph.nodes[1].stack.as_deref(), Some(&entries[..]));
    assert_eq!(graph.nodes[2].stack.as_deref(), Some(&entries[..1]));
}

/// In the simulator a scalar instruction behind the one that turns all off is executed before the pops.
#[test]
fn a_straggler_is_a_node_of_the_machines_graph_alone() {
    let text = "cpush.if far\nnop\nitest.ez p0, v1\ncmask p0\nldglin v0, 0\ncpop\nfar:\nexit\n";
    let program = program(text);
    let ways = |kind| {
        let graph = graph(&program, kind).unwrap();
        let stragglers = graph.nodes.iter().filter(|node| node.straggles).count();
        let pops = graph.edges.iter().filter(|edge| matches!(edge.way, EdgeKind::Pops(_)));
        (stragglers, pops.map(|edge| graph.nodes[edge.from].straggles).collect::<Vec<bool>>())
    };
    assert_eq!(ways(GraphKind::Author), (0, Vec::from([false])));
    assert_eq!(ways(GraphKind::Machine(Behaviour::Simulator)), (1, Vec::from([true])));
    // The thesis stops it; where nothing is left to pop the group ends.
    assert_eq!(ways(GraphKind::Machine(Behaviour::Thesis)).0, 0);
}

#[test]
fn simd_c13_what_has_no_bound_is_refused_with_its_line() {
    let unequal = "sicj.ez over, s0\ncpush.if far\nnop\nover:\nnop\nfar:\nexit\n";
    assert_eq!(mistake(unequal, &[]), ("wcet::flow".into(), 8));
    let recursion = "again:\ncall again\nexit\n";
    assert_eq!(mistake(recursion, &[]), ("wcet::flow".into(), 5));
    let twice = "call there\ncall there\nexit\nthere:\nnop\ncpop\n";
    assert_eq!(mistake(twice, &[]), ("wcet::flow".into(), 8), "called from two places, it has two stacks");
    let empty = "nop\ncpop\nexit\n";
    assert_eq!(mistake(empty, &[]), ("wcet::flow".into(), 5));
    let unbounded = "nop\nagain:\nsisub s0, s0, 1\nsicj.nz again, s0\nexit\n";
    assert_eq!(mistake(unbounded, &[]), ("wcet::unbounded".into(), 6));
    let two_entries =
        "sicj.ez two, s0\none:\nnop\ntwo:\nnop\n#bound branchcycle 1 1\nsicj.ez one, s1\nexit\n";
    assert_eq!(mistake(two_entries, &[]).0, "wcet::loop");
    let endless =
        "#bound branchcycle 1 0\nagain:\n#bound branchcycle 0 1\nsicj.ez out, s0\nj again\nout:\nexit\n";
    assert_eq!(mistake(endless, &[]).0, "limit::wcet-vertices");
    let stride = "smovssp sc.sd_words, s0\nldgcidx 0\nexit\n";
    assert_eq!(mistake(stride, &[]), ("wcet::stride".into(), 4));
    let behind = "nop\nnop\n";
    assert_eq!(mistake(behind, &[]), ("wcet::flow".into(), 5));
}

/// Loops in each other, and beside each other.
#[test]
fn loops_are_found_in_each_other() {
    let text = "smov s0, 3\nouter:\nsmov s1, 2\ninner:\nsisub s1, s1, 1\n#bound branchcycle 1 1\nsicj.nz inner, s1\nsisub s0, s0, 1\n\
        #bound branchcycle 2 1\nsicj.nz outer, s0\nlast:\nsisub s2, s2, 1\n#bound branchcycle 4 1\nsicj.nz last, s2\nexit\n";
    let program = program(text);
    let graph = graph(&program, GraphKind::Author).unwrap();
    let loops = Loops::new(&graph, &program).unwrap();
    assert_eq!(loops.list.len(), 3);
    let depths: Vec<usize> = (0..graph.nodes.len()).map(|node| loops.around(node).len()).collect();
    assert_eq!(depths, [0, 1, 2, 1, 1, 0]);
    let marks = Marks::new(&program, &graph, &loops, &Given::default()).unwrap();
    let dag = super::super::unroll::Dag::new(&program, &graph, &loops, &marks).unwrap();
    // The inner one turns twice in each of three turns, the last one five times.
    let visits = |node: u32| dag.vertices.iter().filter(|one| **one == node).count();
    assert_eq!([1, 2, 3, 4].map(visits), [3, 6, 3, 5]);
}

/// A person's decision about a line bounds the loop on it, or says a branch's outcomes.
#[test]
fn a_person_bounds_a_loop() {
    let text = "nop\nagain:\nsisub s0, s0, 1\nsicj.nz again, s0\nexit\n";
    let program = alloc::sync::Arc::new(program(text));
    let source = alloc::format!(".data\n0 0 1024 8\n.text\n{text}");
    let on = |needle: &str, value: &str| {
        let start = source.find(needle).unwrap() as u32;
        Decision {
            id: "bound".into(),
            span: Span::new(start, start + needle.len() as u32),
            value: value.into(),
        }
    };
    let launch = Launch { size: [1024, 1], width: 1024 };
    let group = |decision: Decision| {
        let mut plan = Plan::new(
            program.clone(),
            launch,
            &Spec::default(),
            &Given { decisions: &[decision], ..Given::default() },
        )?;
        plan.advance(u64::MAX)?;
        Ok::<_, Diagnostic>(plan.report().unwrap().group)
    };
    let of = |turns: &str| group(on("sisub s0, s0, 1", turns)).unwrap();
    // A turn is two instructions of which the second waits three edges for the first, and a flush of four.
    assert_eq!([of("1") - of("0"), of("9") - of("8")], [9, 9]);
    assert_eq!(group(on("sicj.nz again, s0", "8 1")).unwrap(), of("8"));
    assert_eq!(group(on("nop", "3")).unwrap_err().code, "wcet::decision", "no loop is there");
    assert_eq!(group(on("sicj.nz again, s0", "many")).unwrap_err().code, "wcet::decision");
}

/// What makes too many bursts for every place to be tried, or leaves the address space, is refused with its place.
#[test]
fn requests_that_take_too_long_to_try_are_refused_where_they_stand() {
    let stride = |words: u32, count: u32| {
        let registers = [("words", words), ("period", words), ("period_cnt", count)];
        let lines: Vec<String> =
            registers.iter().map(|(name, number)| format!("smovssp sc.sd_{name}, {number}\n")).collect();
        format!("{}ldgcidx 0\nexit\n", lines.concat())
    };
    for (text, why) in [
        (stride(0x3fff_ffff, 1), "too many to try"),
        (stride(0x7fff_ffff, 0x7fff_ffff), "address space"),
        (stride(0, 5), "`sc.sd_period` is 0"),
    ] {
        let program = alloc::sync::Arc::new(program(&text));
        let launch = Launch { size: [1024, 1], width: 1024 };
        let plan = Plan::new(program.clone(), launch, &Spec::default(), &Given::default());
        let error = plan.and_then(|mut plan| plan.advance(1 << 20)).unwrap_err();
        assert_eq!(error.span(), program.instructions[3].span);
        assert!(error.message.contains(why), "{}", error.message);
    }
}

/// A counted loop contradicts what is said of it: the line of the jump; nothing where it agrees, or where nobody knows.
#[test]
fn sd_91_what_a_counter_contradicts_is_told() {
    let untrue = |begin: &str, said: &str, jump: &str| {
        let source = alloc::format!(
            ".data\n0 0 1024 8\n.text\n{begin}\nturn:\nadd v1, v1, v1\nsisub s0, s0, 1\n{said}\nsicj.{jump} turn, s0\nstglin v1, 0\nexit\n"
        );
        super::report(&source, [2048, 1], 1024, &Default::default()).untrue.clone()
    };
    let jump = Vec::from([3]);
    for (begin, said, condition, expected) in [
        ("smov s0, 4", "#bound branchcycle 3 1", "nz", Vec::new()),
        ("smov s0, 4", "#bound branchcycle 2 1", "nz", jump.clone()),
        ("smov s0, 4", "#bound branchcycle 4 1", "nz", jump.clone()),
        ("smov s0, 4", "#bound branchcycle 3 1 1", "nz", jump.clone()),
        ("smov s0, 4", "#bound branchcycle 4 1", "ge", Vec::new()),
        // The place of the second group decides; of a word of memory nobody knows.
        ("smov s0, sc.wg_off_x", "#bound branchcycle 0 1", "g", jump),
        ("sldg s0, 0", "#bound branchcycle 2 1", "nz", Vec::new()),
    ] {
        assert_eq!(untrue(begin, said, condition), expected, "{begin} {said} {condition}");
    }
}
