use super::*;

fn scheduler(policy: Policy) -> Scheduler {
    Scheduler::new(Config { policy, pool: 2 }, u64::MAX)
}

fn pick(policy: Policy, last: u32, ready: u64, with_instruction: u64, age: &[u32]) -> Option<u32> {
    let mut scheduler = scheduler(policy);
    scheduler.picked(last);
    scheduler.pick(&Seen { ready, with_instruction, live: u64::MAX, stalled: 0, age }).picked
}

#[test]
fn round_robin_goes_round() {
    let ready = Seen { ready: 0b1001, live: 0b1001, ..Seen::default() };
    assert_eq!(scheduler(Policy::Lrr).pick(&ready).picked, Some(0));
    assert_eq!(pick(Policy::Lrr, 0, 0b1001, 0, &[]), Some(3));
    assert_eq!(pick(Policy::Lrr, 3, 0b1001, 0, &[]), Some(0));
    assert_eq!(pick(Policy::Lrr, 3, 0b1000, 0, &[]), Some(3));
    assert_eq!(pick(Policy::Lrr, 63, 1 << 63, 0, &[]), Some(63));
}

#[test]
fn greedy_stays_then_takes_the_oldest() {
    let age = [7, 5, 6, 5];
    assert_eq!(pick(Policy::Gto, 2, 0b1111, 0, &age), Some(2));
    assert_eq!(pick(Policy::Gto, 2, 0b1011, 0, &age), Some(1));
    assert_eq!(pick(Policy::Oldest, 2, 0b1101, 0, &age), Some(3));
    assert_eq!(pick(Policy::Youngest, 2, 0b1011, 0, &age), Some(0));
}

#[test]
fn strict_waits_for_exactly_the_next() {
    assert_eq!(pick(Policy::StrictRr, 0, 0b1000, 0b1010, &[]), None);
    assert_eq!(pick(Policy::StrictRr, 0, 0b0010, 0b1010, &[]), Some(1));
    assert_eq!(pick(Policy::StrictRr, 1, 0b1000, 0b1010, &[]), Some(3));
}

#[test]
fn nothing_ready_is_nothing_picked() {
    for policy in Policy::ALL {
        let seen = Seen { with_instruction: 0b1111, live: 0b1111, age: &[0; 4], ..Seen::default() };
        assert_eq!(scheduler(*policy).pick(&seen), Choice { picked: None, held: 0 });
    }
}

/// Unit 0 has issued two instructions, unit 1 one, unit 2 none.
#[test]
fn w04_w05_fair_takes_the_slowest_and_icount_the_fastest() {
    for (policy, wanted) in [(Policy::Fair, 2), (Policy::Icount, 0)] {
        let mut scheduler = scheduler(policy);
        [0, 0, 1].into_iter().for_each(|unit| scheduler.picked(unit));
        let seen = Seen { ready: 0b111, live: 0b111, age: &[3, 2, 1], ..Seen::default() };
        assert_eq!(scheduler.pick(&seen).picked, Some(wanted));
        // New work in a unit starts from nothing: then the older of two equal ones goes first.
        scheduler.started(0);
        let after = if policy == Policy::Fair { 2 } else { 1 };
        assert_eq!(scheduler.pick(&seen).picked, Some(after));
    }
}

/// A pool of two: units 0 and 1 are in it until one of them waits, then the next one comes in.
#[test]
fn w06_a_stalled_unit_gives_its_place_in_the_pool_away() {
    let mut scheduler = scheduler(Policy::TwoLevel);
    let all = Seen { ready: 0b1111, live: 0b1111, ..Seen::default() };
    assert_eq!(scheduler.pick(&all), Choice { picked: Some(0), held: 0b1100 });
    scheduler.picked(0);
    assert_eq!(scheduler.pick(&all).picked, Some(1), "round robin inside the pool");
    scheduler.picked(1);
    assert_eq!(scheduler.pick(&all).picked, Some(0));
    let stalled = Seen { ready: 0b1110, stalled: 0b0001, ..all };
    assert_eq!(scheduler.pick(&stalled), Choice { picked: Some(2), held: 0b1000 });
    // Unit 0 comes back, but the pool is full: it waits outside.
    assert_eq!(scheduler.pick(&all).held, 0b1001);
    // Unit 1 has ended; in round robin the next after 2 is 3.
    let ended = Seen { ready: 0b1101, live: 0b1101, ..all };
    assert_eq!(scheduler.pick(&ended).held, 0b0001);
    assert_eq!(scheduler.pick(&ended).held, 0b0001, "to look twice changes nothing");
}

/// Groups {0, 1} and {2, 3}: the second one has its turn when nobody of the first can go on, and keeps it.
#[test]
fn w07_the_next_fetch_group_starts_when_all_of_one_wait() {
    let mut scheduler = scheduler(Policy::FetchGroups);
    let all = Seen { ready: 0b1111, live: 0b1111, ..Seen::default() };
    assert_eq!(scheduler.pick(&all), Choice { picked: Some(0), held: 0b1100 });
    assert_eq!(scheduler.pick(&Seen { ready: 0b1110, stalled: 0b0001, ..all }).held, 0b1100);
    // Unit 1 waits for arithmetic, which is short: the group keeps its turn and nothing is picked.
    let short = Seen { ready: 0b1100, stalled: 0b0001, ..all };
    assert_eq!(scheduler.pick(&short), Choice { picked: None, held: 0b1100 });
    let long = Seen { ready: 0b1100, stalled: 0b0011, ..all };
    assert_eq!(scheduler.pick(&long), Choice { picked: Some(2), held: 0 });
    assert_eq!(scheduler.pick(&all), Choice { picked: Some(2), held: 0b0011 });
}

/// A scheduler of every second unit has groups of its own units.
#[test]
fn w07_groups_are_cut_from_the_units_of_the_scheduler() {
    let config = Config { policy: Policy::FetchGroups, pool: 2 };
    let mut scheduler = Scheduler::new(config, 0b1010_1010);
    let seen = Seen { ready: 0b1010_1010, live: 0b1010_1010, ..Seen::default() };
    assert_eq!(scheduler.pick(&seen).held, 0b1010_0000);
}
