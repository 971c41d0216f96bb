//! The front end: OpenCL C 1.2 and CUDA C as people write them, checked and lowered to the IR.
//!
//! The way of a text: [`preproc`] (which reads tokens from the [`lexer`]) expands macros, the [`parser`] makes a tree
//! of it ([`ast`]), [`check`] gives every name a meaning and every expression a type ([`typed`]), and [`lower`] writes
//! one IR kernel for each kernel of the text, with the functions that it calls. No step gives up: each always returns what
//! it could understand and a list of diagnostics. What a kernel does not use does not keep it from running ([`findings`]).
//!
//! Deliberately absent: images, virtual functions, parameter packs and `goto`; each is a diagnostic that says so.

pub mod ast;
pub mod builtins;
pub mod check;
mod detect;
mod dialects;
pub mod findings;
pub mod lexer;
mod library;
pub mod literal;
pub mod lower;
pub mod names;
pub mod parser;
pub mod preproc;
pub mod records;
pub mod report;
pub mod spaces;
pub mod swizzle;
pub mod token;
pub mod type_names;
pub mod typed;
pub mod types;
mod variants;

use alloc::{format, string::String, vec, vec::Vec};

use crate::document::{CompileOptions, Language, Limits};
use crate::files::Files;
use crate::ir;
use crate::source::{Diagnostic, Span};
use findings::Findings;
use names::Names;
use report::Report;
use token::Dialect;
use typed::{Function, FunctionId, Program};

/// What the front end makes of a text.
#[derive(Clone, Debug)]
pub struct Front {
    /// `OpenCl` or `Cuda`: what the text was read as.
    pub language: Language,
    /// The kernels without errors, not yet optimised, in the order of the text.
    pub kernels: Vec<ir::Kernel>,
    /// Every kernel of the text, also those with errors.
    pub signatures: Vec<Signature>,
    /// The launches that host code asks for, as far as they can be folded to constants.
    pub launches: Vec<HostLaunch>,
    /// What there is to say about the text, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The same, to be seen from one of the kernels (by its index in `signatures`).
    pub findings: Findings,
    /// The tree; its `Display` is text for people.
    pub tree: ast::Tree,
}

/// How a kernel is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters, as in the [`ir::Kernel`].
    pub params: Vec<ir::Param>,
    /// `reqd_work_group_size`, if the source has one.
    pub required_local: Option<[u32; 3]>,
    /// Where its name is.
    pub span: Span,
}

/// A `kernel<<<grid, block, shared>>>(…)` in host code. What does not fold to a constant is `None`.
#[derive(Clone, Debug, PartialEq)]
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
    /// What is `None`, with the reason.
    pub gaps: Vec<HostGap>,
    /// The whole launch.
    pub span: Span,
}

/// Something of a launch that the text does not tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HostGap {
    /// What it is.
    pub part: HostPart,
    /// Where it stands in the launch.
    pub place: Span,
    /// Why it is not known.
    pub unknown: HostUnknown,
}

/// A part of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostUnknown {
    /// The expression that has no value.
    pub span: Span,
    /// Why: the rest of a sentence that begins with the expression.
    pub why: &'static str,
}

/// An argument that host code gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HostArg {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// Memory of so many bytes (`cudaMalloc` and its like).
    Bytes(u64),
}

impl Front {
    fn empty(dialect: Dialect, diagnostics: Vec<Diagnostic>) -> Front {
        Front {
            language: match dialect {
                Dialect::OpenCl => Language::OpenCl,
                Dialect::Cuda => Language::Cuda,
            },
            kernels: vec![],
            signatures: vec![],
            launches: vec![],
            findings: Findings::of_text(diagnostics.clone()),
            diagnostics,
            tree: ast::Tree::default(),
        }
    }

    /// Is there an error that keeps a kernel from running?
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Compiles a program of one text; see [`compile_files`].
pub fn compile(source: &str, language: Language, options: &CompileOptions, limits: &Limits) -> Front {
    compile_files(&Files::one(source), language, options, limits)
}

/// Compiles a program. The front end never gives up: always a result and a list of diagnostics. Places are in the row of
/// all texts.
///
/// Of `limits`, `source_bytes` and `ir_instructions` are obeyed. [`Language::Assembly`] is not a language of the front
/// end: it is an error.
pub fn compile_files(files: &Files, language: Language, options: &CompileOptions, limits: &Limits) -> Front {
    let (most, size) = (limits.source_bytes.min(u64::from(u32::MAX / 2)), files.text().len());
    if size as u64 > most {
        let message = format!("The text has {size} bytes; at most {most} are read (limit `source_bytes`).");
        return Front::empty(
            Dialect::OpenCl,
            vec![Diagnostic::error("limit::source-bytes", Span::NONE, message)],
        );
    }
    let dialect = match language {
        Language::OpenCl => Dialect::OpenCl,
        Language::Cuda => Dialect::Cuda,
        Language::Auto => detect::detect(files.text()),
        Language::Assembly => {
            let message = "Assembly is read by the machine's assembler, not by the compiler.";
            return Front::empty(
                Dialect::OpenCl,
                vec![Diagnostic::error("lang::assembly", Span::NONE, message)],
            );
        }
    };
    compile_as(files, dialect, options, limits)
}

fn compile_as(files: &Files, dialect: Dialect, options: &CompileOptions, limits: &Limits) -> Front {
    let (mut names, mut report) = (Names::new(), Report::default());
    let tokens = preproc::preprocess(files, dialect, &options.defines, &mut names, &mut report);
    let parsed = parser::parse(tokens, dialect, &mut names, &mut report);
    let program = check::check(&parsed, files.text(), dialect, &names, &mut report);
    let mut front = Front::empty(dialect, vec![]);
    let wrong = program.uses.reaching(report.wrong());
    let mut kernels = vec![];
    for (at, function) in program.functions.iter().enumerate().filter(|(_, function)| function.is_kernel) {
        let id = FunctionId(at as u32);
        let signature = lower::signature(&program, id, &names);
        kernels.push((signature.name.clone(), function.items.clone()));
        front.signatures.push(signature);
        if function.body.is_some() && !function.items.iter().any(|item| wrong.contains(item)) {
            report.about(function.items.last().copied());
            let errors = report.errors();
            let (most, contract) = (limits.ir_instructions, options.contract);
            let lowered = lower::lower(&program, id, &names, most, contract, &mut report);
            if lowered.is_none() && report.errors() == errors {
                report.push(not_lowered(function.span));
            }
            front.kernels.extend(lowered);
        }
    }
    front.launches = launches(parsed.launches, &program, &names);
    front.findings = Findings::new(report.into_lists(), program.uses, kernels);
    front.diagnostics = front.findings.all();
    if front.signatures.is_empty() && !front.has_errors() {
        front.findings.add(no_kernel(dialect));
        front.diagnostics = front.findings.all();
    }
    front.tree = ast::Tree { items: parsed.items, names };
    front
}

/// The launches with the names of the kernels, or of the instances, that they launch. Those that do not tell which are left out: the template
/// says so.
fn launches(mut all: Vec<HostLaunch>, program: &Program, names: &Names) -> Vec<HostLaunch> {
    for launch in &mut all {
        let is_meant =
            |function: &&Function| function.is_kernel && names.text(function.name) == launch.kernel;
        if let Some(kernel) = program.functions.iter().find(is_meant) {
            launch.kernel = kernel.title.clone();
        }
    }
    for (launch, id) in &program.launched {
        let title = id.map_or("", |id| program.functions[id.index()].title.as_str());
        all[*launch].kernel = title.into();
    }
    all.retain(|launch| !launch.kernel.is_empty());
    all
}

/// A kernel never vanishes without a word.
fn not_lowered(span: Span) -> Diagnostic {
    Diagnostic::error("lang::lowering", span, "This kernel could not be translated.")
        .help("Please report the text as a mistake of the compiler.")
}

fn no_kernel(dialect: Dialect) -> Diagnostic {
    let (form, language) = match dialect {
        Dialect::OpenCl => ("__kernel void name(__global float *data) { … }", "OpenCL C"),
        Dialect::Cuda => ("__global__ void name(float *data) { … }", "CUDA C"),
    };
    let message = format!("There is no kernel in this text (read as {language}).");
    Diagnostic::error("lang::no-kernel", Span::NONE, message).help(format!("A kernel is written `{form}`."))
}

#[cfg(test)]
mod tests;
