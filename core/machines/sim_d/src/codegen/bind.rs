//! A compiled kernel with the memory of a launch: what the buffers of the program are.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    image::{BASE, Memory},
    ir::Type,
    source::Span,
};

use super::{Compiled, finish::SPILLS, memory, tiles::Main};
use crate::isa::{Buffer, Program, WORK_ITEMS};

fn buffer(id: usize, address: u64, bytes: u64) -> Buffer {
    Buffer {
        id: id as u8,
        address: address as u32,
        width: (bytes / 4) as u32,
        height: 1,
        contents: None,
        file: None,
        span: Span::NONE,
    }
}

impl Compiled {
    /// The program for arguments, for which it puts words and constants into memory behind the buffers of the
    /// launch.
    ///
    /// # Errors
    /// A sentence: memory has no room left, or an argument points to no buffer.
    pub fn bind(&self, memory: &mut Memory, args: &[u64]) -> Result<Program, String> {
        let word = |word: &Option<(u32, bool)>| {
            let (at, high) = word.unwrap_or((u32::MAX, false));
            let arg = args.get(at as usize).copied().unwrap_or(0);
            (if high { arg >> 32 } else { arg }) as u32
        };
        let mut bytes: Vec<u8> = self.words.iter().flat_map(|one| word(one).to_le_bytes()).collect();
        let words = bytes.len() as u64;
        bytes.extend(&self.constants);
        let own = memory.allocate("(arguments)", bytes.len().max(4) as u64, Type::I32, true, true);
        memory.copy_in(own, &bytes);
        let own = memory.buffers()[own].base;
        let mut buffers = Vec::new();
        for (id, main) in self.buffers.iter().enumerate() {
            let arg = |at: u32| args.get(at as usize).copied().unwrap_or(0);
            let (at, bytes, pitch) = match *main {
                Main::Words => (own, words, 0),
                Main::Constants => (own + words, self.constants.len() as u64, 0),
                Main::All => {
                    let end = memory.buffers().iter().map(|one| one.base + one.bytes).max();
                    (BASE, end.unwrap_or(BASE) - BASE, 0)
                }
                Main::Argument(at, pitch) => {
                    let pointer = arg(at);
                    match memory.bytes_from(pointer) {
                        0 => return Err(format!("Argument {at} points to no buffer.")),
                        bytes => (pointer, bytes, pitch),
                    }
                }
            };
            if at % 4 != 0 || at + bytes > 1 << 32 {
                return Err(format!("Address {at:#x} is no word below 2^32."));
            }
            let whole = buffer(id, at - BASE, bytes);
            buffers.push(match pitch {
                0 => whole,
                pitch => Buffer { width: pitch, height: whole.width.div_ceil(pitch), ..whole },
            });
        }
        Ok(Program {
            instructions: self.instructions.clone(),
            buffers,
            scratchpads: self.scratchpads(),
            facts: self.facts.clone(),
            checked: self.checked,
            ..Program::default()
        })
    }

    /// Private memory, group memory, tiles and vectors without a register, one behind the other.
    fn scratchpads(&self) -> Vec<Buffer> {
        let mut end = 0;
        let mut list = Vec::new();
        let vectors = 4 * WORK_ITEMS as u64;
        let parts = [(memory::PRIVATE, self.private_bytes), (memory::LOCAL, self.local_bytes)];
        for (id, bytes) in parts.into_iter().filter(|(_, bytes)| *bytes > 0) {
            list.push(buffer(id as usize, end, bytes));
            end += bytes;
        }
        for (tile, [width, height]) in self.tiles.iter().copied().enumerate() {
            let bytes = 4 * u64::from(width) * u64::from(height);
            let one = buffer(SPILLS as usize + tile, end, bytes);
            list.push(Buffer { width, height, ..one });
            end += bytes;
        }
        for spill in 0..self.spills {
            let height = WORK_ITEMS as u32 / self.launch.width;
            let one = buffer((SPILLS + spill) as usize + self.tiles.len(), end, vectors);
            list.push(Buffer { width: self.launch.width, height, ..one });
            end += vectors;
        }
        list
    }
}
