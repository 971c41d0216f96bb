//! Compiled kernels against the reference interpreter: memory must be equal bit for bit on every preset.
extern crate std;

mod gather;
mod kernels;
mod random;
mod strange;
mod text;
mod widths;

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    codegen::lower::lower,
    image::Memory,
    ir::{interp, text as ir_text, verify::verify},
    launch::Launch,
    opt::exchange,
    riscv::abi::Call,
};

use super::*;
use crate::{
    asm::print,
    exec::{Flow, PState},
    isa::Generation,
    spec::Alignment,
};

/// More instructions than any of these programs needs.
const STEPS: u64 = 4_000_000;

/// Machines of each style, strict and relaxed.
fn specs() -> Vec<Spec> {
    use Alignment::{Relaxed, Strict};
    use Generation as G;
    let machine = |(generation, alignment)| Spec { generation, alignment, ..Spec::default() };
    let strict = [G::Rvp, G::Mmx, G::Avx512].map(|generation| machine((generation, Strict)));
    let relaxed = [G::Rvp, G::Sse, G::Sse2, G::Avx, G::Avx2, G::Avx512, G::Lee];
    // Masks in packed registers where the generation has registers for them (HS08).
    let blends = Spec { masks: false, ..machine((G::Avx512, Relaxed)) };
    let whole = strict.into_iter().chain(relaxed.map(|generation| machine((generation, Relaxed))));
    whole.chain([blends]).collect()
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
    let state = PState::new(spec.instructions(), spec.is_relaxed(), 32);
    let mut harts = call.start(&state, threads, &mut memory).map_err(|halt| format!("{halt:?}"))?;
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
    let mut lowered = kernel.clone();
    let _ = exchange::through_memory(&mut lowered) || exchange::by_warps(&mut lowered, 8);
    lower(&mut lowered, &FEATURES).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let kernel = &lowered;
    for spec in specs() {
        let Compiled { program, .. } =
            generate(kernel, &spec).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        for threads in [1, 3] {
            let found = run(&program, &spec, start, threads);
            let equal = found.as_ref().is_ok_and(|found| found.digest() == expected.digest());
            if !equal {
                let where_to = found.map(|found| difference(&found, &expected));
                panic!(
                    "{name}: {:?}, {threads} threads: {where_to:?}\n{}\n{}",
                    spec.generation,
                    ir_text::print(kernel),
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
