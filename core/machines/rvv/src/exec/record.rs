//! An executed instruction, as far as anybody must know it who decides when it happens.

use alloc::vec::Vec;

use easy_ext::ext;
use lanescope_parts::{
    base::LaneMask,
    image::Memory,
    machines::chassis::look::Look,
    riscv::run::{Counted, Observed},
};
use serde::Serialize;

use super::{Done, Flow, Hart, Thread, Trap, Uses, VState};
use crate::exec::VectorState;
use crate::{
    exec::WhatItUses,
    isa::{Arg, ArgNames, Class, ClassNames, Inst, Op, OpNames, Program, V, VectorClass},
};

/// How element groups go through a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Passage {
    /// Group by group: each result comes from the same group of the sources.
    Groups,
    /// Group by group, but there is no result before the last group (reductions).
    Gather,
    /// Every group of the sources must be there before the first one enters (moves across lanes).
    Whole,
}

/// An executed instruction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The instruction.
    pub pc: u32,
    /// What it occupies.
    pub class: Class,
    /// Elements that go through its unit, masked-off ones included; of a segment access those of every field; 0 for scalar
    /// instructions.
    pub elements: u32,
    /// The elements that take part, if these are not all: bits, the first is the lowest of the first word.
    pub mask: Option<Vec<u64>>,
    /// Registers.
    pub uses: Uses,
    /// If an operand begins at another element than the first: registers and first element of `vd`, `vs1` and `vs2`.
    pub begins: Option<[(u32, u32); 3]>,
    /// Vector operands that it reads and writes, for the ports of the register file.
    pub ports: (u32, u32),
    /// How its groups go through the unit.
    pub passage: Passage,
    /// Does it take its addresses from a vector?
    pub indexed: bool,
    /// Addresses of a memory access, in element order, without those of masked-off elements.
    pub addresses: Vec<u64>,
    /// Bytes of each of them.
    pub access_bytes: u32,
    /// Float operations of each element that takes part; of a scalar instruction all.
    pub flops: u32,
    /// Is its encoding reserved? (It was carried out all the same.)
    #[serde(skip)]
    pub reserved: bool,
    /// The vector length that it has set, and the largest one that its vector type allows: what is told of a strip.
    #[serde(skip)]
    pub length: Option<[u32; 2]>,
}

impl Record {
    /// An instruction of a class on elements that all take part.
    pub fn new(class: Class, elements: u32, uses: Uses) -> Record {
        Record {
            pc: 0,
            class,
            elements,
            mask: None,
            uses,
            begins: None,
            ports: (0, 0),
            passage: Passage::Groups,
            indexed: false,
            addresses: Vec::new(),
            access_bytes: 8,
            flops: 0,
            reserved: false,
            length: None,
        }
    }

    /// The registers that it reads, and by how many element groups each lies further back than the groups that it sends.
    pub fn sources(&self, lanes: u32) -> impl Iterator<Item = (usize, usize)> + '_ {
        let [to, b, a] = self.begins.unwrap_or_default();
        // What is no operand that begins somewhere: the mask, and a destination that is a source too.
        let reads_target = self.uses.v_read & to.0 == to.0 && (a.0 | b.0) & to.0 == 0;
        let target = if reads_target { to } else { (0, 0) };
        let others = self.uses.v_read & !(a.0 | b.0 | target.0);
        [(others, 0), a, b, target].into_iter().flat_map(move |(registers, from)| {
            ones(registers).map(move |number| (number, from.div_ceil(lanes.max(1)) as usize))
        })
    }

    /// If it goes on with its own results: how many elements each lies behind the one that it is computed from.
    pub fn recurrence(&self) -> Option<u32> {
        let [to, b, a] = self.begins?;
        let distance = |source: (u32, u32)| (source.0 == to.0).then(|| to.1.checked_sub(source.1)).flatten();
        [a, b].into_iter().filter_map(distance).filter(|elements| *elements > 0).min()
    }

    /// Is it a vector load or store?
    pub fn is_access(&self) -> bool {
        matches!(self.class, Class::VLoad | Class::VStore)
    }

    /// Does an element take part?
    pub fn is_active(&self, element: u32) -> bool {
        let bit =
            |mask: &Vec<u64>| mask.get(element as usize / 64).is_some_and(|w| w >> (element % 64) & 1 == 1);
        self.mask.as_ref().is_none_or(bit)
    }

    /// Elements that take part; of a scalar instruction 1.
    pub fn active(&self) -> u32 {
        match &self.mask {
            _ if !self.class.is_vector() => 1,
            Some(mask) => mask.iter().map(|word| word.count_ones()).sum(),
            None => self.elements,
        }
    }

    /// Number of element groups on so many lanes.
    pub const fn groups(&self, lanes: u32) -> u32 {
        self.elements.div_ceil(if lanes == 0 { 1 } else { lanes })
    }

    /// Elements that take part in group `group` and those behind it.
    pub fn active_from(&self, group: u32, lanes: u32) -> u32 {
        let first = group.saturating_mul(lanes).min(self.elements);
        match &self.mask {
            None => self.elements - first,
            Some(_) => (first..self.elements).filter(|element| self.is_active(*element)).count() as u32,
        }
    }

    /// The lanes of a group that have an element which takes part.
    pub fn lanes_of(&self, group: u32, lanes: u32) -> LaneMask {
        let first = group.saturating_mul(lanes);
        let there = LaneMask::first_n(self.elements.saturating_sub(first).min(lanes));
        match &self.mask {
            None => there,
            Some(_) => there
                .iter()
                .filter(|lane| self.is_active(first + lane))
                .fold(LaneMask::NONE, |set, lane| set | LaneMask::lane(lane)),
        }
    }
}

impl Observed for V {
    type Record = Record;

    fn observe(hart: &mut Hart, program: &Program, memory: &mut Memory) -> Result<(Record, Done), Trap> {
        observe(hart, program, memory)
    }

    fn take_dirty(state: &mut VState) -> bool {
        let dirty = state.vector_dirty;
        state.vector_dirty = false;
        dirty
    }
}

/// The elements that take part have a lane each; an element group has all lanes.
impl Counted for V {
    fn active(hart: &Hart, _: &Inst) -> u64 {
        (0..hart.ext.vl).filter(|element| hart.mask_bit(0, *element)).count() as u64
    }

    #[inline]
    fn lanes(program: &Program, hart: &Hart, done: &Done, active: Option<u64>, lanes: u32) -> [u64; 2] {
        let vector = program.code.get(done.pc as usize).filter(|inst| inst.class().is_vector());
        let Some(inst) = vector else { return [1, 1] };
        let elements = extent(inst, done, hart);
        let operations = match active {
            Some(active) => active * u64::from(elements / done.elements.max(1)),
            None => elements.into(),
        };
        [operations, elements.next_multiple_of(lanes).into()]
    }
}

/// What is known of a thread before it executes.
#[ext(Foreseen)]
impl Thread {
    /// What is known of the next instruction: all but elements and addresses. `None` if there is none.
    pub fn foresee(&self, program: &Program) -> Option<Record> {
        foresee(self.look(), program)
    }
}

/// What is known of the next instruction before it is executed: all but elements and addresses. `None` if there is none.
pub fn foresee(hart: &Hart, program: &Program) -> Option<Record> {
    let pc = program.pc(hart.pc)?;
    let inst = program.code.get(pc as usize)?;
    let mut record = Record { pc, flops: flops(inst), ..Record::new(inst.class(), 0, hart.uses(inst)) };
    if record.class.is_vector() {
        record.ports = ports(inst, record.is_access());
        record.passage = passage(record.class);
        record.begins = begins(hart, inst);
        record.indexed = record.is_access() && inst.has(Arg::V2);
    }
    Some(record)
}

/// The operands of the next instruction, if one begins at an element.
fn begins(hart: &Hart, inst: &Inst) -> Option<[(u32, u32); 3]> {
    let [to, b, a] = Uses::operands(inst, hart.ext.vtype);
    let [to_from, b_from, a_from] = hart.ext.begins;
    (hart.ext.begins != [0; 3]).then_some([(to, to_from), (b, b_from), (a, a_from)])
}

/// The numbers of the ones of a word.
pub fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(number)
    })
}

/// Executes the next instruction and makes a record of it.
///
/// # Errors
/// What stops the thread; it stays at the instruction.
pub fn observe(hart: &mut Hart, program: &Program, memory: &mut Memory) -> Result<(Record, Done), Trap> {
    let mut record = foresee(hart, program).ok_or(Trap::Fetch(hart.pc))?;
    let inst = &program.code[record.pc as usize];
    if record.class.is_vector() && inst.masked {
        record.mask = Some(mask_words(hart, hart.ext.vl));
    }
    let before = hart.ext.reserved;
    let done = hart.step(program, memory)?;
    record.reserved = hart.ext.reserved != before;
    (record.elements, record.access_bytes) = (extent(inst, &done, hart), done.access_bytes);
    record.addresses.extend_from_slice(hart.accesses());
    if let Some(mask) = &record.mask {
        record.mask = Some(spread(mask, done.elements, fields(inst)));
    }
    if record.class == Class::Config {
        let vlmax = hart.ext.vtype.map_or(0, |vtype| vtype.vlmax(hart.vlen()));
        record.length = Some([hart.ext.vl, vlmax]);
    }
    Ok((record, done))
}

/// Elements of an instruction that has just been executed, as [`Record::elements`].
pub fn extent(inst: &Inst, done: &Done, hart: &Hart) -> u32 {
    match inst.class() {
        Class::VLoad | Class::VStore if inst.masked => done.elements * fields(inst),
        Class::VLoad | Class::VStore => hart.accesses().len() as u32,
        Class::VPermute if is_single(inst.op) => done.elements.min(1),
        _ => done.elements,
    }
}

/// Accesses of an element.
fn fields(inst: &Inst) -> u32 {
    let accesses = matches!(inst.class(), Class::VLoad | Class::VStore);
    if accesses && inst.op.has_count() { inst.count.max(1).into() } else { 1 }
}

/// A mask of elements as one of the accesses of all their fields.
fn spread(mask: &[u64], elements: u32, fields: u32) -> Vec<u64> {
    if fields == 1 {
        return mask.to_vec();
    }
    let mut wide = alloc::vec![0u64; (elements * fields).div_ceil(64) as usize];
    for at in 0..elements * fields {
        let element = at / fields;
        let bit = mask.get(element as usize / 64).map_or(0, |word| word >> (element % 64) & 1);
        wide[at as usize / 64] |= bit << (at % 64);
    }
    wide
}

/// The bits of `v0` for the elements `0..vl`.
fn mask_words(hart: &Hart, vl: u32) -> Vec<u64> {
    let word = |at: u32| {
        let left = vl - 64 * at;
        let bits = hart.element(0, at, 8);
        if left < 64 { bits & ((1 << left) - 1) } else { bits }
    };
    (0..vl.div_ceil(64)).map(word).collect()
}

/// Runs a program to its end and keeps a record of each instruction.
///
/// # Errors
/// What stops the program; `None` if it has more than `limit` instructions.
pub fn trace(
    hart: &mut Hart,
    program: &Program,
    memory: &mut Memory,
    limit: usize,
) -> Result<Vec<Record>, Option<Trap>> {
    let mut records = Vec::new();
    while records.len() < limit {
        let (record, done) = observe(hart, program, memory).map_err(Some)?;
        records.push(record);
        if done.flow == Flow::End {
            return Ok(records);
        }
    }
    Err(None)
}

/// Vector operands read and written: the mask is one.
fn ports(inst: &Inst, access: bool) -> (u32, u32) {
    let has = |arg| u32::from(inst.has(arg));
    let stores = access && inst.class() == Class::VStore;
    let adds = u32::from(inst.class() == Class::VFpMad);
    let mask = u32::from(inst.masked) + has(Arg::Carry);
    let written = if stores { 0 } else { has(Arg::Vd) };
    let data = if stores { has(Arg::Vd) } else { 0 };
    (has(Arg::V1) + has(Arg::V2) + data + adds + mask, written)
}

const fn passage(class: Class) -> Passage {
    match class {
        Class::VReduce | Class::VFpReduce => Passage::Gather,
        Class::VPermute => Passage::Whole,
        _ => Passage::Groups,
    }
}

/// Does it work on one element, whatever the vector length?
const fn is_single(op: Op) -> bool {
    matches!(op, Op::VmvXS | Op::VmvSX | Op::VfmvFS | Op::VfmvSF)
}

/// Float operations of an element: a multiply-add is two; comparing, moving and converting is none.
pub const fn flops(inst: &Inst) -> u32 {
    match inst.op {
        Op::Fmadd | Op::Fmsub | Op::Fnmsub | Op::Fnmadd => 2,
        Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fsqrt => 1,
        Op::Vfadd | Op::Vfsub | Op::Vfrsub | Op::Vfwadd | Op::Vfwsub | Op::VfwaddW | Op::VfwsubW => 1,
        Op::Vfmul | Op::Vfwmul | Op::Vfdiv | Op::Vfrdiv | Op::Vfsqrt => 1,
        Op::Vfredusum | Op::Vfredosum | Op::Vfwredusum | Op::Vfwredosum => 1,
        Op::Vfmadd | Op::Vfnmadd | Op::Vfmsub | Op::Vfnmsub => 2,
        Op::Vfmacc | Op::Vfnmacc | Op::Vfmsac | Op::Vfnmsac => 2,
        Op::Vfwmacc | Op::Vfwnmacc | Op::Vfwmsac | Op::Vfwnmsac => 2,
        _ => 0,
    }
}
