//! Functions that mix bits: generators, permutations, trees of hashes, of the subject `hash`.

use crate::given::Data;

/// Turns a block of four quarters as BLAKE2s does with two words.
fn blake_mix(v: &mut [u32; 16], at: [usize; 4], words: [u32; 2]) {
    let [a, b, c, d] = at;
    for (word, [right, left]) in words.into_iter().zip([[16, 12], [8, 7]]) {
        v[a] = v[a].wrapping_add(v[b]).wrapping_add(word);
        v[d] = (v[d] ^ v[a]).rotate_right(right);
        v[c] = v[c].wrapping_add(v[d]);
        v[b] = (v[b] ^ v[c]).rotate_right(left);
    }
}

pub fn blake2s(data: &Data) {
    // The words of each round, as digits.
    let orders = [
        "0123456789abcdef",
        "ea489fd61c02b753",
        "b8c052fdae367194",
        "7931dcbe265a40f8",
        "905724afe1bc683d",
        "2c6a0b834d75fe19",
        "c51fed4a0763928b",
        "db7ec13950f4862a",
        "6fe9b308c2d714a5",
        "a2847615fb9e3cd0",
    ];
    let iv =
        [0x6a09e667u32, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
    let digest = |block: &[u32]| {
        let mut h = iv;
        h[0] ^= 0x0101_0020;
        let mut v: [u32; 16] = std::array::from_fn(|at| if at < 8 { h[at] } else { iv[at - 8] });
        v[12] ^= 64;
        v[14] ^= !0;
        for order in orders {
            let word: Vec<u32> =
                order.chars().map(|digit| block[digit.to_digit(16).expect("a digit") as usize]).collect();
            for at in 0..8 {
                let place = |row: usize| 4 * row + if at < 4 { at } else { (at + row) % 4 };
                blake_mix(&mut v, [0, 1, 2, 3].map(place), [word[2 * at], word[2 * at + 1]]);
            }
        }
        std::array::from_fn::<u32, 8, _>(|at| h[at] ^ v[at] ^ v[at + 8])
    };
    data.holds("digests", &data.given::<u32>("blocks").chunks(16).flat_map(digest).collect::<Vec<_>>());
}

pub fn salsa20(data: &Data) {
    let block = |x: &[u32]| {
        let mut s = x.to_vec();
        for round in 0..8 {
            // Columns first, then rows: a row is a column of the square turned over.
            let place =
                |row: usize, column: usize| if round % 2 == 0 { 4 * row + column } else { 4 * column + row };
            for column in 0..4 {
                for (step, turn) in [7, 9, 13, 18].into_iter().enumerate() {
                    let at = |back: usize| place((column + step + 5 - back) % 4, column);
                    s[at(0)] ^= s[at(1)].wrapping_add(s[at(2)]).rotate_left(turn);
                }
            }
        }
        s.into_iter().zip(x.to_vec()).map(|(s, x)| s.wrapping_add(x)).collect::<Vec<_>>()
    };
    data.holds("y", &data.given::<u32>("x").chunks(16).flat_map(block).collect::<Vec<_>>());
}

pub fn string_hashes(data: &Data) {
    let text = data.given::<i8>("text");
    let of = |step: fn(u32, u32) -> u32, begin: u32| {
        let hash = |(id, line): (usize, &[i8])| {
            line[..12 - id % 5].iter().fold(begin, |hash, letter| step(hash, i32::from(*letter) as u32))
        };
        text.chunks(12).enumerate().map(hash).collect::<Vec<_>>()
    };
    data.holds("djb", &of(|h, c| h.wrapping_mul(33).wrapping_add(c), 5381));
    data.holds("sdbm", &of(|h, c| h.wrapping_mul(65599).wrapping_add(c), 0));
    let step = |h: u32, c: u32| {
        let h = h.wrapping_add(c).wrapping_mul(1025);
        h ^ h >> 6
    };
    let end = |h: u32| {
        let h = h.wrapping_mul(9);
        (h ^ h >> 11).wrapping_mul(32769)
    };
    data.holds("jenkins", &of(step, 0).into_iter().map(end).collect::<Vec<_>>());
}

pub fn xorshift(data: &Data) {
    let (mut words, mut walk) = (Vec::new(), Vec::new());
    for i in 0..64u32 {
        let small = |x: &u32| {
            let x = x ^ x << 13;
            let x = x ^ x >> 17;
            Some(x ^ x << 5)
        };
        let large = |x: &u64| {
            let x = x ^ x >> 12;
            let x = x ^ x << 25;
            Some(x ^ x >> 27)
        };
        let small: Vec<u32> = std::iter::successors(Some(123456789 + i), small).skip(1).take(21).collect();
        let begin = 362436069 * u64::from(2 * i + 1);
        let large: Vec<u64> = std::iter::successors(Some(begin), large).skip(1).take(2).collect();
        let out = |x: u64| x.wrapping_mul(0x2545f4914f6cdd1d) >> 32;
        words.extend([small[0], out(large[0]) as u32, ((out(large[1]) * 1000) >> 32) as u32]);
        walk.push(small[1..].iter().map(|x| if (u64::from(*x) * 6) >> 32 < 3 { -1 } else { 1 }).sum::<i32>());
    }
    data.holds("words", &words);
    data.holds("walk", &walk);
}

pub fn lcg_leap(data: &Data) {
    let next = |s: &u64| Some(s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407));
    let all: Vec<u64> = std::iter::successors(Some(20240229), next).take(64 * 16 + 1).collect();
    let states = all[1..].chunks(16);
    data.holds("state", &states.clone().map(|states| states[15]).collect::<Vec<_>>());
    let inside = |states: &[u64]| {
        let square = |state: u64| (state >> 48).pow(2);
        states.chunks(2).filter(|xy| square(xy[0]) + square(xy[1]) < 1 << 32).count() as u32
    };
    data.holds("inside", &states.map(inside).collect::<Vec<_>>());
}

/// The remainder of a polynomial of bits, from the highest one on.
fn remainder(bytes: &[u8], begin: u64, width: u32, polynomial: u64) -> u64 {
    let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| u64::from(byte >> bit & 1)));
    let mask = u64::MAX >> (64 - width);
    bits.fold(begin, |rest, bit| {
        let out = (rest >> (width - 1) ^ bit) & 1;
        (rest << 1 & mask) ^ (out * polynomial)
    })
}

pub fn checks(data: &Data) {
    let bytes = data.given::<u8>("data");
    let crc16 = bytes.chunks(10).map(|bytes| remainder(bytes, 0xffff, 16, 0x1021) as u16);
    data.holds("crc16", &crc16.collect::<Vec<_>>());
    let crc64 = bytes.chunks(10).map(|bytes| remainder(bytes, 0, 64, 0x42f0e1eba9ea3693));
    data.holds("crc64", &crc64.collect::<Vec<_>>());
}

pub fn merkle(data: &Data) {
    let join = |pair: &[u32]| {
        let h = pair[0].wrapping_mul(0x9e3779b1);
        let h = (h ^ h >> 15).wrapping_add(pair[1]).wrapping_mul(0x85ebca77);
        h ^ h >> 13
    };
    let above = |level: &Vec<u32>| (level.len() > 1).then(|| level.chunks(2).map(join).collect());
    let levels: Vec<Vec<u32>> = std::iter::successors(Some(data.given("leaves")), above).collect();
    data.holds("root", &levels[5]);
    let proof = (0..32).flat_map(|leaf| (0..5).map(move |level| (leaf, level)));
    data.holds("proof", &proof.map(|(leaf, level)| levels[level][leaf >> level ^ 1]).collect::<Vec<_>>());
}

pub fn feistel(data: &Data) {
    let x = data.given::<u64>("x");
    let code = |x: &u64| {
        let [left, right] = (0..8).fold([(x >> 32) as u32, *x as u32], |[left, right], round| {
            let h = right.wrapping_mul(155).wrapping_add(round);
            [right, left ^ (h ^ h >> 11).rotate_left(7).wrapping_add(77)]
        });
        u64::from(right) << 32 | u64::from(left)
    };
    data.holds("coded", &x.iter().map(code).collect::<Vec<_>>());
    data.holds("back", &x);
}

pub fn permuted_bits(data: &Data) {
    let x = data.given::<u64>("x");
    // Bytes become columns of bits: even columns first, read from below.
    let bit = |at: usize| {
        let (row, column) = (at / 8, at % 8);
        8 * (7 - column) + if row < 4 { 2 * row + 1 } else { 2 * (row - 4) }
    };
    let permute = |x: &u64| (0..64).fold(0, |all, at| all << 1 | x >> (63 - bit(at)) & 1);
    data.holds("permuted", &x.iter().map(permute).collect::<Vec<u64>>());
    data.holds("back", &x);
}

pub fn miner(data: &Data) {
    let header = data.given::<u32>("header");
    let mix = |h: u32| {
        let h = (h ^ h >> 16).wrapping_mul(0x7feb352d);
        let h = (h ^ h >> 15).wrapping_mul(0x846ca68b);
        h ^ h >> 16
    };
    let wins = |nonce: u32| {
        let h = header.iter().fold(0, |h: u32, word| mix(h.wrapping_add(word ^ nonce)));
        h < 1 << 23
    };
    data.holds("winner", &[(0..2048).find(|nonce| wins(*nonce)).unwrap_or(!0)]);
    let tries = |id: u32| (0..8).position(|turn| wins(id + 256 * turn)).map_or(8, |turn| turn as u32 + 1);
    data.holds("tried", &[(0..256).map(tries).max().expect("some")]);
}
