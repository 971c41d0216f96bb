//! The forms of packed instructions: a shape, which says the operands, with a type of elements.
//!
//! Where the operands lie in an instruction is the same for all families, so that whoever makes or reads one need not know
//! the mnemonic: the destination in `rd`; one source in `rs1`; of two sources the first in `rs2` and the last in `rs1`; of three
//! `rs2`, `rs3`, `rs1`. Data of a store are in `rs2`, of a scatter in `rs3`. An address has its base in `rs1` and its offset in `imm`;
//! an index register (or the distance of tile rows) is in `rs2`, the mask register of a gather in `rs3`. A number is in `imm`, also
//! the scale of an index in its low two bits, below the offset.
//!
//! x86 style has registers of several widths: [`Inst::width`] says how many bytes. A mask register or a predicate that
//! restricts an instruction is in [`Inst::count`] ([`Guard`]) where [`Inst::masked`] is set.
//!
//! Some operands may be written in several ways (a register or memory, a register or a number). A row of the op table has the
//! shape with registers; [`Shape::instead`] says what the others are.

use easy_ext::ext;
use lanescope_parts::whole_list_names;

use super::{Arg, Elem, FormRow, Inst};

macro_rules! args {
    ($($(#[doc = $doc:literal])+ $arg:ident,)*) => {
        /// An operand that only packed instructions have.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PArg { $($(#[doc = $doc])+ $arg,)* }

        whole_list_names! { ArgNames: Arg, PArg; $($(#[doc = $doc])+ $arg,)* }
    };
}

args! {
    /// x86 register that is written, with a mask register or without.
    Vd,
    /// x86 register in `rs1`; may be memory, or an integer register, where the shape has a form for that.
    V1,
    /// x86 register in `rs2`.
    V2,
    /// x86 register in `rs3`.
    V3,
    /// x86 register in `rs1` that is always 128 bits wide (or 64 in MMX); may be a number where it is a shift count.
    Narrow1,
    /// x86 register of 128 bits that is written.
    NarrowD,
    /// `offset(base)` as the destination, with a mask register or without.
    Place,
    /// Number of 8 bits without sign.
    Number,
    /// Integer register in `rs1` of a shift, or a number.
    Amount,
    /// Mask register that is written.
    Kd,
    /// Mask register in `rs1`; may be an integer register in a move.
    K1,
    /// Mask register in `rs2`.
    K2,
    /// `offset(base, index, scale)` with an index register in `rs2`; of a scatter with its mask.
    Indexed,
    /// Tile that is written.
    Td,
    /// Tile in `rs1`.
    T1,
    /// Tile in `rs3`.
    T3,
    /// Tile in `rs2`.
    T2,
    /// `offset(base, distance)` of the rows of a tile.
    Rows,
    /// Register of Lee's machine that is written; may be a predicate where the shape has a form for that.
    Wd,
    /// Register of Lee's machine in `rs1`.
    W1,
    /// Register of Lee's machine in `rs2`.
    W2,
    /// Register of Lee's machine in `rs3`.
    W3,
    /// Predicate that is written.
    Pd,
    /// Predicate in `rs1`.
    P1,
    /// Predicate in `rs2`.
    P2,
    /// `vpN` or `!vpN`: which elements take part; may be left out.
    Guarded,
}

macro_rules! shapes {
    ($($(#[doc = $doc:literal])+ $name:ident = [$($arg:ident)*];)*) => {
        /// The operands of a packed instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Shape { $($(#[doc = $doc])+ $name,)* }

        impl Shape {
            /// All of them.
            pub const ALL: &'static [Shape] = &[$(Shape::$name),*];

            /// Its operands in the order they are written.
            pub const fn args(self) -> &'static [Arg] {
                match self { $(Shape::$name => &[$(Arg::$arg),*],)* }
            }
        }
    };
}

shapes! {
    /// Textbook style, one source.
    F1 = [Fd F1];
    /// Textbook style, two sources.
    F2 = [Fd F2 F1];
    /// Textbook style, three sources.
    F3 = [Fd F2 F3 F1];
    /// Textbook style load.
    FLoad = [Fd Load];
    /// Textbook style store.
    FStore = [F2 Load];
    /// Textbook style shift by an integer register.
    FShiftX = [Fd F2 Amount];
    /// Textbook style shift by a number.
    FShiftI = [Fd F2 Number];
    /// Textbook style: an integer register into one element.
    FInsert = [Fd X1 Number];
    /// Textbook style: one element to an integer register.
    FExtract = [Xd F1 Number];

    /// One source.
    V1 = [Vd V1];
    /// Memory as the source.
    V1Mem = [Vd Load];
    /// Memory as the destination.
    VStore = [Place V2];
    /// An integer register as the source.
    VFromX = [Vd X1];
    /// An integer register as the destination.
    XFromV = [Xd V1];
    /// Two sources.
    V2 = [Vd V2 V1];
    /// Two sources, the last one memory.
    V2Mem = [Vd V2 Load];
    /// Three sources.
    V3 = [Vd V2 V3 V1];
    /// Three sources, the last one memory.
    V3Mem = [Vd V2 V3 Load];
    /// A comparison to a register.
    VTest = [Vd V2 V1];
    /// A comparison with memory to a register.
    VTestMem = [Vd V2 Load];
    /// A comparison to a mask register.
    KTest = [Kd V2 V1];
    /// A comparison with memory to a mask register.
    KTestMem = [Kd V2 Load];
    /// A shift by the low 64 bits of a register.
    VShift = [Vd V2 Narrow1];
    /// A shift by a number.
    VShiftI = [Vd V2 Number];
    /// One source and a number.
    V1I = [Vd V1 Number];
    /// Two sources and a number.
    V2I = [Vd V2 V1 Number];
    /// The low element of a narrow register, memory or an integer register as the source.
    VSplat = [Vd Narrow1];
    /// An integer register into one element.
    VInsert = [Vd V2 X1 Number];
    /// One element to an integer register.
    VExtract = [Xd V1 Number];
    /// A narrow register into a part.
    VInsertBlock = [Vd V2 Narrow1 Number];
    /// A part to a narrow register.
    VExtractBlock = [NarrowD V1 Number];
    /// Two mask registers.
    K2 = [Kd K2 K1];
    /// One mask register.
    K1 = [Kd K1];
    /// An integer register to a mask register.
    KFromX = [Kd X1];
    /// A mask register to an integer register.
    XFromK = [Xd K1];
    /// Two mask registers to an integer register.
    KAsk = [Xd K2 K1];
    /// A gather whose mask is a register.
    VGather = [Vd Indexed V3];
    /// A gather whose mask is a mask register.
    KGather = [Vd Indexed];
    /// A scatter.
    VScatter = [Indexed V3];

    /// Nothing.
    T0 = [];
    /// Memory alone.
    TConfig = [Load];
    /// A tile alone.
    T1 = [Td];
    /// Three tiles.
    T3 = [Td T2 T1];
    /// Rows of memory to a tile.
    TLoad = [Td Rows];
    /// A tile to rows of memory.
    TStore = [Rows T3];

    /// Lee's machine, no source.
    L0 = [Wd Guarded];
    /// Lee's machine, two sources.
    L2 = [Wd W2 W1 Guarded];
    /// Lee's machine, three sources.
    L3 = [Wd W2 W3 W1 Guarded];
    /// Lee's machine, an integer register as the source.
    LX = [Wd X1 Guarded];
    /// Lee's machine, load.
    LLoad = [Wd Load Guarded];
    /// Lee's machine, store.
    LStore = [W2 Load Guarded];
    /// Lee's machine, a test to a register.
    LTest = [Wd W1 Guarded];
    /// Lee's machine, a test to a predicate.
    LTestP = [Pd W1 Guarded];
    /// Lee's machine, a comparison with an integer register to a predicate.
    LTestX = [Pd W2 X1 Guarded];
    /// Lee's machine, two predicates.
    LP2 = [Pd P2 P1];
}

/// Another way to write an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// `offset(register)` as the last source.
    Memory,
    /// `offset(register)` as the destination.
    ToMemory,
    /// An integer register as the last source.
    FromInteger,
    /// An integer register as the destination.
    ToInteger,
    /// A number as the last source.
    Number,
    /// A mask register or predicate as the destination.
    ToMask,
    /// A mask register that restricts.
    Masked,
}

impl Shape {
    /// The shape with an operand written in another way, if there is one.
    pub const fn instead(self, other: Other) -> Option<Shape> {
        Some(match (self, other) {
            (Shape::V1 | Shape::VSplat, Other::Memory) => Shape::V1Mem,
            (Shape::V1, Other::ToMemory) => Shape::VStore,
            (Shape::V1 | Shape::VSplat, Other::FromInteger) => Shape::VFromX,
            (Shape::V1, Other::ToInteger) => Shape::XFromV,
            (Shape::V2, Other::Memory) => Shape::V2Mem,
            (Shape::V3, Other::Memory) => Shape::V3Mem,
            (Shape::VTest, Other::Memory) => Shape::VTestMem,
            (Shape::VTest, Other::ToMask) => Shape::KTest,
            (Shape::KTest, Other::Memory) => Shape::KTestMem,
            (Shape::VShift, Other::Number) => Shape::VShiftI,
            (Shape::FShiftX, Other::Number) => Shape::FShiftI,
            (Shape::K1, Other::FromInteger) => Shape::KFromX,
            (Shape::K1, Other::ToInteger) => Shape::XFromK,
            (Shape::VGather, Other::Masked) => Shape::KGather,
            (Shape::LTest, Other::ToMask) => Shape::LTestP,
            _ => return None,
        })
    }

    /// Has it a memory operand in place of its last register, or as its destination?
    pub const fn has_memory(self) -> bool {
        matches!(
            self,
            Shape::V1Mem
                | Shape::VStore
                | Shape::V2Mem
                | Shape::V3Mem
                | Shape::VTestMem
                | Shape::KTestMem
                | Shape::FLoad
                | Shape::FStore
                | Shape::LLoad
                | Shape::LStore
                | Shape::TConfig
        )
    }

    /// Does it store its register?
    pub const fn stores(self) -> bool {
        matches!(self, Shape::VStore | Shape::FStore | Shape::LStore | Shape::VScatter | Shape::TStore)
    }

    /// Does it compare to a mask register?
    pub const fn writes_mask(self) -> bool {
        matches!(self, Shape::KTest | Shape::KTestMem)
    }

    /// The form with a type of elements.
    pub const fn of(self, elem: Elem) -> PForm {
        PForm { shape: self, elem }
    }
}

/// A form: operands and a type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PForm {
    /// The operands.
    pub shape: Shape,
    /// The type of the elements.
    pub elem: Elem,
}

const ELEMS: usize = Elem::ALL.len();
const SHAPES: usize = Shape::ALL.len();

static ROWS: [[FormRow; ELEMS]; SHAPES] = {
    let blank = FormRow { suffix: "", bits: 0, args: &[] };
    let mut rows = [[blank; ELEMS]; SHAPES];
    let mut shape = 0;
    while shape < SHAPES {
        let mut elem = 0;
        while elem < ELEMS {
            let (suffix, args) = (Elem::ALL[elem].suffix(), Shape::ALL[shape].args());
            rows[shape][elem] = FormRow { suffix, bits: 0, args };
            elem += 1;
        }
        shape += 1;
    }
    rows
};

impl PForm {
    /// The row of the table of forms.
    pub(super) fn row(self) -> &'static FormRow {
        &ROWS[self.shape as usize][self.elem as usize]
    }
}

/// What restricts an instruction: `{k1}` merges, `{k1}{z}` zeroes; `vp0` and `!vp0` of Lee's machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Number of the mask register or predicate.
    pub register: u8,
    /// Of a mask register: elements that do not take part become 0. Of a predicate: those take part where it is false.
    pub flag: bool,
}

impl Guard {
    /// As [`Inst::count`] has it.
    pub const fn count(self) -> u8 {
        self.register & 7 | (self.flag as u8) << 3
    }
}

/// What restricts an instruction, and what it names.
#[ext(GuardedInst)]
impl Inst {
    /// What restricts it.
    pub fn guard(&self) -> Option<Guard> {
        self.masked.then_some(Guard { register: self.count & 7, flag: self.count & 8 != 0 })
    }

    /// The same instruction, restricted.
    pub fn with_guard(self, guard: Guard) -> Inst {
        Inst { masked: true, count: guard.count(), ..self }
    }

    /// Offset and scale (as a shift) of an index.
    pub fn offset_and_scale(&self) -> (i32, u32) {
        (self.imm >> 2, (self.imm & 3) as u32)
    }

    /// The largest number of an x86 style register in it; 0 without one.
    pub fn highest_wide(&self) -> u8 {
        let number = |arg: &Arg| match *arg {
            Arg::Vd | Arg::NarrowD => self.rd,
            Arg::V1 | Arg::Narrow1 => self.rs1,
            Arg::V2 | Arg::Indexed => self.rs2,
            Arg::V3 => self.rs3,
            _ => 0,
        };
        self.form.row().args.iter().map(number).max().unwrap_or(0)
    }
}

/// What is asked of an operand.
#[ext(PackedArg)]
impl Arg {
    /// Is it an address?
    pub fn names_memory(&self) -> bool {
        matches!(*self, Arg::Load | Arg::Store | Arg::Address | Arg::Place | Arg::Indexed | Arg::Rows)
    }
}
