//! No run exceeds our bound: random programs with random launches, data, places of buffers, settings and refresh phases.
extern crate std;

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_parts::{base::rng::Rng, document::Limits, files::Files};

use super::super::{marks::Given, plan::Plan, report::Rule};
use crate::{
    asm::assemble,
    dram::settings::{DramPart, Mapping, Precharge},
    isa::Contents,
    launch::{Argument, LaunchOptions, prepare},
    rules::Behaviour,
    spec::Spec,
    timing::{
        run::Run,
        settings::{Decoder, Scratchpad},
    },
};

/// Columns and rows of the buffers, of which one is a single row.
const WIDTHS: [u64; 8] = [1, 16, 31, 64, 100, 260, 500, 1024];

struct Author<'r> {
    rng: &'r mut Rng,
    text: String,
    left: u32,
    labels: u32,
    loops: u32,
}

impl Author<'_> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn below(&mut self, count: u64) -> u64 {
        self.rng.below(count)
    }

    /// An offset: a number, or a scalar.
    fn offset(&mut self) -> String {
        match self.below(4) {
            0 => format!("{}", self.below(40) as i64 - 8),
            1 => format!("s{}", 8 + self.below(4)),
            2 => format!("s{}", self.below(4)),
            _ => "0".into(),
        }
    }

    fn place(&mut self) -> String {
        format!("{}, {}, {}", self.below(4), self.offset(), self.offset())
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("at_{}", self.labels)
    }

    /// A request that is one instruction alone.
    fn request(&mut self) {
        let (v, place) = (self.below(6), self.place());
        let near = format!("{}, {}, {}", self.below(2), self.offset(), self.offset());
        let line = match self.below(15) {
            0 | 1 => format!("ldglin v{v}, {place}"),
            2 => format!("stglin v{v}, {place}"),
            3 => format!("ldg2sptile {}, {place}", self.below(2)),
            4 => format!("stg2sptile {}, {place}", self.below(2)),
            5 => format!("ldsplin v{v}, {near}"),
            6 => format!("stsplin v{v}, {}, {}, {}", self.below(2), self.below(40) as i64 - 8, self.offset()),
            7 => format!("stspbidx {}", self.below(2)),
            8 => format!("ldspbidx {}", self.below(2)),
            9 => format!("sldg s{}, {}, {}", self.below(2), self.below(4), 1 + self.below(3)),
            10 => format!("{} 3", ["ldgbidx", "stgbidx"][self.below(2) as usize]),
            11 => format!("ldglin.vec{} v{}, {place}", 2 + v % 2 * 2, self.below(3)),
            12 => format!("stglin.vec{} v{}, {place}", 2 + v % 2 * 2, self.below(3)),
            13 => format!("{} vc.mem_data, {place}", ["ldglin", "stglin"][self.below(2) as usize]),
            _ => return self.prepared_request(&place, &near),
        };
        self.line(&line);
    }

    /// A request whose special registers are written before.
    fn prepared_request(&mut self, place: &str, near: &str) {
        let which = self.below(2) as usize;
        let line = match self.below(3) {
            0 => {
                let [words, more, count] = [self.below(90), self.below(200), 1 + self.below(12)];
                let period = (words + more).max(1);
                self.line(&format!("smovssp sc.sd_words, {words}\nsmovssp sc.sd_period, {period}"));
                self.line(&format!("smovssp sc.sd_period_cnt, {count}"));
                format!("{} {place}", ["ldgcidx", "stgcidx"][which])
            }
            1 => {
                let words = 1 + self.below(4);
                self.line(&format!("smovssp sc.sd_words, {words}"));
                format!("sldsp s0, {near}")
            }
            _ => {
                self.line("and v7, v6, 15\nmovvsp vc.mem_idx, v7");
                format!("{} v5, 3", ["ldgidxit", "stgidxit"][which])
            }
        };
        self.line(&line);
    }

    fn compute(&mut self) {
        let [a, b, c] = core::array::from_fn(|_| self.below(6));
        let [s, t] = [self.below(4), 8 + self.below(4)];
        let line = match self.below(10) {
            0 => format!("{} v{a}, v{b}", ["cos", "rsqrt"][c as usize % 2]),
            1 => format!("iadd v{a}, v{b}, s{s}"),
            2 => format!("siadd s{s}, s{t}, {}", self.below(64)),
            3 => format!("sidiv s{s}, s{t}, 3"),
            4 => format!("simad s{t}, s{t}, 2, s{t}"),
            5 => format!("smov s{t}, sc.wg_off_{}", if a % 2 == 0 { "x" } else { "y" }),
            6 => format!("simul s{s}, s{t}, s{t}"),
            _ => format!("mad v{a}, v{b}, v{c}, v{a}"),
        };
        self.line(&line);
    }

    fn condition(&mut self, predicate: u32) {
        let (v, which) = (self.below(7), ["ez", "nz", "g", "le"][self.below(4) as usize]);
        self.line(&format!("itest.{which} p{predicate}, v{v}"));
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.below(4) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            match self.below(if depth == 0 { 6 } else { 12 }) {
                0..=2 => self.compute(),
                3..=5 => self.request(),
                6 | 7 => self.condition_block(depth),
                8 => self.two_sides(depth),
                9 => self.function(depth),
                _ => self.turns(depth),
            }
        }
    }

    /// Some work-items, perhaps none.
    fn condition_block(&mut self, depth: u32) {
        let end = self.label();
        self.line(&format!("cpush.if {end}\nadd v5, v5, v5"));
        self.condition(0);
        let ends = self.below(8) == 0;
        self.line(if ends { "exit p0" } else { "cmask p0" });
        if self.below(2) == 0 {
            self.line("add v4, v4, v4");
        }
        self.statements(depth - 1);
        self.line("add v5, v5, v5\ncpop");
        self.line(&format!("{end}:"));
    }

    /// Both sides of a branch.
    fn two_sides(&mut self, depth: u32) {
        let (other, end) = (self.label(), self.label());
        self.condition(0);
        self.line(&format!("cpush.if {end}\nadd v5, v5, v5\nbra {other}, p0\nadd v4, v4, v4"));
        self.statements(depth - 1);
        self.line(&format!("add v5, v5, v5\ncpop\n{other}:\nadd v5, v5, v5"));
        self.statements(depth - 1);
        self.line(&format!("add v5, v5, v5\ncpop\n{end}:"));
    }

    /// A function that is called here and stands here.
    fn function(&mut self, depth: u32) {
        let (function, behind) = (self.label(), self.label());
        self.line(&format!("call {function}\nj {behind}\n{function}:\nadd v5, v5, v5"));
        self.statements(depth - 1);
        self.line(&format!("add v5, v5, v5\ncpop\n{behind}:"));
    }

    /// A loop that is annotated; perhaps work-items leave it.
    fn turns(&mut self, depth: u32) {
        let (again, out, counter) = (self.label(), self.label(), 16 + self.loops % 8);
        self.loops += 1;
        let (count, leaves) = (1 + self.below(4), self.below(3) == 0);
        if leaves {
            self.line(&format!("cpush.brk {out}\nadd v5, v5, v5"));
        }
        self.line(&format!("smov s{counter}, {count}\n{again}:"));
        if leaves {
            self.condition(1);
            self.line("brk p1\nadd v4, v4, v4");
        }
        self.statements(depth - 1);
        self.line(&format!(
            "sisub s{counter}, s{counter}, 1\n#bound branchcycle {} 1\nsicj.nz {again}, s{counter}",
            count - 1
        ));
        self.line(if leaves { "add v5, v5, v5\ncpop" } else { "nop" });
        self.line(&format!("{out}:"));
    }
}

/// A program: buffers somewhere, a few statements, an end by a store or by itself.
fn text(rng: &mut Rng) -> String {
    let buffers: Vec<String> = (0..4)
        .map(|id| {
            let (address, width) = (4 * rng.below(1 << 16) + (id << 20), WIDTHS[rng.below(8) as usize]);
            let (width, height) = if id == 3 { (64, 1) } else { (width, 1 + rng.below(40)) };
            format!("{id} {address} {width} {height}\n")
        })
        .collect();
    let head =
        format!(".data\n{}.sp_data\n0 0 64 16\n1 8192 40 12\n.text\nj begin\nbegin:\n", buffers.concat());
    let left = 4 + rng.below(14) as u32;
    let mut author = Author { rng, text: head, left, labels: 0, loops: 0 };
    author.line("mov v6, vc.tid_x\nsmov s8, sc.wg_off_x\nsmov s9, sc.wg_off_y\nsmov s10, 7\nsmov s11, 200");
    if author.below(3) == 0 {
        author.line("smov s12, sc.dim_x\nisub v7, v6, s12\nitest.ge p2, v7\nexit p2");
    }
    author.statements(2);
    author.statements(2);
    if author.below(4) > 0 {
        let place = author.place();
        author.line(&format!("stglin v1, {place}"));
    }
    author.line("exit");
    author.text
}

fn settings(rng: &mut Rng) -> Spec {
    let mut spec = Spec::default();
    let timing = &mut spec.timing;
    let any = |rng: &mut Rng, all: &[u32]| all[rng.below(all.len() as u64) as usize];
    timing.pairwise = rng.below(3) == 0;
    timing.scratchpad_phases = Scratchpad::ALL[rng.below(3) as usize];
    timing.scratchpad_bus = any(rng, &[1, 4, 16, 32, 64]);
    if rng.below(2) == 0 {
        timing.decoder = Decoder::ALL[rng.below(2) as usize];
        timing.execute_stages = any(rng, &[3, 4, 5, 9, 20]);
        timing.warp_lanes = any(rng, &[64, 128, 256, 1024]);
        timing.special_units = any(rng, &[16, 32]);
    }
    timing.dram.part = DramPart::ALL[rng.below(3) as usize];
    if rng.below(4) == 0 {
        timing.dram.mapping = Mapping::ALL[rng.below(2) as usize];
        timing.dram.precharge = Precharge::ALL[rng.below(2) as usize];
    }
    timing.dram.refresh = rng.below(8) > 0;
    timing.dram.refresh_start = rng.below(7000) as u32;
    if rng.below(4) == 0 {
        spec.behaviour = Behaviour::Thesis;
    }
    spec
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// It halted, or cannot be bounded.
    Nothing,
    /// Its cycles as a part of its bound, and the rule of that.
    Ran(f64, Rule),
}

fn outcome(seed: u64) -> Outcome {
    let mut rng = Rng::new(seed);
    let (spec, source) = (settings(&mut rng), text(&mut rng));
    let (program, diagnostics) = assemble(&source, spec.options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{source}");
    let width = [32, 64, 128, 256, 1024][rng.below(5) as usize];
    let size = [1 + rng.below(2 * u64::from(width)) as u32, 1 + rng.below(70) as u32];
    let words =
        |rng: &mut Rng| (0..40u32 * 1024).flat_map(|_| (rng.below(90) as u32).to_le_bytes()).collect();
    let mut argument = |id| Argument { buffer: id, contents: Contents::Words, bytes: words(&mut rng) };
    let chosen = LaunchOptions { size, width: Some(width), arguments: Vec::from([argument(0)]) };
    let made = prepare(&program, &Files::one(&source), &chosen, &spec, &Limits::default());
    let Ok((launch, memory)) = made else { return Outcome::Nothing };
    let program = Arc::new(program);
    let mut run =
        Run::new(program.clone(), launch, memory, spec.behaviour, spec.scratchpad_bytes, &spec.timing);
    let Ok(true) = run.advance(2_000_000) else { return Outcome::Nothing };
    let Ok(plan) = Plan::new(program, launch, &spec, &Given::default()) else { return Outcome::Nothing };
    let mut plan = plan.without_author();
    plan.advance(u64::MAX).unwrap();
    let (report, cycles) = (plan.report().unwrap(), run.cycles().unwrap_or(0));
    assert!(
        cycles <= report.bound,
        "seed {seed}: {cycles} cycles, bound {} by {:?}\n{launch:?}\n{spec:?}\n{source}\n{:?}",
        report.bound,
        report.rule,
        report.requests
    );
    Outcome::Ran(cycles as f64 / report.bound as f64, report.rule)
}

/// A bound of a random program takes seconds: few of them.
#[test]
fn no_random_run_exceeds_the_bound() {
    no_run_of(5);
}

/// `LANESCOPE_SEEDS` many (`cargo xtask fuzz --all`).
#[test]
#[ignore = "long: `cargo xtask fuzz --all` runs it"]
fn no_run_of_many_exceeds_the_bound() {
    no_run_of(std::env::var("LANESCOPE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(100));
}

fn no_run_of(count: u64) {
    let first = std::env::var("LANESCOPE_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let outcomes: Vec<Outcome> = (first..first + count).map(outcome).collect();
    let ran = outcomes.iter().filter(|one| **one != Outcome::Nothing).count() as u64;
    assert!(2 * ran > count, "{ran} of {count} runs");
    let of = |wanted: Rule| {
        let parts = outcomes.iter().filter_map(move |one| match one {
            Outcome::Ran(part, rule) if *rule == wanted => Some(*part),
            _ => None,
        });
        parts.fold((0, 0.0f64), |(count, most), part| (count + 1, most.max(part)))
    };
    std::println!("{ran} of {count}; sum {:?}, turns {:?}", of(Rule::Sum), of(Rule::Turns));
    assert!(of(Rule::Turns).0 > 0 || count < 60, "groups in turns are tried, too");
}
