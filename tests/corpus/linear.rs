//! Linear algebra: products, decompositions, solves, sparse matrices, transposes.

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("matmul_guarded.cl", matmul_guarded),
    ("matmul_2x2.cu", matmul_2x2),
    ("matmul_double_buffer.cu", matmul_double_buffer),
    ("matmul_strips.cl", matmul_strips),
    ("gemm_column_major.cu", gemm_column_major),
    ("matmul_dp4a.cu", matmul_dp4a),
    ("lu_in_place.cl", lu_in_place),
    ("lu_kernels.cu", lu_kernels),
    ("solve_lower.cu", solve_lower),
    ("cholesky_batch.cl", cholesky_batch),
    ("spmv_csr.cu", spmv_csr),
    ("spmv_csr_group.cl", spmv_csr_group),
    ("spmv_ell.cl", spmv_ell),
    ("spmv_coo.cu", spmv_coo),
    ("transpose_diagonal.cu", transpose_diagonal),
];

/// The product of two matrices that lie row by row, each sum from its first term on.
pub fn product(a: &[f32], b: &[f32], inner: usize) -> Vec<f32> {
    let columns = b.len() / inner;
    let sum = |row: &[f32], column| (0..inner).fold(0.0, |sum, k| sum + row[k] * b[k * columns + column]);
    a.chunks(inner).flat_map(|row| (0..columns).map(move |column| sum(row, column))).collect()
}

fn matmul_guarded(data: &Data) {
    // Behind the last column a tile adds zeros, which change no sum.
    data.holds("c", &product(&data.given("a"), &data.given("b"), 9));
}

fn matmul_2x2(data: &Data) {
    data.holds("C", &product(&data.given("A"), &data.given("B"), 12));
}

fn matmul_double_buffer(data: &Data) {
    let (a, b) = (data.given::<i32>("A"), data.given::<i32>("B"));
    let mut c = vec![0; 256];
    for (at, a) in a.iter().enumerate() {
        let (row, k) = (at / 16, at % 16);
        (0..16).for_each(|column| c[row * 16 + column] += a * b[k * 16 + column]);
    }
    data.holds("C", &c);
}

fn matmul_strips(data: &Data) {
    let sums = product(&data.given("A"), &data.given("B"), 8);
    let c: Vec<f32> = sums.iter().map(|sum| 1.5 * sum + -0.5 * 1.0).collect();
    data.holds("C", &c);
}

fn gemm_column_major(data: &Data) {
    let (a, b, mut c) = (data.given::<f32>("A"), data.given::<f32>("B"), data.given::<f32>("C"));
    for (column, c) in c.chunks_mut(9).take(6).enumerate() {
        for (row, c) in c.iter_mut().take(7).enumerate() {
            let terms = a[row * 10..].iter().zip(&b[column * 12..]).take(9);
            *c = 2.0 * terms.fold(0.0, |sum, (a, b)| sum + a * b) + 0.25 * *c;
        }
    }
    data.holds("C", &c);
}

fn matmul_dp4a(data: &Data) {
    let (a, b) = (data.given::<i8>("A"), data.given::<i8>("B"));
    let dot = |row: &[i8], column: &[i8]| {
        row.iter().zip(column).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>()
    };
    let c: Vec<i32> = a.chunks(16).flat_map(|row| b.chunks(16).map(move |column| dot(row, column))).collect();
    data.holds("C", &c);
    let scaled: Vec<i8> = c.iter().map(|c| c.div_euclid(256).clamp(-128, 127) as i8).collect();
    data.holds("scaled", &scaled);
}

/// The factors multiplied give the matrix back: thirty roundings at most stand behind each element, of numbers below 20.
fn lu_in_place(data: &Data) {
    let (a, lu) = (data.given::<f32>("a"), data.found::<f32>("lu"));
    for row in 0..16 {
        for column in 0..16 {
            let lower = |k: usize| if k == row { 1.0 } else { f64::from(lu[row * 16 + k]) };
            let product: f64 = (0..=row.min(column)).map(|k| lower(k) * f64::from(lu[k * 16 + column])).sum();
            let expected = f64::from(a[row * 16 + column]) + if row == column { 16.0 } else { 0.0 };
            assert!((product - expected).abs() < 2e-5, "({row}, {column}): {product} and not {expected}");
        }
    }
}

/// Below the diagonal block L is 1 on its diagonal: rows are L⁻¹ A and columns A U⁻¹, by substitution.
fn lu_kernels(data: &Data) {
    let mut m = data.given::<f32>("m");
    let at = |row: usize, column: usize| row * 16 + column;
    for outer in 8..16 {
        for k in 4..8 {
            for j in 4..k {
                m[at(k, outer)] -= m[at(k, j)] * m[at(j, outer)];
                m[at(outer, k)] -= m[at(outer, j)] * m[at(j, k)];
            }
            m[at(outer, k)] /= m[at(k, k)];
        }
    }
    data.holds("m", &m);
}

fn solve_lower(data: &Data) {
    let (l, b, mut x) = (data.given::<f32>("L"), data.given::<f32>("b"), data.given::<f32>("x"));
    for column in 0..60 {
        for row in 0..8 {
            let known = (0..row).fold(b[row * 60 + column], |v, k| v - l[row * 8 + k] * x[k * 60 + column]);
            x[row * 60 + column] = known / l[row * 8 + row];
        }
    }
    data.holds("x", &x);
}

/// L Lᵀ is G Gᵀ + 2: a few roundings of numbers below 6.
fn cholesky_batch(data: &Data) {
    let (g, l) = (data.given::<f32>("g"), data.found::<f32>("l"));
    for (g, l) in g.chunks(16).zip(l.chunks(10)) {
        for row in 0..4 {
            for column in 0..=row {
                let dot = |v: &[f32], w: &[f32]| -> f64 {
                    v.iter().zip(w).map(|(v, w)| f64::from(*v) * f64::from(*w)).sum()
                };
                let expected =
                    dot(&g[row * 4..][..4], &g[column * 4..][..4]) + f64::from(row == column) * 2.0;
                let packed = |row: usize| &l[row * (row + 1) / 2..][..column + 1];
                let found = dot(packed(row), packed(column));
                assert!((found - expected).abs() < 5e-6, "({row}, {column}): {found} and not {expected}");
            }
        }
    }
}

fn spmv_csr(data: &Data) {
    let (begin, col) = (data.given::<i32>("rowPtr"), data.given::<i32>("colIdx"));
    let (val, x) = (data.given::<f32>("val"), data.given::<f32>("x"));
    let row = |ends: &[i32]| {
        let entries = ends[0] as usize..ends[1] as usize;
        entries.fold(0.0, |sum, j| sum + val[j] * x[col[j] as usize]) + 0.5
    };
    data.holds("y", &begin.windows(2).map(row).collect::<Vec<f32>>());
}

fn spmv_csr_group(data: &Data) {
    let (begin, col) = (data.given::<i32>("ptr"), data.given::<i32>("col"));
    let (val, x) = (data.given::<i32>("val"), data.given::<i32>("x"));
    let mut y = vec![0i64; 16];
    for (j, val) in val.iter().enumerate() {
        let row = begin.iter().rposition(|begin| *begin as usize <= j).unwrap_or_default();
        if let Some(y) = y.get_mut(row) {
            *y += i64::from(*val) * i64::from(x[col[j] as usize]);
        }
    }
    data.holds("y", &y);
}

fn spmv_ell(data: &Data) {
    let (col, val, x) = (data.given::<i32>("col"), data.given::<f32>("val"), data.given::<f32>("x"));
    let mut y = vec![0.0f32; 61];
    for (at, (col, val)) in col.iter().zip(&val).enumerate() {
        if let (Ok(col), Some(y)) = (usize::try_from(*col), y.get_mut(at % 64)) {
            *y = val.mul_add(x[col], *y);
        }
    }
    data.holds("y", &y);
}

fn spmv_coo(data: &Data) {
    let (rows, columns) = (data.given::<u16>("ri"), data.given::<u16>("ci"));
    let (v, x, mut y) = (data.given::<i32>("v"), data.given::<i32>("x"), data.given::<i32>("y"));
    for ((row, column), v) in rows.iter().zip(&columns).zip(&v).take(190) {
        y[usize::from(*row)] += v * x[usize::from(*column)];
    }
    data.holds("y", &y);
}

fn transpose_diagonal(data: &Data) {
    let element = |at: usize| ((at % 24) * 32 + at / 24) as f32;
    data.holds("out", &(0..768).map(element).collect::<Vec<_>>());
}
