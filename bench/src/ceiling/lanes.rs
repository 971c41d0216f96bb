//! The ceiling: a tight interpreter of warps of 32 lanes that can do nothing but this. Registers of a lane group lie side
//! by side, a full mask takes a branch-free way, unit-stride accesses are found by a test and checked once.
//!
//! What the laboratory reaches is told as a share of it: the laboratory also knows the address space, faults, 64-bit
//! values and divergence.

use crate::measure::Run;

const LANES: usize = 32;
const WARPS: usize = 32;
const REGISTERS: usize = 16;

type Row = [u32; LANES];

/// A decoded instruction: destination and sources are register numbers.
#[derive(Clone, Copy)]
enum Op {
    /// d = a * b + d, each rounded.
    MulAdd(u8, u8, u8),
    /// d = a + b.
    AddFloat(u8, u8, u8),
    /// d = a * b.
    MulFloat(u8, u8, u8),
    /// d = a + b on integers.
    Add(u8, u8, u8),
    /// d = a < b on floats.
    LessFloat(u8, u8, u8),
    /// d = a < b on integers.
    Less(u8, u8, u8),
    /// Goes back to the start while the register of lane 0 is not 0.
    Loop(u8),
    /// d = `memory[a]`.
    Load(u8, u8),
    /// `memory[a] = b`.
    Store(u8, u8),
}

struct Warp {
    mask: u32,
    registers: [Row; REGISTERS],
}

/// The mixes of performance measurements: three multiply-adds, two float adds, integer add, float compare, loop.
const ALU: &[Op] = &[
    Op::MulAdd(1, 2, 3),
    Op::MulAdd(4, 5, 3),
    Op::MulAdd(6, 2, 5),
    Op::AddFloat(7, 1, 4),
    Op::AddFloat(8, 6, 7),
    Op::Add(9, 9, 14),
    Op::LessFloat(10, 7, 8),
    Op::Add(0, 0, 14),
    Op::Less(11, 0, 15),
    Op::Loop(11),
];

/// `y[i] = a * x[i] + y[i]` over consecutive i.
const STREAM: &[Op] = &[
    Op::Load(1, 0),
    Op::Load(2, 4),
    Op::MulFloat(1, 1, 3),
    Op::AddFloat(2, 1, 2),
    Op::Store(4, 2),
    Op::Add(0, 0, 14),
    Op::Add(4, 4, 14),
    Op::Less(11, 0, 15),
    Op::Loop(11),
];

const WORDS: usize = 1 << 16;

/// Lane-instructions of the ALU loop.
pub fn alu() -> Result<Run, String> {
    Ok(Box::new(|| Ok(run(ALU, 20_000, 1).into())))
}

/// Lane-instructions of the stream.
pub fn stream() -> Result<Run, String> {
    let rounds = (WORDS / 2 / LANES) as u32;
    Ok(Box::new(move || Ok(run(STREAM, rounds, LANES as u32).into())))
}

/// Runs every warp to its end, `rounds` rounds of `step`; returns lane-instructions.
fn run(code: &[Op], rounds: u32, step: u32) -> f64 {
    let mut memory = vec![1.0_f32.to_bits(); WORDS];
    let mut executed = 0;
    for number in 0..WARPS {
        let mut warp = warp(number as u32, rounds, step);
        executed += execute(code, &mut warp, &mut memory);
        std::hint::black_box(&warp.registers);
    }
    std::hint::black_box(&memory);
    executed as f64 * LANES as f64
}

fn warp(number: u32, rounds: u32, step: u32) -> Warp {
    let mut registers = [[1.0_f32.to_bits(); LANES]; REGISTERS];
    registers[0] = std::array::from_fn(|lane| lane as u32);
    registers[4] =
        if step == 1 { registers[4] } else { std::array::from_fn(|lane| (WORDS / 2 + lane) as u32) };
    registers[9] = [number; LANES];
    registers[14] = [step; LANES];
    registers[15] = [rounds * step; LANES];
    Warp { mask: std::hint::black_box(u32::MAX), registers }
}

fn execute(code: &[Op], warp: &mut Warp, memory: &mut [u32]) -> u64 {
    let (mut pc, mut executed) = (0, 0);
    while let Some(op) = code.get(pc) {
        executed += 1;
        pc += 1;
        match *op {
            Op::MulAdd(d, a, b) => {
                ternary(warp, d, a, b, |d, a, b| (float(a) * float(b) + float(d)).to_bits());
            }
            Op::AddFloat(d, a, b) => ternary(warp, d, a, b, |_, a, b| (float(a) + float(b)).to_bits()),
            Op::MulFloat(d, a, b) => ternary(warp, d, a, b, |_, a, b| (float(a) * float(b)).to_bits()),
            Op::Add(d, a, b) => ternary(warp, d, a, b, |_, a, b| a.wrapping_add(b)),
            Op::LessFloat(d, a, b) => ternary(warp, d, a, b, |_, a, b| u32::from(float(a) < float(b))),
            Op::Less(d, a, b) => ternary(warp, d, a, b, |_, a, b| u32::from(a < b)),
            Op::Loop(r) if warp.registers[r as usize][0] != 0 => pc = 0,
            Op::Loop(_) => {}
            Op::Load(d, a) => load(warp, d, a, memory),
            Op::Store(a, b) => store(warp, a, b, memory),
        }
    }
    executed
}

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

#[inline(always)]
fn ternary(warp: &mut Warp, d: u8, a: u8, b: u8, f: impl Fn(u32, u32, u32) -> u32) {
    let (a, b) = (warp.registers[a as usize], warp.registers[b as usize]);
    let d = &mut warp.registers[d as usize];
    if warp.mask == u32::MAX {
        for lane in 0..LANES {
            d[lane] = f(d[lane], a[lane], b[lane]);
        }
    } else {
        for lane in 0..LANES {
            let new = f(d[lane], a[lane], b[lane]);
            d[lane] = if warp.mask >> lane & 1 != 0 { new } else { d[lane] };
        }
    }
}

/// The first address if all lanes are on and their addresses follow each other.
fn unit_stride(warp: &Warp, addresses: &Row) -> Option<usize> {
    let first = addresses[0];
    let follow =
        (0..LANES).fold(true, |all, lane| all & (addresses[lane] == first.wrapping_add(lane as u32)));
    (follow && warp.mask == u32::MAX).then_some(first as usize)
}

fn load(warp: &mut Warp, d: u8, a: u8, memory: &[u32]) {
    let addresses = warp.registers[a as usize];
    let row = unit_stride(warp, &addresses).and_then(|first| memory.get(first..first + LANES));
    let d = &mut warp.registers[d as usize];
    match row {
        Some(row) => d.copy_from_slice(row),
        None => {
            for (lane, address) in addresses.iter().enumerate().filter(|(lane, _)| warp.mask >> lane & 1 != 0)
            {
                d[lane] = memory.get(*address as usize).copied().unwrap_or(0);
            }
        }
    }
}

fn store(warp: &Warp, a: u8, b: u8, memory: &mut [u32]) {
    let (addresses, values) = (warp.registers[a as usize], &warp.registers[b as usize]);
    match unit_stride(warp, &addresses).and_then(|first| memory.get_mut(first..first + LANES)) {
        Some(row) => row.copy_from_slice(values),
        None => {
            for lane in (0..LANES).filter(|lane| warp.mask >> lane & 1 != 0) {
                if let Some(word) = memory.get_mut(addresses[lane] as usize) {
                    *word = values[lane];
                }
            }
        }
    }
}
