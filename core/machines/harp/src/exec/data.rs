//! Instructions from memory, loads and stores, and divisions: what may end in the middle of the lanes (facts C23 to C25, C27).

use core::cell::Cell;

use super::{Access, At, Cube, PAGE, Ram, Tlb, Why, lanes::Lanes, program::checked, ram::Refused};
use crate::{
    fences::Stray,
    isa::{Decoded, Instruction, Op},
};

/// The number of an interrupt and the address that it tells.
type PageFault = (u8, u64);

/// Why a lane cannot load or store.
enum Missed {
    Page(PageFault),
    Memory(Why),
}

impl Missed {
    const fn of(refused: Refused, address: u64) -> Missed {
        Missed::Memory(match refused {
            Refused::Outside => Why::NoMemory(address),
            Refused::ConsoleFull(most) => Why::ConsoleFull(most),
        })
    }
}

/// The address in memory that an address is, by the pages if there are some.
#[inline(always)]
fn translate(
    pages: Option<&Tlb>,
    mask: u64,
    supervisor: bool,
    address: u64,
    access: Access,
) -> Result<u64, PageFault> {
    let Some(pages) = pages else { return Ok(address & mask) };
    let found = pages.translate(address, access, supervisor);
    found.map(|found| found & mask).map_err(|interrupt| (interrupt, address))
}

/// More bytes than any instruction has.
const LONGEST: usize = 24;

impl Cube {
    /// The address in memory that an address is to a warp.
    pub(super) fn translate(&self, number: usize, address: u64, access: Access) -> Result<u64, PageFault> {
        let supervisor = self.warps[number].supervisor;
        translate(self.config.vm.then_some(&self.tlb), self.config.arch.mask(), supervisor, address, access)
    }

    /// The instruction of a warp.
    ///
    /// # Errors
    /// It lies outside of memory, or names a register or predicate that the core lacks.
    #[inline]
    pub(super) fn fetch(&self, number: usize) -> Result<Result<Decoded, PageFault>, Why> {
        let pc = self.warps[number].pc;
        let whole = !self.config.vm || pc % PAGE + LONGEST as u64 <= PAGE;
        let found = self.translate(number, pc, Access::Execute).ok().filter(|_| whole);
        match found.and_then(|found| self.program.at(found, self.ram.bytes())) {
            Some(known) => Ok(Ok(known)),
            None => self.decode(number, found),
        }
    }

    /// The same of what is not known from the image: where it lies in memory, if it lies in one page.
    #[inline(never)]
    fn decode(&self, number: usize, found: Option<u64>) -> Result<Result<Decoded, PageFault>, Why> {
        let at_once = found.and_then(|found| self.decode_at(found)).map(|decoded| Ok(Ok(decoded)));
        match at_once.unwrap_or_else(|| self.fetch_by_words(number))? {
            Ok(decoded) => checked(self.config.arch, decoded).map(Ok),
            Err(fault) => Ok(Err(fault)),
        }
    }

    /// The instruction at an address in memory, if all of it is there: behind the last address it goes on at 0, however much memory
    /// there is.
    fn decode_at(&self, found: u64) -> Option<Decoded> {
        let bytes = self.ram.bytes().get(usize::try_from(found).ok()?..)?;
        let behind = (self.config.arch.mask() - found).saturating_add(1);
        let there = bytes.len().min(usize::try_from(behind).unwrap_or(usize::MAX));
        Some(self.config.arch.decode(&bytes[..there])).filter(|decoded| *decoded != Decoded::Short)
    }

    /// The instruction of a warp: bytes up to the next word are fetched until there are enough.
    fn fetch_by_words(&self, number: usize) -> Result<Result<Decoded, PageFault>, Why> {
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
        address & self.address_mask()
    }

    /// The bits that an address has: those of a word, or in the original all of a register.
    const fn address_mask(&self) -> u64 {
        if self.config.rules.long_addresses { u64::MAX } else { self.config.arch.mask() }
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
        let [value, base, _] = at.one.registers;
        if !store && value == base {
            let refused = Lanes(at.exec)
                .find_map(|lane| self.translate(number, self.address(number, at, lane), Access::Read).err());
            if let Some((interrupt, address)) = refused {
                return self.page_fault(number, interrupt, address, at.pc);
            }
        }
        let mut begun = 0;
        let done = if store {
            self.in_lanes(number, at, Access::Write, &mut begun, |ram, found, word| {
                ram.store(found, word.get())
            })
        } else {
            self.in_lanes(number, at, Access::Read, &mut begun, |ram, found, word| {
                ram.load(found).map(|loaded| word.set(loaded))
            })
        };
        let counts = &mut self.warps[number].counts;
        counts.lane_instructions += begun;
        *(if store { &mut counts.stores } else { &mut counts.loads }) += begun;
        match done {
            Ok(()) => Ok(at.next),
            Err(Missed::Page((interrupt, address))) => self.page_fault(number, interrupt, address, at.pc),
            Err(Missed::Memory(why)) => Err(why),
        }
    }

    /// Does the same with the address of each lane in memory and its register, until one faults; says how many have begun.
    #[inline(always)]
    fn in_lanes(
        &mut self,
        number: usize,
        at: &At,
        access: Access,
        begun: &mut u64,
        each: impl Fn(&mut Ram, u64, &Cell<u64>) -> Result<(), Refused>,
    ) -> Result<(), Missed> {
        let address_mask = self.address_mask();
        let Cube { config, ram, tlb, warps, .. } = self;
        let (pages, mask) = (config.vm.then_some(&*tlb), config.arch.mask());
        let supervisor = warps[number].supervisor;
        let [words, base, _] = warps[number].rows(at.one.registers);
        for lane in Lanes(at.exec) {
            *begun += 1;
            let address = base[lane].get().wrapping_add(at.one.immediate as u64) & address_mask;
            let found = translate(pages, mask, supervisor, address, access).map_err(Missed::Page)?;
            each(ram, found, &words[lane]).map_err(|refused| Missed::of(refused, found))?;
        }
        Ok(())
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
