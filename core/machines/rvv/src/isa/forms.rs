//! The forms of vector instructions, and the operands that only they have.

use easy_ext::ext;
use lanescope_parts::whole_list_names;

use super::{Arg, Form, FormRow, Inst};

macro_rules! args {
    ($($(#[doc = $doc:literal])+ $arg:ident = $bits:expr;)*) => {
        /// An operand of vector instructions as it is written, which is also a field of the word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum VArg { $($(#[doc = $doc])+ $arg,)* }

        whole_list_names! { ArgNames: Arg, VArg; $($(#[doc = $doc])+ $arg,)* }

        impl VArg {
            /// The bits of the word that it takes.
            pub const fn bits(self) -> u32 {
                match self { $(VArg::$arg => $bits,)* }
            }
        }
    };
}

args! {
    /// Vector register that is written (of a store: read), bits 11 to 7.
    Vd = 0x1F << 7;
    /// Vector register, bits 19 to 15.
    V1 = 0x1F << 15;
    /// Vector register, bits 24 to 20.
    V2 = 0x1F << 20;
    /// Number of 5 bits with a sign, bits 19 to 15.
    Simm5 = 0x1F << 15;
    /// Vector type, bits 30 to 20.
    Type11 = 0x7FF << 20;
    /// Vector type, bits 29 to 20.
    Type10 = 0x3FF << 20;
    /// The mask `v0.t`; may be left out. Bit 25 is 0 where it stands.
    Mask = 1 << 25;
    /// The word `v0`, which is always there.
    Carry = 0;
}

impl VArg {
    /// Its bits for an instruction; others are cut off.
    pub fn put(self, inst: &Inst) -> u32 {
        let imm = inst.imm as u32;
        match self {
            VArg::Vd => u32::from(inst.rd) << 7,
            VArg::V1 => u32::from(inst.rs1) << 15,
            VArg::V2 => u32::from(inst.rs2) << 20,
            VArg::Simm5 => imm << 15,
            VArg::Type11 | VArg::Type10 => imm << 20,
            VArg::Mask => u32::from(!inst.masked) << 25,
            VArg::Carry => 0,
        }
    }

    /// Reads it from a word.
    pub fn take(self, word: u32, inst: &mut Inst) {
        match self {
            VArg::Vd => inst.rd = (word >> 7 & 0x1F) as u8,
            VArg::V1 => inst.rs1 = (word >> 15 & 0x1F) as u8,
            VArg::V2 => inst.rs2 = (word >> 20 & 0x1F) as u8,
            VArg::Simm5 => inst.imm = ((word << 12) as i32) >> 27,
            VArg::Type11 => inst.imm = (word >> 20 & 0x7FF) as i32,
            VArg::Type10 => inst.imm = (word >> 20 & 0x3FF) as i32,
            VArg::Mask => inst.masked = word >> 25 & 1 == 0,
            VArg::Carry => {}
        }
    }
}

/// What the second source (`vs1`, bits 19 to 15) of a vector instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// None.
    Nothing,
    /// Elements of a vector register.
    Vector,
    /// An integer register.
    Integer,
    /// A float register.
    Float,
    /// A number in the word.
    Immediate,
}

macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $name:ident = $suffix:literal, $bits:expr, [$($arg:ident)*];)*) => {
        /// A form of vector instructions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum VForm { $($(#[doc = $doc])+ $name,)* }

        whole_list_names! { FormNames: Form, VForm; $($(#[doc = $doc])+ $name,)* }

        /// The row of each in order.
        pub(super) const FORMS: &[FormRow] =
            &[$(FormRow { suffix: $suffix, bits: $bits, args: &[$(Arg::$arg),*] },)*];
    };
}

/// The categories of vector arithmetic (bits 14 to 12).
const OPIVV: u32 = 0 << 12;
const OPFVV: u32 = 1 << 12;
const OPMVV: u32 = 2 << 12;
const OPIVI: u32 = 3 << 12;
const OPIVX: u32 = 4 << 12;
const OPFVF: u32 = 5 << 12;
const OPMVX: u32 = 6 << 12;
const OPCFG: u32 = 7 << 12;
/// The bit that says "not masked".
const VM: u32 = 1 << 25;

forms! {
    /// Length from a register, type in the word.
    SetI = "", OPCFG, [Xd X1 Type11];
    /// Length and type in the word.
    SetII = "", OPCFG | 3 << 30, [Xd Uimm5 Type10];
    /// Length and type from registers.
    SetX = "", OPCFG | 1 << 31, [Xd X1 X2];

    /// Integer, vector and vector.
    IVV = ".vv", OPIVV, [Vd V2 V1 Mask];
    /// Integer, vector and scalar.
    IVX = ".vx", OPIVX, [Vd V2 X1 Mask];
    /// Integer, vector and signed number.
    IVI = ".vi", OPIVI, [Vd V2 Simm5 Mask];
    /// Integer, vector and number without sign.
    IVU = ".vi", OPIVI, [Vd V2 Uimm5 Mask];
    /// Multiply group, vector and vector.
    MVV = ".vv", OPMVV, [Vd V2 V1 Mask];
    /// Multiply group, vector and scalar.
    MVX = ".vx", OPMVX, [Vd V2 X1 Mask];
    /// Float, vector and vector.
    FVV = ".vv", OPFVV, [Vd V2 V1 Mask];
    /// Float, vector and scalar.
    FVF = ".vf", OPFVF, [Vd V2 F1 Mask];
    /// Integer multiply-add, vectors.
    AVV = ".vv", OPMVV, [Vd V1 V2 Mask];
    /// Integer multiply-add with a scalar.
    AVX = ".vx", OPMVX, [Vd X1 V2 Mask];
    /// Float multiply-add, vectors.
    AFVV = ".vv", OPFVV, [Vd V1 V2 Mask];
    /// Float multiply-add with a scalar.
    AFVF = ".vf", OPFVF, [Vd F1 V2 Mask];
    /// Integer, first source twice as wide, vector.
    IWV = ".wv", OPIVV, [Vd V2 V1 Mask];
    /// Integer, first source twice as wide, scalar.
    IWX = ".wx", OPIVX, [Vd V2 X1 Mask];
    /// Integer, first source twice as wide, number.
    IWI = ".wi", OPIVI, [Vd V2 Uimm5 Mask];
    /// Widening add, first source already wide, vector.
    MWV = ".wv", OPMVV, [Vd V2 V1 Mask];
    /// Widening add, first source already wide, scalar.
    MWX = ".wx", OPMVX, [Vd V2 X1 Mask];
    /// Widening float add, first source already wide, vector.
    FWV = ".wv", OPFVV, [Vd V2 V1 Mask];
    /// Widening float add, first source already wide, scalar.
    FWF = ".wf", OPFVF, [Vd V2 F1 Mask];
    /// With carry or choice in v0, vectors.
    IVVM = ".vvm", OPIVV, [Vd V2 V1 Carry];
    /// With carry or choice in v0, scalar.
    IVXM = ".vxm", OPIVX, [Vd V2 X1 Carry];
    /// With carry or choice in v0, number.
    IVIM = ".vim", OPIVI, [Vd V2 Simm5 Carry];
    /// Choice in v0, float scalar.
    FVFM = ".vfm", OPFVF, [Vd V2 F1 Carry];
    /// Carry out without carry in, vectors.
    NVV = ".vv", OPIVV | VM, [Vd V2 V1];
    /// Carry out without carry in, scalar.
    NVX = ".vx", OPIVX | VM, [Vd V2 X1];
    /// Carry out without carry in, number.
    NVI = ".vi", OPIVI | VM, [Vd V2 Simm5];
    /// Copy of a vector.
    MoveV = ".v", OPIVV | VM, [Vd V1];
    /// Copies of a scalar.
    MoveX = ".x", OPIVX | VM, [Vd X1];
    /// Copies of a number.
    MoveI = ".i", OPIVI | VM, [Vd Simm5];
    /// Copies of a float scalar.
    MoveF = ".f", OPFVF | VM, [Vd F1];
    /// Widening integer reduction.
    IVS = ".vs", OPIVV, [Vd V2 V1 Mask];
    /// Integer reduction.
    MVS = ".vs", OPMVV, [Vd V2 V1 Mask];
    /// Float reduction.
    FVS = ".vs", OPFVV, [Vd V2 V1 Mask];
    /// Two masks.
    MM = ".mm", OPMVV | VM, [Vd V2 V1];
    /// One vector or mask, integer.
    MV = "", OPMVV, [Vd V2 Mask];
    /// One vector, float.
    FV = "", OPFVV, [Vd V2 Mask];
    /// No source.
    Id = "", OPMVV, [Vd Mask];
    /// A mask to an integer.
    XM = "", OPMVV, [Xd V2 Mask];
    /// Element 0 to an integer register.
    XV = "", OPMVV | VM, [Xd V2];
    /// Element 0 to a float register.
    FOut = "", OPFVV | VM, [Fd V2];
    /// Element 0 from an integer register.
    VX = "", OPMVX | VM, [Vd X1];
    /// Element 0 from a float register.
    VF = "", OPFVF | VM, [Vd F1];
    /// A vector and a mask that chooses.
    VM_ = ".vm", OPMVV | VM, [Vd V2 V1];
    /// Whole registers.
    Whole = "", OPIVI | VM, [Vd V2];
    /// Unit stride.
    Unit = "", 0, [Vd Address Mask];
    /// Constant stride.
    Strided = "", 2 << 26, [Vd Address X2 Mask];
    /// By index, in any order.
    Unordered = "", 1 << 26, [Vd Address V2 Mask];
    /// By index, in element order.
    Ordered = "", 3 << 26, [Vd Address V2 Mask];
    /// A float function of one vector.
    ZV = ".v", 0, [Vd V2 Mask];
    /// A float function of two vectors.
    ZVV = ".vv", 0, [Vd V2 V1 Mask];
    /// Unit stride, never masked.
    UnitAll = "", VM, [Vd Address];
}

/// What a form says of vector operands.
#[ext(VectorForm)]
impl Form {
    /// What the second source of a vector instruction is.
    pub fn second(self) -> Second {
        let kind = |arg: &Arg| match *arg {
            Arg::V1 => Some(Second::Vector),
            Arg::X1 => Some(Second::Integer),
            Arg::F1 => Some(Second::Float),
            Arg::Simm5 | Arg::Uimm5 => Some(Second::Immediate),
            _ => None,
        };
        self.row().args.iter().find_map(kind).unwrap_or(Second::Nothing)
    }
}
