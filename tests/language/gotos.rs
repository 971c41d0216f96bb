//! Programs made of labels and `goto` alone, forwards, backwards and into the middle of loops: what each work-item comes to is
//! worked out here, step by step, and every machine comes to the same.

use std::fmt::Write;

use lanescope_core::{
    base::rng::Rng,
    session::{Session, vocabulary::*},
};
use lanescope_tests::{runs, shorthand::finish};

const ITEMS: i32 = 64;
/// Steps of a work-item.
const FUEL: i32 = 24;

/// What happens at a label: `v` changes, then the first test that holds says where it goes on; if none does, `last`, or the next
/// label.
struct Part {
    factor: i32,
    summand: i32,
    tests: Vec<(i32, i32, usize)>,
    last: Option<usize>,
}

fn program(seed: u64) -> Vec<Part> {
    let mut rng = Rng::new(seed);
    let count = 3 + rng.below(6) as usize;
    let part = |_| {
        let tests = 0..rng.below(3);
        let tests = tests.map(|_| {
            let mask = 1 + rng.below(7) as i32;
            (mask, mask & rng.below(8) as i32, rng.below(count as u64) as usize)
        });
        Part {
            tests: tests.collect(),
            factor: 1 + rng.below(5) as i32,
            summand: rng.below(9) as i32,
            last: (rng.below(2) == 0).then(|| rng.below(count as u64) as usize),
        }
    };
    (0..count).map(part).collect()
}

/// The program as text. Every second label stands in a block of its own.
fn text(parts: &[Part]) -> String {
    let mut body = String::new();
    for (at, part) in parts.iter().enumerate() {
        let Part { factor, summand, tests, last } = part;
        let [open, close] = if at % 2 == 1 { ["{ ", " }"] } else { ["", ""] };
        write!(body, "{open}L{at}: if (--fuel < 0) goto end; v = v * {factor} + {summand}; w ^= v;").unwrap();
        for (mask, value, to) in tests {
            write!(body, " if ((v & {mask}) == {value}) goto L{to};").unwrap();
        }
        let last = last.map_or(String::new(), |to| format!(" goto L{to};"));
        writeln!(body, "{last}{close}").unwrap();
    }
    format!(
        "// lanescope: global {ITEMS}\n// lanescope: local 16\n// lanescope: arg out int[{ITEMS}] zeros\n\
         __kernel void k(__global int *out) {{\nint i = get_global_id(0), v = i * 7 + 1, w = 0, fuel = {FUEL};\n\
         if (i & 1) goto L1; if (i & 2) goto L2;\n{body}end:\nout[i] = v ^ w + fuel;\n}}\n"
    )
}

/// What a work-item leaves.
fn outcome(parts: &[Part], item: i32) -> i32 {
    let (mut v, mut w, mut fuel) = (item * 7 + 1, 0, FUEL);
    let mut at = match item & 3 {
        1 | 3 => 1,
        2 => 2,
        _ => 0,
    };
    while let Some(part) = parts.get(at) {
        fuel -= 1;
        if fuel < 0 {
            break;
        }
        v = v.wrapping_mul(part.factor).wrapping_add(part.summand);
        w ^= v;
        let taken = part.tests.iter().find(|(mask, value, _)| v & mask == *value).map(|(_, _, to)| *to);
        at = taken.or(part.last).unwrap_or(at + 1);
    }
    v ^ w.wrapping_add(fuel)
}

fn compare(seed: u64, preset: &str) {
    let parts = program(seed);
    let source = text(&parts);
    let mut document = runs::document(&source, preset);
    if preset.starts_with("harp/") {
        // Branches of flow without structure are nested deep.
        document.machine.changes.push(("ipdom_entries".into(), "64".into()));
    }
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("seed {seed} on {preset}: {found:#?}\n{source}"));
    finish(&mut session);
    let bytes = session.dump("out").unwrap();
    let found: Vec<i32> = bytes.chunks(4).map(|word| i32::from_le_bytes(word.try_into().unwrap())).collect();
    let expected: Vec<i32> = (0..ITEMS).map(|item| outcome(&parts, item)).collect();
    assert_eq!(found, expected, "seed {seed} on {preset}\n{source}");
    let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
    assert!(check.pass, "seed {seed} on {preset}: {:?}\n{source}", check.remark);
}

#[test]
fn random_gotos_lead_where_they_say() {
    for seed in 0..30 {
        for preset in
            ["simt/teaching", "rvv/textbook-4-lanes", "packed/i7-920", "sim_d/author", "harp/harp32"]
        {
            compare(seed, preset);
        }
    }
}

#[test]
fn gotos_run_on_every_preset() {
    runs::kernel_presets().iter().for_each(|preset| compare(3, preset));
}
