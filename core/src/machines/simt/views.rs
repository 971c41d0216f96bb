//! The panels that show this machine, in tab order, as data.

use crate::machines::info::PanelKind;

/// Kind, title, and what to look for.
pub const PANELS: &[(PanelKind, &str, &str)] = &[
    (
        PanelKind::Timeline,
        "Timeline",
        "Warps down, cycles to the right: a cell says that the warp issued an instruction, or why it did not.",
    ),
    (
        PanelKind::Lanes,
        "Lanes",
        "Every lane of every warp in this cycle: pale lanes are switched off by a branch and do no work.",
    ),
    (
        PanelKind::Stack,
        "SIMT stack",
        "The paths of the selected warp that still have to run, top last, with the place where their lanes meet again.",
    ),
    (
        PanelKind::Registers,
        "Registers",
        "Each register of the selected warp in every lane; what the last cycle changed is marked.",
    ),
    (
        PanelKind::Memory,
        "Memory",
        "The buffers and the group's shared memory; bytes that the run has changed are marked.",
    ),
    (
        PanelKind::Accesses,
        "Accesses",
        "Which memory segments the selected warp's lanes need, and which bank conflicts cost extra passes: fewer is faster.",
    ),
    (
        PanelKind::Dram,
        "DRAM",
        "Commands of each bank: an activate opens a row, reads and writes that find it open are cheap.",
    ),
    (
        PanelKind::Roofline,
        "Roofline",
        "Float operations a second over operations a byte, up to the cursor: the slanted roof is memory, the flat one the float units.",
    ),
];
