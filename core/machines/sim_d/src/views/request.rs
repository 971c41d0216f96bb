//! Requests of the memory controller as they are recorded: what was asked for, from when to when, and how much of it is sent.

use alloc::vec::Vec;

use lanescope_parts::{
    base::order,
    image::BASE,
    machines::panels::Scene,
    trace::{DramCommand, Event, Log, SharedEvent},
};

use super::program::spec;
use crate::{
    dram::{BURST_WORDS, map::Place, request::Stride, settings::Settings as Memory, stride::Bursts},
    events::{EACH_INDEX, Phase, Transfer},
    exec,
};

/// A request with its times, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedRequest {
    /// What was asked for.
    pub asked: Transfer,
    /// When the controller began with it.
    pub from: u64,
    /// The phase that it ended, and when; nothing if it is not complete as far as it is recorded.
    pub end: Option<(u64, Phase)>,
}

impl TimedRequest {
    /// Is it under way, or waited for, in some of these cycles?
    pub fn meets(&self, from: u64, to: u64) -> bool {
        self.from < to && self.end.is_none_or(|(end, _)| end > from)
    }

    /// The rectangle as the sequencer takes it; none of indexes with a burst each.
    pub fn stride(&self) -> Option<Stride> {
        let Transfer { indexed, address, words, period, periods, .. } = self.asked;
        let [address, words, period, periods] = [address, words, period, periods].map(u64::from);
        let stride = match periods {
            0 => Stride { address, words: 0, period, periods: 1 },
            _ => Stride { address, words, period, periods },
        };
        (indexed != EACH_INDEX && stride.check().is_ok()).then_some(stride)
    }

    /// The rectangle as execution sees it.
    pub const fn block(&self) -> exec::Stride {
        let Transfer { address, words, period, periods, .. } = self.asked;
        exec::Stride { address, words, period, periods }
    }
}

/// How the machine's memory is set.
pub fn memory(scene: &dyn Scene) -> Memory {
    spec(scene).timing.dram
}

/// The requests that are under way in some cycles, in the order in which the controller begins with them.
pub fn requests(log: &Log, from: u64, to: u64) -> Vec<TimedRequest> {
    let begun = log.standing::<Transfer>().map(|(_, cycle, transfer)| (cycle, transfer));
    let begun = begun.chain(log.own::<Transfer>(log.begin())).take_while(|(cycle, _)| *cycle < to);
    let ended = log.standing::<Phase>().map(|(_, cycle, phase)| (cycle, phase));
    let ended: Vec<(u64, Phase)> = ended.chain(log.own::<Phase>(log.begin())).collect();
    let request = |(begin, asked): (u64, Transfer)| {
        // The next phase of its slot that ends is its own; where a later one stands, that is long over.
        let later = |(end, phase): &&(u64, Phase)| phase.unit == asked.unit && *end > begin;
        let end = ended.iter().find(later).copied();
        let over = end.is_some_and(|(_, phase)| !phase.main || phase.begun != begin);
        (!over).then_some(TimedRequest { asked, from: begin, end })
    };
    let begun = begun.filter_map(request);
    let mut found: Vec<TimedRequest> = begun.filter(|request| request.meets(from, to)).collect();
    order::sort_by_key(&mut found, |request| (request.from, request.asked.unit));
    found
}

/// What the controller works on at the cursor, and what of it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Current {
    /// The request.
    pub request: TimedRequest,
    /// Bursts of each bank whose column command was sent before or in this cycle.
    pub sent: Vec<u32>,
}

/// The request that the controller works on at the cursor.
pub fn current(scene: &dyn Scene) -> Option<Current> {
    let cycle = scene.cursor().cycle();
    let now = scene.recording(cycle, cycle.saturating_add(1));
    let request = requests(&now, cycle, cycle + 1).pop()?;
    let log = scene.recording(request.from, cycle.saturating_add(1));
    Some(Current { request, sent: sent(&log, request.from, cycle + 1) })
}

/// Column commands of each bank in some cycles.
fn sent(log: &Log, from: u64, to: u64) -> Vec<u32> {
    let mut sent = Vec::new();
    for (cycle, event) in log.events(SharedEvent::Dram, from) {
        match event {
            Event::Dram { command: DramCommand::Read | DramCommand::Write, bank, .. } if cycle < to => {
                let bank = usize::from(bank);
                sent.resize(sent.len().max(bank + 1), 0);
                sent[bank] += 1;
            }
            _ => {}
        }
    }
    sent
}

/// A burst of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// Its first word, from the beginning of memory on.
    pub word: u64,
    /// Its bank.
    pub place: Place,
    /// Was its column command sent?
    pub sent: bool,
}

impl Burst {
    /// Its first byte as the laboratory counts bytes.
    pub const fn byte(&self) -> u64 {
        BASE + 4 * self.word
    }
}

/// Bursts in the order in which they are made; a bank sends its own in this order.
pub fn bursts(words: impl Iterator<Item = u64>, settings: &Memory, sent: &[u32]) -> Vec<Burst> {
    let organization = settings.part.standard().organization;
    let mut of_bank: Vec<u32> = Vec::new();
    let burst = |word: u64| {
        let place = Place::of(&organization, settings.mapping, 4 * word);
        let bank = usize::from(place.bank);
        of_bank.resize(of_bank.len().max(bank + 1), 0);
        of_bank[bank] += 1;
        Burst { word, place, sent: sent.get(bank).is_some_and(|sent| of_bank[bank] <= *sent) }
    };
    words.map(burst).collect()
}

/// Is a burst sent, does it go next, or does it wait for those before it?
pub fn progress(bursts: &[Burst], at: usize) -> &'static str {
    match (bursts[at].sent, at == 0 || bursts[at - 1].sent) {
        (true, _) => "sent",
        (false, true) => "next",
        (false, false) => "waits",
    }
}

/// An instruction without the remarks of whoever has written it.
pub fn text(scene: &dyn Scene, pc: u32) -> &str {
    scene.code().text(pc).split("//").next().unwrap_or("").trim()
}

/// The bursts of a rectangle.
pub fn of_stride(stride: Stride, settings: &Memory, sent: &[u32]) -> Vec<Burst> {
    bursts(Bursts::aligned(stride, BURST_WORDS), settings, sent)
}

/// Places around the first burst that is not sent: so many of them, as a range of all.
pub fn around(bursts: &[Burst], most: usize) -> core::ops::Range<usize> {
    let next = bursts.iter().position(|burst| !burst.sent).unwrap_or(bursts.len());
    let first = next.saturating_sub(most / 3).min(bursts.len().saturating_sub(most));
    first..(first + most).min(bursts.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        causes::CAUSES,
        events::{EVENTS, RECTANGLE},
    };
    use lanescope_parts::trace::{Sink, event::Record as _};

    fn transfer(unit: u32, edge: u64) -> Transfer {
        Transfer {
            unit,
            group: unit,
            pc: 3,
            edge,
            write: false,
            indexed: RECTANGLE,
            address: 0,
            words: 32,
            period: 32,
            periods: 1,
            indexes: 0,
        }
    }

    #[test]
    fn a_request_lasts_from_its_beginning_to_the_end_of_its_phase() {
        let mut log = Log::new(CAUSES, EVENTS, 2, 1);
        let phase = |unit, begun, main| Phase { unit, group: unit, pc: 3, from: 1, begun, main, edges: 85 };
        log.tell(10, transfer(0, 16).event());
        log.tell(60, phase(1, 40, false).event());
        log.tell(63, phase(0, 10, true).event());
        log.tell(64, transfer(1, 102).event());
        log.close(100);
        let found = |from, to| -> Vec<(u64, Option<u64>)> {
            let requests = requests(&log, from, to);
            requests.iter().map(|request| (request.from, request.end.map(|(end, _)| end))).collect()
        };
        assert_eq!(found(0, 10), []);
        assert_eq!(found(0, 11), [(10, Some(63))]);
        assert_eq!(found(62, 65), [(10, Some(63)), (64, None)]);
        assert_eq!(found(63, 65), [(64, None)]);
        // Of the slot's phases that ended before the window only the last one stands: a scratchpad's.
        let mut later = Log::new(CAUSES, EVENTS, 2, 1);
        later.tell(10, transfer(0, 16).event());
        later.tell(90, phase(0, 70, false).event());
        later.close(100);
        assert_eq!(requests(&later, 95, 100), []);
    }

    /// Bursts alternate between the banks of a pair, and each bank sends its own in order: of four, two of bank 0 and none of
    /// bank 1 are sent.
    #[test]
    fn what_a_bank_has_sent_are_its_first_bursts() {
        let settings = Memory::default();
        let made = of_stride(Stride::line(0, 64), &settings, &[2]);
        let shown: Vec<(u64, u16, bool)> =
            made.iter().map(|burst| (burst.word, burst.place.bank, burst.sent)).collect();
        assert_eq!(shown, [(0, 0, true), (16, 1, false), (32, 0, true), (48, 1, false)]);
        assert_eq!((around(&made, 2), around(&made, 9)), (1..3, 0..4));
        let none = of_stride(Stride::line(0, 1024), &settings, &[]);
        let all = of_stride(Stride::line(0, 1024), &settings, &[32, 32]);
        assert_eq!((around(&none, 24), around(&all, 24)), (0..24, 40..64));
    }
}
