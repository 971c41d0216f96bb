//! What lies where in memory (HARP 3.9, 4.5).
//!
//! From address 0 on: the constants of the kernel, the launch block, the code. Buffers lie where the session has them, so that a pointer means
//! the same here and there. Behind the last buffer: a word for each warp, another one for each that says whether it is inside of a
//! lock (`lock`), the frames of all lanes, for each group that runs its work-group memory, and the locks. The launch block tells the program where: it is filled in when a launch is bound.
//!
//! A frame belongs to a lane: words that hold for the whole run, the private arrays, and values that found no register. `%fp` holds its
//! address as long as the lane runs. Private and work-group pointers are offsets, as in the reference interpreter; the base is added at
//! each access.

use lanescope_parts::ir::{Kernel, layout::Layout};

use super::super::isa::Arch;

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $word:ident,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $doc])+ $word,)+ }

        impl $name {
            /// How many there are.
            pub const COUNT: u64 = [$($name::$word,)+].len() as u64;

            /// Its offset.
            pub const fn at(self, arch: Arch) -> u64 {
                self as u64 * arch.word_bytes as u64
            }

            /// The offset of the word for a dimension, of which this one is the first.
            pub const fn of(self, dimension: u8, arch: Arch) -> u64 {
                (self as u64 + dimension as u64) * arch.word_bytes as u64
            }
        }
    };
}

words! {
    /// A word of the launch block.
    Launched {
        /// Warps that run on a core.
        Warps,
        /// Warps of a group.
        WarpsPerGroup,
        /// Work-items of a group.
        Items,
        /// Groups that run at a time on all cores.
        Slots,
        /// Groups in all.
        Groups,
        /// Address of the words of the warps.
        Flags,
        /// Address of the locks.
        Locks,
        /// Address of the frames.
        Frames,
        /// Bytes of a frame.
        FrameBytes,
        /// Address of work-group memory.
        Local,
        /// Bytes of the work-group memory of a group.
        LocalBytes,
        /// Size of a group, first dimension.
        LocalSize0,
        /// Second dimension.
        LocalSize1,
        /// Third dimension.
        LocalSize2,
        /// Number of groups, first dimension.
        NumGroups0,
        /// Second dimension.
        NumGroups1,
        /// Third dimension.
        NumGroups2,
        /// Work-items in all, first dimension.
        GlobalSize0,
        /// Second dimension.
        GlobalSize1,
        /// Third dimension.
        GlobalSize2,
    }
}

words! {
    /// A word of a frame.
    Framed {
        /// Where the lane goes when it is done.
        Link,
        /// Number of the lane.
        Lane,
        /// Number of the warp among those of all cores.
        Warp,
        /// Number of the group's place among those that run at a time on the core, which is its barrier.
        Slot,
        /// Address of the word of the warp.
        Flag,
        /// Address of the work-group memory.
        Local,
        /// Number of the group.
        Group,
        /// Place in the group, first dimension.
        LocalId0,
        /// Second dimension.
        LocalId1,
        /// Third dimension.
        LocalId2,
        /// Place of the group, first dimension.
        GroupId0,
        /// Second dimension.
        GroupId1,
        /// Third dimension.
        GroupId2,
        /// Place in the whole range, first dimension.
        GlobalId0,
        /// Second dimension.
        GlobalId1,
        /// Third dimension.
        GlobalId2,
    }
}

/// Alignment of the areas of memory.
pub const ALIGN: u64 = 16;
/// Bytes of an argument in the launch block.
const ARGUMENT: u64 = 8;

/// Where things lie that the kernel alone decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Offsets of the slots.
    pub layout: Layout,
    /// Address of the launch block.
    pub block: u64,
    /// Offset of the private arrays in a frame.
    pub private: u64,
    /// Offset of the values that found no register.
    pub spills: u64,
}

impl Map {
    /// The map of a kernel.
    pub fn new(kernel: &Kernel, arch: Arch) -> Map {
        let layout = Layout::new(kernel);
        let private = (Framed::COUNT * u64::from(arch.word_bytes)).next_multiple_of(ALIGN);
        let spills = (private + layout.private_bytes).next_multiple_of(ALIGN);
        Map { block: layout.constant_bytes.next_multiple_of(ALIGN), private, spills, layout }
    }

    /// Offset of an argument in the launch block.
    pub fn argument(arch: Arch, at: u32) -> u64 {
        (Launched::COUNT * u64::from(arch.word_bytes)).next_multiple_of(ARGUMENT) + ARGUMENT * u64::from(at)
    }

    /// Address of the first byte of code.
    pub fn code(&self, kernel: &Kernel, arch: Arch) -> u64 {
        (self.block + Map::argument(arch, kernel.params.len() as u32)).next_multiple_of(ALIGN)
    }
}
