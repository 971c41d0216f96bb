//! What C++ adds to kernels: classes, templates, lambdas, names; and C's jumps, unions and bit-fields.

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("functor_transform.cu", functor_transform),
    ("lambdas.cu", lambdas),
    ("crtp_shapes.cu", crtp_shapes),
    ("fixed_point.cu", fixed_point),
    ("if_constexpr.cu", if_constexpr),
    ("small_vector.cu", small_vector),
    ("modular.cu", modular),
    ("tokens.cl", tokens),
    ("float_parts.cu", float_parts),
    ("enum_machine.cu", enum_machine),
    ("overloads.cu", overloads),
    ("inheritance.cu", inheritance),
    ("duffs.cl", duffs),
];

fn functor_transform(data: &Data) {
    let x = data.given::<i32>("in");
    data.holds("out", &x.iter().map(|x| x * x - 3 * x).collect::<Vec<_>>());
    let most = |part: &[i32]| part.iter().map(|x| x * x).max().unwrap_or_default().max(7);
    data.holds("partial", &x.chunks(32).map(most).collect::<Vec<_>>());
}

fn lambdas(data: &Data) {
    let row = |(i, x): (usize, i32)| {
        let (a, n) = (x % 4, x % 3);
        let product = 24 + (a + 1) + (a + 2);
        [
            1 + 2 * (x + 5),
            (4 * x + 6) * 100 + 24,
            n * 100 + (n + 1) * 10 + n + 1,
            x.max(50) + (x as f32 * 0.5).max(1.5) as i32,
            (a * (2 * a + 3) + 2 * x) * 1000 + product,
            3 * x + i as i32 + i as i32 - x,
        ]
    };
    data.holds("out", &data.given::<i32>("in").into_iter().enumerate().flat_map(row).collect::<Vec<_>>());
}

fn crtp_shapes(data: &Data) {
    let row = |(i, a): (usize, i32)| {
        let (square, triangle) = (2 * a * a, a * i as i32);
        [square, 4000 + i32::from(square > 100), triangle, -3000 - i32::from(triangle > 100)]
    };
    data.holds("area", &data.given::<i32>("size").into_iter().enumerate().flat_map(row).collect::<Vec<_>>());
}

fn fixed_point(data: &Data) {
    const ONE: i64 = 65536;
    let row = |(a, b): (i32, i32)| {
        let (a, b) = (i64::from(a), i64::from(b));
        let times = |a: i64, b: i64| (a * b).div_euclid(ONE);
        let larger = if a + ONE < b { b } else { a + ONE };
        let last = (a + times(b, 2 * ONE)) as i32 ^ times(b, 2 * ONE) as i32;
        [
            (a + b) as i32,
            (times(a, b) - ONE) as i32,
            (a * ONE / b) as i32,
            (a + 2 * ONE).div_euclid(ONE) as i32,
            -ONE as i32 + if a == 0 { 0 } else { 5 },
            times(larger, -3 * ONE) as i32,
            last,
        ]
    };
    let pairs = data.given::<i32>("a").into_iter().zip(data.given::<i32>("b"));
    data.holds("out", &pairs.flat_map(row).collect::<Vec<_>>());
}

fn if_constexpr(data: &Data) {
    let row = |a: i32| {
        let float = (a as f32 * 2.5) as i32 + 1;
        [a * a % 1000, float, i32::from(a as u8 / 2) + 512, 104_208, 612, i32::MIN.wrapping_add(a), 3, 8]
    };
    data.holds("out", &data.given::<i32>("a").into_iter().flat_map(row).collect::<Vec<_>>());
}

fn small_vector(data: &Data) {
    let (mut out, mut stats) = (vec![], vec![]);
    for row in data.given::<i32>("in").chunks(8) {
        let mut kept: Vec<i32> = row.iter().copied().filter(|x| x % 3 != 0).collect();
        kept.sort();
        stats.extend([kept.iter().sum(), kept.len() as i32]);
        stats.push(kept.iter().rev().fold(0i32, |last, x| last * 2 - x));
        kept.resize(8, 0);
        out.extend(kept);
    }
    data.holds("out", &out);
    data.holds("stats", &stats);
}

fn modular(data: &Data) {
    let (x, found) = (data.given::<u32>("x"), data.found::<u32>("out"));
    for (i, (x, found)) in x.iter().zip(found.chunks(2)).enumerate() {
        let x = u64::from(*x);
        let small = x % 65537;
        assert!(small * u64::from(found[0]) % 65537 == u64::from(small != 0), "1 / {small} is {}", found[0]);
        const P: u64 = 1_000_000_007;
        let power = (0..=i).fold(1, |power, _| power * x % P);
        // (xⁿ + 3 / x) x = xⁿ⁺¹ + 3
        assert_eq!(u64::from(found[1]) * x % P, (power * x + 3) % P, "{i}");
    }
}

fn tokens(data: &Data) {
    let mut out = vec![];
    for text in data.given::<u8>("text").chunks(20) {
        let (mut sum, mut numbers, mut at) = (0, 0, 0);
        // The sign that counts for a number, and what stands before it.
        let (mut sign, mut before, mut last) = (1, 0, 0);
        while at < 20 {
            let digits = text[at..].iter().take_while(|c| c.is_ascii_digit());
            let (length, value) =
                digits.fold((0, 0), |(n, v), c| (n + 1, (v * 10 + i32::from(c - b'0')) % 100_000));
            if length > 0 {
                at += length;
                last = 4;
                if at < 20 {
                    sum += sign * value;
                    numbers += 1;
                }
                // A character that is none of ours takes the sign away only behind a number.
                if at < 20 && !matches!(text[at], b'+' | b'-') {
                    sign = 1;
                }
                continue;
            }
            (sign, last) = match text[at] {
                b'-' if last == 5 => (-sign, 5),
                b'-' => (-1, 5),
                b'+' => (1, 5),
                _ => (sign, 6),
            };
            before += i32::from(last == 6);
            at += 1;
        }
        out.extend([sum, numbers, before * 10 + last]);
    }
    data.holds("out", &out);
}

fn float_parts(data: &Data) {
    let x = data.given::<f32>("x");
    data.holds("again", &x.iter().map(|x| x * -2.0).collect::<Vec<_>>());
    let row = |(i, x): (usize, &f32)| {
        let (bits, i) = (x.to_bits() as i32, i as i32);
        let exponent = bits >> 23 & 255;
        // What is left of a number in its lowest bits, with a sign.
        let low = |n: i32, bits: u32| n << (32 - bits) >> (32 - bits);
        let (a, b, c, d) = (low(i - 3, 5), low(-3 * i, 9), (i + 1) % 8, low(i * 200, 12));
        let sum = (a + b * 100 + c * 100_000 + 8).wrapping_add(d * 1_000_000);
        [if *x < 0.0 { -exponent } else { exponent }, (bits >> 24 & 255) ^ (bits & 0x7f_ffff), sum]
    };
    data.holds("parts", &x.iter().enumerate().flat_map(row).collect::<Vec<_>>());
}

fn enum_machine(data: &Data) {
    let row = |events: &[i32]| {
        let (mut light, mut changes, mut seen) = (0, 0, 0);
        for event in events {
            let next = match (light, event) {
                (_, 2) => 128,
                (0, 1) => 1,
                (1, _) => 2,
                (2, 0) => 3,
                (3, _) | (128, 3) => 0,
                _ => light,
            };
            changes += u32::from(next != light);
            light = next;
            seen |= match light {
                2 => 2,
                128 => 4,
                _ => 1,
            };
        }
        [light * 256 + changes, seen * 8 + u32::from(seen & 6 != 0)]
    };
    data.holds("out", &data.given::<i32>("events").chunks(10).flat_map(row).collect::<Vec<_>>());
}

fn overloads(data: &Data) {
    let row = |i: i32| {
        [
            (i + 1) * 10 + 3,
            i + 1 + 2 * (i + 1000),
            i + 1000,
            2 * i + 1001,
            12_508,
            81,
            123,
            3 * i + 320 + 301 + 3,
            (i + 1) * 1000 - (i + 1),
            2 * (i + 1) + 3 * (i + 1) + 4,
            2 * i + 3,
            1,
            11 * i,
            i.max(7) + i.min(7) * 100,
            22,
            84,
        ]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}

fn inheritance(data: &Data) {
    let generator = |seed: i32| {
        let mut state = seed as u32 ^ 0xdead_beef;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        };
        next();
        next
    };
    let roll = |number: u32, sides: u64| 1 + ((u64::from(number) * sides) >> 32) as i32;
    let row = |seed: i32| {
        let (mut dice, mut loaded) = (generator(seed), generator(seed));
        let sum = (0..seed % 5).map(|_| roll(dice(), 6)).sum();
        let best = roll(loaded(), 20).max(roll(loaded(), 20));
        [sum, best * 100 + roll(loaded(), 20), (1 + seed % 5) * 100 + 4, 14 + 6, (loaded() >> 8) as i32]
    };
    data.holds("out", &data.given::<i32>("in").into_iter().flat_map(row).collect::<Vec<_>>());
}

fn duffs(data: &Data) {
    let (mut out, mut found) = (vec![], vec![]);
    for (me, row) in data.given::<i32>("in").chunks(16).enumerate() {
        let n = 1 + me % 16;
        out.extend((0..16).map(|k| if k < n { row[k] } else { 0 }));
        let pairs = (0..16).flat_map(|a| (a + 1..16).map(move |b| (a, b)));
        let with =
            |more| pairs.clone().find(|(a, b)| row[*a] + row[*b] == 30 + more).map(|pair| (more, pair));
        let first = (0..4).find_map(with);
        found.push(first.map_or(-1, |(more, (a, b))| more * 10000 + (a * 100 + b) as i32));
    }
    data.holds("out", &out);
    data.holds("found", &found);
}
