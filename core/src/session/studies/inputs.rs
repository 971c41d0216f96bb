//! What a study is given.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::figure::{About, StudyInput};

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
