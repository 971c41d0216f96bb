//! Kernels on the packed SIMD machine: every one leaves the memory of the reference interpreter on every generation, those of
//! streams in packed code.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::{
    runs,
    shorthand::{buffer, counter, finish, int, iota, started},
};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;

fn presets() -> Vec<String> {
    runs::presets().into_iter().filter(|preset| preset.starts_with("packed/")).collect()
}

/// A run to its end whose memory is that of the interpreter; `None` if the machine refuses the kernel.
fn run(name: &str, source: &str, preset: &str) -> Option<Session> {
    let mut session = Session::open(runs::document(source, preset), Limits::default());
    session.start().ok()?;
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
    let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
    assert!(check.pass, "{name} on {preset}: {check:#?}");
    Some(session)
}

/// What the compiler says of the parts of a program.
fn remarks(session: &Session) -> Vec<String> {
    let facts = session.compiled().facts.iter();
    let parts = facts.filter(|(subject, _)| subject.starts_with("code between barriers"));
    parts.map(|(_, remark)| remark.clone()).collect()
}

#[test]
fn every_kernel_of_the_gallery_on_every_generation() {
    // A lock that nobody gives back never ends.
    let kernels = session::gallery().into_iter().filter(|item| item.name != "spin_lock");
    for item in kernels {
        for preset in presets() {
            run(&item.name, &item.source, &preset);
        }
    }
}

#[test]
fn hp_ch4_4_14_the_strip_is_as_wide_as_the_register() {
    let saxpy = session::gallery().into_iter().find(|item| item.name == "saxpy").expect("it is there");
    let parts = |preset: &str| remarks(&run("saxpy", &saxpy.source, preset).expect("it runs"));
    let together =
        "packed, 8 elements of 32 bits, where its addresses are at multiples of the width together";
    assert_eq!(parts("packed/textbook"), [together]);
    assert_eq!(parts("packed/sse"), ["packed, 4 elements of 32 bits"]);
    assert_eq!(parts("packed/avx"), ["packed, 8 elements of 32 bits"]);
    let rest = "packed, 16 elements of 32 bits, the rest of a row under a mask";
    assert_eq!(parts("packed/avx-512"), [rest]);
    // MMX has no floats.
    assert!(parts("packed/mmx")[0].starts_with("scalar: "), "{:?}", parts("packed/mmx"));
    assert!(parts("packed/lee")[0].starts_with("scalar: "), "{:?}", parts("packed/lee"));
}

/// What is said of a part that stays scalar is true: nothing is mixed where there is one width, and floats that the generation
/// has not are the reason wherever there are some.
#[test]
fn reasons_for_scalar_code_are_those_of_the_generation() {
    let kernel = |ty: &str, bytes: bool| {
        let mixed = if bytes { "__global const uchar *b, " } else { "" };
        let arg = if bytes { "// lanescope: arg b [64] iota\n" } else { "" };
        let more = if bytes { " + b[i]" } else { "" };
        format!(
            "// lanescope: global 64\n// lanescope: local 64\n{arg}// lanescope: arg x [64] iota\n\
             __kernel void k({mixed}__global {ty} *x) {{\n  int i = get_global_id(0);\n  x[i] = x[i] * x[i] + ({ty})3{more};\n}}\n"
        )
    };
    for preset in presets() {
        for (ty, bytes) in
            [("float", false), ("double", false), ("float", true), ("double", true), ("int", false)]
        {
            let Some(session) = run("k", &kernel(ty, bytes), &preset) else { continue };
            for remark in remarks(&session) {
                assert!(bytes || !remark.contains("mixes"), "{ty} on {preset}: {remark}");
                let lacks = ty == "float" && preset == "packed/mmx"
                    || ty == "double" && (preset == "packed/mmx" || preset == "packed/sse");
                let word = if preset == "packed/mmx" { "floats" } else { "doubles" };
                assert!(!lacks || remark.contains(word), "{ty}, bytes {bytes}, on {preset}: {remark}");
            }
        }
    }
}

/// Packed instructions of a kernel with one group of so many work-items.
fn packed(text: &str, items: u32, preset: &str, args: &[(&str, ArgValue)]) -> u64 {
    let mut session = started(text, (Language::OpenCl, items), preset, &[], args);
    finish(&mut session);
    assert!((0..1000).find_map(|_| session.check(1_000_000)).is_some_and(|check| check.pass), "{preset}");
    counter(&session, "packed_instructions")
}

/// Both ways in which something is left of a row: the group ends, or a guard does.
const DOUBLE: &str = "kernel void f(global float *x) { int i = get_global_id(0); x[i] = x[i] + x[i]; }";
const GUARDED: &str = "kernel void f(global float *x, int n) {
    int i = get_global_id(0); if (i < n) x[i] = x[i] + x[i]; }";

/// What the widest registers leave goes to those of the generations before, if as many are left as these have elements.
#[test]
fn hs07_what_is_left_of_a_row_is_done_by_narrower_registers_or_one_by_one() {
    for (preset, width) in [("packed/sse", 4), ("packed/avx", 8), ("packed/textbook", 8)] {
        let of_group = |items| packed(DOUBLE, items, preset, &[("x", iota(64, Type::F32))]);
        let of_guard = |n| packed(GUARDED, 64, preset, &[("x", iota(64, Type::F32)), ("n", int(n))]);
        // A load, a sum and a store for each full strip.
        for strips in 0..3 {
            for left in [0, 1, width / 2, width - 1] {
                let items = strips * width + left;
                let halves = u32::from(preset == "packed/avx" && left >= width / 2);
                let all = 3 * u64::from(strips + halves);
                if items > 0 {
                    assert_eq!(of_group(items), all, "{preset}: {items} work-items");
                }
                assert_eq!(of_guard(items.into()), all, "{preset}: {items} pass");
            }
        }
    }
}

/// A load, a sum and a store for each strip, and a move to a mask register before the last one if that is no full strip. It is worth it
/// from as many work-items on as would take more instructions one by one: 3 for each and one more for a guard, against 3 and 8 to make
/// the mask.
#[test]
fn hs07_with_masks_what_is_left_of_a_row_is_a_strip() {
    let of_group = |items| packed(DOUBLE, items, "packed/avx-512", &[("x", iota(64, Type::F32))]);
    let of_guard = |n| packed(GUARDED, 64, "packed/avx-512", &[("x", iota(64, Type::F32)), ("n", int(n))]);
    for full in 0..3 {
        for left in [0, 1, 3, 4, 8, 15] {
            let items = 16 * full + left;
            let rest = |each: u32| if each * left >= 3 + 8 { 4 } else { 0 };
            if items > 0 {
                assert_eq!(of_group(items), 3 * u64::from(full) + rest(3), "{items} work-items");
            }
            assert_eq!(of_guard(items.into()), 3 * u64::from(full) + rest(4), "{items} pass");
        }
    }
}

#[test]
fn hs06_a_strip_begins_where_its_addresses_are_aligned() {
    let text = "kernel void f(global float *y, global const float *x, int to, int from) {
        int i = get_global_id(0); y[i + to] = x[i + from] + x[i + from]; }";
    let strips = |preset: &str, to: i64, from: i64| {
        let floats = || iota(64, Type::F32);
        let out = buffer(64, Type::F32, Init::Zeros);
        packed(text, 16, preset, &[("y", out), ("x", floats()), ("to", int(to)), ("from", int(from))]) / 3
    };
    // 16 work-items and 8 elements: two strips, or one behind 7 work-items that are peeled; a line of 5 and one of 1 are never
    // at a multiple of 8 together.
    let strict = "packed/textbook";
    assert_eq!([strips(strict, 0, 0), strips(strict, 8, 16), strips(strict, 1, 9)], [2, 2, 1]);
    assert_eq!(strips(strict, 5, 1), 0);
    // A relaxed machine asks for nothing.
    assert_eq!(
        [strips("packed/avx", 0, 0), strips("packed/avx", 1, 9), strips("packed/avx", 5, 1)],
        [2, 2, 2]
    );
}

/// Where the kernel itself shows that its addresses are never at multiples together, nothing is packed, and the reason is said;
/// with a distance that is a multiple of the width all of it is.
#[test]
fn hs06_addresses_that_are_never_aligned_together_make_scalar_code() {
    let sums = |distances: &[u32], preset: &str| {
        let others: String = distances.iter().map(|distance| format!(" + x[i + {distance}]")).collect();
        let text = format!(
            "kernel void f(global float *y, global const float *x) {{
            int i = get_global_id(0); y[i] = x[i]{others}; }}"
        );
        let args = [("y", buffer(64, Type::F32, Init::Zeros)), ("x", iota(64, Type::F32))];
        let mut session = started(&text, (Language::OpenCl, 16), preset, &[], &args);
        finish(&mut session);
        let facts = format!("{:?}", session.compiled().facts);
        // A strip adds one load and one addition for each distance to the load and the store of the first.
        let (packed, strip) = (counter(&session, "packed_instructions"), 2 + 2 * distances.len() as u64);
        assert_eq!(packed % strip, 0, "whole strips");
        (packed / strip, facts.contains("never at multiples of the width together"))
    };
    let strict = |distances: &[u32]| sums(distances, "packed/textbook");
    assert_eq!([1, 3, 7].map(|distance| strict(&[distance])), [(0, true); 3]);
    assert_eq!([strict(&[8]), strict(&[8, 24]), strict(&[24, 16, 8])], [(2, false); 3]);
    // One that is out of step is enough, whichever it is.
    assert_eq!([strict(&[8, 12]), strict(&[12, 8]), strict(&[4, 12])], [(0, true); 3]);
    assert_eq!([sums(&[1], "packed/avx"), sums(&[4, 12], "packed/avx")], [(2, false); 2]);
}
