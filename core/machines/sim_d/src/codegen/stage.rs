//! Which words of main memory a group brings to its scratchpad at once (simd C3): those that it would ask the DRAM for again
//! and again.
//!
//! A buffer that nothing in the kernel writes is brought as a whole if it is small, or as the tile that the group's
//! work-items reach: addresses of the form `column * p + row * q + offset`, with offsets between known numbers. So are filter
//! windows, structures of several words, tables and what is gathered. Columns beside a row would be those of another row in
//! memory, but not in a tile: a tile of several rows takes accesses alone of which `ranges` knows that they stay in their
//! row. The others ask the DRAM, as do all where that takes less time.

use alloc::vec::Vec;

use lanescope_parts::{
    base::order,
    codegen::{
        ranges::Course,
        sums::{Sum, Words as _},
    },
    ir::{BlockId, Value},
};

use super::{
    code::Class,
    cost,
    state::Generator,
    tiles::{Access, Main, Offset, Tile},
};
use crate::dram::request::Stride;

/// Most tiles of a kernel.
const MOST: usize = 8;
/// What it takes to make an index where none was needed, in cycles of the DRAM: three vector instructions.
const INDEX: u64 = 38;
/// What a word takes that is the same for a group.
pub const WORD: u64 = 2;

/// A place in a buffer: words from a column and a row of the launch to the next, and words besides.
pub struct Form {
    pub factors: [i64; 2],
    pub offset: Offset,
}

/// What a buffer's reads cost with a tile, and the tile.
type Choice = (u64, Tile);

/// The tiles of a kernel, as its accesses were written without them. `free` bytes of the scratchpad are left.
pub fn plan(g: &Generator<'_>, course: &Course<'_>, mut free: u64) -> Vec<Tile> {
    let mut mains: Vec<Main> = Vec::new();
    for access in g.accesses.iter().filter(|access| !access.store && !is_written(g, access.main)) {
        if !mains.contains(&access.main) {
            mains.push(access.main);
        }
    }
    let mut gains: Vec<(u64, Tile)> = Vec::new();
    for main in mains {
        let reads: Vec<&Access> = g.accesses.iter().filter(|one| one.main == main && !one.store).collect();
        let plain: u64 = reads.iter().map(|read| read.cost * course.often(read.block)).sum();
        let choices = whole(g, course, main, &reads).into_iter().chain(windows(g, course, main, &reads));
        let best = choices.filter(|(_, tile)| tile.bytes() <= free).min_by_key(|(cost, _)| *cost);
        gains.extend(best.filter(|(cost, _)| *cost < plain).map(|(cost, tile)| (plain - cost, tile)));
    }
    order::sort_by_key(&mut gains, |(gain, _)| u64::MAX - gain);
    let mut tiles: Vec<Tile> = Vec::new();
    for (_, tile) in gains {
        if tile.bytes() <= free && tiles.len() < MOST {
            free -= tile.bytes();
            tiles.push(tile);
        }
    }
    tiles
}

/// May a store of the kernel write to a buffer?
fn is_written(g: &Generator<'_>, main: Main) -> bool {
    let end = |main| match main {
        Main::Argument(at, _) => g.ends.get(at as usize).copied(),
        _ => None,
    };
    g.accesses.iter().filter(|access| access.store).any(|store| match (main, store.main) {
        (Main::Constants, _) => false,
        (_, Main::All) => true,
        (one, other) => end(one) == end(other),
    }) || matches!(main, Main::All | Main::Words)
}

/// A buffer as a whole.
fn whole(g: &Generator<'_>, course: &Course<'_>, main: Main, reads: &[&Access]) -> Option<Choice> {
    let room = g.spec.scratchpad_bytes.into();
    let words = g.words_of(main).filter(|words| (4..=room).contains(&(4 * words)))?;
    let size = [u32::try_from(words).ok()?, 1];
    let tile = Tile {
        main,
        size,
        steps: [[0; 2]; 2],
        first: [0; 2],
        factors: None,
        reads: reads.iter().map(|read| (read.ptr, Default::default())).collect(),
        scalars: reads.iter().filter(|read| read.scalar).map(|read| read.ptr).collect(),
        output: false,
    };
    let each = |read: &&Access| match (read.scalar, read.line) {
        (true, _) => WORD,
        (_, true) => INDEX + g.cost_of_tile(&tile),
        _ => g.cost_of_tile(&tile),
    };
    let all: u64 = reads.iter().map(|read| each(read) * course.often(read.block)).sum();
    Some((all + g.cost_of_bringing(&tile), tile))
}

/// The tiles of a buffer that its reads ask for, each taken for the form of the others.
fn windows(g: &Generator<'_>, course: &Course<'_>, main: Main, reads: &[&Access]) -> Vec<Choice> {
    let forms: Vec<(&Access, Form)> =
        reads.iter().filter_map(|read| Some((*read, g.form(&read.sum)?))).collect();
    let mut seen: Vec<[i64; 2]> = Vec::new();
    let mut choices = Vec::new();
    for (_, form) in &forms {
        let [x, y] = form.factors;
        if seen.contains(&form.factors) || x < 0 || y < 0 || x + y == 0 {
            continue;
        }
        seen.push(form.factors);
        let pitches = [0, if x > 0 && y % x == 0 { y / x } else { 0 }, y];
        let used = pitches.into_iter().enumerate().filter(|(at, pitch)| *at == 0 || *pitch > x);
        for (_, pitch) in used {
            choices.extend(window(g, course, (main, pitch), form.factors, (reads, &forms)));
        }
    }
    choices
}

/// A tile of rows of `pitch` words, or of one row if that is 0, and what all reads of the buffer cost with it.
fn window(
    g: &Generator<'_>,
    course: &Course<'_>,
    (main, pitch): (Main, i64),
    factors: [i64; 2],
    (reads, forms): (&[&Access], &[(&Access, Form)]),
) -> Option<Choice> {
    let Main::Argument(argument, _) = main else { return None };
    let sides = g.sides_of_group();
    let (x, y) = (factors[0], if pitch > 0 { factors[1] / pitch } else { factors[1] });
    let mut ends = [[i64::MAX, i64::MIN]; 2];
    let mut taken: Vec<(&Access, [Offset; 2])> = Vec::new();
    for (read, form) in forms.iter().filter(|(_, form)| form.factors == factors) {
        let offsets = split(&form.offset, pitch);
        let ranges = [0, 1].map(|at| g.range(course, &offsets[at], read.block));
        let [Some(columns), Some(rows)] = ranges else { continue };
        let [places, _] = course.sides(g, g.shape.size, read.block);
        let stays = x * places[0] + columns[0] >= 0 && x * places[1] + columns[1] < pitch;
        if pitch > 0 && !stays {
            continue;
        }
        for (end, range) in ends.iter_mut().zip([columns, rows]) {
            *end = [end[0].min(range[0]), end[1].max(range[1])];
        }
        taken.push((*read, offsets));
    }
    // An address that is read elsewhere, where less is known, stays out.
    let is_taken = |ptr: Value| {
        let of = |read: &&&Access| read.ptr == ptr;
        reads.iter().filter(of).count() == taken.iter().filter(|(read, _)| read.ptr == ptr).count()
    };
    if taken.is_empty() || !taken.iter().all(|(read, _)| is_taken(read.ptr)) {
        return None;
    }
    let span = |at: usize| ends[at][1].checked_sub(ends[at][0]);
    let size = match pitch {
        0 => [x * (sides[0] - 1) + y * (sides[1] - 1) + span(0)? + 1, 1],
        _ => [x * (sides[0] - 1) + span(0)? + 1, y * (sides[1] - 1) + span(1)? + 1],
    };
    let [columns, rows] = [u32::try_from(size[0]).ok()?, u32::try_from(size[1]).ok()?];
    if 4 * u64::from(columns) * u64::from(rows) > g.spec.scratchpad_bytes.into() {
        return None;
    }
    let steps = if pitch > 0 { [[x, 0], [0, y]] } else { [[x, y], [0, 0]] };
    let down = if pitch > 0 { y.checked_mul(size[0])? } else { y };
    let word = |number: i64| u32::try_from(number).ok();
    let tile = Tile {
        main: Main::Argument(argument, u32::try_from(pitch).ok()?),
        size: [columns, rows],
        steps: [[word(steps[0][0])?, word(steps[0][1])?], [word(steps[1][0])?, word(steps[1][1])?]],
        first: [ends[0][0], if pitch > 0 { ends[1][0] } else { 0 }],
        factors: Some([word(x)?, word(down)?]),
        reads: Vec::new(),
        scalars: Vec::new(),
        output: false,
    };
    let mut all = g.cost_of_bringing(&tile);
    let index = if g.is_direct(&tile) { 0 } else { INDEX };
    for read in reads {
        let each = match taken.iter().any(|(one, _)| one.ptr == read.ptr) {
            false => read.cost,
            true => index * u64::from(read.line) + g.cost_of_tile(&tile),
        };
        all = all.saturating_add(each.saturating_mul(course.often(read.block)));
    }
    let first = tile.first;
    let inside = |(read, [column, row]): (&Access, [Offset; 2])| {
        (
            read.ptr,
            [
                Offset { number: column.number - first[0], ..column },
                Offset { number: row.number - first[1], ..row },
            ],
        )
    };
    Some((all, Tile { reads: taken.into_iter().map(inside).collect(), ..tile }))
}

/// Words as columns and rows of so many words; columns alone if that is 0.
pub fn split(offset: &Offset, pitch: i64) -> [Offset; 2] {
    if pitch == 0 {
        return [offset.clone(), Offset::default()];
    }
    let row = (offset.number + pitch / 2).div_euclid(pitch);
    let mut parts = [
        Offset { number: offset.number - row * pitch, terms: Vec::new() },
        Offset { number: row, terms: Vec::new() },
    ];
    for (value, words) in &offset.terms {
        match words % pitch {
            0 => parts[1].terms.push((*value, words / pitch)),
            _ => parts[0].terms.push((*value, *words)),
        }
    }
    parts
}

impl Generator<'_> {
    /// Columns and rows of a group that are in the launch, at most.
    pub fn sides_of_group(&self) -> [i64; 2] {
        let sides = [self.shape.width, self.shape.height()];
        [0, 1].map(|at| i64::from(sides[at].min(self.shape.size[at])))
    }

    /// Does each work-item find its word in a tile at its own column and row?
    pub fn is_direct(&self, tile: &Tile) -> bool {
        let [columns, _] = tile.size;
        tile.factors.is_some_and(|[x, y]| x == 1 && (self.shape.size[1] == 1 || y == columns))
    }

    /// What it takes to read a tile, in cycles of the DRAM.
    pub fn cost_of_tile(&self, tile: &Tile) -> u64 {
        let ([words, rows], bus) = (tile.size.map(u64::from), self.spec.timing.scratchpad_bus);
        match self.is_direct(tile) {
            true => {
                let [columns, rows] = self.sides_of_group().map(|side| side as u64);
                cost::scratchpad(columns, words, rows, bus)
            }
            false => cost::scratchpad(words * rows, words * rows, 1, bus),
        }
    }

    /// What it takes to bring it.
    pub fn cost_of_bringing(&self, tile: &Tile) -> u64 {
        let [words, periods] = tile.size.map(u64::from);
        let period = if let Main::Argument(_, pitch @ 1..) = tile.main { pitch.into() } else { words };
        cost::stream(Stride { address: 0, words, period, periods }, false, &self.spec.timing.dram)
    }

    /// Between which words an offset is in a block.
    fn range(&self, course: &Course<'_>, offset: &Offset, block: BlockId) -> Option<[i64; 2]> {
        let mut range = [offset.number; 2];
        for (value, words) in &offset.terms {
            let ends = course.numbers(self, *value, block)?.map(|end| end.checked_mul(*words));
            let ends = [ends[0]?, ends[1]?];
            range[0] = range[0].checked_add(ends[0].min(ends[1]))?;
            range[1] = range[1].checked_add(ends[0].max(ends[1]))?;
        }
        range.iter().all(|end| end.abs() < 1 << 30).then_some(range)
    }

    /// A sum of bytes as columns, rows and scalars in words.
    pub fn form(&self, sum: &Sum) -> Option<Form> {
        let word = |words: u32| i64::from(((words << 2) as i32) >> 2);
        let mut form = Form { factors: [0; 2], offset: Offset::default() };
        let offset = &mut form.offset;
        offset.number = i64::from((sum.number as i32) >> 2);
        if !sum.number.is_multiple_of(4) {
            return None;
        }
        for (value, factor) in sum.terms.iter().copied() {
            let (place, words) = self.pitch(value, factor)?;
            let inside = self.parts(place);
            let add = |sum: &mut i64, factor: u32, words: i64| {
                *sum = sum.checked_add(i64::from(factor as i32).checked_mul(words)?)?;
                Some(())
            };
            add(&mut offset.number, inside.number, word(words))?;
            for (leaf, factor) in inside.terms {
                let words = i64::from(factor as i32).checked_mul(word(words))?;
                match (self.launched(leaf), [0, 1].into_iter().find(|side| self.is_side(leaf, *side))) {
                    (Some(number), _) => add(&mut offset.number, number, words)?,
                    (_, Some(side)) => add(&mut form.factors[usize::from(side)], 1, words)?,
                    _ if self.class(leaf) == Class::Scalar => offset.terms.push((leaf, words)),
                    _ => return None,
                }
            }
        }
        let small = |number: &i64| number.abs() < 1 << 30;
        let terms = form.offset.terms.iter().all(|(_, words)| small(words));
        let all = terms && small(&form.offset.number) && form.factors.iter().all(small);
        all.then_some(form)
    }
}
