//! When the data bus of a channel is taken, for a controller that plans ahead: accesses that come later use the gaps that earlier ones leave.

use alloc::vec::Vec;

use serde::Serialize;

/// Idle time between data that was read and data that is written, in cycles of the command clock.
const TURN: u64 = 2;

/// Some data on the bus.
#[derive(Clone, Copy, Debug, Serialize)]
struct Slot {
    from: u64,
    to: u64,
    write: bool,
}

/// What the bus is taken for, in the order of time.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Bus {
    slots: Vec<Slot>,
}

/// The least time between two data of the bus. A read is sent when what was written before it is over, and `latency` later it has data.
const fn apart(first_writes: bool, second_writes: bool, latency: u64) -> u64 {
    match (first_writes, second_writes) {
        (true, false) => latency,
        (false, true) => TURN,
        _ => 0,
    }
}

impl Bus {
    /// Forgets data that is over so long before a time that nothing behind it is held back.
    pub fn forget(&mut self, now: u64) {
        // Nothing is planned before `now`: a read that is sent then has data a latency later.
        self.slots.retain(|slot| slot.to + TURN > now);
    }

    /// The first time from `ready` on at which there is room for so long. `latency` is the time from a read to its data.
    pub fn gap(&self, ready: u64, length: u64, write: bool, latency: u64) -> u64 {
        let mut start = ready;
        for slot in &self.slots {
            if start + length + apart(write, slot.write, latency) <= slot.from {
                break;
            }
            start = start.max(slot.to + apart(slot.write, write, latency));
        }
        start
    }

    /// Takes the bus from a time on, for so long.
    pub fn take(&mut self, from: u64, length: u64, write: bool) {
        let at = self.slots.partition_point(|slot| slot.from < from);
        self.slots.insert(at, Slot { from, to: from + length, write });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_as_long_as_what_comes_into_them() {
        let mut bus = Bus::default();
        bus.take(100, 10, false);
        bus.take(150, 10, false);
        let gap = |ready, length, write| bus.gap(ready, length, write, 30);
        assert_eq!([gap(0, 100, false), gap(1, 100, false)], [0, 160]);
        assert_eq!([gap(100, 40, false), gap(100, 41, false)], [110, 160]);
        // Two cycles turn the bus to writing; a read behind is sent when what was written is over.
        assert_eq!([gap(100, 8, true), gap(100, 9, true)], [112, 162]);
        bus.take(112, 8, true);
        assert_eq!([bus.gap(112, 10, false, 30), bus.gap(112, 10, false, 20)], [160, 140]);
        bus.forget(162);
        assert_eq!(bus.gap(100, 10, true, 30), 100);
    }
}
