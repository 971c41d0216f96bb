//! What goes on around the kernel in each lane: the loop over groups (HARP 3.10, "OpenCL/CUDA mapping").
//!
//! A group is run by warps of its own in one core, each with as many lanes as the group has work-items for it. As many groups as there are warps for run
//! at a time, each in a *slot*; when a group is done its warps take the one that is so many slots further on. Such warps are persistent:
//! they are started once. The number of turns is the same for all lanes of a warp, so the loop needs no `split`.
//!
//! Work-group memory begins as zeros in each group: the warps of a slot wait until all are done with the group before, clear it, and
//! wait again.

use lanescope_parts::ir::{self, Kernel, Space, Type};

use super::{
    super::isa::Op,
    code::{Block, Choice, End, FRAME, Reg},
    emit::Emitter,
    frame::{Framed, Launched, Map},
};

/// Blocks that the kernel is put between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The block whose end becomes a jump to the kernel.
    pub enter: usize,
    /// Where the kernel goes when it is done.
    pub exit: usize,
}

/// All warps of the group wait for each other: barrier and count are those of the slot.
pub(super) fn barrier(emit: &mut Emitter) {
    let slot = emit.framed(Framed::Slot);
    let count = emit.launched(Launched::WarpsPerGroup);
    emit.line(None, Op::Bar, [slot, count, 0], 0);
}

/// Has the kernel work-group memory?
fn has_local(kernel: &Kernel) -> bool {
    kernel.slots.iter().any(|slot| slot.space == Space::Local)
        || kernel.params.iter().any(|param| param.ty == Type::Ptr(Space::Local))
}

/// Does the kernel wait at barriers?
fn has_barrier(kernel: &Kernel) -> bool {
    kernel.code().listed().any(|inst| inst.op == ir::Op::Barrier)
}

/// Do the warps of a group meet at barriers, the kernel's own or those around its work-group memory?
pub(super) fn has_barriers(kernel: &Kernel) -> bool {
    has_local(kernel) || has_barrier(kernel)
}

/// Writes the loop over groups. The blocks of the kernel come behind.
pub(super) fn before(emit: &mut Emitter, kernel: &Kernel, map: &Map) -> Around {
    let span = emit.span;
    let [entry, head, group, exit, end] = [0; 5].map(|to| emit.code.add(Block::empty(to, span)));
    emit.block = entry;
    lane(emit);
    emit.code.blocks[entry].end = End::Jump(head);

    emit.block = head;
    let (number, all) = (emit.framed(Framed::Group), emit.launched(Launched::Groups));
    let left = emit.two(Op::Sub, number, all);
    let on = emit.test(Op::Isneg, left);
    emit.code.blocks[head].end = End::Branch { on, yes: group, no: end, choice: Choice::None, site: None };

    emit.block = group;
    place(emit);
    if map.layout.private_bytes > 0 {
        let bytes = emit.number(map.layout.private_bytes);
        let start = emit.with(Op::Addi, FRAME, map.private);
        clear(emit, start, bytes, None);
    }
    if has_local(kernel) {
        barrier(emit);
        let (start, bytes) = (emit.framed(Framed::Local), emit.launched(Launched::LocalBytes));
        let (warp, lane) = (emit.framed(Framed::Warp), emit.framed(Framed::Lane));
        let warp = in_core(emit, warp);
        let count = emit.launched(Launched::WarpsPerGroup);
        let own = item(emit, warp, lane, count);
        let [own, step] = [own, emit.launched(Launched::Items)]
            .map(|words| emit.with(Op::Muli, words, emit.arch.word_bytes.into()));
        clear(emit, start, bytes, Some((own, step)));
        barrier(emit);
    }
    let enter = emit.block;

    emit.block = exit;
    if has_barrier(kernel) && !has_local(kernel) {
        // Warps of a group that are a barrier apart in two groups would be counted together.
        barrier(emit);
    }
    let (number, slots) = (emit.framed(Framed::Group), emit.launched(Launched::Slots));
    let next = emit.two(Op::Add, number, slots);
    emit.set_framed(Framed::Group, next);
    emit.code.blocks[exit].end = End::Jump(head);

    emit.block = end;
    let link = emit.framed(Framed::Link);
    emit.code.blocks[end].end = End::Leave(link);
    Around { enter, exit }
}

/// What a lane knows for the whole run: its place in the group, the word of its warp, its work-group memory.
fn lane(emit: &mut Emitter) {
    let (warp, lane) = (emit.framed(Framed::Warp), emit.framed(Framed::Lane));
    let count = emit.launched(Launched::WarpsPerGroup);
    let within = in_core(emit, warp);
    let slot = emit.two(Op::Div, within, count);
    emit.set_framed(Framed::Slot, slot);
    let group = first_group(emit, warp, slot);
    emit.set_framed(Framed::Group, group);
    let bytes = emit.launched(Launched::LocalBytes);
    let offset = emit.two(Op::Mul, group, bytes);
    let base = emit.launched(Launched::Local);
    let local = emit.two(Op::Add, base, offset);
    emit.set_framed(Framed::Local, local);
    let offset = emit.with(Op::Muli, warp, emit.arch.word_bytes.into());
    let base = emit.launched(Launched::Flags);
    let flag = emit.two(Op::Add, base, offset);
    emit.set_framed(Framed::Flag, flag);
    let item = item(emit, within, lane, count);
    spread(emit, item, Launched::LocalSize0, Framed::LocalId0);
}

/// The number of a warp in its core.
fn in_core(emit: &mut Emitter, warp: Reg) -> Reg {
    if emit.cores == 1 { warp } else { emit.with(Op::Modi, warp, emit.arch.warps.into()) }
}

/// The first group of a warp, whose slot of its core is given: the cores take groups in turn. So many slots have all cores together, and
/// the number says as well which of them it is.
fn first_group(emit: &mut Emitter, warp: Reg, slot: Reg) -> Reg {
    if emit.cores == 1 {
        return slot;
    }
    let core = emit.with(Op::Divi, warp, emit.arch.warps.into());
    let before = emit.with(Op::Muli, slot, emit.cores.into());
    emit.two(Op::Add, before, core)
}

/// Which of the work-items of its group a lane of a warp is, if so many warps are a group's.
fn item(emit: &mut Emitter, warp: Reg, lane: Reg, count: Reg) -> Reg {
    let within = emit.two(Op::Mod, warp, count);
    let first = emit.with(Op::Muli, within, emit.arch.lanes.into());
    emit.two(Op::Add, first, lane)
}

/// A linear number as numbers of three dimensions, the first of which counts fastest.
fn spread(emit: &mut Emitter, number: Reg, sizes: Launched, to: Framed) {
    let arch = emit.arch;
    let mut rest = number;
    for dimension in 0..2 {
        let size = emit.launched_at(sizes.of(dimension, arch));
        let here = emit.two(Op::Mod, rest, size);
        emit.store(None, here, FRAME, to.of(dimension, arch));
        rest = emit.two(Op::Div, rest, size);
    }
    emit.store(None, rest, FRAME, to.of(2, arch));
}

/// The place of the group, and that of the work-item in the whole range.
fn place(emit: &mut Emitter) {
    let arch = emit.arch;
    let number = emit.framed(Framed::Group);
    spread(emit, number, Launched::NumGroups0, Framed::GroupId0);
    for dimension in 0..3 {
        let group = emit.load(FRAME, Framed::GroupId0.of(dimension, arch));
        let size = emit.launched_at(Launched::LocalSize0.of(dimension, arch));
        let first = emit.two(Op::Mul, group, size);
        let within = emit.load(FRAME, Framed::LocalId0.of(dimension, arch));
        let global = emit.two(Op::Add, first, within);
        emit.store(None, global, FRAME, Framed::GlobalId0.of(dimension, arch));
    }
}

/// Zeros from an address on: all of them, or those at an offset of the lane's own and so many bytes further, again and again. The number
/// of turns does not depend on the lane.
fn clear(emit: &mut Emitter, start: Reg, bytes: Reg, share: Option<(Reg, Reg)>) {
    let span = emit.span;
    let word = u64::from(emit.arch.word_bytes);
    let [head, turn, done] = [0; 3].map(|to| emit.code.add(Block::empty(to, span)));
    let (zero, at) = (emit.number(0), emit.number(0));
    emit.code.blocks[emit.block].end = End::Jump(head);
    emit.block = head;
    let left = emit.two(Op::Sub, at, bytes);
    let on = emit.test(Op::Isneg, left);
    emit.code.blocks[head].end = End::Branch { on, yes: turn, no: done, choice: Choice::None, site: None };
    emit.block = turn;
    let (place, guard) = match share {
        None => (at, None),
        Some((own, _)) => {
            let place = emit.two(Op::Add, at, own);
            let left = emit.two(Op::Sub, place, bytes);
            (place, Some(emit.test(Op::Isneg, left)))
        }
    };
    let address = emit.two(Op::Add, start, place);
    emit.store(guard, zero, address, 0);
    let next = match share {
        None => emit.with(Op::Addi, at, word),
        Some((_, step)) => emit.two(Op::Add, at, step),
    };
    emit.copy_to(None, at, next);
    emit.code.blocks[turn].end = End::Jump(head);
    emit.block = done;
}
