//! How the size of a request decides what it costs: the useful part of the data bus (simd 7.2, 8.6), and which way of indexed transfers
//! is faster for a buffer (simd 7.5). Closed equations only: nothing is run.

use alloc::{string::String, vec::Vec};

use lanescope_parts::{
    base::num::plane::power,
    figure::{
        About, Figure, Form, Ink, Panel, Plot,
        legend::{Entry, Swatch},
        number::grouped,
        plot::{Axis, Rule, Series, Style},
    },
    machines::panels::{MachinePanel, Scene},
    mem::dram::standard::Standard,
};

use super::request::memory;
use crate::{
    dram::{
        bounds::{self, Alignment, OVERHEAD},
        pattern,
        request::Stride,
    },
    isa::WORK_ITEMS,
};

/// The row of the sizes.
pub const SIZES: MachinePanel = Panel {
    about: About {
        id: "sizes",
        title: "Sizes of requests",
        says: "How much of the data bus a request of so many words uses in the worst case, and up to which size of a buffer streaming it past the indexes is faster than a burst for each.",
        label: "Useful part of the data bus by the words of a request; delay of indexed transfers by the words of a buffer.",
        help: &[
            (
                "Useful part",
                "Words in a row that begin anywhere, over what the bus could move until all rows are closed. A request of a whole group has 1,024 words.",
            ),
            (
                "Patterns",
                "A controller with fixed patterns of commands, of 8 and of 32 bursts: it moves whole patterns, so its curve has teeth.",
            ),
            (
                "Indexed",
                "1,024 indexes, each with a burst that finds another row open, against the whole buffer streamed past the index memory. The rules mark where both cost the same.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "reads"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "writes"),
            Entry::Swatch(Swatch::Bar, Ink::Link(5), "patterns of 8 bursts, a burst for each index"),
            Entry::Swatch(Swatch::Bar, Ink::Link(6), "patterns of 32 bursts"),
        ],
        empty: "These are equations: there is always something here.",
        takes: &[],
        shows: &[],
    },
    answer: |scene, _| sizes(scene),
};

/// Sizes between one and its tenfold.
const STEPS: i32 = 32;

/// Numbers from one power of ten to another, equal factors apart.
fn between(from: i32, to: i32) -> impl Iterator<Item = u64> {
    (from * STEPS..=to * STEPS).map(|at| (power(f64::from(at) / f64::from(STEPS)) + 0.5) as u64)
}

/// The delay of words in a row that begin anywhere, with the front end.
fn delay(standard: &Standard, words: u64, write: bool) -> u64 {
    let bursts = bounds::bursts(words, Alignment::Unknown);
    bounds::least_issue_delay(standard, bursts, write, Alignment::Unknown) + OVERHEAD
}

fn percent(standard: &Standard, words: u64, delay: u64) -> f64 {
    bounds::utilisation_ppm(standard, words, delay) as f64 / 10_000.0
}

fn series(name: &str, hue: u8, points: Vec<(f64, f64)>) -> Series {
    Series { name: name.into(), ink: Ink::Link(hue), style: Style::Line, points, labels: Vec::new() }
}

fn sizes(scene: &dyn Scene) -> Figure {
    let standard = memory(scene).part.standard();
    let mut figure = Figure::default();
    figure.push("useful part of the data bus", Form::Plot(useful(&standard)));
    figure.push("indexed transfers of 1,024 work-items", Form::Plot(indexed(&standard)));
    figure
}

/// The useful part of the bus by the words of a request.
fn useful(standard: &Standard) -> Plot {
    let own = |write: bool| {
        let one = |words: u64| (words as f64, percent(standard, words, delay(standard, words, write)));
        between(1, 5).map(one).collect::<Vec<_>>()
    };
    let fixed = |n: u64| {
        let one = |words: u64| {
            let delay = pattern::tile_delay(standard, &Stride::line(0, words), n);
            (words as f64, percent(standard, words, delay))
        };
        between(1, 5).map(one).collect::<Vec<_>>()
    };
    Plot {
        x: Axis::new("words of the request", "words").logarithmic(true),
        y: Axis {
            around: Vec::from([0.0, 100.0]),
            ..Axis::new("useful part of the bus in percent", "percent")
        },
        series: Vec::from([
            series("reads", 0, own(false)),
            series("writes", 3, own(true)),
            series("patterns of 8 bursts", 5, fixed(8)),
            series("patterns of 32 bursts", 6, fixed(32)),
        ]),
        rules: Vec::from([Rule { name: "a group".into(), at: WORK_ITEMS as f64, to: None, ink: Ink::Faint }]),
        words: String::new(),
    }
}

/// The delay of indexed transfers by the words of the buffer.
fn indexed(standard: &Standard) -> Plot {
    let items = WORK_ITEMS as u64;
    let stream = |write: bool| {
        between(2, 6).map(|words| (words as f64, delay(standard, words, write) as f64)).collect::<Vec<_>>()
    };
    let each = |words: u64| {
        let delay = bounds::indexed_least_issue_delay(standard, items, words, false) + OVERHEAD;
        (words as f64, delay as f64)
    };
    let cross = |write: bool, ink: Ink| {
        let words = bounds::crossover_words(standard, items, write);
        let name = if write { "writes cross at " } else { "reads cross at " };
        Rule { name: String::from(name) + &grouped(words), at: words as f64, to: None, ink }
    };
    Plot {
        x: Axis::new("words of the buffer", "words").logarithmic(true),
        y: Axis::new("longest delay in DRAM cycles", "DRAM cycles").logarithmic(true),
        series: Vec::from([
            series("reads past the indexes", 0, stream(false)),
            series("writes past the indexes", 3, stream(true)),
            series("a burst for each index", 5, between(2, 6).map(each).collect()),
        ]),
        rules: Vec::from([cross(false, Ink::Link(0)), cross(true, Ink::Link(3))]),
        words: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::mem::dram::standard::DDR4_3200_X16;

    #[test]
    fn sizes_are_equal_factors_apart() {
        let sizes: Vec<u64> = between(1, 5).collect();
        assert_eq!((sizes[0], sizes[16], sizes[32], sizes.len()), (10, 32, 100, 129));
        assert_eq!(sizes.last(), Some(&100_000));
        assert!(sizes.windows(2).all(|two| two[0] <= two[1]));
    }

    /// 1,024 words: 256 cycles of data in 325 + 3, 78.05 percent (simd 9.17). A pattern of 8 bursts takes 74 cycles for 128 words.
    #[test]
    fn utilisation_simd_9_17_is_what_is_drawn() {
        let read = percent(&DDR4_3200_X16, 1024, delay(&DDR4_3200_X16, 1024, false));
        assert!((read - 78.05).abs() < 0.01, "{read}");
        let fixed =
            percent(&DDR4_3200_X16, 128, pattern::tile_delay(&DDR4_3200_X16, &Stride::line(0, 128), 8));
        assert!((fixed - 100.0 * 32.0 / 74.0).abs() < 0.01, "{fixed}");
        let plot = useful(&DDR4_3200_X16);
        assert!(plot.series[0].points.iter().all(|(_, part)| *part < 100.0));
    }

    /// Reads cross near 1.15 MiB, writes near 1.37 MiB (simd 7.5).
    #[test]
    fn the_rules_stand_where_simd_7_5_says() {
        let plot = indexed(&DDR4_3200_X16);
        let mebibytes = |rule: &Rule| rule.at * 4.0 / f64::from(1 << 20);
        assert!(
            (mebibytes(&plot.rules[0]) - 1.15).abs() < 0.01
                && (mebibytes(&plot.rules[1]) - 1.37).abs() < 0.01
        );
    }
}
