//! Loops that never end: what every machine's deadlock detector has in common.
//!
//! A thread (or warp) that comes back to the same branch in the same state, while nobody changed memory in between, will
//! do so for ever unless somebody else changes memory. When every thread that has work left is in this state, nothing
//! will ever change again. So there are no false alarms: a loop that computes something is never stopped.
//!
//! The same state means the same values wherever they matter. What matters follows from the instructions that were
//! executed on the way round: everything that decides where it goes on and what is read or written in memory, and what
//! those values are computed from, round and round. So a loop that waits and counts its turns is found too, unless the
//! count decides something.
//!
//! A thread is watched after `limit` turns of loops without a change of memory, then after twice as many, and so on, each
//! time for an eighth as many turns as there were before: a way round of any length is found in the end. Seven turns of
//! eight cost a comparison of two numbers, and a turn that is watched little more: the register that differed the last
//! time is looked at first. States are compared by 64-bit digests.

use alloc::{boxed::Box, collections::BTreeSet, format, string::String, vec::Vec};
use core::{iter, ops::Range};

use serde::Serialize;

/// A thread as the detector sees it. Registers have numbers from 0; instructions have keys.
pub trait Thread {
    /// A digest of all that decides what comes next besides registers and memory.
    fn control(&self) -> u64;

    /// How many registers there are.
    fn registers(&self) -> u32;

    /// A digest of a register.
    fn register(&self, number: u32) -> u64;

    /// What the instruction of a key did with registers; `None` if its result is never the same again.
    fn uses(&self, key: u32) -> Option<Uses>;
}

/// What an instruction does with registers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Uses {
    /// It reads these.
    pub reads: Vec<u32>,
    /// It writes these, perhaps in part.
    pub writes: Vec<u32>,
    /// Does what it reads decide where the thread goes on, or what is read or written in memory?
    pub decides: bool,
}

/// What is known of a thread's loops.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct Spin {
    /// The count of memory changes at the latest turn.
    changes: u64,
    /// Turns since it became that.
    turns: u32,
    /// The turn at which the next watch begins (0: that of the limit).
    next: u32,
    watch: Option<Box<Watch>>,
    stuck: bool,
}

/// A place to which the thread may come back.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Watch {
    /// The branch.
    pc: u32,
    /// The turn at which the watch is given up.
    until: u32,
    control: u64,
    registers: Vec<u64>,
    /// Keys of the instructions executed since.
    keys: Keys,
    /// The registers that matter to them; `None` if that is not known yet.
    #[serde(skip)]
    needed: Option<Needed>,
}

/// Registers that matter, or nothing if no state is ever the same again.
type Needed = Option<Vec<u32>>;

/// Keys in ascending order, as stretches that do not touch.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
struct Keys(Vec<Range<u32>>);

impl Spin {
    /// Lends what is known to someone who also looks at the thread.
    #[inline]
    pub fn take(&mut self) -> Spin {
        core::mem::take(self)
    }

    /// Is there a reason to call [`Spin::note`]?
    #[inline]
    pub fn watches(&self) -> bool {
        self.watch.is_some()
    }

    /// An instruction was executed.
    #[inline]
    pub fn note(&mut self, key: u32) {
        self.note_all(key..key.saturating_add(1));
    }

    /// Instructions with these keys were executed.
    #[inline]
    pub fn note_all(&mut self, keys: Range<u32>) {
        if let Some(watch) = &mut self.watch
            && watch.keys.insert(keys)
        {
            watch.needed = None;
        }
    }

    /// The thread went backwards. If memory has changed since it last did, all that is known of it is out of date: the short way
    /// of [`Spin::turn`].
    #[inline]
    pub fn begins_anew(&mut self, limit: u32, changes: u64) -> bool {
        let anew = self.changes != changes && limit > 1;
        if anew {
            *self = Spin { changes, turns: 1, ..Spin::default() };
        }
        anew
    }

    /// The thread went backwards at the branch `pc`; `changes` counts the changes of memory so far.
    pub fn turn(&mut self, thread: &impl Thread, pc: u32, limit: u32, changes: u64) {
        if self.changes != changes {
            *self = Spin { changes, ..Spin::default() };
        }
        if self.stuck {
            return;
        }
        self.turns = self.turns.saturating_add(1);
        if let Some(watch) = &mut self.watch {
            self.stuck = watch.pc == pc && watch.repeats(thread);
            if self.turns >= watch.until && !self.stuck {
                self.watch = None;
            }
        } else if self.turns >= self.next.max(limit) {
            let until = self.turns.saturating_add((self.turns / 8).max(1));
            self.watch = Some(Box::new(Watch::new(thread, pc, until)));
            self.next = self.turns.saturating_mul(2);
        }
    }

    /// Will the thread repeat the same steps until somebody changes memory?
    pub fn is_stuck(&self, changes: u64) -> bool {
        self.stuck && self.changes == changes
    }

    /// Keys of the instructions of the loop that it was last seen in, in ascending order.
    pub fn keys(&self) -> impl Iterator<Item = u32> + '_ {
        self.watch.iter().flat_map(|watch| watch.keys.iter())
    }
}

impl Watch {
    fn new(thread: &impl Thread, pc: u32, until: u32) -> Watch {
        Watch {
            pc,
            until,
            control: thread.control(),
            registers: (0..thread.registers()).map(|number| thread.register(number)).collect(),
            keys: Keys::default(),
            needed: None,
        }
    }

    /// Is the thread in the same state as at the start?
    fn repeats(&mut self, thread: &impl Thread) -> bool {
        if self.control != thread.control() {
            return false;
        }
        let (keys, registers) = (&self.keys, &self.registers);
        let needed = self.needed.get_or_insert_with(|| needed(thread, keys));
        let Some(needed) = needed else { return false };
        let differs = |number: &u32| registers.get(*number as usize) != Some(&thread.register(*number));
        match needed.iter().position(differs) {
            None => true,
            Some(at) => {
                needed.swap(0, at);
                false
            }
        }
    }
}

impl Keys {
    /// Adds keys. Was one of them new?
    fn insert(&mut self, keys: Range<u32>) -> bool {
        let from = self.0.partition_point(|known| known.end < keys.start);
        let rest = &self.0[from..];
        if rest.first().is_some_and(|known| known.start <= keys.start && keys.end <= known.end) {
            return false;
        }
        let touching = &rest[..rest.partition_point(|known| known.start <= keys.end)];
        let start = touching.first().map_or(keys.start, |first| first.start.min(keys.start));
        let end = touching.last().map_or(keys.end, |last| last.end.max(keys.end));
        self.0.splice(from..from + touching.len(), iter::once(start..end));
        true
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().cloned().flatten()
    }
}

/// The registers that matter to instructions, whatever their order.
fn needed(thread: &impl Thread, keys: &Keys) -> Needed {
    let all: Vec<Uses> = keys.iter().map(|key| thread.uses(key)).collect::<Option<_>>()?;
    let mut needed = BTreeSet::new();
    loop {
        let before = needed.len();
        for uses in &all {
            if uses.decides || uses.writes.iter().any(|register| needed.contains(register)) {
                needed.extend(&uses.reads);
            }
        }
        if needed.len() == before {
            return Some(needed.into_iter().collect());
        }
    }
}

/// Ascending numbers as people write them: `0-2, 5`.
pub fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let text = |(first, last): &(u32, u32)| {
        if first == last { format!("{first}") } else { format!("{first}-{last}") }
    };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop of three instructions: register 0 is counted, register 1 is loaded from the address in 2, and the branch
    /// reads `tests`.
    struct Loop {
        registers: [u64; 3],
        tests: u32,
        clock: bool,
    }

    impl Thread for Loop {
        fn control(&self) -> u64 {
            7
        }

        fn registers(&self) -> u32 {
            3
        }

        fn register(&self, number: u32) -> u64 {
            self.registers[number as usize]
        }

        fn uses(&self, key: u32) -> Option<Uses> {
            let uses = |reads: u32, writes: &[u32], decides| {
                Some(Uses { reads: Vec::from([reads]), writes: writes.to_vec(), decides })
            };
            match key {
                0 if self.clock => None,
                0 => uses(0, &[0], false),
                1 => uses(2, &[1], true),
                _ => uses(self.tests, &[], true),
            }
        }
    }

    /// The turn at which a thread is found to be stuck, of 1000. `each` is what a turn does.
    fn found(tests: u32, clock: bool, limit: u32, each: impl Fn(u32, &mut Loop) -> u64) -> Option<u32> {
        let mut thread = Loop { registers: [0; 3], tests, clock };
        let mut spin = Spin::default();
        (1..=1000).find(|turn| {
            thread.registers[0] += 1;
            let changes = each(*turn, &mut thread);
            (0..3).for_each(|key| spin.note(key));
            spin.turn(&thread, 2, limit, changes);
            spin.is_stuck(changes)
        })
    }

    #[test]
    fn a_loop_that_only_waits_is_found_one_turn_after_the_limit() {
        assert_eq!(found(1, false, 16, |_, _| 0), Some(17));
        assert_eq!(found(1, false, 100, |_, _| 0), Some(101));
    }

    #[test]
    fn a_count_matters_only_if_something_depends_on_it() {
        assert_eq!(found(1, false, 16, |_, _| 0), Some(17));
        assert_eq!(found(0, false, 16, |_, _| 0), None);
        assert_eq!(found(1, true, 16, |_, _| 0), None, "what reads a clock is never the same again");
    }

    #[test]
    fn a_change_of_memory_begins_the_count_anew() {
        // The last change is at turn 40: then 16 turns, and one more.
        assert_eq!(found(1, false, 16, |turn, _| u64::from(turn.min(40))), Some(40 + 16));
        assert_eq!(found(1, false, 16, |turn, _| u64::from(turn / 16)), None, "a change every 16 turns");
    }

    #[test]
    fn a_longer_way_round_is_found_when_the_watch_is_long_enough() {
        // A period of 20 turns fits into an eighth of 256.
        assert_eq!(
            found(1, false, 16, |turn, thread| {
                thread.registers[1] = u64::from(turn % 20);
                0
            }),
            Some(256 + 20)
        );
        assert_eq!(
            found(1, false, 16, |turn, thread| {
                thread.registers[1] = u64::from(turn);
                0
            }),
            None
        );
    }

    #[test]
    fn keys_are_stretches_that_do_not_touch() {
        let mut keys = Keys::default();
        for (stretch, is_new) in [(4..6, true), (4..6, false), (8..9, true), (5..6, false), (9..11, true)] {
            assert_eq!(keys.insert(stretch.clone()), is_new, "{stretch:?}");
        }
        assert_eq!(keys.0, [4..6, 8..11]);
        assert!(keys.insert(3..20));
        assert_eq!(keys.0, Vec::from_iter(iter::once(3..20)));
        assert!(keys.insert(0..1));
        assert_eq!(keys.iter().take(3).collect::<Vec<_>>(), [0, 3, 4]);
    }

    #[test]
    fn numbers_in_words() {
        assert_eq!(ranges([0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
        assert_eq!(ranges([]), "");
        assert_eq!(ranges([u32::MAX]), "4294967295");
    }
}
