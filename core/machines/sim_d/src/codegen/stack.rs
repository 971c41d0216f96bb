//! What waits on the stack of masks while code is written, and what is known of jumps to it.

use alloc::{vec, vec::Vec};

use lanescope_parts::{codegen::tree::Tree, ir::BlockId};

/// What an entry of the stack is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The other side of a branch.
    Other,
    /// A block where ways meet.
    Block(BlockId),
    /// The end of a loop's turn.
    Turn(usize),
    /// The end of a loop, and the block that stands there.
    Loop(usize, Option<BlockId>),
}

/// What has been found out of jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub filtered: Vec<bool>,
    pub turns: Vec<bool>,
    pub passing: Vec<Vec<BlockId>>,
}

impl Found {
    pub fn new(tree: &Tree) -> Found {
        let loops = tree.exits.len();
        Found {
            filtered: vec![false; tree.inline.len()],
            turns: vec![false; loops],
            passing: vec![vec![]; loops],
        }
    }

    /// What a jump to a block that waits passes on the stack.
    pub fn way(&mut self, stack: &[Entry], to: BlockId) -> StackJump {
        let mut way = StackJump { leaves: false, told: false, top: false };
        let (mut left, mut passed): (Vec<usize>, Vec<BlockId>) = (vec![], vec![]);
        let mut steps = 0;
        for entry in stack.iter().rev() {
            steps += 1;
            match entry {
                Entry::Block(block) if *block == to => break,
                Entry::Block(block) => passed.push(*block),
                Entry::Loop(at, first) => {
                    // Who has left a loop is off until its end, whatever is popped before.
                    passed.clear();
                    left.push(*at);
                    match first {
                        Some(block) if *block == to => break,
                        first => passed.extend(*first),
                    }
                }
                Entry::Other | Entry::Turn(_) => {}
            }
        }
        way.top = steps == 1;
        way.leaves = !left.is_empty();
        passed.iter().for_each(|block| self.filtered[block.index()] = true);
        for at in left.iter().rev().skip(1) {
            if !self.passing[*at].contains(&to) {
                self.passing[*at].push(to);
            }
        }
        way.told = self.filtered[to.index()]
            || !passed.is_empty()
            || left.iter().any(|at| !self.passing[*at].is_empty());
        way
    }
}

/// A jump to a place that waits on the stack.
pub struct StackJump {
    /// Does it leave loops?
    pub leaves: bool,
    /// Does a place on the way, or the last one, ask where work-items go?
    pub told: bool,
    /// Is the place on the top of the stack?
    pub top: bool,
}
