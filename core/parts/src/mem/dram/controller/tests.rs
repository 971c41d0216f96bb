//! Command times against worked examples and edges.

use alloc::vec::Vec;

use super::*;
use crate::base::rng::Rng;
use crate::mem::dram::{
    checker::violations,
    map::FieldOrder,
    standard::{DDR4_2400, GDDR5, Organization, Timing},
};
use Command::{Activate, Precharge, Read, Refresh, Write};

fn config(standard: Standard, policy: Policy) -> Config {
    let map = Map { order: FieldOrder::RowBankColumn, hash: false };
    Config { standard, map, policy, page: Page::Open, reads: 32, writes: 32, drain_high: 28, drain_low: 8 }
}

/// An address in a bank and row, by the order that the tests use.
fn address(organization: &Organization, bank: u32, row: u32) -> u64 {
    let number = u64::from(row) * u64::from(organization.total_banks()) + u64::from(bank);
    number * u64::from(organization.bursts) * u64::from(organization.burst_bytes)
}

/// Sends requests (bank, row, write) that arrive together and runs until `until`.
fn played(config: Config, requests: &[(u32, u32, bool)], until: u64) -> (Vec<Issued>, Vec<(u64, u32)>) {
    let mut controller = Controller::new(config);
    for (id, &(bank, row, write)) in requests.iter().enumerate() {
        let address = address(&config.standard.organization, bank, row);
        assert!(controller.push(0, Burst { id: id as u32, address, write, request: 0 }));
    }
    let (mut log, mut done) = (Vec::new(), Vec::new());
    for now in 0..until {
        controller.run(now, |issued| log.push(issued));
        while let Some(id) = controller.collect(now) {
            done.push((now, id));
        }
    }
    assert_eq!(violations(&config.standard, &log), Vec::<alloc::string::String>::new());
    (log, done)
}

fn short(log: &[Issued]) -> Vec<(u64, Command, u16, u32)> {
    log.iter().map(|issued| (issued.cycle, issued.command, issued.bank, issued.row)).collect()
}

const WE23: [(u32, u32, bool); 4] = [(0, 1, false), (0, 2, false), (0, 1, false), (1, 5, false)];

/// The worked example has two cycles between accesses of one bank group, as an earlier table had it.
fn we23_table() -> Standard {
    Standard { timing: Timing { ccd_l: 2, ..GDDR5.timing }, ..GDDR5 }
}

#[test]
fn we23_dram_fr_fcfs() {
    let (log, done) = played(config(we23_table(), Policy::FrFcfs), &WE23, 200);
    assert_eq!(
        short(&log),
        [
            (0, Activate, 0, 1),
            (6, Activate, 1, 5),
            (12, Read, 0, 1),
            (14, Read, 0, 1),
            (18, Read, 1, 5),
            (28, Precharge, 0, 1),
            (40, Activate, 0, 2),
            (52, Read, 0, 2),
        ]
    );
    // The last data is on the bus in cycle 65.
    assert_eq!(done, [(26, 0), (28, 2), (32, 3), (66, 1)]);
}

#[test]
fn we23_dram_fcfs() {
    let (log, done) = played(config(GDDR5, Policy::Fcfs), &WE23, 200);
    assert_eq!(
        short(&log),
        [
            (0, Activate, 0, 1),
            (12, Read, 0, 1),
            (28, Precharge, 0, 1),
            (40, Activate, 0, 2),
            (52, Read, 0, 2),
            (68, Precharge, 0, 2),
            (80, Activate, 0, 1),
            (92, Read, 0, 1),
            (93, Activate, 1, 5),
            (105, Read, 1, 5),
        ]
    );
    assert_eq!(done.last(), Some(&(119, 3)), "the last data is on the bus in cycle 118");
}

/// By the corrected table the second access to the open row is a cycle later; nothing else moves.
#[test]
fn d001_we23_with_the_spacing_of_one_bank_group() {
    let (log, done) = played(config(GDDR5, Policy::FrFcfs), &WE23, 200);
    assert_eq!(short(&log)[3], (15, Read, 0, 1));
    assert_eq!(done, [(26, 0), (29, 2), (32, 3), (66, 1)]);
}

/// A row that was opened for a read is not closed unused when writes are let through: the read goes first.
#[test]
fn a_row_serves_who_it_was_opened_for_before_it_is_closed() {
    for policy in [Policy::FrFcfs, Policy::Fcfs] {
        let few = Config { drain_high: 2, drain_low: 0, ..config(DDR4_2400, policy) };
        let mut controller = Controller::new(few);
        let burst = |id, row, write| {
            let address = address(&DDR4_2400.organization, 0, row);
            Burst { id, address, write, request: 0 }
        };
        let mut log = Vec::new();
        assert!(controller.push(0, burst(0, 1, false)));
        controller.run(1, |issued| log.push(issued));
        // The row is open, its read has to wait for tRCD. Now the writes turn the direction.
        assert!(controller.push(1, burst(1, 2, true)) && controller.push(1, burst(2, 2, true)));
        controller.run(500, |issued| log.push(issued));
        let commands: Vec<_> = log.iter().map(|issued| (issued.command, issued.row)).collect();
        let expected = [(Activate, 1), (Read, 1), (Precharge, 1), (Activate, 2), (Write, 2), (Write, 2)];
        assert_eq!(commands, expected, "{policy:?}");
        assert_eq!(violations(&DDR4_2400, &log), Vec::<alloc::string::String>::new());
    }
}

/// Random reads and writes, linear ones between them: every row that is opened is used before it is closed.
#[test]
fn no_row_is_opened_for_nothing() {
    for (policy, page) in
        Policy::ALL.iter().flat_map(|policy| Page::ALL.iter().map(move |page| (*policy, *page)))
    {
        let config = Config { page, ..config(GDDR5, policy) };
        let mut controller = Controller::new(config);
        let (mut rng, mut log, mut now) = (Rng::new(5), Vec::new(), 0);
        for id in 0..20_000 {
            let address = rng.below(1 << 22) & !31;
            let burst = Burst { id, address, write: rng.below(3) == 0, request: 0 };
            while !controller.can_push(burst.write) {
                now += 1;
                controller.run(now, |issued| log.push(issued));
                while controller.collect(now).is_some() {}
            }
            assert!(controller.push(now, burst));
        }
        controller.run(now + 100_000, |issued| log.push(issued));
        assert!(controller.reads.is_empty() && controller.writes.is_empty());
        let mut used = alloc::vec![true; GDDR5.organization.total_banks() as usize];
        let unused = log.iter().filter(|issued| {
            let used = &mut used[usize::from(issued.bank)];
            match issued.command {
                Activate => *used = false,
                Read | Write => *used = true,
                Precharge => return !*used,
                Refresh => {}
            }
            false
        });
        assert_eq!(unused.count(), 0, "{policy:?} {page:?}");
        assert_eq!(violations(&GDDR5, &log), Vec::<alloc::string::String>::new());
    }
}

#[test]
fn closed_pages_are_precharged_when_nobody_waits_for_them() {
    let closed = Config { page: Page::Closed, ..config(DDR4_2400, Policy::FrFcfs) };
    let (log, _) = played(closed, &[(0, 1, false), (0, 1, false)], 200);
    assert_eq!(short(&log), [(0, Activate, 0, 1), (16, Read, 0, 1), (22, Read, 0, 1), (39, Precharge, 0, 1)]);
}

#[test]
fn writes_wait_for_the_high_mark_and_stop_at_the_low_one() {
    let config = Config { drain_high: 4, drain_low: 2, ..config(DDR4_2400, Policy::FrFcfs) };
    let read = (0, 1, false);
    let write = (0, 1, true);
    let order = |requests: &[(u32, u32, bool)]| {
        let (log, _) = played(config, requests, 500);
        let column = |issued: &&Issued| matches!(issued.command, Read | Write);
        log.iter().filter(column).map(|issued| issued.command).collect::<Vec<_>>()
    };
    assert_eq!(order(&[write, write, write, read, read]), [Read, Read, Write, Write, Write]);
    assert_eq!(order(&[write, write, write, write, read, read]), [Write, Write, Read, Read, Write, Write]);
}

#[test]
fn a_refresh_comes_every_interval_also_when_idle() {
    let mut controller = Controller::new(config(DDR4_2400, Policy::FrFcfs));
    let mut log = Vec::new();
    controller.run(3 * 9360 + 1, |issued| log.push(issued));
    assert_eq!(short(&log), [1, 2, 3].map(|i| (i * 9360, Refresh, 0, 0)));
}

#[test]
fn a_due_refresh_serves_what_was_there_and_makes_the_rest_wait() {
    let mut controller = Controller::new(config(DDR4_2400, Policy::FrFcfs));
    let organization = DDR4_2400.organization;
    let mut log = Vec::new();
    let burst = |id, row| Burst { id, address: address(&organization, 0, row), write: false, request: 0 };
    controller.run(9340, |_| {});
    assert!(controller.push(9340, burst(0, 7)) && controller.push(9340, burst(1, 7)));
    controller.run(9361, |issued| log.push(issued));
    assert!(controller.push(9361, burst(2, 7)));
    controller.run(10_000, |issued| log.push(issued));
    assert_eq!(
        short(&log),
        [
            (9340, Activate, 0, 7),
            (9356, Read, 0, 7),
            (9362, Read, 0, 7),
            (9379, Precharge, 0, 7),
            (9395, Refresh, 0, 0),
            (9815, Activate, 0, 7),
            (9831, Read, 0, 7),
        ]
    );
}

#[test]
fn queues_are_bounded() {
    let small = Config { reads: 2, writes: 1, ..config(DDR4_2400, Policy::FrFcfs) };
    let mut controller = Controller::new(small);
    let burst = |write| Burst { id: 0, address: 0, write, request: 0 };
    let taken = [false, false, false, true, true].map(|write| controller.push(0, burst(write)));
    assert_eq!(taken, [true, true, false, true, false]);
    assert_eq!((controller.counters.refused, controller.occupancy()), (2, (2, 1)));
}

#[test]
fn the_state_does_not_depend_on_how_often_it_is_run() {
    let config = config(DDR4_2400, Policy::FrFcfs);
    let (mut once, mut often) = (Controller::new(config), Controller::new(config));
    let burst = Burst { id: 0, address: 0, write: false, request: 0 };
    assert!(once.push(0, burst) && often.push(0, burst));
    // All is over in cycle 36; the next refresh is due in cycle 9360.
    (0..9300).for_each(|now| often.run(now, |_| {}));
    once.run(40, |_| {});
    assert_eq!(alloc::format!("{once:?}"), alloc::format!("{often:?}"));
}

/// Who skips to the next event misses nothing: neither a command nor data, nor a refresh while nobody asks for anything.
#[test]
fn nothing_happens_before_the_next_event() {
    for (standard, refreshes) in [(GDDR5, false), (DDR4_2400, true)] {
        let mut controller = Controller::new(config(standard, Policy::FrFcfs));
        let mut rng = Rng::new(5);
        let mut now = 0;
        for round in 0..3000 {
            let next = controller.next_event().max(now).min(now + 20_000);
            let mut early = 0;
            controller.run(next, |_| early += 1);
            let data = next.checked_sub(1).and_then(|before| controller.collect(before));
            assert_eq!((early, data), (0, None), "round {round}: something before {next}");
            controller.run(next + 1, |_| {});
            while controller.collect(next).is_some() {}
            now = next + 1;
            if rng.below(4) == 0 {
                let place = address(&standard.organization, rng.below(16) as u32, rng.below(3) as u32);
                let burst = Burst { id: round, address: place, write: rng.below(3) == 0, request: 0 };
                controller.push(now, burst);
            }
        }
        assert!(controller.counters.reads > 100 && controller.counters.writes > 50);
        assert_eq!(controller.counters.refreshes > 0, refreshes);
    }
}
