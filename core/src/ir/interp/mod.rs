//! The reference interpreter: runs a kernel on the IR, one work-item after another. It is the judge of every machine:
//! whatever order a machine executes in, memory must end up as it does here (except where the kernel itself leaves the
//! order of atomics open).
//!
//! Work-groups run one after another in ascending order (x first). Within a group work-items run in ascending order,
//! each as a coroutine up to the next barrier; one that runs long makes place for the next after a slice of steps, so
//! that a kernel whose work-items wait for each other can end. A work-group that waits for a later one never ends here,
//! nor does any other endless loop: the limit of steps stops it.
//!
//! A barrier waits for every work-item of the group that has not ended. That all of them wait at the same barrier is
//! required: two different ones are an error that names who is missing. That some had ended before is told in
//! [`Stats::partial_barrier`]: CUDA allows it, OpenCL leaves it undefined.
//!
//! Local and private memory start as zeros. Deliberately absent: caches, memory ordering (every access is seen at once,
//! so fences do nothing), detection of races.

mod code;
mod group;
mod spaces;
#[cfg(test)]
mod tests;

use super::{Kernel, layout::Layout};
use crate::{
    halt::{Halt, Place},
    image::Memory,
    launch::Launch,
};

/// Where the interpreter gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps (operations, moves and jumps) of all work-items together.
    pub steps: u64,
    /// Bytes of one group's local memory.
    pub local_bytes: u64,
    /// Bytes of private memory of all work-items of a group together.
    pub private_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 4_000_000_000, local_bytes: 1 << 24, private_bytes: 1 << 28 }
    }
}

/// What a run took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Steps of all work-items.
    pub steps: u64,
    /// Barriers that a group passed.
    pub barriers: u64,
    /// The first barrier that was passed although some work-items of the group had ended before.
    pub partial_barrier: Option<Place>,
}

/// Runs a kernel that the verifier accepts. Only the geometry and dynamic memory of `launch` are read. `args` has for
/// each parameter the bits of a scalar, the address of a buffer, or the size in bytes of a local argument.
///
/// # Errors
/// A fault with work-item and place, a barrier that not every work-item reaches, or a limit. Memory is left as it was
/// then.
pub fn run(
    kernel: &Kernel,
    launch: &Launch,
    args: &[u64],
    memory: &mut Memory,
    limits: &Limits,
) -> Result<Stats, Halt> {
    let layout = Layout::new(kernel);
    let group = layout.group_memory(kernel, args, launch.dynamic_local);
    let private = layout.private_bytes.saturating_mul(launch.group_items());
    within("bytes of local memory of a group", group.bytes, limits.local_bytes)?;
    within("bytes of private memory of a group", private, limits.private_bytes)?;
    let code = code::Code::new(kernel, &layout, &group.args);
    let mut run = group::Run {
        kernel,
        layout: &layout,
        code: &code,
        launch,
        limits,
        constants: &layout.constants(kernel),
        local_bytes: group.bytes as usize,
        memory,
        stats: Stats::default(),
    };
    let [x, y, z] = launch.groups();
    for gz in 0..z {
        for gy in 0..y {
            for gx in 0..x {
                run.group([gx, gy, gz])?;
            }
        }
    }
    Ok(run.stats)
}

/// Is a size within its limit?
fn within(limit: &str, size: u64, value: u64) -> Result<(), Halt> {
    if size <= value { Ok(()) } else { Err(Halt::Limit { limit: limit.into(), value }) }
}
