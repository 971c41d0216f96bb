//! Ways to lay data out, and what a group's requests cost in them.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::number::grouped,
    machines::studies::Asked,
    source::{Diagnostic, Span},
};

use crate::{
    dram::{
        BURST_WORDS,
        bounds::{OVERHEAD, Places, alignments, indexed_least_issue_delay},
        measure::measure,
        request::{Request, Stride, Transfer},
        settings::Settings,
        shapes::Filter,
    },
    isa::WORK_ITEMS,
    studies::number,
};

/// Most bursts of a request that is run at several places.
const MOST_BURSTS: u64 = 1 << 13;

/// Sizes of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub picture: [u64; 2],
    pub group: [u64; 2],
    pub fields: u64,
    pub used: u64,
    pub filter: Filter,
    pub padding: u64,
}

/// How a group asks for its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// So often a rectangle, whose first word lies anywhere, or at a burst.
    Rectangle { stride: Stride, at_burst: bool, times: u64 },
    /// So often a burst for each of `count` indexes into so many words.
    Indexes { count: u64, words: u64, times: u64 },
}

/// A way to lay data out and to ask for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    /// The id of its numbers.
    pub id: String,
    /// For people.
    pub name: String,
    pub asks: Asks,
    /// Words that the group wants in all.
    pub wanted: u64,
}

/// What a way costs: the least and the most of the places that are looked at, of all its requests together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub bursts: [u64; 2],
    pub delay: [u64; 2],
}

impl Asks {
    const fn line(stride: Stride, at_burst: bool) -> Asks {
        Asks::Rectangle { stride, at_burst, times: 1 }
    }

    fn times(self, times: u64) -> Asks {
        match self {
            Asks::Rectangle { stride, at_burst, .. } => Asks::Rectangle { stride, at_burst, times },
            Asks::Indexes { count, words, .. } => Asks::Indexes { count, words, times },
        }
    }

    /// Words that are moved, whoever wants them.
    pub const fn moved(&self) -> u64 {
        match self {
            Asks::Rectangle { stride, times, .. } => stride.words * stride.periods * *times,
            Asks::Indexes { count, times, .. } => *count * *times,
        }
    }

    pub fn cost(&self, settings: &Settings) -> Result<Cost, Diagnostic> {
        let refused = || {
            let message = "A tile is larger than the memory controller can serve.";
            Diagnostic::error("layouts::refused", Span::NONE, message)
        };
        let (one, times) = match *self {
            Asks::Indexes { count, words, times } => {
                let delay =
                    OVERHEAD + indexed_least_issue_delay(&settings.part.standard(), count, words, false);
                (Cost { bursts: [count; 2], delay: [delay; 2] }, times)
            }
            Asks::Rectangle { stride, at_burst, times } => {
                let quiet = Settings { refresh: false, ..settings.clone() };
                Stride { address: 1 << 14, ..stride }.check().map_err(|_| refused())?;
                let mut cost = Cost { bursts: [u64::MAX, 0], delay: [u64::MAX, 0] };
                let at_bursts = [0, 252, 254].map(|burst| Stride { address: 64 * burst, ..stride });
                let places: Vec<Stride> = match at_burst {
                    true => at_bursts.into(),
                    false => alignments(stride, Places::Some).collect(),
                };
                for stride in places {
                    let request = Request { tag: 0, write: false, transfer: Transfer::Stride(stride) };
                    let measured = measure(&[request], &quiet).map_err(|_| refused())?;
                    let widen = |range: &mut [u64; 2], number: u64| {
                        *range = [range[0].min(number), range[1].max(number)];
                    };
                    widen(&mut cost.bursts, measured.counts[0]);
                    widen(&mut cost.delay, measured.lid);
                }
                (cost, times)
            }
        };
        let all = |range: [u64; 2]| range.map(|number| number * times);
        Ok(Cost { bursts: all(one.bursts), delay: all(one.delay) })
    }
}

impl Sizes {
    pub fn read(asked: &Asked) -> Result<Sizes, Diagnostic> {
        let of = |name: &str, low: u64, high: u64| {
            let value: u64 = number(asked, name)?.unwrap_or(low);
            let wrong = || format!("`{name}` is from {low} to {}, not {}", grouped(high), grouped(value));
            let fits = (low..=high).contains(&value).then_some(value);
            fits.ok_or_else(|| Diagnostic::error("layouts::input", Span::NONE, wrong()))
        };
        let width = of("width", 32, WORK_ITEMS as u64)?;
        if !width.is_power_of_two() {
            let message = format!("`width` is a power of two, not {width}");
            return Err(Diagnostic::error("layouts::input", Span::NONE, message));
        }
        let fields = of("fields", 1, 64)?;
        let (filter, pitch) = (of("filter", 1, 64)?, of("pitch", 1, 64)?);
        let sizes = Sizes {
            picture: [of("columns", 1, 1 << 16)?, of("rows", 1, 1 << 16)?],
            group: [width, WORK_ITEMS as u64 / width],
            fields,
            used: of("used", 1, fields)?,
            filter: Filter::square(filter, pitch),
            padding: of("padding", 1, 256)?,
        };
        let [columns, rows] = sizes.filter.reach(sizes.group);
        let tile = columns.div_ceil(BURST_WORDS) * rows;
        if tile > MOST_BURSTS || columns > sizes.picture[0] || rows > sizes.picture[1] {
            let message = format!(
                "the tile of a group, {columns} x {rows}, is larger than the picture or than {} bursts",
                grouped(MOST_BURSTS)
            );
            return Err(Diagnostic::error("layouts::input", Span::NONE, message));
        }
        Ok(sizes)
    }

    fn items(&self) -> u64 {
        self.group[0] * self.group[1]
    }

    /// Words of a row that begin at bursts.
    fn row_at_bursts(&self) -> u64 {
        self.picture[0].next_multiple_of(BURST_WORDS)
    }

    /// Ways to lay out elements of several words.
    pub fn elements(&self) -> Vec<DataLayout> {
        let [columns, rows] = self.group;
        let stride = |words, period| Stride { address: 0, words, period, periods: rows };
        let structures = stride(self.fields * columns, self.fields * self.picture[0]);
        let every = self.fields * self.picture[0] * self.picture[1];
        let block = Stride::line(0, self.items());
        let list: [(&str, &str, Asks); 6] = [
            (
                "arrays_at_bursts",
                "arrays, rows at bursts",
                Asks::line(stride(columns, self.row_at_bursts()), true),
            ),
            ("arrays", "arrays, rows anywhere", Asks::line(stride(columns, self.picture[0]), false)),
            ("blocks", "arrays, a group's words behind each other", Asks::line(block, true)),
            ("structures", "structures, streamed for each word", Asks::line(structures, false)),
            ("structures_once", "structures, once as a tile", Asks::line(structures, false)),
            (
                "indexes",
                "structures, a burst for each work-item",
                Asks::Indexes { count: self.items(), words: every, times: 1 },
            ),
        ];
        let wanted = self.used * self.items();
        let way = |(id, name, asks): (&str, &str, Asks)| {
            let times = if id == "structures_once" { 1 } else { self.used };
            DataLayout { id: id.into(), name: name.into(), asks: asks.times(times), wanted }
        };
        list.into_iter().map(way).collect()
    }

    /// Ways to read what is under a filter, for pitches from 1 to that which is given and one more.
    pub fn filters(&self) -> Vec<DataLayout> {
        let size = self.filter.size[0];
        let way = |pitch: u64| {
            let filter = Filter::square(size, pitch);
            let one = Filter::square(1, pitch);
            let tile = |filter: Filter| filter.tile(self.group, self.picture[0]);
            let touched = |at: usize| match size >= pitch {
                true => filter.reach(self.group)[at],
                false => size * self.group[at],
            };
            let position = Asks::line(tile(one), false).times(size * size);
            [
                DataLayout {
                    id: format!("pitch_{pitch}_positions"),
                    name: format!("pitch {pitch}, place by place"),
                    asks: position,
                    wanted: size * size * self.items(),
                },
                DataLayout {
                    id: format!("pitch_{pitch}_tile"),
                    name: format!("pitch {pitch}, as one tile"),
                    asks: Asks::line(tile(filter), false),
                    wanted: touched(0) * touched(1),
                },
            ]
        };
        let fits = |pitch: &u64| {
            let [columns, rows] = Filter::square(size, *pitch).reach(self.group);
            let inside = columns <= self.picture[0] && rows <= self.picture[1];
            inside && columns.div_ceil(BURST_WORDS) * rows <= MOST_BURSTS
        };
        (1..=self.filter.pitch[0] + 1).filter(fits).flat_map(way).collect()
    }

    /// The tile of a group, with so many words of padding behind each row of the picture.
    pub fn padded(&self) -> Vec<DataLayout> {
        let way = |padding: u64| DataLayout {
            id: format!("padding_{padding}"),
            name: format!("{padding} words of padding"),
            asks: Asks::line(self.filter.tile(self.group, self.picture[0] + padding), false),
            wanted: self.filter.reach(self.group).into_iter().product(),
        };
        (0..=self.padding).map(way).collect()
    }
}

/// What a filter does at the edges of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The result is smaller.
    Trimmed,
    /// A border is stored around the picture.
    Stored,
    /// Tiles are cut, and the program fills what is missing.
    Cut,
}

pub const EDGES: [(&str, Edge); 3] =
    [("trimmed", Edge::Trimmed), ("border stored", Edge::Stored), ("tiles cut", Edge::Cut)];

/// A filter over a whole picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Columns and rows of results.
    pub results: [u64; 2],
    pub groups: u64,
    /// Groups whose tile is smaller than that of the first one inside.
    pub cut: u64,
    /// Words of all tiles.
    pub words: u64,
    /// Words of the picture as it is stored.
    pub stored: u64,
}

impl Sizes {
    pub fn swept(&self, edge: Edge) -> Swept {
        let (size, pitch) = (self.filter.size[0], self.filter.pitch[0]);
        // Of each direction: results, groups, tiles that are whole, lengths of all tiles, and length of what is stored.
        let along = |at: usize| {
            let (length, group) = (self.picture[at], self.group[at]);
            let results = match edge {
                Edge::Trimmed => (length.saturating_sub(size)) / pitch + 1,
                Edge::Stored | Edge::Cut => length.div_ceil(pitch),
            };
            let before = if edge == Edge::Cut { (size - 1) / 2 } else { 0 };
            let full = (group - 1) * pitch + size;
            let end = if edge == Edge::Stored { (results - 1) * pitch + size } else { length };
            let tile = |number: u64| {
                let some = group.min(results - number * group);
                let from = number * group * pitch;
                let to = from + (some - 1) * pitch + size;
                to.saturating_sub(before).min(end) - from.saturating_sub(before)
            };
            let groups = results.div_ceil(group);
            let whole = (0..groups).filter(|number| tile(*number) == full).count() as u64;
            [results, groups, whole, (0..groups).map(tile).sum(), end.max(length)]
        };
        let (x, y) = (along(0), along(1));
        let [results, groups, whole, words, stored] = core::array::from_fn(|at| [x[at], y[at]]);
        let [groups, whole, words, stored] =
            [groups, whole, words, stored].map(|both: [u64; 2]| both[0] * both[1]);
        Swept { results, groups, cut: groups - whole, words, stored }
    }
}
