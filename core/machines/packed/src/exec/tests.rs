//! Programs and single instructions against results worked out by hand.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::{num::rounded::Flags, rng::Rng},
    image::{BASE, FaultKind, Memory},
    ir::Type,
};

use super::{
    state::{Value, WIDEST, element, set_element},
    *,
};
use crate::{
    asm::assemble,
    isa::{Elem, Generation, InstructionSet, Lane},
};

/// Runs a text to its end. The data section is the first buffer.
fn run(
    text: &str,
    generation: Generation,
    relaxed: bool,
    prepare: impl FnOnce(&mut Hart),
) -> (Hart, Memory, Result<(), Trap>) {
    let (program, diagnostics) = assemble(text, generation);
    assert_eq!(diagnostics, [], "{text}");
    let mut memory = Memory::default();
    memory.allocate("data", program.data.len().max(1) as u64, Type::I8, true, true);
    memory.copy_in(0, &program.data);
    let mut hart = Hart::with(PState::new(generation, relaxed, 32));
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

fn ends(text: &str, generation: Generation) -> (Hart, Memory) {
    let (hart, memory, result) = run(text, generation, true, |_| {});
    assert_eq!(result, Ok(()));
    (hart, memory)
}

fn elements(value: &Value, bytes: usize, count: usize) -> Vec<u64> {
    (0..count).map(|at| element(value, at, bytes)).collect()
}

fn doubles(memory: &Memory, offset: u64, count: u64) -> Vec<f64> {
    (0..count).map(|at| f64::from_bits(memory.load(BASE + offset + 8 * at, 8))).collect()
}

fn words(memory: &Memory, offset: u64, count: u64) -> Vec<u64> {
    (0..count).map(|at| memory.load(BASE + offset + 4 * at, 4)).collect()
}

/// The textbook's DAXPY on 32 elements, with the addresses in registers as it has them.
pub const DAXPY: &str = "
    .data
    .align 6
X:  .double 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
Y:  .zero 256
A:  .double 2.0
    .text
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
    ret
";

fn at_daxpy(hart: &mut Hart) {
    (hart.x[10], hart.x[11], hart.x[12]) = (BASE, BASE + 256, BASE + 512);
}

#[test]
fn we16a_daxpy_of_32_elements_executes_67_instructions() {
    let (hart, memory, result) = run(DAXPY, Generation::Rvp, false, at_daxpy);
    assert_eq!(result, Ok(()));
    // `ret` is one more.
    assert_eq!(hart.instret, 67 + 1);
    let wanted: Vec<f64> = (0..32).map(|at| 2.0 * f64::from(at)).collect();
    assert_eq!(doubles(&memory, 256, 32), wanted);
}

#[test]
fn we17c_bytes_wrap_saturate_and_average() {
    let text = "
    li t0, 250
    li t1, 10
    li t2, 255
    li t3, 1
    pins.32B f0, t0, 0
    pins.32B f1, t1, 0
    pins.32B f2, t2, 0
    pins.32B f3, t3, 0
    padd.32B f4, f0, f1
    paddsu.32B f5, f0, f1
    psubsu.32B f6, f1, f0
    pavgu.32B f7, f0, f2
    pavgu.32B f8, f9, f3
    pext.32B a0, f4, 0
    pext.32B a1, f5, 0
    pext.32B a2, f6, 0
    pext.32B a3, f7, 0
    pext.32B a4, f8, 0
    ret";
    let (hart, _) = ends(text, Generation::Rvp);
    assert_eq!(hart.x[10..15], [4, 255, 0, 253, 1]);
}

/// A partitioned adder computes what the elements by themselves do: carries are cut at element borders, a subtraction is the
/// complement with a carry into each element (HS10).
#[test]
fn hs10_a_wide_adder_with_cut_carries_is_the_arithmetic_of_elements() {
    let mut rng = lanescope_parts::base::rng::Rng::new(7);
    for elem in [Elem::Xb, Elem::Xw, Elem::Xd, Elem::Xq] {
        let bits = elem.bits();
        // The first bit of each element.
        let low = (0..64).step_by(bits as usize).fold(0u64, |set, at| set | 1 << at);
        let high = low << (bits - 1);
        for _ in 0..200 {
            let (a, b) = (rng.next_u64(), rng.next_u64());
            let add = |a: u64, b: u64| ((a & !high).wrapping_add(b & !high)) ^ ((a ^ b) & high);
            let cut = |value: u64, at: u32| value >> (at * bits) & (u64::MAX >> (64 - bits));
            for at in 0..64 / bits {
                let (x, y) = (cut(a, at), cut(b, at));
                assert_eq!(lane::lane(Lane::Add, elem, 0, x, y).0, cut(add(a, b), at));
                assert_eq!(lane::lane(Lane::Sub, elem, 0, x, y).0, cut(add(add(a, !b), low), at));
            }
        }
    }
}

#[test]
fn strict_accesses_off_their_border_are_faults_without_effect() {
    let text = ".data\n.align 6\n.zero 128\n.text\nfld.4D f1, 8(a0)\nret";
    let (_, _, strict) = run(text, Generation::Rvp, false, |hart| hart.x[10] = BASE);
    assert!(
        matches!(&strict, Err(Trap::Fault(fault, None)) if fault.kind == FaultKind::Misaligned),
        "{strict:?}"
    );
    let (_, _, relaxed) = run(text, Generation::Rvp, true, |hart| hart.x[10] = BASE);
    assert_eq!(relaxed, Ok(()));
    let aligned = ".data\n.align 6\n.zero 128\n.text\nvmovapd ymm1, 8(a0)\nret";
    let (_, _, always) = run(aligned, Generation::Avx, true, |hart| hart.x[10] = BASE);
    assert!(matches!(always, Err(Trap::Fault(fault, None)) if fault.kind == FaultKind::Misaligned));
    // A store that leaves its buffer has written nothing.
    let out = ".data\n.align 6\n.zero 48\n.text\nvmovupd 32(a0), ymm1\nret";
    let (_, memory, result) = run(out, Generation::Avx, true, |hart| hart.x[10] = BASE);
    assert!(matches!(result, Err(Trap::Fault(fault, None)) if fault.kind == FaultKind::OutOfBounds));
    assert_eq!(words(&memory, 32, 4), [0; 4]);
}

/// packed_facts B9: elements that are left out raise nothing, also where all of them are.
#[test]
fn hs04_an_access_that_nothing_takes_part_in_has_no_address() {
    let guard = "vcmpltu4 vp0, vv0, t3\n";
    for access in ["!vp0 vlw4 vv3, 0(t1)", "!vp0 vsw4 vv3, 0(t1)", "!vp0 vlb4 vv3, 0(t1)"] {
        let text = format!("li t1, 1\nli t3, 1000\n{guard}{access}\nret");
        assert_eq!(run(&text, Generation::Lee, false, |_| {}).2, Ok(()), "{access}");
        let (.., all) = run(&text.replace("!vp0", "vp0"), Generation::Lee, false, |_| {});
        assert!(matches!(all, Err(Trap::Fault(..))), "{access} with all elements");
    }
}

/// What is told of a whole access is the access: where it begins and all of its bytes.
#[test]
fn an_access_out_of_bounds_is_told_whole() {
    let text = ".data\n.zero 64\n.text\nvmovups zmm1, 4(a0)\nret";
    let (.., trap) = run(text, Generation::Amx, true, |hart| hart.x[10] = BASE);
    let Err(Trap::Fault(fault, None)) = trap else { panic!("{trap:?}") };
    assert_eq!((fault.kind, fault.address, fault.bytes), (FaultKind::OutOfBounds, BASE + 4, 64));
    assert_eq!(fault.near, Some(("data".into(), 4)));
}

#[test]
fn scalar_float_writes_clear_what_is_above_them() {
    let text = "
    .data
    .align 6
D:  .double 1,2,3,4
    .text
    la a0, D
    fld.4D f1, 0(a0)
    fmv.4D f2, f1
    fadd.d f1, f1, f1
    ret";
    let (hart, _) = ends(text, Generation::Rvp);
    let bits = |value: f64| value.to_bits();
    assert_eq!(elements(&hart.packed(1, 32), 8, 4), [bits(2.0), 0, 0, 0]);
    assert_eq!(elements(&hart.packed(2, 32), 8, 4), [1.0, 2.0, 3.0, 4.0].map(bits));
}

const CSAXPY: &str = "
    .data
    .align 6
X:  .float 1, 2, 3, 4
Y:  .float 10, 20, 30, 40
C:  .byte 1, 0, 2, 0
    .text
    la   a2, C
    la   a3, X
    la   a4, Y
    li   a1, 0x40000000
    vsplat4 vv0, a1
    vlb4    vv1, (a2)
";

/// What the first trip of Lee's blend version leaves in y (as numbers of the integer part).
fn blend(line: &str) -> Vec<f32> {
    let text = format!(
        "{CSAXPY}
    vcmpez4 vv3, vv1
    vlw4    vv1, (a3)
    vlw4    vv2, (a4)
    vfma4   vv1, vv0, vv1, vv2
    {line}
    vsw4    vv1, (a4)
    ret"
    );
    let (_, memory) = ends(&text, Generation::Lee);
    words(&memory, 16, 4).into_iter().map(|word| f32::from_bits(word as u32)).collect()
}

#[test]
fn we07a_the_printed_blend_is_wrong_and_the_repaired_one_right() {
    assert_eq!(blend("vblend4 vv1, vv3, vv1, vv2"), [10.0, 24.0, 30.0, 48.0]);
    assert_eq!(blend("vblend4 vv1, vv3, vv2, vv1"), [12.0, 20.0, 36.0, 40.0]);
}

#[test]
fn we07_predicates_leave_false_elements_alone() {
    let text = format!(
        "{CSAXPY}
    vcmpez4 vp0, vv1
    !vp0 vlw4  vv1, (a3)
    !vp0 vlw4  vv2, (a4)
    !vp0 vfma4 vv1, vv0, vv1, vv2
    !vp0 vsw4  vv1, (a4)
    ret"
    );
    let (hart, memory) = ends(&text, Generation::Lee);
    let y: Vec<f32> = words(&memory, 16, 4).into_iter().map(|word| f32::from_bits(word as u32)).collect();
    assert_eq!(y, [12.0, 20.0, 36.0, 40.0]);
    assert_eq!(hart.ext.masks[0], 0b1010);
}

#[test]
fn we17d_a_product_of_tiles() {
    let text = "
    .data
    .align 6
CFG: .byte 1, 0
    .zero 14
    .half 8, 4, 8
    .zero 26
    .byte 2, 2, 1
    .zero 13
A:  .byte 1, 2, 3, 4, -1, 0, 1, 2
B:  .byte 1, 1, 1, 1, 2, 0, -1, 1
C:  .zero 16
    .text
    la a0, CFG
    la a1, A
    la a2, B
    la a3, C
    li t0, 4
    li t1, 8
    ldtilecfg (a0)
    tileloadd tmm1, (a1, t0)
    tileloadd tmm2, (a2, t1)
    tilezero tmm0
    tdpbssd tmm0, tmm1, tmm2
    tilestored (a3, t1), tmm0
    ret";
    let (_, memory) = ends(text, Generation::Amx);
    assert_eq!(words(&memory, 80, 4), [10, 3, 2, u64::from(-1i32 as u32)]);
}

#[test]
fn tiles_before_their_shapes_are_illegal() {
    let (_, _, result) = run("tilezero tmm0\nret", Generation::Amx, true, |_| {});
    assert!(matches!(result, Err(Trap::Illegal(_))));
}

#[test]
fn an_instruction_of_another_generation_is_illegal() {
    let (program, _) = assemble("vaddpd zmm0, zmm1, zmm2\nret", Generation::Avx512);
    let mut hart = Hart::with(PState::new(Generation::Avx, true, 32));
    let trap = hart.step(&program, &mut Memory::default());
    assert!(matches!(trap, Err(Trap::Illegal(_))), "{trap:?}");
}

#[test]
fn hs08_what_is_switched_off_is_illegal() {
    let first = |text, set| {
        let (program, _) = assemble(text, Generation::Avx512);
        let mut hart = Hart::with(PState::new(set, true, 32));
        hart.step(&program, &mut Memory::default())
    };
    let all = InstructionSet::from(Generation::Avx512);
    let (gather, masked) = ("vgatherdpd ymm1, (a0, xmm2, 8), ymm3", "vaddpd zmm0{k1}, zmm1, zmm2");
    assert!(first(gather, all).is_ok() && first(masked, all).is_ok());
    let illegal = |text, set| matches!(first(text, set), Err(Trap::Illegal(_)));
    assert!(illegal(gather, InstructionSet { gathers: false, ..all }));
    assert!(illegal(masked, InstructionSet { masks: false, ..all }));
    assert!(first(masked, InstructionSet { gathers: false, ..all }).is_ok());
}

#[test]
fn a_gather_that_faults_leaves_the_rest_of_its_mask() {
    let text = "
    .data
    .align 6
I:  .word 0, 8, 100000, 16
D:  .double 1.5, 2.5, 3.5
    .text
    la a0, I
    la a1, D
    vmovdqu xmm2, (a0)
    vcmpeqpd ymm3, ymm4, ymm4
    vgatherdpd ymm1, (a1, xmm2, 1), ymm3
    ret";
    let (hart, _, result) = run(text, Generation::Avx2, true, |_| {});
    assert!(matches!(result, Err(Trap::Fault(_, Some(2)))), "{result:?}");
    assert_eq!(elements(&hart.packed(1, 32), 8, 2), [1.5f64.to_bits(), 2.5f64.to_bits()]);
    assert_eq!(elements(&hart.packed(3, 32), 8, 4), [0, 0, u64::MAX, u64::MAX]);
}

#[test]
fn of_scatters_to_one_address_the_highest_stays() {
    let text = "
    .data
    .align 6
I:  .word 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
V:  .word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
D:  .word 0, 0
    .text
    la a0, I
    la a1, V
    la a2, D
    vmovdqu zmm1, (a0)
    vmovdqu zmm2, (a1)
    li t0, 15
    kmov k1, t0
    vpscatterdd (a2, zmm1, 1){k1}, zmm2
    kmov t1, k1
    ret";
    let (hart, memory) = ends(text, Generation::Avx512);
    assert_eq!(words(&memory, 128, 2), [4, 3]);
    assert_eq!(hart.x[6], 0);
}

#[test]
fn masks_merge_or_clear_and_suppress_faults() {
    let text = "
    .data
    .align 6
D:  .double 1, 2
    .text
    la a0, D
    li t0, 3
    kmov k1, t0
    vmovupd zmm1{k1}{z}, (a0)
    vaddpd zmm2{k1}, zmm1, zmm1
    ret";
    let prepared = |hart: &mut Hart| {
        let mut ones = [0; 64];
        (0..8).for_each(|at| super::state::set_element(&mut ones, at, 8, 1));
        hart.set_packed(2, 64, &ones);
    };
    let (hart, _, result) = run(text, Generation::Avx512, true, prepared);
    assert_eq!(result, Ok(()));
    let of = |register| elements(&hart.packed(register, 64), 8, 8);
    assert_eq!(of(1), [1f64.to_bits(), 2f64.to_bits(), 0, 0, 0, 0, 0, 0]);
    assert_eq!(of(2), [2f64.to_bits(), 4f64.to_bits(), 1, 1, 1, 1, 1, 1]);
}

/// Bytes 0, 1, 2, … of a register of 32 bytes.
fn counting(from: u8) -> Value {
    core::array::from_fn(|at| if at < 32 { from + at as u8 } else { 0 })
}

#[test]
fn moves_across_a_register() {
    let cut = |element| shuffle::Cut { register: 32, element };
    let (a, b) = (counting(0), counting(100));
    let low = cut(8).unpack(&a, &b, false, false);
    assert_eq!((low[0], low[8], low[16], low[24]), (0, 100, 8, 108));
    let high = cut(8).unpack(&a, &b, true, true);
    assert_eq!((high[0], high[8], high[16], high[24]), (8, 108, 24, 124));
    let reversed = cut(8).permute_number(&a, 0b00_01_10_11);
    assert_eq!((reversed[0], reversed[8], reversed[24]), (24, 16, 0));
    // b.hi, then zeros.
    let halves = shuffle::permute_halves(&a, &b, 0x83);
    assert_eq!((halves[0], halves[15], halves[16]), (116, 131, 0));
    let mut index = [0; 64];
    (index[0], index[8], index[16]) = (3, 9, 1);
    let chosen = cut(8).permute(&a, &index, true);
    assert_eq!((chosen[0], chosen[8], chosen[16], chosen[24]), (24, 0, 8, 0));
    let mut wide = [0; 64];
    for (at, value) in [300i16, -300, 5, -5].into_iter().enumerate() {
        wide[2 * at..2 * at + 2].copy_from_slice(&value.to_le_bytes());
    }
    let signed = cut(1).pack(&wide, &wide, true, false);
    assert_eq!(signed[..4], [127, 128, 5, 251]);
    assert_eq!(signed[16..20], [127, 128, 5, 251]);
    assert_eq!(cut(1).pack(&wide, &wide, false, true)[..4], [255, 0, 5, 0]);
}

#[test]
fn shifts_by_the_width_or_more_leave_nothing() {
    use crate::isa::Shift;
    for (op, count, wanted) in [
        (Shift::Left, 7, 0x80),
        (Shift::Left, 8, 0),
        (Shift::Right, 8, 0),
        (Shift::RightSign, 8, 0xFF),
        (Shift::RightSign, 1 << 40, 0xFF),
    ] {
        assert_eq!(lane::shift(op, Elem::Xb, 0x81, count), wanted, "{op:?} {count}");
    }
}

#[test]
fn blends_have_their_own_orders() {
    let text: String = "
    li t0, -1
    vmovq xmm1, t0
    li t0, 5
    vmovq xmm2, t0
    li t0, 9
    vmovq xmm3, t0
    vblendvpd xmm4, xmm2, xmm3, xmm1
    vmovq a0, xmm4
    ret"
    .into();
    let (hart, _) = ends(&text, Generation::Avx);
    assert_eq!(hart.x[10], 9);
    let rvp = "
    li t0, -1
    pins.4D f1, t0, 0
    li t0, 5
    pins.4D f2, t0, 0
    li t0, 9
    pins.4D f3, t0, 0
    pblend f4, f1, f2, f3
    pext.4D a0, f4, 0
    ret";
    assert_eq!(ends(rvp, Generation::Rvp).0.x[10], 5);
}

/// What is computed for a whole register at once has the bits of what is computed element by element, or is not.
#[test]
fn a_register_at_once_is_its_elements_one_by_one() {
    let found = [at_once::<16>(), at_once::<32>(), at_once::<64>()];
    assert!(found.iter().all(|found| *found > 3_000), "{found:?}");
}

/// How many of the results are computed at once.
fn at_once<const N: usize>() -> usize {
    let mut rng = Rng::new(11);
    let mut at_once = 0;
    for turn in 0..1_000u64 {
        let double = turn % 2 == 1;
        let (elem, bytes) = if double { (Elem::Xpd, 8) } else { (Elem::Xps, 4) };
        let get = |value: &[u8; N], at| {
            let mut whole = [0; WIDEST];
            whole[..N].copy_from_slice(value);
            element(&whole, at, bytes)
        };
        let mut register = || -> [u8; N] {
            let mut value = [0; WIDEST];
            for at in 0..N / bytes {
                // Numbers near each other, and now and then any bits.
                let near =
                    if double { 1020 << 52 | rng.below(7 << 52) } else { 124 << 23 | rng.below(7 << 23) };
                let sign = rng.below(2) << (8 * bytes - 1);
                // In every fourth register small whole numbers, whose results are exact.
                let whole = rng.below(20);
                let whole = if double { (whole as f64).to_bits() } else { (whole as f32).to_bits().into() };
                let near = if turn % 4 < 2 { near | sign } else { whole };
                let bits = if rng.below(200) == 0 { rng.below(u64::MAX) } else { near };
                set_element(&mut value, at, bytes, bits);
            }
            *value.first_chunk().unwrap()
        };
        let [a, b, c] = [register(), register(), register()];
        let news = rng.below(2) == 0;
        let before = if news { 0 } else { Flags::INEXACT.0 };
        let mut same = |found: Option<[u8; N]>, one: &dyn Fn(usize) -> lane::Result| {
            let Some(found) = found else { return };
            at_once += 1;
            for at in 0..N / bytes {
                let (expected, flags) = one(at);
                assert_eq!(get(&found, at), expected, "{turn}: element {at}");
                assert_eq!(flags.0 & !before, 0, "{turn}: exceptions at {at}");
            }
        };
        for op in [Lane::FAdd, Lane::FSub, Lane::FMul, Lane::FDiv] {
            same(quick::lanes(op, elem, news, [&a, &b]), &|at| {
                lane::lane(op, elem, 0, get(&a, at), get(&b, at))
            });
        }
        for signs in [(false, false), (true, false), (false, true), (true, true)] {
            same(quick::fused(signs, elem, news, [&a, &b, &c]), &|at| {
                lane::fused(signs, elem, 0, [get(&a, at), get(&b, at), get(&c, at)])
            });
        }
    }
    at_once
}

/// Under a mask, an operand in memory gives what it gives in a register, also where elements move to other places.
#[test]
fn a_masked_operand_in_memory_is_that_of_a_register() {
    let mut rng = Rng::new(77);
    for op in [
        "vpermd",
        "vpermps",
        "vunpckhps",
        "vpunpckldq",
        "vpacksswb",
        "vpackusdw",
        "vaddps",
        "vpmulld",
        "vpsllvd",
    ] {
        let words: Vec<String> = (0..16).map(|_| format!("{:#x}", rng.next_u64())).collect();
        let mask = rng.next_u64();
        let of = |last: &str| {
            let text = format!(
                ".data\n.align 6\n.dword {}\n.text\nvmovups zmm1, 0(a1)\nvmovups zmm2, 64(a1)\nvmovups zmm3, 0(a1)\n\
                 kmov k1, t0\n{op} zmm3{{k1}}, zmm1, {last}\nret",
                words.join(", ")
            );
            let (hart, _, result) = run(&text, Generation::Avx512, true, |hart| {
                hart.set_x(11, BASE);
                hart.set_x(5, mask);
            });
            assert_eq!(result, Ok(()), "{op}");
            (hart.packed(3, 64), hart.fflags)
        };
        assert_eq!(of("zmm2"), of("64(a1)"), "{op} under {mask:#x}");
    }
}
