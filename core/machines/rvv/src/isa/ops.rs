//! The op table: every vector instruction once, with mnemonic, fixed bits, forms, class and meaning, as
//! [`lanescope_parts::riscv::isa::ops`] says.
//!
//! A number of registers (`@`) is in bits 31 to 29 of a memory access and 17 to 15 of a move. In the meanings `a` is vs2, `b` the
//! second source and `d` the destination.
//!
//! Beyond RISC-V V 1.0 there are counts of bits (Zvbb), and the float functions that kernels call and RISC-V has no
//! instructions for: `xl.v…`, of our own, in the opcode space that RISC-V leaves to vendors.
//!
//! All of RISC-V V 1.0 is there.

use easy_ext::ext;
use lanescope_parts::whole_list_names;

use super::{Class, Form, Op, Row};
use crate::isa::FormNames;

macro_rules! classes {
    ($($(#[doc = $doc:literal])+ $class:ident,)*) => {
        /// What a vector instruction occupies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        pub enum VClass { $($(#[doc = $doc])+ $class,)* }

        whole_list_names! { ClassNames: Class, VClass; $($(#[doc = $doc])+ $class,)* }
    };
}

classes! {
    /// Vector length and type.
    Config,
    /// Vector integer add, compare, minimum, move, conversion of widths.
    VInt,
    /// Vector integer multiply and multiply-add.
    VMul,
    /// Vector integer division.
    VDiv,
    /// Vector logic and shift, mask logic.
    VLogic,
    /// Vector float add, compare, minimum, conversion.
    VFpAdd,
    /// Vector float multiply.
    VFpMul,
    /// Vector float multiply-add.
    VFpMad,
    /// Vector float division and root.
    VFpDiv,
    /// Vector reduction, integer.
    VReduce,
    /// Vector reduction, float.
    VFpReduce,
    /// Vector element moves across lanes.
    VPermute,
    /// Vector load.
    VLoad,
    /// Vector store.
    VStore,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $op:ident = $mnemonic:literal, $bits:expr, [$($form:ident)+], $class:ident;)*) => {
        /// A vector instruction, whatever its form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum VOp { $($(#[doc = $doc])+ $op,)* }

        whole_list_names! { OpNames: Op, VOp; $($(#[doc = $doc])+ $op,)* }

        /// Every vector instruction.
        pub const TABLE: &[Row] = &[$(Row {
            op: Op::$op,
            mnemonic: $mnemonic,
            bits: $bits,
            forms: &[$(Form::$form),+],
            class: Class::$class,
            doc: lanescope_parts::base::prose(concat!($($doc),+)),
        },)*];
    };
}

/// Vector arithmetic: bits 31 to 26.
const fn v(funct6: u32) -> u32 {
    0x57 | funct6 << 26
}

/// Vector arithmetic with one source: bits 31 to 26 and 19 to 15.
const fn u(funct6: u32, vs1: u32) -> u32 {
    v(funct6) | vs1 << 15
}

/// A float function of the laboratory's own: number of the function in bits 31 to 26, in the space for custom
/// instructions.
const fn z(number: u32) -> u32 {
    0x2B | number << 26 | 1 << 12
}

/// Vector load and store with the kind of unit-stride access in bits 24 to 20.
const LOAD: u32 = 0x07;
const STORE: u32 = 0x27;
const WHOLE: u32 = 8 << 20;
const PACKED: u32 = 11 << 20;
const FIRST: u32 = 16 << 20;

ops! {
    /// Set the vector type; d = vl = the smaller of a and VLMAX.
    Vsetvli = "vsetvli", 0x57, [SetI], Config;
    /// Set the vector type; d = vl = the smaller of the number and VLMAX.
    Vsetivli = "vsetivli", 0x57, [SetII], Config;
    /// Set the vector type from b; d = vl = the smaller of a and VLMAX.
    Vsetvl = "vsetvl", 0x57, [SetX], Config;

    /// d = elements one after another in memory.
    Vle = "vle#.v", LOAD, [Unit], VLoad;
    /// Elements one after another in memory = d.
    Vse = "vse#.v", STORE, [Unit], VStore;
    /// Fields of structures to as many registers.
    Vlseg = "vlseg@e#.v", LOAD, [Unit], VLoad;
    /// Fields of structures from as many registers.
    Vsseg = "vsseg@e#.v", STORE, [Unit], VStore;
    /// As `vle`, but a fault behind the first element only shortens vl.
    Vleff = "vle#ff.v", LOAD | FIRST, [Unit], VLoad;
    /// As `vlseg`, but a fault behind the first structure only shortens vl.
    Vlsegff = "vlseg@e#ff.v", LOAD | FIRST, [Unit], VLoad;
    /// d = a mask of memory, vl bits.
    Vlm = "vlm.v", LOAD | PACKED, [UnitAll], VLoad;
    /// Memory = a mask, vl bits.
    Vsm = "vsm.v", STORE | PACKED, [UnitAll], VStore;
    /// d = whole registers of memory.
    Vlr = "vl@re#.v", LOAD | WHOLE, [UnitAll], VLoad;
    /// Memory = whole registers.
    Vsr = "vs@r.v", STORE | WHOLE, [UnitAll], VStore;
    /// d = elements at a constant distance in bytes.
    Vlse = "vlse#.v", LOAD, [Strided], VLoad;
    /// Elements at a constant distance in bytes = d.
    Vsse = "vsse#.v", STORE, [Strided], VStore;
    /// Fields of structures at a constant distance.
    Vlsseg = "vlsseg@e#.v", LOAD, [Strided], VLoad;
    /// Fields of structures at a constant distance from registers.
    Vssseg = "vssseg@e#.v", STORE, [Strided], VStore;
    /// d = elements at byte offsets of vs2, in any order.
    Vluxei = "vluxei#.v", LOAD, [Unordered], VLoad;
    /// Elements at byte offsets of vs2 = d, in any order.
    Vsuxei = "vsuxei#.v", STORE, [Unordered], VStore;
    /// Fields of structures at byte offsets of vs2, in any order.
    Vluxseg = "vluxseg@ei#.v", LOAD, [Unordered], VLoad;
    /// Fields of structures at byte offsets of vs2 from registers, in any order.
    Vsuxseg = "vsuxseg@ei#.v", STORE, [Unordered], VStore;
    /// d = elements at byte offsets of vs2, in element order.
    Vloxei = "vloxei#.v", LOAD, [Ordered], VLoad;
    /// Elements at byte offsets of vs2 = d, in element order.
    Vsoxei = "vsoxei#.v", STORE, [Ordered], VStore;
    /// Fields of structures at byte offsets of vs2, in element order.
    Vloxseg = "vloxseg@ei#.v", LOAD, [Ordered], VLoad;
    /// Fields of structures at byte offsets of vs2 from registers, in element order.
    Vsoxseg = "vsoxseg@ei#.v", STORE, [Ordered], VStore;

    /// d = a + b.
    Vadd = "vadd", v(0b000000), [IVV IVX IVI], VInt;
    /// d = a - b.
    Vsub = "vsub", v(0b000010), [IVV IVX], VInt;
    /// d = b - a.
    Vrsub = "vrsub", v(0b000011), [IVX IVI], VInt;
    /// d = the smaller without sign.
    Vminu = "vminu", v(0b000100), [IVV IVX], VInt;
    /// d = the smaller.
    Vmin = "vmin", v(0b000101), [IVV IVX], VInt;
    /// d = the larger without sign.
    Vmaxu = "vmaxu", v(0b000110), [IVV IVX], VInt;
    /// d = the larger.
    Vmax = "vmax", v(0b000111), [IVV IVX], VInt;
    /// d = a and b.
    Vand = "vand", v(0b001001), [IVV IVX IVI], VLogic;
    /// d = a or b.
    Vor = "vor", v(0b001010), [IVV IVX IVI], VLogic;
    /// d = a exclusive or b.
    Vxor = "vxor", v(0b001011), [IVV IVX IVI], VLogic;
    /// d = element b of a; 0 behind VLMAX.
    Vrgather = "vrgather", v(0b001100), [IVV IVX IVU], VPermute;
    /// d = element b (16 bits) of a; 0 behind VLMAX.
    Vrgatherei16 = "vrgatherei16", v(0b001110), [IVV], VPermute;
    /// d = a moved up by b elements; the first b stay.
    Vslideup = "vslideup", v(0b001110), [IVX IVU], VPermute;
    /// d = a moved down by b elements; zeros behind VLMAX.
    Vslidedown = "vslidedown", v(0b001111), [IVX IVU], VPermute;
    /// d = a + b + carry of v0.
    Vadc = "vadc", v(0b010000), [IVVM IVXM IVIM], VInt;
    /// d = mask of the carries out of a + b (+ carry of v0).
    Vmadc = "vmadc", v(0b010001), [IVVM IVXM IVIM NVV NVX NVI], VInt;
    /// d = a - b - borrow of v0.
    Vsbc = "vsbc", v(0b010010), [IVVM IVXM], VInt;
    /// d = mask of the borrows of a - b (- borrow of v0).
    Vmsbc = "vmsbc", v(0b010011), [IVVM IVXM NVV NVX], VInt;
    /// d = b where v0 is 1, else a.
    Vmerge = "vmerge", v(0b010111), [IVVM IVXM IVIM], VInt;
    /// d = b.
    VmvV = "vmv.v", v(0b010111), [MoveV MoveX MoveI], VInt;
    /// d = mask of a = b.
    Vmseq = "vmseq", v(0b011000), [IVV IVX IVI], VInt;
    /// d = mask of a differs from b.
    Vmsne = "vmsne", v(0b011001), [IVV IVX IVI], VInt;
    /// d = mask of a < b without sign.
    Vmsltu = "vmsltu", v(0b011010), [IVV IVX], VInt;
    /// d = mask of a < b.
    Vmslt = "vmslt", v(0b011011), [IVV IVX], VInt;
    /// d = mask of a <= b without sign.
    Vmsleu = "vmsleu", v(0b011100), [IVV IVX IVI], VInt;
    /// d = mask of a <= b.
    Vmsle = "vmsle", v(0b011101), [IVV IVX IVI], VInt;
    /// d = mask of a > b without sign.
    Vmsgtu = "vmsgtu", v(0b011110), [IVX IVI], VInt;
    /// d = mask of a > b.
    Vmsgt = "vmsgt", v(0b011111), [IVX IVI], VInt;
    /// d = a + b without sign, cut to the range.
    Vsaddu = "vsaddu", v(0b100000), [IVV IVX IVI], VInt;
    /// d = a + b, cut to the range.
    Vsadd = "vsadd", v(0b100001), [IVV IVX IVI], VInt;
    /// d = a - b without sign, cut to the range.
    Vssubu = "vssubu", v(0b100010), [IVV IVX], VInt;
    /// d = a - b, cut to the range.
    Vssub = "vssub", v(0b100011), [IVV IVX], VInt;
    /// d = a shifted left by b.
    Vsll = "vsll", v(0b100101), [IVV IVX IVU], VLogic;
    /// d = a * b as fractions, rounded and cut to the range.
    Vsmul = "vsmul", v(0b100111), [IVV IVX], VMul;
    /// d = a shifted right by b, zeros in.
    Vsrl = "vsrl", v(0b101000), [IVV IVX IVU], VLogic;
    /// d = a shifted right by b, sign in.
    Vsra = "vsra", v(0b101001), [IVV IVX IVU], VLogic;
    /// d = a shifted right by b, zeros in, rounded.
    Vssrl = "vssrl", v(0b101010), [IVV IVX IVU], VLogic;
    /// d = a shifted right by b, sign in, rounded.
    Vssra = "vssra", v(0b101011), [IVV IVX IVU], VLogic;
    /// d = low half of a (twice as wide) shifted right by b, zeros in.
    Vnsrl = "vnsrl", v(0b101100), [IWV IWX IWI], VLogic;
    /// d = low half of a (twice as wide) shifted right by b, sign in.
    Vnsra = "vnsra", v(0b101101), [IWV IWX IWI], VLogic;
    /// d = a (twice as wide) shifted right by b without sign, rounded and cut to the range.
    Vnclipu = "vnclipu", v(0b101110), [IWV IWX IWI], VLogic;
    /// d = a (twice as wide) shifted right by b, rounded and cut to the range.
    Vnclip = "vnclip", v(0b101111), [IWV IWX IWI], VLogic;
    /// d = element 0 of b + all of a, twice as wide, without sign.
    Vwredsumu = "vwredsumu", v(0b110000), [IVS], VReduce;
    /// d = element 0 of b + all of a, twice as wide.
    Vwredsum = "vwredsum", v(0b110001), [IVS], VReduce;
    /// d = whole registers.
    VmvR = "vmv@r.v", v(0b100111), [Whole], VInt;

    /// d = element 0 of b + all of a.
    Vredsum = "vredsum", v(0b000000), [MVS], VReduce;
    /// d = element 0 of b and all of a.
    Vredand = "vredand", v(0b000001), [MVS], VReduce;
    /// d = element 0 of b or all of a.
    Vredor = "vredor", v(0b000010), [MVS], VReduce;
    /// d = element 0 of b exclusive or all of a.
    Vredxor = "vredxor", v(0b000011), [MVS], VReduce;
    /// d = element 0 of b or the smallest without sign of all of a.
    Vredminu = "vredminu", v(0b000100), [MVS], VReduce;
    /// d = element 0 of b or the smallest of all of a.
    Vredmin = "vredmin", v(0b000101), [MVS], VReduce;
    /// d = element 0 of b or the largest without sign of all of a.
    Vredmaxu = "vredmaxu", v(0b000110), [MVS], VReduce;
    /// d = element 0 of b or the largest of all of a.
    Vredmax = "vredmax", v(0b000111), [MVS], VReduce;
    /// d = (a + b) / 2 without sign, rounded.
    Vaaddu = "vaaddu", v(0b001000), [MVV MVX], VInt;
    /// d = (a + b) / 2, rounded.
    Vaadd = "vaadd", v(0b001001), [MVV MVX], VInt;
    /// d = (a - b) / 2 without sign, rounded.
    Vasubu = "vasubu", v(0b001010), [MVV MVX], VInt;
    /// d = (a - b) / 2, rounded.
    Vasub = "vasub", v(0b001011), [MVV MVX], VInt;
    /// d = a moved up by one, b first.
    Vslide1up = "vslide1up", v(0b001110), [MVX], VPermute;
    /// d = a moved down by one, b last.
    Vslide1down = "vslide1down", v(0b001111), [MVX], VPermute;
    /// d = element 0 of a, with sign.
    VmvXS = "vmv.x.s", u(0b010000, 0), [XV], VPermute;
    /// d = number of ones of mask a.
    VcpopM = "vcpop.m", u(0b010000, 16), [XM], VLogic;
    /// d = number of the first one of mask a; -1 without one.
    VfirstM = "vfirst.m", u(0b010000, 17), [XM], VLogic;
    /// d = the register in element 0.
    VmvSX = "vmv.s.x", u(0b010000, 0), [VX], VPermute;
    /// d = number of leading zeros of a (Zvbb).
    VclzV = "vclz.v", u(0b010010, 12), [MV], VLogic;
    /// d = number of trailing zeros of a (Zvbb).
    VctzV = "vctz.v", u(0b010010, 13), [MV], VLogic;
    /// d = number of ones of a (Zvbb).
    VcpopV = "vcpop.v", u(0b010010, 14), [MV], VLogic;
    /// d = a, 8 times narrower, widened with zeros.
    VzextVf8 = "vzext.vf8", u(0b010010, 2), [MV], VInt;
    /// d = a, 8 times narrower, widened with its sign.
    VsextVf8 = "vsext.vf8", u(0b010010, 3), [MV], VInt;
    /// d = a, 4 times narrower, widened with zeros.
    VzextVf4 = "vzext.vf4", u(0b010010, 4), [MV], VInt;
    /// d = a, 4 times narrower, widened with its sign.
    VsextVf4 = "vsext.vf4", u(0b010010, 5), [MV], VInt;
    /// d = a, 2 times narrower, widened with zeros.
    VzextVf2 = "vzext.vf2", u(0b010010, 6), [MV], VInt;
    /// d = a, 2 times narrower, widened with its sign.
    VsextVf2 = "vsext.vf2", u(0b010010, 7), [MV], VInt;
    /// d = ones before the first one of mask a.
    VmsbfM = "vmsbf.m", u(0b010100, 1), [MV], VLogic;
    /// d = only the first one of mask a.
    VmsofM = "vmsof.m", u(0b010100, 2), [MV], VLogic;
    /// d = ones up to the first one of mask a.
    VmsifM = "vmsif.m", u(0b010100, 3), [MV], VLogic;
    /// d = number of ones of mask a before each element.
    ViotaM = "viota.m", u(0b010100, 16), [MV], VPermute;
    /// d = the number of each element.
    VidV = "vid.v", u(0b010100, 17), [Id], VInt;
    /// d = the elements of a whose bit of mask b is 1, one behind another.
    Vcompress = "vcompress", v(0b010111), [VM_], VPermute;
    /// d = a and not b, masks.
    Vmandn = "vmandn", v(0b011000), [MM], VLogic;
    /// d = a and b, masks.
    Vmand = "vmand", v(0b011001), [MM], VLogic;
    /// d = a or b, masks.
    Vmor = "vmor", v(0b011010), [MM], VLogic;
    /// d = a exclusive or b, masks.
    Vmxor = "vmxor", v(0b011011), [MM], VLogic;
    /// d = a or not b, masks.
    Vmorn = "vmorn", v(0b011100), [MM], VLogic;
    /// d = not (a and b), masks.
    Vmnand = "vmnand", v(0b011101), [MM], VLogic;
    /// d = not (a or b), masks.
    Vmnor = "vmnor", v(0b011110), [MM], VLogic;
    /// d = not (a exclusive or b), masks.
    Vmxnor = "vmxnor", v(0b011111), [MM], VLogic;
    /// d = a / b without sign.
    Vdivu = "vdivu", v(0b100000), [MVV MVX], VDiv;
    /// d = a / b.
    Vdiv = "vdiv", v(0b100001), [MVV MVX], VDiv;
    /// d = a modulo b without sign.
    Vremu = "vremu", v(0b100010), [MVV MVX], VDiv;
    /// d = a modulo b.
    Vrem = "vrem", v(0b100011), [MVV MVX], VDiv;
    /// d = high half of a * b without sign.
    Vmulhu = "vmulhu", v(0b100100), [MVV MVX], VMul;
    /// d = low half of a * b.
    Vmul = "vmul", v(0b100101), [MVV MVX], VMul;
    /// d = high half of a * b, b without sign.
    Vmulhsu = "vmulhsu", v(0b100110), [MVV MVX], VMul;
    /// d = high half of a * b.
    Vmulh = "vmulh", v(0b100111), [MVV MVX], VMul;
    /// d = d * b + a.
    Vmadd = "vmadd", v(0b101001), [AVV AVX], VMul;
    /// d = -(d * b) + a.
    Vnmsub = "vnmsub", v(0b101011), [AVV AVX], VMul;
    /// d = a * b + d.
    Vmacc = "vmacc", v(0b101101), [AVV AVX], VMul;
    /// d = -(a * b) + d.
    Vnmsac = "vnmsac", v(0b101111), [AVV AVX], VMul;
    /// d = a + b without sign, twice as wide.
    Vwaddu = "vwaddu", v(0b110000), [MVV MVX], VInt;
    /// d = a + b, twice as wide.
    Vwadd = "vwadd", v(0b110001), [MVV MVX], VInt;
    /// d = a - b without sign, twice as wide.
    Vwsubu = "vwsubu", v(0b110010), [MVV MVX], VInt;
    /// d = a - b, twice as wide.
    Vwsub = "vwsub", v(0b110011), [MVV MVX], VInt;
    /// d = a + b without sign, a and the result twice as wide as b.
    VwadduW = "vwaddu", v(0b110100), [MWV MWX], VInt;
    /// d = a + b, a and the result twice as wide as b.
    VwaddW = "vwadd", v(0b110101), [MWV MWX], VInt;
    /// d = a - b without sign, a and the result twice as wide as b.
    VwsubuW = "vwsubu", v(0b110110), [MWV MWX], VInt;
    /// d = a - b, a and the result twice as wide as b.
    VwsubW = "vwsub", v(0b110111), [MWV MWX], VInt;
    /// d = a * b without sign, twice as wide.
    Vwmulu = "vwmulu", v(0b111000), [MVV MVX], VMul;
    /// d = a * b, b without sign, twice as wide.
    Vwmulsu = "vwmulsu", v(0b111010), [MVV MVX], VMul;
    /// d = a * b, twice as wide.
    Vwmul = "vwmul", v(0b111011), [MVV MVX], VMul;
    /// d = a * b without sign + d, twice as wide.
    Vwmaccu = "vwmaccu", v(0b111100), [AVV AVX], VMul;
    /// d = a * b + d, twice as wide.
    Vwmacc = "vwmacc", v(0b111101), [AVV AVX], VMul;
    /// d = a * b + d, b without sign, twice as wide.
    Vwmaccus = "vwmaccus", v(0b111110), [AVX], VMul;
    /// d = a * b + d, a without sign, twice as wide.
    Vwmaccsu = "vwmaccsu", v(0b111111), [AVV AVX], VMul;

    /// d = a + b.
    Vfadd = "vfadd", v(0b000000), [FVV FVF], VFpAdd;
    /// d = element 0 of b + all of a, in any order.
    Vfredusum = "vfredusum", v(0b000001), [FVS], VFpReduce;
    /// d = a - b.
    Vfsub = "vfsub", v(0b000010), [FVV FVF], VFpAdd;
    /// d = element 0 of b + all of a, in element order.
    Vfredosum = "vfredosum", v(0b000011), [FVS], VFpReduce;
    /// d = the smaller; the other one if one is a NaN.
    Vfmin = "vfmin", v(0b000100), [FVV FVF], VFpAdd;
    /// d = smallest of element 0 of b and all of a.
    Vfredmin = "vfredmin", v(0b000101), [FVS], VFpReduce;
    /// d = the larger; the other one if one is a NaN.
    Vfmax = "vfmax", v(0b000110), [FVV FVF], VFpAdd;
    /// d = largest of element 0 of b and all of a.
    Vfredmax = "vfredmax", v(0b000111), [FVS], VFpReduce;
    /// d = a with the sign of b.
    Vfsgnj = "vfsgnj", v(0b001000), [FVV FVF], VFpAdd;
    /// d = a with the other sign of b.
    Vfsgnjn = "vfsgnjn", v(0b001001), [FVV FVF], VFpAdd;
    /// d = a with the product of both signs.
    Vfsgnjx = "vfsgnjx", v(0b001010), [FVV FVF], VFpAdd;
    /// d = a moved up by one, b first.
    Vfslide1up = "vfslide1up", v(0b001110), [FVF], VPermute;
    /// d = a moved down by one, b last.
    Vfslide1down = "vfslide1down", v(0b001111), [FVF], VPermute;
    /// d = element 0 of a.
    VfmvFS = "vfmv.f.s", u(0b010000, 0), [FOut], VPermute;
    /// d = the register in element 0.
    VfmvSF = "vfmv.s.f", u(0b010000, 0), [VF], VPermute;
    /// d = a as whole number without sign.
    VfcvtXuF = "vfcvt.xu.f.v", u(0b010010, 0), [FV], VFpAdd;
    /// d = a as whole number.
    VfcvtXF = "vfcvt.x.f.v", u(0b010010, 1), [FV], VFpAdd;
    /// d = a, whole without sign, as float.
    VfcvtFXu = "vfcvt.f.xu.v", u(0b010010, 2), [FV], VFpAdd;
    /// d = a, whole, as float.
    VfcvtFX = "vfcvt.f.x.v", u(0b010010, 3), [FV], VFpAdd;
    /// d = a towards zero as whole number without sign.
    VfcvtRtzXuF = "vfcvt.rtz.xu.f.v", u(0b010010, 6), [FV], VFpAdd;
    /// d = a towards zero as whole number.
    VfcvtRtzXF = "vfcvt.rtz.x.f.v", u(0b010010, 7), [FV], VFpAdd;
    /// d = a as whole number without sign, twice as wide.
    VfwcvtXuF = "vfwcvt.xu.f.v", u(0b010010, 8), [FV], VFpAdd;
    /// d = a as whole number, twice as wide.
    VfwcvtXF = "vfwcvt.x.f.v", u(0b010010, 9), [FV], VFpAdd;
    /// d = a, whole without sign, as float twice as wide.
    VfwcvtFXu = "vfwcvt.f.xu.v", u(0b010010, 10), [FV], VFpAdd;
    /// d = a, whole, as float twice as wide.
    VfwcvtFX = "vfwcvt.f.x.v", u(0b010010, 11), [FV], VFpAdd;
    /// d = a as float twice as wide.
    VfwcvtFF = "vfwcvt.f.f.v", u(0b010010, 12), [FV], VFpAdd;
    /// d = a towards zero as whole number without sign, twice as wide.
    VfwcvtRtzXuF = "vfwcvt.rtz.xu.f.v", u(0b010010, 14), [FV], VFpAdd;
    /// d = a towards zero as whole number, twice as wide.
    VfwcvtRtzXF = "vfwcvt.rtz.x.f.v", u(0b010010, 15), [FV], VFpAdd;
    /// d = a as whole number without sign, half as wide.
    VfncvtXuF = "vfncvt.xu.f.w", u(0b010010, 16), [FV], VFpAdd;
    /// d = a as whole number, half as wide.
    VfncvtXF = "vfncvt.x.f.w", u(0b010010, 17), [FV], VFpAdd;
    /// d = a, whole without sign, as float half as wide.
    VfncvtFXu = "vfncvt.f.xu.w", u(0b010010, 18), [FV], VFpAdd;
    /// d = a, whole, as float half as wide.
    VfncvtFX = "vfncvt.f.x.w", u(0b010010, 19), [FV], VFpAdd;
    /// d = a as float half as wide.
    VfncvtFF = "vfncvt.f.f.w", u(0b010010, 20), [FV], VFpAdd;
    /// d = a as float half as wide, towards zero and made odd if that is not exact.
    VfncvtRodFF = "vfncvt.rod.f.f.w", u(0b010010, 21), [FV], VFpAdd;
    /// d = a towards zero as whole number without sign, half as wide.
    VfncvtRtzXuF = "vfncvt.rtz.xu.f.w", u(0b010010, 22), [FV], VFpAdd;
    /// d = a towards zero as whole number, half as wide.
    VfncvtRtzXF = "vfncvt.rtz.x.f.w", u(0b010010, 23), [FV], VFpAdd;
    /// d = square root of a.
    Vfsqrt = "vfsqrt.v", u(0b010011, 0), [FV], VFpDiv;
    /// d = 1 / square root of a, to seven bits.
    Vfrsqrt7 = "vfrsqrt7.v", u(0b010011, 4), [FV], VFpMul;
    /// d = 1 / a, to seven bits.
    Vfrec7 = "vfrec7.v", u(0b010011, 5), [FV], VFpMul;
    /// d = kind of number, one bit for each of ten.
    Vfclass = "vfclass.v", u(0b010011, 16), [FV], VFpAdd;
    /// d = b where v0 is 1, else a.
    Vfmerge = "vfmerge", v(0b010111), [FVFM], VFpAdd;
    /// d = b.
    VfmvV = "vfmv.v", v(0b010111), [MoveF], VFpAdd;
    /// d = mask of a = b.
    Vmfeq = "vmfeq", v(0b011000), [FVV FVF], VFpAdd;
    /// d = mask of a <= b.
    Vmfle = "vmfle", v(0b011001), [FVV FVF], VFpAdd;
    /// d = mask of a < b.
    Vmflt = "vmflt", v(0b011011), [FVV FVF], VFpAdd;
    /// d = mask of a differs from b.
    Vmfne = "vmfne", v(0b011100), [FVV FVF], VFpAdd;
    /// d = mask of a > b.
    Vmfgt = "vmfgt", v(0b011101), [FVF], VFpAdd;
    /// d = mask of a >= b.
    Vmfge = "vmfge", v(0b011111), [FVF], VFpAdd;
    /// d = a / b.
    Vfdiv = "vfdiv", v(0b100000), [FVV FVF], VFpDiv;
    /// d = b / a.
    Vfrdiv = "vfrdiv", v(0b100001), [FVF], VFpDiv;
    /// d = a * b.
    Vfmul = "vfmul", v(0b100100), [FVV FVF], VFpMul;
    /// d = b - a.
    Vfrsub = "vfrsub", v(0b100111), [FVF], VFpAdd;
    /// d = d * b + a, rounded once.
    Vfmadd = "vfmadd", v(0b101000), [AFVV AFVF], VFpMad;
    /// d = -(d * b) - a, rounded once.
    Vfnmadd = "vfnmadd", v(0b101001), [AFVV AFVF], VFpMad;
    /// d = d * b - a, rounded once.
    Vfmsub = "vfmsub", v(0b101010), [AFVV AFVF], VFpMad;
    /// d = -(d * b) + a, rounded once.
    Vfnmsub = "vfnmsub", v(0b101011), [AFVV AFVF], VFpMad;
    /// d = a * b + d, rounded once.
    Vfmacc = "vfmacc", v(0b101100), [AFVV AFVF], VFpMad;
    /// d = -(a * b) - d, rounded once.
    Vfnmacc = "vfnmacc", v(0b101101), [AFVV AFVF], VFpMad;
    /// d = a * b - d, rounded once.
    Vfmsac = "vfmsac", v(0b101110), [AFVV AFVF], VFpMad;
    /// d = -(a * b) + d, rounded once.
    Vfnmsac = "vfnmsac", v(0b101111), [AFVV AFVF], VFpMad;
    /// d = a + b, twice as wide.
    Vfwadd = "vfwadd", v(0b110000), [FVV FVF], VFpAdd;
    /// d = element 0 of b + all of a, twice as wide, in any order.
    Vfwredusum = "vfwredusum", v(0b110001), [FVS], VFpReduce;
    /// d = a - b, twice as wide.
    Vfwsub = "vfwsub", v(0b110010), [FVV FVF], VFpAdd;
    /// d = element 0 of b + all of a, twice as wide, in element order.
    Vfwredosum = "vfwredosum", v(0b110011), [FVS], VFpReduce;
    /// d = a + b, a and the result twice as wide as b.
    VfwaddW = "vfwadd", v(0b110100), [FWV FWF], VFpAdd;
    /// d = a - b, a and the result twice as wide as b.
    VfwsubW = "vfwsub", v(0b110110), [FWV FWF], VFpAdd;
    /// d = a * b, twice as wide.
    Vfwmul = "vfwmul", v(0b111000), [FVV FVF], VFpMul;
    /// d = a * b + d, twice as wide, rounded once.
    Vfwmacc = "vfwmacc", v(0b111100), [AFVV AFVF], VFpMad;
    /// d = -(a * b) - d, twice as wide, rounded once.
    Vfwnmacc = "vfwnmacc", v(0b111101), [AFVV AFVF], VFpMad;
    /// d = a * b - d, twice as wide, rounded once.
    Vfwmsac = "vfwmsac", v(0b111110), [AFVV AFVF], VFpMad;
    /// d = -(a * b) + d, twice as wide, rounded once.
    Vfwnmsac = "vfwnmsac", v(0b111111), [AFVV AFVF], VFpMad;

    /// d = 1 / square root of a.
    MathRsqrt = "xl.vrsqrt", z(1), [ZV], VFpDiv;
    /// d = sine of a.
    MathSin = "xl.vsin", z(2), [ZV], VFpDiv;
    /// d = cosine of a.
    MathCos = "xl.vcos", z(3), [ZV], VFpDiv;
    /// d = tangent of a.
    MathTan = "xl.vtan", z(4), [ZV], VFpDiv;
    /// d = arc sine of a.
    MathAsin = "xl.vasin", z(5), [ZV], VFpDiv;
    /// d = arc cosine of a.
    MathAcos = "xl.vacos", z(6), [ZV], VFpDiv;
    /// d = arc tangent of a.
    MathAtan = "xl.vatan", z(7), [ZV], VFpDiv;
    /// d = arc tangent of a / b.
    MathAtan2 = "xl.vatan2", z(8), [ZVV], VFpDiv;
    /// d = hyperbolic sine of a.
    MathSinh = "xl.vsinh", z(9), [ZV], VFpDiv;
    /// d = hyperbolic cosine of a.
    MathCosh = "xl.vcosh", z(10), [ZV], VFpDiv;
    /// d = hyperbolic tangent of a.
    MathTanh = "xl.vtanh", z(11), [ZV], VFpDiv;
    /// d = e to the a.
    MathExp = "xl.vexp", z(12), [ZV], VFpDiv;
    /// d = 2 to the a.
    MathExp2 = "xl.vexp2", z(13), [ZV], VFpDiv;
    /// d = 10 to the a.
    MathExp10 = "xl.vexp10", z(14), [ZV], VFpDiv;
    /// d = e to the a, less 1.
    MathExpm1 = "xl.vexpm1", z(15), [ZV], VFpDiv;
    /// d = natural logarithm of a.
    MathLog = "xl.vlog", z(16), [ZV], VFpDiv;
    /// d = logarithm of a to base 2.
    MathLog2 = "xl.vlog2", z(17), [ZV], VFpDiv;
    /// d = logarithm of a to base 10.
    MathLog10 = "xl.vlog10", z(18), [ZV], VFpDiv;
    /// d = natural logarithm of 1 + a.
    MathLog1p = "xl.vlog1p", z(19), [ZV], VFpDiv;
    /// d = a to the b.
    MathPow = "xl.vpow", z(20), [ZVV], VFpDiv;
    /// d = cube root of a.
    MathCbrt = "xl.vcbrt", z(21), [ZV], VFpDiv;
    /// d = square root of a * a + b * b.
    MathHypot = "xl.vhypot", z(22), [ZVV], VFpDiv;
    /// d = remainder of a / b with the sign of a.
    MathFmod = "xl.vfmod", z(23), [ZVV], VFpDiv;
    /// d = a with the sign of b, a NaN made canonical.
    MathCopysign = "xl.vcopysign", z(24), [ZVV], VFpDiv;
    /// d = a rounded down.
    MathFloor = "xl.vfloor", z(25), [ZV], VFpDiv;
    /// d = a rounded up.
    MathCeil = "xl.vceil", z(26), [ZV], VFpDiv;
    /// d = a rounded towards zero.
    MathTrunc = "xl.vtrunc", z(27), [ZV], VFpDiv;
    /// d = a rounded, halves away from zero.
    MathRound = "xl.vround", z(28), [ZV], VFpDiv;
    /// d = a rounded, halves to even.
    MathRint = "xl.vrint", z(29), [ZV], VFpDiv;
    /// d = error function of a.
    MathErf = "xl.verf", z(30), [ZV], VFpDiv;
    /// d = complementary error function of a.
    MathErfc = "xl.verfc", z(31), [ZV], VFpDiv;
}

/// What is asked of a vector instruction.
#[ext(VectorOp)]
impl Op {
    /// Does it move whole registers, so that their number is a power of two?
    pub fn is_whole(&self) -> bool {
        matches!(*self, Op::Vlr | Op::Vsr | Op::VmvR)
    }
}

/// What is asked of the class of an instruction.
#[ext(VectorClass)]
impl Class {
    /// Does it belong to the vector unit? (`vset*` does not.)
    pub fn is_vector(&self) -> bool {
        *self >= Class::VInt
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
