//! The panels that show this machine, in tab order.

mod courses;
mod fields;
mod growth;
mod packed;
pub mod parts;
pub mod sites;
mod tiles;

use lanescope_parts::{
    figure::{About, Panel, panel},
    machines::panels::{
        MachinePanel, accesses::ACCESSES, console::CONSOLE, diagram::DIAGRAM, dram::DRAM, follow::FOLLOW,
        lanes::LANES, registers::REGISTERS, timeline::TIMELINE,
    },
};

/// What is the same on other machines has a sentence of its own here.
pub const PANELS: &[MachinePanel] = &panel::rows([
    Panel {
        about: About {
            says: "Threads down, cycles to the right: a cell says that the thread issued an instruction, or why it did not.",
            ..TIMELINE.about
        },
        ..TIMELINE
    },
    DIAGRAM,
    FOLLOW,
    fields::FIELDS,
    packed::PACKED,
    tiles::TILES,
    courses::COURSES,
    growth::GROWTH,
    Panel {
        about: About {
            says: "With memory of that kind, the commands of each bank: an activate opens a row, accesses that find it open are cheap.",
            ..DRAM.about
        },
        ..DRAM
    },
    Panel {
        about: About {
            says: "The elements of each thread's next instruction: as many as its register is cut into, less those that a mask leaves out.",
            ..LANES.about
        },
        ..LANES
    },
    Panel {
        about: About {
            says: "The registers of the selected thread: scalar ones, and masks where there are some.",
            ..REGISTERS.about
        },
        ..REGISTERS
    },
    Panel {
        about: About {
            says: "The addresses of the selected thread's next access: one for a whole register, one for each element of a gather.",
            ..ACCESSES.about
        },
        ..ACCESSES
    },
    CONSOLE,
]);
