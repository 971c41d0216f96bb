//! Decoding: a kernel and its functions in SSA form become one flat list of steps on numbered registers.
//!
//! Each value has a register of its own. So have the parameters of a function, its result, and the step that it goes back
//! to: as no function is under way twice, there is no stack. What does not change while a work-item runs (constants, arguments, addresses of
//! slots, its place in the range) is in its register before the first step.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use crate::{
    base::OrdMap,
    ir::{
        self, AtomicOp, Binary, BlockId, Compare, Convert, Function, FunctionId, Kernel, Math, Op, Space,
        Target, Terminator, Type, Unary, Value, WorkItem, cfg::Cfg, layout::Layout, moves,
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
        };
        decoder.code.registers = vec![0; decoder.spare() as usize + 1];
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
}

impl Decoder<'_> {
    fn function(&mut self, at: usize, code: ir::Code<'_>, layout: &Layout, args: &[u64]) {
        self.at = at;
        self.frames[at].start = self.code.steps.len() as u32;
        if at > 0 {
            self.code.functions.push((self.frames[at].start, self.frames[at].link));
        }
        self.code.starts.push(vec![0; code.blocks.len()]);
        for block in &Cfg::of(code.blocks).rpo {
            self.block(code, *block, layout, args);
        }
        self.resolve();
    }

    /// The register of a value.
    fn reg(&self, value: Value) -> Reg {
        self.frames[self.at].values + value.0
    }

    fn block(&mut self, code: ir::Code<'_>, id: BlockId, layout: &Layout, args: &[u64]) {
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
                Op::Fence => {}
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
        self.terminator(code, &block.term, block.term_span);
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
            Op::Param(at) => Step::Move { to, from: self.frames[self.at].params + at },
            // These have no step: their registers are filled before the first one, or they have several.
            Op::Const(_) | Op::Arg(_) | Op::Slot(_) | Op::WorkItem(..) | Op::Fence | Op::Call(..) => {
                Step::Move { to, from: to }
            }
        }
    }

    fn terminator(&mut self, code: ir::Code<'_>, term: &Terminator, span: Span) {
        match term {
            Terminator::Jump(target) => self.edge(code, target, span),
            Terminator::Branch(condition, yes, no) => {
                let at = self.code.steps.len();
                self.push(Step::Return, span);
                let yes_at = self.code.steps.len() as u32;
                self.edge(code, yes, span);
                let no_at = self.code.steps.len() as u32;
                self.edge(code, no, span);
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
    fn edge(&mut self, code: ir::Code<'_>, target: &Target, span: Span) {
        let params = &code.blocks[target.block.index()].params;
        let parallel: Vec<(Reg, Reg)> =
            params.iter().zip(&target.args).map(|(to, from)| (self.reg(*to), self.reg(*from))).collect();
        for (to, from) in moves::sequence(&parallel, self.spare()) {
            self.push(Step::Move { to, from }, span);
        }
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
