//! The same data laid out in several ways, and what a group's requests cost in each (SD-106; simd 6.7, C2, C3): arrays of structures or
//! structures of arrays, rows that begin at a burst or anywhere, blocks of a group behind each other, words of padding behind each
//! row, pitches of a filter, and what a filter does at the edges of a picture.
//!
//! A person says how large things are; no program is asked. Delays are those of the memory controller: the shortest and the longest of
//! the first words that are looked at ([`crate::dram::bounds::Places::Some`]), or of rows at bursts the places of these bursts.

#[cfg(test)]
mod tests;
mod ways;

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Plot, StudyInput, Table,
        legend::{Entry, Swatch},
        number::grouped,
        panel::Of,
        plot::{Axis, Series, Style},
    },
    launch::bind::Bound,
    machines::studies::{Analysis, Asked, Begin, Data, Steps, Study},
    source::Diagnostic,
};

use self::ways::{Asks, Cost, DataLayout, EDGES, Sizes, Swept};
use crate::{
    dram::{BURST_WORDS, settings::Settings},
    family::Function,
    spec::Spec,
};

/// What a person says.
const SIZES: &[StudyInput] = &[
    StudyInput::new("columns", Of::Number, "1024", "columns of the picture, of one element each"),
    StudyInput::new("rows", Of::Number, "768", "its rows"),
    StudyInput::new("width", Of::Number, "128", "columns of a group, a power of two from 32 to 1,024"),
    StudyInput::new("fields", Of::Number, "4", "words of an element"),
    StudyInput::new("used", Of::Number, "1", "how many of these words a group reads"),
    StudyInput::new("filter", Of::Number, "3", "columns and rows of a filter over pictures of one word"),
    StudyInput::new("pitch", Of::Number, "1", "pixels from a work-item's place to its neighbour's"),
    StudyInput::new("padding", Of::Number, "32", "most words of padding behind each row"),
];

/// What layouts cost.
pub const STUDY: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "layouts",
        title: "Layouts of data",
        says: "The same words laid out in several ways: how many are moved for a group, how many bursts is that, and how long does it take?",
        label: "Words, bursts and delays of a group's requests by the layout of the data, by the padding of rows, and by a filter's pitch and edges.",
        help: &[
            (
                "Arrays and structures",
                "A structure keeps the words of an element together, arrays keep the same word of all elements together. A group that reads one word of each structure moves all of them, or makes a burst for each work-item.",
            ),
            (
                "Used",
                "Words that the group wanted, of all that its bursts can hold. Rows that begin at bursts need no burst more than they fill.",
            ),
            (
                "Delay",
                "DRAM cycles from the beginning of a request until all rows are closed, in the best and the worst of the places that are looked at; of several requests, all of them.",
            ),
            (
                "Padding",
                "The distance of rows decides which banks their bursts lie in: rows 32 words apart put all bursts in one bank group, one word more or less does not.",
            ),
            (
                "Edges",
                "Trimmed: the result is smaller by the filter. Stored: a border is stored around the picture. Cut: tiles are cut at the picture's edge, and the program fills what is missing.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "best place"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "worst place"),
        ],
        empty: "Say how large the picture and its elements are.",
        takes: &[],
        shows: &[],
    },
    inputs: SIZES,
    decides: &[],
    begin: begin as Begin<Function, Spec>,
};

/// Ways under way.
#[derive(Debug)]
pub struct Layouts {
    sizes: Sizes,
    settings: Settings,
    /// Titles and ways: of elements, of filters, of padding.
    ways: [Vec<DataLayout>; 3],
    costs: Vec<Cost>,
}

/// Begins with what a person says.
///
/// # Errors
/// A size is wrong.
pub fn begin(_: &Function, spec: &Spec, _: Bound, asked: &Asked) -> Result<Box<dyn Analysis>, Diagnostic> {
    Ok(Box::new(Layouts::new(Sizes::read(asked)?, &spec.timing.dram)))
}

impl Layouts {
    fn new(sizes: Sizes, settings: &Settings) -> Layouts {
        let ways = [sizes.elements(), sizes.filters(), sizes.padded()];
        Layouts { sizes, settings: settings.clone(), ways, costs: Vec::new() }
    }

    /// The ways of a kind that are done, with what they cost.
    fn known(&self, kind: usize) -> impl Iterator<Item = (&DataLayout, &Cost)> {
        let before: usize = self.ways[..kind].iter().map(Vec::len).sum();
        self.ways[kind].iter().zip(self.costs.get(before..).unwrap_or_default())
    }

    fn table(&self, kind: usize) -> Table {
        let heads = ["layout", "requests", "words wanted", "words moved", "bursts", "used", "delay"];
        let mut table = Table::new(&heads);
        for (way, cost) in self.known(kind) {
            let (Asks::Rectangle { times, .. } | Asks::Indexes { times, .. }) = way.asks;
            let used = 100.0 * way.wanted as f64 / (BURST_WORDS * cost.bursts[1].max(1)) as f64;
            table.push([
                way.name.clone(),
                grouped(times),
                grouped(way.wanted),
                grouped(way.asks.moved()),
                range(cost.bursts),
                format!("{used:.1} %"),
                range(cost.delay),
            ]);
        }
        table
    }

    fn edges(&self) -> Table {
        let heads =
            ["edges", "results", "groups", "groups with a cut tile", "words of all tiles", "words stored"];
        let mut table = Table::new(&heads);
        for (name, edge) in EDGES {
            let Swept { results, groups, cut, words, stored } = self.sizes.swept(edge);
            table.push([
                name.into(),
                format!("{} x {}", results[0], results[1]),
                grouped(groups),
                grouped(cut),
                grouped(words),
                grouped(stored),
            ]);
        }
        table
    }

    fn plot(&self) -> Plot {
        let series = |at: usize, name: &str| Series {
            name: name.into(),
            ink: Ink::Link(3 * at as u8),
            style: Style::Line,
            points: (0u32..)
                .zip(self.known(2))
                .map(|(words, (_, cost))| (f64::from(words), cost.delay[at] as f64))
                .collect(),
            labels: Vec::new(),
        };
        Plot {
            x: Axis::new("words of padding behind each row", "padding"),
            y: Axis::new("delay of a group's tile in DRAM cycles", "DRAM cycles"),
            series: Vec::from([series(0, "best place"), series(1, "worst place")]),
            ..Plot::default()
        }
    }
}

fn range([low, high]: [u64; 2]) -> String {
    if low == high { grouped(low) } else { format!("{} to {}", grouped(low), grouped(high)) }
}

impl Analysis for Layouts {
    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        let all: usize = self.ways.iter().map(Vec::len).sum();
        let mut left = budget;
        while let Some(way) = self.ways.iter().flatten().nth(self.costs.len()).filter(|_| left > 0) {
            let cost = way.asks.cost(&self.settings)?;
            left = left.saturating_sub(cost.delay[1].saturating_mul(32));
            self.costs.push(cost);
        }
        let now = self.ways.iter().flatten().nth(self.costs.len());
        let now = now.map_or(String::new(), |way| way.name.clone());
        Ok(Steps { done: self.costs.len(), all, now })
    }

    fn figure(&self) -> Figure {
        let Sizes { picture, group, fields, used, filter, .. } = self.sizes;
        let mut figure = Figure::default();
        let title = format!("{used} of {fields} words of each element, group of {} x {}", group[0], group[1]);
        figure.push(title, Form::Table(self.table(0)));
        let title = format!("A filter of {} x {} over pictures of one word", filter.size[0], filter.size[1]);
        figure.push(title, Form::Table(self.table(1)));
        let title = format!("Its edges, with pitch {}", filter.pitch[0]);
        figure.push(title, Form::Table(self.edges()));
        if self.known(2).next().is_some() {
            figure.push("Its tile, with padding behind each row", Form::Plot(self.plot()));
        }
        figure.with_remark(format!("A picture of {} x {}.", picture[0], picture[1]))
    }

    /// Of each way its longest delay, and its most bursts.
    fn numbers(&self) -> Vec<(String, f64)> {
        let all = self.ways.iter().flatten().zip(&self.costs);
        let both = |(way, cost): (&DataLayout, &Cost)| {
            [("delay", cost.delay[1]), ("bursts", cost.bursts[1])]
                .map(|(what, number)| (format!("{}_{what}", way.id), number as f64))
        };
        all.flat_map(both).collect()
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let one = |(way, cost): (&DataLayout, &Cost)| {
            Data::map([
                ("layout", Data::Text(way.name.clone())),
                ("words_wanted", way.wanted.into()),
                ("words_moved", way.asks.moved().into()),
                ("fewest_bursts", cost.bursts[0].into()),
                ("most_bursts", cost.bursts[1].into()),
                ("shortest_delay", cost.delay[0].into()),
                ("longest_delay", cost.delay[1].into()),
            ])
        };
        let kinds = ["elements", "filters", "padding"].into_iter().enumerate();
        let lists =
            kinds.map(|(kind, name)| (name.to_string(), Data::List(self.known(kind).map(one).collect())));
        let edges = EDGES.map(|(name, edge)| {
            let Swept { groups, cut, words, stored, .. } = self.sizes.swept(edge);
            let numbers = [("groups", groups), ("cut", cut), ("words", words), ("stored", stored)];
            (name.replace(' ', "_"), Data::map(numbers.map(|(name, number)| (name, number.into()))))
        });
        lists.chain([("edges".to_string(), Data::Map(edges.into()))]).collect()
    }
}
