//! Kanata 0004: the life of every instruction, for pipeline viewers such as Konata.
//!
//! Lines of fields between tabs. Instructions are numbered in the order in which they appear; each is begun once (`I`),
//! labelled (`L`), enters stages on lane 0 (`S`, which ends the stage before), and leaves once (`R`): retired when it was
//! issued and done, flushed when it never was issued or when the log ends first. A file of some cycles has the instructions that
//! enter a stage in them.

use alloc::{collections::BTreeMap, vec::Vec};

use super::{FileSection, Names, Out, Subject, Writer};
use crate::trace::{Event, Log, SharedEvent, Stage};

#[derive(Debug)]
struct Alive {
    number: u64,
    issued: bool,
    stage: Stage,
}

/// Writes such files.
#[derive(Debug, Default)]
pub struct Kanata {
    /// The cycle that is written of; none before the first.
    now: Option<u64>,
    begun: u64,
    retired: u64,
    alive: BTreeMap<u64, Alive>,
}

impl Writer for Kanata {
    fn parts(&self, _: &Subject) -> Vec<FileSection> {
        Vec::from([FileSection::Events])
    }

    fn events(&mut self, _: usize, log: &Log, run: &Subject, out: &mut Out) {
        for (cycle, event) in log.events(SharedEvent::Stage, run.begin).filter(|(cycle, _)| run.has(*cycle)) {
            if !out.is_wanted() {
                return;
            }
            self.tell(cycle, event, run, out);
        }
    }

    /// The run ends: so does what is under way.
    fn end(&mut self, _: usize, run: &Subject, out: &mut Out) {
        if self.now.is_none() {
            self.elapse(run.begin, out);
        }
        self.elapse(run.end.max(self.now.unwrap_or(0)), out);
        for left in self.alive.values() {
            // What writes back in the last cycle is done when the run ends.
            let done = left.issued && left.stage == Stage::Writeback;
            out.text(format_args!("R\t{}\t{}\t{}\n", left.number, self.retired, u8::from(!done)));
            self.retired += u64::from(done);
        }
    }
}

impl Kanata {
    /// Goes to a cycle; the first one begins the file.
    fn elapse(&mut self, cycle: u64, out: &mut Out) {
        let now = self.now.replace(cycle);
        match now {
            None => out.text(format_args!("Kanata\t0004\nC=\t{cycle}\n")),
            Some(now) if cycle > now => out.text(format_args!("C\t{}\n", cycle - now)),
            Some(_) => {}
        }
    }

    fn tell(&mut self, cycle: u64, event: Event, run: &Subject, out: &mut Out) {
        let Event::Stage { unit, id, pc, stage } = event else { return };
        if stage == Stage::Done && !self.alive.contains_key(&id) {
            return;
        }
        self.elapse(cycle, out);
        let Kanata { begun, retired, alive, .. } = self;
        let instruction = alive.entry(id).or_insert_with(|| {
            begin(out, &run.names, *begun, (unit, id, pc));
            *begun += 1;
            Alive { number: *begun - 1, issued: false, stage }
        });
        instruction.stage = stage;
        instruction.issued |= stage >= Stage::Issue && stage < Stage::Done;
        if stage != Stage::Done {
            out.text(format_args!("S\t{}\t0\t{}\n", instruction.number, stage.short(run.sites)));
        } else if let Some(done) = alive.remove(&id) {
            out.text(format_args!("R\t{}\t{retired}\t{}\n", done.number, u8::from(!done.issued)));
            *retired += u64::from(done.issued);
        }
    }
}

fn begin(out: &mut Out, names: &Names, number: u64, (unit, id, pc): (u32, u64, u32)) {
    let name = names.units.get(unit as usize).map_or("", |name| name.as_str());
    let text = names.instruction(pc.into()).replace(['\t', '\n', '\r'], " ");
    out.text(format_args!(
        "I\t{number}\t{id}\t{unit}\nL\t{number}\t0\t{pc}: {text}\nL\t{number}\t1\t{name}\n"
    ));
}

#[cfg(test)]
mod tests {
    use super::super::tests::{export, names};
    use super::*;
    use crate::trace::{Causes, Sink};
    use alloc::string::String;

    /// What a strict reader makes of a file: for each instruction its label, stages with cycles, and its end.
    #[derive(Debug, Default, PartialEq)]
    struct Read {
        label: String,
        stages: Vec<(String, u64)>,
        end: Option<(u64, bool)>,
    }

    fn read(text: &str) -> Vec<Read> {
        let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        assert_eq!(lines.next().unwrap(), ["Kanata", "0004"]);
        let start = lines.next().unwrap();
        assert_eq!(start[0], "C=");
        let (mut now, mut ops, mut retired) = (start[1].parse::<u64>().unwrap(), Vec::<Read>::new(), 0);
        for fields in lines {
            let number = |at: usize| fields[at].parse::<u64>().unwrap();
            match fields[0] {
                "C" => now += number(1),
                "I" => {
                    assert_eq!((fields.len(), number(1)), (4, ops.len() as u64));
                    ops.push(Read::default());
                }
                "L" => {
                    assert!(fields.len() == 4 && (number(2) == 0 || number(2) == 1));
                    if number(2) == 0 {
                        ops[number(1) as usize].label += fields[3];
                    }
                }
                "S" => {
                    assert!(fields.len() == 4 && fields[2] == "0");
                    let op = &mut ops[number(1) as usize];
                    assert!(op.end.is_none() && op.stages.last().is_none_or(|(_, at)| *at <= now));
                    op.stages.push((fields[3].into(), now));
                }
                "R" => {
                    assert_eq!((fields.len(), number(2)), (4, retired));
                    retired += u64::from(fields[3] == "0");
                    let op = &mut ops[number(1) as usize];
                    assert!(op.end.replace((now, fields[3] == "1")).is_none(), "an end for each");
                }
                other => panic!("unknown command {other}"),
            }
        }
        assert!(ops.iter().all(|op| op.end.is_some()));
        ops
    }

    #[test]
    fn every_instruction_begins_and_ends_once() {
        let mut log = Log::new(Causes::SHARED, &[], 1, 0);
        let mut tell = |cycle, id, stage| log.tell(cycle, Event::Stage { unit: 0, id, pc: 1, stage });
        tell(5, 900, Stage::Fetch);
        tell(6, 900, Stage::Decode);
        tell(6, 7, Stage::Fetch);
        tell(8, 900, Stage::Issue);
        tell(9, 7, Stage::Done);
        tell(9, 900, Stage::Execute);
        tell(11, 900, Stage::Done);
        tell(11, 8, Stage::Fetch);
        tell(18, 9, Stage::Issue);
        tell(19, 9, Stage::Writeback);
        log.close(20);
        let ops = read(&String::from_utf8(export(&log, Kanata::default())).unwrap());
        let stage = |name: &str, at| (String::from(name), at);
        assert_eq!(ops[0].stages, [stage("F", 5), stage("D", 6), stage("Is", 8), stage("X", 9)]);
        assert_eq!(ops[0].end, Some((11, false)));
        assert_eq!((ops[1].end, ops[2].end), (Some((9, true)), Some((20, true))));
        assert_eq!(ops[3].end, Some((20, false)), "written back in the last cycle");
        assert_eq!(ops[0].label, alloc::format!("1: {}", names().instruction(1).replace('\t', " ")));
    }

    #[test]
    fn an_empty_log_is_a_header() {
        assert_eq!(export(&Log::new(Causes::SHARED, &[], 0, 0), Kanata::default()), b"Kanata\t0004\nC=\t0\n");
    }
}
