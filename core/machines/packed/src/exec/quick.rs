//! The short way of the instructions that loops are made of: whole registers are loaded, stored, and calculated with, and no mask
//! leaves an element out.
//!
//! The width of the register is known to the compiler here, so that nothing wider is copied, and so are operation and type
//! outside the loop over the elements, which then becomes vector code. The functions are those of [`lanescope_parts::base::num`].
//!
//! It answers only where nothing special can happen: the access is allowed and in one page, and every result raises no flag that
//! is not there: it is a plainly normal number where an inexact result is no news, or it is exact, and normal or zero. Else
//! nothing was done, and the instruction goes the long way ([`super::work`]), with the same bits.

use easy_ext::ext;
use lanescope_parts::{
    base::num::{
        exact, f32_add, f32_div, f32_fma, f32_mul, f32_sub, f64_add, f64_div, f64_fma, f64_mul, f64_sub,
        rounded::{Flags, Format},
    },
    image::Memory,
    ir::Type,
    riscv::hart::arithmetic::float,
};

use super::{
    Hart,
    state::{RVP_BYTES, WIDEST},
};
use crate::{
    exec::{PackedState, memory::PackedMemory},
    isa::{Elem, Family, FmaForm, Inst, Lane, Shape, Work},
};

/// Short ways for the commonest instructions.
#[ext(QuickWays)]
impl Hart {
    /// Executes an instruction with registers of `N` bytes, if it is one that goes the short way.
    #[inline(never)]
    pub(super) fn quick<const N: usize>(
        &mut self,
        inst: &Inst,
        (work, shape, elem): (Work, Shape, Elem),
        memory: &mut Memory,
    ) -> Option<()> {
        match work {
            Work::Move(align) if shape.stores() => {
                let address = self.quick_place::<N>(inst, self.must_align(align))?;
                store(memory, address, &self.sized::<N>(inst.rs2))?;
                self.note_access(N as u32, address);
            }
            Work::Move(align) if shape.has_memory() => {
                let address = self.quick_place::<N>(inst, self.must_align(align))?;
                let value: [u8; N] = load(memory, address)?;
                self.note_access(N as u32, address);
                self.set_sized(inst.rd, &value);
            }
            Work::Lanes(_) | Work::Fused(..) => {
                let address = match shape {
                    Shape::F2 | Shape::V2 | Shape::F3 | Shape::V3 => None,
                    Shape::V2Mem | Shape::V3Mem => Some(self.quick_place::<N>(inst, !self.ext.relaxed)?),
                    _ => return None,
                };
                let last = match address {
                    None => self.sized(inst.rs1),
                    Some(address) => load(memory, address)?,
                };
                let value = self.quick_floats::<N>(inst, work, elem, &last)?;
                if let Some(address) = address {
                    self.note_access(N as u32, address);
                }
                self.set_sized(inst.rd, &value);
            }
            _ => return None,
        }
        Some(())
    }

    /// Float arithmetic with its last source.
    #[inline]
    pub(super) fn quick_floats<const N: usize>(
        &self,
        inst: &Inst,
        work: Work,
        elem: Elem,
        last: &[u8; N],
    ) -> Option<[u8; N]> {
        let a = self.sized(inst.rs2);
        let news = self.fflags & Flags::INEXACT.0 == 0;
        match work {
            Work::Lanes(op) => lanes(op, elem, news, [&a, last]),
            Work::Fused(order, product, addend) => {
                let other = self.sized(if order == FmaForm::Four { inst.rs3 } else { inst.rd });
                let operands = match order {
                    FmaForm::Four => [&a, &other, last],
                    FmaForm::O132 => [&other, last, &a],
                    FmaForm::O213 => [&a, &other, last],
                    FmaForm::O231 => [&a, last, &other],
                };
                fused((product, addend), elem, news, operands)
            }
            _ => None,
        }
    }

    /// Where a whole register is in memory.
    #[inline]
    pub(super) fn quick_place<const N: usize>(&self, inst: &Inst, aligned: bool) -> Option<u64> {
        let address = self.get_x(inst.rs1).wrapping_add(inst.imm as i64 as u64);
        (!aligned || address.is_multiple_of(N as u64)).then_some(address)
    }

    /// Are the low 8 bytes of a register of `N` bytes the scalar core's? Only the textbook's style has that, and only with
    /// [`RVP_BYTES`].
    #[inline]
    pub(super) fn has_scalar_part<const N: usize>(&self) -> bool {
        N == RVP_BYTES && self.ext.set.generation.family() == Family::Rvp
    }

    /// A register of `N` bytes; of the textbook's style with its scalar part.
    #[inline]
    pub(super) fn sized<const N: usize>(&self, register: u8) -> [u8; N] {
        let mut value = self.ext.whole_register(register).first_chunk().copied().unwrap_or([0; N]);
        if self.has_scalar_part::<N>() {
            value[..8].copy_from_slice(&self.f[usize::from(register & 31)].to_le_bytes());
        }
        value
    }

    /// Writes a register of `N` bytes; those above become 0.
    #[inline]
    pub(super) fn set_sized<const N: usize>(&mut self, register: u8, value: &[u8; N]) {
        if self.has_scalar_part::<N>() {
            let mut whole = [0; WIDEST];
            whole[..N].copy_from_slice(value);
            return self.set_packed(register, N, &whole);
        }
        if let Some((low, high)) = self.ext.whole_register_mut(register).split_first_chunk_mut() {
            *low = *value;
            high.fill(0);
        }
    }
}

/// So many bytes of memory, if they may be read and are in one page.
#[inline]
fn load<const N: usize>(memory: &Memory, address: u64) -> Option<[u8; N]> {
    if !memory.contains(address, N as u64, false) {
        return None;
    }
    memory.span(address, N)?.first_chunk().copied()
}

/// Writes bytes, if they may be written and are in one page.
#[inline]
fn store<const N: usize>(memory: &mut Memory, address: u64, value: &[u8; N]) -> Option<()> {
    if !memory.contains(address, N as u64, true) {
        return None;
    }
    let to = memory.span_mut(address, N)?.first_chunk_mut()?;
    let changed = *to != *value;
    *to = *value;
    if changed {
        memory.note_change();
    }
    Some(())
}

/// Declares how registers are read as numbers of a type, and how a register of results is made.
macro_rules! numbers {
    ($($read:ident $each:ident $ty:ident $bytes:literal $format:ident;)*) => {$(
        /// The number at each place of a register.
        #[inline(always)]
        fn $read<const N: usize>(source: &[u8; N]) -> impl Fn(usize) -> $ty {
            let (words, _) = source.as_chunks::<$bytes>();
            |at| $ty::from_le_bytes(words[at])
        }

        /// A register with what a function gives for each place, if that raises no flags; `exact` says whether a result is
        /// exact, which matters where an inexact one is news and where one is zero.
        #[inline(always)]
        fn $each<const N: usize>(
            news: bool,
            f: impl Fn(usize) -> $ty,
            exact: impl Fn(usize, $ty) -> bool,
        ) -> Option<[u8; N]> {
            let is_normal = |result: $ty| Format::$format.is_plainly_normal(result.to_bits().into());
            let (mut value, mut normal) = ([0; N], true);
            for (at, word) in value.as_chunks_mut::<$bytes>().0.iter_mut().enumerate() {
                let result = f(at);
                normal &= is_normal(result);
                *word = result.to_le_bytes();
            }
            if normal && !news {
                return Some(value);
            }
            let (result, mut silent) = ($read(&value), true);
            for at in 0..N / $bytes {
                let (result, normal) = (result(at), is_normal(result(at)));
                silent &= (normal | (result == 0.0)) & exact(at, result) | (normal & !news);
            }
            silent.then_some(value)
        }
    )*};
}

numbers! {
    single each_single f32 4 SINGLE;
    double each_double f64 8 DOUBLE;
}

/// Sums, differences, products and quotients of the elements of two registers. Is an inexact result news?
#[inline]
pub fn lanes<const N: usize>(op: Lane, elem: Elem, news: bool, [a, b]: [&[u8; N]; 2]) -> Option<[u8; N]> {
    macro_rules! operation {
        (
            $each:ident($a:ident, $b:ident),
            [$add:ident $sub:ident $mul:ident $div:ident],
            [$sum:ident $product:ident $quotient:ident]
        ) => {
            match op {
                Lane::FAdd => {
                    $each(news, |at| $add($a(at), $b(at)), |at, sum| exact::$sum($a(at), $b(at), sum))
                }
                Lane::FSub => {
                    $each(news, |at| $sub($a(at), $b(at)), |at, sum| exact::$sum($a(at), -$b(at), sum))
                }
                Lane::FMul => {
                    $each(news, |at| $mul($a(at), $b(at)), |at, p| exact::$product($a(at), $b(at), p))
                }
                Lane::FDiv => {
                    $each(news, |at| $div($a(at), $b(at)), |at, q| exact::$quotient($a(at), $b(at), q))
                }
                _ => None,
            }
        };
    }
    match float(elem.bits()) {
        Type::F32 => {
            let (a, b) = (single(a), single(b));
            operation!(
                each_single(a, b),
                [f32_add f32_sub f32_mul f32_div],
                [f32_sum f32_product f32_quotient]
            )
        }
        Type::F64 => {
            let (a, b) = (double(a), double(b));
            operation!(
                each_double(a, b),
                [f64_add f64_sub f64_mul f64_div],
                [f64_sum f64_product f64_quotient]
            )
        }
        _ => None,
    }
}

/// Products and sums of the elements of three registers, rounded once; with the signs of product and addend. Is an inexact
/// result news?
#[inline]
pub fn fused<const N: usize>(
    (product, addend): (bool, bool),
    elem: Elem,
    news: bool,
    [a, b, c]: [&[u8; N]; 3],
) -> Option<[u8; N]> {
    match float(elem.bits()) {
        Type::F32 => {
            let turn = |number: f32, by: bool| if by { -number } else { number };
            let (a, b, c) = (single(a), single(b), single(c));
            let (a, c) = (|at| turn(a(at), product), |at| turn(c(at), addend));
            let exact = |at, result| exact::f32_fused(a(at), b(at), c(at), result);
            each_single(news, |at| f32_fma(a(at), b(at), c(at)), exact)
        }
        Type::F64 => {
            let turn = |number: f64, by: bool| if by { -number } else { number };
            let (a, b, c) = (double(a), double(b), double(c));
            let (a, c) = (|at| turn(a(at), product), |at| turn(c(at), addend));
            let exact = |at, result| exact::f64_fused(a(at), b(at), c(at), result);
            each_double(news, |at| f64_fma(a(at), b(at), c(at)), exact)
        }
        _ => None,
    }
}
