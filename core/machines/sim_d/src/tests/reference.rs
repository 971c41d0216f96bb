//! An interpreter of its own, work-item by work-item, from facts 3, 4, 6.5 and 8: what runs that are compared in cycles leave in memory is
//! held against it. It shares the assembler with the machine, and nothing of what executes.

extern crate std;

use alloc::{vec, vec::Vec};

mod memory;

use super::super::isa::{Buffer, Instruction, Issue, Op, Operand, OperandKind, Program, Register, Suffix};

/// Work-items of a group.
const ITEMS: usize = 1024;
/// More instructions than any group of the compared programs has.
const MOST: usize = 2_000_000;

/// The control masks by their numbers: a work-item runs while it is on in all of them.
const CONDITIONS: usize = 0;
const LOOPS: usize = 1;
const CALLS: usize = 2;
const EXITS: usize = 3;

/// A bit of each work-item.
type Bits = Vec<bool>;

/// What a slot keeps from one group to the next.
#[derive(Clone)]
struct State {
    vectors: Vec<[u32; ITEMS]>,
    index: [u32; ITEMS],
    data: [u32; ITEMS],
    scalars: [u32; 32],
    predicates: Vec<Bits>,
    scratchpad: Vec<u32>,
    // Of the group alone.
    masks: Vec<Bits>,
    // Where to go on, and the mask that then is as it was.
    stack: Vec<(usize, usize, Bits)>,
    stride: [u32; 3],
    offset: [u32; 2],
}

/// A program with its launch and main memory.
pub struct Reference<'p> {
    program: &'p Program,
    // Work-items of the launch in both directions, and how many of a group lie beside each other.
    size: [u32; 2],
    width: u32,
    /// Main memory from byte 0 on.
    pub memory: Vec<u32>,
    slots: Vec<State>,
}

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// Does a number compare with 0 as the suffix says? `sign`: how it compares; none if it is no number.
fn holds(suffix: Option<Suffix>, sign: Option<core::cmp::Ordering>) -> bool {
    use core::cmp::Ordering::{Equal, Greater, Less};
    match suffix {
        Some(Suffix::Ez) => sign == Some(Equal),
        Some(Suffix::Nz) => sign != Some(Equal),
        Some(Suffix::G) => sign == Some(Greater),
        Some(Suffix::Ge) => matches!(sign, Some(Greater | Equal)),
        Some(Suffix::L) => sign == Some(Less),
        _ => matches!(sign, Some(Less | Equal)),
    }
}

impl<'p> Reference<'p> {
    /// Memory holds the contents of some buffers.
    pub fn new(program: &'p Program, size: [u32; 2], width: u32, contents: &[(u32, Vec<u32>)]) -> Self {
        let end = |buffer: &Buffer| buffer.address as usize / 4 + buffer.words() as usize;
        let mut memory = vec![0; program.buffers.iter().map(end).max().unwrap_or(0)];
        for (id, words) in contents {
            let buffer = program.buffer(*id).unwrap();
            let first = buffer.address as usize / 4;
            let count = words.len().min(buffer.words() as usize);
            memory[first..first + count].copy_from_slice(&words[..count]);
        }
        let state = State {
            vectors: vec![[0; ITEMS]; 64],
            index: [0; ITEMS],
            data: [0; ITEMS],
            scalars: [0; 32],
            predicates: vec![vec![false; ITEMS]; 4],
            scratchpad: vec![0; 131_072 / 4],
            masks: Vec::new(),
            stack: Vec::new(),
            stride: [1; 3],
            offset: [0; 2],
        };
        let mut slots = vec![state; 2];
        // Facts 4: what the first slot begins with.
        slots[0].predicates[0][0] = true;
        slots[0].predicates[1] = vec![true; ITEMS];
        Reference { program, size, width, memory, slots }
    }

    /// Runs all groups in their order, each in the slot that it had.
    pub fn run(&mut self, slots: &[usize]) {
        let height = ITEMS as u32 / self.width;
        let across = self.size[0].div_ceil(self.width);
        for (group, slot) in (0..).zip(slots) {
            let mut state = self.slots[*slot].clone();
            state.masks = vec![vec![true; ITEMS]; 4];
            state.stack.clear();
            state.stride = [1; 3];
            state.offset = [group % across * self.width, group / across * height];
            self.group(&mut state);
            self.slots[*slot] = state;
        }
    }

    /// Runs a group to its end.
    fn group(&mut self, state: &mut State) {
        let (mut pc, mut stragglers) = (0, 1);
        for _ in 0..MOST {
            let one = self.program.instructions[pc];
            let off = (0..ITEMS).all(|item| !state.on(item));
            // A scalar instruction behind the one that turns the last work-item off is executed.
            if off && (stragglers == 0 || one.op.row().issue == Issue::Vector) {
                (pc, stragglers) = (state.pop(), 0);
                continue;
            }
            stragglers = if off { 0 } else { 1 };
            let to = self.execute(state, &one, pc);
            if one.exits || state.masks[EXITS].iter().all(|on| !on) {
                return;
            }
            if to.is_some() {
                stragglers = 0;
            }
            pc = to.unwrap_or(pc + 1);
        }
        panic!("a group does not end");
    }

    /// Executes an instruction: where it goes on, if it says so.
    fn execute(&mut self, state: &mut State, one: &Instruction, pc: usize) -> Option<usize> {
        let scalar = |at: usize| self.value(state, one.sources[at], 0);
        match one.op {
            Op::J => return Some(one.target()? as usize),
            Op::Sicj => {
                return holds(one.suffix, Some((scalar(1) as i32).cmp(&0)))
                    .then(|| one.target().unwrap() as usize);
            }
            Op::Cpop => return Some(state.pop()),
            Op::Bra | Op::Call | Op::Cpush | Op::Cmask | Op::Brk | Op::Exit => {
                return self.mask(state, one, pc);
            }
            Op::Nop => return None,
            Op::Smovssp => {
                let value = scalar(0);
                let to = one.destination.unwrap().register().unwrap();
                state.stride[usize::from(to.number) - 5] = value;
                return None;
            }
            _ => {}
        }
        match one.op.row().issue {
            _ if one.op.row().category == super::super::isa::Category::Memory => self.access(state, one),
            Issue::Vector => self.vector(state, one),
            _ => {
                let [a, b, c] = [0, 1, 2].map(scalar);
                let result = self.scalar(one, a, b, c);
                let to = one.destination.unwrap().register().unwrap();
                state.scalars[usize::from(to.number)] = result;
            }
        }
        None
    }

    /// An instruction that turns work-items off, or remembers which were on.
    fn mask(&self, state: &mut State, one: &Instruction, pc: usize) -> Option<usize> {
        let named =
            (0..3).find_map(|at| one.source_register(at)).map(|register| usize::from(register.number));
        let given = named.map_or(vec![true; ITEMS], |number| state.predicates[number].clone());
        let target = one.target().unwrap_or(0) as usize;
        let on: Bits = (0..ITEMS).map(|item| state.on(item)).collect();
        let which = match (one.op, one.suffix) {
            (Op::Bra | Op::Cmask, _) | (Op::Cpush, Some(Suffix::If)) => CONDITIONS,
            (Op::Brk, _) | (Op::Cpush, Some(Suffix::Brk)) => LOOPS,
            (Op::Call, _) | (Op::Cpush, _) => CALLS,
            _ => EXITS,
        };
        match one.op {
            Op::Cpush => {
                let kept = if named.is_some() { given } else { state.masks[which].clone() };
                state.stack.push((target, which, kept));
                return None;
            }
            Op::Bra => state.stack.push((target, which, given.clone())),
            Op::Call => state.stack.push((pc + 1, which, given.clone())),
            _ => {}
        }
        for item in (0..ITEMS).filter(|item| on[*item]) {
            state.masks[which][item] = if one.op == Op::Call { given[item] } else { !given[item] };
        }
        (one.op == Op::Call).then_some(target)
    }

    /// What an operand is for a work-item.
    fn value(&self, state: &State, operand: Option<Operand>, item: usize) -> u32 {
        match operand {
            None | Some(Operand::Target(_)) => 0,
            Some(Operand::Immediate(bits)) => bits,
            Some(Operand::Register(Register { kind, number })) => {
                let (number, place) = (usize::from(number), item as u32);
                let [x, y] = [place % self.width, place / self.width];
                match (kind, number) {
                    (OperandKind::Vector, _) => state.vectors[number][item],
                    (OperandKind::Scalar, _) => state.scalars[number],
                    (OperandKind::Predicate, _) => state.predicates[number][item].into(),
                    (OperandKind::VectorSpecial, 0..=3) => state.masks[number][item].into(),
                    (OperandKind::VectorSpecial, 4) => state.offset[0] + x,
                    (OperandKind::VectorSpecial, 5) => state.offset[1] + y,
                    (OperandKind::VectorSpecial, 6) => x,
                    (OperandKind::VectorSpecial, 7) => y,
                    (OperandKind::VectorSpecial, 9) => 1,
                    (OperandKind::VectorSpecial, 10) => state.index[item],
                    (OperandKind::VectorSpecial, 11) => state.data[item],
                    (OperandKind::ScalarSpecial, 0 | 1) => self.size[number],
                    (OperandKind::ScalarSpecial, 2 | 3) => state.offset[number - 2],
                    (OperandKind::ScalarSpecial, 4) => self.width,
                    (OperandKind::ScalarSpecial, 5..=7) => state.stride[number - 5],
                    _ => 0,
                }
            }
        }
    }

    /// The result of a scalar instruction.
    fn scalar(&self, one: &Instruction, a: u32, b: u32, c: u32) -> u32 {
        let (sa, sb) = (a as i32, b as i32);
        match one.op {
            Op::Siadd => a.wrapping_add(b),
            Op::Sisub => a.wrapping_sub(b),
            Op::Simul => a.wrapping_mul(b),
            Op::Simad => a.wrapping_mul(b).wrapping_add(c),
            Op::Simin => sa.min(sb) as u32,
            Op::Simax => sa.max(sb) as u32,
            Op::Sshl => a << (b % 32),
            Op::Sshr => (sa >> (b % 32)) as u32,
            Op::Sand => a & b,
            Op::Sor => a | b,
            Op::Sineg => 0_u32.wrapping_sub(a),
            Op::Snot => u32::MAX - a,
            Op::Sibfind => {
                (0..31).rev().find(|bit| a >> bit & 1 != a >> 31).map_or(u32::MAX, |bit| bit as u32)
            }
            Op::Sidiv if b == 0 => u32::MAX,
            Op::Sidiv => sa.wrapping_div(sb) as u32,
            Op::Simod if b == 0 => a,
            Op::Simod => sa.wrapping_rem(sb) as u32,
            Op::Smov => a,
            Op::Scvt => converted(one.suffix, a),
            Op::Bufquery => {
                let buffer = self.program.buffer(a).unwrap();
                if one.suffix == Some(Suffix::DimX) { buffer.width } else { buffer.height }
            }
            other => panic!("{other:?}"),
        }
    }

    /// A vector instruction, in the work-items that are on.
    fn vector(&self, state: &mut State, one: &Instruction) {
        let to = one.destination.unwrap().register().unwrap();
        let on: Vec<usize> = (0..ITEMS).filter(|item| state.on(*item)).collect();
        let of = |item: &usize| {
            let [a, b, c] = [0, 1, 2].map(|at| self.value(state, one.sources[at], *item));
            result(one, a, b, c)
        };
        let results: Vec<u32> = on.iter().map(of).collect();
        for (item, result) in on.into_iter().zip(results) {
            let number = usize::from(to.number);
            match (to.kind, number) {
                (OperandKind::Predicate, _) => state.predicates[number][item] = result != 0,
                (OperandKind::VectorSpecial, 0..=3) => state.masks[number][item] = result != 0,
                (OperandKind::VectorSpecial, 10) => state.index[item] = result,
                (OperandKind::VectorSpecial, _) => state.data[item] = result,
                _ => state.vectors[number][item] = result,
            }
        }
    }
}

impl State {
    /// Does a work-item run?
    fn on(&self, item: usize) -> bool {
        self.masks.iter().all(|mask| mask[item])
    }

    /// Takes the latest entry from the stack: where to go on.
    fn pop(&mut self) -> usize {
        let (to, which, mask) = self.stack.pop().expect("a stack that is not empty");
        self.masks[which] = mask;
        to
    }
}

/// A whole number as a float, or the other way round.
fn converted(suffix: Option<Suffix>, bits: u32) -> u32 {
    if suffix == Some(Suffix::IntToFloat) { (bits as f32).to_bits() } else { float(bits) as i32 as u32 }
}

/// The result of a vector instruction for one work-item.
fn result(one: &Instruction, a: u32, b: u32, c: u32) -> u32 {
    let (sa, sb) = (a as i32, b as i32);
    let (fa, fc) = (float(a), float(c));
    let fb = if one.suffix == Some(Suffix::Neg) { -float(b) } else { float(b) };
    let rounded = |value: f64| (value as f32).to_bits();
    match one.op {
        Op::Add => (fa + fb).to_bits(),
        Op::Mul => (fa * fb).to_bits(),
        Op::Mad => (fa * fb + fc).to_bits(),
        Op::Min => fa.min(fb).to_bits(),
        Op::Max => fa.max(fb).to_bits(),
        Op::Abs => fa.abs().to_bits(),
        Op::Rcp => (1.0 / fa).to_bits(),
        Op::Rsqrt => rounded(1.0 / f64::from(fa).sqrt()),
        Op::Sin => rounded(f64::from(fa).sin()),
        Op::Cos => rounded(f64::from(fa).cos()),
        Op::Iadd => a.wrapping_add(b),
        Op::Isub => a.wrapping_sub(b),
        Op::Imul => a.wrapping_mul(b),
        Op::Imad => a.wrapping_mul(b).wrapping_add(c),
        Op::Imin => sa.min(sb) as u32,
        Op::Imax => sa.max(sb) as u32,
        Op::Shl => a << (b % 32),
        Op::Shr => (sa >> (b % 32)) as u32,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => u32::MAX - a,
        Op::Mov | Op::Movvsp => a,
        Op::Cvt => converted(one.suffix, a),
        Op::Test => holds(one.suffix, fa.partial_cmp(&0.0)).into(),
        Op::Itest => holds(one.suffix, Some(sa.cmp(&0))).into(),
        Op::Pbool => match one.suffix {
            Some(Suffix::And) => a & b,
            Some(Suffix::Or) => a | b,
            Some(Suffix::Nand) => 1 - (a & b),
            _ => 1 - (a | b),
        },
        other => panic!("{other:?}"),
    }
}

/// Are words equal, or no further apart as floats than sines and roots may be that round in their own way?
pub fn agree(ours: u32, theirs: u32, apart: f32) -> bool {
    let (a, b) = (float(ours), float(theirs));
    ours == theirs || a.is_nan() && b.is_nan() || (a - b).abs() <= apart
}
