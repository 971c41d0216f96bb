//! What moves in a cycle, read off its events. Where something comes from is where the events before have left it.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use super::{Scene, token};
use crate::{
    base::OrdMap,
    figure::{Mark, diagram::Diagram},
    machines::observed::Seat,
    trace::{Cause, DramCommand, Event, Log, SharedEvent, Stage, Station},
};

/// Cycles before the cursor in which something is looked for to know where it comes from.
const BEFORE: u64 = 512;

/// The events that tell of what moves in the cycle under the cursor.
pub fn recording(scene: &dyn Scene) -> Arc<Log> {
    let (cycle, end) = (scene.cursor().cycle(), scene.summary().end());
    scene.recording(cycle.saturating_sub(BEFORE), cycle.saturating_add(1).min(end))
}

/// The events of a kind in some cycles. It is a list, so that the code that reads a recording is there once, and small.
#[inline(never)]
pub fn events(log: &Log, kind: SharedEvent, from: u64, to: u64) -> Vec<(u64, Event)> {
    log.events(kind, from).take_while(|(cycle, _)| *cycle < to).collect()
}

/// Whose a request is.
#[derive(Clone, Copy, Debug)]
struct Owner {
    unit: u32,
    pc: u32,
    address: u64,
}

/// Adds a token for everything that comes to another part in the cycle under the cursor.
pub fn add(scene: &dyn Scene, log: &Log, diagram: &mut Diagram) {
    let now = scene.cursor().cycle();
    if now >= log.end() {
        return;
    }
    groups(scene, log, diagram, now);
    instructions(scene, log, diagram, now);
    requests(scene, log, diagram, now);
    commands(scene, log, diagram, now);
}

/// Work-groups that start or end.
fn groups(scene: &dyn Scene, log: &Log, diagram: &mut Diagram, now: u64) {
    for (_, event) in events(log, SharedEvent::Group, now, now + 1) {
        let Event::Group { group, core, start } = event else { continue };
        let (Some(source), Some(core)) =
            (scene.cursor().seat(Seat::Dispatcher), scene.cursor().seat(Seat::Core(core)))
        else {
            continue;
        };
        let (from, to, verb) = if start { (source, core, "starts on") } else { (core, source, "leaves") };
        let Some(found) = token(diagram, Some(&from), &to) else { continue };
        let place = if start { found.to } else { found.from.unwrap_or(found.to) };
        let name = name(diagram, place);
        let sentence = format!("Work-group {group} {verb} {name}.");
        diagram.moved(super::Token {
            number: group.into(),
            text: format!("group {group}"),
            sentence,
            ..found
        });
    }
}

/// Instructions that enter a stage of another part.
fn instructions(scene: &dyn Scene, log: &Log, diagram: &mut Diagram, now: u64) {
    let entered: Vec<(u32, u64, u32, Stage)> = events(log, SharedEvent::Stage, now, now + 1)
        .into_iter()
        .filter_map(|(_, event)| match event {
            Event::Stage { unit, id, pc, stage } => Some((unit, id, pc, stage)),
            _ => None,
        })
        .collect();
    if entered.is_empty() {
        return;
    }
    // The stage that each of them was in before.
    let mut before: OrdMap<u64, Stage> = OrdMap::default();
    for (_, event) in events(log, SharedEvent::Stage, log.begin(), now) {
        if let Event::Stage { id, stage, .. } = event {
            before.insert(id, stage);
        }
    }
    for (unit, id, pc, stage) in entered {
        let seat = |stage| scene.cursor().seat(Seat::Stage { unit, pc, stage });
        // Where nobody tells of fetching, it comes from where it waits.
        let waits = (stage == Stage::Issue).then_some(Stage::Wait);
        let from = before.get(&id).copied().or(waits).and_then(seat);
        before.insert(id, stage);
        let Some(to) = seat(stage) else { continue };
        let Some(found) = token(diagram, from.as_deref(), &to) else { continue };
        let text = scene.code().text(pc);
        // Without the remarks of whoever has written it.
        let text = String::from(text.split("//").next().unwrap_or(text).trim());
        let who = unit_name(scene, unit);
        let sentence = goes(diagram, &found, &format!("`{text}` of {who}"));
        let text = crate::figure::code::mnemonic(&text).into();
        diagram.moved(super::Token {
            number: id,
            text,
            sentence,
            mark: Some(Mark::Cell(unit, now, Cause::ISSUED, pc)),
            ..found
        });
    }
}

/// Requests that come to a part of the memory system.
fn requests(scene: &dyn Scene, log: &Log, diagram: &mut Diagram, now: u64) {
    let mut owners: OrdMap<u64, Owner> = OrdMap::default();
    let mut before: OrdMap<u64, (Station, u16)> = OrdMap::default();
    let mut made: Vec<(u64, Owner)> = Vec::new();
    for (cycle, event) in events(log, SharedEvent::Request, log.begin(), now + 1) {
        if let Event::Request { number, unit, pc, address, .. } = event {
            let owner = Owner { unit, pc, address };
            if cycle == now {
                made.push((number, owner));
            }
            if owners.get(&number).is_none() {
                owners.insert(number, owner);
            }
        }
    }
    for (number, owner) in made {
        let Owner { unit, pc, .. } = owner;
        let (from, to) = (
            scene.cursor().seat(Seat::Stage { unit, pc, stage: Stage::Memory }),
            scene.cursor().seat(Seat::Request { unit, pc }),
        );
        if let Some(to) = to {
            arrive(scene, diagram, (number, Some(owner)), from, &to);
        }
    }
    for (cycle, event) in events(log, SharedEvent::Move, log.begin(), now + 1) {
        let Event::Move { number, to, index } = event else { continue };
        let left = before.get(&number).copied();
        before.insert(number, (to, index));
        if cycle < now {
            continue;
        }
        let owner = owners.get(&number).copied();
        let seat = |station| place_of(scene, station, owner.map(|Owner { unit, pc, .. }| (unit, pc)));
        // Before its first station it was where it was made.
        let source =
            || owner.and_then(|Owner { unit, pc, .. }| scene.cursor().seat(Seat::Request { unit, pc }));
        let from = match left {
            Some(left) => seat(left),
            None => source(),
        };
        if let Some(to) = seat((to, index)) {
            arrive(scene, diagram, (number, owner), from, &to);
        }
    }
}

/// Where a request is that an instruction of a unit has made.
pub fn place_of(
    scene: &dyn Scene,
    (station, index): (Station, u16),
    owner: Option<(u32, u32)>,
) -> Option<String> {
    match (station, owner) {
        // Where it was made.
        (Station::Sender, Some((unit, pc))) => scene.cursor().seat(Seat::Request { unit, pc }),
        _ => scene.cursor().seat(Seat::Station { station, index }),
    }
}

/// A request comes to a part.
fn arrive(
    scene: &dyn Scene,
    diagram: &mut Diagram,
    (number, owner): (u64, Option<Owner>),
    from: Option<String>,
    to: &str,
) {
    let Some(found) = token(diagram, from.as_deref(), to) else { return };
    let what = match owner {
        Some(Owner { unit, address, .. }) => {
            format!("Request {number} of {} for {address:#x}", unit_name(scene, unit))
        }
        None => format!("Request {number}"),
    };
    let sentence = goes(diagram, &found, &what);
    let mark = owner.map(|owner| Mark::Cell(owner.unit, scene.cursor().cycle(), Cause::ISSUED, owner.pc));
    diagram.moved(super::Token { number, text: format!("#{number}"), sentence, mark, ..found });
}

/// The row of each bank that says nothing of itself, as its last command has left it.
pub fn rows(scene: &dyn Scene, log: &Log, diagram: &mut Diagram) {
    let silent =
        |block: &crate::figure::diagram::Block| block.lines.is_empty() && block.path.contains("/bank");
    if !diagram.blocks.iter().any(silent) {
        return;
    }
    let mut rows: OrdMap<(u16, u16), Option<u32>> = OrdMap::default();
    for (_, event) in events(log, SharedEvent::Dram, log.begin(), scene.cursor().cycle()) {
        if let Event::Dram { channel, bank, command, row, .. } = event {
            let open = !matches!(command, DramCommand::Precharge | DramCommand::Refresh);
            rows.insert((channel, bank), open.then_some(row));
        }
    }
    for ((channel, bank), row) in &rows {
        let path = format!("channel{channel}/bank{bank}");
        if let Some(block) = diagram.blocks.iter_mut().find(|block| block.path == path) {
            block.lines.push(row.map_or_else(|| "closed".into(), |row| format!("row {row}")));
        }
    }
    diagram.blocks.iter_mut().filter(|block| silent(block)).for_each(|block| {
        block.lines.push(format!("no command for {BEFORE} cycles"));
    });
}

/// Commands of DRAM: nothing moves along a link, but the bank does something.
fn commands(scene: &dyn Scene, log: &Log, diagram: &mut Diagram, now: u64) {
    for (_, event) in events(log, SharedEvent::Dram, now, now + 1) {
        let Event::Dram { channel, bank, command, row, request, .. } = event else { continue };
        let Some(to) = scene.cursor().seat(Seat::Bank { channel, bank }) else { continue };
        let Some(found) = token(diagram, None, &to) else { continue };
        let does = match command {
            DramCommand::Activate => format!("opens row {row} of bank {bank}"),
            DramCommand::Precharge => format!("closes the row of bank {bank}"),
            DramCommand::Read => format!("reads from row {row} of bank {bank}"),
            DramCommand::Write => format!("writes to row {row} of bank {bank}"),
            DramCommand::Refresh => format!("refreshes bank {bank}"),
        };
        let asked = if request == 0 { String::new() } else { format!(", for request {request}") };
        let sentence = format!("Channel {channel} {does}{asked}.");
        let mark = Some(Mark::Dram(channel, bank, now, row));
        diagram.moved(super::Token { number: request, text: String::new(), sentence, mark, ..found });
    }
}

/// That something goes from part to part, as a sentence.
pub fn goes(diagram: &Diagram, token: &super::Token, what: &str) -> String {
    let to = name(diagram, token.to);
    match token.from {
        Some(from) => format!("{what} goes from {} to {to}.", name(diagram, from)),
        None => format!("{what} comes to {to}."),
    }
}

fn name(diagram: &Diagram, block: u32) -> &str {
    diagram.blocks.get(block as usize).map_or("", |block| &block.name)
}

/// The name of a unit for people.
pub fn unit_name(scene: &dyn Scene, unit: u32) -> String {
    scene.units().get(unit as usize).map_or_else(String::new, |info| info.name.clone())
}
