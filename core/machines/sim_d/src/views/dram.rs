//! The memory controller over time: each request as a bracket with its bound beside what it took, the data bus, and the commands of
//! each bank (simd 6.3, 7.2; facts 9, 10).

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Bars, Figure, Form, Ink, Panel, Question,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        number::grouped,
        rows::Row,
    },
    machines::panels::{
        MachinePanel, Scene,
        dram::{COMMANDS, CUT, DRAM as SHARED, add_banks},
        instruction, recorded, row,
    },
    mem::dram::standard::Standard,
    trace::{DramCommand, Event, Log, SharedEvent, window},
};

use super::request::{TimedRequest, memory, requests, text};
use crate::{
    dram::{
        bounds::{self, Alignment},
        measure::measure,
        request::{self, Transfer},
        settings::{Mapping, Precharge, Settings as Memory},
    },
    events::EACH_INDEX,
    isa::WORK_ITEMS,
    timing::clocks::Clocks,
};

/// The row of the commands.
pub const DRAM: MachinePanel = Panel {
    about: About {
        says: "Requests one after the other, each beside its bound; the data bus; the commands of each bank, which leave all rows closed.",
        label: "Requests, data bus and DRAM commands of each bank by cycles. Arrow keys move the cursor, plus and minus zoom.",
        help: &[
            (
                "Slots",
                "The request of each slot's group, thick until all rows are closed, with a thin line until its bound. A pale bar waits for its turn.",
            ),
            (
                "Bound",
                "The longest issue delay. For words in a row and for indexes it is that of the equations, wherever they lie; for a rectangle, what it takes alone at its address. Refreshes go between requests.",
            ),
            ("Data bus", "Bursts of four cycles of the DRAM, in the colour of their instruction."),
            (
                "Banks",
                "ACT opens a row, RD and WR move a burst, PRE closes the row; the last RD or WR of a row closes it by itself. The line: a row is open.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "request, data"),
            Entry::Swatch(Swatch::Tail, Ink::Link(0), "until its bound"),
            Entry::Swatch(Swatch::Bar, Ink::LaneOff, "waits for its turn"),
            Entry::Commands,
        ],
        ..SHARED.about
    },
    answer: dram,
};

/// Most requests of an answer.
const REQUESTS: usize = 500;

/// How long a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// From its beginning until all rows are closed, in cycles of the DRAM.
    pub edges: u64,
    /// Only where it lies, or anywhere?
    pub anywhere: bool,
}

/// The bound of a request: an equation if there is one; else what it takes alone, which nothing before it changes. Nothing if it
/// cannot be served.
pub fn bound(request: &TimedRequest, settings: &Memory) -> Option<Bound> {
    known(request, settings).or_else(|| {
        let write = request.asked.write;
        let alone = request::Request { tag: 0, write, transfer: Transfer::Stride(request.stride()?) };
        let quiet = Memory { refresh: false, ..settings.clone() };
        let edges = measure(&[alone], &quiet).ok()?.lid;
        Some(Bound { edges, anywhere: false })
    })
}

/// The bound of a request by an equation: its words lie in a row or each index has a burst, and the controller is the one that the
/// equations are of.
pub fn known(request: &TimedRequest, settings: &Memory) -> Option<Bound> {
    // The controller needs two cycles before the first activate (simd 6.3).
    const BEGIN: u64 = 2;
    let (standard, write) = (settings.part.standard(), request.asked.write);
    if request.asked.indexed == EACH_INDEX {
        let (indexes, words) = (request.asked.indexes.into(), request.asked.words.into());
        // A work-item that is off takes its cycle of the register file; the first burst is made three cycles behind the
        // beginning, and goes a cycle later (facts 11).
        let fed = (WORK_ITEMS as u64).saturating_sub(indexes) + 4;
        let edges = bounds::indexed_least_issue_delay(&standard, indexes.max(1), words, write) + fed;
        return (indexes > 0).then_some(Bound { edges, anywhere: true });
    }
    let usual = settings.mapping == Mapping::Pairs && settings.precharge == Precharge::Early;
    let stride = request.stride().filter(|stride| usual && stride.words > 0)?;
    let in_a_row = stride.periods == 1 || stride.words >= stride.period;
    in_a_row.then(|| {
        let n = bounds::bursts(stride.words + (stride.periods - 1) * stride.period, Alignment::Unknown);
        let edges = bounds::least_issue_delay(&standard, n, write, Alignment::Unknown) + BEGIN;
        Bound { edges, anywhere: true }
    })
}

fn dram(scene: &dyn Scene, question: &Question) -> Figure {
    let (dimensions, (from, to)) = (scene.dimensions(), recorded(scene, question));
    let log = scene.recording(from, to);
    let window = window::dram(&log, from, to, COMMANDS, dimensions.channels, dimensions.banks);
    let requests = requests(&log, from, to);
    if window.commands.is_empty() && requests.is_empty() {
        return Figure::empty(SHARED.about.empty);
    }
    let mut bars = Bars {
        rows: (0..scene.units().len() as u32).map(|slot| row(scene, slot)).collect(),
        nothing_here: "no request".into(),
        cut: window.commands.last().filter(|_| window.cut).map(|command| command.0),
        ..Bars::default()
    };
    let settings = memory(scene);
    for request in requests.iter().take(REQUESTS) {
        add_request(scene, &mut bars, request, &settings);
    }
    let bus = bars.rows.len() as u32;
    bars.rows.push(Row::new("data bus", None));
    for Data { from, to, pc, bursts } in data(&log, &requests, (from, to), &settings) {
        let Ink::Link(hue) = scene.code().ink(pc) else { continue };
        let words = format!("{bursts} bursts of {}", scene.code().text(pc).trim());
        let note = bars.note(instruction(scene.code(), pc, words));
        bars.bars.push(Bar { row: bus, from, to, style: Style::Work { hue, until: to }, note });
    }
    add_banks(&mut bars, &window, (from, to), false);
    close_rows(&mut bars, &requests);
    let remark = if window.cut || requests.len() > REQUESTS { CUT.into() } else { told(&requests) };
    Figure::from(Form::Bars(bars)).with_remark(remark)
}

/// The last column command of a bank closes its row without a command of its own: no row is open when its request is complete.
fn close_rows(bars: &mut Bars, requests: &[TimedRequest]) {
    for bar in bars.bars.iter_mut().filter(|bar| bar.style == Style::State) {
        let owner = requests.iter().rev().find(|request| request.from <= bar.from + 1);
        let closed = owner.and_then(|request| request.end).map_or(bar.to, |(end, _)| end);
        bar.to = bar.to.min(closed.max(bar.from + 1));
    }
}

/// How many requests there are, and how many of them are complete.
fn told(requests: &[TimedRequest]) -> String {
    let complete = requests.iter().filter(|request| request.end.is_some()).count();
    format!("{} requests, {complete} of them complete", requests.len())
}

/// The bracket of a request, and before it how long it waited.
fn add_request(scene: &dyn Scene, bars: &mut Bars, request: &TimedRequest, settings: &Memory) {
    let TimedRequest { asked, from, end } = *request;
    let Ink::Link(hue) = scene.code().ink(asked.pc) else { return };
    let clocks = Clocks::new(settings.part);
    let at = |edges: u64| clocks.compute_at(asked.edge + edges);
    let taken = end.map(|(_, phase)| phase.edges);
    let bound = bound(request, settings);
    let row = asked.unit;
    if let Some((_, phase)) = end.filter(|(_, phase)| phase.from + 1 < from) {
        let words = format!("waits {} cycles for its turn", grouped(from - phase.from - 1));
        let note = bars.note(Note { words, ..Note::default() });
        bars.bars.push(Bar { row, from: phase.from + 1, to: from, style: Style::Pale, note });
    }
    let note = bars.note(note(scene, request, taken, bound));
    let to = taken.map_or_else(|| scene.summary().end().max(from + 1), at);
    let until = bound.map_or(to, |bound| at(bound.edges)).max(to);
    bars.bars.push(Bar { row, from, to, style: Style::Work { hue, until }, note });
}

fn note(scene: &dyn Scene, request: &TimedRequest, taken: Option<u64>, bound: Option<Bound>) -> Note {
    let text = text(scene, request.asked.pc);
    let bounded = match bound {
        Some(Bound { edges, anywhere: true }) => format!("at most {} wherever it lies", grouped(edges)),
        Some(Bound { edges, anywhere: false }) => format!("{} alone at its address", grouped(edges)),
        None => "no bound is known".into(),
    };
    let took = taken.map_or_else(|| "not complete".into(), |taken| format!("{} DRAM cycles", grouped(taken)));
    let words = format!("`{text}` of group {}: {took}, {bounded}", request.asked.group);
    let mut labels = Vec::new();
    if let (Some(taken), Some(bound)) = (taken, bound) {
        labels.push(format!("{text}: {taken} of {}", bound.edges));
        labels.push(format!("{taken} of {}", bound.edges));
    }
    labels.push(text.into());
    Note { labels, ..instruction(scene.code(), request.asked.pc, words) }
}

/// Bursts side by side on the data bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Data {
    from: u64,
    to: u64,
    pc: u32,
    bursts: u32,
}

/// When the data of column commands moves, in cycles: a latency after the command, for as long as a burst takes.
fn data(log: &Log, requests: &[TimedRequest], (from, to): (u64, u64), settings: &Memory) -> Vec<Data> {
    let (standard, clocks) = (settings.part.standard(), Clocks::new(settings.part));
    let mut found: Vec<Data> = Vec::new();
    // Data comes later than its command: those before the window may have some in it.
    let early = from.saturating_sub(clocks.compute_at(64));
    for (cycle, event) in log.events(SharedEvent::Dram, early).take_while(|(cycle, _)| *cycle < to) {
        let Event::Dram { command, time, .. } = event else { continue };
        let Some(edge) = first_beat(&standard, command, time) else { continue };
        let owner = requests.iter().rev().find(|request| request.from <= cycle + 1);
        let Some(pc) = owner.map(|request| request.asked.pc) else { continue };
        let end = edge + u64::from(standard.timing.burst);
        let (begin, end) = (clocks.cycle_of(edge), clocks.compute_at(end));
        if begin >= to || end <= from {
            continue;
        }
        match found.last_mut().filter(|last| last.pc == pc && last.to >= begin) {
            Some(last) => (last.to, last.bursts) = (end, last.bursts + 1),
            None => found.push(Data { from: begin, to: end, pc, bursts: 1 }),
        }
    }
    found
}

/// The edge of the first beat of a command's data.
fn first_beat(standard: &Standard, command: DramCommand, edge: u64) -> Option<u64> {
    match command {
        DramCommand::Read => Some(edge + u64::from(standard.timing.cl)),
        DramCommand::Write => Some(edge + u64::from(standard.timing.cwl)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        causes::CAUSES,
        events::{self, EVENTS, PAST_INDEXES, RECTANGLE},
    };
    use lanescope_parts::trace::{Sink, event::Record as _};

    fn asked(indexed: u32, [words, period, periods]: [u32; 3], write: bool, indexes: u32) -> TimedRequest {
        let (unit, group, pc, edge, address) = (0, 0, 1, 0, 0);
        let asked = events::Transfer {
            unit,
            group,
            pc,
            edge,
            write,
            indexed,
            address,
            words,
            period,
            periods,
            indexes,
        };
        TimedRequest { asked, from: 0, end: None }
    }

    /// 1,024 words are 65 bursts at most: 325 cycles to read, 357 to write, and two of the front end (simd 9.1, 9.7).
    #[test]
    fn bounds_are_those_of_simd_9_1_and_9_12() {
        let settings = Memory::default();
        let edges = |request: TimedRequest| bound(&request, &settings).unwrap();
        let anywhere = |edges| Bound { edges, anywhere: true };
        assert_eq!(edges(asked(RECTANGLE, [1024, 1024, 1], false, 0)), anywhere(327));
        assert_eq!(edges(asked(RECTANGLE, [1024, 1024, 1], true, 0)), anywhere(359));
        // Whole rows are words in a row, also past the index memory.
        assert_eq!(edges(asked(PAST_INDEXES, [64, 64, 16], false, 0)), anywhere(327));
        // 1,024 indexes into 17 words: 8,241 cycles from the first activate (simd 9.12).
        assert_eq!(edges(asked(EACH_INDEX, [17, 17, 1], false, 1024)), anywhere(8241 + 4));
    }

    /// A tile of 64 words and 16 rows, 128 words apart, lies best at an address that is a multiple of a row: 64 bursts.
    #[test]
    fn a_rectangle_is_bound_by_what_it_takes_alone() {
        let settings = Memory::default();
        let request = asked(RECTANGLE, [64, 128, 16], false, 0);
        let found = bound(&request, &settings).unwrap();
        let stride = request.stride().unwrap();
        assert!(!found.anywhere && found.edges <= bounds::longest(stride, false, &settings).unwrap());
        // 64 bursts need at least 63 times the shortest distance of two columns, an activate before and a precharge behind.
        assert!(found.edges >= 63 * 4 + 22 + 34, "{found:?}");
        let rows = Memory { mapping: Mapping::Rows, ..Memory::default() };
        let line = asked(RECTANGLE, [1024, 1024, 1], false, 0);
        assert!(!bound(&line, &rows).unwrap().anywhere, "the equations are of bank pairs");
    }

    #[test]
    fn no_row_is_open_behind_its_request() {
        let state = |from, to| Bar { row: 0, from, to, style: Style::State, note: 0 };
        let mut bars = Bars { bars: Vec::from([state(12, 90), state(60, 90)]), ..Bars::default() };
        let (unit, group, pc, main) = (0, 0, 1, true);
        let phase = events::Phase { unit, group, pc, from: 8, begun: 10, main, edges: 60 };
        let first =
            TimedRequest { from: 10, end: Some((48, phase)), ..asked(RECTANGLE, [32, 32, 1], false, 0) };
        let second = TimedRequest { from: 58, ..asked(RECTANGLE, [32, 32, 1], false, 0) };
        close_rows(&mut bars, &[first, second]);
        let open: Vec<(u64, u64)> = bars.bars.iter().map(|bar| (bar.from, bar.to)).collect();
        assert_eq!(open, [(12, 48), (60, 90)]);
    }

    /// The reads of simd 9.2 a: columns at 22 and 31, data 22 cycles later for four each.
    #[test]
    fn simd_9_2_a_data_follows_its_columns() {
        let mut log = Log::new(CAUSES, EVENTS, 2, 1);
        let request = asked(RECTANGLE, [32, 32, 1], false, 0);
        log.tell(0, request.asked.event());
        for (time, bank, command) in [
            (0, 0, DramCommand::Activate),
            (9, 1, DramCommand::Activate),
            (22, 0, DramCommand::Read),
            (31, 1, DramCommand::Read),
        ] {
            let cycle = time * 625 / 1000;
            log.tell(cycle, Event::Dram { channel: 0, bank, command, row: 0, request: 1, time });
        }
        log.close(100);
        let settings = Memory::default();
        // Edges 44 to 48 lie in cycles 27.5 to 30, edges 53 to 57 in 33.1 to 35.6.
        let found = data(&log, &[request], (0, 100), &settings);
        let wanted = [(27, 30), (33, 36)].map(|(from, to)| Data { from, to, pc: 1, bursts: 1 });
        assert_eq!(found, wanted);
        assert_eq!(data(&log, &[request], (30, 100), &settings), wanted[1..]);
    }
}
