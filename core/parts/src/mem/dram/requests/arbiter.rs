//! The command arbiter: at most one command per edge (facts 10; simd 6.3.5).
//!
//! Each bank has a head register, filled from its queue. Column commands go first, then precharges before an activate,
//! activates, precharges that only close. Among equals the bank that is nearest to the pair of the last column command
//! goes, counted upwards. An activate may also win by a longer queue; since banks are looked at in their order and either
//! reason is enough, who wins depends on that order.

use alloc::{collections::VecDeque, vec, vec::Vec};

use crate::mem::dram::{Command, device::Device, standard::Organization};
use serde::Serialize;

use super::{generator::Task, map::device_bank};

/// A command as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// When.
    pub edge: u64,
    /// Which.
    pub command: Command,
    /// Does it close the row by itself?
    pub closing: bool,
    /// What it was for; the bank is the machine's number. 0 for a refresh.
    pub bank: u16,
    /// The row; 0 for a refresh.
    pub row: u32,
    /// The burst in the row, for a column command.
    pub column: u16,
    /// The words of the burst that are wanted, for a column command.
    pub mask: u16,
    /// The request; 0 for a refresh.
    pub tag: u64,
}

/// Queues, heads and the last pair.
#[derive(Clone, Debug, Serialize)]
pub struct Arbiter {
    #[serde(skip)]
    organization: Organization,
    /// A queue for each bank.
    pub queues: Vec<VecDeque<Task>>,
    heads: Vec<Option<Task>>,
    #[serde(skip)]
    device_banks: Vec<u16>,
    /// Even bank of the pair of the last column command.
    last: u16,
}

/// Which commands go before which: the first one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Column,
    PrechargeBefore,
    Activate,
    Close,
}

impl Task {
    fn next(&self) -> (Precedence, Command) {
        match self {
            Task { precharge: true, .. } => (Precedence::PrechargeBefore, Command::Precharge),
            Task { activate: true, .. } => (Precedence::Activate, Command::Activate),
            Task { column: true, write: true, .. } => (Precedence::Column, Command::Write),
            Task { column: true, .. } => (Precedence::Column, Command::Read),
            _ => (Precedence::Close, Command::Precharge),
        }
    }
}

impl Arbiter {
    /// Nothing to do in any bank.
    pub fn new(organization: &Organization) -> Arbiter {
        let banks = organization.total_banks() as u16;
        Arbiter {
            organization: *organization,
            queues: vec![VecDeque::with_capacity(super::BANK_QUEUE); banks.into()],
            heads: vec![None; banks.into()],
            device_banks: (0..banks).map(|bank| device_bank(organization, bank)).collect(),
            last: 0,
        }
    }

    /// As if the last column command had been one of a pair of banks.
    pub fn face(&mut self, pair: u16) {
        self.last = 2 * pair;
    }

    /// Is nothing left in any bank?
    pub fn is_empty(&self) -> bool {
        self.heads.iter().all(Option::is_none) && self.queues.iter().all(VecDeque::is_empty)
    }

    /// Commands that each bank still has to get, with that in its head register.
    pub fn queued(&self) -> impl Iterator<Item = usize> + '_ {
        self.heads.iter().zip(&self.queues).map(|(head, queue)| usize::from(head.is_some()) + queue.len())
    }

    /// Fills heads; was there anything?
    pub fn fill(&mut self) -> bool {
        let mut filled = false;
        for (head, queue) in self.heads.iter_mut().zip(&mut self.queues) {
            if head.is_none() && !queue.is_empty() {
                *head = queue.pop_front();
                filled = true;
            }
        }
        filled
    }

    fn distance(&self, bank: usize) -> usize {
        let banks = self.organization.total_banks() as usize;
        (bank + banks - usize::from(self.last)) % banks
    }

    fn waiting(&self, bank: usize, task: &Task) -> usize {
        if task.closing { 1 } else { self.queues[bank].len() }
    }

    /// The bank whose command goes at this edge, or the first edge at which one may.
    pub fn choose(&self, device: &Device, now: u64) -> Result<usize, Option<u64>> {
        let mut best: Option<(usize, Precedence, &Task)> = None;
        let mut wake: Option<u64> = None;
        for (bank, head) in self.heads.iter().enumerate() {
            let Some(task) = head else { continue };
            let (kind, command) = task.next();
            let ready = device.earliest_ready_at(command, self.device_banks[bank]);
            if ready > now {
                wake = Some(wake.map_or(ready, |edge| edge.min(ready)));
                continue;
            }
            let better = best.is_none_or(|(other, of, best)| {
                let nearer = self.distance(bank) < self.distance(other);
                let longer =
                    kind == Precedence::Activate && self.waiting(bank, task) > self.waiting(other, best);
                kind < of || kind == of && (nearer || longer)
            });
            if better {
                best = Some((bank, kind, task));
            }
        }
        best.map(|(bank, ..)| bank).ok_or(wake)
    }

    /// Sends the next command of a bank's head.
    pub fn send(&mut self, device: &mut Device, bank: usize, edge: u64) -> Option<Sent> {
        let task = self.heads[bank].as_mut()?;
        let (kind, command) = task.next();
        let place = task.place;
        let closing = kind == Precedence::Column && task.closing;
        let sent = Sent {
            edge,
            command,
            closing,
            bank: place.bank,
            row: place.row,
            column: place.column,
            mask: if kind == Precedence::Column { task.mask } else { 0 },
            tag: task.tag,
        };
        device.issue(edge, command, self.device_banks[bank], place.row);
        if closing {
            device.auto_precharge(self.device_banks[bank]);
        }
        match kind {
            Precedence::PrechargeBefore => task.precharge = false,
            Precedence::Activate => task.activate = false,
            Precedence::Column | Precedence::Close => self.heads[bank] = None,
        }
        if kind == Precedence::Column {
            self.last = place.bank & !1;
        }
        Some(sent)
    }
}
