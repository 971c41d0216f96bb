//! Memory: structs and arrays in every order, work-group memory, constants, pointers, barriers.

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("soa_update.cl", soa_update),
    ("ahead.cl", ahead),
    ("ahead_of_lists.cu", ahead_of_lists),
    ("aos_pack.cu", aos_pack),
    ("dynamic_parts.cu", dynamic_parts),
    ("local_arguments.cl", local_arguments),
    ("constant_tables.cu", constant_tables),
    ("constant_scope.cl", constant_scope),
    ("async_copy.cl", async_copy),
    ("leave_early.cl", leave_early),
    ("pointer_walk.cl", pointer_walk),
    ("shared_classes.cu", shared_classes),
    ("unions_of_views.cl", unions_of_views),
    ("histogram_privates.cu", histogram_privates),
    ("private_arrays.cl", private_arrays),
    ("double_pointers.cu", double_pointers),
    ("bank_padding.cu", bank_padding),
];

fn ahead(data: &Data) {
    let m = data.given::<i32>("m");
    data.holds(
        "sums",
        &(0..64).map(|i| (0..8).map(|turn| m[i + turn * 64] * (turn as i32 + 1)).sum()).collect::<Vec<i32>>(),
    );
    data.holds("asked", &[1; 64]);
}

fn ahead_of_lists(data: &Data) {
    let [next, weight] = ["next", "weight"].map(|name| data.given::<i32>(name));
    let cycle = |me: usize| {
        let rest = std::iter::successors(Some(next[me] as usize), |at| Some(next[*at] as usize));
        let nodes: Vec<usize> = std::iter::once(me).chain(rest.take_while(|at| *at != me)).collect();
        (nodes.len() as i32, nodes.iter().map(|at| weight[*at]).sum::<i32>())
    };
    data.holds("length", &(0..48).map(|me| cycle(me).0).collect::<Vec<_>>());
    data.holds("total", &(0..48).map(|me| cycle(me).1).collect::<Vec<_>>());
}

fn soa_update(data: &Data) {
    let [mut px, mut py, vx, mut vy] = ["px", "py", "vx", "vy"].map(|name| data.given::<f32>(name));
    let mut alive = data.given::<u8>("alive");
    for i in (0..100).filter(|i| data.given::<u8>("alive")[*i] != 0) {
        px[i] += 0.125 * vx[i];
        py[i] += 0.125 * vy[i];
        vy[i] -= 0.125;
        alive[i] = u8::from(px[i].abs().max(py[i].abs()) <= 10.0);
    }
    [("px", px), ("py", py), ("vx", vx), ("vy", vy)].iter().for_each(|(name, left)| data.holds(name, left));
    data.holds("alive", &alive);
}

/// A person has ten words: number, birthday, four marks, two homes, and an account of two words.
fn aos_pack(data: &Data) {
    let (people, order) = (data.given::<u32>("people"), data.given::<u32>("order"));
    let mut out = vec![];
    for (i, from) in order.iter().enumerate() {
        let mut p: [u32; 10] = people[*from as usize * 10..][..10].try_into().expect("ten words");
        let year = (p[1] >> 16).wrapping_sub(i as u32);
        let best = *p[2..6].iter().max().expect("four marks");
        p[8] = p[1] & 255;
        p[9] = best << 8;
        p[1] = year << 16 | (i as u32) << 8 | p[1] & 255;
        p[6] = p[7];
        p[7] = 40 | (p[2 + i % 4] / 3) << 16;
        out.extend(p);
    }
    data.holds("out", &out);
}

fn dynamic_parts(data: &Data) {
    let x = data.given::<i32>("in");
    let cube = |x: &i32| i64::from(*x).pow(3);
    data.holds(
        "most",
        &x.chunks(32).map(|x| x.iter().map(cube).max().unwrap_or_default()).collect::<Vec<_>>(),
    );
    let row = |x: &[i32]| {
        let mut bytes = [0; 32];
        x.iter().enumerate().for_each(|(t, x)| bytes[t * 7 % 32] = x & 255);
        let x = x.to_vec();
        (0..32).map(move |t| x[31 - t] * 2 + x[31 - t] + 1 + bytes[t]).collect::<Vec<_>>()
    };
    data.holds("out", &x.chunks(32).flat_map(row).collect::<Vec<_>>());
}

fn local_arguments(data: &Data) {
    let x = data.given::<i32>("in");
    let at = |i: usize| x.get(i).copied().unwrap_or_default();
    let one = |i: usize| {
        let flag = x[i / 16 * 16 + 15 - i % 16] & 1;
        at(i.wrapping_sub(1)) + at(i + 1) - 2 * at(i) + 10000 * flag
    };
    data.holds("out", &(0..64).map(one).collect::<Vec<_>>());
}

fn constant_tables(data: &Data) {
    let (x, filled) = (data.given::<u8>("in"), data.given::<i32>("filled"));
    let sbox = [12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2];
    let (primes, second) = ([2, 3, 5, 7], [-1, 4, 0]);
    let mut hits = 0;
    let mut one = |(i, x): (usize, &u8)| {
        let x = usize::from(*x);
        let y = sbox[x % 16] * 16 + sbox[x / 16];
        hits += y % 2 * 7;
        let v = match i % 3 {
            0 => (y + 1) as f32 / 2.0,
            1 => ((y + 2) * 2) as f32,
            _ => -(y + 3) as f32,
        };
        v + (filled[x % 16] + [6, 3][i % 2] + second[i % 3] * primes[i % 4]) as f32
    };
    data.holds("out", &x.iter().enumerate().map(&mut one).collect::<Vec<_>>());
    data.holds("hits", &[hits]);
}

fn constant_scope(data: &Data) {
    let (x, letters) = (data.given::<i32>("in"), b"data-parallel");
    let one = |(i, x): (usize, &[i32])| {
        let sum = (x[0] + 4 * x[1] + 6 * x[2] + 4 * x[3] + x[4]) / 16;
        let value = match sum {
            ..=10 => sum as f32,
            11..=50 => sum as f32 * 0.5 + 10.0,
            51..=90 => sum as f32 * 0.25 + 20.0,
            _ => 99.0,
        };
        value + f32::from(letters[i % 7]) + f32::from(letters[i % 7 + 1]) * 2.0 + 14000.0
    };
    data.holds("out", &x.windows(5).enumerate().map(one).collect::<Vec<_>>());
}

fn async_copy(data: &Data) {
    let x = data.given::<i32>("in");
    data.holds("out", &x.chunks(64).flat_map(|row| row.iter().rev().copied()).collect::<Vec<_>>());
    data.holds("column", &(0..64).map(|at| 3 * x[at / 16 + at % 16 * 4]).collect::<Vec<_>>());
}

/// Round by round; who has left keeps what stands on the board.
fn leave_early(data: &Data) {
    let stay = data.given::<i32>("stay");
    let group = |stay: &[i32]| {
        let mut board: Vec<i32> = (1..=32).collect();
        for round in 0..5 {
            let before = board.clone();
            for l in (0..32).filter(|l| round < stay[*l]) {
                board[l] = before[(l + 1) % 32] * 3 + round;
            }
        }
        (0..32).map(|l| if stay[l] == 0 { -1 } else { board[l] }).collect::<Vec<_>>()
    };
    data.holds("out", &stay.chunks(32).flat_map(group).collect::<Vec<_>>());
}

fn pointer_walk(data: &Data) {
    let mut out = vec![];
    for (i, row) in data.given::<i32>("m").chunks(8).enumerate() {
        let mut three = [row[0], row[3], row[7]];
        let mut sorted = three;
        sorted.sort();
        // Of equal ones the pointer that came first stays first.
        let least = three.iter().position(|x| *x == sorted[0]).unwrap_or_default();
        three[least] -= 100;
        let (mut lo, mut hi) = (0, 7);
        while lo < hi {
            if row[lo] + row[hi] > 0 { hi -= 1 } else { lo += 1 }
        }
        out.push(row.iter().sum());
        out.push(three[0] * 10000 + three[1] * 100 + three[2]);
        out.push(sorted[1] * 100 + sorted[2]);
        out.push((8 * i + lo) as i32 * 10 + 1);
    }
    data.holds("out", &out);
}

fn shared_classes(data: &Data) {
    let block = |x: &[i32]| {
        let one = |t: usize| {
            let ring = |at: usize| x[(at + 32 - 5) % 32];
            let column: i32 = (0..4).map(|y| x[8 * y + t % 8]).sum();
            let in_ring: i32 = (0..8).map(|k| ring(t / 8 * 8 + k)).sum();
            let row: i32 = x[t % 4 * 8..][..8].iter().sum();
            x[t] + column + in_ring * 3 - row + x[(t + 8) % 32]
        };
        (0..32).map(one).collect::<Vec<_>>()
    };
    data.holds("out", &data.given::<i32>("in").chunks(32).flat_map(block).collect::<Vec<_>>());
}

fn unions_of_views(data: &Data) {
    let (mut bytes, mut out) = (vec![], vec![]);
    for (i, word) in data.given::<u32>("in").into_iter().enumerate() {
        let turned = word.swap_bytes();
        let upper = (turned >> 16).wrapping_add(word & 0xffff) << 16;
        let changed = upper | (turned & 0xffff) ^ (word.to_le_bytes()[1 + i % 3] as u32);
        out.extend([turned, changed]);
        let last = ((changed >> 16) + 1) << 16 | changed & 255 | 0xee00;
        bytes.extend(last.to_le_bytes());
    }
    data.holds("out", &out);
    data.holds("bytes", &bytes);
}

fn histogram_privates(data: &Data) {
    let mut bins = [0u32; 64];
    data.given::<u8>("data").iter().for_each(|x| bins[usize::from(x / 4)] += 1);
    data.holds("bins", &bins);
}

fn private_arrays(data: &Data) {
    let row = |mine: &[i32]| {
        let count = |digit: i32| mine.iter().filter(|x| **x == digit).count();
        let mode = (0..10).rev().max_by_key(|digit| count(*digit)).unwrap_or_default();
        let mut stack: Vec<i32> = vec![];
        let mut grid = [1, 2, 0, 0, 0, 0, 5, 0, 0, 0, 0, 9];
        for (k, x) in mine.iter().enumerate() {
            if stack.last() == Some(x) {
                stack.pop();
            } else {
                stack.push(*x);
            }
            grid[(x % 3) as usize * 4 + k % 4] += x;
        }
        let packed =
            stack.iter().rev().fold(stack.len() as i32, |all, x| all.wrapping_mul(10).wrapping_add(*x));
        let sum = grid.iter().enumerate().map(|(k, x)| x * k as i32).sum();
        [mode * 10 + count(mode) as i32, packed, sum]
    };
    data.holds("out", &data.given::<i32>("in").chunks(8).flat_map(row).collect::<Vec<_>>());
}

fn double_pointers(data: &Data) {
    let (a, b) = (data.given::<i32>("a"), data.given::<i32>("b"));
    let one = |i: usize| {
        let (first, second) = if i.is_multiple_of(3) { (&b, &a) } else { (&a, &b) };
        let later = if i < 60 { first[i + 1].max(second[i]) + first[i + 1].max(second[i + 2]) } else { 0 };
        first[i] * 1000 + second[i] + later
    };
    data.holds("out", &(0..64).map(one).collect::<Vec<_>>());
}

fn bank_padding(data: &Data) {
    let element = |at: i16| at % 16 * 32 + at / 16;
    data.holds("out", &(0..512).map(element).collect::<Vec<i16>>());
}
