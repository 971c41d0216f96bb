//! Theory of numbers, and numbers of many words, of the subject `integer`.

use crate::given::Data;

pub fn gcd_binary(data: &Data) {
    let ab: Vec<(u32, u32)> = data.given::<u32>("a").into_iter().zip(data.given::<u32>("b")).collect();
    let gcd = |(a, b): &(u32, u32)| {
        let (mut a, mut b) = (*a, *b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    data.holds("gcd", &ab.iter().map(gcd).collect::<Vec<_>>());
    // The factors are not the only ones that make the divisor, but the smallest.
    for ((a, b), factors) in ab.iter().zip(data.found::<i32>("bezout").chunks(2)) {
        let [x, y] = [i64::from(factors[0]), i64::from(factors[1])];
        let (a, b, gcd) = (i64::from(*a), i64::from(*b), i64::from(gcd(&(*a, *b))));
        assert_eq!(x * a + y * b, gcd, "{a} and {b}");
        assert!(b == 0 || x.abs() <= (b / gcd).max(1) && y.abs() <= (a / gcd).max(1), "{a} and {b}");
    }
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

pub fn sieve(data: &Data) {
    let primes: Vec<u8> = (0..512).map(|i| u8::from(is_prime(2 * i + 1))).collect();
    data.holds("primes", &primes);
    let count = |segment: &[u8]| segment.iter().map(|prime| u32::from(*prime)).sum();
    data.holds("count", &primes.chunks(128).map(count).collect::<Vec<u32>>());
}

pub fn miller_rabin(data: &Data) {
    let prime = |i: u64| u8::from(is_prime(2033 + 2 * i));
    data.holds("prime", &(0..64).map(prime).collect::<Vec<_>>());
}

/// Halves of 128 bits, low words first.
fn wide(words: &[u32]) -> u128 {
    words.iter().rev().fold(0, |all, word| all << 32 | u128::from(*word))
}

fn words(number: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|by| (number >> by) as u32)
}

pub fn big_add(data: &Data) {
    let (mut sum, mut difference) = (Vec::new(), Vec::new());
    for (a, b) in data.given::<u32>("a").chunks(8).zip(data.given::<u32>("b").chunks(8)) {
        let ([a0, a1], [b0, b1]) = ([wide(&a[..4]), wide(&a[4..])], [wide(&b[..4]), wide(&b[4..])]);
        let (low, carry) = a0.overflowing_add(b0);
        let (high, first) = a1.overflowing_add(b1);
        let (high, second) = high.overflowing_add(carry.into());
        sum.extend(words(low).into_iter().chain(words(high)).chain([u32::from(first || second)]));
        let (low, borrow) = a0.overflowing_sub(b0);
        let high = a1.wrapping_sub(b1).wrapping_sub(borrow.into());
        let less = (a1, a0) < (b1, b0);
        difference.extend(words(low).into_iter().chain(words(high)).chain([u32::from(less)]));
    }
    data.holds("sum", &sum);
    data.holds("difference", &difference);
}

pub fn big_mul(data: &Data) {
    let halves = |words: &[u32]| [wide(&words[..2]), wide(&words[2..])];
    let product = |(a, b): (&[u32], &[u32])| {
        let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
        let (low, middle_a, middle_b, high) = (a0 * b0, a0 * b1, a1 * b0, a1 * b1);
        let half = u128::from(u64::MAX);
        let middle = (low >> 64) + (middle_a & half) + (middle_b & half);
        let high = high + (middle_a >> 64) + (middle_b >> 64) + (middle >> 64);
        [words(low & half | middle << 64), words(high)].concat()
    };
    let (a, b) = (data.given::<u32>("a"), data.given::<u32>("b"));
    data.holds("product", &a.chunks(4).zip(b.chunks(4)).flat_map(product).collect::<Vec<_>>());
}

pub fn montgomery(data: &Data) {
    let (base, exponent) = (data.given::<u32>("base"), data.given::<u32>("exponent"));
    let power = |(at, modulus): (usize, u32)| {
        let n = u64::from(modulus | 1);
        let bits = (0..32).rev().map(|bit| exponent[at] >> bit & 1);
        bits.fold(1 % n, |r, bit| {
            let square = r * r % n;
            if bit == 1 { square * (u64::from(base[at]) % n) % n } else { square }
        }) as u32
    };
    data.holds(
        "result",
        &data.given::<u32>("modulus").into_iter().enumerate().map(power).collect::<Vec<_>>(),
    );
}

pub fn collatz(data: &Data) {
    let way = |n: u64| {
        let next = |n: &u64| (*n != 1).then(|| if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 });
        std::iter::successors(Some(n), next).collect::<Vec<_>>()
    };
    let ways: Vec<Vec<u64>> = (9600..9728).map(way).collect();
    data.holds("steps", &ways.iter().map(|way| way.len() as u16 - 1).collect::<Vec<_>>());
    data.holds("top", &ways.iter().map(|way| *way.iter().max().expect("one")).collect::<Vec<_>>());
}

pub fn roots(data: &Data) {
    let x = data.given::<u32>("x").into_iter().zip(0..).map(|(x, i)| u64::from(x >> (i % 32)));
    let x: Vec<u64> = x.collect();
    // Starting from the float root, which may be one off.
    let root = |power: u32| {
        let of = |x: &u64| {
            let near = (*x as f64).powf(1.0 / f64::from(power)) as u64;
            let fits = |root: &u64| root.pow(power) <= *x;
            (near.saturating_sub(1)..near + 2).rev().find(fits).expect("one of them") as u32
        };
        x.iter().map(of).collect::<Vec<_>>()
    };
    data.holds("square", &root(2));
    data.holds("newton", &root(2));
    data.holds("cube", &root(3));
}

pub fn wide_products(data: &Data) {
    let xy = data.given::<u64>("a").into_iter().map(|a| a << 1 | 1).zip(data.given::<u64>("b"));
    let xy: Vec<(u64, u64)> = xy.collect();
    let product = |(x, y): &(u64, u64)| u128::from(*x) * u128::from(*y);
    data.holds("high", &xy.iter().map(|xy| (product(xy) >> 64) as u64).collect::<Vec<_>>());
    let signed = |(x, y): &(u64, u64)| ((i128::from(*x as i64) * -i128::from(*y)) >> 64) as i64;
    data.holds("signed_high", &xy.iter().map(signed).collect::<Vec<_>>());
    let remainder = |xy: &(u64, u64)| (product(xy) % 1_000_000_007) as u64;
    data.holds("remainder", &xy.iter().map(remainder).collect::<Vec<_>>());
}
