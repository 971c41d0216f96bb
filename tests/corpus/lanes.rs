//! Lanes of warps and sub-groups: shuffles, votes, matches, reductions, cooperative groups. More of it is in `warps`.

use crate::{
    given::{Data, Row},
    warps,
};

pub const ROWS: &[Row] = &[
    ("argmax.cu", argmax),
    ("ballot_compact.cu", ballot_compact),
    ("bit_serial_scan.cu", warps::bit_serial_scan),
    ("block_groups.cu", block_groups),
    ("butterfly.cu", butterfly),
    ("coalesced.cu", coalesced),
    ("collatz_vote.cu", warps::collatz_vote),
    ("float_scans.cl", warps::float_scans),
    ("leader.cu", warps::leader),
    ("masked.cu", masked),
    ("match_all.cu", match_all),
    ("match_histogram.cu", match_histogram),
    ("neighbours.cl", warps::neighbours),
    ("old_shuffles.cu", old_shuffles),
    ("polynomial.cu", warps::polynomial),
    ("reduce_bits.cu", reduce_bits),
    ("segmented_ballot.cu", warps::segmented_ballot),
    ("segments.cu", segments),
    ("sub_group_reduce.cl", sub_group_reduce),
    ("transpose_lanes.cl", transpose_lanes),
    ("votes.cu", votes),
    ("warp_merge.cu", warps::warp_merge),
    ("warp_probe.cu", warps::warp_probe),
    ("warp_reduce.cu", warp_reduce),
];

fn warp_reduce(data: &Data) {
    let x = data.given::<f32>("in");
    let of_block = |block: usize| {
        let mine = x.iter().enumerate().filter(|(at, _)| at / 128 % 2 == block);
        mine.map(|(_, x)| f64::from(*x)).sum::<f64>()
    };
    // Each number goes through about ten sums of floats, each off by one part in 2^24 at most.
    data.is_near::<f32>("out", &[of_block(0), of_block(1)], 10.0 / f64::from(1 << 24));
}

fn butterfly(data: &Data) {
    let of_warp = |warp: &[i32]| {
        let [low, high] = [warp.iter().min(), warp.iter().max()].map(|x| *x.expect("32 lanes"));
        [warp.iter().sum(), low, high].repeat(32)
    };
    data.holds("out", &data.given::<i32>("x").chunks(32).flat_map(of_warp).collect::<Vec<_>>());
}

fn ballot_compact(data: &Data) {
    let kept = data.given::<i32>("in");
    let kept = kept.chunks(32).map(|warp| warp.iter().filter(|x| **x % 3 == 1).copied().collect::<Vec<_>>());
    let kept: Vec<Vec<i32>> = kept.collect();
    data.holds("per_warp", &kept.iter().map(|warp| warp.len() as i32).collect::<Vec<_>>());
    let filled = |mut warp: Vec<i32>| {
        warp.resize(32, -1);
        warp
    };
    data.holds("out", &kept.into_iter().flat_map(filled).collect::<Vec<_>>());
}

fn match_histogram(data: &Data) {
    let bytes = data.given::<u8>("data");
    let count = |of: &[u8], bin: u8| of.iter().filter(|byte| **byte == bin).count() as u32;
    data.holds("bins", &(0..16).map(|bin| count(&bytes, bin)).collect::<Vec<_>>());
    let different = |warp: &[u8]| (0..16).filter(|bin| count(warp, *bin) > 0).count() as u32;
    data.holds("leaders", &[bytes.chunks(32).map(different).sum::<u32>()]);
}

fn match_all(data: &Data) {
    let word = |at: u32| if at / 32 == 1 { 0x11 } else { !0xff };
    data.holds("out", &(0..96).map(word).collect::<Vec<u32>>());
}

fn segments(data: &Data) {
    let x = data.given::<i32>("x");
    let of = |at: usize| {
        let (begin, lane) = (at / 8 * 8, at % 8);
        let up = if lane < 2 { at } else { at - 2 };
        let down = if lane + 5 < 8 { at + 5 } else { at };
        // An exclusive or may lead into an earlier segment, but into no later one.
        let xor = if at ^ 12 < begin + 8 { at ^ 12 } else { at };
        [begin + (lane + 3) % 8, up, down, xor, begin + 7 - lane].map(|from| x[from])
    };
    data.holds("out", &(0..64).flat_map(of).collect::<Vec<_>>());
}

fn sub_group_reduce(data: &Data) {
    let x = data.given::<i32>("x");
    let sums: Vec<i32> = x.chunks(8).map(|group| group.iter().sum()).collect();
    data.holds("sums", &sums);
    let least = |group: &[i32]| *group.iter().min().expect("eight") as f32 / 4.0;
    data.holds("smallest", &x.chunks(8).map(least).collect::<Vec<_>>());
    let rotated = |at: usize| x[at / 8 * 8 + (at + 3) % 8] + x[at / 8 * 8 + 2];
    data.holds("rotated", &(0..64).map(rotated).collect::<Vec<_>>());
    let flags = |at: usize| i32::from(x[at / 8 * 8..][..8].contains(&sums[at / 8])) + 2 + 32;
    data.holds("where", &(0..64).map(flags).collect::<Vec<_>>());
}

fn transpose_lanes(data: &Data) {
    let m = data.given::<i32>("m");
    let from = |at: usize| m[at / 64 * 64 + at % 8 * 8 + at / 8 % 8];
    data.holds("t", &(0..128).map(from).collect::<Vec<_>>());
}

fn coalesced(data: &Data) {
    let count = data.given::<i32>("data").iter().filter(|x| **x > 0).count();
    data.holds("counter", &[count as i32]);
    data.holds("slots", &vec![1; count]);
}

fn votes(data: &Data) {
    let x = data.given::<i32>("x");
    let of_warp = |warp: &[i32]| {
        let odd = warp.iter().filter(|x| *x % 2 == 1).count() as u32;
        let bits = u32::from(!warp.contains(&9)) | u32::from(warp.contains(&4)) << 1 | 4 | odd << 8;
        vec![bits; warp.len()]
    };
    let warps = [&x[..32], &x[32..48], &x[48..80], &x[80..]];
    data.holds("out", &warps.into_iter().flat_map(of_warp).collect::<Vec<_>>());
}

fn masked(data: &Data) {
    let of_warp = |warp: &[u32]| {
        let odd: Vec<u32> = warp.iter().skip(1).step_by(2).copied().collect();
        let sum = odd.iter().sum::<u32>() * 2 + u32::from(odd.iter().all(|x| *x > 500));
        let largest = *warp.iter().step_by(2).max().expect("sixteen");
        [largest ^ 30, sum].repeat(16)
    };
    data.holds("out", &data.given::<u32>("x").chunks(32).flat_map(of_warp).collect::<Vec<_>>());
}

fn reduce_bits(data: &Data) {
    let of_warp = |warp: &[i32]| {
        let bits = warp.iter().map(|x| *x as u32);
        let row = [
            bits.clone().fold(!0, |all, x| all & (x | 0xff00ff00)),
            bits.clone().fold(0, |all, x| all | x & 0x0f0f0000),
            bits.clone().fold(0, |all, x| all ^ x),
            *warp.iter().min().expect("32") as u32,
            bits.clone().min().expect("32"),
            bits.fold(0, u32::wrapping_add),
        ];
        row.repeat(32)
    };
    data.holds("out", &data.given::<i32>("x").chunks(32).flat_map(of_warp).collect::<Vec<_>>());
}

fn argmax(data: &Data) {
    let x = data.given::<i32>("x");
    let largest = *x.iter().max().expect("96");
    data.holds("value", &[largest as f32]);
    data.holds("index", &[x.iter().position(|x| *x == largest).expect("it is there") as i32]);
}

fn old_shuffles(data: &Data) {
    let x = data.given::<i32>("x");
    let sum = |at: usize| {
        let (begin, lane) = (at / 32 * 32, at % 32);
        let warp = &x[begin..begin + 32];
        warp[..=lane].iter().sum::<i32>() + warp[31] + warp[lane ^ 1] + warp[(lane + 1).min(31)]
    };
    data.holds("sums", &(0..64).map(sum).collect::<Vec<_>>());
    let bits = |at: usize| (0..32).map(|lane| u32::from(x[at / 32 * 32 + lane] > 4) << lane).sum();
    data.holds("bits", &(0..64).map(bits).collect::<Vec<u32>>());
}

fn block_groups(data: &Data) {
    let x = data.given::<i32>("x");
    // A grid counts its threads block after block.
    let rank = |at: u64| 64000 + at / 32 * 100 + at % 32 / 4 * 10 + at % 4;
    data.holds("ranks", &(0..64).map(rank).collect::<Vec<_>>());
    let sums = x.chunks(32).flat_map(|block| [block.iter().sum::<i32>(); 32]);
    data.holds("out", &sums.collect::<Vec<_>>());
}
