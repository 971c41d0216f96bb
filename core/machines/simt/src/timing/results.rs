//! Results come back: what is due in a cycle, write-back, and the end of an instruction.

use lanescope_parts::{
    pipe::scoreboard::Producer,
    trace::{Sink, Stage},
};

use super::{
    core::{Core, Due, Env},
    loops::Fetched,
    warp::Flight,
};

impl Core {
    pub(super) fn due<S: Sink>(&mut self, env: &mut Env<S>, due: Due) {
        self.active = true;
        match due {
            Due::Result(flight) => self.complete(env, flight),
            Due::MemoryPart(flight) => self.part_done(env, flight),
            Due::Resolve(warp) => self.resolve(env, warp),
            Due::Open(group) => self.open(env, group as usize),
        }
    }

    /// The first-level cache has what it was asked for under a number.
    pub(super) fn arrived<S: Sink>(&mut self, env: &mut Env<S>, id: u32) {
        match self.constant.fill(id) {
            None => self.part_done(env, id),
            Some(flights) => {
                self.active = true;
                let due = env.now + u64::from(env.setup.spec.constant.constant_latency);
                flights.into_iter().for_each(|flight| self.wheel.insert(due, Due::MemoryPart(flight)));
            }
        }
    }

    /// An atomic in flight stands behind others at an address.
    pub(super) fn contend<S: Sink>(&mut self, env: &Env<S>, flight: u32) {
        self.active = true;
        let Flight { warp, contended, .. } = self.flights.get(flight);
        let (warp, known) = (*warp, ::core::mem::replace(contended, true));
        if let Some(slot) = self.warps[warp as usize].as_mut().filter(|_| !known) {
            slot.contended += 1;
            self.refresh(env, warp);
        }
    }

    /// A part of an instruction has come: a line of a load, an atomic, a line of constants, or the last pass over them.
    fn part_done<S: Sink>(&mut self, env: &mut Env<S>, flight: u32) {
        self.active = true;
        let parts = &mut self.flights.get(flight).parts;
        *parts = parts.saturating_sub(1);
        if *parts == 0 {
            self.complete(env, flight);
        }
    }

    /// An instruction ends: it writes back, and those who waited for it need not any more.
    fn complete<S: Sink>(&mut self, env: &mut Env<S>, flight: u32) {
        let Flight { warp, pc, id, tag, contended, .. } = self.flights.remove(flight);
        let decoded = &env.setup.decoded[pc as usize];
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        slot.flight -= 1;
        slot.contended -= u32::from(contended);
        slot.memory_flight -= u32::from(decoded.producer == Producer::Memory);
        slot.far_flight -= u32::from(decoded.far);
        if slot.far_flight == 0 {
            self.far &= !(1 << warp);
        }
        slot.scoreboard.release(&decoded.operands, tag);
        slot.ibuffer.written(tag.holds);
        let starved = ::core::mem::take(&mut slot.starved);
        if S::DETAIL {
            self.tell_stage(env, Fetched { warp, pc, id }, Stage::Writeback);
            self.tell_stage_later::<S>(Fetched { warp, pc, id }, Stage::Done);
        }
        // A result takes nothing from a warp that is ready, and lets nobody fetch but who waited for an entry.
        if !self.is_ready(warp) {
            self.refresh(env, warp);
        }
        if starved {
            self.refresh_fetch(env, warp);
        }
        self.retire(env, warp);
    }
}
