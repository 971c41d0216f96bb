//! The load/store unit does its parts: what the first-level cache and the constant cache answer, and what is counted.

use lanescope_parts::{
    mem::l1::{Answer, L1},
    pipe::lsu::{Cut, Did, ReplayFrom},
    trace::{Event, MemoryPart, Sink},
};

use super::{
    core::{Core, Due, Env},
    warp::Flight,
};

impl Core {
    /// The load/store unit does one part.
    pub(super) fn access<S: Sink>(&mut self, env: &mut Env<S>, l1: &mut L1) {
        let Some(part) = self.lsu.step(env.now, l1, &mut self.constant) else { return };
        self.active = true;
        match part.did {
            Did::Tried { flight, address, answer, ends, again, request } => {
                let refused = matches!(answer, Answer::Refused(_));
                self.counters.replays += u64::from(refused);
                // A part that is refused for many cycles is told once.
                if S::DETAIL && !(refused && again) {
                    let (part, index, lookup) = (MemoryPart::L1, self.index as u16, answer.lookup());
                    env.tell(Event::Cache { part, index, address, lookup });
                }
                self.tell_request(env, flight, (request, address), answer);
                self.missed(env.now, part.warp, l1);
                if ends {
                    self.wheel.insert(env.now + 1, Due::Result(flight));
                }
            }
            Did::Constant { flight, answer, last, needs } => {
                self.tell_request(env, flight, (needs.1, needs.0), answer);
                self.counters.replays += u64::from(matches!(answer, Answer::Refused(_)));
                self.counters.constant_misses += u64::from(answer == Answer::Miss);
                self.counters.constant_merges += u64::from(answer == Answer::Merged);
                if matches!(answer, Answer::Miss | Answer::Merged) {
                    self.flights.get(flight).parts += 1;
                }
                if last {
                    let due = env.now + u64::from(env.setup.spec.constant.constant_latency);
                    self.wheel.insert(due, Due::MemoryPart(flight));
                }
            }
            Did::Passed { flight, result } => match result {
                Some(latency) => self.wheel.insert(env.now + latency, Due::Result(flight)),
                None if self.flights.get(flight).chained => self.contend(env, flight),
                None => {}
            },
        }
        if env.setup.spec.lsu.replay_from == ReplayFrom::IBuffer {
            self.end_try(env, part.warp, part.again);
        }
    }

    /// A memory instruction of a warp goes to the load/store unit. Replayed from the instruction buffer, it holds its warp until
    /// the answer to its part is there.
    pub(super) fn begin_try<S>(&mut self, env: &Env<S>, warp: u32) {
        if let Some(slot) = self.warps[warp as usize].as_mut() {
            slot.trying = env.setup.spec.lsu.replay_from == ReplayFrom::IBuffer;
        }
    }

    /// The answer is there: what is left of the instruction needs an issue slot.
    fn end_try<S: Sink>(&mut self, env: &mut Env<S>, warp: u32, again: Option<u32>) {
        if let Some(slot) = self.warps[warp as usize].as_mut() {
            (slot.replay, slot.trying) = (again, false);
            self.refresh(env, warp);
        }
    }

    /// Tells which request an instruction in flight needs, if it needs one.
    fn tell_request<S: Sink>(
        &mut self,
        env: &mut Env<S>,
        flight: u32,
        (number, address): (u64, u64),
        answer: Answer,
    ) {
        if S::DETAIL && number != 0 {
            let Flight { warp, pc, id, .. } = *self.flights.get(flight);
            let (unit, lookup) = (self.unit(warp), answer.lookup());
            env.tell(Event::Request { number, unit, id, pc, address, lookup });
        }
    }

    /// Counts how an access was cut.
    pub(super) fn count_cut(&mut self, cut: Cut) {
        let counters = &mut self.counters;
        let parts = match cut {
            Cut::Blocks { blocks, sectors } => {
                counters.memory_accesses += 1;
                counters.blocks += u64::from(blocks);
                counters.sectors += u64::from(sectors);
                blocks
            }
            Cut::Shared(passes) => {
                counters.shared_accesses += 1;
                counters.shared_passes += u64::from(passes);
                counters.bank_conflicts += u64::from(passes.saturating_sub(1));
                passes
            }
            Cut::Constant(passes) => {
                counters.constant_accesses += 1;
                counters.constant_passes += u64::from(passes);
                passes
            }
        };
        counters.replays += u64::from(parts.saturating_sub(1));
    }
}
