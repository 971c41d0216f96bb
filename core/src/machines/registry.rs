//! Every machine of the laboratory.
//!
//! A machine is a crate and one line in the table at the end of this file. Everything that a user interface does with a
//! machine goes through [`Family`], so that no interface knows any machine by name.
//!
//! Each machine is a feature of the crate, by its id. A program that is made with some of them knows only these
//! ([`WHOLE`] is false); what it says of the others, it must have been told.

use alloc::{format, string::String, vec::Vec};

use super::{
    Machine,
    family::{Family, OwnCount},
    info::{CorrectionInfo, MachineInfo, OpInfo},
    preset,
    settings::{Info, Settings},
    studies::Study,
};
use crate::{
    document::{MachineChoice, machine_of},
    figure::PanelInfo,
    files::Files,
    source::{Diagnostic, Listing, Span},
};

/// Every study of a machine's own as a panel, for user interfaces.
pub fn own_studies(id: &str) -> Vec<PanelInfo> {
    struct Studies;
    impl Visitor for Studies {
        type Out = Vec<PanelInfo>;
        fn visit<F: Family>(self) -> Self::Out {
            let info = |study: &Study<_>| PanelInfo {
                study: Some(study.inputs.to_vec()),
                ..study.about.info(&F::Running::CAUSES)
            };
            F::studies().iter().map(info).collect()
        }
    }
    select(id, Studies).unwrap_or_default()
}

/// What a machine's own study says of itself and can be given.
pub fn own_study(machine: &str, id: &str) -> Option<Study<()>> {
    struct Of<'a>(&'a str);
    impl Visitor for Of<'_> {
        type Out = Option<Study<()>>;
        fn visit<F: Family>(self) -> Self::Out {
            let study = F::studies().iter().find(|study| study.about.id == self.0)?;
            Some(Study { about: study.about, inputs: study.inputs, decides: study.decides, begin: () })
        }
    }
    select(machine, Of(id)).flatten()
}

/// Something that works with any machine.
pub trait Visitor {
    /// What it makes.
    type Out;
    /// Works with machine `F`.
    fn visit<F: Family>(self) -> Self::Out;
}

/// The settings of a choice.
///
/// # Errors
/// A sentence for each thing that is wrong: no such preset, no such setting, a value out of range.
pub fn configure<F: Family>(choice: &MachineChoice) -> Result<F::Spec, Vec<Diagnostic>> {
    let wrong = |message: String| Diagnostic::error("machine::setting", Span::NONE, message);
    let Some(mut spec) = F::preset(choice.preset.split_once('/').map_or("", |(_, id)| id)) else {
        return Err(Vec::from([unknown(&choice.preset)]));
    };
    let set = |(id, value): &(String, String)| spec.set(id, value).err();
    let all = format!("`lanescope list settings --machine {}` prints all of them", choice.machine());
    let refused = choice.changes.iter().filter_map(set);
    let mut errors: Vec<Diagnostic> = refused.map(|message| wrong(message).help(all.clone())).collect();
    errors.extend(F::check(&spec).err().map(wrong));
    if errors.is_empty() { Ok(spec) } else { Err(errors) }
}

/// The choice with the names that settings have now, in place of those that they had before.
pub fn renamed(choice: MachineChoice) -> MachineChoice {
    struct Rows;
    impl Visitor for Rows {
        type Out = Vec<Info>;
        fn visit<F: Family>(self) -> Self::Out {
            F::Spec::table()
        }
    }
    let rows = select(&choice.preset, Rows).unwrap_or_default();
    renamed_by(choice, &rows)
}

/// The same with the settings of the machine at hand.
pub fn renamed_by(mut choice: MachineChoice, rows: &[Info]) -> MachineChoice {
    for (id, _) in &mut choice.changes {
        if let Some(row) = rows.iter().find(|row| row.was.contains(id)) {
            id.clone_from(&row.id);
        }
    }
    choice
}

/// What has been corrected in a preset, in the order of time; nothing if there is no such preset.
pub fn corrections(preset: &str) -> Vec<CorrectionInfo> {
    struct Corrections<'a>(&'a str);
    impl Visitor for Corrections<'_> {
        type Out = Vec<CorrectionInfo>;
        fn visit<F: Family>(self) -> Self::Out {
            preset::corrections(F::CORRECTIONS, self.0)
        }
    }
    let own = preset.split_once('/').map_or("", |(_, own)| own);
    select(preset, Corrections(own)).unwrap_or_default()
}

/// The files of data that a text in the assembly of a preset's machine names.
pub fn data_files(preset: &str, text: &str) -> Vec<String> {
    struct Named<'a>(&'a str);
    impl Visitor for Named<'_> {
        type Out = Vec<String>;
        fn visit<F: Family>(self) -> Self::Out {
            F::data_files(self.0)
        }
    }
    select(preset, Named(text)).unwrap_or_default()
}

/// The text that stands for a program in binary form on a preset's machine; see [`Family::stands_for`].
pub fn stands_for(preset: &str, name: &str, binary: &[u8]) -> Option<String> {
    struct Named<'a>(&'a str, &'a [u8]);
    impl Visitor for Named<'_> {
        type Out = Option<String>;
        fn visit<F: Family>(self) -> Self::Out {
            F::stands_for(self.0, self.1)
        }
    }
    select(preset, Named(name, binary)).flatten()
}

/// The first of some texts as an object file of the machine of a preset, with what there is to say of it; see [`Family::object`].
pub fn object(choice: &MachineChoice, files: &Files) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
    struct Text<'a>(&'a MachineChoice, &'a Files);
    impl Visitor for Text<'_> {
        type Out = (Option<Vec<u8>>, Vec<Diagnostic>);
        fn visit<F: Family>(self) -> Self::Out {
            match configure::<F>(self.0) {
                Ok(spec) => F::object(self.1, &spec),
                Err(wrong) => (None, wrong),
            }
        }
    }
    let choice = renamed(choice.clone());
    select(&choice.preset, Text(&choice, files))
        .unwrap_or_else(|| (None, Vec::from([unknown(&choice.preset)])))
}

/// The counts of a preset's machine under names of its own.
pub fn own_counts(preset: &str) -> &'static [OwnCount] {
    struct Counts;
    impl Visitor for Counts {
        type Out = &'static [OwnCount];
        fn visit<F: Family>(self) -> Self::Out {
            F::OWN_COUNTS
        }
    }
    select(preset, Counts).unwrap_or_default()
}

/// The ids of what a person can decide about lines of a kernel for the compiler of a preset's machine.
pub fn compiler_decides(preset: &str) -> &'static [&'static str] {
    struct Decides;
    impl Visitor for Decides {
        type Out = &'static [&'static str];
        fn visit<F: Family>(self) -> Self::Out {
            F::DECIDES
        }
    }
    select(preset, Decides).unwrap_or_default()
}

/// The listing of a program in the binary form of the machine of a preset; `None` if it has no such form.
///
/// # Errors
/// What is wrong with the choice, or why it is no such program.
pub fn disassemble(choice: &MachineChoice, binary: &[u8]) -> Result<Option<Listing>, Vec<Diagnostic>> {
    struct Words<'a>(&'a MachineChoice, &'a [u8]);
    impl Visitor for Words<'_> {
        type Out = Result<Option<Listing>, Vec<Diagnostic>>;
        fn visit<F: Family>(self) -> Self::Out {
            let wrong = |why| Vec::from([Diagnostic::error("binary::form", Span::NONE, why)]);
            F::disassemble(self.1, &configure::<F>(self.0)?).transpose().map_err(wrong)
        }
    }
    let choice = renamed(choice.clone());
    select(&choice.preset, Words(&choice, binary))
        .unwrap_or_else(|| Err(Vec::from([unknown(&choice.preset)])))
}

/// There is no such preset. Which ones there are, only a program with all machines can say.
pub fn unknown(preset: &str) -> Diagnostic {
    let message = format!("there is no machine preset `{preset}`");
    let error = Diagnostic::error("machine::preset", Span::NONE, message);
    if !WHOLE {
        return error;
    }
    let known: Vec<String> =
        infos().into_iter().flat_map(|info| info.presets).map(|preset| preset.id).collect();
    error.help(format!("there are {}", known.join(", ")))
}

/// Declares the machines, each with the feature that brings it in; the feature is named as the machine's id.
macro_rules! machines {
    ($($feature:literal $family:ty;)+) => {
        /// Are all machines in this program?
        pub const WHOLE: bool = cfg!(all($(feature = $feature),+));

        /// What every machine says about itself.
        #[allow(clippy::vec_init_then_push)]
        pub fn infos() -> Vec<MachineInfo> {
            #[allow(unused_mut)]
            let mut infos = Vec::new();
            $(#[cfg(feature = $feature)]
            infos.push(<$family>::info());)+
            infos
        }

        /// The instructions of a machine; empty if there is no such machine.
        pub fn ops(id: &str) -> Vec<OpInfo> {
            match id {
                $(#[cfg(feature = $feature)]
                $feature => <$family>::ops(),)+
                _ => Vec::new(),
            }
        }

        /// Calls the visitor with the machine that a preset belongs to; `None` if there is none.
        #[allow(unused_variables)]
        pub fn select<V: Visitor>(preset: &str, visitor: V) -> Option<V::Out> {
            match machine_of(preset) {
                $(#[cfg(feature = $feature)]
                $feature => Some(visitor.visit::<$family>()),)+
                _ => None,
            }
        }

        #[cfg(test)]
        const FEATURES: &[&str] = &[$($feature),+];

        /// The machines of this program: feature and id.
        #[cfg(test)]
        const HERE: &[(&str, &str)] = &[$(#[cfg(feature = $feature)] ($feature, <$family as Family>::ID)),+];
    };
}

machines! {
    "simt" super::simt::Simt;
    "rvv" super::rvv::Rvv;
    "packed" super::packed::PackedSimd;
    "sim_d" super::sim_d::family::HardRealTime;
    "harp" super::harp::family::Harp;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_named_as_its_machine() {
        let manifest = include_str!("../../Cargo.toml");
        HERE.iter().for_each(|(feature, id)| assert_eq!(feature, id));
        for feature in FEATURES {
            assert!(manifest.contains(&format!("\n{feature} = [")), "{feature}");
        }
        let names: Vec<String> = FEATURES.iter().map(|feature| format!("\"{feature}\"")).collect();
        assert!(manifest.contains(&format!("\nmachines = [{}]\n", names.join(", "))), "all, in this order");
        assert!(
            manifest.contains("\ndefault = [\"share\", \"machines\", "),
            "whole, if nothing else is said"
        );
        assert_eq!(WHOLE, HERE.len() == FEATURES.len());
    }

    #[test]
    fn every_preset_can_be_configured() {
        struct Configure(MachineChoice);
        impl Visitor for Configure {
            type Out = bool;
            fn visit<F: Family>(self) -> bool {
                configure::<F>(&self.0).is_ok()
            }
        }
        for info in infos() {
            assert!(!info.presets.is_empty() && !info.settings.is_empty() && !info.panels.is_empty());
            for preset in info.presets {
                assert!(preset.id.starts_with(&format!("{}/", info.id)));
                assert_eq!(preset.values.len(), info.settings.len());
                let choice = MachineChoice { preset: preset.id.clone(), changes: Vec::new() };
                assert_eq!(select(&preset.id, Configure(choice)), Some(true), "{}", preset.id);
            }
        }
    }

    #[test]
    #[cfg(feature = "simt")]
    fn a_wrong_choice_is_a_sentence() {
        let choice = |preset: &str, changes: &[(&str, &str)]| MachineChoice {
            preset: preset.into(),
            changes: changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect(),
        };
        type Simt = super::super::simt::Simt;
        let errors =
            configure::<Simt>(&choice("simt/teaching", &[("cores", "0"), ("wings", "2")])).unwrap_err();
        assert_eq!(errors.len(), 2);
        assert!(errors[1].message.starts_with("there is no setting `wings`"));
        assert_eq!(
            errors[1].help.as_deref(),
            Some("`lanescope list settings --machine simt` prints all of them")
        );
        let errors = configure::<Simt>(&choice("simt/nothing", &[])).unwrap_err();
        assert!(errors[0].help.as_deref().unwrap().contains("simt/teaching"));
    }

    #[test]
    #[cfg(feature = "rvv")]
    fn a_register_has_a_power_of_two_bits() {
        let errors = |vlen: &str| {
            let changes = Vec::from([("vlen".into(), vlen.into())]);
            let choice = MachineChoice { preset: "rvv/textbook".into(), changes };
            configure::<super::super::rvv::Rvv>(&choice).err().map(|errors| errors[0].message.clone())
        };
        assert_eq!(errors("512"), None);
        assert_eq!(errors("300").unwrap(), "setting `vlen` takes a power of two, not `300`");
    }
}
