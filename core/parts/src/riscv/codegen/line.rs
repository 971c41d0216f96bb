//! A line of code before its registers are chosen: an instruction of the machine on numbered values, a label, or something
//! that becomes nothing or several instructions.

use alloc::{vec, vec::Vec};
use core::fmt::Debug;

use crate::{
    codegen::lines::{CodeLine, Label, LineFlow},
    ir::{Space, Type},
    riscv::{
        abi::Items,
        isa::{self, Arg, Csr, Form, Inst, Isa, Op, rounding},
        relax::turned,
    },
    source::Span,
};

/// A register of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reg {
    /// A register of the machine that is never given to a value.
    Fixed(u8),
    /// A value.
    Value(u32),
}

/// Integer 0; also a field that is not used.
pub const ZERO: Reg = Reg::Fixed(0);
/// Address to return to (`ra`).
pub const RA: Reg = Reg::Fixed(1);
/// The stack (`sp`).
pub const SP: Reg = Reg::Fixed(2);
/// Linear number in its group of the first work-item of those whose turn it is (`gp`).
pub const ITEM: Reg = Reg::Fixed(3);
/// The launch block (`tp`).
pub const BLOCK: Reg = Reg::Fixed(4);
/// Linear number of the group (`s11`).
pub const GROUP: Reg = Reg::Fixed(27);

/// The kind of register that a value needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Integer.
    X,
    /// Float.
    F,
    /// Mask of an extension.
    M,
    /// Elements of an extension.
    V,
}

impl Class {
    /// All of them, in the order of their numbers.
    pub const ALL: [Class; 4] = [Class::X, Class::F, Class::M, Class::V];

    /// That of a scalar of a type.
    pub const fn of_scalar(ty: Type) -> Class {
        if ty.is_float() { Class::F } else { Class::X }
    }
}

/// What an extension adds to lines of code. What it does not say otherwise is as for an instruction without such registers.
pub trait Extension: Isa {
    /// Lines of its own. Each writes `rd`, reads nothing, and can go if nobody reads what it writes.
    type Own: Copy + Debug + Eq;
    /// What instructions on whole registers depend on besides their class.
    type Setup: Copy + Debug;
    /// What accesses to whole registers depend on besides their class.
    type Whole: Copy + Debug;

    /// May an access to a whole register have an offset in its word, as those to scalar registers have?
    const WHOLE_HAS_OFFSET: bool;

    /// Does a line write its `rd` because its form has this operand?
    fn writes(arg: Self::Arg, line: &Line<Self>) -> bool;

    /// Calls `f` with each register that a line reads because its form has this operand.
    fn read(arg: Self::Arg, line: &mut Line<Self>, f: &mut dyn FnMut(&mut Reg));

    /// Does an instruction of its own copy `rs1` to `rd` and do nothing else?
    fn copies(op: Self::Op, line: &Line<Self>) -> bool;

    /// Must an instruction of its own stay although nobody reads what it writes?
    fn must_stay(_: Self::Op) -> bool {
        false
    }

    /// Must its result not take a source's register?
    fn keeps_sources(_: Self::Op) -> bool {
        false
    }

    /// A copy of a mask or of elements; sources and destination are yet to come, both sources the same.
    fn copy(setup: Self::Setup, class: Class, ty: Type) -> Line<Self>;

    /// Is it cheaper to write a line of its own again than to keep on the stack what it writes?
    fn is_cheap(own: Self::Own) -> bool;

    /// The instruction for a line of its own; `None` if it has become other lines before registers were chosen.
    fn own(own: Self::Own, rd: u8, span: Span) -> Option<Inst<Self>>;

    /// The load to a whole register, or the store of one; offset and span are yet to come.
    fn whole(whole: Self::Whole, class: Class, read: bool, register: u8, base: u8) -> Inst<Self>;

    /// Packs what a line says besides registers, number, width and rounding mode into its instruction.
    fn pack(line: &Line<Self>, inst: &mut Inst<Self>);
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<X: Extension> {
    /// An instruction.
    Machine(Op<X>, Form<X>),
    /// A place.
    Place(Label),
    /// `rd` = a number of 64 bits.
    Number(i64),
    /// A line of the extension.
    Own(X::Own),
    /// `rd` = an argument, all of them at once: what comes first.
    Argument(u32),
    /// Memory of the stack = an argument.
    Pass {
        /// Which one.
        argument: u32,
        /// Bytes from the stack's address.
        offset: u32,
    },
    /// `rd` may hold anything.
    Anything,
    /// Memory of the stack at an offset = `rs1`.
    Save(u32),
    /// `rd` = memory of the stack at an offset.
    Restore(u32),
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<X: Extension> {
    /// What it is.
    pub what: What<X>,
    /// Destination.
    pub rd: Reg,
    /// First source.
    pub rs1: Reg,
    /// Second source.
    pub rs2: Reg,
    /// Third source.
    pub rs3: Reg,
    /// The number in the word.
    pub imm: i32,
    /// The mask that restricts it, and whether elements that do not take part become 0; if not, they keep what they were.
    pub guard: Option<(Reg, bool)>,
    /// Rounding mode.
    pub rounding: u8,
    /// [`Inst::width`].
    pub width: u8,
    /// The element width in bits that the machine must be set to, if it has such a state; 0 if any will do.
    pub sew: u32,
    /// Where a branch or jump goes.
    pub target: Option<Label>,
    /// The kind of memory that a load or store goes to; `None` if it may be any.
    pub space: Option<Space>,
    /// The text that it comes from.
    pub span: Span,
    /// The work-items that it works for.
    pub items: Items,
}

impl<X: Extension> Line<X> {
    /// A line whose operands are all unused so far.
    pub const fn new(what: What<X>) -> Line<X> {
        Line {
            what,
            rd: ZERO,
            rs1: ZERO,
            rs2: ZERO,
            rs3: ZERO,
            imm: 0,
            guard: None,
            rounding: rounding::DYNAMIC,
            width: 0,
            sew: 0,
            target: None,
            space: None,
            span: Span::NONE,
            items: Items::FIRST,
        }
    }

    /// An instruction whose operands are all unused so far.
    pub const fn inst(op: Op<X>, form: Form<X>) -> Line<X> {
        Line::new(What::Machine(op, form))
    }

    /// The operands of the form, if it is an instruction.
    pub fn args(&self) -> &'static [Arg<X>] {
        match self.what {
            What::Machine(_, form) => form.row().args,
            _ => &[],
        }
    }

    /// The class of the instruction.
    pub fn class(&self) -> Option<isa::Class<X>> {
        match self.what {
            What::Machine(op, _) => Some(op.class()),
            _ => None,
        }
    }

    /// The value it writes.
    pub fn def(&self) -> Option<u32> {
        let writes = match self.what {
            What::Machine(..) => self.args().iter().any(|arg| match *arg {
                Arg::Xd | Arg::Fd => true,
                Arg::Ext(arg) => X::writes(arg, self),
                _ => false,
            }),
            What::Number(_) | What::Own(_) | What::Argument(_) | What::Anything | What::Restore(_) => true,
            What::Place(_) | What::Save(_) | What::Pass { .. } => false,
        };
        match self.rd {
            Reg::Value(value) if writes => Some(value),
            _ => None,
        }
    }

    /// Calls `f` with each register that it reads.
    pub fn for_each_use(&mut self, mut f: impl FnMut(&mut Reg)) {
        for arg in self.args() {
            match *arg {
                Arg::Xd if matches!(self.what, What::Machine(Op::Amocas, _)) => f(&mut self.rd),
                Arg::X1 | Arg::F1 | Arg::Load | Arg::Store | Arg::Address => f(&mut self.rs1),
                Arg::X2 | Arg::F2 => f(&mut self.rs2),
                Arg::F3 => f(&mut self.rs3),
                Arg::Ext(arg) => X::read(arg, self, &mut f),
                _ => {}
            }
        }
        if let Some((guard, _)) = &mut self.guard {
            f(guard);
        }
        if matches!(self.what, What::Save(_)) {
            f(&mut self.rs1);
        }
    }

    /// The values that it reads.
    pub fn uses(&self) -> Vec<u32> {
        let mut list = vec![];
        self.clone().for_each_use(|reg| {
            if let Reg::Value(value) = reg {
                list.push(*value);
            }
        });
        list
    }

    /// Must its result not take a source's register? That is so where it is wider, or needs all of the source.
    pub fn keeps_sources(&self) -> bool {
        matches!(self.what, What::Machine(Op::Ext(op), _) if X::keeps_sources(op))
    }

    /// Is it a plain copy (to, from)?
    pub fn copy(&self) -> Option<(u32, u32)> {
        let copies = match self.what {
            What::Machine(Op::Addi, _) => self.imm == 0,
            What::Machine(Op::Fsgnj, _) => self.rs1 == self.rs2,
            What::Machine(Op::Ext(op), _) => X::copies(op, self),
            _ => false,
        };
        match (self.rd, self.rs1) {
            (Reg::Value(to), Reg::Value(from)) if copies => Some((to, from)),
            _ => None,
        }
    }

    /// Does it ask for the time?
    fn reads_clock(&self) -> bool {
        matches!(self.what, What::Machine(Op::Csrrs, _)) && self.imm == Csr::<X>::Cycle.number()
    }

    /// Can it go if nobody reads what it writes?
    pub fn is_pure(&self) -> bool {
        match self.what {
            What::Machine(op, _) => {
                let stays = match op {
                    Op::Ext(own) => X::must_stay(own),
                    // Whoever asks for the time a second time gets another answer.
                    op => op == Op::Fence || self.reads_clock(),
                };
                let moves = matches!(op.class(), isa::Class::Branch | isa::Class::Atomic);
                !moves && !stays && self.def().is_some()
            }
            What::Number(_) | What::Own(_) | What::Anything | What::Argument(_) => true,
            What::Place(_) | What::Save(_) | What::Restore(_) | What::Pass { .. } => false,
        }
    }

    /// The instruction, when every register is one of the machine.
    pub fn machine(&self, op: Op<X>, form: Form<X>) -> Inst<X> {
        let mut inst = Inst {
            rd: self.rd.number(),
            rs1: self.rs1.number(),
            rs2: self.rs2.number(),
            rs3: self.rs3.number(),
            rounding: self.rounding,
            width: self.width,
            ..Inst::new(op, form, self.span)
        };
        if form.row().args.contains(&Arg::Uimm5) {
            inst.rs1 = (self.imm & 31) as u8;
        } else {
            inst.imm = self.imm;
        }
        X::pack(self, &mut inst);
        inst
    }
}

impl Reg {
    /// Its number, if it is one of the machine; else 0.
    pub const fn number(self) -> u8 {
        if let Reg::Fixed(number) = self { number } else { 0 }
    }
}

impl<X: Extension> CodeLine for Line<X> {
    fn at(label: Label) -> Line<X> {
        Line::new(What::Place(label))
    }

    fn label(&self) -> Option<Label> {
        if let What::Place(label) = self.what { Some(label) } else { None }
    }

    fn way(&self) -> LineFlow {
        match self.what {
            What::Machine(Op::Jal, Form::Jump) => LineFlow::Jump,
            What::Machine(_, Form::Branch) => LineFlow::Branch,
            _ => LineFlow::Other,
        }
    }

    fn target(&self) -> Option<Label> {
        self.target
    }

    fn lead_to(&mut self, label: Label) {
        self.target = Some(label);
    }

    fn turn(&mut self) {
        if let What::Machine(op, form) = self.what {
            self.what = What::Machine(turned(op), form);
        }
    }

    fn falls_through(&self) -> bool {
        !matches!(self.what, What::Machine(Op::Jal | Op::Jalr, _))
    }

    /// Where arguments live is said once, wherever that stands.
    fn is_declaration(&self) -> bool {
        matches!(self.what, What::Argument(_) | What::Pass { .. })
    }
}
