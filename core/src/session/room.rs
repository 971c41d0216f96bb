//! A launch that does not fit on a machine: which preset of the same machine has room for it.

use alloc::{format, vec::Vec};

use crate::{
    document::{Limits, MachineChoice},
    ir::Kernel,
    launch::bind::Bound,
    machines::{given::Given, registry},
    source::Diagnostic,
};

/// Adds to an error at the start of a launch the first preset of the machine on which it starts, if there is one: in words
/// by its title, and as data. `machine` is the preset that is in use.
pub fn with_room(
    error: Diagnostic,
    machine: &str,
    kernel: Option<&Kernel>,
    launch: &Bound,
    limits: &Limits,
) -> Diagnostic {
    let Some(kernel) = kernel.filter(|_| error.code == "launch::fit") else { return error };
    let starts = |id: &str| {
        let choice = MachineChoice { preset: id.into(), changes: Vec::new() };
        registry::open(&choice).is_ok_and(|mut bench| {
            bench.generate(&Given::new(kernel, &())).is_ok() && bench.start(launch.clone(), limits).is_ok()
        })
    };
    let id = machine.split('/').next().unwrap_or_default();
    let machines = registry::infos().into_iter().filter(|machine| machine.id == id);
    let Some(preset) = machines.flat_map(|machine| machine.presets).find(|preset| starts(&preset.id)) else {
        return error;
    };
    let advice = error.help.as_deref().unwrap_or("change the machine");
    let help = format!("{advice}; on the preset \u{201c}{}\u{201d} it fits", preset.name);
    Diagnostic { help: Some(help), preset: Some(preset.id.into()), ..error }
}
