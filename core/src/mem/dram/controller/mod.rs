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

mod queue;

use super::{
    Command, Issued,
    device::{self, Device},
    map::{Location, Map, Order},
    standard::{DDR4_2400, Standard},
};
use crate::{base::LaneMask, choice, counters, mem::NEVER, mem::pipe::Pipe};
use queue::Queue;

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
            map: Map { order: Order::RowBankColumnGroupLine, hash: false },
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// The sender's number for it: comes back from [`Controller::collect`] for reads.
    pub id: u32,
    /// An address in it.
    pub address: u64,
    /// Write (or read)?
    pub write: bool,
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

/// The command that goes next if no request arrives.
#[derive(Clone, Copy, Debug)]
struct Plan {
    at: u64,
    /// Column commands go before others of the same cycle ...
    class: u8,
    /// ... and older requests before younger ones.
    number: u64,
    command: Command,
    bank: u16,
    row: u32,
}

impl Plan {
    fn rank(&self) -> (u64, u8, u64) {
        (self.at, self.class, self.number)
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
#[derive(Clone, Debug)]
pub struct Controller {
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
        queue.push(burst.id, self.arrivals, self.time, (bank, row), self.device.row(bank));
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

    fn next_plan(&mut self) -> Option<Plan> {
        if let Some(plan) = self.plan {
            return plan;
        }
        self.draining = self.direction();
        let plan = self.best_plan();
        self.plan = Some(plan);
        plan
    }

    /// Should writes be let through now?
    fn direction(&self) -> bool {
        let waiting = self.writes.len();
        let high = self.config.drain_high.min(self.config.writes).max(1) as usize;
        // A low mark that is not below the high one would turn the direction around for ever.
        let low = (self.config.drain_low as usize).min(high - 1);
        match self.draining {
            true => waiting > 0 && (waiting > low || self.reads.is_empty()),
            false => waiting >= high || (waiting > 0 && self.reads.is_empty()),
        }
    }

    /// The plan after a request has come, as far as it follows from the plan before: a request changes what its own bank
    /// would do and nothing else.
    fn plan_with(&self, bank: u16) -> Option<Option<Plan>> {
        let plan = self.plan?;
        if self.direction() != self.draining {
            return None;
        }
        if self.config.policy != Policy::FrFcfs || plan.is_some_and(|plan| plan.bank == bank) {
            return None;
        }
        let own = self.bank_plan(self.active(), bank, true);
        Some(own.into_iter().chain(plan).min_by_key(Plan::rank))
    }

    /// The requests that are let through.
    fn active(&self) -> &Queue {
        if self.draining { &self.writes } else { &self.reads }
    }

    /// The requests that are not.
    fn passive(&self) -> &Queue {
        if self.draining { &self.reads } else { &self.writes }
    }

    fn best_plan(&self) -> Option<Plan> {
        let queue = self.active();
        let served = match self.config.policy {
            Policy::FrFcfs => queue.occupied(),
            Policy::Fcfs => oldest_bank(queue),
        };
        let closing = match self.config.page {
            Page::Closed => self.device.open_banks(),
            Page::Open if self.refreshing != 0 => self.device.open_banks(),
            Page::Open => 0,
        };
        let banks = LaneMask(served | closing).iter();
        let wishes = banks.filter_map(|bank| self.bank_plan(queue, bank as u16, served >> bank & 1 != 0));
        let refreshes = LaneMask(self.refreshing).iter().filter_map(|rank| self.refresh_plan(rank));
        wishes.chain(refreshes).min_by_key(Plan::rank)
    }

    /// What a bank would do next. `served`: may its requests be served at all?
    fn bank_plan(&self, queue: &Queue, bank: u16, served: bool) -> Option<Plan> {
        let rank = usize::from(self.device.rank_of(bank));
        let refreshing = self.refreshing >> rank & 1 != 0;
        let oldest = queue.oldest(bank).filter(|_| served);
        let in_turn = |queue: &Queue| {
            let hit = queue.hit(bank)?;
            let first = match self.config.policy {
                Policy::FrFcfs => true,
                Policy::Fcfs => queue.oldest(bank).is_some_and(|oldest| oldest.number == hit.number),
            };
            (first && (!refreshing || hit.arrived < self.due[rank])).then_some(hit.number)
        };
        let plan = |command, class, number, row| {
            let at = self.device.earliest_ready_at(command, bank).max(self.time);
            Some(Plan { at, class, number, command, bank, row })
        };
        let (own, others) = match self.draining {
            true => (Command::Write, Command::Read),
            false => (Command::Read, Command::Write),
        };
        let Some(row) = self.device.row(bank) else {
            let oldest = oldest.filter(|_| !refreshing)?;
            return plan(Command::Activate, 1, oldest.number, oldest.row);
        };
        if let Some(number) = in_turn(queue).filter(|_| served) {
            return plan(own, 0, number, row);
        }
        let waits = in_turn(self.passive());
        match (waits, oldest) {
            (Some(number), _) if refreshing => plan(others, 0, number, row),
            (Some(number), Some(_)) => plan(others, 0, number, row),
            (None, _) if refreshing => plan(Command::Precharge, 1, 0, row),
            (None, Some(oldest)) => plan(Command::Precharge, 1, oldest.number, row),
            (None, None) if self.config.page == Page::Closed => plan(Command::Precharge, 1, u64::MAX, row),
            _ => None,
        }
    }

    /// The refresh of a rank, if all its rows are closed.
    fn refresh_plan(&self, rank: u32) -> Option<Plan> {
        let organization = &self.config.standard.organization;
        let banks = organization.groups * organization.banks;
        let first = rank * banks;
        let closed = self.device.open_banks() >> first & LaneMask::first_n(banks).0 == 0;
        closed.then(|| {
            let at = self.device.earliest_ready_at(Command::Refresh, first as u16).max(self.time);
            Plan { at, class: 1, number: 0, command: Command::Refresh, bank: first as u16, row: 0 }
        })
    }

    /// When the next rank that is not yet waiting for its refresh has to.
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
        Issued { cycle: at, command, bank, row }
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
            self.done.push(end, slot.id);
        } else {
            self.counters.writes += 1;
        }
    }
}

/// The bank of the oldest request, as a bit.
fn oldest_bank(queue: &Queue) -> u64 {
    let heads = LaneMask(queue.occupied()).iter().filter_map(|bank| queue.oldest(bank as u16));
    heads.min_by_key(|slot| slot.number).map_or(0, |slot| 1 << slot.bank)
}

#[cfg(test)]
mod tests;
