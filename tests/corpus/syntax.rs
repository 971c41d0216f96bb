//! Forms of texts: macros, C's data, lists in braces, halves, images of other kinds, launches and variables of host code.

use crate::given::{Data, Row};
use crate::half::{of_half, to_half};

pub const ROWS: &[Row] = &[
    ("macro_kernel.cl", macro_kernel),
    ("c_types.cl", c_types),
    ("overloadable.cl", overloadable),
    ("half_vectors.cl", half_vectors),
    ("image_rows.cl", image_rows),
    ("texture_fetch.cu", texture_fetch),
    ("launches.cu", launches),
    ("symbols.cu", symbols),
    ("init_lists.cu", init_lists),
];

fn macro_kernel(data: &Data) {
    let pairs = data.given::<u8>("a").into_iter().zip(data.given::<u8>("b"));
    data.holds("out", &pairs.map(|(a, b)| a.max(b)).collect::<Vec<_>>());
    // The names are numbered in the order of the list; the table has them the other way round.
    data.holds("table", &[34, 24, 14, 4]);
}

fn c_types(data: &Data) {
    let mut out = vec![];
    for (i, v) in data.given::<i32>("in").chunks(4).enumerate() {
        let (whole, cells) = (0x10002 + i as i32, v[1] + v[2] + v[3]);
        let high = (whole | i32::MIN) >> 16;
        let count = v[0] + 5;
        let list = v[0] + v[2] + v[3];
        let sizes = 36 + 2;
        let first = (whole & 0xffff) * 100 + (whole >> 16);
        out.extend([cells, first, high, count * 10 + 5, 16 + 255, sizes, 16 + 13, list - 1]);
    }
    data.holds("out", &out);
}

fn overloadable(data: &Data) {
    let row = |n: i32| {
        let b = -n;
        // a and b meet where 3 k >= 20 - k, at k = 5.
        let place = if n % 4 < 5 { n % 4 } else { -1 };
        [
            n + n * 5 + n * 100 + 3 + n - 4,
            (n + b) * 10000 + b * 100 + 2 * n,
            2 * (15 + 15),
            if n % 2 == 1 { 2 + i32::from(n & 2 != 0) } else { i32::from(n > 15) },
            place,
            15 + i32::from(n == 0) + 2 * i32::from(n != 0) - 1 + 1,
        ]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}

/// In double, which holds a sum, product or quotient of halves well enough to be rounded once more.
fn half_vectors(data: &Data) {
    let values = |name: &str| data.given::<u16>(name).into_iter().map(of_half).collect::<Vec<f64>>();
    let (x, y) = (values("x"), values("y"));
    let (mut out, mut ints) = (vec![], vec![]);
    let round = |v: f64| of_half(to_half(v));
    for (x, y) in x.chunks(4).zip(y.chunks(4)) {
        out.extend((0..4).map(|k| to_half(round(x[k] * y[k]) + 0.5)));
        let q = [0, 1, 2, 3].map(|k| round(x[k] / y[k]));
        out.extend([q[0].max(q[2]), q[1].max(q[3]), q[2], q[3]].map(to_half));
        out.extend((0..4).map(|k| to_half(round(f64::from(x[k] as f32 * 0.1)) - y[3 - k])));
        ints.extend((0..4).map(|k| x[k] as i32 - if x[k] < y[k] { 100 } else { 0 }));
    }
    data.holds("out", &out);
    data.holds("ints", &ints);
}

fn image_rows(data: &Data) {
    let row = data.given::<i16>("row");
    let floats: Vec<f32> = (0..64u8).map(|i| f32::from(i) * 0.5).collect();
    data.holds("both", &floats.iter().map(|f| f * f).collect::<Vec<_>>());
    let small =
        floats.iter().zip(row.chunks(4)).flat_map(|(f, v)| [to_half((f / 3.0).into()), to_half(v[1].into())]);
    data.holds("small", &small.collect::<Vec<_>>());
    data.holds("wide", &row.chunks(4).map(|v| i32::from(v[3]) * i32::from(v[0])).collect::<Vec<_>>());
}

fn texture_fetch(data: &Data) {
    let (words, pixels, signs) =
        (data.given::<u32>("words"), data.given::<u8>("pixels"), data.given::<i16>("signs"));
    let mut out = vec![];
    for i in 0..64usize {
        let p: Vec<i32> = pixels[4 * i..][..4].iter().map(|p| i32::from(*p)).collect();
        let sign = |x: usize, y: usize| i32::from(signs[y.clamp(1, 8) * 8 - 8 + x.clamp(1, 8) - 1]);
        out.push(words[63 - i] as i32 + 1);
        out.push(p[0] + p[1] * 2 - p[2] * 3 + p[3] * 4);
        out.push((0..9).map(|k| sign(i % 8 + k % 3, i / 8 + k / 3)).sum());
    }
    data.holds("out", &out);
}

fn launches(data: &Data) {
    let x = data.given::<i32>("in");
    data.holds("out", &(0..240).map(|i| -2 * x[(i + 13) % 240]).collect::<Vec<_>>());
}

fn symbols(data: &Data) {
    let weights = [5, -3, 2];
    let one = |(i, v): (usize, i32)| v.clamp(-10, 12) * weights[i % 3];
    let out: Vec<i32> = data.given::<i32>("in").into_iter().enumerate().map(one).collect();
    data.holds("out", &out);
    let sums: Vec<i32> =
        out.chunks(32).zip([100, 200, 300]).map(|(v, first)| first + v.iter().sum::<i32>()).collect();
    data.holds("per_block", &sums);
    data.holds("total", &[i64::from(sums.iter().sum::<i32>())]);
    data.holds("blocks_done", &[3]);
}

fn init_lists(data: &Data) {
    let row = |i: i32| {
        let areas = ((9 - i) * 7 + 7) * 100 + (i + 5 - 2) * (6 - i) + 1;
        [
            200 + i,
            areas,
            37 + (i + 1) * 10 + 2 + i,
            i + 3000,
            i * 1000 + (i + 1) * 10 + 4,
            i * 100 + 30 + 2 + i,
            600 + i + if i < 6 { 12_000 } else { 30_000 },
            400 + i,
        ]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}
