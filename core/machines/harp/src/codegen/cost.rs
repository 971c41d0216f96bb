//! What a branch costs in instructions of warps: split, under guards, or as it is (HARP 4.14).
//!
//! Costs are numbers of instructions for all times together that warps came to a branch, so that nothing is rounded.

use super::code::Choice;

/// The sides of a branch as straight code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arms {
    /// Instructions where the condition holds; `None` if the branch leads to the meeting point there.
    pub yes: Option<u64>,
    /// Instructions where it does not hold.
    pub no: Option<u64>,
    /// Does a branch round the only side take a jump more, because its condition has no inverse that costs nothing? A predicate that does
    /// hold in lanes that enter the side jumps over a jump.
    pub detour: bool,
}

/// How often warps came to a branch, and what their lanes said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// The condition held in all lanes.
    pub yes: u64,
    /// It held in none.
    pub no: u64,
    /// It held in some.
    pub parted: u64,
}

impl Behaviour {
    /// A warp comes with these lanes; in some of them the condition holds.
    pub const fn count(&mut self, live: u64, yes: u64) {
        match yes {
            0 => self.no += 1,
            _ if yes == live => self.yes += 1,
            _ => self.parted += 1,
        }
    }

    /// How often in all.
    pub const fn executed(&self) -> u64 {
        self.yes + self.no + self.parted
    }
}

impl Arms {
    /// Instructions of both.
    pub fn total(&self) -> u64 {
        self.yes.unwrap_or(0) + self.no.unwrap_or(0)
    }

    /// Must the guards be complemented? Of two sides one has the complement; of one, if it is the side where the condition does not hold.
    const fn complement(&self) -> u64 {
        self.no.is_some() as u64
    }

    /// What all times together cost, if lanes are kept apart like this. Lanes that part without a `split` are a trap, which costs
    /// nothing here.
    pub fn cost(&self, choice: Choice, times: &Behaviour) -> u64 {
        // What a unanimous `split` with its `join` and a divergent one with two and the jump again cost more.
        let (agreed, apart) = if choice == Choice::Split { (2, 4) } else { (0, 0) };
        match (self.yes, self.no) {
            _ if choice == Choice::Predicate => times.executed() * (self.total() + self.complement()),
            // The jump goes to the one side; the other one ends with a jump. (`on` leads to the side `yes`.)
            (Some(yes), Some(no)) => {
                let parted = if choice == Choice::None { 0 } else { yes + no + 2 + apart };
                times.yes * (yes + 1 + agreed) + times.no * (no + 2 + agreed) + times.parted * parted
            }
            _ => {
                let detour = u64::from(self.detour);
                let skip = if self.yes.is_some() { times.no } else { times.yes };
                let enter = times.yes + times.no - skip;
                let parted = if choice == Choice::None { 0 } else { self.total() + 1 + apart + detour };
                enter * (self.total() + 1 + agreed) + skip * (1 + agreed + detour) + times.parted * parted
            }
        }
    }

    /// Are guards cheaper than `split` and `join`?
    pub fn prefers_guards(&self, times: &Behaviour) -> bool {
        self.cost(Choice::Predicate, times) < self.cost(Choice::Split, times)
    }
}
