//! Streams of requests that keep a channel busy: for measurements of bandwidth, and of how fast the model itself is.

use super::{
    Issued,
    controller::{Burst, Config, Controller},
};
use crate::{base::rng::Rng, choice};

choice! {
    /// The addresses of a stream.
    pub enum Pattern {
        /// One burst after another.
        Linear = "linear",
        /// Bursts anywhere in the channel.
        Random = "random",
    }
}

/// A stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Its addresses.
    pub pattern: Pattern,
    /// Number of requests.
    pub requests: u32,
    /// One request in so many is a write; 0 for none.
    pub write_every: u32,
    /// For random addresses.
    pub seed: u64,
    /// Step through every cycle, instead of jumping to the next event. Nothing but the speed changes.
    pub every_cycle: bool,
}

/// Plays a stream as fast as the channel takes it, tells each command, and returns the cycle in which all is over.
pub fn traffic(config: Config, stream: Stream, mut tell: impl FnMut(Issued)) -> u64 {
    let mut controller = Controller::new(config);
    let organization = config.standard.organization;
    let bursts = organization.bytes() / u64::from(organization.burst_bytes);
    let mut rng = Rng::new(stream.seed);
    let mut request = |number: u32| Burst {
        id: number,
        request: 0,
        address: u64::from(organization.burst_bytes)
            * match stream.pattern {
                Pattern::Linear => u64::from(number) % bursts,
                Pattern::Random => rng.below(bursts),
            },
        write: stream.write_every != 0 && number.is_multiple_of(stream.write_every),
    };
    let (mut now, mut sent) = (0, 0);
    let mut next = request(0);
    loop {
        controller.run(now, &mut tell);
        while controller.collect(now).is_some() {}
        while sent < stream.requests && controller.can_push(next.write) {
            controller.push(now, next);
            sent += 1;
            next = request(sent);
        }
        if sent == stream.requests && controller.is_idle() {
            return now;
        }
        // The command of this cycle makes room in the next one.
        controller.run(now + 1, &mut tell);
        let jump = !stream.every_cycle && !controller.is_idle();
        now = if jump { controller.next_event().max(now + 1) } else { now + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::dram::{
        checker::violations,
        controller::{Page, Policy},
        map::{FieldOrder, Map},
        standard::{DDR4_2400, GDDR5, LPDDR3_1866, Organization, Standard},
    };
    use alloc::{string::String, vec::Vec};

    fn config(standard: Standard, order: FieldOrder) -> Config {
        let map = Map { order, hash: false };
        let (policy, page) = (Policy::FrFcfs, Page::Open);
        Config { standard, map, policy, page, reads: 64, writes: 64, drain_high: 48, drain_low: 16 }
    }

    fn stream(pattern: Pattern, requests: u32) -> Stream {
        Stream { pattern, requests, write_every: 0, seed: 1, every_cycle: false }
    }

    fn ratio(cycles: u64, bound: f64) -> f64 {
        cycles as f64 / bound
    }

    /// A refresh takes the channel away for tRFC in every tREFI.
    fn refresh_factor(standard: &Standard) -> f64 {
        let t = &standard.timing;
        if t.refi == 0 { 1.0 } else { 1.0 / (1.0 - f64::from(t.rfc) / f64::from(t.refi)) }
    }

    #[test]
    fn random_reads_are_bound_by_the_activate_window() {
        let cycles =
            traffic(config(DDR4_2400, FieldOrder::RowBankColumn), stream(Pattern::Random, 200_000), |_| {});
        let bound = 200_000.0 * f64::from(DDR4_2400.timing.faw) / 4.0 * refresh_factor(&DDR4_2400);
        let ratio = ratio(cycles, bound);
        assert!((0.99..=1.01).contains(&ratio), "{cycles} cycles, {ratio} of the bound");
    }

    #[test]
    fn linear_reads_are_bound_by_the_bus_of_their_bank_groups() {
        let requests = 200_000;
        let one_group = Organization { groups: 1, banks: 16, ..DDR4_2400.organization };
        let one_group = Standard { organization: one_group, ..DDR4_2400 };
        let one_gddr5 = Organization { groups: 1, banks: 16, ..GDDR5.organization };
        let one_gddr5 = Standard { organization: one_gddr5, ..GDDR5 };
        for (standard, order, spacing) in [
            (one_group, FieldOrder::RowBankColumn, DDR4_2400.timing.ccd_l),
            (one_group, FieldOrder::RowColumnBank, DDR4_2400.timing.ccd_l),
            (DDR4_2400, FieldOrder::RowBankColumnGroup, DDR4_2400.timing.ccd_s),
            (DDR4_2400, FieldOrder::RowColumnBank, DDR4_2400.timing.ccd_s),
            (one_gddr5, FieldOrder::RowBankColumn, GDDR5.timing.ccd_l),
            (GDDR5, FieldOrder::RowBankColumnGroup, GDDR5.timing.ccd_s),
            (DDR4_2400, FieldOrder::RowBankColumnGroupLine, DDR4_2400.timing.ccd_s),
            (GDDR5, FieldOrder::RowBankColumnGroupLine, GDDR5.timing.ccd_s),
        ] {
            for refresh in [true, false] {
                let mut standard = standard;
                if !refresh {
                    standard.timing.refi = 0;
                }
                let cycles = traffic(config(standard, order), stream(Pattern::Linear, requests), |_| {});
                let bound = f64::from(requests) * f64::from(spacing) * refresh_factor(&standard);
                let ratio = ratio(cycles, bound);
                assert!((1.0..=1.02).contains(&ratio), "{order:?}: {cycles} cycles, {ratio} of the bound");
            }
        }
    }

    /// Rows of one bank group follow each other, so only where a row of another group comes does looking ahead save a
    /// few cycles of the long spacing.
    #[test]
    fn linear_reads_of_one_bank_at_a_time_keep_the_long_spacing() {
        let config = Config { reads: 16, ..config(DDR4_2400, FieldOrder::RowBankColumn) };
        let cycles = traffic(config, stream(Pattern::Linear, 200_000), |_| {});
        let bound = 200_000.0 * f64::from(DDR4_2400.timing.ccd_l) * refresh_factor(&DDR4_2400);
        let ratio = ratio(cycles, bound);
        assert!((0.98..=1.02).contains(&ratio), "{cycles} cycles, {ratio} of the bound");
    }

    /// Every policy, on both standards and all orders, with reads and writes: no rule is broken, and jumping over idle
    /// cycles gives the same log as stepping through them.
    #[test]
    fn logs_are_correct_and_do_not_depend_on_stepping() {
        let two_ranks = Organization { ranks: 2, ..DDR4_2400.organization };
        for standard in [DDR4_2400, GDDR5, LPDDR3_1866, Standard { organization: two_ranks, ..DDR4_2400 }] {
            for (case, &order) in FieldOrder::ALL.iter().enumerate() {
                for (&policy, &page) in
                    Policy::ALL.iter().zip(Page::ALL).chain([(&Policy::FrFcfs, &Page::Closed)])
                {
                    let config = Config { policy, page, ..config(standard, order) };
                    let pattern = Pattern::ALL[case % 2];
                    let stream = Stream { write_every: 3, ..stream(pattern, 3000) };
                    let mut log = Vec::new();
                    let end = traffic(config, stream, |issued| log.push(issued));
                    assert_eq!(
                        violations(&standard, &log),
                        Vec::<String>::new(),
                        "{order:?} {policy:?} {page:?}"
                    );
                    let mut stepped = Vec::new();
                    let stream = Stream { every_cycle: true, ..stream };
                    assert_eq!(traffic(config, stream, |issued| stepped.push(issued)), end);
                    assert!(log == stepped, "{order:?} {policy:?} {page:?}");
                }
            }
        }
    }
}
