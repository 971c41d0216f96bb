//! The run of a machine through time: cycle after cycle, idle ones skipped, up to a cycle, the end, or a halt.
//!
//! A machine says when something happens next and what happens in a cycle ([`Clockwork`]); that nothing happens before is
//! its promise, and a [`Clock`] that ticks puts it to the test: then every cycle is stepped, idle or not, and the run must be
//! the same.
//!
//! What a machine told and changed in a cycle is final when the next one begins. A machine that knows the times of an
//! instruction when it issues keeps what it will tell for later, and tells it in [`Clockwork::pass`].

use crate::{
    halt::{Halt, Place},
    mem::NEVER,
    source::Span,
    trace::Sink,
};

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Cycles that have passed.
    cycle: u64,
    /// Why it cannot go on.
    halted: Option<Halt>,
    /// Is every cycle stepped?
    ticking: bool,
}

/// Why a run halts, and where time stops: in the cycle of the cause, or behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The reason.
    pub halt: Halt,
    /// The cycle at which the machine stays.
    pub cycle: u64,
}

/// What the run needs of a machine.
pub trait Clockwork {
    /// How far it is.
    fn clock(&self) -> &Clock;

    /// The same, for the run to move on.
    fn clock_mut(&mut self) -> &mut Clock;

    /// Is all over at the cycle where it is?
    fn is_over(&self) -> bool;

    /// The first cycle, not before the one where it is, in which something may happen, or in which all is over; [`NEVER`] if
    /// work is left and none will.
    fn next_event(&self) -> u64;

    /// What happens in the cycle where it is.
    ///
    /// # Errors
    /// Why the run cannot go on.
    fn step<S: Sink>(&mut self, sink: &mut S) -> Result<(), Stop>;

    /// Time has come to the cycle where it is: tells what was left to tell of the cycles before.
    fn pass<S: Sink>(&mut self, _sink: &mut S) {}

    /// Why work is left although nothing will ever happen.
    fn standstill(&self) -> Halt {
        let cycle = self.clock().cycle();
        let at = Place { unit: None, lane: 0, item: [0; 3], pc: None, span: Span::NONE, cycle };
        Halt::Deadlock { reason: "no instruction can ever issue again, although work is left".into(), at }
    }
}

impl Clock {
    /// Cycles that have passed.
    #[inline]
    pub const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Steps every cycle from now on.
    pub const fn tick(&mut self) {
        self.ticking = true;
    }

    /// Is every cycle stepped?
    #[inline]
    pub const fn ticks(&self) -> bool {
        self.ticking
    }
}

/// Runs until cycle `until`, the end, or a halt, whichever is first.
///
/// # Errors
/// Why it cannot go on; another call says the same.
pub fn run<M: Clockwork, S: Sink>(machine: &mut M, until: u64, sink: &mut S) -> Result<(), Halt> {
    while machine.clock().halted.is_none() && machine.clock().cycle < until && !machine.is_over() {
        let next = machine.next_event();
        let clock = machine.clock_mut();
        if next == NEVER {
            let halt = machine.standstill();
            machine.clock_mut().halted = Some(halt);
            break;
        }
        if !clock.ticking && next > clock.cycle {
            clock.cycle = next.min(until);
            if next >= until || machine.is_over() {
                break;
            }
        }
        machine.pass(sink);
        let stepped = machine.step(sink);
        let clock = machine.clock_mut();
        match stepped {
            Ok(()) => clock.cycle += 1,
            Err(stop) => (clock.cycle, clock.halted) = (stop.cycle, Some(stop.halt)),
        }
    }
    machine.pass(sink);
    machine.clock().halted.clone().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::trace::Deaf;

    /// Steps of note at some cycles, the last of which is the end, or a halt, or followed by nothing for ever.
    #[derive(Clone, Debug)]
    struct Bells {
        clock: Clock,
        due: Vec<u64>,
        rung: Vec<u64>,
        stepped: u64,
        end: End,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum End {
        Over,
        Never,
        HaltsIn,
        HaltsBehind,
    }

    fn halt() -> Halt {
        let at = Place { unit: None, lane: 0, item: [0; 3], pc: None, span: Span::NONE, cycle: 0 };
        Halt::Deadlock { reason: "it stands".into(), at }
    }

    fn bells(due: &[u64], end: End) -> Bells {
        Bells { clock: Clock::default(), due: due.to_vec(), rung: Vec::new(), stepped: 0, end }
    }

    impl Clockwork for Bells {
        fn clock(&self) -> &Clock {
            &self.clock
        }

        fn clock_mut(&mut self) -> &mut Clock {
            &mut self.clock
        }

        fn is_over(&self) -> bool {
            self.end == End::Over && self.due.last().is_none_or(|last| *last <= self.clock.cycle())
        }

        fn next_event(&self) -> u64 {
            self.due.iter().copied().find(|due| *due >= self.clock.cycle()).unwrap_or(NEVER)
        }

        fn step<S: Sink>(&mut self, _: &mut S) -> Result<(), Stop> {
            let now = self.clock.cycle();
            self.stepped += 1;
            if self.due.contains(&now) {
                self.rung.push(now);
            }
            let behind = match self.end {
                End::HaltsIn => 0,
                End::HaltsBehind => 1,
                End::Over | End::Never => return Ok(()),
            };
            match self.due.last() == Some(&now) {
                true => Err(Stop { halt: halt(), cycle: now + behind }),
                false => Ok(()),
            }
        }

        fn standstill(&self) -> Halt {
            halt()
        }
    }

    #[test]
    fn only_cycles_in_which_something_happens_are_stepped() {
        let mut machine = bells(&[0, 3, 1_000_000], End::Over);
        assert_eq!(run(&mut machine, u64::MAX, &mut Deaf), Ok(()));
        assert_eq!((machine.clock.cycle(), &machine.rung[..], machine.stepped), (1_000_000, &[0, 3][..], 2));
    }

    #[test]
    fn ticking_steps_every_cycle_of_the_same_run() {
        let mut ticking = bells(&[0, 3, 50], End::Over);
        ticking.clock.tick();
        assert_eq!(run(&mut ticking, u64::MAX, &mut Deaf), Ok(()));
        assert_eq!((ticking.clock.cycle(), &ticking.rung[..], ticking.stepped), (50, &[0, 3][..], 50));
    }

    #[test]
    fn a_run_stops_at_its_cycle_before_that_cycle_happens() {
        let mut machine = bells(&[0, 3, 50], End::Over);
        for (until, rung) in [(0, 0), (1, 1), (3, 1), (4, 2), (4, 2), (49, 2)] {
            assert_eq!(run(&mut machine, until, &mut Deaf), Ok(()));
            assert_eq!((machine.clock.cycle(), machine.rung.len()), (until, rung), "until {until}");
        }
    }

    #[test]
    fn a_halt_stays_and_time_stops_where_it_says() {
        for (end, cycle) in [(End::HaltsIn, 7), (End::HaltsBehind, 8), (End::Never, 8)] {
            let mut machine = bells(&[2, 7], end);
            for _ in 0..2 {
                assert_eq!(run(&mut machine, 100, &mut Deaf), Err(halt()), "{end:?}");
                assert_eq!((machine.clock.cycle(), machine.stepped), (cycle, 2), "{end:?}");
            }
        }
    }
}
