//! The interpreter runs lowered kernels and those that they were made of: memory must be equal bit for bit.

extern crate std;

mod doubles;
mod functions;

use std::{format, string::String, vec::Vec};

use super::*;
use crate::{
    base::rng::Rng,
    image::Memory,
    ir::{Math, Type, interp, text, verify::verify},
    launch::{Launch, bind},
};
use lanescope_kit::{
    kernels::{of_gallery, prepared},
    slots as random,
};

/// A machine of 32 bits: no integers of 64 bits, and nothing that would help to make them of words.
const WORDS: Features = Features { long_integers: false, ..Features::LEAST };

/// Every machine that lacks one thing, and the one that lacks all of them.
fn machines() -> [Features; 10] {
    let all = Features::ALL;
    [
        Features { narrow_integers: false, ..all },
        Features { half: false, ..all },
        Features { fused: false, ..all },
        Features { quotients: false, ..all },
        Features { least: false, counts: false, ..all },
        Features { high_products: false, ..all },
        Features { least_access: 2, ..all },
        Features { address_bits: 32, ..all },
        Features::LEAST,
        WORDS,
    ]
}

#[test]
fn only_a_machine_that_has_everything_need_not_ask() {
    assert!(Features { calls: false, ..Features::ALL }.is_whole());
    assert!(machines().iter().all(|features| !features.is_whole()));
    assert!(!Features { functions: Some(|_, _| true), ..Features::ALL }.is_whole());
}

fn digest(kernel: &Kernel, launch: &Launch, args: &[u64], memory: &Memory) -> u64 {
    let mut memory = memory.clone();
    let limits = interp::Limits::default();
    interp::run(kernel, launch, args, &mut memory, &limits).unwrap_or_else(|halt| panic!("{halt:?}"));
    memory.digest()
}

/// Lowers for a machine and compares.
fn same(name: &str, kernel: &Kernel, features: &Features, launch: &Launch, args: &[u64], memory: &Memory) {
    let mut lowered = kernel.clone();
    lower(&mut lowered, features).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    verify(&lowered).unwrap_or_else(|error| panic!("{name}: {error}\n{}", text::print(&lowered)));
    let expected = digest(kernel, launch, args, memory);
    assert_eq!(digest(&lowered, launch, args, memory), expected, "{name} {features:?}");
}

#[test]
fn random_programs_keep_their_results() {
    let launch = Launch { global: [8, 1, 1], local: [4, 1, 1], ..Launch::default() };
    let mut memory = Memory::default();
    memory.allocate("out", 8 * 8 * random::WORDS, Type::I64, false, true);
    let args = [memory.buffers()[0].base];
    for seed in 0..60 {
        let mut kernel = random::program(seed);
        if seed % 2 == 0 {
            crate::opt::optimise(&mut kernel);
        }
        for machine in machines() {
            same(&format!("seed {seed}"), &kernel, &machine, &launch, &args, &memory);
        }
    }
}

/// Items of the kernels that try an operation: all numbers of 16 bits, or many of them.
const fn items(ty: Type, operands: usize) -> u64 {
    if ty.bits() <= 16 && operands == 1 { 1 << 16 } else { 1 << 13 }
}

/// `out[i] = op(a[i], b[i], c[i])` on buffers of a type, and another type for the result.
fn operation(op: &str, ty: Type, operands: usize, result: Type) -> Kernel {
    let params: Vec<String> = (0..operands).map(|at| format!("p{at}: ptr.global {ty}")).collect();
    let mut body = String::from("b0:\n v0: i32 = global_id 0\n v1: i64 = zext v0\n");
    body += &format!(" v2: i64 = const {}\n v3: i64 = mul v1, v2\n", ty.bytes());
    for at in 0..operands {
        let (base, ptr, value) = (10 + at, 20 + at, 30 + at);
        body += &format!(" v{base}: ptr.global = arg {at}\n v{ptr}: ptr.global = ptradd v{base}, v3\n");
        body += &format!(" v{value}: {ty} = load v{ptr}\n");
    }
    let values: Vec<String> = (0..operands).map(|at| format!("v{}", 30 + at)).collect();
    body += &format!(" v40: {result} = {op} {}\n", values.join(", "));
    body += &format!(" v41: i64 = const {}\n v42: i64 = mul v1, v41\n", result.bytes());
    body += &format!(" v43: ptr.global = arg {operands}\n v44: ptr.global = ptradd v43, v42\n");
    body += " store v44, v40\n return\n";
    let text = format!("kernel k({}, out: ptr.global {result}) {{\n{body}}}", params.join(", "));
    text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// Numbers that rounding finds hard: all of a narrow type, else random bits, many of them near the ends of the range.
fn number(ty: Type, at: u64, operand: usize, rng: &mut Rng) -> u64 {
    if operand == 0 && ty.bits() <= 16 {
        return at & ty.mask();
    }
    let bits = rng.below(u64::MAX);
    let special =
        [0, 1, 0x8000_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x0080_0000, 0x7F7F_FFFF, 0x3F80_0000];
    match (ty, at % 8) {
        (Type::F32, 0) => special[rng.below(9) as usize],
        // Subnormal, small and large exponents.
        (Type::F32, 1) => bits & 0x807F_FFFF,
        (Type::F32, 2) => bits & 0x83FF_FFFF,
        (Type::F32, 3) => bits & 0x80FF_FFFF | 0x7E00_0000,
        // Few bits, so that results are halves of units.
        (Type::F32, 4) => bits & 0xFFF0_0000,
        (Type::F16, 0) => bits & 0x83FF,
        // Small numbers of either sign, one word only, few bits; a `double` of any size that an integer may have.
        (Type::I64, 0) => (bits as i64 >> 58) as u64,
        (Type::I64, 1) => bits & 0xFFFF_FFFF,
        (Type::I64, 2) => bits & 0xFFFF_FFFF_0000_0000,
        (Type::I64, 3) => bits >> (bits & 63),
        (Type::I64, 4) => [0, 1, 1 << 63, u64::MAX, i64::MAX as u64, 1 << 32][rng.below(6) as usize],
        (Type::F64, 5) => bits & 0x800F_FFFF_FFFF_FFFF | (rng.below(2048) << 52),
        (Type::F64, 6) => bits & 0xFFFF_F000_0000_0000,
        (Type::F64, 0..5) => bits & 0x800F_FFFF_FFFF_FFFF | (1010 + rng.below(80)) << 52,
        (Type::F32, 5) => bits & 0x807F_FFFF | ((115 + rng.below(80)) << 23),
        _ => bits & ty.mask(),
    }
}

fn tried(op: &str, ty: Type, operands: usize, result: Type) {
    run_on(&[Features::LEAST, WORDS], op, &operation(op, ty, operands, result), ty, operands, result);
}

/// Runs a kernel as [`operation`] makes them, lowered for machines, on numbers that are hard.
fn run_on(machines: &[Features], op: &str, kernel: &Kernel, ty: Type, operands: usize, result: Type) {
    run_items(items(ty, operands), machines, op, kernel, ty, operands, result);
}

fn run_items(
    items: u64,
    machines: &[Features],
    op: &str,
    kernel: &Kernel,
    ty: Type,
    operands: usize,
    result: Type,
) {
    let launch = Launch { global: [items as u32, 1, 1], local: [256, 1, 1], ..Launch::default() };
    let (mut memory, mut rng) = (Memory::default(), Rng::new(7));
    let bytes = u64::from(ty.bytes());
    for operand in 0..operands {
        memory.allocate("in", bytes * items, ty, false, true);
        let base = memory.buffers()[operand].base;
        for at in 0..items {
            memory.store(base + bytes * at, ty.bytes(), number(ty, at, operand, &mut rng));
        }
    }
    memory.allocate("out", u64::from(result.bytes()) * items, result, false, true);
    let args: Vec<u64> = memory.buffers().iter().map(|buffer| buffer.base).collect();
    for machine in machines {
        same(&format!("{op} {ty}"), kernel, machine, &launch, &args, &memory);
    }
}

/// What lanes give each other, and what a loop hands on of it; two words that agree in one half only are no match.
#[test]
fn lanes_exchange_both_words() {
    let source = "// lanescope: global 64\n// lanescope: local 32\n\
        // lanescope: arg x [64] random(7, -1000000000000, 1000000000000)\n// lanescope: arg found [64] zeros\n\
        __global__ void k(long long *x, unsigned *found) {\n\
        int i = threadIdx.x + blockIdx.x * blockDim.x;\n\
        long long v = x[i];\n\
        for (int turn = 1; turn < 5; ++turn) v = __shfl_xor_sync(0xffffffffu, v, turn) * 3 + __shfl_sync(0xffffffffu, v, i * turn);\n\
        x[i] = v;\n\
        found[i] = __match_any_sync(0xffffffffu, (v & 0x100000001ll)) ^ __match_any_sync(0xffffffffu, v >> 62);\n}";
    let (kernel, bound) = prepared("k.cu", source);
    let words = Features { lanes: Lanes::All, ..WORDS };
    same("lanes", &kernel, &words, &bound.launch, &bound.args, &bound.memory);
}

/// What is refused after lowering is still a kernel whose blocks get what they take.
#[test]
fn what_has_no_words_is_handed_on_like_what_has() {
    let text = "kernel k(out: ptr.global i64) {\nb0:\n v0: ptr.global = arg 0\n v1: i64 = clock\n jump b1(v1)\nb1(v2: i64):\n store v0, v2\n v3: i64 = clock\n v4: bool = lt.u v2, v3\n branch v4, b1(v3), b2\nb2:\n return\n}";
    let mut kernel = text::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
    let _ = lower(&mut kernel, &WORDS);
    for block in &kernel.blocks {
        for target in block.term.targets() {
            assert_eq!(target.args.len(), kernel.blocks[target.block.index()].params.len());
        }
    }
}

#[test]
fn every_half_is_tried() {
    for op in ["fneg", "fabs", "math.sqrt", "math.exp", "math.round"] {
        tried(op, Type::F16, 1, Type::F16);
    }
    for op in ["fadd", "fsub", "fmul", "fdiv", "fmin", "fmax", "math.copysign"] {
        tried(op, Type::F16, 2, Type::F16);
    }
    for result in [Type::I8, Type::I16, Type::I32, Type::I64] {
        tried("ftos", Type::F16, 1, result);
        tried("ftou", Type::F16, 1, result);
        tried("stof", result, 1, Type::F16);
        tried("utof", result, 1, Type::F16);
    }
}

#[test]
fn products_and_sums_are_rounded_once() {
    tried("fma", Type::F16, 3, Type::F16);
    tried("fma", Type::F32, 3, Type::F32);
    tried("fma", Type::F64, 3, Type::F64);
    let single = Features { fused: false, double: false, ..WORDS };
    run_on(&[single], "fma", &operation("fma", Type::F32, 3, Type::F32), Type::F32, 3, Type::F32);
}

#[test]
fn quotients_are_rounded_once() {
    tried("fdiv", Type::F32, 2, Type::F32);
}

#[test]
fn square_roots_are_rounded_once() {
    tried("math.sqrt", Type::F32, 1, Type::F32);
}

/// Every float function as code, on machines that lack it alone, that lack everything, and that have neither `f64` nor integers
/// of 64 bits, with calls and without.
#[test]
fn float_functions_keep_their_bits() {
    let alone = Features { functions: Features::LEAST.functions, ..Features::ALL };
    let small = Features { double: false, ..WORDS };
    for math in Math::ALL {
        let op = format!("math.{}", math.name());
        // Those of `f16` are those of `f32`, rounded: a few are tried with all numbers.
        for ty in [Type::F32, Type::F64] {
            let kernel = operation(&op, ty, math.arity(), ty);
            let words = Features { calls: true, ..WORDS };
            let machines = [Features { calls: false, ..alone }, alone, Features::LEAST];
            run_items(1 << 10, &machines, &op, &kernel, ty, math.arity(), ty);
            let machines = if ty == Type::F64 { &[WORDS, words] } else { &[small, words] };
            run_items(1 << 8, machines, &op, &kernel, ty, math.arity(), ty);
        }
    }
}

#[test]
fn a_function_is_written_once_however_often_it_is_called() {
    let text = "kernel k(x: ptr.global f32) {\nb0:\nv0: ptr.global = arg 0\nv1: f32 = load v0\nv2: f32 = math.exp v1\nv3: f32 = math.exp v2\nv4: f32 = math.sin v3\nstore v0, v4\nreturn\n}";
    let mut kernel = text::parse(text).unwrap();
    lower(&mut kernel, &Features { functions: Some(|_, _| false), ..Features::ALL }).unwrap();
    let names: Vec<&str> = kernel.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["sin.f32", "exp.f32"]);
    assert_eq!(text::print(&kernel).matches("call").count(), 3);
}

#[test]
fn integers_are_exact() {
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
        for op in ["popcount", "clz", "ctz", "neg", "not"] {
            tried(op, ty, 1, ty);
        }
        for op in
            ["add", "mul", "mulhi.s", "mulhi.u", "div.s", "div.u", "rem.s", "rem.u", "shl", "shr.s", "shr.u"]
        {
            tried(op, ty, 2, ty);
        }
        for op in ["min.s", "max.s", "min.u", "max.u"] {
            tried(op, ty, 2, ty);
        }
        for result in [Type::I8, Type::I16].into_iter().filter(|_| ty == Type::I32) {
            tried("ftos", Type::F32, 1, result);
            tried("ftou", Type::F32, 1, result);
        }
    }
}

/// All of the gallery that is a kernel, with what it is launched with.
fn kernels() -> impl Iterator<Item = (&'static str, Kernel, bind::Bound)> {
    of_gallery().map(|(name, source)| {
        let (kernel, bound) = prepared(name, source);
        (name, kernel, bound)
    })
}

#[test]
fn the_gallery_keeps_its_results() {
    for (name, kernel, bound) in kernels() {
        for machine in machines() {
            same(name, &kernel, &machine, &bound.launch, &bound.args, &bound.memory);
        }
    }
}

#[test]
fn a_machine_of_32_bits_has_room_for_the_gallery() {
    for (name, _, bound) in kernels() {
        assert!(address::fits(bound.memory.buffers()), "{name}");
    }
}

/// Integers of 64 bits as pairs of words: every conversion to and from floats, and the bits of a `double`.
#[test]
fn pairs_become_floats_and_back() {
    for float in [Type::F32, Type::F64] {
        for op in ["stof", "utof"] {
            tried(op, Type::I64, 1, float);
        }
        for op in ["ftos", "ftou"] {
            tried(op, float, 1, Type::I64);
        }
    }
    let with_half = Features { half: true, ..WORDS };
    for op in ["stof", "utof"] {
        run_on(&[with_half], op, &operation(op, Type::I64, 1, Type::F16), Type::I64, 1, Type::F16);
    }
    for op in ["ftos", "ftou"] {
        run_on(&[with_half], op, &operation(op, Type::F16, 1, Type::I64), Type::F16, 1, Type::I64);
    }
    tried("bits", Type::I64, 1, Type::F64);
    tried("bits", Type::F64, 1, Type::I64);
    for op in ["eq", "ne", "lt.s", "le.s", "lt.u", "le.u"] {
        compared(op);
    }
}

/// A comparison of numbers of 64 bits that often differ in one word only.
fn compared(op: &str) {
    let mut kernel = operation("add", Type::I64, 2, Type::I64);
    let text = text::print(&kernel);
    let line = text.lines().find(|line| line.contains("= add v")).unwrap();
    let (result, operands) = (line.trim().split(':').next().unwrap(), line.split("add ").nth(1).unwrap());
    let [a, b] = operands.split(", ").collect::<Vec<_>>()[..] else { panic!("{line}") };
    let lines = format!(
        "  v90: i64 = const 4294967297\n  v91: i64 = and {a}, v90\n  v92: i64 = and {b}, v90\n  v93: bool = {op} v91, v92\n  v94: bool = {op} {a}, {b}\n  v95: i64 = zext v93\n  v96: i64 = zext v94\n  v97: i64 = const 2\n  v98: i64 = mul v96, v97\n  {result}: i64 = add v95, v98"
    );
    kernel = text::parse(&text.replace(line, &lines)).unwrap();
    run_on(&[WORDS], op, &kernel, Type::I64, 2, Type::I64);
}

#[test]
fn what_nobody_lowers_is_refused_by_name() {
    let mut kernel = operation("math.sqrt", Type::F64, 1, Type::F64);
    let error =
        lower(&mut kernel, &Features { functions: Some(|_, _| false), ..Features::LEAST }).unwrap_err();
    assert_eq!(error.message, "Kernel `k`: the machine has no sqrt.");
    let text = "kernel k(x: ptr.global i64) {\nb0:\nv0: ptr.global = arg 0\nv1: i64 = const 5\nv2: i64 = atomic.add v0, v1\nreturn\n}";
    let error = lower(&mut text::parse(text).unwrap(), &WORDS).unwrap_err();
    assert_eq!(error.message, "Kernel `k`: the machine has no atomics on 64 bits.");
    let mut kernel = operation("fadd", Type::F64, 2, Type::F64);
    let error = lower(&mut kernel, &Features { double: false, ..WORDS }).unwrap_err();
    assert_eq!(error.message, "Kernel `k`: the machine has no `double`.");
}

/// Neighbours in a word are written by different work-items, again and again.
#[test]
fn stores_lose_nothing_of_their_neighbours() {
    let kernel = operation("add", Type::I8, 2, Type::I8);
    let mut lowered = kernel.clone();
    lower(&mut lowered, &Features::LEAST).unwrap();
    let text = text::print(&lowered);
    assert!(text.contains("cmpxchg") && !text.contains(": i8 = load"), "{text}");
    let listed = lowered.blocks.iter().flat_map(|block| &block.insts);
    let narrow = listed.filter(|inst| match &lowered.insts[inst.index()].op {
        crate::ir::Op::Store { value, .. } => lowered.ty(*value).bytes() < 4,
        _ => false,
    });
    assert_eq!(narrow.count(), 0);
}
