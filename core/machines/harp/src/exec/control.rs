//! Jumps, lanes and warps (HARP 3.6 to 3.8), and what only the supervisor may do.

use core::cell::Cell;

use super::{
    At, Cube, Entry, Kind, Warp, Why,
    lanes::{Lanes, below},
};
use crate::{
    isa::{Arch, Op},
    rules::Rules,
};

/// A copy of the loop over lanes for each frequent operation, and one for all others.
macro_rules! by_operation {
    ($op:ident, $warp:ident, $at:ident, $core:ident, $($name:ident)+) => {
        match $op {
            $(Op::$name => compute_lanes(Op::$name, $warp, $at, $core),)+
            other => compute_lanes(other, $warp, $at, $core),
        }
    };
}

impl At {
    /// The lowest lane that takes part: it supplies what lanes share.
    const fn lowest(&self) -> usize {
        self.exec.trailing_zeros() as usize
    }

    /// The highest lane that takes part.
    const fn highest(&self) -> usize {
        63 - self.exec.leading_zeros() as usize
    }
}

impl Cube {
    /// `split`: lanes whose guard is false wait on the stack, unless all agree.
    pub(super) fn split(&mut self, number: usize, at: &At) -> Result<u64, Why> {
        let all_lanes = self.config.rules.uni_all_lanes;
        let most = self.config.most_entries();
        let every = self.config.arch.all_lanes();
        let warp = &mut self.warps[number];
        let asked = if all_lanes { warp.mask & every } else { at.live };
        let mask = warp.mask;
        let guard = at.one.guard.map(|guard| warp.predicate(guard)).filter(|set| {
            let yes = asked & set;
            yes != 0 && yes != asked
        });
        let room = most.saturating_sub(warp.stack.len());
        match guard {
            _ if room < 1 + usize::from(guard.is_some()) => return Err(Why::StackOverflow(most)),
            None => warp.stack.push(Entry { kind: Kind::Uni, mask }),
            Some(set) => {
                warp.stack.push(Entry { kind: Kind::FallThrough, mask });
                warp.stack.push(Entry { kind: Kind::Else { pc: at.next }, mask: mask & !set });
                warp.mask = mask & set;
            }
        }
        warp.counts.stack_max = warp.counts.stack_max.max(warp.stack.len() as u64);
        Ok(at.next)
    }

    /// `join`: the lanes on top of the stack go on, where they wait or here.
    pub(super) fn join(&mut self, number: usize, at: &At) -> Result<u64, Why> {
        let warp = &mut self.warps[number];
        let Entry { kind, mask } = warp.stack.pop().ok_or(Why::StackUnderflow)?;
        warp.mask = mask;
        Ok(match kind {
            Kind::Else { pc } => pc,
            _ => at.next,
        })
    }

    /// Whatever is no access of memory, no division, no `split` and no `join`, in at least one lane.
    pub(super) fn control(&mut self, number: usize, at: &At) -> Result<u64, Why> {
        let [a, b, c] = at.one.registers;
        let mask = self.config.arch.mask();
        let relative = at.next.wrapping_add(at.one.immediate as u64) & mask;
        let warp = &mut self.warps[number];
        let lowest = |warp: &Warp, register: u8| warp.get(register, at.lowest()) & mask;
        match at.one.op {
            Op::Nop => {}
            Op::Jmpi => return Ok(relative),
            Op::Jmpr => return Ok(lowest(warp, a)),
            Op::Jali => {
                link(warp, a, at);
                return Ok(relative);
            }
            Op::Jalr => return Ok(self.linked(number, at, a, b)),
            Op::Jalis => {
                self.start_lanes(number, at, b)?;
                link(&mut self.warps[number], a, at);
                return Ok(relative);
            }
            Op::Jalrs => {
                self.start_lanes(number, at, b)?;
                return Ok(self.linked(number, at, a, c));
            }
            Op::Jmprt => {
                warp.active = 1;
                return Ok(lowest(warp, a));
            }
            Op::Clone => self.clone_lanes(number, at, a)?,
            Op::Wspawn => {
                self.spawn(number, at, a, lowest(&self.warps[number], b), lowest(&self.warps[number], c))?
            }
            Op::Bar => {
                let (barrier, count) = (lowest(warp, a), lowest(warp, b));
                warp.waiting = Some(barrier);
                warp.counts.divergent_barriers += u64::from(warp.live() != below(warp.active));
                self.release(self.core_of(number), barrier, count);
            }
            Op::Halt => self.end_warp(number, at.pc),
            Op::Trap => return Ok(self.interrupt(number, 0, at.next)?.unwrap_or(at.next)),
            Op::Di => warp.interrupts = false,
            Op::Ei => warp.interrupts = true,
            Op::Jmpru => {
                warp.supervisor = false;
                return Ok(lowest(warp, a));
            }
            Op::Skep => {
                let entry = warp.get(a, at.highest()) & mask;
                let core = self.core_of(number);
                self.entries[core] = Some(entry);
            }
            Op::Reti if warp.take_back() => return Ok(warp.pc),
            Op::Reti => return Err(Why::NoInterrupt),
            Op::Tlbadd => {
                for lane in Lanes(at.exec) {
                    let [from, to, flags] = [a, b, c].map(|register| self.warps[number].get(register, lane));
                    if !self.tlb.add(from, to, flags) {
                        return Err(Why::TlbFull);
                    }
                }
            }
            Op::Tlbrm => Lanes(at.exec).for_each(|lane| self.tlb.remove(warp.get(a, lane))),
            Op::Tlbflush => self.tlb.flush(),
            _ => self.compute(number, at),
        }
        Ok(at.next)
    }

    /// Writes the link of `jalr` or `jalrs` and says where it leads: the target is read before, or in the original after (facts C16).
    fn linked(&mut self, number: usize, at: &At, to: u8, from: u8) -> u64 {
        let warp = &mut self.warps[number];
        let before = warp.get(from, at.lowest());
        link(warp, to, at);
        let after = warp.get(from, at.lowest());
        (if self.config.rules.link_first { after } else { before }) & self.config.arch.mask()
    }

    /// So many lanes exist from now on: the number of the lowest lane, or in the original of the highest (facts C21).
    fn start_lanes(&mut self, number: usize, at: &At, register: u8) -> Result<(), Why> {
        let lane = if self.config.rules.highest_lane_counts { at.highest() } else { at.lowest() };
        let count = self.warps[number].get(register, lane);
        if count > self.config.arch.lanes.into() {
            return Err(Why::TooManyLanes(count));
        }
        match count {
            0 => self.end_warp(number, at.pc),
            count => self.warps[number].active = count as u32,
        }
        Ok(())
    }

    /// `clone`: the registers of each lane go to the lane that it names. Predicates stay.
    fn clone_lanes(&mut self, number: usize, at: &At, register: u8) -> Result<(), Why> {
        let warp = &mut self.warps[number];
        for lane in Lanes(at.exec) {
            let to = warp.get(register, lane);
            if to >= self.config.arch.lanes.into() {
                return Err(Why::NoLane(to));
            }
            for register in 0..self.config.arch.registers {
                let value = warp.get(register as u8, lane);
                warp.set(register as u8, to as usize, value);
            }
        }
        Ok(())
    }

    /// `wspawn`: the lowest warp of the core that has never begun begins, as a user, with one lane.
    fn spawn(&mut self, number: usize, at: &At, register: u8, pc: u64, value: u64) -> Result<(), Why> {
        debug_assert!(at.exec != 0, "somebody asks for it");
        let idle = self.idle(self.core_of(number));
        let Some(warp) = idle.and_then(|number| self.warps.get_mut(number)) else {
            return if self.config.rules.nothing_to_report { Ok(()) } else { Err(Why::NoWarp) };
        };
        (warp.pc, warp.active, warp.spawned, warp.supervisor) = (pc, 1, true, false);
        warp.set(register, 0, value);
        Ok(())
    }

    /// Lets all warps through a barrier of a core at which exactly as many wait as should.
    fn release(&mut self, core: usize, barrier: u64, count: u64) {
        let waits = |warp: &Warp| warp.waiting == Some(barrier);
        let own = self.of_core(core);
        let warps = &mut self.warps[own];
        if warps.iter().filter(|warp| waits(warp)).count() as u64 == count {
            warps.iter_mut().filter(|warp| waits(warp)).for_each(|warp| warp.waiting = None);
        }
    }

    /// Instructions that compute a word or a predicate from what their lane has.
    fn compute(&mut self, number: usize, at: &At) {
        let (arch, rules) = (self.config.arch, &self.config.rules);
        let [to, a, b] = at.one.registers;
        let immediate = at.one.immediate as u64 & arch.mask();
        let op = at.one.op;
        let warp = &mut self.warps[number];
        match op {
            Op::Ldi => Lanes(at.exec).for_each(|lane| warp.set(to, lane, immediate)),
            Op::Andp | Op::Orp | Op::Xorp | Op::Notp => {
                let one = warp.predicate(a);
                let other = if op == Op::Notp { 0 } else { warp.predicate(b) };
                let value = match op {
                    Op::Andp => one & other,
                    Op::Orp => one | other,
                    Op::Xorp => one ^ other,
                    _ => !one,
                };
                warp.set_predicate(to, at.exec, value);
            }
            Op::Rtop | Op::Isneg | Op::Iszero => {
                let yes = Lanes(at.exec).filter(|lane| super::arithmetic::test(op, arch, warp.get(a, *lane)));
                let value = yes.fold(0, |set, lane| set | 1 << lane);
                warp.set_predicate(to, at.exec, value);
            }
            Op::Neg | Op::Not | Op::Itof | Op::Ftoi | Op::Fneg => {
                for lane in Lanes(at.exec) {
                    let value = super::arithmetic::unary(op, arch, rules, warp.get(a, lane));
                    warp.set(to, lane, value);
                }
            }
            _ => {
                let core = (arch, rules);
                by_operation!(op, warp, at, core, And Or Xor Add Sub Mul Shl Shr Andi Ori Xori Addi Subi Muli Shli Shri Fadd Fsub Fmul Fdiv);
            }
        }
    }
}

/// Computes in all lanes that take part; the operation is the same in each, so that it is looked at once.
#[inline(always)]
fn compute_lanes(op: Op, warp: &mut Warp, at: &At, core: (Arch, &Rules)) {
    let rows = warp.rows(at.one.registers);
    let width = rows[0].len();
    let immediate = op.row().format.has_immediate().then_some(at.one.immediate as u64 & core.0.mask());
    // Most instructions are for all lanes, which need no search for the next one.
    if at.exec == below(width as u32) {
        for lane in 0..width {
            compute_lane(op, rows, lane, immediate, core);
        }
    } else {
        for lane in Lanes(at.exec) {
            compute_lane(op, rows, lane, immediate, core);
        }
    }
}

/// The same in one of them. Said to be inlined: left alone, the loops call it, and it looks at the operation in each lane.
#[inline(always)]
fn compute_lane(
    op: Op,
    [to, a, b]: [&[Cell<u64>]; 3],
    lane: usize,
    immediate: Option<u64>,
    (arch, rules): (Arch, &Rules),
) {
    let right = immediate.unwrap_or_else(|| b[lane].get());
    let value = super::arithmetic::binary(op, arch, rules, a[lane].get(), right);
    to[lane].set(value.unwrap_or(0));
}

/// The address of the next instruction goes to a register of all lanes that take part.
fn link(warp: &mut Warp, register: u8, at: &At) {
    Lanes(at.exec).for_each(|lane| warp.set(register, lane, at.next));
}
