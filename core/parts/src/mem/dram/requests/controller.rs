//! The whole controller, edge by edge (facts 9 to 11).
//!
//! In an edge the arbiter goes first: it sees what was written until the edge before. A request is complete when the last
//! command that closes a bank was sent, at the edge at which all banks could take a refresh, less two: then its group is
//! told, and two edges later the next request can start.

use core::fmt;

use crate::mem::dram::{Command, device::Device, standard::Standard};
use serde::Serialize;

use super::{
    REQUEST_QUEUE,
    arbiter::{Arbiter, Sent},
    front::Front,
    generator::Generator,
    map::device_bank,
    refresh::Refresh,
    request::{Error, Request},
    settings::Settings,
};

/// A request that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Its tag.
    pub tag: u64,
    /// The edge at which it was started.
    pub started: u64,
    /// The edge at which the group is told.
    pub edge: u64,
}

/// What an edge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// A command that was sent.
    pub sent: Option<Sent>,
    /// A request that is complete at this edge.
    pub completion: Option<Completion>,
}

/// Why a request is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The queue is full.
    Full,
    /// It cannot be served at all.
    Invalid(Error),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Full => f.write_str("the queue of the memory controller is full"),
            Refused::Invalid(error) => error.fmt(f),
        }
    }
}

/// The controller and its device.
#[derive(Clone, Debug, Serialize)]
pub struct Controller {
    #[serde(skip)]
    standard: Standard,
    device: Device,
    arbiter: Arbiter,
    generator: Generator,
    front: Front,
    refresh: Refresh,
    /// The edge at which the current request is complete, once that is known.
    complete: Option<u64>,
    /// Latest edge, of all requests so far, at which all banks could take a refresh.
    closed: u64,
    /// Did the last edge change anything?
    #[serde(skip)]
    moved: bool,
    #[serde(skip)]
    wake: Option<u64>,
}

impl Controller {
    /// An idle controller before edge 0.
    pub fn new(settings: &Settings) -> Controller {
        let standard = settings.part.standard();
        let interval = if settings.refresh { standard.timing.refi.into() } else { 0 };
        Controller {
            device: Device::new(&standard),
            arbiter: Arbiter::new(&standard.organization),
            generator: Generator::default(),
            front: Front::new(settings),
            refresh: Refresh::new(interval, settings.refresh_start.into()),
            complete: None,
            closed: 0,
            moved: true,
            wake: None,
            standard,
        }
    }

    /// As if the last column command had been one of a pair of banks: which of several banks goes first depends on it.
    pub fn face(&mut self, pair: u16) {
        self.arbiter.face(pair);
    }

    /// Queues a request that can be seen from an edge on, which is not before those of earlier requests.
    pub fn submit(&mut self, edge: u64, request: Request) -> Result<(), Refused> {
        request.transfer.check().map_err(Refused::Invalid)?;
        if self.front.waiting.len() >= REQUEST_QUEUE {
            return Err(Refused::Full);
        }
        self.front.waiting.push_back((edge, request));
        Ok(())
    }

    /// Tag of the request that is worked on, and the edge at which it started.
    pub fn current(&self) -> Option<(u64, u64)> {
        self.front.current()
    }

    /// Is there nothing to do, but refreshes?
    pub fn is_idle(&self) -> bool {
        self.front.current().is_none() && self.front.waiting.is_empty()
    }

    /// The least-issue delay of all requests so far, counted from edge 0.
    pub fn closed(&self) -> u64 {
        self.closed
    }

    /// The open row of each bank, by the machine's numbers.
    pub fn rows(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        let organization = &self.standard.organization;
        (0..organization.total_banks() as u16).map(|bank| self.device.row(device_bank(organization, bank)))
    }

    /// The front end, to look at.
    pub const fn front(&self) -> &Front {
        &self.front
    }

    /// Commands that each bank still has to get, by the machine's numbers.
    pub fn queued(&self) -> impl Iterator<Item = usize> + '_ {
        self.arbiter.queued()
    }

    /// The part.
    pub fn standard(&self) -> &Standard {
        &self.standard
    }

    /// An edge.
    pub fn step(&mut self, now: u64) -> Outcome {
        let due = self.refresh.tick(now);
        let idle = self.arbiter.is_empty() && !self.generator.busy;
        let filled = self.arbiter.fill();
        let chosen = self.arbiter.choose(&self.device, now);
        self.wake = chosen.err().flatten();
        let sent = match chosen {
            Ok(bank) => self.arbiter.send(&mut self.device, bank, now),
            Err(_) if idle => self.try_refresh(now),
            Err(_) => None,
        };
        if let Some(sent) = &sent {
            self.closing(sent);
        }
        let (completion, changed) = self.requests(now);
        self.moved = due || filled || sent.is_some() || changed;
        Outcome { sent, completion }
    }

    fn try_refresh(&mut self, edge: u64) -> Option<Sent> {
        if !self.refresh.seen || self.device.earliest_ready_at(Command::Refresh, 0) > edge {
            return None;
        }
        self.refresh.pending -= 1;
        self.device.issue(edge, Command::Refresh, 0, 0);
        Some(Sent {
            edge,
            command: Command::Refresh,
            closing: false,
            bank: 0,
            row: 0,
            column: 0,
            mask: 0,
            tag: 0,
        })
    }

    /// A command that closes a bank moves the end of the request.
    fn closing(&mut self, sent: &Sent) {
        if (sent.closing || sent.command == Command::Precharge) && !self.generator.busy {
            self.closed = self.closed.max(self.device.earliest_ready_at(Command::Refresh, 0));
            if self.arbiter.is_empty() {
                self.complete = Some(self.closed.saturating_sub(2));
            }
        }
    }

    /// Requests end and begin, bursts are made; did anything happen?
    fn requests(&mut self, now: u64) -> (Option<Completion>, bool) {
        let mut completion = None;
        let mut changed = false;
        if let Some((tag, started)) = self.front.current() {
            if self.complete == Some(now) {
                completion = Some(Completion { tag, started, edge: now });
            }
            if self.complete.is_some_and(|edge| edge + 2 <= now) {
                self.complete = None;
                self.front.finish();
                changed = true;
                if self.front.sees(now) {
                    self.front.start(now);
                    return (completion, true);
                }
            }
        }
        if self.front.current().is_none() {
            if self.front.sees(now) && !self.refresh.seen {
                self.front.start(now);
                return (completion, true);
            }
            return (completion, changed);
        }
        changed |=
            self.front.step(&self.standard.organization, &mut self.generator, &mut self.arbiter.queues);
        // Without one enabled work-item there is no command to wait for.
        if self.front.is_drained() && self.complete.is_none() && self.generator.free() && !self.generator.busy
        {
            self.complete_empty(now);
        }
        (completion, changed)
    }

    fn complete_empty(&mut self, now: u64) {
        if self.arbiter.is_empty() {
            self.complete = Some(now + 1);
        }
    }

    /// The next edge at which anything can happen, after `now`; none if nothing will.
    pub fn next_edge(&self, now: u64) -> Option<u64> {
        if self.moved {
            return Some(now + 1);
        }
        let legal = self.device.earliest_ready_at(Command::Refresh, 0);
        let waiting = self.front.waiting.front().filter(|_| self.front.current().is_none());
        let all = [
            self.wake,
            self.refresh.next(),
            Some(legal).filter(|_| self.refresh.pending > 0),
            self.complete.filter(|edge| *edge > now),
            self.complete.map(|edge| edge + 2),
            waiting.map(|(edge, _)| *edge),
        ];
        all.into_iter().flatten().filter(|edge| *edge > now).min()
    }
}
