//! A program as plain data: what an assembler or a compiler makes, and what execution, timing and analyses read.
//!
//! The number of an instruction is its place in [`Program::instructions`]; a jump names it. Names of places are kept for
//! people alone.

use alloc::{string::String, vec::Vec};

use lanescope_parts::source::Span;

use super::{Category, Op, OperandKind, Suffix, registers::Special};

/// A register: a kind of which there are some, and a number below [`OperandKind::registers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its kind.
    pub kind: OperandKind,
    /// Its number.
    pub number: u8,
}

impl Register {
    /// The register of this kind and number.
    pub const fn new(kind: OperandKind, number: u8) -> Register {
        Register { kind, number }
    }

    /// What is known of it, if it is a special one.
    pub fn special(self) -> Option<&'static Special> {
        self.kind.specials().get(usize::from(self.number))
    }
}

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Register(Register),
    /// A pattern of 32 bits without a type; the number of a buffer is one.
    Immediate(u32),
    /// The number of an instruction; one behind the last is no instruction.
    Target(u32),
}

impl Operand {
    /// Its kind.
    pub const fn kind(self) -> OperandKind {
        match self {
            Operand::Register(register) => register.kind,
            Operand::Immediate(_) => OperandKind::Immediate,
            Operand::Target(_) => OperandKind::Label,
        }
    }

    /// The register that it is.
    pub const fn register(self) -> Option<Register> {
        match self {
            Operand::Register(register) => Some(register),
            Operand::Immediate(_) | Operand::Target(_) => None,
        }
    }
}

/// What an annotation says of an instruction. Only the analysis of worst cases reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The largest value that a register of the custom stride gets here.
    Value(u32),
    /// The outcomes of a conditional jump: taken so often, then not taken so often, and again; the first is number `start`.
    Branch {
        /// How often it is taken in a row.
        taken: u32,
        /// How often it is not taken in a row.
        not_taken: u32,
        /// Where in this cycle of outcomes it begins.
        start: u32,
    },
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The word after the dot.
    pub suffix: Option<Suffix>,
    /// What stands in the place of the destination; see [`super::Destination`].
    pub destination: Option<Operand>,
    /// The sources, in the places of the table; an optional one may be missing.
    pub sources: [Option<Operand>; 3],
    /// For a store to main memory: the group ends when the store is complete.
    pub exits: bool,
    /// What an annotation says of it.
    pub bound: Option<Bound>,
    /// Where it stands in the text.
    pub span: Span,
}

impl Instruction {
    /// An instruction without operands.
    pub const fn new(op: Op) -> Instruction {
        Instruction {
            op,
            suffix: None,
            destination: None,
            sources: [None; 3],
            exits: false,
            bound: None,
            span: Span::NONE,
        }
    }

    /// The register of a source, if one stands there.
    pub fn source_register(&self, at: usize) -> Option<Register> {
        self.sources.get(at).copied().flatten().and_then(Operand::register)
    }

    /// The immediate of a source, if one stands there.
    pub fn immediate(&self, at: usize) -> Option<u32> {
        match self.sources.get(at) {
            Some(Some(Operand::Immediate(bits))) => Some(*bits),
            _ => None,
        }
    }

    /// Where a jump goes to, or what an entry of the stack names.
    pub fn target(&self) -> Option<u32> {
        self.sources.iter().find_map(|source| match source {
            Some(Operand::Target(to)) => Some(*to),
            _ => None,
        })
    }

    /// Words of each work-item that a linear access of main memory moves.
    pub const fn elements(&self) -> u32 {
        match self.suffix {
            Some(Suffix::Vec2) => 2,
            Some(Suffix::Vec4) => 4,
            _ => 1,
        }
    }

    /// The register that it writes, if it is one, or the first of those.
    pub fn written(&self) -> Option<Register> {
        let written = matches!(self.op.row().destination, super::Destination::Written(_));
        self.destination.filter(|_| written).and_then(Operand::register)
    }
}

/// How the file of a buffer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// `d`: decimal numbers, each loaded as a float.
    Decimal,
    /// `f`: words, the lowest byte first.
    Words,
    /// `n`: no file is read.
    Nothing,
}

impl Contents {
    /// The letter by which it is written.
    pub const fn letter(self) -> char {
        match self {
            Contents::Decimal => 'd',
            Contents::Words => 'f',
            Contents::Nothing => 'n',
        }
    }

    /// The contents whose letter this is.
    pub fn of_letter(letter: char) -> Option<Contents> {
        [Contents::Decimal, Contents::Words, Contents::Nothing]
            .into_iter()
            .find(|contents| contents.letter() == letter)
    }
}

/// A buffer of main memory or of a scratchpad: rows of words without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The number by which instructions name it, below [`super::BUFFERS`].
    pub id: u8,
    /// Its first byte.
    pub address: u32,
    /// Words of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// How its file is read, if the program says so.
    pub contents: Option<Contents>,
    /// The file that the program names.
    pub file: Option<String>,
    /// Where it stands in the text.
    pub span: Span,
}

impl Buffer {
    /// Its words.
    pub const fn words(&self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

/// A named place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name.
    pub name: String,
    /// The instruction behind it; their number if none is.
    pub at: u32,
}

/// What a program needs to halt at words outside of their buffers: the kernel's launch, as the machine cuts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Does it halt at loads? Not if they may go before the condition under which a kernel asks for them.
    pub loads: bool,
    /// Work-items of the kernel's launch.
    pub global: [u32; 3],
    /// Those of a group of the kernel, of which several share one of the machine.
    pub group: [u32; 3],
    /// Columns of the machine's group.
    pub width: u32,
    /// The scratchpad buffer of the memory that a group has in common.
    pub local: u32,
    /// Words of that for each group.
    pub local_words: u32,
}

impl Checked {
    /// The kernel's work-item at a column and a row of the machine's launch: rows of groups stand behind each other, layer by layer.
    pub const fn item(&self, [column, row]: [u32; 2]) -> [u32; 3] {
        let [_, rows, layers] = self.group;
        let blocks = self.global[1].div_ceil(rows);
        let (inside, block) = (row % (rows * layers), row / (rows * layers));
        [column, block % blocks * rows + inside % rows, block / blocks * layers + inside / rows]
    }

    /// From which word of the common memory on, and up to which, is a work-item's own? By its column and row in the machine's group.
    pub fn part(&self, [column, row]: [u32; 2]) -> (i64, i64) {
        let [columns, rows, layers] = self.group;
        let across = self.width / columns;
        let sharer = column / columns + across * (row / (rows * layers));
        let words = i64::from(self.local_words);
        (words * i64::from(sharer), words * i64::from(sharer + 1))
    }
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The instructions; execution begins with the first.
    pub instructions: Vec<Instruction>,
    /// The buffers of main memory, by ascending number.
    pub buffers: Vec<Buffer>,
    /// The buffers of a scratchpad, by ascending number. Each slot for a work-group has a scratchpad of its own.
    pub scratchpads: Vec<Buffer>,
    /// Names of places, in the order of places.
    pub labels: Vec<Label>,
    /// Lines of the text that were left out because of a mistake.
    pub dropped: u32,
    /// What a compiler says of it, by name.
    pub facts: Vec<(String, String)>,
    /// Does it halt at words outside of their buffers?
    pub checked: Option<Checked>,
}

impl Program {
    /// The buffer of main memory with this number.
    pub fn buffer(&self, id: u32) -> Option<&Buffer> {
        self.buffers.iter().find(|buffer| u32::from(buffer.id) == id)
    }

    /// The buffer of a scratchpad with this number.
    pub fn scratchpad(&self, id: u32) -> Option<&Buffer> {
        self.scratchpads.iter().find(|buffer| u32::from(buffer.id) == id)
    }

    /// Has it instructions that write lines to the console?
    pub fn shows(&self) -> bool {
        self.instructions.iter().any(|one| one.op == Op::Ret || one.op.row().category == Category::Debug)
    }
}
