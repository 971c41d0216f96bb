//! Convoys: vector instructions that could begin together, with chaining if the machine has it (hp_ch4 4.11).

use alloc::vec::Vec;

use super::{Record, Unit};
use crate::machines::rvv::{
    isa::Class,
    spec::{Chaining, Spec},
};

/// Groups the vector instructions of a list, in order, into convoys of their places in the list. Setting the vector
/// length ends a convoy. Scalar instructions do not join.
pub fn convoys(records: &[Record], spec: &Spec) -> Vec<Vec<usize>> {
    let mut closed = Vec::new();
    let mut current: Vec<usize> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let joins = record.class.is_vector();
        let closes =
            if joins { !fits(records, &current, record, spec) } else { record.class == Class::Config };
        if closes && !current.is_empty() {
            closed.push(core::mem::take(&mut current));
        }
        if joins {
            current.push(at);
        }
    }
    if !current.is_empty() {
        closed.push(current);
    }
    closed
}

/// Is there a unit for it, and can its sources be chained?
fn fits(records: &[Record], current: &[usize], record: &Record, spec: &Spec) -> bool {
    let Some(unit) = Unit::of(record.class) else { return true };
    let used = current.iter().filter(|at| Unit::of(records[**at].class) == Some(unit)).count();
    let free = (used as u32) < unit.count(spec);
    let producers = current.iter().enumerate().filter(|(_, at)| depends(&records[**at], record));
    let chained = producers.into_iter().all(|(place, _)| match spec.chaining {
        Chaining::None => false,
        Chaining::Fixed => place + 1 == current.len(),
        Chaining::Flexible => true,
    });
    free && chained
}

/// Does the second instruction read what the first one writes?
pub(super) const fn depends(first: &Record, second: &Record) -> bool {
    first.uses.v_written & second.uses.v_read != 0
}
