//! Search: in texts, in sorted tables, among neighbours; histograms. More of it is in `texts`.

use crate::{
    given::{Data, Row},
    idioms, language, texts,
};

pub const ROWS: &[Row] = &[
    ("aho_corasick.cu", aho_corasick),
    ("bitap.cu", bitap),
    ("bloom.cu", texts::bloom),
    ("bounds.cl", bounds),
    ("color_cells.cl", texts::color_cells),
    ("common_subsequence.cu", texts::common_subsequence),
    ("entered_loop.cl", idioms::entered_loop),
    ("first_match.cl", first_match),
    ("hamming.cl", texts::hamming),
    ("histogram256.cu", histogram256),
    ("histogram64.cl", histogram64),
    ("horspool.cu", horspool),
    ("interpolation.cu", interpolation),
    ("kmp.cl", kmp),
    ("knn.cl", knn),
    ("levenshtein.cl", levenshtein),
    ("majority.cu", texts::majority),
    ("nested_init.cl", language::nested_init),
    ("palindromes.cu", texts::palindromes),
    ("pattern2d.cl", texts::pattern2d),
    ("quick_select.cl", texts::quick_select),
    ("rabin_karp.cu", rabin_karp),
    ("strstr.cl", strstr),
    ("ternary_peak.cl", texts::ternary_peak),
    ("tokens.cl", texts::tokens),
    ("top_k.cl", texts::top_k),
    ("wildcard.cl", wildcard),
    ("words_count.cu", words_count),
];

/// Where a word begins in a text.
fn places(text: &[u8], word: &[u8]) -> Vec<usize> {
    (0..text.len()).filter(|at| text[*at..].starts_with(word)).collect()
}

fn strstr(data: &Data) {
    let (text, pattern) = (data.given::<u8>("text"), data.given::<u8>("pattern"));
    let found = places(&text[..500].to_ascii_uppercase(), &pattern.to_ascii_uppercase());
    let mark = |at: usize| if found.contains(&at) { b'1' } else { b'.' };
    data.holds("marks", &(0..498).map(mark).collect::<Vec<_>>());
}

fn rabin_karp(data: &Data) {
    let found = places(&data.given("text"), &data.given::<u8>("pattern"));
    let of_piece = |piece: usize| found.iter().filter(|at| **at / 16 == piece).count() as i32;
    data.holds("hits", &(0..64).map(of_piece).collect::<Vec<_>>());
}

fn kmp(data: &Data) {
    let text = data.given::<u8>("text");
    let found = text.chunks(32).map(|chunk| places(chunk, &data.given::<u8>("pattern")));
    let found: Vec<_> = found.collect();
    data.holds("count", &found.iter().map(|at| at.len() as u16).collect::<Vec<_>>());
    let first = found.iter().map(|at| at.first().map_or(-1, |at| *at as i16));
    data.holds("first", &first.collect::<Vec<_>>());
}

fn horspool(data: &Data) {
    let found = places(&data.given("text"), &data.given::<u8>("pattern"));
    let of_piece = |piece: usize| found.iter().filter(|at| **at / 32 == piece).count() as i32;
    data.holds("matches", &(0..32).map(of_piece).collect::<Vec<_>>());
}

fn bounds(data: &Data) {
    let (table, keys) = (data.given::<i32>("table"), data.given::<i32>("keys"));
    let count = |is_before: &dyn Fn(i32, i32) -> bool| {
        let before = |key: &i32| table.iter().filter(|value| is_before(**value, *key)).count() as i32;
        keys.iter().map(before).collect::<Vec<_>>()
    };
    data.holds("lower", &count(&|value, key| value < key));
    data.holds("upper", &count(&|value, key| value <= key));
}

fn interpolation(data: &Data) {
    let place = |(id, key): (u64, u64)| {
        let square = key * key + id % 2;
        (0..128).find(|root| root * root == square).map_or(-1, |root| root as i32)
    };
    data.holds("place", &(0..).zip(data.given::<u64>("keys")).map(place).collect::<Vec<_>>());
}

fn knn(data: &Data) {
    let points = data.given::<f32>("points");
    let (mut index, mut distance) = (Vec::new(), Vec::new());
    for query in data.given::<f32>("queries").chunks(2) {
        let square = |point: &[f32]| (point[0] - query[0]).powi(2) + (point[1] - query[1]).powi(2);
        let mut near: Vec<(f32, i32)> = points.chunks(2).map(square).zip(0..).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        index.extend(near[..4].iter().map(|(_, at)| *at));
        distance.extend(near[..4].iter().map(|(square, _)| square.sqrt()));
    }
    data.holds("index", &index);
    data.holds("distance", &distance);
}

/// How often each number below `bins` occurs.
fn tally(numbers: impl Iterator<Item = usize>, bins: usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    numbers.for_each(|number| counts[number] += 1);
    counts
}

fn histogram256(data: &Data) {
    let bytes = data.given::<u8>("data");
    data.holds("histogram", &tally(bytes.into_iter().map(usize::from), 256));
}

fn histogram64(data: &Data) {
    let bytes = data.given::<u8>("data");
    let of_group = |group: &[u8]| tally(group.iter().map(|byte| usize::from(byte / 4)), 64);
    data.holds("partial", &bytes.chunks(1024).flat_map(of_group).collect::<Vec<_>>());
}

/// Does a name fit a pattern with stars and question marks? Told from the front, by trying.
fn fits(name: &[u8], pattern: &[u8]) -> bool {
    match (pattern, name) {
        ([], rest) => rest.is_empty(),
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|skip| fits(&name[skip..], rest)),
        ([b'?', pattern @ ..], [_, name @ ..]) => fits(name, pattern),
        ([letter, pattern @ ..], [first, name @ ..]) => letter == first && fits(name, pattern),
        _ => false,
    }
}

fn wildcard(data: &Data) {
    let names = data.given::<u8>("names");
    let names = names.chunks(12).enumerate().map(|(id, name)| &name[..12 - id % 3]);
    data.holds("fits", &names.map(|name| u8::from(fits(name, b"*ab?c*a"))).collect::<Vec<_>>());
}

fn aho_corasick(data: &Data) {
    let text = data.given::<u8>("text");
    let count = |word: &[u8]| text.chunks(20).map(|line| places(line, word).len() as u32).sum::<u32>();
    let words: [&[u8]; 4] = [b"ab", b"bab", b"ca", b"abc"];
    data.holds("counts", &words.map(count));
    // The state is the longest end of the line that is the beginning of a word.
    let states: [&[u8]; 9] = [b"", b"a", b"ab", b"b", b"ba", b"bab", b"c", b"ca", b"abc"];
    let state = |line: &[u8]| {
        let ends = (0..9).filter(|state| line.ends_with(states[*state]));
        ends.max_by_key(|state| states[*state].len()).expect("every line ends so") as u8
    };
    data.holds("last", &text.chunks(20).map(state).collect::<Vec<_>>());
}

fn levenshtein(data: &Data) {
    fn distance(a: &[u8], b: &[u8], known: &mut Vec<Option<u8>>) -> u8 {
        let at = a.len() * 9 + b.len();
        if let Some(known) = known[at] {
            return known;
        }
        let found = match (a, b) {
            ([], rest) | (rest, []) => rest.len() as u8,
            ([x, a_rest @ ..], [y, b_rest @ ..]) if x == y => distance(a_rest, b_rest, known),
            ([_, a_rest @ ..], [_, b_rest @ ..]) => {
                let ways = [(a_rest, b_rest), (a_rest, b), (a, b_rest)];
                1 + ways.map(|(a, b)| distance(a, b, known)).into_iter().min().expect("three")
            }
        };
        known[at] = Some(found);
        found
    }
    let query = data.given::<u8>("query");
    let of = |word: &[u8]| distance(word, &query, &mut vec![None; 81]);
    data.holds("distances", &data.given::<u8>("words").chunks(8).map(of).collect::<Vec<_>>());
}

fn bitap(data: &Data) {
    let text = data.given::<u8>("text");
    let ends = |wrong: usize| {
        let of_line = |line: &[u8]| {
            let off = |end: usize| {
                line[end - 4..=end].iter().zip(b"abcab").filter(|(found, wanted)| found != wanted).count()
            };
            (4..24).filter(|end| off(*end) <= wrong).fold(0u32, |bits, end| bits | 1 << end)
        };
        text.chunks(24).map(of_line).collect::<Vec<_>>()
    };
    data.holds("exact", &ends(0));
    data.holds("near", &ends(1));
}

fn first_match(data: &Data) {
    let table = data.given::<i32>("table");
    let first = |key: &i32| table.iter().position(|value| value == key).map_or(i32::MAX, |at| at as i32);
    data.holds("first", &data.given::<i32>("keys").iter().map(first).collect::<Vec<_>>());
}

fn words_count(data: &Data) {
    let text = data.given::<u8>("text");
    let words = text[..250].split(|byte| *byte < b'!').filter(|word| !word.is_empty());
    let lengths: Vec<i32> = words.map(|word| word.len() as i32).collect();
    data.holds("result", &[lengths.len() as i32, lengths.iter().copied().max().unwrap_or(0)]);
}
