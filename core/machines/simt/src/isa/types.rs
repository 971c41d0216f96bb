//! The words of the instruction set besides the mnemonics: types, spaces, comparisons, special registers, operands.

use core::fmt;

use lanescope_parts::ir;

/// Declares an enum of words of the assembly language.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)+ }

        impl $name {
            /// Every one, in table order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// As it is written.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            /// One line of meaning.
            pub const fn doc(self) -> &'static str {
                match self { $($name::$variant => concat!($($doc),+),)+ }
            }

            /// The one that is written like this.
            pub fn parse(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|word| word.name() == text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

words! {
    /// Where a shuffle reads.
    Shuffle {
        /// At the lane with this number in the segment.
        Index = "idx",
        /// So many lanes below.
        Up = "up",
        /// So many lanes above.
        Down = "down",
        /// At the lane whose number differs in these bits.
        Butterfly = "bfly",
    }
}

impl Shuffle {
    /// As the operation of the IR.
    pub const fn ir(self) -> ir::LaneOp {
        match self {
            Shuffle::Index => ir::LaneOp::Index,
            Shuffle::Up => ir::LaneOp::Up,
            Shuffle::Down => ir::LaneOp::Down,
            Shuffle::Butterfly => ir::LaneOp::Xor,
        }
    }
}

words! {
    /// What a vote asks.
    Vote {
        /// Does it hold in all lanes?
        All = "all",
        /// Does it hold in any lane?
        Any = "any",
        /// Is it the same in all lanes?
        Uni = "uni",
    }
}

words! {
    /// The type that an instruction works on.
    Ty {
        /// A predicate.
        Pred = "pred",
        /// 8 bits without a meaning.
        B8 = "b8",
        /// 16 bits without a meaning.
        B16 = "b16",
        /// 32 bits without a meaning.
        B32 = "b32",
        /// 64 bits without a meaning.
        B64 = "b64",
        /// Unsigned, 8 bits.
        U8 = "u8",
        /// Signed, 8 bits.
        S8 = "s8",
        /// Unsigned, 16 bits.
        U16 = "u16",
        /// Signed, 16 bits.
        S16 = "s16",
        /// Unsigned, 32 bits.
        U32 = "u32",
        /// Signed, 32 bits.
        S32 = "s32",
        /// Unsigned, 64 bits.
        U64 = "u64",
        /// Signed, 64 bits.
        S64 = "s64",
        /// IEEE binary16.
        F16 = "f16",
        /// IEEE binary32.
        F32 = "f32",
        /// IEEE binary64.
        F64 = "f64",
    }
}

/// The three kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bank {
    /// `%r`: 32 bits. Narrower values are held zero-extended, signed or not; `cvt` gives them a sign.
    R,
    /// `%rd`: 64 bits.
    D,
    /// `%p`: one bit in each lane.
    P,
}

impl Ty {
    /// Width in bits: 1 for a predicate.
    pub const fn bits(self) -> u32 {
        match self {
            Ty::Pred => 1,
            Ty::B8 | Ty::U8 | Ty::S8 => 8,
            Ty::B16 | Ty::U16 | Ty::S16 | Ty::F16 => 16,
            Ty::B32 | Ty::U32 | Ty::S32 | Ty::F32 => 32,
            Ty::B64 | Ty::U64 | Ty::S64 | Ty::F64 => 64,
        }
    }

    /// The type of the IR with the same values; the IR's integers have no sign of their own.
    pub const fn ir(self) -> ir::Type {
        match self {
            Ty::Pred => ir::Type::Bool,
            Ty::B8 | Ty::U8 | Ty::S8 => ir::Type::I8,
            Ty::B16 | Ty::U16 | Ty::S16 => ir::Type::I16,
            Ty::B32 | Ty::U32 | Ty::S32 => ir::Type::I32,
            Ty::B64 | Ty::U64 | Ty::S64 => ir::Type::I64,
            Ty::F16 => ir::Type::F16,
            Ty::F32 => ir::Type::F32,
            Ty::F64 => ir::Type::F64,
        }
    }

    /// Size in memory.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// The bits that a value of this type can have.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// Which registers hold it.
    pub const fn bank(self) -> Bank {
        match self.bits() {
            1 => Bank::P,
            64 => Bank::D,
            _ => Bank::R,
        }
    }

    /// `f16`, `f32` or `f64`?
    pub const fn is_float(self) -> bool {
        matches!(self, Ty::F16 | Ty::F32 | Ty::F64)
    }

    /// `s8` to `s64`?
    pub const fn is_signed(self) -> bool {
        matches!(self, Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64)
    }
}

impl Bank {
    /// The prefix of its registers.
    pub const fn prefix(self) -> &'static str {
        match self {
            Bank::R => "%r",
            Bank::D => "%rd",
            Bank::P => "%p",
        }
    }

    /// Width of a register in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Bank::R => 32,
            Bank::D => 64,
            Bank::P => 1,
        }
    }
}

words! {
    /// A state space: which memory an address belongs to.
    Space {
        /// Kernel arguments, the same for every thread, read-only.
        Param = "param",
        /// Buffers, seen by every thread.
        Global = "global",
        /// Read-only buffers and tables.
        Const = "const",
        /// Memory of a work-group; addresses start at 0 in every group.
        Shared = "shared",
        /// Memory of a thread; addresses start at 0 in every thread.
        Local = "local",
    }
}

impl Space {
    /// The space of the language that it implements; parameters count as constant.
    pub const fn ir(self) -> ir::Space {
        match self {
            Space::Global => ir::Space::Global,
            Space::Param | Space::Const => ir::Space::Constant,
            Space::Shared => ir::Space::Local,
            Space::Local => ir::Space::Private,
        }
    }
}

impl From<ir::Space> for Space {
    fn from(space: ir::Space) -> Space {
        match space {
            ir::Space::Global => Space::Global,
            ir::Space::Constant => Space::Const,
            ir::Space::Local => Space::Shared,
            ir::Space::Private => Space::Local,
        }
    }
}

words! {
    /// A comparison. The plain ones are false when an operand is a NaN, those ending in `u` are true.
    Cmp {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Less.
        Lt = "lt",
        /// Less or equal.
        Le = "le",
        /// Greater.
        Gt = "gt",
        /// Greater or equal.
        Ge = "ge",
        /// Equal or unordered.
        Equ = "equ",
        /// Not equal or unordered.
        Neu = "neu",
        /// Less or unordered.
        Ltu = "ltu",
        /// Less, equal or unordered.
        Leu = "leu",
        /// Greater or unordered.
        Gtu = "gtu",
        /// Greater, equal or unordered.
        Geu = "geu",
        /// Neither is a NaN.
        Num = "num",
        /// One is a NaN.
        Nan = "nan",
    }
}

impl Cmp {
    /// Is it for floats only?
    pub const fn float_only(self) -> bool {
        !matches!(self, Cmp::Eq | Cmp::Ne | Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge)
    }
}

words! {
    /// What an atomic does to memory.
    Atom {
        /// memory + b.
        Add = "add",
        /// The smaller one.
        Min = "min",
        /// The larger one.
        Max = "max",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// b.
        Exch = "exch",
        /// memory >= b ? 0 : memory + 1.
        Inc = "inc",
        /// memory == 0 or memory > b ? b : memory - 1.
        Dec = "dec",
    }
}

words! {
    /// A level of the caches.
    CacheLevel {
        /// The core's own.
        First = "L1",
        /// Behind the network.
        Second = "L2",
    }
}

words! {
    /// What a thread can ask about itself and the launch.
    Special {
        /// Position in the group, x.
        TidX = "%tid.x",
        /// Position in the group, y.
        TidY = "%tid.y",
        /// Position in the group, z.
        TidZ = "%tid.z",
        /// Threads of a group, x.
        NtidX = "%ntid.x",
        /// Threads of a group, y.
        NtidY = "%ntid.y",
        /// Threads of a group, z.
        NtidZ = "%ntid.z",
        /// Position of the group, x.
        CtaidX = "%ctaid.x",
        /// Position of the group, y.
        CtaidY = "%ctaid.y",
        /// Position of the group, z.
        CtaidZ = "%ctaid.z",
        /// Groups, x.
        NctaidX = "%nctaid.x",
        /// Groups, y.
        NctaidY = "%nctaid.y",
        /// Groups, z.
        NctaidZ = "%nctaid.z",
        /// Lane in the warp.
        LaneId = "%laneid",
        /// Warp in the group.
        WarpId = "%warpid",
        /// Warps of the group.
        NWarpId = "%nwarpid",
        /// Cycles, the low half; without timing instructions of all warps.
        Clock = "%clock",
        /// The same in 64 bits.
        Clock64 = "%clock64",
    }
}

impl Special {
    /// The register that it is moved to.
    pub const fn bank(self) -> Bank {
        if matches!(self, Special::Clock64) { Bank::D } else { Bank::R }
    }

    /// Is it another one each time?
    pub const fn is_clock(self) -> bool {
        matches!(self, Special::Clock | Special::Clock64)
    }

    /// Is it the same in every lane of a warp?
    pub const fn is_uniform(self) -> bool {
        !matches!(self, Special::TidX | Special::TidY | Special::TidZ | Special::LaneId)
    }
}

/// A register: virtual before allocation, then a register of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg {
    /// Its kind.
    pub bank: Bank,
    /// Its number.
    pub index: u32,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// There is none.
    None,
    /// A register.
    Reg(Reg),
    /// The bits of a constant.
    Imm(u64),
    /// A special register (in `mov` only).
    Special(Special),
}

impl Operand {
    /// The register, if it is one.
    pub const fn reg(self) -> Option<Reg> {
        if let Operand::Reg(reg) = self { Some(reg) } else { None }
    }
}

/// `@%p` or `@!%p`: only the lanes where it holds execute the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Number of the predicate register.
    pub pred: u32,
    /// Must the predicate be false?
    pub negate: bool,
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.bank.prefix(), self.index)
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}%p{}", if self.negate { "!" } else { "" }, self.pred)
    }
}
