//! The panels that show this machine, in tab order.

pub mod occupancy;
pub mod parts;
pub mod sites;
mod stack;

use lanescope_parts::{
    figure::{About, Panel, panel},
    machines::panels::{
        MachinePanel, accesses::ACCESSES, diagram::DIAGRAM, dram::DRAM, follow::FOLLOW, lanes::LANES,
        registers::REGISTERS, timeline::TIMELINE,
    },
};

/// What is the same on other machines has a sentence of its own here.
pub const PANELS: &[MachinePanel] = &panel::rows([
    Panel {
        about: About {
            says: "Warps down, cycles to the right: a cell says that the warp issued an instruction, or why it did not.",
            ..TIMELINE.about
        },
        ..TIMELINE
    },
    DIAGRAM,
    FOLLOW,
    Panel {
        about: About {
            says: "Every lane of every warp in this cycle: pale lanes are switched off by a branch and do no work.",
            ..LANES.about
        },
        ..LANES
    },
    stack::STACK,
    occupancy::OCCUPANCY,
    Panel {
        about: About {
            says: "Each register of the selected warp in every lane; what the last cycle changed is marked.",
            ..REGISTERS.about
        },
        ..REGISTERS
    },
    Panel {
        about: About {
            says: "Which memory segments the selected warp's lanes need, and which bank conflicts cost extra passes: fewer is faster.",
            ..ACCESSES.about
        },
        ..ACCESSES
    },
    DRAM,
]);
