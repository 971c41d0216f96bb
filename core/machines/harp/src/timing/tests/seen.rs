//! What others see of a machine at a cycle, and what they are told.

use lanescope_parts::{
    base::{LaneMask, Lanes},
    machines::StackCell,
    trace::{Cause, Event, event::Record},
};

use super::*;
use crate::events::{Arrival, Line, Spawn, Stack};

/// W5 behind its split (HARP 9), which is taken in cycle 12: 6 cycles for each instruction before.
#[test]
fn w5_in_time_shows_masks_and_stack() {
    let text = "andi %r3, %r0, #1\nrtop @p1, %r3\n@p1 ? split\n@p1 ? jmpi minus\nadd %r2, %r2, %r0\njmpi end\nminus: sub %r2, %r2, %r0\n\
                end: join\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/4/1", &[], text, |core| all(core, 0, |_, lane| lane as u64));
    let start = bench.machine.clone();
    let lanes = |set: u64| Lanes::from(LaneMask(set));
    bench.machine.run(13, &mut lanescope_parts::trace::Deaf).expect("no halt");
    let state = bench.machine.unit(0, &bench.machine.ahead());
    assert_eq!((state.pc, state.cause), (Some(8), Cause::ISSUED), "the split is on its way");
    assert_eq!(
        (state.live, state.active),
        (lanes(0b1010), lanes(0b1010)),
        "the guard of lanes 1 and 3 is true"
    );
    let entries = [
        [StackCell::Place(None), StackCell::Lanes(lanes(0b1111))],
        [StackCell::Place(Some(12)), StackCell::Lanes(lanes(0b0101))],
    ];
    assert_eq!(state.stack, entries);
    let registers = bench.machine.registers(0);
    let predicates = registers.class("predicate").expect("predicates");
    assert_eq!([0, 1, 2, 3].map(|lane| predicates.value(1, lane, 0)), [0, 1, 0, 1].map(Some));
    // 11 instructions of 6 cycles each, and what is told of the stack: the split, then both joins.
    bench.machine = start;
    let mut tape = Tape::default();
    bench.machine.run(CYCLES, &mut tape).expect("an end");
    assert_eq!(bench.machine.now(), 66);
    let stack = |cycle, depth, mask, pc| (cycle, Stack { unit: 0, depth, mask: LaneMask(mask), pc }.event());
    let told: Vec<(u64, Event)> = own::<Stack>(&tape);
    assert_eq!(told, [stack(12, 2, 0b1010, 8), stack(30, 1, 0b0101, 28), stack(54, 0, 0b1111, 28)]);
    assert_eq!(bench.machine.work().lane_operations, 28);
}

/// Events of one of the machine's own kinds.
fn own<R: Record>(tape: &Tape) -> Vec<(u64, Event)> {
    let is = |event: &Event| matches!(event, Event::Own(own) if own.number() == R::NUMBER);
    tape.0.iter().filter(|(_, event)| is(event)).copied().collect()
}

/// Lines are told when the unit accepts, each until it has left; arrivals at barriers when they are accepted.
#[test]
fn lines_arrivals_and_spawned_warps_are_told() {
    let mut bench = Bench::prepared("4w8/8/2/1", &[], "ld %r2, %r1, #0\nhalt\n", |core| {
        all(core, 1, |_, lane| 128 - 64 * lane as u64);
    });
    let access = bench.machine.access(0, &bench.machine.ahead()).expect("an access");
    assert_eq!((access.pc, access.write, access.addresses), (0, false, [(0, 128), (1, 64)].into()));
    assert_eq!(access.segments.iter().map(|segment| segment.base).collect::<Vec<_>>(), [128, 64]);
    let mut tape = Tape::default();
    bench.machine.run(CYCLES, &mut tape).expect("an end");
    let line = |address, until| (4, Line { unit: 0, id: 0, pc: 0, address, until }.event());
    // They leave in the cycles 5 and 6.
    assert_eq!(own::<Line>(&tape), [line(128, 2), line(64, 3)]);
    let text = "wspawn %r0, %r2, %r1\nbar %r3, %r4\nhalt\nbar %r3, %r4\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/2", &[], text, |core| {
        all(core, 2, |_, _| 12);
        all(core, 4, |_, _| 2);
        let child = core.warp_mut(1).expect("a warp");
        (child.active, child.spawned) = (0, false);
    });
    let mut tape = Tape::default();
    bench.machine.run(CYCLES, &mut tape).expect("an end");
    assert_eq!(own::<Spawn>(&tape), [(0, Spawn { unit: 0, child: 1 }.event())]);
    // Taken in 6 and 7, accepted in 10 and, behind WRITE, in 12.
    let arrival = |cycle, unit, last| (cycle, Arrival { unit, barrier: 0, last }.event());
    assert_eq!(own::<Arrival>(&tape), [arrival(10, 0, false), arrival(12, 1, true)]);
}
