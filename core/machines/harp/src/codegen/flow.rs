//! The control flow of code, for who looks at it: where branches meet again, and which `join` belongs to which of them (HARP 4.8, 4.9).

use alloc::vec::Vec;

use lanescope_parts::{ir::BlockId, source::Span};

use super::{
    code::{Code, End},
    split::{Flow, is_split},
};

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its number: that of the same block before and after `split` and `join`.
    pub number: usize,
    /// How many instructions it has, without its end.
    pub instructions: usize,
    /// Where it goes on.
    pub end: End,
    /// Are its lanes split?
    pub splits: bool,
    /// The block to whose `split` the `join` at its beginning belongs.
    pub join: Option<usize>,
    /// Its immediate dominator.
    pub dominator: Option<usize>,
    /// Its immediate post-dominator: where its ways meet again.
    pub meets: Option<usize>,
    /// The text that it comes from.
    pub span: Span,
}

/// The blocks that can be reached, in their order.
pub fn of(code: &Code) -> Vec<Shape> {
    let flow = Flow::new(code);
    let shape = |id: BlockId| {
        let (number, parent) = (id.index(), |tree: Option<BlockId>| tree.map(BlockId::index));
        let block = &code.blocks[number];
        Shape {
            number,
            instructions: block.lines.len(),
            end: block.end,
            splits: is_split(code, number),
            join: block.join,
            dominator: parent(flow.dominators.parent(id)),
            meets: parent(flow.post.parent(id)),
            span: block.lines.iter().map(|line| line.span).find(|span| !span.is_none()).unwrap_or(block.span),
        }
    };
    flow.cfg.rpo.iter().map(|id| shape(*id)).collect()
}
