//! Random kernels of nested `if`s, loops, `break`, `continue` and `return`, whose conditions differ from lane to lane.

use lanescope_parts::base::rng::Rng;

use super::*;

/// Kernels that are tried.
const KERNELS: u64 = 60;

/// Writes a kernel.
struct Author {
    rng: Rng,
    text: String,
    /// Statements that may still be written.
    budget: u32,
    /// Loops around the statement, for the names of their counters.
    loops: u32,
    counters: u32,
}

impl Author {
    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.rng.below(list.len() as u64) as usize]
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.below(4) == 0 {
            let constant = format!("{}", self.rng.below(40) as i32 - 8);
            let atoms = ["a", "b", "c", "i", "n", "x[(a ^ i) & 63]", constant.as_str()];
            return self.pick(&atoms).into();
        }
        let [left, right] = [self.expression(depth - 1), self.expression(depth - 1)];
        let op = self.pick(&["+", "-", "*", "&", "|", "^", "%", "/", ">>", "<<"]);
        format!("({left} {op} {right})")
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.rng.below(3) == 0 {
            let [left, right] = [self.condition(depth - 1), self.condition(depth - 1)];
            let op = self.pick(&["&&", "||"]);
            return format!("({left} {op} {right})");
        }
        let [left, right] = [self.expression(1), self.expression(1)];
        let op = self.pick(&["<", "<=", "==", "!=", ">"]);
        // Often enough lanes agree.
        if self.rng.below(5) == 0 {
            format!("(n {op} {})", self.rng.below(20))
        } else {
            format!("({left} {op} {right})")
        }
    }

    fn block(&mut self, depth: u32) {
        self.text += "{ ";
        for _ in 0..1 + self.rng.below(3) {
            self.statement(depth);
        }
        self.text += "} ";
    }

    fn statement(&mut self, depth: u32) {
        self.budget = self.budget.saturating_sub(1);
        let kind = if depth == 0 || self.budget == 0 { 0 } else { self.rng.below(10) };
        match kind {
            3..=5 => {
                let condition = self.condition(2);
                self.text += &format!("if ({condition}) ");
                self.block(depth - 1);
                if self.rng.below(2) == 0 {
                    self.text += "else ";
                    self.block(depth - 1);
                }
            }
            6 | 7 => {
                let (name, bound) = (self.counters, self.condition(1));
                self.counters += 1;
                let turns = 1 + self.rng.below(6);
                self.text +=
                    &format!("for (int k{name} = 0; k{name} < {turns} + (i & 3) && !{bound}; k{name}++) ");
                self.loops += 1;
                self.block(depth - 1);
                self.loops -= 1;
            }
            8 => {
                let (condition, leave) = (self.condition(1), self.rng.below(8));
                let way = match leave {
                    0 => "{ y[i] = a; return; }",
                    1..=4 if self.loops > 0 => "break;",
                    _ if self.loops > 0 => "continue;",
                    _ => "y[i] ^= b;",
                };
                self.text += &format!("if ({condition}) {way} ");
            }
            _ => {
                let (to, value) = (self.pick(&["a", "b", "c", "y[i]"]), self.expression(2));
                self.text += &format!("{to} = {value}; ");
            }
        }
    }
}

/// Statements of a seed, behind some text.
fn statements(seed: u64, text: &str, count: u32) -> String {
    let mut author = Author { rng: Rng::new(seed), text: text.into(), budget: 24, loops: 0, counters: 0 };
    for _ in 0..count {
        author.statement(4);
    }
    author.text
}

/// The kernel of a seed.
fn kernel(seed: u64) -> String {
    let text = "__kernel void random(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0), a = x[i], b = i * 7 - n, c = 1; ";
    statements(seed, text, 4) + "y[i] += a + 3 * b + 5 * c; }"
}

/// A kernel that calls functions of a seed, which call each other, with more arguments than there are registers for them.
fn calling(seed: u64) -> String {
    let params = "__global int *y, __global const int *x, int n, int i, int a, int b, int c";
    let function = |name: &str, seed: u64, end: &str| {
        let text =
            statements(seed, &format!("int {name}({params}) {{ "), 2).replace("return;", "return a - i;");
        text + end
    };
    let inner = function("inner", seed, "return a + 3 * b + 5 * c; } ");
    let outer = function(
        "outer",
        seed + 1000,
        "if (b > a) b -= inner(y, x, b & 31, i, b, c, a); return inner(y, x, n, i, c, a + 1, b) ^ b + c * a; } ",
    );
    let text = "__kernel void random(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0), a = x[i], b = i * 7 - n, c = 1; ";
    inner
        + &outer
        + &statements(seed + 2000, text, 2)
        + "y[i] += outer(y, x, n, i, a, b, c) + inner(y, x, i, i, b, a, c) * a; }"
}

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let first = std::env::var("HARP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let archs = ["4w8/8/16/16", "4w32/16/64/4", "4b16/8/4/8", "4w8/4/1/16"];
    for seed in first..first + KERNELS {
        let source = kernel(seed);
        let data = ints((0..64).map(|at| (at * at * 37 + at * 11 + seed as i32) % 101 - 40));
        let args = [data.clone(), data, Arg::Scalar(seed % 23)];
        let arch = archs[seed as usize % archs.len()];
        let policy = POLICIES[seed as usize / archs.len() % POLICIES.len()];
        same(&source, ([64, 1, 1], [16, 1, 1]), &args, arch, policy);
    }
}

/// On words of 8 bytes: all numbers are long, or those in memory alone.
#[test]
fn random_kernels_of_long_words() {
    let first = std::env::var("HARP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for seed in first..first + KERNELS / 2 {
        let source = kernel(seed).replace("__global int", "__global long").replace("const int", "const long");
        let all = source.replace("int i", "long i").replace("int n", "long n").replace("int k", "long k");
        let source = if seed % 2 == 0 { source } else { all };
        let values = (0..64_i64).map(|at| (at * at * 37 + at * 11 + seed as i64) % 101 - 40);
        let data = Arg::Bytes(values.flat_map(i64::to_le_bytes).collect());
        let args = [data.clone(), data, Arg::Scalar(seed % 23)];
        let arch = ["8w32/32/16/16", "8b8/4/4/8"][seed as usize / 2 % 2];
        let policy = POLICIES[seed as usize / 4 % POLICIES.len()];
        same(&source, ([64, 1, 1], [16, 1, 1]), &args, arch, policy);
    }
}

/// Settings of the compiler that change how code is made, and not what it does. Control flow that optimising further has left without structure
/// may be refused, by name.
#[test]
fn random_kernels_leave_the_same_under_all_settings() {
    let first = std::env::var("HARP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for seed in first..first + KERNELS {
        let size = "__kernel __attribute__((reqd_work_group_size(16, 1, 1)))";
        let source = kernel(seed).replace("__kernel", size).replace("(i & 3)", "(get_local_id(0) & 24)");
        let data = ints((0..64).map(|at| (at * at * 29 + at * 7 + seed as i32) % 101 - 40));
        let args = [data.clone(), data, Arg::Scalar(seed % 23)];
        let (written, optimised) = kernels(&source);
        let bound = bound(&written, [64, 1, 1], [16, 1, 1], &args);
        let policy = POLICIES[seed as usize % POLICIES.len()];
        let mut spec = spec(["4w8/8/8/16", "4w16/4/16/4"][seed as usize / 2 % 2], policy);
        let on = |at: u64| if seed >> at & 1 == 1 { "on" } else { "off" };
        spec.set("lane_ranges", "on").expect("a switch");
        spec.set("insertion", if seed % 4 == 1 { "fresh" } else { "reuse" }).expect("a choice");
        spec.set("aggressive_opts", on(0)).expect("a switch");
        spec.set("list_schedule", if seed / 3 % 2 == 0 { "on" } else { "off" }).expect("a switch");
        spec.set("if_conversion", if seed % 3 == 0 { "before-registers" } else { "after-registers" })
            .expect("a choice");
        spec.set("pseudos", if seed % 5 < 2 || seed / 2 % 2 == 1 { "early" } else { "late" })
            .expect("a choice");
        spec.set("scratch", if seed % 5 == 2 { "reserved" } else { "scavenged" }).expect("a choice");
        match run(&optimised, &bound, &spec) {
            Ok(run) => assert_eq!(
                difference(run.memory(), &expected(&written, &bound)),
                None,
                "{seed} {policy}\n{source}"
            ),
            Err(error) => assert!(
                on(0) == "on" && error.contains("Set `structurise`"),
                "{seed} {policy}: {error}\n{source}"
            ),
        }
    }
}

/// Optimised further and with everything structurised they leave the same, too, and none is refused.
#[test]
fn random_kernels_leave_the_same_optimised_further_and_structurised() {
    let first = std::env::var("HARP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let archs = ["4w8/8/16/16", "4w32/16/64/4", "8w32/32/16/16", "4b9/4/4/8"];
    for seed in first..first + KERNELS {
        let source = kernel(seed);
        let data = ints((0..64).map(|at| (at * at * 31 + at * 5 + seed as i32) % 101 - 40));
        let args = [data.clone(), data, Arg::Scalar(seed % 23)];
        let (written, optimised) = kernels(&source);
        let bound = bound(&written, [64, 1, 1], [16, 1, 1], &args);
        let policy = POLICIES[seed as usize / archs.len() % POLICIES.len()];
        let mut spec = spec(archs[seed as usize % archs.len()], policy);
        spec.set("structurise", "all").expect("a choice");
        spec.set("aggressive_opts", "on").expect("a switch");
        let run = run(&optimised, &bound, &spec)
            .unwrap_or_else(|error| panic!("{seed} {policy}: {error}\n{source}"));
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{seed} {policy}\n{source}");
    }
}

/// Functions that stay leave what they leave when they are written out.
#[test]
fn random_functions_leave_the_memory_of_the_interpreter() {
    let first = std::env::var("HARP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let archs = ["4w8/8/16/16", "4w32/16/64/4", "8w32/32/16/16", "4b9/4/4/8"];
    for seed in first..first + KERNELS {
        let source = calling(seed);
        let data = ints((0..64).map(|at| (at * at * 37 + at * 11 + seed as i32) % 101 - 40));
        let args = [data.clone(), data, Arg::Scalar(seed % 23)];
        let (written, optimised) = super::calls::with_calls(&source);
        let bound = bound(&written, [64, 1, 1], [16, 1, 1], &args);
        let policy = POLICIES[seed as usize / archs.len() % POLICIES.len()];
        let mut spec = spec(archs[seed as usize % archs.len()], policy);
        spec.set("calls", "on").expect("a switch");
        spec.set("frames", if seed / 3 % 2 == 0 { "fixed" } else { "stack" }).expect("a choice");
        spec.set("tail_calls", if seed / 7 % 2 == 0 { "on" } else { "off" }).expect("a switch");
        spec.set("list_schedule", if seed / 2 % 2 == 0 { "on" } else { "off" }).expect("a switch");
        spec.set("pseudos", if seed / 5 % 2 == 0 || seed % 4 == 3 { "early" } else { "late" })
            .expect("a choice");
        let run = run(&optimised, &bound, &spec)
            .unwrap_or_else(|error| panic!("{seed} {policy}: {error}\n{source}"));
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{seed} {policy}\n{source}");
    }
}
