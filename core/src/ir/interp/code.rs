//! Decoding: a kernel in SSA form becomes a flat list of steps on numbered registers.
//!
//! Each value has a register of its own. What does not change while a work-item runs (constants, arguments, addresses of
//! slots, its place in the range) is in its register before the first step.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use crate::{
    ir::{
        AtomicOp, Binary, BlockId, Compare, Convert, Kernel, Math, Op, Space, Target, Terminator, Type,
        Unary, Value, WorkItem, cfg::Cfg, layout::Layout, moves,
    },
    source::Span,
};

/// A register.
pub(super) type Reg = u32;

/// One step; targets of jumps are indices of [`Code::steps`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Move { to: Reg, from: Reg },
    Unary { op: Unary, ty: Type, to: Reg, a: Reg },
    Binary { op: Binary, ty: Type, to: Reg, a: Reg, b: Reg },
    Compare { op: Compare, ty: Type, to: Reg, a: Reg, b: Reg },
    Select { to: Reg, condition: Reg, a: Reg, b: Reg },
    Convert { op: Convert, from: Type, ty: Type, to: Reg, a: Reg },
    Fma { ty: Type, to: Reg, a: Reg, b: Reg, c: Reg },
    Math { op: Math, ty: Type, to: Reg, a: Reg, b: Reg },
    Load { space: Space, bytes: u8, to: Reg, ptr: Reg },
    Store { space: Space, bytes: u8, ptr: Reg, value: Reg },
    Atomic { op: AtomicOp, space: Space, ty: Type, to: Reg, ptr: Reg, value: Reg },
    CompareExchange { space: Space, bytes: u8, to: Reg, ptr: Reg, expected: Reg, new: Reg },
    Barrier,
    Jump { to: u32 },
    Branch { condition: Reg, yes: u32, no: u32 },
    Return,
}

/// A decoded kernel.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub steps: Vec<Step>,
    /// The text of each step.
    pub spans: Vec<Span>,
    /// Registers of a work-item before its first step, but for its place.
    pub registers: Vec<u64>,
    /// Registers that hold the work-item's place: which question, which dimension.
    pub places: Vec<(Reg, WorkItem, u8)>,
}

impl Code {
    /// Decodes a kernel that the verifier accepts. `args` has addresses for local arguments.
    pub fn new(kernel: &Kernel, layout: &Layout, args: &[u64]) -> Code {
        let mut decoder = Decoder {
            kernel,
            code: Code {
                steps: vec![],
                spans: vec![],
                registers: vec![0; kernel.values.len() + 1],
                places: vec![],
            },
            starts: vec![0; kernel.blocks.len()],
            fixes: vec![],
        };
        for block in &Cfg::new(kernel).rpo {
            decoder.block(*block, layout, args);
        }
        decoder.resolve();
        decoder.code
    }
}

/// A jump whose target block is known, but not yet where it starts.
type Fix = (usize, BlockId);

struct Decoder<'k> {
    kernel: &'k Kernel,
    code: Code,
    starts: Vec<u32>,
    fixes: Vec<Fix>,
}

impl Decoder<'_> {
    fn block(&mut self, id: BlockId, layout: &Layout, args: &[u64]) {
        let kernel = self.kernel;
        let block = &kernel.blocks[id.index()];
        self.starts[id.index()] = self.code.steps.len() as u32;
        for inst in &block.insts {
            let inst = &kernel.insts[inst.index()];
            let to = inst.result.map_or(self.spare(), |value| value.0);
            match &inst.op {
                Op::Const(bits) => self.code.registers[to as usize] = *bits,
                Op::Arg(at) => {
                    self.code.registers[to as usize] = args.get(*at as usize).copied().unwrap_or(0);
                }
                Op::Slot(slot) => self.code.registers[to as usize] = layout.offsets[slot.index()],
                Op::WorkItem(what, dim) => self.code.places.push((to, *what, *dim)),
                Op::Fence => {}
                op => {
                    let step = self.step(op, inst.result, to);
                    self.push(step, inst.span);
                }
            }
        }
        self.terminator(&block.term, block.term_span);
    }

    fn step(&self, op: &Op, result: Option<Value>, to: Reg) -> Step {
        let ty = |value: &Value| self.kernel.ty(*value);
        let space = |ptr: &Value| ty(ptr).space().unwrap_or(Space::Global);
        let result_type = result.map_or(Type::I32, |value| self.kernel.ty(value));
        match op {
            Op::Unary(op, a) => Step::Unary { op: *op, ty: ty(a), to, a: a.0 },
            Op::Binary(op, a, b) => Step::Binary { op: *op, ty: ty(a), to, a: a.0, b: b.0 },
            Op::Compare(op, a, b) => Step::Compare { op: *op, ty: ty(a), to, a: a.0, b: b.0 },
            Op::Select(c, a, b) => Step::Select { to, condition: c.0, a: a.0, b: b.0 },
            Op::Convert(op, a) => Step::Convert { op: *op, from: ty(a), ty: result_type, to, a: a.0 },
            Op::Fma(a, b, c) => Step::Fma { ty: ty(a), to, a: a.0, b: b.0, c: c.0 },
            Op::Math(op, args) => {
                let arg = |at: usize| args.get(at).map_or(self.spare(), |value| value.0);
                Step::Math { op: *op, ty: result_type, to, a: arg(0), b: arg(1) }
            }
            Op::PtrAdd(a, b) => Step::Binary { op: Binary::Add, ty: Type::I64, to, a: a.0, b: b.0 },
            Op::Load { ptr, .. } => {
                Step::Load { space: space(ptr), bytes: result_type.bytes() as u8, to, ptr: ptr.0 }
            }
            Op::Store { ptr, value, .. } => {
                let bytes = ty(value).bytes() as u8;
                Step::Store { space: space(ptr), bytes, ptr: ptr.0, value: value.0 }
            }
            Op::Atomic(op, ptr, value) => {
                Step::Atomic { op: *op, space: space(ptr), ty: ty(value), to, ptr: ptr.0, value: value.0 }
            }
            Op::CompareExchange(ptr, expected, new) => Step::CompareExchange {
                space: space(ptr),
                bytes: ty(new).bytes() as u8,
                to,
                ptr: ptr.0,
                expected: expected.0,
                new: new.0,
            },
            Op::Barrier => Step::Barrier,
            // These have no step: their registers are filled before the first one.
            Op::Const(_) | Op::Arg(_) | Op::Slot(_) | Op::WorkItem(..) | Op::Fence => {
                Step::Move { to, from: to }
            }
        }
    }

    fn terminator(&mut self, term: &Terminator, span: Span) {
        match term {
            Terminator::Jump(target) => self.edge(target, span),
            Terminator::Branch(condition, yes, no) => {
                let at = self.code.steps.len();
                self.push(Step::Return, span);
                let yes_at = self.code.steps.len() as u32;
                self.edge(yes, span);
                let no_at = self.code.steps.len() as u32;
                self.edge(no, span);
                self.code.steps[at] = Step::Branch { condition: condition.0, yes: yes_at, no: no_at };
            }
            Terminator::Return => self.push(Step::Return, span),
        }
    }

    /// The moves of a jump's arguments, then the jump.
    fn edge(&mut self, target: &Target, span: Span) {
        let params = &self.kernel.blocks[target.block.index()].params;
        let parallel: Vec<(Reg, Reg)> =
            params.iter().zip(&target.args).map(|(to, from)| (to.0, from.0)).collect();
        for (to, from) in moves::sequence(&parallel, self.spare()) {
            self.push(Step::Move { to, from }, span);
        }
        self.fixes.push((self.code.steps.len(), target.block));
        self.push(Step::Jump { to: 0 }, span);
    }

    /// Fills in the targets of jumps; a branch to a bare jump goes to where that goes.
    fn resolve(&mut self) {
        let mut bare = BTreeMap::new();
        for (at, block) in &self.fixes {
            let to = self.starts[block.index()];
            self.code.steps[*at] = Step::Jump { to };
            bare.insert(*at as u32, to);
        }
        for step in &mut self.code.steps {
            if let Step::Branch { yes, no, .. } = step {
                *yes = bare.get(yes).copied().unwrap_or(*yes);
                *no = bare.get(no).copied().unwrap_or(*no);
            }
        }
    }

    /// The register behind those of the values: breaks cycles of moves and takes results that nobody reads.
    fn spare(&self) -> Reg {
        self.kernel.values.len() as Reg
    }

    fn push(&mut self, step: Step, span: Span) {
        self.code.steps.push(step);
        self.code.spans.push(span);
    }
}
