//! What the slots and the pipeline do, for people: causes, stages of instructions, requests, commands of the DRAM.

use lanescope_parts::{
    machines::chassis::slots::Account,
    trace::{Cause, DramCommand, Event, Lookup, Stage, Station, event::Record},
};

use super::{Run, SLOTS, State};
use crate::{
    causes,
    dram::arbiter::Sent,
    events,
    exec::{Direction, Done, GroupTransfer, Mask, Side, Stride},
    isa::{Instruction, Issue},
    timing::{
        course::Course,
        tell::{Tell, Told},
        transfers::{Seen, Waits},
    },
};

/// The request of a slot's group.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    /// Its number; 0 for one of the scratchpad.
    number: u64,
    id: u64,
    pc: u32,
    group: u32,
    commit: u64,
    begun: u64,
    /// The request of main memory; nothing of the scratchpad.
    transfer: Option<events::Transfer>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Story {
    units: [Course; SLOTS],
    pipeline: Course,
    asked: [Asked; SLOTS],
    /// The group that was in each slot last.
    groups: [u32; SLOTS],
    /// Dynamic instructions and requests so far.
    ids: u64,
    requests: u64,
    announced: bool,
    /// What is told.
    pub tell: Tell,
}

impl Default for Story {
    fn default() -> Story {
        Story {
            units: core::array::from_fn(|_| Course::new(Cause::EMPTY)),
            pipeline: Course::new(causes::UPLOAD),
            asked: Default::default(),
            groups: [0; SLOTS],
            ids: 0,
            requests: 0,
            announced: false,
            tell: Tell::default(),
        }
    }
}

impl Story {
    /// Why a slot's group issued or did not at an edge that is not long over.
    pub fn cause(&self, slot: usize, edge: u64) -> Cause {
        self.units[slot].cause(edge)
    }

    /// Why the decoder took or did not take anything at an edge that is not long over.
    pub fn pipeline_cause(&self, edge: u64) -> Cause {
        self.pipeline.cause(edge)
    }

    /// The edges of each cause of the pipeline before an edge.
    pub fn pipeline(&self, now: u64) -> Account {
        self.pipeline.account(now)
    }

    /// Forgets what is over.
    pub fn forget(&mut self, now: u64) {
        self.units.iter_mut().chain([&mut self.pipeline]).for_each(|course| course.forget(now));
    }

    /// Tells the states at the start, once.
    pub fn announce(&mut self) {
        if !core::mem::replace(&mut self.announced, true) {
            self.tell.pipeline(0, self.pipeline.cause(0));
            (0..SLOTS).for_each(|slot| self.tell.state(0, slot, Cause::EMPTY, None));
        }
    }
}

impl Run {
    /// From an edge on a slot's group has a cause.
    pub(super) fn turn(&mut self, slot: usize, edge: u64, cause: Cause) {
        let pc = self.cluster.group(slot).map(|_| self.cluster.pc(slot));
        self.turn_at(slot, edge, cause, pc);
    }

    /// From an edge on a slot's group has a cause, which is that of an instruction.
    fn turn_at(&mut self, slot: usize, edge: u64, cause: Cause, pc: Option<u32>) {
        if self.story.units[slot].turn(edge, cause) {
            self.story.tell.state(edge, slot, cause, pc);
        }
    }

    /// A slot's group has asked for a transfer: from `behind` on nothing is decoded, from the commit on it waits.
    pub(super) fn tell_wait(&mut self, slot: usize, (behind, commit): (u64, u64), scratchpad: bool) {
        let pc = Some(self.story.asked[slot].pc);
        self.turn_at(slot, behind, causes::PHASE, pc);
        self.pipe(behind, causes::PHASE);
        let waits = if scratchpad { causes::SCRATCHPAD } else { causes::QUEUED };
        self.turn_at(slot, commit, waits, pc);
    }

    /// From an edge on the pipeline has a cause.
    pub(super) fn pipe(&mut self, edge: u64, cause: Cause) {
        if self.story.pipeline.turn(edge, cause) {
            self.story.tell.pipeline(edge, cause);
        }
    }

    /// The pipeline serves a slot's group: both have a cause.
    pub(super) fn both(&mut self, slot: usize, edge: u64, cause: Cause) {
        self.turn(slot, edge, cause);
        self.pipe(edge, cause);
    }

    /// No group is fetched at an edge: why?
    pub(super) fn idles(&mut self, edge: u64, held: bool) {
        let waits = |wanted| (0..SLOTS).any(|slot| self.transfers.waits(slot) == Some(wanted));
        let runs = self.slots.iter().any(|state| matches!(state, State::Running { .. }));
        let cause = match () {
            () if held && runs => Cause::THROTTLED,
            () if waits(Waits::Served) => Cause::MEMORY,
            () if waits(Waits::Queued) => causes::QUEUED,
            () if waits(Waits::Scratchpad) => causes::SCRATCHPAD,
            () if runs || self.group < self.groups => Cause::FETCH,
            () => Cause::EMPTY,
        };
        self.pipe(edge, cause);
        for slot in 0..SLOTS {
            if held && matches!(self.slots[slot], State::Running { .. }) {
                self.turn(slot, edge, Cause::THROTTLED);
            }
        }
    }

    /// A slot's group is fetched at an edge.
    pub(super) fn tell_fetch(&mut self, slot: usize, edge: u64) {
        self.both(slot, edge, Cause::FETCH);
        let other = 1 - slot;
        if matches!(self.slots[other], State::Running { .. }) {
            self.turn(other, edge, Cause::NOT_PICKED);
        }
    }

    /// A slot's group could be fetched from an edge on. Until one before `free` the group that left the pipeline last still has it: its
    /// last instruction is on its way to the commit.
    pub(super) fn tell_ready(&mut self, slot: usize, edge: u64) {
        let taken = self.decode.is_some() || edge + 1 < self.free;
        let cause = if taken { Cause::NOT_PICKED } else { Cause::FETCH };
        self.turn(slot, edge, cause);
    }

    /// A group starts in a slot.
    pub(super) fn tell_start(&mut self, slot: usize, group: u32, edge: u64) {
        self.story.groups[slot] = group;
        self.story.tell.detail(edge, Event::Group { group, core: 0, start: true });
    }

    /// The group of a slot ends.
    pub(super) fn tell_end(&mut self, slot: usize, edge: u64) {
        let group = self.story.groups[slot];
        self.story.tell.detail(edge, Event::Group { group, core: 0, start: false });
    }

    /// An instruction of a slot's group was decoded.
    pub(super) fn tell_issue(
        &mut self,
        slot: usize,
        pc: u32,
        one: &Instruction,
        done: &Done,
        active: Option<Mask>,
    ) {
        let vector = one.op.row().issue == Issue::Vector;
        self.story.ids += 1;
        let (id, unit) = (self.story.ids, slot as u32);
        let pc = done.at.unwrap_or(pc);
        for at in 0..self.pipeline.turns().len() {
            let (edge, cause) = self.pipeline.turns()[at];
            self.story.units[slot].turn(edge, cause);
            self.pipe(edge, cause);
            if cause == Cause::ISSUED {
                let lanes = active.filter(|_| vector);
                self.story.tell.tell(edge, Told::Issued { unit, pc, lanes });
            } else {
                self.story.tell.state(edge, slot, cause, Some(pc));
            }
        }
        let Some(last) = self.pipeline.warps().last().copied() else { return };
        let first = self.pipeline.warps().first().map_or(last.0, |first| first.0);
        let commit = last.0 + u64::from(last.1) - 1 + self.pipeline.commit();
        if !self.story.tell.is_detailed() {
            self.story.tell.agenda.left_out = self.story.tell.agenda.left_out.max(commit + 2);
            return;
        }
        let stage = |stage| Event::Stage { unit, id, pc, stage };
        self.story.tell.detail(first, stage(Stage::Decode));
        // What is decoded is issued (facts 6.1); a pop that the machine puts in is no instruction of the program.
        if done.at.is_some() {
            self.story.tell.detail(first, stage(Stage::Issue));
        }
        self.story.tell.detail(first + self.pipeline.execute(), stage(Stage::Execute));
        self.story.tell.detail(commit, stage(Stage::Writeback));
        if done.request.is_none() {
            self.story.tell.detail(commit + 1, stage(Stage::Done));
        }
        if vector {
            for (warp, at) in (0..).zip(0..self.pipeline.warps().len()) {
                let (edge, edges) = self.pipeline.warps()[at];
                self.story.tell.detail(edge, events::Warp { unit, id, pc, warp, edges }.event());
            }
        }
    }

    /// An instruction of a slot's group asked for a transfer.
    pub(super) fn tell_request(&mut self, slot: usize, pc: u32, commit: u64, request: &GroupTransfer) {
        let main = !request.is_scratchpad();
        self.story.requests += u64::from(main);
        let number = if main { self.story.requests } else { 0 };
        let (id, group, unit) = (self.story.ids, self.story.groups[slot], slot as u32);
        let transfer = self.transfer(slot, pc, request);
        self.story.asked[slot] = Asked { number, id, pc, group, commit, begun: commit, transfer };
        self.story.tell.detail(commit + 1, Event::Stage { unit, id, pc, stage: Stage::Memory });
        if main {
            let address = request.first_byte().into();
            let lookup = Lookup::Miss;
            let event = Event::Request { number, unit, id, pc, address, lookup };
            self.story.tell.detail(commit, event);
        }
    }

    /// What is told of a request of main memory when the controller begins with it.
    fn transfer(&self, slot: usize, pc: u32, request: &GroupTransfer) -> Option<events::Transfer> {
        let (unit, group) = (slot as u32, self.story.groups[slot]);
        let whole = |(direction, indexed, indexes): (Direction, u32, u32), stride: Stride| {
            let Stride { address, words, period, periods } = stride;
            let write = direction == Direction::Write;
            events::Transfer {
                unit,
                group,
                pc,
                edge: 0,
                write,
                indexed,
                address,
                words,
                period,
                periods,
                indexes,
            }
        };
        match request {
            GroupTransfer::Main(stride, direction, side) => {
                let past = *side == Side::Indexed;
                let indexed = if past { events::PAST_INDEXES } else { events::RECTANGLE };
                Some(whole((*direction, indexed, 0), *stride))
            }
            GroupTransfer::Iterated(asked, direction) => {
                let program = self.cluster.program();
                let number = program.instructions.get(pc as usize).and_then(|one| one.immediate(0));
                let buffer = number.and_then(|number| program.buffer(number))?;
                let words = u32::try_from(buffer.words()).unwrap_or(u32::MAX);
                let stride = Stride { address: buffer.address, words, period: words, periods: 1 };
                Some(whole((*direction, events::EACH_INDEX, asked.len() as u32), stride))
            }
            GroupTransfer::Scratchpad(..) => None,
        }
    }

    /// Tells what the memory did.
    pub(super) fn hear(&mut self) {
        for at in 0..self.transfers.seen().len() {
            match self.transfers.seen()[at] {
                (cycle, Seen::Sent(sent)) => self.tell_command(cycle, &sent),
                (cycle, Seen::Begun { slot, edge }) => self.tell_begun(slot, cycle, edge),
                (cycle, Seen::Complete { slot, closed }) => self.tell_complete(slot, cycle, closed),
            }
        }
        self.transfers.forget_seen();
    }

    /// The controller began with the request of a slot's group, at an edge of the DRAM.
    fn tell_begun(&mut self, slot: usize, cycle: u64, edge: u64) {
        self.turn_at(slot, cycle, Cause::MEMORY, Some(self.story.asked[slot].pc));
        let story = &mut self.story;
        let asked = &mut story.asked[slot];
        asked.begun = cycle;
        let number = asked.number;
        if let Some(transfer) = &mut asked.transfer {
            transfer.edge = edge;
            story.tell.tell(cycle, Told::Event(transfer.event()));
        }
        story.tell.detail(cycle, Event::Move { number, to: Station::Channel, index: 0 });
    }

    /// The transfer of a slot's group is complete; from an edge of the DRAM on all rows are closed.
    fn tell_complete(&mut self, slot: usize, cycle: u64, closed: u64) {
        let Asked { number, id, pc, group, commit, begun, transfer } = self.story.asked[slot];
        let (unit, tell) = (slot as u32, &mut self.story.tell);
        if transfer.is_some() {
            tell.detail(cycle, Event::Move { number, to: Station::Sender, index: slot as u16 });
        }
        tell.detail(cycle, Event::Stage { unit, id, pc, stage: Stage::Done });
        let edges = transfer.map_or(0, |transfer| closed.saturating_sub(transfer.edge));
        let main = transfer.is_some();
        let phase = events::Phase { unit, group, pc, from: commit, begun, main, edges };
        tell.tell(cycle, Told::Event(phase.event()));
    }

    fn tell_command(&mut self, cycle: u64, sent: &Sent) {
        let command = sent.command;
        let request = match command {
            DramCommand::Refresh => 0,
            _ => self.story.asked[sent.tag as usize % SLOTS].number,
        };
        let (bank, row, time) = (sent.bank, sent.row, sent.edge);
        let event = Event::Dram { channel: 0, bank, command, row, request, time };
        self.story.tell.detail(cycle, event);
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, vec::Vec};

    use super::*;
    use crate::timing::{
        settings::Settings,
        tests::microkernels::{LaunchOptions, begin, listing},
    };

    /// A request is decoded at edge 11 and commits at edge 14, so that another group may be fetched at edge 15: data that arrive at edge
    /// 13 let their group wait for the pipeline, those of edge 14 do not.
    #[test]
    fn sd_16_the_pipeline_is_held_until_the_commit() {
        let chosen = LaunchOptions { size: [2048, 1], width: Some(1024), arguments: Vec::new() };
        let source = format!(".data\n0 0x0 2048 1\n.text\n{}", listing("ldglin v0, 0; exit"));
        for (arrives, cause) in [(13, Cause::NOT_PICKED), (14, Cause::FETCH)] {
            let mut run = begin(&source, &chosen, &Settings::default());
            (run.decode, run.free) = (None, 15);
            run.tell_ready(1, arrives);
            assert_eq!(run.story.cause(1, arrives), cause, "{arrives}");
        }
    }
}
