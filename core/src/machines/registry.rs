//! Every machine of the laboratory.
//!
//! A machine is a crate and one line in the table at the end of this file. Everything that a user interface does with a
//! machine goes through [`Registered`], so that no interface knows any machine by name.
//!
//! Each machine is a feature of the crate, by its id. A program that is made with some of them knows only these
//! ([`WHOLE`] is false); what it says of the others, it must have been told.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{
    family::{Family, OwnCount},
    info::{CorrectionInfo, MachineInfo},
    settings::Info,
};
use crate::{
    document::{MachineChoice, machine_of},
    run::{self, Bench, Registered},
    source::Diagnostic,
};

/// The machine that a preset belongs to.
pub fn of(preset: &str) -> Option<&'static dyn Registered> {
    let id = machine_of(preset);
    MACHINES.iter().find(|machine| machine.id() == id).copied()
}

/// What every machine says about itself.
pub fn infos() -> Vec<MachineInfo> {
    MACHINES.iter().map(|machine| machine.info()).collect()
}

/// A machine with the settings of a choice.
///
/// # Errors
/// Everything that is wrong with the choice.
pub fn open(choice: &MachineChoice) -> Result<Box<dyn Bench>, Vec<Diagnostic>> {
    of(&choice.preset).ok_or_else(|| Vec::from([unknown(&choice.preset)]))?.open(choice)
}

/// The choice with the names that settings have now, in place of those that they had before.
pub fn renamed(choice: MachineChoice) -> MachineChoice {
    let rows = of(&choice.preset).map(|machine| machine.settings()).unwrap_or_default();
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
    let own = preset.split_once('/').map_or("", |(_, own)| own);
    of(preset).map(|machine| machine.corrections(own)).unwrap_or_default()
}

/// The counts of a preset's machine under names of its own.
pub fn own_counts(preset: &str) -> &'static [OwnCount] {
    of(preset).map(|machine| machine.own_counts()).unwrap_or_default()
}

/// The ids of what a person can decide about lines of a kernel for the compiler of a preset's machine.
pub fn compiler_decides(preset: &str) -> &'static [&'static str] {
    of(preset).map(|machine| machine.compiler_decides()).unwrap_or_default()
}

/// There is no such preset. Which ones there are, only a program with all machines can say.
pub fn unknown(preset: &str) -> Diagnostic {
    let presets = || infos().into_iter().flat_map(|info| info.presets).map(|preset| preset.id).collect();
    let known: Vec<String> = if WHOLE { presets() } else { Vec::new() };
    run::unknown(preset, &known)
}

/// Something that works with the types of any machine: tests do.
pub trait Visitor {
    /// What it makes.
    type Out;
    /// Works with machine `F`.
    fn visit<F: Family>(self) -> Self::Out;
}

/// Declares the machines: the feature that brings one in, which is named as its id, its family, and its crate.
macro_rules! machines {
    ($($feature:literal $machine:ident $family:ty;)+) => {
        /// Are all machines in this program?
        pub const WHOLE: bool = cfg!(all($(feature = $feature),+));

        /// The machines of this program.
        pub static MACHINES: &[&dyn Registered] = &[$(#[cfg(feature = $feature)] super::$machine::MACHINE),+];

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
    };
}

machines! {
    "simt" simt super::simt::Simt;
    "rvv" rvv super::rvv::Rvv;
    "packed" packed super::packed::PackedSimd;
    "sim_d" sim_d super::sim_d::family::HardRealTime;
    "harp" harp super::harp::family::Harp;
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn a_feature_is_named_as_its_machine() {
        let manifest = include_str!("../../Cargo.toml");
        for feature in FEATURES {
            assert!(manifest.contains(&format!("\n{feature} = [")), "{feature}");
        }
        let names: Vec<String> = FEATURES.iter().map(|feature| format!("\"{feature}\"")).collect();
        assert!(manifest.contains(&format!("\nmachines = [{}]\n", names.join(", "))), "all, in this order");
        assert!(
            manifest.contains("\ndefault = [\"share\", \"machines\", "),
            "whole, if nothing else is said"
        );
        let here: Vec<&str> = MACHINES.iter().map(|machine| machine.id()).collect();
        assert!(here.iter().all(|id| FEATURES.contains(id)), "{here:?}");
        assert_eq!(WHOLE, here == FEATURES);
    }

    #[test]
    fn every_preset_can_be_configured() {
        for info in infos() {
            assert!(!info.presets.is_empty() && !info.settings.is_empty() && !info.panels.is_empty());
            for preset in info.presets {
                assert!(preset.id.starts_with(&format!("{}/", info.id)));
                assert_eq!(preset.values.len(), info.settings.len());
                let choice = MachineChoice { preset: preset.id.clone(), changes: Vec::new() };
                assert!(open(&choice).is_ok(), "{}", preset.id);
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
        let errors = |choice: &MachineChoice| open(choice).map(drop).unwrap_err();
        let wrong = errors(&choice("simt/teaching", &[("cores", "0"), ("wings", "2")]));
        assert_eq!(wrong.len(), 2);
        assert!(wrong[1].message.starts_with("there is no setting `wings`"));
        assert_eq!(
            wrong[1].help.as_deref(),
            Some("`lanescope list settings --machine simt` prints all of them")
        );
        let wrong = errors(&choice("simt/nothing", &[]));
        assert!(wrong[0].help.as_deref().unwrap().contains("simt/teaching"));
    }

    #[test]
    #[cfg(feature = "rvv")]
    fn a_register_has_a_power_of_two_bits() {
        let errors = |vlen: &str| {
            let changes = Vec::from([("vlen".into(), vlen.into())]);
            let choice = MachineChoice { preset: "rvv/textbook".into(), changes };
            open(&choice).err().map(|errors| errors[0].message.clone())
        };
        assert_eq!(errors("512"), None);
        assert_eq!(errors("300").unwrap(), "setting `vlen` takes a power of two, not `300`");
    }
}
