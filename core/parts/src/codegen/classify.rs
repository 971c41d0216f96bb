//! Which branches lanes of a warp may disagree on (HARP 4.12).
//!
//! A branch is *unanimous* if all work-items of a group that reach it together take it alike; the analysis of the IR proves it, and sees more
//! than the reference's Algorithm 6, which gives up at each load and each value that a loop carries. It is *nonunanimous* if its
//! condition follows from the place of the work-item in its group and not from data that was loaded from an address which depends on that
//! (Algorithm 5, by a closure over definitions with a set of those that were seen). Everything else is *indeterminate*.

use alloc::vec::Vec;

use crate::{
    analysis::uniformity::Uniformity,
    base::OrdSet,
    ir::{BlockId, Kernel, Op, Terminator, Value, ValueDef, WorkItem},
};

/// What is known of a branch before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Static {
    /// Lanes agree.
    Unanimous,
    /// Lanes disagree by their place.
    Nonunanimous,
    /// Data decide.
    Indeterminate,
}

/// The classes of the branches of a kernel.
#[derive(Clone, Debug)]
pub struct Classes {
    uniformity: Uniformity,
    /// What each block's parameters are passed, by value.
    passed: Vec<Vec<Value>>,
}

/// What a value follows from.
#[derive(Default)]
struct Seen {
    values: OrdSet<u32>,
    place: bool,
    lane_load: bool,
}

impl Classes {
    /// Analyses a kernel.
    pub fn new(kernel: &Kernel, uniformity: Uniformity) -> Classes {
        let mut passed = alloc::vec![Vec::new(); kernel.values.len()];
        for target in kernel.blocks.iter().flat_map(|block| block.term.targets()) {
            let params = &kernel.blocks[target.block.index()].params;
            for (param, arg) in params.iter().zip(&target.args) {
                passed[param.index()].push(*arg);
            }
        }
        Classes { uniformity, passed }
    }

    /// The class of the branch of a block.
    pub fn of(&self, kernel: &Kernel, block: BlockId) -> Static {
        let Terminator::Branch(condition, ..) = kernel.blocks[block.index()].term else {
            return Static::Unanimous;
        };
        if !self.uniformity.diverges(block) {
            return Static::Unanimous;
        }
        let mut seen = Seen::default();
        self.close(kernel, condition, &mut seen);
        if seen.place && !seen.lane_load { Static::Nonunanimous } else { Static::Indeterminate }
    }

    /// Everything that a value follows from.
    fn close(&self, kernel: &Kernel, start: Value, seen: &mut Seen) {
        let mut work = Vec::from([start]);
        while let Some(value) = work.pop() {
            if !seen.values.insert(value.0) {
                continue;
            }
            let ValueDef::Inst(inst) = kernel.values[value.index()].def else {
                work.extend(&self.passed[value.index()]);
                continue;
            };
            let op = &kernel.insts[inst.index()].op;
            seen.place |= matches!(op, Op::WorkItem(WorkItem::LocalId | WorkItem::GlobalId, _));
            if let Op::Load { ptr, .. } = op {
                seen.lane_load |= !self.uniformity.is_uniform(*ptr);
            }
            work.extend(op.operands());
        }
    }
}
