//! Uniformity: what is the same in neighbouring work-items, which branches can separate them, which blocks are run by
//! all of them together (gpgpu C06, C08).
//!
//! The question is asked for work-items of one group that run in lockstep, as in a warp. Everything is taken for
//! uniform until shown otherwise. Shapes follow from operands (`shape`), and from control:
//! - Where the ways of a divergent branch meet, a block parameter is varying, as each work-item brings the argument of
//!   its own way (the phi rule); not if all these ways bring one value, whatever others bring.
//! - So do the ways that leave a cycle, if work-items leave it in different turns.
//! - A value of a cycle that work-items leave in different turns is varying, if it is used outside. Who waits at the end of a divergent
//!   branch has left each cycle through the branch that does not go through its end, be it a loop or a part of one (`continue`).
//! - A load is as uniform as its address only in a block that all run together; an atomic never is.
//!
//! Where ways meet depends on the machine ([`Waiting`]): in `for (;;) { if (a) continue; …; if (b) break; }` a stack of masks lets
//! those that go on at once take as many turns as they need, until all are at `b`; code under masks takes each turn with all. Everywhere
//! work-items wait at barriers, even where they have come to them in different turns.
//!
//! Strides are those of index arithmetic that does not overflow, as C has it for signed integers. A machine that relies
//! on a stride for more than speed compares the addresses at the ends.

mod control;
mod shape;
#[cfg(test)]
mod tests;

use alloc::{vec, vec::Vec};

pub use control::turns;
pub use shape::Shape;

use crate::ir::{BlockId, Kernel, Terminator, Value, cfg::Cfg};
use control::Control;

/// How long work-items that a branch has separated wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Until all come to the post-dominator of the branch, however many turns of a loop some need for that: on stacks of masks.
    ForAll,
    /// Until the turn of the innermost loop ends: under masks that follow the structure of loops.
    ForTheTurn,
    /// As long as the one or as the other, which later steps of a compiler decide branch by branch.
    Either,
}

/// The result of the analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniformity {
    /// The shape of each value.
    shapes: Vec<Shape>,
    /// Can the branch at the end of each block separate work-items?
    divergent: Vec<bool>,
    /// Is each block run by all work-items together (if by any)?
    convergent: Vec<bool>,
}

impl Uniformity {
    /// Analyses a kernel whose work-items wait for each other as on a machine with a stack of masks.
    pub fn new(kernel: &Kernel, cfg: &Cfg) -> Uniformity {
        Uniformity::waiting(kernel, cfg, Waiting::ForAll)
    }

    /// Analyses a kernel.
    pub fn waiting(kernel: &Kernel, cfg: &Cfg, waiting: Waiting) -> Uniformity {
        let mut control = Control::new(kernel, cfg, waiting);
        let mut shapes: Vec<Option<Shape>> = vec![None; kernel.values.len()];
        let incoming = incoming(kernel, cfg);
        let mut changed = true;
        while changed {
            changed = false;
            for id in cfg.rpo.iter().copied() {
                changed |= block(kernel, id, &control, &incoming, &mut shapes);
            }
            for id in cfg.rpo.iter().copied() {
                if let Terminator::Branch(condition, yes, no) = &kernel.blocks[id.index()].term {
                    let uniform = shapes[condition.index()].unwrap_or(Shape::Uniform) == Shape::Uniform;
                    changed |= !uniform && yes.block != no.block && control.diverge(id);
                }
            }
        }
        Uniformity {
            shapes: shapes.into_iter().map(|shape| shape.unwrap_or(Shape::Varying)).collect(),
            divergent: control.divergent,
            convergent: control.convergent,
        }
    }

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.shapes[value.index()]
    }

    /// Has the value the same bits in all work-items that compute it together?
    pub fn is_uniform(&self, value: Value) -> bool {
        self.shape(value) == Shape::Uniform
    }

    /// Can the branch at the end of the block send work-items that reach it together to different blocks?
    pub fn diverges(&self, block: BlockId) -> bool {
        self.divergent[block.index()]
    }

    /// Is the block run by all work-items together, or by none?
    pub fn is_convergent(&self, block: BlockId) -> bool {
        self.convergent[block.index()]
    }
}

/// The edges into each block: from where, and which of its targets.
type Incoming = Vec<Vec<(BlockId, usize)>>;

fn incoming(kernel: &Kernel, cfg: &Cfg) -> Incoming {
    let mut incoming = vec![vec![]; kernel.blocks.len()];
    for id in cfg.rpo.iter().copied() {
        for (at, target) in kernel.blocks[id.index()].term.targets().enumerate() {
            incoming[target.block.index()].push((id, at));
        }
    }
    incoming
}

/// Raises the shapes of a block's values. Says whether one changed.
fn block(
    kernel: &Kernel,
    id: BlockId,
    control: &Control,
    incoming: &Incoming,
    shapes: &mut [Option<Shape>],
) -> bool {
    let block = &kernel.blocks[id.index()];
    let mut changed = false;
    let mut raise = |shapes: &mut [Option<Shape>], value: Value, shape: Option<Shape>| {
        let temporal = shape.is_some() && control.is_seen_late(value);
        let shape = if temporal { Some(Shape::Varying) } else { shape };
        let old = shapes[value.index()];
        let new = Shape::join(old, shape);
        shapes[value.index()] = new;
        changed |= old != new;
    };
    for (at, param) in block.params.iter().enumerate() {
        let args = incoming[id.index()].iter().filter_map(|(from, edge)| {
            let target = kernel.blocks[from.index()].term.targets().nth(*edge)?;
            Some((*from, target.args[at]))
        });
        let args: Vec<(BlockId, Value)> = args.collect();
        let shape = args.iter().fold(None, |shape, (_, arg)| Shape::join(shape, shapes[arg.index()]));
        // The phi rule. Ways that bring one value bring nothing of themselves.
        let differ = |from: &Vec<BlockId>| {
            let mut met = args.iter().filter(|(pred, _)| from.contains(pred)).map(|(_, arg)| arg);
            met.next().is_some_and(|first| met.any(|arg| arg != first))
        };
        let meets = shape.is_some() && control.meetings(id).iter().any(differ);
        raise(shapes, *param, if meets { Some(Shape::Varying) } else { shape });
    }
    for inst in &block.insts {
        let inst = &kernel.insts[inst.index()];
        if let Some(result) = inst.result {
            let together = control.convergent[id.index()];
            let shape = Shape::of(kernel, &inst.op, together, |value| shapes[value.index()]);
            raise(shapes, result, shape);
        }
    }
    changed
}
