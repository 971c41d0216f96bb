//! Fused multiply-adds of `f64`, against the interpreter's: all exponents, sums that cancel, results at both ends of the range.

use alloc::{format, vec::Vec};

use super::{Features, WORDS, digest, lower, operation, same};
use crate::{
    base::rng::Rng,
    image::Memory,
    ir::{Kernel, Type, text},
    launch::Launch,
};

/// Triples that are tried.
const TRIPLES: u64 = 1 << 15;
/// Numbers at the ends of what there is; the others have a sign more.
const ENDS: [u64; 12] = [
    0,
    1,
    0x000F_FFFF_FFFF_FFFF,
    0x0010_0000_0000_0000,
    0x3CA0_0000_0000_0000,
    0x3FEF_FFFF_FFFF_FFFF,
    0x3FF0_0000_0000_0000,
    0x7FEF_FFFF_FFFF_FFFF,
    0x7FF0_0000_0000_0000,
    0x7FF0_0000_0000_0001,
    0x7FF8_0000_0000_0000,
    0x7FFF_FFFF_FFFF_FFFF,
];

/// A float of random digits, many or few, with an exponent.
fn float(rng: &mut Rng, exponent: i64) -> u64 {
    let mut digits = rng.below(1 << 52);
    if rng.below(2) == 0 {
        digits &= u64::MAX << rng.below(53);
    }
    let field = exponent.clamp(0, 2046) as u64;
    rng.below(2) << 63 | field << 52 | digits
}

fn triple(at: u64, rng: &mut Rng) -> [u64; 3] {
    let end = |rng: &mut Rng| ENDS[rng.below(12) as usize] | rng.below(2) << 63;
    let [a, b] = [0, 1].map(|_| {
        let exponent = rng.below(2047) as i64;
        float(rng, exponent)
    });
    let exponent_of = |bits: u64| (bits >> 52 & 0x7FF) as i64;
    let both = exponent_of(a) + exponent_of(b) - 1023;
    let near = |rng: &mut Rng, reach: u64| both + rng.below(2 * reach + 1) as i64 - reach as i64;
    let product = f64::from_bits(a) * f64::from_bits(b);
    match at % 8 {
        0 => [rng.below(u64::MAX), rng.below(u64::MAX), rng.below(u64::MAX)],
        1 => [end(rng), end(rng), end(rng)],
        2 => [a, end(rng), b],
        // The product and what is added at all distances.
        3 => {
            let exponent = near(rng, 130);
            [a, b, float(rng, exponent)]
        }
        4 => {
            let exponent = near(rng, 3);
            [a, b, float(rng, exponent)]
        }
        // All but the lowest bits cancel.
        5 => [a, b, (-product).to_bits()],
        6 => [a, b, (-product).to_bits() ^ 1 << rng.below(12)],
        // Around the smallest numbers.
        _ => {
            let exponent = rng.below(1100) as i64;
            let a = float(rng, exponent);
            let other = 1023 - exponent + rng.below(120) as i64 - 60;
            let b = float(rng, other);
            let exponent = rng.below(60) as i64;
            [a, b, float(rng, exponent)]
        }
    }
}

/// Operands in memory, and room for results.
fn memory() -> Memory {
    let (mut memory, mut rng) = (Memory::default(), Rng::new(11));
    for _ in 0..4 {
        memory.allocate("x", 8 * TRIPLES, Type::F64, false, true);
    }
    let bases: Vec<u64> = memory.buffers().iter().map(|buffer| buffer.base).collect();
    for at in 0..TRIPLES {
        for (base, bits) in bases.iter().zip(triple(at, &mut rng)) {
            memory.store(base + 8 * at, 8, bits);
        }
    }
    memory
}

fn fma() -> (Kernel, Launch, Vec<u64>, Memory) {
    let memory = memory();
    let launch = Launch { global: [TRIPLES as u32, 1, 1], local: [256, 1, 1], ..Launch::default() };
    let args = memory.buffers().iter().map(|buffer| buffer.base).collect();
    (operation("fma", Type::F64, 3, Type::F64), launch, args, memory)
}

#[test]
fn products_and_sums_of_doubles_are_rounded_once() {
    let (kernel, launch, args, memory) = fma();
    let called = Features { fused: false, ..Features::ALL };
    for machine in [called, Features { calls: true, ..WORDS }, Features::LEAST, WORDS] {
        same("fma", &kernel, &machine, &launch, &args, &memory);
    }
    // The triples tell an fma from a product and a sum.
    let text = text::print(&kernel);
    let line = text.lines().find(|line| line.contains("= fma ")).unwrap();
    let (result, operands) = (line.split(':').next().unwrap(), line.split("fma ").nth(1).unwrap());
    let [a, b, c] = operands.split(", ").collect::<Vec<_>>()[..] else { panic!("{line}") };
    let twice = format!("  v90: f64 = fmul {a}, {b}\n{result}: f64 = fadd v90, {c}");
    let twice = text::parse(&text.replace(line, &twice)).unwrap();
    assert_ne!(digest(&twice, &launch, &args, &memory), digest(&kernel, &launch, &args, &memory));
}

/// One function for all places, before those of the source; written out where there are no calls.
#[test]
fn a_machine_with_calls_has_one_function_for_it() {
    let (mut kernel, ..) = fma();
    lower(&mut kernel, &Features { fused: false, ..Features::ALL }).unwrap();
    assert_eq!(kernel.functions.iter().map(|function| &*function.name).collect::<Vec<_>>(), ["fma.f64"]);
    let (mut kernel, ..) = fma();
    lower(&mut kernel, &Features { fused: false, calls: false, ..Features::ALL }).unwrap();
    assert!(kernel.functions.is_empty());
}
