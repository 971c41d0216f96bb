//! The document: everything that a person makes, and nothing that follows from it. It is what a link holds, what the
//! page saves, and what the command line builds from its arguments. The same document gives the same results.
//!
//! A program is one main text and any number of files beside it, which the main text finds by name
//! ([`crate::files`]). The main text is a field of its own, so that there always is exactly one. Where texts are assembled by
//! themselves and then linked, the document names these units in their order.

mod files;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

pub use files::{Asked, Contents, File, asked, check, checked_name};

use crate::launch::Launch;

/// In which language the text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Language {
    /// Find out from the text.
    #[default]
    Auto,
    /// OpenCL C.
    OpenCl,
    /// CUDA C.
    Cuda,
    /// Assembly of the chosen machine.
    Assembly,
}

/// A preprocessor definition from outside the text (`-D NAME=VALUE`; no value means 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Define {
    /// The macro's name.
    pub name: String,
    /// Its replacement.
    pub value: Option<String>,
}

/// Options of the compiler.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CompileOptions {
    /// Macros.
    pub defines: Vec<Define>,
    /// May `a * b + c` be fused? Off unless asked for: then only `fma()` fuses.
    pub contract: bool,
}

/// A machine preset and what was changed in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineChoice {
    /// Id of the preset (`machine/preset`, as the registry lists it, for example `simt/teaching`).
    pub preset: String,
    /// Changed settings: id and value.
    pub changes: Vec<(String, String)>,
}

impl MachineChoice {
    /// The id of the machine.
    pub fn machine(&self) -> &str {
        machine_of(&self.preset)
    }

    /// The same with a setting at a value, whatever it was before.
    #[must_use]
    pub fn with(&self, id: &str, value: &str) -> MachineChoice {
        let mut choice = self.clone();
        choice.changes.retain(|(known, _)| known != id);
        choice.changes.push((id.into(), value.into()));
        choice
    }
}

/// The id of the machine that a preset belongs to: the part of its id in front of the slash.
pub fn machine_of(preset: &str) -> &str {
    preset.split('/').next().unwrap_or(preset)
}

/// Something that a person has decided about a place in the program, such as the bound of a loop. Who uses it knows it by
/// its id; what nobody knows is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What is decided.
    pub id: String,
    /// The file; empty for the main text.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// What it is decided to be.
    pub value: String,
}

/// Everything that a person makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The main text.
    pub source: String,
    /// Its language.
    pub language: Language,
    /// How it is compiled.
    pub options: CompileOptions,
    /// Which kernel of the text; the first one if absent.
    pub kernel: Option<String>,
    /// How it is launched; if absent, what the text's header or host code says, else defaults from the signature.
    pub launch: Option<Launch>,
    /// On which machine.
    pub machine: MachineChoice,
    /// The cycle under the cursor.
    pub cycle: u64,
    /// What the page shows, as the page names it.
    pub view: Vec<(String, String)>,
    /// Other machines to run it on, for comparison.
    pub compare: Vec<MachineChoice>,
    /// The name of the main text; empty if it has none.
    pub name: String,
    /// The files beside it.
    pub files: Vec<File>,
    /// What a program reads from its console.
    pub console: Vec<u8>,
    /// What is decided about places in the program.
    pub choices: Vec<Choice>,
    /// The names of the texts that are assembled by themselves, in the order in which they are linked. If there are none, the main text
    /// is the only unit. A file that is no text is a program in the binary form of the machine.
    pub units: Vec<String>,
}

impl Document {
    /// A document of one text for a machine; everything else is left open.
    pub fn new(source: String, machine: MachineChoice) -> Document {
        Document {
            source,
            language: Language::Auto,
            options: CompileOptions::default(),
            kernel: None,
            launch: None,
            machine,
            cycle: 0,
            view: Vec::new(),
            compare: Vec::new(),
            name: String::new(),
            files: Vec::new(),
            console: Vec::new(),
            choices: Vec::new(),
            units: Vec::new(),
        }
    }

    /// A file beside the main text.
    pub fn file(&self, name: &str) -> Option<&File> {
        self.files.iter().find(|file| file.name == name)
    }

    /// The same on another machine, compared with nothing.
    pub fn on(&self, machine: &MachineChoice) -> Document {
        Document { machine: machine.clone(), compare: Vec::new(), ..self.clone() }
    }
}

/// Declares the limits: name, default, unit and meaning of each.
macro_rules! limits {
    ($(#[doc = $top:literal])+ pub struct Limits; $($(#[doc = $doc:literal])+ $name:ident = $default:expr, $unit:literal;)+) => {
        $(#[doc = $top])+
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Limits { $($(#[doc = $doc])+ pub $name: u64,)+ }

        impl Default for Limits {
            fn default() -> Limits {
                Limits { $($name: $default,)+ }
            }
        }

        impl Limits {
            /// Every limit in the order of the struct.
            pub const TABLE: &'static [Limit] = &[$(Limit {
                name: stringify!($name),
                doc: concat!($($doc),+),
                unit: $unit,
                default: $default,
            },)+];

            /// A limit by its name, to change it.
            pub fn by_name(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

/// A limit as the user interfaces see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its name, which the message has that says it was passed.
    pub name: &'static str,
    /// What it limits.
    pub doc: &'static str,
    /// In which unit.
    pub unit: &'static str,
    /// Its value unless another one is given.
    pub default: u64,
}

limits! {
    /// Limits that keep any input from hanging the laboratory or filling memory. Each is named in the message that says it
    /// was passed.
    pub struct Limits;
    /// The main text with all texts beside it.
    source_bytes = 16 << 20, "bytes";
    /// Every file of a document and the input of its console.
    file_bytes = 16 << 20, "bytes";
    /// The files beside the main text.
    files = 1000, "files";
    /// A kernel after inlining and unrolling.
    ir_instructions = 2_000_000, "instructions";
    /// How deep instances of templates of functions ask for each other. More than 500 count as 500.
    template_depth = 128, "instances";
    /// The statements and expressions of one call of a `constexpr` function that is a constant.
    constexpr_steps = 200_000, "steps";
    /// The records of all calls of `printf` of a launch. What comes later is lost.
    printf_bytes = 64 << 10, "bytes";
    /// All buffers of a launch.
    memory_bytes = 256 << 20, "bytes";
    /// A machine with its copies: those that a run keeps at the frontier, at the start and at the cursor, one that looks
    /// ahead, and one that is recorded. (Keyframes have a bound of their own.)
    machine_bytes = 1 << 30, "bytes";
    /// A launch.
    work_items = 1 << 24, "work-items";
    /// A run.
    cycles = 100_000_000, "cycles";
    /// What the reference interpreter executes.
    interpreter_steps = 4_000_000_000, "instructions";
    /// What a run without timing executes, in instructions of units such as warps.
    functional_instructions = 4_000_000_000, "instructions";
    /// By how much floats may differ from the reference's where a setting of the machine allows results that are not exact.
    check_ulps = 16, "units in the last place";
    /// What a program writes to its console.
    console_bytes = 1 << 20, "bytes";
    /// A file of a run that the page keeps until it is whole, packed if it is long; on disk and in the terminal files are of any length.
    export_bytes = 1 << 30, "bytes";
    /// Recordings of parts of a run, which are made when somebody looks at them.
    log_bytes = 48 << 20, "bytes";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_its_name() {
        for limit in Limits::TABLE {
            let mut limits = Limits::default();
            let value = limits.by_name(limit.name).unwrap();
            assert_eq!(*value, limit.default, "{}", limit.name);
            *value += 1;
            assert_ne!(limits, Limits::default(), "{}", limit.name);
        }
        assert_eq!(Limits::default().by_name("patience"), None);
    }
}
