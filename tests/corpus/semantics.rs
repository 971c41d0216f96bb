//! What C says of integers, and programs that lean on it, of the subject `integer`.

use crate::given::Data;

pub fn promotions(data: &Data) {
    let b = data.given::<i8>("b");
    let row = |(i, c): (usize, i8)| {
        let d = b[i];
        let (u, v, s, w) = (c as u8, d as u8, i16::from(c) * i16::from(d), i16::from(c) as u16);
        let [ci, di, ui, vi, si, wi] = [i32::from(c), d.into(), u.into(), v.into(), s.into(), w.into()];
        let wrapped = c.wrapping_add(d);
        [
            ci + ui,
            ui * vi * 2,
            -ui,
            (-vi - 1).div_euclid(4),
            i32::from(ci < ui) + 2 + 4 * i32::from((ci as u32) < u.into()) + 8 * i32::from(ci < wi),
            i32::from(u.wrapping_add(v)) + i32::from(u.wrapping_sub(v)),
            si / (di | 1),
            wi / 8 - si.div_euclid(8),
            2,
            4 + 10 + 800,
            if wrapped < c { -1 } else { s.wrapping_add(30000).into() },
            if i % 2 == 1 { ci } else { ui } + i32::from(c == 0) + i32::from(d != 0),
        ]
    };
    data.holds("out", &data.given::<i8>("a").into_iter().enumerate().flat_map(row).collect::<Vec<_>>());
}

pub fn compound(data: &Data) {
    let (mut bytes, mut shorts, mut longs) =
        (data.given::<u8>("bytes"), data.given::<i16>("shorts"), data.given::<i64>("longs"));
    let mut trace = Vec::new();
    for ((b, s), l) in bytes.iter_mut().zip(&mut shorts).zip(&mut longs) {
        trace.push(i32::from(*b) * 1000 + i32::from(b.wrapping_add(2)));
        trace.push(i32::from(*s) - i32::from(s.wrapping_sub(2)));
        *b = b.wrapping_add(2).wrapping_add(300u16 as u8).wrapping_mul(3).wrapping_shl(1) | 1;
        *b ^= !*b >> 4;
        *s = s.wrapping_sub(2).wrapping_sub(40000u16 as i16) >> 2;
        *s = s.wrapping_mul((*b).into()) % 1000 / -7;
        // Whole numbers of this size and their halves are floats exactly.
        *l = ((*l + i64::from(*s)) as f64 * 1.5) as i64;
        *l = (*l as f64 - 0.5) as i64;
        *l = (*l & !0xff) / 3;
        let y = s.wrapping_add(5).wrapping_mul(7);
        trace.extend([i32::from(b.wrapping_sub(y as u8)), y.into()]);
    }
    data.holds("bytes", &bytes);
    data.holds("shorts", &shorts);
    data.holds("longs", &longs);
    data.holds("trace", &trace);
}

pub fn shift_widths(data: &Data) {
    let (mut bytes, mut words, mut longs) = (Vec::new(), Vec::new(), Vec::new());
    for (v, i) in data.given::<i64>("x").into_iter().zip(0u32..) {
        let b = v.to_le_bytes().map(|byte| byte as i8);
        bytes.extend((0..4).map(|at| b[at].wrapping_shl(3) ^ b[at + 4] >> 2));
        bytes.extend((0..4).map(|at| ((b[at + 4] as u8) >> [i % 8, 1, 2, 3][at]) as i8));
        let lo = v as i32;
        let by = i % 32;
        words.extend([
            lo << by,
            lo >> by,
            (lo as u32 >> by) as i32,
            (i64::from(lo) << (63 - by) >> (63 - by)) as i32,
            i32::from(lo as i16) >> (i % 16),
            i32::from(lo as u16) << (i % 16),
            i32::from(lo as u8) >> (i % 8),
            1 << (lo & 31),
        ]);
        longs.extend([v << i, v >> i, (v as u64 >> i) as i64, v.rotate_left(i)]);
    }
    data.holds("bytes", &bytes);
    data.holds("words", &words);
    data.holds("longs", &longs);
}

pub fn pointer_steps(data: &Data) {
    let row = |(id, row): (usize, &[i16])| {
        let wanted = row[4 - id % 3];
        let first = row[..5].iter().position(|x| *x == wanted).expect("it is there");
        let not_negative = row.iter().position(|x| *x >= 0);
        [
            first as i32,
            i32::from(row[3]) * 100 + i32::from(row[9]),
            i32::from(row[7]) - i32::from(row[3]) + i32::from(row[9]),
            not_negative.unwrap_or(10) as i32,
            not_negative.map_or(-1, |at| row[at].into()),
            1 + 4 + 8 * 5,
        ]
    };
    data.holds("out", &data.given::<i16>("data").chunks(10).enumerate().flat_map(row).collect::<Vec<_>>());
}

pub fn switch_kinds(data: &Data) {
    let of = |x: i32| {
        let dense = match x {
            0 => 7,
            1..=3 => 11,
            4 => 13,
            5 => 46,
            6 => 7,
            -1 => -50,
            _ => 100,
        };
        let sparse = if x == -1 { -1 } else { x };
        let mut r = dense * 1000 + sparse;
        for k in 0.. {
            let is_small = x + k < 5;
            if is_small {
                r += 3;
            } else if x + k >= 25 {
                return r + 200;
            } else if k > 6 {
                return r;
            } else {
                r -= k;
                r = if k % 3 == 1 { r ^ 1 } else { r };
                r += i32::from(k % 3 != 2);
            }
        }
        r
    };
    data.holds("out", &data.given::<i32>("x").into_iter().map(of).collect::<Vec<_>>());
}

/// What a half of these bits is; infinity counts as the next power of two.
fn half(bits: u16) -> f64 {
    let (exponent, mantissa) = (i32::from(bits >> 10), f64::from(bits & 0x3ff));
    let size = (mantissa / 1024.0 + f64::from(u8::from(exponent > 0))) * 2f64.powi(exponent.max(1) - 15);
    size.copysign(1.0)
}

pub fn soft_half(data: &Data) {
    let (mut halves, mut back) = (Vec::new(), Vec::new());
    for (i, bits) in data.given::<u32>("bits").into_iter().enumerate() {
        let f = bits & 0x807fffff | (101 + i as u32 % 44) << 23;
        let f = f32::from_bits(if i % 7 == 3 { f & 0xfffff000 } else { f });
        let size = f64::from(f.abs());
        // Positive halves are in the order of their bits: the last one that is not above, or the one behind it.
        let (mut low, mut high) = (0u16, 0x7c00);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if half(middle) <= size { low = middle } else { high = middle }
        }
        let (below, above) = (size - half(low), half(high) - size);
        let rounded = if below < above || (below == above && low % 2 == 0) { low } else { high };
        halves.push(rounded | u16::from(f.is_sign_negative()) << 15);
        let size = if rounded == 0x7c00 { f32::INFINITY } else { half(rounded) as f32 };
        back.push(size.copysign(f).to_bits());
    }
    data.holds("halves", &halves);
    data.holds("back", &back);
}

pub fn fractions(data: &Data) {
    let lowest = |n: i64, d: i64| {
        let divisor = (1..=n.abs().min(d)).rev().find(|by| n % by == 0 && d % by == 0).unwrap_or(d);
        [(n / divisor) as i32, (d / divisor) as i32]
    };
    let (mut out, mut flags) = (Vec::new(), Vec::new());
    for x in data.given::<i32>("x").chunks(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| i64::from(x[at]));
        // a/b * c/d + 7/3 - c/d over the common denominator 3bd.
        out.extend(lowest(3 * a * c + 7 * b * d - 3 * b * c, 3 * b * d));
        let flag = |bit: u8, is_set: bool| u8::from(is_set) << bit;
        flags.push(flag(0, a * d < c * b) | flag(1, a * d == c * b) | flag(2, c < d) | flag(3, true));
    }
    data.holds("out", &out);
    data.holds("flags", &flags);
}

pub fn linear_recurrence(data: &Data) {
    let next = |&(a, b): &(u32, u32)| Some((b, (a + b) % 998244353));
    let all: Vec<u32> = std::iter::successors(Some((0, 1)), next).take(1001).map(|(a, _)| a).collect();
    let wanted: Vec<u32> = data.given::<u32>("n").into_iter().map(|n| all[n as usize]).collect();
    data.holds("by_matrix", &wanted);
    data.holds("by_doubling", &wanted);
}

pub fn spigot(data: &Data) {
    // e - 2 as a fraction over 23!
    let terms = (2..24u128).map(|k| (k + 1..24).product::<u128>());
    let (sum, whole) = (terms.sum::<u128>(), (2..24u128).product::<u128>());
    let digits = |id: u128| {
        let base = 2 + id % 15;
        let digit = move |n: u32| if n == 0 { 2 } else { (sum * base.pow(n) / whole % base) as u8 };
        (0..12).map(digit)
    };
    data.holds("digits", &(0..32).flat_map(digits).collect::<Vec<_>>());
}

pub fn roman(data: &Data) {
    let numbers = data.given::<i16>("numbers");
    // Each decimal digit by its own: I, V, X for ones, and so on.
    let numeral = |n: &i16| {
        let digits = [(1000, "M", "", ""), (100, "C", "D", "M"), (10, "X", "L", "C"), (1, "I", "V", "X")];
        let text: String = digits
            .into_iter()
            .map(|(unit, one, five, ten)| match n / unit % 10 {
                9 => format!("{one}{ten}"),
                4 => format!("{one}{five}"),
                n => five.repeat(n as usize / 5) + &one.repeat(n as usize % 5),
            })
            .collect();
        let mut letters = text.into_bytes();
        letters.resize(16, 0);
        letters
    };
    data.holds("letters", &numbers.iter().flat_map(numeral).collect::<Vec<_>>());
    data.holds("back", &numbers);
}

pub fn bit_matrix(data: &Data) {
    let rows = data.given::<u32>("rows");
    let bit = |row: usize, column: usize| rows[row] >> column & 1;
    let matrix = |of: &dyn Fn(usize, usize) -> u32| {
        (0..32).map(|row| (0..32).map(|column| of(row, column) << column).sum()).collect::<Vec<u32>>()
    };
    data.holds("columns", &matrix(&|row, column| bit(column, row)));
    let product = |row, column| (0..32).map(|k| bit(row, k) & bit(k, column)).sum::<u32>() & 1;
    data.holds("product", &matrix(&product));
    let transpose = |x: u64| (0..64).map(|at| (x >> (at % 8 * 8 + at / 8) & 1) << at).sum();
    data.holds("small", &data.given::<u64>("small").into_iter().map(transpose).collect::<Vec<u64>>());
}

pub fn hilbert(data: &Data) {
    /// The place of a curve of 4^order steps, by where its quadrants lie and how they are turned.
    fn place(order: u32, d: i32) -> (i32, i32) {
        let Some(below) = order.checked_sub(1) else { return (0, 0) };
        let n = 1 << below;
        let (x, y) = place(below, d % (n * n));
        match d / (n * n) {
            0 => (y, x),
            1 => (x, y + n),
            2 => (x + n, y + n),
            _ => (2 * n - 1 - y, n - 1 - x),
        }
    }
    let d = data.given::<i32>("d");
    let places = d.iter().map(|d| place(8, *d));
    data.holds("xy", &places.flat_map(|(x, y)| [x as u8, y as u8]).collect::<Vec<_>>());
    data.holds("back", &d);
}

pub fn error_code(data: &Data) {
    let (nibbles, noise) = (data.given::<u8>("nibbles"), data.given::<u8>("noise"));
    // Of sixteen words of seven bits, whose places that are set add up to nothing, the one with these data.
    let places =
        |word: u8| (1..8).filter(|place| word >> (place - 1) & 1 == 1).fold(0, |all, place| all ^ place);
    let data_of = |word: u8| word >> 2 & 1 | word >> 3 & 0b1110;
    let code = |nibble: &u8| (0..128).find(|word| places(*word) == 0 && data_of(*word) == *nibble);
    data.holds("sent", &nibbles.iter().filter_map(code).collect::<Vec<_>>());
    data.holds("where", &noise);
    data.holds("mended", &nibbles);
}
