//! The controller against measurements of its author's simulator (facts 17.3), and against the checker of DRAM commands.

use alloc::{format, string::String, vec::Vec};

mod bounds;
mod examples;

use super::{
    measure::measure,
    request::{Feed, Request, Stride, Transfer},
    settings::{DramPart, Settings},
};
use crate::{machines::settings::Setting, mem::dram::Command};

const ROWS: &str = include_str!("../../../../../../../tests/oracles/sim_d/dram.txt");
const TIMELINES: &str = include_str!("../../../../../../../tests/oracles/sim_d/dram_commands.txt");

pub fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

fn index(formula: &str, count: u64) -> Vec<Option<u32>> {
    let mut state: u64 = 1;
    let mut random = |modulus: u64| {
        state = (1_103_515_245 * state + 12_345) % (1 << 31);
        state / 256 % modulus
    };
    let of = |i: u64| match formula {
        "i (identity)" => i,
        "all zero" => 0,
        "16*i" => 16 * i,
        "32*i" => 32 * i,
        "4096*i" => 4096 * i,
        "16384*i" => 16384 * i,
        "(i mod 8)*4096" => i % 8 * 4096,
        "(i mod 4)*4096 + (i mod 2)*16" => i % 4 * 4096 + i % 2 * 16,
        "(i mod 2)*16384" => i % 2 * 16384,
        "n-1-i" => count - 1 - i,
        other => random(number(other.strip_prefix("LCG mod ").unwrap())),
    };
    (0..count).map(of).map(|index| Some(index as u32)).collect()
}

pub fn request(text: &str) -> Request {
    if let Some((head, count)) = text.split_once(", n=") {
        let (direction, formula) = head.split_once(' ').unwrap();
        let indexes = index(formula, number(count));
        let transfer = Transfer::Indexed { base: 0, indexes, feed: Feed::AtOnce };
        return Request { tag: 1, write: direction == "W", transfer };
    }
    let fields: Vec<&str> = text.split('/').collect();
    let [address, words, period, periods] = [0, 1, 2, 3].map(|at| number(fields[at]));
    let stride = Stride { address, words, period, periods };
    Request { tag: 1, write: fields[4] == "W", transfer: Transfer::Stride(stride) }
}

fn requests(text: &str) -> Vec<Request> {
    text.split(';').map(request).collect()
}

pub fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The rows of the measurements whose result differs from ours by what a test is interested in: row, theirs, ours; each result
/// as least-issue delay, last data, commands of each kind, bytes.
fn differing(interest: fn(&[u64]) -> &[u64]) -> Vec<(&'static str, Vec<u64>, Vec<u64>)> {
    let mut found = Vec::new();
    for row in rows(ROWS) {
        let fields: Vec<&str> = row.split(" | ").collect();
        let settings = Settings { part: DramPart::read(fields[0]).unwrap(), ..Settings::default() };
        let measured = measure(&requests(fields[1]), &settings).unwrap();
        let [cas, act, pre, refresh] = measured.counts;
        let ours = [measured.lid, measured.lda, cas, act, pre, refresh, measured.bytes].to_vec();
        let theirs: Vec<u64> = fields[2].split(' ').map(number).collect();
        assert_eq!(theirs.len(), ours.len(), "{row}");
        if interest(&theirs) != interest(&ours) {
            found.push((fields[1], theirs, ours));
        }
    }
    found
}

/// Facts 17.3: least-issue delay, last data, commands of each kind.
#[test]
fn every_measured_request_takes_the_measured_time() {
    assert_eq!(rows(ROWS).count(), 906);
    assert_eq!(differing(|result| &result[..6]), []);
}

/// Facts 17.3: of 906 requests four move a word or two less than their rectangle has. All have a period below a burst's words and
/// begin at the last word of a burst; their times and commands agree.
#[test]
fn d003_four_requests_of_short_periods_move_all_their_words() {
    let differ = differing(|result| &result[6..]);
    assert_eq!(differ.len(), 4);
    for (text, theirs, ours) in differ {
        let Transfer::Stride(Stride { address, words, period, periods }) = request(text).transfer else {
            panic!("{text}")
        };
        assert!(address == 0x3c && period < 16 && words < period, "{text}");
        assert_eq!(ours[6], 4 * words * periods, "{text}");
        assert!((1..=2).contains(&((ours[6] - theirs[6]) / 4)), "{text}");
    }
}

/// Facts 17.3: the command of each edge.
#[test]
fn every_measured_timeline_has_the_same_commands() {
    for row in rows(TIMELINES) {
        let (text, expected) = row.split_once(" | ").unwrap();
        let measured = measure(&requests(text), &Settings::default()).unwrap();
        let ours: Vec<String> = measured
            .commands
            .iter()
            .map(|sent| {
                let name = match sent.command {
                    Command::Activate => "ACT",
                    Command::Precharge => "PRE",
                    Command::Read => "RD",
                    Command::Write => "WR",
                    Command::Refresh => "REF",
                };
                let closing = if sent.closing { "A" } else { "" };
                let column = if matches!(sent.command, Command::Read | Command::Write | Command::Activate) {
                    8 * sent.column
                } else {
                    0
                };
                let row = if sent.command == Command::Precharge { 0 } else { sent.row };
                format!("{}:{name}{closing}b{}r{row}c{column}", sent.edge, sent.bank)
            })
            .collect();
        assert_eq!(ours.join(" "), expected, "{text}");
    }
}
