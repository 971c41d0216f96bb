//! Hash functions, check sums, ciphers.

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[("fnv1a.cl", fnv1a)];

fn fnv1a(data: &Data) {
    let (text, begin) = (data.given::<u8>("text"), data.given::<i32>("begin"));
    let ends = begin.iter().skip(1).copied().chain([2048]);
    let hash = |(from, to): (&i32, i32)| {
        text[*from as usize..to as usize]
            .iter()
            .fold(2166136261u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(16777619))
    };
    data.holds("hash", &begin.iter().zip(ends).map(hash).collect::<Vec<u32>>());
}
