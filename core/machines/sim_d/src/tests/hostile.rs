//! Requests of extreme sizes at extreme places: whatever a program asks for, it runs, or ends at the instruction that asked, with and
//! without timing alike; the analysis of the worst case ends, too, or says why not.

use alloc::{format, vec};

use lanescope_parts::{base::rng::Rng, machines::Halt};

use super::*;
use crate::{
    timing::run::Run,
    wcet::{marks::Given, plan::Plan},
};

/// Numbers that are none, few, many, too many, or negative.
const NUMBERS: [&str; 14] = [
    "0",
    "0",
    "1",
    "2",
    "31",
    "40",
    "1024",
    "4096",
    "65536",
    "0x1000000",
    "0x3fffffff",
    "0x7fffffff",
    "-1",
    "-70000",
];
/// Sizes of buffers. (The assembler refuses one without words, and one that ends behind the last address.)
const SIZES: [&str; 8] = ["1", "1", "5", "5", "64", "100", "1024", "70000"];
/// Bytes of buffers that are tried, which keeps these tests quick.
const MOST_BYTES: u64 = 1 << 20;
/// Cycles, and bursts of the analysis, that are waited for.
const PATIENCE: u64 = 200_000;

fn pick<'t>(random: &mut Rng, list: &[&'t str]) -> &'t str {
    list[random.below(list.len() as u64) as usize]
}

/// A program of a few requests. Its stride registers are set before each.
fn text(random: &mut Rng) -> String {
    let mut buffers = || {
        let line = |id| format!("{id} {} {} {}\n", 4096 * id, pick(random, &SIZES), pick(random, &SIZES));
        [0, 1].map(line).concat()
    };
    let mut text = format!(".data\n{}.sp_data\n{}.text\n", buffers(), buffers());
    for _ in 0..1 + random.below(3) {
        for register in ["sd_words", "sd_period", "sd_period_cnt"] {
            text += &format!("smovssp sc.{register}, {}\n", pick(random, &NUMBERS));
        }
        let place = format!("{}, {}", pick(random, &NUMBERS), pick(random, &NUMBERS));
        let register = pick(random, &["v0", "v2", "vc.mem_data", "vc.mem_idx"]);
        let of = |name: &str| match name {
            "ldglin" | "stglin" | "ldsplin" | "stsplin" => format!("{name} {register}, 0, {place}"),
            "ldglin.vec2" | "stglin.vec4" => format!("{name} v3, 1, {place}"),
            "ldg2sptile" | "stg2sptile" => format!("{name} 0, 1, {place}"),
            "ldgcidx" | "stgcidx" => format!("{name} 0, {place}"),
            "sldsp" => format!("{name} s4, 1, {place}"),
            "sldg" => format!("{name} s4, 1, {}", place.split(',').next().unwrap_or("1")),
            "ldgidxit" | "stgidxit" => format!("{name} v3, 0"),
            name => format!("{name} 0"),
        };
        let names = [
            "ldglin",
            "stglin",
            "ldsplin",
            "stsplin",
            "ldglin.vec2",
            "stglin.vec4",
            "ldg2sptile",
            "stg2sptile",
            "ldgcidx",
            "stgcidx",
            "sldsp",
            "sldg",
            "ldgidxit",
            "stgidxit",
            "ldgbidx",
            "stgbidx",
            "ldspbidx",
            "stspbidx",
        ];
        text += &format!("{}\n", of(pick(random, &names)));
    }
    text + "exit\n"
}

/// Why and where a run ended.
fn place(halt: &Halt) -> (String, Option<u32>) {
    match halt {
        Halt::Illegal { reason, at } | Halt::Deadlock { reason, at } => (reason.clone(), at.pc),
        other => panic!("{other:?}"),
    }
}

/// What became of a program: it was refused, halted, or ended; was its bound found?
fn outcome(source: &str, random: &mut Rng) -> (usize, bool) {
    let behaviour = if random.below(2) == 0 { Behaviour::Simulator } else { Behaviour::Thesis };
    let spec = Spec { behaviour, ..Spec::default() };
    let (program, diagnostics) = assemble(source, spec.options());
    if diagnostics.iter().any(|one| one.is_error()) {
        return (0, false);
    }
    let program = Arc::new(program);
    let chosen =
        LaunchOptions { size: [100, 1 + random.below(40) as u32], width: Some(64), arguments: vec![] };
    let limits = Limits { memory_bytes: MOST_BYTES, ..Limits::default() };
    let Ok((launch, memory)) = prepare(&program, &Files::one(source), &chosen, &spec, &limits) else {
        return (0, false);
    };
    let mut untimed = Functional::new(program.clone(), launch, memory.clone(), &spec);
    let plain = untimed.advance(1_000);
    let mut timed =
        Run::new(program.clone(), launch, memory, spec.behaviour, spec.scratchpad_bytes, &spec.timing);
    let end = match (timed.advance(PATIENCE), &plain) {
        (Ok(false), _) => 0,
        (Ok(true), Ok(true)) => 1,
        (Err(with), Err(without)) => {
            assert_eq!(place(&with), place(without), "{source}");
            let (reason, pc) = place(&with);
            let row = pc.and_then(|pc| program.instructions.get(pc as usize)).map(|one| one.op.row());
            let asks = row.is_some_and(|row| row.category == crate::isa::Category::Memory);
            assert!(asks, "{reason} at {pc:?}\n{source}");
            2
        }
        (timed, _) => panic!("with timing {timed:?}, without {plain:?}\n{source}"),
    };
    let bounded = Plan::new(program, launch, &spec, &Given::default())
        .is_ok_and(|mut plan| plan.advance(PATIENCE).is_ok() && plan.report().is_some());
    (end, bounded)
}

#[test]
fn any_request_is_served_or_ends_the_run_where_it_stands() {
    let mut random = Rng::new(11);
    let (mut ends, mut bounds) = ([0; 3], 0);
    for _ in 0..600 {
        let source = text(&mut random);
        let (end, bounded) = outcome(&source, &mut random);
        ends[end] += 1;
        bounds += u32::from(bounded);
    }
    assert!(ends.iter().all(|count| *count > 20) && bounds > 20, "all are tried: {ends:?}, {bounds}");
}

/// What cannot be served is told at its own line, and what is 0 is named.
#[test]
fn a_request_without_a_period_says_so_at_its_own_instruction() {
    for (text, at) in [
        ("nop\nsmovssp sc.sd_words, 0\nsldsp s0, 0\nnop\nexit", 2),
        ("smovssp sc.sd_period, 0\nldgcidx 0\nexit", 1),
        ("sldg s0, 0, 0\nexit", 0),
    ] {
        let halt = Case::default().run(text).unwrap_err();
        let (reason, pc) = place(&halt);
        assert!(reason.contains("`sc.sd_period` is 0"), "{reason}");
        assert_eq!(pc, Some(at), "{text}");
    }
}
