//! Transfers: requests to the DRAM controller and accesses of scratchpads, on the clock of the DRAM (facts 7, 8, 12).
//!
//! A request is seen at the first edge of the DRAM behind its commit. A scratchpad moves a line per edge from then on. Where
//! scratchpads count as accesses, a transfer waits until all before it are complete.
//!
//! Nothing is worked out ahead: what the memory has done is what it did until the edge to which it was let
//! [work](Transfers::work).

use alloc::{boxed::Box, collections::VecDeque, vec::Vec};

use lanescope_parts::mem::dram::{Command, Issued, checker::Judge};
use serde::Serialize;

use super::{
    SLOTS,
    clocks::Clocks,
    settings::{Scratchpad, Settings},
};
use crate::{
    dram::{
        arbiter::Sent,
        controller::{Controller, Refused},
        map::device_bank,
    },
    exec::{
        GroupTransfer,
        orders::{Lines, Service, order},
    },
};

/// A transfer that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Complete {
    /// Whose it was.
    pub slot: usize,
    /// The compute edge at which its group is told.
    pub edge: u64,
}

/// Counts of transfers (facts 13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Compute edges at which a group waited for its own request, and the controller worked on that.
    pub dram_active: u64,
    /// Compute edges at which each slot's group waited for its scratchpad.
    pub scratchpad_active: [u64; SLOTS],
    /// Column commands, activates, precharges, refreshes.
    pub commands: [u64; 4],
    /// Of the column commands those that write.
    pub writes: u64,
    /// Bytes of the words that were wanted.
    pub bytes: u64,
    /// The edge of the DRAM at which the last beat of data moved.
    pub last_data: u64,
    /// Commands that were held against the rules of the part.
    #[serde(skip)]
    pub checked: u64,
    /// Rules that they broke.
    #[serde(skip)]
    pub violations: u64,
}

/// What the memory did, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A command was sent.
    Sent(Sent),
    /// The controller began with a request of a slot's group.
    Begun {
        /// The slot.
        slot: usize,
        /// The edge of the DRAM.
        edge: u64,
    },
    /// A transfer of a slot's group is complete.
    Complete {
        /// The slot.
        slot: usize,
        /// The edge of the DRAM from which on all rows are closed, after a request.
        closed: u64,
    },
}

/// A transfer that was asked for.
#[derive(Clone, Debug, Serialize)]
struct Asked {
    slot: usize,
    commit: u64,
    #[serde(skip)]
    order: Service,
}

/// What the group of a slot waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Waits {
    /// For the DRAM, which has not begun with its request.
    Queued,
    /// For the DRAM, which works on its request.
    Served,
    /// For its scratchpad.
    Scratchpad,
}

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Transfers {
    #[serde(skip)]
    clocks: Clocks,
    #[serde(skip)]
    bus: u64,
    #[serde(skip)]
    serial: bool,
    controller: Controller,
    /// The next edge of the controller.
    next: u64,
    /// What each slot's group waits for, with the commit of its instruction.
    waiting: [Option<(u64, Waits)>; SLOTS],
    /// The compute edge from which on the controller works on the request of a slot.
    begun: [u64; SLOTS],
    /// The compute edge at which each scratchpad is done.
    scratchpads: [Option<u64>; SLOTS],
    /// Transfers that are complete and were not taken.
    told: VecDeque<Complete>,
    /// One after the other: those that are under way or wait.
    queue: VecDeque<Asked>,
    /// Of transfers that are complete, and of commands.
    counts: Counts,
    /// Who holds commands against the rules of the part, if anybody does.
    #[serde(skip)]
    judge: Option<Box<Judge>>,
    /// What was seen since that was asked for last: with the compute edge, of a command with its cycle.
    #[serde(skip)]
    seen: Vec<(u64, Seen)>,
}

impl Transfers {
    /// None under way.
    pub fn new(settings: &Settings) -> Transfers {
        Transfers {
            clocks: Clocks::new(settings.dram.part),
            bus: settings.scratchpad_bus.into(),
            serial: settings.scratchpad_phases == Scratchpad::AsAccess,
            controller: Controller::new(&settings.dram),
            next: 0,
            waiting: [None; SLOTS],
            begun: [0; SLOTS],
            scratchpads: [None; SLOTS],
            told: VecDeque::new(),
            queue: VecDeque::new(),
            counts: Counts::default(),
            judge: settings.dram.check_commands.then(|| Box::new(Judge::new(&settings.dram.part.standard()))),
            seen: Vec::new(),
        }
    }

    /// The least-issue delay of all requests so far.
    pub fn closed(&self) -> u64 {
        self.controller.closed()
    }

    /// The controller.
    pub const fn controller(&self) -> &Controller {
        &self.controller
    }

    /// The clocks.
    pub const fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// What the group of a slot waits for.
    pub fn waits(&self, slot: usize) -> Option<Waits> {
        self.waiting[slot].map(|(_, waits)| waits)
    }

    /// What was counted until a compute edge, to which the memory was let work.
    pub fn counts(&self, now: u64) -> Counts {
        let mut counts = self.counts;
        for (slot, waiting) in self.waiting.iter().enumerate() {
            let since = match *waiting {
                Some((commit, Waits::Served)) => commit.max(self.begun[slot]),
                Some((commit, Waits::Scratchpad)) => commit,
                _ => continue,
            };
            let until =
                self.told.iter().find(|told| told.slot == slot).map_or(now, |told| told.edge.min(now));
            let edges = until.saturating_sub(since);
            match waiting {
                Some((_, Waits::Scratchpad)) => counts.scratchpad_active[slot] += edges,
                _ => counts.dram_active += edges,
            }
        }
        counts
    }

    /// Asks for a transfer of a slot's group, whose instruction commits at an edge.
    ///
    /// # Errors
    /// It cannot be served.
    pub fn ask(&mut self, slot: usize, commit: u64, request: &GroupTransfer) -> Result<(), Refused> {
        let order = order(request, slot as u64, self.bus).map_err(Refused::Invalid)?;
        let waits = if matches!(order, Service::Dram(_)) { Waits::Queued } else { Waits::Scratchpad };
        self.waiting[slot] = Some((commit, waits));
        let asked = Asked { slot, commit, order };
        if !self.serial {
            return self.begin(asked, None);
        }
        self.queue.push_back(asked.clone());
        if self.queue.len() == 1 { self.begin(asked, None) } else { Ok(()) }
    }

    /// Begins a transfer; it may have waited for another that was complete at an edge.
    fn begin(&mut self, Asked { slot, commit, order }: Asked, waited: Option<u64>) -> Result<(), Refused> {
        let own = self.clocks.dram_after(commit);
        let ticket = waited.map_or(0, |edge| self.clocks.dram_after(edge));
        let start = own.max(ticket);
        match order {
            Service::Dram(request) => {
                self.controller.submit(start, request)?;
                self.next = self.next.min(start);
            }
            Service::Scratchpad(Lines { lines, .. }) => {
                let first = if ticket > own { start + 1 } else { start };
                self.scratchpads[slot] = Some(self.clocks.compute_at(first + lines + 1));
            }
        }
        Ok(())
    }

    /// Does a group wait for its scratchpad?
    pub fn scratchpad_waited_for(&self) -> bool {
        (0..SLOTS).any(|slot| self.waits(slot) == Some(Waits::Scratchpad))
    }

    /// The compute edge at which something happens next that may be of importance to a group that waits; none if none waits.
    pub fn next_event(&self) -> Option<u64> {
        let asked = self.waiting.iter().flatten().any(|(_, waits)| *waits != Waits::Scratchpad);
        let dram = asked.then(|| self.clocks.compute_at(self.next));
        let scratchpads = self.scratchpads.iter().flatten().copied();
        let told = self.told.iter().map(|told| told.edge);
        scratchpads.chain(dram).chain(told).min()
    }

    /// Takes the next transfer that is complete, if it is not behind an edge.
    pub fn complete(&mut self, until: u64) -> Option<Complete> {
        let complete = *self.told.front().filter(|told| told.edge <= until)?;
        self.told.pop_front();
        let slot = complete.slot;
        let waiting = self.waiting[slot].take();
        match waiting {
            Some((commit, Waits::Scratchpad)) => {
                self.counts.scratchpad_active[slot] += complete.edge - commit;
            }
            Some((commit, _)) => {
                self.counts.dram_active += complete.edge - commit.max(self.begun[slot]);
            }
            None => {}
        }
        Some(complete)
    }

    /// Lets the memory work until a compute edge.
    pub fn work(&mut self, until: u64) {
        loop {
            let scratchpad = (0..SLOTS)
                .filter_map(|slot| self.scratchpads[slot].map(|edge| Complete { slot, edge }))
                .min_by_key(|complete| complete.edge)
                .filter(|complete| complete.edge <= until);
            match scratchpad {
                Some(complete) if self.clocks.dram_after(complete.edge) <= self.next => {
                    self.scratchpads[complete.slot] = None;
                    self.end(complete);
                }
                _ if self.clocks.compute_at(self.next) <= until => self.step(),
                _ => return,
            }
        }
    }

    /// A transfer is complete; the next one may begin.
    fn end(&mut self, complete: Complete) {
        self.told.push_back(complete);
        let closed = self.controller.closed();
        self.see(complete.edge, Seen::Complete { slot: complete.slot, closed });
        if self.serial {
            self.queue.pop_front();
            if let Some(next) = self.queue.front().cloned() {
                // It was checked when it was asked for.
                let _ = self.begin(next, Some(complete.edge));
            }
        }
    }

    fn see(&mut self, edge: u64, seen: Seen) {
        self.seen.push((edge, seen));
    }

    /// What was seen since it was forgotten last.
    pub fn seen(&self) -> &[(u64, Seen)] {
        &self.seen
    }

    /// Forgets what was seen.
    pub fn forget_seen(&mut self) {
        self.seen.clear();
    }

    /// Is the transfer of a slot complete before an edge, and was that not taken?
    pub fn is_complete(&self, slot: usize, now: u64) -> bool {
        self.told.iter().any(|told| told.slot == slot && told.edge < now)
    }

    /// An edge of the controller.
    fn step(&mut self) {
        let now = self.next;
        let before = self.controller.current();
        let outcome = self.controller.step(now);
        self.next = self.controller.next_edge(now).unwrap_or(u64::MAX >> 16);
        let edge = self.clocks.compute_at(now);
        if let Some(sent) = outcome.sent {
            self.count(&sent);
            self.see(self.clocks.cycle_of(now), Seen::Sent(sent));
        }
        if let Some(complete) = outcome.completion {
            self.end(Complete { slot: complete.tag as usize, edge });
        }
        let current = self.controller.current();
        if let Some((tag, _)) = current.filter(|_| current != before) {
            let slot = tag as usize;
            self.begun[slot] = edge;
            if let Some((_, waits)) = &mut self.waiting[slot] {
                *waits = Waits::Served;
            }
            self.see(edge, Seen::Begun { slot, edge: now });
        }
    }

    /// Holds a command against the rules.
    fn judge(&mut self, sent: &Sent) {
        let Some(judge) = &mut self.judge else { return };
        let bank = device_bank(&self.controller.standard().organization, sent.bank);
        let Sent { edge: cycle, command, row, tag: request, .. } = *sent;
        let mut found = Vec::new();
        judge.take(Issued { cycle, command, bank, row, request }, sent.closing, &mut found);
        self.counts.checked += 1;
        self.counts.violations += found.len() as u64;
    }

    fn count(&mut self, sent: &Sent) {
        self.judge(sent);
        let kind = match sent.command {
            Command::Read | Command::Write => 0,
            Command::Activate => 1,
            Command::Precharge => 2,
            Command::Refresh => 3,
        };
        self.counts.commands[kind] += 1;
        if kind == 0 {
            self.counts.writes += u64::from(sent.command == Command::Write);
            self.counts.bytes += 4 * u64::from(sent.mask.count_ones());
            let timing = self.controller.standard().timing;
            let write = sent.command == Command::Write;
            let latency = if write { timing.cwl } else { timing.cl };
            self.counts.last_data = sent.edge + u64::from(latency) + u64::from(timing.burst) - 1;
        }
    }

    /// The launch is over with an edge: what the controller still does until the cycle of that is over.
    pub fn finish(&mut self, edge: u64) {
        self.work(edge + 1);
        if let Some(judge) = &mut self.judge {
            let mut found = Vec::new();
            judge.finish(&mut found);
            self.counts.violations += found.len() as u64;
        }
    }
}
