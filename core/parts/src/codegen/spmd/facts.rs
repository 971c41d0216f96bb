//! What is known of a kernel before code is written.

use alloc::{vec, vec::Vec};

use super::{
    kept::Kept,
    meet, normal,
    regions::Regions,
    trust,
    variability::{Variabilities, Variability},
};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    codegen::{control::ControlFlow, target::TargetMachine},
    ir::{BlockId, Inst, Kernel, Op, Terminator, Value, ValueDef, layout::Layout},
    opt::meeting,
    source::Diagnostic,
};

/// What is known of a kernel before code is written. It does not change while that is done.
pub struct Facts {
    /// The kernel in normal form.
    pub kernel: Kernel,
    /// Its control flow.
    pub flow: ControlFlow,
    /// What is the same in all work-items.
    pub uniform: Uniformity,
    /// Its regions.
    pub regions: Regions,
    /// How its values vary.
    pub variability: Variabilities,
    /// Values that live across regions.
    pub kept: Kept,
    /// Where its memory is.
    pub layout: Layout,
    /// For each loop the values that it defines and that are used outside.
    escapes: Vec<Vec<Value>>,
}

impl Facts {
    /// Of an optimised kernel. Where work-items may come to barriers on different ways, all barriers become one ([`meeting`]).
    ///
    /// # Errors
    /// A diagnostic that says which barrier or loop cannot be run for many elements at a time.
    pub fn new(kernel: &Kernel, target: &dyn TargetMachine) -> Result<Facts, Diagnostic> {
        Facts::as_it_is(kernel, target).or_else(|refusal| {
            Facts::as_it_is(&meeting::with_one_barrier(kernel), target).map_err(|_| refusal)
        })
    }

    fn as_it_is(kernel: &Kernel, target: &dyn TargetMachine) -> Result<Facts, Diagnostic> {
        let mut normal = normal::normal_form(kernel, target)?;
        meet::own_tails(&mut normal);
        meet::meet_early(&mut normal);
        let flow = ControlFlow::new(&normal.kernel);
        let uniform = Uniformity::waiting(&normal.kernel, &flow.cfg, Waiting::ForTheTurn);
        let regions = Regions::new(&normal, &flow.cfg, &flow.loops, &uniform, target)?;
        let layout = Layout::new(kernel);
        Ok(Facts::of(normal.kernel, (flow, uniform), regions, layout, target))
    }

    fn of(
        kernel: Kernel,
        (flow, uniform): (ControlFlow, Uniformity),
        regions: Regions,
        layout: Layout,
        target: &dyn TargetMachine,
    ) -> Facts {
        let mut variability = Variabilities::new(&kernel, &flow.cfg, &uniform, target);
        let untrusted = trust::untrusted(&kernel, &variability);
        variability.make_vectors(&kernel, &flow.cfg, &uniform, target, &untrusted);
        let kept = Kept::new((&kernel, &flow.cfg), &regions, &uniform, &mut variability, &layout, target);
        let escapes = escapes(&kernel, &flow, &kept);
        Facts { kernel, flow, uniform, regions, variability, kept, layout, escapes }
    }

    /// What is known of the kernel where some branches go one way for all: that of a condition that holds, or the other one.
    /// Blocks, values and memory are the same; what several regions share varies as before.
    pub fn assuming(&self, ways: &[(BlockId, bool)], target: &dyn TargetMachine) -> Facts {
        let mut kernel = self.kernel.clone();
        for (block, holds) in ways {
            let block = &mut kernel.blocks[block.index()];
            let target = block.term.targets().nth(usize::from(!holds)).cloned();
            if let Some(target) = target {
                block.term = Terminator::Jump(target);
            }
        }
        let flow = ControlFlow::new(&kernel);
        let (regions, layout) = (self.regions.clone(), self.layout.clone());
        if regions.heads.len() == 1 {
            let uniform = Uniformity::waiting(&kernel, &flow.cfg, Waiting::ForTheTurn);
            return Facts::of(kernel, (flow, uniform), regions, layout, target);
        }
        let escapes = escapes(&kernel, &flow, &self.kept);
        let (uniform, variability, kept) =
            (self.uniform.clone(), self.variability.clone(), self.kept.clone());
        Facts { kernel, flow, uniform, regions, variability, kept, layout, escapes }
    }

    /// The values that a loop defines and that are used outside of it.
    pub fn escapes(&self, at: usize) -> &[Value] {
        &self.escapes[at]
    }

    /// Does a parameter of a divergent loop's header keep its value in elements that have left it, because it changes only
    /// under the mask of the latch?
    pub fn stays(&self, value: Value, at: usize) -> bool {
        self.kept.home(value) == Some(self.flow.loops.loops[at].header)
            && matches!(self.kernel.values[value.index()].def, ValueDef::BlockParam(..))
    }

    /// Is the value a vector?
    pub fn is_vector(&self, value: Value) -> bool {
        self.variability.of(value) == Variability::Vector
    }

    /// Does an instruction work for each element?
    pub fn is_for_elements(&self, inst: &Inst) -> bool {
        match inst.op {
            Op::Fence => false,
            Op::Store { .. } | Op::Atomic(..) | Op::CompareExchange(..) => true,
            _ => inst.result.is_some_and(|value| self.is_vector(value)),
        }
    }
}

/// For each loop the values that are defined in it and used outside of it.
fn escapes(kernel: &Kernel, flow: &ControlFlow, kept: &Kept) -> Vec<Vec<Value>> {
    let mut escapes = vec![vec![]; flow.loops.loops.len()];
    let mut used = |value: Value, by: BlockId| {
        let home = kept.home(value);
        let mut around = home.and_then(|home| flow.loops.innermost[home.index()]);
        while let Some(at) = around.filter(|at| !flow.loops.contains(*at, by)) {
            if !escapes[at].contains(&value) {
                escapes[at].push(value);
            }
            around = flow.loops.loops[at].parent;
        }
    };
    for id in flow.cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        for inst in &block.insts {
            kernel.insts[inst.index()].op.operands().into_iter().for_each(|value| used(value, id));
        }
        block.term.clone().for_each_operand(|value| used(*value, id));
    }
    escapes
}
