//! Which command goes next, and when, if no request arrives: the choice of the controller, without a change of the channel.

use super::{Controller, Page, Policy, queue::Queue};
use crate::{base::LaneMask, mem::dram::Command};

/// The command that goes next if no request arrives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) at: u64,
    /// Column commands go before others of the same cycle ...
    pub(super) class: u8,
    /// ... and older requests before younger ones.
    pub(super) number: u64,
    pub(super) command: Command,
    pub(super) bank: u16,
    pub(super) row: u32,
}

impl Plan {
    fn rank(&self) -> (u64, u8, u64) {
        (self.at, self.class, self.number)
    }
}

impl Controller {
    pub(super) fn next_plan(&mut self) -> Option<Plan> {
        if let Some(plan) = self.plan {
            return plan;
        }
        self.draining = self.direction();
        let plan = self.best_plan();
        self.plan = Some(plan);
        plan
    }

    /// Should writes be let through now?
    pub(super) fn direction(&self) -> bool {
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
    pub(super) fn plan_with(&self, bank: u16) -> Option<Option<Plan>> {
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

    /// The number of the request that a command is for: the one that gets its data, or for which a row is made ready.
    pub(super) fn request_of(&self, plan: &Plan) -> u64 {
        let slot = match plan.command {
            Command::Read => self.reads.hit(plan.bank),
            Command::Write => self.writes.hit(plan.bank),
            Command::Activate | Command::Precharge if self.refreshing == 0 => self.active().oldest(plan.bank),
            _ => None,
        };
        slot.map_or(0, |slot| slot.request)
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
}

/// The bank of the oldest request, as a bit.
fn oldest_bank(queue: &Queue) -> u64 {
    let heads = LaneMask(queue.occupied()).iter().filter_map(|bank| queue.oldest(bank as u16));
    heads.min_by_key(|slot| slot.number).map_or(0, |slot| 1 << slot.bank)
}
