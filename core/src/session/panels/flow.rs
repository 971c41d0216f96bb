//! The control flow of the kernel after optimisation, before any machine: its basic blocks and where they lead.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::LaboratoryPanel;
use crate::{
    figure::{
        About, Figure, Form, Graph, Mark, Panel, Question,
        graph::{Edge, Node},
    },
    ir::{BlockId, Kernel, Terminator},
    session::Session,
    source::LineIndex,
};

/// Most lines of a block that are written.
const LINES: usize = 6;
/// Most characters of a line that are written.
const WIDTH: usize = 44;
/// Most blocks that are drawn.
const BLOCKS: usize = 200;

/// The row of the control flow.
pub const FLOW: LaboratoryPanel = Panel {
    about: About {
        id: "flow",
        title: "Control flow",
        says: "The kernel's basic blocks after optimisation: where paths part and meet again, and which arrows lead back.",
        label: "Control-flow graph of the kernel.",
        help: &[
            ("Boxes", "Instructions that run one after another, in the compiler's intermediate form."),
            ("Arrows", "Where the run goes on; a pale one on the right leads back, which makes a loop."),
        ],
        legend: &[],
        empty: "There is no control flow to show: a program in assembly has no intermediate form.",
        takes: &[],
        shows: &[],
    },
    answer: flow,
};

fn flow(session: &Session, _: &Question) -> Figure {
    let Some(kernel) = session.kernel() else { return Figure::empty(FLOW.about.empty) };
    if kernel.blocks.len() > BLOCKS {
        return Figure::empty(format!(
            "The kernel has {} basic blocks; at most {BLOCKS} are drawn.",
            kernel.blocks.len()
        ));
    }
    Figure::from(Form::Graph(graph(kernel, &LineIndex::new(session.source()))))
}

fn graph(kernel: &Kernel, index: &LineIndex) -> Graph {
    let mut graph = Graph::default();
    for (at, texts) in (0u32..).zip(texts(kernel)) {
        let block = &kernel.blocks[at as usize];
        let spans =
            block.insts.iter().filter_map(|inst| kernel.insts.get(inst.index())).map(|inst| inst.span);
        let span = spans.chain([block.term_span]).find(|span| !span.is_none());
        let mark = span.map(|span| Mark::Line(index.line(span.start)));
        graph.nodes.push(Node { lines: texts, mark });
        let edge = |(to, label): (BlockId, &str)| Edge { from: at, to: to.0, label: label.into() };
        graph.edges.extend(targets(&block.term).into_iter().map(edge));
    }
    graph
}

/// Where a block leads, and when.
fn targets(term: &Terminator) -> Vec<(BlockId, &'static str)> {
    match term {
        Terminator::Jump(to) => Vec::from([(to.block, "")]),
        Terminator::Branch(_, then, other) => Vec::from([(then.block, "yes"), (other.block, "no")]),
        Terminator::Return(_) => Vec::new(),
    }
}

/// The text of each block: its name and the first of its lines.
fn texts(kernel: &Kernel) -> Vec<Vec<String>> {
    // Behind the head of the kernel and its slots each block has a head, its instructions, and where it leads.
    let mut lines = crate::ir::text::lines(kernel).into_iter().skip(1 + kernel.slots.len());
    let mut blocks: Vec<Vec<String>> = Vec::new();
    for (at, block) in kernel.blocks.iter().enumerate() {
        let own = lines.by_ref().take(block.insts.len() + 2).skip(1);
        let name = format!("block {at}");
        blocks.push(core::iter::once(name).chain(own.map(|line| cut(line.text.trim()))).collect());
    }
    for block in &mut blocks {
        if block.len() > LINES + 1 {
            let last = block.pop().unwrap_or_default();
            let more = block.len() - LINES;
            block.truncate(LINES);
            block.push(format!("… {more} more"));
            block.push(last);
        }
    }
    blocks
}

fn cut(text: &str) -> String {
    if text.chars().count() <= WIDTH {
        return text.to_string();
    }
    text.chars().take(WIDTH - 1).chain(['…']).collect()
}
