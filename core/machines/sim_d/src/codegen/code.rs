//! Code while it is made: lines with labels and as many registers as it likes.

use alloc::vec::Vec;

use lanescope_parts::source::Span;

use crate::isa::{Bound, Op, Suffix};

/// A register that has no number yet.
pub type Reg = u32;
/// A place in the code.
pub type Label = u32;

/// What a register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// A word of each work-item.
    Vector,
    /// A word of the group.
    Scalar,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A vector or scalar register.
    Reg(Reg),
    /// A predicate. They are used at once, so that code names them itself.
    Predicate(u8),
    /// A pattern of bits.
    Number(u32),
    /// A special vector register.
    Vector(u8),
    /// A special scalar register.
    Scalar(u8),
    /// A place.
    Label(Label),
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Line {
    pub op: Op,
    pub suffix: Option<Suffix>,
    pub to: Option<Arg>,
    pub from: [Option<Arg>; 3],
    /// Registers that it writes besides.
    pub more: Vec<Reg>,
    /// Does the group end when it is complete?
    pub exits: bool,
    /// What is known of where it goes.
    pub bound: Option<Bound>,
    /// Where work-items can go on that it turns off: the entries of the stack.
    pub pending: Vec<Label>,
    /// How often a group executes it, as far as that is known.
    pub often: u64,
    pub span: Span,
}

/// The code so far.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub lines: Vec<Line>,
    /// The line behind each label.
    pub labels: Vec<usize>,
    /// The class of each register.
    pub classes: Vec<Class>,
    /// The entries of the stack here, the top last.
    pub pending: Vec<Label>,
    /// How often a group executes the next lines.
    pub often: u64,
    /// The text that the next lines come from.
    pub span: Span,
}

impl Code {
    pub fn reg(&mut self, class: Class) -> Reg {
        self.classes.push(class);
        self.classes.len() as Reg - 1
    }

    /// A label that stands nowhere yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(usize::MAX);
        self.labels.len() as Label - 1
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        self.labels[label as usize] = self.lines.len();
    }

    pub fn push(&mut self, op: Op, suffix: Option<Suffix>, to: Option<Arg>, from: &[Arg]) {
        let mut list = [None; 3];
        list.iter_mut().zip(from).for_each(|(slot, arg)| *slot = Some(*arg));
        let pending = match op {
            Op::Cpop | Op::Cmask | Op::Brk | Op::Exit => self.pending.clone(),
            _ => Vec::new(),
        };
        let (more, exits, bound, often, span) = (Vec::new(), false, None, self.often, self.span);
        self.lines.push(Line { op, suffix, to, from: list, more, exits, bound, pending, often, span });
    }

    /// Puts an instruction that writes several registers in front of all.
    pub fn push_first(&mut self, op: Op, to: Arg, more: &[Reg], from: &[Arg]) {
        self.labels.iter_mut().filter(|at| **at != usize::MAX).for_each(|at| *at += 1);
        self.push(op, None, Some(to), from);
        if let Some(line) = self.lines.last_mut() {
            line.more = more.to_vec();
        }
        self.lines.rotate_right(1);
    }

    /// A vector operation into a new register.
    pub fn v(&mut self, op: Op, from: &[Arg]) -> Arg {
        let to = Arg::Reg(self.reg(Class::Vector));
        self.push(op, None, Some(to), from);
        to
    }

    /// A vector operation with a suffix.
    pub fn vs(&mut self, op: Op, suffix: Suffix, from: &[Arg]) -> Arg {
        let to = Arg::Reg(self.reg(Class::Vector));
        self.push(op, Some(suffix), Some(to), from);
        to
    }

    /// A scalar operation into a new register.
    pub fn s(&mut self, op: Op, from: &[Arg]) -> Arg {
        let to = Arg::Reg(self.reg(Class::Scalar));
        self.push(op, None, Some(to), from);
        to
    }

    /// Copies a vector from a vector, a scalar or a number.
    pub fn copy_vector(&mut self, to: Arg, from: Arg) {
        match from {
            Arg::Reg(reg) if self.classes[reg as usize] == Class::Vector => {
                self.push(Op::Or, None, Some(to), &[from, Arg::Number(0)]);
            }
            Arg::Reg(_) => {
                let zero = self.v(Op::Mov, &[Arg::Vector(ZERO)]);
                self.push(Op::Or, None, Some(to), &[zero, from]);
            }
            _ => self.push(Op::Mov, None, Some(to), &[from]),
        }
    }

    /// Copies a scalar from a scalar or a number.
    pub fn copy_scalar(&mut self, to: Arg, from: Arg) {
        match from {
            Arg::Reg(_) => self.push(Op::Sor, None, Some(to), &[from, Arg::Number(0)]),
            _ => self.push(Op::Smov, None, Some(to), &[from]),
        }
    }

    /// Is it a vector register?
    pub fn is_vector(&self, arg: Arg) -> bool {
        matches!(arg, Arg::Reg(reg) if self.classes[reg as usize] == Class::Vector)
    }
}

/// `vc.tid_x`.
pub const TID_X: u8 = 4;
/// `vc.tid_y`.
pub const TID_Y: u8 = 5;
/// `vc.lid_x`.
pub const LID_X: u8 = 6;
/// `vc.lid_y`.
pub const LID_Y: u8 = 7;
/// `vc.zero`.
pub const ZERO: u8 = 8;
/// `vc.mem_idx`.
pub const MEM_IDX: u8 = 10;
/// `vc.mem_data`.
pub const MEM_DATA: u8 = 11;
/// `sc.sd_words`; those of the period are the next two.
pub const SD_WORDS: u8 = 5;
/// `sc.wg_off_x`; that of rows is the next.
pub const GROUP_X: u8 = 2;
