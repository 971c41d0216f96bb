//! What a front end makes of a text, as plain data: kernels, how they are called, what host code asks for, and what there is to say.
//!
//! The front end itself is a crate beside the machines. What it returns is told here, below both, so that who works with kernels need
//! not be compiled with who reads texts, and the two may be programs of their own.

mod findings;

use alloc::{string::String, vec, vec::Vec};

use serde::{Deserialize, Serialize};

pub use findings::{Findings, Lists, MAX_ERRORS, Uses};

use crate::{
    document::Language,
    ir::{Kernel, Param, WARP},
    source::{Diagnostic, Span},
};

/// What the front end has to know of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Work-items of a sub-group in OpenCL C where a kernel does not say how many: a power of two, at most [`WARP`].
    pub subgroup: u32,
}

impl Default for Target {
    fn default() -> Target {
        Target { subgroup: WARP }
    }
}

impl Target {
    /// What a kernel of a language is given that does not say how many, if that is not the usual number.
    pub fn subgroup_of(self, language: Language) -> Option<u32> {
        Some(self.subgroup).filter(|lanes| language == Language::OpenCl && *lanes != WARP)
    }
}

/// What the front end makes of a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Front {
    /// `OpenCl` or `Cuda`: what the text was read as.
    pub language: Language,
    /// The kernels without errors, not yet optimised, in the order of the text.
    pub kernels: Vec<Kernel>,
    /// Every kernel of the text, also those with errors.
    pub signatures: Vec<Signature>,
    /// The launches that host code asks for, as far as they can be folded to constants.
    pub launches: Vec<HostLaunch>,
    /// What there is to say about the text, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The same, to be seen from one of the kernels (by its index in `signatures`).
    pub findings: Findings,
    /// The tree of the whole text, as text for people.
    pub tree: String,
}

/// How a kernel is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters, as in the [`Kernel`].
    pub params: Vec<Param>,
    /// `reqd_work_group_size`, if the source has one.
    pub required_local: Option<[u32; 3]>,
    /// Where its name is.
    pub span: Span,
}

/// A `kernel<<<grid, block, shared>>>(…)` in host code. What does not fold to a constant is `None`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostLaunch {
    /// Name of the kernel.
    pub kernel: String,
    /// Work-items in each dimension (blocks times threads of a block).
    pub global: Option<[u32; 3]>,
    /// Threads of a block.
    pub local: Option<[u32; 3]>,
    /// Bytes of dynamic work-group memory.
    pub dynamic_local: Option<u32>,
    /// The arguments, in their order.
    pub args: Vec<Option<HostArg>>,
    /// What is known of the members of arguments that are objects.
    pub members: Vec<HostMember>,
    /// What is `None`, with the reason.
    pub gaps: Vec<HostGap>,
    /// The whole launch.
    pub span: Span,
}

/// A member of an argument of a launch: a variable that a lambda copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostMember {
    /// Which argument.
    pub arg: usize,
    /// The member's name.
    pub name: String,
    /// Its value.
    pub value: HostArg,
}

/// Something of a launch that the text does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostGap {
    /// What it is.
    pub part: HostPart,
    /// Where it stands in the launch.
    pub place: Span,
    /// Why it is not known.
    pub unknown: HostUnknown,
}

/// A part of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostPart {
    /// The number of blocks.
    Grid,
    /// The threads of a block.
    Block,
    /// The bytes of dynamic work-group memory.
    DynamicLocal,
    /// One argument.
    Arg(usize),
    /// All arguments.
    Args,
}

/// Why the value of an expression is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostUnknown {
    /// The expression that has no value.
    pub span: Span,
    /// Why.
    pub why: Why,
}

/// A reason for a value not to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// Something outside of the text gives it.
    RunTime,
    /// It had a value, which was changed.
    Changes,
    /// It is not of the kind that is worked out.
    NotFolded,
    /// The launch has more work-items than can be counted.
    TooMany,
}

impl Why {
    /// The rest of a sentence that begins with the expression.
    pub fn text(self) -> &'static str {
        match self {
            Why::RunTime => "gets its value when the host program runs",
            Why::Changes => "changes here",
            Why::NotFolded => "is not worked out from the text",
            Why::TooMany => "makes more work-items than 32 bits can count",
        }
    }
}

/// An argument that host code gives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum HostArg {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// Memory of so many bytes (`cudaMalloc` and its like).
    Bytes(u64),
}

impl Front {
    /// Of a text in which nothing was found.
    pub fn empty(language: Language, diagnostics: Vec<Diagnostic>) -> Front {
        Front {
            language,
            kernels: vec![],
            signatures: vec![],
            launches: vec![],
            findings: Findings::of_text(diagnostics.clone()),
            diagnostics,
            tree: String::new(),
        }
    }

    /// Is there an error that keeps a kernel from running?
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}
