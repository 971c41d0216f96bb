//! The frame of a random kernel: its launch, its buffers, helper functions, variables, and what it leaves in memory.

use super::{Author, Extent};

/// The buffers that are only read: name, elements, least and largest number.
const READ: [(&str, u64, i64, i64); 6] = [
    ("a", 64, -3, 9),
    ("flags", 8, 0, 2),
    ("bytes", 64, -128, 127),
    ("shorts", 64, 0, 65535),
    ("longs", 32, -5, 5),
    ("floats", 64, -2, 2),
];

/// Elements of `sums` and of `group_sums`: two for each operation.
const SUMS: u64 = 12;

impl Author {
    pub(super) fn write(mut self, seed: u64) -> String {
        let flat = self.rng.below(4) > 0;
        let Extent { flat: sizes, rows, column, .. } = self.extent;
        let local = if flat { [self.pick(sizes), 1] } else { [self.pick(rows), *column] };
        let groups = [1 + self.rng.below(3), if flat { 1 } else { 2 }];
        let global = [local[0] * groups[0], local[1] * groups[1]];
        (self.group, self.grid) = (local[0] * local[1], global);
        self.header(seed, global, local);
        for at in 0..self.rng.below(3) as usize {
            self.helper(at);
        }
        self.kernel(global, local);
        self.text
    }

    fn header(&mut self, seed: u64, global: [u64; 2], local: [u64; 2]) {
        self.line(&format!("// lanescope: global {} {}", global[0], global[1]));
        self.line(&format!("// lanescope: local {} {}", local[0], local[1]));
        let items = global[0] * global[1];
        self.line(&format!("// lanescope: arg grid [{items}] random({}, -9, 9)", seed % 100_000 * 8 + 7));
        for (at, (name, elements, low, high)) in READ.iter().enumerate() {
            let data = seed % 100_000 * 8 + at as u64;
            self.line(&format!("// lanescope: arg {name} [{elements}] random({data}, {low}, {high})"));
        }
        for (name, elements) in [("out", 8 * items), ("wide", 2 * items), ("sums", SUMS), ("moved", items)] {
            self.line(&format!("// lanescope: arg {name} [{elements}] zeros"));
        }
        let (n, m) = (self.rng.below(items + 9), self.rng.below(5));
        self.line(&format!("// lanescope: arg n {n}"));
        self.line(&format!("// lanescope: arg m {m}"));
    }

    /// A function that returns in several places.
    fn helper(&mut self, at: usize) {
        let (global, short) = (self.dialect.global, self.extent.types[2]);
        let head = format!("{}int helper{at}(int x, {short} y, {global}const int *a)", self.dialect.function);
        self.in_helper = true;
        self.calls = 1;
        self.budget = 2 + self.rng.below(8) as u32;
        self.line(&head);
        self.line("{");
        self.depth = 1;
        self.line("int r = x;");
        for (name, ty) in [("x", "int"), ("y", short), ("r", "int")] {
            self.declare(name, ty, false, true);
        }
        self.statements(6, 3);
        self.line("return r ^ y;");
        self.line("}");
        self.depth = 0;
        self.variables.clear();
        self.in_helper = false;
        self.helpers = at + 1;
    }

    fn kernel(&mut self, global: [u64; 2], local: [u64; 2]) {
        let space = self.dialect.global;
        let [byte, short, long] = self.extent.narrow;
        let types = ["int", "int", byte, short, long, "float"];
        let read = READ.into_iter().zip(types).map(|((name, ..), ty)| format!("{space}const {ty} *{name}"));
        let written = [("int", "out"), (long, "wide"), ("int", "sums"), ("int", "moved")];
        let written = written.map(|(ty, name)| format!("{space}{ty} *{name}"));
        let grid = format!("{space}const int *grid");
        let params: Vec<String> = [grid].into_iter().chain(read).chain(written).collect();
        let warp = if self.extent.lanes { self.dialect.warp } else { "" };
        let kernel = self.dialect.kernel;
        self.line(&format!("{warp}{kernel} fuzzed({}, int n, {long} m)", params.join(", ")));
        self.line("{");
        self.depth = 1;
        self.places(global, local);
        self.variables_of_kernel();
        let most = if self.nesting == 1 { 60 } else { 26 };
        (self.calls, self.budget) = (3, 6 + self.rng.below(most) as u32);
        if self.one_in(5) {
            self.line("if (gid >= n) return;");
            self.returned = true;
        }
        while self.budget > 0 {
            self.budget -= 1;
            self.statements(3, 4);
        }
        self.end(local[0] * local[1]);
        self.depth = 0;
        self.line("}");
    }

    /// The place of the work-item, in one number, and work-group memory.
    fn places(&mut self, global: [u64; 2], local: [u64; 2]) {
        let ([gx, gy], [lx, ly]) = (self.dialect.global_id, self.dialect.local_id);
        match local[1] {
            1 => {
                self.line(&format!("int gid = {gx};"));
                self.line(&format!("int lid = {lx};"));
            }
            _ => {
                self.line(&format!("int gid = ({gy}) * {} + {gx};", global[0]));
                self.line(&format!("int lid = {ly} * {} + {lx};", local[0]));
            }
        }
        self.line(&format!("int gx = {gx}; int gy = {gy};"));
        let (space, group) = (self.dialect.local, self.group);
        self.line(&format!("{space}int tile[{group}];"));
        self.line(&format!("{space}int group_sums[{SUMS}];"));
        self.line("tile[lid] = gid;");
        self.line(&format!("for (int t = lid; t < {SUMS}; t += {group}) group_sums[t] = t;"));
        self.line(self.dialect.barrier);
        self.line("int own[8];");
        self.line("for (int t = 0; t < 8; t++) own[t] = a[t + 8] + gid;");
    }

    fn variables_of_kernel(&mut self) {
        for (name, uniform) in [("gid", false), ("lid", false), ("n", true), ("m", true)] {
            self.declare(name, "int", uniform, false);
        }
        for (name, value) in [("u0", "n & 31"), ("u1", "flags[3]")] {
            self.line(&format!("int {name} = {value};"));
            self.declare(name, "int", true, true);
        }
        for at in 0..6 {
            // v0 is an int, the last ones are floats.
            let ty = match at {
                0 => "int",
                1..=3 => self.number_type(),
                _ => self.extent.types[at + 4],
            };
            let value = self.pick(&["gid", "lid", "a[gid & 63]", "flags[gid & 7]", "n", "3"]);
            self.line(&format!("{ty} v{at} = {value};"));
            self.declare(&format!("v{at}"), ty, false, true);
        }
    }

    /// What each work-item came to.
    pub(super) fn results(&mut self) {
        self.line("out[gid * 8] += v0 ^ (int)v1;");
        self.line("out[gid * 8 + 1] += u0 * 64 + u1;");
        self.line("out[gid * 8 + 2] ^= own[gid & 7];");
        // Each work-item has an element of its own there, too: none is written by two.
        let items = self.grid[0] * self.grid[1];
        let way = (items / 8 + self.grid[0]) % 4;
        self.line(&match way {
            0 => "if (gid > 0) moved[gid - 1] = v0 ^ gid;".into(),
            1 => format!("moved[{} - gid] = v0 ^ gid;", items - 1),
            2 => format!("if (gid + 3 < {items}) moved[gid + 3] = v0;"),
            _ => "moved[gid ^ 1] = v0;".into(),
        });
        let wide = self.extent.narrow[2];
        self.line(&format!("wide[gid * 2] = ({wide})v2 * 3 + v3;"));
        self.line(&format!("wide[gid * 2 + 1] = ({wide})(v4 * 256.0f) + ({wide})v5;"));
    }

    fn end(&mut self, group: u64) {
        self.results();
        if self.returned || !self.extent.atomics {
            return;
        }
        let [add, max, min, or, and, xor] = self.dialect.atomics;
        self.line(self.dialect.barrier);
        self.line(&format!("for (int t = lid; t < {SUMS}; t += {group}) {{"));
        for (at, function) in [add, max, min, or, and, xor].into_iter().enumerate() {
            self.line(&format!("    if (t / 2 == {at}) {function}(&sums[t], group_sums[t]);"));
        }
        self.line("}");
    }
}
