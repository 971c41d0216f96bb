//! Loops over the strips of a region that do nothing: between two barriers there may be no work, or only work that is the
//! same for all and stands before the loops.

use alloc::vec::Vec;

use lanescope_parts::{base::OrdSet, codegen::lines::places};

use super::code::{ITEM, Line, What};
use crate::isa::ClassNames;
use crate::isa::{Class, Form, Op};

/// Removes loops over rows whose lines neither write memory nor give anything to lines outside.
pub(super) fn drop_idle_rows(lines: &mut Vec<Line>) {
    for end in (0..lines.len()).rev() {
        let is_end = |line: &Line| line.what == What::Machine(Op::Bltu, Form::Branch) && line.rs1 == ITEM;
        if lines.get(end).is_some_and(is_end)
            && let Some(start) = idle_from(lines, end)
        {
            lines.drain(start + 1..=end);
        }
    }
}

/// The place at which an idle loop begins that ends with the branch at `end`.
fn idle_from(lines: &[Line], end: usize) -> Option<usize> {
    let places = places(lines);
    let start = places.get(&lines[end].target?).copied().filter(|start| *start < end)?;
    let inside = start..=end;
    // All ways lead on, but for those around the rows and around the strips of a row.
    let goes = |at: usize| lines[at].target.and_then(|label| places.get(&label));
    let forward = |at: usize| goes(at).is_some_and(|to| *to > at && inside.contains(to));
    let around = |at: usize| at + 1 >= end && goes(at).is_some_and(|to| inside.contains(to));
    let idle = |at: usize| match lines[at].what {
        What::Place(_) => true,
        What::Machine(op, form) => match op.class() {
            Class::Config => lines[at].def().is_some(),
            Class::Branch => form == Form::Branch && (forward(at) || around(at)),
            _ => lines[at].is_pure() || lines[at].rd == ITEM,
        },
        _ => lines[at].is_pure(),
    };
    let made: OrdSet<u32> = lines[inside.clone()].iter().filter_map(Line::def).collect();
    let taken = |at: usize| lines[at].uses().iter().any(|value| made.contains(value));
    let entered = |at: usize| goes(at).is_some_and(|to| *to != start && inside.contains(to));
    let mut outside = (0..start).chain(end + 1..lines.len());
    (inside.clone().all(idle) && !outside.any(|at| taken(at) || entered(at))).then_some(start)
}
