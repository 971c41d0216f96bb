//! The forms of instructions: which operands they are written with, in which order, and which bits of the word each
//! operand takes. A form is shared by many instructions; it adds a suffix to the mnemonic and a few fixed bits.

use super::{Isa, open::open_enum};

open_enum! {
    /// An operand as it is written, which is also a field of the word.
    Arg, Arg;
    /// Integer register that is written, bits 11 to 7.
    Xd,
    /// Float register that is written, bits 11 to 7.
    Fd,
    /// Integer register, bits 19 to 15.
    X1,
    /// Float register, bits 19 to 15.
    F1,
    /// Integer register, bits 24 to 20.
    X2,
    /// Float register, bits 24 to 20.
    F2,
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
    /// Rounding mode; may be left out.
    Rounding,
}

impl<X: Isa> Arg<X> {
    /// The bits of the word that it takes.
    pub fn bits(self) -> u32 {
        match self {
            Arg::Xd | Arg::Fd => 0x1F << 7,
            Arg::X1 | Arg::F1 | Arg::Address | Arg::Uimm5 => 0x1F << 15,
            Arg::X2 | Arg::F2 | Arg::Shift5 => 0x1F << 20,
            Arg::F3 => 0x1F << 27,
            Arg::Imm12 | Arg::Csr => 0xFFF << 20,
            Arg::Upper | Arg::Jump => 0xFFFF_F000,
            Arg::Shift6 => 0x3F << 20,
            Arg::Load => 0xFFF << 20 | 0x1F << 15,
            Arg::Store => 0x7F << 25 | 0x1F << 15 | 0x1F << 7,
            Arg::Branch => 0x7F << 25 | 0x1F << 7,
            Arg::Rounding => 7 << 12,
            Arg::Ext(arg) => X::bits(arg),
        }
    }
}

/// A row of the table of forms.
#[derive(Clone, Copy, Debug)]
pub struct FormRow<X: Isa> {
    /// What comes behind the mnemonic.
    pub suffix: &'static str,
    /// Fixed bits that the form adds.
    pub bits: u32,
    /// Operands in the order they are written.
    pub args: &'static [Arg<X>],
}

macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $name:ident = $suffix:literal, $bits:expr, [$($arg:ident)*];)*) => {
        open_enum! {
            /// A form of instructions.
            Form, Form;
            $($(#[doc = $doc])+ $name,)*
        }

        impl<X: Isa> Form<X> {
            /// Its row.
            pub fn row(self) -> &'static FormRow<X> {
                match self {
                    $(Form::$name => const {
                        &FormRow { suffix: $suffix, bits: $bits, args: &[$(Arg::$arg),*] }
                    },)*
                    Form::Ext(form) => X::form(form),
                }
            }
        }
    };
}

/// Fixed bits of a float format: single, double, half.
const S: u32 = 0 << 25;
const D: u32 = 1 << 25;
const H: u32 = 2 << 25;

forms! {
    /// No operands.
    Bare = "", 0, [];
    /// Two integer sources.
    R = "", 0, [Xd X1 X2];
    /// An integer source and a number.
    I = "", 0, [Xd X1 Imm12];
    /// One integer source.
    One = "", 0, [Xd X1];
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
    /// Load-reserved of 32 bits.
    LrW = ".w", 2 << 12, [Xd Address];
    /// Load-reserved of 64 bits.
    LrD = ".d", 3 << 12, [Xd Address];
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
}

impl<X: Isa> Form<X> {
    /// The bits of the word that operands take.
    pub fn field_bits(self) -> u32 {
        self.row().args.iter().fold(0, |bits, arg| bits | arg.bits())
    }
}
