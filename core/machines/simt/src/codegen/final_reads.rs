//! Final reads of registers in a finished program ([`lanescope_parts::codegen::final_reads`]).

use alloc::vec::Vec;

use lanescope_parts::codegen::final_reads::{self, Parting};

use super::roles::{Numbering, steps};
use crate::{
    isa::{Inst, Op, Program, Reg},
    stack::NO_PC,
};

/// For each instruction the registers that nobody needs after it, of those that it reads.
pub fn final_reads(program: &Program) -> Vec<Vec<Reg>> {
    let numbering = Numbering::new(&program.code);
    let steps = steps(&program.code, numbering);
    let parting = |(pc, inst): (u32, &Inst)| {
        let parts = inst.op == Op::Bra && inst.guard.is_some();
        let meet = (inst.rpc != NO_PC).then_some(inst.rpc);
        parts.then_some(Parting { sides: [inst.target, pc + 1], meet })
    };
    let partings: Vec<Parting> = (0..).zip(&program.code).filter_map(parting).collect();
    // What a guarded write keeps of the old value is not read.
    let reads = |at: usize| program.code[at].sources().map(|reg| numbering.of(reg)).collect();
    let last = final_reads::final_reads(&steps, numbering.len(), &partings, reads);
    let registers = |values: Vec<u32>| values.into_iter().map(|value| numbering.reg(value)).collect();
    last.into_iter().map(registers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Spec, asm::assemble};
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
