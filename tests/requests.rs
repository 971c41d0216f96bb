//! A memory request has one number from the instruction that needs it to the DRAM command and back, on every machine and
//! preset that has such requests.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};

use lanescope_core::session::{self, Session, WHOLE, vocabulary::Limits};
use lanescope_tests::runs;

/// Cycles after which a run is long enough.
const CYCLES: u64 = 40_000;

/// The events of a kind: cycle and fields, as the file has them.
fn events(session: &Session, id: &str) -> Vec<(u64, Vec<String>)> {
    let mut bytes = Vec::new();
    session.export_events(id, WHOLE, &mut |piece| {
        bytes.extend_from_slice(piece);
        true
    });
    let text = String::from_utf8(bytes).expect("text");
    let fields = |line: &str| line.split(',').map(str::to_string).collect::<Vec<_>>();
    let event = |line: &str| {
        let fields = fields(line);
        (fields[0].parse().expect("a cycle"), fields[1..].to_vec())
    };
    text.lines().skip(1).map(event).collect()
}

/// Preset, kernel and its recording.
fn recordings() -> Vec<(String, String, Session)> {
    let items = session::gallery();
    let of = |preset: String| {
        let mut recorded = Vec::new();
        for item in &items {
            let mut session = Session::open(runs::document(&item.source, &preset), Limits::default());
            if session.start().is_ok() {
                session.advance(CYCLES, CYCLES);
                recorded.push((preset.clone(), item.name.clone(), session));
            }
        }
        recorded
    };
    runs::kernel_presets().into_iter().flat_map(of).collect()
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

#[test]
fn every_request_is_followed_from_its_instruction_to_dram_and_back() {
    let (mut followed, mut merged, mut joined) = (0_u64, 0, 0);
    for (preset, name, session) in recordings() {
        let of = format!("{name} on {preset}");
        // Number of the request: when it was made first, and for which instructions.
        let mut made: BTreeMap<u64, (u64, BTreeSet<String>)> = BTreeMap::new();
        for (cycle, fields) in events(&session, "requests") {
            let [id, unit, instruction, pc, _, lookup] = &fields[..] else { panic!("{of}: {fields:?}") };
            let known = made.contains_key(&number(id));
            assert_eq!(lookup == "Merged", known, "{of}: the first one makes request {id}, others join it");
            merged += u64::from(known);
            let entry = made.entry(number(id)).or_insert((cycle, BTreeSet::new()));
            entry.1.insert(format!("{unit} {instruction} {pc}"));
        }
        let mut places: BTreeMap<u64, Vec<(u64, String)>> = BTreeMap::new();
        for (cycle, fields) in events(&session, "moves") {
            let (id, to) = (number(&fields[0]), fields[1].clone());
            let (since, _) = made.get(&id).unwrap_or(&(0, BTreeSet::new())).clone();
            assert!(cycle >= since, "{of}: request {id} moves before it is made");
            places.entry(id).or_default().push((cycle, to));
        }
        for (cycle, fields) in events(&session, "joins") {
            let (id, first) = (number(&fields[0]), number(&fields[1]));
            joined += 1;
            let before = |id: &u64| places.get(id).is_some_and(|list| list[0].0 <= cycle);
            assert!(id != first && before(&id) && before(&first), "{of}: {id} joins {first}");
        }
        let before = followed;
        for (cycle, fields) in events(&session, "dram") {
            let id = number(&fields[4]);
            if id == 0 {
                assert_ne!(fields[2], "Read", "{of}: somebody waits for what is read");
                continue;
            }
            let list = places.get(&id).unwrap_or_else(|| panic!("{of}: request {id} is unknown"));
            let at_channel = list.iter().any(|(at, to)| *at <= cycle && to == "Channel");
            assert!(at_channel, "{of}: {} for request {id}, which is not at the channel", fields[2]);
            if fields[2] == "Read" {
                followed += 1;
                assert!(made.contains_key(&id), "{of}: no instruction has asked for {id}");
                let back = list
                    .iter()
                    .any(|(at, to)| *at > cycle && ["SecondLevel", "Sender"].contains(&to.as_str()));
                assert!(back || !session.status().complete, "{of}: request {id} does not come back");
            }
        }
        let counted = session.report().and_then(|report| report.well_known.dram_reads).unwrap_or(0);
        assert_eq!(followed - before, counted, "{of}: reads");
    }
    assert!(
        followed > 1_000 && merged > 100 && joined > 10,
        "{followed} reads, {merged} merged, {joined} joined"
    );
}
