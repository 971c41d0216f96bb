//! What happens: a core with its warps, and one instruction of one of them (HARP 3.2 to 3.9).
//!
//! A step of the core is one instruction of every warp that runs, in the order of their numbers; a warp that is spawned, or let through a
//! barrier, by one with a lower number has its turn in the same step. [`Cube::issue`] executes one instruction of the warp whose turn it is.
//! The program ends when no warp runs any more.
//!
//! An instruction works in the lanes that exist, are on in the thread mask and have a true guard, from the lowest to the highest. A branch
//! on whose guard live lanes disagree is interrupt 4. Interrupts put away lane 0 and go to the place that `skep` named.
//!
//! A [`Fault`] is what the machine cannot go on from, told with pc, mask and stack. It changes nothing more: the core stays where it is.
//!
//! Absent: everything that follows from time; warps that begin again after they have ended.

mod arithmetic;
mod config;
mod control;
mod data;
mod digest;
mod fault;
mod foresee;
mod halt;
mod interrupt;
pub mod lanes;
mod program;
mod ram;
mod regions;
mod stack;
mod statistics;
#[cfg(test)]
pub(crate) mod tests;
mod tlb;
mod warp;

use alloc::{sync::Arc, vec::Vec};
use core::ops::Range;

pub use config::{Config, MAX_PAGES, MAX_RAM, MAX_STACK};
pub use fault::{Fault, Why, interrupt_name};
pub use foresee::{Foreseen, Touch};
pub use halt::halt;
pub use interrupt::Interrupt;
use program::Program;
pub use ram::Ram;
pub use regions::Count;
use regions::Regions;
pub use stack::{Entry, Kind, text as stack_text};
pub use tlb::{Access, PAGE, Tlb};
pub use warp::{Counts, Shadow, Warp};

use lanescope_parts::source::Span;

use super::{
    codegen::{Site, cost::Behaviour},
    fences::Fences,
    isa::{Decoded, Encoding, Instruction, Op, ROWS},
};

/// The cores and the memory that they share. Warps are numbered through all of them, those of the first core in front.
#[derive(Clone, Debug)]
pub struct Cube {
    config: Config,
    /// Memory and console.
    pub ram: Ram,
    program: Program,
    tlb: Tlb,
    warps: Vec<Warp>,
    /// Where interrupts go, for each core.
    entries: Vec<Option<u64>>,
    steps: u64,
    /// The warp that is asked next in this step.
    turn: usize,
    /// Has a warp run in this step?
    ran: bool,
    ended: bool,
    fault: Option<Fault>,
    leftovers: Vec<Fault>,
    interrupt: Option<Interrupt>,
    /// How often each operation was executed by a warp.
    executed: Vec<u64>,
    /// Where a compiled kernel may reach.
    fences: Option<Arc<Fences>>,
    /// Branches of a compiled kernel, by the addresses of their splits or jumps, in ascending order.
    sites: Arc<[(u64, Site)]>,
    /// By branch: how often warps came to it.
    came: Vec<Behaviour>,
    /// By branch: instructions that are for it, or part of its sides and of none further in.
    spent: Vec<u64>,
    owners: Owners,
    /// What was counted of each place of the text.
    regions: Regions,
}

/// The branch that each instruction of a kernel is part of.
#[derive(Clone, Debug, Default)]
struct Owners {
    /// By place: the number behind the branch's, or 0. Instructions take a power of two of bytes, or any number.
    of: Arc<[u16]>,
    shift: u32,
}

/// An instruction that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The warp.
    pub warp: u16,
    /// The address.
    pub pc: u64,
    /// What it was; `None` if it was no instruction, or could not be fetched.
    pub op: Option<Op>,
    /// Lanes that were live.
    pub live: u64,
    /// Those of them whose guard was true.
    pub exec: u64,
}

/// An instruction in its place.
#[derive(Clone, Copy, Debug)]
struct At {
    one: Instruction,
    pc: u64,
    next: u64,
    exec: u64,
    live: u64,
}

impl Cube {
    /// Cores at the reset, with an image at address 0: the first warp of each begins.
    pub fn new(config: Config, image: &[u8]) -> Cube {
        let mut warps: Vec<Warp> = (0..config.warps()).map(|number| Warp::reset(&config, number)).collect();
        for first in warps.iter_mut().step_by(config.arch.warps.max(1).into()) {
            (first.active, first.spawned) = (config.start_lanes.clamp(1, config.arch.lanes).into(), true);
        }
        Cube {
            config,
            ram: Ram::new(&config, image),
            program: Program::new(config.arch, image),
            tlb: Tlb::reset(),
            warps,
            entries: alloc::vec![None; config.cores.into()],
            steps: 0,
            turn: 0,
            ran: false,
            ended: false,
            fault: None,
            leftovers: Vec::new(),
            interrupt: None,
            executed: alloc::vec![0; ROWS.len()],
            fences: None,
            sites: Arc::default(),
            came: Vec::new(),
            spent: Vec::new(),
            owners: Owners::default(),
            regions: Regions::default(),
        }
    }

    /// What it is built as.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The core of a warp.
    pub fn core_of(&self, warp: usize) -> usize {
        warp / usize::from(self.config.arch.warps.max(1))
    }

    /// The numbers of the warps of a core.
    pub fn of_core(&self, core: usize) -> Range<usize> {
        let warps = usize::from(self.config.arch.warps);
        core * warps..(core + 1) * warps
    }

    /// The lowest warp of a core that has never begun.
    pub fn idle(&self, core: usize) -> Option<usize> {
        self.of_core(core).find(|warp| !self.warps[*warp].spawned)
    }

    /// Its warps.
    pub fn warps(&self) -> &[Warp] {
        &self.warps
    }

    /// A warp to be set up before its first instruction.
    pub fn warp_mut(&mut self, number: usize) -> Option<&mut Warp> {
        self.warps.get_mut(number)
    }

    /// Holds the accesses of a kernel in their memory from now on.
    pub fn fence(&mut self, fences: Fences) {
        self.fences = Some(Arc::new(fences));
    }

    /// Counts at the branches of a kernel, and what is done for so many of them, from now on. The instructions that are part of one have
    /// their addresses in ascending order.
    pub fn watch(&mut self, sites: &[(u64, Site)], owners: &[(u64, u32)], branches: usize) {
        (self.sites, self.came) = (sites.into(), alloc::vec![Behaviour::default(); branches]);
        let shift = self.shift();
        let place = |pc: u64| usize::try_from(pc >> shift).unwrap_or(usize::MAX);
        let mut of = alloc::vec![0; owners.last().map_or(0, |(pc, _)| place(*pc) + 1)];
        for (pc, owner) in owners {
            of[place(*pc)] = u16::try_from(owner + 1).unwrap_or(0);
        }
        (self.owners, self.spent) = (Owners { of: of.into(), shift }, alloc::vec![0; branches]);
    }

    /// By how many bits an address is larger than the number of its instruction: none where instructions have any number of bytes.
    const fn shift(&self) -> u32 {
        let arch = self.config.arch;
        let is_even = matches!(arch.encoding, Encoding::Word) && arch.word_bytes.is_power_of_two();
        if is_even { (arch.word_bytes as u32).trailing_zeros() } else { 0 }
    }

    /// Counts by places of the text from now on: those of these instructions.
    pub fn tell_apart(&mut self, places: impl Iterator<Item = (u64, Span)> + Clone) {
        self.regions = Regions::new(places, self.shift());
    }

    /// Instructions of warps and lanes in them at each place of the text; those without a place first.
    pub fn by_place(&self) -> impl Iterator<Item = (Span, Count)> {
        self.regions.counts()
    }

    /// The same of all places of the text together: of a compiled kernel what was done for it, and not for starting warps and lanes (HARP 7.1).
    pub fn in_text(&self) -> Count {
        self.regions.in_text()
    }

    /// Instructions of warps that were for a branch, or part of its straight sides and of no branch in them.
    pub fn spent(&self, branch: usize) -> u64 {
        self.spent.get(branch).copied().unwrap_or(0)
    }

    /// How often warps came to a branch of the kernel. `None` of one that became guards.
    pub fn came(&self, branch: usize) -> Option<Behaviour> {
        let known = self.sites.iter().any(|(_, site)| site.number as usize == branch);
        self.came.get(branch).copied().filter(|_| known)
    }

    fn count_branch(&mut self, at: &At) {
        if let Ok(found) = self.sites.binary_search_by_key(&at.pc, |(pc, _)| *pc) {
            let site = self.sites[found].1;
            let yes = if site.turned { at.live & !at.exec } else { at.exec };
            self.came[site.number as usize].count(at.live, yes);
        }
    }

    /// Where a compiled kernel may reach.
    pub fn fences(&self) -> Option<&Fences> {
        self.fences.as_deref()
    }

    /// Pages that are known.
    pub const fn tlb(&self) -> &Tlb {
        &self.tlb
    }

    /// Steps in which a warp has run.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Has the program ended?
    pub const fn ended(&self) -> bool {
        self.ended
    }

    /// The last interrupt that was taken, or that nobody took care of.
    pub const fn last_interrupt(&self) -> Option<Interrupt> {
        self.interrupt
    }

    /// Why it cannot go on, if it cannot.
    pub const fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Warps that have ended with something on their stack, as they were then.
    pub fn leftovers(&self) -> &[Fault] {
        &self.leftovers
    }

    /// The counts of all warps together.
    pub fn counts(&self) -> Counts {
        self.warps.iter().fold(Counts::default(), |sum, warp| sum.plus(warp.counts))
    }

    /// How often warps have executed an operation, whatever lanes took part.
    pub fn executed(&self, op: Op) -> u64 {
        self.executed[op as usize]
    }

    /// Goes on until the program has ended or so many more steps are over. Has it ended?
    ///
    /// # Errors
    /// Why it cannot go on.
    pub fn run(&mut self, steps: u64) -> Result<bool, Fault> {
        let end = self.steps.saturating_add(steps);
        while self.steps < end || self.is_within_step() {
            if self.issue()?.is_none() {
                return Ok(true);
            }
        }
        Ok(self.ended)
    }

    /// Has another warp a turn in the step that has begun?
    fn is_within_step(&self) -> bool {
        self.ran && self.warps[self.turn..].iter().any(Warp::runs)
    }

    /// Executes an instruction of the warp whose turn it is; `None` at the end of the program.
    ///
    /// # Errors
    /// Why it cannot go on; asked again, it says the same.
    pub fn issue(&mut self) -> Result<Option<Issued>, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let Some(number) = self.next_warp() else { return self.finish().map(|()| None) };
        if !self.ran {
            (self.ran, self.steps) = (true, self.steps + 1);
        }
        self.turn = number + 1;
        let pc = self.warps[number].pc;
        self.step(number).map(Some).map_err(|why| self.stop(why, number, pc))
    }

    /// The warp whose turn it is; begins a step if none is left in this one.
    fn next_warp(&mut self) -> Option<usize> {
        if self.ended {
            return None;
        }
        let after = self.warps[self.turn..].iter().position(Warp::runs).map(|ahead| self.turn + ahead);
        after.or_else(|| {
            (self.turn, self.ran) = (0, false);
            self.console_interrupt();
            self.warps.iter().position(Warp::runs)
        })
    }

    /// The end: is everything as it should be?
    pub(crate) fn finish(&mut self) -> Result<(), Fault> {
        let waiting = self.warps.iter().position(|warp| warp.waiting.is_some()).filter(|_| !self.ended);
        self.ended = true;
        if self.config.rules.nothing_to_report {
            return Ok(());
        }
        if let Some(number) = waiting {
            let pc = self.warps[number].pc;
            return Err(self.stop(Why::Deadlock, number, pc));
        }
        match self.leftovers.first() {
            Some(left) if !self.config.rules.boundless_stack => {
                self.fault = Some(left.clone());
                Err(left.clone())
            }
            _ => Ok(()),
        }
    }

    /// A fault of a warp as it is.
    fn tell(&self, why: Why, number: usize, pc: u64) -> Fault {
        let warp = &self.warps[number];
        let core = (self.config.cores > 1).then(|| self.core_of(number) as u16);
        Fault {
            why,
            core,
            warp: number as u16,
            pc,
            mask: warp.mask,
            active: warp.active,
            stack: warp.stack.clone(),
            lanes: self.config.arch.lanes,
        }
    }

    fn stop(&mut self, why: Why, number: usize, pc: u64) -> Fault {
        let fault = self.tell(why, number, pc);
        self.fault = Some(fault.clone());
        fault
    }

    /// A warp ends; lanes that still wait on its stack are noted.
    fn end_warp(&mut self, number: usize, pc: u64) {
        if !self.warps[number].stack.is_empty() {
            let left = self.tell(Why::StackLeft, number, pc);
            self.leftovers.push(left);
        }
        self.warps[number].active = 0;
    }

    /// Executes one instruction of a warp, and counts it.
    fn step(&mut self, number: usize) -> Result<Issued, Why> {
        self.warps[number].counts.steps += 1;
        let before = self.warps[number].counts.lanes;
        let done = self.next(number);
        let warp = &self.warps[number];
        let pc = done.as_ref().map_or(warp.pc, |issued| issued.pc);
        self.regions.count(pc, warp.counts.lanes - before);
        done
    }

    fn next(&mut self, number: usize) -> Result<Issued, Why> {
        let nothing = |core: &Cube| {
            let warp = &core.warps[number];
            Issued { warp: number as u16, pc: warp.pc, op: None, live: warp.live(), exec: 0 }
        };
        let decoded = loop {
            match self.fetch(number)? {
                Ok(decoded) => break decoded,
                // The handler is fetched in the same step (facts C24).
                Err((interrupt, address)) => {
                    let (pc, on) = (self.warps[number].pc, self.warps[number].interrupts);
                    self.warps[number].pc = self.page_fault(number, interrupt, address, pc)?;
                    if !on || self.ended {
                        return Ok(nothing(self));
                    }
                }
            }
        };
        let pc = self.warps[number].pc;
        let (one, size) = match decoded {
            Decoded::Instruction(one, size) => (one, size),
            Decoded::Undefined(_, size) => {
                let issued = nothing(self);
                let next = self.behind(pc, size);
                self.warps[number].pc = self.interrupt(number, 3, next)?.unwrap_or(next);
                return Ok(issued);
            }
            Decoded::Short => return Err(Why::NoMemory(pc)),
        };
        self.executed[one.op as usize] += 1;
        if let Some(owner @ 1..) = self.owners.of.get((pc >> self.owners.shift) as usize) {
            self.spent[usize::from(*owner) - 1] += 1;
        }
        let warp = &self.warps[number];
        let live = warp.live();
        let exec = one.guard.map_or(live, |guard| live & warp.predicate(guard));
        let at = At { one, pc, next: self.behind(pc, size), exec, live };
        if matches!(one.op, Op::Split | Op::Jmpi) && one.guard.is_some() {
            self.count_branch(&at);
        }
        let issued = Issued { warp: number as u16, pc, op: Some(one.op), live, exec };
        self.warps[number].pc = self.execute(number, &at)?;
        Ok(issued)
    }

    const fn behind(&self, pc: u64, size: u32) -> u64 {
        pc.wrapping_add(size as u64) & self.config.arch.mask()
    }

    /// Executes an instruction; says where the warp goes on.
    fn execute(&mut self, number: usize, at: &At) -> Result<u64, Why> {
        let row = at.one.op.row();
        let warp = &mut self.warps[number];
        if row.is_privileged() && !warp.supervisor {
            return Ok(self.interrupt(number, 3, at.next)?.unwrap_or(at.next));
        }
        if at.live == 0 && !self.config.rules.nothing_to_report {
            return Err(Why::NothingLive);
        }
        if row.is_branch() && at.exec != 0 && at.exec != at.live {
            return Ok(self.interrupt(number, 4, at.pc)?.unwrap_or(at.pc));
        }
        if matches!(at.one.op, Op::Split | Op::Join) {
            warp.counts.lane_instructions += u64::from(warp.active);
            warp.counts.lanes += u64::from(at.live.count_ones());
            return if at.one.op == Op::Split { self.split(number, at) } else { self.join(number, at) };
        }
        if at.exec == 0 {
            return Ok(at.next);
        }
        warp.counts.lanes += u64::from(at.exec.count_ones());
        match at.one.op {
            Op::Ld | Op::St => return self.access(number, at),
            Op::Div | Op::Mod | Op::Divi | Op::Modi => return self.divide(number, at),
            Op::Halt => warp.counts.lane_instructions += 1,
            _ => warp.counts.lane_instructions += u64::from(at.exec.count_ones()),
        }
        self.control(number, at)
    }
}
