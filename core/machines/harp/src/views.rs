//! The panels that show this machine, in tab order.
//!
//! [`parts`] says what the diagram shows, [`branches`] has the table of branches that the study of policies shows.

pub mod branches;
pub mod flow;
pub mod parts;
pub mod sites;
mod splits;
mod stack;

use lanescope_parts::{
    figure::{About, Panel, panel},
    machines::panels::{
        MachinePanel, accesses::ACCESSES, console::CONSOLE, diagram::DIAGRAM, dram::DRAM, follow::FOLLOW,
        lanes::LANES, registers::REGISTERS, timeline::TIMELINE,
    },
};

/// See the module.
pub const PANELS: &[MachinePanel] = &panel::rows([
    Panel {
        about: About {
            says: "Warps down, cycles to the right: a cell says that the warp was taken into the pipeline, or where it is and why it is not ready.",
            ..TIMELINE.about
        },
        ..TIMELINE
    },
    DIAGRAM,
    FOLLOW,
    Panel {
        about: About {
            says: "Every lane of every warp in this cycle: pale lanes wait on the stack, or their guard is false.",
            ..LANES.about
        },
        ..LANES
    },
    stack::STACK,
    splits::SPLITS,
    branches::BRANCHES,
    flow::FLOW,
    Panel {
        about: About {
            says: "With memory of that kind (`mem_model` = dram or hmc), the commands of each bank: a channel keeps a row open, a vault closes it behind each access.",
            ..DRAM.about
        },
        ..DRAM
    },
    Panel {
        about: About {
            says: "Registers and predicates of the selected warp in every lane; what the last cycle changed is marked.",
            ..REGISTERS.about
        },
        ..REGISTERS
    },
    Panel {
        about: About {
            says: "Which lines of memory the selected warp's lanes request: fewer is faster.",
            ..ACCESSES.about
        },
        ..ACCESSES
    },
    CONSOLE,
]);
