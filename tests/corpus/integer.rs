//! Integers: their bits, arithmetic of every width; theory of numbers is in `numbers`, what C says of integers in `semantics`.

use crate::{
    given::{Data, Row},
    idioms, language, numbers, semantics,
};

pub const ROWS: &[Row] = &[
    ("base64.cu", base64),
    ("big_add.cu", numbers::big_add),
    ("big_mul.cl", numbers::big_mul),
    ("bit_matrix.cu", semantics::bit_matrix),
    ("collatz.cl", numbers::collatz),
    ("compound.cl", semantics::compound),
    ("conversions.cl", conversions),
    ("decimal.cl", decimal),
    ("divisions.cl", divisions),
    ("error_code.cl", semantics::error_code),
    ("fixed_point.cl", fixed_point),
    ("fractions.cu", semantics::fractions),
    ("gcd_binary.cu", numbers::gcd_binary),
    ("gray_shift.cu", gray_shift),
    ("halves_and_sums.cu", language::halves_and_sums),
    ("hilbert.cl", semantics::hilbert),
    ("linear_recurrence.cu", semantics::linear_recurrence),
    ("miller_rabin.cl", numbers::miller_rabin),
    ("montgomery.cu", numbers::montgomery),
    ("morton.cl", morton),
    ("opencl_builtins.cl", language::opencl_builtins),
    ("packed_fields.cu", packed_fields),
    ("pointer_steps.cl", semantics::pointer_steps),
    ("popcounts.cl", popcounts),
    ("preprocessor.cl", idioms::preprocessor),
    ("promotions.cl", semantics::promotions),
    ("reversals.cl", reversals),
    ("roman.cl", semantics::roman),
    ("roots.cl", numbers::roots),
    ("saturating.cl", saturating),
    ("shift_widths.cl", semantics::shift_widths),
    ("sieve.cl", numbers::sieve),
    ("signed_fields.cu", language::signed_fields),
    ("soft_half.cu", semantics::soft_half),
    ("spigot.cl", semantics::spigot),
    ("switch_kinds.cu", semantics::switch_kinds),
    ("utf8.cl", utf8),
    ("wide_products.cu", numbers::wide_products),
    ("words_of_bytes.cu", words_of_bytes),
];

fn popcounts(data: &Data) {
    let counts = data.given::<u32>("x").into_iter().flat_map(|x| [x.count_ones(); 5]);
    data.holds("counts", &counts.collect::<Vec<_>>());
}

fn reversals(data: &Data) {
    let x = data.given::<u64>("x");
    data.holds("r8", &x.iter().map(|x| (*x as u8).reverse_bits()).collect::<Vec<_>>());
    data.holds("r16", &x.iter().map(|x| (*x as u16).reverse_bits()).collect::<Vec<_>>());
    data.holds("r32", &x.iter().map(|x| (*x as u32).reverse_bits()).collect::<Vec<_>>());
    data.holds("r64", &x.iter().map(|x| x.reverse_bits()).collect::<Vec<_>>());
}

fn fixed_point(data: &Data) {
    let (mut product, mut quotient, mut escape) = (Vec::new(), Vec::new(), Vec::new());
    let times = |a: i32, b: i32| (i64::from(a) * i64::from(b) + 0x8000).div_euclid(0x10000) as i32;
    for (a, b) in data.given::<i32>("a").into_iter().zip(data.given::<i32>("b")) {
        product.push(times(a, b));
        quotient.push((i64::from(a) * 0x10000 / i64::from(b)) as i32);
        let c = (a / 4, b / 8);
        let step = |&(re, im): &(i32, i32)| {
            let (re2, im2) = (times(re, re), times(im, im));
            (re2 + im2 <= 4 << 16).then(|| (re2 - im2 + c.0, 2 * times(re, im) + c.1))
        };
        escape.push(std::iter::successors(Some((0, 0)), step).skip(1).take(40).count() as u8);
    }
    data.holds("product", &product);
    data.holds("quotient", &quotient);
    data.holds("escape", &escape);
}

fn saturating(data: &Data) {
    let ab: Vec<(i8, i8)> = data.given::<i8>("a").into_iter().zip(data.given::<i8>("b")).collect();
    data.holds("sums", &ab.iter().map(|(a, b)| a.saturating_add(*b)).collect::<Vec<_>>());
    data.holds("differences", &ab.iter().map(|(a, b)| a.saturating_sub(*b)).collect::<Vec<_>>());
    data.holds("apart", &ab.iter().map(|(a, b)| a.abs_diff(*b)).collect::<Vec<_>>());
    let mid = |(at, (a, b)): (usize, &(i8, i8))| {
        let up = if at % 4 < 2 { 0 } else { 1 };
        (i32::from(*a) + i32::from(*b) + up).div_euclid(2) as i8
    };
    data.holds("mids", &ab.iter().enumerate().map(mid).collect::<Vec<_>>());
    let sums = ab.iter().map(|(a, b)| {
        let (a, b) = (*a as u8, *b as u8);
        a.saturating_add(b).wrapping_sub(a.saturating_sub(b))
    });
    data.holds("unsigned_sums", &sums.collect::<Vec<_>>());
}

fn words_of_bytes(data: &Data) {
    let words = data.given::<u32>("a").into_iter().zip(data.given::<u32>("b"));
    let of = |(x, y): (u32, u32)| {
        let (a, b) = (x.to_le_bytes(), y.to_le_bytes());
        let each = |f: fn(u8, u8) -> u8| u32::from_le_bytes(std::array::from_fn(|at| f(a[at], b[at])));
        let signed = (0..4).map(|at| i32::from(a[at] as i8) * i32::from(b[at] as i8)).sum::<i32>();
        let unsigned = (0..4).map(|at| u32::from(a[at]) * u32::from(b[at])).sum::<u32>();
        [
            each(u8::wrapping_add),
            each(u8::wrapping_sub),
            each(u8::abs_diff),
            each(u8::max),
            each(|a, b| (u16::from(a) + u16::from(b)).div_ceil(2) as u8),
            u32::from_le_bytes([a[0], b[0], a[2], b[2]]),
            (signed + 7) as u32,
            unsigned + 7,
        ]
    };
    data.holds("out", &words.flat_map(of).collect::<Vec<_>>());
}

fn divisions(data: &Data) {
    let (mut c8, mut s16, mut i32s, mut l64) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, (x, b)) in data.given::<i32>("a").into_iter().zip(data.given::<i32>("b")).enumerate() {
        let y = if i % 2 == 1 { -b } else { b };
        let (xc, yc) = (i32::from(x as i8), i32::from((y | 1) as i8));
        c8.extend([(xc / yc) as i8, (xc % yc) as i8]);
        let (xs, ys) = (x as u16, (y | 1) as u16);
        s16.extend([xs / ys, xs % ys]);
        i32s.extend([x / y, x % y, (x as u32 / b as u32) as i32, (x as u32 % b as u32) as i32]);
        let (xl, yl) = (i64::from(x) * 1000003, i64::from(y) * 77);
        l64.extend([xl / yl, xl % yl]);
    }
    data.holds("c8", &c8);
    data.holds("s16", &s16);
    data.holds("i32", &i32s);
    data.holds("l64", &l64);
}

/// The bits of numbers, one of each in turn.
fn interleave<const N: usize>(numbers: [u64; N], bits: usize) -> u64 {
    let bit = |at: usize| (numbers[at % N] >> (at / N) & 1) << at;
    (0..bits * N).map(bit).sum()
}

fn morton(data: &Data) {
    let xy: Vec<(u16, u16)> = data.given::<u16>("x").into_iter().zip(data.given::<u16>("y")).collect();
    let codes = xy.iter().map(|(x, y)| interleave([(*x).into(), (*y).into()], 16) as u32);
    data.holds("code", &codes.collect::<Vec<_>>());
    let codes = xy.iter().zip(0..).map(|((x, y), i)| interleave([(*x).into(), (*y).into(), i], 21));
    data.holds("code3", &codes.collect::<Vec<_>>());
    data.holds("back", &xy.iter().flat_map(|(x, y)| [*x, *y]).collect::<Vec<_>>());
}

fn packed_fields(data: &Data) {
    let lengths = |year: i64| {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    };
    let (mut next, mut weekday) = (Vec::new(), Vec::new());
    for (i, given) in data.given::<u32>("dates").into_iter().enumerate() {
        let year = i64::from(1900 + given / 1000 % 140);
        let month = given as usize % 12;
        let day = if i % 2 == 1 { lengths(year)[month] } else { i64::from(1 + given / 12 % 28) };
        // Days since a Sunday: the last one before 1900 was 31 December 1899.
        let days: i64 = (1900..year).map(|year| lengths(year).iter().sum::<i64>()).sum();
        weekday.push(((days + lengths(year)[..month].iter().sum::<i64>() + day) % 7) as u8);
        let (year, month, day) = match (day == lengths(year)[month], month) {
            (false, _) => (year, month, day + 1),
            (true, 11) => (year + 1, 0, 1),
            (true, _) => (year, month + 1, 1),
        };
        next.push((year << 9 | (month as i64 + 1) << 5 | day) as u32);
    }
    data.holds("next", &next);
    data.holds("weekday", &weekday);
}

fn decimal(data: &Data) {
    let x = data.given::<u32>("x");
    data.holds("text", x.iter().map(|x| format!("{x:010}")).collect::<String>().as_bytes());
    let packed = |x: &u32| u64::from_str_radix(&x.to_string(), 16).expect("digits");
    data.holds("packed", &x.iter().map(packed).collect::<Vec<_>>());
}

fn base64(data: &Data) {
    let letters: Vec<u8> = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain(*b"+/").collect();
    let line = |(id, bytes): (usize, &[u8])| {
        let bytes = &bytes[..1 + id % 4];
        let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
        let digits = bits.as_bytes().chunks(6).map(|digit| {
            let digit =
                digit.iter().fold(0, |all, bit| 2 * all + usize::from(*bit - b'0')) << (6 - digit.len());
            letters[digit]
        });
        let mut text: Vec<u8> = digits.collect();
        text.resize(text.len().next_multiple_of(4), b'=');
        text.resize(8, b'.');
        text
    };
    data.holds("text", &data.given::<u8>("bytes").chunks(4).enumerate().flat_map(line).collect::<Vec<_>>());
}

fn utf8(data: &Data) {
    let codes = data.given::<u32>("codes").into_iter().enumerate().map(|(i, code)| code >> (i % 4 * 5));
    let codes: Vec<u32> = codes.collect();
    let bytes = codes.iter().flat_map(|code| {
        let mut bytes = [0; 4];
        char::from_u32(*code).expect("no half of a pair").encode_utf8(&mut bytes);
        bytes
    });
    data.holds("bytes", &bytes.collect::<Vec<_>>());
    data.holds("back", &codes);
}

fn gray_shift(data: &Data) {
    let x = data.given::<u32>("x");
    let gray: Vec<u32> = x.iter().map(|x| x ^ x >> 1).collect();
    data.holds("gray", &gray);
    data.holds("back", &x);
    let step = |state: &u16| {
        let bit = (state & 0b101101).count_ones() as u16 & 1;
        Some(state >> 1 | bit << 15)
    };
    data.holds("lfsr", &std::iter::successors(Some(0xace1), step).take(64).collect::<Vec<_>>());
    let funnels = x.iter().zip(&gray).zip(0..).flat_map(|((low, high), i)| {
        let both = u64::from(*high) << 32 | u64::from(*low);
        let [turned, clamped] = [i % 32, i.min(32)];
        let (left, right) = (|by| (both << by >> 32) as u32, |by| (both >> by) as u32);
        [left(turned), right(turned), left(clamped), right(clamped)]
    });
    data.holds("funnels", &funnels.collect::<Vec<_>>());
}

fn conversions(data: &Data) {
    let (mut bytes, mut shorts, mut ints, mut longs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (x, v) in data.given::<f32>("f").into_iter().zip(data.given::<i32>("n")) {
        bytes.extend([x as u8, v.clamp(0, 255) as u8, v as u8, v.clamp(-128, 127) as u8]);
        shorts.extend([v.clamp(-32768, 32767) as i16, v as i16, x.round_ties_even() as i16, x as i16]);
        ints.extend([x.round_ties_even(), x.trunc(), x.ceil(), x.floor()].map(|x| x as i32));
        longs.extend([v.max(0) as u64, v as u64]);
    }
    data.holds("bytes", &bytes);
    data.holds("shorts", &shorts);
    data.holds("ints", &ints);
    data.holds("longs", &longs);
}
