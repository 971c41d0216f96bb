//! Memory is measured, not believed: what the settings say that a machine takes bounds what is allocated for it, too large
//! a machine is refused before it is built, and keyframes take what they are counted for.

#![cfg(not(target_arch = "wasm32"))]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::{bombs, fuzz, runs};

/// The system's allocator, with a count of what is allocated and of the most that ever was.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
/// The count is of the whole process: one measurement at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Most bytes that were allocated at a time by something, and bytes that are left of it.
fn measured<T>(work: impl FnOnce() -> T) -> (T, u64, u64) {
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let result = work();
    let above = |count: usize| count.saturating_sub(before) as u64;
    (result, above(MOST.load(Relaxed)), above(NOW.load(Relaxed)))
}

/// The recording of these runs is small, so that what is measured is the machine.
const LOG_BYTES: u64 = 1 << 16;
/// What a run takes besides machine and recording: names, buffers, and what is said of them.
const BESIDES: u64 = 1 << 20;
/// For each unit: its name and its part of the recording.
const UNIT: u64 = 2 << 10;

/// Streams; and memory of work-items and of groups.
const KERNELS: [&str; 2] = [
    "// lanescope: global 512\n// lanescope: local 16\n__kernel void add(__global float *x, __global const float *y) {
        int i = get_global_id(0);
        for (int n = 0; n < 20; n++) x[i] += y[(i + n) & 511];
    }
    // lanescope: arg x [512]\n// lanescope: arg y [512]\n",
    "// lanescope: global 512\n// lanescope: local 16\n__kernel void own(__global int *x) {
        __local int t[16];
        int a[64];
        int i = get_local_id(0);
        for (int n = 0; n < 64; n++) a[n] = n ^ i;
        t[i] = a[i * 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[get_global_id(0)] = t[15 - i];
    }
    // lanescope: arg x [512]\n",
];

fn limits(machine_bytes: u64) -> Limits {
    Limits { machine_bytes, log_bytes: LOG_BYTES, ..Limits::default() }
}

fn open(source: &str, preset: &str, changes: &[(String, String)], limits: Limits) -> Session {
    let mut document = runs::document(source, preset);
    document.machine.changes = changes.to_vec();
    let session = Session::open(document, limits);
    assert!(
        session.compiled().chosen.is_some(),
        "{preset} {changes:?}: {:?}",
        session.compiled().diagnostics
    );
    session
}

/// Measures a thousand cycles of a run, with a look back and a look ahead. What the machine may take, unless it is refused.
fn check(source: &str, preset: &str, changes: &[(String, String)]) -> Option<u64> {
    let mut session = open(source, preset, changes, limits(256 << 20));
    let (started, most, _) = measured(|| {
        session.start()?;
        session.advance(1000, 1000);
        session.snapshot(0);
        session.seek(session.status().frontier / 2, 1000);
        session.snapshot(0);
        Ok::<(), Vec<Diagnostic>>(())
    });
    if let Err(found) = started {
        if let Some(refused) = found.iter().find(|one| one.code == "limit::machine-bytes") {
            let help = refused.help.as_deref().unwrap_or_default();
            let named = |(id, _): &(String, String)| help.contains(&format!("`{id}`"));
            assert!(most < BESIDES && changes.iter().any(named), "{changes:?} takes {most}: {refused:?}");
        }
        return None;
    }
    let units = session.run().map_or(0, |run| run.units.len() as u64);
    let bytes = session.machine_bytes();
    let bound = bytes + 4 * LOG_BYTES + units * UNIT + BESIDES;
    assert!(
        most <= bound,
        "{preset} {changes:?}: {most} bytes allocated, {bytes} computed, {bound} with all else"
    );
    Some(bytes)
}

#[test]
fn what_is_computed_bounds_what_is_allocated_on_every_preset() {
    let _alone = ALONE.lock();
    for preset in runs::kernel_presets() {
        for source in KERNELS {
            // A machine whose memory of work-items has a size of its own may refuse the second.
            let (compiled, own) =
                (Session::open(runs::document(source, &preset), Limits::default()), source == KERNELS[1]);
            if own && compiled.compiled().diagnostics.iter().any(|found| found.code == "limit::sim-d") {
                continue;
            }
            assert!(check(source, &preset, &[]).is_some_and(|bytes| bytes > 0), "{preset} is refused");
        }
    }
}

/// The largest value of each number, alone.
fn largest(machine: &session::MachineInfo) -> Vec<(String, String)> {
    let of = |setting: &Info| match setting.kind {
        SettingKind::Integer { max, .. } => Some((setting.id.clone(), max.to_string())),
        _ => None,
    };
    machine.settings.iter().filter_map(of).collect()
}

/// Alone, and in pairs those that make the machine much larger; with the memory that has banks, and with DRAM.
#[test]
fn what_is_computed_bounds_what_is_allocated_at_the_ends_of_the_ranges() {
    let _alone = ALONE.lock();
    for machine in runs::kernel_machines() {
        let preset = &machine.presets[0].id;
        let mut modes: Vec<Vec<(String, String)>> = vec![Vec::new()];
        if let Some(SettingKind::Choice(names)) =
            machine.settings.iter().find(|setting| setting.id == "memory").map(|setting| &setting.kind)
        {
            modes = names.iter().map(|name| vec![("memory".to_string(), name.clone())]).collect();
        }
        for mode in modes {
            let with = |changes: &[(String, String)]| [&mode[..], changes].concat();
            let base = check(KERNELS[0], preset, &mode).expect("a preset starts");
            let mut big = Vec::new();
            for change in largest(&machine) {
                let one = with(std::slice::from_ref(&change));
                let sizes = KERNELS.map(|source| check(source, preset, &one));
                if sizes.iter().any(|size| size.is_none_or(|size| size > 2 * base)) {
                    big.push(change);
                }
            }
            assert!(!big.is_empty(), "{preset} {mode:?}: nothing is big");
            for (at, a) in big.iter().enumerate() {
                for b in &big[at + 1..] {
                    check(KERNELS[1], preset, &with(&[a.clone(), b.clone()]));
                }
            }
        }
    }
}

fn changes(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect()
}

/// A link can hold any settings. The text opens; the run says which of them to lower.
#[test]
fn a_machine_that_is_too_large_is_refused_before_it_is_built() {
    let _alone = ALONE.lock();
    let cases = [
        (
            "rvv/textbook",
            &[("cores", "64"), ("vector_cache", "16384"), ("cache_line", "8")][..],
            "vector_cache",
        ),
        (
            "simt/teaching",
            &[
                ("cores", "64"),
                ("icache_bytes", "1048576"),
                ("icache_line", "16"),
                ("constant_bytes", "1048576"),
                ("constant_line", "16"),
            ],
            "constant_line",
        ),
        (
            "simt/fermi",
            &[("channels", "16"), ("l2_slices", "4"), ("l2_slice_kb", "4096"), ("line_bytes", "32")],
            "l2_slice_kb",
        ),
    ];
    for (preset, list, named) in cases {
        let mut session = open(KERNELS[0], preset, &changes(list), Limits::default());
        let (found, most, _) = measured(|| session.start().expect_err("it is refused"));
        assert_eq!(found[0].code, "limit::machine-bytes", "{found:?}");
        assert!(found[0].message.contains("limit `machine_bytes` is 1073741824"), "{found:?}");
        assert!(
            found[0].help.as_deref().is_some_and(|help| help.contains(&format!("`{named}`"))),
            "{found:?}"
        );
        assert!(most < BESIDES, "{preset}: {most}");
    }
}

/// Bytes that all keyframes of a run may take.
const KEYFRAMES: u64 = 256 << 20;

#[test]
fn keyframes_take_what_they_are_counted_for() {
    let _alone = ALONE.lock();
    let source = |global: u32| {
        format!(
            "// lanescope: global {global}\n// lanescope: local 8\n// lanescope: arg x [{global}]
        __kernel void k(__global int *x) {{
            int sum = 0;
            for (int n = 0; n < 2500; n++) sum = (sum * 5 + n) / 3;
            x[get_global_id(0)] = sum;
        }}"
        )
    };
    // Frames share what nobody writes: lines of a vector cache, tags of an instruction cache. Registers of units that run they do not.
    let cases = [
        ("rvv/textbook", 8, &[("cores", "2"), ("vector_cache", "16384")][..], true),
        ("simt/teaching", 8, &[("cores", "8"), ("icache_bytes", "1048576"), ("icache_line", "16")], true),
        (
            "simt/teaching",
            4096,
            &[("cores", "8"), ("warps_per_core", "64"), ("groups_per_core", "64")],
            false,
        ),
    ];
    for (preset, global, list, shares) in cases {
        let mut session = open(&source(global), preset, &changes(list), limits(1 << 30));
        let ((), most, left) = measured(|| {
            session.start().expect("it fits");
            while !session.advance(u64::MAX, 4096).complete {}
        });
        let each = session.machine_bytes() / 4;
        let frames = session.status().frontier / 1024;
        assert!(frames * each > 2 * KEYFRAMES, "{preset}: {frames} frames of {each} bytes say nothing");
        let bound = KEYFRAMES + session.machine_bytes() + 4 * LOG_BYTES + BESIDES;
        assert!(most <= bound, "{preset}: {most} bytes, of {bound}");
        // Neither is a frame counted for much more than it takes.
        assert_eq!(left > KEYFRAMES / 2, !shares, "{preset}: {left} bytes are left");
    }
}

/// A long vector in a slow unit leaves much to be told, whatever the size of the machine.
#[test]
fn what_is_under_way_passes_the_limit_by_name() {
    let _alone = ALONE.lock();
    const LIMIT: u64 = 128 << 20;
    let source = "// lanescope: global 65536\n// lanescope: local 65536
        // lanescope: arg x uchar[65536]\n// lanescope: arg y uchar[655360]
        __kernel void k(__global uchar *x, __global const uchar *y) {
            int i = get_global_id(0);
            x[i] = y[8 * i] + y[8 * i + 1] + y[9 * i] + y[9 * i + 1] + y[10 * i];
        }";
    let list = [
        ("vlen", "65536"),
        ("issue", "queues"),
        ("queue", "64"),
        ("memory_units", "16"),
        ("memory", "banked"),
        ("bank_busy", "1000"),
    ];
    let mut session = open(source, "rvv/textbook", &changes(&list), limits(LIMIT));
    let (status, most, _) = measured(|| {
        session.start().expect("it fits");
        session.advance(u64::MAX, 1 << 40)
    });
    let halt = status.halt.as_ref().unwrap_or_else(|| panic!("{status:?}")).message.clone();
    assert!(halt.contains("limit `machine_bytes` (134217728)"), "{halt}");
    assert!(most < 2 * LIMIT, "{most}");
}

/// What a text may take, with a few thousand steps of its run: a worker has 4 GiB.
const TEXT_BYTES: u64 = 900 << 20;

/// As many instructions as a text may have in every check; as many as it may have otherwise take minutes (`cargo xtask fuzz --all`).
const FEW_INSTRUCTIONS: u64 = 200_000;

/// Texts that would become large take no more memory than that on any machine, and what they say is short enough to be read.
#[test]
fn small_texts_that_would_become_large_stay_in_bounds() {
    let ir_instructions = if fuzz::all() { Limits::default().ir_instructions } else { FEW_INSTRUCTIONS };
    let _alone = ALONE.lock();
    let presets = runs::presets();
    let first = |preset: &&String| {
        session::machines()
            .iter()
            .any(|machine| machine.presets.first().is_some_and(|one| one.id == **preset))
    };
    // What no kernel comes of has met no machine: it is read once.
    let mut without_kernel = BTreeSet::new();
    for preset in presets.iter().filter(first) {
        let texts = bombs::kernels().into_iter().map(|one| (one, Language::Auto));
        for ((name, text), language) in
            texts.chain(bombs::programs().into_iter().map(|one| (one, Language::Assembly)))
        {
            if language == Language::Auto && without_kernel.contains(name) {
                continue;
            }
            let document = Document { language, ..runs::document(&text, preset) };
            let limits =
                Limits { cycles: 3000, interpreter_steps: 100_000, ir_instructions, ..Limits::default() };
            let ((said, kernel), most, _) = measured(|| {
                let mut session = Session::open(document, limits);
                let mut said = session.compiled().diagnostics.clone();
                match session.start() {
                    Ok(_) => drop(session.advance(3000, 3000)),
                    Err(found) => said.extend(found),
                }
                (said, !session.compiled().ir.lines.is_empty())
            });
            if language == Language::Auto && !kernel {
                without_kernel.insert(name);
            }
            assert!(most < TEXT_BYTES, "{name} on {preset} takes {most} bytes");
            let longest =
                said.iter().map(|one| one.message.len() + one.help.as_ref().map_or(0, String::len)).max();
            assert!(longest < Some(4000), "{name} on {preset} says {longest:?} bytes");
        }
    }
}
