//! More kernels that lean on the language: classes, lambdas, the preprocessor, jumps, halves. They belong to several subjects.

use crate::given::Data;

pub fn policies(data: &Data) {
    let fnv =
        |begin: u32, words: &[u32]| words.iter().fold(begin, |state, x| (state ^ x).wrapping_mul(0x01000193));
    let of = |words: &[u32]| {
        let halves = words.iter().flat_map(|x| [x & 0xffff, x >> 16]);
        let narrow = halves.fold(9, |state: u32, part| state.wrapping_mul(31).wrapping_add(part));
        // Four steps of either wide one, and two for each word of the narrow one.
        [fnv(32, words), narrow, fnv(0x811c9dc5, words).wrapping_add(1000 * (4 + 8 + 4))]
    };
    data.holds("out", &data.given::<u32>("words").chunks(4).flat_map(of).collect::<Vec<_>>());
}

/// The nodes of a complete tree from left to right.
fn in_order(node: i32, n: i32) -> Vec<i32> {
    if node < n {
        [in_order(2 * node + 1, n), vec![node], in_order(2 * node + 2, n)].concat()
    } else {
        Vec::new()
    }
}

pub fn closures(data: &Data) {
    let tree = data.given::<i32>("tree");
    let nodes = in_order(0, 31);
    let sum = |takes: &dyn Fn(usize) -> bool| {
        (0..31).filter(|node| takes(*node)).map(|node| tree[node]).sum::<i32>()
    };
    let of = |t: i32| {
        let last = |last: i32, node: &i32| last.wrapping_mul(3).wrapping_add(node % (2 * t + 1));
        let larger = sum(&|node| node % 2 == 1).max(sum(&|node| node % 2 == 0));
        [sum(&|node| node as i32 >= t), nodes.iter().fold(0, last), 3 * t + 31, larger - t]
    };
    data.holds("out", &(0..32).flat_map(of).collect::<Vec<_>>());
}

pub fn hip_style(data: &Data) {
    let x = data.given::<i16>("x");
    let of_bin = |bin: i16, block: Option<usize>| {
        let mine = x.iter().enumerate().filter(move |(i, _)| block.is_none_or(|block| i / 32 % 3 == block));
        mine.map(|(_, x)| *x).filter(move |x| x % 16 == bin)
    };
    let entry = |bin: i16| {
        let sum = of_bin(bin, None).map(f32::from).sum::<f32>() / 2.0;
        [of_bin(bin, None).count() as u32, sum.to_bits()]
    };
    data.holds("entries", &(0..16).flat_map(entry).collect::<Vec<_>>());
    let busiest = |block: usize| {
        let counts = (0..16).rev().map(|bin| (of_bin(bin, Some(block)).count(), bin as u32));
        counts.max_by_key(|(count, _)| *count).expect("sixteen").1
    };
    data.holds("busiest", &[0, 1, 2].map(busiest));
}

pub fn preprocessor(data: &Data) {
    let of = |(i, x): (usize, i32)| {
        let step = |a: i32, k: usize| {
            let b = k as i32 + 3;
            [a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b), a ^ b, -1][(i + k) % 5]
        };
        (0..4).fold(x, step).wrapping_mul(100) + 2 * 10 + "a + b".len() as i32
    };
    data.holds("out", &data.given::<i32>("x").into_iter().enumerate().map(of).collect::<Vec<_>>());
}

pub fn entered_loop(data: &Data) {
    let of = |(id, text): (usize, &[u8])| {
        let (mut value, mut at, mut is_inside) = (0, 0, id % 2 == 1);
        while at < 8 {
            if !is_inside {
                value += 1;
            }
            if !is_inside && text[at] == b'a' {
                let run = text[at..].iter().take_while(|letter| **letter == b'a').count();
                value -= 2 * run as i32;
                at += run;
                continue;
            }
            value = value * 3 + i32::from(text[at] - b'a');
            if value > 5000 {
                return value;
            }
            at += 1;
            is_inside = false;
        }
        value + 100000
    };
    data.holds("out", &data.given::<u8>("text").chunks(8).enumerate().map(of).collect::<Vec<_>>());
}

/// What a finite positive half is.
fn half(bits: u16) -> f32 {
    let (exponent, mantissa) = (i32::from(bits >> 10), f32::from(bits & 0x3ff));
    (mantissa / 1024.0 + f32::from(u8::from(exponent > 0))) * 2f32.powi(exponent.max(1) - 15)
}

pub fn half_keys(data: &Data) {
    let (mut sorted, mut rounded) = (Vec::new(), Vec::new());
    for quad in data.given::<u16>("bits").chunks(4) {
        // Signs change every other one; halves of one sign are in the order of their bits.
        let mut quad: Vec<(i32, u16)> =
            quad.iter().zip([1, -1, 1, -1]).map(|(bits, sign)| (sign, *bits)).collect();
        quad.sort_by_key(|(sign, bits)| sign * i32::from(*bits));
        let sign = |sign: i32| if sign < 0 { 1 << 15 } else { 0 };
        sorted.extend(quad.iter().map(|(of, bits)| bits | sign(*of)));
        // Towards zero: the last half that is not above.
        let below = |size: f32| (0..0x7c00).rev().find(|bits| half(*bits) <= size).unwrap_or(0);
        rounded.extend(quad.iter().map(|(of, bits)| below(half(*bits) * 0.75) | sign(*of)));
    }
    data.holds("bits", &sorted);
    data.holds("rounded", &rounded);
}
