//! Ciphers, of the subject `hash`.

use crate::given::Data;

pub fn xtea(data: &Data) {
    let key = data.given::<u32>("key");
    let cipher = |pair: &[u32]| {
        let mix = |v: u32, sum: u32, at: u32| {
            (v << 4 ^ v >> 5).wrapping_add(v) ^ sum.wrapping_add(key[at as usize & 3])
        };
        (0..32u32).fold([pair[0], pair[1]], |[a, b], round| {
            let sum = round.wrapping_mul(0x9e3779b9);
            let a = a.wrapping_add(mix(b, sum, sum));
            let sum = sum.wrapping_add(0x9e3779b9);
            [a, b.wrapping_add(mix(a, sum, sum >> 11))]
        })
    };
    let plain = data.given::<u32>("plain");
    data.holds("cipher", &plain.chunks(2).flat_map(cipher).collect::<Vec<_>>());
    data.holds("back", &plain);
}

pub fn speck(data: &Data) {
    let (mut l, mut k) = (vec![0x0b0a0908u32, 0x13121110, 0x1b1a1918], vec![0x03020100u32]);
    for i in 0..26 {
        l.push(k[i].wrapping_add(l[i].rotate_right(8)) ^ i as u32);
        k.push(k[i].rotate_left(3) ^ l[i + 3]);
    }
    let cipher = |pair: &[u32]| {
        k.iter().fold([pair[0], pair[1]], |[x, y], key| {
            let x = x.rotate_right(8).wrapping_add(y) ^ key;
            [x, y.rotate_left(3) ^ x]
        })
    };
    let plain = data.given::<u32>("blocks");
    data.holds("blocks", &plain.chunks(2).flat_map(cipher).collect::<Vec<_>>());
    data.holds("back", &plain);
}

pub fn chacha20(data: &Data) {
    let stream = |counter: u32| {
        let mut begin: Vec<u32> = b"expand 32-byte k".chunks(4).map(word).collect();
        begin.extend(data.given::<u32>("key").into_iter().chain([counter]).chain(data.given("nonce")));
        let mut s = begin.clone();
        for round in 0..20 {
            for column in 0..4 {
                let row = |n: usize| 4 * n + (column + n * (round % 2)) % 4;
                let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
                for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                    s[x] = s[x].wrapping_add(s[y]);
                    s[z] = (s[z] ^ s[x]).rotate_left(turn);
                }
            }
        }
        s.into_iter().zip(begin).map(|(s, begin)| s.wrapping_add(begin)).collect::<Vec<_>>()
    };
    let text = data.given::<u32>("text").into_iter().zip((1..33).flat_map(stream));
    data.holds("text", &text.map(|(text, key)| text ^ key).collect::<Vec<_>>());
}

pub fn rc4(data: &Data) {
    let stream = |key: &[u8]| {
        let mut s: Vec<u8> = (0..=255).collect();
        let mut j = 0usize;
        for i in 0..256 {
            j = (j + usize::from(s[i]) + usize::from(key[i % 5])) % 256;
            s.swap(i, j);
        }
        j = 0;
        let mut next = |i: usize| {
            j = (j + usize::from(s[i])) % 256;
            s.swap(i, j);
            s[(usize::from(s[i]) + usize::from(s[j])) % 256]
        };
        (1..25).map(&mut next).collect::<Vec<_>>()
    };
    data.holds("stream", &data.given::<u8>("keys").chunks(5).flat_map(stream).collect::<Vec<_>>());
}

pub fn aes128(data: &Data) {
    let inverse = |x: u8| (0..=255).find(|y| times(x, *y) == 1).unwrap_or(0);
    let affine = |x: u8| (1..5).fold(x ^ 0x63, |all, turn| all ^ x.rotate_left(turn));
    let sbox: Vec<u8> = (0..=255).map(|x| affine(inverse(x))).collect();
    let sub = |x: u8| sbox[usize::from(x)];
    let mut keys: Vec<[u8; 4]> =
        data.given::<u8>("key").chunks(4).map(|word| [word[0], word[1], word[2], word[3]]).collect();
    let mut rcon = 1;
    for at in 4..44 {
        let mut last: [u8; 4] = keys[at - 1];
        if at % 4 == 0 {
            last.rotate_left(1);
            last = last.map(sub);
            last[0] ^= rcon;
            rcon = times(rcon, 2);
        }
        keys.push(std::array::from_fn(|row| keys[at - 4][row] ^ last[row]));
    }
    let keys = keys.concat();
    let encrypt = |block: &[u8]| {
        let mut s: Vec<u8> = block.iter().zip(&keys).map(|(byte, key)| byte ^ key).collect();
        for round in 1..11 {
            let shifted: Vec<u8> = (0..16).map(|at| sub(s[(at + at % 4 * 4) % 16])).collect();
            let mixed = |at: usize| {
                let row = |by: usize| shifted[at / 4 * 4 + (at + by) % 4];
                times(row(0), 2) ^ times(row(1), 3) ^ row(2) ^ row(3)
            };
            s = (0..16).map(|at| if round < 10 { mixed(at) } else { shifted[at] }).collect();
            s.iter_mut().zip(&keys[16 * round..]).for_each(|(byte, key)| *byte ^= key);
        }
        s
    };
    data.holds("blocks", &data.given::<u8>("blocks").chunks(16).flat_map(encrypt).collect::<Vec<_>>());
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

/// Products of bytes modulo x^8 + x^4 + x^3 + x + 1.
fn times(a: u8, b: u8) -> u8 {
    let doubled = |a: u8| (a << 1) ^ ((a >> 7) * 0x1b);
    (0..8).fold((0, a), |(sum, a), bit| (sum ^ ((b >> bit & 1) * a), doubled(a))).0
}
