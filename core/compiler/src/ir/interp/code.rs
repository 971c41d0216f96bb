//! Decoding: a kernel and its functions in SSA form become one flat list of steps on numbered registers.
//!
//! Each value has a register of its own. So have the parameters of a function, its result, and the step that it goes back
//! to: as no function is under way twice, there is no stack. What does not change while a work-item runs (constants, arguments, addresses of
//! slots, its place in the range) is in its register before the first step.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use crate::{
    base::OrdMap,
    ir::{
        self, AtomicOp, Binary, BlockId, Compare, Convert, Function, FunctionId, Kernel, LaneOp, Math, Op,
        Space, Target, Terminator, Type, Unary, Value, WorkItem, cfg::Cfg, dom::DomTree, layout::Layout,
        loops::Loops, moves,
    },
    source::Span,
};

/// A register.
pub(super) type Reg = u32;

/// One step; targets of jumps are indices of [`Code::steps`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Move {
        to: Reg,
        from: Reg,
    },
    Unary {
        op: Unary,
        ty: Type,
        to: Reg,
        a: Reg,
    },
    Binary {
        op: Binary,
        ty: Type,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Compare {
        op: Compare,
        ty: Type,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Select {
        to: Reg,
        condition: Reg,
        a: Reg,
        b: Reg,
    },
    Convert {
        op: Convert,
        from: Type,
        ty: Type,
        to: Reg,
        a: Reg,
    },
    Fma {
        ty: Type,
        to: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Math {
        op: Math,
        ty: Type,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    /// The steps of all work-items so far.
    Clock {
        to: Reg,
    },
    Load {
        space: Space,
        bytes: u8,
        to: Reg,
        ptr: Reg,
    },
    Store {
        space: Space,
        bytes: u8,
        ptr: Reg,
        value: Reg,
    },
    Atomic {
        op: AtomicOp,
        space: Space,
        ty: Type,
        to: Reg,
        ptr: Reg,
        value: Reg,
    },
    CompareExchange {
        space: Space,
        bytes: u8,
        to: Reg,
        ptr: Reg,
        expected: Reg,
        new: Reg,
    },
    Barrier,
    Lane(Meeting),
    Jump {
        to: u32,
    },
    Branch {
        condition: Reg,
        yes: u32,
        no: u32,
    },
    /// The step behind this one goes to `link`.
    Call {
        to: u32,
        link: Reg,
    },
    GoBack {
        link: Reg,
    },
    Return,
}

/// What the lanes of a warp do together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub op: LaneOp,
    pub to: Reg,
    /// As many operands as the operation has.
    pub args: [Reg; 3],
    /// Who takes part, if the text says so.
    pub mask: Option<Reg>,
}

/// A decoded kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub steps: Vec<Step>,
    /// The text of each step.
    pub spans: Vec<Span>,
    /// Registers of a work-item before its first step, but for its place.
    pub registers: Vec<u64>,
    /// Registers that hold the work-item's place: which question, which dimension.
    pub places: Vec<(Reg, WorkItem, u8)>,
    /// Where the steps of each function begin, in ascending order, and its link.
    pub functions: Vec<(u32, Reg)>,
    /// Where the steps of each block begin: of the kernel, then of each function.
    pub starts: Vec<Vec<u32>>,
    /// The step of each branch: which code (the kernel is 0) and which block it ends.
    pub branches: Vec<(u32, usize, BlockId)>,
    /// Where lanes meet without a mask: the first step of each block, with the loops around it, the outermost first: where each
    /// begins, and the register that counts its turns.
    around: Vec<(u32, Vec<(u32, Reg)>)>,
}

/// The registers of a kernel or a function.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The first value.
    values: Reg,
    /// The first parameter.
    params: Reg,
    result: Reg,
    link: Reg,
    /// The first step.
    start: u32,
}

impl Code {
    /// Decodes a kernel that the verifier accepts. `args` has addresses for local arguments.
    pub fn new(kernel: &Kernel, layout: &Layout, args: &[u64]) -> Code {
        let mut decoder = Decoder {
            kernel,
            code: Code::default(),
            frames: frames(kernel),
            at: 0,
            fixes: vec![],
            calls: vec![],
            turns: None,
        };
        decoder.code.registers = vec![0; decoder.spare() as usize + 1];
        let plain = |op: &Op| matches!(op, Op::Lane(op, args) if args.len() == op.arity());
        if kernel.codes().flat_map(ir::Code::listed).any(|inst| plain(&inst.op)) {
            decoder.turns = Some(Turns { zero: decoder.register(0), one: decoder.register(1), of: vec![] });
        }
        for (at, code) in kernel.codes().enumerate() {
            decoder.function(at, code, layout, args);
        }
        for (at, callee) in core::mem::take(&mut decoder.calls) {
            let Frame { start, link, .. } = decoder.frames[callee.index() + 1];
            decoder.code.steps[at] = Step::Call { to: start, link };
        }
        decoder.code
    }

    /// Can one of these ends be reached from a step? `back` has the steps behind the calls that it is in, the innermost first.
    pub fn leads_to(&self, from: u32, back: &[u64], ends: &BTreeSet<u32>) -> bool {
        let mut seen = vec![false; self.steps.len()];
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            if core::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            match self.steps[at as usize] {
                Step::Return if ends.contains(&at) => return true,
                // Where it goes back to is known of the calls that the step is in; behind all others comes the next step.
                Step::GoBack { .. } => work.extend(back.iter().map(|step| *step as u32)),
                Step::Return => {}
                Step::Jump { to } => work.push(to),
                Step::Branch { yes, no, .. } => work.extend([yes, no]),
                Step::Call { to, .. } => work.extend([to, at + 1]),
                _ => work.push(at + 1),
            }
        }
        false
    }

    /// The loops around a step, the outermost first: where each begins, and the register that counts its turns.
    pub fn around(&self, step: u32) -> &[(u32, Reg)] {
        let behind = self.around.partition_point(|(first, _)| *first <= step);
        behind.checked_sub(1).map_or(&[], |at| &self.around[at].1)
    }

    /// The link of the function that a step is in; `None` in the kernel itself.
    pub fn link(&self, step: u32) -> Option<Reg> {
        self.functions.iter().rev().find(|(start, _)| *start <= step).map(|(_, link)| *link)
    }
}

/// Gives out registers: to the kernel's values, then to each function.
fn frames(kernel: &Kernel) -> Vec<Frame> {
    let mut next = 0;
    let mut take = |count: usize| {
        next += count as Reg;
        next - count as Reg
    };
    let frame = |code: ir::Code<'_>| match code.function {
        None => Frame { values: take(code.values.len()), ..Frame::default() },
        Some((_, function)) => Frame {
            values: take(code.values.len()),
            params: take(function.params.len()),
            result: take(1),
            link: take(1),
            start: 0,
        },
    };
    kernel.codes().map(frame).collect()
}

/// A jump whose target block is known, but not yet where it starts.
type Fix = (usize, BlockId);

struct Decoder<'k> {
    kernel: &'k Kernel,
    code: Code,
    /// Of the kernel, then of each function.
    frames: Vec<Frame>,
    /// Which of them is being decoded.
    at: usize,
    fixes: Vec<Fix>,
    /// Calls of functions that may come later.
    calls: Vec<(usize, FunctionId)>,
    /// What counts the turns of loops, if anybody asks.
    turns: Option<Turns>,
}

/// Registers that hold 0 and 1, and one for the turns of each loop of the code at hand.
struct Turns {
    zero: Reg,
    one: Reg,
    of: Vec<Reg>,
}

impl Decoder<'_> {
    fn function(&mut self, at: usize, code: ir::Code<'_>, layout: &Layout, args: &[u64]) {
        self.at = at;
        self.frames[at].start = self.code.steps.len() as u32;
        if at > 0 {
            self.code.functions.push((self.frames[at].start, self.frames[at].link));
        }
        self.code.starts.push(vec![0; code.blocks.len()]);
        let cfg = Cfg::of(code.blocks);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        let of: Vec<Reg> = match self.turns {
            Some(_) => loops.loops.iter().map(|_| self.register(0)).collect(),
            None => vec![],
        };
        if let Some(turns) = &mut self.turns {
            turns.of = of;
        }
        // Which of two steps comes first is asked where lanes wait for each other.
        for block in loops.in_pieces(&cfg) {
            self.note_loops(&loops, block);
            self.block(code, (block, &loops), layout, args);
        }
        self.resolve();
    }

    /// One more register, and what is in it before the first step.
    fn register(&mut self, bits: u64) -> Reg {
        self.code.registers.push(bits);
        self.code.registers.len() as Reg - 1
    }

    /// Takes note of the loops around a block, whose steps come next.
    fn note_loops(&mut self, loops: &Loops, block: BlockId) {
        let Some(turns) = &self.turns else { return };
        let around = core::iter::successors(loops.innermost[block.index()], |at| loops.loops[*at].parent);
        let here = self.code.steps.len() as u32;
        let start = |header: BlockId| match header == block {
            true => here,
            false => self.code.starts[self.at][header.index()],
        };
        let mut around: Vec<(u32, Reg)> =
            around.map(|at| (start(loops.loops[at].header), turns.of[at])).collect();
        around.reverse();
        self.code.around.push((here, around));
    }

    /// Counts a turn of a loop that a jump from one block to another begins.
    fn turn(&mut self, loops: &Loops, from: BlockId, to: BlockId, span: Span) {
        let begun = loops.innermost[to.index()].filter(|at| loops.loops[*at].header == to);
        let (Some(at), Some(Turns { zero, one, of })) = (begun, &self.turns) else { return };
        let (count, zero, one) = (of[at], *zero, *one);
        let step = match loops.contains(at, from) {
            true => Step::Binary { op: Binary::Add, ty: Type::I64, to: count, a: count, b: one },
            false => Step::Move { to: count, from: zero },
        };
        self.push(step, span);
    }

    /// The register of a value.
    fn reg(&self, value: Value) -> Reg {
        self.frames[self.at].values + value.0
    }

    fn block(&mut self, code: ir::Code<'_>, (id, loops): (BlockId, &Loops), layout: &Layout, args: &[u64]) {
        let block = &code.blocks[id.index()];
        self.code.starts[self.at][id.index()] = self.code.steps.len() as u32;
        for inst in &block.insts {
            let inst = code.inst(*inst);
            let to = inst.result.map_or(self.spare(), |value| self.reg(value));
            match &inst.op {
                Op::Const(bits) => self.code.registers[to as usize] = *bits,
                Op::Arg(at) => {
                    self.code.registers[to as usize] = args.get(*at as usize).copied().unwrap_or(0);
                }
                Op::Slot(slot) => self.code.registers[to as usize] = layout.offsets[slot.index()],
                Op::WorkItem(what, dim) => self.code.places.push((to, *what, *dim)),
                Op::Fence | Op::Prefetch(_) => {}
                Op::Call(callee, args) => self.call(*callee, args, inst.result, inst.span),
                op => {
                    let step = self.step(code, op, inst.result, to);
                    self.push(step, inst.span);
                }
            }
        }
        if matches!(block.term, Terminator::Branch(..)) {
            self.code.branches.push((self.code.steps.len() as u32, self.at, id));
        }
        self.terminator(code, (id, loops), block.term_span);
    }

    /// The moves of the arguments, the call, the move of the result.
    fn call(&mut self, callee: FunctionId, args: &[Value], result: Option<Value>, span: Span) {
        let Frame { params, result: from, .. } = self.frames[callee.index() + 1];
        for (arg, at) in args.iter().zip(0..) {
            self.push(Step::Move { to: params + at, from: self.reg(*arg) }, span);
        }
        self.calls.push((self.code.steps.len(), callee));
        self.push(Step::Call { to: 0, link: 0 }, span);
        if let Some(value) = result {
            self.push(Step::Move { to: self.reg(value), from }, span);
        }
    }

    fn step(&self, code: ir::Code<'_>, op: &Op, result: Option<Value>, to: Reg) -> Step {
        let ty = |value: &Value| code.ty(*value);
        let space = |ptr: &Value| ty(ptr).space().unwrap_or(Space::Global);
        let result_type = result.map_or(Type::I32, |value| code.ty(value));
        match op {
            Op::Unary(op, a) => Step::Unary { op: *op, ty: ty(a), to, a: self.reg(*a) },
            Op::Binary(op, a, b) => Step::Binary { op: *op, ty: ty(a), to, a: self.reg(*a), b: self.reg(*b) },
            Op::Compare(op, a, b) => {
                Step::Compare { op: *op, ty: ty(a), to, a: self.reg(*a), b: self.reg(*b) }
            }
            Op::Select(c, a, b) => {
                Step::Select { to, condition: self.reg(*c), a: self.reg(*a), b: self.reg(*b) }
            }
            Op::Convert(op, a) => {
                Step::Convert { op: *op, from: ty(a), ty: result_type, to, a: self.reg(*a) }
            }
            Op::Fma(a, b, c) => {
                Step::Fma { ty: ty(a), to, a: self.reg(*a), b: self.reg(*b), c: self.reg(*c) }
            }
            Op::Math(op, args) => {
                let arg = |at: usize| args.get(at).map_or(self.spare(), |value| self.reg(*value));
                Step::Math { op: *op, ty: result_type, to, a: arg(0), b: arg(1) }
            }
            Op::PtrAdd(a, b) => {
                Step::Binary { op: Binary::Add, ty: Type::I64, to, a: self.reg(*a), b: self.reg(*b) }
            }
            Op::Load { ptr, .. } => {
                Step::Load { space: space(ptr), bytes: result_type.bytes() as u8, to, ptr: self.reg(*ptr) }
            }
            Op::Store { ptr, value, .. } => {
                let bytes = ty(value).bytes() as u8;
                Step::Store { space: space(ptr), bytes, ptr: self.reg(*ptr), value: self.reg(*value) }
            }
            Op::Atomic(op, ptr, value) => Step::Atomic {
                op: *op,
                space: space(ptr),
                ty: ty(value),
                to,
                ptr: self.reg(*ptr),
                value: self.reg(*value),
            },
            Op::CompareExchange(ptr, expected, new) => Step::CompareExchange {
                space: space(ptr),
                bytes: ty(new).bytes() as u8,
                to,
                ptr: self.reg(*ptr),
                expected: self.reg(*expected),
                new: self.reg(*new),
            },
            Op::Barrier => Step::Barrier,
            Op::Clock => Step::Clock { to },
            Op::Lane(op, args) => {
                let reg = |at: usize| args.get(at).map(|value| self.reg(*value));
                let own = |at: usize| reg(at).filter(|_| at < op.arity()).unwrap_or(self.spare());
                Step::Lane(Meeting { op: *op, to, args: [0, 1, 2].map(own), mask: reg(op.arity()) })
            }
            Op::Param(at) => Step::Move { to, from: self.frames[self.at].params + at },
            // These have no step: their registers are filled before the first one, or they have several.
            Op::Const(_)
            | Op::Arg(_)
            | Op::Slot(_)
            | Op::WorkItem(..)
            | Op::Fence
            | Op::Prefetch(_)
            | Op::Call(..) => Step::Move { to, from: to },
        }
    }

    fn terminator(&mut self, code: ir::Code<'_>, from: (BlockId, &Loops), span: Span) {
        match &code.blocks[from.0.index()].term {
            Terminator::Jump(target) => self.edge(code, from, target, span),
            Terminator::Branch(condition, yes, no) => {
                let at = self.code.steps.len();
                self.push(Step::Return, span);
                let yes_at = self.code.steps.len() as u32;
                self.edge(code, from, yes, span);
                let no_at = self.code.steps.len() as u32;
                self.edge(code, from, no, span);
                self.code.steps[at] =
                    Step::Branch { condition: self.reg(*condition), yes: yes_at, no: no_at };
            }
            Terminator::Return(_) if self.at == 0 => self.push(Step::Return, span),
            Terminator::Return(value) => {
                let Frame { result, link, .. } = self.frames[self.at];
                if let Some(value) = value {
                    self.push(Step::Move { to: result, from: self.reg(*value) }, span);
                }
                self.push(Step::GoBack { link }, span);
            }
        }
    }

    /// The moves of a jump's arguments, then the jump.
    fn edge(&mut self, code: ir::Code<'_>, (from, loops): (BlockId, &Loops), target: &Target, span: Span) {
        let params = &code.blocks[target.block.index()].params;
        let parallel: Vec<(Reg, Reg)> =
            params.iter().zip(&target.args).map(|(to, from)| (self.reg(*to), self.reg(*from))).collect();
        for (to, from) in moves::sequence(&parallel, self.spare()) {
            self.push(Step::Move { to, from }, span);
        }
        self.turn(loops, from, target.block, span);
        self.fixes.push((self.code.steps.len(), target.block));
        self.push(Step::Jump { to: 0 }, span);
    }

    /// Fills in the targets of jumps; a branch to a bare jump goes to where that goes.
    fn resolve(&mut self) {
        let mut bare = OrdMap::new();
        for (at, block) in self.fixes.drain(..) {
            let to = self.code.starts[self.at][block.index()];
            self.code.steps[at] = Step::Jump { to };
            bare.insert(at as u32, to);
        }
        let start = self.frames[self.at].start as usize;
        for step in &mut self.code.steps[start..] {
            if let Step::Branch { yes, no, .. } = step {
                *yes = bare.get(yes).copied().unwrap_or(*yes);
                *no = bare.get(no).copied().unwrap_or(*no);
            }
        }
    }

    /// The register behind those of the values: breaks cycles of moves and takes results that nobody reads.
    fn spare(&self) -> Reg {
        let values = |function: &Function| function.values.len() + function.params.len() + 2;
        let functions: usize = self.kernel.functions.iter().map(values).sum();
        (self.kernel.values.len() + functions) as Reg
    }

    fn push(&mut self, step: Step, span: Span) {
        self.code.steps.push(step);
        self.code.spans.push(span);
    }
}
