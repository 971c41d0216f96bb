//! Frames on a stack, and calls that reuse the frame of their caller.

use super::{calls::with_calls, *};
use crate::isa::Op;

/// Two functions inside of each other: the inner one has more arguments than there are registers, both keep values in the upper half.
const NESTED: &str = "int many(int a, int b, int c, int d, int e, int f) { int s = a; for (int k = 0; k < (b & 3); k++) s = s * 3 + c * d; return s + e * 10 + f; }
    int outer(int a, int b) { int t[2]; t[a & 1] = b; return many(a, b, a + 1, b + 1, a * b, a ^ b) + many(b, a, 2, 3, t[0], t[1]) + (int)get_local_id(0); }
    __kernel void k(__global int *y, int n) { int i = get_global_id(0); y[i] = outer(y[i], n) + 1; }";

fn set(changes: &[(&str, &str)], arch: &str) -> Spec {
    let mut spec = spec(arch, "sj");
    spec.set("calls", "on").expect("a setting");
    changes.iter().for_each(|(id, value)| spec.set(id, value).expect(id));
    spec
}

/// HARP 4.5, the frame of W21: at the beginning of a function the old `%fp` lies a word below the old `%sp`, which is the new `%fp`, and `%sp` is lowered by the
/// frame; at the end both are as they were. The stack grows downward inside of the memory of the lane.
#[test]
fn w21_a_frame_is_put_on_the_stack_and_taken_off() {
    let (written, kept) = with_calls(NESTED);
    let args = [ints((0..4).map(|at| at * 7 - 5)), Arg::Scalar(6)];
    let bound = bound(&written, [4, 1, 1], [4, 1, 1], &args);
    for (arch, word) in [("4w8/8/4/1", 4), ("8w32/32/4/1", 8)] {
        let spec = set(&[("frames", "stack"), ("tail_calls", "off")], arch);
        let program = Harp::compile(&Given::new(&kept, &spec)).expect("a program");
        let entry = program.entry.as_ref().expect("a kernel");
        let registers = spec.arch().expect("an ArchID").registers as u8;
        let (frame, stack) = (registers - 3, registers - 2);
        let mut run = Harp::untimed(&program, &spec, bound.clone()).expect("a run");
        let mut under_way: Vec<[u64; 2]> = Vec::new();
        let (mut deepest, mut entered) = (0, 0);
        let mut since_call = usize::MAX;
        while let Ok(Some(issued)) = run.core_mut().issue() {
            let held = |register| run.core().warps()[0].get(register, 0);
            let now = [held(frame), held(stack)];
            match issued.op {
                Some(Op::Jali) => {
                    under_way.push(now);
                    (deepest, since_call) = (deepest.max(under_way.len()), 0);
                }
                Some(Op::Jmpr) => assert_eq!(now, under_way.pop().expect("a call"), "{arch}"),
                _ => {
                    since_call = since_call.saturating_add(1);
                    if since_call == 3 {
                        let [old_frame, old_stack] = *under_way.last().expect("a call");
                        let size = old_stack - now[1];
                        assert_eq!(now[0], old_stack, "{arch}");
                        assert_eq!(
                            run.core().ram.peek(old_stack - word, word).ok(),
                            Some(old_frame),
                            "{arch}"
                        );
                        assert!(size >= word && size.is_multiple_of(word), "{arch}: {size}");
                        entered += 1;
                    }
                }
            }
        }
        assert!(under_way.is_empty() && deepest == 2 && entered >= 3, "{arch}: {deepest} {entered}");
        assert_eq!((entry.frame_bytes, entry.frame_align), (2048, 2048), "{arch}");
    }
}

/// On a stack, in places of their own, with calls that become jumps and without, functions leave the same.
#[test]
fn functions_leave_the_same_wherever_their_words_are() {
    let (written, kept) = with_calls(NESTED);
    let args = [ints((0..48).map(|at| at * 7 - 100)), Arg::Scalar(6)];
    let bound = bound(&written, [48, 1, 1], [12, 1, 1], &args);
    for arch in ["4w8/8/16/16", "4b16/8/4/16", "8w32/32/16/16", "4w16/8/16/2"] {
        for frames in ["fixed", "stack"] {
            for tail in ["on", "off"] {
                for (id, value) in [("cores", "1"), ("cores", "3"), ("divergence", "pred")] {
                    let spec = set(&[("frames", frames), ("tail_calls", tail), (id, value)], arch);
                    let run =
                        run(&kept, &bound, &spec).unwrap_or_else(|error| panic!("{arch} {frames}: {error}"));
                    let found = difference(run.memory(), &expected(&written, &bound));
                    assert_eq!(found, None, "{arch} {frames} {tail} {id}");
                }
            }
        }
    }
}

/// A stack that is too small is refused before anything runs: how deep calls lie in each other is known.
#[test]
fn a_stack_without_room_is_refused_by_name() {
    let (_, kept) = with_calls(&NESTED.replace("int t[2]", "int t[64]").replace("a & 1", "a & 63"));
    let spec = set(&[("frames", "stack"), ("lane_bytes", "256")], "4w8/8/4/1");
    let error = Harp::compile(&Given::new(&kept, &spec)).expect_err("256 bytes of an array alone");
    assert!(error.message.contains("`lane_bytes` is 256"), "{error:?}");
    let spec = set(&[("lane_bytes", "300")], "4w8/8/4/1");
    assert!(spec.arch().is_err_and(|message| message.contains("power of two")));
}

/// Functions that end with a call of another one: each jumps there, behind the end of its frame, and nobody comes back to it.
#[test]
fn tail_calls_reuse_the_frame() {
    let source = "int last(int a, int b) { int s = a; for (int k = 0; k < (b & 3); k++) s = s * 5 + k; return s; }
        int middle(int a, int b) { int c = a * b; return last(c - a, b + c); }
        int first(int a, int b) { return middle(b + 1, a); }
        __kernel void k(__global int *y, int n) { int i = get_global_id(0); y[i] = first(y[i], n) + first(n, i); }";
    let (written, kept) = with_calls(source);
    let bound = bound(&written, [16, 1, 1], [16, 1, 1], &[ints(0..16), Arg::Scalar(5)]);
    for frames in ["fixed", "stack"] {
        let counts = |tail: &str| {
            let spec = set(&[("frames", frames), ("tail_calls", tail)], "4w8/8/16/16");
            let run = run(&kept, &bound, &spec).unwrap_or_else(|error| panic!("{frames} {tail}: {error}"));
            assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{frames} {tail}");
            (core(&run).executed(Op::Jali), core(&run).executed(Op::Jmpr), core(&run).counts())
        };
        let ((with, back, jumps), (without, all_back, calls)) = (counts("on"), counts("off"));
        assert_eq!((with, back), (2, 2), "{frames}");
        assert_eq!((without, all_back), (6, 6), "{frames}");
        assert!(jumps.steps < calls.steps && jumps.stores < calls.stores, "{frames}");
    }
}
