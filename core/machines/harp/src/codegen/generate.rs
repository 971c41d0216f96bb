//! Blocks and edges of the IR become blocks of code.
//!
//! Block parameters are values that every edge writes: moves at the end of the block that jumps, or in a block of their own on an edge of a
//! branch. All ends of the kernel become jumps to one block (HARP 4.8, "one return block").

use alloc::{borrow::Cow, format, vec, vec::Vec};

use lanescope_parts::{
    analysis::uniformity::{Uniformity, Waiting},
    codegen::classify::{Classes, Static},
    ir::{
        BlockId, Compare, FunctionId, Kernel, LaneOp, Op as Ir, Target, Terminator, Type, Value, ValueDef,
        cfg::Cfg, dom::DomTree, loops::Loops, moves,
    },
    source::Diagnostic,
};

use super::{
    super::{
        isa::Arch,
        spec::{Pseudos, Spec},
    },
    branches::{Driver, Place as Branching},
    calls::{self, Place},
    code::{Block, Class, End, Reg, Site},
    emit::Emitter,
    frame::Map,
    ranges::Ranges,
    start,
};

/// What is refused, or the value.
pub(super) type Made<T> = Result<T, Diagnostic>;

/// Generates the code of one kernel.
pub(super) struct Generator<'a, 'd> {
    /// The kernel, with the code of the function in the place of its own.
    pub kernel: &'a Kernel,
    /// The function, if it is one.
    pub unit: Option<FunctionId>,
    /// Where functions have their words.
    pub places: &'a [Place],
    pub map: &'a Map,
    pub emit: Emitter,
    /// Does comparing hold for all numbers (HARP 4.4)?
    pub exact: bool,
    /// What the function is given in registers.
    pub given: Vec<Reg>,
    /// The value that all ways of the function give back.
    pub result: Option<Reg>,
    /// Where each value is, once it is there.
    pub values: Vec<Option<Reg>>,
    classes: Classes,
    /// Is each block run by all lanes of a warp together, if by any?
    together: Vec<bool>,
    /// The block whose code is made.
    here: BlockId,
    /// What is known of values by the place of the lane, if that is asked for.
    ranges: Option<Ranges>,
    driver: &'a mut Driver<'d>,
    loops: Loops,
    /// The block of each block.
    blocks: Vec<usize>,
    /// The one at whose end it is left.
    ends: Vec<usize>,
}

/// Generates the code of a kernel or of one of its functions, with what goes on around it.
/// Also says of each block whether lanes are known to agree at its end.
pub(super) fn code(
    (kernel, unit): (&Kernel, Option<FunctionId>),
    (map, places): (&Map, &[Place]),
    arch: Arch,
    spec: &Spec,
    driver: &mut Driver,
) -> Made<(Emitter, Vec<bool>)> {
    let late = spec.pseudos == Pseudos::Late;
    let emit = Emitter { late, ..Emitter::new(arch, map.block, spec.cores as u16) };
    let cfg = Cfg::new(kernel);
    let is_warp = |op: LaneOp| op == LaneOp::Warp;
    let uniformity = Uniformity::waiting(&same_in_warp(kernel, is_warp), &cfg, Waiting::Either);
    let together = together(kernel, &cfg, unit.is_none());
    let mut generator = Generator {
        together,
        here: BlockId(0),
        kernel,
        unit,
        places,
        map,
        emit,
        exact: spec.exact_compare,
        given: Vec::new(),
        result: None,
        values: vec![None; kernel.values.len()],
        classes: Classes::new(kernel, uniformity),
        ranges: spec.lane_ranges.then(|| Ranges::new(kernel, &cfg, arch)),
        driver,
        loops: Loops::new(&cfg, &DomTree::dominators(&cfg)),
        blocks: vec![usize::MAX; kernel.blocks.len()],
        ends: vec![usize::MAX; kernel.blocks.len()],
    };
    if !kernel.functions.is_empty() {
        generator.emit.code.passed = (0..arch.of_caller()).map(|_| generator.emit.word()).collect();
    }
    let frame = match unit {
        None => start::before(&mut generator.emit, kernel, map),
        Some(id) => {
            let function = &kernel.functions[id.index()];
            let (frame, given) =
                calls::around(&mut generator.emit, &places[id.index()], &function.params, spec.lane_bytes);
            generator.given = given;
            generator.result = function.result.map(|_| generator.emit.word());
            frame
        }
    };
    for block in &cfg.rpo {
        let span = kernel.blocks[block.index()].term_span;
        generator.blocks[block.index()] = generator.emit.code.add(Block::empty(frame.exit, span));
    }
    generator.emit.code.blocks[frame.enter].end = End::Jump(generator.blocks[0]);
    generator.params(&cfg);
    for block in &cfg.rpo {
        generator.block(*block, frame.exit)?;
    }
    generator.end_function(frame.exit);
    let mut certain = vec![true; generator.emit.code.blocks.len()];
    for block in &cfg.rpo {
        let agrees = generator.class(*block) == Static::Unanimous;
        certain[generator.ends[block.index()]] = agrees;
    }
    Ok((generator.emit, certain))
}

/// Which blocks all lanes of a warp run together, if any does: what they have been asked together is the same for all. Of a function that is called
/// nothing is known.
fn together(kernel: &Kernel, cfg: &Cfg, is_kernel: bool) -> Vec<bool> {
    if kernel.lane_op().is_none() || !is_kernel {
        return vec![false; kernel.blocks.len()];
    }
    let is_same = |op: LaneOp| matches!(op, LaneOp::Ballot | LaneOp::Warp);
    let uniformity = Uniformity::waiting(&same_in_warp(kernel, is_same), cfg, Waiting::Either);
    kernel.block_ids().map(|block| uniformity.is_convergent(block)).collect()
}

/// A kernel for analyses to look at: some operations of the lanes of a warp give the same to all of them there.
fn same_in_warp(kernel: &Kernel, which: impl Fn(LaneOp) -> bool) -> Cow<'_, Kernel> {
    let is_same = |op: &Ir| matches!(op, Ir::Lane(op, _) if which(*op));
    if !kernel.insts.iter().any(|inst| is_same(&inst.op)) {
        return Cow::Borrowed(kernel);
    }
    let mut same = kernel.clone();
    same.insts.iter_mut().filter(|inst| is_same(&inst.op)).for_each(|inst| inst.op = Ir::Const(0));
    Cow::Owned(same)
}

impl Generator<'_, '_> {
    /// Every block parameter is a value that edges write.
    fn params(&mut self, cfg: &Cfg) {
        for block in &cfg.rpo {
            for param in &self.kernel.blocks[block.index()].params {
                let class = class(self.kernel.ty(*param));
                self.values[param.index()] = Some(self.emit.code.value(class));
            }
        }
    }

    /// Do all lanes of a warp come together to what is made now?
    pub(super) fn is_together(&self) -> bool {
        self.together[self.here.index()]
    }

    fn block(&mut self, id: BlockId, exit: usize) -> Made<()> {
        let kernel = self.kernel;
        let block = &kernel.blocks[id.index()];
        self.here = id;
        self.emit.block = self.blocks[id.index()];
        for inst in &block.insts {
            self.select(*inst)?;
        }
        self.emit.span = block.term_span;
        let last = self.emit.block;
        self.emit.code.blocks[last].span = block.term_span;
        let end = match &block.term {
            Terminator::Return(value) => {
                if self.unit.is_some() {
                    self.give_back(*value)?;
                }
                End::Jump(exit)
            }
            Terminator::Jump(target) => {
                self.moves(target)?;
                End::Jump(self.blocks[target.block.index()])
            }
            Terminator::Branch(_, yes, no) if yes == no => {
                self.moves(yes)?;
                End::Jump(self.blocks[yes.block.index()])
            }
            Terminator::Branch(condition, yes, no) => {
                let on = self.value(*condition)?;
                let number = self.driver.decide(self.branch(id))?;
                let choice = self.driver.branches[number as usize].decision;
                let [yes, no] = [self.edge(yes)?, self.edge(no)?];
                End::Branch { on, yes, no, choice, site: Some(Site { number, turned: false }) }
            }
        };
        self.emit.code.blocks[last].end = end;
        self.ends[id.index()] = last;
        Ok(())
    }

    /// What is known of the branch of a block before it runs.
    fn class(&self, id: BlockId) -> Static {
        match (self.classes.of(self.kernel, id), &self.ranges, &self.kernel.blocks[id.index()].term) {
            (Static::Unanimous, ..) => Static::Unanimous,
            (_, Some(ranges), Terminator::Branch(on, ..)) if ranges.agree(*on) => Static::Unanimous,
            (.., Terminator::Branch(on, ..)) if agree(self.kernel, id, *on) => Static::Unanimous,
            (class, ..) => class,
        }
    }

    /// What the branch of a block is. It is one of a loop if the block is a header, or leaves its innermost loop (HARP 4.9).
    fn branch(&self, id: BlockId) -> Branching {
        let block = &self.kernel.blocks[id.index()];
        let around = self.loops.innermost[id.index()];
        let of_loop = around.is_some_and(|at| {
            self.loops.loops[at].header == id
                || block.term.targets().any(|target| !self.loops.contains(at, target.block))
        });
        let class = self.class(id);
        Branching { span: block.term_span, class, of_loop, in_loop: around.is_some() }
    }

    /// Where an edge of a branch leads: to its block, or to one with the moves.
    fn edge(&mut self, target: &Target) -> Made<usize> {
        let to = self.blocks[target.block.index()];
        if target.args.is_empty() {
            return Ok(to);
        }
        self.emit.block = self.emit.code.add(Block::empty(to, self.emit.span));
        self.moves(target)?;
        Ok(self.emit.block)
    }

    /// The moves of an edge: all at once.
    fn moves(&mut self, target: &Target) -> Made<()> {
        let params = &self.kernel.blocks[target.block.index()].params;
        for wanted in [Class::Word, Class::Predicate] {
            let mut pairs = Vec::new();
            for (param, arg) in params.iter().zip(&target.args) {
                let Some(to) = self.values[param.index()].filter(|_| class(self.kernel.ty(*param)) == wanted)
                else {
                    continue;
                };
                pairs.push((to, self.value(*arg)?));
            }
            let spare = self.emit.code.value(wanted);
            for (to, from) in moves::sequence(&pairs, spare) {
                self.emit.copy_to(None, to, from);
            }
        }
        Ok(())
    }

    /// Where a value is. Constants are made anew wherever they are read.
    pub fn value(&mut self, value: Value) -> Made<Reg> {
        if let Some(bits) = self.kernel.constant(value) {
            return Ok(match self.kernel.ty(value) {
                Type::Bool => self.emit.truth(bits & 1 == 1),
                ty => self.emit.number(bits & ty.mask()),
            });
        }
        self.values[value.index()].ok_or_else(|| self.refuse("what is read before it is written"))
    }

    /// What the machine cannot do, at the instruction at hand.
    pub fn refuse(&self, what: &str) -> Diagnostic {
        let message = format!("kernel `{}`: HARP cannot do this: {what}", self.kernel.name);
        Diagnostic::error("harp::unsupported", self.emit.span, message)
    }
}

/// Do lanes agree on a condition at the end of a block? They do if all of them have asked there what holds in any.
fn agree(kernel: &Kernel, block: BlockId, condition: Value) -> bool {
    let inst_of = |value: Value| match kernel.values[value.index()].def {
        ValueDef::Inst(inst) if kernel.blocks[block.index()].insts.contains(&inst) => {
            Some(&kernel.insts[inst.index()].op)
        }
        _ => None,
    };
    let Some(Ir::Compare(Compare::Eq | Compare::Ne, a, b)) = inst_of(condition) else { return false };
    let asks = |value: Value| matches!(inst_of(value), Some(Ir::Lane(LaneOp::Ballot, _)));
    [(a, b), (b, a)].into_iter().any(|(value, zero)| asks(*value) && kernel.constant(*zero) == Some(0))
}

/// Where values of a type live.
pub(super) fn class(ty: Type) -> Class {
    if ty == Type::Bool { Class::Predicate } else { Class::Word }
}
