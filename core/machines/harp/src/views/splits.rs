//! What each `split` of a warp pushed and each `join` popped, step by step (HARP 3.6, HP-84).
//!
//! An event tells the entries and the mask that are left. The rest follows: a `join` that takes lanes which were off before takes a group that
//! waits; one that takes more than were on takes all lanes back; and where nothing changes lanes had agreed.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    base::LaneMask,
    figure::{
        About, Figure, Form, Mark, Panel, Question, Table, Takes,
        table::{Look, TableCell},
    },
    machines::panels::{MachinePanel, Scene, recorded},
};

use crate::{
    events::Stack,
    exec::{Entry, Kind, lanes},
};

/// Most rows.
const ROWS: usize = 500;

/// The row of the splits and joins.
pub const SPLITS: MachinePanel = Panel {
    about: About {
        id: "splits",
        title: "Splits and joins",
        says: "What each split of the selected warp pushed in the cycles in sight, and what each join popped: which lanes were on before, and which are on from then on.",
        label: "Table of the splits and joins of the selected warp.",
        help: &[
            ("F", "All lanes, for the second join: they go on behind it."),
            ("E", "The lanes whose guard is false, for the first join: they go on at the address behind @."),
            ("U", "All lanes, where they agreed: the join changes nothing."),
            ("Masks", "A digit for each lane, lane 0 first."),
        ],
        legend: &[],
        empty: "The selected warp has no split and no join in these cycles.",
        takes: &[Takes::Cycles, Takes::Unit],
        shows: &[],
    },
    answer: splits,
};

fn splits(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let log = scene.recording(from, to);
    let lanes = scene.units().get(question.unit as usize).map_or(0, |unit| unit.lanes as u16);
    let code: Vec<u64> = scene.listing().lines.iter().filter_map(|line| line.pc.map(u64::from)).collect();
    let before = log.standing::<Stack>().map(|(_, _, stack)| stack).find(|stack| stack.unit == question.unit);
    let all = LaneMask(lanes::below(lanes.into()));
    let (mut depth, mut mask) = before.map_or((0, all), |stack| (stack.depth, stack.mask));
    let steps = log.own::<Stack>(from).filter(|(cycle, stack)| *cycle < to && stack.unit == question.unit);
    let mut table =
        Table::new(&["cycle", "instruction", "mask before", "mask after", "pushed or popped", "entries"]);
    let mut left_out = 0;
    for (cycle, stack) in steps {
        if table.rows.len() < ROWS {
            let behind = code.iter().copied().find(|pc| *pc > stack.pc.into());
            let what = says((depth, mask.0), &stack, behind.unwrap_or_default(), lanes);
            let bits = |mask: LaneMask| TableCell::text(lanes::row(mask.0, lanes)).looking(Look::Bits);
            table.rows.push(Vec::from([
                TableCell::text(cycle.to_string()),
                TableCell::of(scene.code().name(stack.pc), Mark::Pc(stack.pc)),
                bits(mask),
                bits(stack.mask),
                TableCell::text(what),
                TableCell::text(stack.depth.to_string()),
            ]));
        } else {
            left_out += 1;
        }
        (depth, mask) = (stack.depth, stack.mask);
    }
    let is_whole = log.end() >= to;
    if table.rows.is_empty() && left_out == 0 && is_whole {
        return Figure::empty(SPLITS.about.empty);
    }
    let remark = match (left_out, !is_whole) {
        (0, false) => String::new(),
        (0, true) => format!("Only cycles up to {} are shown.", log.end()),
        (left, _) => format!("{left} more are left out: look at fewer cycles."),
    };
    Figure::from(Form::Table(table)).with_remark(remark)
}

/// What was pushed or popped: entries as the reference writes them. `behind` is the instruction behind a `split`.
fn says((depth, mask): (u32, u64), now: &Stack, behind: u64, lanes: u16) -> String {
    let text = |kind: Kind, mask: u64| Entry { kind, mask }.text(lanes);
    let after = now.mask.0;
    match now.depth.checked_sub(depth) {
        Some(0 | 1) => format!("pushed {}", text(Kind::Uni, mask)),
        Some(_) => {
            let other = text(Kind::Else { pc: behind }, mask & !after);
            format!("pushed {} {other}", text(Kind::FallThrough, mask))
        }
        None if after == mask => format!("popped {}", text(Kind::Uni, after)),
        None if after & mask == 0 => format!("popped E{}", lanes::row(after, lanes)),
        None => format!("popped {}", text(Kind::FallThrough, after)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of W5 and W7: entries and masks before and after.
    #[test]
    fn w7_what_splits_push_and_joins_pop() {
        let row = |text: &str| {
            (0..).zip(text.bytes()).fold(0, |set, (lane, bit)| set | u64::from(bit == b'1') << lane)
        };
        let steps = [
            ("1111", 2, "0011", "pushed F1111 E1100@8"),
            ("0011", 1, "1100", "popped E1100"),
            ("1100", 3, "0100", "pushed F1100 E1000@8"),
            ("0100", 2, "1000", "popped E1000"),
            ("1000", 1, "1100", "popped F1100"),
            ("1100", 0, "1111", "popped F1111"),
            ("1111", 1, "1111", "pushed U1111"),
            ("1111", 0, "1111", "popped U1111"),
        ];
        let mut depth = 0;
        for (before, entries, after, said) in steps {
            let now = Stack { unit: 0, depth: entries, mask: LaneMask(row(after)), pc: 4 };
            assert_eq!(says((depth, row(before)), &now, 8, 4), said);
            depth = entries;
        }
    }
}
