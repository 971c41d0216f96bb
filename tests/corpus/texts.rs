//! Words, pictures and numbers that are looked for, of the subject `search`.

use crate::given::Data;

pub fn pattern2d(data: &Data) {
    let image = data.given::<u8>("image");
    let pixel = |x: usize, y: usize| i32::from(image[16 * y + x]);
    let pattern = |x: usize, y: usize| pixel(x + 5, y + 5) ^ i32::from(x == y);
    let sum = |at: usize| {
        let (x, y) = (at % 16, at / 16);
        let cells = (0..9).map(|cell| (cell % 3, cell / 3));
        let difference = |(i, j)| (pixel(x + i, y + j) - pattern(i, j)).unsigned_abs() as u16;
        if x > 13 || y > 13 { u16::MAX } else { cells.map(difference).sum() }
    };
    let sums: Vec<u16> = (0..256).map(sum).collect();
    data.holds("sad", &sums);
    let best = sums.iter().zip(0..).map(|(sum, at)| u32::from(*sum) << 16 | at).min();
    data.holds("best", &[best.expect("256")]);
}

pub fn ternary_peak(data: &Data) {
    let peaks = data.given::<i32>("peaks");
    data.holds("found", &peaks);
    let first = |peak: &i32| (0..).find(|x: &u32| x.pow(3) >= *peak as u32 * 1000).expect("in the end");
    data.holds("first", &peaks.iter().map(first).collect::<Vec<_>>());
}

pub fn bloom(data: &Data) {
    let members = data.given::<u32>("members");
    let places = |key: u32| {
        let (a, b) = (key.wrapping_mul(2654435761), (key ^ 0x5bd1e995).wrapping_mul(40503) | 1);
        [0, 1, 2].map(|i| a.wrapping_add(b.wrapping_mul(i)) >> 7 & 255)
    };
    let mut filter = [0u32; 8];
    for place in members.iter().flat_map(|key| places(*key)) {
        filter[place as usize / 32] |= 1 << (place % 32);
    }
    data.holds("filter_out", &filter);
    let queries = data.given::<u32>("queries");
    let maybe = |t: usize| {
        let key = if t.is_multiple_of(4) { members[t / 4] } else { queries[t] };
        let there = places(key).iter().all(|place| filter[*place as usize / 32] >> (place % 32) & 1 == 1);
        assert!(there || !members.contains(&key), "a filter never denies a member");
        u8::from(there)
    };
    data.holds("maybe", &(0..64).map(maybe).collect::<Vec<_>>());
}

pub fn tokens(data: &Data) {
    /// The parts of a number, as far as the text goes: its kind, and how much of it was read.
    fn read(text: &[u8]) -> (u8, usize) {
        let digits = |from: usize| text[from..].iter().take_while(|letter| letter.is_ascii_digit()).count();
        let is = |at: usize, letters: &[u8]| text.get(at).is_some_and(|letter| letters.contains(letter));
        let mut at = usize::from(is(0, b"+-"));
        let whole = digits(at);
        at += whole;
        let mut kind = u8::from(whole > 0);
        if is(at, b".") {
            let behind = digits(at + 1);
            at += 1 + behind;
            kind = if whole + behind > 0 { 2 } else { 0 };
            if kind == 0 {
                return (0, at);
            }
        }
        if kind > 0 && is(at, b"eE") {
            at += 1;
            at += usize::from(is(at, b"+-"));
            kind = if digits(at) > 0 { 2 } else { 0 };
            at += digits(at);
        }
        (if at == text.len() { kind } else { 0 }, at)
    }
    let lines = data.given::<u8>("lines");
    let read = |line: &[u8]| read(&line[..line.iter().position(|letter| *letter == b';').unwrap_or(6)]);
    let found: Vec<(u8, usize)> = lines.chunks(6).map(read).collect();
    data.holds("kind", &found.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
    data.holds("consumed", &found.iter().map(|(_, at)| *at as u8).collect::<Vec<_>>());
}

pub fn top_k(data: &Data) {
    let best = |group: &[i16]| {
        let mut all = group.to_vec();
        all.sort_by(|a, b| b.cmp(a));
        all.truncate(5);
        all
    };
    data.holds("best", &data.given::<i16>("scores").chunks(256).flat_map(best).collect::<Vec<_>>());
}

pub fn majority(data: &Data) {
    let of = |row: &[i8]| {
        let has_most = |x: &i8| 2 * row.iter().filter(|other| *other == x).count() > row.len();
        (0..3).find(has_most).unwrap_or(-1)
    };
    data.holds("majority", &data.given::<i8>("rows").chunks(9).map(of).collect::<Vec<_>>());
}

pub fn quick_select(data: &Data) {
    let median = |row: &[f32]| {
        let mut row = row.to_vec();
        row.sort_by(f32::total_cmp);
        row[7]
    };
    data.holds("median", &data.given::<f32>("rows").chunks(15).map(median).collect::<Vec<_>>());
}

pub fn common_subsequence(data: &Data) {
    let text = data.given::<u8>("text");
    let length = |word: &[u8]| {
        let mut row = [0u8; 61];
        for letter in word {
            let mut diagonal = 0;
            for (at, other) in text.iter().enumerate() {
                let longest = if letter == other { diagonal + 1 } else { row[at + 1].max(row[at]) };
                diagonal = std::mem::replace(&mut row[at + 1], longest);
            }
        }
        row[60]
    };
    data.holds("length", &data.given::<u8>("words").chunks(20).map(length).collect::<Vec<_>>());
}

pub fn hamming(data: &Data) {
    let codes = data.given::<u64>("codes");
    let nearest = |id: usize| {
        let bits = |pair: (&u64, &u64)| (pair.0 ^ pair.1).count_ones();
        let distance =
            |other: usize| codes[4 * id..4 * id + 4].iter().zip(&codes[4 * other..]).map(bits).sum::<u32>();
        let others = (0..32).filter(|other| *other != id).map(|other| (distance(other), other));
        others.min().expect("31")
    };
    let found: Vec<(u32, usize)> = (0..32).map(nearest).collect();
    data.holds("nearest", &found.iter().map(|(_, who)| *who as i32).collect::<Vec<_>>());
    data.holds("distance", &found.iter().map(|(distance, _)| *distance as u16).collect::<Vec<_>>());
}

pub fn color_cells(data: &Data) {
    let mut cells = [0u32; 64];
    for pixel in data.given::<u8>("pixels").chunks(4) {
        let [x, y, z] = [pixel[0], pixel[1], pixel[2]].map(|channel| usize::from(channel / 64));
        cells[16 * z + 4 * y + x] += 1;
    }
    data.holds("cells", &cells);
}

pub fn palindromes(data: &Data) {
    let text = data.given::<u8>("text");
    let is_palindrome = |begin: usize, length: usize| {
        let part = &text[begin..begin + length];
        part.iter().eq(part.iter().rev())
    };
    // Around letter t: an odd one with t in its middle, or an even one whose right half begins at t.
    let around = |t: usize| {
        let odd = (0..=t.min(63 - t)).rev().find(|by| is_palindrome(t - by, 2 * by + 1)).expect("a letter");
        let even = (0..=t.min(64 - t)).rev().find(|by| is_palindrome(t - by, 2 * by)).expect("nothing");
        if 2 * odd + 1 >= 2 * even { (2 * odd + 1, t - odd) } else { (2 * even, t - even) }
    };
    let found: Vec<(usize, usize)> = (0..64).map(around).collect();
    data.holds("radius", &found.iter().map(|(length, _)| *length as u8).collect::<Vec<_>>());
    let longest = found.iter().map(|(length, begin)| (*length, 255 - begin)).max().expect("64");
    data.holds("longest", &[(longest.0 << 8 | (255 - longest.1)) as u32]);
}
