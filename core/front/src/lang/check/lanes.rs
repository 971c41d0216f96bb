//! Arguments of functions of the lanes of a warp.

use alloc::vec::Vec;

use super::super::types::{INT, Scalar, UINT, scalar};
use super::*;

/// The arguments as the function wants them and the type of its result, or where and what is wrong.
type Taken = Result<(Vec<Expr>, TypeId), (Span, alloc::string::String)>;

impl Checker<'_> {
    /// Perhaps a mask; a number; whole numbers.
    pub(super) fn exchange(&mut self, mask: bool, args: Vec<Expr>) -> Taken {
        let ty = scalar(self.exchanged(&args[usize::from(mask)])?);
        args.iter().try_for_each(|arg| self.number(arg).map(|_| ()))?;
        let first = if mask { &[UINT, ty][..] } else { &[ty] };
        let types = first.iter().copied().chain(core::iter::repeat(INT));
        Ok((args.into_iter().zip(types).map(|(arg, ty)| self.make_convert(arg, ty)).collect(), ty))
    }

    /// A mask and a number, and perhaps a pointer to an `int`.
    pub(super) fn match_lanes(&mut self, args: Vec<Expr>) -> Taken {
        self.number(&args[0])?;
        let ty = scalar(self.exchanged(&args[1])?);
        if let Some(pointer) = args.get(2)
            && self.program.types.as_pointer(pointer.ty).is_none_or(|to| to.to != INT || to.is_const)
        {
            return Err((pointer.span, "A pointer to an `int` is expected here.".into()));
        }
        let mut args = args.into_iter();
        let mut taken: Vec<Expr> =
            args.by_ref().zip([UINT, ty]).map(|(arg, ty)| self.make_convert(arg, ty)).collect();
        taken.extend(args);
        Ok((taken, UINT))
    }

    /// A mask and an `int` or `unsigned`.
    pub(super) fn masked(&mut self, args: Vec<Expr>) -> Taken {
        self.number(&args[0])?;
        let found = self.number(&args[1])?.promoted();
        if found.is_float() || found.bytes() != 4 {
            return Err((args[1].span, "An integer of 32 bits is expected here.".into()));
        }
        let types = [UINT, scalar(found)];
        let args = args.into_iter().zip(types).map(|(arg, ty)| self.make_convert(arg, ty));
        Ok((args.collect(), scalar(found)))
    }

    /// The type in which lanes exchange a number: in CUDA nothing is smaller than an `int`.
    fn exchanged(&self, arg: &Expr) -> Result<Scalar, (Span, alloc::string::String)> {
        let found = self.number(arg)?;
        let promotes = self.dialect == Dialect::Cuda || found == Scalar::Bool;
        Ok(if promotes { found.promoted() } else { found })
    }
}
