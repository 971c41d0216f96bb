//! Main memory as launched kernels meet it: peaks on paper, rows that a line opens, and what is still in caches at the end.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::{
    runs,
    shorthand::{counter, finish},
};

/// A run of a text to its end, on a preset with changed settings.
fn finished(source: &str, preset: &str, changes: &[(&str, &str)]) -> Session {
    let mut document = runs::document(source, preset);
    document.machine.changes = changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
    finish(&mut session);
    session
}

/// Every element of a buffer of 4096 bytes is written once; one float operation each.
const WRITES: &str = "// lanescope: global 1024\n// lanescope: local 32\n// lanescope: arg out [1024]\n\
    __kernel void writes(__global float *out) { int i = get_global_id(0); out[i] = (float)i * 2.0f; }";

/// Arguments are there without a fetch, so that memory sees the kernel's own accesses only.
const NO_CONSTANTS: (&str, &str) = ("constant_bytes", "0");

/// Channels x bytes of the bus x transfers in a second. Graphics memory moves four times in a cycle of its command clock,
/// DDR3 and DDR4 twice (gpgpu 6.6: 177 GB/s of a GTX 480; JESD79-4: DDR4-2400; hp_ch4 8.2: 32 GB/s of an i7-960 and 199 GB/s of a
/// Xeon 8180 at the pins; JESD79-3: DDR3-1066 and DDR3-1333). Vector memory with banks: as many words in a cycle as banks are ready.
#[test]
fn peaks_are_the_sums_on_paper() {
    let paper = [
        ("simt/teaching", 1.0 * 4.0 * 4.0 * 0.924),
        ("simt/fermi", 6.0 * 8.0 * 4.0 * 0.924),
        ("simt/gcn64", 6.0 * 8.0 * 4.0 * 0.924),
        ("rvv/textbook-dram", 8.0 * 2.0 * 1.2),
        ("packed/i7-920", 3.0 * 8.0 * 2.0 * 0.533),
        ("packed/i7-960", 3.0 * 8.0 * 2.0 * 0.667),
        ("packed/xeon-8180", 12.0 * 8.0 * 2.0 * 1.037),
    ];
    for (preset, gbytes) in paper {
        let peak = finished(WRITES, preset, &[]).report().expect("a run has a report").peak_gbytes;
        assert!((peak - gbytes).abs() < 0.001, "{preset}: {peak} GB/s, on paper {gbytes}");
    }
    let has_dram = |preset: &&String| {
        let machines = session::machines();
        let all = machines.iter().flat_map(|machine| &machine.presets);
        let values = &all.into_iter().find(|known| known.id == **preset).expect("a preset").values;
        let is = |id: &str| values.iter().any(|(known, value)| known == id && value == "dram");
        preset.starts_with("simt/") || is("memory") || is("main_memory")
    };
    for preset in runs::kernel_presets().iter().filter(has_dram) {
        assert!(paper.iter().any(|(known, _)| known == preset), "{preset} needs its sum on paper");
    }
    let wider =
        finished(WRITES, "simt/fermi", &[("dram_width", "128")]).report().expect("a report").peak_gbytes;
    assert!((wider - 2.0 * 177.408).abs() < 0.001, "{wider}");
}

/// The rates that presets name, in their sentence or with their source: `N GB/s at the pins`, `N GB/s of … at the pins`.
#[test]
fn presets_have_the_memory_that_they_name() {
    let mut named = 0;
    for preset in session::machines().into_iter().flat_map(|machine| machine.presets) {
        let sentences =
            [&preset.doc, &preset.source].map(|text| text.split([';', ':', ',']).collect::<Vec<_>>());
        for part in sentences.into_iter().flatten().filter(|part| part.contains("at the pins")) {
            let (number, _) = part.split_once(" GB/s").unwrap_or_else(|| panic!("{}: {part}", preset.id));
            let number: f64 = number.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number");
            let peak = finished(WRITES, &preset.id, &[]).report().expect("a report").peak_gbytes;
            assert!((peak / number - 1.0).abs() < 0.002, "{}: {peak} GB/s, it names {number}", preset.id);
            named += 1;
        }
    }
    assert_eq!(named, 3, "i7-920, i7-960, Xeon 8180");
    // hp_ch4 8.2, by itself.
    for (preset, gbytes) in [("packed/i7-920", 25.6), ("packed/i7-960", 32.0), ("packed/xeon-8180", 199.0)] {
        let peak = finished(WRITES, preset, &[]).report().expect("a report").peak_gbytes;
        assert!((peak / gbytes - 1.0).abs() < 0.002, "{preset}: {peak} GB/s, printed {gbytes}");
    }
}

/// hp_ch4 8.2 has 16.4 GB/s of an i7-920 with Stream, of 25.6 at the pins. The machine, which asks for nothing before it is needed,
/// reaches less than what was measured, and more than a fourth of the pins (docs/machines/packed.md has the numbers side by side).
#[test]
fn hp_ch4_8_2_a_stream_on_the_i7_920() {
    let triad = "// lanescope: global 262144\n// lanescope: local 1024\n// lanescope: arg a [262144] zeros\n\
        // lanescope: arg b [262144] random(1, 0, 1)\n// lanescope: arg c [262144] random(2, 0, 1)\n// lanescope: arg s 3.0\n\
        __kernel void triad(__global float *a, __global const float *b, __global const float *c, float s) {\n\
        int i = get_global_id(0); a[i] = b[i] + s * c[i]; }";
    let report = finished(triad, "packed/i7-920", &[]).report().expect("a report");
    let gbytes = report.well_known.memory_bytes.expect("it counts bytes") as f64 / report.seconds / 1e9;
    println!("triad: {gbytes:.1} GB/s; the book's Stream 16.4, the pins {:.1}", report.peak_gbytes);
    assert!(gbytes <= report.peak_gbytes, "{gbytes:.1} GB/s");
    assert!(gbytes >= 0.25 * report.peak_gbytes, "{gbytes:.1} GB/s");
}

/// The i-th warp reads a line of its own far from all others: a line opens one row, by the old order one for each burst.
#[test]
fn m20_a_line_opens_one_row() {
    let gather = "// lanescope: global 8192\n// lanescope: local 128\n// lanescope: arg x [524288]\n\
        // lanescope: arg out [8192]\n\
        __kernel void gather(__global const int *x, __global int *out) {\n\
        int i = get_global_id(0); out[i] = x[(i / 32) * 1597 % 16384 * 32 + i % 32]; }";
    let activates = |map| {
        let session = finished(gather, "simt/fermi", &[("dram_map", map), NO_CONSTANTS]);
        assert_eq!(counter(&session, "dram_reads"), 256 * 2, "256 lines, two bursts each");
        counter(&session, "dram_activates")
    };
    let (line, split) = (activates("row-bank-column-group-line"), activates("row-bank-column-group"));
    assert!(line <= 256, "{line} rows were opened for 256 lines");
    assert!(split > 384, "{split}: each line is in two bank groups");
}

#[test]
fn dirty_lines_are_traffic_to_come() {
    for preset in runs::kernel_presets() {
        let changes: &[_] = if preset.starts_with("simt/") { &[NO_CONSTANTS] } else { &[] };
        let session = finished(WRITES, &preset, changes);
        let (moved, to_come) = (counter(&session, "memory_bytes"), counter(&session, "memory_bytes_to_come"));
        if preset.starts_with("simt/") {
            assert_eq!(moved + to_come, 4096, "{preset}: {moved} moved, {to_come} to come");
            assert!(to_come > 0, "{preset}: its second level holds the results");
            let roofs = session.report().and_then(|report| report.roofline()).expect("it has roofs");
            assert_eq!(roofs.intensity, Some(1024.0 / 4096.0), "{preset}");
        } else {
            assert!(moved >= 4096 && to_come == 0, "{preset} writes through");
        }
    }
}

/// Without a second level everything goes to memory at once.
#[test]
fn nothing_is_to_come_without_a_cache_that_writes_back() {
    let session = finished(WRITES, "simt/teaching", &[("l2_slice_kb", "0")]);
    assert_eq!(counter(&session, "memory_bytes_to_come"), 0);
    assert!(counter(&session, "memory_bytes") >= 4096);
}

/// At the end of a run every burst has arrived: what memory moved is its bursts, whatever came last. (Of a vector machine the
/// scalar core's accesses go by no DRAM.)
#[test]
fn every_burst_is_in_the_bytes_that_moved() {
    for preset in runs::kernel_presets().into_iter().filter(|preset| preset.starts_with("packed/")) {
        for kernel in session::gallery() {
            let session = finished(&kernel.source, &preset, &[("main_memory", "dram")]);
            let bursts = counter(&session, "dram_reads") + counter(&session, "dram_writes");
            assert_eq!(counter(&session, "memory_bytes"), 64 * bursts, "{} on {preset}", kernel.name);
        }
    }
}

/// Tiles of 512 and 256 bytes come with a block of 64 bytes for their shapes, one of 512 bytes goes (words of 32 bits).
#[test]
fn hs09_tiles_are_counted_in_bytes_and_words() {
    let item = session::programs().into_iter().find(|item| item.name == "packed_tiles");
    let item = item.expect("it comes with the laboratory");
    let document = Document { language: item.language, ..runs::document(&item.source, "packed/amx") };
    let mut session = Session::open(document, Limits::default());
    session.start().expect("it starts");
    finish(&mut session);
    let counts = ["memory_bytes", "loaded_elements", "stored_elements"].map(|id| counter(&session, id));
    assert_eq!(counts, [64 + 512 + 256 + 512, (64 + 512 + 256) / 4, 512 / 4]);
}
