//! Small kernels, one for each rule.

use super::*;
use crate::ir::{text, verify::verify};

fn analyse(body: &str) -> (Kernel, Uniformity) {
    let kernel = text::parse(&alloc::format!("kernel k(x: ptr.global i32, n: i32) {{\n{body}\n}}")).unwrap();
    verify(&kernel).unwrap();
    let uniformity = Uniformity::new(&kernel, &Cfg::new(&kernel));
    (kernel, uniformity)
}

const V: fn(u32) -> Value = Value;
const B: fn(u32) -> BlockId = BlockId;

#[test]
fn c08_strides_follow_from_index_arithmetic() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = arg 1
          v2: i32 = const 3
          v3: i32 = mul v0, v2
          v4: i32 = sub v1, v3
          v5: i64 = sext v4
          v6: i64 = const 2
          v7: i64 = shl v5, v6
          v8: ptr.global = arg 0
          v9: ptr.global = ptradd v8, v7
          v10: i32 = mul v0, v1
          v11: i32 = mul v0, v0
          v12: i32 = local_id 1
          v13: i32 = add v12, v1
          v14: i32 = xor v13, v1
          v15: i32 = load v9
          v16: i32 = load v8
          v17: i32 = group_id 0
          v18: bool = lt.s v0, v1
          return",
    );
    let shapes = (0..19).map(|v| u.shape(V(v)));
    let (uniform, varying, by) = (Shape::Uniform, Shape::Varying, |s| Shape::Affine(Some(s)));
    let expected = [
        by(1),
        uniform,
        uniform,
        by(3),
        by(-3),
        by(-3),
        uniform,
        by(-12),
        uniform,
        by(-12),
        Shape::Affine(None),
        varying,
        by(0),
        by(0),
        by(0),
        varying,
        uniform,
        uniform,
        varying,
    ];
    assert_eq!(shapes.collect::<Vec<_>>(), expected);
}

/// Behind the meeting point of a divergent branch everything is together again, but for what the ways have brought.
#[test]
fn c06_phi_rule() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = local_id 0
          v1: i32 = arg 1
          v2: i32 = const 1
          v3: bool = lt.s v0, v1
          branch v3, b1, b2
        b1:
          jump b3(v1, v1)
        b2:
          jump b3(v2, v1)
        b3(v4: i32, v5: i32):
          v6: i32 = add v5, v2
          v7: bool = lt.s v6, v2
          branch v7, b4, b5
        b4:
          jump b5
        b5:
          return",
    );
    assert_eq!(
        [u.shape(V(4)), u.shape(V(5)), u.shape(V(6))],
        [Shape::Varying, Shape::Uniform, Shape::Uniform]
    );
    assert_eq!([u.diverges(B(0)), u.diverges(B(3))], [true, false]);
    let convergent = [0, 1, 2, 3, 4, 5].map(|b| u.is_convergent(B(b)));
    assert_eq!(convergent, [true, false, false, true, true, true]);
}

/// A uniform branch chooses for all: the parameter stays uniform.
#[test]
fn uniform_branches_bring_uniform_values() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = arg 1
          v1: i32 = const 1
          v2: i32 = global_id 0
          v3: bool = lt.s v0, v1
          branch v3, b1, b2
        b1:
          jump b3(v0, v0)
        b2:
          jump b3(v1, v2)
        b3(v4: i32, v5: i32):
          return",
    );
    assert_eq!([u.shape(V(4)), u.shape(V(5))], [Shape::Uniform, Shape::Affine(None)]);
}

/// `for (i = 0; i < gid; i++)`: in each turn the counter is the same in all that are still there; behind the loop it is
/// not. Then a loop with a uniform end, whose counter is uniform behind it too.
#[test]
fn loops_that_are_left_in_different_turns() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = arg 1
          v2: i32 = const 0
          v3: i32 = const 1
          jump b1(v2)
        b1(v4: i32):
          v5: bool = lt.s v4, v0
          branch v5, b2, b3
        b2:
          v6: i32 = add v4, v3
          v7: i32 = mul v6, v6
          jump b1(v6)
        b3:
          v8: i32 = add v4, v3
          jump b4(v2)
        b4(v9: i32):
          v10: bool = lt.s v9, v1
          branch v10, b5, b6
        b5:
          v11: i32 = add v9, v3
          jump b4(v11)
        b6:
          v12: i32 = add v9, v3
          return",
    );
    assert_eq!(u.shape(V(4)), Shape::Varying, "used behind the loop");
    assert_eq!(u.shape(V(8)), Shape::Varying);
    assert_eq!([u.shape(V(9)), u.shape(V(12))], [Shape::Uniform, Shape::Uniform]);
    assert_eq!([u.diverges(B(1)), u.diverges(B(4))], [true, false]);
    assert_eq!([1, 2, 3, 4, 5].map(|b| u.is_convergent(B(b))), [false, false, true, true, true]);
}

/// The same loop, but nobody looks at the counter afterwards: it stays uniform.
#[test]
fn a_counter_stays_uniform_among_those_that_count() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v2: i32 = const 0
          v3: i32 = const 1
          jump b1(v2)
        b1(v4: i32):
          v5: bool = lt.s v4, v0
          branch v5, b2, b3
        b2:
          v6: i32 = add v4, v3
          jump b1(v6)
        b3:
          return",
    );
    assert_eq!(u.shape(V(3)), Shape::Uniform);
    assert_eq!(u.shape(V(4)), Shape::Varying, "v5, the condition");
    assert!(u.diverges(B(1)));
}

/// Two ways of a divergent branch that both jump back: they meet at the loop's header.
#[test]
fn ways_may_meet_at_a_header() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = global_id 0
          v1: i32 = arg 1
          v2: i32 = const 0
          v3: i32 = const 1
          v4: bool = lt.s v0, v1
          jump b1(v2, v2)
        b1(v5: i32, v6: i32):
          v7: bool = lt.s v5, v1
          branch v7, b2, b5
        b2:
          v8: i32 = add v5, v3
          branch v4, b3, b4
        b3:
          jump b1(v8, v3)
        b4:
          jump b1(v8, v1)
        b5:
          return",
    );
    assert_eq!(u.shape(V(6)), Shape::Varying);
    assert!(u.diverges(B(2)));
}

#[test]
fn memory_is_uniform_only_where_all_read_it_together() {
    let (_, u) = analyse(
        "b0:
          v0: i32 = local_id 0
          v1: i32 = arg 1
          v2: ptr.global = arg 0
          v3: i32 = load v2
          v4: i32 = load.volatile v2
          v5: i32 = atomic.add v2, v1
          v6: bool = lt.s v0, v1
          branch v6, b1, b2
        b1:
          v7: i32 = load v2
          jump b2
        b2:
          v8: i32 = load v2
          return",
    );
    let shapes = [3, 4, 5, 7, 8].map(|v| u.is_uniform(V(v)));
    assert_eq!(shapes, [true, false, false, false, true]);
}
