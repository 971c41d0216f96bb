//! A machine for tests of the session: units that issue and wait by a random sequence, with one issue slot. It can skip
//! its idle cycles or tick through them.

use alloc::{format, vec, vec::Vec};

use crate::{
    base::{LaneMask, rng::Rng},
    causes,
    halt::{Halt, Place},
    image::{BASE, Digest, Memory},
    ir::Type,
    machines::{Access, Machine, Registers, UnitInfo, UnitState, WellKnown, Work, counters::Reading},
    source::Span,
    trace::{Cause, Causes, Event, Sink},
};

causes! {
    /// Waits for the tide, which comes for the last unit only.
    TIDE = "tide", "waits for the tide", Waiting, Blue Cross;
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Toy {
    cycle: u64,
    end: u64,
    skip: bool,
    halts: bool,
    rng: Rng,
    memory: Memory,
    units: Vec<Unit>,
    slots: Vec<u64>,
    work: Work,
}

#[derive(Clone, Debug)]
struct Unit {
    pc: u32,
    wakes: u64,
    cause: Cause,
}

impl Toy {
    /// Runs for `end` cycles and skips idle ones.
    pub fn new(units: usize, end: u64) -> Toy {
        let mut memory = Memory::default();
        memory.allocate("out", 64, Type::I32, false, true);
        Toy {
            cycle: 0,
            end,
            skip: true,
            halts: false,
            rng: Rng::new(units as u64),
            memory,
            units: vec![Unit { pc: 0, wakes: 0, cause: Cause::MEMORY }; units],
            slots: vec![0; CAUSES.count()],
            work: Work::default(),
        }
    }

    /// Halts at its end.
    pub fn halting(units: usize, end: u64) -> Toy {
        Toy { halts: true, ..Toy::new(units, end) }
    }

    fn tick<S: Sink>(&mut self, sink: &mut S) {
        let now = self.cycle;
        let picked = self.units.iter().position(|unit| unit.wakes <= now);
        for at in 0..self.units.len() {
            let cause = match (Some(at) == picked, self.units[at].wakes <= now) {
                (true, _) => Cause::ISSUED,
                (false, true) => Cause::NOT_PICKED,
                (false, false) if at + 1 == self.units.len() => TIDE,
                (false, false) => Cause::MEMORY,
            };
            let unit = &mut self.units[at];
            unit.cause = cause;
            sink.tell(now, Event::Unit { unit: at as u32, cause, pc: unit.pc, lanes: LaneMask(0b111) });
            if cause == Cause::ISSUED {
                let address = BASE + 4 * self.rng.below(16);
                let _ = self.memory.write(address, 4, now);
                unit.pc = (unit.pc + 1) % 10;
                unit.wakes = now + 1 + self.rng.below(40);
                self.work.instructions += 1;
                self.work.lane_operations += 3;
                self.work.lane_slots += 4;
            }
        }
        let slot = if picked.is_some() { Cause::ISSUED } else { TIDE };
        sink.tell(now, Event::Slot { slot: 0, cause: slot });
        self.slots[slot.index()] += 1;
        self.cycle += 1;
    }

    fn idle_until(&self, until: u64) -> u64 {
        let wakes = self.units.iter().map(|unit| unit.wakes).min().unwrap_or(until);
        if self.skip { wakes.min(until).min(self.end) } else { self.cycle }
    }
}

impl Machine for Toy {
    const CAUSES: Causes = CAUSES;

    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn finished(&self) -> bool {
        self.cycle >= self.end && !self.halts
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        while self.cycle < until.min(self.end) {
            self.tick(sink);
            let idle = self.idle_until(until);
            if idle > self.cycle {
                // The first idle cycle tells its states; the others have the same.
                self.tick(sink);
                self.slots[TIDE.index()] += idle - self.cycle;
                self.cycle = idle;
            }
        }
        if self.halts && self.cycle >= self.end {
            let at = Place {
                unit: Some(0),
                lane: 0,
                item: [0; 3],
                pc: Some(1),
                span: Span::NONE,
                cycle: self.end,
            };
            return Err(Halt::Deadlock { reason: "it ends here".into(), at });
        }
        Ok(())
    }

    fn ticking(self) -> Toy {
        Toy { skip: false, ..self }
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn counters(&self) -> Vec<Reading> {
        Vec::new()
    }

    fn well_known(&self) -> WellKnown {
        WellKnown::default()
    }

    fn slots(&self) -> Vec<u64> {
        self.slots.clone()
    }

    fn work(&self) -> Work {
        self.work
    }

    fn units(&self) -> Vec<UnitInfo> {
        (0..self.units.len()).map(|at| UnitInfo { name: format!("unit {at}"), core: 0, lanes: 4 }).collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        self.units[unit as usize].cause
    }

    fn unit(&self, unit: u32, _: &Toy) -> UnitState {
        let unit = &self.units[unit as usize];
        let (live, active) = (LaneMask(7), LaneMask(7));
        UnitState {
            group: Some(0),
            first_item: 0,
            live,
            active,
            pc: Some(unit.pc),
            cause: unit.cause,
            stack: vec![],
        }
    }

    fn registers(&self, _: u32) -> Registers {
        Registers { names: vec![], bits: vec![], lanes: 4, values: vec![], vector: None }
    }

    fn local_memory(&self, _: u32) -> Vec<u8> {
        Vec::new()
    }

    fn access(&self, _: u32, _: &Toy) -> Option<Access> {
        None
    }

    fn clone_bytes(&self) -> usize {
        self.units.len() * size_of::<Unit>()
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest(self.memory.digest());
        digest.word(self.cycle);
        self.units.iter().for_each(|unit| {
            digest.word(unit.pc.into());
            digest.word(unit.wakes);
        });
        self.slots.iter().for_each(|slot| digest.word(*slot));
        digest.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        figure::{Cells, Form, Ink, Stacks, Theme, View, csv, legend, svg},
        session::{panels, runner::Runner},
        trace::{Log, export, window},
    };

    fn log() -> Log {
        let mut runner = Runner::new(Toy::new(2, 400), 1, u64::MAX, 1 << 24);
        runner.seek(u64::MAX, u64::MAX);
        (*runner.record(0, u64::MAX)).clone()
    }

    fn exported(write: fn(&dyn export::Replay, &export::Names, &mut export::Out)) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut take = |piece: &[u8]| {
            bytes.extend_from_slice(piece);
            true
        };
        let names = export::Names {
            units: vec!["unit 0".into(), "unit 1".into()],
            slots: vec!["slot".into()],
            ..export::Names::default()
        };
        write(&log(), &names, &mut export::Out::new(&mut take));
        bytes
    }

    fn tide_ink() -> Ink {
        Ink::Swatch(CAUSES.swatch(TIDE))
    }

    #[test]
    fn a_cause_of_one_machine_has_its_part_of_the_stack() {
        let (mut runner, log) = (Runner::new(Toy::new(2, 400), 1, u64::MAX, 1 << 24), log());
        runner.seek(u64::MAX, u64::MAX);
        let strip = window::strip(&log, 1, true, (&[0], &[]));
        let counted = runner.machine().slots();
        assert_eq!(counted.len(), Cause::SHARED + 1);
        assert_eq!(strip.columns[0].iter().map(|slots| u64::from(*slots)).collect::<Vec<_>>(), counted);
        let stacks: Stacks = panels::stacks(&strip);
        let view = View::plain((160.0, 80.0));
        let picture = stacks.draw(&view);
        let [tide] = picture.filled(tide_ink()) else { panic!("one column") };
        let share = counted[TIDE.index()] as f64 / counted.iter().sum::<u64>() as f64;
        assert!(share > 0.3 && (tide.h - 60.0 * share).abs() < 1e-9, "{share} {tide:?}");
        let image = svg::write(&picture, view.size, Theme::Light, "", "");
        assert!(image.contains("<g fill=\"#0f5f9e\">") && image.contains("url(#cross)"), "{image}");
        assert_eq!(stacks.table().columns.last().map(|column| column.title.as_str()), Some("tide"));
    }

    #[test]
    fn a_cause_of_one_machine_is_in_cells_legends_and_tables() {
        let log = log();
        let grid = window::rows(&log, 0, 40, 40, &[1]);
        let cells = Cells {
            rows: vec![crate::figure::rows::Row { name: "unit 1".into(), group: 0, mark: None }],
            all: 1,
            cycles_per_column: 1,
            columns: grid.columns,
            causes: log.causes().clone(),
            cells: grid.cells,
            ..Cells::default()
        };
        let picture = cells.draw(&View { window: (0.0, 40.0), ..View::plain((4000.0, 60.0)) });
        assert!(!picture.filled(tide_ink()).is_empty());
        assert!(picture.labels.iter().any(|label| label.text == "waits for the tide"));
        let text = csv::write(&crate::figure::Figure::from(Form::Cells(cells)));
        assert!(text.contains(",tide,"), "{text}");
        let keys = legend::keys(legend::CAUSES, log.causes());
        assert_eq!(keys.iter().filter(|key| key.words == "waits for the tide").count(), 1);
        let found = window::next_event(&log, 0, window::EventKind::Stall, Some(1));
        assert!(matches!(found, Some((_, 1))), "to wait for the tide is a stall");
    }

    #[test]
    fn a_cause_of_one_machine_is_in_every_file() {
        let text = |bytes: Vec<u8>| alloc::string::String::from_utf8_lossy(&bytes).into_owned();
        assert!(text(exported(export::csv::write)).contains(",tide,"));
        let chrome = text(exported(export::chrome::write));
        assert!(chrome.contains("\"cat\":\"tide\",\"name\":\"waits for the tide\""), "{chrome}");
        let perfetto = exported(export::perfetto::write);
        let has = |word: &[u8]| perfetto.windows(word.len()).any(|part| part == word);
        assert!(has(b"tide") && has(b"waits for the tide"));
    }
}
