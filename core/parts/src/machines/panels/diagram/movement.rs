//! What moves in a cycle, read off its events. Where something comes from is where the events before have left it.

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use super::{Scene, token};
use crate::{
    base::{OrdMap, order},
    figure::{Mark, diagram::Diagram},
    machines::observed::Seat,
    trace::{Cause, DramCommand, Event, Log, SharedEvent, Site, Spot, Stage, Station, site::Holds},
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
            (scene.cursor().seat(&Seat::waiting()), scene.cursor().seat(&Seat::group(core)))
        else {
            continue;
        };
        let (from, to, verb) = if start { (source, core, "starts on") } else { (core, source, "leaves") };
        let Some(found) = token(scene, diagram, Some(from), to) else { continue };
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

/// Where something with a number is: an instruction at a stage, or an entry of a queue.
#[derive(Clone, Copy, Debug)]
enum At {
    Stage(Stage),
    Queue(Site, u16),
}

/// Where events of some cycles say that what has a number comes to, or that it has left a queue: stages of instructions, then queues.
fn moves(log: &Log, from: u64, to: u64) -> Vec<(u64, u64, Option<At>)> {
    let stages = events(log, SharedEvent::Stage, from, to).into_iter();
    let queues = events(log, SharedEvent::Queue, from, to).into_iter();
    let mut all: Vec<(u64, u64, Option<At>)> = stages
        .chain(queues)
        .filter_map(|(cycle, event)| match event {
            Event::Stage { id, stage, .. } => Some((cycle, id, Some(At::Stage(stage)))),
            Event::Queue { queue, index, number, comes, .. } => {
                Some((cycle, number, comes.then_some(At::Queue(queue, index))))
            }
            _ => None,
        })
        .collect();
    order::sort_by_key(&mut all, |(cycle, ..)| *cycle);
    all
}

/// Instructions that enter a stage of another part, and what comes to a queue.
fn instructions(scene: &dyn Scene, log: &Log, diagram: &mut Diagram, now: u64) {
    let entered: Vec<(u64, At)> =
        moves(log, now, now + 1).into_iter().filter_map(|(_, id, at)| Some((id, at?))).collect();
    if entered.is_empty() {
        return;
    }
    // Where each of them was before: what left a queue in an earlier cycle is where its last stage says.
    let (mut before, mut stages): (OrdMap<u64, At>, OrdMap<u64, At>) = Default::default();
    for (_, id, at) in moves(log, log.begin(), now) {
        if let Some(at @ At::Stage(_)) = at {
            stages.insert(id, at);
        }
        match at.or_else(|| stages.get(&id).copied()) {
            Some(at) => _ = before.insert(id, at),
            None => _ = before.remove(&id),
        }
    }
    // Whose they are: a queue knows only their numbers.
    let mut owners: OrdMap<u64, (u32, u32)> = OrdMap::default();
    for (_, event) in events(log, SharedEvent::Stage, log.begin(), now + 1) {
        if let Event::Stage { unit, id, pc, .. } = event {
            owners.insert(id, (unit, pc));
        }
    }
    for (id, at) in entered {
        let owner = owners.get(&id).copied();
        let seat = |at| match (at, owner) {
            (At::Stage(stage), Some((unit, pc))) => scene.cursor().seat(&Seat::stage(unit, pc, stage)),
            (At::Stage(_), None) => None,
            (At::Queue(queue, index), _) => scene.cursor().seat(&Seat::entry(queue, index)),
        };
        // Where nobody tells of fetching, it comes from where it waits.
        let waits = matches!(at, At::Stage(Stage::Issue)).then_some(At::Stage(Stage::Wait));
        let from = before.get(&id).copied().or(waits).and_then(seat);
        before.insert(id, at);
        let Some(to) = seat(at) else { continue };
        let Some(found) = token(scene, diagram, from, to) else { continue };
        let Some((unit, pc)) = owner else {
            let sentence = goes(diagram, &found, &format!("Entry {id}"));
            diagram.moved(super::Token { number: id, text: format!("#{id}"), sentence, ..found });
            continue;
        };
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
            scene.cursor().seat(&Seat::stage(unit, pc, Stage::Memory)),
            scene.cursor().seat(&Seat::made(unit, pc)),
        );
        if let Some(to) = to {
            arrive(scene, diagram, (number, Some(owner)), from, to);
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
        let source = || owner.and_then(|Owner { unit, pc, .. }| scene.cursor().seat(&Seat::made(unit, pc)));
        let from = match left {
            Some(left) => seat(left),
            None => source(),
        };
        if let Some(to) = seat((to, index)) {
            arrive(scene, diagram, (number, owner), from, to);
        }
    }
}

/// Where a request is that an instruction of a unit has made.
pub fn place_of(
    scene: &dyn Scene,
    (station, index): (Station, u16),
    owner: Option<(u32, u32)>,
) -> Option<Spot> {
    match (station, owner) {
        // Where it was made.
        (Station::Sender, Some((unit, pc))) => scene.cursor().seat(&Seat::made(unit, pc)),
        _ => scene.cursor().seat(&Seat::station(station, index)),
    }
}

/// A request comes to a part.
fn arrive(
    scene: &dyn Scene,
    diagram: &mut Diagram,
    (number, owner): (u64, Option<Owner>),
    from: Option<Spot>,
    to: Spot,
) {
    let Some(found) = token(scene, diagram, from, to) else { return };
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
    let sites = scene.cursor().sites();
    let is_bank = |path: &str| sites.read(path).is_some_and(|spot| sites.holds(spot.site, Holds::Commands));
    let mut silent: OrdMap<String, Option<String>> = OrdMap::default();
    for block in diagram.blocks.iter().filter(|block| block.lines.is_empty() && is_bank(&block.path)) {
        silent.insert(block.path.clone(), None);
    }
    if silent.is_empty() {
        return;
    }
    for (_, event) in events(log, SharedEvent::Dram, log.begin(), scene.cursor().cycle()) {
        if let Event::Dram { channel, bank, command, row, .. } = event
            && let Some(spot) = scene.cursor().seat(&Seat::command(channel, bank))
            && let Some(says) = silent.get_mut(&sites.path(spot))
        {
            let closes = matches!(command, DramCommand::Precharge | DramCommand::Refresh);
            *says = Some(if closes { "closed".to_string() } else { format!("row {row}") });
        }
    }
    for block in &mut diagram.blocks {
        if let Some(says) = silent.get(&block.path) {
            block.lines.push(says.clone().unwrap_or_else(|| format!("no command for {BEFORE} cycles")));
        }
    }
}

/// Commands of DRAM: nothing moves along a link, but the bank does something.
fn commands(scene: &dyn Scene, log: &Log, diagram: &mut Diagram, now: u64) {
    for (_, event) in events(log, SharedEvent::Dram, now, now + 1) {
        let Event::Dram { channel, bank, command, row, request, .. } = event else { continue };
        let Some(to) = scene.cursor().seat(&Seat::command(channel, bank)) else { continue };
        let Some(found) = token(scene, diagram, None, to) else { continue };
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
