//! The op table: every packed instruction once. Its columns are the mnemonic (the form's type of elements comes behind it),
//! the first generation that has it (later ones of x86 style have it too; a type of elements and a width of registers may come
//! later: [`super::generation`]), the operands with the types of elements, the class that timing goes by, and what it does.
//!
//! x86 style mnemonics have the `v` of the later generations in all of them; assembly reads those of the earlier ones
//! (`paddb`, `movaps`) too. There are no binary forms, and lengths of x86 instructions are not modelled: every instruction takes 4
//! bytes (hp_ch4 does not say them).
//!
//! Beyond the documents: products of whole numbers and conversions in the textbook style (`pmul`, `pcvtf`, `pcvtz`), and comparisons by
//! its rule that each double precision instruction has a `4D` form.

use easy_ext::ext;
use lanescope_parts::whole_list_names;

use super::{
    Align, Class, Elem, FmaForm, Form, Generation, Lane, One, Op, PForm, Row, Shape, Shift, Test, Work,
};

macro_rules! classes {
    ($($(#[doc = $doc:literal])+ $class:ident,)*) => {
        /// What a packed instruction occupies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        pub enum PClass { $($(#[doc = $doc])+ $class,)* }

        whole_list_names! { ClassNames: Class, PClass; $($(#[doc = $doc])+ $class,)* }
    };
}

classes! {
    /// Packed whole numbers: add, compare, logic, shift, move.
    PInt,
    /// Packed multiply of whole numbers.
    PMul,
    /// Moves of elements across a register.
    PShuffle,
    /// Packed float add, compare, conversion.
    PFpAdd,
    /// Packed float multiply.
    PFpMul,
    /// Packed float multiply-add.
    PFpMad,
    /// Packed float division and root.
    PFpDiv,
    /// Mask registers and predicates.
    PMask,
    /// Packed load.
    PLoad,
    /// Packed store.
    PStore,
    /// Gather.
    PGather,
    /// Scatter.
    PScatter,
    /// Shape of tiles, release, zero.
    TConfig,
    /// Tile load.
    TLoad,
    /// Tile store.
    TStore,
    /// Product of tiles.
    TMul,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $op:ident = $mnemonic:literal, $first:ident,
        $shape:ident [$($elem:ident)+], $class:ident, $work:expr;)*) => {
        /// A packed instruction, whatever its form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum POp { $($(#[doc = $doc])+ $op,)* }

        whole_list_names! { OpNames: Op, POp; $($(#[doc = $doc])+ $op,)* }

        /// Every packed instruction.
        pub const TABLE: &[Row] = &[$(Row {
            op: Op::$op,
            mnemonic: $mnemonic,
            bits: 0,
            forms: &[$(Form::Ext(PForm { shape: Shape::$shape, elem: Elem::$elem })),+],
            class: Class::$class,
            doc: lanescope_parts::base::prose(concat!($($doc),+)),
        },)*];

        impl POp {
            /// All of them.
            pub const ALL: &'static [POp] = &[$(POp::$op),*];

            /// The first generation that has it.
            pub const fn first(self) -> Generation {
                match self { $(POp::$op => Generation::$first,)* }
            }

            /// What it does: read from a list, for it is asked with each instruction that is executed.
            #[inline]
            pub const fn work(self) -> Work {
                const WORKS: &[Work] = &[$($work),*];
                WORKS[self as usize]
            }

            /// Its operands, all in registers.
            pub const fn shape(self) -> Shape {
                match self { $(POp::$op => Shape::$shape,)* }
            }
        }
    };
}

const fn lanes(lane: Lane) -> Work {
    Work::Lanes(lane)
}

const fn fused(product: bool, addend: bool) -> Work {
    Work::Fused(FmaForm::Four, product, addend)
}

ops! {
    /// d = 256 bits of memory.
    Fldp = "fld", Rvp, FLoad [B32 H16 W8 D4 F8S Q2], PLoad, Work::Move(Align::Setting);
    /// 256 bits of memory = the register.
    Fsdp = "fsd", Rvp, FStore [B32 H16 W8 D4 F8S Q2], PStore, Work::Move(Align::Setting);
    /// d = a.
    Fmvp = "fmv", Rvp, F1 [B32 H16 W8 D4 F8S Q2], PInt, Work::Move(Align::Never);
    /// d = a + b.
    Faddp = "fadd", Rvp, F2 [F16H F8S F4D], PFpAdd, lanes(Lane::FAdd);
    /// d = a - b.
    Fsubp = "fsub", Rvp, F2 [F16H F8S F4D], PFpAdd, lanes(Lane::FSub);
    /// d = a * b.
    Fmulp = "fmul", Rvp, F2 [F16H F8S F4D], PFpMul, lanes(Lane::FMul);
    /// d = a / b.
    Fdivp = "fdiv", Rvp, F2 [F16H F8S F4D], PFpDiv, lanes(Lane::FDiv);
    /// d = square root of a.
    Fsqrtp = "fsqrt", Rvp, F1 [F16H F8S F4D], PFpDiv, Work::Each(One::Root);
    /// d = a * b + c, rounded once.
    Fmaddp = "fmadd", Rvp, F3 [F16H F8S F4D], PFpMad, fused(false, false);
    /// d = a * b - c, rounded once.
    Fmsubp = "fmsub", Rvp, F3 [F16H F8S F4D], PFpMad, fused(false, true);
    /// d = -(a * b) + c, rounded once.
    Fnmsubp = "fnmsub", Rvp, F3 [F16H F8S F4D], PFpMad, fused(true, false);
    /// d = -(a * b) - c, rounded once.
    Fnmaddp = "fnmadd", Rvp, F3 [F16H F8S F4D], PFpMad, fused(true, true);
    /// d = the smaller; the other one if one is a NaN.
    Fminp = "fmin", Rvp, F2 [F16H F8S F4D], PFpAdd, lanes(Lane::FMin);
    /// d = the larger; the other one if one is a NaN.
    Fmaxp = "fmax", Rvp, F2 [F16H F8S F4D], PFpAdd, lanes(Lane::FMax);
    /// d = a with the sign of b.
    Fsgnjp = "fsgnj", Rvp, F2 [F16H F8S F4D], PInt, lanes(Lane::Sign);
    /// d = a with the other sign of b.
    Fsgnjnp = "fsgnjn", Rvp, F2 [F16H F8S F4D], PInt, lanes(Lane::SignNot);
    /// d = a with the product of both signs.
    Fsgnjxp = "fsgnjx", Rvp, F2 [F16H F8S F4D], PInt, lanes(Lane::SignXor);
    /// d = ones where a = b, else zeros.
    Feqp = "feq", Rvp, F2 [F16H F8S F4D], PFpAdd, Work::Compare(Test::FEq);
    /// d = ones where a < b, else zeros.
    Fltp = "flt", Rvp, F2 [F16H F8S F4D], PFpAdd, Work::Compare(Test::FLt);
    /// d = ones where a <= b, else zeros.
    Flep = "fle", Rvp, F2 [F16H F8S F4D], PFpAdd, Work::Compare(Test::FLe);
    /// d = the whole numbers of a with sign as floats of the same width.
    Pcvtf = "pcvtf", Rvp, F1 [F16H F8S F4D], PFpAdd, Work::Each(One::FromInteger);
    /// d = the floats of a as whole numbers with sign of the same width, towards zero.
    Pcvtz = "pcvtz", Rvp, F1 [F16H F8S F4D], PFpAdd, Work::Each(One::ToInteger);
    /// d = element 0 of a in all elements.
    Splat = "splat", Rvp, F1 [B32 H16 W8 D4 F8S], PShuffle, Work::Splat;
    /// d = a + b, carries out of an element are cut.
    Padd = "padd", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::Add);
    /// d = a - b.
    Psub = "psub", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::Sub);
    /// d = a + b with sign, held in the range.
    Padds = "padds", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::AddS);
    /// d = a + b without sign, held in the range.
    Paddsu = "paddsu", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::AddU);
    /// d = a - b with sign, held in the range.
    Psubs = "psubs", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::SubS);
    /// d = a - b without sign, held at 0.
    Psubsu = "psubsu", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::SubU);
    /// d = the smaller with sign.
    Pmin = "pmin", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::MinS);
    /// d = the smaller without sign.
    Pminu = "pminu", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::MinU);
    /// d = the larger with sign.
    Pmax = "pmax", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::MaxS);
    /// d = the larger without sign.
    Pmaxu = "pmaxu", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::MaxU);
    /// d = (a + b + 1) / 2 without sign.
    Pavgu = "pavgu", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::AvgU);
    /// d = low half of a * b.
    Pmul = "pmul", Rvp, F2 [B32 H16 W8 D4], PMul, lanes(Lane::MulLow);
    /// d = a and b.
    Pand = "pand", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::And);
    /// d = a or b.
    Por = "por", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::Or);
    /// d = a exclusive or b.
    Pxor = "pxor", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::Xor);
    /// d = not a, and b.
    Pandn = "pandn", Rvp, F2 [B32 H16 W8 D4], PInt, lanes(Lane::AndNot);
    /// d = ones where a = b, else zeros.
    Pcmpeq = "pcmpeq", Rvp, F2 [B32 H16 W8 D4], PInt, Work::Compare(Test::Eq);
    /// d = ones where a > b with sign, else zeros.
    Pcmpgt = "pcmpgt", Rvp, F2 [B32 H16 W8 D4], PInt, Work::Compare(Test::Gt);
    /// d = ones where a > b without sign, else zeros.
    Pcmpgtu = "pcmpgtu", Rvp, F2 [B32 H16 W8 D4], PInt, Work::Compare(Test::GtU);
    /// d = a shifted left.
    Psll = "psll", Rvp, FShiftX [B32 H16 W8 D4], PInt, Work::ShiftAll(Shift::Left);
    /// d = a shifted right, zeros in.
    Psrl = "psrl", Rvp, FShiftX [B32 H16 W8 D4], PInt, Work::ShiftAll(Shift::Right);
    /// d = a shifted right, signs in.
    Psra = "psra", Rvp, FShiftX [B32 H16 W8 D4], PInt, Work::ShiftAll(Shift::RightSign);
    /// d = the bits of the second source where the first has ones, else of the third.
    Pblend = "pblend", Rvp, F3 [No B32 H16 W8 D4], PInt, Work::BlendBits;
    /// d = the elements of a whose numbers are in b; 0 for a number that is too large.
    Pperm = "pperm", Rvp, F2 [B32 H16 W8 D4 F8S], PShuffle, Work::Permute { index_last: true, zero: true };
    /// d = elements of the low halves of a and b in turn.
    Punpklo = "punpklo", Rvp, F2 [B32 H16 W8 D4], PShuffle, Work::Unpack { high: false, blocks: false };
    /// d = elements of the high halves of a and b in turn.
    Punpkhi = "punpkhi", Rvp, F2 [B32 H16 W8 D4], PShuffle, Work::Unpack { high: true, blocks: false };
    /// d = elements of a, then of b, each twice as wide with sign, held in the range with sign.
    Ppackss = "ppackss", Rvp, F2 [B32 H16 W8], PShuffle, Work::Pack { signed: true, blocks: false };
    /// d = elements of a, then of b, each twice as wide with sign, held in the range without sign.
    Ppackus = "ppackus", Rvp, F2 [B32 H16 W8], PShuffle, Work::Pack { signed: false, blocks: false };
    /// One element of d = the integer register.
    Pins = "pins", Rvp, FInsert [B32 H16 W8 D4], PShuffle, Work::Insert;
    /// d = one element of a, without sign.
    Pext = "pext", Rvp, FExtract [B32 H16 W8 D4], PShuffle, Work::Extract;

    /// d = a; memory at a multiple of the width.
    Vmova = "vmova", Sse, V1 [Xps Xpd], PInt, Work::Move(Align::Always);
    /// d = a; memory anywhere, where the machine is relaxed.
    Vmovu = "vmovu", Sse, V1 [Xps Xpd], PInt, Work::Move(Align::Setting);
    /// d = a; memory at a multiple of the width.
    Vmovdqa = "vmovdqa", Sse, V1 [No], PInt, Work::Move(Align::Always);
    /// d = a; memory anywhere, where the machine is relaxed.
    Vmovdqu = "vmovdqu", Sse, V1 [No], PInt, Work::Move(Align::Setting);
    /// d = one word of a register, memory or an integer register.
    Vmovd = "vmovd", Mmx, V1 [One32], PInt, Work::MoveOne;
    /// d = one double word of a register, memory or an integer register.
    Vmovq = "vmovq", Mmx, V1 [No], PInt, Work::MoveOne;
    /// d = a + b.
    Vadd = "vadd", Sse, V2 [Xps Xpd], PFpAdd, lanes(Lane::FAdd);
    /// d = a - b.
    Vsub = "vsub", Sse, V2 [Xps Xpd], PFpAdd, lanes(Lane::FSub);
    /// d = a * b.
    Vmul = "vmul", Sse, V2 [Xps Xpd], PFpMul, lanes(Lane::FMul);
    /// d = a / b.
    Vdiv = "vdiv", Sse, V2 [Xps Xpd], PFpDiv, lanes(Lane::FDiv);
    /// d = square root of a.
    Vsqrt = "vsqrt", Sse, V1 [Xps Xpd], PFpDiv, Work::Each(One::Root);
    /// d = the smaller; b if one is a NaN or both are zero.
    Vmin = "vmin", Sse, V2 [Xps Xpd], PFpAdd, lanes(Lane::FMinX);
    /// d = the larger; b if one is a NaN or both are zero.
    Vmax = "vmax", Sse, V2 [Xps Xpd], PFpAdd, lanes(Lane::FMaxX);
    /// d = a and b.
    Vand = "vand", Sse, V2 [Xps Xpd], PInt, lanes(Lane::And);
    /// d = not a, and b.
    Vandn = "vandn", Sse, V2 [Xps Xpd], PInt, lanes(Lane::AndNot);
    /// d = a or b.
    Vor = "vor", Sse, V2 [Xps Xpd], PInt, lanes(Lane::Or);
    /// d = a exclusive or b.
    Vxor = "vxor", Sse, V2 [Xps Xpd], PInt, lanes(Lane::Xor);
    /// d = sums of neighbours of a, then of b, in each block of 128 bits.
    Vhadd = "vhadd", Sse2, V2 [Xps Xpd], PFpAdd, Work::AddPairs;
    /// d = a * b + c, rounded once.
    Vfmadd = "vfmadd", Avx2, V3 [Xps Xpd], PFpMad, fused(false, false);
    /// d = a * b - c, rounded once.
    Vfmsub = "vfmsub", Avx2, V3 [Xps Xpd], PFpMad, fused(false, true);
    /// d = -(a * b) + c, rounded once.
    Vfnmadd = "vfnmadd", Avx2, V3 [Xps Xpd], PFpMad, fused(true, false);
    /// d = -(a * b) - c, rounded once.
    Vfnmsub = "vfnmsub", Avx2, V3 [Xps Xpd], PFpMad, fused(true, true);
    /// d = d * b + a, rounded once.
    Vfmadd132 = "vfmadd132", Avx2, V2 [Xps Xpd], PFpMad, Work::Fused(FmaForm::O132, false, false);
    /// d = a * d + b, rounded once.
    Vfmadd213 = "vfmadd213", Avx2, V2 [Xps Xpd], PFpMad, Work::Fused(FmaForm::O213, false, false);
    /// d = a * b + d, rounded once.
    Vfmadd231 = "vfmadd231", Avx2, V2 [Xps Xpd], PFpMad, Work::Fused(FmaForm::O231, false, false);
    /// d = d * b - a, rounded once.
    Vfmsub132 = "vfmsub132", Avx2, V2 [Xps Xpd], PFpMad, Work::Fused(FmaForm::O132, false, true);
    /// d = a * d - b, rounded once.
    Vfmsub213 = "vfmsub213", Avx2, V2 [Xps Xpd], PFpMad, Work::Fused(FmaForm::O213, false, true);
    /// d = a * b - d, rounded once.
    Vfmsub231 = "vfmsub231", Avx2, V2 [Xps Xpd], PFpMad, Work::Fused(FmaForm::O231, false, true);
    /// d = ones or a mask bit where a = b.
    Vcmpeq = "vcmpeq", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::FEq);
    /// d = ones or a mask bit where a differs from b, or one is a NaN.
    Vcmpneq = "vcmpneq", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::FNe);
    /// d = ones or a mask bit where a < b.
    Vcmplt = "vcmplt", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::FLt);
    /// d = ones or a mask bit where a <= b.
    Vcmple = "vcmple", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::FLe);
    /// d = ones or a mask bit where a > b.
    Vcmpgt = "vcmpgt", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::FGt);
    /// d = ones or a mask bit where a >= b.
    Vcmpge = "vcmpge", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::FGe);
    /// d = ones or a mask bit where neither is a NaN.
    Vcmpord = "vcmpord", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::Ordered);
    /// d = ones or a mask bit where one is a NaN.
    Vcmpunord = "vcmpunord", Sse, VTest [Xps Xpd], PFpAdd, Work::Compare(Test::Unordered);
    /// d = words with sign of a as single precision numbers.
    Vcvtdq2 = "vcvtdq2", Sse2, V1 [Xps], PFpAdd, Work::Each(One::FromInteger);
    /// d = double words with sign of a as double precision numbers.
    Vcvtqq2 = "vcvtqq2", Avx512, V1 [Xpd], PFpAdd, Work::Each(One::FromInteger);
    /// d = single precision numbers of a as words with sign, towards zero.
    Vcvttps2dq = "vcvttps2dq", Sse2, V1 [NoS], PFpAdd, Work::Each(One::ToIntegerX);
    /// d = double precision numbers of a as double words with sign, towards zero.
    Vcvttpd2qq = "vcvttpd2qq", Avx512, V1 [NoD], PFpAdd, Work::Each(One::ToIntegerX);

    /// d = a + b, carries out of an element are cut.
    Vpadd = "vpadd", Mmx, V2 [Xb Xw Xd Xq], PInt, lanes(Lane::Add);
    /// d = a - b.
    Vpsub = "vpsub", Mmx, V2 [Xb Xw Xd Xq], PInt, lanes(Lane::Sub);
    /// d = a + b with sign, held in the range.
    Vpadds = "vpadds", Mmx, V2 [Xb Xw], PInt, lanes(Lane::AddS);
    /// d = a + b without sign, held in the range.
    Vpaddus = "vpaddus", Mmx, V2 [Xb Xw], PInt, lanes(Lane::AddU);
    /// d = a - b with sign, held in the range.
    Vpsubs = "vpsubs", Mmx, V2 [Xb Xw], PInt, lanes(Lane::SubS);
    /// d = a - b without sign, held at 0.
    Vpsubus = "vpsubus", Mmx, V2 [Xb Xw], PInt, lanes(Lane::SubU);
    /// d = the smaller with sign.
    Vpmins = "vpmins", Mmx, V2 [Xb Xw Xd Xq], PInt, lanes(Lane::MinS);
    /// d = the smaller without sign.
    Vpminu = "vpminu", Mmx, V2 [Xb Xw Xd Xq], PInt, lanes(Lane::MinU);
    /// d = the larger with sign.
    Vpmaxs = "vpmaxs", Mmx, V2 [Xb Xw Xd Xq], PInt, lanes(Lane::MaxS);
    /// d = the larger without sign.
    Vpmaxu = "vpmaxu", Mmx, V2 [Xb Xw Xd Xq], PInt, lanes(Lane::MaxU);
    /// d = (a + b + 1) / 2 without sign.
    Vpavg = "vpavg", Mmx, V2 [Xb Xw], PInt, lanes(Lane::AvgU);
    /// d = low half of a * b.
    Vpmull = "vpmull", Mmx, V2 [Xw Xd Xq], PMul, lanes(Lane::MulLow);
    /// d = high half of a * b with sign.
    Vpmulh = "vpmulh", Mmx, V2 [Xw], PMul, lanes(Lane::MulHighS);
    /// d = high half of a * b without sign.
    Vpmulhu = "vpmulhu", Sse, V2 [Xw], PMul, lanes(Lane::MulHighU);
    /// d = sums of two products of halves with sign.
    Vpmadd = "vpmadd", Mmx, V2 [Xwd], PMul, lanes(Lane::MulAddPairs);
    /// d = a and b.
    Vpand = "vpand", Mmx, V2 [No], PInt, lanes(Lane::And);
    /// d = not a, and b.
    Vpandn = "vpandn", Mmx, V2 [No], PInt, lanes(Lane::AndNot);
    /// d = a or b.
    Vpor = "vpor", Mmx, V2 [No], PInt, lanes(Lane::Or);
    /// d = a exclusive or b.
    Vpxor = "vpxor", Mmx, V2 [No], PInt, lanes(Lane::Xor);
    /// d = a and b, by elements that a mask can name.
    VpandE = "vpand", Avx512, V2 [Xd Xq], PInt, lanes(Lane::And);
    /// d = not a, and b, by elements that a mask can name.
    VpandnE = "vpandn", Avx512, V2 [Xd Xq], PInt, lanes(Lane::AndNot);
    /// d = a or b, by elements that a mask can name.
    VporE = "vpor", Avx512, V2 [Xd Xq], PInt, lanes(Lane::Or);
    /// d = a exclusive or b, by elements that a mask can name.
    VpxorE = "vpxor", Avx512, V2 [Xd Xq], PInt, lanes(Lane::Xor);
    /// d = a, by elements that a mask can name; memory anywhere, where the machine is relaxed.
    VmovdquE = "vmovdqu", Avx512, V1 [E8 E16 E32 E64], PInt, Work::Move(Align::Setting);
    /// d = ones or a mask bit where a = b.
    Vpcmpeq = "vpcmpeq", Mmx, VTest [Xb Xw Xd Xq], PInt, Work::Compare(Test::Eq);
    /// d = ones or a mask bit where a > b with sign.
    Vpcmpgt = "vpcmpgt", Mmx, VTest [Xb Xw Xd Xq], PInt, Work::Compare(Test::Gt);
    /// d = a mask bit, or ones, where a > b without sign.
    Vpcmpgtu = "vpcmpgtu", Avx512, VTest [Xb Xw Xd Xq], PInt, Work::Compare(Test::GtU);
    /// d = a shifted left, all elements by one count.
    Vpsll = "vpsll", Mmx, VShift [Xw Xd Xq], PInt, Work::ShiftAll(Shift::Left);
    /// d = a shifted right, zeros in, all elements by one count.
    Vpsrl = "vpsrl", Mmx, VShift [Xw Xd Xq], PInt, Work::ShiftAll(Shift::Right);
    /// d = a shifted right, signs in, all elements by one count.
    Vpsra = "vpsra", Mmx, VShift [Xw Xd], PInt, Work::ShiftAll(Shift::RightSign);
    /// d = a shifted right, signs in, all elements by one count.
    VpsraQ = "vpsra", Avx512, VShift [Xq], PInt, Work::ShiftAll(Shift::RightSign);
    /// d = elements of a shifted left by those of b.
    Vpsllv = "vpsllv", Avx2, V2 [Xd Xq], PInt, Work::ShiftEach(Shift::Left);
    /// d = elements of a shifted right by those of b, zeros in.
    Vpsrlv = "vpsrlv", Avx2, V2 [Xd Xq], PInt, Work::ShiftEach(Shift::Right);
    /// d = elements of a shifted right by those of b, signs in.
    Vpsrav = "vpsrav", Avx2, V2 [Xd], PInt, Work::ShiftEach(Shift::RightSign);
    /// d = elements of a shifted right by those of b, signs in.
    VpsravQ = "vpsrav", Avx512, V2 [Xq], PInt, Work::ShiftEach(Shift::RightSign);

    /// d = one number of a register or memory in all elements.
    Vbroadcast = "vbroadcast", Avx, VSplat [Xss Xsd], PShuffle, Work::Splat;
    /// d = one whole number of a register or memory in all elements; from AVX-512 on also of an integer register.
    Vpbroadcast = "vpbroadcast", Avx2, VSplat [Xb Xw Xd Xq], PShuffle, Work::Splat;
    /// d = elements by numbers of two bits each, in blocks of four double words.
    Vperm = "vperm", Avx2, V1I [Xpd Xq], PShuffle, Work::PermuteImm;
    /// d = the elements of b whose numbers are in a.
    VpermD = "vperm", Avx2, V2 [Xd Xps], PShuffle, Work::Permute { index_last: false, zero: false };
    /// d = elements by numbers of two bits each, in blocks of four words.
    Vpshuf = "vpshuf", Sse2, V1I [Xd], PShuffle, Work::PermuteImm;
    /// d = two elements of a and two of b by numbers, in each block of 128 bits.
    Vshuf = "vshuf", Sse, V2I [Xps], PShuffle, Work::ShufflePair;
    /// d = halves of a and b by a number of 4 bits for each.
    Vperm2f128 = "vperm2f128", Avx, V2I [No], PShuffle, Work::PermuteHalves;
    /// d = elements of the low halves of each 128 bits of a and b in turn.
    Vunpckl = "vunpckl", Sse, V2 [Xps Xpd], PShuffle, Work::Unpack { high: false, blocks: true };
    /// d = elements of the high halves of each 128 bits of a and b in turn.
    Vunpckh = "vunpckh", Sse, V2 [Xps Xpd], PShuffle, Work::Unpack { high: true, blocks: true };
    /// d = elements of the low halves of each 128 bits of a and b in turn.
    Vpunpckl = "vpunpckl", Mmx, V2 [UBw UWd UDq UQdq], PShuffle, Work::Unpack { high: false, blocks: true };
    /// d = elements of the high halves of each 128 bits of a and b in turn.
    Vpunpckh = "vpunpckh", Mmx, V2 [UBw UWd UDq UQdq], PShuffle, Work::Unpack { high: true, blocks: true };
    /// d = elements of a, then of b, held in the range with sign, in each block of 128 bits.
    Vpackss = "vpackss", Mmx, V2 [Xwb Xdw], PShuffle, Work::Pack { signed: true, blocks: true };
    /// d = elements of a, then of b, held in the range without sign, in each block of 128 bits.
    Vpackus = "vpackus", Mmx, V2 [Xwb Xdw], PShuffle, Work::Pack { signed: false, blocks: true };
    /// d = a with one element of an integer register.
    Vpinsr = "vpinsr", Sse, VInsert [Xb Xw Xd Xq], PShuffle, Work::Insert;
    /// d = one element, without sign.
    Vpextr = "vpextr", Sse, VExtract [Xb Xw Xd Xq], PShuffle, Work::Extract;
    /// d = a with 128 bits of b.
    Vinsertf128 = "vinsertf128", Avx, VInsertBlock [No], PShuffle, Work::InsertBlock;
    /// d = 128 bits of a.
    Vextractf128 = "vextractf128", Avx, VExtractBlock [No], PShuffle, Work::ExtractBlock;
    /// d = element of b where the sign of the last source is set, else of a.
    Vblendv = "vblendv", Avx, V3 [Xps Xpd], PInt, Work::BlendSign;

    /// d = a and b.
    Kand = "kand", Avx512, K2 [No], PMask, Work::Masks(Lane::And);
    /// d = a or b.
    Kor = "kor", Avx512, K2 [No], PMask, Work::Masks(Lane::Or);
    /// d = a exclusive or b.
    Kxor = "kxor", Avx512, K2 [No], PMask, Work::Masks(Lane::Xor);
    /// d = not a, and b.
    Kandn = "kandn", Avx512, K2 [No], PMask, Work::Masks(Lane::AndNot);
    /// d = not a.
    Knot = "knot", Avx512, K1 [No], PMask, Work::MaskNot;
    /// d = a; one of them may be an integer register.
    Kmov = "kmov", Avx512, K1 [No], PMask, Work::MaskMove;
    /// d = 0 if no bit of a or b is set, 1 if all are, else 2.
    Kortest = "kortest", Avx512, KAsk [No], PMask, Work::MaskTest;

    /// d = elements at a base plus words of the index, one after another where the mask says so.
    Vgatherd = "vgatherd", Avx2, VGather [Xps Xpd], PGather, Work::Gather(32);
    /// d = elements at a base plus double words of the index.
    Vgatherq = "vgatherq", Avx2, VGather [Xps Xpd], PGather, Work::Gather(64);
    /// d = whole numbers at a base plus words of the index.
    Vpgatherd = "vpgatherd", Avx2, VGather [Xd Xq], PGather, Work::Gather(32);
    /// d = whole numbers at a base plus double words of the index.
    Vpgatherq = "vpgatherq", Avx2, VGather [Xd Xq], PGather, Work::Gather(64);
    /// Elements at a base plus words of the index = the register, in ascending order.
    Vscatterd = "vscatterd", Avx512, VScatter [Xps Xpd], PScatter, Work::Scatter(32);
    /// Elements at a base plus double words of the index = the register.
    Vscatterq = "vscatterq", Avx512, VScatter [Xps Xpd], PScatter, Work::Scatter(64);
    /// Whole numbers at a base plus words of the index = the register.
    Vpscatterd = "vpscatterd", Avx512, VScatter [Xd Xq], PScatter, Work::Scatter(32);
    /// Whole numbers at a base plus double words of the index = the register.
    Vpscatterq = "vpscatterq", Avx512, VScatter [Xd Xq], PScatter, Work::Scatter(64);

    /// The shape of tiles = 64 bytes of memory; all tiles are zeros.
    Ldtilecfg = "ldtilecfg", Amx, TConfig [No], TConfig, Work::TileConfig;
    /// No tiles any more.
    Tilerelease = "tilerelease", Amx, T0 [No], TConfig, Work::TileRelease;
    /// d = zeros.
    Tilezero = "tilezero", Amx, T1 [No], TConfig, Work::TileZero;
    /// d = rows of memory at a distance in bytes.
    Tileload = "tileload", Amx, TLoad [Xd], TLoad, Work::TileLoad;
    /// Rows of memory at a distance in bytes = the tile.
    Tilestore = "tilestore", Amx, TStore [Xd], TStore, Work::TileStore;
    /// d = d + a * b, bytes with sign.
    Tdpbss = "tdpbss", Amx, T3 [Xd], TMul, Work::TileBytes(true, true);
    /// d = d + a * b, bytes of a with sign, of b without.
    Tdpbsu = "tdpbsu", Amx, T3 [Xd], TMul, Work::TileBytes(true, false);
    /// d = d + a * b, bytes of a without sign, of b with it.
    Tdpbus = "tdpbus", Amx, T3 [Xd], TMul, Work::TileBytes(false, true);
    /// d = d + a * b, bytes without sign.
    Tdpbuu = "tdpbuu", Amx, T3 [Xd], TMul, Work::TileBytes(false, false);
    /// d = d + a * b, BF16 numbers to single precision sums.
    Tdpbf16 = "tdpbf16", Amx, T3 [Xps], TMul, Work::TileFloats;

    /// d = the integer register in all words.
    Vsplat4 = "vsplat", Lee, LX [L4], PShuffle, Work::Splat;
    /// d = 0, 1, 2, 3.
    Vidx4 = "vidx", Lee, L0 [L4], PInt, Work::Index;
    /// d = four bytes of memory with sign.
    Vlb4 = "vlb", Lee, LLoad [L4], PLoad, Work::LoadBytes;
    /// d = four words of memory.
    Vlw4 = "vlw", Lee, LLoad [L4], PLoad, Work::Move(Align::Setting);
    /// Four words of memory = the register.
    Vsw4 = "vsw", Lee, LStore [L4], PStore, Work::Move(Align::Setting);
    /// d = ones, or the predicate, where a word is 0.
    Vcmpez4 = "vcmpez", Lee, LTest [L4], PInt, Work::IsZero;
    /// d = the predicate where a word is below the integer register, without sign.
    Vcmpltu4 = "vcmpltu", Lee, LTestX [L4], PInt, Work::BelowInteger;
    /// d = not a, and b, of predicates.
    Vpandn4 = "vpandn", Lee, LP2 [L4], PMask, Work::PredicateAndNot;
    /// d = a + b.
    Vadd4 = "vadd", Lee, L2 [L4], PInt, lanes(Lane::Add);
    /// d = a + b of single precision numbers.
    Vfadd4 = "vfadd", Lee, L2 [L4S], PFpAdd, lanes(Lane::FAdd);
    /// d = a * b of single precision numbers.
    Vfmul4 = "vfmul", Lee, L2 [L4S], PFpMul, lanes(Lane::FMul);
    /// d = a * b + c of single precision numbers, rounded once.
    Vfma4 = "vfma", Lee, L3 [L4S], PFpMad, fused(false, false);
    /// d = the bits of the second source where the first has ones, else of the third.
    Vblend4 = "vblend", Lee, L3 [L4], PInt, Work::BlendBits;
}

/// What is asked of the class of an instruction.
#[ext(PackedClass)]
impl Class {
    /// Is it a packed instruction?
    pub fn is_packed(&self) -> bool {
        matches!(self, Class::Ext(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_indexed_by_op() {
        for (at, row) in TABLE.iter().enumerate() {
            assert!(matches!(row.op, Op::Ext(op) if op as usize == at));
        }
    }
}
