//! "Did you mean …?": the known name that is nearest to an unknown one.

use alloc::vec::Vec;

/// The nearest of `known` by edit distance (insert, delete, replace, swap neighbours), if it is near enough: one edit
/// for names up to 4 letters, two up to 8, else three.
pub fn suggest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match name.len() {
        0..=1 => return None,
        2..=4 => 1,
        5..=8 => 2,
        9..=64 => 3,
        _ => return None,
    };
    let near = known.filter(|other| *other != name && other.len().abs_diff(name.len()) <= limit);
    let measured = near.map(|other| (distance(name.as_bytes(), other.as_bytes()), other));
    measured.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits).map(|(_, other)| other)
}

/// Optimal string alignment distance; letters that differ only in case count as half an edit, rounded down.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let first: Vec<usize> = (0..=b.len()).map(|at| at * 2).collect();
    let (mut before, mut last) = (first.clone(), first);
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push((i + 1) * 2);
        for (j, y) in b.iter().enumerate() {
            let replace = match x == y {
                true => 0,
                false if x.eq_ignore_ascii_case(y) => 1,
                false => 2,
            };
            let mut best = (last[j] + replace).min(last[j + 1] + 2).min(row[j] + 2);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 2);
            }
            row.push(best);
        }
        before = core::mem::replace(&mut last, row);
    }
    last.last().map_or(0, |edits| edits / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_slip_of_the_hand() {
        let known = ["get_global_id", "get_local_id", "sqrt", "index"];
        assert_eq!(suggest("get_gloabl_id", known.into_iter()), Some("get_global_id"));
        assert_eq!(suggest("sqr", known.into_iter()), Some("sqrt"));
        assert_eq!(suggest("Index", known.into_iter()), Some("index"));
        assert_eq!(suggest("foo", known.into_iter()), None);
    }
}
