//! Exchanged through memory, kernels leave what the interpreter leaves, which has operations of lanes of its own.

use alloc::{format, string::String};

use super::*;
use crate::{
    base::num::lane,
    base::rng::Rng,
    image::Memory,
    ir::{interp, text, verify::verify},
    launch::Launch,
};

/// Groups in one, two and three dimensions, whose last warps are whole or not, and how many groups there are.
const GROUPS: [([u32; 3], u32); 5] =
    [([64, 1, 1], 2), ([40, 1, 1], 3), ([7, 9, 1], 2), ([3, 5, 5], 1), ([1024, 1, 1], 1)];

/// Memory after a kernel has run on random numbers, of which some are equal and some negative.
fn digest(kernel: &Kernel, (local, groups): ([u32; 3], u32), ty: Type) -> Result<u64, String> {
    let launch = Launch { global: [local[0] * groups, local[1], local[2]], local, ..Launch::default() };
    let (mut memory, mut rng) = (Memory::default(), Rng::new(11));
    memory.allocate("in", 8 * 2048, ty, false, true);
    memory.allocate("out", 8 * 2048, Type::I64, false, true);
    let [given, out] = [0, 1].map(|at| memory.buffers()[at].base);
    for at in 0..2048 {
        let number = rng.below(5).wrapping_sub(2);
        memory.store(given + u64::from(ty.bytes()) * at, ty.bytes(), number & ty.mask());
    }
    let end = interp::run(kernel, &launch, &[given, out], &mut memory, &interp::Limits::default());
    end.map(|_| memory.digest()).map_err(|halt| halt.why())
}

/// A kernel with the number of a work-item in `v5`, a value in `v10` and a word of ones, which nobody knows, in `v13`; it writes `v40`.
fn around(ty: Type, (result, body): (Type, &str), header: &str) -> Kernel {
    let bytes = result.bytes();
    let source = format!(
        "kernel k(given: ptr.global {ty}, out: ptr.global {result}) {header}{{
b0:
 v0: i32 = global_id 2
 v1: i32 = global_size 1
 v2: i32 = mul v0, v1
 v3: i32 = global_id 1
 v4: i32 = add v2, v3
 v6: i32 = global_size 0
 v7: i32 = mul v4, v6
 v8: i32 = global_id 0
 v5: i32 = add v7, v8
 v9: i64 = zext v5
 v11: i64 = const {}
 v12: i64 = mul v9, v11
 v14: ptr.global = arg 0
 v15: ptr.global = ptradd v14, v12
 v10: {ty} = load v15
 v16: i32 = const 4294967295
 v17: i32 = shr.u v5, v16
 v18: i32 = const 1
 v13: i32 = sub v17, v18
{body}
 v41: i64 = const {bytes}
 v42: i64 = mul v9, v41
 v43: ptr.global = arg 1
 v44: ptr.global = ptradd v43, v42
 store v44, v40
 return
}}",
        ty.bytes()
    );
    text::parse(&source).unwrap_or_else(|error| panic!("{error:?}\n{source}"))
}

/// Exchanged through memory a kernel leaves what the reference does.
fn same(what: &str, kernel: &Kernel, ty: Type) {
    verify(kernel).unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut exchanged = kernel.clone();
    assert!(through_memory(&mut exchanged), "{what}");
    verify(&exchanged).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(exchanged.lane_op().is_none());
    for group in GROUPS {
        let expected = digest(kernel, group, ty);
        assert!(expected.is_ok(), "{what} {group:?}: {expected:?}");
        fit(&mut exchanged, group.0.iter().map(|side| u64::from(*side)).product());
        assert_eq!(digest(&exchanged, group, ty), expected, "{what} {group:?}\n{}", text::print(&exchanged));
    }
}

const TYPES: [Type; 7] = [Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];

#[test]
fn every_operation_reads_what_the_reference_reads() {
    for ty in TYPES {
        for (op, width) in [LaneOp::Index, LaneOp::Up, LaneOp::Down, LaneOp::Xor]
            .iter()
            .flat_map(|op| [32, 8].map(|width| (*op, width)))
        {
            for mask in ["", ", v13"] {
                let segments = lane::segments(op, width);
                let body = format!(
                    " v20: i32 = const 5\n v21: i32 = mul v5, v20\n v22: i32 = const {segments}\n v40: {ty} = lane.{} v10, v21, v22{mask}",
                    op.name()
                );
                let kernel = around(ty, (ty, &body), "");
                same(&format!("{} {ty} {width}{mask}", op.name()), &kernel, ty);
            }
        }
        let matches = around(ty, (Type::I32, " v40: i32 = lane.match v10"), "");
        same(&format!("match {ty}"), &matches, ty);
    }
    let vote = " v20: i32 = const 0\n v21: bool = lt.s v20, v10\n v40: i32 = lane.ballot v21, v13";
    same("ballot", &around(Type::I32, (Type::I32, vote), ""), Type::I32);
}

#[test]
fn warps_may_be_smaller() {
    for warp in [1, 2, 8, 16] {
        let header = format!("subgroup {warp} ");
        let vote = " v20: i32 = const 0\n v21: bool = lt.s v20, v10\n v40: i32 = lane.ballot v21";
        same("ballot", &around(Type::I32, (Type::I32, vote), &header), Type::I32);
        for op in [LaneOp::Index, LaneOp::Down, LaneOp::Xor] {
            let body = format!(
                " v22: i32 = const {}\n v40: i32 = lane.{} v10, v5, v22",
                lane::segments(op, 32),
                op.name()
            );
            same(op.name(), &around(Type::I32, (Type::I32, &body), &header), Type::I32);
        }
    }
}

/// Nobody writes the value of the next turn before all have read that of this one.
#[test]
fn turns_of_a_loop_do_not_mix() {
    let body = " v20: i32 = const 0\n v22: i32 = const 31\n jump b1(v20, v10)
b1(v23: i32, v24: i32):
 v25: i32 = lane.index v24, v23, v22, v13
 v26: i32 = lane.xor v25, v23, v22
 v27: i32 = const 3
 v28: i32 = mul v24, v27
 v29: i32 = add v28, v26
 v30: i32 = add v23, v18
 v31: i32 = const 9
 v32: bool = lt.s v30, v31
 branch v32, b1(v30, v29), b2(v29)
b2(v40: i32):";
    same("loop", &around(Type::I32, (Type::I32, body), ""), Type::I32);
}

/// What stands in the branch of a condition that holds in some work-items, and behind it.
fn branched(yes: &str, no: &str, behind: &str) -> Kernel {
    let body = format!(
        " v20: i32 = const 0
 v21: bool = lt.s v20, v10
 v22: i32 = const 31
 v50: i32 = const 7
 branch v21, b1, b2
b1:
{yes}
b2:
{no}
b3(v30: i32):
{behind}"
    );
    around(Type::I32, (Type::I32, &body), "")
}

#[test]
fn those_who_go_another_way_take_no_part() {
    let vote = " v31: bool = lt.s v18, v10\n v32: i32 = lane.ballot v31\n v33: i32 = lane.xor v10, v32, v22\n v34: i32 = add v32, v33\n jump b3(v34)";
    let other = " v36: i32 = lane.match v10\n v37: i32 = mul v36, v50\n jump b3(v37)";
    let behind = " v38: i32 = lane.up v30, v18, v20\n v40: i32 = add v38, v30";
    for (name, yes, no, behind) in [
        ("one way", vote, " jump b3(v5)", " v40: i32 = add v30, v18"),
        ("the other way", " jump b3(v5)", other, " v40: i32 = add v30, v18"),
        ("both ways", vote, other, " v40: i32 = add v30, v18"),
        ("both ways and behind", vote, other, behind),
        ("some have ended", " return", other, behind),
        ("some have ended first", vote, " return", behind),
    ] {
        same(name, &branched(yes, no, behind), Type::I32);
    }
}

/// Turns that all make, in each of which some take part.
#[test]
fn branches_in_loops_that_all_go_round() {
    let body = " v20: i32 = const 0\n v22: i32 = const 31\n jump b1(v20, v10)
b1(v23: i32, v24: i32):
 v25: i32 = and v24, v18
 v26: bool = eq v25, v20
 branch v26, b2, b3(v24)
b2:
 v27: i32 = lane.down v24, v18, v22
 v28: i32 = add v27, v23
 jump b3(v28)
b3(v29: i32):
 v30: i32 = add v23, v18
 v31: i32 = const 9
 v32: bool = lt.s v30, v31
 v33: i32 = add v29, v18
 branch v32, b1(v30, v33), b4(v33)
b4(v40: i32):";
    same("loop", &around(Type::I32, (Type::I32, body), ""), Type::I32);
}

#[test]
fn what_several_branches_decide_stays_as_it_is() {
    let inner = " v31: bool = lt.s v18, v10\n branch v31, b4, b3(v18)\nb4:\n v32: i32 = lane.match v10\n jump b3(v32)";
    let kernel = branched(inner, " jump b3(v5)", " v40: i32 = add v30, v18");
    let mut tried = kernel.clone();
    assert!(!through_memory(&mut tried));
    assert_eq!(text::print(&tried), text::print(&kernel));
}

/// Warps that go round by themselves leave what the reference does. What work-items keep meanwhile lies in their memory: who waits while others go on
/// does not hand it on in every turn.
#[test]
fn what_warps_keep_lies_in_memory() {
    let body = " v19: i32 = const 4294967295\n v20: i32 = const 0\n v22: i32 = const 31\n v50: i32 = const 9\n v51: i32 = const 5
 v52: i32 = shr.u v5, v51\n v53: i32 = const 3\n v54: i32 = and v52, v53\n v55: i32 = add v10, v54
 v61: i32 = mul v10, v10\n v62: i32 = add v61, v5\n v63: i32 = xor v62, v10\n v64: i32 = mul v63, v50
 jump b1(v20, v55)
b1(v23: i32, v24: i32):
 v25: bool = lt.s v24, v50
 v26: i32 = lane.ballot v25, v19
 v27: bool = ne v26, v20
 branch v27, b2, b3
b2:
 v28: i32 = lane.xor v24, v18, v22, v19
 v29: i32 = add v28, v61
 v30: i32 = add v24, v18
 v31: i32 = add v23, v29
 jump b1(v31, v30)
b3:
 v70: i32 = add v23, v62\n v71: i32 = xor v70, v63\n v40: i32 = add v71, v64";
    let kernel = around(Type::I32, (Type::I32, body), "");
    verify(&kernel).unwrap_or_else(|error| panic!("{error}"));
    let mut warps = kernel.clone();
    assert!(by_warps(&mut warps, 8));
    verify(&warps).unwrap_or_else(|error| panic!("{error}"));
    assert!(warps.lane_op().is_none());
    // The number of the piece, and that of the turn.
    let handed_on = warps.blocks.iter().map(|block| block.params.len()).max();
    assert!(handed_on <= Some(3), "{}", text::print(&warps));
    for group in GROUPS {
        let expected = digest(&kernel, group, Type::I32);
        assert!(expected.is_ok(), "{group:?}: {expected:?}");
        assert_eq!(digest(&warps, group, Type::I32), expected, "{group:?}\n{}", text::print(&warps));
    }
}
