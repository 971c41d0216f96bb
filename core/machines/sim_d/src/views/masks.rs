//! The four masks of the selected slot's group, work-item by work-item, and the stack that restores them (simd 3.6, 3.7).
//!
//! An instruction is for the work-items that all four masks leave on. Where it turns the last one off, the machine takes entries
//! off the stack until one is on again: how many it would take is what a bound of the worst case has to count.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    base::Lanes,
    figure::{
        About, Figure, Form, Ink, Mark, Matrix, Panel, Question, Table, Takes, Text,
        legend::{Entry, Swatch},
        matrix::{Line, Marks, State},
        number::grouped,
        rows::Row,
        table::{Look, TableCell},
    },
    machines::{
        Registers, StackCell,
        panels::{MachinePanel, Scene},
    },
};

use crate::isa::WORK_ITEMS;

/// The row of the masks.
pub const MASKS: MachinePanel = Panel {
    about: About {
        id: "masks",
        title: "Masks and stack",
        says: "The four masks of the selected slot's group: a work-item takes part where all of them leave it on. Below, the stack that restores them.",
        label: "Masks of the selected slot, 1,024 work-items each, and the stack of masks.",
        help: &[
            (
                "Run, break",
                "`cmask` and `bra` turn work-items off until the run mask is restored, `brk` until the break mask is: behind the loop.",
            ),
            ("Return, exit", "`ret` and `exit`. The exit mask is never restored."),
            ("On", "All four together: the work-items that the next instruction is for."),
            ("Rows", "1,024 work-items in 16 lines of 64; beside the name, how many the mask leaves on."),
            (
                "Stack",
                "A pop restores the mask of the top entry and goes to its place. Where no work-item is on, the machine puts pops in until one is.",
            ),
            (
                "Pops",
                "How many entries would be taken off until this one is reached, and how many work-items would be on behind it.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "the mask leaves it on"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "turned off"),
        ],
        empty: "The selected slot has no group at this cycle, so it has no masks.",
        takes: &[Takes::Cursor, Takes::Unit],
        shows: &[],
    },
    answer: masks,
};

/// The masks by their special registers, in the order of the stack's columns; the last one has none.
const MASK: [(&str, &str); 4] =
    [("run", "vc.ctrl_run"), ("break", "vc.ctrl_break"), ("return", "vc.ctrl_ret"), ("exit", "vc.ctrl_exit")];

/// A set of work-items, a bit of each.
type Items = [u64; WORK_ITEMS / 64];

/// What is on where all of some masks leave it on.
fn all_of(masks: &[Items; 4]) -> Items {
    core::array::from_fn(|at| masks.iter().fold(u64::MAX, |all, mask| all & mask[at]))
}

fn count(items: &Items) -> u32 {
    items.iter().map(|word| word.count_ones()).sum()
}

fn items(lanes: &Lanes) -> Items {
    core::array::from_fn(|at| lanes.words().get(at).copied().unwrap_or(0))
}

/// An entry of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Restores {
    /// Where it goes on.
    at: u32,
    /// Which mask it restores, by its place among the four.
    mask: usize,
    items: Items,
}

/// What a pop leaves: how many work-items are on when so many entries were taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Popped {
    pops: u32,
    on: u32,
}

/// What each entry leaves, the bottom first, when it and all above it are taken off.
fn popped(stack: &[Restores], masks: &[Items; 4]) -> Vec<Popped> {
    let mut masks = *masks;
    let mut left: Vec<Popped> = (1..)
        .zip(stack.iter().rev())
        .map(|(pops, entry)| {
            masks[entry.mask] = entry.items;
            Popped { pops, on: count(&all_of(&masks)) }
        })
        .collect();
    left.reverse();
    left
}

/// The masks as the registers hold them.
fn read(registers: &Registers) -> Option<[Items; 4]> {
    let class = registers.class("special")?;
    let mut masks = [[0; WORK_ITEMS / 64]; 4];
    for (mask, (_, name)) in masks.iter_mut().zip(MASK) {
        let at = class.names.iter().position(|known| known == name)?;
        for item in 0..WORK_ITEMS {
            let bit = class.value(at, item as u32, 0).unwrap_or(0) & 1;
            mask[item / 64] |= bit << (item % 64);
        }
    }
    Some(masks)
}

/// The entries of the stack, from the cells of the machine's columns: the place, then run, break and return mask.
fn entries(stack: &[Vec<StackCell>]) -> Vec<Restores> {
    let entry = |cells: &Vec<StackCell>| {
        let at = match cells.first() {
            Some(StackCell::Place(Some(at))) => *at,
            _ => return None,
        };
        cells.iter().skip(1).enumerate().find_map(|(mask, cell)| match cell {
            StackCell::Lanes(lanes) => Some(Restores { at, mask, items: items(lanes) }),
            _ => None,
        })
    };
    stack.iter().filter_map(entry).collect()
}

fn masks(scene: &dyn Scene, question: &Question) -> Figure {
    let unit = question.unit;
    let held = scene.cursor().state(unit).filter(|state| state.group.is_some());
    let read = held.and_then(|state| Some((read(&scene.cursor().registers(unit)?)?, entries(&state.stack))));
    let Some((masks, stack)) = read else { return Figure::empty(MASKS.about.empty) };
    let popped = popped(&stack, &masks);
    let mut figure = Figure::from(Form::Text(Text::saying(says(&masks, &popped))));
    figure.push("", Form::Matrix(matrix(unit, &masks)));
    if !stack.is_empty() {
        figure.push("Stack, the top first", Form::Table(table(scene, &stack, &popped)));
    }
    figure
}

/// How many work-items are on, and what would happen if none were.
fn says(masks: &[Items; 4], popped: &[Popped]) -> String {
    let on = grouped(count(&all_of(masks)).into());
    let all = grouped(WORK_ITEMS as u64);
    if popped.is_empty() {
        return format!(
            "{on} of {all} work-items are on. The stack is empty: no pop would turn one on again."
        );
    }
    let next = popped.iter().rev().find(|popped| popped.on > 0);
    let then = match next {
        Some(Popped { pops: 1, on }) => format!("one pop would leave {}", grouped((*on).into())),
        Some(Popped { pops, on }) => format!("{pops} pops would leave {}", grouped((*on).into())),
        None => "no pop would turn one on again".into(),
    };
    format!("{on} of {all} work-items are on. Were all of them turned off, {then}.")
}

fn matrix(unit: u32, masks: &[Items; 4]) -> Matrix {
    let all = all_of(masks);
    let named = MASK.iter().map(|(name, _)| *name).zip(masks).chain([("on", &all)]);
    let line = |(name, items): (&str, &Items)| {
        let on = |item: usize| items[item / 64] >> (item % 64) & 1 != 0;
        Line {
            row: Row::new(format!("{name}: {}", grouped(count(items).into())), None),
            cells: (0..WORK_ITEMS).map(|item| if on(item) { State::On } else { State::Off }).collect(),
            texts: Vec::new(),
            marks: Marks::Lanes(unit),
            items: None,
            cause: None,
            note: String::new(),
        }
    };
    let rows: Vec<Line> = named.map(line).collect();
    let all = rows.len() as u32;
    Matrix { column: "work-item".into(), columns: WORK_ITEMS as u32, rows, all, ..Matrix::default() }
}

fn table(scene: &dyn Scene, stack: &[Restores], popped: &[Popped]) -> Table {
    let mut table =
        Table::new(&["entry", "restores", "goes on at", "work-items in it", "pops", "on behind it"]);
    for (at, (entry, left)) in stack.iter().zip(popped).enumerate().rev() {
        let top = at + 1 == stack.len();
        let name = if top { "top".into() } else { at.to_string() };
        let head = TableCell::text(name).looking(if top { Look::On } else { Look::Plain });
        let number = |number: u32| TableCell::text(grouped(number.into())).holding(number.into());
        table.rows.push(Vec::from([
            head,
            TableCell::text(MASK.get(entry.mask).map_or("", |(name, _)| *name)),
            TableCell::of(scene.code().name(entry.at), Mark::Pc(entry.at)),
            number(count(&entry.items)),
            TableCell::text(left.pops.to_string()),
            number(left.on),
        ]));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four work-items, the first one first.
    fn four(bits: &str) -> Items {
        let mut items = [0; WORK_ITEMS / 64];
        items[0] = (0..).zip(bits.chars()).filter(|(_, bit)| *bit == '1').map(|(at, _)| 1_u64 << at).sum();
        items
    }

    /// The second turn of the trace of simd 9.5: after `brk p0` no work-item is on; the run mask of the inner entry leaves none, the
    /// break mask of the outer one all. So two pops are put in.
    #[test]
    fn simd_9_5_two_pops_until_a_work_item_is_on() {
        let stack = [
            Restores { at: 22, mask: 1, items: four("1111") },
            Restores { at: 19, mask: 0, items: four("1111") },
        ];
        let masks = [four("1111"), four("0000"), four("1111"), four("1111")];
        assert_eq!(popped(&stack, &masks), [Popped { pops: 2, on: 4 }, Popped { pops: 1, on: 0 }]);
        assert!(says(&masks, &popped(&stack, &masks)).ends_with("2 pops would leave 4."));
        // In the first turn, before `cmask`, one work-item has left: one pop would leave three.
        let masks = [four("1000"), four("0111"), four("1111"), four("1111")];
        assert_eq!(count(&all_of(&masks)), 0);
        assert_eq!(popped(&stack, &masks), [Popped { pops: 2, on: 4 }, Popped { pops: 1, on: 3 }]);
        assert!(says(&masks, &[]).contains("no pop"));
    }

    #[test]
    fn entries_are_read_off_the_cells_of_the_machine() {
        let lanes = Lanes::first_n(3);
        let none = || StackCell::Place(None);
        let cells = Vec::from([StackCell::Place(Some(7)), none(), StackCell::Lanes(lanes), none()]);
        let [entry] = entries(&[cells])[..] else { panic!("one entry") };
        assert_eq!((entry.at, entry.mask, count(&entry.items)), (7, 1, 3));
    }
}
