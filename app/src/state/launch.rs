//! Editing the launch and what goes with it: the form shows the completed launch, and a change of one field keeps the others.

use lanescope_core::session::vocabulary::{Arg, ArgValue, Define, Document, Language, Launch};

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

/// The language that the name of a file speaks of.
pub fn language_of(name: &str) -> Language {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("cl" | "ocl" | "clh") => Language::OpenCl,
        Some("cu" | "cuh") => Language::Cuda,
        Some("s" | "asm") => Language::Assembly,
        _ => Language::Auto,
    }
}

/// A macro as people write it: `NAME` or `NAME=VALUE`; `None` without a name.
pub fn define(text: &str) -> Option<Define> {
    let (name, value) = match text.trim().split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_string())),
        None => (text.trim(), None),
    };
    (!name.is_empty()).then(|| Define { name: name.into(), value })
}

/// A macro as [`define`] reads it.
pub fn show_define(define: &Define) -> String {
    match &define.value {
        Some(value) => format!("{}={value}", define.name),
        None => define.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_read_as_they_are_written() {
        for text in ["N=64", "DEBUG", "F(x)=((x) == 1)", "EMPTY="] {
            assert_eq!(show_define(&define(text).unwrap()), text);
        }
        assert_eq!(define(" N = 6 4 ").map(|define| show_define(&define)).as_deref(), Some("N=6 4"));
        assert_eq!((define(""), define("=3")), (None, None));
    }

    #[test]
    fn the_name_of_a_file_tells_its_language() {
        let named = |name| language_of(name);
        assert_eq!([named("a.cl"), named("b.CU")], [Language::OpenCl, Language::Cuda]);
        assert_eq!(
            [named("c.s"), named("notes.txt"), named("kernel")],
            [Language::Assembly, Language::Auto, Language::Auto]
        );
    }
}
