//! The memory controller of one channel: which command goes next (gpgpu 6.6, features M20 and M21).
//!
//! One command in a cycle. First-ready, first-come-first-served: of all requests whose row is open and whose time has
//! come, the oldest gets its column command; if there is none, banks are looked at in the order of their oldest request:
//! a closed bank is activated, a bank with another row open is precharged unless somebody still waits for that row.
//! First-come-first-served looks at the oldest request only. With closed pages a row is precharged as soon as nobody
//! waits for it.
//!
//! Both queues are asked whether somebody waits. A row that has to go although a request of the other direction waits for
//! it serves that request first: no row is closed that was opened for nothing.
//!
//! Reads and writes wait apart. Writes are let through when there are `drain_high` of them, until `drain_low` are left,
//! and whenever no read waits. A refresh that is due stops activates of its rank; requests that were there before and
//! find their row open are still served, then the rows are closed and the rank is refreshed.
//!
//! The controller never ticks: it works out which command is next and when, and [`Controller::run`] sends all commands
//! before a given cycle. Its state does not depend on how often it is run in between.
//!
//! Deliberately absent: a bound on how long hits may keep an older request waiting, and fairness among senders.

use serde::Serialize;

mod plan;
mod queue;

use super::{
    Command, Issued,
    device::{self, Device},
    map::{FieldOrder, Location, Map},
    standard::{DDR4_2400, Standard},
};
use crate::{choice, counters, mem::NEVER, pipe::queue::Queue as Pipe};
use plan::Plan;
use queue::{END, Queue, Slot};

choice! {
    /// Which request is served first.
    pub enum Policy {
        /// Open rows first, then the oldest.
        FrFcfs = "fr-fcfs",
        /// The oldest.
        Fcfs = "fcfs",
    }
}

choice! {
    /// When rows are closed.
    pub enum Page {
        /// When another row is wanted.
        Open = "open",
        /// When nobody waits for them.
        Closed = "closed",
    }
}

/// The channel and the rules of its controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The kind of DRAM; at most 64 banks.
    pub standard: Standard,
    /// Where addresses are.
    pub map: Map,
    /// Who is served first.
    pub policy: Policy,
    /// When rows are closed.
    pub page: Page,
    /// Reads that wait.
    pub reads: u32,
    /// Writes that wait.
    pub writes: u32,
    /// So many waiting writes are let through, ...
    pub drain_high: u32,
    /// ... until so many are left.
    pub drain_low: u32,
}

/// A DDR4 channel with bank groups interleaved, first-ready first-come-first-served, open pages; the queue lengths are
/// those of public simulators (gpgpu 6.6: drain marks 28 and 8 of 32).
impl Default for Config {
    fn default() -> Config {
        Config {
            standard: DDR4_2400,
            map: Map { order: FieldOrder::RowBankColumnGroupLine, hash: false },
            policy: Policy::FrFcfs,
            page: Page::Open,
            reads: 32,
            writes: 32,
            drain_high: 28,
            drain_low: 8,
        }
    }
}

/// A request for one burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Burst {
    /// The sender's number for it: comes back from [`Controller::collect`] for reads.
    pub id: u32,
    /// An address in it.
    pub address: u64,
    /// Write (or read)?
    pub write: bool,
    /// Number, in events, of the request that it is for; 0 if events have none.
    #[serde(skip)]
    pub request: u64,
}

counters! {
    /// What a channel has done.
    pub struct Counters {
        /// Rows opened.
        activates: "commands",
        /// Rows closed.
        precharges: "commands",
        /// Bursts read.
        reads: "bursts",
        /// Bursts written.
        writes: "bursts",
        /// Refreshes of a rank.
        refreshes: "commands",
        /// Bursts whose row was open from an earlier burst.
        row_hits: "bursts",
        /// Cycles that reads have spent from arrival to the end of their data.
        read_cycles: "DRAM cycles",
        /// Bursts refused because their queue was full.
        refused: "tries",
    }
}

impl Config {
    /// Most bytes of the host's memory that such a controller and its channel take.
    pub fn host_bytes(&self) -> u64 {
        let banks = self.standard.organization.total_banks();
        device::HOST_BYTES
            + Queue::host_bytes(self.reads, banks)
            + Queue::host_bytes(self.writes, banks)
            + Pipe::<u32>::host_bytes(2 * self.reads.max(1) as usize)
            + 8 * u64::from(self.standard.organization.ranks)
    }
}

/// A controller with its channel.
#[derive(Clone, Debug, Serialize)]
pub struct Controller {
    #[serde(skip)]
    config: Config,
    device: Device,
    reads: Queue,
    writes: Queue,
    /// Are writes let through?
    draining: bool,
    /// No command goes before this cycle: later than the last command, not earlier than the last arrival.
    time: u64,
    /// Requests that have come.
    arrivals: u64,
    /// What comes next; `None` if it has to be worked out again.
    #[serde(skip)]
    plan: Option<Option<Plan>>,
    /// When each rank has to be refreshed.
    due: alloc::vec::Vec<u64>,
    /// Ranks whose refresh is due, as bits.
    refreshing: u64,
    /// Banks whose row has not been used since it was opened, as bits.
    fresh: u64,
    done: Pipe<u32>,
    /// What it has done.
    pub counters: Counters,
}

impl Controller {
    /// An idle channel at cycle 0.
    pub fn new(config: Config) -> Controller {
        let organization = config.standard.organization;
        let banks = organization.total_banks();
        let refi = u64::from(config.standard.timing.refi);
        let first = if refi == 0 { NEVER } else { refi };
        Controller {
            config,
            device: Device::new(&config.standard),
            reads: Queue::new(config.reads, banks),
            writes: Queue::new(config.writes, banks),
            draining: false,
            time: 0,
            arrivals: 0,
            plan: None,
            due: alloc::vec![first; organization.ranks as usize],
            refreshing: 0,
            fresh: 0,
            done: Pipe::new(2 * config.reads.max(1) as usize),
            counters: Counters::default(),
        }
    }

    /// The channel and the rules.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Open rows and earliest cycles, to look at.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Reads and writes that wait.
    pub fn occupancy(&self) -> (usize, usize) {
        (self.reads.len(), self.writes.len())
    }

    /// Would [`Controller::push`] take a request?
    pub fn can_push(&self, write: bool) -> bool {
        match write {
            true => self.writes.has_room(),
            // Reads have a place until their data is collected.
            false => self.reads.has_room() && self.done.room() > self.reads.len(),
        }
    }

    /// Brings a request in cycle `now`, before which everything must have run; `false` if its queue is full.
    pub fn push(&mut self, now: u64, burst: Burst) -> bool {
        if !self.can_push(burst.write) {
            self.counters.refused += 1;
            return false;
        }
        self.time = self.time.max(now);
        let Location { bank, row, .. } =
            self.config.map.locate(&self.config.standard.organization, burst.address);
        let queue = if burst.write { &mut self.writes } else { &mut self.reads };
        let (number, arrived) = (self.arrivals, self.time);
        let slot = Slot { id: burst.id, number, arrived, bank, row, request: burst.request, next: END };
        queue.push(slot, self.device.row(bank));
        self.arrivals += 1;
        self.plan = self.plan_with(bank);
        true
    }

    /// Sends every command before cycle `until`, and tells each.
    pub fn run(&mut self, until: u64, mut tell: impl FnMut(Issued)) {
        while self.time < until {
            let plan = self.next_plan();
            let at = plan.map_or(NEVER, |plan| plan.at);
            let due = self.next_refresh();
            if due <= at && due < until {
                self.time = self.time.max(due);
                self.start_refreshes();
                continue;
            }
            let Some(plan) = plan.filter(|plan| plan.at < until) else { break };
            tell(self.send(plan));
        }
    }

    /// The number of a read whose data has come. Ask until there is none.
    pub fn collect(&mut self, now: u64) -> Option<u32> {
        self.done.take(now)
    }

    /// The first cycle in which a command can go or data comes; all before it is quiet.
    pub fn next_event(&self) -> u64 {
        let plan = match self.plan {
            Some(plan) => plan.map_or(NEVER, |plan| plan.at),
            None => self.time,
        };
        plan.min(self.next_refresh()).min(self.done.next_event())
    }

    /// No request and no data on its way?
    pub fn is_idle(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && self.done.is_empty()
    }

    fn next_refresh(&self) -> u64 {
        let others = self.due.iter().enumerate().filter(|(rank, _)| self.refreshing >> rank & 1 == 0);
        others.map(|(_, due)| *due).min().unwrap_or(NEVER)
    }

    fn start_refreshes(&mut self) {
        for (rank, due) in self.due.iter().enumerate() {
            self.refreshing |= u64::from(*due <= self.time) << rank;
        }
        self.plan = None;
    }

    fn send(&mut self, plan: Plan) -> Issued {
        let Plan { at, command, bank, row, .. } = plan;
        let request = self.request_of(&plan);
        self.device.issue(at, command, bank, row);
        match command {
            Command::Activate => {
                self.counters.activates += 1;
                self.fresh |= 1 << bank;
                self.reads.opened(bank, row);
                self.writes.opened(bank, row);
            }
            Command::Precharge => {
                self.counters.precharges += 1;
                self.reads.closed(bank);
                self.writes.closed(bank);
            }
            Command::Read | Command::Write => self.send_column(plan),
            Command::Refresh => {
                self.counters.refreshes += 1;
                let rank = usize::from(self.device.rank_of(bank));
                self.refreshing &= !(1 << rank);
                self.due[rank] += u64::from(self.config.standard.timing.refi);
            }
        }
        self.time = at + 1;
        self.plan = None;
        Issued { cycle: at, command, bank, row, request }
    }

    fn send_column(&mut self, plan: Plan) {
        let read = plan.command == Command::Read;
        let queue = if read { &mut self.reads } else { &mut self.writes };
        let Some(slot) = queue.take_hit(plan.bank) else { return };
        self.counters.row_hits += u64::from(self.fresh >> plan.bank & 1 == 0);
        self.fresh &= !(1 << plan.bank);
        if read {
            let end = plan.at + u64::from(self.config.standard.read_latency());
            self.counters.reads += 1;
            self.counters.read_cycles += end - slot.arrived;
            self.done.offer(end, slot.id);
        } else {
            self.counters.writes += 1;
        }
    }
}

#[cfg(test)]
mod tests;
