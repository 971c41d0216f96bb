//! What moves in a cycle, and what is told of it.

use lanescope_parts::{
    base::{LaneMask, Lanes},
    mem::NEVER,
    trace::{Cause, Event, LaneKey, MemoryPart, Sink, Stage, event::Record},
};

use super::{Moves, Pipeline, STAGES, Stopped};
use crate::{
    causes::{ARBITER, CIRCULATING, HEAD_OF_LINE},
    events::{Arrival, Line, Spawn, Stack},
    exec::{Cube, Foreseen},
    isa::{Class, Op},
    timing::{
        lsu::MemoryPath,
        memory::Memory,
        token::{Meeting, Token},
        units::Unit,
    },
    views::sites::REQUESTS,
};

/// An address as events have it.
pub fn short(pc: u64) -> u32 {
    u32::try_from(pc).unwrap_or(u32::MAX)
}

/// The key of a set of lanes.
fn key<S: Sink>(sink: &mut S, lanes: u64) -> LaneKey {
    if S::ON { sink.lanes(&Lanes::from(LaneMask(lanes))) } else { LaneKey::NONE }
}

/// Tells who wants detail.
fn tell<S: Sink>(sink: &mut S, cycle: u64, event: impl FnOnce() -> Event) {
    if S::ON && S::DETAIL {
        sink.tell(cycle, event());
    }
}

fn stage<S: Sink>(sink: &mut S, cycle: u64, (id, warp, pc): (u64, u16, u64), stage: Stage) {
    tell(sink, cycle, || Event::Stage { unit: warp.into(), id, pc: short(pc), stage });
}

impl Token {
    const fn name(&self) -> (u64, u16, u64) {
        (self.id, self.warp, self.pc)
    }
}

impl Pipeline {
    /// Tells the ends of instructions whose results have gone.
    pub fn tell_done<S: Sink>(&mut self, now: u64, sink: &mut S) {
        while let Some(name) = self.done.pop_front() {
            stage(sink, now, name, Stage::Done);
        }
    }

    /// The arbiter takes a result.
    pub(super) fn take_result<S: Sink>(&mut self, now: u64, sink: &mut S) -> Option<Token> {
        let (at, others) = self.arbiter.choose(self.offers(now))?;
        self.counters.arbiter_conflicts += others;
        let token =
            if at == Unit::Bar as usize { self.barriers.give(now) } else { self.stations[at].give(now) }?;
        stage(sink, now, token.name(), Stage::Writeback);
        self.done.push_back(token.name());
        Some(token)
    }

    /// The unit of the instruction in RBUF accepts it, if it can.
    pub(super) fn accept<S: Sink>(&mut self, now: u64, sink: &mut S) -> Option<u16> {
        let unit = self.stages[STAGES - 1].as_ref()?.unit;
        let free = match unit {
            Unit::Bar => self.barriers.accepts(now),
            unit => self.stations[unit as usize].accepts(),
        };
        let token = self.stages[STAGES - 1].take_if(|_| free)?;
        let warp = token.warp;
        let begins = if unit == Unit::Lsu { Stage::Memory } else { Stage::Execute };
        stage(sink, now, token.name(), Stage::Issue);
        stage(sink, now, token.name(), begins);
        match unit {
            Unit::Bar => {
                let arrival = match token.meeting {
                    Meeting::None => None,
                    Meeting::Waits(barrier) => Some((barrier, false)),
                    Meeting::Completes(barrier) => Some((barrier, true)),
                };
                if let Some((barrier, last)) = arrival {
                    tell(sink, now, || Arrival { unit: warp.into(), barrier, last }.event());
                }
                self.barriers.accept(token, now);
            }
            Unit::Lsu => {
                tell_access(&token, now, sink);
                let (id, pc, bytes) = (token.id, short(token.pc), self.config.line_bytes);
                let ready = match &mut self.port {
                    MemoryPath::Own(port) => port.send(&token, now, bytes, |address, leaves| {
                        let until = (leaves + 1 - now) as u32;
                        tell(sink, now, || Line { unit: warp.into(), id, pc, address, until }.event());
                    }),
                    MemoryPath::Shared(queue) => {
                        let over = queue.accept(&token, now);
                        if over.is_none() {
                            let which = (REQUESTS, self.core as u16);
                            tell(sink, now, || queue.waiting().came(which, id));
                        }
                        over.unwrap_or(NEVER)
                    }
                };
                self.counters.memory_instructions += 1;
                self.counters.lines += token.lines.len() as u64;
                self.stations[unit as usize].accept(token, ready);
            }
            _ => {
                let ready = now + u64::from(token.latency);
                self.stations[unit as usize].accept(token, ready);
            }
        }
        Some(warp)
    }

    /// The next request of the queue leaves for memory that cores share. When it does so.
    pub(in crate::timing) fn send<S: Sink>(
        &mut self,
        now: u64,
        core: usize,
        memory: &mut Memory,
        sink: &mut S,
    ) -> Option<u64> {
        let MemoryPath::Shared(queue) = &mut self.port else { return None };
        let (request, leaves, result) = queue.send(now, core, self.config.line_bytes, memory)?;
        if let Some(ready) = result {
            self.stations[Unit::Lsu as usize].settle(request.id, ready);
            let which = (REQUESTS, core as u16);
            tell(sink, now, || queue.waiting().left(which, request.id));
        }
        let (unit, id, pc, address) = (u32::from(request.warp), request.id, short(request.pc), request.line);
        let until = (leaves + 1 - now) as u32;
        tell(sink, now, || Line { unit, id, pc, address, until }.event());
        Some(leaves)
    }

    /// Stages move on where the next one is empty.
    pub(super) fn advance<S: Sink>(&mut self, now: u64, moves: &mut Moves, sink: &mut S) {
        /// What begins when an instruction leaves FETCH, PRED, REG.
        const BEGINS: [Option<Stage>; STAGES - 1] = [Some(Stage::Decode), None, Some(Stage::Wait)];
        for at in (0..STAGES - 1).rev() {
            if self.stages[at + 1].is_none() {
                self.stages[at + 1] = self.stages[at].take();
                if let Some(token) = &self.stages[at + 1] {
                    moves.stages[at + 1] = true;
                    if let Some(begins) = BEGINS[at] {
                        stage(sink, now, token.name(), begins);
                    }
                }
            }
        }
    }

    /// The scheduler takes a warp, whose instruction is executed.
    pub(super) fn issue<S: Sink>(
        &mut self,
        now: u64,
        core: &mut Cube,
        sink: &mut S,
    ) -> Result<Option<u16>, Stopped> {
        let Some(warp) = self.scheduler.take() else { return Ok(None) };
        let number = usize::from(warp);
        if warp == 0 {
            core.console_interrupt();
        }
        let next = core.foresee(number);
        let mut token = Token::foresee(core, warp, next.as_ref(), &self.config);
        token.id = self.issued * u64::from(self.config.cores) + self.core as u64;
        let barrier =
            next.as_ref().filter(|next| next.one.op == Op::Bar).and_then(|next| core.shared(number, next, 0));
        if let Some(barrier) = barrier.filter(|barrier| *barrier >= self.config.settings.barriers.into()) {
            return Err(Stopped::NoBarrier(warp, token.pc, barrier));
        }
        let spawns = next.as_ref().is_some_and(|next| next.one.op == Op::Wspawn);
        let idle = spawns.then(|| core.idle(self.core)).flatten();
        let depth = core.warps()[number].stack.len();
        core.execute_next(number).map_err(Stopped::Fault)?;
        self.issued += 1;
        let after = &core.warps()[number];
        token.ends = after.active == 0;
        token.child = idle.filter(|child| core.warps()[*child].spawned).map(|child| child as u16);
        token.meeting = match barrier {
            None => Meeting::None,
            Some(barrier) if after.waiting.is_some() => Meeting::Waits(barrier),
            Some(barrier) => Meeting::Completes(barrier),
        };
        self.count_issue(&token, next.as_ref(), after.stack.len().abs_diff(depth));
        let name = token.name();
        stage(sink, now, name, Stage::Fetch);
        if after.stack.len() != depth {
            let (depth, mask) = (after.stack.len() as u32, LaneMask(after.mask));
            if S::ON {
                sink.tell(now, Stack { unit: warp.into(), depth, mask, pc: short(token.pc) }.event());
            }
        }
        if let Some(child) = token.child {
            tell(sink, now, || Spawn { unit: warp.into(), child: child.into() }.event());
        }
        if S::ON {
            let lanes = key(sink, token.exec);
            sink.tell(
                now,
                Event::Unit { unit: warp.into(), cause: Cause::ISSUED, pc: short(token.pc), lanes },
            );
        }
        self.stages[0] = Some(token);
        Ok(Some(warp))
    }

    fn count_issue(&mut self, token: &Token, next: Option<&Foreseen>, stacked: usize) {
        let counters = &mut self.counters;
        let lanes = u64::from(token.exec.count_ones());
        let Some((op, guard)) = next.map(|next| (next.one.op, next.one.guard)) else { return };
        counters.branches += u64::from(op.row().class == Class::Jump && guard.is_some());
        counters.splits += u64::from(op == Op::Split);
        counters.divergent_splits += u64::from(op == Op::Split && stacked == 2);
        counters.spawns += u64::from(token.child.is_some());
        counters.clones += if op == Op::Clone { lanes } else { 0 };
        let computes = matches!(op, Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fneg);
        counters.flops += if computes { lanes } else { 0 };
    }

    /// What each warp did in the cycle, and what of it is new.
    pub(super) fn stand<S: Sink>(&mut self, now: u64, moves: &Moves, core: &Cube, sink: &mut S) {
        let mut causes = core::mem::take(&mut self.standing.warps);
        let before = if S::ON { causes.clone() } else { alloc::vec::Vec::new() };
        let slot = self.standing.slot;
        self.causes(now, moves, core, &mut causes);
        self.standing.warps = causes;
        self.standing.settle_slot();
        self.standing.no_warp =
            moves.issued.is_none() && self.scheduler.ready().all(|warp| is_new(moves, warp));
        let waits = self.stages[STAGES - 1].as_ref().filter(|_| !moves.stages[STAGES - 1]);
        self.standing.stall = waits.map(|token| token.unit);
        if !S::ON {
            return;
        }
        let first = !core::mem::replace(&mut self.told, true);
        for (unit, (cause, before)) in self.warps().zip(self.standing.warps.iter().zip(before)) {
            if (first || *cause != before) && *cause != Cause::ISSUED {
                let (pc, lanes) = (short(core.warps()[unit as usize].pc), LaneKey::NONE);
                sink.tell(now, Event::Unit { unit, cause: *cause, pc, lanes });
            }
        }
        if first || self.standing.slot != slot {
            sink.tell(now, Event::Slot { slot: self.core as u32, cause: self.standing.slot });
        }
    }

    /// The cause of each warp in the cycle.
    fn causes(&self, now: u64, moves: &Moves, core: &Cube, causes: &mut [Cause]) {
        causes.fill(Cause::EMPTY);
        let mut set = |warp: u16, cause: Cause| causes[usize::from(warp - self.warps.0)] = cause;
        let ready = if moves.issued.is_some() { Cause::NOT_PICKED } else { HEAD_OF_LINE };
        for warp in self.scheduler.ready().filter(|_| !core.ended()) {
            set(warp, if is_new(moves, warp) { CIRCULATING } else { ready });
        }
        for (token, moved) in self.stages.iter().zip(moves.stages) {
            let Some(token) = token else { continue };
            let waits = match token.unit {
                Unit::Lsu => Cause::MEMORY_FULL,
                _ => Cause::UNIT_BUSY,
            };
            let last = self.stages[STAGES - 1].as_ref().is_some_and(|last| last.id == token.id);
            set(
                token.warp,
                ended(
                    token,
                    match () {
                        () if moved => CIRCULATING,
                        () if last => waits,
                        () => HEAD_OF_LINE,
                    },
                ),
            );
        }
        for (station, unit) in self.stations.iter().zip(Unit::ALL) {
            let works = match unit {
                Unit::Lsu => Cause::MEMORY,
                Unit::Mul | Unit::Div | Unit::Fpu => Cause::ARITHMETIC,
                Unit::Alu | Unit::Plu | Unit::Br | Unit::Bar => CIRCULATING,
            };
            for flight in station.flights() {
                set(
                    flight.token.warp,
                    ended(&flight.token, if flight.ready <= now { ARBITER } else { works }),
                );
            }
        }
        self.barriers
            .waiting()
            .chain(self.barriers.leaving())
            .for_each(|token| set(token.warp, Cause::BARRIER));
        if let Some(child) = self.spawning {
            set(child, CIRCULATING);
        }
        if let Some(warp) = moves.issued {
            set(warp, Cause::ISSUED);
        }
    }
}

/// Has a warp become ready only in this cycle, for the next one?
fn is_new(moves: &Moves, warp: u16) -> bool {
    moves.returned == Some(warp) || moves.born == Some(warp)
}

/// What an instruction of a warp that has ended waits for matters no more.
const fn ended(token: &Token, cause: Cause) -> Cause {
    if token.ends { Cause::DRAINING } else { cause }
}

/// The load/store unit has accepted an instruction.
fn tell_access<S: Sink>(token: &Token, now: u64, sink: &mut S) {
    let lanes = key(sink, token.exec);
    let (unit, pc, requests) = (u32::from(token.warp), short(token.pc), token.lines.len() as u16);
    tell(sink, now, || Event::Access { unit, pc, requests, lanes, part: MemoryPart::Scratchpad });
}
