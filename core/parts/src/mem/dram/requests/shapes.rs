//! What shape a work-group should have: the tile that each shape reads, and what that costs (simd 4.1 C14, 6.7, 8.6).
//!
//! A group of 1,024 work-items that filters a picture needs all pixels under its filter: a rectangle that grows with the
//! group's edges. A long group reads long rows, which the DRAM serves fast; a square one reads the fewest words.

use super::{
    BURST_WORDS,
    bounds::{self, Places},
    controller::Refused,
    measure::measure,
    pattern,
    request::{Request, Stride, Transfer},
    settings::Settings,
    stride::Bursts,
};

/// Sizes of patterns to compare with, in bursts.
pub const PATTERNS: [u64; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A filter that each work-item lays over a place of a picture, of one word per pixel. Columns come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Columns and rows under the filter, at least 1.
    pub size: [u64; 2],
    /// Pixels from a work-item's place to that of its neighbour, at least 1.
    pub pitch: [u64; 2],
}

/// What one shape costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns and rows of work-items.
    pub group: [u64; 2],
    /// Words of the tile.
    pub words: u64,
    /// Lines of a scratchpad's bus of 32 words, to bring the tile to registers.
    pub lines: u64,
    /// Shortest and longest least-issue delay of the alignments that were looked at, in DRAM cycles.
    pub delay: [u64; 2],
    /// Activates and column commands of an alignment, the most of each.
    pub commands: [u64; 2],
    /// Useful part of the data bus in the longest delay, in parts of a million.
    pub utilisation_ppm: u64,
    /// Cycles of the controller with fixed patterns, by [`PATTERNS`].
    pub patterns: [u64; 7],
}

impl Filter {
    /// A filter with as many rows as columns.
    pub const fn square(size: u64, pitch: u64) -> Filter {
        Filter { size: [size; 2], pitch: [pitch; 2] }
    }

    /// Columns and rows under the filters of a group.
    pub fn reach(&self, group: [u64; 2]) -> [u64; 2] {
        [0, 1].map(|at| group[at].saturating_sub(1) * self.pitch[at] + self.size[at])
    }

    /// The tile of a group in a picture of `width` words a row, from byte 0 on.
    pub fn tile(&self, group: [u64; 2], width: u64) -> Stride {
        let [words, periods] = self.reach(group);
        Stride { address: 0, words, period: width, periods }
    }
}

/// What one shape of a group costs that reads its tile, or writes it, from a picture of `width` words a row.
///
/// # Errors
/// Its tile cannot be served.
pub fn shape(
    filter: Filter,
    group: [u64; 2],
    width: u64,
    write: bool,
    (settings, places): (&Settings, Places),
) -> Result<Shape, Refused> {
    let tile = filter.tile(group, width);
    Stride { address: 4 * (bounds::ALIGNMENTS - 1), ..tile }.check().map_err(Refused::Invalid)?;
    let words = tile.words * tile.periods;
    let mut delay = [u64::MAX, 0];
    let mut commands = [0; 2];
    let quiet = Settings { refresh: false, ..settings.clone() };
    for stride in bounds::alignments(tile, places) {
        let request = Request { tag: 0, write, transfer: Transfer::Stride(stride) };
        let measured = measure(&[request], &quiet)?;
        delay = [delay[0].min(measured.lid), delay[1].max(measured.lid)];
        let [columns, activates, ..] = measured.counts;
        commands = [commands[0].max(activates), commands[1].max(columns)];
    }
    let standard = settings.part.standard();
    Ok(Shape {
        group,
        words,
        lines: Bursts::from_start(Stride::line(0, words), 2 * BURST_WORDS).count() as u64,
        delay,
        commands,
        utilisation_ppm: bounds::utilisation_ppm(&standard, words, delay[1]),
        patterns: PATTERNS.map(|n| pattern::tile_delay(&standard, &tile, n)),
    })
}
