//! Compiled kernels against the reference interpreter: memory must be equal bit for bit, whatever the length of the
//! vectors, the style of strips and what happens to empty masks.
extern crate std;

mod kernels;
mod operations;
mod random;
mod schedule;

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    image::Memory,
    ir::{interp, text, verify::verify},
    launch::Launch,
    opt::exchange,
    riscv::abi::Call,
};

use super::*;
use crate::{
    asm::print,
    exec::{Flow, VState},
    spec::{Chaining, Schedule, Skip, Strips},
};

/// More instructions than any of these programs needs.
const STEPS: u64 = 4_000_000;

/// Machines that differ in what the code generator sees.
fn specs() -> Vec<Spec> {
    let spec = |vlen, lmul, strips, skip| Spec { vlen, lmul, strips, skip, ..Spec::default() };
    Vec::from([
        spec(128, 8, Strips::Last, Skip::First),
        Spec { schedule: Schedule::Program, ..spec(128, 1, Strips::First, Skip::None) },
        spec(256, 2, Strips::First, Skip::Count),
        Spec { schedule: Schedule::Program, ..spec(256, 8, Strips::Last, Skip::None) },
        Spec { chaining: Chaining::None, memory_units: 3, ..spec(4096, 4, Strips::Last, Skip::First) },
        spec(4096, 1, Strips::First, Skip::First),
        spec(256, 8, Strips::Last, Skip::Sparse),
        Spec { sparse_below: 100, ..spec(2048, 2, Strips::First, Skip::Sparse) },
    ])
}

/// What a run needs besides the program.
struct Start<'a> {
    launch: &'a Launch,
    args: &'a [u64],
    local_args: &'a [bool],
    memory: &'a Memory,
}

/// Runs a program on so many threads, one instruction of each in turns.
fn run(program: &Program, spec: &Spec, start: &Start<'_>, threads: u32) -> Result<Memory, String> {
    let mut memory = start.memory.clone();
    let buffers = memory.buffers().len();
    let call = Call::kernel(program, start.launch, start.args, start.local_args);
    let mut harts =
        call.start(&VState::new(spec.vlen), threads, &mut memory).map_err(|halt| format!("{halt:?}"))?;
    harts.iter_mut().for_each(|hart| hart.ext.agnostic_ones = true);
    let mut running: Vec<usize> = (0..harts.len()).collect();
    for _ in 0..STEPS {
        let mut ended = Vec::new();
        for at in &running {
            let hart = &mut harts[*at];
            let done = hart.step(program, &mut memory);
            match done {
                Ok(done) if done.flow == Flow::End => ended.push(*at),
                Ok(_) => {}
                Err(trap) => {
                    let pc = program.pc(hart.pc);
                    return Err(format!("{trap} at instruction {pc:?}"));
                }
            }
        }
        running.retain(|at| !ended.contains(at));
        if running.is_empty() {
            memory.truncate(buffers);
            return Ok(memory);
        }
    }
    Err("it does not end".into())
}

/// Compares machine and interpreter.
fn differ(name: &str, kernel: &Kernel, start: &Start<'_>) {
    verify(kernel).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let mut expected = start.memory.clone();
    interp::run(kernel, start.launch, start.args, &mut expected, &interp::Limits::default()).unwrap();
    let mut exchanged = kernel.clone();
    let _ = exchange::through_memory(&mut exchanged) || exchange::by_warps(&mut exchanged, 8);
    let kernel = &exchanged;
    for spec in specs() {
        let program =
            generate(kernel, &spec, Patience::ENDLESS).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        for threads in [1, 3] {
            let found = run(&program, &spec, start, threads);
            let equal = found.as_ref().is_ok_and(|found| found.digest() == expected.digest());
            if !equal {
                let where_to = found.map(|found| difference(&found, &expected));
                panic!(
                    "{name}: vlen {} lmul {} {:?} {:?} {:?}, {threads} threads: {where_to:?}\n{}\n{}",
                    spec.vlen,
                    spec.lmul,
                    spec.strips,
                    spec.skip,
                    spec.schedule,
                    text::print(kernel),
                    numbered(&program)
                );
            }
        }
    }
}

fn numbered(program: &Program) -> String {
    let mut text = String::new();
    let mut pc = 0;
    for line in print(program).lines() {
        text += &format!("{pc:4} {line}\n");
        pc += u32::from(line.starts_with("    ") && !line.trim().starts_with('.'));
    }
    text
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
