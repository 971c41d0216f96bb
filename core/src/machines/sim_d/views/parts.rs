//! The machine as boxes and links: the dispatcher, two slots with their scratchpads, the pipeline that both share, and the memory
//! controller with what makes bursts, its queues and its banks; and a slot with its masks and their stack.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State as Filled,
    },
    machines::{
        chassis::look::Look,
        observed::{Near, Parts, Seat},
        panels::diagram::memory,
        sim_d::{
            dram::{BANK_QUEUE, BURST_QUEUE, front::Maker},
            isa::{STACK_ENTRIES, WORK_ITEMS},
            machine::SimD,
            timing::{SLOTS, transfers::Waits},
        },
    },
    trace::{Stage, Station},
};

/// The masks, in the order of [`crate::machines::sim_d::exec::Control`].
const CONTROLS: [&str; 4] = ["run", "break", "return", "exit"];
/// Work-items of a group.
const ITEMS: u64 = WORK_ITEMS as u64;
/// Entries of a stack that are shown, the top first.
const SHOWN: usize = 6;

/// See [`crate::machines::Machine::parts`].
pub fn parts(machine: &SimD, near: &Near) -> Option<Parts> {
    let diagram = match near.zoom {
        "" => chip(machine),
        zoom => inside(machine, zoom.strip_prefix("slot")?.parse().ok().filter(|slot| *slot < SLOTS)?)?,
    };
    Some(Parts { diagram, entries: None })
}

/// See [`crate::machines::Machine::seat`].
pub fn seat(seat: Seat) -> Option<String> {
    Some(match seat {
        Seat::Dispatcher => "dispatcher".into(),
        Seat::Core(_) => "pipeline".into(),
        Seat::Stage { stage: Stage::Memory, unit, .. } => format!("slot{unit}"),
        Seat::Stage { .. } => "pipeline".into(),
        Seat::Request { unit, .. } => format!("slot{unit}"),
        Seat::Station { station: Station::Channel, .. } => "controller".into(),
        Seat::Station { station: Station::Sender, index } => format!("slot{index}"),
        Seat::Station { .. } => return None,
        Seat::Bank { bank, .. } => format!("controller/bank{bank}"),
    })
}

fn chip(machine: &SimD) -> Diagram {
    let run = machine.run_of();
    let mut diagram = Diagram::default();
    let (taken, all) = run.groups();
    let waiting = format!("groups that wait: {}", all - taken);
    let dispatcher = diagram.add(Block::new("dispatcher", "dispatcher", 0).line(waiting));
    let slots: Vec<u32> = (0..SLOTS).map(|slot| of_slot(&mut diagram, machine, slot)).collect();
    let now = machine.now();
    let account = now.checked_sub(1).map(|last| run.story().pipeline_cause(last));
    let serves = match run.current() {
        Some(slot) => format!("serves slot {slot}"),
        None => "serves no group".into(),
    };
    let pipeline = Block::new("pipeline", "pipeline", 2).line(serves);
    let pipeline = diagram.add(Block { cause: account, ..pipeline });
    let controller = of_controller(&mut diagram, machine);
    for slot in slots {
        diagram.link(dispatcher, slot);
        diagram.link(slot, pipeline);
        diagram.link(slot, controller);
    }
    diagram
}

fn of_slot(diagram: &mut Diagram, machine: &SimD, slot: usize) -> u32 {
    let run = machine.run_of();
    let unit = slot as u32;
    let block = Block::new(format!("slot{slot}"), format!("slot {slot}"), 1).opening();
    let group = run.cluster().group(slot);
    let block = match group {
        Some(group) => block.line(format!("group {}", group.number)).marked(Mark::Unit(unit)),
        None => block.line("no group").marked(Mark::Unit(unit)),
    };
    let waits = match run.transfers().waits(slot) {
        Some(Waits::Queued) => "its request waits",
        Some(Waits::Served) => "its request is served",
        Some(Waits::Scratchpad) => "waits for its scratchpad",
        None if group.is_some() => "computes, or could",
        None => "idle",
    };
    let cause = machine.now().checked_sub(1).map(|last| run.story().cause(slot, last));
    let at = diagram.add(Block { cause, ..block.line(waits) });
    diagram.add_in(at, of_scratchpad(machine, slot));
    at
}

fn of_scratchpad(machine: &SimD, slot: usize) -> Block {
    let block = Block::new(format!("slot{slot}/scratchpad"), "scratchpad", 1);
    let bytes = machine.spec().scratchpad_bytes.to_string();
    let moves = machine.run_of().transfers().waits(slot) == Some(Waits::Scratchpad);
    block.line(format!("{bytes} bytes")).line(if moves { "moves words" } else { "rests" })
}

/// A slot with its masks, its stack and its scratchpad, among what it is linked with.
fn inside(machine: &SimD, slot: usize) -> Option<Diagram> {
    let mut whole = chip(machine);
    let own = whole.find(&format!("slot{slot}"))?;
    let (mut diagram, centre) = memory::around(&mut whole, own);
    let run = machine.run_of();
    let contents = run.cluster().look();
    let held = run.cluster().group(slot).is_some();
    let mut masks = Block::new(format!("slot{slot}/masks"), "masks", 1);
    for (name, mask) in CONTROLS.iter().zip(contents.masks(slot)).filter(|_| held) {
        masks = masks.line(format!("{name} {}", mask.count()));
    }
    diagram.add_in(centre, masks.filled(if held { contents.active(slot).count().into() } else { 0 }, ITEMS));
    let entries = contents.stack(slot);
    let stack = Block::new(format!("slot{slot}/stack"), "stack of masks", 1);
    let mut stack = stack.filled(entries.len() as u64, STACK_ENTRIES as u64);
    for entry in entries.iter().rev().take(SHOWN) {
        let (name, count) = (CONTROLS[entry.control as usize], entry.mask.count());
        stack = stack.line(format!("{name} {count} at {}", entry.at));
    }
    diagram.add_in(centre, stack);
    diagram.add_in(centre, of_scratchpad(machine, slot));
    Some(diagram)
}

/// The controller: what makes bursts, those that wait, and the banks with their queues of commands and their open rows.
fn of_controller(diagram: &mut Diagram, machine: &SimD) -> u32 {
    let controller = machine.run_of().transfers().controller();
    let works = match controller.current() {
        Some((slot, _)) => format!("works for slot {slot}"),
        None => "idle".into(),
    };
    let waiting = controller.front().waiting.len() as u64;
    let block = Block::new("controller", "memory controller", 3).line(works);
    let at = diagram.add(block.line(format!("requests that wait: {waiting}")));
    let makes =
        |maker: Maker| if controller.front().maker() == Some(maker) { "makes bursts" } else { "rests" };
    let sequencer = Block::new("controller/sequencer", "stride sequencer", 2).line(makes(Maker::Sequencer));
    diagram.add_in(at, sequencer);
    let iterator = Block::new("controller/iterator", "index iterator", 2).line(makes(Maker::Iterator));
    diagram.add_in(at, iterator);
    let made = controller.front().made() as u64;
    let bursts = Block::new("controller/bursts", "bursts", 2).line(format!("{made} wait"));
    diagram.add_in(at, bursts.filled(made.min(BURST_QUEUE as u64), BURST_QUEUE as u64));
    for (bank, (row, queued)) in (0..).zip(controller.rows().zip(controller.queued())) {
        let block = Block::new(format!("controller/bank{bank}"), format!("bank {bank}"), 3);
        let (state, text) = match row {
            Some(row) => (Filled::On, format!("row {row}")),
            None => (Filled::Off, "closed".into()),
        };
        let most = BANK_QUEUE + 1;
        let block = block.line(text).line(format!("queue {queued}"));
        let block = block.filled(queued.min(most) as u64, most as u64);
        diagram.add_in(at, Block { cells: Vec::from([Cell::new(state, None)]), ..block });
    }
    at
}
