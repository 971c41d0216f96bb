//! What the bytes of a chunk may be: one instruction after the other, and what is none.

use alloc::vec::Vec;

use super::{
    super::isa::{Arch, Decoded, Instruction},
    object::{Chunk, EXECUTE},
};

/// Bytes of a chunk.
pub struct Piece {
    /// Where they begin.
    pub at: usize,
    /// How many they are: a word, or less at the end, if they are no instruction.
    pub length: usize,
    /// The instruction that they are, if it is written as just these bytes.
    pub instruction: Option<Instruction>,
}

/// May there be instructions in a chunk? It may be executed, or it waits for names.
pub fn may_be_code(chunk: &Chunk) -> bool {
    chunk.permission & EXECUTE != 0 || !chunk.references.is_empty()
}

/// The bytes of a chunk in order.
pub fn pieces(arch: Arch, bytes: &[u8]) -> Vec<Piece> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (instruction, length) = match arch.decode(rest) {
            Decoded::Instruction(one, length) if arch.encode(&one) == rest[..length as usize] => {
                (Some(one), length as usize)
            }
            _ => (None, rest.len().min(arch.word_bytes.into())),
        };
        pieces.push(Piece { at, length, instruction });
        at += length;
    }
    pieces
}
