//! The divergence stack of the selected warp, bottom first as it grew.

use lanescope_parts::{
    figure::{About, Panel, Takes, legend::Entry},
    machines::panels::{MachinePanel, stacks},
};

/// The row of the stack.
pub const STACK: MachinePanel = Panel {
    about: About {
        id: "stack",
        title: "SIMT stack",
        says: "The paths of the selected warp that still have to run, top last, with the place where their lanes meet again.",
        label: "Divergence stack of the selected warp.",
        help: &[
            (
                "Rows",
                "One path that lanes of the selected warp still have to take, the newest last; only the top one runs.",
            ),
            (
                "Joins at",
                "The instruction where the lanes of this entry meet the others again (the immediate post-dominator of the branch).",
            ),
            ("Next", "Where the lanes of this entry go on."),
        ],
        legend: &[
            Entry::Token("lane-on", "the lane takes part"),
            Entry::Token("lane-off", "the lane is switched off, or has no work-item"),
        ],
        empty: "This warp has no work at this cycle, so its stack is empty.",
        takes: &[Takes::Cursor, Takes::Unit],
        shows: &[],
    },
    answer: stacks::stack,
};
