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

/// The kernel of a seed.
fn kernel(seed: u64) -> String {
    let text = "__kernel void random(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0), a = x[i], b = i * 7 - n, c = 1; ";
    let mut author = Author { rng: Rng::new(seed), text: text.into(), budget: 24, loops: 0, counters: 0 };
    for _ in 0..4 {
        author.statement(4);
    }
    author.text + "y[i] += a + 3 * b + 5 * c; }"
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
