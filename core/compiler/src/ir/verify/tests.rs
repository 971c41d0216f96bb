//! What the verifier rejects.

use alloc::{format, string::String};

use super::*;
use crate::ir::text;

fn error(body: &str) -> String {
    let kernel = text::parse(&format!("kernel k(x: ptr.global f32, n: i32) {{\n{body}\n}}")).unwrap();
    verify(&kernel).unwrap_err().message
}

#[test]
fn accepts_a_loop() {
    let text = "kernel k(x: ptr.global f32, n: i32) {
        b0:
          v0: i32 = const 0
          v1: i32 = arg 1
          jump b1(v0)
        b1(v2: i32):
          v3: bool = lt.s v2, v1
          branch v3, b2, b3
        b2:
          v4: i32 = const 1
          v5: i32 = add v2, v4
          jump b1(v5)
        b3:
          return
    }";
    assert_eq!(verify(&text::parse(text).unwrap()), Ok(()));
}

#[test]
fn rejects_what_is_wrong() {
    let cases = [
        ("b0:\nv0: i32 = const 1\nv1: i64 = const 1\nv2: i32 = add v0, v1", "one type"),
        ("b0:\nv0: f32 = const 1\nv1: f32 = add v0, v0", "add does not take f32"),
        ("b0:\nv0: i32 = const 1\nv1: i64 = add v0, v0", "must have type i32"),
        ("b0:\nv0: i32 = const 1\nv1: bool = trunc v0", "trunc does not go"),
        ("b0:\nv0: i32 = const 1\nbranch v0, b1, b1\nb1:", "must be bool"),
        ("b0:\nv0: i32 = arg 2", "no argument 2"),
        ("b0:\nv0: i32 = arg 0", "type ptr.global"),
        ("b0:\nv0: i32 = global_id 3", "dimension"),
        ("b0:\nv0: f32 = const 1\nv1: f32 = math.pow v0", "takes 2 operands"),
        ("b0:\nv0: bool = const true\nv1: ptr.global = arg 0\nstore v1, v0", "no form in memory"),
        ("b0:\njump b1\nb1(v0: i32):", "takes 1 arguments, not 0"),
        ("b0:\nv0: f32 = const 1\njump b1(v0)\nb1(v1: i32):", "another type"),
        ("b0:\njump b0", "the entry has a predecessor"),
        ("b0(v0: i32):\nreturn", "the entry block has parameters"),
        ("b0:\nv1: i32 = neg v0\nv0: i32 = const 1", "v1 is used where"),
        (
            "b0:\nv0: bool = const true\nbranch v0, b1, b2\nb1:\nv1: i32 = const 1\njump b2\nb2:\nv2: i32 = neg v1",
            "is used where",
        ),
        ("slot s0 a: local 4 align 3 i32\nb0:", "no power of two"),
        ("slot s0 a: constant 4 align 4 i32 = 00\nb0:", "contents of 4 bytes"),
        ("slot s0 a: private dynamic align 4 i32\nb0:", "dynamic"),
    ];
    for (body, message) in cases {
        let error = error(body);
        assert!(error.contains(message), "{body}: {error}");
    }
}

#[test]
fn rejects_broken_tables() {
    let good = text::parse("kernel k() {\nb0:\nv0: i32 = const 1\n}").unwrap();
    let mut twice = good.clone();
    twice.blocks[0].insts.push(InstId(0));
    assert!(verify(&twice).unwrap_err().message.contains("twice"));
    let mut gone = good.clone();
    gone.values.clear();
    assert!(verify(&gone).unwrap_err().message.contains("not defined as"));
    let mut wide = good;
    wide.insts[0].op = Op::Const(1 << 32);
    assert!(verify(&wide).unwrap_err().message.contains("bits that its type"));
}

#[test]
fn rejects_calls_that_do_not_fit() {
    let kernel = "kernel k(x: ptr.global f32, n: i32) {
        slot s0 a: private 4 align 4 i32
        b0:
          v0: i32 = arg 1
          v1: i32 = call f1(v0)
          return
        }";
    let functions = "function f0 leaf(ptr.private) {
        b0:
          return
        }
        function f1 outer(i32) -> i32 {
        b0:
          v0: ptr.private = slot s0
          call f0(v0)
          v1: i32 = param 0
          return v1
        }";
    let good = format!("{kernel}\n{functions}");
    assert_eq!(verify(&text::parse(&good).unwrap()), Ok(()));
    let cases = [
        ("call f1(v0)", "call f1(v0, v0)", "b0: v1: f1 takes 1 arguments, not 2"),
        ("call f1(v0)", "call f2(v0)", "there is no function f2"),
        ("v1: i32 = call f1(v0)", "call f1(v0)", "the result of f1 has another type"),
        ("v1: i32 = call f1(v0)", "v1: i32 = param 0", "there is no parameter 0"),
        (
            "call f0(v0)",
            "v9: i32 = param 0\ncall f0(v9)",
            "f1: b0: Call(FunctionId(0), [Value(1)]): v1 is passed",
        ),
        ("call f0(v0)", "call f1(v0)", "f1 is not before the function that calls it"),
        ("return v1", "return", "does not fit the function's result"),
        ("v0: i32 = arg 1", "v0: i32 = arg 1\nv7: ptr.private = slot s0", "private slot s0 belongs to two"),
    ];
    for (old, new, message) in cases {
        assert!(good.contains(old));
        let error = format!("{}", verify(&text::parse(&good.replacen(old, new, 1)).unwrap()).unwrap_err());
        assert!(error.contains(message), "{new}: {error}");
    }
}
