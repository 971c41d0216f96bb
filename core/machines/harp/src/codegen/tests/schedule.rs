//! The list schedule of blocks.

use super::*;
use crate::isa::{Decoded, Op};

/// Loads all before it needs the first: in the order of the source twelve values live at once.
const LOADS: &str = "__kernel void k(__global int *y, __global const int *x) {
    int i = get_global_id(0), l = get_local_id(0);
    int a = x[i], b = x[i ^ 1], c = x[i ^ 2], d = x[i ^ 3], e = x[i ^ 4], f = x[i ^ 5];
    int g = x[i ^ 6], h = x[i ^ 7], m = x[i ^ 8], n = x[i ^ 9], o = x[i ^ 10], p = x[i ^ 11];
    y[i] = a * 3 + b * 5 + c * 7 + d * 9 + e * 11 + f * 13 + g * 15 + h * 17 + m * 19 + n * 21 + o * 23 + p * 25 + l;
}";

fn ordered(arch: &str, choice: &str) -> Spec {
    let mut spec = spec(arch, "sj");
    spec.set("list_schedule", choice).expect("a switch");
    spec
}

/// The operations of a program, in order.
fn ops(source: &str, spec: &Spec) -> Vec<u8> {
    let program = Harp::compile(&Given::new(&kernels(source).1, spec)).expect("a program");
    let arch = program.arch.complete().expect("an ArchID");
    let decode = |at: u64| match arch.decode(&program.bytes[at as usize..]) {
        Decoded::Instruction(one, _) => Some(one.op as u8),
        _ => None,
    };
    program.places.iter().filter_map(|placed| decode(placed.at)).collect()
}

/// With few registers fewer values lie in the frame, so that there are fewer loads and stores.
#[test]
fn blocks_in_another_order_need_fewer_registers() {
    let (written, optimised) = kernels(LOADS);
    let bound =
        bound(&written, [64, 1, 1], [16, 1, 1], &[ints([0; 64]), ints((0..64).map(|at| at * at - 70))]);
    let accesses = |choice: &str| {
        let run = run(&optimised, &bound, &ordered("4w8/8/16/4", choice)).expect("a run");
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{choice}");
        [Op::Ld, Op::St].map(|op| core(&run).executed(op))
    };
    let ([loads, stores], [usual_loads, usual_stores]) = (accesses("on"), accesses("off"));
    assert!(loads < usual_loads && stores < usual_stores, "{loads} {usual_loads} {stores} {usual_stores}");
}

/// It is another order of the same instructions, where all values have registers.
#[test]
fn the_same_instructions_stand_in_another_order() {
    let [usual, other] = ["off", "on"].map(|choice| ops(LOADS, &ordered("4w64/16/16/4", choice)));
    assert_ne!(usual, other);
    let sorted = |mut ops: Vec<u8>| {
        ops.sort_unstable();
        ops
    };
    assert_eq!(sorted(usual), sorted(other));
}

/// Loads stay behind the stores in front of them and in front of those behind them, and barriers stay between both.
#[test]
fn accesses_keep_their_order() {
    let source = "__kernel void k(__global int *y, __global const int *x) {
        __local int s[16];
        int i = get_global_id(0), l = get_local_id(0);
        int a = y[i]; y[i] = a + 1; int b = y[i]; y[i] = b * 2 + a; s[l] = y[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        int c = s[l ^ 3]; y[i] = c;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] = l;
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = y[i] + s[l ^ 5] * 1000 + x[i];
    }";
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [64, 1, 1], [16, 1, 1], &[ints(0..64), ints((0..64).map(|at| at * 3))]);
    for arch in ["4w8/8/4/16", "8w32/32/16/16", "4b9/4/8/8"] {
        let run = run(&optimised, &bound, &ordered(arch, "on")).expect(arch);
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{arch}");
    }
}
