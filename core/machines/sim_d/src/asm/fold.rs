//! Exits that a store carries with it.
//!
//! An `exit` without operand that begins a basic block directly behind a store to main memory is never fetched: the group ends
//! when the store is complete. A store always ends a block, and a label starts none where one has just ended, so such an
//! `exit` begins a block whenever a store is what stands before it in the text.

use crate::isa::{Instruction, Op};

/// Marks the stores behind which groups end.
pub(super) fn fold_exits(instructions: &mut [Instruction]) {
    for at in 1..instructions.len() {
        let next = &instructions[at];
        let plain = next.op == Op::Exit && next.sources[0].is_none();
        let store = &mut instructions[at - 1];
        store.exits = plain && stores_to_main_memory(store.op);
    }
}

const fn stores_to_main_memory(op: Op) -> bool {
    matches!(op, Op::Stglin | Op::Stgbidx | Op::Stgcidx | Op::Stgidxit | Op::Stg2sptile)
}
