//! Liveness: which values are still needed where (gpgpu C13).
//!
//! A value is live from its definition to its last use. Block parameters are defined at the top of their block; the
//! arguments of a jump are used at the end of the block that jumps. Deliberately absent: the divergence rule for
//! registers that a whole warp shares (sibling arms of a divergent branch count as one after the other); it is the
//! business of machines that have such registers.

use alloc::{vec, vec::Vec};

use crate::ir::{BlockId, Kernel, Value, ValueDef, cfg::Cfg};

/// The values that are live at the ends of each block, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// At the top of each block, without the block's parameters.
    pub live_in: Vec<Vec<Value>>,
    /// Behind the terminator of each block.
    pub live_out: Vec<Vec<Value>>,
}

impl Liveness {
    /// Follows each value from its uses back to its definition: time and room are those of what is live.
    pub fn new(kernel: &Kernel, cfg: &Cfg) -> Liveness {
        let blocks = kernel.blocks.len();
        let mut live = Liveness { live_in: vec![vec![]; blocks], live_out: vec![vec![]; blocks] };
        let home = homes(kernel);
        let mut work = vec![];
        for (value, users) in (0..).map(Value).zip(users(kernel, cfg)) {
            let Some(home) = home[value.index()] else { continue };
            work.extend(users.into_iter().filter(|user| *user != home));
            while let Some(block) = work.pop() {
                if !push(&mut live.live_in[block.index()], value) {
                    continue;
                }
                for pred in &cfg.preds[block.index()] {
                    if push(&mut live.live_out[pred.index()], value) && *pred != home {
                        work.push(*pred);
                    }
                }
            }
        }
        live
    }
}

/// Adds a value that is not below those of the list; says whether it is new.
fn push(list: &mut Vec<Value>, value: Value) -> bool {
    let new = list.last() != Some(&value);
    if new {
        list.push(value);
    }
    new
}

/// The block that defines each value.
fn homes(kernel: &Kernel) -> Vec<Option<BlockId>> {
    let mut homes = vec![None; kernel.values.len()];
    for (id, block) in kernel.block_ids().zip(&kernel.blocks) {
        for inst in &block.insts {
            kernel.insts[inst.index()].result.iter().for_each(|value| homes[value.index()] = Some(id));
        }
    }
    for (home, info) in homes.iter_mut().zip(&kernel.values) {
        if let ValueDef::BlockParam(block, _) = info.def {
            *home = Some(block);
        }
    }
    homes
}

/// The blocks that use each value.
fn users(kernel: &Kernel, cfg: &Cfg) -> Vec<Vec<BlockId>> {
    let mut users: Vec<Vec<BlockId>> = vec![vec![]; kernel.values.len()];
    for id in cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        let mut add = |value: Value| {
            if users[value.index()].last() != Some(&id) {
                users[value.index()].push(id);
            }
        };
        for inst in &block.insts {
            kernel.insts[inst.index()].op.operands().into_iter().for_each(&mut add);
        }
        block.term.clone().for_each_operand(|value| add(*value));
    }
    users
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text;

    #[test]
    fn a_loop_keeps_what_its_next_turn_needs() {
        let text = "kernel k(out: ptr.global i32) {
        b0:
          v0: i32 = const 0
          v1: i32 = const 1
          v2: ptr.global = arg 0
          jump b1(v0)
        b1(v3: i32):
          v4: bool = lt.s v3, v1
          branch v4, b2, b3
        b2:
          v5: i32 = add v3, v1
          jump b1(v5)
        b3:
          store v2, v3
          return
        }";
        let kernel = text::parse(text).unwrap();
        let live = Liveness::new(&kernel, &Cfg::new(&kernel));
        let list = |values: &[Value]| values.iter().map(|value| value.0).collect::<Vec<_>>();
        assert_eq!(list(&live.live_in[0]), Vec::new());
        assert_eq!(list(&live.live_out[0]), [1, 2], "the argument is used up by the jump");
        assert_eq!(list(&live.live_in[1]), [1, 2], "a parameter is defined at the top");
        assert_eq!(list(&live.live_in[2]), [1, 2, 3]);
        assert_eq!(list(&live.live_in[3]), [2, 3]);
        assert_eq!(list(&live.live_out[3]), Vec::new());
    }
}
