//! Some cycles of a run, or all, that are told again in slices: what files are written from.
//!
//! A machine tells them from the last keyframe in front of them on; what it tells of the cycles before is not looked at.

use alloc::boxed::Box;

use crate::{
    machines::Machine,
    trace::{Listener, Log, export::FileSection, log::Start},
};

/// Cycles of a piece of the run's events, and most cycles between two looks at the bytes of its tracks.
const PIECE: u64 = 1 << 12;

/// See the module.
pub trait Replay {
    /// Begins to tell a part of a file from its first cycle, or earlier. What was told before is left off.
    fn begin(&mut self, part: FileSection);

    /// Is a part under way? It is until its last log.
    fn is_telling(&self) -> bool;

    /// Goes on for at most `budget` cycles. Of tracks there is one log, with the first ones of those that are wanted, as many as
    /// there is room for; of events one after the other, of a piece of the run each, until one ends where the cycles do.
    fn go_on(&mut self, budget: u64) -> Option<Log>;

    /// The cycle up to which the part is told.
    fn cycle(&self) -> u64;
}

/// The replay of a machine.
#[derive(Debug)]
pub struct Replayed<M> {
    first: M,
    /// What holds where it is.
    start: Start,
    /// Where the cycles end, and until where a machine goes that tells all of them.
    ends: (u64, u64),
    most_bytes: u64,
    telling: Option<Box<Telling<M>>>,
}

/// A part that is told.
#[derive(Debug)]
struct Telling<M> {
    machine: M,
    log: Log,
    tracks: bool,
}

impl<M> Replayed<M> {
    /// Of a machine in front of the cycles, and what holds there. They end at the first of `ends`; a machine that goes on to the
    /// second has told all of them. A log of tracks takes at most `most_bytes`, or has one track.
    pub fn new((first, start): (M, Start), ends: (u64, u64), most_bytes: u64) -> Replayed<M> {
        Replayed { first, start, ends, most_bytes, telling: None }
    }
}

impl<M: Machine> Replay for Replayed<M> {
    fn begin(&mut self, part: FileSection) {
        let log = Log::from(M::CAUSES, M::EVENTS, self.start.clone());
        let (log, tracks) = match part {
            FileSection::Tracks(tracks) => (log.of_tracks(tracks), true),
            FileSection::Events => (log.of_events(), false),
        };
        // The one before goes first: there are never three machines.
        self.telling = None;
        self.telling = Some(Box::new(Telling { machine: self.first.clone(), log, tracks }));
    }

    fn is_telling(&self) -> bool {
        self.telling.is_some()
    }

    fn go_on(&mut self, budget: u64) -> Option<Log> {
        let (end, last) = self.ends;
        let Telling { machine, log, tracks } = &mut **self.telling.as_mut()?;
        let stop = machine.cycle().saturating_add(budget.max(1)).min(last);
        loop {
            let piece = (machine.cycle() / PIECE + 1) * PIECE;
            let before = machine.cycle();
            let halted = machine.run(piece.min(stop), &mut Listener::Log(log)).is_err();
            while *tracks && log.bytes() > self.most_bytes && log.tracks().len() > 1 {
                log.halve();
            }
            // One that has finished stands still.
            let told = halted || machine.cycle() >= last || machine.cycle() == before;
            if told {
                log.close(end);
                return self.telling.take().map(|telling| telling.log);
            }
            if !*tracks && machine.cycle() >= piece {
                // Nothing stands at its begin that was not told before.
                let next = Log::new(M::CAUSES, M::EVENTS, self.start.units.len(), self.start.slots.len());
                let mut log = core::mem::replace(log, next.of_events());
                log.close(piece.min(end));
                return Some(log);
            }
            if machine.cycle() >= stop {
                return None;
            }
        }
    }

    fn cycle(&self) -> u64 {
        self.telling.as_ref().map_or(self.ends.0, |telling| telling.machine.cycle())
    }
}
