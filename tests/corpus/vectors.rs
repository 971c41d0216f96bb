//! Vectors: components, conversions, shuffles, and CUDA's structs with operators.

use crate::given::{Data, Row};
use crate::half::{half_above, half_below, of_half, to_half};

pub const ROWS: &[Row] = &[
    ("swizzle_writes.cl", swizzle_writes),
    ("complex_pairs.cl", complex_pairs),
    ("rgb_to_grey.cl", rgb_to_grey),
    ("convert_modes.cl", convert_modes),
    ("float_keys.cl", float_keys),
    ("masks.cl", masks),
    ("vector_sort.cl", vector_sort),
    ("shuffle_two.cl", shuffle_two),
    ("quaternions.cl", quaternions),
    ("half_storage.cl", half_storage),
    ("scan_in_vector.cl", scan_in_vector),
    ("integer_builtins.cl", integer_builtins),
    ("three_components.cl", three_components),
    ("box_and_ray.cu", box_and_ray),
    ("helper_math.cu", helper_math),
    ("wide_copy.cu", wide_copy),
    ("alpha_blend.cu", alpha_blend),
    ("places_as_values.cu", places_as_values),
    ("tight_floats.cu", tight_floats),
    ("vector_traits.cu", vector_traits),
    ("bytes_in_words.cu", bytes_in_words),
];

/// The slabs of a box, one after the other, and the rest component by component, each rounded as it is written.
fn box_and_ray(data: &Data) {
    let x = data.given::<i32>("x");
    let along = [0.5f32, 2.0, 4.0];
    let (mut out, mut cells) = (Vec::new(), Vec::new());
    for i in 0..32 {
        let t = x[i as usize] as f32 * 0.25;
        let [mut near, mut far] = [f32::NEG_INFINITY, f32::INFINITY];
        for (axis, low) in [-1.0f32, -2.0, -4.0].into_iter().enumerate() {
            let inverse = 1.0 / along[axis];
            let (a, b) = (inverse * (low - (t - 16.0)), inverse * (8.0 - (t - 16.0)));
            (near, far) = (near.max(a.min(b)), far.min(a.max(b)));
        }
        let whole = [i as f32, -i as f32, 2.0, 3.0];
        let mut v: Vec<f32> =
            [0.5, 2.0, 4.0, t].iter().zip(whole).map(|(a, b)| (a + 0.5 * b) * 2.0).collect();
        v[3] -= along[0] * v[0] + along[1] * v[1] + along[2] * v[2];
        let crossed = along[2] * v[0] - along[0] * v[2];
        // Turned at the ground: (1, -t, 0), and halfway to 4 from its negative.
        let turned = [1.0, t - 2.0 * t, 0.0, 0.0];
        let half = turned.map(|turned: f32| -turned + 0.5 * (4.0 - -turned));
        out.extend([near + half[0], far + half[1], crossed + half[2], v[3] + half[3]]);
        let cell: Vec<i32> = [i, 2, 1].iter().zip(&v).map(|(less, v)| *v as i32 - less * 2).collect();
        let first = cell[0].clamp(-8, 8);
        cells.extend(cell.iter().zip([7, 0, 31]).map(|(cell, least)| first * (*cell).min(3) + i.max(least)));
    }
    data.holds("out", &out);
    data.holds("cells", &cells);
}

fn swizzle_writes(data: &Data) {
    let row = |v: &[i32]| {
        let [mut x, y, mut z, w] = [v[0], v[1], v[2], v[3]];
        let mut r = [x, y, z, w, w, z, y, x];
        r.swap(0, 7);
        (0..8).step_by(2).for_each(|k| r[k] += 1000);
        (r[2], r[3]) = (x, y);
        r[7] *= 2;
        r[4] -= x;
        (z, x) = (x + 5, z + 7);
        [r[1], r[3], r[5], r[7]] = [y, x, w, z];
        r[2] ^= w;
        r[5] += 5;
        r[6] += 6;
        r
    };
    data.holds("out", &data.given::<i32>("in").chunks(4).flat_map(row).collect::<Vec<_>>());
}

fn complex_pairs(data: &Data) {
    let (a, b) = (data.given::<f32>("a"), data.given::<f32>("b"));
    let pairs = a.chunks(2).zip(b.chunks(2));
    let times = |(a, b): (&[f32], &[f32])| {
        let (c, d) = (b[0], -b[1]);
        [a[0] * c - a[1] * d, a[0] * d + a[1] * c]
    };
    data.holds("c", &pairs.flat_map(times).collect::<Vec<_>>());
}

fn rgb_to_grey(data: &Data) {
    let rgb = data.given::<u8>("rgb");
    let parts = |p: &[u8]| [u32::from(p[0]), u32::from(p[1]), u32::from(p[2])];
    let grey = |[r, g, b]: [u32; 3]| ((77 * r + 150 * g + 29 * b + 128) / 256) as u8;
    data.holds("grey", &rgb.chunks(3).map(parts).map(grey).collect::<Vec<_>>());
    data.holds("swapped", &rgb.chunks(3).flat_map(|p| [p[2], p[1], p[0]]).collect::<Vec<_>>());
}

fn convert_modes(data: &Data) {
    let x = data.given::<f32>("x");
    let bytes: Vec<u8> = x.iter().map(|x| x.round_ties_even() as u8).collect();
    let ints = x.chunks(4).flat_map(|x| [x[0].round_ties_even(), x[1].ceil(), x[2].floor(), x[3].trunc()]);
    data.holds("bytes", &bytes);
    data.holds("chars", &x.iter().map(|x| *x as i8).collect::<Vec<_>>());
    data.holds("ints", &ints.map(|x| x as i32).collect::<Vec<_>>());
    let back = |at: usize| (x[at] * 0.5).floor() + f32::from(bytes[at ^ 3]);
    data.holds("back", &(0..256).map(back).collect::<Vec<_>>());
}

fn float_keys(data: &Data) {
    let (x, keys) = (data.given::<f32>("x"), data.found::<u32>("keys"));
    for (a, key) in x.iter().zip(&keys) {
        for (b, other) in x.iter().zip(&keys) {
            assert_eq!(a.total_cmp(b), key.cmp(other), "{a} and {b}");
        }
    }
    data.holds("again", &x);
}

fn masks(data: &Data) {
    let (a, b) = (data.given::<i16>("a"), data.given::<i16>("b"));
    let pairs: Vec<(i16, i16)> = a.into_iter().zip(b).collect();
    let one = |&(x, y): &(i16, i16)| match x.cmp(&y) {
        std::cmp::Ordering::Equal => 77,
        std::cmp::Ordering::Less if y <= 1 => 1,
        std::cmp::Ordering::Less => x,
        std::cmp::Ordering::Greater => y,
    };
    let flags = |four: &[(i16, i16)]| {
        let any_less = i32::from(four.iter().any(|(x, y)| x < y));
        let all_up = i32::from(four.iter().all(|(x, y)| x <= y));
        any_less + 2 * all_up + 4 + 8 * i32::from(four.iter().any(|(x, _)| *x == 0))
    };
    data.holds("r", &pairs.iter().map(one).collect::<Vec<_>>());
    data.holds("flags", &pairs.chunks(4).map(flags).collect::<Vec<_>>());
}

fn vector_sort(data: &Data) {
    let mut x = data.given::<i32>("x");
    x.chunks_mut(8).for_each(<[i32]>::sort);
    data.holds("x", &x);
}

fn shuffle_two(data: &Data) {
    let (a, b, mask) = (data.given::<u16>("a"), data.given::<u16>("b"), data.given::<u16>("mask"));
    let both = a.chunks(4).zip(b.chunks(4)).map(|(a, b)| [a, b].concat());
    let taken = both
        .zip(mask.chunks(8))
        .flat_map(|(both, mask)| mask.iter().map(|at| both[usize::from(at % 8)]).collect::<Vec<_>>());
    let out: Vec<u16> = taken.collect();
    data.holds("out", &out);
    data.holds("wide", &out.iter().zip(&mask).flat_map(|(r, m)| [*r, *m]).collect::<Vec<_>>());
}

/// By the matrix of the turn, in double; the kernel rounds some thirty times, numbers below 4.
fn quaternions(data: &Data) {
    let (q, p) = (data.given::<f32>("q"), data.given::<f32>("p"));
    let expected = q.chunks(4).zip(p.chunks(4)).flat_map(|(q, p)| {
        let q = [q[0], q[1], q[2], q[3] + 3.0].map(f64::from);
        let norm = q.iter().map(|c| c * c).sum::<f64>().sqrt();
        let [x, y, z, w] = q.map(|c| c / norm);
        let matrix = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let p = [p[0], p[1], p[2]].map(f64::from);
        let t = matrix.map(|row| row.iter().zip(&p).map(|(m, p)| m * p).sum::<f64>());
        let moved = t.iter().zip(&p).map(|(t, p)| (t - p) * (t - p)).sum::<f64>().sqrt();
        [t[0], t[1], t[2], moved + 1.0]
    });
    data.is_near::<f32>("out", &expected.collect::<Vec<_>>(), 3e-6);
}

fn half_storage(data: &Data) {
    let x = data.given::<f32>("x");
    let halves: Vec<u16> = x.iter().map(|x| to_half(f64::from(*x))).collect();
    data.holds("h", &halves);
    let modes = x.chunks(4).flat_map(|x| {
        let inwards = if x[0] < 0.0 { half_above(x[0].into()) } else { half_below(x[0].into()) };
        [inwards, half_above(x[1].into()), half_below(x[2].into()), to_half((x[3] * 1e-6).into())]
    });
    data.holds("modes", &modes.collect::<Vec<_>>());
    let sum = |h: &[u16]| {
        let h: Vec<f32> = h.iter().map(|h| of_half(*h) as f32).collect();
        h[0] + h[1] + h[2] + h[3] + h[0]
    };
    data.holds("sums", &halves.chunks(4).map(sum).collect::<Vec<_>>());
}

fn scan_in_vector(data: &Data) {
    let mut x = data.given::<u16>("x");
    for row in x.chunks_mut(16) {
        (1..16).for_each(|at| row[at] = row[at].wrapping_add(row[at - 1]));
    }
    data.holds("y", &x);
}

fn integer_builtins(data: &Data) {
    let (a, b) = (data.given::<u8>("a"), data.given::<u8>("b"));
    let (mut bytes, mut words) = (vec![], vec![]);
    for (x, y) in a.chunks(4).zip(b.chunks(4)) {
        let each = |f: &dyn Fn(u8, u8) -> u8| [0, 1, 2, 3].map(|k| f(x[k], y[k]));
        bytes.extend(each(&u8::saturating_add));
        bytes.extend(each(&u8::saturating_sub));
        bytes.extend(each(&|x, y| {
            let sum = u16::from(x) + u16::from(y);
            ((sum / 2) ^ sum.div_ceil(2)) as u8
        }));
        bytes.extend(each(&|x, y| x.rotate_left(u32::from(y & 7)).wrapping_add(x.abs_diff(y))));
        let s = [0, 1, 2, 3].map(|k| u32::from(x[k]) * 256 + u32::from(y[k]));
        let leading = |n: u32, bits: u32| n.leading_zeros() - (32 - bits);
        words.push(s[1] << 16 | s[0]);
        words.push(leading(x[0].into(), 8) + 100 * leading(s[1], 16) + 10000 * s[2].count_ones());
        // The upper half of a product and 3 is a short of its own.
        words.push((s[0] * s[1]) >> 16 | (((s[2] * s[3]) >> 16) + 3) << 16);
        let signed = |f: &dyn Fn(i8, i8) -> i8| {
            u32::from_le_bytes([0, 1, 2, 3].map(|k| f(x[k] as i8, y[k] as i8) as u8))
        };
        words.push(signed(&i8::saturating_add));
        words.push(signed(&i8::saturating_sub));
        words.push(signed(&|x, y| (i16::from(x) * i16::from(y)).div_euclid(256) as i8));
        let sizes = u32::from_le_bytes([0, 1, 2, 3].map(|k| (x[k] as i8).unsigned_abs()));
        words.push(signed(&|x, y| x.min(y).max(-50)).wrapping_add(sizes));
        let mask = [0x0f, 0xf0, 0x55, 0xff];
        words.push(u32::from_le_bytes([0, 1, 2, 3].map(|k| x[k] & !mask[k] | y[k] & mask[k])));
    }
    data.holds("bytes", &bytes);
    data.holds("words", &words);
}

fn three_components(data: &Data) {
    let (given, b, bytes) = (data.given::<f32>("in"), data.found::<f32>("b"), data.found::<i16>("b"));
    for (i, v) in given.chunks(4).enumerate() {
        let words = &b[16 * i..][..16];
        assert_eq!(&words[..3], &v[..3], "where {i} is");
        assert_eq!(words[4].to_bits() & 255, (i as u32 * 3) & 255, "the tag of {i}");
        assert_eq!(bytes[32 * i + 24..][..2], [(v[0] * 100.0) as i16, (v[1] * 100.0) as i16], "{i}");
    }
    data.holds("sizes", &[16, 64, 4, 2, 1604, 8, 4, 48]);
}

fn helper_math(data: &Data) {
    let pos = data.given::<f32>("pos");
    let (mut out, mut bits) = (vec![], vec![]);
    for i in 0..40 {
        let (a, b) = (&pos[4 * i..][..4], &pos[(4 * i + 4) % 160..][..4]);
        let m = [0, 1, 2, 3].map(|k| (a[k] + (b[k] - a[k]) * 0.75) + -(a[k] * 0.5));
        let c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        let dot = c[0] * m[0] + c[1] * m[1] + c[2] * m[2];
        out.extend([c[0], c[1], c[2], dot + m[3].clamp(-0.25, 0.25)]);
        let cell = [(a[0] * 2.0).floor() as i32, (a[1] * 2.0).floor() as i32];
        bits.extend(if cell == [0, -1] { [99, i as i32] } else { cell });
    }
    data.holds("out", &out);
    data.holds("bits", &bits);
}

fn wide_copy(data: &Data) {
    data.holds("dst", &data.given::<i32>("src").iter().map(|x| x * 3).collect::<Vec<_>>());
}

/// The kernel's way to divide by 255 is exact for what it divides.
fn alpha_blend(data: &Data) {
    let (over, under) = (data.given::<u8>("over"), data.given::<u8>("under"));
    let pixel = |(a, b): (&[u8], &[u8])| {
        let t = u32::from(a[3]);
        let mixed = |k: usize| ((u32::from(a[k]) * t + u32::from(b[k]) * (255 - t)) * 2 + 255) / 510;
        [mixed(0) as u8, mixed(1) as u8, mixed(2) as u8, a[3].saturating_add(b[3])]
    };
    let mut out: Vec<u8> = over.chunks(4).zip(under.chunks(4)).flat_map(pixel).collect();
    out.iter_mut().step_by(4).for_each(|red| *red = red.wrapping_add(1));
    data.holds("out", &out);
}

fn places_as_values(data: &Data) {
    let (mut out, mut wide) = (vec![], vec![]);
    for i in 0..192u32 {
        let (x, y, z) = (i % 8, i / 8 % 6, i / 48);
        out.push((y / 2 * 2 + x / 4) * 1000 + (z * 2 + y % 2) * 4 + x % 4 + 2);
        let w = i64::from(i) * -(1 << 33);
        wide.extend(if i % 2 == 0 { vec![w, w ^ i64::from(i)] } else { vec![] });
    }
    data.holds("out", &out);
    data.holds("wide", &wide);
    let small =
        (0..48i32).flat_map(|i| [i as i16, -i as i16, (i * i) as i16, 1i32.wrapping_shl(i as u32) as i16]);
    data.holds("small", &small.collect::<Vec<_>>());
}

fn tight_floats(data: &Data) {
    let v = data.given::<f32>("v");
    let row = |i: usize| [v[3 * i] + v[3 * i + 1], v[3 * i + 1] - v[3 * i + 2], v[3 * (31 - i) + 2]];
    data.holds("w", &(0..32).flat_map(row).collect::<Vec<_>>());
    data.holds("sizes", &[12, 32, 16, 16, 6, 24, 1616, 34, 12, 16, 8, 32]);
}

fn vector_traits(data: &Data) {
    let pairs = data.given::<i32>("a").into_iter().zip(data.given::<i32>("b"));
    let farther = |(a, b): (i32, i32)| if a.abs() > b.abs() { a } else { b };
    data.holds("out", &pairs.map(farther).collect::<Vec<_>>());
}

fn bytes_in_words(data: &Data) {
    let (a, b) = (data.given::<u32>("a"), data.given::<u32>("b"));
    let mut out = vec![];
    for (i, (x, y)) in a.into_iter().zip(b).enumerate() {
        let each = |f: &dyn Fn(u8, u8) -> u8| {
            let (x, y) = (x.to_le_bytes(), y.to_le_bytes());
            u32::from_le_bytes([0, 1, 2, 3].map(|k| f(x[k], y[k])))
        };
        let differences = each(&u8::abs_diff);
        let bytes = [x.to_le_bytes(), y.to_le_bytes()].concat();
        let halves = |shift: u32| (x >> shift).wrapping_add(y >> shift) & 0xffff;
        out.extend([
            each(&u8::wrapping_add),
            each(&u8::wrapping_sub),
            differences,
            x ^ y,
            each(&|x, y| (u16::from(x) + u16::from(y)).div_ceil(2) as u8),
            each(&|x, y| if x & 1 == y & 1 { 255 } else { 0 }),
            differences.to_le_bytes().into_iter().map(u32::from).sum(),
            u32::from_le_bytes([bytes[i % 4], bytes[4], bytes[1], bytes[5]]),
            (((u64::from(y) << 32 | u64::from(x)) << (i % 32)) >> 32) as u32,
            (halves(16) << 16 | halves(0))
                .wrapping_add(x.abs_diff(y).wrapping_add(7))
                .wrapping_add(x.reverse_bits())
                .wrapping_add(y.count_ones()),
        ]);
    }
    data.holds("out", &out);
}
