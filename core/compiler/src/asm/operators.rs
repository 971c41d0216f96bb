//! The operators of expressions, as the GNU assembler has them, each once: a new one is a row.

use super::{
    expression::Value,
    table::{Infix, Operator},
};

/// What an operator between two values makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Between {
    /// Of two numbers.
    pub numbers: Infix,
    /// Of values of which one at least depends on the address of a name; `None` if it makes nothing of them.
    pub(super) names: fn(Value, Value) -> Option<Value>,
}

/// What an operator in front of a value makes of it.
#[derive(Clone, Copy, Debug)]
pub enum Before {
    /// Of a number.
    Number(fn(i64) -> i64),
    /// Of any value.
    Value(fn(Value) -> Value),
}

/// A row of [`BETWEEN`] that takes numbers alone.
const fn of_numbers(sign: &'static str, binds: u8, says: &'static str, numbers: Infix) -> Operator<Between> {
    Operator::new(sign, binds, says, Between { numbers, names: |_, _| None })
}

/// Operators between two values. One is the longest sign that comes next: `||` is not `|` twice.
pub const BETWEEN: &[Operator<Between>] = &[
    of_numbers("*", 6, "product", |a, b| Ok(a.wrapping_mul(b))),
    of_numbers("/", 6, "quotient", |a, b| divisor(b).map(|b| a.wrapping_div(b))),
    of_numbers("%", 6, "remainder", |a, b| divisor(b).map(|b| a.wrapping_rem(b))),
    of_numbers("<<", 6, "shift to the left by 0 to 63 places", |a, b| places(b).map(|b| a << b)),
    of_numbers(">>", 6, "shift to the right by 0 to 63 places, without sign", |a, b| {
        places(b).map(|b| ((a as u64) >> b) as i64)
    }),
    of_numbers("|", 5, "bits of either", |a, b| Ok(a | b)),
    of_numbers("&", 5, "bits of both", |a, b| Ok(a & b)),
    of_numbers("^", 5, "bits of one alone", |a, b| Ok(a ^ b)),
    of_numbers("!!", 5, "the same as `^`", |a, b| Ok(a ^ b)),
    of_numbers("!", 5, "bits of the first, or not of the second", |a, b| Ok(a | !b)),
    Operator::new("+", 4, "sum", Between { numbers: |a, b| Ok(a.wrapping_add(b)), names: Value::plus }),
    Operator::new(
        "-",
        4,
        "difference",
        Between { numbers: |a, b| Ok(a.wrapping_sub(b)), names: Value::less },
    ),
    of_numbers("==", 3, "-1 if they are equal, or else 0", |a, b| holds(a == b)),
    of_numbers("!=", 3, "-1 if they are not", |a, b| holds(a != b)),
    of_numbers("<>", 3, "the same as `!=`", |a, b| holds(a != b)),
    of_numbers("<", 3, "-1 if the first is less", |a, b| holds(a < b)),
    of_numbers(">", 3, "-1 if the first is more", |a, b| holds(a > b)),
    of_numbers("<=", 3, "-1 if the first is not more", |a, b| holds(a <= b)),
    of_numbers(">=", 3, "-1 if the first is not less", |a, b| holds(a >= b)),
    of_numbers("&&", 2, "1 if neither is 0, or else 0", |a, b| Ok((a != 0 && b != 0).into())),
    of_numbers("||", 1, "1 if one of them is not 0, or else 0", |a, b| Ok((a != 0 || b != 0).into())),
];

/// Operators in front of a value, which bind tightest.
pub const BEFORE: &[Operator<Before>] = &[
    Operator::new("-", 7, "the number with the other sign", Before::Value(Value::negated)),
    Operator::new("+", 7, "the number itself", Before::Value(|value| value)),
    Operator::new("~", 7, "the bits that are not set", Before::Number(|number| !number)),
    Operator::new("!", 7, "1 if the number is 0, or else 0", Before::Number(|number| (number == 0).into())),
];

/// How a comparison says whether it holds.
fn holds(truth: bool) -> Result<i64, &'static str> {
    Ok(-i64::from(truth))
}

fn divisor(number: i64) -> Result<i64, &'static str> {
    if number == 0 { Err("it divides by zero.") } else { Ok(number) }
}

fn places(number: i64) -> Result<u32, &'static str> {
    u32::try_from(number).ok().filter(|places| *places < 64).ok_or("a shift is by 0 to 63 places.")
}
