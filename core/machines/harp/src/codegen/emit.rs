//! Instructions one after another: immediates that fit and those that do not (HARP 4.3), copies, choices (HARP 4.7).
//!
//! A choice is a copy and a guarded copy over it. The reference has two guarded copies and the complement of the guard; one predicate and
//! an instruction less do the same. That form is `peephole`.

use lanescope_parts::source::Span;

use super::{
    super::{
        fences::Reach,
        isa::{Arch, Format, Op},
    },
    code::{Class, Code, FRAME, Line, Pseudo, Reg, Special},
    frame::{Framed, Launched, Map},
};

/// Operations with a number, and the same with a register in its place.
const WITH_NUMBER: [(Op, Op); 10] = [
    (Op::Andi, Op::And),
    (Op::Ori, Op::Or),
    (Op::Xori, Op::Xor),
    (Op::Addi, Op::Add),
    (Op::Subi, Op::Sub),
    (Op::Muli, Op::Mul),
    (Op::Divi, Op::Div),
    (Op::Modi, Op::Mod),
    (Op::Shli, Op::Shl),
    (Op::Shri, Op::Shr),
];

/// Writes instructions at the end of a block.
#[derive(Clone, Debug)]
pub struct Emitter {
    /// The machine.
    pub arch: Arch,
    /// The code so far.
    pub code: Code,
    /// The block that is written.
    pub block: usize,
    /// Where the instructions come from.
    pub span: Span,
    /// Address of the launch block.
    pub launch_block: u64,
    /// Are choices and the like written out when values have registers (`peephole`)?
    pub late: bool,
    /// Where the lane has what holds for the whole run.
    pub lane: Reg,
    /// Cores.
    pub cores: u16,
}

/// Does a number fit into the immediate of an operation (HARP 4.3)?
pub fn fits(arch: Arch, format: Format, number: i64) -> bool {
    let bits = arch.immediate_bits(format);
    bits >= 64 || number >> (bits - 1) == 0 || number >> (bits - 1) == -1
}

/// The steps that make a number: `ldi`, and if it does not fit `shli` and `ori` for each further piece (HARP 4.3).
pub fn pieces(arch: Arch, number: i64) -> alloc::vec::Vec<(Op, i64)> {
    if fits(arch, Format::I2, number) {
        return [(Op::Ldi, number)].into();
    }
    // As many bits as a number of three operands has without its sign, but never so many that `ori` would bring in a sign.
    let low_bits = (arch.immediate_bits(Format::I3) - 1).min(arch.immediate_bits(Format::I2) - 1);
    let low_bits = low_bits.min(arch.bits().saturating_sub(arch.immediate_bits(Format::I2)).max(1));
    let (high, low) = (number >> low_bits, number & ((1 << low_bits) - 1));
    let mut steps = pieces(arch, high);
    steps.push((Op::Shli, low_bits.into()));
    steps.extend((low != 0).then_some((Op::Ori, low)));
    steps
}

impl Emitter {
    /// Before the first instruction, with the address of the launch block.
    pub fn new(arch: Arch, launch_block: u64, cores: u16) -> Emitter {
        let (code, span) = (Code::default(), Span::NONE);
        Emitter { arch, code, block: 0, span, launch_block, late: false, lane: FRAME, cores }
    }

    /// Appends an instruction.
    pub fn line(&mut self, guard: Option<Reg>, op: Op, regs: [Reg; 3], number: i64) {
        let line = Line { guard, ..Line::plain(op, regs, number, self.span) };
        self.code.blocks[self.block].lines.push(line);
    }

    /// Appends an instruction that does something beside values.
    pub fn special(&mut self, op: Op, special: Special, number: i64) {
        let line = Line { special: Some(special), ..Line::plain(op, [0; 3], number, self.span) };
        self.code.blocks[self.block].lines.push(line);
    }

    /// A new value in a register.
    pub fn word(&mut self) -> Reg {
        self.code.value(Class::Word)
    }

    /// A new predicate.
    pub fn predicate(&mut self) -> Reg {
        self.code.value(Class::Predicate)
    }

    /// A number in a register.
    pub fn number(&mut self, number: u64) -> Reg {
        let to = self.word();
        for (op, piece) in pieces(self.arch, self.arch.signed(number)) {
            let from = if op == Op::Ldi { 0 } else { to };
            self.line(None, op, [to, from, 0], piece);
        }
        to
    }

    /// An operation on one register.
    pub fn one(&mut self, op: Op, a: Reg) -> Reg {
        let to = self.word();
        self.line(None, op, [to, a, 0], 0);
        to
    }

    /// An operation on two registers.
    pub fn two(&mut self, op: Op, a: Reg, b: Reg) -> Reg {
        let to = self.word();
        self.line(None, op, [to, a, b], 0);
        to
    }

    /// An operation on a register and a number, which goes through a register if it does not fit.
    pub fn with(&mut self, op: Op, a: Reg, number: u64) -> Reg {
        let signed = self.arch.signed(number);
        if fits(self.arch, op.row().format, signed) {
            let to = self.word();
            self.line(None, op, [to, a, 0], signed);
            return to;
        }
        let b = self.number(number);
        let op = WITH_NUMBER.iter().find(|(with, _)| *with == op).map_or(op, |(_, plain)| *plain);
        self.two(op, a, b)
    }

    /// A predicate of a register.
    pub fn test(&mut self, op: Op, a: Reg) -> Reg {
        let to = self.predicate();
        self.line(None, op, [to, a, 0], 0);
        to
    }

    /// A predicate of predicates.
    pub fn logic(&mut self, op: Op, a: Reg, b: Reg) -> Reg {
        let to = self.predicate();
        self.line(None, op, [to, a, b], 0);
        to
    }

    /// The other lanes.
    pub fn not(&mut self, a: Reg) -> Reg {
        self.logic(Op::Notp, a, 0)
    }

    /// Copies a value to one of its class, in the lanes of a guard.
    pub fn copy_to(&mut self, guard: Option<Reg>, to: Reg, from: Reg) {
        match self.code.classes[to as usize] {
            Class::Word => self.line(guard, Op::Ori, [to, from, 0], 0),
            Class::Predicate => self.line(guard, Op::Orp, [to, from, from], 0),
        }
    }

    /// A copy of a value.
    pub fn copy(&mut self, from: Reg) -> Reg {
        let to = self.code.value(self.code.classes[from as usize]);
        self.copy_to(None, to, from);
        to
    }

    /// A value of a class that a pseudo-instruction makes, which asks a predicate.
    fn pseudo(&mut self, pseudo: Pseudo, class: Class, on: Option<Reg>, [yes, no]: [Reg; 2]) -> Reg {
        let to = self.code.value(class);
        let special = Some(Special::Pseudo(pseudo));
        let line = Line { on, special, ..Line::plain(Op::Nop, [to, yes, no], 0, self.span) };
        self.code.blocks[self.block].lines.push(line);
        to
    }

    /// One value where a predicate is true, another elsewhere.
    pub fn choose(&mut self, on: Reg, yes: Reg, no: Reg) -> Reg {
        if self.late {
            let class = self.code.classes[yes as usize];
            return self.pseudo(Pseudo::Select(class), class, Some(on), [yes, no]);
        }
        let to = self.copy(no);
        self.copy_to(Some(on), to, yes);
        to
    }

    /// A predicate as 0 or 1.
    pub fn bit(&mut self, from: Reg) -> Reg {
        if self.late {
            return self.pseudo(Pseudo::Zext, Class::Word, Some(from), [0; 2]);
        }
        let to = self.number(0);
        self.line(Some(from), Op::Ldi, [to, 0, 0], 1);
        to
    }

    /// A constant predicate.
    pub fn truth(&mut self, value: bool) -> Reg {
        if self.late {
            return self.pseudo(Pseudo::Truth(value), Class::Predicate, None, [0; 2]);
        }
        let zero = self.number(0);
        self.test(if value { Op::Iszero } else { Op::Rtop }, zero)
    }

    /// The word at an address and an offset.
    pub fn load(&mut self, base: Reg, offset: u64) -> Reg {
        let (base, offset) = self.near(base, offset);
        let to = self.word();
        self.line(None, Op::Ld, [to, base, 0], offset);
        to
    }

    /// The same in the lanes of a guard; in others it may be anything.
    pub fn load_if(&mut self, guard: Reg, base: Reg, offset: u64) -> Reg {
        let to = self.load(base, offset);
        if let Some(line) = self.last() {
            (line.guard, line.fresh) = (Some(guard), true);
        }
        to
    }

    /// The instruction that was written last.
    fn last(&mut self) -> Option<&mut Line> {
        self.code.blocks[self.block].lines.last_mut()
    }

    /// Says what the access that was written last means.
    pub fn means(&mut self, reach: Reach) {
        if let Some(line) = self.last() {
            line.reach = Some(reach);
        }
    }

    /// Stores a word at an address and an offset, in the lanes of a guard.
    pub fn store(&mut self, guard: Option<Reg>, value: Reg, base: Reg, offset: u64) {
        let (base, offset) = self.near(base, offset);
        self.line(guard, Op::St, [value, base, 0], offset);
    }

    /// A base from which an offset fits.
    fn near(&mut self, base: Reg, offset: u64) -> (Reg, i64) {
        let signed = self.arch.signed(offset);
        if fits(self.arch, Format::I3, signed) {
            return (base, signed);
        }
        (self.with(Op::Addi, base, offset), 0)
    }

    /// Warps of all cores: so many words apart lie rows of which each warp has one.
    pub fn warps(&self) -> u64 {
        u64::from(self.cores) * u64::from(self.arch.warps)
    }

    /// A word of the launch block.
    pub fn launched(&mut self, word: Launched) -> Reg {
        self.launched_at(word.at(self.arch))
    }

    /// The word at an offset of the launch block.
    pub fn launched_at(&mut self, offset: u64) -> Reg {
        let base = self.number(self.launch_block);
        self.load(base, offset)
    }

    /// The word of an argument; `high` for its upper half on words of 32 bits.
    pub fn argument(&mut self, at: u32, high: bool) -> Reg {
        self.launched_at(Map::argument(self.arch, at) + if high { 4 } else { 0 })
    }

    /// A word of the frame.
    pub fn framed(&mut self, word: Framed) -> Reg {
        self.load(self.lane, word.at(self.arch))
    }

    /// Writes a word of the frame.
    pub fn set_framed(&mut self, word: Framed, value: Reg) {
        self.store(None, value, self.lane, word.at(self.arch));
    }
}
