//! Every arithmetic instruction against plain Rust.

use alloc::{format, vec, vec::Vec};

use lanescope_parts::base::rng::Rng;

use super::*;

/// Words with edges of integers and floats among them.
fn operands(seed: u64) -> Vec<u32> {
    const EDGES: [u32; 12] = [
        0,
        1,
        2,
        31,
        33,
        u32::MAX,
        1 << 31,
        i32::MAX as u32,
        0x3F80_0000,
        0xC020_0000,
        0x7F80_0000,
        0x7FC0_0000,
    ];
    let mut random = Rng::new(seed);
    (0..1024)
        .map(|_| match random.below(3) {
            0 => EDGES[random.below(12) as usize],
            1 => (random.below(2_000_000) as f32 / 1_000.0 - 1_000.0).to_bits(),
            _ => random.next_u64() as u32,
        })
        .collect()
}

/// Runs an instruction on vectors `v1`, `v2` and `v3`, and compares each result.
fn check(instruction: &str, expected: impl Fn(u32, u32, u32) -> u32, float: bool) {
    let inputs = [1, 2, 3].map(|seed| operands(seed * 7));
    let contents = (1..).zip(inputs.iter().cloned()).collect();
    let case = Case { contents, ..Case::default() };
    let text =
        format!("ldglin v1, 1\nldglin v2, 2\nldglin v3, 3\nsmov s1, -7\n{instruction}\nstglin v0, 0\nexit\n");
    let found = words(&case.run(&text).unwrap(), 0);
    for item in 0..1024 {
        let [a, b, c] = [0, 1, 2].map(|at| inputs[at][item]);
        let wanted = expected(a, b, c);
        let number = |bits| float && f32::from_bits(bits).is_nan();
        let equal = found[item] == wanted || number(found[item]) && number(wanted);
        assert!(equal, "{instruction} of {a:#x}, {b:#x}, {c:#x}: {:#x}, not {wanted:#x}", found[item]);
    }
}

fn integers(instruction: &str, expected: impl Fn(i32, i32, i32) -> i32) {
    check(instruction, |a, b, c| expected(a as i32, b as i32, c as i32) as u32, false);
}

fn floats(instruction: &str, expected: impl Fn(f32, f32, f32) -> f32) {
    let of = |a, b, c| expected(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)).to_bits();
    check(instruction, of, true);
}

#[test]
fn vector_integers_wrap_and_are_signed() {
    integers("iadd v0, v1, v2", |a, b, _| a.wrapping_add(b));
    integers("iadd v0, v1, s1", |a, _, _| a.wrapping_add(-7));
    integers("isub v0, v1, v2", |a, b, _| a.wrapping_sub(b));
    integers("imul v0, v1, v2", |a, b, _| a.wrapping_mul(b));
    integers("imad v0, v1, v2, v3", |a, b, c| a.wrapping_mul(b).wrapping_add(c));
    integers("imin v0, v1, v2", |a, b, _| if a < b { a } else { b });
    integers("imax v0, v1, -5", |a, _, _| if a > -5 { a } else { -5 });
    integers("and v0, v1, v2", |a, b, _| a & b);
    integers("or v0, v1, v2", |a, b, _| a | b);
    integers("xor v0, v1, v2", |a, b, _| a ^ b);
    integers("not v0, v1", |a, _, _| -1 - a);
}

/// Shifts are by as many bits in each work-item; to the right they keep the sign.
#[test]
fn shifts_keep_the_sign() {
    integers("shl v0, v1, 5", |a, _, _| a.wrapping_mul(32));
    integers("shr v0, v1, 4", |a, _, _| a.div_euclid(16));
    integers("smov s1, 3\nshr v0, v1, s1", |a, _, _| a.div_euclid(8));
}

#[test]
fn vector_floats_are_plain_single_precision() {
    floats("add v0, v1, v2", |a, b, _| a + b);
    floats("add.neg v0, v1, v2", |a, b, _| a - b);
    floats("mul v0, v1, v2", |a, b, _| a * b);
    floats("mul.neg v0, v1, 2.5", |a, _, _| a * -2.5);
    floats("mad v0, v1, v2, v3", |a, b, c| a * b + c);
    floats("mad.neg v0, v1, v2, v3", |a, b, c| c - a * b);
    floats("abs v0, v1", |a, _, _| a.abs());
    floats("rcp v0, v1", |a, _, _| 1.0 / a);
    floats("rsqrt v0, v1", |a, _, _| (1.0 / libm::sqrt(f64::from(a))) as f32);
}

/// A number that is none gives way to one that is one.
#[test]
fn the_smaller_and_the_larger_of_two_floats() {
    let (x, y) = (1.5f32.to_bits(), (-2.0f32).to_bits());
    let case =
        Case { contents: vec![(1, vec![x, y, f32::NAN.to_bits()]), (2, vec![y, x, x])], ..Case::default() };
    let both = |op: &str| -> [u32; 3] {
        case.words(&format!("ldglin v1, 1\nldglin v2, 2\n{op} v0, v1, v2\nstglin v0, 0\nexit"))
    };
    assert_eq!(both("min"), [y, y, x]);
    assert_eq!(both("max"), [x, x, x]);
}

#[test]
fn sine_and_cosine_are_of_radians() {
    let angles: Vec<f32> = (0..1024).map(|at| (at as f32 - 512.0) * 0.37).collect();
    let contents = vec![(1, angles.iter().map(|angle| angle.to_bits()).collect())];
    let case = Case { contents, ..Case::default() };
    for (op, exact) in [("sin", libm::sin as fn(f64) -> f64), ("cos", libm::cos)] {
        let run = case.run(&format!("ldglin v1, 1\n{op} v0, v1\nstglin v0, 0\nexit")).unwrap();
        for (angle, found) in angles.iter().zip(words(&run, 0)) {
            let error = f64::from(f32::from_bits(found)) - exact(f64::from(*angle));
            assert!(error.abs() < 1e-7, "{op} {angle}");
        }
    }
}

/// Facts 3: `i2f` takes the pattern as a number without sign, `f2i` cuts.
#[test]
fn conversions_have_no_sign_to_floats_and_cut_to_integers() {
    check("cvt.i2f v0, v1", |a, _, _| (a as f32).to_bits(), false);
    check("cvt.f2i v0, v1", |a, _, _| f32::from_bits(a) as i32 as u32, false);
    let case = Case::default();
    assert_eq!(case.words("cvt.i2f v0, sc.dim_x\nstglin v0, 0\nexit"), [1024f32.to_bits()]);
    assert_eq!(case.words("cvt.i2f v0, vc.lid_x\nstglin v0, 0\nexit"), [0f32, 1., 2.].map(f32::to_bits));
    assert_eq!(
        case.words("smov s0, -2.9\nscvt.f2i s0, s0\niadd v0, v9, s0\nstglin v0, 0\nexit"),
        [-2i32 as u32]
    );
}

/// Scalar instructions, their result shown through a vector of zeros.
#[test]
fn scalars_are_32_bit_integers() {
    let case = Case::default();
    let of = |a: i32, b: i32, op: &str| -> i32 {
        let text =
            format!("smov s1, {a}\nsmov s2, {b}\nsmov s3, 11\n{op}\niadd v0, v9, s0\nstglin v0, 0\nexit");
        let [word] = case.words(&text);
        word as i32
    };
    for (a, b) in [(7, 3), (-7, 3), (7, -3), (i32::MAX, 1), (i32::MIN, -1), (0, 5), (-1, 31), (12345, 12345)]
    {
        assert_eq!(of(a, b, "siadd s0, s1, s2"), a.wrapping_add(b));
        assert_eq!(of(a, b, "sisub s0, s1, s2"), a.wrapping_sub(b));
        assert_eq!(of(a, b, "simul s0, s1, s2"), a.wrapping_mul(b));
        assert_eq!(of(a, b, "simad s0, s1, s2, s3"), a.wrapping_mul(b).wrapping_add(11));
        assert_eq!(of(a, b, "simin s0, s1, s2"), a.min(b));
        assert_eq!(of(a, b, "simax s0, s1, s2"), a.max(b));
        assert_eq!(of(a, b, "sand s0, s1, s2"), a & b);
        assert_eq!(of(a, b, "sor s0, s1, s2"), a | b);
        assert_eq!(of(a, b, "sineg s0, s1"), a.wrapping_neg());
        assert_eq!(of(a, b, "snot s0, s1"), !a);
        assert_eq!(of(a, b, "sshl s0, s1, 3"), a.wrapping_mul(8));
        assert_eq!(of(a, b, "sshr s0, s1, 3"), a.div_euclid(8));
        if (a, b) != (i32::MIN, -1) {
            assert_eq!(of(a, b, "sidiv s0, s1, s2"), a / b);
            assert_eq!(of(a, b, "simod s0, s1, s2"), a % b);
        }
    }
    for (a, place) in [(0, -1), (-1, -1), (1, 0), (-2, 0), (8, 3), (-9, 3), (i32::MIN, 30), (i32::MAX, 30)] {
        assert_eq!(of(a, 0, "sibfind s0, s1"), place, "{a}");
    }
}

#[test]
fn predicates_compare_with_zero_and_combine() {
    let compare = |suffix: &str, a: f64| match suffix {
        "ez" => a == 0.0,
        "nz" => a != 0.0,
        "g" => a > 0.0,
        "ge" => a >= 0.0,
        "l" => a < 0.0,
        _ => a <= 0.0,
    };
    // A work-item whose predicate is set writes one.
    let rest =
        "mov v0, 0\ncpush.if l\npbool.nand p1, p0, p0\ncmask p1\nmov v0, 1\ncpop\nl:\n stglin v0, 0\nexit";
    for suffix in ["ez", "nz", "g", "ge", "l", "le"] {
        for (op, read) in [
            ("test", (|bits| f64::from(f32::from_bits(bits))) as fn(u32) -> f64),
            ("itest", |bits| f64::from(bits as i32)),
        ] {
            let inputs = operands(3);
            let case = Case { contents: vec![(1, inputs.clone())], ..Case::default() };
            let run = case.run(&format!("ldglin v1, 1\n{op}.{suffix} p0, v1\n{rest}")).unwrap();
            for (bits, found) in inputs.iter().zip(words(&run, 0)) {
                assert_eq!(found == 1, compare(suffix, read(*bits)), "{op}.{suffix} {bits:#x}");
            }
        }
    }
    // Work-items 0 to 3 have the four pairs of bits.
    let pairs = "mov v1, vc.lid_x\nand v2, v1, 1\nand v3, v1, 2\nitest.nz p2, v2\nitest.nz p3, v3\n";
    let table = [("and", [0, 0, 0, 1]), ("or", [0, 1, 1, 1]), ("nand", [1, 1, 1, 0]), ("nor", [1, 0, 0, 0])];
    for (op, bits) in table {
        let text = format!("{pairs}pbool.{op} p0, p2, p3\nj go\ngo:\n{rest}");
        assert_eq!(Case::default().words(&text), bits, "{op}");
    }
}
