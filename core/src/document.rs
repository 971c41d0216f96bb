//! The document: everything that a person makes, and nothing that follows from it. It is what a link holds, what the
//! page saves, and what the command line builds from its arguments. The same document gives the same results.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineChoice {
    /// Id of the preset (`machine/preset`, as the registry lists it, for example `simt/teaching`).
    pub preset: String,
    /// Changed settings: id and value.
    pub changes: Vec<(String, String)>,
}

/// Everything that a person makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The text.
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
}

impl Document {
    /// The same on another machine, compared with nothing.
    pub fn on(&self, machine: &MachineChoice) -> Document {
        Document { machine: machine.clone(), compare: Vec::new(), ..self.clone() }
    }
}

/// Limits that keep any input from hanging the laboratory or filling memory. Each is named in the message that says it
/// was passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of source text.
    pub source_bytes: u64,
    /// Instructions of a kernel after inlining and unrolling.
    pub ir_instructions: u64,
    /// Bytes of all buffers of a launch.
    pub memory_bytes: u64,
    /// Work-items of a launch.
    pub work_items: u64,
    /// Cycles of a run.
    pub cycles: u64,
    /// Instructions that the reference interpreter executes.
    pub interpreter_steps: u64,
    /// Instructions of units (such as warps) that a run without timing executes.
    pub functional_instructions: u64,
    /// Bytes of the recorded log.
    pub log_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            source_bytes: 1 << 20,
            ir_instructions: 200_000,
            memory_bytes: 256 << 20,
            work_items: 1 << 24,
            cycles: 100_000_000,
            interpreter_steps: 4_000_000_000,
            functional_instructions: 4_000_000_000,
            log_bytes: 256 << 20,
        }
    }
}
