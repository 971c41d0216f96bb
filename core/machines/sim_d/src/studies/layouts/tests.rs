//! Layouts against the facts of simd 6.7 and the table of simd 8.6.

use super::{
    ways::{Cost, DataLayout, Edge, Sizes},
    *,
};
use crate::dram::{bounds::OVERHEAD, shapes::Filter};

fn sizes(group: [u64; 2], picture: [u64; 2]) -> Sizes {
    Sizes { picture, group, fields: 4, used: 1, filter: Filter::square(3, 1), padding: 32 }
}

fn costs(ways: &[DataLayout]) -> Vec<(&str, Cost)> {
    let cost =
        |way: &DataLayout| way.asks.cost(&Settings::default()).unwrap_or_else(|error| panic!("{error:?}"));
    ways.iter().map(|way| (way.id.as_str(), cost(way))).collect()
}

fn of(costs: &[(&str, Cost)], id: &str) -> Cost {
    costs.iter().find(|(known, _)| *known == id).unwrap_or_else(|| panic!("{id}")).1
}

/// simd 6.7: of structures of four words, 16 work-items touch four bursts for one word of each, or five if they begin within one; of
/// arrays one burst that is aligned, or two.
#[test]
fn sd_106_simd_6_7_structures_and_arrays_of_16_work_items() {
    let ways = sizes([16, 1], [1024, 768]).elements();
    let costs = costs(&ways);
    assert_eq!(of(&costs, "arrays_at_bursts").bursts, [1, 1]);
    assert_eq!(of(&costs, "arrays").bursts, [1, 2]);
    assert_eq!(of(&costs, "blocks").bursts, [1, 1]);
    assert_eq!(of(&costs, "structures").bursts, [4, 5]);
    assert_eq!(of(&costs, "indexes").bursts, [16, 16]);
    assert_eq!(ways[0].wanted, 16);
}

/// simd 6.7: a filter of 2 x 2 with pitch 2 that is read place by place moves two words for each that it wants; as a tile it wants all.
#[test]
fn sd_106_simd_6_7_a_pitch_of_two_wastes_every_second_word() {
    let filter = Filter::square(2, 2);
    let ways = Sizes { filter, ..sizes([1024, 1], [4096, 64]) }.filters();
    let way = |id: &str| ways.iter().find(|way| way.id == id).unwrap_or_else(|| panic!("{id}"));
    let places = way("pitch_2_positions");
    // Four requests of 2,047 words each for 1,024 of them.
    assert_eq!((places.asks.moved(), places.wanted), (4 * 2047, 4 * 1024));
    let tile = way("pitch_2_tile");
    assert_eq!((tile.asks.moved(), tile.wanted), (2048 * 2, 2048 * 2));
    let costs = costs(&ways);
    assert!(of(&costs, "pitch_2_tile").delay[1] < of(&costs, "pitch_2_positions").delay[0]);
}

/// simd 8.6, 9.12: the tile of 128 x 8 groups under a filter of 3 x 3 in rows of 1,026 words takes 418 to 456 cycles and at most 93
/// bursts; by indexes that conflict 1,024 words take 75,776 cycles and the front end.
#[test]
fn sd_106_simd_8_6_tiles_and_indexes() {
    let filters = sizes([128, 8], [1026, 770]).filters();
    let tile = of(&costs(&filters), "pitch_1_tile");
    assert_eq!(tile.delay[1], 456);
    assert!((418..=425).contains(&tile.delay[0]) && tile.bursts[1] == 92, "{tile:?}");
    let elements = sizes([128, 8], [1024, 768]).elements();
    assert_eq!(of(&costs(&elements), "indexes").delay, [75_776 + OVERHEAD; 2]);
}

/// simd 7.1: rows 32 words apart put all their bursts in one bank group, rows 31 or 33 apart do not.
#[test]
fn sd_106_simd_7_1_padding_decides_about_bank_groups() {
    let narrow = Sizes { filter: Filter::square(1, 1), ..sizes([8, 16], [24, 64]) };
    let padded = narrow.padded();
    let costs = costs(&padded);
    let delay = |padding: &str| of(&costs, padding).delay[0];
    assert!(delay("padding_8") > delay("padding_7"), "{costs:?}");
    assert!(delay("padding_8") > delay("padding_9"), "{costs:?}");
}

/// A filter of 7 x 7 over 224 x 224 leaves 218 x 218 results in 49 groups of 32 x 32, whose whole tile has 38 x 38 words (simd 8.1). One
/// of 3 x 3 over 64 x 64 in groups of 32 x 32: with a border tiles of 34 x 34 in 66 x 66 words, without one all four tiles are cut to
/// 33 x 33.
#[test]
fn sd_106_edges_of_a_filter() {
    let seven = Sizes { filter: Filter::square(7, 1), ..sizes([32, 32], [224, 224]) };
    let trimmed = seven.swept(Edge::Trimmed);
    assert_eq!((trimmed.results, trimmed.groups, trimmed.cut), ([218, 218], 49, 49 - 36));
    // Six tiles of 38 and one of 26 + 6 in each direction.
    assert_eq!((trimmed.words, trimmed.stored), ((6 * 38 + 32) * (6 * 38 + 32), 224 * 224));
    let three = sizes([32, 32], [64, 64]);
    let stored = three.swept(Edge::Stored);
    assert_eq!((stored.groups, stored.cut, stored.words, stored.stored), (4, 0, 4 * 34 * 34, 66 * 66));
    let cut = three.swept(Edge::Cut);
    assert_eq!((cut.groups, cut.cut, cut.words, cut.stored), (4, 4, 4 * 33 * 33, 64 * 64));
}

/// The study in slices has the numbers of its ways, and says what is wrong with its inputs.
#[test]
fn sd_106_layouts_that_a_person_describes() {
    let asked = |pairs: &[(&str, &str)]| Asked {
        inputs: pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        ..Asked::default()
    };
    let usual: Vec<(&str, &str)> = SIZES.iter().map(|input| (&*input.name, &*input.usual)).collect();
    let sizes = Sizes::read(&asked(&usual)).unwrap_or_else(|error| panic!("{error:?}"));
    let mut study = Layouts::new(sizes, &Settings::default());
    let mut slices = 0;
    while {
        let steps = study.advance(10_000).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(!study.figure().is_empty());
        slices += 1;
        steps.done < steps.all
    } {}
    assert!(slices > 3, "{slices}");
    let numbers = study.numbers();
    let number = |name: &str| numbers.iter().find(|(known, _)| known == name).map(|(_, number)| *number);
    // 1,024 words in 64 bursts in each of eight rows of 128.
    assert_eq!(number("arrays_at_bursts_bursts"), Some(64.0));
    assert_eq!(number("structures_bursts"), Some(4.0 * 64.0 + 8.0));
    for wrong in [[("width", "48")], [("columns", "0")], [("filter", "65")], [("rows", "x")], [("used", "5")]]
    {
        let given: Vec<(&str, &str)> =
            usual.iter().filter(|(name, _)| *name != wrong[0].0).copied().chain(wrong).collect();
        assert!(Sizes::read(&asked(&given)).is_err(), "{wrong:?}");
    }
}
