use super::*;

const SIZES: locality::Config =
    locality::Config { units: 4, lines: 8, line: 128, tags: 16, ways: 8, base: 100, factor: 8 };

fn took(place: u32, line: u64, evicted: Option<u64>) -> Taken {
    Taken { place, line: line * 128, evicted: evicted.map(|line| line * 128) }
}

/// The oldest two of four; one at a barrier lets the third go on.
#[test]
fn w09_only_the_oldest_may_issue() {
    let throttle = Throttle::new(Config { kind: ThrottleKind::Limit, limit: 2, locality: SIZES });
    let seen = Seen { live: 0b1111, age: &[4, 1, 2, 3], ..Seen::default() };
    assert_eq!(throttle.held(0, &seen), 0b1001);
    assert_eq!(throttle.held(0, &Seen { barrier: 0b0010, ..seen }) & !0b0010, 0b0001);
    assert_eq!(throttle.held(0, &Seen { live: 0b1001, ..seen }), 0);
}

/// By the equation: one hit after 20 instructions of four units is 1 x 8 x 400 / 20 = 160 above 100.
#[test]
fn w08_lost_locality_raises_the_score_and_time_lowers_it() {
    let mut locality = Locality::new(SIZES);
    (0..20).for_each(|_| locality.picked());
    locality.missed(10, 0, took(3, 7, None), 0b1111);
    assert_eq!(locality.score(10, 0), 100, "a first miss has lost nothing");
    // Unit 1 takes the place of unit 0's line; unit 0 misses it again.
    locality.missed(11, 1, took(3, 9, Some(7)), 0b1111);
    assert_eq!((locality.score(11, 0), locality.score(11, 1)), (100, 100));
    locality.missed(12, 0, took(4, 7, None), 0b1111);
    assert_eq!((locality.score(12, 0), locality.score(13, 0)), (260, 259));
    assert_eq!((locality.score(171, 0), locality.score(172, 0), locality.score(999, 0)), (101, 100, 100));
}

/// Cutoff 400: 260 + 100 fit, the next two reach over it. One below the edge all fit again.
#[test]
fn w08_units_above_the_cutoff_may_not_load() {
    let mut locality = Locality::new(SIZES);
    (0..20).for_each(|_| locality.picked());
    locality.missed(0, 2, took(0, 7, None), 0b1111);
    locality.missed(0, 1, took(0, 9, Some(7)), 0b1111);
    locality.missed(0, 2, took(1, 7, None), 0b1111);
    assert_eq!(locality.held(0, 0b1111), 0b1010, "stack: 2, 0, then 1 and 3");
    // At 200 the stack of 2, 0 and 1 is exactly 400.
    assert_eq!((locality.held(59, 0b1111), locality.held(60, 0b1111)), (0b1010, 0b1000));
    assert_eq!((locality.held(159, 0b1111), locality.held(160, 0b1111)), (0b1000, 0));
    let throttle = Throttle::Ccws(Box::new(locality));
    let seen = Seen { live: 0b1111, loads: 0b0010, ..Seen::default() };
    assert_eq!(throttle.held(0, &seen), 0b0010, "only loads are held back");
}

/// Nobody is held back before a score is raised and after the last one has fallen, whatever the order of the misses was.
#[test]
fn w08_who_asks_when_nothing_is_raised_gets_all() {
    let mut locality = Locality::new(SIZES);
    assert!(!locality.is_raised(0));
    (0..20).for_each(|_| locality.picked());
    locality.missed(0, 2, took(0, 7, None), 0b1111);
    locality.missed(0, 1, took(0, 9, Some(7)), 0b1111);
    locality.missed(10, 2, took(1, 7, None), 0b1111);
    // A lower score that is raised later falls earlier.
    (0..980).for_each(|_| locality.picked());
    locality.missed(11, 3, took(2, 5, None), 0b1111);
    locality.missed(11, 1, took(2, 6, Some(5)), 0b1111);
    locality.missed(12, 3, took(3, 5, None), 0b1111);
    assert_eq!((locality.score(12, 2), locality.score(12, 3)), (258, 106));
    assert_eq!((locality.is_raised(169), locality.is_raised(170)), (true, false));
    assert_eq!((locality.held(169, 0b1111), locality.held(170, 0b1111)), (0b1000, 0));
    let throttle = Throttle::Ccws(Box::new(locality));
    assert_eq!((throttle.asks_for_loads(169), throttle.asks_for_loads(170)), (true, false));
}

/// Eight ways of one set: the ninth victim of the set pushes the first one out.
#[test]
fn w08_victim_tags_are_few() {
    let hit_after = |others: u64| {
        let mut locality = Locality::new(SIZES);
        locality.picked();
        for line in 0..=others {
            // Lines of even numbers share a set of the two.
            locality.missed(0, 0, took(0, 2 * line, (line > 0).then(|| 2 * (line - 1))), 1);
        }
        locality.missed(0, 0, took(1, 0, None), 1);
        locality.score(0, 0) > 100
    };
    assert!(hit_after(8));
    assert!(!hit_after(9));
}
