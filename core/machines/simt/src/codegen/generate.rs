//! Blocks, edges and the frame around them.
//!
//! Blocks are laid out as the source reads, so that the first arm of an `if` falls through. Arguments of a jump are
//! moves on its edge. A branch to a block that only returns is a guarded `exit`: its lanes leave the warp, so that a
//! barrier behind it does not wait for them. Small arms without control flow become guarded instructions.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    base::{OrdMap, OrdSet},
    codegen::{
        arms::Arms,
        patterns::{Pattern, Patterns},
    },
    ir::{
        self, BlockId, InstId, Kernel, Target, Terminator, Type, Value, ValueDef, WorkItem, cfg::Cfg,
        dom::DomTree, layout::Layout, loops::Loops,
    },
    source::{Diagnostic, Span},
};

use super::emit::{Emitter, bank, memory, parallel_moves, specials};
use crate::isa::{Guard, Inst, Op, Operand, Reg, Special, Ty};

/// Generates code for one kernel.
pub(super) struct Generator<'a> {
    pub kernel: &'a Kernel,
    pub patterns: Patterns<'a>,
    pub needed: Vec<bool>,
    pub emit: Emitter,
    /// Where each value is, once it is there.
    pub values: Vec<Operand>,
    cfg: Cfg,
    /// Most instructions of an arm that is guarded.
    ifcvt_max: u32,
    /// Offset of each parameter in the parameter space.
    param_offsets: &'a [u32],
    /// Branches that all lanes take alike, by block.
    uniform: &'a [bool],
    /// Place of each block.
    places: Vec<Option<u32>>,
    /// Blocks that were emitted with another one.
    absorbed: OrdSet<BlockId>,
}

impl<'a> Generator<'a> {
    pub fn new(
        kernel: &'a Kernel,
        layout: &'a Layout,
        param_offsets: &'a [u32],
        uniform: &'a [bool],
        ifcvt_max: u32,
    ) -> Generator<'a> {
        let patterns = Patterns::new(kernel, layout);
        let needed = patterns.needed();
        Generator {
            kernel,
            needed,
            patterns,
            emit: Emitter::default(),
            values: vec![Operand::None; kernel.values.len()],
            cfg: Cfg::new(kernel),
            ifcvt_max,
            param_offsets,
            uniform,
            places: vec![None; kernel.blocks.len()],
            absorbed: OrdSet::new(),
        }
    }

    /// The code of the whole kernel, with virtual registers.
    pub fn run(mut self) -> Result<Vec<Inst>, Diagnostic> {
        self.given();
        self.block_params();
        let order = self.order();
        for (at, block) in order.iter().enumerate() {
            if self.absorbed.contains(block) {
                continue;
            }
            self.places[block.index()] = Some(self.emit.code.len() as u32);
            self.body(*block)?;
            let rest = order[at + 1..].iter().copied();
            let next = rest.clone().find(|block| !self.absorbed.contains(block));
            self.terminator(*block, next, &order[at + 1..])?;
        }
        self.resolve();
        Ok(self.emit.code)
    }

    /// The blocks in the order of the program. Where lanes meet, the first place is that which comes first there.
    fn order(&self) -> Vec<BlockId> {
        match self.kernel.lane_op() {
            Some(_) => Loops::new(&self.cfg, &DomTree::dominators(&self.cfg)).in_pieces(&self.cfg),
            None => self.cfg.rpo.clone(),
        }
    }

    /// A value as an operand.
    pub fn value(&mut self, value: Value) -> Operand {
        let register = self.register(value);
        match self.patterns.offset(value) {
            0 => register,
            offset => {
                let offset = Operand::Imm(i64::from(offset) as u64);
                self.emit.fresh(Op::Add, Ty::S64, &[register, offset])
            }
        }
    }

    /// A value without the constant part that is kept beside it.
    pub fn register(&self, value: Value) -> Operand {
        match self.patterns.constant(value) {
            Some(bits) => Operand::Imm(bits & self.kernel.ty(value).mask()),
            None => self.values[value.index()],
        }
    }

    /// Arguments and positions are read once, at the start.
    fn given(&mut self) {
        let mut arguments: OrdMap<u32, Operand> = OrdMap::new();
        let mut positions: OrdMap<(WorkItem, u8), Operand> = OrdMap::new();
        let mut specials: OrdMap<Special, Operand> = OrdMap::new();
        let kernel = self.kernel;
        for (index, info) in kernel.values.iter().enumerate() {
            let ValueDef::Inst(inst) = info.def else { continue };
            let inst = &kernel.insts[inst.index()];
            self.emit.span = inst.span;
            if !self.needed[index] {
                continue;
            }
            self.values[index] = match inst.op {
                ir::Op::Arg(at) => match arguments.get(&at) {
                    Some(known) => *known,
                    None => {
                        let loaded = self.argument(at, info.ty);
                        *arguments.entry(at).or_insert(loaded)
                    }
                },
                ir::Op::WorkItem(question, dimension) => match positions.get(&(question, dimension)) {
                    Some(known) => *known,
                    None => {
                        let answer = self.position(question, dimension, &mut specials);
                        *positions.entry((question, dimension)).or_insert(answer)
                    }
                },
                _ => continue,
            };
        }
    }

    fn argument(&mut self, at: u32, ty: Type) -> Operand {
        let offset = self.param_offsets.get(at as usize).copied().unwrap_or(0);
        let on = if ty == Type::Bool { Ty::U8 } else { memory(ty) };
        let dst = Operand::Reg(self.emit.reg(on.bank()));
        let src = [Operand::Imm(0), Operand::None, Operand::None];
        self.emit.push(Inst { dst, src, offset: offset as i32, ..Inst::new(Op::Ld, on, Span::NONE) });
        match ty {
            Type::Bool => self.emit.compare(crate::isa::Cmp::Ne, Ty::U32, dst, Operand::Imm(0)),
            _ => dst,
        }
    }

    fn position(
        &mut self,
        question: WorkItem,
        dimension: u8,
        read: &mut OrdMap<Special, Operand>,
    ) -> Operand {
        let [tid, ntid, ctaid, nctaid] = specials(dimension);
        let mut read = |generator: &mut Self, special| match read.get(&special) {
            Some(known) => *known,
            None => {
                let operand = generator.emit.special(special);
                *read.entry(special).or_insert(operand)
            }
        };
        match question {
            WorkItem::LocalId => read(self, tid),
            WorkItem::LocalSize => read(self, ntid),
            WorkItem::GroupId => read(self, ctaid),
            WorkItem::NumGroups => read(self, nctaid),
            WorkItem::GlobalId => {
                let src = [read(self, ctaid), read(self, ntid), read(self, tid)];
                self.emit.fresh(Op::Mad, Ty::S32, &src)
            }
            WorkItem::GlobalSize => {
                let src = [read(self, nctaid), read(self, ntid)];
                self.emit.fresh(Op::Mul, Ty::S32, &src)
            }
        }
    }

    /// Every needed block parameter has a register of its own.
    fn block_params(&mut self) {
        for block in &self.kernel.blocks {
            for param in block.params.iter().filter(|param| self.needed[param.index()]) {
                let bank = bank(self.kernel.ty(*param));
                self.values[param.index()] = Operand::Reg(self.emit.reg(bank));
            }
        }
    }

    fn body(&mut self, block: BlockId) -> Result<(), Diagnostic> {
        let kernel = self.kernel;
        kernel.blocks[block.index()].insts.iter().try_for_each(|inst| self.select(*inst))
    }

    fn terminator(
        &mut self,
        block: BlockId,
        next: Option<BlockId>,
        rest: &[BlockId],
    ) -> Result<(), Diagnostic> {
        let kernel = self.kernel;
        self.emit.span = kernel.blocks[block.index()].term_span;
        match &kernel.blocks[block.index()].term {
            Terminator::Return(_) => {
                self.emit.push(Inst::new(Op::Ret, Ty::Pred, Span::NONE));
            }
            Terminator::Jump(target) => self.jump(target, next),
            Terminator::Branch(condition, yes, no) => {
                let (condition, negate) = self.patterns.condition(*condition);
                let condition = self.value(condition);
                let guard = Guard { pred: self.emit.predicate(condition), negate };
                match self.arms(block, yes, no) {
                    Some(arms) => {
                        self.guarded(&arms, guard, yes, no)?;
                        let next = rest.iter().copied().find(|block| !self.absorbed.contains(block));
                        self.emit.span = kernel.blocks[block.index()].term_span;
                        let join = Target { block: arms.join, args: vec![] };
                        self.jump(&join, next);
                    }
                    None => self.branch(block, guard, yes, no, next),
                }
            }
        }
        Ok(())
    }

    /// Does this block only end the thread?
    fn only_returns(&self, block: BlockId) -> bool {
        let block = &self.kernel.blocks[block.index()];
        block.term == Terminator::Return(None) && !block.insts.iter().any(|inst| self.is_live(*inst))
    }

    fn jump(&mut self, target: &Target, next: Option<BlockId>) {
        self.moves(target);
        if Some(target.block) != next {
            self.emit.branch(None, target.block.0);
        }
    }

    fn branch(&mut self, block: BlockId, guard: Guard, yes: &Target, no: &Target, next: Option<BlockId>) {
        let other = Guard { negate: !guard.negate, ..guard };
        if yes.block == no.block && yes.args == no.args {
            return self.jump(yes, next);
        }
        for (target, guard, rest) in [(yes, guard, no), (no, other, yes)] {
            if self.only_returns(target.block) {
                self.emit.push(Inst { guard: Some(guard), ..Inst::new(Op::Exit, Ty::Pred, Span::NONE) });
                return self.jump(rest, next);
            }
        }
        // The edge with moves comes directly behind the branch; without moves the next block does.
        let (taken, taken_guard, fall) = match (self.has_moves(yes), self.has_moves(no)) {
            (false, true) => (yes, guard, no),
            (true, false) => (no, other, yes),
            _ if Some(no.block) == next => (yes, guard, no),
            _ => (no, other, yes),
        };
        let from = self.emit.code.len();
        if self.has_moves(taken) {
            // Both edges have moves: the taken one gets a block of its own behind the other.
            self.emit.branch(Some(taken_guard), u32::MAX);
            self.jump(fall, None);
            let here = self.emit.code.len() as u32;
            self.emit.code[from].target = EDGE | here;
            self.jump(taken, next);
        } else {
            self.emit.branch(Some(taken_guard), taken.block.0);
            self.jump(fall, next);
        }
        if self.uniform.get(block.index()).copied().unwrap_or(false) {
            self.emit.code[from].op = Op::BraUni;
        }
    }

    /// Parameters with what an edge passes to them.
    fn passed(&self, target: &Target) -> Vec<(Value, Value)> {
        let params = &self.kernel.blocks[target.block.index()].params;
        let pairs = params.iter().copied().zip(target.args.iter().copied());
        let moved = |(param, arg): &(Value, Value)| {
            let in_place =
                self.register(*arg) == self.values[param.index()] && self.patterns.offset(*arg) == 0;
            self.needed[param.index()] && !in_place
        };
        pairs.filter(moved).collect()
    }

    fn has_moves(&self, target: &Target) -> bool {
        !self.passed(target).is_empty()
    }

    fn moves(&mut self, target: &Target) {
        let mut moves = Vec::new();
        for (param, arg) in self.passed(target) {
            let from = self.value(arg);
            if let Operand::Reg(to) = self.values[param.index()] {
                moves.push((to, from, self.kernel.ty(param)));
            }
        }
        parallel_moves(&mut self.emit, &moves);
    }

    /// The arms of a branch, if both (or the only one) may be guarded.
    fn arms(&self, block: BlockId, yes: &Target, no: &Target) -> Option<Arms> {
        let uniform = self.uniform.get(block.index()).copied().unwrap_or(false);
        if self.ifcvt_max == 0 || uniform {
            return None;
        }
        let emits = |inst: InstId| {
            let idle =
                matches!(self.patterns.of(inst), Pattern::Constant(_) | Pattern::Same(_) | Pattern::Given);
            self.is_live(inst) && !idle
        };
        let graph = (self.kernel, &self.cfg);
        let arms = Arms::find(graph, block, (yes, no), self.ifcvt_max, emits)?;
        // Lanes that would only jump over the arm to the end leave at once.
        let one_arm = arms.yes.is_none() || arms.no.is_none();
        (!one_arm || !self.only_returns(arms.join)).then_some(arms)
    }

    /// Has an instruction an effect, or a result that somebody needs?
    fn is_live(&self, inst: InstId) -> bool {
        let inst = &self.kernel.insts[inst.index()];
        inst.op.has_effect() || inst.result.is_some_and(|value| self.needed[value.index()])
    }

    /// Emits both arms under their guards, and selects what they pass on.
    fn guarded(&mut self, arms: &Arms, guard: Guard, yes: &Target, no: &Target) -> Result<(), Diagnostic> {
        let kernel = self.kernel;
        let span = self.emit.span;
        let passed = |arm: Option<BlockId>, direct: &Target| match arm.map(|b| &kernel.blocks[b.index()].term)
        {
            Some(Terminator::Jump(target)) => target.args.clone(),
            _ => direct.args.clone(),
        };
        for (arm, negate) in [(arms.yes, guard.negate), (arms.no, !guard.negate)] {
            if let Some(arm) = arm {
                self.emit.guard = Some(Guard { negate, ..guard });
                self.absorbed.insert(arm);
                self.body(arm)?;
            }
        }
        self.emit.guard = None;
        self.emit.span = span;
        let (from_yes, from_no) = (passed(arms.yes, yes), passed(arms.no, no));
        let condition = Operand::Reg(Reg { bank: crate::isa::Bank::P, index: guard.pred });
        let params = kernel.blocks[arms.join.index()].params.clone();
        for (param, (a, b)) in params.into_iter().zip(from_yes.into_iter().zip(from_no)) {
            if !self.needed[param.index()] {
                continue;
            }
            let (a, b) = if guard.negate { (b, a) } else { (a, b) };
            let (a, b) = (self.value(a), self.value(b));
            let ty = kernel.ty(param);
            let merged = if a == b { a } else { self.select_operand(ty, [a, b, condition]) };
            self.values[param.index()] = merged;
        }
        Ok(())
    }

    /// Targets become instructions instead of blocks.
    fn resolve(&mut self) {
        for inst in self.emit.code.iter_mut().filter(|inst| inst.is_branch()) {
            inst.target = match inst.target {
                edge if edge & EDGE != 0 => edge & !EDGE,
                block => self.places.get(block as usize).copied().flatten().unwrap_or(0),
            };
        }
    }
}

/// Marks a target that is an instruction already.
const EDGE: u32 = 1 << 31;
