//! Tails that several ways have in common become one (HARP 4.2, "tail merging"): fewer instructions in memory, and ways into the middle of
//! others, which `split` and `join` cannot tell apart by themselves. It is one of the optimisations that are off unless a person asks for them.

use alloc::vec::Vec;

use lanescope_parts::source::Span;

use super::code::{Block, Code, End, Line};

/// What an instruction does, wherever it comes from.
fn deed(line: &Line) -> Line {
    Line { span: Span::NONE, owner: None, ..*line }
}

/// How many of the last instructions of two blocks are the same.
fn common(one: &[Line], other: &[Line]) -> usize {
    one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| deed(a) == deed(b)).count()
}

/// Gives every two blocks that go on at the same one, and end with the same instructions, one block with those. Each step makes the code shorter,
/// so that there is an end.
pub(super) fn merge(code: &mut Code) {
    while let Some((one, other, to, length)) = find(code) {
        let from = code.blocks[one].lines.len() - length;
        let lines = code.blocks[one].lines.split_off(from);
        let span = code.blocks[one].span;
        let tail = code.add(Block { lines, ..Block::empty(to, span) });
        let left = code.blocks[other].lines.len() - length;
        code.blocks[other].lines.truncate(left);
        for block in [one, other] {
            code.blocks[block].end = End::Jump(tail);
        }
    }
}

/// Two blocks with a common tail, where it leads, and how many instructions it has.
fn find(code: &Code) -> Option<(usize, usize, usize, usize)> {
    let order = code.order();
    let jumps: Vec<(usize, usize)> = order
        .iter()
        .filter_map(|block| match code.blocks[*block] {
            Block { end: End::Jump(to), ref lines, .. } if !lines.is_empty() => Some((*block, to)),
            _ => None,
        })
        .collect();
    jumps.iter().enumerate().find_map(|(at, (one, to))| {
        let same = jumps[at + 1..].iter().filter(|(_, other)| other == to);
        let found =
            same.map(|(other, _)| (*other, common(&code.blocks[*one].lines, &code.blocks[*other].lines)));
        found.filter(|(_, length)| *length > 0).map(|(other, length)| (*one, other, *to, length)).next()
    })
}
