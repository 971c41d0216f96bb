//! Step 2: the control flow graph, with what is on the stack of masks at each block (simd 7.7).
//!
//! Where an instruction turns work-items off, none may be left: then the machine puts in pops, one after the other, until
//! one is on again. Each entry of the stack is a place where that may end, so that there is an edge to each, with the number of
//! pops. The stack must be the same however a block is reached.
//!
//! Two graphs are made of a program. The one of the author's tool has the edges above. The other has, too, what the
//! machine does beyond: in the simulator a scalar instruction that stands behind the one that turns all off is executed
//! before the pops (a *straggler*: a node of its own), and a pop may find no work-item on either.

use alloc::{format, vec, vec::Vec};

use lanescope_parts::{
    base::OrdMap,
    source::{Diagnostic, Span},
};

use super::blocks::{Block, blocks, writes_mask};
use crate::{
    isa::{Category, Instruction, Issue, Op, Program, STACK_ENTRIES, Suffix},
    rules::Behaviour,
};

/// What an entry of the stack restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// The mask of conditions.
    Run,
    /// The mask of loops.
    Break,
    /// The mask of calls.
    Return,
}

/// An entry of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The instruction where the group goes on.
    pub at: u32,
    /// What it restores.
    pub mask: Mask,
}

/// How control goes from a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// On to the next instruction.
    Falls,
    /// A jump, or the pop of the program itself.
    Jumps,
    /// So many pops that the machine puts in.
    Pops(u32),
    /// The group ends with an `exit`.
    Exits,
    /// The group ends with its store.
    Stores,
}

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it reaches; `None` where the group ends.
    pub to: Option<usize>,
    /// How.
    pub way: EdgeKind,
}

/// A node: a block, or an instruction that is executed although no work-item is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its instructions.
    pub block: Block,
    /// Is it a straggler?
    pub straggles: bool,
    /// The stack when it begins, the top last; `None` if nothing leads to it.
    pub stack: Option<Vec<Entry>>,
}

/// The graph. Control begins with node 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The nodes: the blocks in the order of the text, then stragglers.
    pub nodes: Vec<Node>,
    /// The edges between those that are reached.
    pub edges: Vec<Edge>,
}

/// Whose graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// That of the author's tool.
    Author,
    /// That of the machine as it behaves.
    Machine(Behaviour),
}

/// What leads on from a node: the instruction, how, and the stack there.
struct Next {
    to: Option<u32>,
    way: EdgeKind,
    stack: Vec<Entry>,
}

struct Builder<'p> {
    program: &'p Program,
    kind: GraphKind,
    graph: Graph,
    /// The block that begins with an instruction.
    at: OrdMap<u32, usize>,
    /// The straggler behind a block.
    straggler: OrdMap<usize, usize>,
}

/// The graph of a program.
///
/// # Errors
/// A diagnostic with its place: the stack differs, is too deep or empty at a pop, a function calls itself, control leaves the
/// program.
pub fn graph(program: &Program, kind: GraphKind) -> Result<Graph, Diagnostic> {
    let list = blocks(program);
    let at = list.iter().enumerate().map(|(number, block)| (block.first, number)).collect();
    let node = |block: &Block| Node { block: *block, straggles: false, stack: None };
    let nodes: Vec<Node> = list.iter().map(node).collect();
    let graph = Graph { nodes, edges: Vec::new() };
    let mut builder = Builder { program, kind, graph, at, straggler: OrdMap::new() };
    if list.is_empty() {
        return Err(wrong(Span::NONE, "The program has no instruction.".into()));
    }
    builder.build()?;
    Ok(builder.graph)
}

fn wrong(span: Span, message: alloc::string::String) -> Diagnostic {
    Diagnostic::error("wcet::flow", span, message)
}

impl Builder<'_> {
    fn build(&mut self) -> Result<(), Diagnostic> {
        self.graph.nodes[0].stack = Some(Vec::new());
        let mut waiting = vec![0];
        while let Some(from) = waiting.pop() {
            let stack = self.graph.nodes[from].stack.clone().unwrap_or_default();
            for Next { to, way, stack } in self.leave(from, stack)? {
                let to = to.map(|at| self.reach(from, at)).transpose()?;
                self.graph.edges.push(Edge { from, to, way });
                let Some(to) = to else { continue };
                match &self.graph.nodes[to].stack {
                    Some(known) if *known == stack => {}
                    Some(_) => return Err(self.unequal(to, from)),
                    None => {
                        self.graph.nodes[to].stack = Some(stack);
                        waiting.push(to);
                    }
                }
            }
        }
        Ok(())
    }

    fn span(&self, at: u32) -> Span {
        self.program.instructions.get(at as usize).map_or(Span::NONE, |one| one.span)
    }

    fn unequal(&self, to: usize, from: usize) -> Diagnostic {
        let (first, last) = (self.graph.nodes[to].block.first, self.graph.nodes[from].block.last);
        let stack = |node: usize| self.graph.nodes[node].stack.as_deref().unwrap_or_default();
        let calls = self.program.instructions[last as usize].op == Op::Call;
        if calls && stack(from).starts_with(stack(to)) {
            let message = "A function calls itself from here: no bound is known of that.";
            return wrong(self.span(last), message.into());
        }
        let message = "This place is reached with different stacks of masks.";
        wrong(self.span(first), message.into()).label(self.span(last), "from here the stack is another one")
    }

    /// The node that control reaches at an instruction. `u32::MAX - n` stands for the straggler of the node that is left.
    fn reach(&self, from: usize, at: u32) -> Result<usize, Diagnostic> {
        if at == u32::MAX {
            return Ok(self.straggler.get(&from).copied().unwrap_or(from));
        }
        self.at.get(&at).copied().ok_or_else(|| {
            let last = self.graph.nodes[from].block.last;
            wrong(self.span(last), "Control goes on behind the last instruction from here.".into())
        })
    }

    /// All that leads on from a node.
    fn leave(&mut self, from: usize, mut stack: Vec<Entry>) -> Result<Vec<Next>, Diagnostic> {
        let Node { block, straggles, .. } = self.graph.nodes[from];
        if straggles {
            return Ok(pops(&stack));
        }
        let program = self.program;
        for at in block.first..block.last {
            let one = &program.instructions[at as usize];
            if one.op == Op::Cpush {
                self.push(&mut stack, at, entry(one))?;
            }
        }
        let one = &program.instructions[block.last as usize];
        self.end(from, one, block.last, stack)
    }

    fn push(&self, stack: &mut Vec<Entry>, at: u32, entry: Entry) -> Result<(), Diagnostic> {
        if stack.len() == STACK_ENTRIES {
            let message =
                format!("The stack of masks has {STACK_ENTRIES} entries, and one more is pushed here.");
            return Err(wrong(self.span(at), message));
        }
        stack.push(entry);
        Ok(())
    }

    /// What the last instruction of a node leads to.
    fn end(
        &mut self,
        from: usize,
        one: &Instruction,
        at: u32,
        mut stack: Vec<Entry>,
    ) -> Result<Vec<Next>, Diagnostic> {
        let target = one.target();
        let jump = |stack: &[Entry]| Next { to: target, way: EdgeKind::Jumps, stack: stack.to_vec() };
        let fall = |stack: &[Entry]| Next { to: Some(at + 1), way: EdgeKind::Falls, stack: stack.to_vec() };
        let over = |way| Next { to: None, way, stack: Vec::new() };
        let mut list = match one.op {
            _ if one.exits => return Ok(vec![over(EdgeKind::Stores)]),
            Op::J => return Ok(vec![jump(&stack)]),
            Op::Sicj => return Ok(vec![fall(&stack), jump(&stack)]),
            Op::Cpush => {
                self.push(&mut stack, at, entry(one))?;
                return Ok(vec![fall(&stack)]);
            }
            Op::Cpop => return self.pop(at, &stack),
            Op::Call => {
                self.push(&mut stack, at, Entry { at: at + 1, mask: Mask::Return })?;
                vec![jump(&stack)]
            }
            Op::Bra if self.kind == GraphKind::Machine(Behaviour::Thesis) => {
                let message = "A branch of the thesis pushes only where work-items part: the stack behind it is not known.";
                return Err(wrong(one.span, message.into()));
            }
            Op::Bra => {
                self.push(&mut stack, at, entry(one))?;
                vec![fall(&stack)]
            }
            Op::Exit if one.sources[0].is_none() => vec![over(EdgeKind::Exits)],
            Op::Exit => vec![fall(&stack), over(EdgeKind::Exits)],
            _ => vec![fall(&stack)],
        };
        if writes_mask(one) && (one.op != Op::Call || one.sources[1].is_some()) {
            list.extend(self.put_in(from, at, stack));
        }
        Ok(list)
    }

    /// A pop of the program, and behind it those that the machine puts in if no work-item is on yet.
    fn pop(&self, at: u32, stack: &[Entry]) -> Result<Vec<Next>, Diagnostic> {
        let Some((top, below)) = stack.split_last() else {
            return Err(wrong(self.span(at), "The stack of masks is empty at this pop.".into()));
        };
        let mut list = vec![Next { to: Some(top.at), way: EdgeKind::Jumps, stack: below.to_vec() }];
        if self.kind != GraphKind::Author {
            list.extend(pops(below));
        }
        Ok(list)
    }

    /// No work-item is on behind the last instruction of a node.
    fn put_in(&mut self, from: usize, at: u32, stack: Vec<Entry>) -> Vec<Next> {
        let mut list = pops(&stack);
        match self.kind {
            // Without an entry the group ends.
            GraphKind::Machine(Behaviour::Thesis) => {
                list.push(Next { to: None, way: EdgeKind::Pops(stack.len() as u32 + 1), stack: Vec::new() });
            }
            GraphKind::Machine(Behaviour::Simulator) if self.straggles(at + 1) && !stack.is_empty() => {
                let straggler = self.graph.nodes.len();
                let block = Block { first: at + 1, last: at + 1 };
                self.graph.nodes.push(Node { block, straggles: true, stack: None });
                self.straggler.insert(from, straggler);
                list = vec![Next { to: Some(u32::MAX), way: EdgeKind::Falls, stack }];
            }
            _ => {}
        }
        list
    }

    /// Is an instruction executed directly behind one that turns all work-items off?
    fn straggles(&self, at: u32) -> bool {
        let one = self.program.instructions.get(at as usize);
        one.is_some_and(|one| one.op.row().issue != Issue::Vector)
    }
}

/// The entry that an instruction pushes.
fn entry(one: &Instruction) -> Entry {
    let mask = match one.suffix {
        Some(Suffix::Brk) => Mask::Break,
        Some(Suffix::Jc) => Mask::Return,
        _ => Mask::Run,
    };
    Entry { at: one.target().unwrap_or(u32::MAX - 1), mask }
}

/// Pops that the machine puts in: to each entry of the stack.
fn pops(stack: &[Entry]) -> Vec<Next> {
    let pop = |(below, entry): (usize, &Entry)| Next {
        to: Some(entry.at),
        way: EdgeKind::Pops((stack.len() - below) as u32),
        stack: stack[..below].to_vec(),
    };
    stack.iter().enumerate().map(pop).collect()
}

impl Graph {
    /// The edges that leave a node.
    pub fn leaving(&self) -> Vec<Vec<usize>> {
        let mut leaving = vec![Vec::new(); self.nodes.len()];
        self.edges.iter().enumerate().for_each(|(at, edge)| leaving[edge.from].push(at));
        leaving
    }

    /// The request of memory at the end of a node.
    pub fn request<'p>(&self, node: usize, program: &'p Program) -> Option<(u32, &'p Instruction)> {
        let last = self.nodes.get(node)?.block.last;
        let one = program.instructions.get(last as usize)?;
        (one.op.row().category == Category::Memory).then_some((last, one))
    }
}
