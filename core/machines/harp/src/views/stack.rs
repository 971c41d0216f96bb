//! The stack of the selected warp, bottom first as it grew (HARP 3.6).

use lanescope_parts::{
    figure::{About, Panel, Takes, legend::Entry},
    machines::panels::{MachinePanel, stacks},
};

/// The row of the stack.
pub const STACK: MachinePanel = Panel {
    about: About {
        id: "stack",
        title: "IPDOM stack",
        says: "The lanes of the selected warp that wait for their turn or for each other: each split pushes, each join pops the last row.",
        label: "Stack of split and join of the selected warp.",
        help: &[
            (
                "Rows",
                "An entry, the newest last. A split on which lanes disagree pushes two: all lanes, and above them those whose guard is false. Where they agree it is one.",
            ),
            (
                "Goes on at",
                "Where the lanes begin when a join takes the entry: the jump behind the split, or the join itself.",
            ),
            ("Mask", "The lanes that are on from then on."),
        ],
        legend: &[
            Entry::Token("lane-on", "the lane is on when the entry is taken"),
            Entry::Token("lane-off", "the lane is off"),
        ],
        empty: "No lanes of this warp wait at this cycle: its stack is empty.",
        takes: &[Takes::Cursor, Takes::Unit],
        shows: &[],
    },
    answer: stacks::stack,
};
