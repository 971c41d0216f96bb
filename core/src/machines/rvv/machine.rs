//! The machine as others see it: running it to a cycle, and looking at what it holds.
//!
//! Each core is a row of units: its front end, which is also its issue slot, and its functional units. What happens in
//! later cycles is certain when an instruction issues, so it is put on an agenda and told when its cycle has come.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use super::{
    events,
    exec::{Hart, Trap, VState, deadlock},
    footprint,
    isa::{Class, Form, Lmul, Op, Program, V},
    spec::{MemoryModel, Misaligned, Spec},
    timing::{
        Unit,
        core::{Agenda, Core, Env, Flight, Item},
        counters::Counters,
        memory::Main,
    },
};
use crate::{
    base::LaneMask,
    image::{Digest, Memory},
    ir::Space,
    machines::{
        Access, Halt, Machine, Place, Registers, UnitInfo, UnitState, VectorFile, WellKnown, Work,
        counters::Reading,
    },
    riscv::{abi, isa::registers},
    source::Span,
    trace::{Cause, Deaf, Sink, event::EventRow},
};

/// A running vector machine.
#[derive(Clone, Debug)]
pub struct Vector {
    program: Arc<Program>,
    spec: Arc<Spec>,
    cores: Vec<Core>,
    main: Main,
    memory: Memory,
    cycle: u64,
    agenda: Agenda,
    /// Have the states at the start been put on the agenda?
    announced: bool,
    halted: Option<Halt>,
    under_way: UnderWay,
}

/// The memory of the host that what is under way takes.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    now: u64,
    most: u64,
    /// What it may be, and the value of the limit that says so.
    bound: u64,
    limit: u64,
}

/// The threads that a program runs on: a compiled kernel on every core, a function by hand on the first one.
///
/// # Errors
/// As [`abi::Call::start`].
pub fn threads(call: &abi::Call<V>, spec: &Spec, memory: &mut Memory) -> Result<Vec<Hart>, Halt> {
    let count = if call.program.kernel.is_some() { spec.cores } else { 1 };
    let mut vector = VState::new(spec.vlen);
    vector.agnostic_ones = spec.agnostic_ones;
    let mut harts = call.start(&vector, count, memory)?;
    for hart in &mut harts {
        (hart.spin_limit, hart.misaligned) = (spec.spin_limit, spec.misaligned == Misaligned::Split);
    }
    Ok(harts)
}

/// A trap as the end of a run. The lane is the element, and the work-item is that of the element.
pub fn halt(trap: Trap, program: &Program, hart: &Hart, memory: &Memory, unit: u32, cycle: u64) -> Halt {
    let pc = program.pc(hart.pc).filter(|pc| (*pc as usize) < program.code.len());
    let span = pc.and_then(|pc| program.code.get(pc as usize)).map_or(Span::NONE, |inst| inst.span);
    let lane = match trap {
        Trap::Fault(_, Some(element)) => element,
        _ => {
            let asked = || pc.and_then(|pc| first_of_loop(pc, program, hart));
            hart.single_element(program, memory).or_else(asked).unwrap_or(0)
        }
    };
    let item = hart.item(lane, program, memory).unwrap_or_default();
    let at = Place { unit: Some(unit), lane, item, pc, span, cycle };
    match trap {
        Trap::Fault(fault, _) => match abi::overflow(&fault, hart) {
            Some(reason) => Halt::Illegal { reason, at },
            None => Halt::Fault { fault: abi::in_its_space(fault, program, memory), at },
        },
        Trap::Fetch(address) if program.undefined(address).is_some() => {
            let name = program.undefined(address).unwrap_or_default();
            Halt::Illegal { reason: format!("the program goes to `{name}`, which is defined nowhere"), at }
        }
        Trap::Illegal(_) | Trap::Fetch(_) | Trap::Break => Halt::Illegal { reason: format!("{trap}"), at },
    }
}

/// The element for which a kernel's scalar code works: the first one of the mask that it has asked last. (Atomics go from
/// element to element like this; what is the same in all elements is done for the first one as well as for any.) Questions
/// of loops that have ended do not count.
fn first_of_loop(pc: u32, program: &Program, hart: &Hart) -> Option<u32> {
    program.kernel.as_ref()?;
    let mut ended_from = pc;
    for at in (0..pc).rev() {
        let inst = program.code.get(at as usize)?;
        if matches!(inst.op, Op::VfirstM | Op::VcpopM) && at < ended_from {
            return (0..hart.ext.vl).find(|element| hart.mask_bit(inst.rs2, *element));
        }
        if matches!(inst.form, Form::Branch | Form::Jump) && inst.imm < 0 {
            ended_from = ended_from.min(at.saturating_add_signed(inst.imm / 4));
        }
    }
    None
}

/// The end of a run in which every thread that has not ended repeats itself; `None` if one may still do something.
pub fn stuck<'a>(
    threads: impl Iterator<Item = (u32, &'a Hart)>,
    program: &Program,
    memory: &Memory,
    cycle: u64,
) -> Option<Halt> {
    let found = deadlock(threads, program, memory)?;
    let inst = found.pc.and_then(|pc| program.code.get(pc as usize));
    let span = inst.map_or(Span::NONE, |inst| inst.span);
    let (unit, lane, item, pc) = (Some(found.thread), found.element, found.item, found.pc);
    Some(Halt::Deadlock { reason: found.reason, at: Place { unit, lane, item, pc, span, cycle } })
}

impl Vector {
    /// A machine before its first cycle.
    pub fn new(program: Arc<Program>, spec: &Spec, harts: Vec<Hart>, memory: Memory) -> Vector {
        let spec = Arc::new(spec.clone());
        let mut harts = harts.into_iter();
        let cores = (0..spec.cores).map(|number| Core::new(number, &spec, harts.next(), &program)).collect();
        Vector {
            cores,
            main: Main::new(&spec),
            memory,
            cycle: 0,
            agenda: Agenda::default(),
            announced: false,
            halted: None,
            under_way: UnderWay { now: 0, most: 0, bound: u64::MAX, limit: u64::MAX },
            program,
            spec,
        }
    }

    fn run_to<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        if S::ON && !core::mem::replace(&mut self.announced, true) {
            self.cores.iter().for_each(|core| core.announce(&mut self.agenda));
        }
        while self.cycle < until && self.halted.is_none() {
            let wake = self.cores.iter().filter_map(Core::wake).min();
            match wake {
                Some(next) if next < until => {
                    self.go_to(next, sink);
                    self.tick::<S>(next);
                    self.cycle += u64::from(self.halted.is_none());
                }
                Some(_) => self.cycle = until,
                None => {
                    self.cycle = self.end().clamp(self.cycle, until);
                    break;
                }
            }
        }
        self.go_to(self.cycle, sink);
        self.halted.clone().map_or(Ok(()), Err)
    }

    /// Lets time pass up to a cycle. What happened until then is told before anything issues in it: an instruction that
    /// issues may drive out of a core's list one that was still to be told of.
    fn go_to<S: Sink>(&mut self, cycle: u64, sink: &mut S) {
        self.cycle = cycle;
        self.main.catch_up(cycle);
        self.deliver(sink);
    }

    /// All cores with instructions that are due issue them, in the order of their numbers.
    fn tick<S: Sink>(&mut self, now: u64) {
        let Vector { program, spec, cores, main, memory, agenda, under_way, .. } = self;
        for core in cores.iter_mut() {
            while core.wake() == Some(now) {
                let before = core.under_way();
                let agenda = if S::ON { Some(&mut *agenda) } else { None };
                let mut env = Env { program, spec, memory, main, agenda };
                if let Err(trap) = core.tick(now, &mut env) {
                    self.halted = Some(halt(trap, program, &core.hart, env.memory, core.unit(), now));
                    return;
                }
                under_way.now = under_way.now + core.under_way() - before;
                under_way.most = under_way.most.max(under_way.now);
                if under_way.now > under_way.bound {
                    self.halted = Some(Halt::Limit { limit: "machine_bytes".into(), value: under_way.limit });
                    return;
                }
            }
        }
        let running = || cores.iter().filter(|core| core.wake().is_some());
        if running().any(|core| core.hart.is_stuck(memory.changes())) {
            let threads = running().map(|core| (core.unit(), &core.hart));
            self.halted = stuck(threads, program, memory, now);
        }
    }

    /// Tells what is on the agenda before the current cycle.
    fn deliver<S: Sink>(&mut self, sink: &mut S) {
        for (cycle, event) in self.main.commands() {
            if S::ON {
                self.agenda.tell(cycle, event);
            }
        }
        while let Some(entry) = self.agenda.0.first_entry().filter(|entry| *entry.key() < self.cycle) {
            let (cycle, items) = entry.remove_entry();
            for item in items {
                match item {
                    Item::Tell(event) => sink.tell(cycle, event),
                    Item::Rest { core, row, id, event } => {
                        let later = self.cores.get(core as usize);
                        if !later.is_some_and(|core| core.has_begun_after(row, id, cycle)) {
                            sink.tell(cycle, event);
                        }
                    }
                }
            }
        }
    }

    /// The cycle in which all is over, once everything is issued.
    fn end(&self) -> u64 {
        self.cores.iter().filter_map(Core::end).max().unwrap_or(0)
    }

    fn rows(&self) -> u32 {
        1 + Unit::all(&self.spec).count() as u32
    }

    /// The core of a unit, and the row in it.
    fn place(&self, unit: u32) -> Option<(&Core, u32)> {
        Some((self.cores.get((unit / self.rows()) as usize)?, unit % self.rows()))
    }

    /// The instruction of a unit's row in this cycle; if one issues to it now, that one.
    fn flight(&self, unit: u32) -> Option<Flight> {
        let (core, row) = self.place(unit)?;
        let next = core.next().and_then(|pc| self.program.code.get(pc as usize));
        let kind = Unit::all(&self.spec).nth(row.checked_sub(1)? as usize).map(|(kind, _)| kind);
        if core.wake() == Some(self.cycle) && next.is_some_and(|next| Unit::of(next.op.class()) == kind) {
            let mut ahead = self.clone();
            // What halts in this cycle leaves the row as it was.
            let _ = ahead.run_to(self.cycle + 1, &mut Deaf);
            return ahead.place(unit)?.0.flight(row, self.cycle).cloned();
        }
        core.flight(row, self.cycle).cloned()
    }

    /// Counts of all cores; the coarse models' times are those of the core that takes longest.
    fn total(&self) -> Counters {
        let mut total = Counters::default();
        for core in &self.cores {
            let counters = core.counters(&self.spec, self.cycle);
            let longest = |a: u64, b: u64| a.max(b);
            let (l0, l1) =
                (longest(total.l0_cycles, counters.l0_cycles), longest(total.l1_cycles, counters.l1_cycles));
            let bound = longest(total.l1_bound, counters.l1_bound);
            total.add(&counters);
            (total.l0_cycles, total.l1_cycles, total.l1_bound) = (l0, l1, bound);
        }
        let dram = self.main.counters();
        (total.dram_reads, total.dram_writes) = (dram.reads, dram.writes);
        (total.dram_row_hits, total.dram_activates) = (dram.row_hits, dram.activates);
        total
    }
}

impl Machine for Vector {
    const EVENTS: &'static [EventRow] = events::EVENTS;

    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn finished(&self) -> bool {
        self.cores.iter().all(|core| core.end().is_some_and(|end| end <= self.cycle))
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        self.run_to(until, sink)
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn counters(&self) -> Vec<Reading> {
        // The vector cache writes through: nothing is left in it.
        let mut readings = self.total().readings();
        readings.push(Reading::to_come(0));
        readings
    }

    fn well_known(&self) -> WellKnown {
        let total = self.total();
        let dram = |count| (self.spec.memory == MemoryModel::Dram).then_some(count);
        WellKnown {
            flops: Some(total.flops),
            memory_bytes: Some(total.memory_bytes),
            // The vector cache writes through: nothing is left in it.
            memory_bytes_to_come: Some(0),
            predicated_on: None,
            loaded_elements: Some(total.loaded_elements),
            stored_elements: Some(total.stored_elements),
            vector_elements: Some(total.vector_elements),
            scalar_instructions: Some(total.scalar_instructions),
            strips: Some(total.strips),
            l0_cycles: Some(total.l0_cycles),
            l1_cycles: Some(total.l1_cycles),
            branches: None,
            divergent_branches: None,
            memory_accesses: None,
            blocks: None,
            sectors: None,
            shared_accesses: None,
            shared_passes: None,
            l1_loads: None,
            l1_load_hits: None,
            l2_reads: None,
            l2_read_hits: None,
            dram_reads: dram(total.dram_reads),
            dram_writes: dram(total.dram_writes),
            dram_row_hits: dram(total.dram_row_hits),
        }
    }

    fn slots(&self) -> Vec<u64> {
        self.cores.iter().fold(alloc::vec![0; Cause::SHARED], |mut sum, core| {
            sum.iter_mut().zip(core.slots(self.cycle)).for_each(|(sum, more)| *sum += more);
            sum
        })
    }

    fn work(&self) -> Work {
        let total = self.total();
        Work {
            instructions: total.vector_instructions + total.scalar_instructions,
            lane_operations: total.vector_elements + total.scalar_instructions,
            lane_slots: total.group_lanes + total.scalar_instructions,
        }
    }

    fn units(&self) -> Vec<UnitInfo> {
        let mut units = Vec::new();
        for core in 0..self.spec.cores {
            units.push(UnitInfo { name: format!("core {core} front end"), core, lanes: 1 });
            units.extend(Unit::all(&self.spec).map(|(unit, number)| {
                let number = if unit.count(&self.spec) > 1 { format!(" {number}") } else { String::new() };
                UnitInfo {
                    name: format!("core {core} {}{number}", unit.name()),
                    core,
                    lanes: self.spec.lanes,
                }
            }));
        }
        units
    }

    fn unit(&self, unit: u32) -> UnitState {
        let state = |cause, pc: Option<u32>, lanes| UnitState {
            group: None,
            first_item: 0,
            live: lanes,
            active: lanes,
            pc,
            cause,
            stack: Vec::new(),
        };
        let Some((core, row)) = self.place(unit) else { return state(Cause::EMPTY, None, LaneMask::NONE) };
        let last = self.cycle.checked_sub(1);
        if row == 0 {
            let pc = core.next();
            let lanes = if pc.is_some() { LaneMask::lane(0) } else { LaneMask::NONE };
            return state(last.map_or(Cause::EMPTY, |last| core.front_cause(last)), pc, lanes);
        }
        let at = |cycle, flight: &Flight| flight.state(cycle, self.spec.lanes);
        let before = last.and_then(|last| Some(at(last, core.flight(row, last)?)));
        let cause = before.map_or(Cause::EMPTY, |(cause, _)| cause);
        match self.flight(unit).map(|flight| (at(self.cycle, &flight), flight.record.pc)) {
            Some(((now, lanes), pc)) if now != Cause::EMPTY => state(cause, Some(pc), lanes),
            _ => state(cause, None, LaneMask::NONE),
        }
    }

    fn registers(&self, unit: u32) -> Registers {
        let hart = self.place(unit).map(|(core, _)| &core.hart);
        let scalars = |names: &[&str; 32]| names.iter().map(|name| String::from(*name)).collect::<Vec<_>>();
        let mut names = scalars(&registers::INTEGER);
        names.extend(scalars(&registers::FLOAT));
        let values = hart.map_or(Vec::new(), |hart| hart.x.iter().chain(&hart.f).copied().collect());
        Registers { names, bits: alloc::vec![64; 64], lanes: 1, values, vector: hart.map(vector_file) }
    }

    fn local_memory(&self, _: u32) -> Vec<u8> {
        Vec::new()
    }

    fn access(&self, unit: u32) -> Option<Access> {
        self.flight(unit).filter(|flight| flight.record.is_access()).map(|flight| self.describe(&flight))
    }

    fn clone_bytes(&self) -> usize {
        let bytes = footprint::idle(&self.program, &self.spec) + self.under_way.now;
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    fn bound_under_way(&mut self, bytes: u64, limit: u64) {
        (self.under_way.bound, self.under_way.limit) = (bytes, limit);
    }

    fn under_way_bytes(&self) -> u64 {
        self.under_way.most
    }

    fn digest(&self) -> u64 {
        let Vector {
            cores,
            main,
            memory,
            cycle,
            // What never changes, what will be told, how it was left, and the host's memory.
            program: _,
            spec: _,
            agenda: _,
            announced: _,
            halted: _,
            under_way: _,
        } = self;
        let mut digest = Digest::default();
        digest.add(&(cycle, memory.whole_digest(), cores, main));
        digest.0
    }
}

impl Vector {
    /// The element group that enters in this cycle, or entered last: at most one address for each lane.
    fn describe(&self, flight: &Flight) -> Access {
        let record = &flight.record;
        let lanes = self.spec.lanes.max(1);
        let begun = flight.times.groups.partition_point(|cycle| *cycle <= self.cycle) as u32;
        let first = begun.saturating_sub(1) * lanes;
        let active = |element: &u32| record.is_active(*element);
        let before = (0..first).filter(active).count();
        let elements = (first..(first + lanes).min(record.elements)).filter(active);
        let addresses: Vec<(u32, u64)> = elements
            .zip(record.addresses.iter().skip(before))
            .map(|(element, address)| (element - first, *address))
            .collect();
        let banked = addresses.first().is_some_and(|(_, address)| self.main.bank(*address).is_some());
        Access {
            pc: record.pc,
            space: Space::Global,
            write: record.class == Class::VStore,
            bytes: record.access_bytes,
            passes: if banked { self.passes(&addresses) } else { Vec::new() },
            addresses,
            segments: Vec::new(),
            banks: if banked { (self.spec.banked.banks, self.spec.banked.bank_bytes) } else { (0, 0) },
        }
    }

    /// The lanes that could access memory together: each word of a pass has a bank of its own.
    fn passes(&self, addresses: &[(u32, u64)]) -> Vec<LaneMask> {
        let bytes = u64::from(self.spec.banked.bank_bytes.max(1));
        let bank = |word: u64| self.main.bank(word * bytes);
        let mut passes: Vec<(LaneMask, Vec<u64>)> = Vec::new();
        for (lane, address) in addresses {
            let word = address / bytes;
            let fits = |words: &[u64]| words.iter().all(|other| *other == word || bank(*other) != bank(word));
            match passes.iter_mut().find(|(_, words)| fits(words)) {
                Some((lanes, words)) => {
                    *lanes |= LaneMask::lane(*lane);
                    words.push(word);
                }
                None => passes.push((LaneMask::lane(*lane), Vec::from([word]))),
            }
        }
        passes.into_iter().map(|(lanes, _)| lanes).collect()
    }
}

/// Vector registers as people look at them.
fn vector_file(hart: &Hart) -> VectorFile {
    let vtype = hart.ext.vtype;
    VectorFile {
        vlen: hart.vlen(),
        vl: hart.ext.vl,
        vlmax: vtype.map_or(0, |vtype| vtype.vlmax(hart.vlen())),
        sew: vtype.map_or(0, |vtype| vtype.sew),
        registers: vtype.map_or(Lmul::ONE, |vtype| vtype.lmul).registers(),
        vtype: vtype.map_or_else(|| "illegal".into(), |vtype| vtype.name()),
        bytes: hart.vector_bytes().to_vec(),
        mask: (0..hart.ext.vl).map(|element| hart.mask_bit(0, element)).collect(),
    }
}
