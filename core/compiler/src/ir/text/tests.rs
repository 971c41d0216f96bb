//! Round trips and messages.

use super::*;

const EVERYTHING: &str = "\
kernel everything(x: ptr.global f32 const, y: ptr.local i32 unsigned x4, n: i32 unsigned, t: ptr.constant f64 len 8) local 8 4 1 {
  slot s0 tile: local 64 align 4 f32
  slot s1 table: constant 4 align 4 i32 = 01 02 ff 00
  slot s2 more: local dynamic align 16 f64
b0:
  v0: i32 = global_id 0
  v1: i32 = const -7
  v2: f32 = const 1.5
  v3: f32 = const 0x7fc00000
  v4: f64 = const -0.0
  v5: bool = const true
  v6: ptr.global = arg 0
  v7: ptr.local = slot s0
  v8: i64 = sext v0
  v9: ptr.global = ptradd v6, v8
  v10: f32 = load.volatile v9
  v11: f32 = math.trunc v10
  v12: f32 = fma v11, v2, v3
  v13: i32 = atomic.add v7, v1
  v14: i32 = cmpxchg v7, v1, v13
  v15: i32 = trunc v8
  barrier
  fence
  jump b1(v0, v15)
b1(v16: i32, v17: i32):
  v18: bool = lt.s v16, v17
  v19: i32 = select v18, v16, v17
  store v7, v12
  store.volatile v9, v12
  branch v18, b1(v19, v16), b2
b2:
  return
}
";

#[test]
fn what_is_printed_is_what_was_read() {
    let kernel = parse(EVERYTHING).unwrap();
    assert_eq!(print(&kernel), EVERYTHING);
    assert_eq!((kernel.params.len(), kernel.slots.len(), kernel.blocks.len()), (4, 3, 3));
}

#[test]
fn lines_know_their_place() {
    let kernel = parse(EVERYTHING).unwrap();
    let line = lines(&kernel).into_iter().find(|line| line.text.contains("v12: f32")).unwrap();
    assert_eq!(EVERYTHING[line.span.start as usize..line.span.end as usize], *line.text.trim());
}

#[test]
fn errors_name_the_line() {
    let cases = [
        ("kernel k() {\nb0:\n  v0: i32 = add v1, v2\n", 3, "`v1` is not defined"),
        ("kernel k() {\nb0:\n  v0: i32 = const 1.5\n", 3, "no constant of type i32"),
        ("kernel k() {\nb0:\n  jump b7\n", 3, "there is no block `b7`"),
        ("kernel k() {\nb0:\n  v0: i31 = const 1\n", 3, "there is no type `i31`"),
        ("kernel k() {\nb0:\n  v0: i32 = jam v0, v0\n", 3, "no operation `jam` with 2 operands"),
        ("kernel k() {\nb0:\nb0:\n", 3, "twice"),
        ("kernel k() {\n  barrier\n", 2, "needs a block"),
        ("", 1, "needs a block"),
    ];
    for (text, line, message) in cases {
        let error = parse(text).unwrap_err();
        assert_eq!(error.line, line, "{text}");
        assert!(error.message.contains(message), "{} / {message}", error.message);
    }
}

#[test]
fn names_of_instances_are_printed_and_read() {
    let text = "kernel k<float, 4, const int*>() {\nb0:\n  call f0()\n  return\n}\nfunction f0 f<-1>() {\nb0:\n  return\n}\n";
    let kernel = parse(text).unwrap();
    assert_eq!(kernel.name, "k<float, 4, const int*>");
    assert_eq!(kernel.functions[0].name, "f<-1>");
    assert_eq!(print(&kernel), print(&parse(&print(&kernel)).unwrap()));
}

#[test]
fn functions_are_printed_and_read() {
    let text = "kernel k(x: ptr.global f32) {
b0:
  v0: f32 = const 1.0
  v1: f32 = call f1(v0, v0)
  call f0()
  return
}
function f0 none() {
b0:
  return
}
function f1 sum(f32, f32) -> f32 {
b0:
  v0: f32 = param 0
  v1: f32 = param 1
  v2: f32 = fadd v0, v1
  jump b1(v2)
b1(v3: f32):
  return v3
}
";
    let kernel = parse(text).unwrap();
    assert_eq!(kernel.functions.len(), 2);
    assert_eq!(print(&kernel), text);
    for (old, new, line) in [("f1 sum", "f2 sum", 12), ("f1(v0", "f1 v0", 4), ("-> f32", "f32", 12)] {
        assert_eq!(parse(&text.replacen(old, new, 1)).map_err(|error| error.line), Err(line), "{new}");
    }
}
