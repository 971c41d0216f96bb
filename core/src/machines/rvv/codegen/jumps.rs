//! Straightens the ways of the code: a jump to a jump goes where that leads, code that nobody comes to goes away, a
//! branch over a jump is turned round, and a jump back to the test of a loop becomes the test.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};

use super::code::{Label, Line, What};
use crate::{
    machines::rvv::isa::{Form, Op},
    riscv::relax::turned,
};

/// Straightens until nothing changes.
pub(super) fn straighten(lines: &mut Vec<Line>) {
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

fn is_jump(line: &Line) -> bool {
    line.what == What::Machine(Op::Jal, Form::Jump)
}

fn is_branch(line: &Line) -> bool {
    matches!(line.what, What::Machine(_, Form::Branch))
}

/// The first line at or behind `at` that is no place.
fn first_line(lines: &[Line], at: usize) -> Option<usize> {
    (at..lines.len()).find(|at| !matches!(lines[*at].what, What::Place(_)))
}

/// Where each label stands.
pub(super) fn places(lines: &[Line]) -> BTreeMap<Label, usize> {
    let place = |(at, line): (usize, &Line)| match line.what {
        What::Place(label) => Some((label, at)),
        _ => None,
    };
    lines.iter().enumerate().filter_map(place).collect()
}

/// Is the place of a label among those right before line `at`?
fn stands_at(lines: &[Line], at: usize, label: Label) -> bool {
    let places = lines[at.min(lines.len())..].iter().map(|line| line.what);
    places.take_while(|what| matches!(what, What::Place(_))).any(|what| what == What::Place(label))
}

/// Jumps and branches to a jump go where it goes.
fn pass_on(lines: &mut [Line]) {
    let places = places(lines);
    let leads_to = |lines: &[Line], label: Label| first_line(lines, *places.get(&label)?);
    for at in 0..lines.len() {
        let next = lines[at].target.and_then(|label| leads_to(lines, label)).filter(|next| *next != at);
        if let Some(further) = next.filter(|next| is_jump(&lines[*next])).and_then(|next| lines[next].target)
        {
            // A jump to itself is an endless loop, which stays one.
            if leads_to(lines, further) != next {
                lines[at].target = Some(further);
            }
        }
    }
}

/// What follows a jump is reached only from a place that somebody goes to.
fn drop_unreached(lines: &mut Vec<Line>) {
    let used: BTreeSet<Label> = lines.iter().filter_map(|line| line.target).collect();
    let mut reached = true;
    lines.retain(|line| {
        match line.what {
            What::Place(label) => reached |= used.contains(&label),
            // Where arguments live is said once, wherever that stands.
            What::Argument(_) | What::Pass { .. } => return true,
            _ => {}
        }
        let stays = reached && !matches!(line.what, What::Place(label) if !used.contains(&label));
        reached &= line.falls_through();
        stays
    });
}

/// A branch that only passes over a jump goes where the jump goes, on the contrary.
fn turn_branches(lines: &mut Vec<Line>) {
    for at in (1..lines.len()).rev() {
        let over = is_jump(&lines[at]) && is_branch(&lines[at - 1]);
        let passes = |label: Label| stands_at(lines, at + 1, label);
        if let (true, What::Machine(op, form)) =
            (over && lines[at - 1].target.is_some_and(passes), lines[at - 1].what)
        {
            lines[at - 1].what = What::Machine(turned(op), form);
            lines[at - 1].target = lines[at].target;
            lines.remove(at);
        }
    }
}

/// A jump to a branch that leads to what stands behind the jump becomes the contrary of that branch.
fn repeat_tests(lines: &mut Vec<Line>) {
    let places = places(lines);
    let mut fresh = places.last_key_value().map_or(0, |(last, _)| last.0 + 1);
    let mut behind: BTreeMap<usize, Label> = BTreeMap::new();
    for at in 0..lines.len() {
        let to = Some(&lines[at]).filter(|line| is_jump(line)).and_then(|line| places.get(&line.target?));
        let test = to.and_then(|to| first_line(lines, *to)).filter(|test| is_branch(&lines[*test]));
        let Some(test) = test else { continue };
        let leaves = lines[test].target.is_some_and(|label| stands_at(lines, at + 1, label));
        if let (true, What::Machine(op, form)) = (leaves, lines[test].what) {
            let label = *behind.entry(test).or_insert(Label(fresh));
            fresh = fresh.max(label.0 + 1);
            lines[at] = Line { what: What::Machine(turned(op), form), target: Some(label), ..lines[test] };
        }
    }
    for (test, label) in behind.into_iter().rev() {
        lines.insert(test + 1, Line::new(What::Place(label)));
    }
}

/// Jumps and branches to what comes next anyway do nothing.
fn drop_idle(lines: &mut Vec<Line>) {
    for at in (0..lines.len()).rev() {
        let goes = is_jump(&lines[at]) || is_branch(&lines[at]);
        if goes && lines[at].target.is_some_and(|label| stands_at(lines, at + 1, label)) {
            lines.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec};

    use super::*;
    use crate::machines::rvv::codegen::code::Reg;

    fn place(label: u32) -> Line {
        Line::new(What::Place(Label(label)))
    }

    fn jump(label: u32) -> Line {
        Line { target: Some(Label(label)), ..Line::new(What::Machine(Op::Jal, Form::Jump)) }
    }

    fn branch(op: Op, label: u32) -> Line {
        let line = Line::new(What::Machine(op, Form::Branch));
        Line { target: Some(Label(label)), rs1: Reg::Value(0), ..line }
    }

    fn work(number: i64) -> Line {
        Line { rd: Reg::Value(0), ..Line::new(What::Number(number)) }
    }

    fn end() -> Line {
        Line::new(What::Machine(Op::Jalr, Form::Load))
    }

    /// `beq 1; #5; L1:`
    fn shown(lines: &[Line]) -> String {
        let one = |line: &Line| match (line.what, line.target) {
            (What::Place(label), _) => format!("L{}:", label.0),
            (What::Machine(op, _), Some(label)) => format!("{op:?} {}", label.0),
            (What::Number(number), _) => format!("#{number}"),
            _ => "ret".into(),
        };
        lines.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn straight(mut lines: Vec<Line>) -> String {
        straighten(&mut lines);
        shown(&lines)
    }

    #[test]
    fn a_jump_to_a_jump_goes_on_at_once() {
        let lines = vec![
            branch(Op::Beq, 1),
            work(1),
            end(),
            place(1),
            jump(2),
            work(2),
            place(3),
            end(),
            place(2),
            work(3),
            end(),
        ];
        assert_eq!(straight(lines), "Beq 2 #1 ret L2: #3 ret");
    }

    #[test]
    fn a_branch_over_a_jump_is_turned() {
        let lines = vec![place(0), work(1), branch(Op::Bgeu, 1), jump(0), place(1), end()];
        assert_eq!(straight(lines), "L0: #1 Bltu 0 ret");
    }

    #[test]
    fn the_test_of_a_loop_stands_at_its_end_too() {
        let lines = vec![place(0), branch(Op::Bge, 1), work(1), jump(0), place(1), end()];
        assert_eq!(straight(lines), "Bge 1 L2: #1 Blt 2 L1: ret");
    }

    #[test]
    fn jumps_to_what_comes_next_go_away() {
        let lines = vec![work(1), jump(0), place(0), branch(Op::Beq, 1), place(1), jump(2), place(2), end()];
        assert_eq!(straight(lines), "#1 ret");
    }

    #[test]
    fn an_endless_loop_stays_one() {
        assert_eq!(straight(vec![work(1), place(0), jump(1), place(1), jump(0), end()]), "#1 L0: Jal 0");
    }
}
