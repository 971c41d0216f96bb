//! Small programs written by hand, machines to run them on, and a recorder.

use alloc::{string::String, vec, vec::Vec};

use lanescope_parts::{
    image::Memory,
    ir::Type,
    machines::{Machine, settings::Settings},
    pipe::{scheduler::Policy, scoreboard::ScoreboardKind as Scoreboard},
    source::Span,
    trace::{Cause, Deaf, Event, Sink},
};

use crate::{
    exec::LaunchState,
    isa::{
        Bank, Cmp, Detail, Guard, Inst, Op, Operand, ParamSlot, Program, Reg, Registers, Space, Special, Ty,
    },
    spec::Spec,
    timing::Gpu,
};

pub fn r(index: u32) -> Operand {
    Operand::Reg(Reg { bank: Bank::R, index })
}

pub fn rd(index: u32) -> Operand {
    Operand::Reg(Reg { bank: Bank::D, index })
}

pub fn p(index: u32) -> Operand {
    Operand::Reg(Reg { bank: Bank::P, index })
}

pub fn imm(value: u64) -> Operand {
    Operand::Imm(value)
}

pub fn special(name: Special) -> Operand {
    Operand::Special(name)
}

/// An instruction with a destination and sources.
pub fn op<const N: usize>(op: Op, ty: Ty, dst: Operand, src: [Operand; N]) -> Inst {
    let mut inst = Inst { dst, ..Inst::new(op, ty, Span::NONE) };
    inst.src[..N].copy_from_slice(&src);
    inst
}

pub fn setp(cmp: Cmp, dst: u32, a: Operand, b: Operand) -> Inst {
    Inst { detail: Detail::Cmp(cmp), ..op(Op::Setp, Ty::S32, p(dst), [a, b]) }
}

pub fn ld(space: Space, ty: Ty, dst: Operand, address: Operand, offset: i32) -> Inst {
    Inst { space, offset, ..op(Op::Ld, ty, dst, [address]) }
}

pub fn st(space: Space, ty: Ty, address: Operand, value: Operand) -> Inst {
    Inst { space, ..op(Op::St, ty, Operand::None, [address, value]) }
}

pub fn bra(target: u32, rpc: u32) -> Inst {
    Inst { target, rpc, ..Inst::new(Op::Bra, Ty::B32, Span::NONE) }
}

pub fn plain(op: Op) -> Inst {
    Inst::new(op, Ty::B32, Span::NONE)
}

pub fn guarded(pred: u32, negate: bool, inst: Inst) -> Inst {
    Inst { guard: Some(Guard { pred, negate }), ..inst }
}

/// A program of a few registers of each kind that ends in `ret`, with 64-bit parameters.
pub fn program(code: &[Inst], params: u32) -> Program {
    let slot =
        |at| ParamSlot { name: String::new(), ty: Ty::U64, offset: at * 8, space: None, element: None };
    let mut code = code.to_vec();
    code.push(plain(Op::Ret));
    Program {
        code,
        registers: Registers { r: 16, d: 8, p: 4 },
        params: (0..params).map(slot).collect(),
        shared_bytes: 4096,
        ..Program::default()
    }
}

/// Puts the byte address of element `i` of the buffer in parameter 0 into `%rd1`, where i = global thread number in
/// `%r1`.
pub fn element_address(shift: u64) -> Vec<Inst> {
    vec![
        ld(Space::Param, Ty::U64, rd(0), imm(0), 0),
        op(Op::Mov, Ty::U32, r(2), [special(Special::CtaidX)]),
        op(Op::Mov, Ty::U32, r(3), [special(Special::NtidX)]),
        op(Op::Mov, Ty::U32, r(1), [special(Special::TidX)]),
        op(Op::Mad, Ty::S32, r(1), [r(2), r(3), r(1)]),
        op(Op::MulWide, Ty::U32, rd(1), [r(1), imm(1 << shift)]),
        op(Op::Add, Ty::U64, rd(1), [rd(1), rd(0)]),
    ]
}

/// y[i] = a * x[i] + y[i] for i < n; parameters x, y, n, a (bits).
pub fn saxpy() -> Program {
    let mut code = element_address(2);
    let end = 17;
    code.extend([
        ld(Space::Param, Ty::U32, r(4), imm(0), 16),
        setp(Cmp::Ge, 0, r(1), r(4)),
        guarded(0, false, bra(end, end)),
        ld(Space::Param, Ty::U64, rd(2), imm(0), 8),
        op(Op::MulWide, Ty::U32, rd(3), [r(1), imm(4)]),
        op(Op::Add, Ty::U64, rd(3), [rd(3), rd(2)]),
        ld(Space::Param, Ty::U32, r(7), imm(0), 24),
        ld(Space::Global, Ty::F32, r(5), rd(1), 0),
        ld(Space::Global, Ty::F32, r(6), rd(3), 0),
        op(Op::Fma, Ty::F32, r(5), [r(5), r(7), r(6)]),
        st(Space::Global, Ty::F32, rd(3), r(5)),
    ]);
    // `ret` follows at 18; the store is at 17 and must not be skipped to.
    code[9].target = 18;
    code[9].rpc = 18;
    program(&code, 4)
}

/// Buffers of 4-byte integers 0, 1, 2, ... and their base addresses.
pub fn buffers(lengths: &[u64]) -> (Memory, Vec<u64>) {
    let mut memory = Memory::default();
    for length in lengths {
        let index = memory.allocate("b", length * 4, Type::I32, false, true);
        let data: Vec<u8> = (0..*length as u32).flat_map(u32::to_le_bytes).collect();
        memory.copy_in(index, &data);
    }
    let bases = memory.buffers().iter().map(|buffer| buffer.base).collect();
    (memory, bases)
}

/// A machine with other settings, by their permanent names.
pub fn with(spec: &Spec, changes: &[(&str, &str)]) -> Spec {
    let mut spec = spec.clone();
    changes.iter().for_each(|(id, value)| spec.set(id, value).unwrap());
    spec
}

/// A machine with latencies that are easy to count: every fetch hits, units take a warp a cycle.
pub fn plain_spec() -> Spec {
    let mut spec = Spec { warp_size: 32, simd_width: 32, schedulers: 1, ..Spec::default() };
    spec.scheduling.policy = Policy::Lrr;
    spec.dependences.scoreboard = Scoreboard::OneBit;
    spec.icache.icache_bytes = 0;
    (spec.chip.cores, spec.home.channels, spec.mem.second.l2_slices) = (1, 1, 1);
    spec
}

/// A launch of `groups` groups of `local` threads.
pub fn gpu(program: &Program, spec: &Spec, groups: u32, local: u32, memory: Memory, args: &[u64]) -> Gpu {
    let launch = LaunchState::new(program, spec, [groups, 1, 1], [local, 1, 1], args, 0);
    Gpu::new(program.clone(), spec, launch, memory).unwrap()
}

/// Writes down everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorder(pub Vec<(u64, Event)>);

impl Sink for Recorder {
    const ON: bool = true;
    fn tell(&mut self, cycle: u64, event: Event) {
        assert!(self.0.last().is_none_or(|last| last.0 <= cycle), "time goes back at {cycle}: {event:?}");
        self.0.push((cycle, event));
    }
}

impl Recorder {
    /// Cycles and units of issues of an instruction.
    pub fn issues(&self, at: u32) -> Vec<(u64, u32)> {
        self.issued()
            .into_iter()
            .filter(|(_, _, pc)| *pc == at)
            .map(|(cycle, unit, _)| (cycle, unit))
            .collect()
    }

    /// Cycle, unit and pc of every issue.
    pub fn issued(&self) -> Vec<(u64, u32, u32)> {
        let issue = |(cycle, event): &(u64, Event)| match event {
            Event::Unit { unit, cause: Cause::ISSUED, pc, .. } => Some((*cycle, *unit, *pc)),
            _ => None,
        };
        self.0.iter().filter_map(issue).collect()
    }
}

pub const LIMIT: u64 = 10_000_000;

/// Runs to the end and checks what must hold after every run.
pub fn finish(mut gpu: Gpu) -> (Gpu, Recorder) {
    let mut log = Recorder::default();
    gpu.run(LIMIT, &mut log).unwrap();
    check_end(&gpu);
    (gpu, log)
}

/// Runs to the end without a recorder.
pub fn finish_quietly(mut gpu: Gpu) -> Gpu {
    gpu.run(LIMIT, &mut Deaf).unwrap();
    check_end(&gpu);
    gpu
}

/// Slots add up; every structure is empty; nothing that was taken is missing.
pub fn check_end(gpu: &Gpu) {
    assert!(gpu.finished(), "cycle {}", gpu.cycle());
    check_slots(gpu);
    for core in gpu.cores() {
        assert!(core.is_idle() && core.fetch.decoder.is_empty());
        assert!(core.warps.iter().all(Option::is_none));
        assert_eq!(core.free, gpu.setup().capacity);
    }
}

/// The causes add up to all slots; the issued ones are the instructions.
pub fn check_slots(gpu: &Gpu) {
    let slots = gpu.slots();
    let per_cycle = u64::from(gpu.setup().spec.chip.cores * gpu.setup().spec.schedulers);
    assert_eq!(slots.iter().sum::<u64>(), gpu.cycle() * per_cycle);
    assert_eq!(slots[Cause::ISSUED.index()], gpu.work().instructions);
}

pub fn counter(gpu: &Gpu, id: &str) -> u64 {
    let readings = gpu.counters();
    readings.iter().find(|reading| reading.id == id).unwrap_or_else(|| panic!("no counter {id}")).value
}
