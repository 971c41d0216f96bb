//! The operands of a value, innermost first.
//!
//! A code generator that computes values on demand goes as deep as their operands do, and a long sum in a kernel's text is as
//! deep as it is long. When it [`is_deep`] it takes this list instead and computes one value after the other.

use alloc::vec::Vec;

use crate::{
    base::map::OrdSet,
    ir::{Kernel, Value, ValueDef},
};

/// How deep a code generator may go into the operands of a value.
const NESTED: u32 = 64;

/// Whether a generator that is so deep in the operands of a value takes the list of what is left. It does at every multiple:
/// what a list of scalars needs beside them may be deep by itself.
pub fn is_deep(nested: u32) -> bool {
    nested != 0 && nested.is_multiple_of(NESTED)
}

/// The instructions that a value is made of, each once and behind its operands. What is known is left out, and so is what
/// only that needs.
pub fn innermost_first(kernel: &Kernel, value: Value, is_known: impl Fn(Value) -> bool) -> Vec<Value> {
    let (mut found, mut seen) = (Vec::new(), OrdSet::new());
    let mut rest = Vec::from([(value, false)]);
    while let Some((value, ready)) = rest.pop() {
        if ready {
            found.push(value);
            continue;
        }
        let ValueDef::Inst(inst) = kernel.values[value.index()].def else { continue };
        if is_known(value) || !seen.insert(value) {
            continue;
        }
        rest.push((value, true));
        let operands = kernel.insts[inst.index()].op.operands();
        rest.extend(operands.into_iter().rev().map(|operand| (operand, false)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    /// Of `(a + b) * (a + b)`, with all unknown, with a known `b`, with a known sum.
    #[test]
    fn operands_come_once_and_before_what_they_make() {
        let text = "kernel k() {\nb0:\n  v0: i32 = global_id 0\n  v1: i32 = global_id 1\n  \
            v2: i32 = add v0, v1\n  v3: i32 = mul v2, v2\n  return\n}\n";
        let kernel = parse(text).expect("a kernel");
        let all = [0, 1, 2, 3].map(Value);
        assert_eq!(innermost_first(&kernel, all[3], |_| false), all);
        assert_eq!(innermost_first(&kernel, all[3], |value| value == all[1]), [all[0], all[2], all[3]]);
        assert_eq!(innermost_first(&kernel, all[3], |value| value == all[2]), [all[3]]);
    }
}
