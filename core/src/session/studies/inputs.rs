//! What a study is given.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    document::MachineChoice,
    figure::{About, StudyInput},
    machines::{
        registry,
        settings::{self, Info},
    },
};

/// What a study was given.
#[derive(Clone, Debug, Default)]
pub struct Inputs(pub(super) Vec<(String, String)>);

impl Inputs {
    /// A value by its name.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// The inputs of a study: those that are given, and the usual values of the others.
pub(super) fn read(
    about: &About,
    inputs: &[StudyInput],
    given: &[(String, String)],
) -> Result<Inputs, String> {
    if let Some((name, _)) = given.iter().find(|(name, _)| inputs.iter().all(|input| input.name != *name)) {
        let names: Vec<&str> = inputs.iter().map(|input| &*input.name).collect();
        let takes = if names.is_empty() { "nothing".into() } else { names.join(", ") };
        return Err(format!("study `{}` takes no `{name}`; it takes {takes}", about.id));
    }
    let value = |input: &StudyInput| {
        let said = given.iter().rev().find(|(known, _)| *known == input.name);
        (input.name.to_string(), said.map_or_else(|| input.usual.to_string(), |(_, value)| value.clone()))
    };
    Ok(Inputs(inputs.iter().map(value).collect()))
}

/// The words of a list with commas.
pub(super) fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty())
}

/// A setting of a machine by its id, as a person wrote it; `None` if this program does not have the machine.
///
/// # Errors
/// The machine has no such setting: the sentence names it and says where all of them are listed.
pub(super) fn setting(machine: &MachineChoice, id: &str) -> Result<Option<Info>, String> {
    let Some(info) = registry::infos().into_iter().find(|info| info.id == machine.machine()) else {
        return Ok(None);
    };
    let meant = |one: &Info| one.id == id || one.was.iter().any(|was| was == id);
    match info.settings.iter().find(|one| meant(one)) {
        Some(found) => Ok(Some(found.clone())),
        None => {
            let why = settings::unknown(id, info.settings.iter().map(|one| one.id.as_str()));
            Err(format!("{why} (`list settings --machine {}` prints them all)", info.id))
        }
    }
}
