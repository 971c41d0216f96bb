//! Straightening, on code of a toy machine.

use alloc::{format, string::String, vec, vec::Vec};

use super::{CodeLine, Label, LineFlow, straighten};

/// A line of the toy machine.
#[derive(Clone, Debug, PartialEq)]
enum Toy {
    Place(Label),
    Jump(Label),
    /// Equal, not equal, less, not less.
    Branch(&'static str, Label),
    Work(u32),
    End,
}

impl CodeLine for Toy {
    fn at(label: Label) -> Toy {
        Toy::Place(label)
    }

    fn label(&self) -> Option<Label> {
        if let Toy::Place(label) = self { Some(*label) } else { None }
    }

    fn way(&self) -> LineFlow {
        match self {
            Toy::Jump(_) => LineFlow::Jump,
            Toy::Branch(..) => LineFlow::Branch,
            _ => LineFlow::Other,
        }
    }

    fn target(&self) -> Option<Label> {
        if let Toy::Jump(to) | Toy::Branch(_, to) = self { Some(*to) } else { None }
    }

    fn lead_to(&mut self, label: Label) {
        if let Toy::Jump(to) | Toy::Branch(_, to) = self {
            *to = label;
        }
    }

    fn turn(&mut self) {
        if let Toy::Branch(test, _) = self {
            *test = match *test {
                "eq" => "ne",
                "ne" => "eq",
                "lt" => "ge",
                _ => "lt",
            };
        }
    }

    fn falls_through(&self) -> bool {
        !matches!(self, Toy::Jump(_) | Toy::End)
    }

    fn is_declaration(&self) -> bool {
        false
    }
}

fn place(label: u32) -> Toy {
    Toy::Place(Label(label))
}

fn jump(label: u32) -> Toy {
    Toy::Jump(Label(label))
}

fn branch(test: &'static str, label: u32) -> Toy {
    Toy::Branch(test, Label(label))
}

fn work(number: u32) -> Toy {
    Toy::Work(number)
}

fn end() -> Toy {
    Toy::End
}

/// `eq 1; #5; L1:`
fn shown(lines: &[Toy]) -> String {
    let one = |line: &Toy| match line {
        Toy::Place(label) => format!("L{}:", label.0),
        Toy::Jump(label) => format!("jump {}", label.0),
        Toy::Branch(test, label) => format!("{test} {}", label.0),
        Toy::Work(number) => format!("#{number}"),
        Toy::End => "ret".into(),
    };
    lines.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn straight(mut lines: Vec<Toy>) -> String {
    straighten(&mut lines);
    shown(&lines)
}

#[test]
fn a_jump_to_a_jump_goes_on_at_once() {
    let lines = vec![
        branch("eq", 1),
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
    assert_eq!(straight(lines), "eq 2 #1 ret L2: #3 ret");
}

#[test]
fn a_branch_over_a_jump_is_turned() {
    let lines = vec![place(0), work(1), branch("ge", 1), jump(0), place(1), end()];
    assert_eq!(straight(lines), "L0: #1 lt 0 ret");
}

#[test]
fn the_test_of_a_loop_stands_at_its_end_too() {
    let lines = vec![place(0), branch("ge", 1), work(1), jump(0), place(1), end()];
    assert_eq!(straight(lines), "ge 1 L2: #1 lt 2 L1: ret");
}

#[test]
fn jumps_to_what_comes_next_go_away() {
    let lines = vec![work(1), jump(0), place(0), branch("eq", 1), place(1), jump(2), place(2), end()];
    assert_eq!(straight(lines), "#1 ret");
}

#[test]
fn an_endless_loop_stays_one() {
    assert_eq!(straight(vec![work(1), place(0), jump(1), place(1), jump(0), end()]), "#1 L0: jump 0");
}
