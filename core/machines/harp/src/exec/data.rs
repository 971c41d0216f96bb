//! Instructions from memory, loads and stores, and divisions: what may end in the middle of the lanes (facts C23 to C25, C27).

use super::{Access, At, Cube, PAGE, Why, lanes::Lanes, ram::Refused};
use crate::{
    fences::Stray,
    isa::{Decoded, Instruction, Op},
};

/// The number of an interrupt and the address that it tells.
type PageFault = (u8, u64);

/// More bytes than any instruction has.
const LONGEST: usize = 24;

impl Cube {
    /// The address in memory that an address is to a warp.
    pub(super) fn translate(&self, number: usize, address: u64, access: Access) -> Result<u64, PageFault> {
        let mask = self.config.arch.mask();
        if !self.config.vm {
            return Ok(address & mask);
        }
        let found = self.tlb.translate(address, access, self.warps[number].supervisor);
        found.map(|found| found & mask).map_err(|interrupt| (interrupt, address))
    }

    /// The instruction of a warp, where all of it that may be lies in memory in one page.
    fn fetch_at_once(&self, number: usize) -> Option<Decoded> {
        let pc = self.warps[number].pc;
        let whole = !self.config.vm || pc % PAGE + LONGEST as u64 <= PAGE;
        let found = self.translate(number, pc, Access::Execute).ok().filter(|_| whole)?;
        let memory = self.ram.bytes();
        if let Some(known) = self.program.at(found, memory) {
            return Some(known);
        }
        let bytes = memory.get(usize::try_from(found).ok()?..)?;
        Some(self.config.arch.decode(bytes)).filter(|decoded| *decoded != Decoded::Short)
    }

    /// The instruction of a warp: bytes up to the next word are fetched until there are enough.
    pub(super) fn fetch(&self, number: usize) -> Result<Result<Decoded, PageFault>, Why> {
        if let Some(decoded) = self.fetch_at_once(number) {
            return Ok(Ok(decoded));
        }
        let arch = self.config.arch;
        let word = u64::from(arch.word_bytes);
        let (mut bytes, mut have) = ([0; LONGEST], 0);
        while have + arch.word_bytes as usize <= LONGEST {
            let address = self.warps[number].pc.wrapping_add(have as u64) & arch.mask();
            let length = word - address % word;
            let found = match self.translate(number, address, Access::Execute) {
                Ok(found) => found,
                Err(fault) => return Ok(Err(fault)),
            };
            let piece = self.ram.peek(found, length).map_err(|_| Why::NoMemory(found))?;
            let end = have + length as usize;
            bytes[have..end].copy_from_slice(&piece.to_le_bytes()[..length as usize]);
            have = end;
            match arch.decode(&bytes[..have]) {
                Decoded::Short => {}
                decoded => return Ok(Ok(decoded)),
            }
        }
        Ok(Ok(Decoded::Short))
    }

    /// The address that a lane loads from or stores to.
    fn address(&self, number: usize, at: &At, lane: usize) -> u64 {
        self.address_of(number, &at.one, lane)
    }

    /// The same, of an instruction that may not be executed now.
    pub(super) fn address_of(&self, number: usize, one: &Instruction, lane: usize) -> u64 {
        let address = self.warps[number].get(one.registers[1], lane).wrapping_add(one.immediate as u64);
        if self.config.rules.long_addresses { address } else { address & self.config.arch.mask() }
    }

    /// The first lane that leaves the memory that its access means.
    fn stray(&self, number: usize, at: &At) -> Option<Stray> {
        let fences = self.fences()?;
        let reach = fences.reach(at.pc)?;
        Lanes(at.exec).find_map(|lane| fences.check(reach, number, lane, self.address(number, at, lane)))
    }

    /// `ld` and `st`. A lane that faults has counted, and those before it have loaded or stored. A load to its own base asks for
    /// all lanes first whether it may.
    pub(super) fn access(&mut self, number: usize, at: &At) -> Result<u64, Why> {
        if let Some(stray) = self.stray(number, at) {
            return Err(Why::Stray(stray));
        }
        let store = at.one.op == Op::St;
        let access = if store { Access::Write } else { Access::Read };
        let [value, base, _] = at.one.registers;
        if !store && value == base {
            let refused = Lanes(at.exec)
                .find_map(|lane| self.translate(number, self.address(number, at, lane), access).err());
            if let Some((interrupt, address)) = refused {
                return self.page_fault(number, interrupt, address, at.pc);
            }
        }
        for lane in Lanes(at.exec) {
            let counts = &mut self.warps[number].counts;
            counts.lane_instructions += 1;
            *(if store { &mut counts.stores } else { &mut counts.loads }) += 1;
            let found = match self.translate(number, self.address(number, at, lane), access) {
                Ok(found) => found,
                Err((interrupt, address)) => return self.page_fault(number, interrupt, address, at.pc),
            };
            let refused = |refused| match refused {
                Refused::Outside => Why::NoMemory(found),
                Refused::ConsoleFull(most) => Why::ConsoleFull(most),
            };
            if store {
                self.ram.store(found, self.warps[number].get(value, lane)).map_err(refused)?;
            } else {
                let loaded = self.ram.load(found).map_err(refused)?;
                self.warps[number].set(value, lane, loaded);
            }
        }
        Ok(at.next)
    }

    /// Divisions: a divisor of 0 is interrupt 5 in its lane; lanes before it have been written.
    pub(super) fn divide(&mut self, number: usize, at: &At) -> Result<u64, Why> {
        let (arch, rules) = (self.config.arch, self.config.rules);
        let [to, a, b] = at.one.registers;
        let immediate =
            at.one.op.row().format.has_immediate().then_some(at.one.immediate as u64 & arch.mask());
        for lane in Lanes(at.exec) {
            let warp = &mut self.warps[number];
            warp.counts.lane_instructions += 1;
            let divisor = immediate.unwrap_or_else(|| warp.get(b, lane));
            match super::arithmetic::binary(at.one.op, arch, &rules, warp.get(a, lane), divisor) {
                Some(value) => warp.set(to, lane, value),
                None => return Ok(self.interrupt(number, 5, at.next)?.unwrap_or(at.next)),
            }
        }
        Ok(at.next)
    }
}
