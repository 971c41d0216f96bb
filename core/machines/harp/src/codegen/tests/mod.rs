//! Compiled kernels against the reference interpreter, which runs the IR as the front end wrote it: memory must be equal bit for bit,
//! whatever the ArchID and the policy.
extern crate std;

mod alone;
mod calls;
mod conversion;
mod copies;
mod cores;
mod divergence;
mod forms;
mod frames;
mod gallery;
mod harpbench;
mod kernels;
mod lanes;
mod locks;
mod matrix;
mod places;
mod policies;
mod printed;
mod profile_files;
mod pseudos;
mod random;
mod ranges;
mod rows;
mod schedule;
mod structurise;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_front::lang;
use lanescope_parts::{
    document::{CompileOptions, Language, Limits},
    image::{Console, Memory},
    ir::{Kernel, Type, interp},
    launch::{Launch, bind::Bound},
    machines::{
        family::{Family, Untimed, Watch},
        given::Given,
        settings::Settings,
    },
    opt,
};

use crate::{exec::Cube, family::Harp, functional::Functional, spec::Spec};

/// Policies that manage divergence.
const POLICIES: [&str; 6] = ["sj", "pred", "static", "profile", "static-profile", "size-aware"];

/// What a parameter of a test is.
#[derive(Clone, Debug)]
enum Arg {
    /// The bits of a scalar.
    Scalar(u64),
    /// A buffer of bytes.
    Bytes(Vec<u8>),
    /// So many bytes of work-group memory.
    Local(u64),
}

fn ints(values: impl IntoIterator<Item = i32>) -> Arg {
    Arg::Bytes(values.into_iter().flat_map(i32::to_le_bytes).collect())
}

fn spec(arch: &str, policy: &str) -> Spec {
    let mut spec = Spec::default();
    for (id, value) in [("archid", arch), ("divergence", policy), ("ipdom_entries", "64")] {
        spec.set(id, value).expect(id);
    }
    spec
}

/// The kernel of a text, as the front end wrote it and optimised.
fn kernels(source: &str) -> (Kernel, Kernel) {
    let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
    let written = front.kernels.first().unwrap_or_else(|| panic!("{:?}", front.diagnostics)).clone();
    let mut optimised = written.clone();
    opt::optimise(&mut optimised);
    (written, optimised)
}

fn bound(kernel: &Kernel, global: [u32; 3], local: [u32; 3], args: &[Arg]) -> Bound {
    let mut memory = Memory::default();
    let mut values = Vec::new();
    for (param, arg) in kernel.params.iter().zip(args) {
        values.push(match arg {
            Arg::Scalar(bits) => *bits,
            Arg::Local(bytes) => *bytes,
            Arg::Bytes(bytes) => {
                let at = memory.allocate(&param.name, bytes.len() as u64, Type::I32, false, true);
                memory.copy_in(at, bytes);
                memory.buffers()[at].base
            }
        });
    }
    memory.close_launch();
    Bound {
        launch: Launch { global, local, ..Launch::default() },
        args: values,
        types: kernel.params.iter().map(|param| param.ty).collect(),
        local_args: args.iter().map(|arg| matches!(arg, Arg::Local(_))).collect(),
        memory,
        console: Console::new(b"", 0),
    }
}

/// What the interpreter leaves.
fn expected(kernel: &Kernel, bound: &Bound) -> Memory {
    let mut memory = bound.memory.clone();
    interp::run(kernel, &bound.launch, &bound.args, &mut memory, &interp::Limits::default()).expect("a run");
    memory
}

/// Nothing ends the run that makes a profile.
fn unwatched<T>(with: impl FnOnce(&mut Watch) -> T) -> T {
    with(&mut Watch { instructions: u64::MAX, go_on: &mut || true })
}

/// Compiles a kernel and runs it.
fn run(kernel: &Kernel, bound: &Bound, spec: &Spec) -> Result<Functional, String> {
    let program = Harp::compile(&Given::new(kernel, spec)).map_err(|error| format!("{error:?}"))?;
    let fitted = unwatched(|watch| Harp::fit(&program, spec, bound, watch));
    let fitted = fitted.map_err(|error| format!("{error:?}"))?;
    let program = fitted.unwrap_or(program);
    let mut run = Harp::untimed(&program, spec, bound.clone()).map_err(|error| format!("{error:?}"))?;
    match run.advance(50_000_000) {
        Ok(true) => Ok(run),
        Ok(false) => Err("it does not end".into()),
        Err(halt) => Err(format!("{halt:?}\n{}", listing(&program))),
    }
}

fn listing(program: &<Harp as Family>::Program) -> String {
    let lines = Harp::listing(program).lines.into_iter().zip(&program.places);
    lines.map(|(line, placed)| format!("{:5x} {}\n", placed.at, line.text)).collect()
}

/// Where two memories differ.
fn difference(found: &Memory, expected: &Memory) -> Option<String> {
    for (at, buffer) in expected.buffers().iter().enumerate() {
        let (a, b) = (found.copy_out(at, 0, u64::MAX), expected.copy_out(at, 0, u64::MAX));
        if let Some(byte) = a.iter().zip(&b).position(|(a, b)| a != b) {
            let word = byte / 4 * 4;
            return Some(format!(
                "{} byte {byte}: {:?} is not {:?}",
                buffer.name,
                a.get(word..word + 4),
                b.get(word..word + 4)
            ));
        }
    }
    None
}

/// Runs a kernel under one ArchID and policy.
fn same(
    source: &str,
    (global, local): ([u32; 3], [u32; 3]),
    args: &[Arg],
    arch: &str,
    policy: &str,
) -> Functional {
    let (written, optimised) = kernels(source);
    let bound = bound(&written, global, local, args);
    let run = run(&optimised, &bound, &spec(arch, policy))
        .unwrap_or_else(|error| panic!("{arch} {policy}: {error}\n{source}"));
    if let Some(text) = difference(run.memory(), &expected(&written, &bound)) {
        let program = Harp::compile(&Given::new(&optimised, &spec(arch, policy))).expect("again");
        panic!("{arch} {policy}: {text}\n{source}\n{}", listing(&program));
    }
    run
}

/// Runs a kernel under all ArchIDs of a word size that it has and all policies.
fn everywhere(source: &str, sizes: ([u32; 3], [u32; 3]), args: &[Arg], archs: &[&str]) {
    for arch in archs {
        for policy in POLICIES {
            same(source, sizes, args, arch, policy);
        }
    }
}

/// The core of a run.
fn core(run: &Functional) -> &Cube {
    run.core()
}
