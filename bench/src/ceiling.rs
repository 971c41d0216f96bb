//! The ceiling: what a tight interpreter reaches that does nothing but interpret. Decoded instructions, one `match` per
//! warp instruction, registers of a warp lane after lane, all lanes active, no checks but the one that safe Rust needs.
//! A machine of the laboratory does the same work with masks, checks and faults; the ratio says what those cost.

/// Lanes of a warp.
const LANES: usize = 32;
/// Warps in flight.
const WARPS: usize = 32;
/// Registers of a warp.
const REGISTERS: usize = 16;

type Row = [u32; LANES];

/// A decoded instruction: operation, destination, two sources.
#[derive(Clone, Copy)]
enum Op {
    /// Integer product.
    Mul(u8, u8, u8),
    /// Integer sum.
    Add(u8, u8, u8),
    /// Float sum.
    FAdd(u8, u8, u8),
    /// Float product.
    FMul(u8, u8, u8),
    /// Float compare to 0 or 1.
    FLess(u8, u8, u8),
    /// Unit-stride load: destination, base.
    Load(u8, u32),
    /// Unit-stride store: source, base.
    Store(u8, u32),
    /// Subtracts one from the loop counter and goes to the start unless it is 0.
    Loop(u8),
}

/// Three products and sums, two float sums, a sum, a compare, the loop.
const ALU: [Op; 10] = [
    Op::Mul(4, 1, 2),
    Op::Add(5, 4, 3),
    Op::Mul(6, 5, 2),
    Op::Add(7, 6, 1),
    Op::Mul(8, 7, 2),
    Op::FAdd(9, 10, 11),
    Op::FAdd(12, 9, 11),
    Op::Add(1, 1, 2),
    Op::FLess(13, 9, 12),
    Op::Loop(0),
];

/// One element of a lane: two loads, product, sum, store.
const SAXPY: [Op; 6] = [
    Op::Load(4, 0),
    Op::Load(5, 1 << 15),
    Op::FMul(6, 4, 10),
    Op::FAdd(7, 6, 5),
    Op::Store(7, 1 << 15),
    Op::Loop(0),
];

/// Lane instructions of the arithmetic loop with `rounds` rounds.
pub fn alu(rounds: u32) -> u64 {
    run(&ALU, rounds)
}

/// Elements of saxpy with `rounds` rounds over the data.
pub fn saxpy(rounds: u32) -> u64 {
    run(&SAXPY, rounds) / SAXPY.len() as u64
}

fn run(program: &[Op], rounds: u32) -> u64 {
    let mut memory = vec![1_u32; 1 << 16];
    let mut executed = 0;
    let mut sum = 0;
    for warp in 0..WARPS {
        let mut registers = [[1_u32; LANES]; REGISTERS];
        registers[0] = [rounds; LANES];
        let mut pc = 0;
        while pc < program.len() {
            executed += LANES as u64;
            pc = step(program[pc], pc, warp, &mut registers, &mut memory);
        }
        sum ^= registers[7][0] ^ registers[13][0];
    }
    std::hint::black_box((sum, memory[7]));
    executed
}

fn step(op: Op, pc: usize, warp: usize, registers: &mut [Row; REGISTERS], memory: &mut [u32]) -> usize {
    let float = f32::from_bits;
    match op {
        Op::Mul(d, a, b) => lanes(registers, d, a, b, u32::wrapping_mul),
        Op::Add(d, a, b) => lanes(registers, d, a, b, u32::wrapping_add),
        Op::FAdd(d, a, b) => lanes(registers, d, a, b, |x, y| (float(x) + float(y)).to_bits()),
        Op::FMul(d, a, b) => lanes(registers, d, a, b, |x, y| (float(x) * float(y)).to_bits()),
        Op::FLess(d, a, b) => lanes(registers, d, a, b, |x, y| u32::from(float(x) < float(y))),
        Op::Load(d, base) => {
            let at = base as usize + warp * LANES;
            registers[usize::from(d) % REGISTERS].copy_from_slice(&memory[at..at + LANES]);
        }
        Op::Store(s, base) => {
            let at = base as usize + warp * LANES;
            memory[at..at + LANES].copy_from_slice(&registers[usize::from(s) % REGISTERS]);
        }
        Op::Loop(counter) => {
            let row = &mut registers[usize::from(counter) % REGISTERS];
            row.iter_mut().for_each(|count| *count = count.wrapping_sub(1));
            return if row[0] == 0 { usize::MAX } else { 0 };
        }
    }
    pc + 1
}

#[inline(always)]
fn lanes(registers: &mut [Row; REGISTERS], d: u8, a: u8, b: u8, f: impl Fn(u32, u32) -> u32) {
    let (x, y) = (registers[usize::from(a) % REGISTERS], registers[usize::from(b) % REGISTERS]);
    let out = &mut registers[usize::from(d) % REGISTERS];
    for lane in 0..LANES {
        out[lane] = f(x[lane], y[lane]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_every_lane_instruction() {
        assert_eq!(alu(3), 3 * 10 * (LANES * WARPS) as u64);
        assert_eq!(saxpy(3), 3 * (LANES * WARPS) as u64);
    }
}
