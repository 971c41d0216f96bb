//! What a machine says about itself to people: presets, settings, panels, instructions. Plain data for forms, pages and
//! documentation.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::settings::Info;
use crate::{
    asm::table::{Directive, Operator},
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

/// What a machine's assembler reads beside instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssemblerInfo {
    /// Its directives.
    pub directives: Vec<DirectiveInfo>,
    /// The operators of its expressions, those that bind tightest first.
    pub operators: Vec<OperatorInfo>,
}

/// A directive of an assembler, for documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectiveInfo {
    /// Its names. One that ends with `…` is each name that begins so.
    pub names: Vec<String>,
    /// What stands behind it.
    pub takes: String,
    /// What it does, in a sentence.
    pub doc: String,
    /// Who laid that down.
    pub source: String,
}

/// An operator of expressions, for documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorInfo {
    /// How it is written with its operands.
    pub syntax: String,
    /// How tightly it binds: those with more take their operands first.
    pub binds: u8,
    /// What it makes of its operands.
    pub doc: String,
}

impl AssemblerInfo {
    /// What these rows say.
    pub fn of<D, B, F>(
        directives: &[Directive<D>],
        before: &[Operator<B>],
        between: &[Operator<F>],
    ) -> AssemblerInfo {
        let directive = |row: &Directive<D>| DirectiveInfo {
            names: row.names.iter().map(ToString::to_string).collect(),
            takes: row.takes.into(),
            doc: row.says.into(),
            source: row.source.into(),
        };
        let before = before.iter().map(|row| OperatorInfo {
            syntax: format!("{}a", row.sign),
            binds: row.binds,
            doc: row.says.into(),
        });
        let between = between.iter().map(|row| OperatorInfo {
            syntax: format!("a {} b", row.sign),
            binds: row.binds,
            doc: row.says.into(),
        });
        AssemblerInfo {
            directives: directives.iter().map(directive).collect(),
            operators: before.chain(between).collect(),
        }
    }
}
