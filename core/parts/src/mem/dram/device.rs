//! One DRAM channel: which rows are open, and from which cycle on each command may be sent.
//!
//! Every rule of the standard becomes an entry of a table: when its command is sent, the earliest cycle of the commands
//! that it holds back moves up, at the bank, the bank group or the rank. Asking is then the latest of three numbers.

use alloc::{collections::VecDeque, sync::Arc, vec, vec::Vec};

use serde::Serialize;

use super::{
    Command,
    standard::{Organization, Rule, Scope, Standard},
};

/// Number of kinds of commands.
const COMMANDS: usize = 5;

/// More bytes of the host's memory than the rules of any channel take, which copies of it share.
pub const RULES_BYTES: u64 = 52 << 10;
/// More bytes of the host's memory than the state of any channel takes, with at most 64 banks.
pub const STATE_BYTES: u64 = 12 << 10;
/// More bytes of the host's memory than any channel takes.
pub const HOST_BYTES: u64 = RULES_BYTES + STATE_BYTES;

/// Earliest cycle of each kind of command.
type Earliest = [u64; COMMANDS];

/// What sending a command does to another kind of command.
#[derive(Clone, Copy, Debug)]
struct Effect {
    scope: Scope,
    after: Command,
    cycles: u64,
}

/// A rule about the n-th last command.
#[derive(Clone, Copy, Debug)]
struct Apart {
    before: Command,
    after: Command,
    cycles: u64,
    length: usize,
}

/// Cycles of the last commands that a rule is about, rank by rank.
#[derive(Clone, Debug, Serialize)]
struct Window {
    history: Vec<VecDeque<u64>>,
}

/// What never changes.
#[derive(Debug)]
struct Rules {
    organization: Organization,
    effects: [Vec<Effect>; COMMANDS],
    windows: Vec<Apart>,
    /// Group and rank of each bank.
    place: Vec<(u16, u16)>,
}

/// State of a channel.
#[derive(Clone, Debug, Serialize)]
pub struct Device {
    #[serde(skip)]
    rules: Arc<Rules>,
    windows: Vec<Window>,
    banks: Vec<Earliest>,
    groups: Vec<Earliest>,
    ranks: Vec<Earliest>,
    rows: Vec<Option<u32>>,
    /// Banks with an open row, as bits.
    open: u64,
}

impl Rules {
    fn new(standard: &Standard) -> Rules {
        let organization = standard.organization;
        let place = |bank| (organization.group_of(bank) as u16, organization.rank_of(bank) as u16);
        let mut rules = Rules {
            organization,
            effects: [const { Vec::new() }; COMMANDS],
            windows: Vec::new(),
            place: (0..organization.total_banks()).map(place).collect(),
        };
        standard.rules().iter().for_each(|rule| rules.add(rule));
        rules
    }

    fn add(&mut self, rule: &Rule) {
        for &before in rule.before {
            for &after in rule.after {
                let cycles = u64::from(rule.cycles);
                match rule.window {
                    1 => self.effects[before as usize].push(Effect { scope: rule.scope, after, cycles }),
                    length => {
                        self.windows.push(Apart { before, after, cycles, length: length as usize });
                    }
                }
            }
        }
    }
}

impl Device {
    /// A channel with all rows closed, ready for any command.
    pub fn new(standard: &Standard) -> Device {
        let rules = Rules::new(standard);
        let Organization { ranks, groups, .. } = rules.organization;
        let banks = rules.place.len();
        let window = |apart: &Apart| Window {
            history: vec![VecDeque::with_capacity(apart.length + 1); ranks as usize],
        };
        Device {
            windows: rules.windows.iter().map(window).collect(),
            banks: vec![[0; COMMANDS]; banks],
            groups: vec![[0; COMMANDS]; (ranks * groups) as usize],
            ranks: vec![[0; COMMANDS]; ranks as usize],
            rows: vec![None; banks],
            open: 0,
            rules: Arc::new(rules),
        }
    }

    /// The open row of a bank.
    pub fn row(&self, bank: u16) -> Option<u32> {
        self.rows[usize::from(bank)]
    }

    /// Banks with an open row, as bits.
    pub fn open_banks(&self) -> u64 {
        self.open
    }

    /// The rank of a bank.
    pub fn rank_of(&self, bank: u16) -> u16 {
        self.rules.place[usize::from(bank)].1
    }

    /// The first cycle in which the rules let a command be sent to a bank. Whether it makes sense there (is the row
    /// open?) is the caller's business.
    pub fn earliest_ready_at(&self, command: Command, bank: u16) -> u64 {
        let kind = command as usize;
        let (group, rank) = self.rules.place[usize::from(bank)];
        let of_bank = self.banks[usize::from(bank)][kind];
        of_bank.max(self.groups[usize::from(group)][kind]).max(self.ranks[usize::from(rank)][kind])
    }

    /// Sends a command.
    pub fn issue(&mut self, now: u64, command: Command, bank: u16, row: u32) {
        self.update_rows(command, bank, row);
        let (group, rank) = self.rules.place[usize::from(bank)];
        for at in 0..self.rules.effects[command as usize].len() {
            let effect = self.rules.effects[command as usize][at];
            self.apply(effect, now + effect.cycles, bank, group, rank);
        }
        let windows = self.rules.windows.iter().zip(&mut self.windows);
        for (apart, window) in windows.filter(|(apart, _)| apart.before == command) {
            let history = &mut window.history[usize::from(rank)];
            history.push_back(now);
            if history.len() == apart.length
                && let Some(first) = history.pop_front()
            {
                raise(&mut self.ranks[usize::from(rank)], apart.after, first + apart.cycles);
            }
        }
    }

    /// The bank of a column command that was just sent closes its row by itself, as soon as the rules allow: what
    /// auto-precharge means. It returns the cycle in which it does.
    pub fn auto_precharge(&mut self, bank: u16) -> u64 {
        let at = self.earliest_ready_at(Command::Precharge, bank);
        self.issue(at, Command::Precharge, bank, 0);
        at
    }

    fn update_rows(&mut self, command: Command, bank: u16, row: u32) {
        match command {
            Command::Activate => {
                self.rows[usize::from(bank)] = Some(row);
                self.open |= 1 << bank;
            }
            Command::Precharge => {
                self.rows[usize::from(bank)] = None;
                self.open &= !(1 << bank);
            }
            Command::Read | Command::Write | Command::Refresh => {}
        }
    }

    fn apply(&mut self, effect: Effect, until: u64, bank: u16, group: u16, rank: u16) {
        let per_rank = self.rules.organization.groups as usize;
        let first = usize::from(rank) * per_rank;
        match effect.scope {
            Scope::Bank => raise(&mut self.banks[usize::from(bank)], effect.after, until),
            Scope::Group => raise(&mut self.groups[usize::from(group)], effect.after, until),
            Scope::OtherGroups => (first..first + per_rank)
                .filter(|other| *other != usize::from(group))
                .for_each(|other| raise(&mut self.groups[other], effect.after, until)),
            Scope::Rank => raise(&mut self.ranks[usize::from(rank)], effect.after, until),
            Scope::OtherRanks => (0..self.ranks.len())
                .filter(|other| *other != usize::from(rank))
                .for_each(|other| raise(&mut self.ranks[other], effect.after, until)),
        }
    }
}

fn raise(earliest: &mut Earliest, command: Command, until: u64) {
    let time = &mut earliest[command as usize];
    *time = (*time).max(until);
}

#[cfg(test)]
mod tests;
