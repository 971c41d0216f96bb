//! One number of everything that was told: a [`Sink`] that keeps nothing else.
//!
//! It is made only when somebody asks for it, from a run that listens to every event from the start. A state that is told
//! again without a change does not count, so a machine that skips idle cycles and one that ticks through them have the
//! same fingerprint.

use alloc::{vec, vec::Vec};

use super::{Event, LaneKey, SHARED, Sink, event::EventRow, kind_number, track::State};
use crate::image::Digest;

/// See the module.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    rows: Vec<EventRow>,
    units: Vec<State>,
    slots: Vec<State>,
    digest: Digest,
}

impl Fingerprint {
    /// Of a machine with these events of its own, so many units and issue slots.
    pub fn new(own: &[EventRow], units: usize, slots: usize) -> Fingerprint {
        Fingerprint {
            rows: SHARED.iter().chain(own).copied().collect(),
            units: vec![State::START; units],
            slots: vec![State::START; slots],
            digest: Digest::default(),
        }
    }

    /// The number, when `0..end` has been told.
    pub fn at(&self, end: u64) -> u64 {
        let mut digest = self.digest;
        digest.word(end);
        digest.0
    }
}

/// Is it another state than before? Then it is the state from now on.
fn changes(states: &mut [State], at: u32, state: State) -> bool {
    states.get_mut(at as usize).is_some_and(|held| core::mem::replace(held, state) != state)
}

impl Sink for Fingerprint {
    const ON: bool = true;

    fn tell(&mut self, cycle: u64, event: Event) {
        let mut add = |words: &[u64]| words.iter().for_each(|word| self.digest.word(*word));
        match event {
            Event::Unit { unit, cause, pc, lanes } => {
                if changes(&mut self.units, unit, State { cause, pc, lanes }) {
                    add(&[cycle, u64::from(unit) << 8 | cause.index() as u64, pc.into(), lanes.0]);
                }
            }
            Event::Slot { slot, cause } => {
                let state = State { cause, pc: u32::MAX, lanes: LaneKey::NONE };
                if changes(&mut self.slots, slot, state) {
                    add(&[cycle, u64::from(slot) << 8 | 0x80 | cause.index() as u64]);
                }
            }
            other => other.fields(&self.rows, |place, words| {
                add(&[kind_number(place), cycle]);
                add(words);
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Cause, DramCommand};

    fn unit(cause: Cause) -> Event {
        Event::Unit { unit: 0, cause, pc: 4, lanes: LaneKey(3) }
    }

    #[test]
    fn telling_a_state_again_changes_nothing() {
        let mut once = Fingerprint::new(&[], 1, 1);
        let mut often = once.clone();
        once.tell(5, unit(Cause::MEMORY));
        (5..9).for_each(|cycle| often.tell(cycle, unit(Cause::MEMORY)));
        for print in [&mut once, &mut often] {
            print.tell(9, unit(Cause::ISSUED));
            print.tell(9, Event::Slot { slot: 0, cause: Cause::ISSUED });
        }
        assert_eq!(once.at(20), often.at(20));
        assert_ne!(once.at(20), once.at(21));
        often.tell(20, unit(Cause::MEMORY));
        assert_ne!(once.at(20), often.at(20));
    }

    /// Shared kinds were eight when digests were written down first, and own ones came behind them.
    #[test]
    fn a_shared_kind_that_came_later_leaves_the_numbers_of_the_others() {
        let own = SHARED.len();
        assert_eq!([0, 7, own, own + 4].map(kind_number), [1, 8, 9, 13]);
        assert!((8..own).all(|place| kind_number(place) > 1 << 32));
    }

    #[test]
    fn every_field_counts_and_units_that_do_not_exist_do_not() {
        let empty = Fingerprint::new(&[], 0, 0);
        let with = |event| {
            let mut print = empty.clone();
            print.tell(3, event);
            print.at(9)
        };
        let dram =
            |row| Event::Dram { channel: 0, bank: 1, command: DramCommand::Read, row, request: 0, time: 0 };
        assert_eq!(with(unit(Cause::ISSUED)), empty.at(9));
        assert!(with(dram(1)) != with(dram(2)) && with(dram(1)) != empty.at(9));
    }
}
