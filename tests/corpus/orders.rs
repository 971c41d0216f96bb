//! More orders, of the subject `sort`.

use crate::given::Data;

pub fn cocktail(data: &Data) {
    let mut passes = Vec::new();
    let mut rows = data.given::<i8>("rows");
    for row in rows.chunks_mut(12) {
        // To and fro counts as one as long as the way to has moved something; the way fro may find nothing more.
        let mut count = 0;
        loop {
            let before = row.to_vec();
            (1..12).for_each(|at| row[at - 1..=at].sort());
            if row[..] == before {
                break;
            }
            let between = row.to_vec();
            (1..12).rev().for_each(|at| row[at - 1..=at].sort());
            count += 1;
            if row[..] == between {
                break;
            }
        }
        passes.push(count);
    }
    let found = data.found::<u8>("passes");
    // Borders that meet end the sort without a pass that finds nothing.
    assert!(found.iter().zip(&passes).all(|(found, most)| found <= most && found + 1 >= *most), "{found:?}");
    assert!(rows.chunks(12).all(|row| row.is_sorted()), "shaking sorts");
    data.holds("rows", &rows);
}

pub fn signed_radix(data: &Data) {
    let mut lists = data.given::<i64>("lists");
    for list in lists.chunks_mut(8) {
        list.iter_mut().enumerate().for_each(|(at, x)| *x >>= at % 8 * 8);
        list.sort();
    }
    data.holds("lists", &lists);
}

pub fn string_keys(data: &Data) {
    let words = data.given::<u8>("words");
    let mut words: Vec<&[u8]> = words.chunks(4).collect();
    words.sort();
    data.holds("sorted", &words.concat());
}

pub fn by_functions(data: &Data) {
    let points = data.given::<i32>("points");
    let pairs: Vec<(i32, i32)> = points.chunks(2).map(|point| (point[0], point[1])).collect();
    let sorted = |key: fn(&(i32, i32)) -> (i32, i32)| {
        let mut pairs = pairs.clone();
        pairs.chunks_mut(6).for_each(|list| list.sort_by_key(key));
        pairs.into_iter().flat_map(|(x, y)| [x, y]).collect::<Vec<_>>()
    };
    data.holds("by_x", &sorted(|(x, _)| (*x, 0)));
    data.holds("by_norm", &sorted(|(x, y)| (x * x + y * y, 0)));
    data.holds("lexical", &sorted(|(x, y)| (*y, *x)));
}

pub fn shear(data: &Data) {
    let mut mesh = data.given::<i32>("mesh");
    mesh.sort();
    mesh.chunks_mut(8).skip(1).step_by(2).for_each(|row| row.reverse());
    data.holds("mesh", &mesh);
}

pub fn packed_counters(data: &Data) {
    let mut keys = data.given::<u8>("keys");
    keys.sort();
    data.holds("sorted", &keys);
}

pub fn flag(data: &Data) {
    let mut rows = data.given::<u8>("rows");
    let bounds = |row: &[u8]| [0, 1].map(|color| row.iter().filter(|x| **x <= color).count() as u8);
    data.holds("bounds", &rows.chunks(10).flat_map(bounds).collect::<Vec<_>>());
    rows.chunks_mut(10).for_each(|row| row.sort());
    data.holds("rows", &rows);
}

pub fn list_merge(data: &Data) {
    let order = |keys: &[i32]| {
        let mut order: Vec<i8> = (0..12).collect();
        order.sort_by_key(|at| keys[*at as usize]);
        order
    };
    data.holds("order", &data.given::<i32>("keys").chunks(12).flat_map(order).collect::<Vec<_>>());
}

pub fn sample_sort(data: &Data) {
    let numbers = data.given::<i32>("data");
    let mut splitters: Vec<i32> = numbers.iter().step_by(8).copied().collect();
    splitters.sort();
    let bucket = |x: &i32| splitters[1..].iter().filter(|splitter| *splitter <= x).count();
    let size = |at| numbers.iter().filter(|x| bucket(x) == at).count() as i32;
    data.holds("sizes", &(0..16).map(size).collect::<Vec<_>>());
    let mut sorted = numbers.clone();
    sorted.sort();
    data.holds("data", &sorted);
}
