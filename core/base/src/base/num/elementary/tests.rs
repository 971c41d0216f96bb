//! `libm` judges: the functions of `f32` against its functions of `f64`, those of `f64` against numbers that were computed with
//! 240 bits (mpmath), and against `libm`, which is itself off by up to one unit.

extern crate std;

use std::{format, vec::Vec};

use super::{
    evaluate, fma,
    plain::{Double, Single},
};
use crate::base::{num, ops::Math, rng::Rng, types::Type};

/// A function of `libm` of one or two operands (of which the first may not look at the second).
type Judge = fn(f64, f64) -> f64;

/// Every function that rounds, the bounds on its error in units in the last place for `f32` and `f64`, and the judge. The bounds are
/// below what OpenCL C (section 7.4) and CUDA allow.
const FUNCTIONS: &[(Math, f64, f64, Judge)] = &[
    (Math::Sqrt, 0.5, 0.5, |x, _| libm::sqrt(x)),
    (Math::Rsqrt, 0.501, 1.5, |x, _| 1.0 / libm::sqrt(x)),
    (Math::Sin, 1.0, 1.0, |x, _| libm::sin(x)),
    (Math::Cos, 1.0, 1.0, |x, _| libm::cos(x)),
    (Math::Tan, 2.5, 2.5, |x, _| libm::tan(x)),
    (Math::Asin, 1.0, 1.0, |x, _| libm::asin(x)),
    (Math::Acos, 1.0, 1.0, |x, _| libm::acos(x)),
    (Math::Atan, 1.5, 1.5, |x, _| libm::atan(x)),
    (Math::Atan2, 2.5, 2.5, libm::atan2),
    (Math::Sinh, 2.5, 2.5, |x, _| libm::sinh(x)),
    (Math::Cosh, 1.5, 1.5, |x, _| libm::cosh(x)),
    (Math::Tanh, 2.5, 2.5, |x, _| libm::tanh(x)),
    (Math::Exp, 1.0, 1.0, |x, _| libm::exp(x)),
    (Math::Exp2, 1.0, 1.0, |x, _| libm::exp2(x)),
    // Its own error is 5 units of `f64`.
    (Math::Exp10, 1.0, 5.0, |x, _| libm::exp10(x)),
    (Math::Expm1, 1.2, 1.2, |x, _| libm::expm1(x)),
    (Math::Log, 1.0, 1.0, |x, _| libm::log(x)),
    (Math::Log2, 2.0, 2.0, |x, _| libm::log2(x)),
    (Math::Log10, 0.6, 0.6, |x, _| libm::log10(x)),
    (Math::Log1p, 1.0, 1.0, |x, _| libm::log1p(x)),
    (Math::Pow, 1.0, 1.0, libm::pow),
    (Math::Cbrt, 0.6, 0.6, |x, _| libm::cbrt(x)),
    (Math::Hypot, 0.8, 0.8, libm::hypot),
    (Math::Erf, 1.5, 1.5, |x, _| libm::erf(x)),
    (Math::Erfc, 5.0, 5.0, |x, _| libm::erfc(x)),
];

/// Those without an error.
const EXACT: &[(Math, Judge)] = &[
    (Math::Floor, |x, _| libm::floor(x)),
    (Math::Ceil, |x, _| libm::ceil(x)),
    (Math::Trunc, |x, _| libm::trunc(x)),
    (Math::Round, |x, _| libm::round(x)),
    (Math::Rint, |x, _| libm::rint(x)),
    (Math::Fmod, libm::fmod),
    (Math::Copysign, libm::copysign),
];

/// How far a result is from the right one, in units in the last place of a format with so many bits behind the first and this least
/// exponent. Zeros of the wrong sign, and a number for what is none, are infinitely far.
fn units(got: f64, right: f64, fraction: i32, least: i32) -> f64 {
    if right.is_nan() || got.is_nan() {
        return if right.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got == right {
        let same = got != 0.0 || got.is_sign_negative() == right.is_sign_negative();
        return if same { 0.0 } else { f64::INFINITY };
    }
    // Infinity is what comes after the largest number.
    let most = |x: f64| x.clamp(-f64::MAX, f64::MAX);
    if got.is_infinite() || right.is_infinite() {
        return if most(got) == most(right) { 1.0 } else { f64::INFINITY };
    }
    let exponent = libm::ilogb(right).max(least);
    libm::ldexp(got - right, fraction - exponent).abs()
}

/// Numbers of a format: special ones, any bits, and the middle of the range.
fn number(double: bool, at: u64, rng: &mut Rng) -> f64 {
    const SPECIAL: [f64; 24] = [
        0.0,
        1.0,
        0.5,
        2.0,
        1.5,
        2.5,
        3.0,
        1e-45,
        1e-38,
        1.17549435e-38,
        3.4028235e38,
        f64::INFINITY,
        f64::NAN,
        8388607.5,
        8388608.0,
        88.7,
        103.9,
        709.7,
        745.1,
        5e-324,
        f64::MAX,
        4503599627370495.5,
        1e22,
        core::f64::consts::FRAC_PI_4,
    ];
    let bits = rng.below(u64::MAX);
    let unit = (bits >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
    match at % 8 {
        0 => SPECIAL[(bits % 24) as usize] * if bits >> 63 == 0 { 1.0 } else { -1.0 },
        1 | 2 if double => f64::from_bits(bits),
        1 | 2 => f64::from(f32::from_bits(bits as u32)),
        3 => unit * 2.1,
        4 => unit * 20.0,
        5 => unit * 200.0,
        6 => (unit * 40.0).round() / 2.0,
        _ => unit * 2e6,
    }
}

/// The largest error of a function over so many numbers, and where it is.
fn worst(math: Math, judge: Judge, double: bool, count: u64) -> (f64, f64, f64) {
    let mut rng = Rng::new(math as u64 + 1);
    let mut worst = (0.0, 0.0, 0.0);
    for at in 0..count {
        let [x, y] = [at, at / 8].map(|at| number(double, at, &mut rng));
        let error = if double {
            units(evaluate(math, Double(x), Double(y)).0, judge(x, y), 52, -1022)
        } else {
            let (x, y) = (x as f32, y as f32);
            let got = evaluate(math, Single(x), Single(y)).0;
            let right = judge(x.into(), y.into());
            // What rounds to infinity is infinite.
            let right = if (right as f32).is_infinite() { f64::from(right as f32) } else { right };
            // Results below half of the least number are zero.
            let is_zero =
                got == 0.0 && right as f32 == 0.0 && got.is_sign_negative() == right.is_sign_negative();
            if is_zero { 0.0 } else { units(got.into(), right, 23, -126) }
        };
        if error > worst.0 {
            worst = (error, x, y);
        }
    }
    worst
}

/// `libm` itself may be off by one unit of `f64`.
const OFF: f64 = 1.0;

fn within_bounds(count: u64) {
    for (math, single, double, judge) in FUNCTIONS {
        let (error, x, y) = worst(*math, *judge, false, count);
        assert!(error <= *single, "{} of f32 {x:e}, {y:e}: {error} units", math.name());
        let (error, x, y) = worst(*math, *judge, true, count);
        assert!(error <= double + OFF, "{} of f64 {x:e}, {y:e}: {error} units", math.name());
    }
    for (math, judge) in EXACT {
        for double in [false, true] {
            let (error, x, y) = worst(*math, *judge, double, count);
            assert!(error == 0.0, "{} of {x:e}, {y:e}: {error} units", math.name());
        }
    }
}

#[test]
fn errors_are_within_their_bounds() {
    within_bounds(20_000);
}

#[test]
#[ignore = "long: `cargo xtask fuzz --all` runs it"]
fn errors_are_within_their_bounds_for_many_numbers() {
    within_bounds(3_000_000);
}

/// Every pair of special numbers of a format, with all signs.
#[test]
fn functions_of_two_numbers_hold_at_the_edges() {
    const EDGES: [f64; 14] = [
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        1.4e-45,
        1.17549435e-38,
        1e-30,
        0.75,
        1.0,
        3.0,
        1e30,
        3.4028235e38,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let signed: Vec<f64> = EDGES.iter().flat_map(|edge| [*edge, -edge]).collect();
    let of_two = FUNCTIONS.iter().filter(|row| row.0.arity() == 2);
    for (math, single, double, judge) in of_two {
        for (x, y) in signed.iter().flat_map(|x| signed.iter().map(move |y| (*x, *y))) {
            let error = units(evaluate(*math, Double(x), Double(y)).0, judge(x, y), 52, -1022);
            assert!(error <= double + OFF, "{} of f64 {x:e}, {y:e}: {error} units", math.name());
            let (x, y) = (x as f32, y as f32);
            let (got, right) = (evaluate(*math, Single(x), Single(y)).0, judge(x.into(), y.into()) as f32);
            let error = units(got.into(), right.into(), 23, -126);
            // Half a unit for the rounding of the judge's.
            assert!(error <= single + 0.5, "{} of f32 {x:e}, {y:e}: {error} units", math.name());
        }
    }
}

#[test]
fn every_function_has_a_judge() {
    let judged = FUNCTIONS.iter().map(|row| row.0).chain(EXACT.iter().map(|row| row.0));
    let mut judged: Vec<Math> = judged.collect();
    judged.sort();
    assert_eq!(judged, Math::ALL);
}

/// Numbers computed with 240 bits and rounded to `f64`.
#[test]
fn doubles_are_near_numbers_of_many_digits() {
    for (math, x, y, right) in DIGITS {
        let bound = FUNCTIONS.iter().find(|row| row.0 == *math).unwrap().2;
        let error = units(evaluate(*math, Double(*x), Double(*y)).0, *right, 52, -1022);
        // Half a unit for the rounding of the number itself.
        assert!(error <= bound + 0.5, "{} of {x:e}, {y:e}: {error} units", math.name());
    }
}

/// Function, operands, result.
const DIGITS: &[(Math, f64, f64, f64)] = &[
    (Math::Sin, 1e-05, 0.0, 9.999999999833334e-06),
    (Math::Sin, 0.7, 0.0, 0.644217687237691),
    (Math::Sin, 3.0, 0.0, 0.1411200080598672),
    (Math::Sin, 100.5, 0.0, -0.030959966783271346),
    (Math::Sin, 1000000.0, 0.0, -0.34999350217129294),
    (Math::Sin, 2000000.0, 0.0, -0.65571431556347),
    (Math::Sin, 1e+22, 0.0, -0.8522008497671888),
    (Math::Sin, 5.319372648326541e+255, 0.0, 1.0),
    (Math::Cos, 1e-05, 0.0, 0.99999999995),
    (Math::Cos, 0.7, 0.0, 0.7648421872844885),
    (Math::Cos, 3.0, 0.0, -0.9899924966004454),
    (Math::Cos, 100.5, 0.0, 0.9995206253283515),
    (Math::Cos, 1000000.0, 0.0, 0.9367521275331447),
    (Math::Cos, 2000000.0, 0.0, 0.7550090968757464),
    (Math::Cos, 1e+22, 0.0, 0.523214785395139),
    (Math::Cos, 5.319372648326541e+255, 0.0, -4.687165924254628e-19),
    (Math::Tan, 0.3, 0.0, 0.30933624960962325),
    (Math::Tan, 1.5, 0.0, 14.101419947171719),
    (Math::Tan, 100000.0, 0.0, -0.035771662952898776),
    (Math::Tan, 1e+300, 0.0, 1.4214488238747245),
    (Math::Asin, 0.1, 0.0, 0.1001674211615598),
    (Math::Asin, 0.49, 0.0, 0.5120897529341477),
    (Math::Asin, 0.51, 0.0, 0.5351847902755998),
    (Math::Asin, 0.999, 0.0, 1.526071239626163),
    (Math::Acos, -0.9, 0.0, 2.6905658417935308),
    (Math::Acos, -0.3, 0.0, 1.8754889808102941),
    (Math::Acos, 0.4, 0.0, 1.1592794807274085),
    (Math::Acos, 0.99, 0.0, 0.1415394733244273),
    (Math::Atan, 0.2, 0.0, 0.19739555984988078),
    (Math::Atan, 0.6, 0.0, 0.5404195002705842),
    (Math::Atan, 1.9, 0.0, 1.0863183977578734),
    (Math::Atan, 2.1, 0.0, 1.1263771168937977),
    (Math::Atan, 1000000000.0, 0.0, 1.5707963257948967),
    (Math::Sinh, 0.01, 0.0, 0.010000166667500003),
    (Math::Sinh, 0.9, 0.0, 1.0265167257081753),
    (Math::Sinh, 1.1, 0.0, 1.335647470124177),
    (Math::Sinh, 30.0, 0.0, 5343237290762.231),
    (Math::Sinh, 710.0, 0.0, 1.1169973830808555e+308),
    (Math::Cosh, 0.3, 0.0, 1.0453385141288605),
    (Math::Cosh, 3.0, 0.0, 10.067661995777765),
    (Math::Cosh, 710.0, 0.0, 1.1169973830808555e+308),
    (Math::Tanh, 1e-05, 0.0, 9.999999999666668e-06),
    (Math::Tanh, 0.2, 0.0, 0.197375320224904),
    (Math::Tanh, 1.0, 0.0, 0.7615941559557649),
    (Math::Tanh, 15.0, 0.0, 0.9999999999998128),
    (Math::Exp, -745.0, 0.0, 5e-324),
    (Math::Exp, -700.3, 0.0, 7.304228033645715e-305),
    (Math::Exp, -0.1, 0.0, 0.9048374180359595),
    (Math::Exp, 1e-09, 0.0, 1.000000001),
    (Math::Exp, 0.5, 0.0, 1.6487212707001282),
    (Math::Exp, 3.3, 0.0, 27.112638920657883),
    (Math::Exp, 709.5, 0.0, 1.3549863193146328e+308),
    (Math::Exp2, -1070.5, 0.0, 5.4e-323),
    (Math::Exp2, -0.3, 0.0, 0.8122523963562356),
    (Math::Exp2, 0.7, 0.0, 1.624504792712471),
    (Math::Exp2, 1023.9, 0.0, 1.6773070034857416e+308),
    (Math::Exp10, -5.722734615313952, 0.0, 1.893500327995207e-06),
    (Math::Exp10, -320.4, 0.0, 3.98e-321),
    (Math::Exp10, 0.3, 0.0, 1.9952623149688795),
    (Math::Exp10, 308.1, 0.0, 1.258925411794233e+308),
    (Math::Expm1, -30.0, 0.0, -0.9999999999999064),
    (Math::Expm1, -0.2, 0.0, -0.18126924692201815),
    (Math::Expm1, 1e-12, 0.0, 1.0000000000005e-12),
    (Math::Expm1, 0.3, 0.0, 0.3498588075760031),
    (Math::Expm1, 1.2, 0.0, 2.3201169227365472),
    (Math::Expm1, 50.0, 0.0, 5.184705528587072e+21),
    (Math::Log, 1e-310, 0.0, -713.8013788281542),
    (Math::Log, 0.1, 0.0, -2.3025850929940455),
    (Math::Log, 0.9999, 0.0, -0.00010000500033334732),
    (Math::Log, 1.0001, 0.0, 9.999500033329732e-05),
    (Math::Log, 1.4, 0.0, 0.3364722366212129),
    (Math::Log, 7.0, 0.0, 1.9459101490553132),
    (Math::Log, 1e+300, 0.0, 690.7755278982137),
    (Math::Log2, 0.3, 0.0, -1.7369655941662063),
    (Math::Log2, 0.9999, 0.0, -0.00014427671804501932),
    (Math::Log2, 1.3, 0.0, 0.37851162325372983),
    (Math::Log2, 1000000000.0, 0.0, 29.897352853986263),
    (Math::Log10, 0.02, 0.0, -1.6989700043360187),
    (Math::Log10, 1.0001, 0.0, 4.342727686266486e-05),
    (Math::Log10, 5.0, 0.0, 0.6989700043360189),
    (Math::Log10, 1e+200, 0.0, 200.0),
    (Math::Log1p, -0.999, 0.0, -6.907755278982136),
    (Math::Log1p, -1e-09, 0.0, -1.0000000005000001e-09),
    (Math::Log1p, 1e-20, 0.0, 1e-20),
    (Math::Log1p, 0.4, 0.0, 0.33647223662121295),
    (Math::Log1p, 100000000.0, 0.0, 18.420680753952364),
    (Math::Cbrt, 1e-310, 0.0, 4.641588833612774e-104),
    (Math::Cbrt, 0.3, 0.0, 0.6694329500821695),
    (Math::Cbrt, -5.0, 0.0, -1.709975946676697),
    (Math::Cbrt, 1e+300, 0.0, 1e+100),
    (Math::Erf, 1e-10, 0.0, 1.1283791670955126e-10),
    (Math::Erf, 0.3, 0.0, 0.3286267594591274),
    (Math::Erf, 0.99, 0.0, 0.8385080695553698),
    (Math::Erf, 1.01, 0.0, 0.8468104962282768),
    (Math::Erf, 4.0, 0.0, 0.9999999845827421),
    (Math::Erfc, -2.0, 0.0, 1.9953222650189528),
    (Math::Erfc, 0.3, 0.0, 0.6713732405408726),
    (Math::Erfc, 0.8, 0.0, 0.2578990352923395),
    (Math::Erfc, 1.2, 0.0, 0.08968602177036464),
    (Math::Erfc, 5.0, 0.0, 1.537459794428035e-12),
    (Math::Erfc, 26.0, 0.0, 5.663192408856143e-296),
    (Math::Atan2, 1.0, -3.0, 2.819842099193151),
    (Math::Atan2, -2.0, 0.7, -1.2341215074081695),
    (Math::Atan2, 1e-300, 5.0, 2e-301),
    (Math::Pow, 1.0001, 70000.0, 1096.2494295603437),
    (Math::Pow, 0.3, -600.0, f64::INFINITY),
    (Math::Pow, 2.5, 3.5, 24.705294220065465),
    (Math::Pow, 0.001, 100.0, 1.000000000000002e-300),
    (Math::Pow, 1.7, 1300.0, 3.833520515356029e+299),
    (Math::Pow, 1.0000000001, 3000000000000.0, 1.9424745818267119e+130),
    (Math::Hypot, 3e+200, 1e+200, 3.1622776601683794e+200),
    (Math::Hypot, 1e-200, 2e-201, 1.0198039027185569e-200),
    (Math::Hypot, 1.0, 1e-09, 1.0),
    (Math::Hypot, 0.7, 0.3, 0.7615773105863908),
];

/// Powers with the special cases of C99, annex F.9.4.4: x, y, result.
#[test]
fn powers_of_special_numbers_are_those_of_c99() {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let cases = [
        (0.0, -3.0, INF),
        (-0.0, -3.0, -INF),
        (-0.0, -2.0, INF),
        (-0.0, 3.0, -0.0),
        (0.0, 2.5, 0.0),
        (-1.0, INF, 1.0),
        (-1.0, -INF, 1.0),
        (1.0, NAN, 1.0),
        (NAN, 0.0, 1.0),
        (NAN, -0.0, 1.0),
        (-2.0, 0.5, NAN),
        (0.5, -INF, INF),
        (2.0, -INF, 0.0),
        (0.5, INF, 0.0),
        (2.0, INF, INF),
        (-INF, -3.0, -0.0),
        (-INF, -2.0, 0.0),
        (-INF, 3.0, -INF),
        (-INF, 2.5, INF),
        (INF, -0.5, 0.0),
        (INF, 0.5, INF),
        (-2.0, 3.0, -8.0),
        (-2.0, 4.0, 16.0),
        (10.0, 15.0, 1e15),
    ];
    for (x, y, right) in cases {
        let single = evaluate(Math::Pow, Single(x as f32), Single(y as f32)).0;
        let double = evaluate(Math::Pow, Double(x), Double(y)).0;
        for got in [f64::from(single), double] {
            let same = got == right && got.is_sign_negative() == right.is_sign_negative();
            let rounded = right == 1e15 && got == f64::from(1e15_f32);
            assert!(same || rounded || got.is_nan() && right.is_nan(), "{x}^{y} = {got}");
        }
    }
}

/// Results that a format holds come out exactly.
#[test]
fn what_has_no_error_is_exact() {
    for at in -40..40_i32 {
        let x = f64::from(at);
        assert_eq!(evaluate(Math::Exp2, Double(x), Double(x)).0, libm::ldexp(1.0, at));
        assert_eq!(evaluate(Math::Log2, Double(libm::ldexp(1.0, at)), Double(x)).0, x);
        assert_eq!(evaluate(Math::Cbrt, Double(x * x * x), Double(x)).0, x);
        assert_eq!(evaluate(Math::Hypot, Double(3.0 * x), Double(4.0 * x)).0, 5.0 * x.abs());
    }
    for at in 0..22_i32 {
        let power = format!("1e{at}").parse::<f64>().unwrap();
        assert_eq!(evaluate(Math::Exp10, Double(at.into()), Double(0.0)).0, power);
        assert_eq!(evaluate(Math::Log10, Double(power), Double(0.0)).0, f64::from(at));
    }
}

/// The way without `f64` has the results of the short way, which [`num::math_f32`] takes.
#[test]
fn inverse_roots_of_both_ways_are_equal() {
    let mut rng = Rng::new(3);
    for at in 0..200_000 {
        let x = f32::from_bits(rng.below(1 << 32) as u32 >> (at % 2));
        let long = num::f32_canonical(evaluate(Math::Rsqrt, Single(x), Single(x)).0);
        assert_eq!(long.to_bits(), num::math_f32(Math::Rsqrt, x, x).to_bits(), "{x:e}");
    }
}

#[test]
fn what_is_no_number_is_canonical() {
    for math in Math::ALL.iter().filter(|math| **math != Math::Copysign) {
        for bits in [0xFFC0_0001_u64, 0x7F80_0001] {
            let got = num::math(*math, Type::F32, &[bits, bits]);
            assert_eq!(got, 0x7FC0_0000, "{}", math.name());
        }
    }
}

/// Against `libm` for `f64` and [`num::f32_fma`] for `f32`: operands of any exponent, close ones that cancel, and results
/// that are subnormal.
#[test]
fn products_and_sums_are_rounded_once() {
    products_and_sums(60_000);
}

#[test]
#[ignore = "long: `cargo xtask fuzz --all` runs it"]
fn many_products_and_sums_are_rounded_once() {
    products_and_sums(30_000_000);
}

fn products_and_sums(count: u64) {
    let mut rng = Rng::new(11);
    for at in 0..count {
        let mut any = || match at % 4 {
            0 => f64::from_bits(rng.below(u64::MAX)),
            // Few digits, near each other: sums cancel.
            1 => f64::from_bits(rng.below(u64::MAX) & 0x800F_F000_0000_00FF | (1000 + rng.below(24)) << 52),
            // Products near the least numbers.
            2 => f64::from_bits(rng.below(u64::MAX) & 0x800F_FFFF_FFFF_FFFF | (480 + rng.below(80)) << 52),
            _ => number(true, rng.below(8), &mut rng),
        };
        let (a, b) = (any(), any());
        let c = match at % 5 {
            0 => -(a * b),
            1 => libm::ldexp(any(), -1000),
            2 => libm::nextafter(-(a * b), 0.0),
            _ => any(),
        };
        let (got, right) =
            (num::f64_canonical(fma(Double(a), Double(b), Double(c)).0), num::f64_fma(a, b, c));
        assert_eq!(got.to_bits(), right.to_bits(), "{a:e} * {b:e} + {c:e} = {got:e}, not {right:e}");
        let mut any = || match at % 4 {
            0 => f32::from_bits(rng.below(1 << 32) as u32),
            1 => f32::from_bits((rng.below(1 << 32) & 0x807F_801F | (110 + rng.below(24)) << 23) as u32),
            2 => f32::from_bits((rng.below(1 << 32) & 0x807F_FFFF | (40 + rng.below(50)) << 23) as u32),
            _ => number(false, rng.below(8), &mut rng) as f32,
        };
        let (a, b) = (any(), any());
        let c = match at % 5 {
            0 => -(a * b),
            1 => libm::ldexpf(any(), -120),
            2 => libm::nextafterf(-(a * b), 0.0),
            _ => any(),
        };
        let (got, right) =
            (num::f32_canonical(fma(Single(a), Single(b), Single(c)).0), num::f32_fma(a, b, c));
        assert_eq!(got.to_bits(), right.to_bits(), "{a:e} * {b:e} + {c:e} = {got:e}, not {right:e}");
    }
}
