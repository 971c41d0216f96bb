//! Loops over the lanes of a warp: registers in blocks of [`BLOCK`] lanes, read whole, computed whole, written under a
//! mask. Lanes beyond the mask compute something that nobody sees.
//!
//! Each loop is a function of its own for each operation; the compiler turns its body into vector code.

use lanescope_parts::base::LaneMask;

use super::{BLOCK, Warp};
use crate::isa::{Inst, Operand};

/// A block of lanes.
pub(super) type Row<T> = [T; BLOCK];

/// What a register holds in one lane.
pub(super) trait Word: Copy + Default {
    /// A block of an operand (0 for an operand that is not there).
    fn row(warp: &Warp, operand: Operand, block: usize, blocks: usize) -> Row<Self>;
    /// Writes the lanes of `mask` in a block of a register.
    fn write(warp: &mut Warp, register: usize, mask: u16, row: &Row<Self>);
    /// From 64 bits.
    fn cut(bits: u64) -> Self;
}

macro_rules! word {
    ($ty:ty, $file:ident) => {
        impl Word for $ty {
            #[inline(always)]
            fn row(warp: &Warp, operand: Operand, block: usize, blocks: usize) -> Row<$ty> {
                match operand {
                    Operand::Reg(reg) => warp.$file[reg.index as usize * blocks + block],
                    Operand::Imm(bits) => [bits as $ty; BLOCK],
                    Operand::None | Operand::Special(_) => [0; BLOCK],
                }
            }

            #[inline(always)]
            fn write(warp: &mut Warp, register: usize, mask: u16, row: &Row<$ty>) {
                let to = &mut warp.$file[register];
                if mask == u16::MAX {
                    *to = *row;
                } else {
                    *to = core::array::from_fn(|l| if mask >> l & 1 != 0 { row[l] } else { to[l] });
                }
            }

            #[inline(always)]
            fn cut(bits: u64) -> $ty {
                bits as $ty
            }
        }
    };
}
word!(u32, r);
word!(u64, d);

/// The lanes of one block.
#[inline(always)]
pub(super) fn block_mask(lanes: LaneMask, block: usize) -> u16 {
    (lanes.0 >> (block * BLOCK)) as u16
}

/// The blocks of a warp that have any of these lanes: of the others nothing is written, so nothing has to be computed.
#[inline(always)]
fn blocks_with(lanes: LaneMask, blocks: usize) -> impl Iterator<Item = usize> {
    (0..blocks).filter(move |block| block_mask(lanes, *block) != 0)
}

/// Writes a block of the destination.
#[inline(always)]
pub(super) fn write<D: Word>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, block: usize, row: &Row<D>) {
    let blocks = warp.blocks();
    if let Operand::Reg(reg) = inst.dst {
        D::write(warp, reg.index as usize * blocks + block, block_mask(lanes, block), row);
    }
}

/// d = f(a).
#[inline(never)]
pub(super) fn map1<A: Word, D: Word>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, f: impl Fn(A) -> D) {
    let blocks = warp.blocks();
    for block in blocks_with(lanes, blocks) {
        let a = A::row(warp, inst.src[0], block, blocks);
        let row = core::array::from_fn(|l| f(a[l]));
        write::<D>(warp, inst, lanes, block, &row);
    }
}

/// d = f(a, b).
#[inline(never)]
pub(super) fn map2<A: Word, B: Word, D: Word>(
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
    f: impl Fn(A, B) -> D,
) {
    let blocks = warp.blocks();
    for block in blocks_with(lanes, blocks) {
        let a = A::row(warp, inst.src[0], block, blocks);
        let b = B::row(warp, inst.src[1], block, blocks);
        let row = core::array::from_fn(|l| f(a[l], b[l]));
        write::<D>(warp, inst, lanes, block, &row);
    }
}

/// d = f(a, b, c).
#[inline(never)]
pub(super) fn map3<A: Word, B: Word, C: Word, D: Word>(
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
    f: impl Fn(A, B, C) -> D,
) {
    let blocks = warp.blocks();
    for block in blocks_with(lanes, blocks) {
        let a = A::row(warp, inst.src[0], block, blocks);
        let b = B::row(warp, inst.src[1], block, blocks);
        let c = C::row(warp, inst.src[2], block, blocks);
        let row = core::array::from_fn(|l| f(a[l], b[l], c[l]));
        write::<D>(warp, inst, lanes, block, &row);
    }
}

/// d = f(a, b) for functions that cost more than the loop: active lanes only.
#[inline(never)]
pub(super) fn slow2<A: Word, D: Word>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, f: impl Fn(A, A) -> D) {
    let blocks = warp.blocks();
    for block in blocks_with(lanes, blocks) {
        let mask = block_mask(lanes, block);
        let a = A::row(warp, inst.src[0], block, blocks);
        let b = A::row(warp, inst.src[1], block, blocks);
        let row = core::array::from_fn(|l| if mask >> l & 1 != 0 { f(a[l], b[l]) } else { D::default() });
        write::<D>(warp, inst, lanes, block, &row);
    }
}

/// The lanes where f(a, b); what it says of other lanes than `lanes` means nothing.
#[inline(never)]
pub(super) fn test<A: Word>(warp: &Warp, inst: &Inst, lanes: LaneMask, f: impl Fn(A, A) -> bool) -> LaneMask {
    let blocks = warp.blocks();
    let mut mask = 0;
    for block in blocks_with(lanes, blocks) {
        let a = A::row(warp, inst.src[0], block, blocks);
        let b = A::row(warp, inst.src[1], block, blocks);
        let bits = (0..BLOCK).fold(0u32, |bits, l| bits | u32::from(f(a[l], b[l])) << l);
        mask |= u64::from(bits) << (block * BLOCK);
    }
    LaneMask(mask)
}

/// d = p ? a : b, lane by lane.
#[inline(never)]
pub(super) fn select<A: Word>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, choice: LaneMask) {
    let blocks = warp.blocks();
    for block in blocks_with(lanes, blocks) {
        let a = A::row(warp, inst.src[0], block, blocks);
        let b = A::row(warp, inst.src[1], block, blocks);
        let mask = block_mask(choice, block);
        let row: Row<A> = core::array::from_fn(|l| if mask >> l & 1 != 0 { a[l] } else { b[l] });
        write::<A>(warp, inst, lanes, block, &row);
    }
}

/// d = a value for each lane.
pub(super) fn fill<D: Word>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, f: impl Fn(u32) -> u64) {
    for block in blocks_with(lanes, warp.blocks()) {
        let row = core::array::from_fn(|l| D::cut(f((block * BLOCK + l) as u32)));
        write::<D>(warp, inst, lanes, block, &row);
    }
}
