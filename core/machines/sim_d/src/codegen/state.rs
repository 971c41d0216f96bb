//! The data of code generation, and values on demand.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    analysis::uniformity::Uniformity,
    codegen::trips::Trip,
    ir::{
        Binary, BlockId, Convert, Kernel, Op, Space, Type, Unary, Value, ValueDef, WorkItem,
        cfg::Cfg,
        layout::{GroupMemory, Layout},
        loops::Loops,
    },
    source::Diagnostic,
};

use super::{
    code::{Arg, Class, Code, Reg, ZERO},
    legal,
    shape::Shape,
    tiles::{Access, Asked, Main, Tile},
};
use crate::{isa::Op as M, spec::Spec};

/// Why code cannot be made, or that it was.
pub type Made<T> = Result<T, Diagnostic>;

/// Code of a kernel while it is made.
pub struct Generator<'k> {
    pub kernel: &'k Kernel,
    pub layout: &'k Layout,
    pub memory: &'k GroupMemory,
    pub shape: Shape,
    pub spec: &'k Spec,
    pub code: Code,
    /// The class of each value.
    pub classes: Vec<Class>,
    /// The register of each value that has one.
    pub regs: Vec<Option<Reg>>,
    /// The buffers of main memory that are named, by their numbers.
    pub buffers: Vec<Main>,
    /// For each argument that is a pointer the bytes from there to the end of its buffer.
    pub reach: &'k [u64],
    /// And where that end is.
    pub ends: &'k [u64],
    /// What lies in the scratchpad.
    pub tiles: &'k [Tile],
    /// The words of arguments that are read: the argument, whether its high word, and the register.
    pub words: Vec<(u32, bool, Reg)>,
    /// What is known of the branch at the end of each block.
    pub trips: &'k [Option<Trip>],
    /// The words of the custom stride here that are known.
    pub stride: [Option<u32>; 3],
    /// The block that is written.
    pub block: BlockId,
    /// The accesses of main memory so far.
    pub accesses: Vec<Access>,
    /// The requests so far.
    pub asked: Vec<Asked>,
    /// Does the code reach private memory, and that of groups?
    pub private: bool,
}

/// The class of each value: scalar is what is the same in all work-items of a group, and can be computed so.
pub fn classes(
    kernel: &Kernel,
    cfg: &Cfg,
    uniform: &Uniformity,
    loops: &Loops,
    tiles: &[Tile],
) -> Vec<Class> {
    let mut classes = vec![Class::Scalar; kernel.values.len()];
    for (at, info) in kernel.values.iter().enumerate() {
        let value = Value(at as u32);
        let able = match info.def {
            ValueDef::Inst(inst) => match kernel.insts[inst.index()].op {
                Op::Load { ptr, .. } => tiles.iter().any(|tile| tile.scalars.contains(&ptr)),
                ref op => has_scalar(kernel, op, info.ty),
            },
            ValueDef::BlockParam(block, _) => {
                let several = |l: &lanescope_parts::ir::loops::Loop| l.header == block && l.latches.len() > 1;
                !loops.loops.iter().any(several)
            }
        };
        if !able || !uniform.is_uniform(value) {
            classes[at] = Class::Vector;
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        let mut lower = |value: Value, classes: &mut Vec<Class>| {
            changed |= classes[value.index()] == Class::Scalar;
            classes[value.index()] = Class::Vector;
        };
        for block in &cfg.rpo {
            let block = &kernel.blocks[block.index()];
            for inst in block.insts.iter().map(|id| &kernel.insts[id.index()]) {
                let Some(result) = inst.result else { continue };
                let vector = |value: &Value| classes[value.index()] == Class::Vector;
                if classes[result.index()] == Class::Scalar && inst.op.operands().iter().any(vector) {
                    lower(result, &mut classes);
                }
            }
            for target in block.term.targets() {
                for (param, arg) in kernel.blocks[target.block.index()].params.iter().zip(&target.args) {
                    let [to, from] = [param, arg].map(|value| classes[value.index()]);
                    if to == Class::Scalar && from == Class::Vector {
                        lower(*param, &mut classes);
                    }
                }
            }
        }
    }
    classes
}

/// Can an operation on equal operands be carried out once for the group?
fn has_scalar(kernel: &Kernel, op: &Op, ty: Type) -> bool {
    let number = |value: Value| kernel.constant(value).is_some();
    match op {
        Op::Const(_) | Op::Arg(_) | Op::Slot(_) => true,
        Op::WorkItem(what, _) => *what == WorkItem::GroupId,
        Op::Unary(op, _) => matches!(op, Unary::Neg | Unary::Not),
        Op::Binary(Binary::ShrU, _, by) => number(*by),
        Op::Binary(op, ..) => matches!(
            op,
            Binary::Add
                | Binary::Sub
                | Binary::Mul
                | Binary::And
                | Binary::Or
                | Binary::Xor
                | Binary::Shl
                | Binary::ShrS
                | Binary::DivS
                | Binary::RemS
                | Binary::MinS
                | Binary::MaxS
        ),
        Op::Compare(_, a, _) => !kernel.ty(*a).is_float(),
        Op::Select(..) => true,
        Op::Convert(op, _) => {
            matches!(op, Convert::Trunc | Convert::ZExt | Convert::SExt | Convert::Bits) && ty.bits() != 1
        }
        _ => false,
    }
}

impl Generator<'_> {
    pub fn ty(&self, value: Value) -> Type {
        self.kernel.ty(value)
    }

    pub fn class(&self, value: Value) -> Class {
        self.classes[value.index()]
    }

    /// The bits of a value that is a number wherever it is known.
    pub fn number(&self, value: Value) -> Option<u32> {
        let inst = self.kernel.def(value)?;
        match inst.op {
            Op::Const(bits) if self.ty(value) == Type::Bool => Some((bits as u32 & 1).wrapping_neg()),
            Op::Const(bits) => Some(bits as u32),
            Op::Slot(slot) => Some(self.layout.offsets[slot.index()] as u32),
            Op::Arg(at) if self.ty(value) == Type::Ptr(Space::Local) => {
                Some(self.memory.args[at as usize] as u32)
            }
            Op::Convert(Convert::Bits, from) => self.number(from),
            _ => None,
        }
    }

    /// The argument that a value is a word of, and whether its high word.
    pub fn argument(&self, value: Value) -> Option<(u32, bool)> {
        let argument = |value: Value| match self.kernel.def(value)?.op {
            Op::Arg(at) => Some(at),
            _ => None,
        };
        match self.kernel.def(value)?.op {
            Op::Binary(Binary::ShrU, a, by) if self.kernel.constant(by) == Some(32) => {
                Some((argument(a)?, true))
            }
            _ => Some((argument(value)?, false)),
        }
    }

    /// The register of an argument's word.
    fn argument_word(&mut self, at: u32, high: bool) -> Reg {
        let known = self.words.iter().find(|word| (word.0, word.1) == (at, high));
        known.map(|word| word.2).unwrap_or_else(|| {
            let reg = self.code.reg(Class::Scalar);
            self.words.push((at, high, reg));
            reg
        })
    }

    /// The register that a value is written to.
    pub fn own(&mut self, value: Value) -> Arg {
        if let Some((at, high)) = self.argument(value) {
            return Arg::Reg(self.argument_word(at, high));
        }
        let class = self.class(value);
        let (regs, code) = (&mut self.regs, &mut self.code);
        Arg::Reg(*regs[value.index()].get_or_insert_with(|| code.reg(class)))
    }

    /// A value as the second source of a vector operation: a vector, a scalar or a number.
    pub fn any(&mut self, value: Value) -> Arg {
        match self.number(value) {
            Some(number) => Arg::Number(number),
            None => self.own(value),
        }
    }

    /// A value as a vector.
    pub fn vector(&mut self, value: Value) -> Arg {
        let from = self.any(value);
        self.spread(from)
    }

    /// An operand as a vector.
    pub fn spread(&mut self, from: Arg) -> Arg {
        if self.code.is_vector(from) {
            return from;
        }
        match from {
            Arg::Number(0) => self.code.v(M::Mov, &[Arg::Vector(ZERO)]),
            Arg::Number(_) => self.code.v(M::Mov, &[from]),
            _ => {
                let zero = self.code.v(M::Mov, &[Arg::Vector(ZERO)]);
                self.code.v(M::Or, &[zero, from])
            }
        }
    }

    /// A value as a scalar register.
    pub fn scalar(&mut self, value: Value) -> Arg {
        match self.any(value) {
            number @ Arg::Number(_) => self.code.s(M::Smov, &[number]),
            from => from,
        }
    }

    /// Two operands of a vector operation that does not care for their order: the first is a vector.
    pub fn pair(&mut self, a: Value, b: Value) -> [Arg; 2] {
        let [x, y] = [a, b].map(|value| self.any(value));
        if self.code.is_vector(x) {
            [x, y]
        } else if self.code.is_vector(y) {
            [y, x]
        } else {
            [self.spread(x), y]
        }
    }

    /// The number of a buffer.
    pub fn buffer(&mut self, what: Main) -> Arg {
        let known = self.buffers.iter().position(|one| *one == what);
        let number = known.unwrap_or_else(|| {
            self.buffers.push(what);
            self.buffers.len() - 1
        });
        Arg::Number(number as u32)
    }

    /// Takes note of a request of main memory, or of the scratchpad.
    pub fn ask(&mut self, main: bool, cost: u64) {
        self.asked.push(Asked { main, cost, often: self.code.often });
    }

    /// Words of a buffer, if that is known.
    pub fn words_of(&self, main: Main) -> Option<u64> {
        match main {
            Main::Argument(at, _) => self.reach.get(at as usize).map(|bytes| bytes / 4),
            Main::Constants => Some(self.layout.constant_bytes / 4),
            Main::Words | Main::All => None,
        }
    }

    /// A message that the kernel cannot be compiled.
    pub fn refuse(&self, name: &str, message: &str) -> Diagnostic {
        legal::refusal(self.kernel, name, self.code.span, message)
    }
}
