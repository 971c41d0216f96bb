//! The kinds of memory by the rules of their sources, through the one contract.

use alloc::vec::Vec;

use super::*;
use crate::mem::dram::{
    map::FieldOrder,
    settings::Settings as Channel,
    standard::{DDR4_2400, Name},
};

/// Four banks of eight-byte words, busy for three cycles.
fn banks() -> Config {
    Config::Banked(banked::Settings { banks: 4, bank_busy: 3, bank_bytes: 8, ..banked::Settings::default() })
}

/// A channel of DDR4 with the clock of the core.
fn dram(channels: u32) -> Config {
    let channel = Channel {
        dram: Name::Ddr4,
        dram_map: FieldOrder::RowBankColumnGroup,
        dram_mhz: 1200,
        ..Channel::default()
    };
    Config::Dram(channels::Config { channel, channels, granule: 64, clock_mhz: 1200 })
}

fn cube() -> Config {
    Config::Vaults(vaults::Settings::default(), 500)
}

fn pieces(config: &Config, address: u64, bytes: u64) -> Vec<(u64, u64)> {
    Main::new(config).pieces(address, bytes).collect()
}

#[test]
fn pieces_end_at_the_borders_of_words_bursts_and_blocks_and_have_all_bytes_between_them() {
    for config in [Config::Ideal, Config::Fixed(7)] {
        assert_eq!(pieces(&config, 60, 200), [(60, 200)]);
    }
    assert_eq!(pieces(&banks(), 8, 8), [(8, 8)]);
    assert_eq!(pieces(&banks(), 7, 10), [(7, 1), (8, 8), (16, 1)]);
    for config in [dram(1), cube()] {
        assert_eq!(pieces(&config, 60, 8), [(60, 4), (64, 4)]);
        assert_eq!(pieces(&config, 128, 64), [(128, 64)]);
        assert_eq!(pieces(&config, 0, 0).len(), 1, "an access of nothing is one all the same");
    }
    // A word of 24 bytes: a line of 64 touches those that have any byte of it.
    let odd = Config::Banked(banked::Settings { bank_bytes: 24, ..banked::Settings::default() });
    assert_eq!(pieces(&odd, 64, 64), [(64, 8), (72, 24), (96, 24), (120, 8)]);
    // At the end of all addresses.
    assert_eq!(pieces(&banks(), u64::MAX - 1, 8), [(u64::MAX - 1, 2)]);
}

#[test]
fn memory_of_a_fixed_latency_takes_everything_and_answers_after_it() {
    for (config, latency) in [(Config::Ideal, 0), (Config::Fixed(7), 7)] {
        let mut main = Main::new(&config);
        let expected = Answer { enters: 5, there: 5 + latency, moved: 12, takes: Takes::Nothing };
        (0..3).for_each(|_| assert_eq!(main.enter(Request::new(0, 12, false), 5), expected));
        assert_eq!((main.counters(), config.host_bytes()), (None, (0, 0)));
    }
}

/// hp_ch4 6.1: a bank takes the next access when its busy time is over, to the edge.
#[test]
fn a_piece_waits_for_its_bank_and_is_over_when_it_has_it() {
    let mut main = Main::new(&banks());
    let mut enter = |address, cycle| main.enter(Request::new(address, 8, false), cycle);
    let taken = |enters, bank| Answer { enters, there: enters, moved: 8, takes: Takes::Bank(bank) };
    assert_eq!([enter(0, 10), enter(8, 10), enter(32, 10)], [taken(10, 0), taken(10, 1), taken(13, 0)]);
    main.catch_up(16);
    assert_eq!(main.enter(Request::new(64, 8, false), 16), taken(16, 0));
    assert_eq!((main.bank(40), main.channels().is_none()), (Some(1), true));
}

#[test]
fn a_piece_of_dram_is_a_whole_burst_of_its_channel() {
    let t = DDR4_2400.timing;
    let first = u64::from(t.rcd + t.cl + t.burst);
    let mut main = Main::new(&dram(2));
    let answers = [0, 64].map(|address| main.enter(Request::new(address, 8, false), 100));
    for (channel, answer) in answers.into_iter().enumerate() {
        assert_eq!((answer.enters, answer.there, answer.moved), (100, 100 + first, 64));
        let Takes::Burst(sent) = answer.takes else { panic!("{answer:?}") };
        assert_eq!(
            (sent.channel as usize, sent.number, sent.end),
            (channel, channel as u64 + 1, answer.there)
        );
    }
    // A write to the open row of the first channel, and the commands of all three.
    let write = main.enter(Request::new(0, 8, true), 200);
    assert_eq!(write.there, 200 + u64::from(t.cwl + t.burst));
    main.catch_up(300);
    let counters = main.counters().expect("channels count");
    assert_eq!((counters.reads, counters.writes, counters.activates), (2, 1, 2));
    assert_eq!((main.commands().count(), main.commands().count()), (5, 0));
}

/// HARP 6.2: 17 cycles of 500 MHz for a read of 64 bytes of an idle vault, to a core that it belongs to.
#[test]
fn a_block_of_a_vault_has_the_time_of_its_commands() {
    let mut main = Main::new(&cube());
    let answer = main.enter(Request::new(0, 64, false), 0);
    // 13.75 ns to open the row, as much to the first data, four bursts of 1.6 ns.
    let picoseconds = 2 * 13_750 + 4 * 1_600;
    assert_eq!((answer.enters, answer.there), (0, u64::div_ceil(picoseconds, 2_000)));
    assert_eq!((answer.moved, answer.takes), (64, Takes::Nothing));
    assert_eq!(main.counters().map(|counters| counters.reads), Some(1));
}

/// What the state of a machine is made of is that of the part behind, so that a machine that had the part alone keeps its digests.
#[test]
fn a_digest_has_the_contents_and_not_the_kind() {
    let digest = |value: &dyn Fn(&mut crate::image::Digest)| {
        let mut digest = crate::image::Digest::default();
        value(&mut digest);
        digest.0
    };
    let Config::Banked(settings) = banks() else { return };
    let alone = digest(&|digest| digest.add(&Banks::new(&settings)));
    assert_eq!(digest(&|digest| digest.add(&Main::new(&banks()))), alone);
    assert_eq!(digest(&|digest| digest.add(&Main::Ideal)), digest(&|_| {}));
}
