//! Random kernels as text: branches, loops, `break`, `continue` and `return` in each other, arrays, group
//! memory, several OpenCL groups in
//! a group.

use lanescope_parts::base::rng::Rng;

use super::*;

/// Launches: sizes, and those of groups.
const LAUNCHES: [(&str, &str); 8] = [
    ("1024", "64"),
    ("96", "32"),
    ("1280", "256"),
    ("2048", "1024"),
    ("48 12", "16 4"),
    ("40 40", "8 8"),
    ("8 12 4", "4 2 2"),
    ("64 3 5", "32 1 1"),
];

const INTS: [&str; 4] = ["a", "b", "c", "d"];
const FLOATS: [&str; 2] = ["f", "g"];

struct Author {
    rng: Rng,
    text: String,
    budget: u32,
    loops: u32,
    /// Loops around.
    inside: u32,
    returns: bool,
}

impl Author {
    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.rng.below(list.len() as u64) as usize]
    }

    fn int(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.rng.below(6) {
                0 => format!("{}", self.rng.below(20) as i64 - 5),
                1 => "n".into(),
                2 => "id".into(),
                3 => format!("in[(id + {}) % count]", self.rng.below(9)),
                _ => self.pick(&INTS).into(),
            };
        }
        let [x, y] = [self.int(depth - 1), self.int(depth - 1)];
        match self.rng.below(12) {
            0 => format!("({x} / {y})"),
            1 => format!("({x} % {y})"),
            2 => format!("({x} << ({y} & 31))"),
            3 => format!("({x} >> ({y} & 31))"),
            4 => format!("min({x}, {y})"),
            5 => format!("({} ? {x} : {y})", self.condition(0)),
            6 => format!("(int)(uint){}", self.pick(&FLOATS)),
            7 => format!("t[({x}) & 7]"),
            _ => format!("({x} {} {y})", self.pick(&["+", "-", "*", "&", "|", "^"])),
        }
    }

    fn float(&mut self) -> String {
        let x = self.pick(&FLOATS);
        match self.rng.below(4) {
            0 => format!("(float)({})", self.int(1)),
            1 => format!("({x} * 0.5f + g)"),
            2 => format!("({x} - f)"),
            _ => format!("fmax({x}, 1.5f)"),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.rng.below(8) {
            0 => format!("{} < {}", self.pick(&FLOATS), self.pick(&FLOATS)),
            1 => format!("n > {}", self.rng.below(9)),
            2 if depth > 0 => format!("({}) && ({})", self.condition(0), self.condition(0)),
            3 if depth > 0 => format!("({}) || ({})", self.condition(0), self.condition(0)),
            4 => format!("(lid & {}) == 0", 1 << self.rng.below(4)),
            _ => format!("{} {} {}", self.int(0), self.pick(&["<", "<=", "==", "!="]), self.int(0)),
        }
    }

    fn block(&mut self, depth: u32) {
        self.text += "{\n";
        for _ in 0..=self.rng.below(3) {
            self.statement(depth);
        }
        self.text += "}\n";
    }

    fn statement(&mut self, depth: u32) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.rng.below(if depth == 0 { 4 } else { 11 }) {
            0 | 1 => {
                let line = format!("{} = {};\n", self.pick(&INTS), self.int(2));
                self.text += &line;
            }
            2 => {
                let line = format!("{} = {};\n", self.pick(&FLOATS), self.float());
                self.text += &line;
            }
            3 => {
                let line = format!("t[({}) & 7] = {};\n", self.int(1), self.int(1));
                self.text += &line;
            }
            4 | 5 => {
                let line = format!("if ({}) ", self.condition(1));
                self.text += &line;
                self.block(depth - 1);
            }
            6 => {
                let line = format!("if ({}) ", self.condition(1));
                self.text += &line;
                self.block(depth - 1);
                self.text += "else ";
                self.block(depth - 1);
            }
            7 | 8 => self.turns(depth),
            9 if self.inside > 0 => {
                let line = format!("if ({}) {};\n", self.condition(1), self.pick(&["break", "continue"]));
                self.text += &line;
            }
            10 if self.returns => {
                let line = format!("if ({}) {{ out[4 * id] = b; return; }}\n", self.condition(0));
                self.text += &line;
            }
            _ => {}
        }
    }

    fn turns(&mut self, depth: u32) {
        self.loops += 1;
        let name = format!("k{}", self.loops);
        let most = match self.rng.below(3) {
            0 => format!("{}", 1 + self.rng.below(5)),
            1 => format!("(id & {}) + 1", [1, 3, 7][self.rng.below(3) as usize]),
            _ => "(n & 3) + 1".into(),
        };
        let line =
            format!("for (int {name} = 0; {name} < {most}; {name}++) {{\n{} += {name};\n", self.pick(&INTS));
        self.text += &line;
        self.inside += 1;
        self.block(depth - 1);
        self.inside -= 1;
        self.text += "}\n";
    }
}

/// Work-items of a size.
fn items(sides: &str) -> u32 {
    sides.split(' ').map(|side| side.parse::<u32>().unwrap()).product()
}

fn text(seed: u64) -> String {
    let (global, local) = LAUNCHES[seed as usize % LAUNCHES.len()];
    let shares = seed.is_multiple_of(3);
    let mut author = Author {
        rng: Rng::new(seed),
        text: String::new(),
        budget: 24,
        loops: 0,
        inside: 0,
        returns: !shares,
    };
    author.text = format!(
        "// lanescope: global {global}\n// lanescope: local {local}\n// lanescope: arg out [{}]\n\
         // lanescope: arg in [16] random(1, -40, 40)\n// lanescope: arg n {}\n\
         __kernel void k(__global int *out, __global const int *in, int n) {{\n\
         int id = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);\n\
         int lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n\
         int size = get_local_size(0) * get_local_size(1) * get_local_size(2), count = 16;\n\
         int a = id * 3, b = get_group_id(0) + 5 * get_group_id(1), c = lid, d = n + get_num_groups(0); float f = id * 0.25f, g = 1.0f;\n\
         int t[8]; for (int i = 0; i < 8; i++) t[i] = i * a;\n",
        4 * items(global),
        seed % 13
    );
    if shares {
        let items = items(local);
        author.text += &format!("__local int s[{items}];\n");
    }
    for _ in 0..3 {
        author.statement(3);
        author.statement(2);
        if shares {
            author.text += "s[lid] = a ^ c;\nbarrier(CLK_LOCAL_MEM_FENCE);\nb += s[(lid + 1) % size];\n\
                for (int i = 0; i < (s[0] & 3); i++) c += i + s[i];\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
        }
    }
    author.text += "out[4 * id] = a; out[4 * id + 1] = b + c; out[4 * id + 2] = d + t[c & 7]; out[4 * id + 3] = (int)as_uint(f + g);\n}\n";
    author.text
}

/// Seeds that found a mistake: scalar code behind a `break` that only some take.
const FOUND: [u64; 1] = [962];

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let count = std::env::var("LANESCOPE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let (mut run, mut wrong) = (0, String::new());
    for seed in (0..count).chain(FOUND) {
        let source = text(seed);
        let (kernel, bound) = prepared(&source, &source);
        let spec = if seed % 4 == 3 { plain() } else { Spec::default() };
        match outcome_with("random", &kernel, &bound, &spec) {
            Ok(()) => run += 1,
            Err((true, message)) if message.contains("too large") => {}
            Err((_, text)) => {
                wrong = format!("seed {seed}: {}\n{source}\n{text}", text.lines().next().unwrap_or_default());
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(run * 10 >= count * 9, "{run} of {count} fit");
}
