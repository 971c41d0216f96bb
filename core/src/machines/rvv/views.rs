//! The panels that show this machine, in tab order, as data.

use alloc::vec::Vec;

use crate::machines::info::{PanelInfo, PanelKind};

/// Kind, title, and what to look for.
const PANELS: &[(PanelKind, &str, &str)] = &[
    (
        PanelKind::Timeline,
        "Timeline",
        "Front end and functional units down, cycles to the right: a cell says that an element group entered the unit, or why none did.",
    ),
    (
        PanelKind::Lanes,
        "Lanes",
        "The lanes of every functional unit in this cycle: one element group fills a row, masked-off elements leave their lane idle.",
    ),
    (
        PanelKind::Registers,
        "Registers",
        "Scalar and vector registers of the selected unit's core, cut into elements by vector length and type.",
    ),
    (PanelKind::Memory, "Memory", "The buffers; bytes that the run has changed are marked."),
    (
        PanelKind::Accesses,
        "Accesses",
        "The addresses of the element group in the selected load/store unit: each of a pass has a bank of its own.",
    ),
];

/// The panels.
pub fn panels() -> Vec<PanelInfo> {
    let info = |(kind, title, doc): &(PanelKind, &str, &str)| PanelInfo {
        kind: *kind,
        title: (*title).into(),
        doc: (*doc).into(),
    };
    PANELS.iter().map(info).collect()
}
