//! What is built on scans, of the subject `scan`.

use crate::given::Data;

fn sums<T: Copy + std::iter::Sum<T>>(x: &[T]) -> Vec<T> {
    (1..=x.len()).map(|end| x[..end].iter().copied().sum()).collect()
}

pub fn brent_kung(data: &Data) {
    data.holds("y", &sums(&data.given::<i32>("x")));
}

pub fn max_subarray(data: &Data) {
    let best = |row: &[i32]| {
        let parts = (0..row.len()).flat_map(|begin| (begin..row.len()).map(move |end| (begin, end)));
        parts.map(|(begin, end)| row[begin..=end].iter().sum::<i32>()).max().expect("some")
    };
    data.holds("best", &data.given::<i32>("x").chunks(128).map(best).collect::<Vec<_>>());
}

pub fn reduce_by_key(data: &Data) {
    let pairs: Vec<(u8, i16)> = data.given::<u8>("keys").into_iter().zip(data.given("values")).collect();
    let runs: Vec<(u8, i32)> = pairs
        .chunk_by(|a, b| a.0 == b.0)
        .map(|run| (run[0].0, run.iter().map(|(_, value)| i32::from(*value)).sum()))
        .collect();
    data.holds("runs", &[runs.len() as i32]);
    data.holds("out_keys", &runs.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    data.holds("out_sums", &runs.iter().map(|(_, sum)| *sum).collect::<Vec<_>>());
}

pub fn expand(data: &Data) {
    let counts = data.given::<i32>("counts");
    let repeated =
        counts.iter().zip(0..).flat_map(|(count, from)| (0..*count).map(move |at| [from, at as i16]));
    data.holds("out", &repeated.flatten().collect::<Vec<_>>());
    data.holds("total", &[counts.iter().sum::<i32>()]);
}

pub fn short_vectors(data: &Data) {
    let x: Vec<u32> = data.given::<u16>("x").into_iter().map(u32::from).collect();
    data.holds("sums", &sums(&x).into_iter().map(|sum| sum as u16).collect::<Vec<_>>());
}

pub fn equalize(data: &Data) {
    let picture = data.given::<u8>("picture");
    let below = |grey: u8| picture.iter().filter(|pixel| **pixel / 4 <= grey / 4).count() as u32;
    let least = below(*picture.iter().min().expect("pixels"));
    let new = |pixel: &u8| ((below(*pixel) - least) * 255 / (512 - least)).min(255) as u8;
    data.holds("out", &picture.iter().map(new).collect::<Vec<_>>());
}

pub fn machines_composed(data: &Data) {
    let mut state = 0u8;
    let mut step = |letter: u8| {
        state = match letter {
            0 => state,
            1 => (state + 1) % 8,
            2 => {
                if state < 4 {
                    4
                } else {
                    2
                }
            }
            _ => [6, 7, 4, 5, 2, 3, 0, 1][usize::from(state)],
        };
        state
    };
    data.holds("states", &data.given::<u8>("text").into_iter().map(&mut step).collect::<Vec<_>>());
}

pub fn carries(data: &Data) {
    let a = data.given::<u32>("a");
    let mut carry = 0;
    let mut sum = Vec::new();
    for (i, b) in data.given::<u32>("b").into_iter().enumerate() {
        let b = if i % 3 == 1 { !a[i] } else { b };
        let limb = u64::from(a[i]) + u64::from(b) + carry;
        sum.push(limb as u32);
        carry = limb >> 32;
    }
    sum.push(carry as u32);
    data.holds("sum", &sum);
}

pub fn stock_span(data: &Data) {
    let prices = data.given::<u16>("prices");
    let span = |row: &[u16]| {
        let back =
            |day: usize| row[..=day].iter().rev().take_while(|price| **price <= row[day]).count() as u16;
        (0..12).map(back).collect::<Vec<_>>()
    };
    data.holds("span", &prices.chunks(12).flat_map(span).collect::<Vec<_>>());
    let area = |row: &[u16]| {
        let parts = (0..12).flat_map(|begin| (begin..12).map(move |end| (begin, end)));
        let of = |(begin, end): (usize, usize)| {
            let lowest = *row[begin..=end].iter().min().expect("one");
            u32::from(lowest) * (end - begin + 1) as u32
        };
        parts.map(of).max().expect("some")
    };
    data.holds("area", &prices.chunks(12).map(area).collect::<Vec<_>>());
}

pub fn line_starts(data: &Data) {
    let text = data.given::<u8>("text");
    let ends = text.iter().zip(1..).filter(|(letter, _)| [b'\n', b'\r'].contains(letter));
    let starts: Vec<i32> = std::iter::once(0).chain(ends.map(|(_, at)| at)).collect();
    data.holds("lines", &[starts.len() as i32]);
    data.holds("starts", &starts);
}
