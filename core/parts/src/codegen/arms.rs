//! If-conversion: the arms of a branch that are so small that it is cheaper to carry out both under guards.
//!
//! An arm is a block without parameters that only the branch leads to and that goes on at one place, without a barrier or an
//! operation of the lanes of a warp in it. Both arms of an `if` with `else` meet at the same place, the one arm of an `if` without at the other target. If the place
//! has parameters, only these two ways may lead to it: then its parameters are selected by the condition.

use crate::ir::{BlockId, InstId, Kernel, Op, Target, Terminator, cfg::Cfg};

/// An `if` whose arms can be guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arms {
    /// What is carried out where the condition holds, if anything.
    pub yes: Option<BlockId>,
    /// What is carried out where it does not, if anything.
    pub no: Option<BlockId>,
    /// Where both go on.
    pub join: BlockId,
}

impl Arms {
    /// The arms of the branch at the end of `block`, if there are some of at most `most` instructions each, of those that the
    /// machine `emits`.
    pub fn find(
        (kernel, cfg): (&Kernel, &Cfg),
        block: BlockId,
        (yes, no): (&Target, &Target),
        most: u32,
        emits: impl Fn(InstId) -> bool,
    ) -> Option<Arms> {
        if yes.block == no.block {
            return None;
        }
        let arm = |target| arm((kernel, cfg), block, target, most, &emits);
        let arms = match (arm(yes), arm(no)) {
            (Some(join), _) if join == no.block => Arms { yes: Some(yes.block), no: None, join },
            (_, Some(join)) if join == yes.block => Arms { yes: None, no: Some(no.block), join },
            (Some(a), Some(b)) if a == b => Arms { yes: Some(yes.block), no: Some(no.block), join: a },
            _ => return None,
        };
        let has_params = !kernel.blocks[arms.join.index()].params.is_empty();
        let merges_only_these = cfg.preds[arms.join.index()].len() == 2;
        (!has_params || merges_only_these).then_some(arms)
    }
}

/// Where a small arm without control flow goes on.
fn arm(
    (kernel, cfg): (&Kernel, &Cfg),
    from: BlockId,
    target: &Target,
    most: u32,
    emits: impl Fn(InstId) -> bool,
) -> Option<BlockId> {
    let block = &kernel.blocks[target.block.index()];
    let Terminator::Jump(join) = &block.term else { return None };
    let alone = cfg.preds[target.block.index()] == [from] && block.params.is_empty();
    let waits = |id: &InstId| matches!(kernel.insts[id.index()].op, Op::Barrier | Op::Lane(..));
    let waits = block.insts.iter().any(waits);
    let work = block.insts.iter().filter(|id| emits(**id)).count();
    let fits = alone && !waits && work <= most as usize;
    (fits && join.block != target.block && join.block != from).then_some(join.block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text;

    const IF: &str = "kernel k(v: i32) {
        b0:
          v0: i32 = arg 0
          v1: bool = lt.s v0, v0
          branch v1, b1, b2
        b1:
          v2: i32 = add v0, v0
          v3: i32 = add v2, v0
          jump b2
        b2:
          return
    }";

    fn found(source: &str, most: u32) -> Option<Arms> {
        let kernel = text::parse(source).unwrap();
        let cfg = Cfg::new(&kernel);
        let Terminator::Branch(_, yes, no) = &kernel.blocks[0].term else { return None };
        Arms::find((&kernel, &cfg), BlockId(0), (yes, no), most, |_| true)
    }

    #[test]
    fn an_arm_is_guarded_up_to_its_size() {
        let arms = Arms { yes: Some(BlockId(1)), no: None, join: BlockId(2) };
        assert_eq!(found(IF, 2), Some(arms));
        assert_eq!(found(IF, 1), None);
    }

    #[test]
    fn an_arm_with_a_barrier_is_none() {
        assert_eq!(found(&IF.replace("v3: i32 = add v2, v0", "barrier"), 9), None);
    }
}
