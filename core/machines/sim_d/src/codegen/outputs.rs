//! Results that are put together in the scratchpad before they are stored (simd C3): structures of several words, of which each
//! work-item writes its own.
//!
//! A store of one word of each structure would stream all of them past the indexes, once for each word. Instead each word goes to
//! a tile of the scratchpad, and the last of them sends the tile. A tile is sent with all its words. So every one must have been
//! written: the stores stand in one block that all work-items of the launch execute, they are all words of the structures, and
//! where groups reach beyond the launch, the buffer ends with that. Nothing else of the kernel may reach the buffer.

use alloc::vec::Vec;

use lanescope_parts::{analysis::uniformity::Uniformity, ir::Value};

use super::{
    cost,
    stage::split,
    state::Generator,
    tiles::{Access, Main, Tile},
};
use crate::dram::request::Stride;

/// Most words of a structure.
const MOST_WORDS: i64 = 16;

/// The tiles of results, as stores were written without them. `free` bytes of the scratchpad are left.
pub fn plan(g: &Generator<'_>, uniform: &Uniformity, mut free: u64) -> Vec<Tile> {
    let mut mains: Vec<Main> = Vec::new();
    for store in g.accesses.iter().filter(|access| access.writes) {
        if !mains.contains(&store.main) {
            mains.push(store.main);
        }
    }
    let mut tiles = Vec::new();
    for main in mains {
        let Some(tile) = together(g, uniform, main).filter(|tile| tile.bytes() <= free) else { continue };
        free -= tile.bytes();
        tiles.push(tile);
    }
    tiles
}

/// The tile of a buffer's stores, if they can be put together and that takes less time.
fn together(g: &Generator<'_>, uniform: &Uniformity, main: Main) -> Option<Tile> {
    let Main::Argument(argument, _) = main else { return None };
    let stores: Vec<&Access> = g.accesses.iter().filter(|one| one.writes && one.main == main).collect();
    let block = stores.first()?.block;
    let alone = g.accesses.iter().all(|one| one.writes && one.main == main || !g.meets(one.main, argument));
    if !alone || !uniform.is_convergent(block) || stores.iter().any(|store| store.block != block) {
        return None;
    }
    let (tile, places) = laid_out(g, argument, &stores)?;
    let plain: u64 = stores.iter().map(|store| store.cost).sum();
    let with = g.cost_of_sending(&tile) + stores.len() as u64 * g.cost_of_tile(&tile);
    let reads = stores.iter().zip(places).map(|(store, place)| {
        let [column, row] = [place, 0].map(|number| super::tiles::Offset { number, terms: Vec::new() });
        (store.ptr, [column, row])
    });
    (with < plain).then(|| Tile { reads: reads.collect(), ..tile })
}

/// Where structures lie, and the place of each store's word in its structure.
fn laid_out(g: &Generator<'_>, argument: u32, stores: &[&Access]) -> Option<(Tile, Vec<i64>)> {
    let forms: Vec<_> = stores.iter().map(|store| g.form(&store.sum)).collect::<Option<_>>()?;
    let ([words, down], count) = (forms[0].factors, stores.len() as i64);
    let first = forms.iter().map(|form| form.offset.number).min()?;
    let places: Vec<i64> = forms.iter().map(|form| form.offset.number - first).collect();
    let mut sorted = places.clone();
    lanescope_parts::base::order::sort(&mut sorted);
    let all = (0..count).eq(sorted.iter().copied());
    let same = forms.iter().all(|form| form.factors == [words, down] && form.offset.terms.is_empty());
    if !(2..=MOST_WORDS).contains(&words) || words != count || !all || !same || g.shape.global[2] != 1 {
        return None;
    }
    let size = g.shape.size.map(i64::from);
    let pitch = if size[1] == 1 { 0 } else { down };
    let offset = super::tiles::Offset { number: first, terms: Vec::new() };
    let [column, row] = split(&offset, pitch).map(|offset| offset.number);
    let fits = pitch == 0 || pitch >= column + words * size[0];
    let buffer = i64::try_from(g.reach[argument as usize] / 4).ok()?;
    // Behind the launch: the end of a row, and of the buffer.
    let row_ends =
        if pitch == 0 { buffer == column + words * size[0] } else { pitch == column + words * size[0] };
    let ends = pitch > 0 && buffer == (row + size[1]) * pitch;
    let whole = |side: usize, length: u32| size[side] <= length.into() || size[side] % i64::from(length) == 0;
    let columns = row_ends || whole(0, g.shape.width);
    let rows = size[1] == 1 || ends || whole(1, g.shape.height());
    if first < 0 || column < 0 || !fits || !columns || !rows {
        return None;
    }
    let sides = g.sides_of_group();
    let [width, height] = [words * sides[0], if pitch == 0 { 1 } else { sides[1] }];
    let word = |number: i64| u32::try_from(number).ok();
    let (words, width, height) = (word(words)?, word(width)?, word(height)?);
    let tile = Tile {
        main: Main::Argument(argument, word(pitch)?),
        size: [width, height],
        steps: [[words, 0], [0, u32::from(pitch > 0)]],
        first: [column, row],
        factors: Some([words, if pitch > 0 { width } else { 0 }]),
        reads: Vec::new(),
        scalars: Vec::new(),
        output: true,
    };
    Some((tile, places))
}

impl Generator<'_> {
    /// May an access of a buffer reach words of an argument's?
    fn meets(&self, main: Main, argument: u32) -> bool {
        let end = |at: u32| self.ends.get(at as usize);
        match main {
            Main::Argument(at, _) => end(at) == end(argument),
            Main::All => true,
            Main::Words | Main::Constants => false,
        }
    }

    /// What it takes to send a tile.
    pub fn cost_of_sending(&self, tile: &Tile) -> u64 {
        let [words, periods] = tile.size.map(u64::from);
        let period = if let Main::Argument(_, pitch @ 1..) = tile.main { pitch.into() } else { words };
        cost::stream(Stride { address: 0, words, period, periods }, true, &self.spec.timing.dram)
    }

    /// The tile of results that an address is in, and is it that of the last store?
    pub fn result_tile(&self, ptr: Value) -> Option<(usize, bool)> {
        let holds = |tile: &&Tile| tile.output && tile.holds(ptr);
        let (at, tile) = self.tiles.iter().enumerate().find(|(_, tile)| holds(tile))?;
        Some((at, tile.reads.last().is_some_and(|(last, _)| *last == ptr)))
    }
}
