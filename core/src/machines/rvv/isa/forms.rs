//! The forms of instructions: which operands they are written with, in which order, and which bits of the word each
//! operand takes. A form is shared by many instructions; it adds a suffix to the mnemonic and a few fixed bits.

/// An operand as it is written, which is also a field of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Integer register that is written, bits 11 to 7.
    Xd,
    /// Float register that is written, bits 11 to 7.
    Fd,
    /// Vector register that is written (of a store: read), bits 11 to 7.
    Vd,
    /// Integer register, bits 19 to 15.
    X1,
    /// Float register, bits 19 to 15.
    F1,
    /// Vector register, bits 19 to 15.
    V1,
    /// Integer register, bits 24 to 20.
    X2,
    /// Float register, bits 24 to 20.
    F2,
    /// Vector register, bits 24 to 20.
    V2,
    /// Float register, bits 31 to 27.
    F3,
    /// Signed number of 12 bits, bits 31 to 20.
    Imm12,
    /// Upper 20 bits of a word, bits 31 to 12.
    Upper,
    /// Shift amount of 6 bits.
    Shift6,
    /// Shift amount of 5 bits.
    Shift5,
    /// `offset(register)` of a load or an indirect jump.
    Load,
    /// `offset(register)` of a store.
    Store,
    /// `(register)`.
    Address,
    /// Place of a branch, within 4 KiB.
    Branch,
    /// Place of a jump, within 1 MiB.
    Jump,
    /// A control register, bits 31 to 20.
    Csr,
    /// Number of 5 bits without a sign, bits 19 to 15.
    Uimm5,
    /// Number of 5 bits with a sign, bits 19 to 15.
    Simm5,
    /// Rounding mode; may be left out.
    Rounding,
    /// Vector type, bits 30 to 20.
    Type11,
    /// Vector type, bits 29 to 20.
    Type10,
    /// The mask `v0.t`; may be left out. Bit 25 is 0 where it stands.
    Mask,
    /// The word `v0`, which is always there.
    Carry,
}

impl Arg {
    /// The bits of the word that it takes.
    pub const fn bits(self) -> u32 {
        match self {
            Arg::Xd | Arg::Fd | Arg::Vd => 0x1F << 7,
            Arg::X1 | Arg::F1 | Arg::V1 | Arg::Address | Arg::Uimm5 | Arg::Simm5 => 0x1F << 15,
            Arg::X2 | Arg::F2 | Arg::V2 | Arg::Shift5 => 0x1F << 20,
            Arg::F3 => 0x1F << 27,
            Arg::Imm12 | Arg::Csr => 0xFFF << 20,
            Arg::Upper | Arg::Jump => 0xFFFF_F000,
            Arg::Shift6 => 0x3F << 20,
            Arg::Load => 0xFFF << 20 | 0x1F << 15,
            Arg::Store => 0x7F << 25 | 0x1F << 15 | 0x1F << 7,
            Arg::Branch => 0x7F << 25 | 0x1F << 7,
            Arg::Rounding => 7 << 12,
            Arg::Type11 => 0x7FF << 20,
            Arg::Type10 => 0x3FF << 20,
            Arg::Mask => 1 << 25,
            Arg::Carry => 0,
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

/// A row of the table of forms.
#[derive(Clone, Copy, Debug)]
pub struct FormRow {
    /// What comes behind the mnemonic.
    pub suffix: &'static str,
    /// Fixed bits that the form adds.
    pub bits: u32,
    /// Operands in the order they are written.
    pub args: &'static [Arg],
}

macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $name:ident = $suffix:literal, $bits:expr, [$($arg:ident)*];)*) => {
        /// A form of instructions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Form { $($(#[doc = $doc])+ $name,)* }

        static FORMS: &[FormRow] = &[$(FormRow { suffix: $suffix, bits: $bits, args: &[$(Arg::$arg),*] },)*];
    };
}

/// Fixed bits of a float format: single, double, half.
const S: u32 = 0 << 25;
const D: u32 = 1 << 25;
const H: u32 = 2 << 25;
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
    /// No operands.
    Bare = "", 0, [];
    /// Two integer sources.
    R = "", 0, [Xd X1 X2];
    /// An integer source and a number.
    I = "", 0, [Xd X1 Imm12];
    /// A shift of 64 bits.
    Shift64 = "", 0, [Xd X1 Shift6];
    /// A shift of 32 bits.
    Shift32 = "", 0, [Xd X1 Shift5];
    /// Integer load.
    Load = "", 0, [Xd Load];
    /// Integer store.
    Store = "", 0, [X2 Store];
    /// Float load.
    LoadF = "", 0, [Fd Load];
    /// Float store.
    StoreF = "", 0, [F2 Store];
    /// Conditional branch.
    Branch = "", 0, [X1 X2 Branch];
    /// Jump.
    Jump = "", 0, [Xd Jump];
    /// Upper immediate.
    Upper = "", 0, [Xd Upper];
    /// Control register and integer register.
    Csr = "", 0, [Xd Csr X1];
    /// Control register and number.
    CsrI = "", 0, [Xd Csr Uimm5];
    /// Atomic on 32 bits.
    AmoW = ".w", 2 << 12, [Xd X2 Address];
    /// Atomic on 64 bits.
    AmoD = ".d", 3 << 12, [Xd X2 Address];

    /// Single precision, two sources.
    FS = ".s", S, [Fd F1 F2 Rounding];
    /// Double precision, two sources.
    FD = ".d", D, [Fd F1 F2 Rounding];
    /// Half precision, two sources.
    FH = ".h", H, [Fd F1 F2 Rounding];
    /// Single precision, two sources, exact.
    ES = ".s", S, [Fd F1 F2];
    /// Double precision, two sources, exact.
    ED = ".d", D, [Fd F1 F2];
    /// Half precision, two sources, exact.
    EH = ".h", H, [Fd F1 F2];
    /// Single precision, three sources.
    TS = ".s", S, [Fd F1 F2 F3 Rounding];
    /// Double precision, three sources.
    TD = ".d", D, [Fd F1 F2 F3 Rounding];
    /// Half precision, three sources.
    TH = ".h", H, [Fd F1 F2 F3 Rounding];
    /// Single precision, one source.
    US = ".s", S, [Fd F1 Rounding];
    /// Double precision, one source.
    UD = ".d", D, [Fd F1 Rounding];
    /// Half precision, one source.
    UH = ".h", H, [Fd F1 Rounding];
    /// Single precision, comparison.
    CS = ".s", S, [Xd F1 F2];
    /// Double precision, comparison.
    CD = ".d", D, [Xd F1 F2];
    /// Half precision, comparison.
    CH = ".h", H, [Xd F1 F2];
    /// Single precision to integer.
    XS = ".s", S, [Xd F1 Rounding];
    /// Double precision to integer.
    XD = ".d", D, [Xd F1 Rounding];
    /// Half precision to integer.
    XH = ".h", H, [Xd F1 Rounding];
    /// Integer to single precision.
    IS = ".s", S, [Fd X1 Rounding];
    /// Integer to double precision.
    ID = ".d", D, [Fd X1 Rounding];
    /// Integer to half precision.
    IH = ".h", H, [Fd X1 Rounding];
    /// Kind of a single precision number.
    KS = ".s", S, [Xd F1];
    /// Kind of a double precision number.
    KD = ".d", D, [Xd F1];
    /// Kind of a half precision number.
    KH = ".h", H, [Xd F1];
    /// Bits of a single precision number.
    OutW = ".w", S, [Xd F1];
    /// Bits of a double precision number.
    OutD = ".d", D, [Xd F1];
    /// Bits of a half precision number.
    OutH = ".h", H, [Xd F1];
    /// Single precision number from bits.
    InW = ".w", S, [Fd X1];
    /// Double precision number from bits.
    InD = ".d", D, [Fd X1];
    /// Half precision number from bits.
    InH = ".h", H, [Fd X1];

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

impl Form {
    /// Its row.
    pub fn row(self) -> &'static FormRow {
        &FORMS[self as usize]
    }

    /// What the second source of a vector instruction is.
    pub fn second(self) -> Second {
        let kind = |arg: &Arg| match arg {
            Arg::V1 => Some(Second::Vector),
            Arg::X1 => Some(Second::Integer),
            Arg::F1 => Some(Second::Float),
            Arg::Simm5 | Arg::Uimm5 => Some(Second::Immediate),
            _ => None,
        };
        self.row().args.iter().find_map(kind).unwrap_or(Second::Nothing)
    }

    /// The bits of the word that operands take.
    pub fn field_bits(self) -> u32 {
        self.row().args.iter().fold(0, |bits, arg| bits | arg.bits())
    }
}
