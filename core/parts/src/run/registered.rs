//! A machine of the list.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::marker::PhantomData;

use super::{Bench, workbench::Workbench};
use crate::{
    document::MachineChoice,
    figure::PanelInfo,
    files::Files,
    machines::{
        Machine,
        family::{Family, OwnCount},
        info::{AssemblerInfo, CorrectionInfo, MachineInfo, OpInfo},
        preset,
        settings::{Info, Settings},
        studies::Study,
    },
    source::{Diagnostic, Listing, Span},
};

/// A machine of the list, without its types.
pub trait Registered: Sync {
    /// See [`Family::ID`].
    fn id(&self) -> &'static str;
    /// What it says about itself.
    fn info(&self) -> MachineInfo;
    /// Its instructions.
    fn ops(&self) -> Vec<OpInfo>;
    /// What its assembler reads beside them, if that is in tables.
    fn assembler(&self) -> AssemblerInfo;
    /// Its settings.
    fn settings(&self) -> Vec<Info>;
    /// What has been corrected in one of its presets, by the part of its id behind the slash, in the order of time.
    fn corrections(&self, preset: &str) -> Vec<CorrectionInfo>;
    /// See [`Family::data_files`].
    fn data_files(&self, text: &str) -> Vec<String>;
    /// See [`Family::stands_for`].
    fn stands_for(&self, name: &str, binary: &[u8]) -> Option<String>;
    /// See [`Family::object`], of a choice.
    fn object(&self, choice: &MachineChoice, files: &Files) -> (Option<Vec<u8>>, Vec<Diagnostic>);
    /// See [`Family::OWN_COUNTS`].
    fn own_counts(&self) -> &'static [OwnCount];
    /// See [`Family::DECIDES`].
    fn compiler_decides(&self) -> &'static [&'static str];
    /// The studies of its own, as panels for user interfaces.
    fn own_studies(&self) -> Vec<PanelInfo>;
    /// The ids of what a person can decide about lines for its compiler or its studies, each once.
    fn own_decisions(&self) -> Vec<&'static str>;
    /// What one of them says of itself and can be given.
    fn own_study(&self, id: &str) -> Option<Study<()>>;
    /// The listing of a program in its binary form; `None` if it has no such form.
    ///
    /// # Errors
    /// What is wrong with the choice, or why it is no such program.
    fn disassemble(&self, choice: &MachineChoice, binary: &[u8]) -> Result<Option<Listing>, Vec<Diagnostic>>;
    /// The machine with the settings of a choice.
    ///
    /// # Errors
    /// Everything that is wrong with the choice.
    fn open(&self, choice: &MachineChoice) -> Result<Box<dyn Bench>, Vec<Diagnostic>>;
}

/// A family as a machine of the list.
#[derive(Clone, Copy, Debug)]
pub struct Of<F>(PhantomData<fn() -> F>);

impl<F> Of<F> {
    /// The only value.
    pub const NEW: Of<F> = Of(PhantomData);
}

impl<F: Family> Registered for Of<F> {
    fn id(&self) -> &'static str {
        F::ID
    }

    fn info(&self) -> MachineInfo {
        F::info()
    }

    fn ops(&self) -> Vec<OpInfo> {
        F::ops()
    }

    fn assembler(&self) -> AssemblerInfo {
        F::assembler()
    }

    fn settings(&self) -> Vec<Info> {
        F::Spec::table()
    }

    fn corrections(&self, preset: &str) -> Vec<CorrectionInfo> {
        preset::corrections(F::CORRECTIONS, preset)
    }

    fn data_files(&self, text: &str) -> Vec<String> {
        F::data_files(text)
    }

    fn stands_for(&self, name: &str, binary: &[u8]) -> Option<String> {
        F::stands_for(name, binary)
    }

    fn object(&self, choice: &MachineChoice, files: &Files) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
        match configure::<F>(choice) {
            Ok(spec) => F::object(files, &spec),
            Err(wrong) => (None, wrong),
        }
    }

    fn own_counts(&self) -> &'static [OwnCount] {
        F::OWN_COUNTS
    }

    fn compiler_decides(&self) -> &'static [&'static str] {
        F::DECIDES
    }

    fn own_studies(&self) -> Vec<PanelInfo> {
        let info = |study: &Study<_>| PanelInfo {
            study: Some(study.inputs.to_vec()),
            ..study.about.info(&F::Running::CAUSES)
        };
        F::studies().iter().map(info).collect()
    }

    fn own_decisions(&self) -> Vec<&'static str> {
        let mut ids = F::DECIDES.to_vec();
        for id in F::studies().iter().flat_map(|study| study.decides) {
            if !ids.contains(id) {
                ids.push(id);
            }
        }
        ids
    }

    fn own_study(&self, id: &str) -> Option<Study<()>> {
        let study = F::studies().iter().find(|study| study.about.id == id)?;
        Some(Study { about: study.about, inputs: study.inputs, decides: study.decides, begin: () })
    }

    fn disassemble(&self, choice: &MachineChoice, binary: &[u8]) -> Result<Option<Listing>, Vec<Diagnostic>> {
        let wrong = |why| Vec::from([Diagnostic::error("binary::form", Span::NONE, why)]);
        F::disassemble(binary, &configure::<F>(choice)?).transpose().map_err(wrong)
    }

    fn open(&self, choice: &MachineChoice) -> Result<Box<dyn Bench>, Vec<Diagnostic>> {
        Ok(Box::new(Workbench::<F>::new(configure::<F>(choice)?)))
    }
}

/// The settings of a choice.
///
/// # Errors
/// A sentence for each thing that is wrong: no such preset, no such setting, a value out of range.
pub fn configure<F: Family>(choice: &MachineChoice) -> Result<F::Spec, Vec<Diagnostic>> {
    let wrong = |message: String| Diagnostic::error("machine::setting", Span::NONE, message);
    let Some(mut spec) = F::preset(choice.preset.split_once('/').map_or("", |(_, id)| id)) else {
        let known: Vec<String> = F::info().presets.into_iter().map(|preset| preset.id).collect();
        return Err(Vec::from([unknown(&choice.preset, &known)]));
    };
    let set = |(id, value): &(String, String)| spec.set(id, value).err();
    let all = format!("`lanescope list settings --machine {}` prints all of them", choice.machine());
    let refused = choice.changes.iter().filter_map(set);
    let mut errors: Vec<Diagnostic> = refused.map(|message| wrong(message).help(all.clone())).collect();
    errors.extend(F::check(&spec).err().map(wrong));
    if errors.is_empty() { Ok(spec) } else { Err(errors) }
}

/// There is no such preset; those are known.
pub fn unknown(preset: &str, known: &[String]) -> Diagnostic {
    let message = format!("there is no machine preset `{preset}`");
    let error = Diagnostic::error("machine::preset", Span::NONE, message);
    if known.is_empty() { error } else { error.help(format!("there are {}", known.join(", "))) }
}
