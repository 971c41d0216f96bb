//! Kernels of the gallery: those that the instruction set can run are compiled under every policy, with few registers and with many.

use lanescope_parts::{
    document::{CompileOptions, Language, Limits},
    machines::given::Given,
};

use super::*;
use crate::isa::{Decoded, Instruction, Op};

/// Does it nothing at all: a jump to the next instruction, a copy of a register to itself?
fn is_idle(one: &Instruction) -> bool {
    let [to, a, b] = one.registers;
    match one.op {
        Op::Jmpi => one.immediate == 0,
        Op::Ori => one.immediate == 0 && to == a,
        Op::Orp => to == a && to == b,
        _ => false,
    }
}

macro_rules! gallery {
    ($($name:literal)+) => {
        [$(($name, include_str!(concat!("../../../../../kernels/", $name)))),+]
    };
}

#[test]
fn gallery_kernels_are_compiled() {
    let kernels = gallery!(
        "bitonic_sort.cl" "early_break.cl" "if_else.cl" "mandelbrot.cl" "matmul_tiled.cu" "nbody_step.cu" "nested.cu"
        "permuted_copy.cu" "prefix_sum.cl" "reduce_interleaved.cu" "reduce_sequential.cl" "saxpy.cl" "spmv.cl"
        "stencil2d.cu" "strided_copy.cl" "transpose_naive.cl" "transpose_tiled.cl"
    );
    for (name, source) in kernels {
        let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
        for mut kernel in front.kernels {
            opt::optimise(&mut kernel);
            for (arch, policy) in
                [("4w8/8/16/16", "sj"), ("4b32/16/16/16", "pred"), ("4w16/16/4/4", "static")]
            {
                let made = Harp::compile(&Given::new(&kernel, &spec(arch, policy)));
                let made = made.unwrap_or_else(|error| panic!("{name} {arch} {policy}: {error:?}"));
                let idle = made.places.iter().filter(|placed| placed.is_code).find_map(|placed| {
                    let arch = made.arch.complete().expect("a machine");
                    match arch.decode(&made.bytes[placed.at as usize..]) {
                        Decoded::Instruction(one, _) => Some(one).filter(is_idle),
                        _ => None,
                    }
                });
                assert_eq!(idle, None, "{name} {arch} {policy}");
            }
        }
    }
}
