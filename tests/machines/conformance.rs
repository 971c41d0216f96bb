//! What every machine of the registry must hold to, whatever it is: a machine gets this suite by its line there.
//!
//! - Every kernel is equal to the reference interpreter, bit for bit, or refused by name; the refusals are a blessed list
//!   (`tests/cases/refused.txt`), so that no kernel falls out silently.
//! - Slots add up: every slot of every cycle has one cause.
//! - Stepping equals running, skipping equals ticking, back equals forward; this also shows that telling what happens
//!   changes nothing.
//! - What is said of a cycle ahead is what is recorded of it.
//! - The digest of a state knows no setting by name: one more setting changes no digest.
//! - Counters keep their contract: ids are unique, counts never fall, and a well-known count is the counter of that name.
//! - Every two modes go together.
//!
//! That native equals wasm is tested with `tests/digests.txt`, memory in `tests/memory.rs`, random kernels in
//! `tests/language/random_kernels.rs`; they too go over the whole registry.
//!
//! What must hold of every run is tried with every kernel on one preset of each machine, and with three kernels on every
//! preset; `cargo xtask fuzz --all` tries every kernel on every preset.

use std::collections::{BTreeMap, BTreeSet};

use lanescope_core::session::{self, Report, Session, SlotGroupCounts, vocabulary::*};
use lanescope_tests::{bless, fuzz, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
/// Gallery kernels that are there because they never end.
const ENDLESS: &[&str] = &["spin_lock"];
/// Gallery kernels that end, and kernels as people paste them.
fn kernels() -> Vec<(String, String)> {
    let gallery = session::gallery().into_iter().filter(|item| !ENDLESS.contains(&item.name.as_str()));
    gallery.map(|item| (item.name, item.source)).chain(bless::texts("tests/cases/pasted")).collect()
}

/// Kernel, text and preset of the runs for which everything here must hold, without those that are refused.
fn samples() -> Vec<(String, String, String)> {
    let presets = runs::presets();
    let of = |(name, source): (String, String)| {
        let wanted = presets.iter().filter(|preset| fuzz::all() || runs::is_sampled(&name, preset));
        let started = wanted.filter(|preset| !runs::is_refused(&name, preset));
        started.map(|preset| (name.clone(), source.clone(), preset.clone())).collect::<Vec<_>>()
    };
    kernels().into_iter().flat_map(of).chain(by_hand()).collect()
}

/// The gallery's programs in assembly, each on the machine that its header names.
fn by_hand() -> impl Iterator<Item = (String, String, String)> {
    let programs = session::programs().into_iter();
    programs.filter_map(|item| Some((item.name, item.source, item.machine?.preset)))
}

fn document(source: &str, preset: &str) -> Document {
    let language =
        if by_hand().any(|(_, text, _)| text == source) { Language::Assembly } else { Language::Auto };
    Document { language, ..runs::document(source, preset) }
}

fn open(source: &str, preset: &str) -> Session {
    Session::open(document(source, preset), Limits::default())
}

fn start(name: &str, source: &str, preset: &str) -> Session {
    let mut session = open(source, preset);
    if let Err(found) = session.start() {
        panic!("{name} on {preset}: {found:#?}");
    }
    session
}

fn finish(session: &mut Session, name: &str, preset: &str) {
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
}

#[test]
fn every_kernel_is_equal_to_the_reference_or_refused_by_name() {
    let mut refused = String::new();
    for (name, source) in kernels() {
        for preset in runs::presets() {
            let mut session = open(&source, &preset);
            if let Err(found) = session.start() {
                let help = found.iter().all(|one| !one.message.is_empty() && one.severity == Severity::Error);
                assert!(help, "{name} on {preset}: {found:#?}");
                refused += &format!("{name} {preset} {}\n", runs::refusal(&found));
                continue;
            }
            finish(&mut session, &name, &preset);
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{name} on {preset}: {check:#?}");
        }
    }
    bless::expect("tests/cases/refused.txt", &refused);
}

/// Counts of a run at one cycle, by id.
fn counts(report: &Report) -> BTreeMap<String, u64> {
    let counts: BTreeMap<String, u64> =
        report.counters.iter().map(|reading| (reading.id.clone(), reading.value)).collect();
    assert_eq!(counts.len(), report.counters.len(), "an id twice: {:?}", report.counters);
    counts
}

#[test]
fn counters_keep_their_contract() {
    const STOPS: u64 = 16;
    for (name, source, preset) in samples() {
        let mut session = start(&name, &source, &preset);
        finish(&mut session, &name, &preset);
        let end = session.status().frontier;
        let mut growing = start(&name, &source, &preset);
        // What is told once is told of the counters that are counted, in their order.
        let infos = &growing.run().expect("it has started").counters;
        let report = growing.report().expect("a run has a report");
        assert!(
            infos.iter().map(|info| &info.id).eq(report.counters.iter().map(|reading| &reading.id)),
            "{preset}"
        );
        let is_said = |info: &CounterInfo| !info.unit.is_empty() && info.doc.ends_with('.');
        assert!(infos.iter().all(is_said), "{preset}: {infos:?}");
        assert!(report.derived.iter().all(|measure| measure.info().is_some()), "{preset}");
        let mut before = BTreeMap::new();
        for stop in 0..=STOPS {
            growing.advance(stop * end / STOPS, CYCLES);
            let report = growing.report().expect("a run has a report");
            let now = counts(&report);
            for (id, count) in &before {
                // What caches still hold gets less when they write it back.
                assert!(id == "memory_bytes_to_come" || now[id] >= *count, "{name} on {preset}: {id} falls");
            }
            for (id, count) in report.well_known.given() {
                assert!(now.get(id).is_none_or(|own| *own == count), "{name} on {preset}: {id}");
            }
            before = now;
        }
    }
}

/// Names of settings that were published, one in a line with its machine: links and scripts hold them for ever.
const SETTINGS: &str = include_str!("../cases/settings.txt");

#[test]
fn every_name_that_a_setting_ever_had_is_read() {
    let machines = session::machines();
    let names = |machine: &session::MachineInfo| -> Vec<String> {
        machine.settings.iter().flat_map(|row| row.was.iter().chain([&row.id]).cloned()).collect()
    };
    for line in SETTINGS.lines() {
        let (machine, id) = line.split_once(' ').expect("a machine and a name");
        let machine = machines.iter().find(|info| info.id == machine).expect("machines stay");
        assert!(names(machine).iter().any(|name| name == id), "{line} is no longer read");
    }
    for machine in &machines {
        for (at, name) in names(machine).iter().enumerate() {
            let line = format!("{} {name}", machine.id);
            assert!(
                SETTINGS.lines().any(|known| known == line),
                "`{line}` is missing in tests/cases/settings.txt"
            );
            assert!(!names(machine)[..at].contains(name), "`{line}` has two meanings");
        }
    }
}

/// Names that a document calls a setting by, and that mean something else on another machine: they are read where one machine is asked.
const OF_DOCUMENTS: &[&str] = &["policy"];

/// What means the same is declared once and taken into the tables of all machines, so that its sentence, unit and range are
/// the same too; a name that it had before leads to it on every machine, and is never given to anything else.
#[test]
fn a_setting_of_two_machines_is_the_same_setting() {
    let machines = session::machines();
    for (at, machine) in machines.iter().enumerate() {
        let others = || machines[..at].iter().flat_map(|other| &other.settings);
        for (row, other) in machine.settings.iter().flat_map(|row| others().map(move |other| (row, other))) {
            let same = (&row.doc, &row.unit, &row.kind, &row.was)
                == (&other.doc, &other.unit, &other.kind, &other.was);
            assert!(row.id != other.id || same, "`{}` has two meanings: {row:?} and {other:?}", row.id);
            assert!(
                row.id == other.id || row.doc != other.doc,
                "one meaning, two names: {row:?} and {other:?}"
            );
            let is_own = |name: &String| OF_DOCUMENTS.contains(&name.as_str());
            let alias = |old: &Info, new: &Info| !is_own(&new.id) && old.was.contains(&new.id);
            assert!(!alias(row, other) && !alias(other, row), "`{}` was another", row.id);
            let shared = row.was.iter().any(|was| other.was.contains(was));
            assert!(row.id == other.id || !shared, "{row:?} and {other:?} had one name");
        }
    }
}

/// A run that is told to go on by one cycle, again and again.
fn stepped(mut session: Session) -> Session {
    while !session.advance(session.status().cycle + 1, 1).complete {}
    session
}

/// A report with the digests of memory and state.
type Numbers = (Option<Report>, (u64, u64));

/// Numbers, digests of memory and state, states of units at some cycles, and a digest of all events: what was told of a run that ended.
fn told(session: &mut Session) -> (Numbers, u64, Vec<UnitState>) {
    const STOPS: u64 = 16;
    let (end, fingerprint) = (session.status().frontier, session.fingerprint());
    let numbers = runs::numbers(session);
    let units = |stop: u64| {
        while session.seek(stop * end / STOPS, CYCLES).cycle != stop * end / STOPS {}
        session.snapshot(0).expect("a run has a state").units
    };
    let units = (0..=STOPS).flat_map(units).collect();
    (numbers, fingerprint, units)
}

#[test]
fn slots_add_up_on_every_run() {
    for (name, source, preset) in samples() {
        let mut session = start(&name, &source, &preset);
        let slots = session.run().map_or(0, |run| run.slots.len() as u64);
        finish(&mut session, &name, &preset);
        let report = session.report().expect("a run has a report");
        assert_eq!(report.slots.iter().sum::<u64>(), report.slots_total, "{name} on {preset}");
        assert_eq!(report.slots_total, report.cycles * slots, "{name} on {preset}");
        // So do those of each part; the parts that issue are the core, and the cores the machine.
        let mut machine = vec![0; report.slots.len()];
        for SlotGroupCounts { parts, issue } in &report.slot_groups {
            let mut core = vec![0; report.slots.len()];
            for part in parts {
                let wanted = report.cycles * u64::from(part.slots);
                assert_eq!(part.total(), wanted, "{name} on {preset}: {} {}", issue.name, part.name);
                if part.kind == SlotKind::Instructions {
                    core.iter_mut().zip(&part.causes).for_each(|(sum, more)| *sum += more);
                }
            }
            assert_eq!(core, issue.causes, "{name} on {preset}: {}", issue.name);
            machine.iter_mut().zip(&core).for_each(|(sum, more)| *sum += more);
        }
        assert_eq!(machine, report.slots, "{name} on {preset}");
        assert_eq!(report.slot_groups.iter().map(|core| u64::from(core.issue.slots)).sum::<u64>(), slots);
    }
}

#[test]
fn stepping_equals_running() {
    for (name, source, preset) in samples() {
        let mut whole = start(&name, &source, &preset);
        finish(&mut whole, &name, &preset);
        let mut stepped = stepped(start(&name, &source, &preset));
        assert_eq!(told(&mut whole), told(&mut stepped), "{name} on {preset}");
    }
}

#[test]
fn skipping_equals_ticking() {
    for (name, source, preset) in samples() {
        let mut ticking = open(&source, &preset);
        ticking.start_ticking().unwrap_or_else(|found| panic!("{name} on {preset}: {found:#?}"));
        finish(&mut ticking, &name, &preset);
        let mut skipping = start(&name, &source, &preset);
        finish(&mut skipping, &name, &preset);
        assert_eq!(told(&mut ticking), told(&mut skipping), "{name} on {preset}");
    }
}

/// Going back runs a copy that nobody listens to, so this also shows that telling what happens changes nothing.
#[test]
fn forward_back_forward_gives_the_same_state() {
    for (name, source, preset) in samples() {
        let mut session = start(&name, &source, &preset);
        finish(&mut session, &name, &preset);
        let end = session.status().frontier;
        let digest = |session: &mut Session, cycle: u64| {
            while session.seek(cycle, CYCLES).cycle != cycle {}
            session.state_digest().expect("a run has a state")
        };
        let stops = [end / 3, end / 2, 1, end / 2, end / 3, end];
        let digests: Vec<u64> = stops.iter().map(|cycle| digest(&mut session, *cycle)).collect();
        assert_eq!((digests[0], digests[1]), (digests[4], digests[3]), "{name} on {preset}");
        let mut fresh = start(&name, &source, &preset);
        for at in [0, 1] {
            fresh.advance(stops[at], CYCLES);
            assert_eq!(fresh.state_digest(), Some(digests[at]), "{name} on {preset}");
        }
    }
}

/// A machine that hands out work-groups knows how many have ended: none before the first cycle, never fewer than before, all at the
/// end. One that leaves it to the program never says a number.
#[test]
fn groups_that_have_ended_are_counted_where_they_are_handed_out() {
    let mut counted = 0;
    for (name, source, preset) in samples() {
        let mut session = start(&name, &source, &preset);
        let Launch { global, local, .. } = session.compiled().launch.clone();
        let all: u64 = (0..3).map(|at| u64::from(global[at].div_ceil(local[at].max(1)))).product();
        let first = session.status().groups;
        assert!(first.is_none_or(|(ended, of)| ended == 0 && of >= 1), "{name} on {preset}: {first:?}");
        let mut before = 0;
        loop {
            let status = session.advance(session.status().frontier + 97, 97);
            assert_eq!(status.groups.is_some(), first.is_some(), "{name} on {preset}");
            if let Some((ended, of)) = status.groups {
                assert!(before <= ended && ended <= of, "{name} on {preset}: {ended} of {of} after {before}");
                before = ended;
            }
            if status.complete {
                break;
            }
        }
        if let (Some((ended, of)), None) = (session.status().groups, session.status().halt) {
            assert_eq!(ended, of, "{name} on {preset}");
            // Sim-D has groups of its own size.
            assert!(
                of == all || preset.starts_with("sim_d"),
                "{name} on {preset}: {of}, by the launch {all}"
            );
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}

/// A setting that decides nothing at the start does not show in the digest of the state there.
#[test]
fn a_state_is_what_it_is_whatever_the_settings_are() {
    for machine in session::machines() {
        let preset = &machine.presets[0].id;
        let of_machine = |(_, _, at): &(String, String, String)| at == preset;
        let (name, source, _) = samples().into_iter().find(of_machine).expect("each machine runs something");
        let digest = |changes: &[(String, String)]| {
            let mut document = document(&source, preset);
            document.machine.changes = changes.to_vec();
            let mut session = Session::open(document, Limits::default());
            session.start().unwrap_or_else(|found| panic!("{name} with {changes:?}: {found:#?}"));
            session.state_digest().expect("a run has a state")
        };
        let has = |id: &str| machine.settings.iter().any(|row| row.id == id);
        let with = |id: &str, value: &str| digest(&[(id.into(), value.into())]);
        assert!(!has("spin_limit") || digest(&[]) == with("spin_limit", "77"), "{preset}");
        assert!(!has("cores") || digest(&[]) != with("cores", "2"), "{preset}: each core has a state");
    }
}

/// At the frontier a copy of the machine finds out what each unit is about to do; behind it the recording knows.
#[test]
fn what_is_said_of_a_cycle_ahead_is_what_is_recorded() {
    let most: u64 = if fuzz::all() { 100 } else { 20 };
    for (name, source, preset) in samples() {
        let mut session = start(&name, &source, &preset);
        finish(&mut session, &name, &preset);
        let end = session.status().frontier;
        let stops: BTreeSet<u64> = (0..most).map(|stop| stop * end / most).collect();
        let mut growing = start(&name, &source, &preset);
        for cycle in stops {
            growing.advance(cycle, CYCLES);
            let ahead = growing.snapshot(0).expect("a run has a state").units;
            session.seek(cycle, CYCLES);
            let recorded = session.snapshot(0).expect("a run has a state").units;
            assert_eq!(ahead, recorded, "{name} on {preset}, cycle {cycle}");
        }
    }
}

/// Values of settings with which kernels do not run to their end: what the machine does without is what they need.
const WITHOUT: &[(&str, &str, &str)] = &[("harp", "divergence", "none")];

/// Settings that are choices or switches: each with its values.
fn choices(machine: &session::MachineInfo) -> Vec<(String, Vec<String>)> {
    let ends = |id: &str, value: &str| !WITHOUT.contains(&(&*machine.id, id, value));
    let values = |setting: &Info| match &setting.kind {
        SettingKind::Choice(names) => {
            let names = names.iter().filter(|name| ends(&setting.id, name)).cloned().collect();
            Some((setting.id.clone(), names))
        }
        SettingKind::Switch => Some((setting.id.clone(), vec!["off".into(), "on".into()])),
        SettingKind::Integer { .. } | SettingKind::Fraction { .. } | SettingKind::Text { .. } => None,
    };
    machine.settings.iter().filter_map(values).collect()
}

/// Few rows of values, one for each setting, such that every two values of two settings meet in a row: each row begins
/// with a pair that has not met, and takes what else meets the most others for the first time.
fn rows(settings: &[(String, Vec<String>)]) -> Vec<Vec<usize>> {
    let places: Vec<(usize, usize)> =
        settings.iter().enumerate().flat_map(|(at, (_, all))| (0..all.len()).map(move |v| (at, v))).collect();
    let meet = |a: &(usize, usize)| {
        let a = *a;
        places.iter().filter(move |b| a.0 < b.0).map(move |b| (a, *b))
    };
    let mut open: BTreeSet<_> = places.iter().flat_map(meet).collect();
    let mut rows = Vec::new();
    while let Some((a, b)) = open.first().copied() {
        let mut row = vec![a, b];
        for (at, (_, all)) in settings.iter().enumerate().filter(|(at, _)| *at != a.0 && *at != b.0) {
            let new = |value: &usize| {
                let one = (at, *value);
                row.iter().filter(|other| open.contains(&(one.min(**other), one.max(**other)))).count()
            };
            let value = (0..all.len()).rev().max_by_key(new).unwrap_or(0);
            row.push((at, value));
        }
        row.sort_unstable();
        for (at, one) in row.iter().enumerate() {
            open.retain(|pair| !row[at + 1..].iter().any(|other| *pair == (*one, *other)));
        }
        rows.push(row.into_iter().map(|(_, value)| value).collect());
    }
    rows
}

/// On the first preset of each machine, with three kernels (all of them if whole products are tried).
#[test]
fn every_two_modes_go_together() {
    let wanted = |name: &str| fuzz::all() || runs::SAMPLE.contains(&name);
    let kernels: Vec<_> = kernels().into_iter().filter(|(name, _)| wanted(name)).collect();
    for machine in session::machines() {
        let settings = choices(&machine);
        let preset = &machine.presets[0].id;
        for row in rows(&settings) {
            let values = settings.iter().zip(row).map(|((id, all), value)| (id.clone(), all[value].clone()));
            let changes: Vec<(String, String)> = values.collect();
            for (name, source) in kernels.iter().filter(|(name, _)| !runs::is_refused(name, preset)) {
                let mut document = runs::document(source, preset);
                document.machine.changes = changes.clone();
                let open = || {
                    let mut session = Session::open(document.clone(), Limits::default());
                    match session.start() {
                        Ok(_) => Some(session),
                        // A kernel without a loop has none to write out.
                        Err(found) if found.iter().all(|one| one.code == "sim_d::loops") => None,
                        Err(found) => panic!("{name} with {changes:?}: {found:#?}"),
                    }
                };
                let Some(mut whole) = open() else { continue };
                finish(&mut whole, name, preset);
                let check = (0..1000).find_map(|_| whole.check(1_000_000)).expect("the reference ends");
                assert!(check.pass, "{name} with {changes:?}: {check:#?}");
                let report = whole.report().expect("a run has a report");
                assert_eq!(report.slots.iter().sum::<u64>(), report.slots_total, "{name} with {changes:?}");
                let again = open().map(|session| runs::numbers(&stepped(session)));
                assert_eq!(again, Some(runs::numbers(&whole)), "{name} with {changes:?}");
            }
        }
    }
}

#[test]
fn rows_of_modes_bring_every_two_together() {
    let settings: Vec<(String, Vec<String>)> =
        [2, 3, 2, 4].iter().map(|count| (String::new(), vec![String::new(); *count])).collect();
    let rows = rows(&settings);
    for (a, b) in [(0, 1), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let met: BTreeSet<_> = rows.iter().map(|row| (row[a], row[b])).collect();
        assert_eq!(met.len(), settings[a].1.len() * settings[b].1.len());
    }
    assert!(rows.len() < 2 * 3 * 4, "{}", rows.len());
}
