//! The files that `lanescope trace` writes, read by strict readers that share nothing with the writers and know only
//! the rules of each format: Kanata 0004 (Konata's `docs/kanata-log-format.md`), Chrome's trace event format, and the
//! protobuf schema of Perfetto's track events. The times in them must add up to the numbers of the run.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Read,
    path::PathBuf,
    process::Command,
};

use serde_json::Value;

/// Kernels with divergence, barriers, atomics and replay, on one core and on several; last a machine with events of its own.
const RUNS: [(&str, &str); 5] = [
    ("gallery:nested", "simt/teaching"),
    ("gallery:reduce_interleaved", "simt/teaching"),
    ("gallery:histogram", "simt/fermi"),
    ("gallery:saxpy", "simt/gcn64"),
    ("gallery:saxpy", "rvv/textbook"),
];

fn lanescope(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_lanescope")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn traced(
    test: &str,
    ending: &str,
    runs: &[(&'static str, &'static str)],
) -> Vec<(&'static str, Vec<u8>, Value)> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.{ending}"));
    let one = |(file, preset): &(&'static str, &str)| {
        lanescope(&["trace", file, "--machine", preset, "--out", path.to_str().unwrap()]);
        let numbers = lanescope(&["run", file, "--machine", preset, "--json"]);
        (*file, fs::read(&path).unwrap(), serde_json::from_slice(&numbers).unwrap())
    };
    runs.iter().map(one).collect()
}

/// An instruction of a Kanata file.
#[derive(Default)]
struct Instruction {
    labels: [String; 2],
    stages: Vec<(String, u64)>,
    end: Option<bool>,
}

/// Reads a Kanata file by its rules; the instructions and the last cycle.
fn kanata(text: &str) -> (Vec<Instruction>, u64) {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.split('\t').collect::<Vec<_>>()));
    assert_eq!(lines.next().unwrap().1, ["Kanata", "0004"], "the header");
    let (_, start) = lines.next().unwrap();
    assert_eq!((start.len(), start[0]), (2, "C="), "the first cycle");
    let mut cycle: u64 = start[1].parse().unwrap();
    let (mut all, mut simulator, mut retired) = (Vec::<Instruction>::new(), BTreeSet::new(), 0);
    for (line, fields) in lines {
        let number = |at: usize| -> u64 { fields[at].parse().unwrap_or_else(|_| panic!("line {line}")) };
        let expect = |count: usize| assert_eq!(fields.len(), count, "line {line}: {fields:?}");
        if fields[0] == "C" {
            expect(2);
            assert!(number(1) > 0, "line {line}: time goes on");
            cycle += number(1);
            continue;
        }
        expect(4);
        let id = number(1) as usize;
        if fields[0] == "I" {
            assert_eq!(id, all.len(), "line {line}: numbers in the order of appearance");
            assert!(simulator.insert(number(2)), "line {line}: {} is there twice", number(2));
            number(3);
            all.push(Instruction::default());
            continue;
        }
        let instruction = all.get_mut(id).unwrap_or_else(|| panic!("line {line}: {id} has not begun"));
        assert!(instruction.end.is_none(), "line {line}: {id} has ended");
        match fields[0] {
            "L" => instruction.labels[number(2) as usize] += fields[3],
            "S" => {
                assert!(number(2) == 0 && !fields[3].is_empty(), "line {line}");
                instruction.stages.push((fields[3].into(), cycle));
            }
            "R" => {
                assert!(number(3) <= 1, "line {line}: retired or flushed");
                if number(3) == 0 {
                    assert_eq!(number(2), retired, "line {line}: retired in order of their numbers");
                    retired += 1;
                }
                instruction.end = Some(number(3) == 0);
            }
            other => panic!("line {line}: there is no command `{other}`"),
        }
    }
    (all, cycle)
}

#[test]
fn kanata_files_keep_every_rule_and_retire_what_the_run_executed() {
    for (file, bytes, numbers) in traced("kanata", "kanata", &RUNS[..4]) {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.ends_with('\n') && text.is_ascii(), "{file}");
        let (all, last) = kanata(&text);
        let retired = all.iter().filter(|instruction| instruction.end == Some(true)).count() as u64;
        assert_eq!(retired, numbers["warp_instructions"].as_u64().unwrap(), "{file}");
        assert!(last <= numbers["cycles"].as_u64().unwrap(), "{file}");
        for instruction in all {
            assert!(instruction.end.is_some(), "{file}: every instruction ends");
            assert!(!instruction.labels[0].is_empty() && !instruction.labels[1].is_empty(), "{file}");
            assert!(!instruction.stages.is_empty() && instruction.stages.is_sorted_by_key(|(_, at)| *at));
            let issues = instruction.stages.iter().any(|(name, _)| name == "Is");
            assert_eq!(issues, instruction.end == Some(true), "{file}: what issued retires");
        }
    }
}

/// Slices of one track in order: start and end.
type Slices = BTreeMap<(u64, u64), Vec<(u64, u64, String)>>;

fn no_overlap(file: &str, slices: &Slices) {
    for (track, list) in slices {
        assert!(list.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{file}: slices of {track:?} overlap");
    }
}

/// Cycles of each cause on the tracks of issue slots are those of the report.
fn adds_up<'a>(file: &str, slices: impl Iterator<Item = &'a (u64, u64, String)>, unit: u64, numbers: &Value) {
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    slices.for_each(|(from, to, cause)| *found.entry(cause).or_default() += (to - from) / unit);
    let slots = &numbers["slots"];
    let mut wanted: BTreeMap<&str, u64> = slots["stalls"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(id, count)| (id.as_str(), count.as_u64().unwrap()))
        .collect();
    wanted.insert("issued", slots["issued"].as_u64().unwrap());
    // Nothing is drawn where there is nothing to do.
    wanted.retain(|id, count| *count > 0 && *id != "empty");
    assert_eq!(found, wanted, "{file}");
}

#[test]
fn chrome_files_are_events_whose_times_add_up_to_the_report() {
    for (file, bytes, numbers) in traced("chrome", "json", &RUNS) {
        let root: Value = serde_json::from_slice(&bytes).unwrap();
        let mut names: BTreeMap<(String, u64, u64), String> = BTreeMap::new();
        let mut slices = Slices::new();
        for event in root["traceEvents"].as_array().unwrap() {
            let number =
                |key: &str| event[key].as_u64().unwrap_or_else(|| panic!("{file}: `{key}` of {event}"));
            let name = event["name"].as_str().unwrap();
            let track = (number("pid"), number("tid"));
            match event["ph"].as_str().unwrap() {
                "M" => {
                    let label = event["args"]["name"].as_str().unwrap().to_string();
                    let known = names.insert((name.into(), track.0, track.1), label);
                    assert!(known.is_none() && ["process_name", "thread_name"].contains(&name), "{event}");
                }
                "X" => {
                    let (from, length) = (number("ts"), number("dur"));
                    assert!(
                        length > 0 && from + length <= numbers["cycles"].as_u64().unwrap() + 1,
                        "{event}"
                    );
                    let cause = event["cat"].as_str().unwrap_or("command").to_string();
                    slices.entry(track).or_default().push((from, from + length, cause));
                }
                "i" => {
                    assert_eq!((track.0, event["s"].as_str()), (4, Some("t")), "{event}");
                    assert!(number("ts") <= numbers["cycles"].as_u64().unwrap() && event["args"].is_object());
                    assert!(names.contains_key(&("thread_name".into(), track.0, track.1)), "{event}");
                }
                other => panic!("{file}: phase `{other}`"),
            }
        }
        no_overlap(file, &slices);
        for (pid, tid) in slices.keys() {
            assert!(names.contains_key(&("process_name".into(), *pid, 0)), "{file}: process {pid}");
            let is_named = names.contains_key(&("thread_name".into(), *pid, *tid));
            assert!(is_named || *pid == 3, "{file}: thread {tid} of process {pid}");
        }
        adds_up(
            file,
            slices.iter().filter(|((pid, _), _)| *pid == 2).flat_map(|(_, list)| list),
            1,
            &numbers,
        );
        let courses = slices.iter().filter(|((pid, _), _)| *pid == 4).flat_map(|(_, list)| list);
        own_events(file, courses, &numbers);
    }
}

/// Every vector instruction has its course, on the machine that has them.
fn own_events<'a>(file: &str, slices: impl Iterator<Item = &'a (u64, u64, String)>, numbers: &Value) {
    let courses = slices.filter(|(.., kind)| kind == "vectors").count() as u64;
    assert_eq!(courses, numbers["counters"]["vector_instructions"].as_u64().unwrap_or(0), "{file}");
}

/// A protobuf message: fields by number; only the two kinds of field that the schema gives these numbers.
struct Message<'a>(Vec<(u64, Field<'a>)>);

#[derive(Clone, Copy)]
enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Message<'a> {
    fn read(mut bytes: &'a [u8]) -> Message<'a> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes);
            let value = varint(&mut bytes);
            fields.push(match key & 7 {
                0 => (key >> 3, Field::Number(value)),
                2 => {
                    let (data, rest) = bytes.split_at(value as usize);
                    bytes = rest;
                    (key >> 3, Field::Bytes(data))
                }
                kind => panic!("wire type {kind}"),
            });
        }
        Message(fields)
    }

    /// Only these fields are there, each at most once unless it is repeated.
    fn only(&self, single: &[u64], repeated: &[u64]) {
        for (number, _) in &self.0 {
            let count = self.0.iter().filter(|(other, _)| other == number).count();
            assert!(repeated.contains(number) || (single.contains(number) && count == 1), "field {number}");
        }
    }

    fn number(&self, field: u64) -> Option<u64> {
        self.0.iter().find(|(number, _)| *number == field).map(|(_, value)| match value {
            Field::Number(value) => *value,
            Field::Bytes(_) => panic!("field {field} is a number"),
        })
    }

    fn bytes(&self, field: u64) -> Option<&'a [u8]> {
        self.0.iter().find(|(number, _)| *number == field).map(|(_, value)| match value {
            Field::Bytes(bytes) => *bytes,
            Field::Number(_) => panic!("field {field} has a length"),
        })
    }

    fn text(&self, field: u64) -> Option<String> {
        self.bytes(field).map(|bytes| String::from_utf8(bytes.to_vec()).unwrap())
    }
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first().expect("a number is cut off");
        *bytes = rest;
        value |= u64::from(first & 0x7F) << shift;
        if first & 0x80 == 0 {
            return value;
        }
    }
    panic!("a number is too long")
}

/// Field numbers of the public schema: `Trace.packet` 1; `TracePacket` timestamp 8, sequence 10, track event 11, track
/// descriptor 60; `TrackDescriptor` uuid 1, name 2, parent 5; `TrackEvent` annotations 4, type 9, track 11, category 22,
/// name 23; `DebugAnnotation` unsigned number 3, text 6, name 10.
#[test]
fn perfetto_files_follow_the_schema_and_add_up_to_the_report() {
    for (file, bytes, numbers) in traced("perfetto", "perfetto", &RUNS) {
        let mut parents: BTreeMap<u64, (String, Option<u64>)> = BTreeMap::new();
        let mut open: BTreeMap<u64, (u64, String)> = BTreeMap::new();
        let mut slices = Slices::new();
        let root = Message::read(&bytes);
        root.only(&[], &[1]);
        for (_, field) in &root.0 {
            let Field::Bytes(packet) = field else { panic!("{file}: a packet has a length") };
            let packet = Message::read(packet);
            packet.only(&[8, 10, 11, 60], &[]);
            assert!(packet.number(10).is_some_and(|sequence| sequence > 0), "{file}: the sequence");
            if let Some(track) = packet.bytes(60).map(Message::read) {
                track.only(&[1, 2, 5], &[]);
                let (uuid, parent) = (track.number(1).unwrap(), track.number(5));
                assert!(uuid != 0 && parent.is_none_or(|parent| parents.contains_key(&parent)), "{file}");
                assert!(parents.insert(uuid, (track.text(2).unwrap(), parent)).is_none(), "{file}");
                continue;
            }
            let (event, time) = (Message::read(packet.bytes(11).unwrap()), packet.number(8).unwrap());
            event.only(&[9, 11, 22, 23], &[4]);
            let track = event.number(11).unwrap();
            assert!(parents.contains_key(&track), "{file}: track {track} is described before it is used");
            match event.number(9) {
                Some(1) => {
                    assert!(!event.text(23).unwrap().is_empty(), "{file}: a slice has a name");
                    let before = open.insert(track, (time, event.text(22).unwrap()));
                    assert!(before.is_none(), "{file}: slices are not nested");
                }
                Some(2) => {
                    let (from, cause) = open.remove(&track).unwrap_or_else(|| panic!("{file}: no begin"));
                    let group = parents[&track].1.unwrap();
                    slices.entry((group, track)).or_default().push((from, time, cause));
                }
                Some(3) => assert!(!event.text(23).unwrap().is_empty() && event.text(22).is_some(), "{file}"),
                kind => panic!("{file}: event type {kind:?}"),
            }
            for annotation in event.0.iter().filter(|(number, _)| *number == 4) {
                let Field::Bytes(annotation) = annotation.1 else { panic!("{file}") };
                let annotation = Message::read(annotation);
                annotation.only(&[3, 6, 10], &[]);
                let (number, text) = (annotation.number(3), annotation.text(6));
                assert!(number.is_some() != text.is_some() && annotation.text(10).is_some(), "{file}");
            }
        }
        assert!(open.is_empty(), "{file}: every slice ends");
        no_overlap(file, &slices);
        let slots = parents.iter().find(|(_, (name, _))| name == "issue slots").map(|(uuid, _)| *uuid);
        let of_slots = slices.iter().filter(|((group, _), _)| Some(*group) == slots);
        // A cycle is shown as a microsecond.
        adds_up(file, of_slots.flat_map(|(_, list)| list), 1000, &numbers);
        let events = parents.iter().find(|(_, (name, _))| name == "events").map(|(uuid, _)| *uuid);
        let of_events = slices.iter().filter(|((group, _), _)| Some(*group) == events);
        own_events(file, of_events.flat_map(|(_, list)| list), &numbers);
    }
}

/// The events of a kind add up to the counters of the run: one of the machine's own, and one that several have.
#[test]
fn files_of_events_have_a_line_for_each_event() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("events.csv");
    let file = path.to_str().unwrap();
    let lines = |kernel: &str, preset: &str, kind: &str| -> Vec<String> {
        lanescope(&["trace", kernel, "--machine", preset, "--out", file, "--events", kind]);
        fs::read_to_string(&path).unwrap().lines().map(String::from).collect()
    };
    let numbers = |kernel: &str, preset: &str| -> Value {
        serde_json::from_slice(&lanescope(&["run", kernel, "--machine", preset, "--json"])).unwrap()
    };
    let courses = lines("gallery:saxpy", "rvv/textbook", "vectors");
    assert!(courses[0].starts_with("cycle,unit,id,pc,span,life,elements,convoy,"), "{}", courses[0]);
    let counted = &numbers("gallery:saxpy", "rvv/textbook")["counters"]["vector_instructions"];
    assert_eq!(courses.len() as u64 - 1, counted.as_u64().unwrap());
    let commands = lines("gallery:saxpy", "simt/fermi", "dram");
    assert_eq!(commands[0], "cycle,channel,bank,command,row,request,time");
    let reads = commands.iter().filter(|line| line.contains(",Read,")).count() as u64;
    assert_eq!(Some(reads), numbers("gallery:saxpy", "simt/fermi")["counters"]["dram_reads"].as_u64());
}

#[test]
fn a_packed_file_holds_the_bytes_of_the_plain_one() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let written = |name: &str| {
        let path = folder.join(name);
        lanescope(&["trace", "gallery:saxpy", "--out", path.to_str().unwrap()]);
        fs::read(&path).unwrap()
    };
    for ending in ["json", "perfetto", "kanata", "csv", "jsonl"] {
        let (plain, packed) = (written(&format!("plain.{ending}")), written(&format!("packed.{ending}.gz")));
        assert!(packed.len() < plain.len(), "{ending}: {} of {} bytes", packed.len(), plain.len());
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
        assert!(bytes == plain, "{ending}");
    }
}
