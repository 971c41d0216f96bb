//! Questions about the recorded log of a vector machine: convoy chart, bank map, strip bar. What began before the window
//! and is still going on in it belongs to the answer; the log knows how far back that can be. Strips are looked for from
//! the start, because one may last for any time.

use alloc::vec::Vec;

use lanescope_parts::{base::order, trace::Log};
use serde::{Deserialize, Serialize};

use super::events;

/// The convoy chart: which vector instruction occupies which functional unit when, and which ones take results from
/// one another while these are still produced. (The bank map is [`BankMap`], the strip bar [`StripBar`]; that of
/// the whole run by causes is [`lanescope_parts::trace::window::Strip`].)
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Instructions that are in their unit in the window, by their first cycle.
    pub bars: Vec<ChartBar>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// A vector instruction in the convoy chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartBar {
    /// Number of the dynamic instruction.
    pub id: u64,
    /// The instruction.
    pub pc: u32,
    /// Its functional unit: its number among the units of the machine.
    pub unit: u32,
    /// The cycle in which its first element group enters the unit.
    pub first: u64,
    /// The cycle in which its last element group enters the unit.
    pub last: u64,
    /// The cycle in which its last result is there.
    pub complete: u64,
    /// Elements in its range (`vl`), masked-off ones included.
    pub elements: u32,
    /// Its convoy, numbered from 0 on its core.
    pub convoy: u32,
    /// The instructions ([`ChartBar::id`]) whose results it takes while these are still produced: an arrow each. They may
    /// lie before the window.
    pub chained: Vec<u64>,
}

/// The bank map: which bank of word-interleaved memory is busy when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BankMap {
    /// Number of banks; 0 if the machine's memory has none.
    pub banks: u32,
    /// Accesses that keep a bank busy in the window, by their first cycle.
    pub accesses: Vec<BankAccess>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// An access in the bank map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccess {
    /// The cycle in which the bank takes it.
    pub cycle: u64,
    /// The bank.
    pub bank: u32,
    /// For how many cycles the bank is busy with it.
    pub busy: u32,
    /// The functional unit that it comes from: its number among the units of the machine.
    pub unit: u32,
    /// The vector instruction, as [`ChartBar::id`].
    pub id: u64,
}

/// The strip bar: how a loop is cut into strips, and how long each one is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StripBar {
    /// Strips that are under way in the window, by their first cycle.
    pub strips: Vec<StripPart>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// A strip in the strip bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripPart {
    /// The core.
    pub core: u32,
    /// Its number on the core, from 0.
    pub number: u32,
    /// The cycle in which the vector length was set.
    pub from: u64,
    /// The cycle in which it was set again; the end of the recording for the last one.
    pub to: u64,
    /// Elements of the strip.
    pub vl: u32,
    /// Elements that it could have had.
    pub vlmax: u32,
    /// The instruction that set the length.
    pub pc: u32,
}

/// The first `limit` things, and whether there were more.
fn limited<T>(things: impl Iterator<Item = T>, limit: u32) -> (Vec<T>, bool) {
    let limit = limit as usize;
    let mut found: Vec<T> = things.take(limit.saturating_add(1)).collect();
    let cut = found.len() > limit;
    found.truncate(limit);
    (found, cut)
}

/// Vector instructions that are in their unit, or whose results are on their way, in `from..to`.
pub fn chart(log: &Log, from: u64, to: u64, limit: u32) -> Chart {
    let begun = log.own(from.saturating_sub(log.longest::<events::VectorCourse>()));
    let bars = begun.take_while(|(cycle, _)| *cycle < to).map(bar).filter(|bar| bar.complete > from);
    let (bars, cut) = limited(bars, limit);
    Chart { bars, cut: cut || log.end() < to }
}

fn bar((cycle, course): (u64, events::VectorCourse)) -> ChartBar {
    let events::VectorCourse { unit, id, pc, span, life, elements, convoy, .. } = course;
    let back = [course.chained, course.chained_second, course.chained_third];
    ChartBar {
        id,
        pc,
        unit,
        first: cycle,
        last: cycle + u64::from(span),
        complete: cycle + u64::from(life),
        elements,
        convoy,
        chained: back
            .iter()
            .filter(|back| **back > 0)
            .map(|back| id.saturating_sub((*back).into()))
            .collect(),
    }
}

/// Accesses that keep a bank busy in `from..to`.
pub fn bank_map(log: &Log, from: u64, to: u64, limit: u32, banks: u32) -> BankMap {
    let begun = log.own(from.saturating_sub(log.longest::<events::BankAccess>()));
    let access = |(cycle, event): (u64, events::BankAccess)| {
        let events::BankAccess { bank, unit, busy, id } = event;
        BankAccess { cycle, bank, busy, unit, id }
    };
    let accesses = begun
        .take_while(|(cycle, _)| *cycle < to)
        .map(access)
        .filter(|access| access.cycle + u64::from(access.busy) > from);
    let (accesses, cut) = limited(accesses, limit);
    BankMap { banks, accesses, cut: cut || log.end() < to }
}

/// Strips that are under way in `from..to`.
pub fn strip_bar(log: &Log, from: u64, to: u64, limit: u32) -> StripBar {
    // By core: the strip under way.
    let mut open: Vec<Option<StripPart>> = Vec::new();
    let mut strips = Vec::new();
    let in_window = |strip: &StripPart| strip.to > from && strip.from < to;
    let before =
        log.standing::<events::Strip>().map(|(number, cycle, strip)| (Some(number as u32), cycle, strip));
    let begun = log.own::<events::Strip>(0).map(|(cycle, strip)| (None, cycle, strip));
    for (number, cycle, events::Strip { core, vl, vlmax, pc }) in before.chain(begun) {
        let at = core as usize;
        open.resize(open.len().max(at + 1), None);
        let number = number.unwrap_or(open[at].map_or(0, |before| before.number + 1));
        let next = StripPart { core, number, from: cycle, to: log.end(), vl, vlmax, pc };
        strips
            .extend(open[at].replace(next).map(|before| StripPart { to: cycle, ..before }).filter(in_window));
        if open.iter().flatten().all(|strip| strip.from >= to) || strips.len() > limit as usize {
            break;
        }
    }
    strips.extend(open.into_iter().flatten().filter(in_window));
    order::sort_by_key(&mut strips, |strip| (strip.from, strip.core));
    let (strips, cut) = limited(strips.into_iter(), limit);
    StripBar { strips, cut: cut || log.end() < to }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::trace::{Causes, Event, Sink, event::Record};

    fn course(unit: u32, id: u64, span: u32, life: u32, chained: [u32; 3]) -> Event {
        let [chained, chained_second, chained_third] = chained;
        let (pc, elements, convoy) = (7, 32, 1);
        let course = events::VectorCourse {
            unit,
            id,
            pc,
            span,
            life,
            elements,
            convoy,
            chained,
            chained_second,
            chained_third,
        };
        course.event()
    }

    #[test]
    fn bars_reach_into_the_window_and_know_their_sources() {
        let mut log = Log::new(Causes::SHARED, events::EVENTS, 0, 0);
        log.tell(0, course(1, 4, 31, 44, [0; 3]));
        log.tell(12, course(2, 6, 31, 39, [2, 0, 0]));
        log.tell(32, course(1, 9, 31, 44, [0; 3]));
        log.close(80);
        let ids = |from, to| chart(&log, from, to, 10).bars.iter().map(|bar| bar.id).collect::<Vec<_>>();
        assert_eq!(ids(43, 44), [4, 6, 9]);
        assert_eq!(ids(44, 45), [6, 9]);
        assert_eq!(ids(51, 60), [9]);
        assert_eq!(ids(0, 12), [4]);
        let bar = &chart(&log, 12, 13, 10).bars[1];
        assert_eq!((bar.first, bar.last, bar.complete, &bar.chained[..]), (12, 43, 51, &[4][..]));
        assert!(chart(&log, 0, 80, 2).cut && !chart(&log, 0, 80, 3).cut);
    }

    #[test]
    fn banks_are_busy_after_their_access() {
        let mut log = Log::new(Causes::SHARED, events::EVENTS, 0, 0);
        (0..4).for_each(|cycle| {
            log.tell(cycle, events::BankAccess { bank: cycle as u32, unit: 3, busy: 6, id: 1 }.event());
        });
        let banks = |from, to| {
            let map = bank_map(&log, from, to, 10, 8);
            map.accesses.iter().map(|access| access.bank).collect::<Vec<_>>()
        };
        assert_eq!(banks(6, 7), [1, 2, 3]);
        assert_eq!(banks(0, 1), [0]);
        assert_eq!(banks(9, 20), [0; 0]);
        assert!(bank_map(&log, 0, 4, 3, 8).cut);
    }

    #[test]
    fn strips_last_until_the_next_one_of_their_core() {
        let mut log = Log::new(Causes::SHARED, events::EVENTS, 0, 0);
        for (cycle, core, vl) in [(0, 0, 32), (5, 1, 32), (40, 0, 32), (80, 0, 4)] {
            log.tell(cycle, events::Strip { core, vl, vlmax: 32, pc: 2 }.event());
        }
        log.close(100);
        let parts = |from, to| {
            let bar = strip_bar(&log, from, to, 10);
            bar.strips.iter().map(|s| (s.core, s.number, s.from, s.to, s.vl)).collect::<Vec<_>>()
        };
        assert_eq!(parts(0, 100).len(), 4);
        assert_eq!(parts(41, 42), [(1, 0, 5, 100, 32), (0, 1, 40, 80, 32)]);
        assert_eq!(parts(99, 100), [(1, 0, 5, 100, 32), (0, 2, 80, 100, 4)]);
    }
}
