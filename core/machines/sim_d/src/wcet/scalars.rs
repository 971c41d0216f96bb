//! The scalars of a group, and what an instruction does to what is known of them, whatever that is: [forms](super::affine) or
//! [numbers](super::values).

use crate::isa::{Instruction, Op, OperandKind};

/// Scalars of a group; behind them stand the three registers of the custom stride.
pub const SCALARS: usize = 32;
/// All of these.
pub const ALL: usize = SCALARS + 3;
/// The first special scalar that a program writes.
pub const STRIDE: u8 = 5;

/// An instruction writes a scalar: of what is loaded nothing is known, the others get a result. A load from a scratchpad brings
/// `of_scratchpad` words.
pub fn step<T>(
    one: &Instruction,
    scalars: &mut [Option<T>],
    of_scratchpad: usize,
    result: impl FnOnce(&[Option<T>]) -> Option<T>,
) {
    let Some(to) = one.written() else { return };
    let place = match to.kind {
        OperandKind::Scalar => usize::from(to.number),
        OperandKind::ScalarSpecial if to.number >= STRIDE => SCALARS + usize::from(to.number - STRIDE),
        _ => return,
    };
    let loaded = match one.op {
        Op::Sldg => one.immediate(1).unwrap_or(1) as usize,
        Op::Sldsp => of_scratchpad,
        _ => {
            let result = result(scalars);
            if let Some(scalar) = scalars.get_mut(place) {
                *scalar = result;
            }
            return;
        }
    };
    scalars[place..SCALARS].iter_mut().take(loaded).for_each(|scalar| *scalar = None);
}
