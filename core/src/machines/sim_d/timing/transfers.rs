//! Transfers: requests to the DRAM controller and accesses of scratchpads, on the clock of the DRAM (facts 7, 8, 12).
//!
//! A request is seen at the first edge of the DRAM behind its commit. A scratchpad moves a line per edge from then on. Where
//! scratchpads count as accesses, a transfer waits until all before it are complete.

use alloc::collections::VecDeque;

use super::{
    SLOTS,
    clocks::Clocks,
    settings::{Scratchpad, Settings},
};
use crate::{
    machines::sim_d::{
        dram::controller::{Controller, Refused},
        exec::Request,
        transfers::{Lines, Order, order},
    },
    mem::dram::Command,
};

/// A transfer that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complete {
    /// Whose it was.
    pub slot: usize,
    /// The compute edge at which its group is told.
    pub edge: u64,
}

/// Counts of transfers (facts 13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Compute edges at which a group waited for its own request, and the controller worked on that.
    pub dram_active: u64,
    /// Compute edges at which each slot's group waited for its scratchpad.
    pub scratchpad_active: [u64; SLOTS],
    /// Column commands, activates, precharges, refreshes.
    pub commands: [u64; 4],
}

/// A transfer that was asked for.
#[derive(Clone, Debug)]
struct Asked {
    slot: usize,
    commit: u64,
    order: Order,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Transfers {
    clocks: Clocks,
    bus: u64,
    serial: bool,
    controller: Controller,
    /// The next edge of the controller.
    next: u64,
    /// The commit of the request of each slot that the controller has.
    main: [Option<u64>; SLOTS],
    /// The compute edge at which each scratchpad is done.
    scratchpads: [Option<u64>; SLOTS],
    /// A request that is complete and was not told.
    told: Option<Complete>,
    /// One after the other: those that are under way or wait.
    queue: VecDeque<Asked>,
    /// What was counted.
    pub counts: Counts,
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
            main: [None; SLOTS],
            scratchpads: [None; SLOTS],
            told: None,
            queue: VecDeque::new(),
            counts: Counts::default(),
        }
    }

    /// The least-issue delay of all requests so far.
    pub fn closed(&self) -> u64 {
        self.controller.closed()
    }

    /// Asks for a transfer of a slot's group, whose instruction commits at an edge.
    ///
    /// # Errors
    /// It cannot be served.
    pub fn ask(&mut self, slot: usize, commit: u64, request: &Request) -> Result<(), Refused> {
        let asked =
            Asked { slot, commit, order: order(request, slot as u64, self.bus).map_err(Refused::Invalid)? };
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
            Order::Dram(request) => {
                self.controller.submit(start, request)?;
                self.next = self.next.min(start);
                self.main[slot] = Some(commit);
            }
            Order::Scratchpad(Lines { lines, .. }) => {
                let first = if ticket > own { start + 1 } else { start };
                let edge = self.clocks.compute_at(first + lines + 1);
                self.scratchpads[slot] = Some(edge);
                self.counts.scratchpad_active[slot] += edge - commit;
            }
        }
        Ok(())
    }

    /// Does a group wait for its scratchpad?
    pub fn scratchpad_waited_for(&self) -> bool {
        self.scratchpads.iter().any(Option::is_some)
            || self.queue.iter().any(|asked| matches!(asked.order, Order::Scratchpad(_)))
    }

    /// The edge of the next transfer that is complete, if it is not behind an edge.
    pub fn next_complete(&mut self, until: u64) -> Option<u64> {
        self.first(until).map(|complete| complete.edge)
    }

    fn first(&mut self, until: u64) -> Option<Complete> {
        let scratchpad = (0..SLOTS)
            .filter_map(|slot| self.scratchpads[slot].map(|edge| Complete { slot, edge }))
            .min_by_key(|complete| complete.edge);
        let limit = scratchpad.map_or(until, |complete| until.min(complete.edge));
        if self.told.is_none() && self.main.iter().any(Option::is_some) {
            self.told = self.work(limit);
        }
        let first = [self.told, scratchpad].into_iter().flatten().min_by_key(|complete| complete.edge);
        first.filter(|complete| complete.edge <= until)
    }

    /// Takes the next transfer that is complete, if it is not behind an edge.
    pub fn complete(&mut self, until: u64) -> Option<Complete> {
        let complete = self.first(until)?;
        if self.told == Some(complete) {
            self.told = None;
            self.main[complete.slot] = None;
        } else {
            self.scratchpads[complete.slot] = None;
        }
        if self.serial {
            self.queue.pop_front();
            if let Some(next) = self.queue.front().cloned() {
                // It was checked when it was asked for.
                let _ = self.begin(next, Some(complete.edge));
            }
        }
        Some(complete)
    }

    /// Lets the controller work until a request is complete, or an edge is passed.
    fn work(&mut self, until: u64) -> Option<Complete> {
        while self.clocks.compute_at(self.next) <= until {
            let now = self.next;
            let outcome = self.controller.step(now);
            self.next = self.controller.next_edge(now).unwrap_or(u64::MAX >> 16);
            if let Some(sent) = outcome.sent {
                let kind = match sent.command {
                    Command::Read | Command::Write => 0,
                    Command::Activate => 1,
                    Command::Precharge => 2,
                    Command::Refresh => 3,
                };
                self.counts.commands[kind] += 1;
            }
            if let Some(complete) = outcome.completion {
                let slot = complete.tag as usize;
                let edge = self.clocks.compute_at(complete.edge);
                let from = self.clocks.compute_at(complete.started).max(self.main[slot].unwrap_or(0));
                self.counts.dram_active += edge - from;
                return Some(Complete { slot, edge });
            }
        }
        None
    }

    /// The launch is over with an edge: what the controller still does until the cycle of that is over.
    pub fn end(&mut self, edge: u64) {
        self.work(edge + 1);
    }
}
