//! Compiled kernels against the reference interpreter: memory must be equal bit for bit, whatever the warp size, the
//! number of registers and the size of guarded arms.
extern crate std;

mod lanes;

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_kit::{BYTES, data, random};
use lanescope_parts::{
    analysis::uniformity::Uniformity,
    image::Memory,
    ir::{cfg::Cfg, interp, text, verify::verify},
    launch::Launch,
};

use super::*;
use crate::{
    exec::LaunchState,
    functional::Functional,
    isa::{Op, Operand},
};

fn spec(warp_size: u32, registers: u32, ifcvt_max: u32) -> Spec {
    Spec { warp_size, registers_per_thread: registers, ifcvt_max, ..Spec::default() }
}

/// Runs a kernel on the machine.
fn machine(kernel: &Kernel, spec: &Spec, launch: &Launch, args: &[u64], memory: Memory) -> (Program, Memory) {
    let uniformity = Uniformity::new(kernel, &Cfg::new(kernel));
    let uniform: Vec<bool> = kernel.block_ids().map(|block| !uniformity.diverges(block)).collect();
    let program = generate(kernel, &uniform, spec).unwrap();
    check_limits(&program, spec);
    let group = Layout::new(kernel).group_memory(kernel, args, launch.dynamic_local);
    let state =
        LaunchState::new(&program, spec, launch.groups(), launch.local, &group.args, group.bytes as u32);
    let mut run = Functional::new(Arc::new(program.clone()), state, memory);
    assert!(run.advance(100_000_000).unwrap_or_else(|halt| panic!("{halt:?}\n{:#?}", program.code)));
    (program, run.into_memory())
}

fn check_limits(program: &Program, spec: &Spec) {
    assert!(program.registers.words() <= spec.registers_per_thread);
    assert!(program.registers.p <= spec.predicates_per_thread);
    for inst in &program.code {
        for reg in inst.sources().chain(inst.dst_reg()) {
            let count = [program.registers.r, program.registers.d, program.registers.p][reg.bank as usize];
            assert!(reg.index < count);
        }
    }
}

/// Compares machine and interpreter.
fn differ(kernel: &Kernel, launch: &Launch, specs: &[Spec], extra: &[u64], seed: u64) {
    verify(kernel).unwrap_or_else(|error| panic!("{error:?}\n{}", text::print(kernel)));
    let (memory, args) = data(launch.items(), seed, extra);
    let mut expected = memory.clone();
    interp::run(kernel, launch, &args, &mut expected, &interp::Limits::default()).unwrap();
    for spec in specs {
        let (program, found) = machine(kernel, spec, launch, &args, memory.clone());
        if found.digest() != expected.digest() {
            let (a, b) = (found.copy_out(0, 0, u64::MAX), expected.copy_out(0, 0, u64::MAX));
            let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap() as u64;
            panic!(
                "warp {} registers {} arms {}: item {} byte {}\n{}\n{}",
                spec.warp_size,
                spec.registers_per_thread,
                spec.ifcvt_max,
                at / BYTES,
                at % BYTES,
                text::print(kernel),
                listing(&program)
            );
        }
    }
}

fn listing(program: &Program) -> String {
    program.code.iter().enumerate().map(|(pc, inst)| format!("{pc:4} {inst:?}\n")).collect()
}

fn line(items: u32, group: u32) -> Launch {
    Launch { global: [items, 1, 1], local: [group, 1, 1], ..Launch::default() }
}

fn kernel(source: &str) -> Kernel {
    text::parse(source).unwrap_or_else(|error| panic!("{error:?}"))
}

const SAXPY: &str = "kernel saxpy(data: ptr.global f32, n: i32, a: f32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = arg 1
  v2: f32 = arg 2
  v3: i32 = global_id 0
  v4: bool = lt.s v3, v1
  branch v4, b1, b2
b1:
  v5: i64 = sext v3
  v6: i64 = const 4
  v7: i64 = mul v5, v6
  v8: ptr.global = ptradd v0, v7
  v9: f32 = load v8
  v10: f32 = fma v9, v2, v9
  store v8, v10
  jump b2
b2:
  return
}";

#[test]
fn saxpy_is_the_code_that_a_person_would_write() {
    let kernel = kernel(SAXPY);
    let program = generate(&kernel, &[], &Spec::default()).unwrap();
    let ops: Vec<Op> = program.code.iter().map(|inst| inst.op).collect();
    assert_eq!(
        ops,
        [
            Op::Ld,
            Op::Ld,
            Op::Ld,
            Op::Mov,
            Op::Mov,
            Op::Mov,
            Op::Mad,
            Op::Setp,
            Op::Exit,
            Op::MadWide,
            Op::Ld,
            Op::Fma,
            Op::St,
            Op::Ret
        ],
        "{}",
        listing(&program)
    );
    assert!(program.code.iter().all(|inst| !matches!(inst.dst, Operand::Special(_))));
    let specs = [spec(1, 63, 0), spec(4, 16, 4), spec(32, 63, 9), spec(64, 63, 0)];
    differ(&kernel, &line(96, 48), &specs, &[77, 2.5f32.to_bits().into()], 1);
}

/// Each work-item sums what its neighbours left in group memory, over several rounds with barriers.
const ROUNDS: &str = "kernel rounds(data: ptr.global i32) {
  slot s0 tile: local 256 align 4 i32
b0:
  v0: ptr.global = arg 0
  v1: i32 = local_id 0
  v2: i64 = zext v1
  v3: i64 = const 2
  v4: i64 = shl v2, v3
  v5: ptr.local = slot s0
  v6: ptr.local = ptradd v5, v4
  store v6, v1
  v7: i32 = const 0
  v8: i32 = const 1
  v9: i32 = const 6
  v10: i32 = const 63
  jump b1(v7, v1)
b1(v11: i32, v12: i32):
  barrier
  v13: i32 = add v1, v8
  v14: i32 = and v13, v10
  v15: i64 = zext v14
  v16: i64 = shl v15, v3
  v17: ptr.local = ptradd v5, v16
  v18: i32 = load v17
  v19: i32 = add v12, v18
  barrier
  store v6, v19
  v20: i32 = add v11, v8
  v21: bool = lt.s v20, v9
  branch v21, b1(v20, v19), b2
b2:
  v22: i32 = global_id 0
  v23: i64 = zext v22
  v24: i64 = shl v23, v3
  v25: ptr.global = ptradd v0, v24
  store v25, v19
  return
}";

#[test]
fn barriers_and_group_memory() {
    let specs = [1, 4, 8, 32, 64].map(|warp| spec(warp, 63, 4));
    differ(&kernel(ROUNDS), &line(128, 64), &specs, &[], 2);
}

#[test]
fn a_loop_keeps_its_variables_in_place() {
    let program = generate(&kernel(ROUNDS), &[], &Spec::default()).unwrap();
    let back = program.code.iter().position(|inst| inst.is_branch()).unwrap();
    let moves = program.code[program.code[back].target as usize..back].iter().filter(|i| i.op == Op::Mov);
    assert_eq!(moves.count(), 0, "{}", listing(&program));
}

/// A loop whose two variables change places each time: the moves on its edge are a cycle.
const SWAP: &str = "kernel swap(data: ptr.global i32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = global_id 0
  v2: i32 = const 1
  v3: i32 = const 1000
  v4: i32 = const 0
  jump b1(v1, v3, v4)
b1(v5: i32, v6: i32, v7: i32):
  v8: i32 = add v7, v2
  v9: bool = lt.s v8, v1
  branch v9, b1(v6, v5, v8), b2(v5, v6)
b2(v10: i32, v11: i32):
  v12: i64 = zext v1
  v13: i64 = const 8
  v14: i64 = mul v12, v13
  v15: ptr.global = ptradd v0, v14
  store v15, v10
  v16: i64 = const 4
  v17: ptr.global = ptradd v15, v16
  store v17, v11
  return
}";

#[test]
fn variables_that_change_places() {
    let specs = [spec(1, 16, 0), spec(8, 63, 0), spec(32, 63, 0)];
    differ(&kernel(SWAP), &line(40, 20), &specs, &[], 3);
}

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let specs =
        [spec(1, 63, 0), spec(4, 16, 4), spec(8, 20, 32), spec(32, 63, 4), spec(32, 16, 0), spec(64, 255, 9)];
    for seed in 0..200 {
        let kernel = random::kernel(seed);
        let launch = line(48, 24);
        differ(&kernel, &launch, &specs, &[seed, 0x1_0000_0001_u64.wrapping_mul(seed)], seed);
    }
}

#[test]
fn arrays_of_a_work_item_lie_in_local_memory() {
    let source = "kernel arrays(data: ptr.global i32) {
  slot s0 a: private 32 align 4 i32
b0:
  v0: ptr.global = arg 0
  v1: i32 = global_id 0
  v2: i32 = const 7
  v3: i32 = and v1, v2
  v4: i64 = zext v3
  v5: i64 = const 2
  v6: i64 = shl v4, v5
  v7: ptr.private = slot s0
  v8: ptr.private = ptradd v7, v6
  store v8, v1
  v9: i64 = const 12
  v10: ptr.private = ptradd v7, v9
  v11: i32 = load v10
  v12: i64 = zext v1
  v13: i64 = shl v12, v5
  v14: ptr.global = ptradd v0, v13
  store v14, v11
  return
}";
    let kernel = kernel(source);
    let program = generate(&kernel, &[], &Spec::default()).unwrap();
    assert_eq!(program.local_bytes, 32);
    differ(&kernel, &line(64, 32), &[spec(4, 63, 0), spec(32, 63, 0)], &[], 4);
}

/// `if (x > 0) x = ((x + 1) ^ 3) * x;` on an element of the buffer: three instructions in the arm, and a store behind it.
const ARM: &str = "kernel arm(data: ptr.global i32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = global_id 0
  v2: i64 = zext v1
  v3: i64 = const 9
  v4: i64 = shl v2, v3
  v5: ptr.global = ptradd v0, v4
  v6: i32 = load v5
  v7: i32 = const 0
  v8: bool = lt.s v7, v6
  branch v8, b1, b2(v6)
b1:
  v9: i32 = const 1
  v10: i32 = add v6, v9
  v11: i32 = const 3
  v12: i32 = xor v10, v11
  v13: i32 = mul v12, v6
  jump b2(v13)
b2(v14: i32):
  store v5, v14
  return
}";

/// An arm is guarded if it has no more than `ifcvt_max` instructions, else it is branched around.
#[test]
fn c03_small_arms_are_guarded() {
    let kernel = kernel(ARM);
    let branches = |ifcvt_max| {
        let program = generate(&kernel, &[], &spec(32, 63, ifcvt_max)).unwrap();
        program.code.iter().filter(|inst| inst.is_branch()).count()
    };
    assert_eq!([2, 3].map(branches), [1, 0]);
    differ(&kernel, &line(64, 32), &[spec(32, 63, 2), spec(32, 63, 3)], &[], 1);
}
