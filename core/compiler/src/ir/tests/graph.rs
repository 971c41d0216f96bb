//! Graphs of blocks, and what can be reached in them by the definition.

use alloc::{format, string::String, vec, vec::Vec};

use crate::{
    base::rng::Rng,
    ir::{BlockId, Kernel, cfg::Cfg, text},
};

/// A kernel whose block `i` goes to the blocks of `edges[i]` (none: return, two: branch).
pub(crate) fn graph(edges: &[&[u32]]) -> Kernel {
    let mut text = String::from("kernel k() {\n");
    for (at, edges) in edges.iter().enumerate() {
        text += &format!("b{at}:\n");
        match edges {
            [] => text += "return\n",
            [to] => text += &format!("jump b{to}\n"),
            [yes, no, ..] => {
                text += &format!("v{at}: bool = const true\nbranch v{at}, b{yes}, b{no}\n");
            }
        }
    }
    text::parse(&text).unwrap()
}

/// A kernel of some blocks that go anywhere but to the entry.
pub(crate) fn random_graph(rng: &mut Rng) -> Kernel {
    let blocks = 2 + rng.below(8) as u32;
    let edges: Vec<Vec<u32>> = (0..blocks)
        .map(|_| (0..rng.below(3)).map(|_| 1 + rng.below(u64::from(blocks) - 1) as u32).collect())
        .collect();
    graph(&edges.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// What can be reached from `from` without going through `avoid`.
pub(crate) fn reach(cfg: &Cfg, from: BlockId, avoid: BlockId) -> Vec<bool> {
    let mut seen = vec![false; cfg.succs.len()];
    let mut stack = vec![from];
    while let Some(block) = stack.pop() {
        if block != avoid && !seen[block.index()] {
            seen[block.index()] = true;
            stack.extend(&cfg.succs[block.index()]);
        }
    }
    seen
}
