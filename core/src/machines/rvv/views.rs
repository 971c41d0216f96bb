//! The panels that show this machine, in tab order, as data.

use crate::machines::info::PanelKind;

/// Kind, title, and what to look for.
pub const PANELS: &[(PanelKind, &str, &str)] = &[
    (
        PanelKind::Timeline,
        "Timeline",
        "Front end and functional units down, cycles to the right: a cell says that an element group entered the unit, or why none did.",
    ),
    (
        PanelKind::Convoys,
        "Convoys",
        "Which vector instruction occupies which unit when. Arrows are chains: results are taken while they are made.",
    ),
    (
        PanelKind::Groups,
        "Elements",
        "The lanes of the selected unit over time, each cell the number of the element that enters: a column is an element group.",
    ),
    (
        PanelKind::Strips,
        "Strips",
        "How the loop is cut into strips: the height of a strip is its share of the elements that it could have.",
    ),
    (
        PanelKind::Vectors,
        "Vectors",
        "The mask and the vector registers of the selected unit's core, divided into elements by vector length and type.",
    ),
    (
        PanelKind::Banks,
        "Banks",
        "Which bank of memory is busy when: look for rows that are always full while others are empty.",
    ),
    (
        PanelKind::Dram,
        "DRAM",
        "With memory of that kind, the commands of each bank: an activate opens a row, accesses that find it open are cheap.",
    ),
    (
        PanelKind::Lanes,
        "Lanes",
        "The lanes of every functional unit in this cycle: one element group fills a row, masked-off elements leave their lane idle.",
    ),
    (
        PanelKind::Registers,
        "Registers",
        "The scalar registers of the selected unit's core; the vector registers are in Vectors.",
    ),
    (PanelKind::Memory, "Memory", "The buffers; bytes that the run has changed are marked."),
    (
        PanelKind::Accesses,
        "Accesses",
        "The addresses of the element group in the selected load/store unit: each of a pass has a bank of its own.",
    ),
    (
        PanelKind::Roofline,
        "Roofline",
        "Float operations a second over operations a byte, up to the cursor: the slanted roof is memory, the flat one the float units.",
    ),
];
