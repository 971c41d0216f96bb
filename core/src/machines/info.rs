//! What a machine says about itself to people: presets, settings, panels, instructions. Plain data for forms, pages and
//! documentation.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::settings::Info;

/// A machine of the registry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MachineInfo {
    /// Permanent id, such as `simt`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What it is, in a sentence.
    pub doc: String,
    /// What one instruction of a unit is called in its counts, in the plural.
    pub instructions: String,
    /// Its presets; the first is the default.
    pub presets: Vec<PresetInfo>,
    /// Its settings in form order.
    pub settings: Vec<Info>,
    /// The panels that show it, in tab order.
    pub panels: Vec<PanelInfo>,
}

/// A preset of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PresetInfo {
    /// Permanent id with the machine's, such as `simt/teaching`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What it stands for, in a sentence.
    pub doc: String,
    /// Where its numbers come from.
    pub source: String,
    /// Every setting with its value.
    pub values: Vec<(String, String)>,
}

/// A panel of a machine: which kind of picture, and what it says of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanelInfo {
    /// Kind of picture.
    pub kind: PanelKind,
    /// Title of the tab.
    pub title: String,
    /// What it shows and what to look for, in a sentence.
    pub doc: String,
}

impl PanelInfo {
    /// The panels of a machine's table of kind, title and sentence.
    pub fn list(table: &[(PanelKind, &str, &str)]) -> Vec<PanelInfo> {
        let info = |(kind, title, doc): &(PanelKind, &str, &str)| PanelInfo {
            kind: *kind,
            title: (*title).into(),
            doc: (*doc).into(),
        };
        table.iter().map(info).collect()
    }
}

/// Kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PanelKind {
    /// Units x cycles.
    Timeline,
    /// Units x lanes at the current cycle.
    Lanes,
    /// Divergence stack of the selected unit.
    Stack,
    /// Registers of the selected unit.
    Registers,
    /// Buffers and work-group memory.
    Memory,
    /// The selected unit's memory access: segments and bank passes.
    Accesses,
    /// DRAM commands, banks x cycles.
    Dram,
    /// Vector instructions in their units, with chains and convoys, units x cycles.
    Convoys,
    /// Elements of the selected unit, lanes x cycles.
    Groups,
    /// Vector registers as vector length and type divide them, and the mask.
    Vectors,
    /// Word-interleaved memory, banks x cycles.
    Banks,
    /// How loops are cut into strips.
    Strips,
    /// What the run reaches below the roofs of the machine.
    Roofline,
}

/// An instruction of a machine's ISA, for documentation and completion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpInfo {
    /// How it is written.
    pub syntax: String,
    /// Its class, the key of the latency table.
    pub class: String,
    /// What it does, in a line.
    pub doc: String,
}
