//! The control flow of the program of a kernel, before `split` and `join` are inserted and with them (HARP 4.8, 4.9).

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::OrdMap,
    figure::{
        About, Figure, Form, Graph, Mark, Panel, Question,
        graph::{Edge, Node},
    },
    files::Files,
    machines::panels::{MachinePanel, Scene},
    source::LineIndex,
};

use super::super::codegen::{Choice, code::End, flow::Shape};

/// Most blocks that are drawn.
const BLOCKS: usize = 200;

/// The row of the control flow.
pub const FLOW: MachinePanel = Panel {
    about: About {
        id: "joins",
        title: "Splits in the program",
        says: "The blocks of the compiled kernel, without split and join and with them: where lanes part, where they meet again, and which blocks were added for a join.",
        label: "Control-flow graphs of the kernel before and after split and join.",
        help: &[
            (
                "Boxes",
                "Blocks with the number of their instructions. Guards are made before: what was put under them is no block any more.",
            ),
            ("Dominator", "The last block through which every way comes to this one."),
            (
                "Meets at",
                "The first block through which every way from this one goes: there lanes that part come together.",
            ),
            (
                "Join of",
                "The block whose split this join belongs to. Each split has a join of its own; where a block has one already there is a new block.",
            ),
        ],
        legend: &[],
        empty: "There is no control flow to show: the program was written by hand.",
        takes: &[],
        shows: &[],
    },
    answer: flow,
};

fn flow(scene: &dyn Scene, _: &Question) -> Figure {
    scene.shown(FLOW.about.id).unwrap_or_else(|| Figure::empty(FLOW.about.empty))
}

/// The figure of the blocks before and after.
pub fn figure([before, after]: &[Vec<Shape>; 2], files: &Files) -> Figure {
    if after.len() > BLOCKS {
        return Figure::empty(format!("The program has {} blocks; at most {BLOCKS} are drawn.", after.len()));
    }
    let index = LineIndex::new(files.text());
    let mut figure = Figure::default();
    figure.push("Before split and join", Form::Graph(graph(before, &index)));
    figure.push("With split and join", Form::Graph(graph(after, &index)));
    figure
}

fn graph(shapes: &[Shape], index: &LineIndex) -> Graph {
    let places: OrdMap<usize, u32> = shapes.iter().map(|shape| shape.number).zip(0..).collect();
    let mut graph = Graph::default();
    for (from, shape) in (0u32..).zip(shapes) {
        let mark = (!shape.span.is_none()).then(|| Mark::Line(index.line(shape.span.start)));
        graph.nodes.push(Node { lines: lines(shape), mark });
        let labels = if matches!(shape.end, End::Branch { .. }) { ["yes", "no"] } else { ["", ""] };
        for (to, label) in shape.end.targets().zip(labels) {
            graph.edges.extend(places.get(&to).map(|to| Edge { from, to: *to, label: label.into() }));
        }
    }
    graph
}

/// What stands in the box of a block.
fn lines(shape: &Shape) -> Vec<String> {
    let mut lines = Vec::from([format!("block {}", shape.number)]);
    lines.extend(shape.join.map(|owner| format!("join of block {owner}")));
    lines.push(match shape.instructions {
        1 => "1 instruction".into(),
        count => format!("{count} instructions"),
    });
    lines.extend(match shape.end {
        End::Branch { .. } if shape.splits => Some("split, branch".into()),
        End::Branch { choice: Choice::None, .. } => Some("branch, lanes agree".into()),
        _ => None,
    });
    lines.extend(shape.dominator.map(|block| format!("dominator: block {block}")));
    let branches = matches!(shape.end, End::Branch { .. });
    lines.extend(shape.meets.filter(|_| branches).map(|block| format!("meets at block {block}")));
    lines
}
