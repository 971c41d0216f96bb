//! The scalar fall-back: what a mask with few ones guards is carried out by scalar code, element after element (hp_ch4
//! 4.13, 5.7, HV30).
//!
//! Vector code takes its time however few elements its mask lets through; the time of a loop over these elements grows
//! with their number. With `skip = sparse` a piece of the kernel that is under a mask of its own is therefore written
//! twice, and where it begins `vcpop.m` decides which of the two is carried out:
//!
//! ```text
//!          count = vcpop mask
//!          count = 0: go on behind the piece
//!          100 * count >= sparse_below * vl: go on at dense
//!          … the piece for each element of the mask: see `element` …
//!          go on behind the piece
//! dense:   … the piece for all elements, under its mask …
//! ```
//!
//! What can be a piece is said by [`lanescope_parts::codegen::spmd::piece`].

use lanescope_parts::{codegen::spmd::piece::Piece, ir::BlockId, riscv::codegen::Emit};

use super::{
    code::{Class, Label, Line, Reg, What},
    state::Generator,
    target::Vector,
};
use crate::{
    isa::{Csr, CsrNames, Form, Op as M},
    spec::Skip,
};

impl Generator<'_> {
    /// The piece that begins with a way or a join, if there is to be scalar code for it.
    pub fn piece_of_block(&self, entry: BlockId) -> Option<Piece> {
        let wanted = self.spec.skip == Skip::Sparse;
        wanted.then(|| self.facts.piece_of_block(&self.region.plan, entry, &Vector)).flatten()
    }

    /// The piece that is a loop, if there is to be scalar code for it.
    pub fn piece_of_loop(&self, at: usize) -> Option<Piece> {
        let wanted = self.spec.skip == Skip::Sparse;
        wanted.then(|| self.facts.piece_of_loop(&self.region.plan, at, &Vector)).flatten()
    }

    /// Goes to `dense` unless `count` is so small a part of the vector length that scalar code is quicker.
    pub fn unless_sparse(&mut self, count: Reg, dense: Label) {
        let percent = self.spec.sparse_below;
        let divides = |n: &u32| percent.is_multiple_of(*n) && 100_u32.is_multiple_of(*n);
        let divisor = (1..=percent).rev().find(divides).unwrap_or(1);
        let length = self.vector_length();
        let ones = self.times(count, 100 / divisor);
        let least = self.times(length, percent / divisor);
        self.code.branch(M::Bgeu, ones, least, dense);
    }

    fn times(&mut self, reg: Reg, factor: u32) -> Reg {
        if factor == 1 {
            return reg;
        }
        let factor = self.code.number(factor.into());
        self.code.x(M::Mul, reg, factor)
    }

    /// The vector length.
    pub fn vector_length(&mut self) -> Reg {
        let rd = self.code.value(Class::X);
        let read = Line::new(What::Machine(M::Csrrs, Form::Csr));
        self.code.push(Line { rd, imm: Csr::Vl.number(), ..read });
        rd
    }
}
