//! Memory instructions of the interpreter: which words each asks for (facts 8), and moving them one by one.

use alloc::{collections::BTreeMap, vec::Vec};

use super::{ITEMS, Reference, State};
use crate::isa::{Buffer, Instruction, Op, Operand, OperandKind, Register};

/// Which words a request asks for: each with its column and row in what was asked for, by its byte.
struct Asked {
    address: u32,
    words: u32,
    period: u32,
    periods: u32,
    cut: [u32; 2],
}

impl Asked {
    fn places(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        (0..self.periods).flat_map(move |row| {
            let first = self.address.wrapping_add(4 * row.wrapping_mul(self.period));
            let place =
                move |column: u32| (self.cut[0] + column, self.cut[1] + row, first.wrapping_add(4 * column));
            (0..self.words).map(place)
        })
    }
}

/// A side of a block: where it begins, how many there are, and how many were cut in front. The difference has no sign.
fn side(at: i64, count: u32, room: u32) -> (u32, u32, u32) {
    let count = i64::from(count.min((i64::from(room) - at) as u32));
    (at.max(0) as u32, (count + at.min(0)).max(0) as u32, at.min(0).unsigned_abs() as u32)
}

fn block(buffer: &Buffer, at: [i64; 2], size: [u32; 2], rows: u32) -> Asked {
    let ((x, words, left), (y, periods, above)) =
        (side(at[0], size[0], buffer.width), side(at[1], size[1], rows));
    let first = y.wrapping_mul(buffer.width).wrapping_add(x);
    let address = buffer.address.wrapping_add(4 * first);
    Asked { address, words, period: buffer.width, periods, cut: [left, above] }
}

impl Reference<'_> {
    /// The word of main memory at a byte, if it lies in a buffer.
    fn word(&mut self, byte: u32) -> Option<&mut u32> {
        let inside = |buffer: &Buffer| {
            let first = u64::from(buffer.address);
            (first..first + 4 * buffer.words()).contains(&u64::from(byte))
        };
        let there = self.program.buffers.iter().any(inside);
        self.memory.get_mut(byte as usize / 4).filter(|_| there)
    }

    pub(super) fn access(&mut self, state: &mut State, one: &Instruction) {
        let program = self.program;
        let number = self.value(state, one.sources[0], 0);
        let at = [1, 2].map(|source| i64::from(self.value(state, one.sources[source], 0) as i32));
        let (width, height) = (self.width, ITEMS as u32 / self.width);
        let main = || program.buffer(number).unwrap();
        let own = || program.scratchpad(number).unwrap();
        let stride = |buffer: &Buffer, [words, period, periods]: [u32; 3]| {
            let first = (at[1] as u32).wrapping_mul(buffer.width).wrapping_add(at[0] as u32);
            Asked { address: buffer.address.wrapping_add(4 * first), words, period, periods, cut: [0; 2] }
        };
        let whole = |buffer: &Buffer| stride(buffer, [buffer.width, buffer.width, buffer.height]);
        match one.op {
            Op::Ldglin | Op::Stglin => {
                let elements = one.elements();
                let [x, y] = [0, 1].map(|n| i64::from(state.offset[n]) + at[n]);
                let rows = height.min(self.size[1].wrapping_sub(state.offset[1]));
                let size = [elements * width, rows];
                let asked = block(main(), [x * i64::from(elements), y], size, u32::MAX);
                self.lanes(state, one, &asked, elements, main(), false);
            }
            Op::Ldsplin | Op::Stsplin => {
                let asked = block(own(), at, [width, height], own().height);
                self.lanes(state, one, &asked, 1, own(), true);
            }
            Op::Ldgbidx | Op::Stgbidx => self.past(state, one, &whole(main()), main(), false),
            Op::Ldspbidx | Op::Stspbidx => self.past(state, one, &whole(own()), own(), true),
            Op::Ldgcidx | Op::Stgcidx => {
                self.past(state, one, &stride(main(), state.stride), main(), false);
            }
            Op::Ldgidxit | Op::Stgidxit => {
                let register = usize::from(one.destination.unwrap().register().unwrap().number);
                for item in (0..ITEMS).filter(|item| state.on(*item)).collect::<Vec<_>>() {
                    let byte = main().address.wrapping_add(state.index[item].wrapping_mul(4));
                    let Some(word) = self.word(byte) else { continue };
                    match one.op {
                        Op::Ldgidxit => state.vectors[register][item] = *word,
                        _ => *word = state.vectors[register][item],
                    }
                }
            }
            Op::Ldg2sptile | Op::Stg2sptile => {
                let Some(Operand::Immediate(tile)) = one.destination else { panic!("{one:?}") };
                let tile = program.scratchpad(tile).unwrap();
                let asked = block(main(), at, [tile.width, tile.height], main().height);
                for (x, y, byte) in asked.places() {
                    let place = tile.address as usize / 4 + (y * tile.width + x) as usize;
                    let Some(word) = self.word(byte) else { continue };
                    let Some(own) = state.scratchpad.get_mut(place) else { continue };
                    if one.op == Op::Ldg2sptile { *own = *word } else { *word = *own }
                }
            }
            Op::Sldg | Op::Sldsp => {
                let to = usize::from(one.destination.unwrap().register().unwrap().number);
                let (first, count) = match one.op {
                    Op::Sldg => (main().address, one.immediate(1).unwrap_or(1)),
                    _ => (stride(own(), [1; 3]).address, state.stride[0]),
                };
                for n in 0..count {
                    let byte = first.wrapping_add(4 * n);
                    let word = match one.op {
                        Op::Sldg => self.word(byte).copied(),
                        _ => state.scratchpad.get(byte as usize / 4).copied(),
                    };
                    let register = &mut state.scalars[to + n as usize];
                    *register = word.unwrap_or(*register);
                }
            }
            other => panic!("{other:?}"),
        }
    }

    /// Each work-item its words by its place.
    fn lanes(
        &mut self,
        state: &mut State,
        one: &Instruction,
        asked: &Asked,
        elements: u32,
        buffer: &Buffer,
        scratchpad: bool,
    ) {
        let named = one.destination.unwrap().register().unwrap();
        if named == Register::new(OperandKind::VectorSpecial, 11) {
            return self.past(state, one, asked, buffer, scratchpad);
        }
        for (column, row, byte) in asked.places() {
            let item = (row * self.width + column / elements) as usize;
            if column / elements >= self.width || item >= ITEMS || !state.on(item) {
                continue;
            }
            let register = usize::from(named.number) + (column % elements) as usize;
            let own = match named.kind {
                OperandKind::Vector => &mut state.vectors[register][item],
                _ => &mut state.index[item],
            };
            let word = if scratchpad { state.scratchpad.get_mut(byte as usize / 4) } else { self.word(byte) };
            let Some(word) = word else { continue };
            if matches!(one.op, Op::Ldglin | Op::Ldsplin) { *own = *word } else { *word = *own }
        }
    }

    /// Words stream past the index memory: who has the index of a word, counted from the first one of the buffer, gets it, or the first
    /// who has it gives it.
    fn past(
        &mut self,
        state: &mut State,
        one: &Instruction,
        asked: &Asked,
        buffer: &Buffer,
        scratchpad: bool,
    ) {
        let store = matches!(one.op, Op::Stglin | Op::Stsplin | Op::Stgbidx | Op::Stgcidx | Op::Stspbidx);
        let mut who: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for item in (0..ITEMS).filter(|item| state.on(*item)) {
            who.entry(state.index[item] << 2).or_default().push(item);
        }
        for (.., byte) in asked.places() {
            let Some(items) = who.get(&byte.wrapping_sub(buffer.address)) else { continue };
            let word = if scratchpad { state.scratchpad.get_mut(byte as usize / 4) } else { self.word(byte) };
            let Some(word) = word else { continue };
            if store {
                *word = state.data[items[0]];
            } else {
                items.iter().for_each(|item| state.data[*item] = *word);
            }
        }
    }
}
