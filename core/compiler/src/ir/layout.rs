//! Where the slots of a kernel lie: the same offsets in the reference interpreter and on every machine, so that an
//! address means the same everywhere.
//!
//! - `Private` slots lie one behind the other from 0, for each work-item.
//! - `Local` slots likewise, for each work-group. Behind them, at a multiple of [`LOCAL_ALIGN`], lies the dynamic memory
//!   of the launch, where every dynamic slot starts (CUDA's `extern __shared__`), and behind that the memory of each
//!   `Local` argument.
//! - In a kernel that asks whether a pointer into one of these two is null, nothing lies at address 0: its first slot or argument has
//!   address [`NOT_NULL`].
//! - `Constant` slots lie from 0 and must end at or before [`CONSTANT_LIMIT`], where the buffers of the memory image
//!   begin: an address of constant space is a slot below the limit and a buffer above it.

use alloc::{string::String, vec::Vec};

use super::{Inst, Kernel, Op, Slot, Space, Type, Value, ValueDef, ValueInfo};

/// Where work-group memory and that of work-items begins if pointers into it are compared with null ones: a multiple of every alignment
/// of scalars and short vectors.
pub const NOT_NULL: u64 = 16;
/// Alignment of dynamic work-group memory and of each local argument.
pub const LOCAL_ALIGN: u64 = 16;
/// Bytes that all constant slots have together at most: the address of the first buffer.
pub const CONSTANT_LIMIT: u64 = crate::image::BASE;
/// Room around a private slot, at least and at most, where slots lie apart (see [`Layout::apart`]). The first is a multiple of
/// every alignment.
const APART: (u64, u64) = (64, 4096);

/// The offset of each slot in its space, and how long each space is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Offset of each slot, by [`super::SlotId`].
    pub offsets: Vec<u64>,
    /// Bytes of one work-item's private slots.
    pub private_bytes: u64,
    /// Bytes of one work-group's local slots, without dynamic memory and arguments.
    pub local_bytes: u64,
    /// Bytes of the constant slots.
    pub constant_bytes: u64,
}

/// The local memory of a group in one launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMemory {
    /// The kernel's arguments, with the size of each local argument replaced by its address.
    pub args: Vec<u64>,
    /// Bytes of a group's local memory in all.
    pub bytes: u64,
}

impl GroupMemory {
    /// Places dynamic memory and the local arguments of a launch behind `declared` bytes of a group. `args` has the size in
    /// bytes of each local argument.
    pub fn place(
        declared: u64,
        dynamic_local: u32,
        args: &[u64],
        is_local: impl Fn(usize) -> bool,
    ) -> GroupMemory {
        let mut bytes = match dynamic_local {
            0 => declared,
            more => align(declared, LOCAL_ALIGN).saturating_add(more.into()),
        };
        let mut place = |size: u64| {
            let at = align(bytes, LOCAL_ALIGN);
            bytes = at.saturating_add(size);
            at
        };
        let args =
            args.iter().enumerate().map(|(at, arg)| if is_local(at) { place(*arg) } else { *arg }).collect();
        GroupMemory { args, bytes }
    }
}

/// The first address of a space.
fn start(kernel: &Kernel, space: Space) -> u64 {
    let asks = |insts: &[Inst], values: &[ValueInfo]| {
        let is_null = |value: &Value| match values[value.index()].def {
            ValueDef::Inst(inst) => insts[inst.index()].op == Op::Const(0),
            ValueDef::BlockParam(..) => false,
        };
        insts.iter().any(|inst| match &inst.op {
            Op::Compare(_, a, b) => values[a.index()].ty == Type::Ptr(space) && (is_null(a) || is_null(b)),
            _ => false,
        })
    };
    let in_functions = || kernel.functions.iter().any(|function| asks(&function.insts, &function.values));
    if asks(&kernel.insts, &kernel.values) || in_functions() { NOT_NULL } else { 0 }
}

impl Layout {
    /// Places the slots of a kernel.
    pub fn new(kernel: &Kernel) -> Layout {
        let (private_bytes, local_bytes) = (start(kernel, Space::Private), start(kernel, Space::Local));
        let mut layout = Layout { offsets: Vec::new(), private_bytes, local_bytes, constant_bytes: 0 };
        for slot in &kernel.slots {
            let end = match slot.space {
                Space::Private => &mut layout.private_bytes,
                Space::Local => &mut layout.local_bytes,
                Space::Constant | Space::Global => &mut layout.constant_bytes,
            };
            let offset = align(*end, slot.align.into());
            *end = offset + u64::from(slot.bytes);
            layout.offsets.push(offset);
        }
        let dynamic = layout.dynamic_start();
        for (slot, offset) in kernel.slots.iter().zip(&mut layout.offsets) {
            if slot.dynamic {
                *offset = dynamic;
            }
        }
        layout
    }

    /// The same with room around each private slot, about as much as the slot itself has (at least 64 bytes, at most 4096): an
    /// access that goes a little beyond its array reaches no other one. What is aligned there is aligned here.
    pub fn apart(kernel: &Kernel) -> Layout {
        let mut layout = Layout::new(kernel);
        layout.private_bytes = 0;
        for (slot, offset) in kernel.slots.iter().zip(&mut layout.offsets) {
            if slot.space == Space::Private {
                let room = u64::from(slot.bytes).clamp(APART.0, APART.1);
                *offset = align(layout.private_bytes + room, APART.0) + *offset % APART.0;
                layout.private_bytes = *offset + u64::from(slot.bytes) + room;
            }
        }
        layout
    }

    /// Where the dynamic memory of the launch starts.
    pub fn dynamic_start(&self) -> u64 {
        align(self.local_bytes, LOCAL_ALIGN)
    }

    /// Places dynamic memory and the local arguments of a launch behind the local slots. `args` has the size in bytes
    /// of each local argument.
    pub fn group_memory(&self, kernel: &Kernel, args: &[u64], dynamic_local: u32) -> GroupMemory {
        let is_local = |at: usize| kernel.params.get(at).is_some_and(|p| p.ty == Type::Ptr(Space::Local));
        GroupMemory::place(self.local_bytes, dynamic_local, args, is_local)
    }

    /// The contents of constant space.
    pub fn constants(&self, kernel: &Kernel) -> Vec<u8> {
        let mut bytes = alloc::vec![0; self.constant_bytes as usize];
        for (slot, offset) in kernel.slots.iter().zip(&self.offsets) {
            if slot.space == Space::Constant {
                let at = *offset as usize;
                bytes[at..at + slot.init.len().min(slot.bytes as usize)].copy_from_slice(&slot.init);
            }
        }
        bytes
    }

    /// The slot of `space` that an address is in or nearest to, and the distance from its start (below it: as two's
    /// complement): for messages.
    pub fn near(&self, slots: &[Slot], space: Space, address: u64) -> Option<(String, u64)> {
        let away = |(slot, offset): &(&Slot, &u64)| match address.checked_sub(**offset) {
            None => **offset - address,
            // How long dynamic memory is, the launch says.
            Some(_) if slot.dynamic => 0,
            Some(inside) => (inside + 1).saturating_sub(slot.bytes.into()),
        };
        let slots = slots.iter().zip(&self.offsets).filter(|(slot, _)| slot.space == space);
        slots.min_by_key(away).map(|(slot, offset)| (slot.name.clone(), address.wrapping_sub(*offset)))
    }

    /// Where the private slots of a kernel lie, in ascending order: begin and end.
    pub fn private_ranges(&self, slots: &[Slot]) -> Vec<(u64, u64)> {
        let private = slots.iter().zip(&self.offsets).filter(|(slot, _)| slot.space == Space::Private);
        private.map(|(slot, offset)| (*offset, offset + u64::from(slot.bytes))).collect()
    }
}

fn align(at: u64, to: u64) -> u64 {
    at.checked_next_multiple_of(to.max(1)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::ir::Param;

    fn slot(space: Space, bytes: u32, align: u32) -> Slot {
        let name = alloc::format!("{}{bytes}", space.name());
        Slot { name, space, bytes, align, element: Type::I32, dynamic: bytes == 0, init: vec![] }
    }

    #[test]
    fn each_space_starts_at_zero_and_keeps_alignment() {
        let slots = vec![
            slot(Space::Private, 3, 1),
            slot(Space::Local, 5, 4),
            slot(Space::Private, 8, 8),
            slot(Space::Local, 0, 4),
            slot(Space::Local, 4, 4),
        ];
        let kernel = Kernel { slots, ..Kernel::default() };
        let layout = Layout::new(&kernel);
        assert_eq!(layout.offsets, [0, 0, 8, 16, 8]);
        assert_eq!((layout.private_bytes, layout.local_bytes), (16, 12));
        assert_eq!(layout.near(&kernel.slots, Space::Local, 10), Some(("local4".into(), 2)));
    }

    /// Both sides of an edge: room behind an array is that array's, room before the next one that one's. A slot keeps its place in a
    /// block of 64 bytes: the last one, of bytes, is at 208 = 3 * 64 + 16 where slots lie together.
    #[test]
    fn private_slots_can_lie_apart() {
        let slots = vec![
            slot(Space::Private, 8, 4),
            slot(Space::Local, 4, 4),
            slot(Space::Private, 200, 4),
            slot(Space::Private, 5, 1),
        ];
        let kernel = Kernel { slots, ..Kernel::default() };
        assert_eq!(Layout::new(&kernel).offsets, [0, 0, 8, 208]);
        let layout = Layout::apart(&kernel);
        // 64; 72 + 64 + 200 = 336, from there on 384 + 8; 592 + 200 + 64 = 856, from there on 896 + 16.
        assert_eq!(layout.offsets, [64, 0, 392, 912]);
        assert_eq!((layout.private_bytes, layout.local_bytes), (912 + 5 + 64, 4));
        assert_eq!(layout.private_ranges(&kernel.slots), [(64, 72), (392, 592), (912, 917)]);
        let near = |address| layout.near(&kernel.slots, Space::Private, address);
        assert_eq!(near(72), Some(("private8".into(), 8)));
        assert_eq!(near(231), Some(("private8".into(), 167)));
        assert_eq!(near(233), Some(("private200".into(), 0_u64.wrapping_sub(159))));
        assert_eq!(near(60), Some(("private8".into(), 0_u64.wrapping_sub(4))));
    }

    /// Dynamic memory begins where the slots end (here at 16), and has every address behind.
    #[test]
    fn what_is_in_dynamic_memory_is_named_by_it() {
        let slots = vec![slot(Space::Local, 16, 4), slot(Space::Local, 0, 4)];
        let kernel = Kernel { slots, ..Kernel::default() };
        let near = |address| Layout::new(&kernel).near(&kernel.slots, Space::Local, address);
        assert_eq!(near(15), Some(("local16".into(), 15)));
        assert_eq!([near(16), near(900)], [Some(("local0".into(), 0)), Some(("local0".into(), 884))]);
    }

    #[test]
    fn local_arguments_lie_behind_slots_and_dynamic_memory() {
        let param = |ty| Param::new("p", ty, Type::I32);
        let params = vec![param(Type::Ptr(Space::Local)), param(Type::I32), param(Type::Ptr(Space::Local))];
        let kernel = Kernel { params, slots: vec![slot(Space::Local, 4, 4)], ..Kernel::default() };
        let layout = Layout::new(&kernel);
        let group = layout.group_memory(&kernel, &[20, 7, 8], 0);
        assert_eq!((group.args, group.bytes), (vec![16, 7, 48], 56));
        assert_eq!(layout.group_memory(&kernel, &[20, 7, 8], 10).args, [32, 7, 64]);
    }
}
