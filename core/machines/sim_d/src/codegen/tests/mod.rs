//! Compiled kernels against the reference interpreter: memory must be equal bit for bit.
extern crate std;

mod memory;
mod operations;
mod pasted;
mod random;
mod refusals;
mod registers;
mod schedule;
mod shapes;
mod staging;

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_kit::kernels::{of_gallery, pasted, prepared};
use lanescope_parts::{
    image::Memory,
    ir::{interp, text as ir_text},
    launch::bind::Bound,
    machines::{Machine, family::Untimed},
    trace::Deaf,
};

use super::{settings::Unrolling, *};
use crate::{asm, functional::Functional, machine::SimD, rules::Behaviour, spec::Spec};

/// As the settings say.
fn generate(kernel: &Kernel, launch: &Launch, args: &[u64], memory: &Memory, spec: &Spec) -> Made<Compiled> {
    super::generate(kernel, (launch, args), memory, spec)
}

/// More instructions than any of these programs needs.
const STEPS: u64 = 2_000_000;

/// What a run leaves, or why it does not end.
fn run(compiled: &Compiled, bound: &Bound, behaviour: Behaviour) -> Result<Memory, String> {
    let mut memory = bound.memory.clone();
    let count = memory.buffers().len();
    let program = compiled.bind(&mut memory, &bound.args)?;
    let spec = Spec { behaviour, ..Spec::default() };
    let mut run = Functional::new(Arc::new(program), compiled.launch, memory, &spec);
    match run.advance(STEPS) {
        Ok(true) => {
            let mut memory = run.memory().clone();
            memory.truncate(count);
            Ok(memory)
        }
        Ok(false) => Err("it does not end".into()),
        Err(halt) => Err(format!("{halt:?}")),
    }
}

fn difference(a: &Memory, b: &Memory) -> String {
    for (at, buffer) in a.buffers().iter().enumerate() {
        let (x, y) = (a.copy_out(at, 0, u64::MAX), b.copy_out(at, 0, u64::MAX));
        if let Some(byte) = x.iter().zip(&y).position(|(x, y)| x != y) {
            return format!("buffer {} byte {byte}: {} is not {}", buffer.name, x[byte], y[byte]);
        }
    }
    "buffers".into()
}

/// Compares machine, in both behaviours, and interpreter: a message if the kernel is refused, else what is
/// wrong.
fn outcome(name: &str, kernel: &Kernel, bound: &Bound) -> Result<(), (bool, String)> {
    outcome_with(name, kernel, bound, &Spec::default())
}

/// A compiler that leaves out what a kernel does not need to run.
fn plain() -> Spec {
    let mut spec = Spec::default();
    let code = &mut spec.compiler;
    (code.scheduling, code.staging, code.joined_stores) = (false, false, false);
    code.unrolling = Unrolling::Off;
    code.composed_results = false;
    code.group_shape = GroupShape::Usual;
    spec
}

/// The cycles of a kernel, with timing.
fn cycles(source: &str, spec: &Spec) -> u64 {
    let (kernel, bound) = prepared("cycles", source);
    let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, spec).unwrap();
    let mut memory = bound.memory.clone();
    let program = compiled.bind(&mut memory, &bound.args).unwrap();
    let mut machine = SimD::new(Arc::new(program), compiled.launch, memory, spec);
    machine.run(10_000_000, &mut Deaf).unwrap();
    assert!(machine.finished());
    machine.cycle()
}

/// The same with settings.
fn outcome_with(name: &str, kernel: &Kernel, bound: &Bound, spec: &Spec) -> Result<(), (bool, String)> {
    let compiled = generate(kernel, &bound.launch, &bound.args, &bound.memory, spec)
        .map_err(|error| (true, error.message.clone()))?;
    let mut expected = bound.memory.clone();
    interp::run(kernel, &bound.launch, &bound.args, &mut expected, &interp::Limits::default()).unwrap();
    let runs = [Behaviour::Simulator, Behaviour::Thesis].map(|behaviour| run(&compiled, bound, behaviour));
    let equal = |found: &Result<Memory, String>| {
        found.as_ref().is_ok_and(|found| found.digest() == expected.digest())
    };
    let Some(found) = runs.into_iter().find(|found| !equal(found)) else { return Ok(()) };
    let where_to = found.map(|found| difference(&found, &expected));
    let mut memory = bound.memory.clone();
    let program = compiled.bind(&mut memory, &bound.args).unwrap();
    let text = format!("{name}: {where_to:?}\n{}\n{}", ir_text::print(kernel), asm::text(&program));
    Err((false, text))
}

fn check(name: &str, source: &str) {
    let (kernel, bound) = prepared(name, source);
    for spec in [Spec::default(), plain()] {
        if let Err((_, text)) = outcome_with(name, &kernel, &bound, &spec) {
            panic!("{text}");
        }
    }
}

const SAXPY: &str = "__kernel void saxpy(__global float *y, __global const float *x, float a, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}";

/// The mnemonics of a program, and its operands without the numbers of registers.
fn program(source: &str) -> Vec<String> {
    program_with(source, &plain())
}

/// The same with settings.
fn program_with(source: &str, spec: &Spec) -> Vec<String> {
    let (kernel, bound) = prepared("program", source);
    let compiled = generate(&kernel, &bound.launch, &bound.args, &bound.memory, spec).unwrap();
    compiled.instructions.iter().map(|one| asm::print_instruction(one, &[])).collect()
}

/// How often an instruction is there.
fn count(program: &[String], name: &str) -> usize {
    program.iter().filter(|line| line.split_whitespace().next() == Some(name)).count()
}

/// simd C1, C2, C11: the words of arguments are loaded at once, neighbours move blocks, and the store ends
/// the group.
#[test]
fn simd_c2_saxpy_with_its_guard() {
    check("saxpy", SAXPY);
    let program = program(SAXPY);
    let counts = ["sldg", "ldglin", "cpush.if", "cpop"].map(|name| count(&program, name));
    assert_eq!(counts, [1, 2, 0, 0], "{program:#?}");
    assert!(program.last().is_some_and(|line| line.starts_with("stglin")), "{program:#?}");
}

/// What Sim-D refuses of the gallery, and why.
const REFUSED: [(&str, &str); 2] = [
    ("histogram", "Sim-D has no atomics: a request of memory reads or writes, never both"),
    ("spin_lock", "Sim-D has no atomics: a request of memory reads or writes, never both"),
];

#[test]
fn every_kernel_of_the_gallery_runs_or_is_refused_with_the_reason() {
    for (name, source) in of_gallery() {
        let (kernel, bound) = prepared(name, source);
        let refused = REFUSED.iter().find(|(refused, _)| *refused == name);
        let all = outcome(name, &kernel, &bound).and_then(|()| outcome_with(name, &kernel, &bound, &plain()));
        match (all, refused) {
            (Ok(()), None) => {}
            (Err((true, message)), Some((_, why))) => assert!(message.contains(why), "{message}"),
            (other, _) => panic!("{name}: {}", other.err().map(|(_, text)| text).unwrap_or_default()),
        }
    }
}
