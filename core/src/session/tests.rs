//! The whole way, from a text to numbers. The kernels are assembly and OpenCL C, the machine is the teaching preset.

mod shown;
// The same machine tests what runs machines, a floor below: the two crates have no tests in common.
#[path = "../../parts/src/run/toy.rs"]
mod toy;

use alloc::{format, string::String, vec::Vec};

use super::*;
use crate::{
    document::{Language, Limits, MachineChoice},
    figure::panel::Place,
    gallery,
    run::Excerpt,
    trace::{Log, window},
};

const SAXPY: &str = "
.entry saxpy(.param .f32 a, .param .u64 .ptr .global .align 4 x, .param .u64 .ptr .global .align 4 y, .param .u32 n)
{
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r0, %r1, %r2;
  ld.param.u32 %r4, [n];
  setp.ge.u32 %p0, %r3, %r4;
  @%p0 bra END;
  ld.param.u64 %rd0, [x];
  ld.param.u64 %rd1, [y];
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd0, %rd0, %rd2;
  add.u64 %rd1, %rd1, %rd2;
  ld.global.f32 %r5, [%rd0];
  ld.global.f32 %r6, [%rd1];
  ld.param.f32 %r7, [a];
  fma.rn.f32 %r6, %r7, %r5, %r6;
  st.global.f32 [%rd1], %r6;
END:
  ret;
}
// lanescope: global 128
// lanescope: local 16
// lanescope: arg a 2
// lanescope: arg n 100
// lanescope: arg x float[100] iota
// lanescope: arg y float[100] fill(1)
";

fn saxpy() -> Session {
    let mut document = document_of(SAXPY.into());
    document.language = Language::Assembly;
    let mut session = Session::open(document, Limits::default());
    assert_eq!(session.compiled().diagnostics, []);
    session.start().unwrap();
    session
}

/// A gallery kernel at the end of its run on a preset.
fn finished(kernel: &str, preset: &str, limits: Limits) -> Session {
    let mut document = gallery::document(kernel).unwrap();
    document.machine = MachineChoice { preset: preset.into(), changes: Vec::new() };
    let mut session = Session::open(document, limits);
    session.start().unwrap();
    finish(&mut session);
    session
}

/// The presets of the machines that compile kernels. Others are for programs by hand alone.
pub(super) fn kernel_presets() -> impl Iterator<Item = PresetInfo> {
    let takes = |preset: &PresetInfo| {
        let mut document = gallery::document("saxpy").unwrap();
        document.machine = MachineChoice { preset: preset.id.clone(), changes: Vec::new() };
        let session = Session::open(document, Limits::default());
        !session.compiled().diagnostics.iter().any(|diagnostic| diagnostic.is_error())
    };
    machines().into_iter().flat_map(|machine| machine.presets).filter(takes)
}

fn finish(session: &mut Session) {
    for _ in 0..1000 {
        if session.advance(u64::MAX, 10_000).complete {
            return;
        }
    }
    panic!("the run does not end");
}

#[test]
fn saxpy_runs_to_the_right_result() {
    let mut session = saxpy();
    finish(&mut session);
    assert_eq!(session.status().halt, None);
    let bytes = session.dump("y").unwrap();
    let y: Vec<f32> = bytes.chunks(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect();
    assert!(y.iter().enumerate().all(|(i, y)| *y == 2.0 * i as f32 + 1.0));
    let (report, digest) = (session.report().unwrap(), session.memory_digest());
    assert_eq!(report.slots.iter().sum::<u64>(), report.slots_total);
    assert_eq!(report.slots_total, report.cycles, "one scheduler: one slot in a cycle");
    let functional = session.functional(&mut |_| true).unwrap().unwrap();
    assert_eq!(functional.work, report.work);
    assert_eq!((Some(functional.memory_digest), functional.halt), (digest, None));
}

/// The numbers, and the digests of memory and state.
fn numbers(session: &Session) -> (Option<Report>, Option<u64>, Option<u64>) {
    (session.report(), session.memory_digest(), session.state_digest())
}

#[test]
fn steps_and_one_run_agree_in_every_number() {
    let (mut stepped, mut whole) = (saxpy(), saxpy());
    finish(&mut whole);
    while !stepped.advance(stepped.status().cycle + 1, 1).complete {}
    assert_eq!(numbers(&stepped), numbers(&whole));
}

#[test]
fn going_back_shows_what_was_there() {
    let mut session = saxpy();
    let mut seen = Vec::new();
    for cycle in [0, 1, 17, 90] {
        session.advance(cycle, u64::MAX);
        seen.push((cycle, session.state_digest(), session.snapshot(1)));
    }
    finish(&mut session);
    for (cycle, digest, snapshot) in seen.into_iter().rev() {
        assert_eq!(session.seek(cycle, u64::MAX).cycle, cycle);
        assert_eq!(session.state_digest(), digest);
        assert_eq!(session.snapshot(1), snapshot);
    }
}

#[test]
fn the_strip_adds_up_to_the_report_and_the_timeline_to_the_strip() {
    let mut session = saxpy();
    finish(&mut session);
    let report = session.report().unwrap();
    let strip = session.strip(50);
    let sums: Vec<u64> = (0..report.slots.len())
        .map(|cause| strip.columns.iter().map(|c| u64::from(c[cause])).sum())
        .collect();
    assert_eq!(sums, report.slots);
    let window = Window { from: 0, to: report.cycles, columns: 8192, first_unit: 0, units: 99 };
    let cells = session.timeline(&window).cells;
    let issued = cells.iter().filter(|cell| cell.cause == vocabulary::Cause::ISSUED).count() as u64;
    assert_eq!(issued, report.work.instructions);
    let lanes: u64 =
        cells.iter().filter(|cell| cell.issued > 0).map(|cell| u64::from(cell.lanes.count())).sum();
    let on = report.counters.iter().find(|counter| counter.id == "predicated_on").unwrap();
    assert_eq!(lanes, on.value);
}

#[test]
fn the_strip_says_where_the_recording_ends_and_whether_the_run_does() {
    let mut session = saxpy();
    session.advance(10, u64::MAX);
    let strip = session.strip(100);
    assert_eq!((strip.end, strip.complete), (10, false));
    finish(&mut session);
    let strip = session.strip(100);
    assert_eq!((strip.end, strip.complete), (session.status().frontier, true));
}

#[test]
fn what_changed_is_marked() {
    let mut session = saxpy();
    finish(&mut session);
    let y = session.run().unwrap().buffers.iter().position(|buffer| buffer.name == "y").unwrap();
    let contents = session.contents(Region::Buffer(y as u32), 8, 8);
    assert_eq!(contents.bytes, [5f32.to_le_bytes(), 7f32.to_le_bytes()].concat());
    assert!(contents.changed.iter().any(|changed| *changed));
    session.seek(0, u64::MAX);
    assert!(session.contents(Region::Buffer(y as u32), 0, 400).changed.iter().all(|changed| !changed));
    assert_eq!(session.contents(Region::Buffer(99), 0, 4).bytes, []);
    assert_eq!(session.contents(Region::Local(u32::MAX), u64::MAX, u64::MAX).bytes, []);
}

#[test]
fn every_format_is_written() {
    let mut session = saxpy();
    finish(&mut session);
    let cycles = session.status().frontier;
    for format in [Format::Json, Format::Perfetto, Format::Kanata, Format::Csv] {
        let mut bytes = Vec::new();
        session.export(format, WHOLE, &mut |piece| {
            bytes.extend_from_slice(piece);
            true
        });
        assert!(bytes.len() as u64 > cycles, "{format:?}");
        if format == Format::Kanata {
            let text = String::from_utf8(bytes).unwrap();
            let retired =
                text.lines().filter(|line| line.starts_with("R\t") && line.ends_with("\t0")).count();
            assert_eq!(retired as u64, session.report().unwrap().work.instructions);
        }
    }
}

#[test]
fn an_export_in_slices_is_the_whole_one_and_can_be_given_up() {
    let mut session = saxpy();
    finish(&mut session);
    for format in [Format::Json, Format::Perfetto, Format::Kanata, Format::Csv] {
        let (mut whole, mut sliced) = (Vec::new(), Vec::new());
        session.export(format, WHOLE, &mut |piece| {
            whole.extend_from_slice(piece);
            true
        });
        // The session goes elsewhere meanwhile; another export that was begun is given up.
        let mut given_up = session.exporting(format, WHOLE).unwrap();
        given_up.advance(5, &mut |_| true);
        drop(given_up);
        let mut exporting = session.exporting(format, WHOLE).unwrap();
        let mut slices = 0;
        let mut take = |piece: &[u8]| {
            sliced.extend_from_slice(piece);
            true
        };
        while exporting.advance(16, &mut take) != Slice::Done {
            session.seek(slices % 50, u64::MAX);
            slices += 1;
        }
        assert!(sliced == whole && slices > 5, "{format:?}: {slices} slices");
    }
    let end = session.status().frontier;
    assert_eq!(session.seek(end, u64::MAX).cycle, end);
}

#[test]
fn events_can_be_found() {
    let mut session = saxpy();
    assert_eq!(session.next_event(EventKind::Issue, Some(0)), Found::NotYet);
    finish(&mut session);
    session.seek(0, u64::MAX);
    let Found::At { cycle, unit: Some(0) } = session.next_event(EventKind::Stall, Some(0)) else {
        panic!("there is a stall")
    };
    assert!(cycle > 0);
    assert!(matches!(session.next_event(EventKind::Response, None), Found::At { .. }));
    assert_eq!(session.next_event(EventKind::Barrier, None), Found::Never);
}

#[test]
fn the_document_of_a_session_has_everything() {
    let mut session = saxpy();
    session.advance(33, u64::MAX);
    let document = session.document();
    assert_eq!((document.cycle, document.launch.as_ref().unwrap().args.len()), (33, 4));
    let again = Session::open(document.clone(), Limits::default());
    assert_eq!(again.compiled().launch, document.launch.unwrap());
}

#[test]
fn the_cycle_limit_is_named() {
    let mut document = document_of(SAXPY.into());
    document.language = Language::Assembly;
    let mut session = Session::open(document, Limits { cycles: 10, ..Limits::default() });
    session.start().unwrap();
    let status = session.advance(u64::MAX, u64::MAX);
    assert_eq!((status.frontier, status.complete), (10, true));
    let message = status.halt.unwrap().message;
    assert!(
        message.starts_with("The run passed limit `cycles` (10). When it stopped, core 0 warp 0"),
        "{message}"
    );
}

#[test]
fn a_run_without_timing_has_a_limit_of_its_own() {
    let with_limit = |functional_instructions| {
        let document = Document { language: Language::Assembly, ..document_of(SAXPY.into()) };
        let mut session = Session::open(document, Limits { functional_instructions, ..Limits::default() });
        session.functional(&mut |_| true).unwrap().unwrap()
    };
    let whole = with_limit(u64::MAX).work.instructions;
    assert_eq!(with_limit(whole).halt, None);
    let cut = with_limit(whole - 1);
    assert_eq!(cut.work.instructions, whole - 1);
    let expected = format!("The run passed limit `functional_instructions` ({}).", whole - 1);
    assert_eq!(cut.halt.unwrap().message, expected);
}

#[test]
fn nothing_is_a_panic_before_the_start() {
    let mut session = Session::open(document_of(String::new()), Limits::default());
    assert!(session.compiled().diagnostics.iter().any(|diagnostic| diagnostic.is_error()));
    assert!(!session.start().unwrap_err().is_empty());
    assert_eq!(session.advance(9, 9).cycle, 0);
    assert!(session.snapshot(0).is_none() && session.report().is_none() && session.dump("x").is_none());
    assert_eq!(session.strip(10).columns.len(), 0);
    assert!(session.check(10).is_none() && session.functional(&mut |_| true).is_err());
}

#[test]
fn a_kernel_runs_although_another_one_of_the_text_is_broken() {
    let text = "__kernel void broken(__global int *p) { p[0] = nothing; }\n\
                __kernel void fine(__global int *p) { p[get_global_id(0)] = 7; }";
    let mut document = document_of(text.into());
    assert!(!Session::open(document.clone(), Limits::default()).start().unwrap_err().is_empty());
    document.kernel = Some("fine".into());
    let mut session = Session::open(document, Limits::default());
    let said = &session.compiled().diagnostics;
    assert!(said.len() == 1 && said[0].message.starts_with("Not used by `fine`: "), "{said:#?}");
    session.start().unwrap();
    finish(&mut session);
    assert!(session.dump("p").unwrap().chunks(4).all(|element| element == [7, 0, 0, 0]));
}

#[test]
fn a_machine_has_every_counter_that_the_measures_ask_for() {
    // A measure is absent where it would divide by zero: the reduction has branches and barriers, but no float operation.
    // The chime models belong to the vector machine.
    let run = |name| {
        let mut session = Session::open(gallery::document(name).unwrap(), Limits::default());
        session.start().unwrap();
        finish(&mut session);
        session.totals().unwrap().derived
    };
    let derived = [run("reduce_interleaved"), run("saxpy"), run("daxpy_vector")].concat();
    for id in crate::report::derived::ids() {
        assert!(derived.iter().any(|measure| measure.id == id), "{id}");
    }
    // A model may need more cycles than the machine.
    let is_model = |id: &str| ["chime_share", "start_up_share"].contains(&id);
    let is_percent = |measure: &crate::report::Measure| measure.info().unwrap().unit == "%";
    let is_share = |measure: &&crate::report::Measure| is_percent(measure) && !is_model(&measure.id);
    assert!(derived.iter().filter(is_share).all(|measure| measure.value <= 100.0));
    assert!(derived.iter().all(|measure| measure.value >= 0.0));
}

#[test]
fn a_wrong_machine_is_a_sentence() {
    let mut document = document_of(SAXPY.into());
    document.machine = MachineChoice { preset: "abacus/first".into(), changes: Vec::new() };
    let errors = Session::open(document, Limits::default()).start().unwrap_err();
    assert!(errors.iter().any(|error| error.message.contains("abacus/first")));
}

#[test]
fn a_text_that_is_too_long_names_the_limit() {
    let limits = Limits { source_bytes: 100, ..Limits::default() };
    let errors = Session::open(document_of("x".repeat(101)), limits).start().unwrap_err();
    assert!(errors[0].message.contains("`source_bytes`"), "{}", errors[0].message);
}

#[test]
fn proposed_machines_exist() {
    let presets: Vec<String> = machines().into_iter().flat_map(|m| m.presets).map(|p| p.id).collect();
    assert!(presets.contains(&gallery::DEFAULT_PRESET.into()));
    for item in super::gallery() {
        let machine = item.machine.unwrap_or_else(|| panic!("{} proposes a machine", item.name));
        assert!(presets.contains(&machine.preset), "{}", format!("{}: {}", item.name, machine.preset));
    }
}

/// Every gallery kernel that ends, on its own preset.
fn ending() -> impl Iterator<Item = (String, Session)> {
    super::gallery().into_iter().filter(|item| item.name != "spin_lock").map(|item| {
        let mut session = Session::open(gallery::document(&item.name).unwrap(), Limits::default());
        session.start().unwrap();
        (item.name, session)
    })
}

#[test]
fn slices_and_seeks_agree_on_every_gallery_kernel() {
    for (name, mut whole) in ending() {
        finish(&mut whole);
        let end = whole.status().frontier;
        let report = numbers(&whole);
        let mut sliced = Session::open(whole.document(), Limits::default());
        sliced.start().unwrap();
        let mut seen = Vec::new();
        while !sliced.advance(u64::MAX, end / 5 + 1).complete {
            seen.push((sliced.status().cycle, sliced.state_digest()));
        }
        assert_eq!(numbers(&sliced), report, "{name}");
        for (cycle, digest) in seen.into_iter().rev() {
            whole.seek(cycle, u64::MAX);
            assert_eq!(whole.state_digest(), digest, "{name} in cycle {cycle}");
        }
        whole.seek(u64::MAX, u64::MAX);
        assert_eq!(numbers(&whole), report, "{name}");
    }
}

/// A name that no kernel has is told with the kernel that is used instead; a text without kernels has mistakes of its own.
#[test]
fn an_unknown_kernel_is_told_with_the_one_that_is_used() {
    let said = |source: &str, language| {
        let kernel = Some("nosuch".into());
        let document = Document { kernel, language, ..gallery::document_of(source.into()) };
        let session = Session::open(document, Limits::default());
        let about_kernels = session.compiled().diagnostics.iter().filter(|d| d.code.starts_with("session::"));
        about_kernels.map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    let two = "__global__ void a(int *o) { o[0] = 1; } __global__ void b(int *o) { o[0] = 2; }";
    assert_eq!(said(two, Language::Cuda), ["there is no kernel `nosuch` in this text; `a` is used"]);
    let launched = format!("{two} int main() {{ b<<<1, 1>>>(p); }}");
    assert_eq!(said(&launched, Language::Cuda), ["there is no kernel `nosuch` in this text; `b` is used"]);
    assert_eq!(said(".entry f(.param .u32 n)\n{\n  bogus;\n  ret;\n}", Language::Assembly), [""; 0]);
}

#[test]
fn every_machine_has_one_panel_for_each_place() {
    for machine in machines() {
        let shown = |place| machine.panels.iter().filter(|panel| panel.shows(place)).count();
        for place in [Place::First, Place::Second] {
            assert_eq!(shown(place), 1, "{}: {place:?}", machine.id);
        }
        // Runs are compared by their timelines or by their diagrams.
        assert_eq!(shown(Place::Beside), 2, "{}", machine.id);
    }
}

/// A search in recordings that end early finds what there is, or says that they do.
#[test]
fn nothing_is_missed_for_want_of_room() {
    for preset in kernel_presets() {
        let ample = finished("mandelbrot", &preset.id, Limits::default());
        let busy: Vec<u32> = ample.busy().into_iter().take(2).collect();
        for log_bytes in [1, 2_000, 20_000] {
            let scarce = finished("mandelbrot", &preset.id, Limits { log_bytes, ..Limits::default() });
            for (unit, pc) in busy.iter().flat_map(|unit| (0..16).map(move |pc| (*unit, pc))) {
                match (scarce.follow(unit, pc, 20), ample.follow(unit, pc, 20)) {
                    (Err(why), _) if why.contains("`log_bytes`") => {}
                    (found, expected) => assert_eq!(found, expected, "{} {log_bytes} {unit} {pc}", preset.id),
                }
            }
        }
    }
}

/// The next event does not depend on what recordings may take.
#[test]
fn the_next_event_is_found_without_room() {
    for preset in kernel_presets() {
        let session =
            |log_bytes| finished("mandelbrot", &preset.id, Limits { log_bytes, ..Limits::default() });
        let (mut scarce, mut ample) = (session(1), session(Limits::default().log_bytes));
        let end = ample.status().frontier;
        assert!(scarce.record(0, end).unwrap().end() < end, "{} has room", preset.id);
        let cycle = end / 2;
        for session in [&mut scarce, &mut ample] {
            while session.seek(cycle, u64::MAX).cycle != cycle {}
        }
        for unit in [None, ample.busy().first().copied()] {
            for kind in EventKind::STATES {
                let found = [&scarce, &ample].map(|session| session.next_event(kind, unit));
                assert_eq!(found[0], found[1], "{} {unit:?} {kind:?}", preset.id);
            }
        }
    }
}

/// The branch over the body is guarded: as long as every work-item has an element, no lane takes it, and none leaves.
#[test]
fn a_guard_that_holds_nowhere_is_no_change_of_active_lanes() {
    let found = |items: u32| {
        let text = SAXPY.replace("global 128", &format!("global {items}"));
        let document = Document { language: Language::Assembly, ..document_of(text) };
        let mut session = Session::open(document, Limits::default());
        session.start().unwrap();
        finish(&mut session);
        while session.seek(0, u64::MAX).cycle != 0 {}
        session.next_event(EventKind::Divergence, None)
    };
    assert_eq!(found(96), Found::Never);
    // The work-items from 100 on have no element: half of a warp leaves.
    assert!(matches!(found(128), Found::At { .. }));
}

/// Whatever is not worked out for a recording of some units, their states are those of a whole one.
#[test]
fn recordings_of_some_units_have_the_states_of_whole_ones() {
    for preset in kernel_presets() {
        let session = finished("saxpy", &preset.id, Limits::default());
        let run = session.running().unwrap();
        let (end, busy) = (run.frontier(), run.summary().busy());
        let some = [busy[0], busy[busy.len() / 2], busy[busy.len() - 1]].map(|unit| unit as usize);
        let part = |unit: usize| run.record(&Excerpt { from: 0, to: end, units: Some(unit..unit + 1) });
        let parts = some.map(|unit| (unit, part(unit)));
        let whole = run.record(&Excerpt::all(0, end));
        for (unit, part) in parts {
            let runs = |log: &Log| log.units[unit].runs(0, end).collect::<Vec<_>>();
            assert!(runs(&whole).len() > 1, "{} {unit}", preset.id);
            assert_eq!(runs(&part), runs(&whole), "{} {unit}", preset.id);
        }
    }
}

/// Of a machine with many units the shown ones are recorded, in blocks, and they show what a whole recording does.
#[test]
fn rows_of_a_large_machine_take_a_recording_of_their_units() {
    let session = finished("saxpy", "simt/gcn64", Limits::default());
    let run = session.running().unwrap();
    let end = run.frontier();
    let wanted = |units: &[u32]| recording::wanted(run, (0, end), 8192, units).units;
    assert_eq!(wanted(&[3]), Some(0..64));
    assert_eq!(wanted(&[64, 3]), Some(0..128));
    assert_eq!(wanted(&[1279, 9999]), Some(1216..1280));
    assert_eq!(wanted(&[]), None);
    let shown: Vec<u32> = run.summary().busy().into_iter().take(3).collect();
    let rows = session.rows(0, end, 8192, &shown);
    assert!(run.recorded(&Excerpt::all(0, end)).is_none());
    let whole = window::rows(&run.record(&Excerpt::all(0, end)), 0, end, 8192, &shown);
    assert!(rows == whole && rows.cells.iter().any(|cell| cell.issued > 0));
}

/// An instruction can be followed where its machine tells that it is issued.
#[test]
fn what_every_machine_issues_can_be_followed() {
    for preset in kernel_presets() {
        let session = finished("saxpy", &preset.id, Limits::default());
        // Not every unit has work: two groups are dealt out over all threads.
        let count = |unit: u32| {
            let followed = |pc: &u32| session.follow(unit, *pc, 1).is_ok_and(|figure| !figure.is_empty());
            let lines = session.compiled().assembly.lines.iter();
            let pcs: Vec<u32> = lines.filter_map(|line| line.pc).take(64).collect();
            pcs.iter().filter(|pc| followed(pc)).count()
        };
        assert!((0..16).any(|unit| count(unit) > 4), "{}", preset.id);
    }
}
