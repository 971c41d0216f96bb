//! A memory request has one number from the instruction that needs it to the DRAM command and back, on every machine and
//! preset that has such requests.

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

/// Two loads of the same lines, one close behind the other, each in an instruction of its own. Groups are small: where a lane
/// takes one element in a cycle, a long vector would be under way until its lines have come.
const TWICE: &str = "// lanescope: global 256\n// lanescope: local 4\n\
    // lanescope: arg x [256] iota\n// lanescope: arg y [256] zeros\n\
    __kernel void k(__global const volatile int *x, __global int *y) {\n  int i = get_global_id(0);\n  \
    int a = x[i];\n  int b = x[i];\n  y[i] = a + b;\n}\n";

/// Machines that tell which lines an instruction asks for, not what becomes of each request.
const LINES_ALONE: &[&str] = &["harp"];

/// Presets of machines that compile kernels, with dynamic memory and a cache for loads where they have the settings for it.
fn with_caches() -> Vec<(String, Vec<(String, String)>)> {
    let mut found = Vec::new();
    for machine in session::machines().into_iter().filter(|machine| !LINES_ALONE.contains(&&*machine.id)) {
        let has = |id: &str| machine.settings.iter().any(|setting| setting.id == id);
        let changes: &[(&str, &str)] = &[
            ("memory", "dram"),
            ("main_memory", "dram"),
            ("vector_cache", "16"),
            ("cache_line", "64"),
            ("l1_global", "all"),
            ("issue", "queues"),
        ];
        let changes = changes.iter().filter(|(id, _)| has(id));
        let changes: Vec<_> = changes.map(|(id, value)| (id.to_string(), value.to_string())).collect();
        let has_cache = |id: &str| ["vector_cache", "l1_global"].contains(&id);
        if changes.iter().any(|(id, _)| has_cache(id)) {
            let presets = machine.presets.iter().map(|preset| preset.id.clone());
            found.extend(presets.map(|preset| (preset, changes.clone())));
        }
    }
    found.retain(|(preset, _)| runs::kernel_presets().contains(preset));
    found
}

/// Who waits for a line that another instruction has asked for says so, with the number of the request that brings it.
#[test]
fn whoever_joins_a_request_is_told_on_every_preset_with_a_cache() {
    let presets = with_caches();
    assert!(presets.len() > 20, "{presets:?}");
    for (preset, changes) in presets {
        let mut document = runs::document(TWICE, &preset);
        document.machine.changes.extend(changes.iter().cloned());
        let mut session = Session::open(document, Limits::default());
        session.start().unwrap_or_else(|found| panic!("{preset} with {changes:?}: {found:#?}"));
        session.advance(CYCLES, CYCLES);
        assert!(session.status().complete, "{preset}");
        // Number of the request: instructions that made it, and those that have joined it.
        let mut whose: BTreeMap<u64, [BTreeSet<String>; 2]> = BTreeMap::new();
        for (_, fields) in events(&session, "requests") {
            let joins = usize::from(fields[5] == "Merged");
            let known = whose.entry(number(&fields[0])).or_default();
            known[joins].insert(format!("unit {} instruction {}", fields[1], fields[2]));
        }
        let joined = whose.values().filter(|[made, joined]| joined.difference(made).next().is_some());
        assert!(joined.count() > 0, "{preset}: nobody joins: {whose:?}");
        for (number, [made, joined]) in &whose {
            assert!(!made.is_empty(), "{preset}: {joined:?} join request {number}, which nobody makes");
            assert!(
                made.is_disjoint(joined) || made.len() > 1,
                "{preset}: an instruction joins its own request"
            );
        }
    }
}

/// Lane 1 stores a word of its private array, which asks for the sector of it; then all lanes load words beside it, before that is there.
const BESIDE: &str = "// lanescope: global 32\n// lanescope: local 32\n\
    // lanescope: arg y [32] zeros\n// lanescope: arg n 1\n\
    __kernel void k(__global int *y, int n) {\n  int own[4];\n  int i = get_global_id(0);\n  \
    if (i == n) own[n] = 5;\n  y[i] = own[n];\n}\n";

/// A private load that joins the line of a pending private store makes a request of its own for what that has not asked for, and does not
/// say that it joins one.
#[test]
fn whoever_makes_a_request_does_not_say_that_it_joins_one() {
    let mut others = 0;
    for preset in runs::kernel_presets() {
        let mut session = Session::open(runs::document(BESIDE, &preset), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
        session.advance(CYCLES, CYCLES);
        let mut made = BTreeSet::new();
        let mut lines: BTreeMap<String, u64> = BTreeMap::new();
        for (_, fields) in events(&session, "requests") {
            let is_new = made.insert(fields[0].clone());
            assert_eq!(is_new, fields[5] != "Merged", "{preset}: {fields:?}");
            let lookups = lines.entry(fields[4].clone()).or_default();
            *lookups += u64::from(fields[5] == "Miss");
        }
        others += u64::from(lines.values().any(|lookups| *lookups > 1));
    }
    assert!(others >= 1, "on no preset a line is asked for in two parts");
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
        // A memory that answers with a time has counted by the last cycle what it reads soon after.
        let (read, whole) = (followed - before, session.status().complete);
        assert!(read == counted || !whole && read < counted, "{of}: {read} reads, {counted} counted");
    }
    assert!(
        followed > 1_000 && merged > 100 && joined > 10,
        "{followed} reads, {merged} merged, {joined} joined"
    );
}
