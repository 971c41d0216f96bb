//! Which element or work-item a thread has stopped for. [`lanescope_parts::riscv::run::ends`] says how a run ends.

use lanescope_parts::{
    image::Memory,
    riscv::{abi::Items, run::Ends},
};

use super::{Hart, Trap};
use crate::isa::{P, Program};

impl Ends for P {
    /// The first work-item, counted from the first one whose turn it is, for which an instruction stops a thread; by hand the element.
    fn lane(trap: &Trap, program: &Program, hart: &Hart, memory: &Memory) -> u32 {
        let items = program.pc(hart.pc).zip(program.kernel.as_ref());
        let items = items.map_or(Items::FIRST, |(pc, kernel)| kernel.items_of(pc));
        match (trap, items) {
            (Trap::Fault(_, Some(element)), _) => *element,
            (Trap::Fault(fault, None), items) => {
                // Of a whole register the first byte that is not there.
                let missing =
                    |at: &u64| memory.check(fault.address.wrapping_add(*at), 1, fault.write).is_err();
                let byte = (0..u64::from(fault.bytes)).find(missing).unwrap_or(0);
                items.that_has(byte, fault.bytes.into())
            }
            (_, items) => items.that_has(0, 1),
        }
    }
}
