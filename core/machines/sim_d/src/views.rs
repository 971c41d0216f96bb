//! The panels that show this machine, in tab order.

pub mod blocks;
mod critical;
mod dram;
mod masks;
pub mod parts;
mod phases;
mod program;
mod request;
mod sequencer;
mod shapes;
pub mod sites;
mod sizes;
mod snoop;

use lanescope_parts::{
    figure::{About, Panel, panel},
    machines::panels::{
        MachinePanel, console::CONSOLE, diagram::DIAGRAM, follow::FOLLOW, lanes::LANES, registers::REGISTERS,
        timeline::TIMELINE,
    },
};

/// What is the same on other machines has a sentence of its own here.
pub const PANELS: &[MachinePanel] = &panel::rows([
    Panel {
        about: About {
            says: "The two slots for work-groups down, cycles to the right: a phase of computation, then one that waits for memory.",
            ..TIMELINE.about
        },
        ..TIMELINE
    },
    phases::PHASES,
    blocks::BLOCKS,
    DIAGRAM,
    FOLLOW,
    dram::DRAM,
    sequencer::SEQUENCER,
    snoop::SNOOP,
    masks::MASKS,
    Panel {
        about: About {
            says: "The work-items of each slot's group, and which of them its next instruction is for.",
            ..LANES.about
        },
        ..LANES
    },
    Panel {
        about: About {
            says: "The registers of the selected slot: vectors with a word of each work-item, predicates, masks, scalars.",
            ..REGISTERS.about
        },
        ..REGISTERS
    },
    Panel {
        about: About {
            says: "What the program's debug instructions have shown.",
            empty: "No debug instruction has shown anything yet.",
            ..CONSOLE.about
        },
        ..CONSOLE
    },
    shapes::SHAPES,
    sizes::SIZES,
]);
