//! Loads, stores and atomics of a warp.
//!
//! An access is first checked as a whole: if the lowest and the highest address of its lanes lie in one buffer, all of
//! them do. Only if not, it is checked lane by lane, to find the lane that is wrong. Unit-stride accesses of whole
//! words copy a run of bytes.

use alloc::boxed::Box;

use lanescope_parts::{
    base::{LaneMask, num},
    image::{Fault, FaultKind, Memory},
    ir::{AtomicOp, layout::CONSTANT_LIMIT},
};

use super::{
    AccessInfo, AccessKind, BLOCK, Group, LaunchState, Scratch, Trap, Warp,
    lanes::{Row, Word, write},
};
use crate::isa::{Atom, Bank, CacheLevel, Detail, Inst, Op, Operand, Program, Space, Ty};

/// A fault (boxed: it is rare and large) and its lane.
type Failed = (Box<Fault>, u32);

/// Everything outside a warp that its instructions may reach.
#[derive(Debug)]
pub struct Spaces<'a> {
    /// The program, with its constants.
    pub program: &'a Program,
    /// The launch, with its parameters.
    pub launch: &'a LaunchState,
    /// The warp's group, with its memory.
    pub group: &'a mut Group,
    /// Global memory.
    pub memory: &'a mut Memory,
    /// Room for addresses.
    pub scratch: &'a mut Scratch,
}

/// What an instruction accesses; `None` if it accesses nothing.
pub(super) fn info(inst: &Inst) -> Option<AccessInfo> {
    let kind = match inst.op {
        Op::Ld => AccessKind::Read,
        Op::St => AccessKind::Write,
        Op::Atom | Op::AtomCas | Op::Red => AccessKind::Atomic,
        Op::Prefetch => AccessKind::Prefetch,
        _ => return None,
    };
    let level = if let Detail::Level(level) = inst.detail { level } else { CacheLevel::First };
    Some(AccessInfo { space: inst.space, kind, bytes: inst.ty.bytes(), level })
}

/// The address in each lane (of inactive lanes too, where it means nothing).
#[inline(never)]
pub(super) fn addresses(warp: &Warp, inst: &Inst, to: &mut [u64; 64]) {
    let offset = i64::from(inst.offset) as u64;
    let blocks = warp.blocks();
    let narrow = matches!(inst.src[0], Operand::Reg(reg) if reg.bank == Bank::R);
    for (block, to) in to.chunks_exact_mut(BLOCK).take(blocks).enumerate() {
        if narrow {
            let base = u32::row(warp, inst.src[0], block, blocks);
            to.iter_mut().zip(base).for_each(|(to, base)| *to = u64::from(base).wrapping_add(offset));
        } else {
            let base = u64::row(warp, inst.src[0], block, blocks);
            to.iter_mut().zip(base).for_each(|(to, base)| *to = base.wrapping_add(offset));
        }
    }
}

/// Executes a load, store or atomic on `lanes`. A prefetch has addresses, and changes nothing but when data is there.
pub(super) fn access(
    spaces: &mut Spaces<'_>,
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
) -> Result<(), (Trap, u32)> {
    addresses(warp, inst, &mut spaces.scratch.addresses);
    if lanes.is_empty() || inst.op == Op::Prefetch {
        return Ok(());
    }
    let wide = inst.ty.bits() == 64;
    let result = match (inst.op, wide) {
        (Op::Ld, false) => load::<u32>(spaces, warp, inst, lanes),
        (Op::Ld, true) => load::<u64>(spaces, warp, inst, lanes),
        (Op::St, false) => store::<u32>(spaces, warp, inst, lanes),
        (Op::St, true) => store::<u64>(spaces, warp, inst, lanes),
        (_, false) => atomic::<u32>(spaces, warp, inst, lanes),
        (_, true) => atomic::<u64>(spaces, warp, inst, lanes),
    };
    result.map_err(|failed| (Trap::Fault(failed.0), failed.1))
}

/// Bytes of a run of lanes that a unit-stride access copies.
trait Run: Word + PartialEq {
    /// Bytes of a word.
    const BYTES: usize;
    fn read(bytes: &[u8]) -> Self;
    fn put(self, bytes: &mut [u8]);
}

macro_rules! run {
    ($ty:ty) => {
        impl Run for $ty {
            const BYTES: usize = size_of::<$ty>();
            #[inline(always)]
            fn read(bytes: &[u8]) -> $ty {
                <$ty>::from_le_bytes(bytes.try_into().unwrap_or_default())
            }
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    };
}
run!(u32);
run!(u64);

/// The lanes as one run without gaps: first lane and number.
#[inline]
fn as_run(lanes: LaneMask) -> Option<(usize, usize)> {
    let first = lanes.0.trailing_zeros();
    let count = lanes.count();
    let run = lanes.0 >> (first & 63);
    (run == LaneMask::first_n(count).0).then_some((first as usize, count as usize))
}

/// The place of lanes that access `stride` bytes each, one behind the other, in ascending order.
#[inline]
fn unit_stride(addresses: &[u64; 64], lanes: LaneMask, stride: usize) -> Option<(usize, usize)> {
    let (first, count) = as_run(lanes)?;
    let addresses = &addresses[first..first + count];
    let base = addresses[0];
    let differs = addresses
        .iter()
        .enumerate()
        .fold(0, |or, (at, address)| or | (base.wrapping_add((at * stride) as u64) ^ address));
    (differs == 0 && base.is_multiple_of(stride as u64)).then_some((first, count))
}

/// Lowest and highest address of some lanes, if each is a multiple of the size.
#[inline]
fn extent(addresses: &[u64; 64], lanes: LaneMask, bytes: u32) -> Option<(u64, u64)> {
    let (mut low, mut high, mut bits) = (u64::MAX, 0, 0);
    for lane in lanes.iter() {
        let address = addresses[lane as usize];
        low = low.min(address);
        high = high.max(address);
        bits |= address;
    }
    (bits & u64::from(bytes - 1) == 0).then_some((low, high))
}

/// Do all lanes lie in one buffer, each at a multiple of its size? Then none needs a check of its own.
fn all_inside(memory: &Memory, addresses: &[u64; 64], lanes: LaneMask, bytes: u32, write: bool) -> bool {
    extent(addresses, lanes, bytes)
        .is_some_and(|(low, high)| memory.contains(low, (high - low).saturating_add(bytes.into()), write))
}

/// Do all lanes lie in a space of `len` bytes that starts at 0, each at a multiple of its size?
fn all_within(len: usize, addresses: &[u64; 64], lanes: LaneMask, bytes: u32) -> bool {
    extent(addresses, lanes, bytes)
        .is_some_and(|(_, high)| high.checked_add(bytes.into()).is_some_and(|end| end <= len as u64))
}

fn load<T: Run>(
    spaces: &mut Spaces<'_>,
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
) -> Result<(), Failed> {
    let bytes = inst.ty.bytes();
    let signed = inst.ty.is_signed() && inst.ty.bits() < 32;
    let cut = |bits: u64| T::cut(if signed { num::signed(inst.ty.ir(), bits) as u64 } else { bits });
    let addresses = &spaces.scratch.addresses;
    // A fixed address of a space that all lanes share is read once.
    if !matches!(inst.src[0], Operand::Reg(_)) && inst.space != Space::Local {
        let lane = lanes.lowest().unwrap_or(0);
        let bits = read(spaces, warp, inst, lane).map_err(|fault| (fault, lane))?;
        let row = [cut(bits); BLOCK];
        (0..warp.blocks()).for_each(|block| write::<T>(warp, inst, lanes, block, &row));
        return Ok(());
    }
    let run = if bytes as usize == T::BYTES { unit_stride(addresses, lanes, T::BYTES) } else { None };
    if let Some((first, count)) = run {
        let (base, bytes) = (addresses[first], count * T::BYTES);
        let shared = || {
            let at = usize::try_from(base).ok()?;
            spaces.group.shared.get(at..at.checked_add(bytes)?)
        };
        let bytes = match inst.space {
            Space::Global if spaces.memory.contains(base, bytes as u64, false) => {
                spaces.memory.span(base, bytes)
            }
            Space::Shared => shared(),
            _ => None,
        };
        if let Some(bytes) = bytes {
            load_run::<T>(warp, inst, lanes, first, bytes);
            return Ok(());
        }
    }
    let mut values = [T::default(); 64];
    match inst.space {
        Space::Global if all_inside(spaces.memory, addresses, lanes, bytes, false) => {
            for lane in lanes.iter() {
                values[lane as usize] = cut(spaces.memory.load(addresses[lane as usize], bytes));
            }
        }
        Space::Shared if all_within(spaces.group.shared.len(), addresses, lanes, bytes) => {
            for lane in lanes.iter() {
                values[lane as usize] =
                    cut(word(&spaces.group.shared, addresses[lane as usize] as usize, bytes));
            }
        }
        Space::Local if all_within(warp.local_bytes as usize, addresses, lanes, bytes) => {
            for lane in lanes.iter() {
                let at = addresses[lane as usize] as usize + lane as usize * warp.local_bytes as usize;
                values[lane as usize] = cut(word(&warp.local, at, bytes));
            }
        }
        _ => {
            for lane in lanes.iter() {
                values[lane as usize] = cut(read(spaces, warp, inst, lane).map_err(|fault| (fault, lane))?);
            }
        }
    }
    give(warp, inst, lanes, &values);
    Ok(())
}

/// Little-endian bytes of an access that has been checked.
#[inline]
fn word(memory: &[u8], at: usize, bytes: u32) -> u64 {
    let get = |count: usize| memory.get(at..at + count).unwrap_or(&[0; 8][..count]);
    match bytes {
        1 => u64::from(get(1)[0]),
        2 => u64::from(u16::from_le_bytes(get(2).try_into().unwrap_or_default())),
        4 => u64::from(u32::from_le_bytes(get(4).try_into().unwrap_or_default())),
        _ => u64::from_le_bytes(get(8).try_into().unwrap_or_default()),
    }
}

/// Writes the destination.
#[inline]
fn give<T: Run>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, values: &[T; 64]) {
    for (block, row) in values.chunks_exact(BLOCK).take(warp.blocks()).enumerate() {
        write::<T>(warp, inst, lanes, block, &row.try_into().unwrap_or([T::default(); BLOCK]));
    }
}

/// Copies a run of bytes to the lanes from `first` on.
#[inline]
fn load_run<T: Run>(warp: &mut Warp, inst: &Inst, lanes: LaneMask, first: usize, run: &[u8]) {
    if first == 0 && run.len() == T::BYTES * BLOCK * warp.blocks() {
        for (block, bytes) in run.chunks_exact(T::BYTES * BLOCK).enumerate() {
            let row: Row<T> = core::array::from_fn(|l| T::read(&bytes[l * T::BYTES..(l + 1) * T::BYTES]));
            write::<T>(warp, inst, lanes, block, &row);
        }
        return;
    }
    let mut values = [T::default(); 64];
    for (value, bytes) in values[first..].iter_mut().zip(run.chunks_exact(T::BYTES)) {
        *value = T::read(bytes);
    }
    give(warp, inst, lanes, &values);
}

/// The lanes of an operand.
#[inline]
fn values<T: Run>(warp: &Warp, operand: Operand) -> [T; 64] {
    let mut values = [T::default(); 64];
    let blocks = warp.blocks();
    for (block, to) in values.chunks_exact_mut(BLOCK).take(blocks).enumerate() {
        to.copy_from_slice(&T::row(warp, operand, block, blocks));
    }
    values
}

fn store<T: Run + Into<u64>>(
    spaces: &mut Spaces<'_>,
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
) -> Result<(), Failed> {
    let values = values::<T>(warp, inst.src[1]);
    if inst.space == Space::Global {
        let bytes = inst.ty.bytes();
        let run =
            unit_stride(&spaces.scratch.addresses, lanes, T::BYTES).filter(|_| bytes as usize == T::BYTES);
        if let Some((first, count)) = run {
            let (base, bytes) = (spaces.scratch.addresses[first], count * T::BYTES);
            if spaces.memory.contains(base, bytes as u64, true)
                && let Some(run) = spaces.memory.span_mut(base, bytes)
            {
                let words = run.chunks_exact_mut(T::BYTES).zip(&values[first..]);
                let changed = words.fold(false, |changed, (bytes, value)| {
                    let differs = T::read(bytes) != *value;
                    value.put(bytes);
                    changed | differs
                });
                spaces.scratch.changes += u64::from(changed);
                return Ok(());
            }
        }
        if all_inside(spaces.memory, &spaces.scratch.addresses, lanes, bytes, true) {
            let before = spaces.memory.changes();
            for lane in lanes.iter() {
                let address = spaces.scratch.addresses[lane as usize];
                spaces.memory.store(address, bytes, values[lane as usize].into());
            }
            spaces.scratch.changes += spaces.memory.changes() - before;
            return Ok(());
        }
    }
    if inst.space == Space::Shared
        && all_within(spaces.group.shared.len(), &spaces.scratch.addresses, lanes, inst.ty.bytes())
    {
        for lane in lanes.iter() {
            let (at, bytes) = (spaces.scratch.addresses[lane as usize] as usize, inst.ty.bytes() as usize);
            let value: u64 = values[lane as usize].into();
            let changed = replace(&mut spaces.group.shared[at..at + bytes], value);
            spaces.scratch.changes += u64::from(changed);
        }
        return Ok(());
    }
    for lane in lanes.iter() {
        let value = values[lane as usize].into();
        let changed = put(spaces, warp, inst, lane, value).map_err(|fault| (fault, lane))?;
        spaces.scratch.changes += u64::from(changed);
    }
    Ok(())
}

/// Writes the low bytes of a value. Were there others before?
#[inline]
fn replace(word: &mut [u8], value: u64) -> bool {
    let bytes = value.to_le_bytes();
    let changed = *word != bytes[..word.len()];
    word.copy_from_slice(&bytes[..word.len()]);
    changed
}

fn atomic<T: Run + Into<u64>>(
    spaces: &mut Spaces<'_>,
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
) -> Result<(), Failed> {
    let (b, c) = (values::<T>(warp, inst.src[1]), values::<T>(warp, inst.src[2]));
    let mut before = [T::default(); 64];
    let mask = inst.ty.mask();
    for lane in lanes.iter() {
        let at = lane as usize;
        let failed = |fault: Box<Fault>| (Box::new(Fault { write: true, ..*fault }), lane);
        let old = read(spaces, warp, inst, lane).map_err(failed)?;
        let (b, c) = (b[at].into() & mask, c[at].into() & mask);
        let new = match inst.detail {
            Detail::Atom(atom) => num::atomic(atomic_op(atom, inst.ty), inst.ty.ir(), old, b),
            _ if old == b => c,
            _ => old,
        };
        let changed = put(spaces, warp, inst, lane, new).map_err(failed)?;
        spaces.scratch.changes += u64::from(changed);
        before[at] = T::cut(old);
    }
    if inst.dst != Operand::None {
        give(warp, inst, lanes, &before);
    }
    Ok(())
}

/// The atomic of the IR.
const fn atomic_op(atom: Atom, ty: Ty) -> AtomicOp {
    match atom {
        Atom::Add if ty.is_float() => AtomicOp::FAdd,
        Atom::Add => AtomicOp::Add,
        Atom::Min if ty.is_signed() => AtomicOp::MinS,
        Atom::Min => AtomicOp::MinU,
        Atom::Max if ty.is_signed() => AtomicOp::MaxS,
        Atom::Max => AtomicOp::MaxU,
        Atom::And => AtomicOp::And,
        Atom::Or => AtomicOp::Or,
        Atom::Xor => AtomicOp::Xor,
        Atom::Exch => AtomicOp::Exchange,
        Atom::Inc => AtomicOp::IncWrap,
        Atom::Dec => AtomicOp::DecWrap,
    }
}

/// Reads one lane, with every check.
fn read(spaces: &Spaces<'_>, warp: &Warp, inst: &Inst, lane: u32) -> Result<u64, Box<Fault>> {
    let (address, bytes) = (spaces.scratch.addresses[lane as usize], inst.ty.bytes());
    match inst.space {
        Space::Global => spaces.memory.read(address, bytes).map_err(Box::new),
        Space::Const if address >= CONSTANT_LIMIT => spaces
            .memory
            .read(address, bytes)
            .map_err(|fault| Box::new(Fault { space: inst.space.ir(), ..fault })),
        Space::Const => flat(&spaces.program.constants, spaces, inst, address, false),
        Space::Param => flat(&spaces.launch.params, spaces, inst, address, false),
        Space::Shared => flat(&spaces.group.shared, spaces, inst, address, false),
        Space::Local => flat(warp.private(lane), spaces, inst, address, false),
    }
}

/// Reads little-endian bytes of a space that starts at 0.
fn flat(
    memory: &[u8],
    spaces: &Spaces<'_>,
    inst: &Inst,
    address: u64,
    write: bool,
) -> Result<u64, Box<Fault>> {
    let at = check_flat(memory.len(), spaces, inst, address, write)?;
    let mut word = [0; 8];
    let bytes = inst.ty.bytes() as usize;
    word[..bytes].copy_from_slice(&memory[at..at + bytes]);
    Ok(u64::from_le_bytes(word))
}

/// The index of an access in a space of `len` bytes that starts at 0.
#[inline]
fn check_flat(
    len: usize,
    spaces: &Spaces<'_>,
    inst: &Inst,
    address: u64,
    write: bool,
) -> Result<usize, Box<Fault>> {
    let bytes = inst.ty.bytes();
    let fits = address.checked_add(bytes.into()).is_some_and(|end| end <= len as u64);
    if fits && address & u64::from(bytes - 1) == 0 {
        return Ok(address as usize);
    }
    let kind = if fits { FaultKind::Misaligned } else { FaultKind::OutOfBounds };
    Err(Box::new(Fault {
        kind,
        space: inst.space.ir(),
        address,
        bytes,
        write,
        near: spaces.program.near(inst.space, address),
    }))
}

/// Writes one lane, with every check.
fn put(
    spaces: &mut Spaces<'_>,
    warp: &mut Warp,
    inst: &Inst,
    lane: u32,
    value: u64,
) -> Result<bool, Box<Fault>> {
    let (address, bytes) = (spaces.scratch.addresses[lane as usize], inst.ty.bytes());
    let end = |at: usize| at + bytes as usize;
    match inst.space {
        Space::Global => {
            let before = spaces.memory.changes();
            spaces.memory.write(address, bytes, value).map_err(Box::new)?;
            Ok(spaces.memory.changes() != before)
        }
        Space::Shared => {
            let at = check_flat(spaces.group.shared.len(), spaces, inst, address, true)?;
            Ok(replace(&mut spaces.group.shared[at..end(at)], value))
        }
        Space::Local => {
            let len = warp.local_bytes as usize;
            let at = check_flat(len, spaces, inst, address, true)? + lane as usize * len;
            Ok(replace(&mut warp.local[at..end(at)], value))
        }
        Space::Const | Space::Param => {
            let (kind, space, near) = (FaultKind::ReadOnly, inst.space.ir(), None);
            Err(Box::new(Fault { kind, space, address, bytes, write: true, near }))
        }
    }
}
