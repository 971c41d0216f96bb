//! Layers of neural networks: normalisations, attention, quantised blocks, convolutions, small floats.

use crate::given::{Data, Row};
use crate::half::{of_bfloat, of_half, to_bfloat, to_half};

pub const ROWS: &[Row] = &[
    ("softmax_rows.cu", softmax_rows),
    ("layer_norm.cl", layer_norm),
    ("rms_norm.cu", rms_norm),
    ("rope.cl", rope),
    ("attention_row.cu", attention_row),
    ("activations.cl", activations),
    ("quantize_q8.cu", quantize_q8),
    ("dot_q4_q8.cl", dot_q4_q8),
    ("dequantize_nf4.cu", dequantize_nf4),
    ("conv2d_nchw.cl", conv2d_nchw),
    ("im2col.cu", im2col),
    ("pooling.cu", pooling),
    ("batch_norm.cl", batch_norm),
    ("half_arithmetic.cu", half_arithmetic),
    ("bfloat_linear.cu", bfloat_linear),
    ("embedding_top1.cl", embedding_top1),
    ("adam_step.cu", adam_step),
];

/// The numbers of a buffer of floats, in double.
fn doubles(data: &Data, name: &str) -> Vec<f64> {
    data.given::<f32>(name).into_iter().map(f64::from).collect()
}

/// 48 terms below 1, of exponentials that are off by two roundings.
fn softmax_rows(data: &Data) {
    let row = |x: &[f64]| {
        let sum: f64 = x.iter().map(|x| x.exp()).sum();
        x.iter().map(|x| x.exp() / sum).collect::<Vec<_>>()
    };
    data.is_near::<f32>("y", &doubles(data, "x").chunks(48).flat_map(row).collect::<Vec<_>>(), 2e-6);
}

/// Sums of 64 numbers below 8, in an order of their own.
fn layer_norm(data: &Data) {
    let (gamma, beta) = (doubles(data, "gamma"), doubles(data, "beta"));
    let row = |x: &[f64]| {
        let mean = x.iter().sum::<f64>() / 64.0;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 64.0;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        x.iter().zip(&gamma).zip(&beta).map(|((x, g), b)| (x - mean) * scale * g + b).collect::<Vec<_>>()
    };
    data.is_near::<f32>("y", &doubles(data, "x").chunks(64).flat_map(row).collect::<Vec<_>>(), 4e-6);
}

fn rms_norm(data: &Data) {
    let w = data.given::<f32>("w");
    let row = |x: &[f32]| {
        let scale = 1.0 / (x.iter().fold(0.0, |sum, x| sum + x * x) / 16.0 + 1e-6).sqrt();
        x.iter().zip(&w).map(|(x, w)| x * scale * w).collect::<Vec<_>>()
    };
    data.holds("y", &data.given::<f32>("x").chunks(16).flat_map(row).collect::<Vec<_>>());
}

/// Angles up to 11 have an error of 1e-6, with that of the power.
fn rope(data: &Data) {
    let (mut q, pos) = (doubles(data, "q"), data.given::<i32>("pos"));
    for (at, head) in q.chunks_mut(16).enumerate() {
        for i in 0..8 {
            let angle = f64::from(pos[at / 4]) * 10000f64.powf(-(i as f64) / 8.0);
            let (s, c) = angle.sin_cos();
            (head[i], head[i + 8]) = (head[i] * c - head[i + 8] * s, head[i] * s + head[i + 8] * c);
        }
    }
    data.is_near::<f32>("q", &q, 4e-6);
}

/// Weights that are scaled anew up to sixteen times, of numbers below 1.
fn attention_row(data: &Data) {
    let [q, k, v] = ["Q", "K", "V"].map(|name| doubles(data, name));
    let mut out = vec![];
    for (at, q) in q.chunks(8).enumerate() {
        let (first, count) = (at / 16 * 16, at % 16 + 1);
        let score = |k: &[f64]| (q.iter().zip(k).map(|(q, k)| q * k).sum::<f64>() / 8f64.sqrt()).exp();
        let weights: Vec<f64> = k.chunks(8).skip(first).take(count).map(score).collect();
        let all: f64 = weights.iter().sum();
        let seen = || v.chunks(8).skip(first).zip(&weights);
        out.extend((0..8).map(|d| seen().map(|(v, w)| v[d] * w).sum::<f64>() / all));
    }
    data.is_near::<f32>("O", &out, 3e-6);
}

/// One or two functions each that are off by a few units in the last place, of numbers below 7. The last but one is told by the integral
/// of the bell curve, by Simpson's rule with an error below 1e-9.
fn activations(data: &Data) {
    let x = doubles(data, "x");
    let bell = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let below = |x: f64| {
        let step = x / 2000.0;
        let weight = |k: u32| {
            if k % 2 == 1 {
                4.0
            } else if k.is_multiple_of(2000) {
                1.0
            } else {
                2.0
            }
        };
        0.5 + (0..=2000).map(|k| weight(k) * bell(f64::from(k) * step)).sum::<f64>() * step / 3.0
    };
    let gelu = |x: f64| 0.5 * x * (1.0 + (0.797_884_560_8 * (x + 0.044_715 * x.powi(3))).tanh());
    let kinds: [&dyn Fn(f64) -> f64; 6] = [
        &|x| x.max(0.0),
        &|x| if x > 0.0 { x } else { 0.01 * x },
        &|x| x / (1.0 + (-x).exp()),
        &gelu,
        &|x| x * below(x),
        &|x| (1.0 + x.exp()).ln(),
    ];
    let expected: Vec<f64> = kinds.iter().flat_map(|f| x.iter().map(|x| f(*x))).collect();
    data.is_near::<f32>("y", &expected, 2e-6);
}

fn quantize_q8(data: &Data) {
    let mut expected = vec![];
    for x in data.given::<f32>("x").chunks(32) {
        let d = x.iter().fold(0f32, |most, x| most.max(x.abs())) / 127.0;
        expected.extend(to_half(d.into()).to_le_bytes());
        expected.extend(x.iter().map(|x| (x * (1.0 / d)).round() as i8 as u8));
    }
    data.holds("blocks", &expected);
}

fn dot_q4_q8(data: &Data) {
    let (w, v, vd) = (data.given::<u8>("w"), data.given::<i8>("v"), data.given::<f32>("vd"));
    let row = |row: &[u8]| {
        row.chunks(18).zip(v.chunks(32)).zip(&vd).fold(0f32, |total, ((block, v), vd)| {
            let nibbles = block[2..].iter().map(|q| q & 15).chain(block[2..].iter().map(|q| q >> 4));
            let sum: i32 = nibbles.zip(v).map(|(q, v)| (i32::from(q) - 8) * i32::from(*v)).sum();
            total + of_half(u16::from_le_bytes([block[0], block[1]])) as f32 * vd * sum as f32
        })
    };
    data.holds("out", &w.chunks(72).map(row).collect::<Vec<_>>());
}

fn dequantize_nf4(data: &Data) {
    let (packed, scales) = (data.given::<u8>("packed"), data.given::<u8>("scales"));
    let book: [f32; 16] =
        [-1.0, -0.7, -0.53, -0.4, -0.28, -0.18, -0.09, 0.0, 0.08, 0.16, 0.25, 0.34, 0.44, 0.56, 0.72, 1.0];
    let nibbles = packed.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let value = |(at, code): (usize, u8)| {
        book[usize::from(code)] * ((f32::from(scales[at / 16]) - 128.0) * 0.0078125)
    };
    data.holds("out", &nibbles.enumerate().map(value).collect::<Vec<_>>());
}

/// By what each pixel adds to the results, in place of what each result takes.
fn conv2d_nchw(data: &Data) {
    let (x, w) = (data.given::<i32>("x"), data.given::<i32>("w"));
    let mut y: Vec<i32> = data.given::<i32>("bias").into_iter().flat_map(|b| [b; 25]).collect();
    for (at, x) in x.iter().enumerate() {
        let (channel, row, column) = (at / 81, at / 9 % 9, at % 9);
        for (to, w) in
            w.iter().enumerate().filter(|(to, _)| to / 18 / 2 == channel / 2 && to / 9 % 2 == channel % 2)
        {
            // Result r sees pixel 2 r - 2 + 2 k.
            let place =
                |pixel: usize, k: usize| (pixel + 2).checked_sub(2 * k).filter(|p| p % 2 == 0 && *p < 10);
            if let (Some(oy), Some(ox)) = (place(row, to / 3 % 3), place(column, to % 3)) {
                y[to / 18 * 25 + oy / 2 * 5 + ox / 2] += x * w;
            }
        }
    }
    data.holds("y", &y);
}

fn im2col(data: &Data) {
    let im = data.given::<i32>("im");
    let pixel = |c: usize, y: usize, x: usize| {
        if (1..7).contains(&y) && (1..7).contains(&x) { im[c * 36 + (y - 1) * 6 + x - 1] } else { 0 }
    };
    let element = |at: usize| {
        let (place, k) = (at % 36, at / 36 % 9);
        pixel(at / 324, place / 6 + k / 3, place % 6 + k % 3)
    };
    let col: Vec<i32> = (0..648).map(element).collect();
    data.holds("col", &col);
    // Each pixel comes as often as windows see it: by adding up where they were taken from.
    let mut back = vec![0; 72];
    for (at, value) in col.iter().enumerate() {
        let (place, k) = (at % 36, at / 36 % 9);
        let (y, x) = (place / 6 + k / 3, place % 6 + k % 3);
        if (1..7).contains(&y) && (1..7).contains(&x) {
            back[at / 324 * 36 + (y - 1) * 6 + x - 1] += value;
        }
    }
    data.holds("back", &back);
}

fn pooling(data: &Data) {
    let x = data.given::<i32>("x");
    let (mut top, mut mask, mut mean) = (vec![], vec![], vec![]);
    for (plane, at) in x.chunks(49).flat_map(|plane| (0..16).map(move |at| (plane, at))) {
        let sees = |place: usize, out: usize| (2 * out..2 * out + 3).contains(&(place + 1));
        let window = || (0..49).filter(|p| sees(p / 7, at / 4) && sees(p % 7, at % 4));
        let first = window().rev().max_by_key(|p| plane[*p]).unwrap_or_default();
        top.push(plane[first]);
        mask.push(first as i32);
        mean.push(window().map(|p| plane[p]).sum::<i32>() as f32 / window().count() as f32);
    }
    data.holds("top", &top);
    data.holds("mask", &mask);
    data.holds("mean", &mean);
}

fn batch_norm(data: &Data) {
    let x = data.given::<i32>("x");
    let (mut y, mut running) = (vec![0f32; 384], vec![]);
    for channel in 0..4 {
        let places: Vec<usize> = (0..384).filter(|at| at / 24 % 4 == channel).collect();
        let sum: i64 = places.iter().map(|at| i64::from(x[*at])).sum();
        let squares: i64 = places.iter().map(|at| i64::from(x[*at]).pow(2)).sum();
        let (mean, variance) = (sum as f32 / 96.0, (squares * 96 - sum * sum) as f32 / 9216.0);
        places.iter().for_each(|at| y[*at] = (x[*at] as f32 - mean) / (variance + 1e-5).sqrt());
        running.extend([mean, variance].map(|new| 1.0 + (f64::from(new) - 1.0) * f64::from(0.1f32)));
    }
    data.holds("y", &y);
    // Two roundings of the mixture.
    data.is_near::<f32>("running", &running, 3e-7);
}

/// Each operation in double, which has more than twice the digits, and then rounded once. A product and a sum of three halves are exact.
fn half_arithmetic(data: &Data) {
    let [a, b] = ["a", "b"].map(|name| data.given::<u16>(name).into_iter().map(of_half).collect::<Vec<_>>());
    let round = |value: f64| of_half(to_half(value));
    let pair = |(x, y): (&[f64], &[f64])| {
        let product = round(x[0] + y[1]) * x[1];
        let last = if x[1] < y[1] { x[0].max(-y[0]) } else { 2.0 };
        let sum = round(y[1] + 8.0);
        [x[0] * y[0] + 0.5, x[1] * y[1] + 0.5, x[0] / sum, x[1] - y[0], product, last].map(to_half)
    };
    data.holds("out", &a.chunks(2).zip(b.chunks(2)).flat_map(pair).collect::<Vec<_>>());
}

fn bfloat_linear(data: &Data) {
    let [w, x] =
        ["w", "x"].map(|name| data.given::<u16>(name).into_iter().map(of_bfloat).collect::<Vec<_>>());
    let round = |value: f32| of_bfloat(to_bfloat(value));
    let wide =
        |(row, bias): (&[f32], &f32)| to_bfloat(row.iter().zip(&x).fold(*bias, |acc, (w, x)| acc + w * x));
    let narrow =
        |row: &[f32]| to_bfloat(row.iter().zip(&x).fold(0.0, |acc, (w, x)| round(acc + round(w * x))));
    data.holds("y", &w.chunks(16).zip(&data.given::<f32>("bias")).map(wide).collect::<Vec<_>>());
    data.holds("z", &w.chunks(16).map(narrow).collect::<Vec<_>>());
}

fn embedding_top1(data: &Data) {
    let (table, places, ids) =
        (data.given::<i32>("table"), data.given::<i32>("places"), data.given::<i32>("ids"));
    let hidden: Vec<i32> =
        places.iter().enumerate().map(|(at, p)| p + table[ids[at / 16] as usize * 16 + at % 16]).collect();
    data.holds("hidden", &hidden);
    let best = |row: &[i32]| (0..16).rev().max_by_key(|d| row[*d as usize] / 8).unwrap_or(-1);
    data.holds("best", &hidden.chunks(16).map(best).collect::<Vec<i32>>());
}

fn adam_step(data: &Data) {
    let [mut p, g, mut m, mut v] = ["p", "g", "m", "v"].map(|name| data.given::<f32>(name));
    for i in 0..90 {
        m[i] = 0.75 * m[i] + 0.25 * g[i];
        v[i] = 0.875 * v[i] + 0.125 * g[i] * g[i];
        let (first, second) = (m[i] / (1.0 - 0.75 * 0.75 * 0.75), v[i] / (1.0 - 0.875 * 0.875 * 0.875));
        p[i] -= 0.125 * (first / (second.sqrt() + 0.0009765625) + 0.0625 * p[i]);
    }
    [("p", p), ("m", m), ("v", v)].iter().for_each(|(name, left)| data.holds(name, left));
}
