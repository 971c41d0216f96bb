//! Regions with side entries are made structured (HARP 4.16).
//!
//! `if (a && b) T else E` leads to `E` from two branches. The ways of the inner one do not only meet again behind `E`, they also come into
//! ways of the outer one, where a `join` would pop what was never pushed. Such a block `X` is put behind a meeting point: everything from its
//! immediate dominator on that can reach it is run first; every edge that leads out of that part, to `X` or past it, goes to one new block with
//! the number of its target; there it is told apart again. Then `X` has one way in. Nothing is doubled, so code grows by a few
//! instructions for each such block.

use alloc::{string::String, vec::Vec};

use lanescope_parts::ir::{BlockId, cfg::Cfg, dom::DomTree};

use super::{
    code::{Block, Code, End},
    dispatch::Gathered,
    emit::Emitter,
    split::{Flow, Region, is_split},
};

/// Most blocks that a kernel may become, for each that it had, and at least.
const GROWTH: (usize, usize) = (16, 1024);

/// Gives every block in the region of a branch that is split one branch that it belongs to.
///
/// # Errors
/// The block, and why it cannot be, in a sentence without its end.
pub(super) fn structure(emit: &mut Emitter) -> Result<(), (usize, String)> {
    let most = (GROWTH.0 * emit.code.blocks.len()).max(GROWTH.1);
    loop {
        let flow = Flow::new(&emit.code);
        let found = flow.cfg.rpo.iter().map(|block| block.index()).find_map(|branch| {
            if !is_split(&emit.code, branch) {
                return None;
            }
            let meet = flow.post.parent(BlockId(branch as u32))?.index();
            flow.side_entry(&Region::new(&emit.code, branch, meet), branch)
        });
        let Some(entry) = found else { return Ok(()) };
        if emit.code.blocks.len() > most {
            return Err((
                entry,
                "its branches are too entangled to be told apart by `split` and `join`".into(),
            ));
        }
        cut(emit, &flow, entry);
    }
}

/// The blocks from the immediate dominator of a block on that can reach it, but for those behind it.
fn before(cfg: &Cfg, dominators: &DomTree, entry: usize) -> Vec<usize> {
    let id = |block: usize| BlockId(block as u32);
    let Some(first) = dominators.parent(id(entry)).map(BlockId::index) else { return Vec::new() };
    let mut before = Vec::from([first]);
    let mut work: Vec<usize> = cfg.preds[entry].iter().map(|pred| pred.index()).collect();
    while let Some(block) = work.pop() {
        let inside =
            dominators.dominates(id(first), id(block)) && !dominators.dominates(id(entry), id(block));
        if inside && !before.contains(&block) {
            before.push(block);
            work.extend(cfg.preds[block].iter().map(|pred| pred.index()));
        }
    }
    before
}

/// Puts a block behind a meeting point of everything before it.
fn cut(emit: &mut Emitter, flow: &Flow, entry: usize) {
    let before = before(&flow.cfg, &flow.dominators, entry);
    let edges = leaving(&emit.code, &before);
    emit.span = emit.code.blocks[entry].span;
    let meet = emit.code.add(Block::empty(entry, emit.span));
    let gathered = Gathered::new(emit, &edges);
    for edge in &edges {
        gathered.lead(emit, *edge, meet, |_| {});
    }
    if let Some(to) = gathered.dispatch(emit) {
        emit.code.blocks[meet].end = End::Jump(to);
    }
}

/// The edges that lead out of some blocks, each once.
pub(super) fn leaving(code: &Code, blocks: &[usize]) -> Vec<(usize, usize)> {
    let of = |from: &usize| {
        let from = *from;
        code.blocks[from].end.targets().map(move |to| (from, to))
    };
    let mut edges: Vec<(usize, usize)> =
        blocks.iter().flat_map(of).filter(|(_, to)| !blocks.contains(to)).collect();
    edges.dedup();
    edges
}
