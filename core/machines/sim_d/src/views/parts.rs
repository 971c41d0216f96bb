//! The machine as boxes and links: the dispatcher, two slots with their scratchpads, the pipeline that both share, and the memory
//! controller with what makes bursts, its queues and its banks; a slot with its masks and their stack; and the masks, work-item by
//! work-item.

use alloc::{format, string::ToString, vec::Vec};

use lanescope_parts::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State as Filled,
    },
    machines::{
        chassis::look::Look,
        observed::{Near, Parts, Seat},
        panels::diagram::{boxed, memory},
    },
    trace::{
        Site, Spot,
        site::{Holds, NUMBERS},
    },
};

use super::sites::*;
use crate::{
    dram::{BANK_QUEUE, BURST_QUEUE, front::Maker},
    isa::{STACK_ENTRIES, WORK_ITEMS},
    machine::SimD,
    timing::{SLOTS, transfers::Waits},
};

/// The masks, in the order of [`crate::exec::Control`].
const CONTROLS: [&str; 4] = ["run", "break", "return", "exit"];
/// Work-items of a group.
const ITEMS: u64 = WORK_ITEMS as u64;
/// Entries of a stack that are shown, the top first.
const SHOWN: usize = 6;

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &SimD, near: &Near) -> Option<Parts> {
    let Spot { site, numbers: [slot, ..] } = near.at;
    let slot = Some(slot as usize).filter(|slot| *slot < SLOTS);
    let diagram = match site {
        Site::MACHINE => chip(machine),
        SLOT => inside(machine, slot?)?,
        MASKS => in_masks(machine, slot?),
        _ => return None,
    };
    Some(Parts { diagram, entries: None })
}

/// See [`lanescope_parts::machines::Machine::numbers`].
pub const fn numbers(seat: &Seat) -> [u32; NUMBERS] {
    match seat.what {
        Holds::Stage(_) | Holds::Made => [seat.unit, 0, 0],
        // There is one channel.
        Holds::Commands => [seat.part[1], 0, 0],
        _ => [seat.part[0], seat.part[1], 0],
    }
}

fn chip(machine: &SimD) -> Diagram {
    let run = machine.run_of();
    let mut diagram = Diagram::default();
    let (taken, all) = run.groups();
    let waiting = format!("groups that wait: {}", all - taken);
    let dispatcher = diagram.add(boxed(SITES, DISPATCHER.of([]), 0).line(waiting));
    let slots: Vec<u32> = (0..SLOTS).map(|slot| of_slot(&mut diagram, machine, slot)).collect();
    let now = machine.now();
    let account = now.checked_sub(1).map(|last| run.story().pipeline_cause(last));
    let serves = match run.current() {
        Some(slot) => format!("serves slot {slot}"),
        None => "serves no group".into(),
    };
    let pipeline = boxed(SITES, PIPELINE.of([]), 2).line(serves);
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
    let block = boxed(SITES, SLOT.of([unit]), 1).opening();
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
    let block = boxed(SITES, SCRATCHPAD.of([slot as u32]), 1);
    let bytes = machine.spec().scratchpad_bytes.to_string();
    let moves = machine.run_of().transfers().waits(slot) == Some(Waits::Scratchpad);
    block.line(format!("{bytes} bytes")).line(if moves { "moves words" } else { "rests" })
}

/// A slot with its masks, its stack and its scratchpad, among what it is linked with.
fn inside(machine: &SimD, slot: usize) -> Option<Diagram> {
    let mut whole = chip(machine);
    let own = whole.find(&SITES.path(SLOT.of([slot as u32])))?;
    let (mut diagram, centre) = memory::around(&mut whole, own);
    let run = machine.run_of();
    let contents = run.cluster().look();
    let held = run.cluster().group(slot).is_some();
    let mut masks = boxed(SITES, MASKS.of([slot as u32]), 1).opening();
    for (name, mask) in CONTROLS.iter().zip(contents.masks(slot)).filter(|_| held) {
        masks = masks.line(format!("{name} {}", mask.count()));
    }
    diagram.add_in(centre, masks.filled(if held { contents.active(slot).count().into() } else { 0 }, ITEMS));
    diagram.add_in(centre, of_stack(machine, slot));
    diagram.add_in(centre, of_scratchpad(machine, slot));
    Some(diagram)
}

/// The stack of a slot's masks, its top entries.
fn of_stack(machine: &SimD, slot: usize) -> Block {
    let entries = machine.run_of().cluster().look().stack(slot);
    let stack = boxed(SITES, STACK.of([slot as u32]), 1);
    let mut stack = stack.filled(entries.len() as u64, STACK_ENTRIES as u64);
    for entry in entries.iter().rev().take(SHOWN) {
        let (name, count) = (CONTROLS[entry.control as usize], entry.mask.count());
        stack = stack.line(format!("{name} {count} at {}", entry.at));
    }
    stack
}

/// The masks of a slot's group with a field for each work-item, and the stack that restores them. Without a group nothing is on.
fn in_masks(machine: &SimD, slot: usize) -> Diagram {
    let (run, mut diagram) = (machine.run_of(), Diagram::default());
    let held = run.cluster().group(slot).is_some();
    let contents = run.cluster().look();
    let whole = boxed(SITES, MASKS.of([slot as u32]), 0);
    let path = whole.path.clone();
    let own = diagram.add(whole);
    let masks = CONTROLS.into_iter().zip(contents.masks(slot));
    for (name, mask) in masks.chain([("on: all four", contents.active(slot))]) {
        let field = |item: usize| {
            let on = if held && mask.has(item) { Filled::On } else { Filled::Off };
            Cell::new(on, Some(Mark::Lane(slot as u32, item as u32)))
        };
        let count = if held { mask.count() } else { 0 };
        let block = Block::new(format!("{path}/{name}"), name, 0).line(format!("{count} on"));
        diagram.add_in(own, Block { cells: (0..WORK_ITEMS).map(field).collect(), ..block });
    }
    let stack = diagram.add(of_stack(machine, slot));
    diagram.link(stack, own);
    diagram
}

/// The controller: what makes bursts, those that wait, and the banks with their queues of commands and their open rows.
fn of_controller(diagram: &mut Diagram, machine: &SimD) -> u32 {
    let controller = machine.run_of().transfers().controller();
    let works = match controller.current() {
        Some((slot, _)) => format!("works for slot {slot}"),
        None => "idle".into(),
    };
    let waiting = controller.front().waiting.len() as u64;
    let block = boxed(SITES, CONTROLLER.of([]), 3).line(works);
    let at = diagram.add(block.line(format!("requests that wait: {waiting}")));
    let makes =
        |maker: Maker| if controller.front().maker() == Some(maker) { "makes bursts" } else { "rests" };
    let sequencer = boxed(SITES, SEQUENCER.of([]), 2).line(makes(Maker::Sequencer));
    diagram.add_in(at, sequencer);
    let iterator = boxed(SITES, ITERATOR.of([]), 2).line(makes(Maker::Iterator));
    diagram.add_in(at, iterator);
    let made = controller.front().made() as u64;
    let bursts = boxed(SITES, BURSTS.of([]), 2).line(format!("{made} wait"));
    diagram.add_in(at, bursts.filled(made.min(BURST_QUEUE as u64), BURST_QUEUE as u64));
    for (bank, (row, queued)) in (0..).zip(controller.rows().zip(controller.queued())) {
        let block = boxed(SITES, QUEUED_BANK.of([bank]), 3);
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
