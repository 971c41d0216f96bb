//! One instruction and its requests, followed through the machine: a waterfall of the cycles that each part cost them.
//!
//! Which instruction: the one that the inspector speaks of. It is what was picked, or what the selected unit is at: what it issues
//! next, from the cycle under the cursor on. Of a unit that is at none, or at one of which no issue is told, the one that something
//! happens to in this cycle, else the one that issued last. Everything is read off events: stages, requests, moves, joins.
//! What takes no cycle is not shown. Absent: element groups of vector instructions, which the panel of groups shows.

use alloc::{format, string::String, vec::Vec};

use super::{
    MachinePanel, Scene,
    diagram::movement::{events, place_of, unit_name},
};
use crate::{
    base::order,
    figure::{
        About, Bars, Figure, Form, Mark, Panel, Question, Table, Takes,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        rows::Row,
    },
    machines::observed::Seat,
    trace::{DramCommand, Event, Log, Lookup, SharedEvent, Site, Spot, Stage, Station},
};

/// Cycles before and after the cursor in which the course of an instruction is looked for.
pub const AROUND: u64 = 4096;
/// Most requests of an instruction that are shown.
const REQUESTS: usize = 32;

/// The row of the panel.
pub const FOLLOW: MachinePanel = Panel {
    about: About {
        id: "follow",
        title: "Follow",
        says: "One instruction of the selected unit on its way through the machine, with each of its requests to memory and back: how many cycles each part cost.",
        label: "Waterfall of the parts that an instruction and its requests were in. Arrow keys move the cursor.",
        help: &[
            (
                "Which one",
                "The instruction that the inspector speaks of: the one that the selected unit is at, which it issues at the cursor or next, or the one that you pick in the listing, the timeline or the diagram. When the unit has ended, or the machine does not tell that it issues this one, the one that something happens to in this cycle, or that issued last.",
            ),
            (
                "Rows",
                "First the stages of the instruction, then its requests, part by part. Parts that cost no cycle are left out.",
            ),
            ("Axis", "Cycles since the first of its stages."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, crate::figure::Ink::Link(0), "the instruction"),
            Entry::Swatch(
                Swatch::Square,
                crate::figure::Ink::Link(1),
                "a request, each in a colour of its own",
            ),
        ],
        empty: "The selected unit issues this instruction nowhere near the cursor. Run on, or choose another unit.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Instruction],
        shows: &[],
    },
    answer: follow,
};

fn follow(scene: &dyn Scene, question: &Question) -> Figure {
    let (cycle, end) = (scene.cursor().cycle(), scene.summary().end());
    let log = scene.recording(cycle.saturating_sub(AROUND), cycle.saturating_add(AROUND).min(end));
    let found = match (question.instruction, scene.cursor().state(question.unit).and_then(|state| state.pc)) {
        (Some(pc), _) => in_flight(&log, (question.unit, pc), cycle),
        (None, at) => at
            .and_then(|pc| find(&log, (cycle, log.end()), (question.unit, pc), &mut 1))
            .map(|(id, _)| id)
            .or_else(|| recent(&log, question.unit, cycle)),
    };
    let figure = found.map(|id| course(scene, &log, id)).filter(|figure| !figure.is_empty());
    Figure { unit: Some(question.unit), ..figure.unwrap_or_else(|| Figure::empty(FOLLOW.about.empty)) }
}

/// Of the times that a unit issues an instruction: the last one that is still on its way in a cycle; else the first one after it;
/// else the last one before.
fn in_flight(log: &Log, (unit, pc): (u32, u32), cycle: u64) -> Option<u64> {
    let (mut before, mut after, mut ended) = (Vec::new(), None, Vec::new());
    for (at, event) in events(log, SharedEvent::Stage, log.begin(), log.end()) {
        match event {
            Event::Stage { unit: own, id, pc: of, stage: Stage::Issue } if (own, of) == (unit, pc) => {
                match at <= cycle {
                    true => before.push(id),
                    false => after = after.or(Some(id)),
                }
            }
            Event::Stage { id, stage: Stage::Done, .. } if at <= cycle => ended.push(id),
            _ => {}
        }
    }
    before.iter().rev().find(|id| !ended.contains(id)).copied().or(after).or(before.last().copied())
}

/// What a unit that is at no instruction has done: what it issues in a cycle, else what something happens to, else what it issued
/// last.
fn recent(log: &Log, unit: u32, cycle: u64) -> Option<u64> {
    let (mut issued, mut touched, mut last) = (None, None, None);
    for (at, event) in events(log, SharedEvent::Stage, log.begin(), cycle + 1) {
        let Event::Stage { unit: own, id, stage, .. } = event else { continue };
        if own != unit {
            continue;
        }
        if stage == Stage::Issue {
            last = Some(id);
            issued = if at == cycle { Some(id) } else { issued };
        }
        touched = if at == cycle { Some(id) } else { touched };
    }
    if issued.is_some() {
        return issued;
    }
    let moves: Vec<u64> = events(log, SharedEvent::Move, cycle, cycle + 1)
        .into_iter()
        .filter_map(|(_, event)| if let Event::Move { number, .. } = event { Some(number) } else { None })
        .collect();
    let asked = events(log, SharedEvent::Request, log.begin(), cycle + 1);
    let mut moved = asked.into_iter().filter_map(|(at, event)| match event {
        Event::Request { number, unit: own, id, .. } if own == unit => {
            (at == cycle || moves.contains(&number)).then_some(id)
        }
        _ => None,
    });
    moved.next_back().or(touched).or(last)
}

/// Where in these cycles a unit issues an instruction for the n-th time, from 1 on: its number, and the cycle. `left` is how often
/// it is still to issue.
pub fn find(log: &Log, (from, to): (u64, u64), (unit, pc): (u32, u32), left: &mut u64) -> Option<(u64, u64)> {
    for (cycle, event) in events(log, SharedEvent::Stage, from, to) {
        if let Event::Stage { unit: own, id, pc: at, stage: Stage::Issue } = event
            && (own, at) == (unit, pc)
        {
            *left = left.saturating_sub(1);
            if *left == 0 {
                return Some((id, cycle));
            }
        }
    }
    None
}

/// The cycles that an instruction or a request stays in a part.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stay {
    /// The request, or the instruction itself.
    request: Option<u64>,
    part: String,
    /// What stands beside its row: the stage of an instruction, the part that a request is in.
    short: String,
    from: u64,
    to: u64,
    words: String,
}

/// The name of a box; nothing where something stands in none.
fn name(scene: &dyn Scene, spot: Option<Spot>) -> String {
    spot.map_or_else(String::new, |spot| scene.cursor().called(spot))
}

/// The course of an instruction, by its number; empty if nothing is recorded of it.
pub fn course(scene: &dyn Scene, log: &Log, id: u64) -> Figure {
    let mut stages: Vec<(u64, u32, u32, Stage)> = events(log, SharedEvent::Stage, log.begin(), u64::MAX)
        .into_iter()
        .filter_map(|(cycle, event)| match event {
            Event::Stage { unit, id: own, pc, stage } if own == id => Some((cycle, unit, pc, stage)),
            _ => None,
        })
        .collect();
    let Some((start, unit, pc, _)) = stages.first().copied() else { return Figure::default() };
    // What is there with the end of the run is told behind its last cycle.
    let ended = scene.ended().filter(|end| *end == log.end());
    if let Some(end) = ended.filter(|_| stages.iter().all(|(.., stage)| *stage != Stage::Done)) {
        stages.push((end, unit, pc, Stage::Done));
    }
    let mut stays: Vec<Stay> = Vec::new();
    for pair in stages.windows(2) {
        let ((from, _, _, stage), to) = (pair[0], pair[1].0);
        let part = name(scene, scene.cursor().seat(&Seat::stage(unit, pc, stage)));
        let (short, words) = stage_words(scene, stage);
        stays.push(Stay { request: None, part, short, from, to, words });
    }
    let done = stages.iter().rev().find(|(.., stage)| *stage == Stage::Done).map(|(cycle, ..)| *cycle);
    let written = stages.iter().find(|(.., stage)| *stage == Stage::Writeback).map(|(cycle, ..)| *cycle);
    let (requests, left) = requests(scene, log, id, written.or(done));
    stays.extend(requests);
    stays.extend(waits_in_queues(scene, log, id));
    stays.retain(|stay| stay.to > stay.from);
    let text = format!("{} of {}, from cycle {start} on", scene.code().name(pc), unit_name(scene, unit));
    let mut remark = match done {
        Some(done) => format!("{text}: {} cycles.", done - start),
        None => format!("{text}. It has not ended in the cycles that are recorded here."),
    };
    if left > 0 {
        remark.push_str(&format!(" {left} more requests are not shown."));
    }
    figure(&stays, start, pc).with_remark(remark)
}

/// A stage in a word, and in words.
fn stage_words(scene: &dyn Scene, stage: Stage) -> (String, String) {
    let (short, words) = match stage {
        Stage::Fetch => ("fetch", "is fetched"),
        Stage::Decode => ("decode", "is decoded"),
        Stage::Wait => ("wait", "waits for issue"),
        Stage::Issue => ("issue", "is issued"),
        Stage::Execute => ("execute", "is executed"),
        Stage::Memory => ("memory", "accesses memory"),
        Stage::Writeback => ("write", "writes its result"),
        Stage::Done => ("done", "has ended"),
        Stage::At(site) => {
            let row = scene.cursor().sites().row(site);
            return (row.id.into(), format!("is in {}", row.name));
        }
    };
    (short.into(), words.into())
}

/// When an instruction was in queues between parts. What has not left one is in it until the recording ends.
fn waits_in_queues(scene: &dyn Scene, log: &Log, id: u64) -> Vec<Stay> {
    let mut stays: Vec<Stay> = Vec::new();
    let mut open: Vec<(Site, u16, u64)> = Vec::new();
    let mut end = |(queue, index, from): (Site, u16, u64), to| {
        let part = name(scene, scene.cursor().seat(&Seat::entry(queue, index)));
        let short = String::from(scene.cursor().sites().row(queue).id);
        stays.push(Stay { request: None, part, short, from, to, words: "waits in a queue".into() });
    };
    for (cycle, event) in events(log, SharedEvent::Queue, log.begin(), u64::MAX) {
        let Event::Queue { queue, index, number, comes, .. } = event else { continue };
        if number != id {
            continue;
        }
        match open.iter().position(|(known, at, _)| (*known, *at) == (queue, index)) {
            None if comes => open.push((queue, index, cycle)),
            Some(at) if !comes => end(open.swap_remove(at), cycle),
            _ => {}
        }
    }
    open.into_iter().for_each(|one| end(one, log.end()));
    stays
}

/// Where the requests of an instruction were, and how many requests are left out. The last part of each lasts until the
/// instruction has its result, if that comes later.
fn requests(scene: &dyn Scene, log: &Log, id: u64, result: Option<u64>) -> (Vec<Stay>, usize) {
    let mut made: Vec<(u64, u64, u32, u32, u64, Lookup)> = Vec::new();
    let mut left = 0;
    for (cycle, event) in events(log, SharedEvent::Request, log.begin(), u64::MAX) {
        if let Event::Request { number, unit, id: own, pc, address, lookup } = event
            && own == id
            && !made.iter().any(|(_, known, ..)| *known == number)
        {
            if made.len() < REQUESTS {
                made.push((cycle, number, unit, pc, address, lookup));
            } else {
                left += 1;
            }
        }
    }
    let all = events(log, SharedEvent::Move, log.begin(), u64::MAX);
    let mut stays = Vec::new();
    for (since, number, unit, pc, address, lookup) in made {
        let source = scene.cursor().seat(&Seat::made(unit, pc));
        let joined = if lookup == Lookup::Merged { ", joined on its way" } else { "" };
        let asks = format!("line {address:#x}{joined}");
        let mut at = (since, name(scene, source), asks);
        let moves = all.iter().filter_map(|(cycle, event)| match *event {
            Event::Move { number: own, to, index } if own == number => Some((*cycle, to, index)),
            _ => None,
        });
        for (cycle, station, index) in moves {
            let part = name(scene, place_of(scene, (station, index), Some((unit, pc))));
            let words = waits_for(log, number, (station, index), cycle);
            // Of a request that it joins on its way only what comes later is its own.
            let before = core::mem::replace(&mut at, (cycle.max(since), part, words));
            stays.push(Stay {
                request: Some(number),
                short: before.1.clone(),
                part: before.1,
                from: before.0,
                to: cycle.max(since),
                words: before.2,
            });
        }
        if let Some(result) = result.filter(|result| *result > at.0) {
            let (part, short) = (at.1.clone(), at.1);
            stays.push(Stay { request: Some(number), part, short, from: at.0, to: result, words: at.2 });
        }
    }
    (stays, left)
}

/// What a request does where it has come to: the commands at a channel, who came first at a cache.
fn waits_for(log: &Log, number: u64, (station, index): (Station, u16), from: u64) -> String {
    match station {
        Station::Channel => {
            let commands =
                events(log, SharedEvent::Dram, from, u64::MAX).into_iter().filter_map(|(cycle, event)| {
                    match event {
                        Event::Dram { channel, command, request, row, .. }
                            if request == number && channel == index =>
                        {
                            let name = match command {
                                DramCommand::Activate => "ACT",
                                DramCommand::Precharge => "PRE",
                                DramCommand::Read => "RD",
                                DramCommand::Write => "WR",
                                DramCommand::Refresh => "REF",
                            };
                            Some(format!("{name} at {cycle}, row {row}"))
                        }
                        _ => None,
                    }
                });
            commands.take(8).collect::<Vec<_>>().join("; ")
        }
        Station::SecondLevel => {
            let first =
                events(log, SharedEvent::Join, from, u64::MAX).into_iter().find_map(
                    |(_, event)| match event {
                        Event::Join { number: own, first } if own == number => Some(first),
                        _ => None,
                    },
                );
            first.map_or_else(String::new, |first| format!("waits for what request {first} has asked for"))
        }
        _ => String::new(),
    }
}

/// The waterfall, and its numbers as a table.
fn figure(stays: &[Stay], start: u64, pc: u32) -> Figure {
    let (mut bars, mut table) =
        (Bars::default(), Table::new(&["what", "part", "from", "to", "cycles", "why"]));
    let mut all: Vec<&Stay> = stays.iter().collect();
    order::sort_by_key(&mut all, |stay| (stay.request, stay.from));
    for stay in &all {
        let what = stay.request.map_or_else(|| String::from("instruction"), |number| format!("#{number}"));
        let cycles = stay.to - stay.from;
        let part = match stay.request {
            Some(number) => format!("#{number} {}", stay.part),
            None => stay.part.clone(),
        };
        let words = if stay.words.is_empty() { part.clone() } else { format!("{part}, {}", stay.words) };
        let plural = if cycles == 1 { "" } else { "s" };
        let labels = Vec::from([format!("{part}: {cycles} cycle{plural}"), format!("{cycles}")]);
        let note = bars.note(Note { labels, words, mark: Some(Mark::Pc(pc)) });
        let (from, to) = (stay.from - start.min(stay.from), stay.to - start.min(stay.to));
        let hue = stay.request.map_or(0, |number| 1 + (number % 7) as u8);
        bars.bars.push(Bar {
            row: bars.rows.len() as u32,
            from,
            to,
            style: Style::Work { hue, until: to },
            note,
        });
        let group = stay.request.map_or(0, |number| number as u32);
        bars.rows.push(Row { group, ..Row::new(stay.short.clone(), None) });
        table.push([
            what,
            stay.part.clone(),
            format!("{}", stay.from),
            format!("{}", stay.to),
            format!("{cycles}"),
            stay.words.clone(),
        ]);
    }
    if bars.bars.is_empty() {
        return Figure::default();
    }
    let span = bars.bars.iter().map(|bar| bar.to).max();
    let mut figure = Figure { span, ..Figure::from(Form::Bars(bars)) };
    figure.push("Cycles in each part", Form::Table(table));
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_in_the_order_of_time_request_by_request() {
        let stay = |request, part: &str, from, to| Stay {
            request,
            part: part.into(),
            short: part.into(),
            from,
            to,
            words: String::new(),
        };
        let stays = [
            stay(Some(7), "network", 30, 40),
            stay(Some(7), "L1 cache", 20, 30),
            stay(None, "fetch", 10, 12),
            stay(None, "load/store unit", 12, 60),
        ];
        let figure = figure(&stays, 10, 3);
        assert_eq!(figure.span, Some(50));
        let Form::Bars(bars) = &figure.parts[0].form else { panic!("no waterfall") };
        let names: Vec<&str> = bars.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["fetch", "load/store unit", "L1 cache", "network"]);
        assert_eq!(bars.notes[3].labels[0], "#7 network: 10 cycles");
        let cycles: Vec<(u64, u64)> = bars.bars.iter().map(|bar| (bar.from, bar.to)).collect();
        assert_eq!(cycles, [(0, 2), (2, 50), (10, 20), (20, 30)]);
        let table = figure.parts[1].form.table();
        assert_eq!(table.rows[3][2].text, "30", "the table has cycles of the run");
    }

    #[test]
    fn the_instruction_at_the_cursor_is_meant_before_older_ones() {
        use crate::trace::{Causes, Sink};
        let mut log = Log::new(Causes::SHARED, &[], 2, 1);
        let stage = |unit, id, stage| Event::Stage { unit, id, pc: id as u32, stage };
        log.tell(5, stage(0, 1, Stage::Issue));
        log.tell(6, stage(1, 2, Stage::Issue));
        log.tell(7, stage(0, 3, Stage::Issue));
        log.tell(9, stage(0, 1, Stage::Writeback));
        let request = Event::Request { number: 4, unit: 0, id: 1, pc: 1, address: 64, lookup: Lookup::Miss };
        log.tell(7, request);
        log.tell(8, Event::Move { number: 4, to: Station::Network, index: 0 });
        log.close(20);
        assert_eq!(
            [4, 5, 7, 8, 9, 15].map(|cycle| recent(&log, 0, cycle)),
            [None, Some(1), Some(3), Some(1), Some(1), Some(3)]
        );
        let course = |pc| [4, 5, 6, 20].map(|cycle| in_flight(&log, (0, pc), cycle));
        assert_eq!((course(1), course(9)), ([Some(1); 4], [None; 4]));
        let nth = |mut left: u64| find(&log, (0, 20), (0, 1), &mut left);
        assert_eq!((nth(1), nth(2)), (Some((1, 5)), None));
    }
}
