//! Final reads: the instructions after which a register of a warp is no longer needed (gpgpu C13).
//!
//! A register belongs to all lanes of a warp at once. It is needed after an instruction if these lanes may read it again,
//! or lanes that wait may: in one side of a branch that lanes can part at, what the other side reads stays needed, since
//! the warp may run it later, and so does what is read where they meet, since the lanes of the other side may have
//! written it already. Which side runs first is a setting, so both are taken to be the first and the last.

use alloc::{vec, vec::Vec};

use super::roles::{Numbering, steps};
use crate::{
    codegen::{flow::Blocks, liveness},
    machines::simt::{
        isa::{Inst, Op, Program, Reg},
        stack::NO_PC,
    },
};

/// Most pairs of a branch and a block that are looked at; longer programs have no final reads.
const WORK: usize = 1 << 22;

/// For each instruction the registers that nobody needs after it, of those that it reads.
pub fn final_reads(program: &Program) -> Vec<Vec<Reg>> {
    let numbering = Numbering::new(&program.code);
    let steps = steps(&program.code, numbering);
    let blocks = Blocks::new(&steps);
    let ranges = liveness::ranges(&steps, &blocks, numbering.len());
    let live = |value: u32, point: u32| {
        let range = &ranges[value as usize];
        let at = range.partition_point(|(_, end)| *end <= point);
        range.get(at).is_some_and(|(start, _)| *start <= point)
    };
    let parting = |inst: &&Inst| inst.op == Op::Bra && inst.guard.is_some();
    if program.code.iter().filter(parting).count().saturating_mul(blocks.starts.len()) > WORK {
        return vec![vec![]; program.code.len()];
    }
    let kept = kept(program, &blocks);
    let needed = |value: u32, at: u32| {
        let waits = |block: &u32| live(value, 2 * blocks.starts[*block as usize]);
        live(value, 2 * at + 1) || kept[blocks.of[at as usize] as usize].iter().any(waits)
    };
    let reads = |(at, inst): (u32, &Inst)| {
        let mut last: Vec<Reg> = inst.sources().filter(|reg| !needed(numbering.of(*reg), at)).collect();
        last.sort_unstable();
        last.dedup();
        last
    };
    (0..).zip(&program.code).map(reads).collect()
}

/// For each block the blocks at whose top lanes may wait while it runs.
fn kept(program: &Program, blocks: &Blocks) -> Vec<Vec<u32>> {
    let mut kept = vec![vec![]; blocks.starts.len()];
    let block = |pc: u32| blocks.of.get(pc as usize).copied();
    for (pc, inst) in (0..).zip(&program.code) {
        if inst.op != Op::Bra || inst.guard.is_none() {
            continue;
        }
        let meet = if inst.rpc == NO_PC { None } else { block(inst.rpc) };
        let sides = [block(inst.target), block(pc + 1)];
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            for inside in region(blocks, side, meet) {
                kept[inside as usize].extend(other.into_iter().chain(meet));
            }
        }
    }
    for list in &mut kept {
        list.sort_unstable();
        list.dedup();
    }
    kept
}

/// The blocks of a side of a branch, up to where it meets the other one.
fn region(blocks: &Blocks, side: Option<u32>, meet: Option<u32>) -> Vec<u32> {
    let mut seen = vec![false; blocks.starts.len()];
    let (mut found, mut work) = (vec![], Vec::from_iter(side));
    while let Some(block) = work.pop() {
        if Some(block) == meet || core::mem::replace(&mut seen[block as usize], true) {
            continue;
        }
        found.push(block);
        work.extend(&blocks.succs[block as usize]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machines::simt::{Spec, asm::assemble};
    use alloc::{format, string::String};

    /// Final reads of a text, each with the number of its instruction.
    fn found(text: &str) -> String {
        let (programs, diagnostics) = assemble(text, &Spec::default());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let reads = final_reads(&programs[0]);
        let show = |(pc, list): (usize, Vec<Reg>)| list.into_iter().map(move |reg| format!("{pc}:{reg} "));
        reads.into_iter().enumerate().flat_map(show).collect()
    }

    #[test]
    fn straight_code_frees_at_the_last_read() {
        let text = ".entry k(.param .u64 p) {
            ld.param.u64 %rd0, [p];
            ld.global.u32 %r0, [%rd0];
            add.u32 %r1, %r0, %r0;
            add.u32 %r1, %r1, 1;
            st.global.u32 [%rd0], %r1;
            exit; }";
        assert_eq!(found(text), "2:%r0 4:%r1 4:%rd0 ");
    }

    /// Each side reads %r1 for the last time on its way; the other side may still have to run.
    #[test]
    fn c13_sibling_sides_keep_what_the_other_reads() {
        let sides = |branch: &str| {
            format!(
                ".entry k(.param .u64 p) {{
            ld.param.u64 %rd0, [p];
            ld.global.u32 %r1, [%rd0];
            setp.eq.u32 %p0, %r1, 0;
            @%p0 {branch} A;
            add.u32 %r2, %r1, 1;
            bra M;
        A:  add.u32 %r2, %r1, 2;
        M:  st.global.u32 [%rd0], %r2;
            exit; }}"
            )
        };
        assert_eq!(found(&sides("bra")), "3:%p0 7:%r2 7:%rd0 ", "lanes may part");
        assert_eq!(found(&sides("bra.uni")), "3:%p0 4:%r1 6:%r1 7:%r2 7:%rd0 ", "they cannot");
    }

    /// What a loop writes for lanes that have left it is kept while others go round.
    #[test]
    fn a_loop_keeps_what_lanes_take_out_of_it() {
        let text = ".entry k(.param .u64 p) {
            ld.param.u64 %rd0, [p];
            ld.global.u32 %r1, [%rd0];
        L:  sub.u32 %r1, %r1, 1;
            add.u32 %r2, %r1, 5;
            setp.gt.u32 %p0, %r1, 0;
            @%p0 bra L;
            st.global.u32 [%rd0], %r2;
            exit; }";
        assert_eq!(found(text), "5:%p0 6:%r2 6:%rd0 ");
    }
}
