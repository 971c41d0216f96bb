//! The control flow graph as a picture: each block with its costs, the stack of masks and its request, each edge with what it adds
//! (SD-88, SD-90).

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::figure::{
    Mark,
    graph::{Edge as Arrow, Graph as Form, Node as Square},
    number::grouped,
};

use super::{
    costs::Costs,
    graph::{Edge, EdgeKind, Entry, Graph, Mask},
    loops::Loops,
    report::Report,
};
use crate::{asm, isa::Program};

/// Most nodes of a graph that is drawn.
pub const MOST_NODES: usize = 200;
/// Most characters of an instruction that are written.
const WIDTH: usize = 40;

/// What is drawn.
pub struct Picture<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its graph.
    pub graph: &'a Graph,
    /// The loops of that.
    pub loops: &'a Loops,
    /// What nodes and edges cost.
    pub costs: &'a Costs,
    /// What bounds a loop, by its place in the list, in words.
    pub bounds: &'a dyn Fn(usize) -> String,
    /// What is known of the request of an instruction, in words.
    pub request: &'a dyn Fn(u32) -> String,
    /// How often a node is on the longest way; nothing if no way is known.
    pub times: &'a dyn Fn(usize) -> Option<u64>,
}

impl Picture<'_> {
    /// The picture: nodes that are reached, and a box for the end.
    pub fn draw(&self) -> Form {
        let reached = |node: &usize| self.graph.nodes[*node].stack.is_some();
        let nodes: Vec<usize> = (0..self.graph.nodes.len()).filter(reached).collect();
        let place = |node: usize| nodes.iter().position(|known| *known == node).unwrap_or(nodes.len()) as u32;
        let mut squares: Vec<Square> = nodes.iter().map(|node| self.square(*node)).collect();
        squares.push(Square { lines: Vec::from(["end of the group".into()]), mark: None });
        let arrow = |(at, edge): (usize, &Edge)| Arrow {
            from: place(edge.from),
            to: edge.to.map_or(nodes.len() as u32, place),
            label: self.label(at, edge),
        };
        Form { nodes: squares, edges: self.graph.edges.iter().enumerate().map(arrow).collect() }
    }

    fn square(&self, node: usize) -> Square {
        let one = &self.graph.nodes[node];
        let (first, last) = (one.block.first, one.block.last);
        let name = if first == last { format!("{first:03}") } else { format!("{first:03}–{last:03}") };
        let straggles = if one.straggles { ", with no work-item on" } else { "" };
        let times = (self.times)(node).map_or(String::new(), |times| match times {
            0 => " · not on the longest way".into(),
            1 => " · on the longest way".into(),
            times => format!(" · {} times on the longest way", grouped(times)),
        });
        let mut lines = Vec::from([format!("{name}{straggles}{times}")]);
        let (cold, warm) = (self.costs.nodes[node], self.costs.warm[node]);
        lines.push(if cold == warm {
            format!("{} cycles", grouped(cold))
        } else {
            format!("{} cycles cold, {} warm", grouped(cold), grouped(warm))
        });
        lines.push(format!("stack: {}", stack(one.stack.as_deref().unwrap_or_default())));
        let header = |at: &usize| self.loops.list[*at].header == node;
        lines.extend((0..self.loops.list.len()).filter(header).map(|at| {
            let bound = (self.bounds)(at);
            format!("loop: {}", if bound.is_empty() { "nothing bounds it" } else { &bound })
        }));
        let text = self.program.instructions.get(last as usize);
        lines.push(cut(&text.map_or(String::new(), |one| asm::print_instruction(one, &[]))));
        if self.graph.request(node, self.program).is_some() {
            lines.push((self.request)(last));
        }
        Square { lines, mark: Some(Mark::Pc(first)) }
    }

    /// What an edge adds to the node that it leaves.
    fn label(&self, at: usize, edge: &Edge) -> String {
        let more = match self.costs.edges[at] {
            0 => String::new(),
            more => format!(" +{more}"),
        };
        let way = match edge.way {
            EdgeKind::Falls => "falls",
            EdgeKind::Jumps => "jumps",
            EdgeKind::Pops(1) => "1 pop",
            EdgeKind::Pops(count) => return format!("{count} pops{more}"),
            EdgeKind::Exits => "exit",
            EdgeKind::Stores => "stored",
        };
        format!("{way}{more}")
    }
}

/// The graph of an analysis that is done.
pub fn whole(program: &Program, report: &Report) -> Form {
    let model = &report.machine;
    let times = model.times();
    let request = |pc: u32| {
        let found = report.requests.iter().find(|request| request.pc == pc);
        found.map_or(String::new(), |request| {
            let place = if request.placed { "" } else { " anywhere" };
            format!("at most {} cycles{place}", grouped(request.machine[1]))
        })
    };
    let picture = Picture {
        program,
        graph: &model.graph,
        loops: &model.loops,
        costs: &model.costs,
        bounds: &|at| report.loops.get(at).map_or(String::new(), |one| one.in_words(&branch)),
        request: &request,
        times: &|node| Some(times[node]),
    };
    picture.draw()
}

/// A branch as the boxes name it.
pub fn branch(pc: u32) -> String {
    format!("branch {pc:03}")
}

/// The entries of a stack, the top last: what each restores, and where it leads.
fn stack(entries: &[Entry]) -> String {
    let one = |entry: &Entry| {
        let mask = match entry.mask {
            Mask::Run => "run",
            Mask::Break => "break",
            Mask::Return => "return",
        };
        format!("{mask} to {:03}", entry.at)
    };
    match entries {
        [] => "empty".into(),
        _ => entries.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
