//! A compiled kernel is launched: the launch block is filled in, buffers are laid into the memory of the cores (HARP 3.10). A program by
//! hand finds its arguments in registers ([`by_hand`]).
//!
//! Buffers lie at the addresses that the session gave them. What the kernel leaves there goes back into the session's memory whenever
//! somebody looks. Nothing in the machine tells a buffer from what is between two of them; [`Fences`] do.

use alloc::{format, string::String};

use lanescope_parts::{
    codegen::lower::address,
    image::{BASE, Buffer, Memory},
    ir::{Space, Type, layout::GroupMemory},
    launch::bind::Bound,
    source::{Diagnostic, Span},
};

use super::{
    asm::Image,
    codegen::{
        Entry, LOCK_WORDS,
        frame::{ALIGN, Launched, Map},
    },
    exec::{Config, Cube, MAX_RAM, Ram},
    fences::{Fences, Parts, Sizes},
    isa::Arch,
};

/// Room behind the last byte, so that a word may be loaded at it.
const ROOM: u64 = ALIGN;

/// A launch of a kernel on the cores: where everything lies, and how many warps run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Warps of a group.
    pub warps_per_group: u64,
    /// Groups that run at a time on a core.
    pub slots: u64,
    /// Cores.
    pub cores: u64,
    /// Groups in all.
    pub groups: u64,
    /// Address of the words of the warps.
    pub flags: u64,
    /// Address of the frames.
    pub frames: u64,
    /// Address of work-group memory.
    pub local: u64,
    /// Bytes of the work-group memory of a group.
    pub local_bytes: u64,
    /// Address of the locks.
    pub locks: u64,
    /// One past the last address.
    pub end: u64,
}

fn wrong(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("launch::fit", span, message)
}

impl Plan {
    /// Plans a launch.
    ///
    /// # Errors
    /// What does not fit on the machine.
    pub fn new(entry: &Entry, config: &Config, launch: &Bound) -> Result<Plan, Diagnostic> {
        let arch = config.arch;
        let items = launch.launch.group_items().max(1);
        let groups = launch.launch.groups().into_iter().map(u64::from).product::<u64>();
        let (lanes, warps) = (u64::from(arch.lanes), u64::from(arch.warps));
        let warps_per_group = items.div_ceil(lanes);
        if warps_per_group > warps {
            let message = format!(
                "a group of {items} work-items takes {warps_per_group} warps of {lanes} lanes, and ArchID `{arch}` has {warps}"
            );
            return Err(
                wrong(Span::NONE, message).help("choose smaller groups, or an ArchID with more warps")
            );
        }
        if groups >= 1 << 31 || (arch.bits() == 32 && !address::fits(launch.memory.buffers())) {
            return Err(wrong(Span::NONE, "the launch is too large for words of 32 bits".into()));
        }
        // Each group that runs has a barrier of its own.
        let most = if entry.has_barriers { config.barriers.into() } else { u64::MAX };
        let cores = u64::from(config.cores.max(1));
        let slots = (warps / warps_per_group).min(groups.div_ceil(cores)).min(most).max(1);
        let ends = launch.memory.buffers().iter().map(|buffer| buffer.base.saturating_add(buffer.bytes));
        let flags = ends.max().unwrap_or(0).max(BASE).saturating_add(ROOM).next_multiple_of(ALIGN);
        let word = u64::from(arch.word_bytes);
        // Behind the words of the warps those that say whether they are inside of a lock.
        let all = cores * warps;
        let frames = (flags + 2 * all * word).next_multiple_of(ALIGN) + ROOM;
        let frames = frames.next_multiple_of(entry.frame_align);
        // Frames are counted by the numbers of warps: of the last core only those that run have some.
        let framed = all - warps + slots * warps_per_group;
        let local = frames + framed * lanes * entry.frame_bytes;
        let local_bytes = group_memory(entry, launch).bytes.next_multiple_of(ALIGN);
        let locks = local.saturating_add((cores * slots).saturating_mul(local_bytes));
        let end = locks.saturating_add(LOCK_WORDS * word).saturating_add(ROOM);
        if end > MAX_RAM {
            let message = format!("the launch takes {end} bytes of memory, and HARP has at most {MAX_RAM}");
            return Err(wrong(Span::NONE, message));
        }
        Ok(Plan { warps_per_group, slots, cores, groups, flags, frames, local, local_bytes, locks, end })
    }

    /// The words of the launch block.
    fn words(&self, entry: &Entry, launch: &Bound) -> [u64; Launched::COUNT as usize] {
        let sizes = &launch.launch;
        let ([lx, ly, lz], [gx, gy, gz]) = (sizes.local.map(u64::from), sizes.groups().map(u64::from));
        let [x, y, z] = sizes.global.map(u64::from);
        [
            self.slots * self.warps_per_group,
            self.warps_per_group,
            sizes.group_items(),
            self.cores * self.slots,
            self.groups,
            self.flags,
            self.locks,
            self.frames,
            entry.frame_bytes,
            self.local,
            self.local_bytes,
            lx,
            ly,
            lz,
            gx,
            gy,
            gz,
            x,
            y,
            z,
        ]
    }
}

/// The work-group memory of a launch.
fn group_memory(entry: &Entry, launch: &Bound) -> GroupMemory {
    let is_local = |at: usize| launch.local_args.get(at).copied().unwrap_or(false);
    GroupMemory::place(entry.map.layout.local_bytes, launch.launch.dynamic_local, &launch.args, is_local)
}

/// The address behind all memory that a launch of a kernel takes.
///
/// # Errors
/// As [`Plan::new`].
pub fn end(entry: &Entry, config: &Config, launch: &Bound) -> Result<u64, Diagnostic> {
    Plan::new(entry, config, launch).map(|plan| plan.end)
}

/// The cores with a kernel and its launch in memory, before the first instruction.
///
/// # Errors
/// As [`Plan::new`].
pub fn core(image: &Image, entry: &Entry, config: Config, launch: &Bound) -> Result<Cube, Diagnostic> {
    let arch = config.arch;
    let plan = Plan::new(entry, &config, launch)?;
    let most = usize::try_from(launch.console.most()).unwrap_or(usize::MAX);
    let console_bytes = if entry.has_console { most } else { config.console_bytes };
    let config = Config { ram_bytes: config.ram_bytes.max(plan.end), console_bytes, ..config };
    let mut core = Cube::new(config, &image.bytes);
    let word = usize::from(arch.word_bytes);
    for (at, value) in (0..).zip(plan.words(entry, launch)) {
        core.ram.write(entry.map.block + at * u64::from(arch.word_bytes), &value.to_le_bytes()[..word]);
    }
    for (at, value) in (0..).zip(group_memory(entry, launch).args) {
        core.ram.write(entry.map.block + Map::argument(arch, at), &value.to_le_bytes());
    }
    for (at, buffer) in launch.memory.buffers().iter().enumerate() {
        core.ram.write(buffer.base, &launch.memory.copy_out(at, 0, u64::MAX));
    }
    for first in 0..usize::from(core.config().cores) {
        let first = core.of_core(first).start;
        core.warp_mut(first).into_iter().for_each(|warp| warp.pc = entry.start);
    }
    core.fence(fences(entry, arch, &plan, launch));
    core.watch(&entry.sites, &entry.owners, entry.branches.len());
    core.tell_apart(code_places(image));
    Ok(core)
}

/// Where the instructions of a program come from.
fn code_places(image: &Image) -> impl Iterator<Item = (u64, Span)> + Clone {
    image.places.iter().filter(|placed| placed.is_code).map(|placed| (placed.at, placed.span))
}

fn fences(entry: &Entry, arch: Arch, plan: &Plan, launch: &Bound) -> Fences {
    let (map, layout) = (&entry.map, &entry.map.layout);
    let private =
        Parts { base: plan.frames + map.private, stride: entry.frame_bytes, bytes: layout.private_bytes };
    let bytes = group_memory(entry, launch).bytes;
    let local = Parts { base: plan.local, stride: plan.local_bytes, bytes };
    let sizes = Sizes {
        lanes: arch.lanes.into(),
        warps: arch.warps.into(),
        cores: plan.cores,
        warps_per_group: plan.warps_per_group,
        bits: arch.bits(),
    };
    Fences::new(entry.reaches.clone(), &launch.memory, layout.constant_bytes, [private, local], sizes)
}

/// The cores with a program by hand and its launch, before the first instruction, and their memory for who looks: first `ram`, which is what
/// the program has without a launch, and behind it the buffers, each so far above its address in the core as `ram`.
///
/// # Errors
/// The launch does not fit on the machine.
pub fn by_hand(image: &Image, config: Config, launch: &Bound) -> Result<(Cube, Memory), Diagnostic> {
    let arch = config.arch;
    let console_bytes = usize::try_from(launch.console.most()).unwrap_or(usize::MAX);
    let mut memory = Memory::default();
    memory.allocate("ram", Ram::new(&config, &image.bytes).size(), Type::I8, true, true);
    for Buffer { name, bytes, element, unsigned, .. } in launch.memory.buffers() {
        if name == "ram" {
            return Err(wrong(
                Span::NONE,
                "a buffer cannot be called `ram`: that is the machine's memory".into(),
            ));
        }
        memory.allocate(name, *bytes, *element, *unsigned, true);
    }
    let end = memory.buffers().last().map_or(0, |last| last.base - BASE + last.bytes);
    let has_buffers = memory.buffers().len() > 1;
    if has_buffers && end > MAX_RAM.min(arch.console()) {
        let most = MAX_RAM.min(arch.console());
        let message = format!("memory and buffers take {end} bytes, and ArchID `{arch}` has room for {most}");
        // Where the buffers alone have no room, no setting makes some.
        let help = match end - memory.buffers()[0].bytes > most {
            true => "choose smaller buffers",
            false => "lower setting `ram_kib`: buffers lie behind that memory",
        };
        return Err(wrong(Span::NONE, message).help(help));
    }
    let ram_bytes = if has_buffers { end } else { config.ram_bytes };
    let mut core = Cube::new(Config { console_bytes, ram_bytes, ..config }, &image.bytes);
    core.tell_apart(code_places(image));
    for (at, buffer) in memory.buffers().iter().skip(1).enumerate() {
        core.ram.write(buffer.base - BASE, &launch.memory.copy_out(at, 0, u64::MAX));
    }
    if launch.args.len() > arch.registers.into() {
        let message = format!("{} arguments do not fit into {} registers", launch.args.len(), arch.registers);
        return Err(Diagnostic::error("harp::arguments", Span::NONE, message));
    }
    for (register, (value, ty)) in (0..).zip(launch.args.iter().zip(&launch.types)) {
        let buffer = || launch.memory.buffers().iter().position(|buffer| buffer.base == *value);
        let value = match ty {
            Type::Ptr(Space::Local) => {
                let message = "work-group memory is for kernels: a program by hand has none";
                return Err(Diagnostic::error("harp::arguments", Span::NONE, message));
            }
            Type::Ptr(_) => buffer().map_or(*value, |at| memory.buffers()[at + 1].base - BASE),
            _ => *value,
        };
        for first in 0..usize::from(config.cores) {
            let first = core.of_core(first).start;
            core.warp_mut(first).into_iter().for_each(|warp| warp.set(register, 0, value & arch.mask()));
        }
    }
    Ok((core, memory))
}

/// What the cores have in the memory that buffers show, whose addresses are so much above its own.
pub fn show(core: &Cube, memory: &mut Memory, above: u64) {
    let bytes = core.ram.bytes();
    let at = |address: u64| usize::try_from(address - above).unwrap_or(usize::MAX).min(bytes.len());
    for number in 0..memory.buffers().len() {
        let Buffer { base, bytes: length, .. } = memory.buffers()[number];
        memory.copy_in(number, &bytes[at(base)..at(base + length)]);
    }
}
