//! Why a warp's next instruction has to wait: the instructions in flight that it depends on, and how far their memory
//! requests are. Only looked at, never used by the machine itself.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    machines::{Stop, Wait},
    mem::system::Whereabouts,
    pipe::scoreboard::Producer,
};

use super::{Gpu, core::Core, decode::Decoded, warp::Flight};

impl Gpu {
    /// See `Machine::waits`.
    pub(super) fn waits_of(&self, unit: u32) -> Vec<Wait> {
        let Some((core, slot)) = self.slot(unit) else { return Vec::new() };
        let next = slot.warp.pc().and_then(|pc| self.setup.decoded.get(pc as usize));
        let Some(next) = next else { return Vec::new() };
        let warp = unit % self.setup.spec.warps_per_core;
        let mut flights: Vec<(u32, &Flight)> =
            core.flights.live().filter(|(_, flight)| flight.warp == warp).collect();
        lanescope_parts::base::order::sort_by_key(&mut flights, |(_, flight)| flight.id);
        flights.into_iter().filter_map(|(number, flight)| self.wait(core, next, number, flight)).collect()
    }

    /// What one instruction in flight holds back, if it does.
    fn wait(&self, core: &Core, next: &Decoded, number: u32, flight: &Flight) -> Option<Wait> {
        let decoded = self.setup.decoded.get(flight.pc as usize)?;
        let memory = decoded.producer == Producer::Memory;
        let written = decoded.operands.writes();
        let missing = |register: &&u16| next.operands.all().any(|needed| needed == **register);
        let name = |flat: &u16| format!("{}", self.setup.program.registers.reg(u32::from(*flat)));
        let registers: Vec<String> = written.iter().filter(missing).map(name).collect();
        let holds = !registers.is_empty() || (next.fence && memory);
        let lines = if memory { self.lines(core, number) } else { Vec::new() };
        holds.then_some(Wait { pc: flight.pc, registers, memory, lines })
    }

    /// The lines that a memory instruction waits for.
    fn lines(&self, core: &Core, number: u32) -> Vec<(u64, Stop)> {
        let Some(l1) = self.hierarchy.caches().get(core.index as usize) else { return Vec::new() };
        let source = l1.config().source;
        let stop = |(entry, address, beyond): (u32, u64, bool)| {
            let whereabouts = beyond.then(|| self.hierarchy.system().find(source, entry, address));
            let stop = match whereabouts {
                None => Stop::FirstLevel,
                Some(Whereabouts::Network) => Stop::Network,
                Some(Whereabouts::Slice) => Stop::SecondLevel,
                Some(Whereabouts::Channel(channel)) => Stop::Dram(channel),
            };
            (address, stop)
        };
        let waiting = core.lsu.not_accepted(number).map(|address| (address, Stop::LoadStore));
        let asked = ::core::iter::once(number).chain(core.constant.waiting(number));
        asked.flat_map(|id| l1.pending(id)).map(stop).chain(waiting).collect()
    }
}
