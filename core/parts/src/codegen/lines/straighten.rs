//! Simplifies control flow: a jump to a jump takes its target, unreachable code is removed, a branch over a jump is inverted, and
//! a jump back to the test of a loop becomes the test.

use alloc::vec::Vec;

use super::{CodeLine, Label, LineFlow, places};
use crate::base::{OrdMap, OrdSet};

/// Straightens until nothing changes.
pub fn straighten<L: CodeLine>(lines: &mut Vec<L>) {
    loop {
        let before = lines.clone();
        pass_on(lines);
        drop_unreached(lines);
        turn_branches(lines);
        repeat_tests(lines);
        drop_idle(lines);
        if *lines == before {
            return;
        }
    }
}

fn is_jump<L: CodeLine>(line: &L) -> bool {
    line.way() == LineFlow::Jump
}

fn is_branch<L: CodeLine>(line: &L) -> bool {
    line.way() == LineFlow::Branch
}

/// The first line at or behind `at` that is no place.
fn first_line<L: CodeLine>(lines: &[L], at: usize) -> Option<usize> {
    (at..lines.len()).find(|at| lines[*at].label().is_none())
}

/// Is the place of a label among those right before line `at`?
fn stands_at<L: CodeLine>(lines: &[L], at: usize, label: Label) -> bool {
    let labels = lines[at.min(lines.len())..].iter().map_while(CodeLine::label);
    labels.into_iter().any(|other| other == label)
}

/// Jumps and branches to a jump take its target.
fn pass_on<L: CodeLine>(lines: &mut [L]) {
    let places = places(lines);
    let leads_to = |lines: &[L], label: Label| first_line(lines, *places.get(&label)?);
    for at in 0..lines.len() {
        let next = lines[at].target().and_then(|label| leads_to(lines, label)).filter(|next| *next != at);
        if let Some(further) =
            next.filter(|next| is_jump(&lines[*next])).and_then(|next| lines[next].target())
        {
            // A jump to itself is an endless loop, which stays one.
            if leads_to(lines, further) != next {
                lines[at].lead_to(further);
            }
        }
    }
}

/// Removes unreachable lines (what follows a jump, up to the next label that is a target) and labels that are no target.
fn drop_unreached<L: CodeLine>(lines: &mut Vec<L>) {
    let used: OrdSet<Label> = lines.iter().filter_map(CodeLine::target).collect();
    let mut reached = true;
    lines.retain(|line| {
        if line.is_declaration() {
            return true;
        }
        let label = line.label();
        reached |= label.is_some_and(|label| used.contains(&label));
        let stays = reached && label.is_none_or(|label| used.contains(&label));
        reached &= line.falls_through();
        stays
    });
}

/// A branch over a jump becomes the inverted branch to the jump's target.
fn turn_branches<L: CodeLine>(lines: &mut Vec<L>) {
    from_the_end(lines, |before, line, behind| {
        let Some(branch) = before.last_mut().filter(|branch| is_jump(line) && is_branch(*branch)) else {
            return true;
        };
        let passes = branch.target().is_some_and(|label| stands_first(behind, label));
        if let (true, Some(to)) = (passes, line.target()) {
            branch.turn();
            branch.lead_to(to);
            return false;
        }
        true
    });
}

/// Looks at each line from the last one on, with those before it and, the next one last, those behind it that stay. It stays
/// if the answer is yes.
fn from_the_end<L: CodeLine>(lines: &mut Vec<L>, mut stays: impl FnMut(&mut [L], &L, &[L]) -> bool) {
    let mut behind = Vec::with_capacity(lines.len());
    while let Some(line) = lines.pop() {
        if stays(lines, &line, &behind) {
            behind.push(line);
        }
    }
    behind.reverse();
    *lines = behind;
}

/// Is the place of a label among those that come first of lines in reverse order?
fn stands_first<L: CodeLine>(behind: &[L], label: Label) -> bool {
    behind.iter().rev().map_while(CodeLine::label).any(|other| other == label)
}

/// A jump to a branch whose target is right behind the jump becomes that branch, inverted.
fn repeat_tests<L: CodeLine>(lines: &mut Vec<L>) {
    let places = places(lines);
    let mut fresh = places.last_key_value().map_or(0, |(last, _)| last.0 + 1);
    let mut behind: OrdMap<usize, Label> = OrdMap::new();
    for at in 0..lines.len() {
        let to = Some(&lines[at]).filter(|line| is_jump(*line)).and_then(|line| places.get(&line.target()?));
        let test = to.and_then(|to| first_line(lines, *to)).filter(|test| is_branch(&lines[*test]));
        let Some(test) = test else { continue };
        let leaves = lines[test].target().is_some_and(|label| stands_at(lines, at + 1, label));
        if leaves {
            let label = *behind.entry(test).or_insert(Label(fresh));
            fresh = fresh.max(label.0 + 1);
            lines[at] = lines[test].clone();
            lines[at].turn();
            lines[at].lead_to(label);
        }
    }
    if behind.is_empty() {
        return;
    }
    let old = core::mem::take(lines);
    for (at, line) in old.into_iter().enumerate() {
        lines.push(line);
        lines.extend(behind.get(&at).map(|label| L::at(*label)));
    }
}

/// Jumps and branches to what comes next anyway do nothing.
fn drop_idle<L: CodeLine>(lines: &mut Vec<L>) {
    from_the_end(lines, |_, line, behind| {
        let goes = is_jump(line) || is_branch(line);
        !(goes && line.target().is_some_and(|label| stands_first(behind, label)))
    });
}
