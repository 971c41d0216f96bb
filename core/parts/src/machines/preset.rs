//! Presets: machines that somebody built, or could have, as changes to the defaults of a settings table.

use alloc::{format, vec::Vec};

use crate::base::prose;

use super::{
    info::{CorrectionInfo, PresetInfo},
    settings::Settings,
};

/// A preset.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Permanent id behind that of the machine and a slash.
    pub id: &'static str,
    /// Heading.
    pub name: &'static str,
    /// What it is like, in a sentence.
    pub doc: &'static str,
    /// Where its numbers come from.
    pub source: &'static str,
    /// The settings that differ from the defaults of the table.
    pub changes: &'static [(&'static str, &'static str)],
}

/// A correction of presets. Its place in the list of a machine is when it was made: links hold how many of them they know.
#[derive(Clone, Copy, Debug)]
pub struct Correction {
    /// The presets that it changed, by the parts of their ids behind the slash.
    pub presets: &'static [&'static str],
    /// What was corrected, as the end of a sentence.
    pub what: &'static str,
    /// The setting, and its value, with which a document of before stays as it was: it gets it, and nobody has to be told.
    pub keeps: Option<(&'static str, &'static str)>,
}

/// The rows of a table of presets; a program without [prose](mod@crate::base::prose) leaves out what only explains.
pub const fn rows<const N: usize>(mut rows: [Preset; N]) -> [Preset; N] {
    let mut at = 0;
    while at < N {
        rows[at] = Preset { doc: prose(rows[at].doc), source: prose(rows[at].source), ..rows[at] };
        at += 1;
    }
    rows
}

/// The settings of a preset; `None` if there is none of this name, or one of its values is not allowed.
pub fn find<S: Settings + Default>(presets: &[Preset], id: &str) -> Option<S> {
    let preset = presets.iter().find(|preset| preset.id == id)?;
    let mut spec = S::default();
    preset.changes.iter().try_for_each(|(id, value)| spec.set(id, value)).ok()?;
    Some(spec)
}

/// What has been corrected in a preset, by the part of its id behind the slash, in the order of time.
pub fn corrections(all: &[Correction], preset: &str) -> Vec<CorrectionInfo> {
    let of_it = all.iter().filter(|correction| correction.presets.contains(&preset));
    let info = |one: &Correction| CorrectionInfo {
        what: one.what.into(),
        keeps: one.keeps.map(|(id, value)| (id.into(), value.into())),
    };
    of_it.map(info).collect()
}

/// The presets of a machine for those who choose one.
pub fn infos<S: Settings + Default>(
    machine: &str,
    presets: &[Preset],
    all: &[Correction],
) -> Vec<PresetInfo> {
    let info = |preset: &Preset| PresetInfo {
        id: format!("{machine}/{}", preset.id),
        name: preset.name.into(),
        doc: preset.doc.into(),
        source: preset.source.into(),
        values: find::<S>(presets, preset.id).map(|spec| spec.all()).unwrap_or_default(),
        corrections: corrections(all, preset.id),
    };
    presets.iter().map(info).collect()
}
