//! Editing the launch: the form shows the completed launch, and a change of one field keeps the others.

use lanescope_core::session::vocabulary::{Arg, ArgValue, Document, Launch};

/// Changes the launch of a document, starting from the one that is used now.
pub fn change(doc: &mut Document, used: Option<&Launch>, change: impl FnOnce(&mut Launch)) {
    let mut launch = used.cloned().or_else(|| doc.launch.clone()).unwrap_or_default();
    change(&mut launch);
    doc.launch = Some(launch);
}

/// Sets an argument by name.
pub fn set_arg(launch: &mut Launch, name: String, value: ArgValue) {
    match launch.args.iter_mut().find(|arg| arg.name == name) {
        Some(arg) => arg.value = value,
        None => launch.args.push(Arg { name, value }),
    }
}
