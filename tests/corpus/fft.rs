//! Transforms: Fourier, cosine, wavelets, over numbers modulo a prime; convolutions.

use std::f64::consts::PI;

use crate::given::{Data, Element, Row};

pub const ROWS: &[Row] = &[
    ("fft_radix2_local.cl", fft_radix2_local),
    ("fft_stockham.cu", fft_stockham),
    ("dft_direct.cl", dft_direct),
    ("ntt.cu", ntt),
    ("dct8x8.cl", dct8x8),
    ("haar.cu", haar),
    ("walsh_hadamard.cl", walsh_hadamard),
    ("convolution_shared.cu", convolution_shared),
    ("goertzel.cl", goertzel),
    ("daubechies.cu", daubechies),
    ("butterfly_float4.cl", butterfly_float4),
];

fn doubles<T: Element + Into<f64>>(data: &Data, name: &str) -> Vec<f64> {
    data.given::<T>(name).into_iter().map(Into::into).collect()
}

/// Fourier's transform of complex numbers by its definition.
fn fourier(x: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let n = x.len();
    let term = |k: usize, (at, [re, im]): (usize, &[f64; 2])| {
        let (s, c) = (-2.0 * PI * (at * k % n) as f64 / n as f64).sin_cos();
        [re * c - im * s, re * s + im * c]
    };
    let sum =
        |k: usize| x.iter().enumerate().map(|x| term(k, x)).fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    (0..n).map(sum).collect()
}

fn pairs(x: &[f64]) -> Vec<[f64; 2]> {
    x.chunks(2).map(|x| [x[0], x[1]]).collect()
}

/// Five stages, each of which adds a rounding of numbers below 16; the angles are off by 3e-7.
fn fft_radix2_local(data: &Data) {
    let x = pairs(&doubles::<f32>(data, "data"));
    let expected: Vec<f64> = x.chunks(32).flat_map(|x| fourier(x).concat()).collect();
    data.is_near::<f32>("data", &expected, 2e-5);
}

/// Three stages of numbers below 30, and the way back.
fn fft_stockham(data: &Data) {
    let x = doubles::<f32>(data, "in");
    data.is_near::<f32>("out", &fourier(&pairs(&x)).concat(), 2e-5);
    data.is_near::<f32>("again", &x, 2e-6);
}

/// Of real numbers the upper half mirrors the lower one.
fn dft_direct(data: &Data) {
    let x: Vec<[f64; 2]> = doubles::<f64>(data, "x").into_iter().map(|x| [x, 0.0]).collect();
    let spectrum = fourier(&x);
    let part = |k: usize| spectrum[..17].iter().map(|x| x[k]).collect::<Vec<_>>();
    data.is_near::<f64>("re", &part(0), 1e-13);
    data.is_near::<f64>("im", &part(1), 1e-13);
}

/// The product of the polynomials by its definition.
fn ntt(data: &Data) {
    const P: u64 = 998_244_353;
    let (a, b) = (data.given::<u32>("a"), data.given::<u32>("b"));
    let product = |(a, b): (&[u32], &[u32])| {
        let mut c = [0u64; 16];
        for (at, a) in a.iter().enumerate() {
            for (to, b) in b.iter().enumerate() {
                c[at + to] = (c[at + to] + u64::from(*a) * u64::from(*b)) % P;
            }
        }
        c.map(|c| c as u32)
    };
    let blocks = a.chunks(8).zip(b.chunks(8));
    data.holds("c", &blocks.flat_map(product).collect::<Vec<_>>());
}

/// Two sums of eight numbers below 1024.
fn dct8x8(data: &Data) {
    let x = doubles::<f32>(data, "in");
    let weight = |u: usize, x: usize| {
        let scale = if u == 0 { 0.125f64.sqrt() } else { 0.5 };
        scale * ((2 * x + 1) as f64 * u as f64 * PI / 16.0).cos()
    };
    let element = |at: usize| {
        let (u, v) = (at % 8, at / 16 % 8);
        let first = at / 128 * 128 + at % 16 / 8 * 8;
        let term = |k: usize| x[first + k / 8 * 16 + k % 8] * weight(u, k % 8) * weight(v, k / 8);
        (0..64).map(term).sum()
    };
    let found = data.found::<f32>("out");
    for (at, found) in found.iter().enumerate() {
        let expected: f64 = element(at);
        assert!((f64::from(*found) - expected).abs() < 4e-4, "out[{at}] is {found} and not {expected}");
    }
}

/// Level by level: a difference of each pair, and a mean that is rounded down.
fn haar(data: &Data) {
    let x = data.given::<i32>("in");
    let transformed = |x: &[i32]| {
        let (mut means, mut out) = (x.to_vec(), vec![]);
        while means.len() > 1 {
            let differences: Vec<i32> = means.chunks(2).map(|x| x[1] - x[0]).collect();
            means = means.chunks(2).map(|x| (x[0] + x[1]).div_euclid(2)).collect();
            out.splice(0..0, differences);
        }
        out.splice(0..0, means);
        out
    };
    data.holds("out", &x.chunks(128).flat_map(transformed).collect::<Vec<_>>());
    data.holds("back", &x);
}

/// The sign of a term is that of the bits that place and frequency have in common.
fn walsh_hadamard(data: &Data) {
    let transformed = |x: &[i32]| {
        let sign = |a: usize, b: usize| if (a & b).count_ones().is_multiple_of(2) { 1 } else { -1 };
        (0..64).map(|k| x.iter().enumerate().map(|(at, x)| x * sign(at, k)).sum()).collect::<Vec<i32>>()
    };
    data.holds("v", &data.given::<i32>("v").chunks(64).flat_map(transformed).collect::<Vec<_>>());
}

fn convolution_shared(data: &Data) {
    let (x, filter) = (data.given::<i32>("x"), data.given::<i32>("filter"));
    let mut whole = [0; 208];
    for (at, x) in x.iter().enumerate() {
        filter.iter().enumerate().for_each(|(k, f)| whole[at + k] += x * f);
    }
    data.holds("y", &whole[4..204]);
}

/// The recurrence makes errors grow like the square of the length, most at low frequencies: 64 steps, sums up to 1000.
fn goertzel(data: &Data) {
    let x: Vec<[f64; 2]> = doubles::<f32>(data, "x").into_iter().map(|x| [x, 0.0]).collect();
    let power: Vec<f64> = fourier(&x)[..16].iter().map(|[re, im]| re * re + im * im).collect();
    for (k, (found, power)) in data.found::<f32>("power").iter().zip(&power).enumerate() {
        assert!((f64::from(*found) - power).abs() < 2e-2, "power[{k}] is {found} and not {power}");
    }
}

/// An orthogonal transform keeps the sum of squares, and its second half does not see lines.
fn daubechies(data: &Data) {
    let x = data.given::<f64>("x");
    let (low, high) = (data.found::<f64>("low"), data.found::<f64>("high"));
    let root = 3f64.sqrt();
    let h = [1.0 + root, 3.0 + root, 3.0 - root, 1.0 - root].map(|h| h / 32f64.sqrt());
    for k in 0..64 {
        let four = [0, 1, 2, 3].map(|d| x[(2 * k + d) % 128]);
        let smooth: f64 = four.iter().zip(h).map(|(x, h)| x * h).sum();
        let detail = four[0] * h[3] - four[1] * h[2] + four[2] * h[1] - four[3] * h[0];
        assert!((low[k] - smooth).abs() < 1e-15 * 8.0 && (high[k] - detail).abs() < 1e-15 * 8.0, "{k}");
    }
    data.is_near::<f64>("again", &x, 1e-14);
}

/// Numbers below 16 through two stages, and twiddles of eight digits.
fn butterfly_float4(data: &Data) {
    let (re, im) = (doubles::<f32>(data, "re"), doubles::<f32>(data, "im"));
    let x: Vec<[f64; 2]> = re.into_iter().zip(im).map(|(re, im)| [re, im]).collect();
    let spectrum: Vec<[f64; 2]> = x.chunks(16).flat_map(fourier).collect();
    data.is_near::<f32>("re", &spectrum.iter().map(|x| x[0]).collect::<Vec<_>>(), 3e-6);
    data.is_near::<f32>("im", &spectrum.iter().map(|x| x[1]).collect::<Vec<_>>(), 3e-6);
}
