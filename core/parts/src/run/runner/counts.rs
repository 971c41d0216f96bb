//! The next cycle in which a count grows: bank conflicts and row misses are no states of a unit, but what they add to is counted.
//!
//! Counts never fall. So the keyframes say between which two of them the count grows first, and halving that stretch again and again,
//! by running a copy of the machine, says in which cycle: at most as many cycles are run again as lie between two keyframes, twice.

use super::{Excerpt, Runner};
use crate::{
    machines::Machine,
    trace::{
        Deaf, Event, MemoryPart, SharedEvent,
        window::{EventKind, Found},
    },
};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Passes of work-group memory more than one for each access, and cycles in which somebody waits for a bank of main memory.
    BankConflicts,
    /// DRAM bursts whose row was not open.
    RowMisses,
}

/// The id of the cause of waiting for a bank of main memory.
const BANK_BUSY: &str = "bank-busy";

/// Cycles of one wait for a bank that are looked through: behind them the next one counts as another.
const LONGEST_WAIT: u64 = 1 << 14;

/// The count that tells of events of this kind; `None` if they are changes of state.
pub fn of(kind: EventKind) -> Option<Count> {
    match kind {
        EventKind::BankConflict => Some(Count::BankConflicts),
        EventKind::RowMiss => Some(Count::RowMisses),
        _ => None,
    }
}

impl Count {
    /// What a machine has counted; 0 if it has nothing to count.
    pub fn read<M: Machine>(self, machine: &M) -> u64 {
        let known = machine.well_known();
        let less = |all: Option<u64>, part: Option<u64>| Some(all?.saturating_sub(part?));
        match self {
            Count::BankConflicts => {
                let passes = less(known.shared_passes, known.shared_accesses).unwrap_or_default();
                passes + waits(machine)
            }
            Count::RowMisses => {
                let bursts = known.dram_reads.zip(known.dram_writes).map(|(reads, writes)| reads + writes);
                less(bursts, known.dram_row_hits).unwrap_or_default()
            }
        }
    }
}

/// Slots of all parts that have waited for a bank of main memory.
fn waits<M: Machine>(machine: &M) -> u64 {
    let causes = M::CAUSES;
    let Some((busy, _)) = causes.rows().find(|(_, row)| row.id == BANK_BUSY) else { return 0 };
    machine.slot_parts().iter().filter_map(|part| part.causes.get(busy.index())).sum()
}

impl<M: Machine> Runner<M> {
    /// Where the count grows next, behind the cycle of the cursor.
    pub(super) fn next_count(&self, count: Count) -> Found {
        // What happens in the cursor's own cycle is found already, and a wait that goes on is one.
        let (mut here, mut machine) = (waits(self.machine()), self.machine().ahead());
        for _ in 0..LONGEST_WAIT {
            let now = waits(&machine);
            if now == here || machine.finished() {
                break;
            }
            (here, machine) = (now, machine.ahead());
        }
        let known = count.read(&machine);
        if count.read(&self.head) == known {
            return if self.complete() { Found::Never } else { Found::NotYet };
        }
        let later = self.frames.list.partition_point(|frame| frame.cycle <= machine.cycle());
        let frames = &self.frames.list[later..];
        let grown = frames.partition_point(|frame| count.read(&frame.machine()) == known);
        if let Some(frame) = frames[..grown].last() {
            machine = frame.machine();
        }
        let mut to = frames.get(grown).map_or(self.last(), |frame| frame.cycle);
        while machine.cycle() + 1 < to {
            let mut half = machine.clone();
            let middle = machine.cycle() + (to - machine.cycle()) / 2;
            // Where it halts it has counted what there is to count.
            let _ = half.run(middle, &mut Deaf);
            match count.read(&half) == known && half.cycle() == middle {
                true => machine = half,
                false => to = middle,
            }
        }
        let cycle = machine.cycle();
        Found::At { cycle, unit: self.conflicting(count, cycle) }
    }

    /// The unit whose access takes more than one pass in a cycle.
    fn conflicting(&self, count: Count, cycle: u64) -> Option<u32> {
        if count != Count::BankConflicts {
            return None;
        }
        let log = self.record(&Excerpt::all(cycle, cycle + 1));
        let here = log.events(SharedEvent::Access, cycle).take_while(|(at, _)| *at == cycle);
        here.filter_map(|(_, event)| match event {
            Event::Access { unit, requests, part: MemoryPart::Scratchpad, .. } if requests > 1 => Some(unit),
            _ => None,
        })
        .min()
    }
}
