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
    orders, requests,
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

/// What a request is described by.
const REQUEST: &[StudyInput] = &[
    StudyInput::new("line", Of::Number, "", "line of a request of the program; without it all are looked at"),
    StudyInput::new("words", Of::Number, "", "instead of the program's: words in a row of the request"),
    StudyInput::new("rows", Of::Number, "1", "how many such rows"),
    StudyInput::new(
        "period",
        Of::Number,
        "",
        "words from the beginning of a row to the next; as many as are wanted",
    ),
    StudyInput::new(
        "indexes",
        Of::Number,
        "0",
        "indexes into these words, each with a burst; 0 for all the words",
    ),
    StudyInput::new("write", Of::Number, "0", "1 if the words are written"),
];

/// The studies of the machine's own.
pub const STUDIES: &[Study<Begin<Function, Spec>>] = &studies::rows([WORST_CASE, REQUESTS, ORDERS]);

/// Phases that a person writes down.
const PHASES_OF_GROUPS: &[StudyInput] = &[
    StudyInput::new("groups", Of::Number, "4", "groups of the launch"),
    StudyInput::new(
        "phases",
        Of::Number,
        "c10 d30 c20 s5 c8 d25",
        "phases of a group in order: c, d or s for computing, DRAM or scratchpad, and the cycles",
    ),
];

/// What orders there are, and what they cost.
const ORDERS: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "orders",
        title: "Orders of phases",
        says: "In how many orders can the phases of groups follow each other, and what does a policy cost that leaves one of them?",
        label: "How many orders there are by the policy, what they cost at most, and the one order as bars.",
        help: &[
            (
                "Orders",
                "Two slots, each with one group after the other: all ways in which the phases of both can begin one behind the other. A bound has to hold for each.",
            ),
            ("In pairs", "Two groups begin together, and the next two when both are over."),
            (
                "Two resources",
                "If scratchpads count as accesses or as computation, groups take turns: one order is left.",
            ),
            ("Phases", "`c10 d30 s5`: computes 10 cycles, waits 30 for the DRAM, 5 for its scratchpad."),
        ],
        legend: &[],
        empty: "Write down phases such as `c10 d30`.",
        takes: &[],
        shows: &[],
    },
    inputs: PHASES_OF_GROUPS,
    begin: orders::begin as Begin<Function, Spec>,
};

/// How long a request takes.
const REQUESTS: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "requests",
        title: "Requests of memory",
        says: "How long does a request of main memory take at most, wherever its words lie, and how much of the data bus does it use?",
        label: "Requests with their longest delays by equation and by search, the delay at each place, and fixed patterns beside it.",
        help: &[
            (
                "Delay",
                "DRAM cycles from the beginning of a request until all rows are closed: until then no other one begins. The response is over when its last word has moved. Refreshes are not in it.",
            ),
            (
                "Equation",
                "The closed bounds of the thesis for words in a row that begin anywhere, and for a burst for each index. Rectangles with gaps have none.",
            ),
            (
                "Search",
                "Runs of the memory controller: of a rectangle for each of the 4,096 places that its first word may have in a row of a bank pair; of indexes for sequences made to be slow.",
            ),
            (
                "Bank groups",
                "Neighbouring bursts go to banks of different groups, which may follow each other faster. Beside the part of the settings stands one with the other number of groups.",
            ),
            (
                "Patterns",
                "A controller that knows only fixed patterns of commands for so many bursts. It moves whole patterns.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "the part of the settings"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "the part with the other number of bank groups"),
        ],
        empty: "The program has no request of main memory: describe one by its `words`.",
        takes: &[],
        shows: &[],
    },
    inputs: REQUEST,
    begin: requests::begin as Begin<Function, Spec>,
};

/// The bound of a launch.
const WORST_CASE: Study<Begin<Function, Spec>> = Study {
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
        legend: &[],
        empty: "The program is analysed, it is not run.",
        takes: &[],
        shows: &[],
    },
    inputs: INPUTS,
    begin: family::worst_case as Begin<Function, Spec>,
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
