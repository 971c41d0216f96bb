//! What an instruction does. No cycle is known here: [`step`] executes the next instruction of one warp, for all its
//! active lanes at once, and says what a timing model needs to know about it.

mod alu;
mod contents;
mod flush;
mod lanes;
mod meet;
mod memory;
mod spin;
mod state;
#[cfg(test)]
mod tests;
mod trap;

pub use memory::Spaces;
pub use spin::deadlock;
pub use state::{BLOCK, Group, LaunchState, STACK, Warp};
pub use trap::{Stopped, Trap, place};

use super::{
    isa::{CacheLevel, Class, Inst, Op, Program, Space},
    stack::{Level, Split},
};
use lanescope_parts::{base::LaneMask, image::Memory, machines::Work};

/// Room for the addresses of an access, the count of memory changes, and the time. One for a whole machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Scratch {
    /// The address in each active lane, after an instruction with an access.
    pub addresses: [u64; 64],
    /// How often any warp has changed memory (writes of the value that was there do not count).
    pub changes: u64,
    /// What the clock says: cycles, or without timing instructions before this one.
    pub clock: u64,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch { addresses: [0; 64], changes: 0, clock: 0 }
    }
}

/// An executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Which one.
    pub pc: u32,
    /// Its class.
    pub class: Class,
    /// The active lanes: those at the top of the divergence stack.
    pub active: LaneMask,
    /// Of those, the lanes that executed it: the guard held. A branch is executed by all of them, its guard is its
    /// condition.
    pub on: LaneMask,
    /// How the warp goes on.
    pub flow: Flow,
    /// Its memory access; the addresses of the active lanes are in [`Scratch::addresses`].
    pub access: Option<AccessInfo>,
}

/// How a warp goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// At the next instruction.
    Next,
    /// A branch.
    Branch {
        /// The lanes that took it.
        taken: LaneMask,
        /// Did some take it and some not, so that the stack grew or changed?
        divergent: bool,
    },
    /// It arrived at the barrier and waits ([`Warp::at_barrier`]), unless it was the last one.
    Barrier,
    /// Threads ended.
    Exit {
        /// Was it the last thread of the warp?
        finished: bool,
    },
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads and writes in one step.
    Atomic,
    /// Neither: data may be brought nearer.
    Prefetch,
}

/// A memory access of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessInfo {
    /// The memory.
    pub space: Space,
    /// What it does there.
    pub kind: AccessKind,
    /// Bytes of each lane.
    pub bytes: u32,
    /// How near to the core its data may be brought.
    pub level: CacheLevel,
}

impl AccessInfo {
    /// Does it write (stores and atomics)?
    pub const fn writes(&self) -> bool {
        matches!(self.kind, AccessKind::Write | AccessKind::Atomic)
    }

    /// Is it an atomic?
    pub const fn is_atomic(&self) -> bool {
        matches!(self.kind, AccessKind::Atomic)
    }
}

/// Executes the next instruction of a warp that has not finished and does not wait at a barrier.
///
/// # Errors
/// An access that cannot be done, a full stack, a barrier that lanes of the warp can never reach, or lanes that wait for others
/// which cannot come.
pub fn step(
    program: &Program,
    launch: &LaunchState,
    warp: &mut Warp,
    group: &mut Group,
    memory: &mut Memory,
    scratch: &mut Scratch,
) -> Result<Executed, Stopped> {
    let (pc, active) = warp.stack.top().map_or((0, LaneMask::NONE), |top| (top.next, top.lanes));
    let stop = |trap, lane| Stopped { trap, lane, pc };
    let lowest = active.lowest().unwrap_or(0);
    let Some(inst) = program.code.get(pc as usize) else { return Err(stop(Trap::NoInstruction, lowest)) };
    let lanes = active & guard(inst, warp);
    warp.spin.note(pc);
    let done = |on, flow, access| Executed { pc, class: inst.class(), active, on, flow, access };
    match inst.op {
        Op::Bra | Op::BraUni => {
            let flow = branch(program, pc, launch, warp, lanes, scratch.changes)
                .map_err(|trap| stop(trap, lowest))?;
            Ok(done(active, flow, None))
        }
        Op::Ret | Op::Exit => {
            warp.stack.goto(pc + 1);
            end(warp, group, lanes);
            Ok(done(lanes, Flow::Exit { finished: warp.finished() }, None))
        }
        Op::BarSync => {
            let missing = warp.live.without(lanes);
            if lanes.is_empty() {
                warp.stack.goto(pc + 1);
                return Ok(done(lanes, Flow::Next, None));
            }
            if !missing.is_empty() {
                let waits =
                    |pc: u32| program.code.get(pc as usize).is_some_and(|inst| inst.op == Op::BarSync);
                if warp.stack.give_way(waits)
                    || warp.stack.release(launch.stack_depth, |pc| ends_alone(program, pc))
                {
                    return Ok(Executed { active: LaneMask::NONE, ..done(LaneMask::NONE, Flow::Next, None) });
                }
                return Err(stop(Trap::Barrier(missing), lowest));
            }
            let place = |pc: u32| program.code.get(pc as usize).map(|inst| inst.span);
            let (first, item) = *group.first.get_or_insert((pc, warp.first_item + lowest));
            if program.barriers_of_text && place(first) != place(pc) {
                return Err(stop(Trap::OtherBarrier(item), lowest));
            }
            warp.stack.goto(pc + 1);
            warp.waits = Some(group.generation);
            group.arrived += lanes.count();
            group.open_if_complete();
            Ok(done(lanes, Flow::Barrier, None))
        }
        op if op.meets() => {
            match meet::gather(program, launch.stack_depth, warp).map_err(|trap| stop(trap, lowest))? {
                Some(here) => {
                    let on = here & guard(inst, warp);
                    meet::execute(warp, inst, on, program.warp());
                    warp.stack.pass(pc, here);
                    Ok(Executed { active: here, ..done(on, Flow::Next, None) })
                }
                // Others go first.
                None => Ok(Executed { active: LaneMask::NONE, ..done(LaneMask::NONE, Flow::Next, None) }),
            }
        }
        _ => {
            let spaces = &mut Spaces { program, launch, group, memory, scratch };
            plain(spaces, warp, inst, lanes).map_err(|(trap, lane)| stop(trap, lane))?;
            warp.stack.goto(pc + 1);
            Ok(done(lanes, Flow::Next, memory::info(inst)))
        }
    }
}

/// Do lanes that go on at an instruction come to their end without waiting for others?
fn ends_alone(program: &Program, from: u32) -> bool {
    let (mut seen, mut open) = (alloc::vec![false; program.code.len()], alloc::vec![from]);
    while let Some(pc) = open.pop() {
        let Some(inst) = program.code.get(pc as usize) else { continue };
        if seen[pc as usize] {
            continue;
        }
        seen[pc as usize] = true;
        if inst.op == Op::BarSync || inst.op.meets() {
            return false;
        }
        let is_branch = matches!(inst.op, Op::Bra | Op::BraUni);
        if is_branch {
            open.push(inst.target);
        }
        let always = inst.guard.is_none() && (is_branch || matches!(inst.op, Op::Ret | Op::Exit));
        if !always {
            open.push(pc + 1);
        }
    }
    true
}

/// Executes instructions of a warp, at most `most`, up to the next one that decides how the warp goes on or the place
/// where it waits for other lanes, and adds them to `work`: the same as so many calls of [`step`], for who asks for no
/// more than the result.
///
/// # Errors
/// As [`step`].
pub fn straight(spaces: &mut Spaces<'_>, warp: &mut Warp, most: u64, work: &mut Work) -> Result<(), Stopped> {
    let Some(&Level { rpc, next, lanes: active }) = warp.stack.top() else { return Ok(()) };
    let program = spaces.program;
    let mut pc = next;
    let mut stopped = Ok(());
    for inst in program.code.get(next as usize..).unwrap_or(&[]) {
        if u64::from(pc - next) >= most || (pc == rpc && pc > next) || inst.steers() {
            break;
        }
        let lanes = active & guard(inst, warp);
        spaces.scratch.clock = work.instructions + u64::from(pc - next);
        if let Err((trap, lane)) = plain(spaces, warp, inst, lanes) {
            stopped = Err(Stopped { trap, lane, pc });
            break;
        }
        pc += 1;
    }
    work.instructions += u64::from(pc - next);
    work.lane_operations += u64::from(pc - next) * u64::from(active.count());
    work.lane_slots += u64::from(pc - next) * u64::from(warp.lanes);
    if pc > next {
        warp.spin.note_all(next..pc);
    }
    warp.stack.goto(pc);
    stopped
}

/// Executes an instruction that has nothing to say on how the warp goes on. An error has its lane.
#[inline(always)]
fn plain(spaces: &mut Spaces<'_>, warp: &mut Warp, inst: &Inst, lanes: LaneMask) -> Result<(), (Trap, u32)> {
    if matches!(inst.op, Op::Ld | Op::St | Op::Atom | Op::AtomCas | Op::Red | Op::Prefetch) {
        return memory::access(spaces, warp, inst, lanes);
    }
    // Lanes that the warp does not have may compute too: then a full warp needs no blending.
    let whole = lanes == LaneMask::first_n(warp.lanes);
    let written = if whole { LaneMask(u64::MAX) } else { lanes };
    alu::execute(warp, inst, written, (spaces.launch, spaces.scratch.clock), spaces.group);
    Ok(())
}

/// The memory access that the next instruction of a warp makes, and its lanes; the addresses are in
/// [`Scratch::addresses`]. Nothing is executed.
pub fn next_access(program: &Program, warp: &Warp, scratch: &mut Scratch) -> Option<(AccessInfo, LaneMask)> {
    let top = warp.stack.top()?;
    let inst = program.code.get(top.next as usize)?;
    let info = memory::info(inst)?;
    memory::addresses(warp, inst, &mut scratch.addresses);
    Some((info, top.lanes & guard(inst, warp)))
}

/// The lanes where the guard of an instruction holds.
#[inline]
fn guard(inst: &Inst, warp: &Warp) -> LaneMask {
    match inst.guard {
        None => LaneMask(u64::MAX),
        Some(guard) => {
            let holds = warp.p[guard.pred as usize];
            if guard.negate { !holds } else { holds }
        }
    }
}

fn branch(
    program: &Program,
    pc: u32,
    launch: &LaunchState,
    warp: &mut Warp,
    lanes: LaneMask,
    changes: u64,
) -> Result<Flow, Trap> {
    let inst = &program.code[pc as usize];
    let active = warp.active();
    let taken = if inst.op == Op::BraUni && lanes != active { LaneMask::NONE } else { lanes };
    let divergent = taken != active && !taken.is_empty() && inst.target != pc + 1;
    if divergent {
        let split = Split { rpc: inst.rpc, target: inst.target, fall_through: pc + 1, taken };
        warp.stack.diverge(split, launch.push_order, launch.stack_depth).map_err(|_| Trap::StackOverflow)?;
    } else {
        warp.stack.goto(if taken.is_empty() { pc + 1 } else { inst.target });
    }
    if inst.target <= pc && !taken.is_empty() {
        warp.note_back_edge(program, pc, launch.spin_limit, changes);
    }
    Ok(Flow::Branch { taken, divergent })
}

/// Ends the threads of some lanes.
fn end(warp: &mut Warp, group: &mut Group, lanes: LaneMask) {
    warp.stack.exit(lanes);
    warp.live = warp.live.without(lanes);
    group.live -= lanes.count();
    group.open_if_complete();
}
