//! Reading and writing packed assembly: the listings of the references, round trips of every row, messages.

use alloc::{string::String, vec::Vec};

use super::*;
use crate::isa::ArgNames;
use crate::isa::{
    Arg, Family, Form, Generation, Guard, GuardedInst, Inst, Op, Other, P, PForm, POp, Shape, Work, build,
    is_wide_enough,
};

/// The textbook's DAXPY (hp_ch4 4.3), with the multiplication that its print lost.
pub const DAXPY: &str = "
    fld        f0, 0(a2)
    splat.4D   f0, f0
    addi       a3, a0, #256
loop:
    fld.4D     f1, 0(a0)
    fmul.4D    f1, f1, f0
    fld.4D     f2, 0(a1)
    fadd.4D    f2, f2, f1
    fsd.4D     f2, 0(a1)
    addi       a0, a0, #32
    addi       a1, a1, #32
    bne        a0, a3, loop
";

/// Lee's conditional saxpy with predicates, as printed (hwacha 3.1 a).
const PREDICATED: &str = "
    slli    a0, a0, 2
    add     a0, a0, a3
    vsplat4 vv0, a1
loop:
    vlb4    vv1, (a2)
    vcmpez4 vp0, vv1
    !vp0 vlw4  vv1, (a3)
    !vp0 vlw4  vv2, (a4)
    !vp0 vfma4 vv1, vv0, vv1, vv2
    !vp0 vsw4  vv1, (a4)
    addi    a2, a2, 4
    addi    a3, a3, 16
    addi    a4, a4, 16
    bleu    a3, a0, loop
    ret
";

/// The same without predicates (hwacha 3.1 b).
const BLENDED: &str = "
loop:
    vlb4    vv1, (a2)
    vcmpez4 vv3, vv1
    vlw4    vv1, (a3)
    vlw4    vv2, (a4)
    vfma4   vv1, vv0, vv1, vv2
    vblend4 vv1, vv3, vv1, vv2
    vsw4    vv1, (a4)
    addi    a2, a2, 4
    addi    a3, a3, 16
    addi    a4, a4, 16
    bleu    a3, a0, loop
";

fn read(text: &str, generation: Generation) -> Program {
    let (program, diagnostics) = assemble(text, generation);
    assert_eq!(diagnostics, [], "{text}");
    program
}

fn said(text: &str, generation: Generation) -> Vec<String> {
    assemble(text, generation).1.into_iter().map(|found| found.message).collect()
}

fn shown(inst: &Inst) -> String {
    print_inst::<P>(inst, 0, |_| None)
}

#[test]
fn the_listings_of_the_references_assemble() {
    assert_eq!(read(DAXPY, Generation::Rvp).code.len(), 11);
    assert_eq!(read(PREDICATED, Generation::Lee).code.len(), 14);
    assert_eq!(read(BLENDED, Generation::Lee).code.len(), 11);
}

/// Every row in every form: with other operands where it has other forms, with a mask where it can have one.
fn every() -> Vec<Inst> {
    let mut all = Vec::new();
    for op in POp::ALL {
        let forms = Op::Ext(*op).row().forms.iter().filter_map(|form| match form {
            Form::Ext(form) => Some(*form),
            _ => None,
        });
        for form in forms {
            let others = [
                Other::Memory,
                Other::ToMemory,
                Other::FromInteger,
                Other::ToInteger,
                Other::Number,
                Other::ToMask,
                Other::Masked,
            ];
            let shapes = others.iter().filter_map(|other| form.shape.instead(*other));
            for shape in core::iter::once(form.shape).chain(shapes) {
                all.extend(operands(*op, PForm { shape, ..form }));
            }
        }
    }
    all
}

/// Instructions of a form that are written with operands of their own.
fn operands(op: POp, form: PForm) -> Vec<Inst> {
    let moves = matches!(op.work(), Work::MoveOne);
    let scalar = matches!(form.shape, Shape::VFromX | Shape::XFromV);
    let splat = op.work() == Work::Splat && !form.elem.is_float();
    let mask_move = matches!(form.shape, Shape::KFromX | Shape::XFromK);
    if scalar && !moves && !splat || mask_move && op.work() != Work::MaskMove {
        return Vec::new();
    }
    let widths: &[u8] = match op.first().family() {
        Family::X86
            if form.shape == Shape::KGather || form.shape.stores() && op.first() == Generation::Avx512 =>
        {
            &[64]
        }
        Family::X86 if moves => &[8, 16],
        Family::X86
            if matches!(op.work(), Work::Masks(_) | Work::MaskNot | Work::MaskMove | Work::MaskTest) =>
        {
            &[0]
        }
        Family::X86 if op.first() == Generation::Amx => &[0],
        Family::X86 => &[16, 32, 64],
        _ => &[0],
    };
    let make = |width: u8| {
        let mut inst =
            Inst { rd: 3, rs1: 5, rs2: 6, rs3: 7, imm: 1, ..build::blank(op, form.shape, form.elem, width) };
        if matches!(op.work(), Work::Gather(_) | Work::Scatter(_)) {
            inst.imm = build::indexed(8, 4);
        }
        let args = inst.form.row().args;
        // What is not written is 0 when it is read.
        let has = |names: &[Arg]| names.iter().any(|name| args.contains(name));
        let (rd, rs1) = (
            has(&[Arg::Vd, Arg::Fd, Arg::Xd, Arg::Kd, Arg::NarrowD, Arg::Td, Arg::Wd, Arg::Pd]),
            has(&[Arg::V1, Arg::F1, Arg::X1, Arg::K1, Arg::Narrow1, Arg::T1, Arg::W1, Arg::P1])
                || has(&[Arg::Load, Arg::Place, Arg::Indexed, Arg::Rows, Arg::Amount]),
        );
        let rs2 = has(&[Arg::V2, Arg::F2, Arg::K2, Arg::T2, Arg::W2, Arg::P2, Arg::Indexed, Arg::Rows]);
        let imm = has(&[Arg::Number, Arg::Load, Arg::Place, Arg::Indexed, Arg::Rows]);
        inst.rd = if rd { if has(&[Arg::Pd]) { 2 } else { 3 } } else { 0 };
        inst.rs1 = if rs1 { if has(&[Arg::P1]) { 1 } else { 5 } } else { 0 };
        inst.rs2 = if rs2 { if has(&[Arg::P2]) { 3 } else { 6 } } else { 0 };
        inst.rs3 = if has(&[Arg::V3, Arg::F3, Arg::W3, Arg::T3]) { 7 } else { 0 };
        inst.imm = if imm { inst.imm } else { 0 };
        let masked = form.shape == Shape::KGather || form.shape == Shape::VScatter;
        if masked { inst.with_guard(Guard { register: 2, flag: false }) } else { inst }
    };
    let index_fits = |inst: &Inst| match op.work() {
        Work::Gather(bits) | Work::Scatter(bits) => form.elem.count(inst.width.into()) * bits / 8 <= 64,
        _ => true,
    };
    let widths = widths.iter().filter(|width| is_wide_enough(op, form, **width));
    widths.map(|width| make(*width)).filter(index_fits).collect()
}

#[test]
fn every_row_prints_and_assembles_to_itself() {
    let mut seen = 0;
    for inst in every() {
        let text = shown(&inst);
        let generation = Generation::of(&inst).unwrap();
        let program = read(&text, generation);
        let again = Inst { span: inst.span, ..program.code[0] };
        let same = Inst { rounding: again.rounding, ..inst };
        assert_eq!(again, same, "{text}");
        assert_eq!(shown(&again), text);
        seen += 1;
    }
    assert!(seen > 400, "{seen}");
}

#[test]
fn capitals_and_early_names_are_read() {
    let same = |a: &str, b: &str, generation| {
        assert_eq!(shown(&read(a, generation).code[0]), b);
    };
    same("PADDB mm0, mm1, mm2", "vpaddb mm0, mm1, mm2", Generation::Mmx);
    same("movaps xmm1, 16(x5)", "vmovaps xmm1, 16(t0)", Generation::Sse);
    same("VFMADD231PD ymm1, ymm2, 0(a0)", "vfmadd231pd ymm1, ymm2, 0(a0)", Generation::Avx2);
    same("VADDPD zmm1{k1}{z}, zmm2, zmm3", "vaddpd zmm1{k1}{z}, zmm2, zmm3", Generation::Avx512);
    same("VADDPD zmm1{k0}, zmm2, zmm3", "vaddpd zmm1, zmm2, zmm3", Generation::Avx512);
    same("VMOVUPD (a0){k3}, zmm2", "vmovupd 0(a0){k3}, zmm2", Generation::Avx512);
    same("VPSCATTERDD 4(x5, zmm1, 4){k1}, zmm2", "vpscatterdd 4(t0, zmm1, 4){k1}, zmm2", Generation::Avx512);
    same("VGATHERDPD ymm1, (a0, xmm2, 8), ymm3", "vgatherdpd ymm1, 0(a0, xmm2, 8), ymm3", Generation::Avx2);
    same("KMOV x5, k1", "kmov t0, k1", Generation::Avx512);
    same("TDPBSSD tmm0, tmm1, tmm2", "tdpbssd tmm0, tmm1, tmm2", Generation::Amx);
    same("spltat.4D f1, f2", "splat.4D ft1, ft2", Generation::Rvp);
    same("psll.16H f1, f2, #3", "psll.16H ft1, ft2, 3", Generation::Rvp);
    same("!vp1 vlw4 vv1, (a3)", "vlw4 vv1, 0(a3), !vp1", Generation::Lee);
    same("vpandn vp0, vp1, vp2", "vpandn4 vp0, vp1, vp2", Generation::Lee);
}

#[test]
fn an_instruction_of_another_generation_is_named() {
    let told = |text, generation| said(text, generation).concat();
    assert!(told("vaddpd ymm0, ymm1, ymm2", Generation::Sse2).contains("of AVX; the machine is SSE2"));
    assert!(told("vgatherdpd ymm1, (a0, xmm2, 8), ymm3", Generation::Avx).contains("of AVX2"));
    assert!(told("fadd.4D f0, f1, f2", Generation::Avx).contains("the textbook's RVP"));
    assert!(told("vlw4 vv1, (a0)", Generation::Rvp).contains("Lee's machine"));
    assert!(told("tilezero tmm0", Generation::Avx512).contains("of AMX"));
}

#[test]
fn hs08_gathers_and_masks_can_be_switched_off() {
    let told = |text: &str, gathers, masks| {
        let set = InstructionSet { generation: Generation::Avx512, gathers, masks };
        assemble(text, set).1.into_iter().map(|found| found.message).collect::<Vec<_>>().concat()
    };
    let gather = "vgatherdpd ymm1, (a0, xmm2, 8), ymm3";
    let scatter = "vpscatterdd (a0, zmm2, 8){k1}, zmm3";
    assert_eq!(told(gather, true, false), "");
    assert!(told(gather, false, true).contains("`gathers` is off"));
    assert!(told(scatter, false, true).contains("`gathers` is off"));
    for text in [scatter, "vaddpd zmm0{k1}, zmm1, zmm2", "kand k1, k2, k3", "vpcmpeqd k1, zmm1, zmm2"] {
        assert_eq!(told(text, true, true), "", "{text}");
        assert!(told(text, true, false).contains("`masks` is off"), "{text}");
    }
    assert_eq!(told("vaddpd zmm0, zmm1, zmm2\nvpcmpeqd zmm0, zmm1, zmm2", false, false), "");
    let lee = |text, masks| {
        assemble(text, InstructionSet { generation: Generation::Lee, gathers: true, masks }).1.len()
    };
    assert_eq!([lee("!vp0 vlw4 vv1, (a3)", true), lee("!vp0 vlw4 vv1, (a3)", false)], [0, 1]);
    assert_eq!(lee("vlw4 vv1, (a3)", false), 0);
}

#[test]
fn mistakes_are_explained() {
    let told = |text, generation| said(text, generation).concat();
    assert!(told("padd.16B f0, f1, f2", Generation::Rvp).contains("lane count"));
    assert!(told("fadd.2D f0, f1, f2", Generation::Rvp).contains("does not fit 256 bits"));
    assert!(told("vaddpd ymm0, xmm1, ymm2", Generation::Avx).contains("one width"));
    // Halves and quarters need registers that have them; MMX has no floats.
    for text in [
        "vpermpd xmm0, xmm1, 27",
        "vpermq xmm0, xmm1, 27",
        "vpermd xmm0, xmm1, xmm2",
        "vperm2f128 zmm0, zmm1, zmm2, 49",
        "vperm2f128 xmm0, xmm1, xmm2, 49",
        "vinsertf128 xmm0, xmm1, xmm2, 0",
        "vextractf128 xmm1, xmm2, 1",
        "vaddps mm0, mm1, mm2",
        "vpshufd mm0, mm1, 27",
    ] {
        let said = told(text, Generation::Amx);
        assert!(
            said.contains("no such instruction on registers") || said.contains("Expected"),
            "{text}: {said}"
        );
    }
    assert!(told("vgatherdpd ymm1, (a0, xmm1, 8), ymm3", Generation::Avx2).contains("three registers"));
    assert!(told("vgatherdpd ymm1, (a0, xmm2, 8), ymm2", Generation::Avx2).contains("three registers"));
    assert!(told("vgatherdpd ymm1, (a0, xmm2, 8)", Generation::Avx2).contains("a mask"));
    assert!(told("vgatherdpd ymm1, (a0, ymm2, 8), ymm3", Generation::Avx2).contains("xmm2"));
    assert!(told("vpscatterdd (a0, zmm2, 8), zmm3", Generation::Avx512).contains("needs a mask"));
    assert!(told("vpand xmm0{k1}, xmm1, xmm2", Generation::Avx512).contains("element by element"));
    assert!(told("vaddpd zmm0{k9}, zmm1, zmm2", Generation::Avx512).contains("a mask"));
}

/// The codes of a text's mistakes.
fn codes(text: &str) -> Vec<String> {
    assemble(text, Generation::Amx).1.into_iter().map(|found| found.code.into_owned()).collect()
}

#[test]
fn hs09_tiles_of_a_product_are_three() {
    assert_eq!(codes("tdpbssd tmm0, tmm1, tmm2"), [""; 0]);
    for text in ["tdpbssd tmm0, tmm0, tmm1", "tdpbf16ps tmm0, tmm1, tmm0", "tdpbusd tmm0, tmm1, tmm1"] {
        assert_eq!(codes(text), ["asm::tile"], "{text}");
    }
}

#[test]
fn what_stays_in_memory_cannot_be_zeroed() {
    assert_eq!(codes("vmovups 0(a0){k1}, zmm1"), [""; 0]);
    assert_eq!(codes("vmovups zmm1{k1}{z}, 0(a0)"), [""; 0]);
    for text in ["vmovups 0(a0){k1}{z}, zmm1", "vscatterdps 0(a0, zmm1, 4){k1}{z}, zmm2"] {
        assert_eq!(codes(text), ["asm::mask"], "{text}");
    }
}

/// Every function that the family links is read on this machine too, and calls only what is there.
#[test]
fn every_function_of_the_library_is_linked() {
    for name in lanescope_parts::riscv::asm::library::names() {
        let (program, diagnostics) = assemble(&alloc::format!("main: tail {name}"), Generation::Mmx);
        assert_eq!(diagnostics, [], "{name}");
        assert_eq!(program.library, Some(1), "{name}");
        assert!(program.symbol(&name).is_some_and(|address| program.undefined(address).is_none()), "{name}");
    }
}
