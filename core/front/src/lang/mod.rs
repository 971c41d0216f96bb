//! The front end: OpenCL C 1.2 and CUDA C as people write them, checked and lowered to the IR.
//!
//! The way of a text: [`preproc`] (which reads tokens from the [`lexer`]) expands macros, the [`parser`] makes a tree
//! of it ([`ast`]), [`check`] gives every name a meaning and every expression a type ([`typed`]), and [`lower`] writes
//! one IR kernel for each kernel of the text, with the functions that it calls. No step gives up: each always returns what
//! it could understand and a list of diagnostics. What a kernel does not use does not keep it from running ([`Findings`]).
//!
//! Deliberately absent: images of three dimensions and surfaces, virtual functions and parameter packs; each is a diagnostic that
//! says so.

pub mod ast;
pub mod builtins;
pub mod check;
mod detect;
mod dialects;
pub mod images;
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

use alloc::{format, string::ToString, vec, vec::Vec};

use crate::document::{CompileOptions, Language, Limits};
use crate::files::Files;
pub use crate::front::{
    Findings, Front, HostArg, HostGap, HostLaunch, HostPart, HostUnknown, Signature, Target, Uses,
};
use crate::source::{Diagnostic, Span};
use lower::Wanted;
use names::Names;
use report::Report;
use token::Dialect;
use typed::{Function, FunctionId, Program};

/// Compiles a program of one text; see [`compile_files`].
pub fn compile(source: &str, language: Language, options: &CompileOptions, limits: &Limits) -> Front {
    compile_files(&Files::one(source), language, (options, Target::default()), limits)
}

/// Compiles a program for a machine. The front end never gives up: always a result and a list of diagnostics. Places are in the row of
/// all texts.
///
/// Of `limits`, `source_bytes`, `ir_instructions`, `template_depth`, `constexpr_steps` and `printf_bytes` are obeyed. [`Language::Assembly`] is not a language of the front
/// end: it is an error.
pub fn compile_files(
    files: &Files,
    language: Language,
    options: (&CompileOptions, Target),
    limits: &Limits,
) -> Front {
    let (most, size) = (limits.source_bytes.min(u64::from(u32::MAX / 2)), files.text().len());
    if size as u64 > most {
        let message = format!("The text has {size} bytes; at most {most} are read (limit `source_bytes`).");
        return Front::empty(
            Language::OpenCl,
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
                Language::OpenCl,
                vec![Diagnostic::error("lang::assembly", Span::NONE, message)],
            );
        }
    };
    compile_as(files, dialect, options, limits)
}

fn compile_as(
    files: &Files,
    dialect: Dialect,
    (options, target): (&CompileOptions, Target),
    limits: &Limits,
) -> Front {
    let (mut names, mut report) = (Names::new(), Report::default());
    let tokens = preproc::preprocess(files, dialect, &options.defines, &mut names, &mut report);
    let parsed = parser::parse(tokens, dialect, &mut names, &mut report);
    let program = check::check((&parsed, files.text(), dialect), &names, limits, &mut report);
    let mut front = Front::empty(dialect.into(), vec![]);
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
            let wanted = Wanted {
                instructions: limits.ir_instructions,
                contract: options.contract,
                subgroup: target.subgroup_of(dialect.into()),
            };
            let lowered = lower::lower(&program, id, &names, &wanted, &mut report);
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
    front.tree = ast::Tree { items: parsed.items, names }.to_string();
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
