//! Systems of equations, decompositions, eigenvalues, and products of matrices with a structure.

use crate::given::{Data, Element, Row};

pub const ROWS: &[Row] = &[
    ("jacobi.cl", jacobi),
    ("gauss_jordan.cu", gauss_jordan),
    ("conjugate_gradient.cu", conjugate_gradient),
    ("tridiagonal.cl", tridiagonal),
    ("cyclic_reduction.cu", cyclic_reduction),
    ("householder.cl", householder),
    ("gemv_kinds.cu", gemv_kinds),
    ("spmv_dia.cl", spmv_dia),
    ("spmv_blocks.cu", spmv_blocks),
    ("strassen.cl", strassen),
    ("batched_gemm.cu", batched_gemm),
    ("power_iteration.cl", power_iteration),
];

fn given<T: Element + Into<f64>>(data: &Data, name: &str) -> Vec<f64> {
    data.given::<T>(name).into_iter().map(Into::into).collect()
}

fn found<T: Element + Into<f64>>(data: &Data, name: &str) -> Vec<f64> {
    data.found::<T>(name).into_iter().map(Into::into).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What is left of the right side is a change of 1e-4 in each of 32 numbers, at most, beside 40 times the rounding.
fn jacobi(data: &Data) {
    let (mut a, b, x) = (given::<f32>(data, "a"), given::<f32>(data, "b"), found::<f32>(data, "x"));
    (0..32).for_each(|k| a[33 * k] += 40.0);
    for (row, b) in a.chunks(32).zip(b) {
        assert!((dot(row, &x) - b).abs() < 3e-3, "{} and not {b}", dot(row, &x));
    }
    let sweeps = data.found::<i32>("sweeps")[0];
    assert!((2..50).contains(&sweeps), "{sweeps} sweeps");
}

/// The condition of such a matrix makes errors larger, here up to a thousand roundings.
fn gauss_jordan(data: &Data) {
    let (a, inverse) = (given::<f32>(data, "a"), found::<f32>(data, "inverse"));
    let largest = inverse.iter().fold(1.0f64, |most, x| most.max(x.abs()));
    for at in 0..64 {
        let column: Vec<f64> = inverse.iter().skip(at % 8).step_by(8).copied().collect();
        let unit = f64::from(u8::from(at / 8 == at % 8));
        assert!((dot(&a[at / 8 * 8..][..8], &column) - unit).abs() < 1e-5 * largest, "element {at}");
    }
}

/// Twelve steps make the error smaller by (√c - 1) / (√c + 1) each, where c = 4.5 / 0.5: 2 · 2^-12 of the norm in A's sense.
fn conjugate_gradient(data: &Data) {
    let (b, x) = (given::<f32>(data, "b"), found::<f32>(data, "x"));
    let beside =
        |i: usize| i.checked_sub(1).map_or(0.0, |k| x[k]) + x.get(i + 1).copied().unwrap_or_default();
    let left: Vec<f64> = (0..32).map(|i| b[i] - 2.5 * x[i] + beside(i)).collect();
    let (rest, norm) = (dot(&left, &left), dot(&b, &b));
    // The residual's norm is the error's in A's sense by √4.5 at most, which b's norm bounds by 1 / √0.5.
    assert!(rest < (2.0 * 3.0 * 0.5f64.powi(12)).powi(2) * norm, "{rest} is left of {norm}");
    let told = f64::from(data.found::<f32>("rest")[0]);
    assert!((told - rest).abs() < 1e-3 * rest + 1e-9, "{told} and not {rest}");
}

fn tridiagonal(data: &Data) {
    let (lower, upper, rhs) =
        (given::<f64>(data, "lower"), given::<f64>(data, "upper"), given::<f64>(data, "rhs"));
    let x = found::<f64>(data, "x");
    for (at, rhs) in rhs.iter().enumerate() {
        let before = if at < 32 { 0.0 } else { lower[at] * x[at - 32] };
        let after = if at + 32 < 512 { upper[at] * x[at + 32] } else { 0.0 };
        assert!((before + 3.0 * x[at] + after - rhs).abs() < 1e-13, "row {at}");
    }
}

/// Five steps of a few roundings, of numbers below 20.
fn cyclic_reduction(data: &Data) {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| given::<f32>(data, name));
    let x = found::<f32>(data, "x");
    for at in 0..96 {
        let before = if at % 32 == 0 { 0.0 } else { a[at] * x[at - 1] };
        let after = if at % 32 == 31 { 0.0 } else { c[at] * x[at + 1] };
        assert!((before + b[at] * x[at] + after - d[at]).abs() < 3e-5, "row {at}");
    }
}

/// Q keeps lengths and angles: those of the columns are those of R's, and of the columns with y those of R's with the new y.
fn householder(data: &Data) {
    let (a, before) = (given::<f32>(data, "a"), given::<f32>(data, "y"));
    let (r, after) = (found::<f32>(data, "r"), found::<f32>(data, "y"));
    for id in 0..32 {
        let column = |c: usize| a[18 * id..][..18].iter().skip(c).step_by(3).copied().collect::<Vec<f64>>();
        let r = &r[6 * id..][..6];
        let upper = [[r[0], 0.0, 0.0], [r[1], r[3], 0.0], [r[2], r[4], r[5]]];
        let (y, turned) = (&before[6 * id..][..6], &after[6 * id..][..6]);
        for c in 0..3 {
            for d in 0..3 {
                let (expected, found) = (dot(&column(c), &column(d)), dot(&upper[c], &upper[d]));
                assert!(
                    (found - expected).abs() < 1e-5,
                    "{id}: columns {c} and {d}: {found} and not {expected}"
                );
            }
            let (expected, found) = (dot(&column(c), y), dot(&upper[c], &turned[..3]));
            assert!((found - expected).abs() < 1e-5, "{id}: column {c} and y: {found} and not {expected}");
        }
        assert!((dot(turned, turned) - dot(y, y)).abs() < 1e-5, "{id}: y");
    }
}

fn gemv_kinds(data: &Data) {
    let [a, x, w] =
        ["A", "x", "w"].map(|name| data.given::<i16>(name).into_iter().map(i64::from).collect::<Vec<_>>());
    let times = |row: &[i64]| row.iter().zip(&x).map(|(a, x)| a * x).sum();
    data.holds("y", &a.chunks(32).map(times).collect::<Vec<i64>>());
    let mut z = [0; 32];
    for (row, w) in a.chunks(32).zip(&w) {
        row.iter().zip(&mut z).for_each(|(a, z)| *z += a * w);
    }
    data.holds("z", &z);
}

fn spmv_dia(data: &Data) {
    let (values, x) = (data.given::<f32>("values"), data.given::<f32>("x"));
    let mut y = [0f32; 60];
    for (strip, offset) in values.chunks(64).zip(data.given::<i32>("offsets")) {
        for (row, y) in y.iter_mut().enumerate() {
            if let Some(x) = usize::try_from(row as i32 + offset).ok().and_then(|column| x.get(column)) {
                *y += strip[row] * x;
            }
        }
    }
    data.holds("y", &y);
}

/// Against the whole matrix.
fn spmv_blocks(data: &Data) {
    let [ptr, idx, blocks, x] = ["ptr", "idx", "blocks", "x"].map(|name| data.given::<i32>(name));
    let mut whole = vec![[0; 32]; 32];
    for (at, v) in blocks.iter().enumerate() {
        let block = at / 16;
        let row = ptr.iter().rposition(|first| *first as usize <= block).unwrap_or_default();
        whole[row * 4 + at / 4 % 4][idx[block] as usize * 4 + at % 4] += v;
    }
    let times = |row: &[i32; 32]| row.iter().zip(&x).map(|(a, x)| a * x).sum::<i32>();
    data.holds("y", &whole.iter().map(times).collect::<Vec<_>>());
}

fn strassen(data: &Data) {
    let (a, b) = (data.given::<i32>("a"), data.given::<i32>("b"));
    let element = |at: usize| {
        let base = at / 64 * 64;
        (0..8).map(|k| a[base + at % 64 / 8 * 8 + k] * b[base + k * 8 + at % 8]).sum::<i32>()
    };
    data.holds("c", &(0..256).map(element).collect::<Vec<_>>());
}

fn batched_gemm(data: &Data) {
    let (a, b) = (data.given::<f32>("A.first"), data.given::<f32>("B.first"));
    let element = |at: usize| {
        let (z, row, column) = (at / 48, at % 48 / 8, at % 8);
        (0..10).fold(0f32, |sum, k| a[60 * z + 10 * row + k].mul_add(b[80 * z + 8 * k + column], sum))
    };
    data.holds("C.first", &(0..192).map(element).collect::<Vec<_>>());
}

/// All elements are positive: the second value is below half of the first one, so that twenty steps leave nothing but roundings.
fn power_iteration(data: &Data) {
    let m = given::<f32>(data, "m");
    let (vector, value) = (found::<f32>(data, "vector"), f64::from(data.found::<f32>("value")[0]));
    assert!((dot(&vector, &vector) - 1.0).abs() < 1e-6);
    for row in 0..16 {
        let product: f64 = (0..16).map(|k| 0.5 * (m[row * 16 + k] + m[k * 16 + row]) * vector[k]).sum();
        assert!((product - value * vector[row]).abs() < 2e-5, "row {row}: {product}");
    }
}
