//! What several hold together: words, stacks, queues and places, of the subject `atomics`.

use crate::given::Data;

pub fn small_words(data: &Data) {
    let x = data.given::<u8>("x");
    let largest = |at: usize| x.iter().skip(at).step_by(8).max().copied().unwrap_or(0);
    data.holds("bytes", &(0..8).map(largest).collect::<Vec<_>>());
    let mut halves = [0i16; 8];
    for (i, x) in x.iter().enumerate() {
        let change = if i % 2 == 1 { -50 } else { 100 } * i16::from(*x);
        halves[usize::from(x % 8)] = halves[usize::from(x % 8)].wrapping_add(change);
    }
    data.holds("halves", &halves);
}

pub fn packed_argmin(data: &Data) {
    let x = data.given::<u32>("x");
    let pairs: Vec<(u32, u32)> = x.into_iter().zip(0..).collect();
    let least = |pairs: &[(u32, u32)]| *pairs.iter().min().expect("some");
    let pack = |(value, index): (u32, u32)| u64::from(value) << 32 | u64::from(index);
    let turned: Vec<(u32, u32)> = pairs.iter().map(|(value, index)| (!value, *index)).collect();
    data.holds("best", &[pack(least(&pairs)), pack(least(&turned))]);
    data.holds("where", &[pairs.chunks(32).map(|block| least(block).1).sum::<u32>()]);
}

pub fn components(data: &Data) {
    let picture = data.given::<u8>("picture");
    let mut label = vec![-1; 256];
    for first in 0..256 {
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            if label[at] < 0 && picture[at] == picture[first] {
                label[at] = first as i32;
                open.extend(
                    [(at >= 16, at.wrapping_sub(16)), (at < 240, at + 16)]
                        .map(|(is, to)| if is { to } else { at }),
                );
                open.extend(
                    [(at % 16 > 0, at.wrapping_sub(1)), (at % 16 < 15, at + 1)]
                        .map(|(is, to)| if is { to } else { at }),
                );
            }
        }
    }
    data.holds("label", &label);
    data.holds("parts", &[(0..256).filter(|at| label[*at as usize] == *at).count() as i32]);
}

pub fn treiber(data: &Data) {
    data.holds("popped", &[1; 32]);
    data.holds("sums", &[data.given::<i32>("x").iter().sum::<i32>(), -1]);
}

pub fn exchange_float(data: &Data) {
    data.holds("total", &[(1..=64).sum::<i32>()]);
    data.holds("received", &[4]);
    data.holds("slots", &[-1f32; 4]);
}

pub fn semaphore(data: &Data) {
    data.holds("free_places", &[2]);
    data.holds("inside", &[0]);
    data.holds("most", &[2]);
    data.holds("through", &[96]);
}

pub fn counters_in_struct(data: &Data) {
    let x: Vec<(usize, i32)> = data.given::<i32>("x").into_iter().enumerate().collect();
    let mut words = Vec::new();
    for parity in [0, 1] {
        let mine: Vec<(usize, i32)> = x.iter().copied().filter(|(_, v)| v.rem_euclid(2) == parity).collect();
        let below = if parity == 0 { x.iter().filter(|(_, v)| *v < 0).count() } else { 0 };
        let bits = |half: usize| {
            let in_half = mine.iter().filter(|(i, _)| i / 64 == half);
            in_half.fold(0, |bits, (_, v)| bits | 1u32 << (v & 31)) as i32
        };
        let low = mine.iter().map(|(_, v)| *v).fold(0, i32::min);
        let high = mine.iter().map(|(_, v)| *v).fold(0, i32::max);
        let squares: i64 = mine.iter().map(|(_, v)| i64::from(*v).pow(2)).sum();
        words.extend([mine.len() as i32, below as i32, bits(0), bits(1), low, high]);
        words.extend([squares as i32, (squares >> 32) as i32]);
    }
    data.holds("stats", &words);
}

pub fn two_queues(data: &Data) {
    let seeds: Vec<i32> = data.given::<i32>("seeds").iter().map(|seed| seed % 11 + 1).collect();
    // A number n becomes n ones by n - 1 halvings, in as many rounds as n has bits if one is taken off.
    data.holds("ones", &[seeds.iter().sum::<i32>()]);
    data.holds("work", &[seeds.iter().map(|n| 2 * n - 1).sum::<i32>()]);
    let rounds = |n: &i32| 33 - (n - 1).leading_zeros() as i32;
    data.holds("rounds", &[seeds.iter().map(rounds).max().expect("twenty")]);
}
