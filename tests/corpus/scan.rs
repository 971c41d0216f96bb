//! Prefix sums, and what is built on them: compaction, run lengths, recurrences. More of it is in `prefix`.

use crate::{
    given::{Data, Row},
    language, prefix,
};

pub const ROWS: &[Row] = &[
    ("blelloch.cu", blelloch),
    ("brackets.cu", brackets),
    ("brent_kung.cu", prefix::brent_kung),
    ("carries.cl", prefix::carries),
    ("compact.cu", compact),
    ("delta.cl", delta),
    ("equalize.cl", prefix::equalize),
    ("expand.cu", prefix::expand),
    ("functors.cu", functors),
    ("hillis_steele.cl", hillis_steele),
    ("host_lambda.cu", language::host_lambda),
    ("integral_image.cl", integral_image),
    ("line_starts.cl", prefix::line_starts),
    ("lookback.cu", lookback),
    ("machines_composed.cl", prefix::machines_composed),
    ("max_subarray.cu", prefix::max_subarray),
    ("partition.cl", partition),
    ("recurrence.cl", recurrence),
    ("reduce_by_key.cl", prefix::reduce_by_key),
    ("rle.cu", rle),
    ("running_max.cl", running_max),
    ("segmented.cl", segmented),
    ("short_vectors.cl", prefix::short_vectors),
    ("stock_span.cu", prefix::stock_span),
    ("sub_group_scan.cl", sub_group_scan),
    ("views.cu", language::views),
    ("warp_scan.cu", warp_scan),
];

/// What has come together at each element of a chunk, it included.
fn inclusive<T: Copy>(data: &[T], chunk: usize, join: impl Fn(T, T) -> T) -> Vec<T> {
    let of_chunk = |chunk: &[T]| {
        let mut last = None;
        let mut next = |x: &T| *last.insert(last.map_or(*x, |last| join(last, *x)));
        chunk.iter().map(&mut next).collect::<Vec<_>>()
    };
    data.chunks(chunk).flat_map(of_chunk).collect()
}

/// The same without the element itself.
fn exclusive<T: Copy>(data: &[T], chunk: usize, neutral: T, join: impl Fn(T, T) -> T) -> Vec<T> {
    let mut all = inclusive(data, chunk, join);
    for chunk in all.chunks_mut(chunk) {
        chunk.rotate_right(1);
        chunk[0] = neutral;
    }
    all
}

fn hillis_steele(data: &Data) {
    let sums = inclusive(&data.given::<i32>("in"), 32, |a, b| a + b);
    data.holds("out", &sums);
    data.holds("sums", &sums.iter().skip(31).step_by(32).copied().collect::<Vec<_>>());
}

fn blelloch(data: &Data) {
    data.holds("g_odata", &exclusive(&data.given::<u32>("g_idata"), 64, 0, u32::wrapping_add));
}

fn warp_scan(data: &Data) {
    let sums = inclusive(&data.given::<i32>("data"), 128, |a, b| a + b);
    data.holds("data", &sums);
    data.holds("totals", &[sums[127], sums[255]]);
}

fn lookback(data: &Data) {
    let sums = inclusive(&data.given::<u32>("data"), 128, |a, b| a + b);
    data.holds("data", &sums);
    data.holds("handed", &[31, 63, 95, 127].map(|at: usize| sums[at] | 1 << 31));
    data.holds("order", &[4]);
}

fn segmented(data: &Data) {
    let heads = data.given::<i32>("heads");
    let values = data.given::<i32>("values");
    let begin = |at: usize| (0..=at).rev().find(|at| heads[*at] == 0 || at % 32 == 0).unwrap_or(0);
    let sum = |at: usize| values[begin(at)..=at].iter().sum();
    data.holds("sums", &(0..64).map(sum).collect::<Vec<i32>>());
}

fn compact(data: &Data) {
    let taken = data.given::<i32>("in").into_iter().filter(|x| *x > 10 || x % 3 == 0);
    let taken: Vec<i32> = taken.collect();
    data.holds("out", &taken);
    data.holds("count", &[taken.len() as i32]);
}

fn partition(data: &Data) {
    let (below, above): (Vec<u16>, Vec<u16>) = data.given::<u16>("in").into_iter().partition(|x| *x < 40);
    data.holds("split", &[below.len() as u32]);
    data.holds("out", &[below, above].concat());
}

fn running_max(data: &Data) {
    data.holds("so_far", &inclusive(&data.given::<f64>("x"), 24, f64::max));
}

fn rle(data: &Data) {
    let text = data.given::<u8>("text");
    let runs: Vec<&[u8]> = text.chunk_by(|a, b| a == b).collect();
    data.holds("count", &[runs.len() as u32]);
    // The byte between value and length is nobody's.
    let found = data.found::<u8>("runs");
    let found = found.chunks(4).take(runs.len()).map(|run| (run[0], u16::from_le_bytes([run[2], run[3]])));
    let expected = runs.iter().map(|run| (run[0], run.len() as u16));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

fn sub_group_scan(data: &Data) {
    let x = data.given::<i32>("x");
    data.holds("sum", &inclusive(&x, 16, |a, b| a + b));
    data.holds("largest", &inclusive(&x, 16, i32::max));
    let below: Vec<u32> = x.iter().map(|x| u32::from(*x < 0)).collect();
    data.holds("below", &exclusive(&below, 16, 0, |a, b| a + b));
}

fn integral_image(data: &Data) {
    let image = data.given::<u8>("image");
    let sum = |at: usize| {
        let pixels = (0..=at / 16).flat_map(|y| (0..=at % 16).map(move |x| 16 * y + x));
        pixels.map(|pixel| u32::from(image[pixel])).sum()
    };
    data.holds("integral", &(0..256).map(sum).collect::<Vec<u32>>());
}

fn functors(data: &Data) {
    let x = data.given::<u32>("x");
    let sums = exclusive(&x, 32, 0, |a, b| a + b);
    let largest = exclusive(&x, 32, 0, u32::max);
    let ands = exclusive(&x, 32, !0, |a, b| a & b);
    let xors = exclusive(&x, 32, 0, |a, b| a ^ b);
    data.holds("out", &[sums, largest, ands, xors].concat());
}

fn recurrence(data: &Data) {
    let maps = data.given::<u32>("maps");
    let mut y = Vec::new();
    for group in maps.chunks(64) {
        let mut last = 7u32;
        for map in group.chunks(2) {
            last = last.wrapping_mul(map[0]).wrapping_add(map[1]);
            y.push(last);
        }
    }
    data.holds("y", &y);
}

fn delta(data: &Data) {
    let difference = |coded: u8| {
        let half = i32::from(coded / 2);
        if coded.is_multiple_of(2) { half } else { -half - 1 }
    };
    let differences: Vec<i32> = data.given::<u8>("coded").into_iter().map(difference).collect();
    data.holds("values", &inclusive(&differences, 128, |a, b| a + b));
}

fn brackets(data: &Data) {
    let text = data.given::<u8>("text");
    let (mut open, mut depth, mut partner) = (Vec::new(), Vec::new(), vec![0; 64]);
    for (at, letter) in text.iter().enumerate() {
        if *letter == b'(' {
            open.push(at);
        } else {
            let begin: usize = open.pop().expect("one is open");
            partner[at] = begin as i32;
            partner[begin] = at as i32;
        }
        depth.push(open.len() as i8);
    }
    data.holds("depth", &depth);
    data.holds("partner", &partner);
}
