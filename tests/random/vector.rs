//! Vectors of OpenCL C: literals, components, operators and functions, and what is left of them in the end, a number.

use super::Author;

/// Vectors that are private and changed by subscripts: as the arrays of `statement`.
pub(super) const VECTORS: &[(&str, &str)] = &[
    ("int4 $ = (int4)(@);", "$[@]"),
    ("int4 $ = { @, 1, 2, 3 }; $.zw = $.yx;", "$[@]"),
    ("uint4 $ = (uint4)(@, 1, 2, 3); $.odd += $.even & 255;", "$[@]"),
    ("struct { int n; int4 v; } $ = { 1, (int4)(@) }; $.v.x--;", "$.v[@]"),
];

impl Author {
    /// A number that comes of a vector, in languages that have them.
    pub(super) fn component(&mut self, depth: u32) -> String {
        if !self.dialect.vectors {
            return self.leaf(false);
        }
        match self.rng.below(5) {
            0 => {
                let function = self.pick(&["any", "all"]);
                format!("{function}({})", self.vector(depth))
            }
            1 => {
                let at = self.leaf(false);
                format!("({})[({at}) & 3]", self.vector(depth))
            }
            _ => {
                let name = self.pick(&["x", "y", "z", "w", "s3", "hi.x", "even.y"]);
                format!("({}).{name}", self.vector(depth))
            }
        }
    }

    /// An `int4`.
    fn vector(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(4) {
            return self.row();
        }
        let deeper = depth - 1;
        let a = self.vector(deeper);
        match self.rng.below(8) {
            0 | 1 => {
                let (op, b) = (self.pick(&["+", "-", "&", "|", "^"]), self.vector(deeper));
                format!("(({a} & 4095) {op} ({b} & 1023))")
            }
            2 => {
                let (op, b) =
                    (self.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]), self.vector(deeper));
                format!("({a} {op} {b})")
            }
            3 => {
                let (b, c) = (self.vector(deeper), self.vector(deeper));
                format!("({c} ? {a} : {b})")
            }
            4 => {
                let name = self.pick(&["wzyx", "xxyy", "s3012", "zwxy"]);
                format!("({a}).{name}")
            }
            5 => {
                let (function, b) = (self.pick(&["min", "max", "add_sat", "rotate"]), self.leaf(false));
                format!("{function}({a}, (int4)({b}))")
            }
            6 => {
                let ty = self.pick(&["char4", "uchar4", "short4", "ushort4"]);
                format!("convert_int4(convert_{ty}_sat({a}))")
            }
            _ => {
                let (op, by) = (self.pick(&["<<", ">>", "*"]), self.rng.below(8));
                format!("(({a} & 4095) {op} {by})")
            }
        }
    }

    /// A vector of numbers.
    fn row(&mut self) -> String {
        match self.rng.below(3) {
            0 => format!("(int4)({})", self.leaf(false)),
            1 => {
                let at = self.leaf(false);
                format!("vload4(({at}) & 15, a)")
            }
            _ => {
                let [a, b, c] = [(); 3].map(|()| self.leaf(false));
                format!("(int4)({a}, (int2)({b}, {c}), 5)")
            }
        }
    }
}
