//! Sorting: by networks, digits, counts, ranks and merging. More of it is in `orders`.

use crate::{
    given::{Data, Element, Row},
    idioms, language, orders,
};

pub const ROWS: &[Row] = &[
    ("bitonic_local.cl", bitonic_local),
    ("bitonic_warp.cu", |data| sorts_rows::<i32>(data, "data", 32)),
    ("by_functions.cu", orders::by_functions),
    ("cocktail.cl", orders::cocktail),
    ("counting.cl", counting),
    ("flag.cl", orders::flag),
    ("float_keys.cl", float_keys),
    ("half_keys.cl", idioms::half_keys),
    ("heap_rows.cl", heap_rows),
    ("insertion.cu", insertion),
    ("list_merge.cu", orders::list_merge),
    ("merge_local.cl", |data| sorts_rows::<i64>(data, "data", 32)),
    ("merge_path.cu", merge_path),
    ("network_vector.cl", |data| sorts_rows::<i32>(data, "quads", 4)),
    ("odd_even.cl", odd_even),
    ("odd_even_merge.cu", odd_even_merge),
    ("overloaded.cl", language::overloaded),
    ("packed_counters.cu", orders::packed_counters),
    ("quick_rows.cu", |data| sorts_rows::<i16>(data, "rows", 24)),
    ("radix_local.cl", |data| sorts_rows::<u32>(data, "keys", 128)),
    ("radix_split.cu", radix_split),
    ("rank_sort.cl", rank_sort),
    ("sample_sort.cl", orders::sample_sort),
    ("shear.cl", orders::shear),
    ("shell_goto.cu", |data| sorts_rows::<i32>(data, "rows", 13)),
    ("signed_radix.cl", orders::signed_radix),
    ("string_keys.cu", orders::string_keys),
    ("traits.cu", language::traits),
    ("vector_bitonic.cl", |data| sorts_rows::<i16>(data, "v", 16)),
];

/// Each row of so many elements is in order.
fn sorts_rows<T: Element + Ord>(data: &Data, name: &str, length: usize) {
    let mut rows = data.given::<T>(name);
    rows.chunks_mut(length).for_each(|row| row.sort());
    data.holds(name, &rows);
}

fn bitonic_local(data: &Data) {
    sorts_rows::<i32>(data, "keys", 64);
    // Equal keys may come in any order, but each value still stands beside its key.
    let (keys, values) = (data.given::<i32>("keys"), data.found::<u32>("values"));
    data.holds("keys", &values.iter().map(|value| keys[*value as usize]).collect::<Vec<_>>());
    let mut once = values;
    once.sort();
    assert_eq!(once, data.given::<u32>("values"), "each value is there once");
}

fn counting(data: &Data) {
    let mut bytes = data.given::<u8>("input");
    bytes.chunks_mut(256).for_each(|chunk| chunk.sort());
    data.holds("output", &bytes);
}

fn float_keys(data: &Data) {
    let mut values = data.given::<f32>("values");
    values[5..8].copy_from_slice(&[f32::NEG_INFINITY, -0.0, 0.0]);
    values.sort_by(f32::total_cmp);
    let bits: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
    data.holds("values", &bits);
    let key = |bits: &u32| if bits >> 31 == 1 { !bits } else { bits + (1 << 31) };
    data.holds("keys", &bits.iter().map(key).collect::<Vec<_>>());
}

fn heap_rows(data: &Data) {
    let a = data.given::<u32>("a");
    let mut sorted = a.clone();
    for id in 0..32 {
        let mut row: Vec<u32> = a.iter().skip(id).step_by(32).copied().collect();
        row.sort();
        sorted.iter_mut().skip(id).step_by(32).zip(row).for_each(|(place, value)| *place = value);
    }
    data.holds("a", &sorted);
}

fn insertion(data: &Data) {
    let order = |keys: &[i32]| {
        let mut order: Vec<u8> = (0..10).rev().collect();
        order.sort_by_key(|at| keys[usize::from(*at)]);
        order
    };
    data.holds("order", &data.given::<i32>("keys").chunks(10).flat_map(order).collect::<Vec<_>>());
}

fn merge_path(data: &Data) {
    let mut all = [data.given::<i32>("a"), data.given("b")].concat();
    all.sort();
    data.holds("out", &all);
}

fn odd_even(data: &Data) {
    let mut a = data.given::<f32>("a");
    let mut rounds = 0;
    loop {
        rounds += 1;
        let mut changed = false;
        for begin in [0, 1] {
            for pair in a[begin..].chunks_exact_mut(2) {
                if pair[0] > pair[1] {
                    pair.swap(0, 1);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    data.holds("rounds", &[rounds]);
    assert!(a.is_sorted(), "the rounds sort");
    data.holds("a", &a);
}

fn odd_even_merge(data: &Data) {
    let mut numbers = data.given::<i16>("data");
    numbers.sort_by(|a, b| b.cmp(a));
    data.holds("data", &numbers);
}

fn radix_split(data: &Data) {
    let keys = data.given::<u8>("keys");
    let mut order: Vec<i32> = (0..64).collect();
    order.sort_by_key(|at| keys[*at as usize]);
    data.holds("order", &order);
    data.holds("keys", &order.iter().map(|at| keys[*at as usize]).collect::<Vec<_>>());
}

fn rank_sort(data: &Data) {
    let mut records: Vec<(i32, u32)> = data.given::<i32>("in").into_iter().zip(0..).collect();
    records.sort();
    let words = records.iter().flat_map(|(key, tag)| [*key as u32, *tag]);
    data.holds("out", &words.collect::<Vec<_>>());
}
