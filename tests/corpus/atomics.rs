//! Atomics: what they leave in any order, locks and queues. More of it is in `shared`.

use crate::{
    given::{Data, Row},
    idioms, shared,
};

pub const ROWS: &[Row] = &[
    ("add_double.cu", add_double),
    ("bitset.cl", bitset),
    ("buckets.cl", buckets),
    ("components.cl", shared::components),
    ("counters_in_struct.cl", shared::counters_in_struct),
    ("exchange_float.cl", shared::exchange_float),
    ("extremes.cl", extremes),
    ("float_sum.cu", float_sum),
    ("hash_insert.cu", hash_insert),
    ("hip_style.cu", idioms::hip_style),
    ("lane_lock.cu", lane_lock),
    ("last_block.cu", last_block),
    ("longs.cl", longs),
    ("max_float.cu", max_float),
    ("packed_argmin.cu", shared::packed_argmin),
    ("patience.cl", patience),
    ("semaphore.cu", shared::semaphore),
    ("small_words.cu", shared::small_words),
    ("spin_lock.cl", spin_lock),
    ("stack_pool.cu", stack_pool),
    ("treiber.cl", shared::treiber),
    ("turnstile.cl", turnstile),
    ("two_queues.cu", shared::two_queues),
    ("work_queue.cu", work_queue),
    ("wrapping.cu", wrapping),
];

fn extremes(data: &Data) {
    let x = data.given::<i32>("x");
    let of =
        |x: &mut dyn Iterator<Item = i64>| x.fold((i64::MAX, i64::MIN), |(a, b), x| (a.min(x), b.max(x)));
    let (low, high) = of(&mut x.iter().map(|x| i64::from(*x)));
    data.holds("signed_low", &[low as i32]);
    data.holds("signed_high", &[high as i32]);
    let (low, high) = of(&mut x.iter().map(|x| i64::from(*x as u32)));
    data.holds("low", &[low as u32]);
    data.holds("high", &[high as u32]);
    data.holds("negative", &[x.iter().map(|x| if *x < 0 { 1 } else { -1 }).sum::<i32>()]);
}

fn max_float(data: &Data) {
    let x = data.given::<f32>("x");
    data.holds("largest", &[x.iter().copied().fold(f32::MIN, f32::max)]);
    data.holds("smallest", &[x.iter().copied().fold(f32::MAX, f32::min)]);
}

/// Everybody has waited, since the clock began at 0; one in five has gone round.
fn patience(data: &Data) {
    data.holds("out", &(0..40).map(|i| if i % 5 == 0 { 3 } else { 1 }).collect::<Vec<i32>>());
    data.holds("left", &[40]);
}

fn add_double(data: &Data) {
    let x = data.given::<i32>("x");
    let sums: Vec<f64> =
        (0..4).map(|class| f64::from(x.iter().skip(class).step_by(4).sum::<i32>()) / 4.0).collect();
    data.holds("by_cas", &sums);
    data.holds("by_add", &sums);
}

fn work_queue(data: &Data) {
    let fibonacci = |n: &u32| {
        let next = |&(a, b): &(u32, u32)| Some((b, a.wrapping_add(b)));
        std::iter::successors(Some((0, 1)), next).nth(*n as usize).expect("endless").0
    };
    data.holds("results", &data.given::<u32>("work").iter().map(fibonacci).collect::<Vec<_>>());
    data.holds("total", &[100u32]);
    // Each of the 32 threads has asked once in vain.
    data.holds("next", &[132u32]);
}

fn spin_lock(data: &Data) {
    data.holds("account", &[3 * (0..128).sum::<i32>(), 3 * 8]);
    data.holds("lock", &[0]);
}

fn lane_lock(data: &Data) {
    let x = data.given::<i32>("x");
    let product = x.iter().fold(1u64, |all, x| all * *x as u64 % 65521);
    data.holds("state", &[product as u32, 1 + x.iter().sum::<i32>() as u32]);
    data.holds("lock", &[0]);
}

fn wrapping(data: &Data) {
    // 32 steps on a circle of ten, and 32 down a circle of seven that begins at 4.
    data.holds("up", &[32 % 10u32; 3]);
    data.holds("down", &[(4 - 32i32).rem_euclid(7) as u32; 3]);
    let seen = |at: u32| (0..32).filter(|step| step % 10 == at % 10).count() as u32;
    data.holds("seen", &(0..30).map(seen).collect::<Vec<_>>());
}

fn longs(data: &Data) {
    let x = data.given::<i64>("x");
    let r = data.given::<i64>("r");
    let sum = x.iter().copied().fold(0, i64::wrapping_add);
    let [low, high] = [x.iter().min(), x.iter().max()].map(|x| *x.expect("64"));
    let all = [
        r[0].wrapping_add(sum),
        r[1].wrapping_sub(sum),
        r[2].min(low),
        r[3].max(high),
        x.iter().fold(r[4], |all, x| all | x),
        x.iter().fold(r[5], |all, x| all ^ x),
        r[6] + 64,
    ];
    data.holds("r", &all);
}

fn bitset(data: &Data) {
    let members = data.given::<u8>("members");
    let bits = |is_in: &dyn Fn(u8) -> bool| {
        let word = |at: u8| (0..32).map(|bit| u32::from(is_in(32 * at + bit)) << bit).sum();
        (0..8).map(word).collect::<Vec<u32>>()
    };
    let count = |n: u8| members.iter().filter(|member| **member == n).count();
    data.holds("in", &bits(&|n| count(n) > 0));
    data.holds("out", &bits(&|n| count(n) == 0));
    data.holds("flipped", &bits(&|n| count(n) % 2 == 1));
    data.holds("fresh", &[(0..=255).filter(|n| count(*n) > 0).count() as u32]);
}

fn last_block(data: &Data) {
    let x = data.given::<i32>("data");
    let of_block = |block: usize| {
        let mine = x.iter().enumerate().filter(|(at, _)| at / 32 % 4 == block);
        mine.map(|(_, x)| x).sum::<i32>()
    };
    data.holds("partial", &[0, 1, 2, 3].map(of_block));
    data.holds("result", &[x.iter().sum::<i32>()]);
    data.holds("count", &[0u32]);
}

fn hash_insert(data: &Data) {
    let keys = data.given::<u32>("keys");
    let count = |of: &[u32], key: u32| of.iter().filter(|other| **other == key).count() as u32;
    data.holds("counts", &(0..41).map(|key| count(&keys, key)).collect::<Vec<_>>());
    let distinct = |block: &[u32]| (0..41).filter(|key| count(block, *key) > 0).count() as u32;
    data.holds("distinct", &[keys.chunks(32).map(distinct).sum::<u32>()]);
}

fn buckets(data: &Data) {
    let x = data.given::<i32>("x");
    let bucket = |at: i32| x.iter().filter(move |x| **x % 8 == at);
    data.holds("sums", &(0..8).map(|at| bucket(at).sum()).collect::<Vec<i32>>());
    data.holds("lengths", &(0..8).map(|at| bucket(at).count() as i32).collect::<Vec<_>>());
}

fn stack_pool(data: &Data) {
    data.holds("used", &[1; 32]);
    data.holds("pool", &data.given::<i32>("pool"));
    data.holds("top", &[32]);
    data.holds("returned", &[32]);
}

fn float_sum(data: &Data) {
    let parts: Vec<(u8, u16)> = data.given::<u8>("bin").into_iter().zip(data.given("weight")).collect();
    let sums = |parts: &[(u8, u16)]| {
        let of =
            |bin| parts.iter().filter(|part| part.0 == bin).map(|part| f32::from(part.1)).sum::<f32>() / 8.0;
        (0..8).map(of).collect::<Vec<f32>>()
    };
    data.holds("histogram", &sums(&parts));
    data.holds("inner", &sums(&parts[96..]));
}

fn turnstile(data: &Data) {
    let values: Vec<u32> = (0..4)
        .scan(1, |value, ticket| {
            *value = *value * 3 + ticket;
            Some(*value)
        })
        .collect();
    data.holds("trace", &values);
    data.holds("value", &values[3..]);
    data.holds("turn", &[4]);
    data.holds("tickets", &[4]);
}
