//! What is computed: integers of all widths, floats, conditions with short circuit and side effects.
//!
//! A place in an address or in a distance is small: sums of `int`s and `long`s take small summands, so that signed
//! numbers do not overflow; unsigned ones wrap as they like.

use super::{Author, Variable};

fn is_float(variable: &Variable) -> bool {
    matches!(variable.ty, "float" | "double")
}

impl Author {
    /// An integer; a uniform one is the same in the whole work-group.
    pub(super) fn integer(&mut self, depth: u32, uniform: bool) -> String {
        let depth = depth.min(self.nesting);
        if depth == 0 {
            return self.leaf(uniform);
        }
        let deeper = depth - 1;
        match self.rng.below(if uniform { 9 } else { 18 }) {
            0 | 1 => self.leaf(uniform),
            2 | 3 => self.sum(deeper, uniform),
            4 => self.product(deeper, uniform),
            5 => self.logic(deeper, uniform),
            6 => {
                let (c, a) = (self.condition(deeper, uniform), self.integer(deeper, uniform));
                format!("({c} ? {a} : {})", self.integer(deeper, uniform))
            }
            7 => format!("({})", self.condition(deeper, uniform)),
            8 => self.quotient(deeper, uniform),
            9 | 10 => self.element(deeper),
            11 => self.call(deeper),
            12 => format!("(int)({})", self.float(deeper)),
            13 => self.neighbour(),
            14 => self.uniformly_far(),
            15 => self.function(deeper),
            16 => self.component(deeper),
            _ => self.cast(deeper),
        }
    }

    pub(super) fn leaf(&mut self, uniform: bool) -> String {
        let found = self.variable(|variable| !is_float(variable) && (variable.uniform || !uniform));
        match self.rng.below(if uniform && !self.in_helper { 4 } else { 3 }) {
            0 => self.literal(),
            3 => format!("flags[{}]", self.rng.below(8)),
            _ => found.map_or("1".into(), |variable| variable.name),
        }
    }

    fn literal(&mut self) -> String {
        let number = self.pick(&[0, 1, 2, 3, 5, 7, 8, 13, 100, -1, -2, -7]);
        if number < 0 { format!("({number})") } else { number.to_string() }
    }

    fn sum(&mut self, depth: u32, uniform: bool) -> String {
        let (a, b) = (self.integer(depth, uniform), self.integer(depth, uniform));
        let sign = self.pick(&["+", "-"]);
        format!("({a} {sign} (({b}) & 1023))")
    }

    fn product(&mut self, depth: u32, uniform: bool) -> String {
        let (a, b) = (self.integer(depth, uniform), self.integer(depth, uniform));
        match self.rng.below(3) {
            0 => format!("((({a}) & 255) * (({b}) & 15))"),
            1 => format!("((unsigned int)({a}) * ({b})) % 1021"),
            _ => {
                let shift = self.pick(&["<<", ">>"]);
                format!("((({a}) & 4095) {shift} (({b}) & 7))")
            }
        }
    }

    fn logic(&mut self, depth: u32, uniform: bool) -> String {
        let (a, b) = (self.integer(depth, uniform), self.integer(depth, uniform));
        match self.pick(&["&", "|", "^", "~", "!"]) {
            "~" => format!("(~({a}))"),
            "!" => format!("(!({a}))"),
            op => format!("(({a}) {op} ({b}))"),
        }
    }

    fn quotient(&mut self, depth: u32, uniform: bool) -> String {
        let (a, b) = (self.integer(depth, uniform), self.integer(depth, uniform));
        let op = self.pick(&["/", "%"]);
        format!("(({a}) {op} ((({b}) & 7) + 1))")
    }

    fn cast(&mut self, depth: u32) -> String {
        let ty = self.number_type();
        format!("({ty})({})", self.integer(depth, false))
    }

    /// An element of a buffer, of work-group memory's own place, or of the private array; always inside.
    fn element(&mut self, depth: u32) -> String {
        let at = self.integer(depth, false);
        match self.rng.below(if self.in_helper { 1 } else { 6 }) {
            0 => format!("a[({at}) & 63]"),
            1 => format!("bytes[({at}) & 63]"),
            2 => format!("shorts[({at}) & 63]"),
            3 => format!("longs[({at}) & 31]"),
            4 => format!("out[gid * 8 + (({at}) & 7)]"),
            _ => format!("own[({at}) & 7]"),
        }
    }

    /// An element of the work-item's neighbour in the grid, if it has one there: conditions are all that keeps the access
    /// inside, and a machine that moves more than what is asked for must not mind.
    fn neighbour(&mut self) -> String {
        if self.in_helper {
            return self.leaf(false);
        }
        let [width, height] = self.grid;
        let (dx, dy) =
            (self.rng.below(5) as i64 - 2, if height > 1 { self.rng.below(3) as i64 - 1 } else { 0 });
        let column = format!("gx + ({dx}) >= 0 && gx + ({dx}) < {width}");
        let row = format!("gy + ({dy}) >= 0 && gy + ({dy}) < {height}");
        let at = match self.rng.below(3) {
            0 => format!("gid + ({})", dy * width as i64 + dx),
            1 => format!("(gy + ({dy})) * {width} + gx + ({dx})"),
            _ => format!("(gy + ({dy})) * {width} + (gx + ({dx}))"),
        };
        format!("({column} && {row} ? grid[{at}] : {})", self.literal())
    }

    /// An element as far from the work-item's own as a number says that is the same for all.
    fn uniformly_far(&mut self) -> String {
        let far = self.variable(|variable| variable.uniform && variable.free && !is_float(variable));
        let Some(far) = far.filter(|_| !self.in_helper) else { return self.leaf(false) };
        let (items, far) = (self.grid[0] * self.grid[1], far.name);
        match self.rng.below(2) {
            0 => format!("(gid >= {far} && {far} >= 0 ? grid[gid - {far}] : {})", self.literal()),
            _ => format!("({far} >= 0 && gid + {far} < {items} ? grid[gid + {far}] : {})", self.literal()),
        }
    }

    /// A builtin function of integers.
    fn function(&mut self, depth: u32) -> String {
        let (unary, binary) = (self.dialect.unary, self.dialect.binary);
        let a = self.integer(depth, false);
        match self.rng.below(2) {
            0 => format!("{}((int)({a}))", self.pick(unary)),
            _ => format!("{}((int)({a}), (int)({}))", self.pick(binary), self.integer(depth, false)),
        }
    }

    fn call(&mut self, depth: u32) -> String {
        if self.calls == 0 || self.helpers == 0 {
            return self.leaf(false);
        }
        self.calls -= 1;
        let at = self.rng.below(self.helpers as u64);
        let (x, y) = (self.integer(depth, false), self.integer(depth, false));
        format!("helper{at}({x}, {y}, a)")
    }

    /// A number with a point. (Helper functions have none.)
    pub(super) fn float(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(4) {
            let found = self.variable(is_float);
            return match found.filter(|_| self.rng.below(4) > 0) {
                Some(variable) => variable.name,
                None => self.pick(&["0.0f", "1.5f", "-2.25f", "0.1f", "3.0f"]).into(),
            };
        }
        let deeper = depth - 1;
        if self.one_in(4) {
            let at = self.integer(deeper, false);
            return if self.in_helper { format!("(float)({at})") } else { format!("floats[({at}) & 63]") };
        }
        let (a, b) = (self.float(deeper), self.float(deeper));
        match self.rng.below(7) {
            0 => format!("({a} - {b})"),
            1 => format!("({a} / {b})"),
            2 => format!("({a} * {b} + {})", self.float(deeper)),
            3 => format!("({} - {a} * {b})", self.float(deeper)),
            4 => format!("({} ? {a} : {b})", self.condition(deeper, false)),
            5 => format!("({a} * {b})"),
            _ => format!("({a} + {b})"),
        }
    }

    /// What `if` and loops ask.
    pub(super) fn condition(&mut self, depth: u32, uniform: bool) -> String {
        let deeper = depth.saturating_sub(1);
        match self.rng.below(if depth == 0 { 3 } else { 10 }) {
            0 => format!("({} & 1)", self.leaf(uniform)),
            1 | 2 => self.comparison(deeper, uniform),
            3 => format!("(!{})", self.condition(deeper, uniform)),
            4 => format!("({} != 0)", self.integer(deeper, uniform)),
            5 => self.guarded(deeper, uniform),
            6 => self.with_effect(uniform),
            7 if !uniform => format!("({} < {})", self.float(deeper), self.float(deeper)),
            _ => {
                let (a, b) = (self.condition(deeper, uniform), self.condition(deeper, uniform));
                let op = self.pick(&["&&", "||"]);
                format!("({a} {op} {b})")
            }
        }
    }

    fn comparison(&mut self, depth: u32, uniform: bool) -> String {
        let (a, b) = (self.integer(depth, uniform), self.integer(depth, uniform));
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("({a} {op} {b})")
    }

    /// The left side keeps the right one from an access outside of the buffer.
    fn guarded(&mut self, depth: u32, uniform: bool) -> String {
        if self.in_helper {
            return self.comparison(depth, uniform);
        }
        let (table, bound) = if uniform { ("flags", 8) } else { ("a", 64) };
        let (at, limit) = (self.integer(depth, uniform), self.rng.below(4));
        let at = format!("(unsigned int)({at})");
        match self.rng.below(2) {
            0 => format!("({at} < {bound}u && {table}[{at}] > {limit})"),
            _ => format!("({at} >= {bound}u || {table}[{at}] <= {limit})"),
        }
    }

    /// A comparison that changes a variable.
    fn with_effect(&mut self, uniform: bool) -> String {
        let together = self.is_together();
        let fits = |variable: &Variable| {
            variable.free && !is_float(variable) && variable.uniform == uniform && (together || !uniform)
        };
        match self.variable(fits) {
            Some(variable) if uniform => format!("(({0} = ({0} + 1) & 63) < 32)", variable.name),
            Some(variable) => {
                let step = self.pick(&["++", "--"]);
                format!("({}{step} > {})", variable.name, self.rng.below(9))
            }
            None => self.comparison(0, uniform),
        }
    }
}
