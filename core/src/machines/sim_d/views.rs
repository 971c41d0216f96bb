//! The panels that show this machine, in tab order.

mod dram;
mod masks;
pub mod parts;
mod phases;
mod request;
mod sequencer;
mod shapes;
mod sizes;
mod snoop;

use super::{
    family::{self, Function},
    spec::Spec,
};
use crate::{
    figure::{
        About, Ink, Panel, StudyInput,
        legend::{Entry, Swatch},
        panel::{self, Of},
    },
    machines::{
        panels::{
            MachinePanel, diagram::DIAGRAM, follow::FOLLOW, lanes::LANES, registers::REGISTERS,
            timeline::TIMELINE,
        },
        studies::{self, Begin, Study},
    },
};

/// What the bound of a launch can be given.
const INPUTS: &[StudyInput] = &[StudyInput::new(
    "turns",
    Of::Number,
    "",
    "most times that a loop goes back to its beginning of which nothing else is known",
)];

/// The studies of the machine's own.
pub const STUDIES: &[Study<Begin<Function, Spec>>] = &studies::rows([Study {
    about: About {
        id: "wcet",
        title: "Worst case",
        says: "How long does the launch take at most, whatever its data are, and of which phases is that made?",
        label: "The bounds, the phases of the first groups, and what each part of the program costs at most.",
        help: &[
            (
                "Bounds",
                "Those of the author's tool, and `bound`: with the settings as they are, no run is longer, if what is said of branches and loops is true.",
            ),
            (
                "Phases",
                "A group computes or waits for one request. Two groups take turns: here every phase lasts as long as it may.",
            ),
            (
                "Requests",
                "The longest of all places where a request may lie, by runs of the memory controller, each after whatever was served before.",
            ),
            (
                "Loops",
                "What bounds each: an annotation of the program, what the compiler found out for the numbers of this launch, or the decision `bound` about a line: most times that the loop on it goes back to its beginning.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "computes"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "main memory"),
            Entry::Swatch(Swatch::Bar, Ink::Link(5), "scratchpad"),
        ],
        empty: "The program is analysed, it is not run.",
        takes: &[],
        shows: &[],
    },
    inputs: INPUTS,
    begin: family::worst_case as Begin<Function, Spec>,
}]);

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
    shapes::SHAPES,
    sizes::SIZES,
]);
