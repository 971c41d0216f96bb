//! What a machine says about itself to people: presets, settings, panels, instructions. Plain data for forms, pages and
//! documentation.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::settings::Info;
use crate::{
    figure::PanelInfo,
    trace::{Causes, event::EventInfo},
};

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
    /// Does its assembler link several texts?
    pub links: bool,
    /// Its presets; the first is the default.
    pub presets: Vec<PresetInfo>,
    /// Its settings in form order.
    pub settings: Vec<Info>,
    /// The causes that its units and issue slots can have.
    pub causes: Causes,
    /// The events that are recorded of it.
    pub events: Vec<EventInfo>,
    /// The panels of its own, in tab order; the laboratory's follow behind them.
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
    /// What has been corrected in it, in the order of time.
    pub corrections: Vec<CorrectionInfo>,
}

/// A correction of a preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectionInfo {
    /// What was corrected, as the end of a sentence.
    pub what: String,
    /// The setting, and its value, with which a document of before stays as it was.
    pub keeps: Option<(String, String)>,
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
