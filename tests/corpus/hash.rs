//! Hash functions, check sums, random numbers; the ciphers are in `ciphers`, more functions in `mixing`.

use crate::{
    ciphers,
    given::{Data, Row},
    idioms, mixing,
};

pub const ROWS: &[Row] = &[
    ("adler32.cu", adler32),
    ("aes128.cu", ciphers::aes128),
    ("blake2s.cu", mixing::blake2s),
    ("chacha20.cu", ciphers::chacha20),
    ("crc16.cl", mixing::checks),
    ("crc32.cl", |data| data.holds("crc", &crc(&data.given("data"), 32))),
    ("crc_slices.cu", crc_slices),
    ("feistel.cu", mixing::feistel),
    ("fletcher16.cl", fletcher16),
    ("fnv1a.cl", fnv1a),
    ("keccak_f.cl", keccak_f),
    ("lcg_leap.cl", mixing::lcg_leap),
    ("md5_crack.cl", md5_crack),
    ("merkle.cu", mixing::merkle),
    ("mersenne.cl", mersenne),
    ("miner.cl", mixing::miner),
    ("murmur3.cu", murmur3),
    ("pcg32.cl", pcg32),
    ("permuted_bits.cl", mixing::permuted_bits),
    ("philox.cu", philox),
    ("policies.cu", idioms::policies),
    ("rc4.cl", ciphers::rc4),
    ("salsa20.cl", mixing::salsa20),
    ("sha1.cu", sha1),
    ("sha256.cl", sha256),
    ("siphash.cl", siphash),
    ("speck.cu", ciphers::speck),
    ("string_hashes.cl", mixing::string_hashes),
    ("xorshift.cu", mixing::xorshift),
    ("xtea.cl", ciphers::xtea),
    ("xxhash32.cl", xxhash32),
];

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

/// The remainder of each record, bit by bit.
fn crc(bytes: &[u8], length: usize) -> Vec<u32> {
    let bit = |c: u32| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 };
    let byte = |c: u32, byte: &u8| (0..8).fold(c ^ u32::from(*byte), |c, _| bit(c));
    bytes.chunks(length).map(|record| !record.iter().fold(!0, byte)).collect()
}

fn crc_slices(data: &Data) {
    data.holds("crc", &crc(&data.given::<u8>("words"), 32));
}

fn adler32(data: &Data) {
    let sum = |row: &[u8]| {
        let a = 1 + row.iter().map(|byte| u32::from(*byte)).sum::<u32>();
        let weighted = (1..=50).rev().zip(row).map(|(weight, byte)| weight * u32::from(*byte));
        (((50 + weighted.sum::<u32>()) % 65521) << 16) | (a % 65521)
    };
    data.holds("sums", &data.given::<u8>("rows").chunks(50).map(sum).collect::<Vec<_>>());
}

fn fletcher16(data: &Data) {
    let sum = |packet: &[u8]| {
        let a: u32 = packet.iter().map(|byte| u32::from(*byte)).sum();
        let b: u32 = (1..=20).rev().zip(packet).map(|(weight, byte)| weight * u32::from(*byte)).sum();
        (b % 255 * 256 + a % 255) as u16
    };
    data.holds("sum", &data.given::<u8>("packet").chunks(20).map(sum).collect::<Vec<_>>());
}

/// The first bits behind the point of the square or cube roots (`power` 2 or 3) of the first primes.
fn roots(power: u32, count: usize) -> Vec<u32> {
    let primes = (2u128..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let root = |prime: u128| {
        let (mut low, mut high) = (0u128, 1 << 37);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle.pow(power) <= prime << (32 * power) { low = middle } else { high = middle }
        }
        low as u32
    };
    primes.take(count).map(root).collect()
}

fn sha256(data: &Data) {
    let (begin, k) = (roots(2, 8), roots(3, 64));
    let digest = |block: &[u32]| {
        let mut w = block.to_vec();
        for t in 16..64 {
            let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ w[t - 15] >> 3;
            let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ w[t - 2] >> 10;
            w.push(w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1));
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] =
            *begin.first_chunk::<8>().expect("eight");
        for t in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = [s1, e & f ^ !e & g, k[t], w[t]].into_iter().fold(h, u32::wrapping_add);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0.wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
        }
        let sums = begin.iter().zip([a, b, c, d, e, f, g, h]);
        sums.map(|(begin, end)| begin.wrapping_add(end)).collect::<Vec<_>>()
    };
    data.holds("digests", &data.given::<u32>("blocks").chunks(16).flat_map(digest).collect::<Vec<_>>());
}

fn sha1(data: &Data) {
    let begin = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
    let digest = |block: &[u32]| {
        let mut w = block.to_vec();
        for t in 16..80 {
            w.push((w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = begin;
        for (t, word) in w.into_iter().enumerate() {
            // The constants are the square roots of 2, 3, 5 and 10.
            let (f, k) = match t / 20 {
                0 => (b & c | !b & d, 2f64),
                1 => (b ^ c ^ d, 3.0),
                2 => (b & c | b & d | c & d, 5.0),
                _ => (b ^ c ^ d, 10.0),
            };
            let k = (k.sqrt() * f64::from(1 << 30)) as u32;
            let next = [f, e, k, word].into_iter().fold(a.rotate_left(5), u32::wrapping_add);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        begin.into_iter().zip([a, b, c, d, e]).map(|(begin, end)| begin.wrapping_add(end)).collect::<Vec<_>>()
    };
    data.holds("digests", &data.given::<u32>("blocks").chunks(16).flat_map(digest).collect::<Vec<_>>());
}

/// The first word of the MD5 of three letters, and all four of them.
fn md5(letters: &[u8]) -> [u32; 4] {
    let mut block = letters.to_vec();
    block.push(0x80);
    block.resize(56, 0);
    block.extend((8 * letters.len() as u64).to_le_bytes());
    let word = |at: usize| u32::from_le_bytes(*block[4 * at..].first_chunk().expect("four bytes"));
    let begin = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476];
    let [mut a, mut b, mut c, mut d] = begin;
    for t in 0..64 {
        let (f, at, turns) = match t / 16 {
            0 => (b & c | !b & d, t, [7, 12, 17, 22]),
            1 => (d & b | !d & c, 5 * t + 1, [5, 9, 14, 20]),
            2 => (b ^ c ^ d, 3 * t + 5, [4, 11, 16, 23]),
            _ => (c ^ (b | !d), 7 * t, [6, 10, 15, 21]),
        };
        let k = ((t as f64 + 1.0).sin().abs() * 4294967296.0) as u32;
        let sum = [f, k, word(at % 16)].into_iter().fold(a, u32::wrapping_add);
        (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(turns[t % 4])));
    }
    let end = [a, b, c, d];
    std::array::from_fn(|at| begin[at].wrapping_add(end[at]))
}

fn md5_crack(data: &Data) {
    let letters = |n: u32| [n % 26, n / 26 % 26, n / 676 % 26].map(|letter| b'a' + letter as u8);
    let digests: Vec<_> = (1000..1256).map(|n| md5(&letters(n))).collect();
    data.holds("first", &digests.iter().map(|digest| digest[0]).collect::<Vec<_>>());
    let target = data.given::<u32>("target");
    let n = 1000 + digests.iter().position(|digest| digest[..] == target[..]).expect("it is there") as u32;
    let [a, b, c] = letters(n);
    data.holds("found", &[n, u32::from_le_bytes([a, b, c, 0x80])]);
}

fn murmur3(data: &Data) {
    let hash = |(length, key): (usize, &[u8])| {
        let scramble = |k: u32| k.wrapping_mul(0xcc9e2d51).rotate_left(15).wrapping_mul(0x1b873593);
        let blocks = key[..length % 17].chunks(4);
        let h = blocks.fold(0x2a, |h: u32, block| {
            let number = block.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
            let h = h ^ scramble(number);
            if block.len() == 4 { h.rotate_left(13).wrapping_mul(5).wrapping_add(0xe6546b64) } else { h }
        });
        let h = h ^ (length % 17) as u32;
        let h = (h ^ h >> 16).wrapping_mul(0x85ebca6b);
        let h = (h ^ h >> 13).wrapping_mul(0xc2b2ae35);
        h ^ h >> 16
    };
    data.holds("hashes", &data.given::<u8>("bytes").chunks(16).enumerate().map(hash).collect::<Vec<_>>());
}

fn siphash(data: &Data) {
    fn round(v: &mut [u64; 4]) {
        for (x, y, turn, half) in [(0, 1, 13, true), (2, 3, 16, false), (0, 3, 21, false), (2, 1, 17, true)] {
            v[x] = v[x].wrapping_add(v[y]);
            v[y] = v[y].rotate_left(turn) ^ v[x];
            v[x] = if half { v[x].rotate_left(32) } else { v[x] };
        }
    }
    let hash = |words: &[u64]| {
        let (k0, k1) = (0x0706050403020100u64, 0x0f0e0d0c0b0a0908);
        let text = |bytes: &[u8; 8]| u64::from_be_bytes(*bytes);
        let mut v =
            [k0 ^ text(b"somepseu"), k1 ^ text(b"dorandom"), k0 ^ text(b"lygenera"), k1 ^ text(b"tedbytes")];
        for m in words.iter().copied().chain([16 << 56]) {
            v[3] ^= m;
            (0..2).for_each(|_| round(&mut v));
            v[0] ^= m;
        }
        v[2] ^= 0xff;
        (0..4).for_each(|_| round(&mut v));
        v.into_iter().fold(0, |all, v| all ^ v)
    };
    data.holds("hashes", &data.given::<u64>("words").chunks(2).map(hash).collect::<Vec<_>>());
}

fn keccak_f(data: &Data) {
    // Round constants come from a register of eight bits; turns are triangular numbers along a walk.
    let mut register = 1u16;
    let constants: Vec<u64> = (0..24)
        .map(|_| {
            (0..7).fold(0, |constant, bit| {
                let set = u64::from(register & 1) << ((1 << bit) - 1);
                register = (register << 1) ^ ((register >> 7 & 1) * 0x171);
                constant | set
            })
        })
        .collect();
    let permute = |state: &[u64]| {
        let mut s = state.to_vec();
        for constant in &constants {
            let column = |x: usize| (0..5).fold(0, |all, y| all ^ s[x % 5 + 5 * y]);
            let mixed: Vec<u64> =
                (0..25).map(|at| s[at] ^ column(at % 5 + 4) ^ column(at % 5 + 1).rotate_left(1)).collect();
            let mut turned = mixed.clone();
            let (mut x, mut y) = (1, 0);
            for t in 0..24 {
                let (to_x, to_y) = (y, (2 * x + 3 * y) % 5);
                turned[to_x + 5 * to_y] = mixed[x + 5 * y].rotate_left((t + 1) * (t + 2) / 2 % 64);
                (x, y) = (to_x, to_y);
            }
            let row = |at: usize, by: usize| turned[at / 5 * 5 + (at + by) % 5];
            s = (0..25).map(|at| row(at, 0) ^ (!row(at, 1) & row(at, 2))).collect();
            s[0] ^= constant;
        }
        s
    };
    data.holds("states", &data.given::<u64>("states").chunks(25).flat_map(permute).collect::<Vec<_>>());
}

fn xxhash32(data: &Data) {
    let [p1, p2, p3] = [2654435761u32, 2246822519, 3266489917];
    let hash = |input: &[u32]| {
        let begin = [p1.wrapping_add(p2), p2, 0, p1.wrapping_neg()];
        let lane = |lane: usize| {
            (0..3).fold(begin[lane].wrapping_add(1), |acc, stripe| {
                let acc = acc.wrapping_add(input[4 * stripe + lane].wrapping_mul(p2));
                acc.rotate_left(13).wrapping_mul(p1)
            })
        };
        let h = (0..4).map(|at| lane(at).rotate_left([1, 7, 12, 18][at])).fold(48, u32::wrapping_add);
        let h = (h ^ h >> 15).wrapping_mul(p2);
        let h = (h ^ h >> 13).wrapping_mul(p3);
        h ^ h >> 16
    };
    data.holds("hashes", &data.given::<u32>("input").chunks(12).map(hash).collect::<Vec<_>>());
}

/// The numbers of a stream of PCG32.
fn pcg(seed: u64, stream: u64) -> impl Iterator<Item = u32> {
    let inc = stream << 1 | 1;
    let next = move |state: &u64| Some(state.wrapping_mul(6364136223846793005).wrapping_add(inc));
    let states = std::iter::successors(next(&inc.wrapping_add(seed)), next);
    states.map(|state| (((state >> 18 ^ state) >> 27) as u32).rotate_right((state >> 59) as u32))
}

fn pcg32(data: &Data) {
    let numbers = (0..8).flat_map(|k| (0..64).map(move |id| pcg(42, id).nth(k).expect("endless")));
    data.holds("numbers", &numbers.collect::<Vec<_>>());
    let die = |id| pcg(42, id).skip(8).find(|r| u64::from(*r) >= (1 << 32) % 6).expect("endless");
    data.holds("dice", &(0..64).map(|id| (1 + die(id) % 6) as u8).collect::<Vec<_>>());
}

fn philox(data: &Data) {
    let block = |tid: u32| {
        (0..10u32).fold([tid, 0, 7, !tid], |c, round| {
            let key = |begin: u32, step: u32| begin.wrapping_add(round.wrapping_mul(step));
            let (a, b) = (0xd2511f53 * u64::from(c[0]), 0xcd9e8d57 * u64::from(c[2]));
            let (lo, hi) = (key(0xdeadbeef, 0x9e3779b9), key(0xdeadbeef >> 3, 0xbb67ae85));
            [(b >> 32) as u32 ^ c[1] ^ lo, b as u32, (a >> 32) as u32 ^ c[3] ^ hi, a as u32]
        })
    };
    let blocks: Vec<_> = (0..64).map(block).collect();
    data.holds("out", &blocks.concat());
    data.holds("uniform", &blocks.iter().map(|c| (c[0] >> 8) as f32 / 16777216.0).collect::<Vec<_>>());
}

fn mersenne(data: &Data) {
    let mut x = vec![5489u32];
    for i in 1..624u32 {
        let last = x[x.len() - 1];
        x.push((last ^ last >> 30).wrapping_mul(1812433253).wrapping_add(i));
    }
    for k in 0..624 {
        let y = x[k] & 1 << 31 | x[k + 1] & !(1 << 31);
        x.push(x[k + 397] ^ y >> 1 ^ ((y & 1) * 0x9908b0df));
    }
    let temper = |y: &u32| {
        let y = y ^ y >> 11;
        let y = y ^ y << 7 & 0x9d2c5680;
        let y = y ^ y << 15 & 0xefc60000;
        y ^ y >> 18
    };
    data.holds("numbers", &x[624..].iter().map(temper).collect::<Vec<_>>());
}
