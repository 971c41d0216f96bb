//! The type of every operator and builtin for every type of operand, against a table of its own: the rules of C99 6.3.1 and
//! of OpenCL C 1.2 (6.2, 6.3, 6.12.3) once more, in whole numbers without bounds. A type is seen from outside: by what
//! `sizeof` says, and by the value that a `long` gets, for operands at the ends of their ranges.

use std::fmt::Write;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::runs;

/// Values of each operand: a work-item for each pair.
const ROWS: usize = 32;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ty {
    name: &'static str,
    bits: u32,
    signed: bool,
}

const fn ty(name: &'static str, bits: u32, signed: bool) -> Ty {
    Ty { name, bits, signed }
}

const TYPES: [Ty; 8] = [
    ty("char", 8, true),
    ty("uchar", 8, false),
    ty("short", 16, true),
    ty("ushort", 16, false),
    ty("int", 32, true),
    ty("uint", 32, false),
    ty("long", 64, true),
    ty("ulong", 64, false),
];
const INT: Ty = TYPES[4];

impl Ty {
    fn low(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn high(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// The value modulo two to the number of bits.
    fn wrap(self, value: i128) -> i128 {
        let low = value.rem_euclid(1 << self.bits);
        if self.signed && low > self.high() { low - (1 << self.bits) } else { low }
    }

    fn unsigned(self) -> Ty {
        TYPES.into_iter().find(|ty| ty.bits == self.bits && !ty.signed).unwrap()
    }

    /// C99 6.3.1.1: what fits in an `int` becomes one.
    fn promoted(self) -> Ty {
        if self.bits < 32 { INT } else { self }
    }

    /// C99 6.3.1.8 for integers: the larger one; of the same size the unsigned one.
    fn common(self, other: Ty) -> Ty {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal if a.signed => b,
            std::cmp::Ordering::Equal => a,
        }
    }

    /// Ends of the range, small numbers, and some between; shuffled by `step`, so that pairs differ.
    fn values(self, step: usize) -> Vec<i128> {
        let (low, high) = (self.low(), self.high());
        let ends = [low, low + 1, high, high - 1, high / 2, high / 3, low / 3, 127, 128, 255];
        let small = [0, 1, 2, 3, 5, 31, 33, -1, -2, -7, -128];
        let all: Vec<i128> = ends.into_iter().chain(small).filter(|v| (low..=high).contains(v)).collect();
        (0..ROWS).map(|row| all[(row * step + row / all.len()) % all.len()]).collect()
    }

    fn bytes(self, values: &[i128]) -> Vec<u8> {
        let size = self.bits as usize / 8;
        values.iter().flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect()
    }
}

/// An expression of `a` and `b`, its type, and its value for operands of these values.
struct Case {
    text: String,
    ty: Ty,
    value: Box<dyn Fn(i128, i128) -> i128>,
}

fn case(text: impl Into<String>, ty: Ty, value: impl Fn(i128, i128) -> i128 + 'static) -> Case {
    Case { text: text.into(), ty, value: Box::new(move |a, b| ty.wrap(value(a, b))) }
}

/// Operators on operands of two types. (Quotients by zero are left to other tests.)
fn operators(a: Ty, b: Ty) -> Vec<Case> {
    let both = a.common(b);
    let to = move |value: i128| both.wrap(value);
    let left = a.promoted();
    let amount = move |value: i128| value.rem_euclid(i128::from(left.bits)) as u32;
    vec![
        case("a + b", both, |a, b| a + b),
        case("a - b", both, |a, b| a - b),
        case("a * b", both, move |a, b| to(a).wrapping_mul(to(b))),
        case("a & b", both, |a, b| a & b),
        case("a | b", both, |a, b| a | b),
        case("a ^ b", both, |a, b| a ^ b),
        case("a / (b | 1)", both, move |a, b| to(a) / to(b | 1)),
        case("a << b", left, move |a, b| a << amount(b)),
        case("a >> b", left, move |a, b| left.wrap(a) >> amount(b)),
        case("a < b", INT, move |a, b| i128::from(to(a) < to(b))),
        case("a == b", INT, move |a, b| i128::from(to(a) == to(b))),
        case("a && b", INT, |a, b| i128::from(a != 0 && b != 0)),
        case("a > 2 ? a : b", both, |a, b| if a > 2 { a } else { b }),
        case("(a = b)", a, move |_, b| a.wrap(b)),
        case("(a += b)", a, |a, b| a + b),
        case(format!("convert_{}_sat(b)", a.name), a, move |_, b| b.clamp(a.low(), a.high())),
    ]
}

/// Operators and builtins on operands of one type.
fn of_one_type(ty: Ty) -> Vec<Case> {
    let Ty { bits, signed, .. } = ty;
    let high = move |a: i128, b: i128| match signed {
        true => (a * b) >> bits,
        false => ((a as u128 * b as u128) >> bits) as i128,
    };
    let raw = move |value: i128| ty.unsigned().wrap(value);
    let turned = move |a: i128, by: i128| {
        let by = by.rem_euclid(i128::from(bits)) as u32;
        (raw(a) as u128) << by | (raw(a) as u128) >> (bits - by)
    };
    let saturated = move |value: i128| value.clamp(ty.low(), ty.high());
    let condition = ty.unsigned().name;
    vec![
        case("-a", ty.promoted(), |a, _| -a),
        case("+a", ty.promoted(), |a, _| a),
        case("~a", ty.promoted(), |a, _| !a),
        case("!a", INT, |a, _| i128::from(a == 0)),
        case("a++", ty, |a, _| a),
        case("--a", ty, |a, _| a - 1),
        case("abs(a)", ty.unsigned(), |a, _| a.abs()),
        case("abs_diff(a, c)", ty.unsigned(), |a, b| (a - b).abs()),
        case("add_sat(a, c)", ty, move |a, b| saturated(a + b)),
        case("sub_sat(a, c)", ty, move |a, b| saturated(a - b)),
        case("hadd(a, c)", ty, |a, b| (a + b) >> 1),
        case("rhadd(a, c)", ty, |a, b| (a + b + 1) >> 1),
        case("mul_hi(a, c)", ty, high),
        case("mad_hi(a, c, c)", ty, move |a, b| high(a, b) + b),
        case("min(a, c)", ty, |a, b| a.min(b)),
        case("max(a, c)", ty, |a, b| a.max(b)),
        case("clamp(a, min(c, a), c)", ty, |a, b| a.max(b.min(a)).min(b)),
        case("rotate(a, c)", ty, move |a, b| turned(a, b) as i128),
        case("popcount(a)", ty, move |a, _| i128::from(raw(a).count_ones())),
        case("clz(a)", ty, move |a, _| i128::from(raw(a).leading_zeros()) - 128 + i128::from(bits)),
        case("bitselect(a, c, a)", ty, |a, b| (a & !a) | (b & a)),
        case(format!("select(a, c, ({condition})c)"), ty, |a, b| if b != 0 { b } else { a }),
    ]
}

/// Runs all cases of a first operand's type on a preset.
fn check(first: Ty, preset: &str) {
    let mut source = String::from("#define ROWS 32\n__kernel void k(__global long *out");
    TYPES.iter().for_each(|ty| write!(source, ", __global const {0} *p_{0}", ty.name).unwrap());
    write!(source, ", __global const {} *first) {{\n int r = get_global_id(0);\n", first.name).unwrap();
    let (mut wanted, a) = (Vec::new(), first.values(1));
    for second in TYPES {
        let own = if second == first { of_one_type(first) } else { Vec::new() };
        let b = second.values(7);
        for Case { text, ty, value } in operators(first, second).into_iter().chain(own) {
            let at = wanted.len();
            let operands = format!("{0} a = first[r]; {1} b = p_{1}[r]; {0} c = b;", first.name, second.name);
            writeln!(source, " {{ {operands} out[{at} * ROWS + r] = {text}; }}").unwrap();
            writeln!(source, " {{ {operands} out[{} * ROWS + r] = sizeof({text}); }}", at + 1).unwrap();
            let long = |row: usize| TYPES[6].wrap(value(a[row], b[row]));
            wanted.push((
                format!("{text} of {} and {}", first.name, second.name),
                (0..ROWS).map(long).collect(),
            ));
            wanted.push((
                format!("sizeof({text}) of {} and {}", first.name, second.name),
                vec![i128::from(ty.bits / 8); ROWS],
            ));
        }
    }
    source += "}\n";
    let found = outcome(&source, first, wanted.len() * ROWS, preset);
    for (at, (text, values)) in wanted.iter().enumerate() {
        let values: &Vec<i128> = values;
        assert_eq!(&found[at * ROWS..(at + 1) * ROWS], values.as_slice(), "{text} on {preset}, a is {a:?}");
    }
}

/// The numbers that the kernel leaves in `out`.
fn outcome(source: &str, first: Ty, len: usize, preset: &str) -> Vec<i128> {
    let buffer = |name: String, len: usize, init: Init| {
        Arg::new(name, ArgValue::Buffer { len: len as u64, element: None, init })
    };
    let data = |ty: Ty, step| Init::Bytes(ty.bytes(&ty.values(step)));
    let mut args = vec![buffer("out".into(), len, Init::Zeros), buffer("first".into(), ROWS, data(first, 1))];
    args.extend(TYPES.iter().map(|ty| buffer(format!("p_{}", ty.name), ROWS, data(*ty, 7))));
    let launch =
        Launch { global: [ROWS as u32, 1, 1], local: [ROWS as u32, 1, 1], args, ..Launch::default() };
    let document = Document { launch: Some(launch), ..runs::document(source, preset) };
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
    let status = session.advance(u64::MAX, u64::MAX);
    assert!(status.complete && status.halt.is_none(), "{preset}: {status:#?}");
    let bytes = session.dump("out").unwrap();
    bytes.chunks_exact(8).map(|eight| i64::from_le_bytes(eight.try_into().unwrap()).into()).collect()
}

#[test]
fn results_have_the_types_of_the_standards() {
    let presets = runs::wide_presets();
    for (at, first) in TYPES.into_iter().enumerate() {
        // Each type on every machine, and every preset with some type.
        let chosen = presets.iter().enumerate().filter(|(preset, id)| {
            preset % TYPES.len() == at || ["simt/teaching", "rvv/textbook"].contains(&id.as_str())
        });
        chosen.for_each(|(_, preset)| check(first, preset));
    }
}

/// In CUDA, which is C++, comparisons are `bool`, characters are `char`, `?:` keeps a type that both sides have, and `abs`,
/// `min` and `max` begin at `int`.
#[test]
fn cuda_has_the_types_of_cpp() {
    let cases: [(&str, i128); 10] = [
        ("sizeof('a')", 1),
        ("sizeof(a < b)", 1),
        ("sizeof(!a)", 1),
        ("sizeof(a ? c : c)", 1),
        ("sizeof(a ? c : s)", 4),
        ("abs(c)", 128),
        ("max(c, c) - 1", -129),
        ("sizeof(min(c, c))", 4),
        ("'\\xff' + 0", -1),
        ("(unsigned char)'\\xff'", 255),
    ];
    let mut source = String::from(
        "__global__ void k(long long *out, const signed char *p) { signed char c = p[0]; short s = c; int a = p[1], b = a;\n",
    );
    for (at, (text, _)) in cases.iter().enumerate() {
        writeln!(source, "out[{at}] = {text};").unwrap();
    }
    source += "}";
    for preset in runs::wide_presets() {
        let bytes = |bytes: &[i8]| Init::Bytes(bytes.iter().map(|byte| *byte as u8).collect());
        let args = vec![
            Arg::new("out", ArgValue::Buffer { len: 10, element: None, init: Init::Zeros }),
            Arg::new("p", ArgValue::Buffer { len: 2, element: None, init: bytes(&[-128, 1]) }),
        ];
        let launch = Launch { global: [1; 3], local: [1; 3], args, ..Launch::default() };
        let document = Document { launch: Some(launch), ..runs::document(&source, &preset) };
        let mut session = Session::open(document, Limits::default());
        session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
        session.advance(u64::MAX, u64::MAX);
        let found: Vec<i128> = session
            .dump("out")
            .unwrap()
            .chunks_exact(8)
            .map(|eight| i64::from_le_bytes(eight.try_into().unwrap()).into())
            .collect();
        let wanted: Vec<i128> = cases.iter().map(|(_, value)| *value).collect();
        assert_eq!(found, wanted, "{preset}");
    }
}
