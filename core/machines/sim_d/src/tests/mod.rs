//! Programs in text, run without timing: what they leave in memory.

mod arithmetic;
mod control;
mod examples;
mod hostile;
mod launches;
mod machine;
mod properties;
pub mod reference;
mod studies;
mod transfers;

use alloc::{format, string::String, sync::Arc, vec, vec::Vec};

use lanescope_parts::{
    document::Limits,
    files::Files,
    image::Console,
    machines::{Halt, family::Untimed},
};

use super::{
    asm::{Options, assemble},
    functional::Functional,
    isa::Contents,
    launch::{Argument, LaunchOptions, prepare},
    rules::{BadLines, Behaviour},
    spec::Spec,
};

/// Bytes of a scratchpad.
const SCRATCHPAD: u32 = 131_072;

/// Buffers of 1,024 words in a row, and two of a scratchpad, as the microkernels of the calibration have them.
const DATA: &str = ".data\n0 0x0 1024 1\n1 0x1000 1024 1\n2 0x2000 1024 1\n3 0x3000 1024 1\n4 0x4000 64 16\n\
    .sp_data\n0 0x0 1024 4\n1 0x8000 32 32\n.text\n";

/// A run.
struct Case<'t> {
    data: &'t str,
    size: [u32; 2],
    width: Option<u32>,
    behaviour: Behaviour,
    /// What buffers hold at the start.
    contents: Vec<(u32, Vec<u32>)>,
    /// Bytes that the console takes.
    most_shown: u64,
}

impl Default for Case<'_> {
    fn default() -> Self {
        Case {
            data: DATA,
            size: [1024, 1],
            width: None,
            behaviour: Behaviour::Simulator,
            contents: vec![],
            most_shown: 4096,
        }
    }
}

impl Case<'_> {
    /// The run before its first instruction.
    fn begin(&self, text: &str) -> Functional {
        let spec = Spec { behaviour: self.behaviour, bad_lines: BadLines::Errors, ..Spec::default() };
        let source = format!("{}{text}", self.data);
        let (program, diagnostics) = assemble(&source, spec.options());
        assert!(!diagnostics.iter().any(|one| one.is_error()), "{diagnostics:?}");
        let arguments = self.contents.iter().map(|(buffer, words)| Argument {
            buffer: *buffer,
            contents: Contents::Words,
            bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        });
        let chosen = LaunchOptions { size: self.size, width: self.width, arguments: arguments.collect() };
        let (launch, mut memory) =
            prepare(&program, &Files::one(&source), &chosen, &spec, &Limits::default()).unwrap();
        memory.attach(Console::new(&[], self.most_shown));
        Functional::new(Arc::new(program), launch, memory, &spec)
    }

    /// The whole run.
    fn run(&self, text: &str) -> Result<Functional, Halt> {
        let mut run = self.begin(text);
        assert!(run.advance(100_000)?, "the program does not end");
        Ok(run)
    }

    /// The first words of buffer 0 behind the run.
    fn words<const N: usize>(&self, text: &str) -> [u32; N] {
        let run = self.run(text).unwrap();
        core::array::from_fn(|at| words(&run, 0)[at])
    }
}

/// The words of a buffer.
fn words(run: &Functional, id: u32) -> Vec<u32> {
    let memory = run.memory();
    let name = format!("{id}");
    let at = memory.buffers().iter().position(|buffer| buffer.name == name).unwrap();
    let bytes = memory.copy_out(at, 0, u64::MAX);
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// What the program has shown.
fn console(run: &Functional) -> &str {
    run.memory().console().map_or("", |console| str::from_utf8(console.output()).unwrap())
}

/// Why a run did not end well, in words.
fn trouble(case: &Case<'_>, text: &str) -> String {
    match case.run(text) {
        Ok(_) => "it ended".into(),
        Err(Halt::Deadlock { reason, .. } | Halt::Illegal { reason, .. }) => reason,
        Err(other) => format!("{other:?}"),
    }
}
