//! A number as a multiple of a quarter turn and a rest of at most half of one, as a pair.
//!
//! Up to some thousand (single) or a million (double) quarter turns the multiple is taken away in four parts, of which the
//! first three have so few digits that their products are exact (Cody and Waite). Beyond that the number is multiplied by the
//! digits of 2/pi that matter: those before them make whole turns, those behind them are too small (Payne and Hanek).

use super::{Formatted, Real, Word, nearest, pair::Pair, real};

/// A quarter turn in four parts.
const QUARTER_SINGLE: [f64; 4] =
    [1.570_800_781_25, -4.453_584_551_811_218e-06, -8.706_138_032_721_356e-10, 6.223_372_171_896_613e-14];
const QUARTER_DOUBLE: [f64; 4] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_711_166_5e-21,
    8.478_427_660_368_9e-32,
];

/// Words of 2/pi behind the point, after a word of zeros.
const TWO_OVER_PI_SINGLE: [u32; 8] =
    [0, 0xA2F9_836E, 0x4E44_1529, 0xFC27_57D1, 0xF534_DDC0, 0xDB62_9599, 0x3C43_9041, 0xFE51_63AB];
const TWO_OVER_PI_DOUBLE: [u64; 20] = [
    0,
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
];

/// How many quarter turns, of which only the number modulo 4 counts, and the rest.
pub(super) struct Reduced<F: Real> {
    pub quarters: F::Word,
    pub rest: Pair<F>,
}

/// A number that is not negative.
pub(super) fn reduced<F: Real>(x: F) -> Reduced<F> {
    let is_near = x.lt(x.num(x.by(6000.0, 1_500_000.0)));
    let [quarters, high, low] = F::choose(is_near, || near(x), || far(x));
    let (_, quarters) = nearest(quarters);
    Reduced { quarters, rest: Pair::new(high, low) }
}

/// By taking away.
fn near<F: Real>(x: F) -> [F; 3] {
    let [first, second, third, fourth] = x.by(QUARTER_SINGLE, QUARTER_DOUBLE);
    let (number, _) = nearest(x * core::f64::consts::FRAC_2_PI);
    let rest = Pair::sum(x - number * first, -(number * second));
    let next = Pair::sum(rest.high, -(number * third));
    let low = next.low + (rest.low - number * fourth);
    let rest = Pair::ordered(next.high, low);
    [number, rest.high, rest.low]
}

/// By multiplying.
fn far<F: Real>(x: F) -> [F; 3] {
    let width = x.fraction() + x.by(9, 12);
    let bits = x.bits();
    let first = bits.num(1).shl(x.fraction());
    let significand = (bits & (first - 1)) | first;
    // The first digit of 2/pi that matters has twice the weight of the last one of the significand, inverted.
    let skip = bits.shr(x.fraction()) - (x.bias() + i64::from(x.fraction()) + 2 - i64::from(width));
    let [high, middle, low] = digits::<F>(skip, width);
    let below = significand * middle;
    let rest = below + significand.mul_high(low);
    let zero = bits.num(0);
    let carry = F::Word::pick(rest.below(below), zero + 1, zero);
    let top = significand * high + significand.mul_high(middle) + carry;
    // Two bits before the point.
    let half = zero.num(1).shl(width - 3);
    let quarters = (top + half).shr(width - 2);
    let top = top - quarters.shl(width - 2);
    // Pieces that are numbers: what is in front, so many bits behind it, and as many behind these.
    let (cut, piece) = x.by((14, 20), (22, 48));
    let taken = piece - cut;
    let middle = (top & (zero.num(1).shl(cut) - 1)).shl(taken) | rest.shr(width - taken);
    let last = rest.shl(taken).shr(width - piece);
    let [a, b, c] = x.by([-16, -36, -56], [-40, -88, -136]);
    let scale = |exponent: i64| super::power_of_two::<F>(zero + exponent);
    let sum = Pair::sum(real(x, top.sar(cut)) * scale(a), real(x, middle) * scale(b));
    let turn = Pair::ordered(sum.high, sum.low + real(x, last) * scale(c));
    let rest = turn.by_constant(
        core::f64::consts::FRAC_PI_2,
        x.by(-4.371_138_828_673_793e-08, 6.123_233_995_736_766e-17),
    );
    [real(x, quarters), rest.high, rest.low]
}

/// Three words of 2/pi after so many digits.
fn digits<F: Real>(skip: F::Word, width: u32) -> [F::Word; 3] {
    let log = skip.by(5, 6);
    let index = skip.shr(log);
    let by = skip & i64::from(width - 1);
    let word =
        |at: usize| index.num(index.by(i64::from(TWO_OVER_PI_SINGLE[at % 8]), TWO_OVER_PI_DOUBLE[at] as i64));
    let mut words = [word(0), word(1), word(2), word(3)];
    for at in 1..skip.by(5, 17) {
        let reached = index.num(at as i64 - 1).lt(index);
        for (place, kept) in words.iter_mut().enumerate() {
            *kept = F::Word::pick(reached, word(at + place), *kept);
        }
    }
    let against = by.num(i64::from(width - 1)) - by;
    let [a, b, c, d] = words;
    [(a, b), (b, c), (c, d)].map(|(this, next)| this.shl_by(by) | next.shr(1).shr_by(against))
}
