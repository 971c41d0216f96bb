//! Programs and single instructions against results worked out by hand.

use alloc::vec::Vec;

use lanescope_parts::{
    base::rng::Rng,
    image::{BASE, Memory},
    ir::Type,
    riscv::encode::decode,
};

use super::*;
use crate::isa::VectorOp;
use crate::{
    asm::assemble,
    isa::{Op, Program, Vtype},
};

/// Runs a text to its end. The data section is the first buffer.
fn run(text: &str, vlen: u32, prepare: impl FnOnce(&mut Hart)) -> (Hart, Memory, Result<(), Trap>) {
    let (program, diagnostics) = assemble(text);
    assert_eq!(diagnostics, []);
    let mut memory = Memory::default();
    memory.allocate("data", program.data.len().max(1) as u64, Type::I8, true, true);
    memory.copy_in(0, &program.data);
    let mut hart = Hart::new(vlen);
    prepare(&mut hart);
    for _ in 0..10_000 {
        match hart.step(&program, &mut memory) {
            Ok(Done { flow: Flow::End, .. }) => return (hart, memory, Ok(())),
            Ok(_) => {}
            Err(trap) => return (hart, memory, Err(trap)),
        }
    }
    panic!("the program does not end");
}

fn ends(text: &str) -> (Hart, Memory) {
    let (hart, memory, result) = run(text, 256, |_| {});
    assert_eq!(result, Ok(()));
    (hart, memory)
}

fn elements(hart: &Hart, register: u8, bits: u32, count: u32) -> Vec<u64> {
    (0..count).map(|index| hart.element(register, index, bits / 8)).collect()
}

fn doubles(memory: &Memory, offset: u64, count: u64) -> Vec<f64> {
    (0..count).map(|at| f64::from_bits(memory.load(BASE + offset + 8 * at, 8))).collect()
}

const DAXPY_SCALAR: &str = "
    .data
A:  .double 2.0
X:  .zero 256
Y:  .zero 256
    .text
    fld  fa0, A, t0
    la   t1, X
    la   t2, Y
    addi t0, t1, 256
L:  fld  fa1, 0(t1)
    fmul.d fa1, fa1, fa0
    fld  fa2, 0(t2)
    fadd.d fa2, fa2, fa1
    fsd  fa2, 0(t2)
    addi t1, t1, 8
    addi t2, t2, 8
    bne  t0, t1, L
    ret
";

#[test]
fn we01_scalar_count() {
    let (hart, _) = ends(DAXPY_SCALAR);
    // Addresses in registers take 7 instructions here where the text has 2; the loop has 8, and `ret` is one more.
    assert_eq!(hart.instret, 258 - 2 + 7 + 1);
}

#[test]
fn we09_strips_of_the_vector_loop() {
    let text = "
    .data
X:  .zero 800
Y:  .zero 800
    .text
    vsetvli zero, zero, e64, m8, ta, ma
L:  vsetvli t0, a0, e64, m8, ta, ma
    vle64.v v0, (a1)
    slli t1, t0, 3
    add a1, a1, t1
    vfmul.vf v0, v0, fa0
    vle64.v v8, (a2)
    vfadd.vv v8, v0, v8
    sub a0, a0, t0
    vse64.v v8, (a2)
    add a2, a2, t1
    bnez a0, L
    ret
";
    let (mut program, _) = assemble(text);
    for at in 0..100 {
        program.data[8 * at..][..8].copy_from_slice(&(at as f64).to_le_bytes());
        program.data[800 + 8 * at..][..8].copy_from_slice(&1.0f64.to_le_bytes());
    }
    let mut memory = Memory::default();
    memory.allocate("data", 1600, Type::F64, false, true);
    memory.copy_in(0, &program.data);
    let mut hart = Hart::new(256);
    (hart.x[10], hart.x[11], hart.x[12]) = (100, BASE, BASE + 800);
    hart.set_f(10, Type::F64, 2.0f64.to_bits());
    let mut strips = Vec::new();
    loop {
        let done = hart.step(&program, &mut memory).unwrap();
        if done.pc == 1 {
            strips.push(hart.ext.vl);
        }
        if done.flow == Flow::End {
            break;
        }
    }
    assert_eq!(strips, [32, 32, 32, 4]);
    // One instruction before the loop where the text counts 2, `ret` is one more.
    assert_eq!(hart.instret, 2 + 11 * 4);
    let expected: Vec<f64> = (0..100).map(|at| 2.0 * f64::from(at) + 1.0).collect();
    assert_eq!(doubles(&memory, 800, 100), expected);
}

#[test]
fn we11_masked_subtract() {
    let (hart, memory) = ends(
        ".data\nX: .double 5,0,3,0,7,0,0,2\nY: .double 1,1,1,1,2,2,2,2\n.text\nla a0, X\nla a1, Y\n\
         vsetivli t0, 8, e64, m2, ta, ma\nvle64.v v2, (a0)\nvle64.v v4, (a1)\nfmv.d.x f0, zero\n\
         vmfne.vf v0, v2, f0\nvfsub.vv v2, v2, v4, v0.t\nvse64.v v2, (a0)\nvcpop.m a2, v0\nvfirst.m a3, v0\nret",
    );
    assert_eq!(hart.element(0, 0, 1), 0x95);
    assert_eq!(doubles(&memory, 0, 8), [4.0, 0.0, 2.0, 0.0, 5.0, 0.0, 0.0, 0.0]);
    assert_eq!((hart.x[12], hart.x[13]), (4, 0));
}

#[test]
fn we15_sparse_add() {
    let (_, memory) = ends(
        ".data\nA: .double 10,20,30,40,50\nC: .double 1,2,3,4,5\nK: .byte 32,0,16\nM: .byte 8,24,0\n.text\n\
         la a0, A\nla a1, C\nla a2, K\nla a3, M\nvsetivli t0, 3, e64, m1, ta, ma\nvle8.v v1, (a2)\n\
         vluxei8.v v2, (a0), v1\nvle8.v v3, (a3)\nvluxei8.v v4, (a1), v3\nvfadd.vv v2, v2, v4\n\
         vsuxei8.v v2, (a0), v1\nret",
    );
    assert_eq!(doubles(&memory, 0, 5), [14.0, 20.0, 31.0, 40.0, 52.0]);
}

/// The elements of v4 (`e16`, 8 elements) after an instruction with v2 = 0 .. 7, v3 = 10, 20 .. 80, v0 = 0b0101_0101.
fn one(instruction: &str) -> Vec<u64> {
    let text = alloc::format!(
        ".data\nB: .half 10,20,30,40,50,60,70,80\n.text\nla a0, B\nvsetivli t0, 8, e16, m1, ta, ma\nvid.v v2\n\
         vle16.v v3, (a0)\nli t1, 0x55\nvmv.s.x v0, t1\nvmv.v.i v4, -1\nli a1, 3\n{instruction}\nret"
    );
    elements(&ends(&text).0, 4, 16, 8)
}

#[test]
fn permutations_move_elements() {
    assert_eq!(one("vslideup.vi v4, v3, 3"), [0xFFFF, 0xFFFF, 0xFFFF, 10, 20, 30, 40, 50]);
    assert_eq!(one("vslidedown.vx v4, v3, a1"), [40, 50, 60, 70, 80, 0, 0, 0]);
    assert_eq!(one("vslide1up.vx v4, v3, a1"), [3, 10, 20, 30, 40, 50, 60, 70]);
    assert_eq!(one("vslide1down.vx v4, v3, a1"), [20, 30, 40, 50, 60, 70, 80, 3]);
    assert_eq!(one("vcompress.vm v4, v3, v0"), [10, 30, 50, 70, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF]);
    assert_eq!(one("viota.m v4, v0"), [0, 1, 1, 2, 2, 3, 3, 4]);
    assert_eq!(one("vrgather.vi v4, v3, 2"), [30; 8]);
    assert_eq!(one("vrsub.vi v5, v2, 7\nvrgather.vv v4, v3, v5"), [80, 70, 60, 50, 40, 30, 20, 10]);
}

/// RISC-V V 16.8: a masked-off element is not counted and gets no number, but those behind it count the ones before it.
#[test]
fn viota_counts_ones_in_front_of_a_masked_off_element() {
    // v0 = 0b0101_0101; the ones of v5 = 0b0010_0111 that take part are those of elements 0 and 2.
    let text = "li t1, 0x27\nvmv.s.x v5, t1\nviota.m v4, v5, v0.t";
    assert_eq!(one(text), [0, 0xFFFF, 1, 0xFFFF, 2, 0xFFFF, 2, 0xFFFF]);
}

/// RISC-V V 16.6: a copy of whole registers goes on at `vstart`, counted in elements of the vector type.
#[test]
fn copies_of_registers_go_on_in_the_middle() {
    let text = "csrwi vstart, 3\nvmv1r.v v4, v3\nvadd.vi v4, v4, 1";
    assert_eq!(one(text), [0, 0, 0, 41, 51, 61, 71, 81]);
}

/// Vector arithmetic on doubles and what one element of it is: `v2` holds `fa0`, `v3` `fa1`, `v4` and the result `fa2`.
const DOUBLES: [(&str, &str); 19] = [
    ("vfadd.vv v4, v2, v3", "fadd.d fa2, fa0, fa1"),
    ("vfsub.vv v4, v2, v3", "fsub.d fa2, fa0, fa1"),
    ("vfrsub.vf v4, v2, fa1", "fsub.d fa2, fa1, fa0"),
    ("vfmul.vv v4, v2, v3", "fmul.d fa2, fa0, fa1"),
    ("vfdiv.vv v4, v2, v3", "fdiv.d fa2, fa0, fa1"),
    ("vfrdiv.vf v4, v2, fa1", "fdiv.d fa2, fa1, fa0"),
    ("vfsqrt.v v4, v2", "fsqrt.d fa2, fa0"),
    ("vfmacc.vv v4, v2, v3", "fmadd.d fa2, fa0, fa1, fa2"),
    ("vfnmacc.vv v4, v2, v3", "fnmadd.d fa2, fa0, fa1, fa2"),
    ("vfmsac.vv v4, v2, v3", "fmsub.d fa2, fa0, fa1, fa2"),
    ("vfnmsac.vv v4, v2, v3", "fnmsub.d fa2, fa0, fa1, fa2"),
    ("vfmadd.vv v4, v2, v3", "fmadd.d fa2, fa2, fa0, fa1"),
    ("vfnmadd.vv v4, v2, v3", "fnmadd.d fa2, fa2, fa0, fa1"),
    ("vfmsub.vv v4, v2, v3", "fmsub.d fa2, fa2, fa0, fa1"),
    ("vfnmsub.vv v4, v2, v3", "fnmsub.d fa2, fa2, fa0, fa1"),
    ("vfredosum.vs v4, v2, v3", "fadd.d fa2, fa0, fa1"),
    ("vfredusum.vs v4, v2, v3", "fadd.d fa2, fa0, fa1"),
    ("vfcvt.f.x.v v4, v2", "fmv.x.d t0, fa0\nfcvt.d.l fa2, t0"),
    ("vfcvt.f.xu.v v4, v2", "fmv.x.d t0, fa0\nfcvt.d.lu fa2, t0"),
];

/// The same for doubles that become singles.
const NARROWED: [(&str, &str); 3] = [
    ("vfncvt.f.f.w v4, v2", "fcvt.s.d fa2, fa0"),
    ("vfncvt.f.x.w v4, v2", "fmv.x.d t0, fa0\nfcvt.s.l fa2, t0"),
    ("vfncvt.f.xu.w v4, v2", "fmv.x.d t0, fa0\nfcvt.s.lu fa2, t0"),
];

/// The same for singles whose result, and old destination, is a double. `ft0` and `ft1` are `fa0` and `fa1` as doubles.
const WIDENED: [(&str, &str); 11] = [
    ("vfwadd.vv v4, v2, v3", "fadd.d fa2, ft0, ft1"),
    ("vfwsub.vv v4, v2, v3", "fsub.d fa2, ft0, ft1"),
    ("vfwadd.wv v4, v4, v3", "fadd.d fa2, fa2, ft1"),
    ("vfwsub.wv v4, v4, v3", "fsub.d fa2, fa2, ft1"),
    ("vfwmul.vv v4, v2, v3", "fmul.d fa2, ft0, ft1"),
    ("vfwmacc.vv v4, v2, v3", "fmadd.d fa2, ft0, ft1, fa2"),
    ("vfwnmacc.vv v4, v2, v3", "fnmadd.d fa2, ft0, ft1, fa2"),
    ("vfwmsac.vv v4, v2, v3", "fmsub.d fa2, ft0, ft1, fa2"),
    ("vfwnmsac.vv v4, v2, v3", "fnmsub.d fa2, ft0, ft1, fa2"),
    ("vfwredosum.vs v4, v2, v4", "fadd.d fa2, ft0, fa2"),
    ("vfwredusum.vs v4, v2, v4", "fadd.d fa2, ft0, fa2"),
];

#[test]
fn vector_floats_follow_frm_as_scalar_ones_do() {
    const FILL: &str = "vsetivli zero, 1, e64, m1, ta, ma\nvmv.s.x v2, a0\nvmv.s.x v3, a1\nvmv.s.x v4, a2
        fmv.d.x fa0, a0\nfmv.d.x fa1, a1\nfmv.d.x fa2, a2\nfcvt.d.s ft0, fa0\nfcvt.d.s ft1, fa1";
    // Singles are boxed, so that they are NaNs where doubles are wanted: those have operands of their own.
    let doubles =
        [(1.0 / 3.0, 1e-20, -0.1), (-7.3, 0.7, 1e17), (1e-300, 3e-9, 0.0), (-2.5e300, -1e300, 1e308)];
    let doubles = doubles.map(|(a, b, d): (f64, f64, f64)| [a.to_bits(), b.to_bits(), d.to_bits()]);
    let boxed = |value: f32| u64::from(value.to_bits()) | !0xFFFF_FFFF;
    let singles = [(0.3f32, 1e-30f32, -0.1f64), (-7.3, 0.7, 1e17), (1e30, -3e-30, 1e-40)];
    let singles = singles.map(|(a, b, d)| [boxed(a), boxed(b), d.to_bits()]);
    let groups = [
        (&DOUBLES[..], "e64", 64, &doubles[..]),
        (&NARROWED[..], "e32", 32, &doubles[..]),
        (&WIDENED[..], "e32", 64, &singles[..]),
    ];
    let mut differ = 0;
    for (pairs, sew, bits, operands) in groups {
        for (vector, scalar) in pairs {
            for [a, b, d] in operands {
                let mut results = Vec::new();
                for frm in 0..5 {
                    let text = alloc::format!(
                        "{FILL}\ncsrwi frm, {frm}\nvsetivli zero, 1, {sew}, m1, ta, ma\n{vector}\n{scalar}\nret"
                    );
                    let prepare = |hart: &mut Hart| (hart.x[10], hart.x[11], hart.x[12]) = (*a, *b, *d);
                    let (hart, _, done) = run(&text, 256, prepare);
                    assert_eq!(done, Ok(()), "{text}");
                    let result = hart.element(4, 0, bits / 8);
                    assert_eq!(result, hart.f[12] & (u64::MAX >> (64 - bits)), "{text} {a:x} {b:x} {d:x}");
                    results.push(result);
                }
                differ += u32::from(results.iter().any(|result| *result != results[0]));
            }
        }
    }
    // Most results are not exact, so that some mode gives another one.
    assert!(differ > 60, "{differ}");
    let text = "vsetivli t0, 4, e32, m1, ta, ma\ncsrwi frm, 5\nvfadd.vv v2, v4, v6\nret";
    assert!(matches!(run(text, 256, |_| {}).2, Err(Trap::Illegal(_))));
}

#[test]
fn masked_off_elements_keep_their_values() {
    assert_eq!(one("vadd.vv v4, v2, v3, v0.t"), [10, 0xFFFF, 32, 0xFFFF, 54, 0xFFFF, 76, 0xFFFF]);
    assert_eq!(one("vmerge.vvm v4, v2, v3, v0"), [10, 1, 30, 3, 50, 5, 70, 7]);
    assert_eq!(one("vredsum.vs v4, v3, v2, v0.t")[0], 10 + 30 + 50 + 70);
}

#[test]
fn multiply_adds_have_their_operands_in_order() {
    assert_eq!(one("vmv.v.i v4, 2\nvmacc.vv v4, v2, v3")[3], 3 * 40 + 2);
    assert_eq!(one("vmv.v.i v4, 2\nvmadd.vv v4, v2, v3")[3], 3 * 2 + 40);
    assert_eq!(one("vmv.v.i v4, 2\nvnmsac.vv v4, v2, v3")[3], (2u64.wrapping_sub(120)) & 0xFFFF);
}

#[test]
fn saturation_is_remembered() {
    let text = "vsetivli t0, 4, e8, m1, ta, ma\nli a0, 100\nvmv.v.x v1, a0\nvsadd.vv v2, v1, v1\n\
                vsaddu.vv v3, v1, v1\nvwmul.vv v4, v1, v1\ncsrr a1, vxsat\nret";
    let (hart, _) = ends(text);
    assert_eq!((hart.element(2, 0, 1), hart.element(3, 0, 1), hart.element(4, 3, 2)), (127, 200, 10_000));
    assert_eq!(hart.x[11], 1);
}

#[test]
fn structures_are_taken_apart() {
    let (hart, _) = ends(
        ".data\nP: .word 1,2,3,4,5,6,7,8,9\n.text\nla a0, P\nvsetivli t0, 3, e32, m1, ta, ma\n\
         vlseg3e32.v v4, (a0)\nret",
    );
    assert_eq!(elements(&hart, 4, 32, 3), [1, 4, 7]);
    assert_eq!(elements(&hart, 6, 32, 3), [3, 6, 9]);
}

#[test]
fn faults_name_their_element_and_first_faults_shorten() {
    let text = |load: &str| {
        alloc::format!(
            ".data\n.word 1,2,3\n.text\nli a0, 65536\nvsetivli t0, 8, e32, m1, ta, ma\n{load}\nret"
        )
    };
    let (hart, _, result) = run(&text("vle32.v v1, (a0)"), 256, |_| {});
    assert!(matches!(result, Err(Trap::Fault(_, Some(3)))), "{result:?}");
    assert_eq!((hart.ext.vstart, hart.element(1, 2, 4)), (3, 3));
    let (hart, _, result) = run(&text("vle32ff.v v1, (a0)"), 256, |_| {});
    assert_eq!((result, hart.ext.vl), (Ok(()), 3));
}

#[test]
fn hv33_an_access_that_faulted_goes_on_at_its_element() {
    let (program, _) =
        assemble(".data\n.word 1,2,3\n.text\nvsetivli t0, 6, e32, m1, ta, ma\nvle32.v v1, (a0)\nret");
    let mut memory = Memory::default();
    memory.allocate("data", program.data.len() as u64, Type::I8, true, true);
    memory.copy_in(0, &program.data);
    let mut hart = Hart::new(256);
    hart.x[10] = BASE;
    hart.step(&program, &mut memory).unwrap();
    assert!(matches!(hart.step(&program, &mut memory), Err(Trap::Fault(_, Some(3)))));
    // The fourth word is put where there is memory; the first three, which are loaded, are put where there is none.
    hart.x[10] = BASE - 12;
    hart.step(&program, &mut memory).unwrap();
    assert_eq!((elements(&hart, 1, 32, 6), hart.ext.vstart), (alloc::vec![1, 2, 3, 1, 2, 3], 0));
}

#[test]
fn illegal_states_are_refused() {
    let illegal = |text: &str| matches!(run(text, 256, |_| {}).2, Err(Trap::Illegal(_)));
    assert!(illegal("vadd.vv v1, v2, v3\nret"));
    assert!(illegal("vsetivli t0, 4, e32, m2, ta, ma\nvadd.vv v1, v2, v4\nret"));
    assert!(illegal("vsetivli t0, 4, e32, m1, ta, ma\nvadd.vv v0, v2, v4, v0.t\nret"));
    assert!(illegal("vsetivli t0, 4, e32, m1, ta, ma\nvwadd.vv v2, v2, v4\nret"));
    assert!(illegal("vsetivli t0, 4, e8, m1, ta, ma\nvfadd.vv v2, v2, v4\nret"));
    assert!(illegal("vsetivli t0, 4, e8, m1, ta, ma\nvfslide1up.vf v2, v4, fa0\nret"));
    assert!(illegal("vsetivli t0, 4, e64, m1, ta, ma\nvwadd.vv v2, v6, v4\nret"));
    assert!(!illegal("vsetivli t0, 4, e32, m1, ta, ma\nvwadd.vv v2, v3, v4\nret"));
}

/// RISC-V V 1.0, 5.2: no register is a source of elements of two widths; 3.7: `vstart` is below VLMAX.
#[test]
fn reserved_encodings_end_the_run_or_are_counted() {
    let reserved = |text: &str| {
        let text = alloc::format!("vsetivli t0, 4, e16, m1, ta, mu\n{text}\nret");
        let halts = matches!(run(&text, 256, |hart| hart.x[10] = BASE).2,
            Err(Trap::Illegal(why)) if why.starts_with("reserved"));
        let (hart, _, counted) =
            run(&text, 256, |hart| (hart.x[10], hart.ext.carry_out_reserved) = (BASE, true));
        assert!(!matches!(counted, Err(Trap::Illegal(_))), "{text}");
        assert_eq!(hart.ext.reserved, u64::from(halts), "{text}");
        halts
    };
    let wrong = [
        "vnclipu.wv v11, v2, v2, v0.t",
        "vwmaccu.vv v10, v11, v1",
        "vwsubu.wv v8, v14, v15",
        "vadd.vv v8, v0, v4, v0.t",
        "vadd.vx v8, v0, a1, v0.t",
        "vmseq.vv v8, v4, v0, v0.t",
        "vmerge.vvm v8, v0, v4, v0",
        "vadc.vvm v8, v4, v0, v0",
        "vfwmacc.vv v10, v1, v11",
        "vwredsum.vs v8, v4, v4",
        "vredsum.vs v8, v0, v4, v0.t",
        "vcompress.vm v8, v4, v4",
        "vse16.v v0, (a0), v0.t",
        "vsuxei32.v v4, (a0), v4",
        "vsuxei8.v v4, (a0), v4",
        "vzext.vf2 v8, v0, v0.t",
        "li t0, 16\ncsrw vstart, t0\nvadd.vv v8, v4, v5",
        "li t0, 17\ncsrw vstart, t0\nvmv.x.s t1, v5",
    ];
    wrong.iter().for_each(|text| assert!(reserved(text), "{text}"));
    let right = [
        "vadd.vv v8, v4, v4",
        "vadd.vv v8, v0, v4",
        "vnclipu.wv v11, v2, v4, v0.t",
        "vwmaccu.vv v10, v12, v12",
        "vwadd.vv v10, v11, v11",
        "vmsbf.m v8, v4, v0.t",
        "vcpop.m t0, v0, v0.t",
        "vrgatherei16.vv v8, v4, v4",
        "vsuxei16.v v4, (a0), v4",
        "vredsum.vs v8, v4, v4",
        "vmadc.vvm v0, v4, v5, v0",
        "li t0, 15\ncsrw vstart, t0\nvadd.vv v8, v4, v5",
        "li t0, 16\ncsrw vstart, t0\nvmv2r.v v8, v4",
    ];
    right.iter().for_each(|text| assert!(!reserved(text), "{text}"));
}

/// Does a word run on a thread whose registers all point into memory?
fn runs(word: u32, [vtype, vl, vstart, frm]: [u32; 4], carry_out_reserved: bool) -> bool {
    let Some(inst) = decode::<V>(word) else { return false };
    let mut memory = Memory::default();
    memory.allocate("data", 65536, Type::I8, true, true);
    let mut hart = Hart::new(256);
    hart.x = [BASE + 8192; 32];
    hart.x[0] = 0;
    hart.frm = frm as u8;
    hart.ext.vtype = Vtype::from_bits(vtype.into());
    (hart.ext.vl, hart.ext.vstart, hart.ext.carry_out_reserved) = (vl, vstart, carry_out_reserved);
    let program = Program { code: alloc::vec![inst], ..Program::default() };
    !matches!(hart.step(&program, &mut memory), Err(Trap::Illegal(_)))
}

/// Mask logic and `vcompress` as if they were masked: the other emulator does not look at the bit, which the manual wants to be
/// 1. Here such a word is no instruction.
fn is_masked_logic(word: u32) -> bool {
    let (funct6, masked) = (word >> 26, word >> 25 & 1 == 0);
    word & 0x707F == 0x2057 && masked && (funct6 == 0b010111 || funct6 >> 3 == 0b011)
}

/// The rows of the table: the word, its surroundings, and whether it runs on another emulator.
fn encodings() -> impl Iterator<Item = (u32, [u32; 4], bool)> {
    include_str!("encodings.txt").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let state = core::array::from_fn(|at| fields[1 + at].parse().unwrap());
        (u32::from_str_radix(fields[0], 16).unwrap(), state, fields[5] == "runs")
    })
}

#[test]
fn encodings_run_that_run_on_another_emulator() {
    let wrong: Vec<_> = encodings()
        .filter(|(word, state, legal)| runs(*word, *state, true) != *legal && !is_masked_logic(*word))
        .collect();
    let show = |(word, state, legal): &(u32, [u32; 4], bool)| {
        let name = decode::<V>(*word).map(|inst| (inst.op, inst));
        alloc::format!("{word:08x} {state:?} {legal} {name:?}")
    };
    assert!(wrong.is_empty(), "{} {:#?}", wrong.len(), wrong.iter().map(show).collect::<Vec<_>>());
}

#[test]
fn agnostic_elements_become_ones_when_asked() {
    let text =
        "vsetivli t0, 8, e8, m1, ta, mu\nvmv.v.i v1, 0\nvsetivli t0, 2, e8, m1, ta, mu\nvmv.v.i v1, 5\nret";
    let (kept, ..) = run(text, 128, |_| {});
    let (ones, ..) = run(text, 128, |hart| hart.ext.agnostic_ones = true);
    assert_eq!(elements(&kept, 1, 8, 4), [5, 5, 0, 0]);
    assert_eq!(elements(&ones, 1, 8, 4), [5, 5, 255, 255]);
}

#[test]
fn scalar_words_extend_their_sign() {
    let (hart, _) = ends(
        "li a0, 0x7fffffff\naddiw a1, a0, 1\nli a2, -8\nsrliw a3, a2, 1\nli a4, 3\ndivw a5, a2, a4\nret",
    );
    assert_eq!(hart.x[11] as i64, -0x8000_0000);
    assert_eq!((hart.x[13] as i64, hart.x[15] as i64), (0x7FFF_FFFC, -2));
}

#[test]
fn narrow_floats_are_boxed() {
    let (hart, _) = ends(
        "li a0, 0x3fc00000\nfmv.w.x fa0, a0\nfadd.s fa1, fa0, fa0\nfcvt.d.s fa2, fa1\nfadd.d fa3, fa0, fa0\nret",
    );
    assert_eq!(hart.f[11], 0xFFFF_FFFF_4040_0000);
    assert_eq!(f64::from_bits(hart.f[12]), 3.0);
    assert!(f64::from_bits(hart.f[13]).is_nan());
}

/// Every instruction with any operands, under any vector type: it is executed or refused.
#[test]
fn no_instruction_panics() {
    let mut rng = Rng::new(7);
    let mut memory = Memory::default();
    memory.allocate("data", 4096, Type::I8, true, true);
    let (mut executed, mut refused) = (0, 0);
    for row in Op::rows() {
        for form in row.forms {
            for _ in 0..60 {
                let noise = rng.next_u64() as u32;
                let word = row.bits | form.row().bits | noise & form.field_bits();
                let Some(mut inst) = decode(word) else { continue };
                if inst.op.has_width() {
                    inst.width = 8 << (noise >> 3 & 3);
                }
                if inst.op.has_count() {
                    let power = 1 << (noise & 3);
                    inst.count = if inst.op.is_whole() { power } else { 2 + (noise % 7) as u8 };
                }
                let mut hart = Hart::new(128 << (noise & 3));
                hart.x = core::array::from_fn(|_| BASE + (rng.next_u64() & 0xFF8));
                hart.x[0] = 0;
                hart.ext.vtype = Vtype::from_bits(rng.next_u64() & 0xFF);
                hart.ext.vl = hart.ext.vtype.map_or(0, |vtype| vtype.vlmax(hart.vlen()));
                hart.ext.agnostic_ones = noise & 16 == 0;
                hart.uses(&inst);
                let program = Program { code: alloc::vec![inst], ..Program::default() };
                match hart.step(&program, &mut memory) {
                    Ok(_) => executed += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(executed > 1000 && refused > 1000, "{executed} {refused}");
}

#[test]
fn long_accesses_cross_pages() {
    let text = ".data\n.zero 16384\n.text\nli a0, 69632\naddi a0, a0, -100\nli a1, 512\n\
                vsetvli t0, a1, e32, m8, ta, ma\nvid.v v8\nvse32.v v8, (a0)\nvle32.v v16, (a0)\nret";
    let (hart, memory, result) = run(text, 4096, |_| {});
    assert_eq!((result, hart.ext.vl), (Ok(()), 512));
    assert_eq!(elements(&hart, 16, 32, 512), (0..512).collect::<Vec<u64>>());
    assert_eq!(memory.load(BASE + 4096, 4), 25);
}

/// hp_ch4 4.2: who switches threads saves vector registers only if one was written since.
#[test]
fn vector_registers_are_dirty_once_one_is_written() {
    let dirty = |text: &str| ends(text).0.ext.vector_dirty;
    assert!(!dirty("li t0, 5\n add t1, t0, t0\n ret"));
    assert!(!dirty("vsetivli t0, 4, e32, m1, ta, ma\n ret"), "length and type are no registers");
    assert!(!dirty("vsetivli t0, 4, e32, m1, ta, ma\n vfirst.m t0, v1\n vmv.x.s t1, v2\n ret"));
    assert!(dirty("vsetivli t0, 4, e32, m1, ta, ma\n vmv.v.i v1, 3\n ret"));
    assert!(dirty(
        ".data\nA: .zero 32\n.text\n la t1, A\n vsetivli t0, 4, e32, m1, ta, ma\n vle32.v v1, (t1)\n ret"
    ));
}

#[test]
fn hv29_operands_begin_at_an_element_once() {
    let text = "
    vsetivli t0, 16, e32, m2, tu, mu
    vid.v v8
    vmv.v.i v4, 0
    vsetivli t0, 4, e32, m2, tu, mu
    vadd.vv v4(1), v8(2), v8(12)
    vadd.vv v12, v4, v8
    ret";
    let (hart, _) = ends(text);
    assert_eq!(elements(&hart, 4, 32, 6), [0, 14, 16, 18, 20, 0]);
    // The instruction after that begins at the front again.
    assert_eq!(elements(&hart, 12, 32, 4), [0, 15, 18, 21]);
    assert_eq!(hart.ext.begins, [0; 3]);
}

#[test]
fn hv29_an_operand_ends_with_its_registers() {
    // Two registers of 256 bits have 16 elements.
    let add = |from: u32| {
        alloc::format!("vsetivli t0, 4, e32, m2, ta, ma\nli t1, {from}\nvadd.vv v8, v8, v8(t1)\nret")
    };
    assert_eq!(run(&add(12), 256, |_| {}).2, Ok(()));
    assert!(matches!(run(&add(13), 256, |_| {}).2, Err(Trap::Illegal(_))));
    let text = "vsetivli t0, 4, e32, m2, ta, ma\ncsrwi vs2from, 1\nvredsum.vs v8, v8, v8\nret";
    assert!(matches!(run(text, 256, |_| {}).2, Err(Trap::Illegal(_))));
}

#[test]
fn hv29_a_recurrence_goes_on_with_its_own_results() {
    // v8[i + 1] = v8[i] + v4[i + 1]: running sums of 0, 1, 2, …
    let text = "
    vsetivli t0, 8, e64, m2, tu, mu
    vid.v v4
    vid.v v8
    vsetivli t0, 7, e64, m2, tu, mu
    vadd.vv v8(1), v8, v4(1)
    ret";
    assert_eq!(elements(&ends(text).0, 8, 64, 8), [0, 1, 3, 6, 10, 15, 21, 28]);
}
