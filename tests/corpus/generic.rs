//! Templates and classes as libraries write them: containers, iterators, policies, special cases, host code that hands over operations.

use std::collections::{BTreeMap, BTreeSet};

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("matrix_class.cu", matrix_class),
    ("dual_numbers.cu", dual_numbers),
    ("big_integers.cu", big_integers),
    ("iterators.cu", iterators),
    ("heap_queue.cu", heap_queue),
    ("policies.cu", policies),
    ("host_functors.cu", host_functors),
    ("host_lambda.cu", host_lambda),
    ("statements.cu", statements),
    ("places.cu", places),
    ("specialisations.cu", specialisations),
    ("hash_map.cu", hash_map),
    ("rational.cu", rational),
    ("bit_set.cu", bit_set),
    ("cooperative.cu", cooperative),
];

/// The determinant by elimination without divisions that leave a rest (Bareiss).
fn determinant(mut m: Vec<Vec<i64>>) -> i32 {
    let (n, mut sign, mut before) = (m.len(), 1, 1);
    for k in 0..n - 1 {
        let Some(pivot) = (k..n).find(|row| m[*row][k] != 0) else { return 0 };
        if pivot != k {
            m.swap(pivot, k);
            sign = -sign;
        }
        for row in k + 1..n {
            for column in k + 1..n {
                m[row][column] = (m[row][column] * m[k][k] - m[row][k] * m[k][column]) / before;
            }
        }
        before = m[k][k];
    }
    (sign * m[n - 1][n - 1]) as i32
}

fn matrix_class(data: &Data) {
    let mut out = data.given::<i32>("out");
    for (v, out) in data.given::<i32>("in").chunks(9).zip(out.chunks_mut(16)) {
        let at = |r: usize, c: usize| i64::from(v[3 * r + c]);
        let dot = |a: usize, b: usize| (0..3).map(|k| at(a, k) * at(b, k)).sum::<i64>();
        out[0] = determinant(vec![vec![dot(0, 0), dot(0, 1)], vec![dot(1, 0), dot(1, 1)]]);
        out[1] = determinant((0..3).map(|r| (0..3).map(|c| at(r, c)).collect()).collect());
        let times = |a: &dyn Fn(usize, usize) -> i64, r: usize, c: usize| {
            (0..3).map(|k| a(r, k) * at(k, c)).sum::<i64>()
        };
        let square = |r: usize, c: usize| times(&at, r, c);
        let cube: Vec<i32> = (0..9).map(|k| times(&square, k / 3, k % 3) as i32).collect();
        out[2] = cube[0] + cube[4] + cube[8];
        let mut four = vec![vec![0; 4]; 4];
        (0..4).for_each(|k| four[k][k] = 1);
        (0..9).for_each(|k| four[k / 3][(k + k / 3) % 4] += i64::from(v[k]));
        out[3] = determinant(four);
        out[4..13].copy_from_slice(&cube);
        out[13] = 23;
    }
    data.holds("out", &out);
}

/// The derivative is 3 x² - 2 - 1.5 x^(-3/2); at the solution the curve has the value 3. Newton's steps find one from 1.5 on (near 1.37).
fn dual_numbers(data: &Data) {
    let slope = |x: &f32| {
        let x = f64::from(*x);
        [0.0, 3.0 * x * x - 2.0 - 1.5 * x.powf(-1.5), 3.0]
    };
    data.is_near::<f32>("out", &data.given::<f32>("x").iter().flat_map(slope).collect::<Vec<_>>(), 2e-6);
}

fn big_integers(data: &Data) {
    let mut out = vec![];
    let (a, b) = (data.given::<u32>("a"), data.given::<u32>("b"));
    for (i, (a, b)) in a.chunks(4).zip(b.chunks(4)).enumerate() {
        let whole = |w: &[u32]| w.iter().rev().fold(0u128, |all, w| all << 32 | u128::from(*w));
        let words = |n: u128| (0..4).map(move |k| (n >> (32 * k)) as u32);
        out.extend(words(whole(a).wrapping_add(whole(b))));
        // In two parts of 64 bits each, so that nothing runs over.
        let factor = whole(&b[..2]);
        let low = whole(&a[..2]) * factor;
        let high = whole(&a[2..]) * factor + (low >> 64);
        let product: Vec<u32> = words(low).take(2).chain(words(high)).collect();
        out.extend(&product);
        let bit = |at: usize| product.get(at / 32).map_or(0, |w| w >> (at % 32) & 1);
        let shifted = |k: usize| (0..32).map(|n| bit(32 * k + n + i * 5 % 64) << n).sum::<u32>();
        out.push(shifted(0) ^ shifted(5));
        out.push(u32::from(whole(a) < whole(b)));
        let rest = product.iter().rev().fold(0u64, |rest, w| (rest << 32 | u64::from(*w)) % 1_000_003);
        out.push(if i % 4 == 0 { rest as u32 } else { 0 });
        out.push(24);
    }
    data.holds("out", &out);
}

fn iterators(data: &Data) {
    let v = data.given::<i32>("in");
    let row = |t: usize| {
        let column: Vec<i32> = v.iter().skip(t).step_by(32).copied().collect();
        let n = t as i32;
        [
            column.iter().sum(),
            column.iter().filter(|v| **v > n).count() as i32,
            1000 + n * (n + 1) * (2 * n + 1) / 6,
            column[..4].iter().copied().max().unwrap_or_default(),
            column[7] - column[0],
        ]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}

fn heap_queue(data: &Data) {
    let mut rows = data.given::<i32>("in");
    rows.chunks_mut(32).for_each(<[i32]>::sort);
    data.holds("least", &rows.chunks(32).flat_map(|row| row[..4].to_vec()).collect::<Vec<_>>());
    data.holds(
        "most",
        &rows.chunks(32).flat_map(|row| row.iter().rev().take(4).copied()).collect::<Vec<_>>(),
    );
}

fn policies(data: &Data) {
    let x = data.given::<i32>("x");
    let row = |(i, v): (usize, &i32)| {
        let quarter = v.div_euclid(4).clamp(-128, 127);
        let differences = -x[i % 8..][..4].iter().sum::<i32>();
        [
            *v.clamp(&-128, &127),
            i32::from(-v.div_euclid(2) as i8),
            (quarter + 1) * 1000 + quarter + 2,
            v * v / 4 - v * v / 2,
            100 + x[..i % 8].iter().sum::<i32>(),
            differences * 10 + 2,
        ]
    };
    data.holds("out", &x.iter().enumerate().flat_map(row).collect::<Vec<_>>());
}

fn host_functors(data: &Data) {
    let x = data.given::<i32>("in");
    data.holds("out", &x.iter().take(97).map(|x| 13 - 7 * x).collect::<Vec<_>>());
}

fn host_lambda(data: &Data) {
    let table = data.given::<i32>("f.table");
    let value = |i: usize| table[i % 16] * 3 + if i > 9 { 42 } else { -42 };
    data.holds("out", &(0..60).map(value).collect::<Vec<_>>());
}

fn statements(data: &Data) {
    let v = data.given::<i32>("in");
    let row = |i: usize| {
        let (a, b) = (v[2 * i % 128], v[(2 * i + 1) % 128]);
        let (tens, ones) = (a / 10, a % 10);
        let first = match (tens > ones, tens * ones) {
            (true, _) => tens * 100 + ones,
            (false, 0) => 7000,
            (false, both) => -both,
        };
        let second = match a % 5 {
            0 => 0,
            k @ 1..=2 => 10 + k,
            k => k * 100,
        };
        let halves: Vec<i32> = (1..7).map(|k| (b + 1) >> k).filter(|now| *now > 0).collect();
        let steps = if halves.first().is_some_and(|now| *now > 25) { halves[0] } else { halves.iter().sum() };
        let sum = (a * 3 + 2) * 3 + 3;
        // (a + b, 5, a, b + 1): where is 5 first?
        let place = [a + b, 5, a, b + 1].iter().position(|x| *x == 5).unwrap_or_default() as i32;
        let fourth = (a + b) * 1000 + (b + 1) * 10 + place + 1;
        [first, second, steps, fourth, sum * 100 + b.clamp(10, 20) + 3, 3.min(b + 1)]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}

fn places(data: &Data) {
    let row = |(i, given): (usize, i32)| {
        let i = i as i32;
        let (a, mut b) = if given > 0 { (5, i) } else { (given, 5) };
        let first = a * 10000 + b;
        let mut c = 3 + b + 2 + 1;
        b -= 2;
        let second = c * 10000 + b;
        // c is the larger one by 8: it becomes -1, so that the larger one may then be b.
        let is_b = b > -1;
        c = 9;
        if is_b {
            b += 1
        } else {
            c += 1
        }
        c += 100;
        let third = b * 1000 + c;
        [first, second, third, -2 * a, c | 1 << 20, a + 2 + 3 * i, i + 4 + i + 4 + 2 * (i + 4), a + 1 + 35]
    };
    data.holds("out", &data.given::<i32>("in").into_iter().enumerate().flat_map(row).collect::<Vec<_>>());
}

fn specialisations(data: &Data) {
    let row = |v: u8| {
        let v = u32::from(v);
        let fields =
            (0..6).map(|k| if k == 2 { 31 << 10 } else { ((v + 3 * k) % 32) << (5 * k) }).sum::<u32>();
        let last = (v + 15) % 32 * 100 + 2;
        let mirrored = (v as u8).reverse_bits();
        [130_201, 2104, fields as i32, last as i32, mirrored.into(), (v.max(100) * 2 + 1) as i32, 26, 9]
    };
    data.holds("out", &data.given::<u8>("in").into_iter().flat_map(row).collect::<Vec<_>>());
}

fn hash_map(data: &Data) {
    let mut sums = BTreeMap::new();
    for (key, value) in data.given::<i32>("keys").into_iter().zip(data.given::<i32>("values")) {
        *sums.entry(key).or_insert(0) += value;
    }
    data.holds("out", &sums.into_iter().flat_map(|(key, sum)| [key, sum]).collect::<Vec<_>>());
}

/// The sum is n / (n + 1), the product ± 2 / ((n + 1) (n + 2)).
fn rational(data: &Data) {
    let row = |n: i32| {
        let n = i64::from(n % 9 + 1);
        let denominator = (n + 1) * (n + 2) / 2;
        let sign = if n % 2 == 0 { 1 } else { -1 };
        // The terms of the sum are fractions of their own: n / (n + 1) has lowest terms.
        let float = (n as f32 / (n + 1) as f32 * 1024.0) as i64;
        [n * 1000 + n + 1, sign * 1000 + denominator, 2 + 60, float]
    };
    data.holds("out", &data.given::<i32>("n").into_iter().flat_map(row).collect::<Vec<_>>());
}

fn bit_set(data: &Data) {
    let row = |mine: &[u8]| {
        let mut a: BTreeSet<u8> = mine[..5].iter().copied().collect();
        let mut b = BTreeSet::new();
        for k in 0..5 {
            b.insert(mine[k + 5]);
            if !b.remove(&mine[k]) {
                b.insert(mine[k]);
            }
        }
        a.remove(&mine[0]);
        let weight = |k: &u8| i32::from(*k) * if a.contains(k) && b.contains(k) { 100 } else { 1 };
        let any: BTreeSet<u8> = a.union(&b).copied().collect();
        [
            (a.len() * 100 + b.len()) as i32,
            any.iter().map(weight).sum(),
            any.last().map_or(-1, |k| i32::from(*k)),
            if a.contains(&mine[1]) { 1 } else { 3 },
        ]
    };
    data.holds("out", &data.given::<u8>("in").chunks(10).flat_map(row).collect::<Vec<_>>());
}

/// Thread 19 of 4 x 4 x 2 is (3, 0, 1).
fn cooperative(data: &Data) {
    let block = |v: &[i32]| {
        let sum: i32 = v.iter().sum();
        v.iter().map(move |v| sum - v).collect::<Vec<_>>()
    };
    data.holds("out", &data.given::<i32>("in").chunks(32).flat_map(block).collect::<Vec<_>>());
    data.holds("info", &[301, 19, 96, 72, 301, 51, 96, 72, 301, 83, 96, 72]);
}
