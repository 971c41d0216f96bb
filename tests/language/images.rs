//! Images on every machine: what a kernel leaves in its memory is what the reference leaves, which the front end's tests hold against
//! the formulas of the specification.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
const FOLDER: &str = "tests/cases/images";

fn open(source: &str, preset: &str) -> Session {
    let mut document = runs::document(source, preset);
    if preset.starts_with("sim_d/") {
        document.machine.changes = vec![("instruction_memory".into(), "65536".into())];
    }
    Session::open(document, Limits::default())
}

/// Runs a kernel and holds what it leaves against the reference; `false` if the machine does not take it.
fn runs_as_the_reference(name: &str, source: &str, preset: &str) -> bool {
    let mut session = open(source, preset);
    if let Err(found) = session.start() {
        let room = found.iter().all(|one| matches!(one.code.as_ref(), "launch::fit" | "lower::lacks"));
        assert!(room || runs::is_of_machine(&found, preset), "{name} on {preset}: {found:#?}");
        return false;
    }
    assert_eq!(session.compiled().diagnostics, [], "{name}");
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
    let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
    assert!(check.pass, "{name} on {preset}: {check:#?}");
    true
}

/// Each on a preset of every machine, one after the other of its presets.
#[test]
fn every_machine_reads_and_writes_images() {
    let presets = runs::kernel_presets();
    let mut ran = Vec::new();
    for (at, (name, source)) in bless::texts(FOLDER).into_iter().enumerate() {
        for of in presets.chunk_by(|a, b| a.split('/').next() == b.split('/').next()) {
            let preset = &of[at % of.len()];
            if runs_as_the_reference(&name, &source, preset) {
                ran.push(preset.split('/').next().unwrap().to_string());
            }
        }
    }
    // Small memories for instructions have no room for linear filters.
    let (all, most) = (bless::texts(FOLDER).len(), bless::texts(FOLDER).len() - 2);
    for (machine, least) in [("simt", all), ("rvv", all), ("packed", all), ("harp", most), ("sim_d", most)] {
        let count = ran.iter().filter(|known| *known == machine).count();
        assert!(count >= least, "{machine}: {count}");
    }
}

/// The words of a buffer.
fn words(session: &Session, name: &str) -> Vec<u32> {
    let bytes = session.dump(name).unwrap_or_else(|| panic!("no {name}"));
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// What a header says of an image is what the kernel finds, whose code is made for it.
#[test]
fn format_size_and_contents_come_from_the_launch() {
    let source =
        "// lanescope: global 12\n// lanescope: local 4\n// lanescope: arg m image2d rg16u 4x3 iota(5, 10)\n\
        // lanescope: arg s sampler clamp normalized\n\
        __kernel void k(read_only image2d_t m, sampler_t s, __global uint4 *out, __global int *about) {
            int i = get_global_id(0);
            out[i] = read_imageui(m, s, (float2)((i % 4 + 0.5f) / 4, (i / 4 + 0.5f) / 3));
            about[0] = get_image_width(m) * 100 + get_image_height(m);
        }";
    let mut session = open(source, "simt/teaching");
    let names: Vec<String> =
        session.compiled().kernels[0].params.iter().map(|param| param.name.clone()).collect();
    assert_eq!(names, ["m", "s", "out", "about"]);
    session.start().unwrap();
    session.advance(CYCLES, CYCLES);
    let right: Vec<u32> = (0..12).flat_map(|i| [5 + 20 * i, 15 + 20 * i, 0, 1]).collect();
    assert_eq!((words(&session, "out"), words(&session, "about")[0]), (right, 403));
}

/// A pixel of `rgba8` is one load and four quotients, on a machine without calls as on one that has them.
#[test]
fn code_is_made_for_the_image() {
    let source = "// lanescope: global 16 16\n// lanescope: arg m image2d rgba8 16x16 iota\n\
        float4 at(read_only image2d_t m, int2 c) {
            const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
            return read_imagef(m, s, c);
        }
        __kernel void k(read_only image2d_t m, __global float *out) {
            int2 c = (int2)(get_global_id(0), get_global_id(1));
            out[c.y * 16 + c.x] = at(m, c - 1).y;
        }";
    for preset in ["simt/teaching", "rvv/textbook", "packed/textbook", "harp/harp32"] {
        let session = open(source, preset);
        let lines = &session.compiled().ir.lines;
        let count = |word: &str| lines.iter().filter(|line| line.text.contains(word)).count();
        assert_eq!((count("= load"), count("fdiv"), count("call")), (1, 1, 0), "{preset}: {lines:#?}");
        assert!(lines.len() < 50, "{preset}: {}", lines.len());
    }
}

/// What does not fit, and what is too large, is said.
#[test]
fn wrong_images_are_said() {
    let of = |header: &str| {
        let source = format!(
            "// lanescope: arg m {header}\n__kernel void k(read_only image2d_t m, __global float4 *out) {{ out[0] = read_imagef(m, (int2)(0, 0)); }}"
        );
        let mut session = open(&source, "simt/teaching");
        let found = session.start().err().unwrap_or_default();
        found.iter().chain(&session.compiled().diagnostics).map(|one| one.message.clone()).collect::<Vec<_>>()
    };
    let cases = [
        (
            "[100] zeros",
            "argument `m` (read_only image2d_t) takes an image such as `image2d rgba8 64x64 random(1, 0, 255)`",
        ),
        (
            "7",
            "argument `m` (read_only image2d_t) takes an image such as `image2d rgba8 64x64 random(1, 0, 255)`",
        ),
        (
            "image2d rgb8 4x4",
            "`rgb8` is no format of an image: one of r, rg, rgba, bgra, and behind it one of",
        ),
        (
            "image2d r8 16385x2",
            "argument `m`: an image has at most 16384 x 16384 pixels, or 134217728 in one row, not 16385 x 2 (limit image-size)",
        ),
        ("image2d rgba8 0x4", "argument `m`: no side of an image may be 0"),
        ("image2d rgba32f 16384x16384", "the buffers of this launch take"),
    ];
    for (header, message) in cases {
        let said = of(header);
        assert!(said.iter().any(|one| one.starts_with(message)), "{header}: {said:#?}");
    }
    assert_eq!(of("image2d r32f 4x4 iota"), [""; 0]);
}

/// A store to an image that is only read halts, and names it.
#[test]
fn an_image_that_is_only_read_is_not_written() {
    let source = "__kernel void k(read_only image2d_t m) { write_imagef(m, (int2)(0, 0), (float4)(1.0f)); }";
    let mut session = open(source, "simt/teaching");
    session.start().unwrap();
    let halt = session.advance(CYCLES, CYCLES).halt.expect("halts");
    assert!(halt.message.contains("read-only") && halt.message.contains("`m`"), "{}", halt.message);
}
