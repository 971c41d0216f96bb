//! Lanes of a warp that meet.

use alloc::{format, string::String};

use super::*;
use crate::isa::Op;

/// What each lane of a warp leaves in a buffer of words, of instructions that make `%r2` of the lane's number in `%r1`.
fn each(lanes: u32, directive: &str, text: &str) -> Vec<u32> {
    let mut bench = bench(lanes, directive, text);
    while !bench.warp.finished() {
        bench.step().unwrap_or_else(|stopped| panic!("{stopped:?}"));
    }
    bench.words(0)
}

fn bench(lanes: u32, directive: &str, text: &str) -> Bench {
    let source = format!(
        ".entry k(.param .u64 out) {directive} {{
            .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<5>;
            mov.u32 %r1, %tid.x;
            {text}
            ld.param.u64 %rd1, [out];
            mad.wide.u32 %rd1, %r1, 4, %rd1;
            st.global.u32 [%rd1], %r2;
            exit; }}"
    );
    Bench::new(&source, lanes, PushOrder::FallThroughTop, &[&[0; 64][..lanes as usize]])
}

fn list(lanes: u32, f: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..lanes).map(f).collect()
}

/// Where a warp stops, and why.
fn stops(text: &str) -> (Trap, u32) {
    let mut bench = bench(32, "", text);
    loop {
        if let Err(Stopped { trap, pc, .. }) = bench.step() {
            return (trap, pc);
        }
        assert!(!bench.warp.finished());
    }
}

#[test]
fn shuffles_read_other_lanes() {
    let of = |lanes, what: &str| each(lanes, "", &format!("mul.lo.u32 %r3, %r1, 10; {what}"));
    let down = "shfl.sync.down.b32 %r2, %r3, 1, 31, -1;";
    assert_eq!(of(32, down), list(32, |t| 10 * (t + 1).min(31)));
    // A wide warp is two warps of 32.
    assert_eq!(of(64, down), list(64, |t| 10 * if t % 32 == 31 { t } else { t + 1 }));
    // Of a narrow one the other lanes are not there.
    assert_eq!(of(8, down), list(8, |t| 10 * (t + 1).min(7)));
    assert_eq!(of(32, "shfl.up.b32 %r2, %r3, 2, 0;"), list(32, |t| 10 * t.checked_sub(2).unwrap_or(t)));
    assert_eq!(of(32, "shfl.bfly.b32 %r2, %r3, 5, 31;"), list(32, |t| 10 * (t ^ 5)));
    assert_eq!(of(32, "shfl.idx.b32 %r2, %r3, 3, 0x181f;"), list(32, |t| 10 * (t / 8 * 8 + 3)));
    // The result may go where the operand was.
    let same = "shfl.sync.bfly.b32 %r3, %r3, 1, 31, -1; mov.u32 %r2, %r3;";
    assert_eq!(of(32, same), list(32, |t| 10 * (t ^ 1)));
}

#[test]
fn votes_and_matches() {
    let of = |what: &str| {
        let text = format!("setp.lt.u32 %p1, %r1, 5; and.b32 %r3, %r1, 3; {what}");
        let first = each(32, "", &text)[0];
        assert_eq!(each(32, "", &text), list(32, |_| first));
        first
    };
    assert_eq!(of("vote.ballot.b32 %r2, %p1;"), 0x1F);
    assert_eq!(of("vote.sync.ballot.b32 %r2, %p1, 0xffffffff;"), 0x1F);
    assert_eq!(of("activemask.b32 %r2;"), u32::MAX);
    let vote = |vote: &str| of(&format!("vote.sync.{vote}.pred %p2, %p1, -1; selp.u32 %r2, 1, 0, %p2;"));
    assert_eq!(["all", "any", "uni"].map(vote), [0, 1, 0]);
    assert_eq!(of("bar.warp.sync -1; mov.u32 %r2, 3;"), 3);
    let same = each(32, "", "and.b32 %r3, %r1, 3; match.any.sync.b32 %r2, %r3, -1;");
    assert_eq!(same, list(32, |t| 0x1111_1111 << (t & 3)));
    let eights = each(32, ".subgroup 8", "setp.ge.u32 %p1, %r1, 12; vote.ballot.b32 %r2, %p1;");
    assert_eq!(eights, list(32, |t| [0, 0xF0, 0xFF, 0xFF][t as usize / 8]));
}

/// Each side of a branch by itself, whichever runs first.
#[test]
fn lanes_that_have_parted() {
    let text = "mov.u32 %r2, 0; setp.lt.u32 %p1, %r1, 10; @%p1 bra LOW;
        vote.sync.ballot.b32 %r2, 1, 0xfffffc00; bra MEET;
        LOW: activemask.b32 %r2;
        MEET: activemask.b32 %r3; add.u32 %r2, %r2, %r3;";
    let sum = |mask: u32| mask.wrapping_add(u32::MAX);
    assert_eq!(each(32, "", text), list(32, |t| sum(if t < 10 { 0x3FF } else { !0x3FF })));
    let gone = "setp.lt.u32 %p1, %r1, 10; @%p1 exit; vote.sync.ballot.b32 %r2, 1, -1;";
    assert_eq!(each(32, "", gone), list(32, |t| if t < 10 { 0 } else { !0x3FF }));
}

#[test]
fn lanes_that_cannot_come_stop_the_run() {
    let apart = "setp.lt.u32 %p1, %r1, 10; @%p1 bra LOW;
        vote.sync.ballot.b32 %r2, 1, -1; bra MEET;
        LOW: bar.sync 0;
        MEET:";
    assert_eq!(stops(apart), (Trap::Missing(LaneMask(0x3FF)), 3));
    let unnamed = "vote.sync.ballot.b32 %r2, 1, 0xfffffffe;";
    assert_eq!(stops(unnamed), (Trap::Unnamed(LaneMask(1)), 1));
    // Under a guard only those take part for whom it holds.
    let guarded = "mov.u32 %r2, 7; setp.lt.u32 %p1, %r1, 4; @%p1 vote.sync.ballot.b32 %r2, 1, 0xf;";
    assert_eq!(each(32, "", guarded), list(32, |t| if t < 4 { 0xF } else { 7 }));
}

#[test]
fn what_is_absent_has_a_way_around() {
    let message = |text: &str| -> String {
        let (_, diagnostics) = assemble(&format!(".entry k() {{ {text} exit; }}"), &Spec::default());
        diagnostics.first().map(|first| format!("{} {:?}", first.message, first.help)).unwrap_or_default()
    };
    assert!(message("redux.sync.add.s32 %r1, %r2, -1;").contains("shfl.sync"));
    assert!(message("shfl.sync.down.f32 %r1, %r2, 1, 31, -1;").contains("idx, up, down or bfly"));
    let source = ".entry k() { .reg .b32 %r<3>; shfl.down.b32 %r1, %r2, 1, 0x2000; exit; }";
    let (_, diagnostics) = assemble(source, &Spec::default());
    assert_eq!(diagnostics[0].code, "asm::segments");
    assert!(crate::isa::ops::TABLE.iter().filter(|row| row.op.meets()).count() == 9 && Op::Shfl.meets());
}
