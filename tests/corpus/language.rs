//! Kernels that lean on the language: initial values in braces, views, traits, overloads, fields of bits.
//! They belong to several subjects.

use crate::given::{Data, Element};

pub fn host_lambda(data: &Data) {
    let x = data.given::<i32>("f.in");
    let sum = |at: usize| x[(at + 1).saturating_sub(5)..=at].iter().sum::<i32>();
    data.holds("f.out", &(0..100).map(sum).collect::<Vec<_>>());
}

pub fn views(data: &Data) {
    let m = data.given::<i32>("m");
    let highest = |line: &mut dyn Iterator<Item = i32>| {
        let sums = line.scan(0, |sum, x| {
            *sum += x;
            Some(*sum)
        });
        sums.max().expect("sixteen")
    };
    let rows = m.chunks(16).map(|row| highest(&mut row.iter().copied()));
    let columns = (0..16).map(|column| highest(&mut m.iter().skip(column).step_by(16).copied()));
    data.holds("peak", &rows.chain(columns).collect::<Vec<_>>());
}

/// Rows of so many elements are in the order that a function tells.
fn rows<T: Element>(data: &Data, name: &str, length: usize, order: fn(&T, &T) -> std::cmp::Ordering) {
    let mut rows = data.given::<T>(name);
    rows.chunks_mut(length).for_each(|row| row.sort_by(order));
    data.holds(name, &rows);
}

pub fn traits(data: &Data) {
    rows(data, "f", 5, f32::total_cmp);
    rows(data, "s", 5, i16::cmp);
    rows(data, "u", 5, u8::cmp);
    data.holds("bits", &[32, 16, 8]);
}

pub fn overloaded(data: &Data) {
    rows(data, "i", 3, i32::cmp);
    rows(data, "f", 3, f32::total_cmp);
    rows(data, "v", 3, i16::cmp);
}

pub fn nested_init(data: &Data) {
    // Key, kind, and what is worked out of the record; bits of its mask are added, costs count with their signs.
    let records = [
        (1, 0, 7 * 3 * 100 + 10 - 20 + 1),
        (2, 1, 3 * 4 * 100 - 30 + 8),
        (3, 2, 98 * 100 + 6 - 5),
        (4, 1, -2 * 9 * 100 + 64),
        (5, 0, -3 * 100),
        // What no braces say is zero.
        (0, 0, 0),
    ];
    let pairs = data.given::<i32>("keys").into_iter().zip(data.given::<u8>("kinds"));
    let value = |(key, kind)| {
        let found = records.iter().find(|(of, has, _)| (*of, *has) == (key, kind));
        found.map_or(-1, |(_, _, value)| *value)
    };
    data.holds("out", &pairs.map(value).collect::<Vec<_>>());
}

pub fn signed_fields(data: &Data) {
    let code = data.given::<u16>("code");
    let run = |(id, x): (i32, i32)| {
        let mut r = [x, id, 1, 0];
        for word in &code {
            let (to, from, immediate) =
                (usize::from(word >> 2 & 3), usize::from(word >> 4 & 3), i32::from(*word as i16 >> 6));
            let from = r[from];
            r[to] = match word & 3 {
                0 => from.wrapping_add(immediate),
                1 => r[to].wrapping_sub(from.wrapping_mul(immediate)),
                2 => r[to] ^ from >> (immediate & 7),
                _ => {
                    let more = i32::from(from > immediate);
                    // The field has ten bits, so that one more than 511 is -512.
                    let grown = if immediate + more == 512 { -512 } else { immediate + more };
                    r[to].wrapping_add(more).wrapping_add(grown)
                }
            };
        }
        r
    };
    data.holds("out", &(0..).zip(data.given::<i32>("x")).flat_map(run).collect::<Vec<_>>());
}

pub fn halves_and_sums(data: &Data) {
    let words = data.given::<u32>("a").into_iter().zip(data.given::<u32>("b"));
    let of = |(x, y): (u32, u32)| {
        let halves = |word: u32| [word as u16, (word >> 16) as u16];
        let join = |[low, high]: [u16; 2]| u32::from(high) << 16 | u32::from(low);
        let ([xl, xh], [yl, yh]) = (halves(x), halves(y));
        let (a, b) = (x.to_le_bytes(), y.to_le_bytes());
        let pairs = || a.into_iter().zip(b);
        // Bytes 1 and 3 are its own, so equal; 0 and 2 are where both agree.
        let equal = [a[0] == b[0], true, a[2] == b[2], true].map(|is| if is { 255 } else { 0 });
        let (xs, ys) = (i64::from(x as i32), i64::from(y as i32));
        let dot = i32::from(xl as i16) * i32::from(b[0] as i8) + i32::from(xh as i16) * i32::from(b[1] as i8);
        let both = x & y;
        [
            join([xl.wrapping_add(yl), xh.wrapping_add(yh)]),
            join([xl.wrapping_sub(yl), xh.wrapping_sub(yh)]),
            u32::from_le_bytes(equal),
            u32::from_le_bytes(std::array::from_fn(|at| a[at].min(b[at]))),
            pairs().map(|(a, b)| u32::from(a.abs_diff(b))).sum(),
            (xs.abs_diff(ys) as u32).wrapping_add(5),
            x.abs_diff(y).wrapping_add(6),
            (xs + ys).div_euclid(2) as u32,
            ((u64::from(x) + u64::from(y)).div_ceil(2)) as u32,
            (dot + 9) as u32,
            x.reverse_bits() ^ ((xs * ys) >> 32) as u32,
            ((u64::from(x & 0xffffff) * u64::from(y & 0xffffff)) as u32).wrapping_add(if both == 0 {
                0
            } else {
                both.trailing_zeros() + 1
            }),
        ]
    };
    data.holds("out", &words.flat_map(of).collect::<Vec<_>>());
}

pub fn opencl_builtins(data: &Data) {
    let (mut words, mut shorts, mut longs) = (Vec::new(), Vec::new(), Vec::new());
    let saturated = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    for (x, y) in data.given::<i32>("a").into_iter().zip(data.given::<i32>("b")) {
        let [xl, yl] = [i64::from(x), i64::from(y)];
        let product = (x >> 8).wrapping_mul(y >> 8);
        let high = ((xl * yl) >> 32) as i32;
        words.extend([product, product.wrapping_add(x), high, high.wrapping_add(7)]);
        words.extend([x.leading_zeros() as i32, (x | i32::MIN).trailing_zeros() as i32]);
        words.extend([(xl + yl).div_euclid(2) as i32, (xl + yl + 1).div_euclid(2) as i32]);
        words.extend([
            x.saturating_add(y),
            x.saturating_sub(y),
            x.unsigned_abs() as i32,
            x.abs_diff(y) as i32,
        ]);
        words.extend([
            x.clamp(-1000, 1000000),
            x.rotate_left(y as u32 % 32),
            x & !0x00ffff00 | y & 0x00ffff00,
        ]);
        words.push(saturated(i64::from(x >> 8) * i64::from(y >> 12) + xl));
        let all = [x, y, x.wrapping_add(y), x ^ y];
        let v: [i16; 8] = std::array::from_fn(|at| (all[at / 2] >> (16 * (at % 2))) as i16);
        let mut r: [i16; 8] = std::array::from_fn(|at| if v[at] < v[7 - at] { v[7 - at] } else { v[at] });
        for at in 0..4 {
            // The odd ones of w are components 6, 4, 2 and 0 of v.
            let high = ((i32::from(v[2 * at]) * i32::from(v[6 - 2 * at])) >> 16) as i16;
            r[2 * at] = r[2 * at].wrapping_add(high);
            r[2 * at + 1] = r[2 * at + 1].min(1000) | v[at].count_ones() as i16;
        }
        shorts.extend(r);
        let [xu, yu] = [x as i64 as u64, y as i64 as u64];
        longs.extend([
            ((u128::from(xu) * u128::from(yu)) >> 64) as u64,
            u64::from(x as u32) << 32 | u64::from(y as u32),
        ]);
        longs.extend([xl.leading_zeros().into(), (xl << 20).abs_diff(yl << 20)]);
    }
    data.holds("words", &words);
    data.holds("shorts", &shorts);
    data.holds("longs", &longs);
}
