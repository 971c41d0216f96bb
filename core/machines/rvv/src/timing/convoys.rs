//! Convoys: vector instructions that could begin together, with chaining if the machine has it (hp_ch4 4.11).

use alloc::vec::Vec;

use serde::Serialize;

use super::{Record, Unit};
use crate::isa::ClassNames;
use crate::{
    exec::Uses,
    isa::{Class, VectorClass},
    spec::{Chaining, Spec},
};

/// A vector instruction in a convoy.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Member {
    /// What it occupies.
    pub class: Class,
    /// Elements in its range.
    pub elements: u32,
    /// Registers.
    pub uses: Uses,
    /// Bytes of memory that it touches: the first, and one past the last.
    pub range: Option<(u64, u64)>,
}

impl Member {
    /// What convoys must know of an instruction.
    pub fn new(record: &Record) -> Member {
        let addresses = || record.addresses.iter().copied();
        let end = addresses().max().map(|last| last.saturating_add(record.access_bytes.into()));
        Member {
            class: record.class,
            elements: record.elements,
            uses: record.uses,
            range: addresses().min().zip(end),
        }
    }

    /// Does it touch memory that another one touches, and one of them writes it?
    pub fn meets(&self, other: &Member) -> bool {
        let writes = self.class == Class::VStore || other.class == Class::VStore;
        writes && self.range.zip(other.range).is_some_and(|(a, b)| a.0 < b.1 && b.0 < a.1)
    }

    /// Does it write what an earlier one reads or writes?
    pub fn overwrites(&self, earlier: &Member) -> bool {
        self.uses.v_written & (earlier.uses.v_read | earlier.uses.v_written) != 0
    }

    /// Does it write what another one reads?
    pub fn feeds(&self, later: &Member) -> bool {
        self.uses.v_written & later.uses.v_read != 0
    }
}

/// Sorts instructions into convoys as they come.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Convoys {
    current: Vec<Member>,
    closed: u32,
}

impl Convoys {
    /// Takes the next instruction. Gives the members of the convoy that it closes, if it closes one: setting the vector
    /// length ends a convoy, and so does a vector instruction that does not fit. Other scalar instructions do not count.
    pub fn take(&mut self, record: &Record, spec: &Spec) -> Option<Vec<Member>> {
        if !record.class.is_vector() {
            return if record.class == Class::Config { self.close() } else { None };
        }
        let member = Member::new(record);
        let closed = if self.fits(&member, spec) { None } else { self.close() };
        self.current.push(member);
        closed
    }

    /// Ends the convoy that is being formed, if it has members.
    pub fn close(&mut self) -> Option<Vec<Member>> {
        if self.current.is_empty() {
            return None;
        }
        self.closed += 1;
        Some(core::mem::take(&mut self.current))
    }

    /// The number, from 0, of the convoy that is being formed.
    pub fn number(&self) -> u32 {
        self.closed
    }

    /// The convoy that is being formed.
    pub fn current(&self) -> &[Member] {
        &self.current
    }

    /// Is there a unit for it, and can its sources be chained?
    fn fits(&self, later: &Member, spec: &Spec) -> bool {
        let Some(unit) = Unit::of(later.class) else { return true };
        let used = self.current.iter().filter(|member| Unit::of(member.class) == Some(unit)).count();
        let free = (used as u32) < unit.count(spec);
        let mut producers = self.current.iter().enumerate().filter(|(_, member)| member.feeds(later));
        let chained = producers.all(|(place, _)| match spec.chaining {
            Chaining::None => false,
            Chaining::Fixed => place + 1 == self.current.len(),
            Chaining::Flexible => true,
        });
        free && chained
    }
}

/// Groups the vector instructions of a list, in order, into convoys of their places in the list.
pub fn convoys(records: &[Record], spec: &Spec) -> Vec<Vec<usize>> {
    let mut convoys = Convoys::default();
    let mut places: Vec<Vec<usize>> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        convoys.take(record, spec);
        if record.class.is_vector() {
            places.resize(convoys.number() as usize + 1, Vec::new());
            places[convoys.number() as usize].push(at);
        }
    }
    places
}
