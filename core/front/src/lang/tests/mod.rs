//! Tests of the whole front end: what is compiled is run by the reference interpreter, as it is and optimised.

mod advice;
mod atomics;
mod calls;
mod classes;
mod constructs;
mod contract;
mod errors;
mod functions;
mod gallery;
mod half;
mod host;
mod images;
mod includes;
mod intensity;
mod invalid;
mod lambdas;
mod lanes;
mod library;
mod macros;
mod oracle;
mod places;
mod projects;
mod reciprocals;
mod records;
mod robust;
mod speed;
mod template_errors;
mod templates;
mod unused;
mod vector_errors;
mod vectors;
mod warnings;

use alloc::{string::String, vec, vec::Vec};

use crate::document::{CompileOptions, Define, Language, Limits};
use crate::image::Memory;
use crate::ir::{Kernel, Type, interp, text, verify::verify};
use crate::lang::{Front, compile};
use crate::launch::Launch;
use crate::opt;

/// Compiles with default options.
fn front(source: &str) -> Front {
    compile(source, Language::Auto, &CompileOptions::default(), &Limits::default())
}

/// The one kernel of a text without errors.
fn kernel(source: &str) -> Kernel {
    let front = front(source);
    let errors: Vec<_> = front.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{source}\n{errors:#?}");
    let kernel = front.kernels.into_iter().last().expect("a kernel");
    verify(&kernel).unwrap_or_else(|error| panic!("{error}\n{}", crate::ir::text::print(&kernel)));
    kernel
}

/// An argument of a test launch.
#[derive(Clone)]
enum Arg {
    /// A buffer of 32-bit words.
    Words(Vec<u32>),
    /// The bits of a scalar.
    Bits(u64),
    /// Bytes of local memory.
    Local(u64),
}

/// Runs a kernel; returns the words of all its buffers afterwards, the same inlined and optimised.
fn run(kernel: &Kernel, global: [u32; 3], local: [u32; 3], args: &[Arg]) -> Vec<Vec<u32>> {
    let plain = interpret(kernel, global, local, args);
    for (form, passes) in
        [("inlined", &opt::PASSES[..1]), ("optimised", opt::PASSES), ("with calls", opt::passes(true))]
    {
        let mut other = kernel.clone();
        opt::optimise_with(passes, &mut other, |_, _| {});
        verify(&other).unwrap_or_else(|error| panic!("{form}: {error}\n{}", text::print(&other)));
        assert_eq!(interpret(&other, global, local, args), plain, "{form}: {}", text::print(&other));
    }
    plain
}

fn interpret(kernel: &Kernel, global: [u32; 3], local: [u32; 3], args: &[Arg]) -> Vec<Vec<u32>> {
    let mut memory = Memory::default();
    let mut bits = vec![];
    for (arg, param) in args.iter().zip(&kernel.params) {
        bits.push(match arg {
            Arg::Bits(bits) | Arg::Local(bits) => *bits,
            Arg::Words(words) => {
                let at = memory.allocate(&param.name, words.len() as u64 * 4, Type::I32, false, true);
                let base = memory.buffers()[at].base;
                for (index, word) in words.iter().enumerate() {
                    memory.store(base + index as u64 * 4, 4, u64::from(*word));
                }
                base
            }
        });
    }
    for param in kernel.params.iter().filter(|param| param.prints.is_some()) {
        let at = memory.allocate(&param.name, param.len.unwrap_or(0) * 4, Type::I32, true, true);
        bits.push(memory.buffers()[at].base);
    }
    assert_eq!(bits.len(), kernel.params.len(), "arguments: {:?}", kernel.params);
    let launch = Launch { global, local, ..Launch::default() };
    interp::run(kernel, &launch, &bits, &mut memory, &interp::Limits::default()).expect("runs to its end");
    let buffers = memory.buffers().to_vec();
    buffers
        .iter()
        .map(|buffer| (0..buffer.bytes / 4).map(|at| memory.load(buffer.base + at * 4, 4) as u32).collect())
        .collect()
}

/// Runs statements of OpenCL C that write `out`, an array of 32-bit integers, in one work-item.
fn ints(prelude: &str, body: &str, count: usize) -> Vec<i32> {
    let source = alloc::format!("{prelude}\n__kernel void test(__global int *out) {{ {body} }}");
    let out = run(&kernel(&source), [1; 3], [1; 3], &[Arg::Words(vec![0; count])]);
    out[0].iter().map(|word| *word as i32).collect()
}

/// As [`ints`], in CUDA.
fn cuda_ints(prelude: &str, body: &str, count: usize) -> Vec<i32> {
    let source = alloc::format!("{prelude}\n__global__ void test(int *out) {{ {body} }}");
    let out = run(&kernel(&source), [1; 3], [1; 3], &[Arg::Words(vec![0; count])]);
    out[0].iter().map(|word| *word as i32).collect()
}

/// The value of one integer expression of OpenCL C.
fn int(expression: &str) -> i32 {
    ints("", &alloc::format!("out[0] = {expression};"), 1)[0]
}

/// The value of one float expression of OpenCL C.
fn float(expression: &str) -> f32 {
    f32::from_bits(int(&alloc::format!("as_int((float)({expression}))")) as u32)
}

/// The value of one float expression of CUDA.
fn cuda_float(expression: &str) -> f32 {
    let body = alloc::format!("out[0] = __float_as_int((float)({expression}));");
    f32::from_bits(cuda_ints("", &body, 1)[0] as u32)
}

fn define(name: &str, value: &str) -> Define {
    Define { name: name.into(), value: Some(String::from(value)) }
}
