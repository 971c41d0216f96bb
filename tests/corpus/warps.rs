//! What warps do together, of the subject `lanes`.

use crate::given::Data;

pub fn segmented_ballot(data: &Data) {
    let (values, keys) = (data.given::<i32>("values"), data.given::<i32>("keys"));
    let (mut sums, mut rank) = (Vec::new(), Vec::new());
    for (keys, values) in keys.chunks(32).zip(values.chunks(32)) {
        let mut rest = values;
        for (at, segment) in keys.chunk_by(|a, b| a == b).enumerate() {
            let (mine, behind) = rest.split_at(segment.len());
            rest = behind;
            sums.extend((1..=mine.len()).map(|end| mine[..end].iter().sum::<i32>()));
            rank.extend((0..mine.len()).map(|lane| (at as i32 + 1) * 100 + lane as i32));
        }
    }
    data.holds("sums", &sums);
    data.holds("rank", &rank);
}

pub fn bit_serial_scan(data: &Data) {
    let sums = |warp: &[u8]| {
        (0..32).map(|lane| warp[..lane].iter().map(|x| u16::from(*x)).sum()).collect::<Vec<u16>>()
    };
    data.holds("sums", &data.given::<u8>("x").chunks(32).flat_map(sums).collect::<Vec<_>>());
}

pub fn warp_merge(data: &Data) {
    let mut pairs: Vec<(u32, u64)> =
        data.given::<u32>("keys").into_iter().zip(data.given("values")).collect();
    pairs.chunks_mut(32).for_each(|warp| warp.sort());
    data.holds("keys", &pairs.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    data.holds("values", &pairs.iter().map(|(_, value)| *value).collect::<Vec<_>>());
}

pub fn warp_probe(data: &Data) {
    let table = data.given::<i32>("table");
    let place = |key: &i32| table.iter().position(|other| other == key).map_or(-1, |at| at as i32);
    data.holds("place", &data.given::<i32>("queries").iter().map(place).collect::<Vec<_>>());
}

pub fn collatz_vote(data: &Data) {
    let steps = |n: u32| {
        let next = |n: &u32| (*n != 1).then(|| if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 });
        std::iter::successors(Some(n), next).count() as u32 - 1
    };
    let steps: Vec<u32> = data.given::<u32>("start").into_iter().map(steps).collect();
    data.holds("steps", &steps);
    let longest = steps.chunks(32).filter_map(|warp| warp.iter().max()).copied();
    data.holds("turns", &longest.collect::<Vec<_>>());
}

pub fn polynomial(data: &Data) {
    let coefficients = data.given::<u32>("coefficients");
    let value = |x: u32| {
        let step = |value: u64, coefficient: &u32| (value * u64::from(x) + u64::from(*coefficient)) % 65521;
        coefficients.iter().rev().fold(0, step) as u32
    };
    data.holds("value", &[value(12345), value(54321)]);
}

pub fn neighbours(data: &Data) {
    let x = data.given::<i32>("x");
    let of = |at: usize, is_edge: bool, from: usize| if is_edge { 0 } else { x[at] - x[from] };
    let left = (0..64).map(|at| of(at, at % 32 == 0, at.max(1) - 1));
    data.holds("left", &left.collect::<Vec<_>>());
    let right = (0..64).map(|at| -of(at, at % 32 == 31, (at + 1).min(63)));
    data.holds("right", &right.collect::<Vec<_>>());
    // Quarters of whole numbers are exact.
    let mean = |at: usize| x[at / 4 * 4..][..4].iter().sum::<i32>() as f32 / 4.0;
    data.holds("smooth", &(0..64).map(mean).collect::<Vec<_>>());
}

pub fn float_scans(data: &Data) {
    let x = data.given::<f32>("x");
    let (mut sum, mut lowest, mut highest) = (Vec::new(), Vec::new(), Vec::new());
    for x in x.chunks(4) {
        // In the order of two lanes, then four.
        sum.extend([x[0], x[0] + x[1], x[0] + (x[1] + x[2]), (x[0] + x[1]) + (x[2] + x[3])]);
        lowest.extend((1..=4).map(|end| x[..end].iter().copied().fold(f32::MAX, f32::min)));
        highest.extend((0..4).map(|end| x[..end].iter().copied().fold(-2.0, f32::max)));
    }
    data.holds("sum", &sum);
    data.holds("lowest", &lowest);
    data.holds("highest", &highest);
}

pub fn leader(data: &Data) {
    let x = data.given::<u32>("x");
    let result = |v: &u32| if v % 2 == 1 { 7u32.pow(*v) % 1009 } else { 0xffff };
    data.holds("out", &x.iter().map(result).collect::<Vec<_>>());
    let leaders = |warp: &[u32]| [1, 3, 5, 7].iter().filter(|v| warp.contains(v)).count() as u32;
    data.holds("worked", &[x.chunks(32).map(leaders).sum::<u32>()]);
}
