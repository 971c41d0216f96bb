//! Arguments that the kernel is compiled for become constants: what a launch says of the kernel's images.
//!
//! With them a function that reads an image is a few instructions, so that it is written out where it is called, on machines that have
//! calls, too; and with it all others of the kernel.

use super::{Pass, inline};
use crate::ir::{Inst, Kernel, Op};

/// This pass.
pub const PASS: Pass =
    Pass { name: "settle", doc: "Arguments that the kernel is compiled for become constants.", run };

fn run(kernel: &mut Kernel) -> bool {
    if kernel.params.iter().all(|param| param.fixed.is_none()) {
        return false;
    }
    (inline::PASS.run)(kernel);
    let Kernel { params, insts, .. } = kernel;
    for Inst { op, .. } in insts {
        if let Op::Arg(at) = op
            && let Some(bits) = params.get(*at as usize).and_then(|param| param.fixed)
        {
            *op = Op::Const(bits);
        }
    }
    true
}
