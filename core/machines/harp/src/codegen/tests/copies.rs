//! Values that are copied into each other: which become one, and that lanes keep theirs.

use super::*;
use crate::{
    codegen::{
        code::{Block, Choice, Code, End, Line, Reg},
        copies,
        emit::Emitter,
        frame::Framed,
    },
    isa::{Arch, Op},
};
use lanescope_parts::source::Span;

/// A branch on whether a word is zero. Lanes in which it is come to block 1 and copy `a` to `b`; the others come to block 2 and write
/// something else to `b`. Both meet at block 3. Returns the code with `a` and `b`.
fn diamond() -> (Emitter, Reg, Reg) {
    let arch = Arch::parse("4w8/8/16/16").expect("an ArchID");
    let mut emit = Emitter::new(arch, 0, 1);
    for to in [1, 3, 3, 3] {
        emit.code.add(Block::empty(to, Span::NONE));
    }
    let [a, b] = [emit.number(7), emit.word()];
    let on = emit.test(Op::Iszero, a);
    emit.code.blocks[0].end = End::Branch { on, yes: 1, no: 2, choice: Choice::Split, site: None };
    emit.block = 1;
    emit.copy_to(None, b, a);
    emit.block = 2;
    emit.line(None, Op::Ldi, [b, 0, 0], 5);
    emit.code.blocks[3].end = End::Leave(b);
    emit.block = 3;
    (emit, a, b)
}

/// The operations of a block on the values that they write and read.
fn lines(code: &Code, block: usize) -> Vec<(Op, Reg)> {
    let of = |line: &Line| (line.op, line.written().unwrap_or(line.regs[0]));
    code.blocks[block].lines.iter().map(of).collect()
}

/// A lane comes to one of the sides. What it writes there is in a register of its own, so that lanes that wait with `a` in the same one keep it.
#[test]
fn values_on_two_sides_become_one() {
    let (mut emit, a, b) = diamond();
    emit.set_framed(Framed::Group, b);
    copies::join(&mut emit.code);
    let code = &emit.code;
    assert!(code.blocks[1].lines.is_empty(), "the copy is gone");
    let End::Leave(one) = code.blocks[3].end else { panic!("the end") };
    assert!([a, b].contains(&one));
    assert_eq!((lines(code, 2), lines(code, 3)), ([(Op::Ldi, one)].into(), [(Op::St, one)].into()));
}

/// A lane that came through block 2 needs what `a` was as well as `b`.
#[test]
fn values_that_one_lane_needs_both_stay_two() {
    let (mut emit, a, b) = diamond();
    emit.set_framed(Framed::Group, a);
    copies::join(&mut emit.code);
    assert_eq!(lines(&emit.code, 1), [(Op::Ori, b)]);
    assert_eq!((lines(&emit.code, 2), lines(&emit.code, 3)), ([(Op::Ldi, b)].into(), [(Op::St, a)].into()));
}

/// A write under a guard leaves the old value in the other lanes. They need it, so it is a value that is needed in front of the write, whatever
/// the lanes of the guard write; and it is no copy, since it is made in some lanes alone.
#[test]
fn what_a_guard_leaves_is_needed() {
    for needs_a in [false, true] {
        let (mut emit, a, b) = diamond();
        emit.block = 1;
        let guard = emit.test(Op::Isneg, b);
        let c = emit.number(9);
        emit.copy_to(Some(guard), b, c);
        if needs_a {
            emit.block = 3;
            emit.set_framed(Framed::Group, a);
        }
        copies::join(&mut emit.code);
        let copied = lines(&emit.code, 1).iter().filter(|(op, _)| *op == Op::Ori).count();
        assert_eq!(copied, if needs_a { 2 } else { 1 }, "the copy under the guard stays");
        let End::Leave(one) = emit.code.blocks[3].end else { panic!("the end") };
        let last = emit.code.blocks[1].lines.last().expect("the copy under the guard");
        assert_eq!((last.guard, last.regs[0], last.regs[1]), (Some(guard), one, c));
    }
}

/// Values that change places in loops that lanes leave at different turns, and that lanes on both sides of a branch have in the same register.
#[test]
fn lanes_keep_what_others_overwrite() {
    let source = "__kernel void k(__global const int *in, __global int *out) {
        int i = get_global_id(0);
        int a = in[i], b = a + 1, c = i;
        for (int turn = 0; turn < (i & 7); turn++) { int old = a; a = b; b = old + c; c = old; }
        int d;
        if (a & 1) { d = a; if (b & 2) { d = b; b = c; } } else { d = c; c = 5 * b; b = a; }
        out[4 * i] = d; out[4 * i + 1] = b; out[4 * i + 2] = c; out[4 * i + 3] = a;
    }";
    let args = [ints((0..64).map(|at| at * 37 % 23 - 4)), ints((0..256).map(|_| 0))];
    everywhere(source, ([64, 1, 1], [32, 1, 1]), &args, &["4w8/8/16/16", "4w32/8/5/16", "8w32/32/16/16"]);
}
