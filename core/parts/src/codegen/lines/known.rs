//! Forward data-flow analysis: what holds before each line on every path to it.

use alloc::{vec, vec::Vec};

use super::{CodeLine, places};

/// What is known of something: nothing has come here yet, one thing, or different things on different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<T> {
    /// No path has been found yet.
    Nothing,
    /// The same on all paths.
    One(T),
    /// Not the same on all paths.
    Several,
}

impl<T: Copy + PartialEq> Known<T> {
    fn meet(self, other: Self) -> Self {
        match (self, other) {
            (Known::Nothing, known) | (known, Known::Nothing) => known,
            (a, b) if a == b => a,
            _ => Known::Several,
        }
    }
}

/// What holds before each line, if nothing is certain at the start. `behind` gives what holds behind a line from what holds
/// before it.
pub fn known_before<L: CodeLine, T: Copy + PartialEq>(
    lines: &[L],
    behind: impl Fn(&L, Known<T>) -> Known<T>,
) -> Vec<Known<T>> {
    let places = places(lines);
    let mut before = vec![Known::Nothing; lines.len() + 1];
    before[0] = Known::Several;
    let mut changed = true;
    while changed {
        changed = false;
        for (at, line) in lines.iter().enumerate() {
            if before[at] == Known::Nothing {
                continue;
            }
            let after = behind(line, before[at]);
            let mut flow = |to: usize| {
                let met = before[to].meet(after);
                changed |= met != before[to];
                before[to] = met;
            };
            if line.falls_through() {
                flow(at + 1);
            }
            if let Some(to) = line.target().and_then(|label| places.get(&label)) {
                flow(*to);
            }
        }
    }
    before.truncate(lines.len());
    before
}
