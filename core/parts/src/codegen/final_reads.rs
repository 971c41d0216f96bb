//! Final reads: the instructions after which a value of a warp is no longer needed (gpgpu C13).
//!
//! A value belongs to all lanes of a warp at once. It is needed after an instruction if these lanes may read it again,
//! or lanes that wait may: in one side of a branch that lanes can part at, what the other side reads stays needed, since
//! the warp may run it later, and so does what is read where they meet, since the lanes of the other side may have
//! written it already. Which side runs first is a setting, so both are taken to be the first and the last.

use alloc::{vec, vec::Vec};

use super::{Effects, flow::Blocks, liveness};
use crate::base::order::sort;

/// Most pairs of a branch and a block that are looked at; longer programs have no final reads.
const WORK: usize = 1 << 22;

/// A branch that lanes can part at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The instructions at which its sides begin.
    pub sides: [u32; 2],
    /// The one at which they meet, if they do.
    pub meet: Option<u32>,
}

/// For each step the values that nobody needs after it, of those that it reads for sure (`reads`); there are `count` values.
pub fn final_reads(
    steps: &[Effects],
    count: usize,
    partings: &[Parting],
    reads: impl Fn(usize) -> Vec<u32>,
) -> Vec<Vec<u32>> {
    let blocks = Blocks::new(steps);
    if partings.len().saturating_mul(blocks.starts.len()) > WORK {
        return vec![vec![]; steps.len()];
    }
    let ranges = liveness::ranges(steps, &blocks, count);
    let live = |value: u32, point: u32| {
        let range = &ranges[value as usize];
        let at = range.partition_point(|(_, end)| *end <= point);
        range.get(at).is_some_and(|(start, _)| *start <= point)
    };
    let kept = kept(partings, &blocks);
    let needed = |value: u32, at: u32| {
        let waits = |block: &u32| live(value, 2 * blocks.starts[*block as usize]);
        live(value, 2 * at + 1) || kept[blocks.of[at as usize] as usize].iter().any(waits)
    };
    let last = |at: usize| {
        let mut last: Vec<u32> = reads(at).into_iter().filter(|value| !needed(*value, at as u32)).collect();
        sort(&mut last);
        last.dedup();
        last
    };
    (0..steps.len()).map(last).collect()
}

/// For each block the blocks at whose top lanes may wait while it runs.
fn kept(partings: &[Parting], blocks: &Blocks) -> Vec<Vec<u32>> {
    let mut kept = vec![vec![]; blocks.starts.len()];
    let block = |at: u32| blocks.of.get(at as usize).copied();
    for parting in partings {
        let meet = parting.meet.and_then(block);
        let sides = parting.sides.map(block);
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            for inside in region(blocks, side, meet) {
                kept[inside as usize].extend(other.into_iter().chain(meet));
            }
        }
    }
    for list in &mut kept {
        sort(list);
        list.dedup();
    }
    kept
}

/// The blocks of a side of a branch, up to where it meets the other one.
fn region(blocks: &Blocks, side: Option<u32>, meet: Option<u32>) -> Vec<u32> {
    let mut seen = vec![false; blocks.starts.len()];
    let (mut found, mut work) = (vec![], Vec::from_iter(side));
    while let Some(block) = work.pop() {
        if Some(block) == meet || core::mem::replace(&mut seen[block as usize], true) {
            continue;
        }
        found.push(block);
        work.extend(&blocks.succs[block as usize]);
    }
    found
}
