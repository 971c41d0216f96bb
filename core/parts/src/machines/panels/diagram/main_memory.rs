//! Boxes of main memory, whichever kind a machine has, made of its own state.

use alloc::{format, vec::Vec};

use super::memory;
use crate::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State,
    },
    machines::observed::{Near, Parts},
    mem::main::Main,
    trace::Site,
};

/// The boxes that whatever is above main memory is linked with.
pub fn boxes(diagram: &mut Diagram, rank: u32, main: &Main, now: u64) -> Vec<u32> {
    match main {
        Main::Ideal | Main::Fixed(_) => {
            let block = memory::shared(Site::MAIN_MEMORY.of([]), rank);
            Vec::from([diagram.add(block.line("takes every access"))])
        }
        // What goes on in a cube is told by its commands.
        Main::Vaults(_) => Vec::from([diagram.add(memory::shared(Site::MAIN_MEMORY.of([]), rank))]),
        Main::Banked(banks) => {
            let count = banks.count();
            let field = |bank: u32| {
                let state = if banks.is_busy(bank, now) { State::On } else { State::Off };
                Cell::new(state, Some(Mark::Bank(bank)))
            };
            let cells: Vec<Cell> = (0..count).map(field).collect();
            let used = cells.iter().filter(|cell| cell.state == State::On).count();
            let block = memory::shared(Site::BANKS.of([]), rank).filled(used as u64, count.into());
            let block = block.line(format!("{used} of {count} banks busy"));
            Vec::from([diagram.add(Block { cells, ..block })])
        }
        Main::Dram(channels) => memory::channels(diagram, rank, channels, now),
    }
}

/// One of them from inside, if it opens.
pub fn inside(near: &Near, main: &Main, now: u64) -> Option<Parts> {
    memory::in_channel(near, main.channels()?, now)
}
