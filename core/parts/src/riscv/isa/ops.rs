//! The op table: every instruction of RV64G once, with mnemonic, fixed bits, forms, class and meaning. An extension has a
//! table of its own with such rows.
//!
//! In a mnemonic `~` is where the form's suffix goes (else it goes to the end), `#` is an element width (8, 16, 32 or
//! 64, in bits 14 to 12 of the word) and `@` a number of registers ([`Isa::count_place`]). In the meanings `a` is the first
//! source, `b` the second and `d` the destination.
//!
//! Beyond RV64G there are half precision (Zfh), compare-and-swap (Zacas), addresses, bits and single bits (Zba, Zbb, Zbs), and
//! conditional zero (Zicond).

use super::{Form, Isa, open::open_enum};

open_enum! {
    /// What an instruction occupies: the key of every latency table.
    Class, Class;
    /// Scalar integer, address, control register.
    Int,
    /// Scalar integer multiply.
    IntMul,
    /// Scalar integer division.
    IntDiv,
    /// Scalar float add, compare, conversion, move.
    Fp,
    /// Scalar float multiply and multiply-add.
    FpMul,
    /// Scalar float division and root.
    FpDiv,
    /// Scalar load.
    Load,
    /// Scalar store.
    Store,
    /// Scalar atomic.
    Atomic,
    /// Branch and jump.
    Branch,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row<X: Isa> {
    /// The instruction.
    pub op: Op<X>,
    /// Its name; what a form fills in stands in braces.
    pub mnemonic: &'static str,
    /// Fixed bits.
    pub bits: u32,
    /// Its forms.
    pub forms: &'static [Form<X>],
    /// What it occupies.
    pub class: Class<X>,
    /// One line of meaning.
    pub doc: &'static str,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $op:ident = $mnemonic:literal, $bits:expr, [$($form:ident)+], $class:ident;)*) => {
        open_enum! {
            /// An instruction, whatever its form.
            Op, Op;
            $($(#[doc = $doc])+ $op,)*
        }

        impl<X: Isa> Op<X> {
            /// Those of RV64G.
            const BASE: &'static [Op<X>] = &[$(Op::$op),*];

            /// Its row.
            pub fn row(self) -> &'static Row<X> {
                match self {
                    $(Op::$op => const {
                        &Row {
                            op: Op::$op,
                            mnemonic: $mnemonic,
                            bits: $bits,
                            forms: &[$(Form::$form),+],
                            class: Class::$class,
                            doc: $crate::base::prose(concat!($($doc),+)),
                        }
                    },)*
                    Op::Ext(op) => X::row(op),
                }
            }
        }
    };
}

/// Bits 31 to 25 and 14 to 12 of an instruction on registers.
const fn r(opcode: u32, funct7: u32, funct3: u32) -> u32 {
    opcode | funct7 << 25 | funct3 << 12
}

/// A float instruction: bits 31 to 27, and bits 24 to 20 where they are fixed, and 14 to 12.
const fn fp(funct5: u32, rs2: u32, funct3: u32) -> u32 {
    0x53 | funct5 << 27 | rs2 << 20 | funct3 << 12
}

ops! {
    /// d = number in the upper 20 bits of a word.
    Lui = "lui", 0x37, [Upper], Int;
    /// d = address of this instruction + number in the upper 20 bits of a word.
    Auipc = "auipc", 0x17, [Upper], Int;
    /// d = address of the next instruction; go to the label.
    Jal = "jal", 0x6F, [Jump], Branch;
    /// d = address of the next instruction; go to register + number.
    Jalr = "jalr", 0x67, [Load], Branch;
    /// Go to the label if a = b.
    Beq = "beq", r(0x63, 0, 0), [Branch], Branch;
    /// Go to the label if a differs from b.
    Bne = "bne", r(0x63, 0, 1), [Branch], Branch;
    /// Go to the label if a < b.
    Blt = "blt", r(0x63, 0, 4), [Branch], Branch;
    /// Go to the label if a >= b.
    Bge = "bge", r(0x63, 0, 5), [Branch], Branch;
    /// Go to the label if a < b without sign.
    Bltu = "bltu", r(0x63, 0, 6), [Branch], Branch;
    /// Go to the label if a >= b without sign.
    Bgeu = "bgeu", r(0x63, 0, 7), [Branch], Branch;
    /// d = 8 bits with sign of memory.
    Lb = "lb", r(0x03, 0, 0), [Load], Load;
    /// d = 16 bits with sign of memory.
    Lh = "lh", r(0x03, 0, 1), [Load], Load;
    /// d = 32 bits with sign of memory.
    Lw = "lw", r(0x03, 0, 2), [Load], Load;
    /// d = 64 bits of memory.
    Ld = "ld", r(0x03, 0, 3), [Load], Load;
    /// d = 8 bits without sign of memory.
    Lbu = "lbu", r(0x03, 0, 4), [Load], Load;
    /// d = 16 bits without sign of memory.
    Lhu = "lhu", r(0x03, 0, 5), [Load], Load;
    /// d = 32 bits without sign of memory.
    Lwu = "lwu", r(0x03, 0, 6), [Load], Load;
    /// 8 bits of memory = the register.
    Sb = "sb", r(0x23, 0, 0), [Store], Store;
    /// 16 bits of memory = the register.
    Sh = "sh", r(0x23, 0, 1), [Store], Store;
    /// 32 bits of memory = the register.
    Sw = "sw", r(0x23, 0, 2), [Store], Store;
    /// 64 bits of memory = the register.
    Sd = "sd", r(0x23, 0, 3), [Store], Store;
    /// d = a + number.
    Addi = "addi", r(0x13, 0, 0), [I], Int;
    /// d = a < number.
    Slti = "slti", r(0x13, 0, 2), [I], Int;
    /// d = a < number without sign.
    Sltiu = "sltiu", r(0x13, 0, 3), [I], Int;
    /// d = a exclusive or number.
    Xori = "xori", r(0x13, 0, 4), [I], Int;
    /// d = a or number.
    Ori = "ori", r(0x13, 0, 6), [I], Int;
    /// d = a and number.
    Andi = "andi", r(0x13, 0, 7), [I], Int;
    /// d = a shifted left.
    Slli = "slli", r(0x13, 0, 1), [Shift64], Int;
    /// d = a shifted right, zeros in.
    Srli = "srli", r(0x13, 0, 5), [Shift64], Int;
    /// d = a shifted right, sign in.
    Srai = "srai", r(0x13, 32, 5), [Shift64], Int;
    /// d = a + number, 32 bits with sign.
    Addiw = "addiw", r(0x1B, 0, 0), [I], Int;
    /// d = a shifted left, 32 bits with sign.
    Slliw = "slliw", r(0x1B, 0, 1), [Shift32], Int;
    /// d = a shifted right, zeros in, 32 bits with sign.
    Srliw = "srliw", r(0x1B, 0, 5), [Shift32], Int;
    /// d = a shifted right, sign in, 32 bits with sign.
    Sraiw = "sraiw", r(0x1B, 32, 5), [Shift32], Int;
    /// d = a + b.
    Add = "add", r(0x33, 0, 0), [R], Int;
    /// d = a - b.
    Sub = "sub", r(0x33, 32, 0), [R], Int;
    /// d = a shifted left by b.
    Sll = "sll", r(0x33, 0, 1), [R], Int;
    /// d = a < b.
    Slt = "slt", r(0x33, 0, 2), [R], Int;
    /// d = a < b without sign.
    Sltu = "sltu", r(0x33, 0, 3), [R], Int;
    /// d = a exclusive or b.
    Xor = "xor", r(0x33, 0, 4), [R], Int;
    /// d = a shifted right by b, zeros in.
    Srl = "srl", r(0x33, 0, 5), [R], Int;
    /// d = a shifted right by b, sign in.
    Sra = "sra", r(0x33, 32, 5), [R], Int;
    /// d = a or b.
    Or = "or", r(0x33, 0, 6), [R], Int;
    /// d = a and b.
    And = "and", r(0x33, 0, 7), [R], Int;
    /// d = low half of a * b.
    Mul = "mul", r(0x33, 1, 0), [R], IntMul;
    /// d = high half of a * b.
    Mulh = "mulh", r(0x33, 1, 1), [R], IntMul;
    /// d = high half of a * b, b without sign.
    Mulhsu = "mulhsu", r(0x33, 1, 2), [R], IntMul;
    /// d = high half of a * b without signs.
    Mulhu = "mulhu", r(0x33, 1, 3), [R], IntMul;
    /// d = a / b; -1 when b is 0.
    Div = "div", r(0x33, 1, 4), [R], IntDiv;
    /// d = a / b without signs; all ones when b is 0.
    Divu = "divu", r(0x33, 1, 5), [R], IntDiv;
    /// d = a modulo b; a when b is 0.
    Rem = "rem", r(0x33, 1, 6), [R], IntDiv;
    /// d = a modulo b without signs; a when b is 0.
    Remu = "remu", r(0x33, 1, 7), [R], IntDiv;
    /// d = a + b, 32 bits with sign.
    Addw = "addw", r(0x3B, 0, 0), [R], Int;
    /// d = a - b, 32 bits with sign.
    Subw = "subw", r(0x3B, 32, 0), [R], Int;
    /// d = a shifted left by b, 32 bits with sign.
    Sllw = "sllw", r(0x3B, 0, 1), [R], Int;
    /// d = a shifted right by b, zeros in, 32 bits with sign.
    Srlw = "srlw", r(0x3B, 0, 5), [R], Int;
    /// d = a shifted right by b, sign in, 32 bits with sign.
    Sraw = "sraw", r(0x3B, 32, 5), [R], Int;
    /// d = a * b, 32 bits with sign.
    Mulw = "mulw", r(0x3B, 1, 0), [R], IntMul;
    /// d = a / b, 32 bits with sign.
    Divw = "divw", r(0x3B, 1, 4), [R], IntDiv;
    /// d = a / b without signs, 32 bits with sign.
    Divuw = "divuw", r(0x3B, 1, 5), [R], IntDiv;
    /// d = a modulo b, 32 bits with sign.
    Remw = "remw", r(0x3B, 1, 6), [R], IntDiv;
    /// d = a modulo b without signs, 32 bits with sign.
    Remuw = "remuw", r(0x3B, 1, 7), [R], IntDiv;
    /// Earlier memory accesses come before later ones.
    Fence = "fence", 0x0FF0000F, [Bare], Int;
    /// As `fence`, but for a store before a load.
    FenceTso = "fence.tso", 0x8330_000F, [Bare], Int;
    /// Instructions that were stored are executed from now on.
    FenceI = "fence.i", 0x0000_100F, [Bare], Int;
    /// The program ends.
    Ecall = "ecall", 0x73, [Bare], Branch;
    /// The program stops with an error.
    Ebreak = "ebreak", 0x0010_0073, [Bare], Branch;
    /// d = control register, then control register = a.
    Csrrw = "csrrw", r(0x73, 0, 1), [Csr], Int;
    /// d = control register, then control register or= a.
    Csrrs = "csrrs", r(0x73, 0, 2), [Csr], Int;
    /// d = control register, then control register and= not a.
    Csrrc = "csrrc", r(0x73, 0, 3), [Csr], Int;
    /// d = control register, then control register = number.
    Csrrwi = "csrrwi", r(0x73, 0, 5), [CsrI], Int;
    /// d = control register, then control register or= number.
    Csrrsi = "csrrsi", r(0x73, 0, 6), [CsrI], Int;
    /// d = control register, then control register and= not number.
    Csrrci = "csrrci", r(0x73, 0, 7), [CsrI], Int;
    /// d = memory, then memory = memory + a, in one step.
    Amoadd = "amoadd", r(0x2F, 0 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = a, in one step.
    Amoswap = "amoswap", r(0x2F, 1 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = memory exclusive or a, in one step.
    Amoxor = "amoxor", r(0x2F, 4 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = memory or a, in one step.
    Amoor = "amoor", r(0x2F, 8 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = memory and a, in one step.
    Amoand = "amoand", r(0x2F, 12 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = the smaller, in one step.
    Amomin = "amomin", r(0x2F, 16 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = the larger, in one step.
    Amomax = "amomax", r(0x2F, 20 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = the smaller without sign, in one step.
    Amominu = "amominu", r(0x2F, 24 << 2, 0), [AmoW AmoD], Atomic;
    /// d = memory, then memory = the larger without sign, in one step.
    Amomaxu = "amomaxu", r(0x2F, 28 << 2, 0), [AmoW AmoD], Atomic;

    /// If memory = d: memory = a; d = memory before, in one step (Zacas).
    Amocas = "amocas", r(0x2F, 5 << 2, 0), [AmoW AmoD], Atomic;

    /// d = memory, which is watched until the next `sc`.
    Lr = "lr", r(0x2F, 2 << 2, 0), [LrW LrD], Atomic;
    /// If nobody has changed memory since `lr`: memory = a, d = 0; else d = 1.
    Sc = "sc", r(0x2F, 3 << 2, 0), [AmoW AmoD], Atomic;

    /// d = low word of a without sign + b (Zba).
    AddUw = "add.uw", r(0x3B, 4, 0), [R], Int;
    /// d = 2 a + b (Zba).
    Sh1add = "sh1add", r(0x33, 16, 2), [R], Int;
    /// d = 4 a + b (Zba).
    Sh2add = "sh2add", r(0x33, 16, 4), [R], Int;
    /// d = 8 a + b (Zba).
    Sh3add = "sh3add", r(0x33, 16, 6), [R], Int;
    /// d = 2 times the low word of a without sign + b (Zba).
    Sh1addUw = "sh1add.uw", r(0x3B, 16, 2), [R], Int;
    /// d = 4 times the low word of a without sign + b (Zba).
    Sh2addUw = "sh2add.uw", r(0x3B, 16, 4), [R], Int;
    /// d = 8 times the low word of a without sign + b (Zba).
    Sh3addUw = "sh3add.uw", r(0x3B, 16, 6), [R], Int;
    /// d = low word of a without sign, shifted left (Zba).
    SlliUw = "slli.uw", r(0x1B, 4, 1), [Shift64], Int;
    /// d = a and not b (Zbb).
    Andn = "andn", r(0x33, 32, 7), [R], Int;
    /// d = a or not b (Zbb).
    Orn = "orn", r(0x33, 32, 6), [R], Int;
    /// d = not (a exclusive or b) (Zbb).
    Xnor = "xnor", r(0x33, 32, 4), [R], Int;
    /// d = number of zeros above the highest one of a (Zbb).
    Clz = "clz", r(0x13, 48, 1), [One], Int;
    /// d = number of zeros below the lowest one of a (Zbb).
    Ctz = "ctz", r(0x13, 48, 1) | 1 << 20, [One], Int;
    /// d = number of ones of a (Zbb).
    Cpop = "cpop", r(0x13, 48, 1) | 2 << 20, [One], Int;
    /// d = number of zeros above the highest one of the low word of a (Zbb).
    Clzw = "clzw", r(0x1B, 48, 1), [One], Int;
    /// d = number of zeros below the lowest one of the low word of a (Zbb).
    Ctzw = "ctzw", r(0x1B, 48, 1) | 1 << 20, [One], Int;
    /// d = number of ones of the low word of a (Zbb).
    Cpopw = "cpopw", r(0x1B, 48, 1) | 2 << 20, [One], Int;
    /// d = the larger of a and b (Zbb).
    Max = "max", r(0x33, 5, 6), [R], Int;
    /// d = the larger of a and b without signs (Zbb).
    Maxu = "maxu", r(0x33, 5, 7), [R], Int;
    /// d = the smaller of a and b (Zbb).
    Min = "min", r(0x33, 5, 4), [R], Int;
    /// d = the smaller of a and b without signs (Zbb).
    Minu = "minu", r(0x33, 5, 5), [R], Int;
    /// d = low byte of a with its sign (Zbb).
    SextB = "sext.b", r(0x13, 48, 1) | 4 << 20, [One], Int;
    /// d = low 16 bits of a with their sign (Zbb).
    SextH = "sext.h", r(0x13, 48, 1) | 5 << 20, [One], Int;
    /// d = low 16 bits of a without sign (Zbb).
    ZextH = "zext.h", r(0x3B, 4, 4), [One], Int;
    /// d = a turned left by b (Zbb).
    Rol = "rol", r(0x33, 48, 1), [R], Int;
    /// d = a turned right by b (Zbb).
    Ror = "ror", r(0x33, 48, 5), [R], Int;
    /// d = a turned right by a number (Zbb).
    Rori = "rori", r(0x13, 48, 5), [Shift64], Int;
    /// d = low word of a turned left by b, with sign (Zbb).
    Rolw = "rolw", r(0x3B, 48, 1), [R], Int;
    /// d = low word of a turned right by b, with sign (Zbb).
    Rorw = "rorw", r(0x3B, 48, 5), [R], Int;
    /// d = low word of a turned right by a number, with sign (Zbb).
    Roriw = "roriw", r(0x1B, 48, 5), [Shift32], Int;
    /// d = a with all bits of each byte set that is not 0 (Zbb).
    OrcB = "orc.b", r(0x13, 20, 5) | 7 << 20, [One], Int;
    /// d = the bytes of a the other way round (Zbb).
    Rev8 = "rev8", r(0x13, 53, 5) | 24 << 20, [One], Int;
    /// d = a with bit b cleared (Zbs).
    Bclr = "bclr", r(0x33, 36, 1), [R], Int;
    /// d = a with a bit cleared (Zbs).
    Bclri = "bclri", r(0x13, 36, 1), [Shift64], Int;
    /// d = bit b of a (Zbs).
    Bext = "bext", r(0x33, 36, 5), [R], Int;
    /// d = a bit of a (Zbs).
    Bexti = "bexti", r(0x13, 36, 5), [Shift64], Int;
    /// d = a with bit b turned over (Zbs).
    Binv = "binv", r(0x33, 52, 1), [R], Int;
    /// d = a with a bit turned over (Zbs).
    Binvi = "binvi", r(0x13, 52, 1), [Shift64], Int;
    /// d = a with bit b set (Zbs).
    Bset = "bset", r(0x33, 20, 1), [R], Int;
    /// d = a with a bit set (Zbs).
    Bseti = "bseti", r(0x13, 20, 1), [Shift64], Int;
    /// d = 0 if b is 0, else a (Zicond).
    CzeroEqz = "czero.eqz", r(0x33, 7, 5), [R], Int;
    /// d = a if b is 0, else 0 (Zicond).
    CzeroNez = "czero.nez", r(0x33, 7, 7), [R], Int;

    /// d = half precision number of memory.
    Flh = "flh", r(0x07, 0, 1), [LoadF], Load;
    /// d = single precision number of memory.
    Flw = "flw", r(0x07, 0, 2), [LoadF], Load;
    /// d = double precision number of memory.
    Fld = "fld", r(0x07, 0, 3), [LoadF], Load;
    /// Memory = half precision number.
    Fsh = "fsh", r(0x27, 0, 1), [StoreF], Store;
    /// Memory = single precision number.
    Fsw = "fsw", r(0x27, 0, 2), [StoreF], Store;
    /// Memory = double precision number.
    Fsd = "fsd", r(0x27, 0, 3), [StoreF], Store;
    /// d = a * b + c, rounded once.
    Fmadd = "fmadd", 0x43, [TS TD TH], FpMul;
    /// d = a * b - c, rounded once.
    Fmsub = "fmsub", 0x47, [TS TD TH], FpMul;
    /// d = -(a * b) + c, rounded once.
    Fnmsub = "fnmsub", 0x4B, [TS TD TH], FpMul;
    /// d = -(a * b) - c, rounded once.
    Fnmadd = "fnmadd", 0x4F, [TS TD TH], FpMul;
    /// d = a + b.
    Fadd = "fadd", fp(0, 0, 0), [FS FD FH], Fp;
    /// d = a - b.
    Fsub = "fsub", fp(1, 0, 0), [FS FD FH], Fp;
    /// d = a * b.
    Fmul = "fmul", fp(2, 0, 0), [FS FD FH], FpMul;
    /// d = a / b.
    Fdiv = "fdiv", fp(3, 0, 0), [FS FD FH], FpDiv;
    /// d = square root of a.
    Fsqrt = "fsqrt", fp(11, 0, 0), [US UD UH], FpDiv;
    /// d = a with the sign of b.
    Fsgnj = "fsgnj", fp(4, 0, 0), [ES ED EH], Fp;
    /// d = a with the other sign of b.
    Fsgnjn = "fsgnjn", fp(4, 0, 1), [ES ED EH], Fp;
    /// d = a with the product of both signs.
    Fsgnjx = "fsgnjx", fp(4, 0, 2), [ES ED EH], Fp;
    /// d = the smaller; the other one if one is a NaN.
    Fmin = "fmin", fp(5, 0, 0), [ES ED EH], Fp;
    /// d = the larger; the other one if one is a NaN.
    Fmax = "fmax", fp(5, 0, 1), [ES ED EH], Fp;
    /// d = a = b.
    Feq = "feq", fp(20, 0, 2), [CS CD CH], Fp;
    /// d = a < b.
    Flt = "flt", fp(20, 0, 1), [CS CD CH], Fp;
    /// d = a <= b.
    Fle = "fle", fp(20, 0, 0), [CS CD CH], Fp;
    /// d = kind of number, one bit for each of ten.
    Fclass = "fclass", fp(28, 0, 1), [KS KD KH], Fp;
    /// d = a as a whole number of 32 bits with sign.
    FcvtToW = "fcvt.w", fp(24, 0, 0), [XS XD XH], Fp;
    /// d = a as a whole number of 32 bits without sign.
    FcvtToWu = "fcvt.wu", fp(24, 1, 0), [XS XD XH], Fp;
    /// d = a as a whole number of 64 bits with sign.
    FcvtToL = "fcvt.l", fp(24, 2, 0), [XS XD XH], Fp;
    /// d = a as a whole number of 64 bits without sign.
    FcvtToLu = "fcvt.lu", fp(24, 3, 0), [XS XD XH], Fp;
    /// d = a, a whole number of 32 bits with sign, as float.
    FcvtFromW = "fcvt~.w", fp(26, 0, 0), [IS ID IH], Fp;
    /// d = a, a whole number of 32 bits without sign, as float.
    FcvtFromWu = "fcvt~.wu", fp(26, 1, 0), [IS ID IH], Fp;
    /// d = a, a whole number of 64 bits with sign, as float.
    FcvtFromL = "fcvt~.l", fp(26, 2, 0), [IS ID IH], Fp;
    /// d = a, a whole number of 64 bits without sign, as float.
    FcvtFromLu = "fcvt~.lu", fp(26, 3, 0), [IS ID IH], Fp;
    /// d = a, a single precision number, in the other format.
    FcvtFromSp = "fcvt~.s", fp(8, 0, 0), [UD UH], Fp;
    /// d = a, a double precision number, in the other format.
    FcvtFromDp = "fcvt~.d", fp(8, 1, 0), [US UH], Fp;
    /// d = a, a half precision number, in the other format.
    FcvtFromHp = "fcvt~.h", fp(8, 2, 0), [US UD], Fp;
    /// d = the bits of a, with sign.
    FmvX = "fmv.x", fp(28, 0, 0), [OutW OutD OutH], Fp;
    /// d = the float with the bits of a.
    FmvF = "fmv~.x", fp(30, 0, 0), [InW InD InH], Fp;
}

impl<X: Isa> Op<X> {
    /// The rows of all instructions, those of RV64G first.
    pub fn rows() -> impl Iterator<Item = &'static Row<X>> {
        Op::BASE.iter().map(|op: &Op<X>| op.row()).chain(X::OPS)
    }

    /// Its class.
    pub fn class(self) -> Class<X> {
        self.row().class
    }

    /// Does its mnemonic name an element width?
    pub fn has_width(self) -> bool {
        self.row().mnemonic.contains('#')
    }

    /// Does its mnemonic name a number of registers?
    pub fn has_count(self) -> bool {
        self.row().mnemonic.contains('@')
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Plain, *};

    #[test]
    fn rows_belong_to_their_ops() {
        assert!(Op::<Plain>::BASE.iter().all(|op| op.row().op == *op));
    }
}
