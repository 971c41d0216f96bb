//! Two loops (gpgpu F02): fetch fills instruction buffers, issue takes what a scoreboard says is free of dependences.
//!
//! The fetch loop picks warps with room in their instruction buffer, asks the instruction cache, and inserts a cycle
//! later what came back.
//!
//! After a branch or an exit was inserted, fetch for its warp stops until it is resolved. When a warp goes on elsewhere
//! without a branch (it reached a reconvergence point and another entry of its stack came to the top), what was fetched
//! behind it is thrown away. With the Coon scoreboard an instruction that finds no entry is either thrown away and
//! fetched again after a write-back of its warp, or stays in the decoder and stops all fetch. Behind a barrier it is always
//! thrown away: the warps that the barrier waits for must be able to fetch.

use alloc::vec::Vec;

use lanescope_parts::{
    pipe::{
        ibuffer::Buffered,
        scheduler::{bits, next_after},
        scoreboard::Producer,
    },
    trace::{Event, Lookup, MemoryPart, Sink, Stage},
};
use serde::Serialize;

use crate::{
    spec::ScoreboardFull,
    timing::{
        cells::State,
        core::{Core, Env},
        setup::Setup,
        units::Unit,
        warp::Slot,
    },
};

/// An instruction that is being decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fetched {
    /// Its warp.
    pub warp: u32,
    /// The instruction.
    pub pc: u32,
    /// Number of the dynamic instruction.
    pub id: u64,
}

/// The state of the fetch loop.
#[derive(Clone, Debug, Serialize)]
pub struct Fetch {
    /// Warps that could fetch.
    pub wanting: u64,
    /// The last warp that fetched.
    last: u32,
    /// Instructions that were fetched in the last cycle.
    pub decoder: Vec<Fetched>,
    /// Is an instruction stuck in the decoder, so that nothing is fetched? It follows from the decoder and the scoreboards.
    #[serde(skip)]
    pub blocked: bool,
}

impl Default for Fetch {
    /// Nothing fetched; warp 0 is first.
    fn default() -> Fetch {
        Fetch { wanting: 0, last: 63, decoder: Vec::new(), blocked: false }
    }
}

impl Core {
    /// Insertion, then fetch.
    pub(super) fn fill_buffers<S: Sink>(&mut self, env: &mut Env<S>) {
        self.insert(env);
        self.fetch(env);
    }

    /// The decoder's instructions go to the instruction buffers.
    fn insert<S: Sink>(&mut self, env: &mut Env<S>) {
        let mut kept = 0;
        for at in 0..self.fetch.decoder.len() {
            let fetched = self.fetch.decoder[at];
            if self.insert_one(env, fetched) {
                self.active = true;
            } else {
                self.fetch.decoder[kept] = fetched;
                kept += 1;
            }
        }
        self.fetch.decoder.truncate(kept);
        self.fetch.blocked = kept > 0;
    }

    /// Is the instruction out of the decoder?
    fn insert_one<S: Sink>(&mut self, env: &mut Env<S>, fetched: Fetched) -> bool {
        let Fetched { warp, pc, id } = fetched;
        let decoded = &env.setup.decoded[pc as usize];
        let Some(slot) = self.warps[warp as usize].as_mut() else { return true };
        let Some(tag) = slot.scoreboard.insert(&decoded.operands, decoded.producer) else {
            if env.setup.spec.scoreboard_full == ScoreboardFull::Stall && !waits_at_barrier(slot, env.setup) {
                return false;
            }
            self.counters.discarded += 1;
            slot.decoding -= 1;
            slot.starved = true;
            slot.fetch_pc = pc;
            self.tell_stage(env, fetched, Stage::Done);
            self.refresh_fetch(env, warp);
            return true;
        };
        slot.decoding -= 1;
        slot.unresolved |= decoded.control;
        let is_next = slot.ibuffer.is_empty();
        slot.ibuffer.push(Buffered { pc, id, tag });
        self.tell_stage(env, fetched, Stage::Decode);
        self.tell_stage_later::<S>(fetched, Stage::Wait);
        // Behind others it changes nothing for its warp, and its place was taken when it was fetched.
        if is_next {
            self.refresh(env, warp);
        }
        if decoded.control {
            self.refresh_fetch(env, warp);
        }
        true
    }

    /// As many warps fetch as the machine can, each one instruction.
    fn fetch<S: Sink>(&mut self, env: &mut Env<S>) {
        let filled = self.icache.fill(env.now);
        for warp in bits(filled) {
            if let Some(slot) = self.warps[warp as usize].as_mut() {
                slot.granted = slot.missing;
                slot.missing = false;
                self.refresh_fetch(env, warp);
            }
        }
        if !self.fetch.decoder.is_empty() {
            return;
        }
        let mut candidates = self.fetch.wanting;
        for _ in 0..env.setup.fetch_width {
            if candidates == 0 {
                return;
            }
            let warp = next_after(self.fetch.last, candidates);
            candidates &= !(1 << warp);
            self.fetch.last = warp;
            self.fetch_one(env, warp);
        }
    }

    fn fetch_one<S: Sink>(&mut self, env: &mut Env<S>, warp: u32) {
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        let pc = slot.fetch_pc;
        let granted = core::mem::take(&mut slot.granted);
        let (lookup, address) =
            if granted { (Lookup::Hit, 0) } else { self.icache.access(env.now, warp, pc) };
        if lookup == Lookup::Hit {
            self.active = true;
            slot.fetch_pc = pc + 1;
            slot.decoding += 1;
            self.counters.fetched += 1;
            let fetched = Fetched { warp, pc, id: self.new_id() };
            self.fetch.decoder.push(fetched);
            self.tell_stage(env, fetched, Stage::Fetch);
        } else {
            slot.missing = lookup != Lookup::Refused;
            self.counters.icache_misses += u64::from(lookup == Lookup::Miss);
            if S::DETAIL {
                let index = self.index as u16;
                env.tell(Event::Cache { part: MemoryPart::Instruction, index, address, lookup });
            }
        }
        self.refresh_fetch(env, warp);
    }

    /// Throws away what was fetched for a warp; fetch goes on when it is resolved.
    pub(super) fn flush<S: Sink>(&mut self, env: &mut Env<S>, warp: u32) {
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        let mut thrown: [Option<Fetched>; 32] = [None; 32];
        let mut count = 0;
        for entry in slot.ibuffer.entries() {
            slot.scoreboard.discard(entry.tag);
            thrown[count] = Some(Fetched { warp, pc: entry.pc, id: entry.id });
            count += 1;
        }
        slot.ibuffer.clear();
        for fetched in self.fetch.decoder.iter().filter(|fetched| fetched.warp == warp) {
            thrown[count] = Some(*fetched);
            count += 1;
        }
        self.fetch.decoder.retain(|fetched| fetched.warp != warp);
        slot.decoding = 0;
        slot.starved = false;
        slot.missing = false;
        slot.granted = false;
        slot.unresolved = true;
        self.counters.flushed += count as u64;
        for fetched in thrown.into_iter().flatten() {
            self.tell_stage(env, fetched, Stage::Done);
        }
        self.refresh_fetch(env, warp);
    }

    /// A control instruction of a warp is resolved: fetch goes on where the warp does.
    pub(in super::super) fn resolve<S: Sink>(&mut self, env: &mut Env<S>, warp: u32) {
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        if let Some(pc) = slot.warp.pc() {
            slot.fetch_pc = pc;
        }
        slot.unresolved = false;
        self.refresh_fetch(env, warp);
    }
}

/// The state of a warp that is free to go on: that of the oldest instruction in its buffer.
pub(super) fn state(slot: &Slot, setup: &Setup) -> State {
    let Some(head) = slot.ibuffer.head() else { return no_instruction(slot, setup) };
    let decoded = &setup.decoded[head.pc as usize];
    match slot.scoreboard.hazard(&decoded.operands, head.tag) {
        Some(producer) => State::waits(producer == Producer::Memory),
        None if decoded.fence && slot.memory_flight > 0 => State::MEMORY,
        None => State::ready(decoded.cost.unit),
    }
}

/// A warp whose instruction buffer is empty. One that has run off the end of the program issues there, to fail.
fn no_instruction(slot: &Slot, setup: &Setup) -> State {
    let off_the_end = slot.warp.pc().is_some_and(|pc| pc as usize >= setup.decoded.len());
    if off_the_end { State::ready(Unit::Control) } else { State::FETCH }
}

/// Is the warp at a barrier, or is one in its buffer?
fn waits_at_barrier(slot: &Slot, setup: &Setup) -> bool {
    slot.barred || slot.ibuffer.entries().iter().any(|entry| setup.decoded[entry.pc as usize].barrier)
}
