//! The times of the scoreboard against the ring of entries that the thesis builds (simd 5.4), and what else the decoder waits for.

use alloc::{collections::VecDeque, format, string::String, vec, vec::Vec};

use lanescope_parts::base::rng::Rng;

use super::microkernels::{LaunchOptions, begin, settings};
use crate::{
    asm::{Options, assemble},
    isa::{Instruction, Operand},
    timing::{
        pipeline::Pipeline,
        settings::{Decoder, Settings},
    },
};

fn code(text: &str) -> Vec<Instruction> {
    let (program, found) = assemble(&format!(".text\n{text}"), Options::default());
    assert!(found.is_empty(), "{found:?}");
    program.instructions
}

/// Stages to decode, and to execute.
type Stages = (usize, usize);

fn pipeline((decode, execute): Stages) -> Pipeline {
    let decoder = if decode == 3 { Decoder::ThreeStage } else { Decoder::OneStage };
    Pipeline::new(&Settings { decoder, execute_stages: execute as u32, ..Settings::default() })
}

/// The edges at which the pipeline decodes scalar instructions.
fn edges(code: &[Instruction], stages: Stages) -> Vec<u64> {
    let mut pipeline = pipeline(stages);
    let mut next = 0;
    let edge = |one: &Instruction| {
        let issued = pipeline.issue(0, one, next);
        next = issued.last + 1;
        issued.first
    };
    code.iter().map(edge).collect()
}

/// The decoder of the thesis with its ring of entries, cycle by cycle, for scalar instructions of a group that is alone.
struct Ring<'c> {
    code: &'c [Instruction],
    stages: Stages,
    /// Is a match of an entry that was not there all the time since an instruction came left out?
    filtered: bool,
    /// What is in each stage of the decoder, since when, and the entries that it may match.
    decoding: Vec<Option<(usize, u64, Vec<bool>)>>,
    entries: Vec<Option<Operand>>,
    head: usize,
    tail: usize,
    /// When entries are dropped, in order.
    dropped: VecDeque<u64>,
}

impl Ring<'_> {
    /// Which entries there are.
    fn population(&self) -> Vec<bool> {
        self.entries.iter().map(Option::is_some).collect()
    }

    /// Does what is in a stage of the decoder find an operand that it reads there in an entry?
    fn hits(&self, stage: usize) -> bool {
        let Some((at, _, mask)) = &self.decoding[stage] else { return false };
        let read_here = |operand: &usize| self.stages.0 == 1 || *operand == stage;
        let sources = self.code[*at].sources;
        let mut read = (0..sources.len()).filter(read_here).filter_map(|operand| sources[operand]);
        read.any(|source| self.entries.iter().zip(mask).any(|(entry, on)| *on && *entry == Some(source)))
    }

    /// The cycle in which each instruction was in the first stage for the last time, counted back from when it left the decoder;
    /// nothing if that never happens.
    fn edges(mut self) -> Option<Vec<u64>> {
        let (decode, execute) = self.stages;
        let (mut edges, mut next) = (Vec::new(), 0);
        let (mut reserved, mut before) = (None, vec![true; self.entries.len()]);
        for cycle in 0..2000 {
            if self.dropped.front() == Some(&cycle) {
                self.dropped.pop_front();
                self.entries[self.head] = None;
                self.head = (self.head + 1) % self.entries.len();
            }
            if let Some(at) = reserved.take() {
                let at: usize = at;
                assert_eq!(self.entries[self.tail], None, "the ring is full");
                self.entries[self.tail] = self.code[at].destination;
                self.tail = (self.tail + 1) % self.entries.len();
            }
            if self.decoding[0].is_none() && next < self.code.len() {
                self.decoding[0] = Some((next, cycle, vec![true; self.entries.len()]));
                next += 1;
            }
            for (_, since, mask) in self.decoding.iter_mut().flatten() {
                if *since < cycle && self.filtered && decode > 1 {
                    mask.iter_mut().zip(&before).for_each(|(mask, before)| *mask &= *before);
                }
            }
            before = self.population();
            for stage in (0..decode).rev() {
                if self.hits(stage) || self.decoding.get(stage + 1).is_some_and(Option::is_some) {
                    continue;
                }
                let Some(one) = self.decoding[stage].take() else { continue };
                if stage == 0 {
                    reserved = Some(one.0);
                }
                match self.decoding.get_mut(stage + 1) {
                    Some(place) => *place = Some(one),
                    None => {
                        edges.push(cycle + 1 - decode as u64);
                        self.dropped.push_back(cycle + 1 + execute as u64);
                    }
                }
            }
            if edges.len() == self.code.len() {
                return Some(edges);
            }
        }
        None
    }
}

fn ring(code: &[Instruction], stages: Stages, filtered: bool) -> Option<Vec<u64>> {
    let (decoding, entries) = (vec![None; stages.0], vec![None; stages.0 + stages.1]);
    let ring = Ring { code, stages, filtered, decoding, entries, head: 0, tail: 0, dropped: VecDeque::new() };
    ring.edges()
}

/// simd 9.6 a: the third operand of the fourth instruction is the scalar of the second; that the fifth writes it anew is no reason to
/// wait. Without the filter the fourth waits for the fifth, which waits behind it.
#[test]
fn sd_36_simd_9_6_a_nothing_waits_for_what_is_written_behind_it() {
    let code = code(
        "siadd s1, s1, s1\nsimad s0, s2, s2, s2\nsiadd s3, s4, s4\nsimad s5, s6, s6, s0\nsiadd s0, s6, s6\n",
    );
    assert_eq!(edges(&code, (3, 1)), [0, 1, 2, 3, 4]);
    assert_eq!(ring(&code, (3, 1), true), Some(vec![0, 1, 2, 3, 4]));
    assert_eq!(ring(&code, (3, 1), false), None);
}

/// simd 9.6 b: an instruction that writes what it reads does not wait for itself.
#[test]
fn sd_36_simd_9_6_b_nothing_waits_for_itself() {
    let code = code("simad s0, s1, s0, s3\nsiadd s3, s0, s4\n");
    assert_eq!(edges(&code, (3, 5)), [0, 8]);
    assert_eq!(edges(&code, (1, 3)), [0, 4]);
    assert_eq!(ring(&code, (3, 5), true), Some(vec![0, 8]));
    assert_eq!(ring(&code, (3, 5), false), None);
}

/// Times say the same as the ring with its filter, for any scalar instructions.
#[test]
fn sd_36_times_are_those_of_the_ring_with_its_filter() {
    let mut rng = Rng::new(36);
    for _ in 0..300 {
        let mut line = || {
            let [to, a, b, c] = [0; 4].map(|_: u8| rng.below(4));
            match rng.below(3) {
                0 => format!("siadd s{to}, s{a}, s{b}\n"),
                1 => format!("siadd s{to}, s{a}, 1\n"),
                _ => format!("simad s{to}, s{a}, s{b}, s{c}\n"),
            }
        };
        let text: String = (0..24).map(|_| line()).collect();
        let code = code(&text);
        for stages in [(1, 3), (1, 7), (3, 1), (3, 3), (3, 5), (3, 6)] {
            assert_eq!(Some(edges(&code, stages)), ring(&code, stages, true), "{stages:?}\n{text}");
        }
    }
}

/// Facts 6.4: the warp that is decoded in the edge in which a jump commits stays on the scoreboard, though it is killed. With one stage to
/// decode and P to execute that is the warp P - 2 of the last line; its register is pending until P + 1 edges behind the commit, and the
/// same warp of the jump's target comes P behind it: a stall for each of three jumps. With three stages it is warp P, pending for
/// P + 4 edges, and comes 2 + P behind.
#[test]
fn facts_6_4_a_flush_leaves_the_warp_of_its_own_edge_on_the_scoreboard() {
    let run = |register: &str, options: &str| {
        let text = format!(
            ".text\nsmov s0,4\nl1x:\nmovvsp vc.mem_idx,v2\nmov v5,1\nsisub s0,s0,1\nnop\nnop\nnop\nnop\n\
             sicj.g l1x,s0\nnop\niadd {register},v2,1\nexit\n"
        );
        let chosen = LaunchOptions { size: [1024, 1], width: None, arguments: vec![] };
        let mut run = begin(&text, &chosen, &settings(options));
        assert_eq!(run.advance(10_000), Ok(true));
        (run.cycles().unwrap(), run.counts().pipeline.register_stalls)
    };
    assert_eq!(run("v2", "-").0, 181);
    let jumps = 3;
    for (options, stalls) in [
        ("-", 1),
        ("-P 4", 1),
        ("-P 5", 1),
        ("-P 8", 1),
        ("-P 9", 1),
        ("-P 10", 0),
        ("-3", 2),
        ("-3 -P 5", 2),
    ] {
        let [(with, waited), (without, others)] = ["v2", "v9"].map(|register| run(register, options));
        assert_eq!([with - without, waited - others], [stalls * jumps; 2], "{options}");
    }
}

/// Facts 6.2 and 6.6: a pop waits until P + 1 edges behind the last warp of a push, however many stages decode, and the edges at which
/// it does count as those for the divider.
#[test]
fn facts_6_6_a_pop_waits_for_the_stages_that_execute() {
    let code = code("l:\ncpush.if l\ncpop\n");
    for (decode, execute) in [(1, 3), (1, 8), (3, 3), (3, 5), (3, 8)] {
        let mut pipeline = pipeline((decode, execute));
        let push = pipeline.issue(0, &code[0], 0);
        // A scalar instruction stands between.
        let pop = pipeline.issue(0, &code[1], push.last + 2);
        assert_eq!(pop.first, push.last + execute as u64 + 1, "{decode} {execute}");
        let waited = pop.first - push.last - 2;
        let counts = pipeline.counts;
        assert_eq!((counts.divider_stalls, counts.register_stalls), (waited, 0), "{decode} {execute}");
    }
}

/// What reads the registers of a custom stride without naming them waits until none of its group is pending; what names no such
/// register, or is of the other group, does not (simd 5.4; facts 6.2).
#[test]
fn sd_39_requests_with_a_stride_wait_for_its_registers() {
    let code = code("smovssp sc.sd_period, 4\nsldsp s0, 0\nldgcidx 0\nstgcidx 0\nsiadd s1, s2, 1\n");
    let [write, asking @ .., other] = &code[..] else { panic!("{code:?}") };
    for stages in [(1, 3), (1, 6), (3, 5)] {
        let first = (stages.0 + stages.1) as u64;
        let issued = |one: &Instruction, slot, from| {
            let mut pipeline = pipeline(stages);
            pipeline.issue(0, write, 0);
            (pipeline.issue(slot, one, from).first, pipeline.counts.register_stalls)
        };
        for one in asking {
            assert_eq!(issued(one, 0, 1), (first, first - 1), "{stages:?} {one:?}");
            assert_eq!(issued(one, 0, first - 1), (first, 1), "{stages:?} {one:?}");
            assert_eq!(issued(one, 0, first), (first, 0), "{stages:?} {one:?}");
            assert_eq!(issued(one, 1, 1), (1, 0), "{stages:?} {one:?}");
        }
        assert_eq!(issued(other, 0, 1), (1, 0));
    }
}
