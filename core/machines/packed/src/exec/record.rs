//! An executed instruction, as far as anybody must know it who decides when it happens.

use alloc::vec::Vec;

use lanescope_parts::{
    base::LaneMask,
    image::Memory,
    riscv::run::{Counted, Observed},
};

use super::{Done, Flow, Hart, Trap, Uses};
use crate::isa::PackedInst;
use crate::{
    exec::{PackedState, work::PackedWork},
    isa::{Class, Elem, Inst, Lane, Op, P, PackedArg, PackedClass, Program, Work},
};

/// An executed instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The instruction.
    pub pc: u32,
    /// What it occupies.
    pub class: Class,
    /// Registers.
    pub uses: Uses,
    /// Elements of a packed instruction, rows of a tile one; 1 for scalar ones.
    pub elements: u32,
    /// Those that take part.
    pub lanes: LaneMask,
    /// Addresses of a memory access.
    pub addresses: Vec<u64>,
    /// Bytes of each of them.
    pub access_bytes: u32,
    /// Float operations of each element that takes part.
    pub flops: u32,
    /// Does it go on elsewhere than behind itself?
    pub jumps: bool,
}

impl Record {
    /// Is it a packed instruction?
    pub fn is_packed(&self) -> bool {
        self.class.is_packed()
    }

    /// Does it write memory?
    pub fn writes(&self, program: &Program) -> bool {
        program.code.get(self.pc as usize).is_some_and(writes)
    }
}

/// Does an instruction write memory?
pub fn writes(inst: &Inst) -> bool {
    let packed = inst.packed().is_some_and(|(_, form)| form.shape.stores());
    packed || matches!(inst.class(), Class::Store)
}

/// Does an instruction go to memory?
pub fn is_access(inst: &Inst) -> bool {
    let scalar = matches!(inst.class(), Class::Load | Class::Store | Class::Atomic);
    scalar || inst.packed().is_some() && inst.form.row().args.iter().any(|arg| arg.names_memory())
}

impl Observed for P {
    type Record = Record;

    fn observe(hart: &mut Hart, program: &Program, memory: &mut Memory) -> Result<(Record, Done), Trap> {
        let next = program.pc(hart.pc).and_then(|pc| program.code.get(pc as usize));
        let lanes = next.map_or(LaneMask::NONE, |inst| active_lanes(inst, hart));
        let done = hart.step(program, memory)?;
        let inst = &program.code[done.pc as usize];
        let record = Record {
            pc: done.pc,
            class: inst.class(),
            uses: Uses::of(inst),
            elements: if inst.class().is_packed() { done.elements } else { 1 },
            lanes,
            addresses: hart.accesses().to_vec(),
            access_bytes: done.access_bytes,
            flops: flops(inst),
            jumps: done.flow == Flow::Jump,
        };
        Ok((record, done))
    }
}

/// Each element has a lane, and uses it if it takes part.
impl Counted for P {
    fn active(hart: &Hart, inst: &Inst) -> u64 {
        active_lanes(inst, hart).count().into()
    }

    #[inline(always)]
    fn lanes(_: &Program, _: &Hart, done: &Done, active: Option<u64>, _: u32) -> [u64; 2] {
        let elements = u64::from(done.elements.max(1));
        [active.unwrap_or(elements), elements]
    }
}

/// The elements that take part in an instruction before it is executed; of a scalar one the first lane.
pub fn active_lanes(inst: &Inst, hart: &Hart) -> LaneMask {
    let Some((op, form)) = inst.packed() else { return LaneMask::lane(0) };
    let count = match op.work() {
        Work::Masks(_) | Work::MaskNot | Work::MaskMove | Work::MaskTest | Work::PredicateAndNot => 1,
        Work::Extract | Work::MoveOne => 1,
        _ if form.elem == Elem::No => Hart::register_bytes(inst).max(8) as u32 / 8,
        _ => form.elem.count(Hart::register_bytes(inst).max(8) as u32).max(1),
    };
    let all = LaneMask::first_n(count);
    if inst.masked {
        all.iter()
            .filter(|at| hart.active(inst, *at as usize))
            .fold(LaneMask::NONE, |set, at| set | LaneMask::lane(at))
    } else {
        all
    }
}

/// Float operations of an element: a multiply-add is two; comparing, moving and converting is none.
pub fn flops(inst: &Inst) -> u32 {
    let Some((op, _)) = inst.packed() else {
        return match inst.op {
            Op::Fmadd | Op::Fmsub | Op::Fnmsub | Op::Fnmadd => 2,
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fsqrt => 1,
            _ => 0,
        };
    };
    match op.work() {
        Work::Fused(..) => 2,
        Work::Lanes(Lane::FAdd | Lane::FSub | Lane::FMul | Lane::FDiv) | Work::AddPairs => 1,
        Work::Each(crate::isa::One::Root) => 1,
        _ => 0,
    }
}
