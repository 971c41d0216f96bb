//! How a program is started: registers, stack, and the launch block.
//!
//! Arguments are passed by the standard calling convention of RISC-V (LP64D): whole numbers and pointers in `a0` to `a7`,
//! floats in `fa0` to `fa7` and then in what is left of the former, all others in double words on the stack from `sp`
//! upwards. A pointer to a buffer is its address; one to work-group memory counts from the start of that memory, as in
//! the IR. `ra` is 0, so that `ret` ends the thread. This holds for compiled kernels and for assembly by hand.
//!
//! The stack of a function by hand has as many bytes as the machine's setting `stack_bytes` says, and below it lie [`GUARD`]
//! bytes that hold nothing.
//!
//! A compiled kernel also finds the launch block, at the address in `tp`: double words in the order of [`Field`]. It
//! carries out the groups from `FirstGroup` up to `EndGroup` (linear numbers, x fastest) one after another, so that several
//! threads can share a launch. Its work-group memory starts at `Local` and has `LocalBytes`; the memory of its
//! work-items ([`Kernel::item_bytes`] for each of a group) starts at `Items`; both must be zero at the start and the program
//! clears them between groups. `Constants` is where the kernel's tables are. A kernel is called by nobody, so it saves no
//! register.
//!
//! What the launcher adds lies in memory behind the buffers of the launch, [`GUARD`] bytes away from those of a kernel, so that an
//! access behind the last buffer finds nothing; [`Memory::truncate`] takes it away again.
//!
//! Absent: structures as arguments, a return value, an environment.

use alloc::{format, string::String, vec::Vec};

use super::{
    hart::{Extension, Hart},
    isa::{Isa, Program, TEXT},
    private::Private,
};
use crate::{
    halt::Halt,
    image::{Fault, FaultKind, Memory},
    ir::{Space, Type, layout::GroupMemory},
    launch::Launch,
};

/// What a launch must know about a compiled kernel.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Kernel {
    /// Types of its parameters.
    pub params: Vec<Type>,
    /// Bytes of work-group memory that it declares, without dynamic memory and arguments.
    pub local_bytes: u64,
    /// Bytes of memory of each work-item of a group: private arrays, and values that live across barriers.
    pub item_bytes: u64,
    /// Bytes of stack below the arguments.
    pub stack_bytes: u64,
    /// Its constant tables.
    pub constants: Vec<u8>,
    /// `reqd_work_group_size`, if the source has one.
    pub required_local: Option<[u32; 3]>,
    /// The instructions that do not work for the first work-item whose turn it is, in order, and for which they do.
    pub items: Vec<(u32, Items)>,
    /// The private memory of its work-items.
    pub private: Private,
}

/// Which of the work-items whose turn it is an instruction of a compiled kernel works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// One, counted from the first.
    One(u8),
    /// So many, each with its part of what is loaded or stored.
    All(u8),
}

impl Items {
    /// The first, or as well as for it for any.
    pub const FIRST: Items = Items::One(0);

    /// The one that has a byte of an access of so many.
    pub const fn that_has(self, byte: u64, bytes: u64) -> u32 {
        match self {
            Items::One(at) => at as u32,
            Items::All(count) => (byte * count as u64 / if bytes == 0 { 1 } else { bytes }) as u32,
        }
    }
}

impl Kernel {
    /// The work-items that an instruction works for.
    pub fn items_of(&self, pc: u32) -> Items {
        let found = self.items.binary_search_by_key(&pc, |(at, _)| *at);
        found.map_or(Items::FIRST, |at| self.items[at].1)
    }
}

/// A work-item of a compiled kernel, counted from the first one whose turn it is: `gp` counts that in its group, `s11` the groups.
pub fn item<X: Extension>(hart: &Hart<X>, memory: &Memory, lane: u32) -> Option<[u32; 3]> {
    let block = hart.get_x(4);
    let field = |field: Field| Some(memory.read(block.wrapping_add(field.offset() as u64), 8).ok()?.max(1));
    let local = [field(Field::LocalX)?, field(Field::LocalY)?, field(Field::LocalZ)?];
    let groups = [field(Field::GroupsX)?, field(Field::GroupsY)?, field(Field::GroupsZ)?];
    let place = |number: u64, [x, y, _]: [u64; 3]| [number % x, number / x % y, number / x / y];
    let item = place(hart.get_x(3).wrapping_add(lane.into()), local);
    let group = place(hart.get_x(27), groups);
    Some(core::array::from_fn(|dim| group[dim].wrapping_mul(local[dim]).wrapping_add(item[dim]) as u32))
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])+ $name:ident,)*) => {
        /// A double word of the launch block.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field { $($(#[doc = $doc])+ $name,)* }

        impl Field {
            /// Every one in order.
            pub const ALL: &'static [Field] = &[$(Field::$name),*];
        }
    };
}

fields! {
    /// Work-items in dimension 0.
    GlobalX,
    /// Work-items in dimension 1.
    GlobalY,
    /// Work-items in dimension 2.
    GlobalZ,
    /// Work-items of a group in dimension 0.
    LocalX,
    /// Work-items of a group in dimension 1.
    LocalY,
    /// Work-items of a group in dimension 2.
    LocalZ,
    /// Groups in dimension 0.
    GroupsX,
    /// Groups in dimension 1.
    GroupsY,
    /// Groups in dimension 2.
    GroupsZ,
    /// Linear number of the first group of this thread.
    FirstGroup,
    /// One past the last group of this thread.
    EndGroup,
    /// Address of work-group memory.
    Local,
    /// Its size in bytes.
    LocalBytes,
    /// Address of the memory of work-items.
    Items,
    /// Its size in bytes.
    ItemsBytes,
    /// Address of the constant tables.
    Constants,
    /// The element for which scalar code works, or [`NO_ELEMENT`]: the program writes it.
    Element,
}

/// Scalar code works for all elements of the strip.
pub const NO_ELEMENT: u64 = u64::MAX;

impl Field {
    /// Distance from the start of the block, in bytes.
    pub const fn offset(self) -> i32 {
        8 * self as i32
    }
}

/// Most bytes that one launch may need besides its buffers.
pub const MOST_BYTES: u64 = 1 << 28;
/// Bytes of stack of a compiled kernel besides what it says and the arguments take.
const KERNEL_STACK: u64 = 4096;
/// The name of the launch block in memory.
const BLOCK: &str = "launch block";
/// Bytes that hold nothing, below the stack of a function by hand, where an access is an overflow of the stack, and between the buffers
/// of a kernel and what the launcher adds, where it is out of bounds.
pub const GUARD: u64 = 1 << 20;

/// Where one argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An integer register.
    Integer(u8),
    /// A float register.
    Float(u8),
    /// A double word of the stack, counted from `sp`.
    Stack(u32),
}

/// Where each argument is passed.
pub fn places(params: &[Type]) -> Vec<Place> {
    let (mut integers, mut floats, mut stack) = (10..18u8, 10..18u8, 0..);
    let place = |ty: &Type| {
        let float = if ty.is_float() { floats.next().map(Place::Float) } else { None };
        let register = float.or_else(|| integers.next().map(Place::Integer));
        register.unwrap_or_else(|| Place::Stack(stack.next().unwrap_or(0)))
    };
    params.iter().map(place).collect()
}

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a, X: Isa> {
    /// The program.
    pub program: &'a Program<X>,
    /// Address of the first instruction.
    pub entry: u64,
    /// Types of the parameters.
    pub params: &'a [Type],
    /// For each parameter the bits of a scalar, the address of a buffer, or the bytes of a local argument.
    pub args: &'a [u64],
    /// For each parameter: is it a local argument?
    pub local_args: &'a [bool],
    /// The geometry.
    pub launch: &'a Launch,
    /// Bytes of stack of a function by hand.
    pub stack_bytes: u64,
}

impl<'a, X: Extension> Call<'a, X> {
    /// A compiled kernel.
    pub fn kernel(
        program: &'a Program<X>,
        launch: &'a Launch,
        args: &'a [u64],
        local_args: &'a [bool],
    ) -> Self {
        let params = program.kernel.as_ref().map_or(&[][..], |kernel| &kernel.params);
        Call { program, entry: TEXT, params, args, local_args, launch, stack_bytes: KERNEL_STACK }
    }

    /// Makes so many threads, each with this state of the extension, which share the groups evenly, and adds what they need to memory: a stack for each, and for
    /// a compiled kernel the launch block and the memory of a group.
    ///
    /// # Errors
    /// That is more than [`MOST_BYTES`].
    pub fn start(&self, ext: &X::State, harts: u32, memory: &mut Memory) -> Result<Vec<Hart<X>>, Halt> {
        let group = self.group_memory();
        let each = self.item_bytes().saturating_add(group.bytes).saturating_add(self.stack_bytes());
        if each.saturating_mul(harts.into()) > MOST_BYTES {
            return Err(Halt::Limit {
                limit: format!("bytes of stack and group memory of {harts} threads"),
                value: MOST_BYTES,
            });
        }
        if self.program.kernel.is_some() {
            memory.leave_gap(GUARD);
        }
        let constants = self.program.kernel.as_ref().map_or(&[][..], |kernel| &kernel.constants);
        let constants = add(memory, SPACES[2].0, constants.len() as u64, constants);
        let hart = |number: u32| {
            let mut hart = Hart::with(ext.clone());
            hart.pc = self.entry;
            self.pass(&group.args, &mut hart, memory);
            if self.program.kernel.is_some() {
                hart.x[TP] = self.block(self.share(number, harts), group.bytes, constants, memory);
            }
            hart
        };
        Ok((0..harts).map(hart).collect())
    }

    /// The groups that one of so many threads carries out: linear numbers, from the first up to the end.
    pub fn share(&self, hart: u32, harts: u32) -> [u64; 2] {
        let groups = crate::launch::volume(self.launch.groups());
        [hart, hart + 1].map(|hart| groups * u64::from(hart) / u64::from(harts.max(1)))
    }

    fn stack_bytes(&self) -> u64 {
        let kernel = self.program.kernel.as_ref();
        let own = kernel.map_or(self.stack_bytes, |kernel| kernel.stack_bytes.saturating_add(KERNEL_STACK));
        own.saturating_add(8 * self.args.len() as u64)
    }

    fn item_bytes(&self) -> u64 {
        let each = self.program.kernel.as_ref().map_or(0, |kernel| kernel.item_bytes);
        each.saturating_mul(self.launch.group_items())
    }

    fn group_memory(&self) -> GroupMemory {
        let declared = self.program.kernel.as_ref().map_or(0, |kernel| kernel.local_bytes);
        let is_local = |at: usize| self.local_args.get(at).copied().unwrap_or(false);
        GroupMemory::place(declared, self.launch.dynamic_local, self.args, is_local)
    }

    /// Puts the arguments where the calling convention wants them.
    fn pass(&self, args: &[u64], hart: &mut Hart<X>, memory: &mut Memory) {
        let by_hand = self.program.kernel.is_none();
        if by_hand {
            memory.leave_gap(GUARD);
        }
        let stack = add(memory, "stack", self.stack_bytes().next_multiple_of(16), &[]);
        let top = stack + self.stack_bytes().next_multiple_of(16);
        let sp = (top - 8 * args.len() as u64) & !15;
        hart.x[SP] = sp;
        hart.stack = if by_hand { stack } else { 0 };
        for ((place, ty), arg) in places(self.params).into_iter().zip(self.params).zip(args) {
            match place {
                Place::Integer(register) => hart.set_x(register, extended(*ty, *arg)),
                Place::Float(register) => hart.set_f(register, *ty, *arg),
                Place::Stack(at) => memory.store(sp + 8 * u64::from(at), 8, extended(*ty, *arg)),
            }
        }
    }

    /// Writes the launch block and gives its address.
    fn block(&self, range: [u64; 2], local_bytes: u64, constants: u64, memory: &mut Memory) -> u64 {
        let local = add(memory, SPACES[0].0, local_bytes, &[]);
        let items = add(memory, SPACES[1].0, self.item_bytes(), &[]);
        let [global, size, groups] = [self.launch.global, self.launch.local, self.launch.groups()];
        let value = |field: &Field| match field {
            Field::GlobalX | Field::GlobalY | Field::GlobalZ => global[*field as usize].into(),
            Field::LocalX | Field::LocalY | Field::LocalZ => size[*field as usize - 3].into(),
            Field::GroupsX | Field::GroupsY | Field::GroupsZ => groups[*field as usize - 6].into(),
            Field::FirstGroup => range[0],
            Field::EndGroup => range[1],
            Field::Local => local,
            Field::LocalBytes => local_bytes,
            Field::Items => items,
            Field::ItemsBytes => self.item_bytes(),
            Field::Constants => constants,
            Field::Element => NO_ELEMENT,
        };
        let bytes: Vec<u8> = Field::ALL.iter().flat_map(|field| u64::to_le_bytes(value(field))).collect();
        add(memory, BLOCK, bytes.len() as u64, &bytes)
    }
}

const SP: usize = 2;
const TP: usize = 4;

/// A scalar as a register holds it: whole numbers with their sign, narrow floats with ones above them.
fn extended(ty: Type, bits: u64) -> u64 {
    match ty {
        Type::Bool => bits & 1,
        ty if ty.is_float() => bits | !ty.mask(),
        ty => crate::base::num::signed(ty, bits) as u64,
    }
}

/// What the launcher adds for the spaces of a kernel that are no buffers.
const SPACES: [(&str, Space); 3] = [
    ("work-group memory", Space::Local),
    ("memory of work-items", Space::Private),
    ("constant tables", Space::Constant),
];

/// What is said of an access below the stack, if `sp` has gone there.
pub fn overflow<X: Extension>(fault: &Fault, hart: &Hart<X>) -> Option<String> {
    let below = hart.stack.checked_sub(fault.address).filter(|below| (1..=GUARD).contains(below))?;
    if hart.x[SP] >= hart.stack {
        return None;
    }
    Some(format!(
        "stack overflow: the access is {below} bytes below the stack, whose size is setting `stack_bytes`"
    ))
}

/// A fault as the program's text has it: an access at or behind one of its other spaces is one in that space, at an
/// address that counts from its start; one to instructions, or to what is defined nowhere, is near the name there. A
/// function by hand has no other spaces: what lies there is near the buffer before it.
pub fn in_its_space<X: Isa>(fault: Fault, program: &Program<X>, memory: &Memory) -> Fault {
    if let (Space::Private, Some(kernel)) = (fault.space, &program.kernel) {
        return Fault { near: kernel.private.near(fault.address), ..fault };
    }
    if let Some((name, offset)) = program.near(fault.address) {
        let kind = in_text(&fault, program).unwrap_or(fault.kind);
        return Fault { kind, near: Some((name.into(), offset)), ..fault };
    }
    let before = || {
        let before = memory.launched().iter().rfind(|buffer| buffer.base <= fault.address);
        before.map(|buffer| (buffer.name.clone(), fault.address - buffer.base))
    };
    let known = |name: &str| SPACES.iter().find(|(known, _)| *known == name).map(|(_, space)| *space);
    // What else the launcher has added (the launch block, stacks) nobody who launches knows of.
    let launched = |name: &str| memory.launched().iter().any(|buffer| buffer.name == name);
    if fault.near.as_ref().is_some_and(|(name, _)| known(name).is_none() && !launched(name)) {
        return Fault { near: before(), ..fault };
    }
    match fault.near.as_ref().and_then(|(name, offset)| Some((known(name)?, *offset))) {
        Some((space, address)) if program.kernel.is_some() => Fault { space, address, near: None, ..fault },
        Some(_) => Fault { near: before(), ..fault },
        None => fault,
    }
}

/// What is wrong with an access to the instructions, which memory, where they do not lie, finds out of bounds; `None` if
/// it goes past them.
fn in_text<X: Isa>(fault: &Fault, program: &Program<X>) -> Option<FaultKind> {
    let last = fault.address.checked_add(u64::from(fault.bytes.max(1)) - 1)?;
    let inside = |address| program.read(address, 1).is_some();
    if !inside(fault.address) || !inside(last) {
        return None;
    }
    let aligned = fault.address.is_multiple_of(fault.bytes.max(1).into());
    Some(if !aligned {
        FaultKind::Misaligned
    } else if fault.write {
        FaultKind::ReadOnly
    } else {
        fault.kind
    })
}

/// Adds a buffer and gives its address.
fn add(memory: &mut Memory, name: &str, bytes: u64, data: &[u8]) -> u64 {
    let buffer = memory.allocate(name, bytes, Type::I8, true, true);
    memory.copy_in(buffer, data);
    memory.buffers()[buffer].base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::isa::Plain;

    #[test]
    fn arguments_go_where_the_calling_convention_says() {
        let ptr = Type::Ptr(Space::Global);
        let found = places(&[Type::F32, ptr, ptr, Type::I32]);
        assert_eq!(found, [Place::Float(10), Place::Integer(10), Place::Integer(11), Place::Integer(12)]);
        let many = places(&[Type::F64; 18]);
        assert_eq!((many[7], many[8]), (Place::Float(17), Place::Integer(10)));
        assert_eq!((many[15], many[16], many[17]), (Place::Integer(17), Place::Stack(0), Place::Stack(1)));
    }

    #[test]
    fn threads_share_the_groups_and_memory_can_be_taken_back() {
        let program = Program::<Plain> { kernel: Some(Kernel::default()), ..Program::default() };
        let launch = Launch { global: [70, 1, 1], local: [10, 1, 1], ..Launch::default() };
        let mut memory = Memory::default();
        memory.allocate("a", 16, Type::I32, false, true);
        let harts = Call::kernel(&program, &launch, &[], &[]).start(&(), 2, &mut memory).unwrap();
        let field =
            |hart: usize, field: Field| memory.read(harts[hart].x[TP] + field.offset() as u64, 8).unwrap();
        assert_eq!([field(0, Field::FirstGroup), field(0, Field::EndGroup)], [0, 3]);
        assert_eq!([field(1, Field::FirstGroup), field(1, Field::EndGroup)], [3, 7]);
        assert_eq!(field(1, Field::GroupsX), 7);
        memory.truncate(1);
        assert_eq!(memory.buffers().len(), 1);
    }
}
