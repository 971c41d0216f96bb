//! Documents as links of earlier versions hold them. What is in a link has no names, only an order: these types keep the
//! order of their time, whatever becomes of [`Document`].

use alloc::{string::String, vec::Vec};

use serde::Deserialize;

use crate::{
    document::{Choice, CompileOptions, Document, File, Language, MachineChoice},
    launch::{self, ArgValue},
};

/// A document of version 1.
#[derive(Deserialize)]
pub struct First {
    source: String,
    language: Language,
    options: CompileOptions,
    kernel: Option<String>,
    launch: Option<Launch>,
    machine: MachineChoice,
    cycle: u64,
    view: Vec<(String, String)>,
}

/// A document of version 2 or 3, which may name machines to compare with.
#[derive(Deserialize)]
pub struct Second {
    first: First,
    compare: Vec<MachineChoice>,
}

/// A document of version 4, which does not say which texts are linked.
#[derive(Deserialize)]
pub struct Fourth {
    source: String,
    language: Language,
    options: CompileOptions,
    kernel: Option<String>,
    launch: Option<launch::Launch>,
    machine: MachineChoice,
    cycle: u64,
    view: Vec<(String, String)>,
    compare: Vec<MachineChoice>,
    name: String,
    files: Vec<File>,
    console: Vec<u8>,
    choices: Vec<Choice>,
}

/// The machine that linked all texts of a program up to version 4. No other one linked any.
const LINKED_ALL: &str = "harp";

/// A launch up to version 3.
#[derive(Deserialize)]
struct Launch {
    global: [u32; 3],
    local: [u32; 3],
    dynamic_local: u32,
    args: Vec<Arg>,
}

/// An argument up to version 3.
#[derive(Deserialize)]
struct Arg {
    name: String,
    value: ArgValue,
}

impl From<First> for Document {
    fn from(first: First) -> Document {
        let First { source, language, options, kernel, launch, machine, cycle, view } = first;
        let launch = launch.map(launch::Launch::from);
        Document { language, options, kernel, launch, cycle, view, ..Document::new(source, machine) }
    }
}

impl From<Second> for Document {
    fn from(second: Second) -> Document {
        Document { compare: second.compare, ..second.first.into() }
    }
}

impl From<Fourth> for Document {
    fn from(fourth: Fourth) -> Document {
        let Fourth { source, language, options, kernel, launch, machine, cycle, view, compare, .. } = fourth;
        let Fourth { name, files, console, choices, .. } = fourth;
        let texts = files.iter().filter(|file| file.contents.text().is_some()).map(|file| &file.name);
        let all = || core::iter::once(&name).chain(texts).cloned().collect();
        let linked = machine.machine() == LINKED_ALL && language == Language::Assembly && !files.is_empty();
        let units = if linked { all() } else { Vec::new() };
        Document {
            source,
            language,
            options,
            kernel,
            launch,
            machine,
            cycle,
            view,
            compare,
            name,
            files,
            console,
            choices,
            units,
        }
    }
}

impl From<Launch> for launch::Launch {
    fn from(launch: Launch) -> launch::Launch {
        let Launch { global, local, dynamic_local, args } = launch;
        let args = args.into_iter().map(|arg| launch::Arg::new(arg.name, arg.value)).collect();
        launch::Launch { global, local, dynamic_local, args, sizes: Vec::new() }
    }
}
